//! Which formulas the player gets.

use serde::{Deserialize, Serialize};
use tetrolab_agents::Measure;
use tetrolab_simulate::{Contest, Cpu, Goal};

use super::check;
use super::evolver::{EvolveError, Evolver};
use super::ground::Ground;
use super::record::{Individual, more, sort};
use super::settings::Purpose;
use super::watch::Watch;
use crate::train::record::MOST_PIECES;

/// The file of the formulas that were chosen so far.
const CHOSEN: &str = "chosen.json";
/// One of this many is chosen, the best of the last generation.
const FINALISTS: usize = 8;
/// Two formulas this much alike over drops are not both finalists.
const TOO_ALIKE: f64 = 0.9;
/// What the weight of the first formula is multiplied by: it was only tried at a few magnitudes.
const FACTORS: [f64; 3] = [0.5, 1.0, 2.0];

/// The formulas that were chosen.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// They, in the order in which they were chosen.
    pub formulas: Vec<Individual>,
    /// Pieces that were played to choose them.
    pub pieces: u64,
    /// Whether no more are to be chosen.
    is_complete: bool,
}

impl Evolver {
    /// Chooses formulas one by one: each time the one that plays best together with those before, in new games. The first is chosen in any
    /// case, because what it is worth shows when all weights are learned; after it, the choice ends when none makes the player better.
    /// `None` if it was stopped.
    pub(super) fn choose(&self, ground: &Ground, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Chosen>, EvolveError> {
        // What cannot be is not believed, and chosen again.
        let chosen = self.folder.read_json(CHOSEN).filter(|chosen| self.can_have_chosen(chosen));
        let mut chosen: Chosen = chosen.unwrap_or_default();
        while !chosen.is_complete {
            if !self.choose_next(ground, &mut chosen, cpu, watch)? {
                return Ok(None);
            }
            self.folder.write_json(CHOSEN, &chosen)?;
            self.forget_partial()?;
        }
        Ok(Some(chosen))
    }

    /// Whether formulas can have been chosen so.
    fn can_have_chosen(&self, chosen: &Chosen) -> bool {
        let settings = self.plan.settings();
        let lived = |one: &Individual| {
            self.generations.iter().any(|generation| {
                generation.population.iter().any(|other| (&other.formula, other.born) == (&one.formula, one.born))
            })
        };
        let count = chosen.formulas.len();
        let is_complete = count == settings.add || chosen.is_complete && count > 0;
        count <= settings.add
            && is_complete == chosen.is_complete
            && chosen.pieces <= MOST_PIECES
            && chosen.formulas.iter().all(|one| one.score.deaths == settings.games && lived(one))
            && check::individuals(&self.plan, &chosen.formulas, chosen.pieces).is_ok()
    }

    /// The best formulas that do not say the same as each other or as one that was chosen: those that live, then those that lived once.
    fn finalists(&self, ground: &Ground, chosen: &[Individual]) -> Vec<(&Individual, Measure)> {
        let mut there: Vec<Measure> = chosen.iter().filter_map(Individual::measure).collect();
        let mut finalists = Vec::new();
        for one in self.generations.iter().rev().flat_map(|generation| &generation.population) {
            let Some(measure) = one.measure().filter(|_| finalists.len() < FINALISTS) else { continue };
            let is_new = |other: &Measure| *other != measure && ground.sample.likeness(&measure, other) < TOO_ALIKE;
            if there.iter().all(is_new) {
                there.push(measure.clone());
                finalists.push((one, measure));
            }
        }
        finalists
    }

    /// Chooses one more, or finds that none is worth it. Returns whether that was found out.
    fn choose_next(
        &self,
        ground: &Ground,
        chosen: &mut Chosen,
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<bool, EvolveError> {
        let settings = self.plan.settings();
        let number = chosen.formulas.len();
        let mut ground = ground.clone();
        ground.terms.extend(chosen.formulas.iter().filter_map(|one| Some((one.measure()?, one.weight))));
        let finalists = self.finalists(&ground, &chosen.formulas);
        let mut candidates: Vec<(&Individual, &Measure, f64)> = Vec::new();
        for (one, measure) in &finalists {
            let weights = match ground.sample.look(measure) {
                // Beside others it has another place than beside the base.
                Some((deviation, _)) if number > 0 => ground.weights(deviation),
                _ if ground.terms.is_empty() => vec![one.weight],
                _ => FACTORS.map(|factor| factor * one.weight).to_vec(),
            };
            candidates.extend(weights.into_iter().map(|weight| (*one, measure, weight)));
        }
        let mut players: Vec<_> =
            candidates.iter().map(|(_, measure, weight)| self.plan.player(ground.with(measure, *weight))).collect();
        let has_before = number > 0;
        if has_before {
            players.push(self.plan.player(ground.terms.clone()));
        }
        let goals = vec![Some(Goal::Games(settings.games)); players.len()];
        let games = self.plan.games(Purpose::Choice, number as u64, settings.games);
        let mut contest = Contest::new(cpu, players, games)?;
        let name = format!("choice {number}");
        self.restore(&mut contest, &name);
        if !self.play(&mut contest, &goals, &name, (None, 0), watch)? {
            return Ok(false);
        }
        let scores: Vec<_> = (0..goals.len()).map(|place| more(None, &contest.tally(place))).collect();
        let mut tried: Vec<Individual> = candidates
            .iter()
            .zip(&scores)
            .map(|((one, _, weight), score)| Individual { weight: *weight, score: *score, ..(*one).clone() })
            .collect();
        sort(&mut tried);
        let before = scores.last().filter(|_| has_before);
        let best =
            tried.into_iter().next().filter(|best| before.is_none_or(|before| best.score.mean() > before.mean()));
        chosen.pieces += (0..goals.len()).map(|place| contest.tally(place).pieces).sum::<u64>();
        chosen.is_complete = best.is_none() || number + 1 == settings.add;
        chosen.formulas.extend(best);
        Ok(true)
    }
}
