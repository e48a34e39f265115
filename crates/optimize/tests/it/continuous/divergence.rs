//! An objective that sees only the direction of a point: without a projection the search grows without bound, with one it
//! converges.

use tetrolab_optimize::continuous::normal::Normal;
use tetrolab_optimize::continuous::{Entry, LARGEST, OPTIMIZERS, Optimizer, Projection, Restarts, Settings, Stop};

const GENERATIONS: usize = 400;

/// The best direction.
const DIRECTION: [f64; 8] = [-0.6, 0.1, -0.3, 0.2, -0.5, 0.3, 0.1, 0.4];

/// The cosine of the angle between a point and the best direction.
fn cosine(point: &[f64]) -> f64 {
    let length = |vector: &[f64]| vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let product: f64 = point.iter().zip(&DIRECTION).map(|(x, d)| x * d).sum();
    product / (length(point) * length(&DIRECTION)).max(f64::MIN_POSITIVE)
}

/// The score of every point is disturbed, in each generation anew.
fn step(optimizer: &mut dyn Optimizer) {
    let points = optimizer.ask();
    let noise = |index: usize| 0.005 * Normal::new(99, [optimizer.generation(), index as u64]).next_value();
    let scores: Vec<f64> = points.iter().enumerate().map(|(index, point)| cosine(point) + noise(index)).collect();
    optimizer.tell(&points, &scores).unwrap();
}

/// The protocol of the published runs: λ 30, μ 15, sigma 0.5, from 0.
fn protocol(projection: Projection, seed: u64) -> Settings {
    let settings = Settings::new(vec![0.0; 8], 0.5, seed);
    Settings { population: Some(30), parents: Some(15), projection, ..settings }
}

/// The largest deviation and the length of the mean after each generation.
fn run(optimizer: &mut dyn Optimizer) -> Vec<(f64, f64)> {
    let widths = (0..GENERATIONS).map(|_| {
        step(optimizer);
        let widest = optimizer.spread().deviations.into_iter().fold(0.0, f64::max);
        (widest, optimizer.mean().iter().map(|x| x * x).sum::<f64>().sqrt())
    });
    widths.collect()
}

#[test]
fn without_projection_it_grows_without_bound() {
    for name in ["cma-es", "cma-es-plain"] {
        for seed in 1..=5 {
            let mut optimizer = (Entry::named(name).unwrap().start)(&protocol(Projection::Nothing, seed)).unwrap();
            let widths = run(optimizer.as_mut());
            let (last_width, last_length) = widths[GENERATIONS - 1];
            let narrowest = widths.iter().map(|width| width.0).fold(f64::INFINITY, f64::min);
            assert!(last_width > 10.0 * narrowest, "{name} {seed}: {narrowest} became {last_width}");
            assert!(last_length > 100.0 * widths[0].1, "{name} {seed}: {last_length}");
            assert!(optimizer.mean().iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn on_the_unit_sphere_it_converges() {
    for name in ["cma-es", "cma-es-plain"] {
        for seed in 1..=5 {
            let mut optimizer = (Entry::named(name).unwrap().start)(&protocol(Projection::UnitSphere, seed)).unwrap();
            let widths = run(optimizer.as_mut());
            let (last_width, last_length) = widths[GENERATIONS - 1];
            assert!(last_width < 0.2 * widths[0].0, "{name} {seed}: {last_width}");
            assert!((last_length - 1.0).abs() < 0.05, "{name} {seed}: {last_length}");
            assert!(cosine(optimizer.mean()) > 0.99, "{name} {seed}: {}", cosine(optimizer.mean()));
        }
    }
}

#[test]
fn points_have_unit_length() {
    for entry in OPTIMIZERS {
        let settings = Settings { projection: Projection::UnitSphere, ..Settings::new(vec![0.0; 5], 0.5, 1) };
        let mut optimizer = (entry.start)(&settings).unwrap();
        for _ in 0..10 {
            let points = optimizer.ask();
            let lengths = points.iter().map(|point| point.iter().map(|x| x * x).sum::<f64>());
            assert!(lengths.into_iter().all(|square| (square - 1.0).abs() < 1e-12), "{}", entry.name);
            let scores: Vec<f64> = points.iter().map(|point| point[0]).collect();
            optimizer.tell(&points, &scores).unwrap();
        }
    }
}

/// A slope without end: sigma grows until the numbers are too large, and then it says so. In one dimension, since in more of them
/// the axes would differ too much in length before.
#[test]
fn what_grows_for_ever_stops_with_a_reason() {
    for name in ["cma-es", "cma-es-plain"] {
        let settings = Settings { restarts: Restarts::Ipop { factor: 2 }, ..Settings::new(vec![0.0], 1.0, 1) };
        let mut optimizer = (Entry::named(name).unwrap().start)(&settings).unwrap();
        while optimizer.stop().is_none() {
            let points = optimizer.ask();
            assert!(points.iter().flatten().all(|x| x.is_finite()));
            let scores: Vec<f64> = points.iter().map(|point| point[0]).collect();
            optimizer.tell(&points, &scores).unwrap();
            assert!(optimizer.generation() < 10_000);
        }
        assert_eq!(optimizer.stop(), Some(Stop::Diverged));
        assert!(optimizer.mean().iter().all(|x| x.abs() <= LARGEST));
        assert!(optimizer.ask().iter().flatten().all(|x| x.is_finite()));
    }
}
