//! What must change nothing.

use tetrolab_optimize::continuous::{Entry, OPTIMIZERS, Settings};
use tetrolab_optimize::random::Random;

use super::objectives::{bits, ellipsoid, evaluations_until, published, rosenbrock, step};

/// The points of the first `generations` generations, with this score.
fn trajectory(entry: &Entry, settings: &Settings, generations: usize, score: impl Fn(&[f64]) -> f64) -> Vec<Vec<f64>> {
    let mut optimizer = (entry.start)(settings).unwrap();
    let mut points = Vec::new();
    for _ in 0..generations {
        points.extend(optimizer.ask());
        step(optimizer.as_mut(), &score);
    }
    points
}

#[test]
fn only_the_order_of_scores_counts() {
    for entry in OPTIMIZERS {
        let settings = published(0.0, 3);
        let plain = trajectory(entry, &settings, 60, rosenbrock);
        // All of these are exact enough to keep the order of what differs here.
        let scaled = trajectory(entry, &settings, 60, |point| 1024.0 * rosenbrock(point));
        let logarithm = trajectory(entry, &settings, 60, |point| rosenbrock(point).ln());
        let root = trajectory(entry, &settings, 60, |point| rosenbrock(point).sqrt() - 7.0);
        assert_eq!(bits(&plain), bits(&scaled), "{}", entry.name);
        assert_eq!(bits(&plain), bits(&logarithm), "{}", entry.name);
        assert_eq!(bits(&plain), bits(&root), "{}", entry.name);
    }
}

#[test]
fn a_larger_space_looks_the_same() {
    const SCALE: f64 = 64.0;
    for entry in OPTIMIZERS {
        let mut settings = published(0.25, 4);
        let plain = trajectory(entry, &settings, 60, rosenbrock);
        settings.mean.iter_mut().for_each(|x| *x *= SCALE);
        settings.sigma *= SCALE;
        let shrunk = |point: &[f64]| point.iter().map(|x| x / SCALE).collect::<Vec<f64>>();
        let scaled = trajectory(entry, &settings, 60, |point| rosenbrock(&shrunk(point)));
        let back: Vec<Vec<f64>> = scaled.iter().map(|point| shrunk(point)).collect();
        assert_eq!(bits(&plain), bits(&back), "{}", entry.name);
    }
}

#[test]
fn it_does_not_matter_where_the_origin_is() {
    const SHIFT: f64 = 3.0;
    for entry in OPTIMIZERS {
        let plain = trajectory(entry, &published(0.0, 5), 20, ellipsoid);
        let there = |point: &[f64]| point.iter().map(|x| x - SHIFT).collect::<Vec<f64>>();
        let shifted = trajectory(entry, &published(SHIFT, 5), 20, |point| ellipsoid(&there(point)));
        for (plain, shifted) in plain.iter().zip(&shifted) {
            for (a, b) in plain.iter().zip(there(shifted)) {
                assert!((a - b).abs() < 1e-9, "{}: {a} and {b}", entry.name);
            }
        }
    }
}

/// Two mirrors, one after the other, are a rotation.
struct Rotation([Vec<f64>; 2]);

impl Rotation {
    fn new(dimension: usize, seed: u64) -> Rotation {
        let mut random = Random::new(seed, [0, 0]);
        Rotation(std::array::from_fn(|_| {
            let axis: Vec<f64> = (0..dimension).map(|_| random.unit() - 0.5).collect();
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            axis.into_iter().map(|x| x / length).collect()
        }))
    }

    fn turn(&self, point: &[f64]) -> Vec<f64> {
        let mut point = point.to_vec();
        for axis in &self.0 {
            let along: f64 = point.iter().zip(axis).map(|(x, a)| x * a).sum();
            point.iter_mut().zip(axis).for_each(|(x, a)| *x -= 2.0 * along * a);
        }
        point
    }
}

#[test]
fn cma_es_does_not_mind_how_the_axes_lie() {
    const SEEDS: u64 = 20;
    for name in ["cma-es", "cma-es-plain"] {
        let entry = Entry::named(name).unwrap();
        let mean = |rotation: Option<Rotation>| {
            let count = |seed| {
                let mut optimizer = (entry.start)(&published(0.0, seed)).unwrap();
                // The optimum is away from the start, at distance 2.
                let objective = |point: &[f64]| {
                    let mut point = rotation.as_ref().map_or_else(|| point.to_vec(), |rotation| rotation.turn(point));
                    point.iter_mut().for_each(|x| *x -= 0.5_f64.sqrt());
                    ellipsoid(&point)
                };
                evaluations_until(optimizer.as_mut(), objective, 1e-9, 20_000).unwrap() as f64
            };
            (1..=SEEDS).map(count).sum::<f64>() / SEEDS as f64
        };
        let straight = mean(None);
        for seed in 1..=3 {
            let turned = mean(Some(Rotation::new(8, seed)));
            // The deviation of one run is about 6 %, so this is above four deviations of the difference.
            assert!((turned / straight - 1.0).abs() < 0.08, "{name}: {straight} straight, {turned} turned");
        }
    }
}
