//! The normal distribution of CMA-ES, and how it learns.

use serde::{Deserialize, Serialize};

use super::eigen;
use super::parameters::Parameters;
use crate::continuous::StateError;
use crate::continuous::normal::Normal;
use crate::continuous::optimizer::Stop;
use crate::continuous::settings::{is_deviation, is_in_range};
use crate::continuous::state::check_numbers;

/// The largest variance along an axis may be this many times the smallest.
const LARGEST_CONDITION: f64 = 1e14;

/// In one generation sigma grows by at most the exponential of this. Told points may be far from those that were asked for.
const FASTEST_GROWTH: f64 = 1.0;

/// How far from orthonormal the axes of a state may be.
const ORTHONORMAL: f64 = 1e-9;

/// A normal distribution with the covariance `sigma² C`, and the paths it learns from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// m, the centre.
    pub mean: Vec<f64>,
    /// The step size.
    pub sigma: f64,
    /// C, row by row.
    pub covariance: Vec<f64>,
    /// The unit vectors of the axes of C, one in each column, row by row.
    pub basis: Vec<f64>,
    /// The square roots of the variances of C along the axes, ascending.
    pub axes: Vec<f64>,
    /// The axes are those of C after this many generations since the restart.
    pub axes_of: u64,
    /// p_σ, the path of the step size.
    pub path_sigma: Vec<f64>,
    /// p_c, the path of the covariance.
    pub path_covariance: Vec<f64>,
}

impl Distribution {
    /// Round, with this centre and step size.
    pub(super) fn new(mean: &[f64], sigma: f64) -> Distribution {
        let dimension = mean.len();
        let mut identity = vec![0.0; dimension * dimension];
        identity.iter_mut().step_by(dimension + 1).for_each(|x| *x = 1.0);
        Distribution {
            mean: mean.to_vec(),
            sigma,
            basis: identity.clone(),
            covariance: identity,
            axes: vec![1.0; dimension],
            axes_of: 0,
            path_sigma: vec![0.0; dimension],
            path_covariance: vec![0.0; dimension],
        }
    }

    /// The standard deviation of every coordinate.
    pub(super) fn deviations(&self) -> Vec<f64> {
        let variances = self.covariance.iter().step_by(self.mean.len() + 1);
        variances.map(|variance| self.sigma * variance.sqrt()).collect()
    }

    /// A point of the distribution: `m + sigma B D Bᵀ z`.
    ///
    /// The tutorial has `B D z`. That is the same distribution, but its points depend on which axes are found where many are
    /// right.
    pub(super) fn sample(&self, normal: &mut Normal) -> Vec<f64> {
        let round: Vec<f64> = self.mean.iter().map(|_| normal.next_value()).collect();
        let mut stretched = self.along_axes(&round);
        stretched.iter_mut().zip(&self.axes).for_each(|(along, axis)| *along *= axis);
        let rows = self.basis.chunks_exact(self.mean.len());
        rows.zip(&self.mean).map(|(row, mean)| mean + self.sigma * product(row, &stretched)).collect()
    }

    /// What becomes of it after these points, from the best to the worst; or why it has to stay as it is.
    pub(super) fn updated(
        &self,
        parameters: &Parameters,
        best_first: &[&[f64]],
        generation: u64,
    ) -> Result<Distribution, Stop> {
        let steps: Vec<Vec<f64>> = best_first[..parameters.weights.len()]
            .iter()
            .map(|point| point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect())
            .collect();
        let mut step = vec![0.0; parameters.dimension];
        for (weight, parent) in parameters.weights.iter().zip(&steps[..parameters.parents]) {
            step.iter_mut().zip(parent).for_each(|(sum, y)| *sum += weight * y);
        }
        let mut next = self.clone();
        next.mean.iter_mut().zip(&step).for_each(|(mean, y)| *mean += self.sigma * y);
        next.learn_step_size(parameters, &step);
        next.learn_covariance(parameters, &step, &steps, generation);
        if !next.is_sound() {
            return Err(Stop::Diverged);
        }
        if (generation - next.axes_of) as f64 > parameters.patience {
            next.find_axes(generation)?;
        }
        Ok(next)
    }

    /// Cumulative step-size adaptation: sigma grows if steps go the same way one after the other.
    fn learn_step_size(&mut self, parameters: &Parameters, step: &[f64]) {
        let rate = parameters.rate_sigma;
        let gain = (rate * (2.0 - rate) * parameters.effective).sqrt();
        let whitened = self.whitened(step);
        let rows = self.basis.chunks_exact(self.mean.len());
        for (path, row) in self.path_sigma.iter_mut().zip(rows) {
            *path = (1.0 - rate) * *path + gain * product(row, &whitened);
        }
        let length = length(&self.path_sigma) / parameters.expected_length;
        self.sigma *= libm::exp((rate / parameters.damping * (length - 1.0)).min(FASTEST_GROWTH));
    }

    /// The rank-one update with the path, and the rank-μ update with the points.
    fn learn_covariance(&mut self, parameters: &Parameters, step: &[f64], steps: &[Vec<f64>], generation: u64) {
        let rate = parameters.rate_path;
        let is_path_moving = self.is_path_moving(parameters, generation);
        let gain = if is_path_moving { (rate * (2.0 - rate) * parameters.effective).sqrt() } else { 0.0 };
        for (path, y) in self.path_covariance.iter_mut().zip(step) {
            *path = (1.0 - rate) * *path + gain * y;
        }
        let stalled = if is_path_moving { 0.0 } else { rate * (2.0 - rate) };
        let sum: f64 = parameters.weights.iter().sum();
        let stays = 1.0 + parameters.rate_one * stalled - parameters.rate_one - parameters.rate_points * sum;
        self.covariance.iter_mut().for_each(|x| *x *= stays);
        let weights: Vec<f64> =
            parameters.weights.iter().zip(steps).map(|(&weight, y)| self.scaled(weight, y)).collect();
        add_square(&mut self.covariance, parameters.rate_one, &self.path_covariance);
        for (weight, y) in weights.iter().zip(steps) {
            add_square(&mut self.covariance, parameters.rate_points * weight, y);
        }
        mirror(&mut self.covariance, parameters.dimension);
    }

    /// A negative weight is for a step of usual length, so that no step takes away more than there is.
    fn scaled(&self, weight: f64, step: &[f64]) -> f64 {
        if weight >= 0.0 {
            return weight;
        }
        let whitened = self.whitened(step);
        let square = product(&whitened, &whitened);
        // A step of no length takes away nothing.
        if square > 0.0 { weight * step.len() as f64 / square } else { 0.0 }
    }

    /// h_σ: the path of the covariance waits while sigma grows fast.
    fn is_path_moving(&self, parameters: &Parameters, generation: u64) -> bool {
        let n = parameters.dimension as f64;
        let forgotten = libm::pow(1.0 - parameters.rate_sigma, 2.0 * generation as f64);
        let length = length(&self.path_sigma) / (1.0 - forgotten).sqrt();
        length < (1.4 + 2.0 / (n + 1.0)) * parameters.expected_length
    }

    /// The step in the directions of the axes: `Bᵀ y`.
    fn along_axes(&self, step: &[f64]) -> Vec<f64> {
        let mut along = vec![0.0; step.len()];
        for (row, y) in self.basis.chunks_exact(step.len()).zip(step) {
            along.iter_mut().zip(row).for_each(|(sum, coordinate)| *sum += coordinate * y);
        }
        along
    }

    /// The same, each in units of the length of the axis: `D⁻¹ Bᵀ y`.
    fn whitened(&self, step: &[f64]) -> Vec<f64> {
        let mut along = self.along_axes(step);
        along.iter_mut().zip(&self.axes).for_each(|(sum, axis)| *sum /= axis);
        along
    }

    fn find_axes(&mut self, generation: u64) -> Result<(), Stop> {
        let (basis, variances) = eigen::axes(&self.covariance, self.mean.len()).ok_or(Stop::Condition)?;
        let (smallest, largest) = (variances[0], variances[variances.len() - 1]);
        if smallest <= 0.0 || largest > LARGEST_CONDITION * smallest {
            return Err(Stop::Condition);
        }
        self.basis = basis;
        self.axes = variances.into_iter().map(f64::sqrt).collect();
        self.axes_of = generation;
        if self.axes.iter().all(|axis| is_deviation(self.sigma * axis)) { Ok(()) } else { Err(Stop::Diverged) }
    }

    /// Whether all numbers are such that the search can go on.
    fn is_sound(&self) -> bool {
        let vectors = [&self.mean, &self.covariance, &self.path_sigma, &self.path_covariance];
        is_deviation(self.sigma)
            && vectors.iter().all(|vector| vector.iter().all(|&x| is_in_range(x)))
            && self.deviations().into_iter().all(is_deviation)
    }

    /// Checks that it can belong to a search of this dimension after `generation` generations.
    pub(super) fn check(&self, dimension: usize, generation: u64) -> Result<(), StateError> {
        check_numbers("the mean", &self.mean, dimension)?;
        check_numbers("the path of sigma", &self.path_sigma, dimension)?;
        check_numbers("the path of the covariance", &self.path_covariance, dimension)?;
        check_numbers("the covariance", &self.covariance, dimension * dimension)?;
        check_numbers("the basis", &self.basis, dimension * dimension)?;
        check_numbers("the axes", &self.axes, dimension)?;
        if !is_deviation(self.sigma) || !self.axes.iter().all(|&axis| is_deviation(self.sigma * axis)) {
            return Err(StateError::Spread("sigma or an axis"));
        }
        if !self.deviations().into_iter().all(is_deviation) {
            return Err(StateError::Spread("the covariance"));
        }
        let mut places = (0..dimension).flat_map(|row| (0..row).map(move |column| (row, column)));
        let at = |row: usize, column: usize| self.covariance[row * dimension + column];
        if places.any(|(row, column)| at(row, column) != at(column, row)) {
            return Err(StateError::NotSymmetric);
        }
        if self.axes_of > generation {
            return Err(StateError::Count);
        }
        let is_orthonormal = has_orthonormal_rows(&self.basis, dimension);
        if is_orthonormal && self.axes.is_sorted() { Ok(()) } else { Err(StateError::Axes) }
    }
}

/// The scalar product.
fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(vector: &[f64]) -> f64 {
    product(vector, vector).sqrt()
}

/// Adds `weight · v vᵀ` to the lower triangle of a matrix.
fn add_square(matrix: &mut [f64], weight: f64, vector: &[f64]) {
    for (row, (cells, y)) in matrix.chunks_exact_mut(vector.len()).zip(vector).enumerate() {
        let factor = weight * y;
        cells[..=row].iter_mut().zip(vector).for_each(|(cell, other)| *cell += factor * other);
    }
}

/// Makes the upper triangle of a matrix equal to the lower.
fn mirror(matrix: &mut [f64], dimension: usize) {
    for row in 0..dimension {
        for column in 0..row {
            matrix[column * dimension + row] = matrix[row * dimension + column];
        }
    }
}

fn has_orthonormal_rows(matrix: &[f64], dimension: usize) -> bool {
    let rows: Vec<&[f64]> = matrix.chunks_exact(dimension).collect();
    rows.iter().enumerate().all(|(number, row)| {
        let is_unit = (product(row, row) - 1.0).abs() <= ORTHONORMAL;
        is_unit && rows[..number].iter().all(|other| product(row, other).abs() <= ORTHONORMAL)
    })
}
