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

/// An ellipsoid whose longest axis is 1000 times the shortest.
pub fn ellipsoid(point: &[f64]) -> f64 {
    let last = (point.len() - 1) as f64;
    point.iter().enumerate().map(|(axis, x)| 1e6_f64.powf(axis as f64 / last) * x * x).sum()
}

/// Eight dimensions, as the published figures have them.
pub fn published(start: f64, seed: u64) -> Settings {
    Settings::new(vec![start; 8], 0.5, seed)
}

/// Tells one generation: the smaller the objective, the better.
pub fn step(optimizer: &mut dyn Optimizer, objective: impl Fn(&[f64]) -> f64) {
    let points = optimizer.ask();
    let scores: Vec<f64> = points.iter().map(|point| -objective(point)).collect();
    optimizer.tell(&points, &scores).unwrap();
}

/// How many points were told, in whole generations, when the best was at most `target`; none if it stopped before, or needs more
/// than `most`.
pub fn evaluations_until(
    optimizer: &mut dyn Optimizer,
    objective: impl Fn(&[f64]) -> f64,
    target: f64,
    most: u64,
) -> Option<u64> {
    while optimizer.evaluations() < most && optimizer.stop().is_none() {
        step(optimizer, &objective);
        if optimizer.best().unwrap().1 >= -target {
            return Some(optimizer.evaluations());
        }
    }
    None
}

/// The same bits.
pub fn bits(points: &[Vec<f64>]) -> Vec<Vec<u64>> {
    points.iter().map(|point| point.iter().map(|x| x.to_bits()).collect()).collect()
}
