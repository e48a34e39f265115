//! A search algorithm brings a piece to a goal.

mod cases;

use tetrolab_agents::path::{
    ALGORITHMS, Action, Algorithm, ESTIMATES, Estimate, LETTERINGS, Options, Place, Problem, Report, TURNINGS, Turning,
};

use self::cases::{CASES, Case, RANDOM};
use crate::grid::{Better, Control, Key, Load, Measure, Outcome, Settings, Statistic, Takes, Task, Usual, Work};

/// A search algorithm brings a piece to a goal: in the cases of the course at Seville, or on random boards.
pub struct Path;

const KEYS: &[Key] = &[
    Key {
        name: "case",
        meaning: "a case of the course, or random: a board with pieces at random, the same for all that is compared",
        takes: Takes::Word(|| CASES.iter().map(|case| case.name).chain([RANDOM]).collect()),
        usual: Usual::Needed,
    },
    Key {
        name: "algorithm",
        meaning: "how to search",
        takes: Takes::Word(|| ALGORITHMS.iter().map(|algorithm| algorithm.name).collect()),
        usual: Usual::Needed,
    },
    Key {
        name: "estimate",
        meaning: "what best-first and a-star go by; the others take none",
        takes: Takes::Word(|| ESTIMATES.iter().map(|estimate| estimate.name).collect()),
        usual: Usual::Text(Estimate::ADMISSIBLE.name),
    },
    Key {
        name: "rotation",
        meaning: "how pieces turn",
        takes: Takes::Word(|| TURNINGS.iter().map(|turning| turning.name).collect()),
        usual: Usual::Text(Turning::SEVILLA.name),
    },
    Key {
        name: "stack",
        meaning: "pieces that lie on a random board",
        takes: Takes::Whole(0, 40),
        usual: Usual::Whole(12),
    },
    Key {
        name: "runs",
        meaning: "how often it is done for its time, which is the median",
        takes: Takes::Whole(1, 100_000),
        usual: Usual::Whole(101),
    },
];

/// A number that is counted.
const fn counted(name: &'static str, unit: &'static str, meaning: &'static str) -> Measure {
    Measure { name, unit, meaning, statistic: Statistic::Mean, better: Better::Less, is_timed: false }
}

/// Whether something is so.
const fn share(name: &'static str, meaning: &'static str) -> Measure {
    Measure { name, unit: "", meaning, statistic: Statistic::Share, better: Better::More, is_timed: false }
}

const MEASURES: &[Measure] = &[
    counted("cost", "steps", "steps of the plan; none if there is no plan"),
    counted("expanded", "nodes", "nodes that were asked for their successors"),
    counted("generated", "nodes", "nodes that were put into the frontier"),
    counted("frontier", "nodes", "the most nodes in the frontier at one time"),
    share("found", "whether there is a plan"),
    share("optimal", "whether no plan is shorter; left out where none leads to the goal"),
    Measure {
        name: "seconds",
        unit: "s",
        meaning: "how long the search took, the median of its runs",
        statistic: Statistic::Median,
        better: Better::Less,
        is_timed: true,
    },
];

impl Work for Path {
    fn name(&self) -> &'static str {
        "path"
    }

    fn meaning(&self) -> &'static str {
        "a search algorithm brings a piece to a goal"
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    /// It takes microseconds, and other work on the machine would distort the time.
    fn load(&self, _settings: &Settings) -> Load {
        Load::Alone
    }

    fn is_random(&self, settings: &Settings) -> bool {
        settings.text("case") == RANDOM
    }

    fn rules(&self, settings: &Settings) -> String {
        format!("the course's actions, one cell or turn each; {} rotation", settings.text("rotation"))
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        match settings.text("case") {
            RANDOM => Ok(()),
            _ => problem(settings, 0).map(drop),
        }
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let (problem, goal) = problem(settings, task.cell.shared_seed())?;
        let (algorithm, options) = search(settings)?;
        let mut seconds = Vec::new();
        let mut last = None;
        let runs = settings.count("runs");
        for run in 0..runs {
            if control.is_stopped() {
                return Ok(None);
            }
            (control.tell)(Some(run as f64 / runs as f64), format!("run {} of {runs}", run + 1));
            let report = algorithm.solve(&problem, &options);
            seconds.push(report.time.as_secs_f64());
            last = Some(report);
        }
        let Some(report) = last else { return Ok(None) };
        let least = ALGORITHMS[0].solve(&problem, &Options::default()).plan.map(|plan| plan.len());
        seconds.sort_by(f64::total_cmp);
        let outcome = counts(&report, least).value("seconds", seconds[seconds.len() / 2]);
        Ok(Some(outcome.text("command", command(settings, &problem, &goal))))
    }
}

/// The counts of a search. The plan of least cost has `least` steps.
fn counts(report: &Report<Action>, least: Option<usize>) -> Outcome {
    let mut outcome = Outcome::default()
        .value("expanded", report.expanded as f64)
        .value("generated", report.generated as f64)
        .value("frontier", report.largest_frontier as f64)
        .value("found", f64::from(u8::from(report.plan.is_some())));
    if let Some(least) = least {
        let is_optimal = report.plan.as_ref().is_some_and(|plan| plan.len() == least);
        outcome = outcome.value("optimal", f64::from(u8::from(is_optimal)));
    }
    match &report.plan {
        Some(plan) => outcome.value("cost", f64::from(report.cost)).text("plan", LETTERINGS[0].plan(plan)),
        None => outcome,
    }
}

/// The problem, and its goal.
fn problem(settings: &Settings, seed: u64) -> Result<(Problem, Place), String> {
    let turning = Turning::named(settings.text("rotation")).ok_or("there is no such rotation")?;
    match settings.text("case") {
        RANDOM => cases::random(seed, settings.count("stack"), turning),
        name => Case::named(name).ok_or("there is no such case")?.problem(turning),
    }
}

/// How it is searched.
fn search(settings: &Settings) -> Result<(&'static Algorithm, Options), String> {
    let algorithm = Algorithm::named(settings.text("algorithm")).ok_or("there is no such algorithm")?;
    let estimate = Estimate::named(settings.text("estimate")).ok_or("there is no such estimate")?;
    Ok((algorithm, Options { estimate, ..Options::default() }))
}

/// What is typed to see the same.
fn command(settings: &Settings, problem: &Problem, goal: &Place) -> String {
    let space = problem.space();
    let mut words = vec![format!("tetrolab path --rows {}", space.rows())];
    if !space.board().is_empty() {
        let cell = |x: u8, y: u8| if space.board().is_filled(x as i8, y as i8) { 'X' } else { '.' };
        let row = |y: u8| (0..space.board().size().width).map(|x| cell(x, y)).collect::<String>();
        let rows: Vec<String> = (0..space.board().stack_height()).rev().map(row).collect();
        words.push(format!("--board {}", rows.join("/")));
    }
    let start = Place::of(space.start(), space.rows());
    words.push(format!("--piece {} --start {start} --goal '{goal}'", space.piece()));
    words.push(format!("--rotation {} --algorithm {}", space.turning().name, settings.text("algorithm")));
    if Algorithm::named(settings.text("algorithm")).is_some_and(|algorithm| algorithm.uses_estimate) {
        words.push(format!("--estimate {}", settings.text("estimate")));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::trial::{can_be_stopped, refusal, run};

    /// The J case of the course, and what is known of it.
    #[test]
    fn the_j_case_is_as_measured() {
        let done = run("work = \"path\"\ncase = \"j\"\nruns = 3\nalgorithm = [\"breadth-first\", \"depth-first\", \
                        \"iterative-deepening\", \"uniform-cost\", \"a-star\"]\nestimate = \"sum-of-distances\"");
        let numbers: Vec<[f64; 3]> =
            done.iter().map(|done| ["cost", "expanded", "generated"].map(|name| done.values[name])).collect();
        assert_eq!(
            numbers,
            [
                [18.0, 516.0, 555.0],
                [24.0, 32.0, 112.0],
                [18.0, 8182.0, 9792.0],
                [18.0, 516.0, 555.0],
                [18.0, 18.0, 90.0]
            ]
        );
        let optimal: Vec<f64> = done.iter().map(|done| done.values["optimal"]).collect();
        assert_eq!(optimal, [1.0, 0.0, 1.0, 1.0, 1.0]);
        assert_eq!(done[0].texts["plan"], "A ".repeat(17) + "G_izq");
        assert!(done.iter().all(|done| done.values["seconds"] > 0.0 && done.values["found"] == 1.0));
    }

    #[test]
    fn random_boards_are_shared_and_come_again() {
        let text = "work = \"path\"\ncase = \"random\"\nruns = 1\nrepetitions = 100\nrotation = [\"srs\", \"srs-no-kicks\"]\n\
                    algorithm = [\"uniform-cost\", \"a-star\"]";
        let strip = |mut done: Vec<crate::grid::Outcome>| {
            done.iter_mut().for_each(|done| done.values.retain(|name, _| name != "seconds"));
            done
        };
        let (one, two) = (strip(run(text)), strip(run(text)));
        assert_eq!(one, two);
        for both in one.chunks(2) {
            assert_eq!(both[0].values.get("cost"), both[1].values.get("cost"), "{both:?}");
        }
        // Whatever is reached without kicks is reached with them.
        for rules in one.chunks(4) {
            let board = |place: usize| rules[place].texts["command"].split(" --rotation").next().map(str::to_string);
            assert_eq!(board(0), board(2));
            assert!(rules[0].values["found"] >= rules[2].values["found"]);
        }
        assert!(one.iter().any(|done| !done.values.contains_key("cost")), "some places cannot be reached");
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"path\"\ncase = \"j\"\nalgorithm = \"a-star\""));
        assert!(refusal("work = \"path\"\ncase = \"k\"\nalgorithm = \"a-star\"").contains("case"));
        assert!(refusal("work = \"path\"\ncase = \"j\"\nalgorithm = \"a-stra\"").contains("a-star"));
    }
}
