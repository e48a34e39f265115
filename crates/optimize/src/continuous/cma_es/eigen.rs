//! The axes of a covariance.
//!
//! Householder's reflections make the matrix tridiagonal, then QR steps with Wilkinson's shift make it diagonal (Golub and Van Loan,
//! Matrix Computations, 8.3). Training runs repeat to the bit, so the order of the operations is fixed. It is that of the crate
//! nalgebra 0.35.0, which worked out the axes of earlier runs.

/// Usually it takes less than two steps for each axis.
const STEPS_FOR_EACH_AXIS: usize = 100;

/// The unit vectors of the axes, one in each column of a matrix row by row, and the variances along them, ascending.
///
/// There are none if the numbers do not settle. The matrix is symmetric and finite.
pub(super) fn axes(covariance: &[f64], dimension: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    let largest = covariance.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let mut matrix = Tridiagonal::new(covariance.iter().map(|x| x / scale).collect(), dimension);
    matrix.settle()?;
    let variances: Vec<f64> = matrix.diagonal.iter().map(|variance| variance * largest).collect();
    let mut order: Vec<usize> = (0..dimension).collect();
    order.sort_by(|&a, &b| variances[a].total_cmp(&variances[b]));
    let rows = (0..dimension).flat_map(|row| order.iter().map(move |&axis| (axis, row)));
    let basis = rows.map(|(axis, row)| matrix.axes[axis * dimension + row]).collect();
    Some((basis, order.iter().map(|&axis| variances[axis]).collect()))
}

/// A symmetric matrix with nothing but its diagonal and what is next to it, in a basis of its own.
struct Tridiagonal {
    diagonal: Vec<f64>,
    /// The values below the diagonal, and above it.
    beside: Vec<f64>,
    /// The vectors of the basis, one after the other.
    axes: Vec<f64>,
}

impl Tridiagonal {
    /// From the columns of a symmetric matrix one after the other, of which the lower triangle is read.
    fn new(mut columns: Vec<f64>, dimension: usize) -> Tridiagonal {
        let signed: Vec<f64> = (1..dimension).map(|next| reflect(&mut columns, dimension, next)).collect();
        let mut axes = vec![0.0; dimension * dimension];
        axes.iter_mut().step_by(dimension + 1).for_each(|x| *x = 1.0);
        for next in (1..dimension).rev() {
            let sign = signed[next - 1].signum();
            let mirror = &columns[(next - 1) * dimension..][next..dimension];
            for axis in axes.chunks_exact_mut(dimension).skip(next - 1) {
                let axis = &mut axis[next..];
                let factor = dot(mirror, axis) * (sign * -2.0);
                axis.iter_mut().zip(mirror).for_each(|(x, v)| *x = factor * v + sign * *x);
            }
        }
        Tridiagonal {
            diagonal: columns.iter().step_by(dimension + 1).copied().collect(),
            beside: signed.into_iter().map(f64::abs).collect(),
            axes,
        }
    }

    /// Turns the basis until nothing is left beside the diagonal, or tells that too many steps are needed.
    fn settle(&mut self) -> Option<()> {
        let mut last = self.diagonal.len() - 1;
        for _ in 0..STEPS_FOR_EACH_AXIS * self.diagonal.len() {
            let first;
            (first, last) = self.block(last);
            match last - first {
                0 => return Some(()),
                1 => self.solve_pair(first),
                _ => self.step(first, last),
            }
            if last - first == 1 || self.beside[last - 1].abs() <= self.rounding(last - 1) {
                last -= 1;
            }
        }
        None
    }

    /// From where to where the last block reaches that is not diagonal yet, up to a place; the same place twice if there is none.
    fn block(&mut self, last: usize) -> (usize, usize) {
        let is_beside = |&place: &usize| self.beside[place - 1].abs() > self.rounding(place - 1);
        let Some(last) = (1..=last).rev().find(is_beside) else { return (0, 0) };
        let is_end = |&place: &usize| self.beside[place - 1].abs() <= self.rounding(place - 1);
        let Some(first) = (1..last).rev().find(is_end) else { return (0, last) };
        self.beside[first - 1] = 0.0;
        (first, last)
    }

    /// What is beside two places of the diagonal and not above this is nothing but rounding.
    fn rounding(&self, place: usize) -> f64 {
        f64::EPSILON * (self.diagonal[place + 1].abs() + self.diagonal[place].abs())
    }

    /// One QR step on a block of three or more.
    fn step(&mut self, first: usize, last: usize) {
        let Tridiagonal { diagonal, beside, axes } = self;
        let dimension = diagonal.len();
        let mut x = diagonal[first] - shift(diagonal[last - 1], diagonal[last], beside[last - 1]);
        let mut y = beside[first];
        for place in first..last {
            if y == 0.0 {
                return;
            }
            let (cosine, sine, length) = rotation(x, -y);
            if place > first {
                beside[place - 1] = length;
            }
            let (above, below, between) = (diagonal[place], diagonal[place + 1], beside[place]);
            let (cc, ss, cs) = (cosine * cosine, sine * sine, cosine * sine);
            let both = cs * 2.0 * between;
            diagonal[place] = (cc * above + ss * below) - both;
            diagonal[place + 1] = (ss * above + cc * below) + both;
            beside[place] = cs * (above - below) + between * (cc - ss);
            if place + 1 < last {
                x = beside[place];
                y = -sine * beside[place + 1];
                beside[place + 1] *= cosine;
            }
            rotate(&mut axes[place * dimension..], dimension, cosine, -sine);
        }
    }

    /// Makes a block of two diagonal.
    fn solve_pair(&mut self, first: usize) {
        let (above, below, between) = (self.diagonal[first], self.diagonal[first + 1], self.beside[first]);
        let half = (above - below) * 0.5;
        let root = (between * between + half * half).sqrt();
        let middle = (above + below) * 0.5;
        let larger = middle + root;
        (self.diagonal[first], self.diagonal[first + 1]) = (larger, middle - root);
        // The difference that loses fewer digits.
        let is_from_below = (larger - below).abs() > (larger - above).abs();
        let (x, y) = if is_from_below { (larger - below, between) } else { (between, larger - above) };
        let (cosine, sine, length) = rotation(x, y);
        if length.abs() > f64::EPSILON {
            let dimension = self.diagonal.len();
            rotate(&mut self.axes[first * dimension..], dimension, cosine, sine);
        }
    }
}

/// Turns the first two of the vectors of a basis.
fn rotate(axes: &mut [f64], dimension: usize, cosine: f64, sine: f64) {
    let (one, others) = axes.split_at_mut(dimension);
    for (a, b) in one.iter_mut().zip(others) {
        (*a, *b) = (*a * cosine + sine * *b, -sine * *a + *b * cosine);
    }
}

/// Reflects the rows and columns from `next` on so that all of the column before them becomes 0 but its value beside the diagonal,
/// which is returned. The unit vector of the reflection is left in that column. What is 0 already is not reflected.
fn reflect(columns: &mut [f64], dimension: usize, next: usize) -> f64 {
    let (before, columns) = columns.split_at_mut(next * dimension);
    let mirror = &mut before[(next - 1) * dimension..][next..];
    let square = dot(mirror, mirror);
    let (size, sign) = size_and_sign(mirror[0]);
    let length = sign * square.sqrt();
    let factor = (square + size * square.sqrt()) * 2.0;
    mirror[0] += length;
    if factor == 0.0 {
        return length;
    }
    divide(mirror, factor.sqrt());
    // If the factor was very small, that is not a unit vector yet.
    divide(mirror, dot(mirror, mirror).sqrt());
    let image = twice_product(columns, dimension, mirror);
    let twice = dot(mirror, &image) * 2.0;
    for (place, column) in columns.chunks_exact_mut(dimension).enumerate() {
        let (v, p) = (mirror[place], image[place]);
        let both = twice * v;
        let lower = column[next + place..].iter_mut().zip(&mirror[place..]).zip(&image[place..]);
        lower.for_each(|((x, a), b)| *x = *x - v * b - p * a + both * a);
    }
    -length
}

/// Twice the product of a symmetric matrix with a vector. Of each column the last values are read, as many as it has from the
/// diagonal on.
fn twice_product(columns: &[f64], dimension: usize, vector: &[f64]) -> Vec<f64> {
    // -0 is the number that changes no number when it is added.
    let mut product = vec![-0.0; vector.len()];
    for (place, column) in columns.chunks_exact(dimension).enumerate() {
        let lower = &column[dimension - vector.len() + place..];
        let factor = 2.0 * vector[place];
        if place == 0 {
            product[0] = factor * lower[0] + 2.0 * dot(&lower[1..], &vector[1..]);
        } else {
            product[place] += 2.0 * dot(lower, &vector[place..]);
        }
        product[place + 1..].iter_mut().zip(&lower[1..]).for_each(|(sum, x)| *sum += factor * x);
    }
    product
}

fn divide(vector: &mut [f64], divisor: f64) {
    vector.iter_mut().for_each(|x| *x /= divisor);
}

/// The scalar product, from eight sums side by side.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let mut total = 0.0;
    for lane in 0..4 {
        total += sums[lane] + sums[lane + 4];
    }
    for (a, b) in a_rest.iter().zip(b_rest) {
        total += a * b;
    }
    total
}

/// The eigenvalue of the symmetric two by two matrix that is closer to its last value.
fn shift(above: f64, below: f64, between: f64) -> f64 {
    let square = between * between;
    if square == 0.0 {
        return below;
    }
    let half = (above - below) * 0.5;
    below - square / (half + half.signum() * (half * half + square).sqrt())
}

/// Cosine and sine of the angle of a point, with the cosine not below 0, and the signed distance from 0.
fn rotation(x: f64, y: f64) -> (f64, f64, f64) {
    let (size, sign) = size_and_sign(x);
    let distance = (size * size + y * y).sqrt();
    let signed = sign * distance;
    (size / distance, y / signed, signed)
}

fn size_and_sign(x: f64) -> (f64, f64) {
    if x >= 0.0 { (x, 1.0) } else { (-x, -1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn axes_make_up_the_matrix() {
        let mut random = Random::new(1, [0, 0]);
        for dimension in 1..12 {
            let matrix = any(dimension, &mut random);
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

    /// The symmetric matrix with these values at each row and column of its lower triangle.
    fn symmetric(dimension: usize, mut value: impl FnMut(usize, usize) -> f64) -> Vec<f64> {
        let mut matrix = vec![0.0; dimension * dimension];
        for row in 0..dimension {
            for column in 0..=row {
                matrix[row * dimension + column] = value(row, column);
                matrix[column * dimension + row] = matrix[row * dimension + column];
            }
        }
        matrix
    }

    type Kind = fn(usize, &mut Random) -> Vec<f64>;

    /// Kinds of matrices, and the digest of the bits of their axes and variances as the crate nalgebra 0.35.0 had them:
    /// `SymmetricEigen::try_new(matrix, f64::EPSILON, 100 * dimension)`, axes sorted by variance.
    const NALGEBRA: [(&str, Kind, u64); 8] = [
        ("any", any, 0x281C_61D8_F4B9_5D4F),
        ("singular", singular, 0x0239_5A5A_3B65_4375),
        ("many equal variances", repeated, 0xC647_F8DA_D2E5_FD04),
        ("nearly diagonal", nearly_diagonal, 0x4AC9_E9E3_0970_6BD3),
        ("diagonal", diagonal, 0xB652_C609_5452_1D35),
        ("many zeros", sparse, 0x0A2E_4BEA_14B2_6ED0),
        ("tiny or huge", scaled, 0xEB8C_A448_C67E_7DAA),
        ("ill-conditioned", graded, 0xE1A2_F3B4_3C08_18E8),
    ];

    fn any(dimension: usize, random: &mut Random) -> Vec<f64> {
        symmetric(dimension, |_, _| random.unit() - 0.5)
    }

    fn vector(dimension: usize, random: &mut Random) -> Vec<f64> {
        (0..dimension).map(|_| random.unit() - 0.5).collect()
    }

    fn singular(dimension: usize, random: &mut Random) -> Vec<f64> {
        let vectors: Vec<Vec<f64>> = (0..dimension / 2 + 1).map(|_| vector(dimension, random)).collect();
        symmetric(dimension, |row, column| vectors.iter().map(|vector| vector[row] * vector[column]).sum())
    }

    fn repeated(dimension: usize, random: &mut Random) -> Vec<f64> {
        let vector = vector(dimension, random);
        symmetric(dimension, |row, column| f64::from(row == column) + vector[row] * vector[column])
    }

    fn nearly_diagonal(dimension: usize, random: &mut Random) -> Vec<f64> {
        symmetric(dimension, |row, column| if row == column { random.unit() } else { 1e-9 * (random.unit() - 0.5) })
    }

    fn diagonal(dimension: usize, random: &mut Random) -> Vec<f64> {
        symmetric(dimension, |row, column| if row == column { random.below(dimension) as f64 } else { 0.0 })
    }

    fn sparse(dimension: usize, random: &mut Random) -> Vec<f64> {
        symmetric(dimension, |_, _| if random.chance(0.25) { random.below(5) as f64 - 2.0 } else { 0.0 })
    }

    fn scaled(dimension: usize, random: &mut Random) -> Vec<f64> {
        let scale = libm::exp2(1800.0 * (random.unit() - 0.5));
        symmetric(dimension, |_, _| scale * (random.unit() - 0.5))
    }

    fn graded(dimension: usize, random: &mut Random) -> Vec<f64> {
        let scales: Vec<f64> = (0..dimension).map(|_| libm::exp2(40.0 * (random.unit() - 0.5))).collect();
        symmetric(dimension, |row, column| (1.0 + random.unit()) * scales[row] * scales[column])
    }

    #[test]
    fn bits_are_those_of_nalgebra() {
        for (name, kind, expected) in NALGEBRA {
            let mut random = Random::new(2, [0, 0]);
            let mut digest = 0_u64;
            for dimension in 1..=64 {
                let (basis, variances) = axes(&kind(dimension, &mut random), dimension).unwrap();
                for value in basis.iter().chain(&variances) {
                    digest = (digest ^ value.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
                }
            }
            assert_eq!(digest, expected, "{name}");
        }
    }
}
