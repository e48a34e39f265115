//! What is written down of a training run, one line for each generation.

use serde::{Deserialize, Serialize};
use tetrolab_optimize::continuous::Stop;
use tetrolab_simulate::Record;
use tetrolab_statistics::{Comparison, Design, Estimate};

/// No run plays more pieces.
pub(crate) const MOST_PIECES: u64 = 1 << 50;

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

    /// The score compared with another.
    ///
    /// Where games have few lines, the lost one counts as a line too. Scores are geometric there, and spread more than the exponential
    /// ones that the comparison is made for; with the lost line they spread less, so that it errs on the safe side. And a player without
    /// a line can be compared.
    pub const fn compared_with(&self, other: &Score) -> Comparison {
        let (mut first, mut second) = (self.estimate(), other.estimate());
        if first.has_few_lines() || second.has_few_lines() {
            first.lines += first.deaths;
            second.lines += second.deaths;
        }
        Comparison { first, second }
    }

    /// Whether games to their end, with `pieces` pieces in all on a board of `width` columns, can have this score.
    pub(crate) fn is_possible(&self, width: u8, pieces: u64) -> bool {
        let cells = u128::from(self.lines) * u128::from(width);
        self.complete && pieces <= MOST_PIECES && (1..=pieces).contains(&self.deaths) && cells <= 4 * u128::from(pieces)
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
    /// Why the search has nothing left to do, if so.
    #[serde(default)]
    pub stop: Option<Stop>,
}

/// What a run has found: its last centre. Where it began again with more candidates, the last centre of the part that scored best.
///
/// # Panics
/// If it has no generation.
pub fn found(run: &[Generation]) -> &[f64] {
    let mut parts = run.chunk_by(|a, b| a.scores.len() == b.scores.len()).rev().filter_map(<[Generation]>::last);
    let last = parts.next().expect("a run has generations");
    // When a search begins again, its centre is where it began; what it was before is the centre of that generation.
    let begins_again = run.len() > 1 && last.mean == run[0].centre;
    let end = if begins_again { &last.centre } else { &last.mean };
    let before = parts.map(|end| (end.centre.as_slice(), end.centre_score.mean()));
    let best =
        before.fold((end.as_slice(), last.centre_score.mean()), |best, part| if part.1 > best.1 { part } else { best });
    best.0
}

/// Pieces that were played for generations.
pub fn pieces(generations: &[Generation]) -> u64 {
    generations.iter().map(|generation| generation.pieces).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A generation of `candidates` candidates, whose centre has this weight and scores `lines` lines in a game.
    pub fn generation(candidates: usize, weight: f64, lines: u64) -> Generation {
        let score = Score { lines, deaths: 1, complete: true };
        Generation {
            run: 1,
            generation: 1,
            centre: vec![weight],
            centre_score: score,
            best: vec![weight],
            best_score: score,
            scores: vec![score; candidates],
            mean: vec![weight + 1.0],
            sigma: 1.0,
            axes: vec![1.0],
            deviations: vec![1.0],
            pieces: 0,
            stop: None,
        }
    }

    #[test]
    fn lost_games_are_lines_where_lines_are_few() {
        let ratio = |first, second| {
            let score = |lines| Score { lines, deaths: 100, complete: true };
            score(first).compared_with(&score(second)).ratio()
        };
        assert_eq!(ratio(500, 0), Some(6.0));
        assert_eq!(ratio(5_900, 1_900), Some(3.0));
        assert_eq!(ratio(6_000, 2_000), Some(3.0));
    }

    #[test]
    fn some_scores_cannot_be() {
        let is_possible = |lines, deaths, pieces| Score { lines, deaths, complete: true }.is_possible(10, pieces);
        assert!(is_possible(400, 10, 1_000) && is_possible(0, 1, 1));
        assert!(!is_possible(401, 10, 1_000), "more lines than cells");
        assert!(!is_possible(0, 0, 1_000) && !is_possible(0, 1_001, 1_000));
        assert!(!is_possible(u64::MAX, 1, u64::MAX));
        assert!(!Score { lines: 1, deaths: 1, complete: false }.is_possible(10, 1_000));
    }

    #[test]
    fn a_search_that_begins_again_forgets_nothing() {
        let one = [generation(10, 1.0, 50), generation(10, 2.0, 60)];
        assert_eq!(found(&one), [3.0], "the last centre");
        let again = [generation(10, 1.0, 50), generation(10, 2.0, 60), generation(20, 0.0, 1), generation(20, 5.0, 40)];
        assert_eq!(found(&again), [2.0], "the centre before it began again");
        let better = [generation(10, 2.0, 60), generation(20, 5.0, 70)];
        assert_eq!(found(&better), [6.0]);
        let at_the_end = [generation(10, 1.0, 50), Generation { mean: vec![1.0], ..generation(10, 2.0, 60) }];
        assert_eq!(found(&at_the_end), [2.0], "the centre before it began again, in its last generation");
    }
}
