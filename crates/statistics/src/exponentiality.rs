//! Whether scores are exponential.
//!
//! Scores are whole numbers and some of them are 0. A score of k lines stands here for a game that ended somewhere between
//! its line k and the next, so nothing breaks at 0, and the whole numbers of short games are no reason to reject. For long
//! games the tests are those of the textbooks.

use std::f64::consts::PI;

use super::distribution::normal;
use super::scores::Scores;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// The statistic of the test.
    pub statistic: f64,
    /// The probability of a statistic that speaks at least so clearly against exponential scores, if they are exponential.
    pub p_value: f64,
}

impl Scores {
    /// The test of Cox and Oakes (Analysis of Survival Data, 1984): the score of the shape of a Weibull distribution at 1.
    ///
    /// The statistic is standardised. It is positive if scores are more alike than exponential ones, as with a hazard that
    /// rises during a game, and negative if they are more different. The p-value is two-sided and takes the statistic as
    /// normal, which is right for many games; from 20 games on it is good enough to look at. `None` with fewer than two
    /// games or without a line.
    pub fn cox_oakes(&self) -> Option<TestResult> {
        if self.sorted().len() < 2 || self.lines() == 0 {
            return None;
        }
        let count = self.sorted().len() as f64;
        let mean = self.lines() as f64 / count;
        let (average, spread) = moments(mean);
        let sum: f64 = self.sorted().iter().map(|&score| slope(score as f64, mean) - average).sum();
        let statistic = sum / (spread * count.sqrt());
        Some(TestResult { statistic, p_value: 2.0 * normal(statistic.abs()).above })
    }

    /// The test of Lilliefors (1969): the largest distance between the distribution of the scores and the exponential that
    /// fits them best.
    ///
    /// The p-value comes from a table of [Stephens' modified distance](https://doi.org/10.1080/01621459.1974.10480196) that
    /// two million simulated samples gave. From 10 games on it is right to within a tenth of itself below 0.25 and to
    /// within 0.07 above; below 0.0001 it is extrapolated. For means of a few lines it is too high. `None` with fewer than two
    /// games or without a line.
    pub fn lilliefors(&self) -> Option<TestResult> {
        let mean = self.exponential_mean()?;
        if self.sorted().len() < 2 {
            return None;
        }
        let count = self.sorted().len() as f64;
        let mut seen = 0;
        let mut statistic = 0f64;
        for equal in self.sorted().chunk_by(|a, b| a == b) {
            let score = equal[0] as f64;
            // How many games ended before is known for sure only where a line begins.
            for (end, games) in [(score, seen), (score + 1.0, seen + equal.len())] {
                let expected = -(-end / mean).exp_m1();
                statistic = statistic.max((games as f64 / count - expected).abs());
            }
            seen += equal.len();
        }
        Some(TestResult { statistic, p_value: lilliefors_p_value(statistic, count) })
    }
}

/// What a score adds to the slope of the likelihood: the average of `1 + ln y - y ln y`, for `y = x / (mean + 1/2)` with x
/// evenly between `score` and `score + 1`.
fn slope(score: f64, mean: f64) -> f64 {
    let next = score + 1.0;
    // The integrals of ln x and x ln x, in a form that keeps its digits for high scores.
    let (logarithm, product) = if score == 0.0 {
        (-1.0, -0.25)
    } else {
        let step = (1.0 / score).ln_1p();
        (
            score.ln() + next * step - 1.0,
            score * score / 2.0 * step + (score + 0.5) * next.ln() - (2.0 * score + 1.0) / 4.0,
        )
    };
    let middle = mean + 0.5;
    let scale = middle.ln();
    1.0 + (logarithm - scale) - (product - (score + 0.5) * scale) / middle
}

/// The average of [`slope`] for geometric scores and its standard deviation once the mean is fitted.
///
/// They are 0 and π / √6 in the limit of long games, up to an error below 0.04 % from 1000 lines on.
fn moments(mean: f64) -> (f64, f64) {
    if mean > 1_000.0 {
        return (0.0, PI / 6f64.sqrt());
    }
    let stay = mean / (1.0 + mean);
    let mut probability = 1.0 - stay;
    let [mut average, mut square, mut product] = [0.0; 3];
    let mut score = 0.0;
    while probability > 1e-18 {
        let slope = slope(score, mean);
        average += probability * slope;
        square += probability * slope * slope;
        product += probability * slope * (score - mean);
        probability *= stay;
        score += 1.0;
    }
    // The fit takes away the part of the variance that goes along with the mean.
    let variance = square - average * average - product * product / (mean * (mean + 1.0));
    (average, variance.sqrt())
}

/// Modified distances and the probabilities to exceed them: quantiles of 2 000 000 samples of 400 exponential numbers.
const LILLIEFORS: [(f64, f64); 23] = [
    (0.3367, 0.999),
    (0.3939, 0.99),
    (0.4589, 0.95),
    (0.5006, 0.9),
    (0.5586, 0.8),
    (0.6064, 0.7),
    (0.6515, 0.6),
    (0.6974, 0.5),
    (0.7474, 0.4),
    (0.8052, 0.3),
    (0.8391, 0.25),
    (0.8785, 0.2),
    (0.9266, 0.15),
    (0.9898, 0.1),
    (1.0327, 0.075),
    (1.0896, 0.05),
    (1.1811, 0.025),
    (1.2929, 0.01),
    (1.3702, 0.005),
    (1.4452, 0.0025),
    (1.5390, 0.001),
    (1.6029, 0.0005),
    (1.7472, 0.0001),
];

fn lilliefors_p_value(distance: f64, count: f64) -> f64 {
    let modified = (distance - 0.2 / count) * (count.sqrt() + 0.26 + 0.5 / count.sqrt());
    if modified <= LILLIEFORS[0].0 {
        return 1.0;
    }
    // The logarithm of the probability falls with the square of the distance in the tail.
    let after = LILLIEFORS.partition_point(|row| row.0 < modified).min(LILLIEFORS.len() - 1);
    let [(near, high), (far, low)] = [LILLIEFORS[after - 1], LILLIEFORS[after]];
    let share = (modified * modified - near * near) / (far * far - near * near);
    high * (low / high).powf(share)
}

#[cfg(test)]
mod tests {
    use super::super::coverage::{exponential, random};
    use super::*;

    const SCORES: [u64; 12] = [
        1_532_101, 82_913, 406_550, 2_904_772, 733_018, 12_489, 1_101_934, 655_320, 5_230_087, 268_406, 930_555,
        3_410_222,
    ];

    /// numpy 2 and scipy 1.17, with y = x / mean(x): `(n + sum(log(y)) - sum(y*log(y))) * sqrt(6/n) / pi`, `2*norm.sf(abs(z))`
    /// and `kstest(y, "expon").statistic`.
    #[test]
    fn long_games_give_the_statistics_of_the_textbooks() {
        let scores = Scores::new(SCORES);
        let (cox_oakes, lilliefors) = (scores.cox_oakes().unwrap(), scores.lilliefors().unwrap());
        assert!((cox_oakes.statistic - -0.8879394802732621).abs() < 1e-4, "{cox_oakes:?}");
        assert!((cox_oakes.p_value - 0.37457330637419195).abs() < 1e-4, "{cox_oakes:?}");
        assert!((lilliefors.statistic - 0.1316529136386031).abs() < 1e-6, "{lilliefors:?}");
        assert!(lilliefors.p_value > 0.5, "{lilliefors:?}");
    }

    /// Whole lines of exponential games with a mean of 2: more than a third of the scores are 0.
    #[test]
    fn short_games_and_zeros_are_no_reason_to_reject() {
        let mut random = random(1);
        const RUNS: u32 = 1_000;
        let mut rejected = [0, 0];
        for _ in 0..RUNS {
            let scores = Scores::new((0..1_000).map(|_| exponential(&mut random, 2.0)).collect::<Vec<_>>());
            assert_eq!(scores.sorted()[300], 0);
            rejected[0] += u32::from(scores.cox_oakes().unwrap().p_value < 0.05);
            rejected[1] += u32::from(scores.lilliefors().unwrap().p_value < 0.05);
        }
        let [cox_oakes, lilliefors] = rejected.map(|rejected| f64::from(rejected) / f64::from(RUNS));
        let tolerance = 4.0 * (0.05 * 0.95 / f64::from(RUNS)).sqrt();
        assert!((cox_oakes - 0.05).abs() < tolerance, "{cox_oakes}");
        assert!(lilliefors < 0.05, "{lilliefors}");
    }

    #[test]
    fn other_distributions_are_noticed() {
        let mut random = random(2);
        // The sum of two games and the square of one.
        let alike = (0..300).map(|_| exponential(&mut random, 1e4) + exponential(&mut random, 1e4)).collect::<Vec<_>>();
        let different = (0..300).map(|_| exponential(&mut random, 1e4).pow(2)).collect::<Vec<_>>();
        let (alike, different) = (Scores::new(alike), Scores::new(different));
        assert!(alike.cox_oakes().unwrap().statistic > 5.0);
        assert!(different.cox_oakes().unwrap().statistic < -5.0);
        for scores in [alike, different] {
            assert!(scores.cox_oakes().unwrap().p_value < 1e-6);
            assert!(scores.lilliefors().unwrap().p_value < 1e-3);
        }
    }

    #[test]
    fn p_values_are_uniform_for_exponential_scores() {
        let mut random = random(3);
        const RUNS: u32 = 4_000;
        let mut results = [Vec::new(), Vec::new()];
        for _ in 0..RUNS {
            let scores = Scores::new((0..100).map(|_| exponential(&mut random, 1e6)).collect::<Vec<_>>());
            results[0].push(scores.cox_oakes().unwrap().p_value);
            results[1].push(scores.lilliefors().unwrap().p_value);
        }
        for p_values in results {
            for share in [0.01, 0.05, 0.1, 0.25, 0.5] {
                let below = p_values.iter().filter(|&&p_value| p_value < share).count() as f64 / f64::from(RUNS);
                let error = (share * (1.0 - share) / f64::from(RUNS)).sqrt();
                // Neither law is exact at 100 games.
                assert!((below - share).abs() < 4.0 * error + 0.04 * share, "{below} of {share}");
            }
        }
    }

    /// Stephens 1974 gives 0.926, 0.990, 1.094, 1.190 and 1.308 for the modified distance, from fewer samples.
    #[test]
    fn p_values_are_near_those_published() {
        let count = 1e6_f64;
        for (modified, published) in [(0.926, 0.15), (0.990, 0.1), (1.094, 0.05), (1.190, 0.025), (1.308, 0.01)] {
            let p_value = lilliefors_p_value(modified / count.sqrt(), count);
            assert!((p_value / published - 1.0).abs() < 0.15, "{p_value} for {published}");
        }
        let p_values: Vec<f64> = (0..300).map(|step| lilliefors_p_value(f64::from(step) / 1e5, count)).collect();
        assert!(p_values.is_sorted_by(|a, b| a >= b));
        assert!(p_values[0] == 1.0 && p_values[299] < 1e-10);
    }

    #[test]
    fn long_games_need_no_correction() {
        let (average, spread) = moments(1_000.0);
        assert!(average.abs() < 1e-6, "{average}");
        assert!((spread / (PI / 6f64.sqrt()) - 1.0).abs() < 4e-4, "{spread}");
    }

    #[test]
    fn too_little_says_nothing() {
        for scores in [vec![], vec![7], vec![0, 0, 0]] {
            let scores = Scores::new(scores);
            assert_eq!((scores.cox_oakes(), scores.lilliefors()), (None, None));
        }
    }

    #[test]
    fn averages_over_a_line_are_those_of_a_fine_sum() {
        for score in [0.0, 1.0, 5.0, 1_000.0] {
            const STEPS: u32 = 200_000;
            let points = (0..STEPS).map(|step| (score + (f64::from(step) + 0.5) / f64::from(STEPS)) / 7.5);
            let sum = points.map(|y: f64| 1.0 + y.ln() - y * y.ln()).sum::<f64>() / f64::from(STEPS);
            assert!((slope(score, 7.0) - sum).abs() < 1e-5 * sum.abs(), "{score}");
        }
    }
}
