//! The axes of a covariance.

use nalgebra::{DMatrix, SymmetricEigen};

/// Usually it takes less than two steps for each axis.
const STEPS_FOR_EACH_AXIS: usize = 100;

/// The unit vectors of the axes, one in each column of a matrix row by row, and the variances along them, ascending.
///
/// There are none if the numbers do not settle. The matrix is symmetric and finite. The crate works these out by reflections and
/// rotations, without products of matrices, whose last bits would depend on the processor.
pub(super) fn axes(covariance: &[f64], dimension: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    let matrix = DMatrix::from_row_slice(dimension, dimension, covariance);
    let eigen = SymmetricEigen::try_new(matrix, f64::EPSILON, STEPS_FOR_EACH_AXIS * dimension)?;
    let mut order: Vec<usize> = (0..dimension).collect();
    order.sort_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]));
    let variances = order.iter().map(|&axis| eigen.eigenvalues[axis]).collect();
    let coordinates = (0..dimension).flat_map(|row| order.iter().map(move |&axis| (row, axis)));
    let basis = coordinates.map(|place| eigen.eigenvectors[place]).collect();
    Some((basis, variances))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn axes_make_up_the_matrix() {
        let mut random = Random::new(1, [0, 0]);
        for dimension in 1..12 {
            let mut matrix = vec![0.0; dimension * dimension];
            for row in 0..dimension {
                for column in 0..=row {
                    let value = random.unit() - 0.5;
                    matrix[row * dimension + column] = value;
                    matrix[column * dimension + row] = value;
                }
            }
            let (basis, variances) = axes(&matrix, dimension).unwrap();
            assert!(variances.is_sorted());
            for row in 0..dimension {
                for column in 0..dimension {
                    let value: f64 = (0..dimension)
                        .map(|axis| variances[axis] * basis[row * dimension + axis] * basis[column * dimension + axis])
                        .sum();
                    assert!((value - matrix[row * dimension + column]).abs() < 1e-13);
                }
            }
        }
    }
}
