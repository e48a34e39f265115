//! What is optimised in these tests, and how a run goes.

use tetrolab_optimize::continuous::{Optimizer, Settings};

/// A function whose smallest value, 0, is looked for.
pub type Objective = fn(&[f64]) -> f64;

pub fn sphere(point: &[f64]) -> f64 {
    point.iter().map(|x| x * x).sum()
}

pub fn rosenbrock(point: &[f64]) -> f64 {
    let bend = |pair: &[f64]| {
        let (from_parabola, from_one) = (pair[1] - pair[0] * pair[0], 1.0 - pair[0]);
        100.0 * from_parabola * from_parabola + from_one * from_one
    };
    point.windows(2).map(bend).sum()
}

/// Axes from 1 to 1000 in length.
pub fn ellipsoid(point: &[f64]) -> f64 {
    let last = (point.len() - 1) as f64;
    let term = |(axis, x): (usize, &f64)| libm_free_power(1e6, axis as f64 / last) * x * x;
    point.iter().enumerate().map(term).sum()
}

fn libm_free_power(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

/// Tells one generation, the better the smaller the objective is.
pub fn step(optimizer: &mut dyn Optimizer, objective: impl Fn(&[f64]) -> f64) {
    let points = optimizer.ask();
    let scores: Vec<f64> = points.iter().map(|point| -objective(point)).collect();
    optimizer.tell(&points, &scores).unwrap();
}

/// The number of evaluations until the objective is at most `target`, counted to the point; none if it takes more than `most`.
pub fn evaluations_until(
    optimizer: &mut dyn Optimizer,
    objective: impl Fn(&[f64]) -> f64,
    target: f64,
    most: u64,
) -> Option<u64> {
    while optimizer.evaluations() < most && optimizer.stop().is_none() {
        let points = optimizer.ask();
        let scores: Vec<f64> = points.iter().map(|point| -objective(point)).collect();
        if let Some(number) = scores.iter().position(|&score| score >= -target) {
            return Some(optimizer.evaluations() + number as u64 + 1);
        }
        optimizer.tell(&points, &scores).unwrap();
    }
    None
}

/// Eight dimensions, as the published figures have them.
pub fn published(start: f64, seed: u64) -> Settings {
    Settings::new(vec![start; 8], 0.5, seed)
}
