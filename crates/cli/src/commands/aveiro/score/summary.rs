//! What scores say: of one agent, and of two that played the same games.

use tetrolab_statistics::distribution::student_limit;
use tetrolab_statistics::{LEVEL, Scores};

use super::Game;

/// What the scores of an agent say.
pub struct Summary {
    pub mean: f64,
    pub median: f64,
    /// How far games are from the mean. One game does not say it.
    pub deviation: Option<f64>,
    /// Half of the width of the interval for the mean, if there is one.
    pub half_width: Option<f64>,
}

impl Summary {
    /// Nothing without a game.
    pub fn of(games: &[Game]) -> Option<Summary> {
        let scores = Scores::new(games.iter().map(|game| game.played.score).collect::<Vec<_>>());
        let (mean, median) = scores.mean().zip(scores.median())?;
        let deviation = deviation(scores.sorted().iter().map(|&score| score as f64 - mean));
        let half_width = deviation.map(|deviation| half_width(deviation, games.len()));
        Some(Summary { mean, median, deviation, half_width })
    }
}

/// How many times the score of another agent an agent has, by the seeds that both have played.
pub struct Ratio {
    pub ratio: f64,
    /// Half of the width of its interval. One game each does not say it.
    pub half_width: Option<f64>,
}

impl Ratio {
    /// The ratio of the means. Its interval is by the delta method: games have the same seeds, so what counts is how far each
    /// is from `ratio` times its twin. `None` if the other agent has no points.
    pub fn of(first: &[Game], other: &[Game]) -> Option<Ratio> {
        let twin = |game: &Game| {
            let index = other.binary_search_by_key(&game.seed, |other| other.seed).ok()?;
            Some((game.played.score as f64, other[index].played.score as f64))
        };
        let pairs: Vec<(f64, f64)> = first.iter().filter_map(twin).collect();
        let count = pairs.len() as f64;
        let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / count;
        let (first, other) = (mean(|pair| pair.0), mean(|pair| pair.1));
        if pairs.is_empty() || other == 0.0 {
            return None;
        }
        let ratio = first / other;
        let deviation = deviation(pairs.iter().map(|(first, other)| first - ratio * other));
        Some(Ratio { ratio, half_width: deviation.map(|deviation| half_width(deviation, pairs.len()) / other) })
    }

    /// The interval. No ratio is below 0.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.half_width.map(|half| [(self.ratio - half).max(0.0), self.ratio + half])
    }
}

/// The standard deviation of numbers whose mean is 0. Nothing for less than two.
fn deviation(numbers: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let degrees = numbers.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    Some((numbers.map(|number| number * number).sum::<f64>() / degrees as f64).sqrt())
}

/// Half of the width of Student's interval for the mean of `count` values.
fn half_width(deviation: f64, count: usize) -> f64 {
    let count = count as f64;
    student_limit(count - 1.0, LEVEL) * deviation / count.sqrt()
}

#[cfg(test)]
pub mod tests {
    use tetrolab_protocols::aveiro::Played;

    use super::*;

    /// A game of a seed with a score.
    pub fn game(seed: u64, score: u64) -> Game {
        Game { seed, played: Played { score, lines: 0, pieces: 0, clears: [0; 4], is_capped: false } }
    }

    #[test]
    fn one_game_says_nothing_of_the_others() {
        let summary = Summary::of(&[game(1, 7)]).unwrap();
        assert_eq!((summary.mean, summary.deviation, summary.half_width), (7.0, None, None));
        let ratio = Ratio::of(&[game(1, 7)], &[game(1, 2)]).unwrap();
        assert_eq!((ratio.ratio, ratio.interval()), (3.5, None));
        assert!(Ratio::of(&[game(1, 7)], &[game(2, 2)]).is_none(), "no seed in common");
        assert!(Ratio::of(&[game(1, 7)], &[game(1, 0)]).is_none());
    }

    /// By hand: the ratio is 40 / 10 = 4, the rests are 2, -4, 2, so their deviation is the square root of 12 and half of the width
    /// is 4.302653 * 12^0.5 / 3^0.5 / 10 (t with two degrees: scipy's `stats.t.ppf(0.975, 2)`).
    #[test]
    fn the_interval_of_a_ratio_is_that_of_pairs() {
        let first = [game(1, 38), game(2, 40), game(3, 42), game(4, 1_000)];
        let other = [game(0, 5), game(1, 9), game(2, 11), game(3, 10)];
        let ratio = Ratio::of(&first, &other).unwrap();
        let [lower, upper] = ratio.interval().unwrap();
        assert!((ratio.ratio - 4.0).abs() < 1e-12);
        assert!((lower - 3.139_469).abs() < 1e-5 && (upper - 4.860_531).abs() < 1e-5, "{lower} {upper}");
    }
}
