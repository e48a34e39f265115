//! Many tests at once.

/// The p-values of several tests, so that the chance of a single false alarm among all of them stays what it is for one (Holm 1979).
/// They are in the order of the tests.
///
/// ```
/// use tetrolab_statistics::holm;
///
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, &test) in order.iter().enumerate() {
        least = least.max((p_values[test] * (p_values.len() - rank) as f64).min(1.0));
        corrected[test] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As R's `p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.5), "holm")`.
    #[test]
    fn known_values() {
        let corrected = holm(&[0.5, 0.01, 0.02, 0.03, 0.04]);
        for (found, expected) in corrected.iter().zip([0.5, 0.05, 0.08, 0.09, 0.09]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.7, 0.8]), [1.0, 1.0]);
    }
}
