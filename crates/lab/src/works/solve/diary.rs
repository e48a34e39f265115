//! How a search went, as courses of its cell.

use tetrolab_solve::Progress;

use crate::grid::{Course, Outcome};

const fn course(name: &'static str, along: &'static str, value: &'static str, meaning: &'static str) -> Course {
    Course { name, meaning, along, value }
}

/// All courses.
#[rustfmt::skip]
pub const COURSES: [Course; 6] = [
    course("evolution", "generation", "best fitness", "the best fitness of a population (ga, hybrid)"),
    course("roulette-temperature", "generation", "temperature", "the temperature at which parents are chosen (ga, hybrid)"),
    course("annealing", "iteration", "best fitness", "the best fitness of an annealing (sa)"),
    course("current", "iteration", "fitness of the current solution", "what is being annealed (sa)"),
    course("temperature", "iteration", "temperature", "the temperature of an annealing (sa)"),
    course("search", "solutions, placements or fields looked at", "best fitness", "the best fitness so far, of every algorithm"),
];

type Points = Vec<(f64, f64)>;

/// What is remembered of a search.
#[derive(Debug, Default)]
pub struct Diary {
    generations: Steps,
    iterations: Steps,
    search: Points,
    /// The effort from which on the next point of the search is due.
    next_search: f64,
    last: Option<Progress>,
}

/// Generations or iterations.
#[derive(Debug, Default)]
struct Steps {
    best: Points,
    current: Points,
    temperature: Points,
    /// The next one that is due.
    next: u64,
}

/// The share by which efforts differ that are remembered.
const FURTHER: f64 = 0.07;
/// The same for generations, which are at most `MOST_GENERATIONS` apart.
const FURTHER_GENERATION: f64 = 0.05;
const MOST_GENERATIONS: u64 = 25;

impl Diary {
    /// Records the progress of the search. What is remembered does not depend on how long anything takes.
    pub fn see(&mut self, progress: &Progress) {
        let Progress { stage, count, evaluations, .. } = *progress;
        match stage {
            "ga" | "hybrid" if count >= self.generations.next => {
                self.generations.add(progress);
                let further = (count as f64 * FURTHER_GENERATION) as u64;
                self.generations.next = count + further.clamp(1, MOST_GENERATIONS);
            }
            "sa" => self.iterations.add(progress),
            _ => {}
        }
        if evaluations as f64 >= self.next_search && self.add_search(progress) {
            self.next_search = evaluations as f64 * (1.0 + FURTHER);
        }
        self.last = Some(*progress);
    }

    /// Adds the best so far, if there is a solution yet.
    fn add_search(&mut self, progress: &Progress) -> bool {
        let (Some(fitness), Some(_)) = (progress.fitness, progress.blocks) else { return false };
        self.search.push((progress.evaluations as f64, fitness));
        true
    }

    /// Writes it all into the outcome, with the last moment.
    pub fn write(mut self, outcome: Outcome) -> Outcome {
        if let Some(last) = self.last {
            if matches!(last.stage, "ga" | "hybrid") {
                self.generations.add(&last);
            }
            self.add_search(&last);
        }
        // What came last may have improved the best without saying so.
        if let (Some(&evaluations), Some(&fitness)) = (outcome.values.get("evaluations"), outcome.values.get("fitness"))
        {
            self.search.push((evaluations, fitness));
        }
        let Diary { generations, iterations, search, .. } = self;
        [
            ("evolution", generations.best),
            ("roulette-temperature", generations.temperature),
            ("annealing", iterations.best),
            ("current", iterations.current),
            ("temperature", iterations.temperature),
            ("search", search),
        ]
        .into_iter()
        .filter(|(_, points)| !points.is_empty())
        .fold(outcome, |outcome, (name, points)| outcome.course(name, once(points)))
    }
}

impl Steps {
    fn add(&mut self, progress: &Progress) {
        let at = progress.count as f64;
        let add = |points: &mut Points, value: Option<f64>| points.extend(value.map(|value| (at, value)));
        add(&mut self.best, progress.fitness);
        add(&mut self.current, progress.current);
        add(&mut self.temperature, progress.temperature);
    }
}

/// Of several points at the same place the last one.
fn once(points: Points) -> Points {
    let mut kept: Points = Vec::with_capacity(points.len());
    for point in points {
        match kept.last_mut() {
            Some(last) if last.0 == point.0 => *last = point,
            _ => kept.push(point),
        }
    }
    kept
}
