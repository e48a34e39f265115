//! Ranks points by their scores.

use std::cmp::Ordering;

/// The numbers of the scores, from the best to the worst. Equal ones keep the order of their numbers. All must be finite.
pub(super) fn ranked(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    // Both zeros are equal, so this is no total order of bits.
    order.sort_by(|&a, &b| scores[b].partial_cmp(&scores[a]).unwrap_or(Ordering::Equal));
    order
}

/// The mean of these points, coordinate by coordinate.
pub(super) fn mean_of<'a>(points: impl ExactSizeIterator<Item = &'a Vec<f64>>, dimension: usize) -> Vec<f64> {
    let count = points.len() as f64;
    let mut mean = vec![0.0; dimension];
    for point in points {
        mean.iter_mut().zip(point).for_each(|(sum, x)| *sum += x);
    }
    mean.iter_mut().for_each(|sum| *sum /= count);
    mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        assert_eq!(ranked(&[1.0, 3.0, -0.0, 3.0, 0.0, -2.0]), [1, 3, 0, 2, 4, 5]);
    }

    #[test]
    fn means_are_by_coordinate() {
        assert_eq!(mean_of([vec![1.0, 2.0], vec![3.0, 6.0]].iter(), 2), [2.0, 4.0]);
    }
}
