//! Runs, one after the other, generation by generation.

use std::error::Error;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrolab_optimize::continuous::{Optimizer, StateError, TellError, restore};
use tetrolab_simulate::{Cpu, EvaluateError, Tally};

use super::games::{GenerationGames, Partial};
use super::learn;
use super::lines::{Line, checked, next};
use super::published::average;
use super::record::{Generation, MOST_PIECES, Score, found, pieces};
use super::settings::{Choice, Plan, Settings};
use crate::problems::SettingsError;
use tetrolab_runs::folder::{Folder, FolderError};

/// What the folder of a training run is called in its manifest.
pub const KIND: &str = "train";
/// The file with a line for each generation.
pub const GENERATIONS: &str = "generations.jsonl";
/// The player that was learned.
pub const PLAYER: &str = "player.toml";
/// What came of the runs.
pub const RESULT: &str = "result.json";
/// Games of the generation that was going on when the run was stopped.
const PARTIAL: &str = "partial.json";

/// Receives the progress of a training run and may stop it.
pub trait Watch: Sync {
    /// A generation begins, in this run and with this number, both from 1.
    fn begins(&self, _run: u64, _generation: u64) {}

    /// Some games were played on.
    fn played(&self, _more: Tally) {}

    /// A generation is done.
    fn done(&self, _generation: &Generation) {}

    /// Games that were kept when the run was stopped cannot be used and begin again, which gives the same.
    fn begins_again(&self) {}

    /// All runs are done, and their results are judged. The number is that of the games left to play.
    fn judges(&self, _games: u64) {}

    /// Whether to stop now. Nothing is lost.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops.
impl Watch for () {}

/// What came of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Its number, from 1.
    pub run: u64,
    /// How many generations it had.
    pub generations: u64,
    /// Its final centre.
    pub mean: Vec<f64>,
    /// The score of that in held-out games.
    pub score: Score,
    /// Pieces that were played to learn it.
    pub pieces: u64,
}

/// What came of all runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What each weight belongs to.
    pub features: Vec<String>,
    /// Each run.
    pub runs: Vec<RunResult>,
    /// The mean of the final centres, each scaled to unit length, and that again.
    pub average: Vec<f64>,
    /// What it scores in the same games.
    pub average_score: Score,
    /// The number of the run that scores best.
    pub best_run: u64,
    /// Which of them is the player.
    pub result: Choice,
    /// Pieces that were played to learn.
    pub pieces: u64,
}

impl Outcome {
    /// The weights of the player.
    pub fn player(&self) -> &[f64] {
        match self.result {
            Choice::Average => &self.average,
            Choice::Best => &self.runs[self.best_run as usize - 1].mean,
        }
    }
}

/// Why a training run cannot go on.
#[derive(Debug)]
pub enum TrainError {
    /// The settings make no sense.
    Settings(SettingsError),
    /// The folder cannot be used. What was written before is whole.
    Folder(FolderError),
    /// A line of the folder does not fit its settings or the lines before.
    Line {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// Games could not be played.
    Games(EvaluateError),
    /// The search cannot take what was found.
    Search(TellError),
    /// It could not go on before. What was written is whole, so its folder can be opened again.
    Broken,
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Settings(error) => error.fmt(f),
            TrainError::Folder(error) => error.fmt(f),
            TrainError::Line { number, reason } => write!(f, "{GENERATIONS}, line {number}: {reason}"),
            TrainError::Games(error) => error.fmt(f),
            TrainError::Search(error) => error.fmt(f),
            TrainError::Broken => f.write_str("the run could not go on before; open its folder again"),
        }
    }
}

impl Error for TrainError {}

impl From<FolderError> for TrainError {
    fn from(error: FolderError) -> TrainError {
        TrainError::Folder(error)
    }
}

impl From<EvaluateError> for TrainError {
    fn from(error: EvaluateError) -> TrainError {
        TrainError::Games(error)
    }
}

impl From<TellError> for TrainError {
    fn from(error: TellError) -> TrainError {
        TrainError::Search(error)
    }
}

/// A training run with its folder.
#[derive(Debug)]
pub struct Trainer {
    plan: Plan,
    folder: Folder,
    generations: Vec<Generation>,
    /// The search after the last generation, if its run goes on.
    search: Option<Box<dyn Optimizer>>,
    was_torn: bool,
    /// Whether it could not go on.
    is_broken: bool,
}

impl Trainer {
    /// Begins in a new folder.
    pub fn create(path: &Path, plan: Plan, command: &str) -> Result<Trainer, TrainError> {
        let folder = Folder::create(path, KIND, GENERATIONS, command, plan.settings())?;
        Ok(Trainer { plan, folder, generations: Vec::new(), search: None, was_torn: false, is_broken: false })
    }

    /// Resumes the run of a folder.
    pub fn open(path: &Path) -> Result<Trainer, TrainError> {
        let found = Folder::open::<Settings, Line>(path, KIND, GENERATIONS)?;
        let plan = Plan::new(found.manifest.settings).map_err(TrainError::Settings)?;
        let generations = checked(&plan, &found.lines)?;
        let number = found.lines.len();
        let search = match found.lines.last() {
            Some(line) if next(&plan, &generations).1 > 1 => {
                let refused = |error: StateError| TrainError::Line { number, reason: error.to_string() };
                let search = restore(line.checkpoint.clone()).map_err(refused)?;
                let Generation { mean, generation, .. } = &line.generation;
                if (search.mean(), search.generation()) != (mean, *generation) {
                    let reason = "its checkpoint is that of another search".to_string();
                    return Err(TrainError::Line { number, reason });
                }
                Some(search)
            }
            _ => None,
        };
        Ok(Trainer { plan, folder: found.folder, generations, search, was_torn: found.was_torn, is_broken: false })
    }

    /// What is learned and how.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All generations so far.
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    /// Whether the last line of the folder was torn and has been taken away.
    pub const fn was_torn(&self) -> bool {
        self.was_torn
    }

    /// Whether all runs are done.
    pub fn is_learned(&self) -> bool {
        next(&self.plan, &self.generations).0 > self.plan.settings().runs
    }

    /// Learns until all runs are done and judged. Returns `None` if it was stopped; the run can then be resumed.
    pub fn train(&mut self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Outcome>, TrainError> {
        if self.is_broken {
            return Err(TrainError::Broken);
        }
        self.go_on(cpu, watch).inspect_err(|_| self.is_broken = true)
    }

    fn go_on(&mut self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Outcome>, TrainError> {
        while !self.is_learned() {
            if watch.is_stopped() || !self.play_generation(cpu, watch)? {
                return Ok(None);
            }
        }
        if let Some(outcome) = self.judged() {
            return Ok(Some(outcome));
        }
        let Some(outcome) = self.judge(cpu, watch)? else { return Ok(None) };
        self.folder.write_json(RESULT, &outcome)?;
        self.folder.write(PLAYER, self.plan.weights(outcome.player()).to_string().as_bytes())?;
        Ok(Some(outcome))
    }

    /// Plays a generation. Returns whether it was played whole.
    fn play_generation(&mut self, cpu: Cpu, watch: &dyn Watch) -> Result<bool, TrainError> {
        let (run, number) = next(&self.plan, &self.generations);
        watch.begins(run, number);
        let mut search = self.search.take().unwrap_or_else(|| self.plan.start(run));
        let generation = learn::generation(&self.plan, search.as_mut(), (run, number), cpu, |games| {
            self.restore(games, watch);
            self.play(games, watch)
        })?;
        let Some(generation) = generation else {
            self.search = Some(search);
            return Ok(false);
        };
        let line = Line { generation, checkpoint: search.state() };
        self.folder.append(&line)?;
        self.folder.remove(PARTIAL)?;
        watch.done(&line.generation);
        self.generations.push(line.generation);
        self.search = (next(&self.plan, &self.generations).0 == run).then_some(search);
        Ok(true)
    }

    /// Restores saved games, if they belong to this generation.
    fn restore(&self, games: &mut GenerationGames, watch: &dyn Watch) {
        if !self.folder.path().join(PARTIAL).exists() {
            return;
        }
        let partial = self.folder.read_json::<Partial>(PARTIAL);
        // What belongs to other games has been used already.
        let is_of_others = partial.as_ref().is_some_and(|partial| !games.are_those_of(partial));
        if !is_of_others && !partial.is_some_and(|partial| games.restore(partial)) {
            watch.begins_again();
        }
    }

    /// Plays the games of a generation, saving them now and then. Returns whether all were played; if not, they are saved.
    fn play(&self, games: &mut GenerationGames, watch: &dyn Watch) -> Result<bool, TrainError> {
        while !games.play(&Games(watch)) {
            self.folder.write_compact(PARTIAL, &games.save())?;
            if watch.is_stopped() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What came of the runs, if they were judged before.
    fn judged(&self) -> Option<Outcome> {
        let outcome: Outcome = self.folder.read_json(RESULT)?;
        (self.can_have_come_to(&outcome) && self.folder.path().join(PLAYER).exists()).then_some(outcome)
    }

    /// Whether that is what came of these runs, as far as can be told without judging them again.
    fn can_have_come_to(&self, outcome: &Outcome) -> bool {
        let (settings, width) = (self.plan.settings(), self.plan.rules().size().width);
        let runs: Vec<&[Generation]> = self.generations.chunk_by(|a, b| a.run == b.run).collect();
        let means: Vec<&[f64]> = runs.iter().map(|run| found(run)).collect();
        let is_of_run = |(run, result): (&&[Generation], &RunResult)| {
            (result.run, result.generations, result.pieces) == (run[0].run, run.len() as u64, pieces(run))
        };
        let is_possible =
            |score: &Score| score.deaths == settings.judging_games && score.is_possible(width, MOST_PIECES);
        means.iter().eq(outcome.runs.iter().map(|run| &run.mean))
            && runs.iter().zip(&outcome.runs).all(is_of_run)
            && outcome.runs.iter().map(|run| &run.score).chain([&outcome.average_score]).all(is_possible)
            && outcome.average == average(&means)
            && (1..=runs.len() as u64).contains(&outcome.best_run)
            && outcome.features == self.names()
            && outcome.result == settings.result
            && outcome.pieces == pieces(&self.generations)
    }

    /// What each weight belongs to.
    fn names(&self) -> Vec<String> {
        self.plan.measures().iter().map(ToString::to_string).collect()
    }

    /// Judges the results of all runs, and their average, by held-out games.
    fn judge(&self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Outcome>, TrainError> {
        let runs: Vec<&[Generation]> = self.generations.chunk_by(|a, b| a.run == b.run).collect();
        let means: Vec<&[f64]> = runs.iter().map(|run| found(run)).collect();
        let average = average(&means);
        let points: Vec<Vec<f64>> = means.iter().map(|mean| mean.to_vec()).chain([average.clone()]).collect();
        let mut games = GenerationGames::judging(&self.plan, cpu, &points)?;
        self.restore(&mut games, watch);
        let played: u64 = games.scores().iter().map(|score| score.deaths).sum();
        watch.judges(points.len() as u64 * self.plan.settings().judging_games - played);
        if !self.play(&mut games, watch)? {
            return Ok(None);
        }
        self.folder.remove(PARTIAL)?;
        let scores = games.scores();
        let results = runs.iter().zip(&means).zip(&scores);
        let runs: Vec<RunResult> = results
            .map(|((run, mean), &score)| RunResult {
                run: run[0].run,
                generations: run.len() as u64,
                mean: mean.to_vec(),
                score,
                pieces: pieces(run),
            })
            .collect();
        // Of equals the first.
        let best = runs.iter().rev().max_by(|a, b| a.score.mean().total_cmp(&b.score.mean()));
        Ok(Some(Outcome {
            features: self.names(),
            best_run: best.map_or(1, |run| run.run),
            average,
            average_score: scores[runs.len()],
            result: self.plan.settings().result,
            pieces: pieces(&self.generations),
            runs,
        }))
    }
}

/// What the evaluator tells, passed on.
pub(super) struct Games<'w>(pub(super) &'w dyn Watch);

impl tetrolab_simulate::Watch for Games<'_> {
    fn played(&self, _: usize, more: Tally) {
        self.0.played(more);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
