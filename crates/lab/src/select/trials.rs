//! Sets that learn a little and are judged.

use tetrolab_simulate::{Contest, Cpu, Goal, Tally};

use super::halving::{ROUNDS, Round};
use super::notes::Notes;
use super::record::{Line, Trial};
use super::selector::SelectError;
use super::set::Set;
use super::settings::{Purpose, Selection};
use crate::train::record::{Score, found, pieces};
use crate::train::{self, average, learn};

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The features to begin with are learned.
    Begin,
    /// A round, from 1.
    Round(u64),
    /// The best of a step is judged once more.
    Decision,
    /// Each feature is left out to see what it is worth.
    Worth,
}

/// How far a selection is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    /// The step, from 1.
    pub step: u64,
    /// What is going on.
    pub stage: Stage,
    /// The number of the trial, from 0 for the set as it is.
    pub trial: usize,
    /// How many trials there are besides that.
    pub trials: usize,
    /// How much of the work of this step is done, from 0 to 1.
    pub share: f64,
}

/// Receives the progress of a selection and may stop it.
pub trait Watch: Sync {
    /// A trial begins.
    fn begins(&self, _at: At) {}

    /// Some games were played on.
    fn played(&self, _more: Tally) {}

    /// A feature is the best of the round so far; the ratio is that to the set as it is.
    fn best(&self, _feature: &str, _ratio: f64) {}

    /// A line was written.
    fn done(&self, _line: &Line) {}

    /// Whether to stop now. What is done is kept.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops.
impl Watch for () {}

/// Adapts a watch to the traits of learning and of games.
struct Games<'w>(&'w dyn Watch);

impl train::Watch for Games<'_> {
    fn played(&self, more: Tally) {
        self.0.played(more);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl tetrolab_simulate::Watch for Games<'_> {
    fn played(&self, _: usize, more: Tally) {
        self.0.played(more);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// What is there when it was played whole; `None` if it was stopped.
pub(super) type Whole<T> = Result<Option<T>, SelectError>;

/// The number of the round that decides, and that of the set that all began with.
const DECIDING: u64 = ROUNDS.len() as u64 + 1;
const BEGINNING: u64 = DECIDING + 1;

/// The trials of one line.
pub(super) struct Trials<'a> {
    pub selection: &'a Selection,
    pub cpu: Cpu,
    pub watch: &'a dyn Watch,
    pub notes: Notes<'a>,
    /// The number of the step, from 1.
    pub step: u64,
    /// Games that the whole step takes, about, and those that are done.
    pub work: u64,
    pub done: u64,
}

impl Trials<'_> {
    /// All candidates of a round, and the set as it is before them.
    pub fn round(&mut self, round: Round, control: &Set, others: &[(String, Set)]) -> Whole<(Trial, Vec<Trial>)> {
        let Some(first) = self.learned(round, None, control, (0, others.len()))? else { return Ok(None) };
        let (mut trials, mut best) = (Vec::new(), 0.0);
        for (place, (feature, set)) in others.iter().enumerate() {
            let at = (place + 1, others.len());
            let Some(trial) = self.learned(round, Some(feature), set, at)? else { return Ok(None) };
            if let Some(ratio) = trial.score.compared_with(&first.score).ratio().filter(|&ratio| ratio > best) {
                best = ratio;
                self.watch.best(feature, ratio);
            }
            trials.push(trial);
        }
        Ok(Some((first, trials)))
    }

    /// A set that learns as long as a round lets it and is judged.
    fn learned(&mut self, round: Round, feature: Option<&String>, set: &Set, at: (usize, usize)) -> Whole<Trial> {
        self.begins(Stage::Round(round.number), at);
        self.done += self.cost(round);
        if let Some(trial) = self.notes.find(round.number, feature, set, self.selection.judging_games(round)) {
            return Ok(Some(trial));
        }
        let Some(trial) = self.try_out(round, feature, set)? else { return Ok(None) };
        self.notes.add(trial.clone())?;
        Ok(Some(trial))
    }

    /// The same, whatever was done before. Learning from few games can make a good player worse; then it stays as it was.
    fn try_out(&self, round: Round, feature: Option<&String>, set: &Set) -> Whole<Trial> {
        let games = self.selection.judging_games(round);
        let seed = (Purpose::Judging, round.number);
        let Some((learned, learning)) = self.learn(set, round)? else { return Ok(None) };
        let Some((before, judging)) = self.judge(set, games, seed)? else { return Ok(None) };
        let Some((after, more)) = self.judge(&learned, games, seed)? else { return Ok(None) };
        let is_better = after.mean() > before.mean();
        Ok(Some(Trial {
            round: round.number,
            feature: feature.cloned(),
            weights: if is_better { learned.weights } else { set.weights.clone() },
            score: if is_better { after } else { before },
            learned: after,
            pieces: learning + judging + more,
        }))
    }

    /// A set judged by held-out games.
    pub fn decided(&mut self, feature: Option<&String>, set: &Set, at: (usize, usize)) -> Whole<Trial> {
        self.begins(Stage::Decision, at);
        self.done += self.selection.settings().judging_deaths;
        self.last((DECIDING, feature), set, &[])
    }

    /// The set that all began with, judged by the same games.
    pub fn beginning(&mut self, set: &Set, at: (usize, usize)) -> Whole<Trial> {
        self.begins(Stage::Decision, at);
        self.done += self.selection.settings().judging_deaths;
        self.last((BEGINNING, None), set, &[])
    }

    /// A set that learns as long as one that has passed all rounds, judged by held-out games.
    pub fn relearned(&mut self, feature: Option<&String>, set: &Set, at: (usize, usize)) -> Whole<Trial> {
        self.begins(Stage::Worth, at);
        self.done += self.relearning_cost();
        self.last((DECIDING, feature), set, &ROUNDS)
    }

    fn last(&mut self, (number, feature): (u64, Option<&String>), set: &Set, rounds: &[Round]) -> Whole<Trial> {
        let games = self.selection.settings().judging_deaths;
        if let Some(trial) = self.notes.find(number, feature, set, games) {
            return Ok(Some(trial));
        }
        let (mut set, mut pieces) = (set.clone(), 0);
        for &round in rounds {
            let Some(trial) = self.try_out(round, feature, &set)? else { return Ok(None) };
            (set, pieces) = (set.reweighed(trial.weights), pieces + trial.pieces);
        }
        let Some((score, more)) = self.judge(&set, games, (Purpose::Deciding, 0))? else { return Ok(None) };
        let (feature, weights) = (feature.cloned(), set.weights);
        let trial = Trial { round: number, feature, weights, score, learned: score, pieces: pieces + more };
        self.notes.add(trial.clone())?;
        Ok(Some(trial))
    }

    /// The set with what it has learned in a round, and how many pieces that took. An empty set has nothing to learn.
    fn learn(&self, set: &Set, round: Round) -> Whole<(Set, u64)> {
        if set.features.is_empty() {
            return Ok(Some((set.clone(), 0)));
        }
        let plan = self.selection.learning(set, self.step, round);
        let learned = learn(&plan, 1, self.cpu, &Games(self.watch))?;
        Ok(learned.map(|run| (set.reweighed(average(&[found(&run)])), pieces(&run))))
    }

    /// The score of a set in this many games, the same for all sets, and how many pieces that took.
    fn judge(&self, set: &Set, games: u64, (purpose, round): (Purpose, u64)) -> Whole<(Score, u64)> {
        let plan = self.selection.playing(set, purpose, self.step, round);
        let player = if set.features.is_empty() { plan.player(&[0.0]) } else { plan.player(&set.weights) };
        let mut of_plan = plan.judging_games();
        of_plan.stop = tetrolab_simulate::Stop::Games(games);
        let mut contest = Contest::new(self.cpu, vec![player], of_plan)?;
        if !contest.play(&[Some(Goal::Games(games))], &Games(self.watch)) {
            return Ok(None);
        }
        let Tally { lines, deaths, pieces } = contest.tally(0);
        Ok(Some((Score { lines, deaths, complete: true }, pieces)))
    }

    /// The features to begin with, learned.
    pub fn begin(&self, set: &Set) -> Whole<(Set, u64)> {
        self.begins(Stage::Begin, (0, 0));
        let learned = learn(&self.selection.beginning(set), 1, self.cpu, &Games(self.watch))?;
        Ok(learned.map(|run| (set.reweighed(average(&[found(&run)])), pieces(&run))))
    }

    fn begins(&self, stage: Stage, (trial, trials): (usize, usize)) {
        let share = if self.work > 0 { self.done as f64 / self.work as f64 } else { 0.0 };
        self.watch.begins(At { step: self.step, stage, trial, trials, share });
    }

    /// Games of a trial in a round, about.
    pub fn cost(&self, round: Round) -> u64 {
        let settings = self.selection.settings();
        // Who races plays about half of the games there are.
        let learning = self.selection.generations(round) * settings.population * settings.games / 2;
        learning + 2 * self.selection.judging_games(round)
    }

    /// Games of a set that learns as long as one that has passed all rounds.
    pub fn relearning_cost(&self) -> u64 {
        ROUNDS.iter().map(|&round| self.cost(round)).sum::<u64>() + self.selection.settings().judging_deaths
    }
}
