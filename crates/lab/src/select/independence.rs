//! Which numbers say something that others do not say together.
//!
//! A player adds up numbers times weights, and compares drops of one position. A number that is a weighted sum of others there, but for
//! what is the same for all drops of a position, cannot change any decision that these others could not.

/// A number is taken as a sum of others if so little of it is left.
const LITTLE: f64 = 1e-6;

/// Numbers of which none is a weighted sum of the others, made orthogonal and of length 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Basis {
    columns: Vec<Vec<f64>>,
}

impl Basis {
    /// What the number says beyond those in the basis, with length 1; `None` if it says nothing.
    pub fn beyond(&self, column: &[f64]) -> Option<Vec<f64>> {
        let whole = length(column);
        let mut left = column.to_vec();
        // Twice is enough: what rounding has left of the others goes in the second turn.
        for other in self.columns.iter().chain(&self.columns) {
            let share = product(&left, other);
            left.iter_mut().zip(other).for_each(|(left, other)| *left -= share * other);
        }
        let size = length(&left);
        (size > LITTLE * whole && size > 0.0).then(|| left.iter().map(|value| value / size).collect())
    }

    /// Adds a number, if it says anything.
    pub fn add(&mut self, column: &[f64]) {
        let beyond = self.beyond(column);
        self.columns.extend(beyond);
    }
}

/// Whether two numbers of length 1 are the same, or the opposite.
pub(super) fn are_same(first: &[f64], second: &[f64]) -> bool {
    product(first, second).abs() > 1.0 - LITTLE * LITTLE
}

/// How long a vector is.
pub(super) fn length(column: &[f64]) -> f64 {
    product(column, column).sqrt()
}

fn product(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_others_say_nothing_new() {
        let (first, second) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 7.0]);
        let mut basis = Basis::default();
        assert!(basis.beyond(&[0.0; 4]).is_none());
        basis.add(&first);
        basis.add(&second);
        let sum: Vec<f64> = first.iter().zip(second).map(|(a, b)| 0.3 * a - 5.0 * b).collect();
        assert!(basis.beyond(&first).is_none() && basis.beyond(&sum).is_none());
        let third = basis.beyond(&[0.0, 1.0, 0.0, 0.0]).unwrap();
        assert!((length(&third) - 1.0).abs() < 1e-12 && product(&third, &first).abs() < 1e-12);
        // What is beyond is the same for two numbers that differ by what is there.
        let other = basis.beyond(&[2.0, 5.0, 0.0, 14.0]).unwrap();
        assert!(are_same(&third, &other) && !are_same(&third, &basis.beyond(&[0.0, 0.0, 1.0, 0.0]).unwrap()));
    }
}
