//! What is written down of a training run, one line for each generation.

use serde::{Deserialize, Serialize};
use tetrolab_simulate::Record;
use tetrolab_simulate::statistics::{Design, Estimate};

/// Lines and deaths: all there is to know about a player whose scores are exponential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The lines of all games, those broken off included.
    pub lines: u64,
    /// The games that were lost.
    pub deaths: u64,
    /// Whether every game was played to its end.
    pub complete: bool,
}

impl Score {
    /// The mean with its interval.
    pub const fn estimate(&self) -> Estimate {
        let design = if self.complete { Design::Complete } else { Design::Exposure };
        Estimate { lines: self.lines, deaths: self.deaths, design }
    }

    /// Mean lines of a game. Without a death it is as if there had been one.
    pub fn mean(&self) -> f64 {
        self.estimate().adjusted_mean().unwrap_or(0.0)
    }
}

impl From<&Record> for Score {
    fn from(record: &Record) -> Score {
        let Estimate { lines, deaths, design } = record.estimate();
        Score { lines, deaths, complete: design == Design::Complete }
    }
}

/// What one generation was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// The run it belongs to, from 1.
    pub run: u64,
    /// Its number in the run, from 1.
    pub generation: u64,
    /// The centre of the search when the candidates were drawn.
    pub centre: Vec<f64>,
    /// What the centre scored in the games of this generation.
    pub centre_score: Score,
    /// The best candidate.
    pub best: Vec<f64>,
    /// What it scored.
    pub best_score: Score,
    /// What each candidate scored, in their order.
    pub scores: Vec<Score>,
    /// The centre afterwards.
    pub mean: Vec<f64>,
    /// The step size afterwards.
    pub sigma: f64,
    /// Square roots of the eigenvalues of the covariance afterwards, ascending.
    pub axes: Vec<f64>,
    /// The standard deviation in each coordinate afterwards.
    pub deviations: Vec<f64>,
    /// Pieces that were played for it.
    pub pieces: u64,
}
