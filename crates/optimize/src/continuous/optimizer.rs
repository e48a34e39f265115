//! What all optimisers of real vectors can do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Progress, State, TellError};

/// An optimiser of real vectors. The larger the score, the better.
///
/// ```
/// use tetrolab_optimize::continuous::{Entry, Settings};
///
/// let start = Settings::new(vec![1.0; 8], 0.5, 1);
/// let mut optimizer = (Entry::named("cma-es").expect("it is in the table").start)(&start)?;
/// while optimizer.stop().is_none() {
///     let points = optimizer.ask();
///     let scores: Vec<f64> = points.iter().map(|point| -point.iter().map(|x| x * x).sum::<f64>()).collect();
///     optimizer.tell(&points, &scores)?;
/// }
/// assert!(optimizer.mean().iter().all(|x| x.abs() < 1e-10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Optimizer: Send + Sync + fmt::Debug {
    /// The points whose scores are wanted next. Asked again before anything is told, it gives the same.
    fn ask(&self) -> Vec<Vec<f64>>;

    /// Takes in the points that were really evaluated, which may have been repaired, and the score of each. There must be as many
    /// as were asked for. If anything is wrong, nothing changes.
    fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) -> Result<(), TellError>;

    /// The centre of the search: what a run returns.
    fn mean(&self) -> &[f64];

    /// How far the search has come.
    fn progress(&self) -> &Progress;

    /// The best that was told so far, and its score. Of equals it is the first.
    fn best(&self) -> Option<(&[f64], f64)> {
        self.progress().best()
    }

    /// How many generations were told. It is also the number of the one that is asked for.
    fn generation(&self) -> u64 {
        self.progress().generation
    }

    /// How many points were told in all.
    fn evaluations(&self) -> u64 {
        self.progress().evaluations
    }

    /// How wide the search is.
    fn spread(&self) -> Spread;

    /// Why it is time to stop; none as long as there is something to gain. Nothing keeps the caller from going on.
    fn stop(&self) -> Option<Stop>;

    /// The whole state, from which [`restore`](super::restore) resumes bit by bit.
    fn state(&self) -> State;
}

/// How wide a search is: a normal distribution with the covariance `sigma² C`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The overall step size.
    pub sigma: f64,
    /// The lengths of the axes of the distribution divided by sigma, ascending: the square roots of the eigenvalues of C.
    pub axes: Vec<f64>,
    /// The standard deviation of every coordinate.
    pub deviations: Vec<f64>,
}

impl Spread {
    /// The spread of a distribution whose coordinates do not depend on each other. Sigma is the root of the mean variance.
    pub(super) fn of_deviations(deviations: Vec<f64>) -> Spread {
        let mean_square =
            deviations.iter().map(|deviation| deviation * deviation).sum::<f64>() / deviations.len() as f64;
        let sigma = mean_square.sqrt();
        let unit = if sigma > 0.0 { sigma } else { 1.0 };
        let mut axes: Vec<f64> = deviations.iter().map(|deviation| deviation / unit).collect();
        axes.sort_by(f64::total_cmp);
        Spread { sigma, axes, deviations }
    }
}

/// Why it is time to stop.
///
/// All reasons follow from the order of the scores and from the distribution, never from the size of the scores. So a
/// transformation of the scores that keeps their order changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The search is so narrow that it finds nothing new: every deviation is below 1e-12 of the first, or too small to change the
    /// mean.
    Converged,
    /// All scores have been equal for many generations.
    Flat,
    /// Scores have not become better for many generations.
    Stagnated,
    /// The longest axis is more than 10 million times the shortest, or the matrix is no covariance any more.
    Condition,
    /// The numbers have become too large or too small to go on. The distribution stays as it was.
    Diverged,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Converged => "the search has become too narrow to find anything new",
            Stop::Flat => "all scores have been equal for many generations",
            Stop::Stagnated => "scores have not become better for many generations",
            Stop::Condition => "the axes of the search differ too much in length",
            Stop::Diverged => "the numbers have become too large or too small",
        })
    }
}
