//! One generation: new formulas race, and those that come through play with those that live.

use tetrolab_agents::{Measure, Player};
use tetrolab_simulate::{Contest, Cpu, Goal, Tally};

use super::breed::{Newborn, Nursery};
use super::evolver::{EvolveError, Evolver};
use super::ground::Ground;
use super::race::{LANES, Race};
use super::record::{Generation, Individual, more, sort};
use super::settings::Purpose;
use super::watch::Watch;

/// Survivors play again in each generation, so that luck does not last: the best quarter half as many games as new
/// ones, and the others a part that is one by this.
const AGAIN: u64 = 8;
const BEST_QUARTER: usize = 4;
const AGAIN_OF_BEST: u64 = 2;

/// Who says as much the same about drops as a better one does not live on.
const TOO_ALIKE: f64 = 0.98;

/// A new formula with a weight.
struct Candidate {
    /// The number of the formula.
    formula: usize,
    weight: f64,
}

impl Evolver {
    /// The next generation; `None` if it was stopped.
    pub(super) fn generation(
        &self,
        ground: &Ground,
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<Option<Generation>, EvolveError> {
        let settings = self.plan.settings();
        let number = self.generations.len() as u64 + 1;
        let last = self.generations.last();
        let population = last.map_or(&[][..], |last| &last.population);
        let mut nursery = Nursery::new(&ground.sample, settings.most_nodes, self.plan.base());
        self.generations.iter().flat_map(|generation| &generation.tried).for_each(|text| nursery.remember(text));
        let newborns = nursery.breed(population, settings.population, &mut self.plan.random(Purpose::Breeding, number));
        if newborns.is_empty() && population.is_empty() {
            return Err(EvolveError::Nothing);
        }
        let candidates: Vec<Candidate> = newborns
            .iter()
            .enumerate()
            .flat_map(|(formula, one)| {
                ground.weights(one.deviation).into_iter().map(move |weight| Candidate { formula, weight })
            })
            .collect();
        let Some((race, raced)) = self.race(ground, &newborns, &candidates, cpu, watch)? else { return Ok(None) };
        let finalists: Vec<&Candidate> = race.finalists().into_iter().map(|place| &candidates[place]).collect();

        // The finalists, the survivors, and the base: in the same games, each to its end.
        let new = |one: &&Candidate| self.player(ground, &newborns[one.formula].measure, one.weight);
        let mut players: Vec<Player> = finalists.iter().map(new).collect();
        let old = |one: &Individual| Some(self.player(ground, &one.measure()?, one.weight));
        players.extend(population.iter().filter_map(old));
        if !ground.terms.is_empty() {
            players.push(self.plan.player(ground.terms.clone()));
        }
        let many = finalists.len() + settings.population.div_ceil(BEST_QUARTER);
        let is_base = |place: usize| place == finalists.len() + population.len();
        let share = |place: usize| match place {
            place if place < finalists.len() => 1,
            place if place < many || is_base(place) => AGAIN_OF_BEST,
            _ => AGAIN,
        };
        let goals: Vec<Option<Goal>> =
            (0..players.len()).map(|place| Some(Goal::Games((settings.games / share(place)).max(1)))).collect();
        let mut contest = Contest::new(cpu, players, self.plan.games(Purpose::Games, number, settings.games))?;
        let name = games_name(number);
        self.restore(&mut contest, &name);
        if !self.play(&mut contest, &goals, &name, (Some(&race), raced), watch)? {
            return Ok(None);
        }
        let tallies: Vec<Tally> = (0..goals.len()).map(|place| contest.tally(place)).collect();

        let mut all: Vec<Individual> = population.to_vec();
        for (one, tally) in all.iter_mut().zip(&tallies[finalists.len()..]) {
            one.score = more(Some(one.score), tally);
        }
        all.extend(finalists.iter().zip(&tallies).map(|(one, tally)| {
            let Newborn { measure, nodes, .. } = &newborns[one.formula];
            let (formula, score) = (measure.name().to_string(), more(None, tally));
            Individual { formula, nodes: *nodes, weight: one.weight, score, born: number }
        }));
        sort(&mut all);
        let all = living(all, ground, settings.population);
        let base = tallies.last().filter(|_| !ground.terms.is_empty());
        Ok(Some(Generation {
            generation: number,
            best: all[0].clone(),
            mean_nodes: all.iter().map(|one| one.nodes).sum::<usize>() as f64 / all.len() as f64,
            base: base.map(|tally| more(last.and_then(|last| last.base), tally)),
            pieces: raced + tallies.iter().map(|tally| tally.pieces).sum::<u64>(),
            population: all,
            tried: newborns.iter().map(|one| one.measure.name().to_string()).collect(),
        }))
    }

    /// Lets candidates race. Returns the race and how many pieces were played; `None` if it was stopped.
    fn race(
        &self,
        ground: &Ground,
        newborns: &[Newborn],
        candidates: &[Candidate],
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<Option<(Race, u64)>, EvolveError> {
        let settings = self.plan.settings();
        let number = self.generations.len() as u64 + 1;
        let mut race = Race::new(candidates.iter().map(|one| one.formula).collect(), settings.games);
        if let Some(partial) = self.partial(&games_name(number)) {
            // It was over already when the run was stopped.
            if let Some(over) = partial.race.filter(|over| over.is_over() && race.can_become(over)) {
                return Ok(Some((over, partial.before)));
            }
        }
        let player = |one: &Candidate| self.player(ground, &newborns[one.formula].measure, one.weight);
        let players = candidates.iter().map(player).collect();
        let mut contest = Contest::new(cpu, players, self.plan.games(Purpose::Race, number, LANES))?;
        let name = format!("race of generation {number}");
        let tallies =
            |contest: &Contest| (0..candidates.len()).map(|place| contest.tally(place)).collect::<Vec<Tally>>();
        match self.restore_race(&mut contest, &name, &race) {
            Some(restored) => race = restored,
            None => drop(race.next(&tallies(&contest))),
        }
        while !race.is_over() {
            if !self.play(&mut contest, &race.goals(), &name, (Some(&race), 0), watch)? {
                return Ok(None);
            }
            race.next(&tallies(&contest));
        }
        let pieces = tallies(&contest).iter().map(|tally| tally.pieces).sum();
        Ok(Some((race, pieces)))
    }

    fn player(&self, ground: &Ground, measure: &Measure, weight: f64) -> Player {
        self.plan.player(ground.with(measure, weight))
    }
}

/// The first ones, but for those that are too much like one before.
fn living(sorted: Vec<Individual>, ground: &Ground, most: usize) -> Vec<Individual> {
    let mut living: Vec<(Individual, Measure)> = Vec::new();
    for one in sorted {
        let Some(measure) = one.measure().filter(|_| living.len() < most) else { continue };
        if living.iter().all(|(_, there)| ground.sample.likeness(&measure, there) < TOO_ALIKE) {
            living.push((one, measure));
        }
    }
    living.into_iter().map(|(one, _)| one).collect()
}

fn games_name(generation: u64) -> String {
    format!("games of generation {generation}")
}
