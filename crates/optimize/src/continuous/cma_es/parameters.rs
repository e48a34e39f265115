//! The weights and learning rates of CMA-ES: appendix A and table 1 of the tutorial.

/// What follows from the dimension, λ and μ.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    /// n.
    pub(super) dimension: usize,
    /// λ.
    pub(super) population: usize,
    /// How many points move the mean.
    pub(super) parents: usize,
    /// The weight of each rank, from the best on. The first μ add up to 1. The others are negative or, if it is not active, not
    /// there.
    pub(super) weights: Vec<f64>,
    /// μ_eff, the variance-effective size of the selection.
    pub(super) effective: f64,
    /// c_σ, how fast the path of the step size forgets.
    pub(super) rate_sigma: f64,
    /// d_σ, how slowly the step size changes.
    pub(super) damping: f64,
    /// c_c, how fast the path of the covariance forgets.
    pub(super) rate_path: f64,
    /// c_1, what the covariance learns from its path.
    pub(super) rate_one: f64,
    /// c_μ, what it learns from the points.
    pub(super) rate_points: f64,
    /// E|N(0, I)|, how long a normal vector is on average.
    pub(super) expected_length: f64,
    /// This many generations may pass before the axes are computed again.
    pub(super) patience: f64,
}

impl Parameters {
    pub(super) fn new(dimension: usize, population: usize, parents: usize, is_active: bool) -> Parameters {
        let n = dimension as f64;
        // Half of λ, as the tutorial has it, or as if λ were twice μ.
        let middle = if parents == population / 2 { (population as f64 + 1.0) / 2.0 } else { parents as f64 + 0.5 };
        let raw: Vec<f64> = (1..=population).map(|rank| libm::log(middle / rank as f64)).collect();
        let (better, worse) = raw.split_at(parents);
        let effective = effective_size(better);
        let rate_sigma = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + rate_sigma;
        let rate_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let rate_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let rate_points = (2.0 * (0.25 + effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective))
            .min(1.0 - rate_one);
        let sum: f64 = better.iter().sum();
        let mut weights: Vec<f64> = better.iter().map(|weight| weight / sum).collect();
        let worse_sum: f64 = worse.iter().sum();
        // If all points are parents, none is left. With an odd λ the point in the middle has no weight.
        if is_active && worse_sum < 0.0 {
            let against_drift = 1.0 + rate_one / rate_points;
            let against_few = 1.0 + 2.0 * effective_size(worse) / (effective + 2.0);
            let keeps_positive = (1.0 - rate_one - rate_points) / (n * rate_points);
            let total = against_drift.min(against_few).min(keeps_positive);
            weights.extend(worse.iter().map(|weight| total * weight / -worse_sum));
        }
        Parameters {
            dimension,
            population,
            parents,
            weights,
            effective,
            rate_sigma,
            damping,
            rate_path,
            rate_one,
            rate_points,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            patience: 1.0 / (10.0 * n * (rate_one + rate_points)),
        }
    }
}

/// The square of the sum divided by the sum of squares.
fn effective_size(weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    sum * sum / weights.iter().map(|weight| weight * weight).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For 8 dimensions and λ = 10, worked out from the tutorial by another program.
    #[test]
    fn they_are_those_of_the_tutorial() {
        let parameters = Parameters::new(8, 10, 5, true);
        let near = |is: f64, should: f64| assert!((is - should).abs() < 5e-5, "{is} is not {should}");
        near(parameters.weights[..5].iter().sum(), 1.0);
        near(parameters.weights[0], 0.4563);
        near(parameters.effective, 3.1673);
        near(parameters.rate_sigma, 0.3196);
        near(parameters.damping, 1.3196);
        near(parameters.rate_path, 0.3437);
        near(parameters.rate_one, 0.022_31);
        near(parameters.rate_points, 0.033_60);
        near(parameters.expected_length, 2.7421);
        let negative: f64 = parameters.weights[5..].iter().sum();
        near(negative, -1.6640);
    }

    #[test]
    fn every_selection_has_sound_weights() {
        for dimension in [1, 2, 8, 40, 1000] {
            for population in [2, 3, 4, 5, 10, 31, 1000] {
                for parents in (1..=population).filter(|parents| parents % 7 == 1 || *parents == population / 2) {
                    let parameters = Parameters::new(dimension, population, parents, true);
                    let (better, worse) = parameters.weights.split_at(parents);
                    let sum: f64 = better.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-9 && better.iter().all(|&weight| weight > 0.0));
                    assert!(worse.iter().all(|&weight| weight <= 0.0 && weight.is_finite()), "{worse:?}");
                    let rates =
                        [parameters.rate_sigma, parameters.rate_path, parameters.rate_one, parameters.rate_points];
                    assert!(rates.iter().all(|rate| (0.0..=1.0).contains(rate)), "{rates:?}");
                    // What the worse take away is less than what stays.
                    let taken = -parameters.rate_points * dimension as f64 * worse.iter().sum::<f64>();
                    let stays = 1.0 - parameters.rate_one - parameters.rate_points;
                    assert!(taken <= stays + 1e-12, "{taken} of {stays}");
                }
            }
        }
    }
}
