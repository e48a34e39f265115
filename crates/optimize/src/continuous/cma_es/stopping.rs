//! When CMA-ES has nothing to gain any more: section B.3 of the tutorial, with what depends on the size of scores left out.
//!
//! A noisy objective must not stop a search early. Equal scores end it only if every score of the last generation equals the best
//! of each of the 10 + 30 n / λ generations before. Stagnation compares medians of many generations, at least 120 + 30 n / λ of
//! them, so luck in one generation, or games that were easier for all of a generation, hardly count.

use super::distribution::Distribution;
use super::parameters::Parameters;
use crate::continuous::StateError;
use crate::continuous::optimizer::Stop;

/// It has converged when every deviation is below this share of the first.
const NARROWEST: f64 = 1e-12;

/// A deviation counts as too small when this share of it does not change the mean.
const NOTICEABLE: f64 = 0.2;

/// Stagnation looks at one in this many generations since the restart.
const RECENT_ONE_IN: u64 = 5;

/// But at least at this many, and more if generations are small.
const RECENT_LEAST: usize = 120;

/// And at most at this many.
const RECENT_MOST: usize = 20_000;

/// Scores are flat after this many equal generations, and more if generations are small.
const FLAT_LEAST: usize = 10;

/// The scores of the last generations, the oldest first.
pub(super) struct History<'a> {
    /// The best of each.
    pub(super) best: &'a [f64],
    /// The median of each.
    pub(super) median: &'a [f64],
}

impl History<'_> {
    /// Checks that it can be the history after `generation` generations.
    pub(super) fn check(&self, parameters: &Parameters, generation: u64) -> Result<(), StateError> {
        let length = generation.min(recent(parameters, generation) as u64) as usize;
        if self.best.len() != length || self.median.len() != length {
            return Err(StateError::Size("the history of scores"));
        }
        let is_finite = self.best.iter().chain(self.median).all(|score| score.is_finite());
        if is_finite { Ok(()) } else { Err(StateError::Number("the history of scores")) }
    }

    fn is_flat(&self, worst: f64, parameters: &Parameters) -> bool {
        let count = FLAT_LEAST + small_generations(parameters);
        let is_long = self.best.len() >= count;
        is_long && self.best[self.best.len() - count..].iter().all(|&best| best == worst)
    }

    fn has_stagnated(&self, parameters: &Parameters) -> bool {
        let is_long = self.best.len() >= RECENT_LEAST + small_generations(parameters);
        is_long && !is_rising(self.best) && !is_rising(self.median)
    }
}

/// Adds the score of a generation, and forgets those that are too old to count.
pub(super) fn remember(scores: &mut Vec<f64>, score: f64, parameters: &Parameters, generation: u64) {
    scores.push(score);
    let excess = scores.len().saturating_sub(recent(parameters, generation));
    scores.drain(..excess);
}

/// Why it is time to stop, after a generation whose worst score was this.
pub(super) fn reason(
    distribution: &Distribution,
    history: &History<'_>,
    worst: f64,
    parameters: &Parameters,
    first_sigma: f64,
) -> Option<Stop> {
    if has_converged(distribution, first_sigma) {
        Some(Stop::Converged)
    } else if history.is_flat(worst, parameters) {
        Some(Stop::Flat)
    } else if history.has_stagnated(parameters) {
        Some(Stop::Stagnated)
    } else {
        None
    }
}

fn has_converged(distribution: &Distribution, first_sigma: f64) -> bool {
    let deviations = distribution.deviations();
    let narrowest = NARROWEST * first_sigma;
    let is_path_short = distribution.path_covariance.iter().all(|y| (distribution.sigma * y).abs() < narrowest);
    let is_narrow = is_path_short && deviations.iter().all(|&deviation| deviation < narrowest);
    is_narrow
        || deviations.iter().zip(&distribution.mean).any(|(deviation, mean)| mean + NOTICEABLE * deviation == *mean)
}

/// How many generations more to wait if generations are small.
fn small_generations(parameters: &Parameters) -> usize {
    (30 * parameters.dimension).div_ceil(parameters.population)
}

/// How many generations count.
fn recent(parameters: &Parameters, generation: u64) -> usize {
    let share = usize::try_from(generation / RECENT_ONE_IN).unwrap_or(RECENT_MOST);
    share.clamp(
        RECENT_LEAST + small_generations(parameters),
        RECENT_MOST.max(RECENT_LEAST + small_generations(parameters)),
    )
}

/// Whether the median of the last three tenths is above that of the first.
fn is_rising(scores: &[f64]) -> bool {
    let part = scores.len() * 3 / 10;
    median(&scores[scores.len() - part..]) > median(&scores[..part])
}

/// The middle one, or the one above the middle: always one of the scores.
fn median(scores: &[f64]) -> f64 {
    let mut scores = scores.to_vec();
    let middle = scores.len() / 2;
    *scores.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rises_does_not_stagnate() {
        let parameters = Parameters::new(8, 10, 5, true);
        let rising: Vec<f64> = (0..144).map(f64::from).collect();
        let falling: Vec<f64> = rising.iter().map(|score| -score).collect();
        let stagnated = |best, median| History { best, median }.has_stagnated(&parameters);
        assert!(!stagnated(&rising, &falling) && !stagnated(&falling, &rising) && !stagnated(&rising, &rising));
        assert!(stagnated(&falling, &falling));
        assert!(stagnated(&[2.0; 144], &[1.0; 144]));
        assert!(!stagnated(&[2.0; 143], &[1.0; 143]), "it is too early to tell");
    }

    #[test]
    fn one_other_score_is_not_flat() {
        let parameters = Parameters::new(8, 10, 5, true);
        let flat = |best: &[f64], worst| History { best, median: best }.is_flat(worst, &parameters);
        let mut best = vec![7.0; 34];
        assert!(flat(&best, 7.0) && !flat(&best, 6.0) && !flat(&best[1..], 7.0));
        best[0] = 8.0;
        assert!(!flat(&best, 7.0));
    }

    #[test]
    fn the_history_is_as_long_as_it_counts() {
        let parameters = Parameters::new(8, 10, 5, true);
        let mut scores = Vec::new();
        for generation in 1..=2000 {
            remember(&mut scores, generation as f64, &parameters, generation);
        }
        assert_eq!((scores.len(), scores[0]), (400, 1601.0));
        assert_eq!(recent(&parameters, u64::MAX), RECENT_MOST);
    }
}
