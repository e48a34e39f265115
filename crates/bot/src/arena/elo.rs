//! How strong bots are: Elo ratings from the results of their games.

use super::table::Table;

/// Elo of a strength of 1 in logits.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// 95 % of the normal distribution lie within this many standard deviations.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Newton's steps are fewer.
const MOST_STEPS: usize = 100;

/// Where strengths do not change any more.
const CLOSE: f64 = 1e-10;

/// The expected points per game of a bot that is stronger by `elo`.
///
/// ```
/// use tetrolab_bot::arena::score_of_elo;
///
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

/// How much stronger a bot is that makes `score` points per game, between 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    ELO * (score / (1.0 - score)).ln()
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely value.
    pub elo: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

/// The ratings of all bots.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    strengths: Vec<f64>,
    /// How strengths vary together, a row a bot.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The rating of a bot; the average of all is 0.
    pub fn rating(&self, bot: usize) -> Rating {
        let bots = self.strengths.len() as f64;
        self.contrast(|other| f64::from(u8::from(other == bot)) - 1.0 / bots)
    }

    /// How much stronger one bot is than another.
    pub fn difference(&self, one: usize, other: usize) -> Rating {
        self.contrast(|bot| f64::from(u8::from(bot == one)) - f64::from(u8::from(bot == other)))
    }

    /// A weighted sum of strengths whose weights add up to 0.
    fn contrast(&self, weight: impl Fn(usize) -> f64) -> Rating {
        let bots = self.strengths.len();
        let sum = (0..bots).map(|bot| weight(bot) * self.strengths[bot]).sum::<f64>();
        let pairs = (0..bots).flat_map(|one| (0..bots).map(move |other| (one, other)));
        let variance: f64 = pairs.map(|(one, other)| weight(one) * weight(other) * self.covariance[one][other]).sum();
        Rating { elo: ELO * sum, margin: ELO * DEVIATIONS * variance.max(0.0).sqrt() }
    }
}

/// The ratings that make the results most likely (Bradley and Terry's model, a draw as half a win).
///
/// A bot that always wins would be infinitely strong. So each bot gets one more draw, against an opponent of strength 0: with
/// many games it does not matter, and with few it keeps the ratings finite. Intervals are those of the observed information, in
/// which a draw counts as if it were as uncertain as a win or a loss: with many draws they are wider than they need be.
///
/// ```
/// use tetrolab_bot::arena::{Table, ratings};
///
/// let mut table = Table::new(2);
/// (0..64).for_each(|_| table.add([0, 1], Some(0)));
/// (0..36).for_each(|_| table.add([0, 1], Some(1)));
/// let difference = ratings(&table).difference(0, 1);
/// assert_eq!(format!("{:.0} ± {:.0}", difference.elo, difference.margin), "99 ± 71");
/// ```
pub fn ratings(table: &Table) -> Ratings {
    let bots = table.bots();
    let mut strengths = vec![0.0; bots];
    for _ in 0..MOST_STEPS {
        let (gradient, information) = slope(table, &strengths);
        let covariance = inverse(information);
        let step: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&gradient).map(|(one, other)| one * other).sum()).collect();
        // Far from the best strengths a whole step may go too far.
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += scale * step);
        if longest < CLOSE {
            break;
        }
    }
    let covariance = inverse(slope(table, &strengths).1);
    Ratings { strengths, covariance }
}

/// The gradient of the logarithm of the likelihood, and the information: its curvature.
fn slope(table: &Table, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let bots = strengths.len();
    let (mut gradient, mut information) = (vec![0.0; bots], vec![vec![0.0; bots]; bots]);
    for one in 0..bots {
        let expected = logistic(strengths[one]);
        gradient[one] += 0.5 - expected;
        information[one][one] += expected * (1.0 - expected);
        for other in (0..bots).filter(|&other| other != one) {
            let results = table.against(one, other);
            let games = results.games() as f64;
            let expected = logistic(strengths[one] - strengths[other]);
            let curvature = games * expected * (1.0 - expected);
            gradient[one] += results.points() - games * expected;
            information[one][one] += curvature;
            information[one][other] -= curvature;
        }
    }
    (gradient, information)
}

fn logistic(strength: f64) -> f64 {
    1.0 / (1.0 + (-strength).exp())
}

/// The inverse of a symmetric positive definite matrix, by elimination. Pivots need not be sought in such a matrix.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|column| f64::from(u8::from(row == column))).collect::<Vec<f64>>();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let by = matrix[pivot][pivot];
        let (left, right) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in 0..size {
            let factor = if row == pivot { 1.0 - 1.0 / by } else { matrix[row][pivot] / by };
            matrix[row].iter_mut().zip(&left).for_each(|(value, pivot)| *value -= factor * pivot);
            inverse[row].iter_mut().zip(&right).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrolab_engine::{Random, Seed, Stream};

    #[test]
    fn a_matrix_by_its_inverse_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.2], vec![0.5, -0.2, 2.0]];
        let inverse = inverse(matrix.clone());
        for (row, values) in matrix.iter().enumerate() {
            // The inverse of a symmetric matrix is symmetric: its rows are its columns.
            for (column, inverted) in inverse.iter().enumerate() {
                let product: f64 = values.iter().zip(inverted).map(|(one, other)| one * other).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn elo_and_score_are_each_other_s_inverse() {
        for elo in [-700.0, -20.0, 0.0, 3.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        // 64 % of the points are 99.95 Elo; 76 % are 200.24.
        assert!((elo_of_score(0.64) - 99.95).abs() < 0.01 && (elo_of_score(0.76) - 200.24).abs() < 0.01);
    }

    #[test]
    fn many_games_lead_to_the_formula() {
        let mut table = Table::new(2);
        (0..760_000).for_each(|_| table.add([0, 1], Some(0)));
        (0..240_000).for_each(|_| table.add([0, 1], Some(1)));
        let difference = ratings(&table).difference(0, 1);
        assert!((difference.elo - elo_of_score(0.76)).abs() < 0.01);
        // 1.96 times 1 / sqrt(n p (1 - p)), in Elo.
        let margin = ELO * DEVIATIONS / (1e6f64 * 0.76 * 0.24).sqrt();
        assert!((difference.margin / margin - 1.0).abs() < 1e-3);
        let swapped = ratings(&table).difference(1, 0);
        assert!((difference.elo + swapped.elo).abs() < 1e-9);
        assert!((ratings(&table).rating(0).elo - difference.elo / 2.0).abs() < 1e-9);
    }

    #[test]
    fn who_wins_always_is_not_infinitely_strong() {
        let mut table = Table::new(3);
        (0..10).for_each(|_| table.add([0, 1], Some(0)));
        let few = ratings(&table).difference(0, 1);
        assert!((200.0..900.0).contains(&few.elo) && few.elo > few.margin, "{few:?}");
        (0..1000).for_each(|_| table.add([0, 1], Some(0)));
        let many = ratings(&table).difference(0, 1);
        assert!(many.elo > few.elo + 300.0 && many.elo.is_finite() && many.elo > many.margin, "{many:?}");
        // The third bot has not played.
        let unknown = ratings(&table).rating(2);
        assert!(unknown.margin > 300.0, "{unknown:?}");
        assert_eq!(ratings(&Table::new(2)).difference(0, 1).elo, 0.0);
    }

    /// Three bots of known strength: their intervals hold what they say.
    #[test]
    fn intervals_cover_what_they_say() {
        let mut random = Random::new(Seed(1), 0, Stream::Tests);
        let truth = [150.0, 0.0, -150.0];
        let (runs, mut covered) = (400, [0; 3]);
        for _ in 0..runs {
            let mut table = Table::new(3);
            for sides in [[0, 1], [1, 2], [0, 2]] {
                let chance = score_of_elo(truth[sides[0]] - truth[sides[1]]);
                for _ in 0..60 {
                    let won = f64::from(random.next_value()) / 4_294_967_296.0 < chance;
                    table.add(sides, Some(usize::from(!won)));
                }
            }
            let ratings = ratings(&table);
            for bot in 0..3 {
                let rating = ratings.rating(bot);
                covered[bot] += u32::from((rating.elo - truth[bot]).abs() <= rating.margin);
            }
        }
        for covered in covered {
            let share = f64::from(covered) / f64::from(runs);
            // Three standard errors of a share of 0.95.
            assert!((share - 0.95).abs() < 0.033, "{share}");
        }
    }
}
