//! A saved search resumes as if it had never been interrupted.

use tetrolab_optimize::continuous::{Noise, OPTIMIZERS, Optimizer, Projection, Restarts, Settings, State, restore};
use tetrolab_optimize::random::Random;

use super::objectives::{bits, rosenbrock, sphere, step};

/// Through text and back.
fn again(optimizer: &dyn Optimizer) -> Box<dyn Optimizer> {
    let text = serde_json::to_string(&optimizer.state()).unwrap();
    let state: State = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&state).unwrap(), text);
    restore(state).unwrap()
}

/// All there is to see of an optimiser.
fn seen(optimizer: &dyn Optimizer) -> impl PartialEq + std::fmt::Debug {
    let points = bits(&optimizer.ask());
    let mean = bits(&[optimizer.mean().to_vec()]);
    let best = optimizer.best().map(|(point, score)| (bits(&[point.to_vec()]), score.to_bits()));
    let counts = (optimizer.generation(), optimizer.evaluations());
    (points, mean, best, counts, optimizer.spread(), optimizer.stop())
}

fn assert_resumes(start: &dyn Fn() -> Box<dyn Optimizer>, generations: u64, every: u64, objective: fn(&[f64]) -> f64) {
    let (mut plain, mut interrupted) = (start(), start());
    for generation in 0..generations {
        if generation % every == 0 {
            interrupted = again(interrupted.as_ref());
        }
        assert_eq!(seen(plain.as_ref()), seen(interrupted.as_ref()), "{plain:?}");
        step(plain.as_mut(), objective);
        step(interrupted.as_mut(), objective);
    }
}

#[test]
fn resumed_equals_uninterrupted() {
    for entry in OPTIMIZERS {
        for (dimension, every) in [(1, 1), (3, 2), (8, 7), (20, 19)] {
            for projection in [Projection::Nothing, Projection::UnitSphere] {
                let settings = Settings { projection, ..Settings::new(vec![0.3; dimension], 0.7, u64::MAX - 5) };
                let objective = if dimension == 1 { sphere } else { rosenbrock };
                assert_resumes(&|| (entry.start)(&settings).unwrap(), 60, every, objective);
            }
        }
    }
}

#[test]
fn also_with_noise() {
    let entry = OPTIMIZERS.iter().find(|entry| entry.name == "cross-entropy").unwrap();
    let linear = Noise::Linear { start: 5.0, slope_generations: 10.0 };
    for noise in [Noise::Constant(4.0), linear, Noise::Hyperbolic { scale: 20.0 }] {
        let settings = Settings { noise, ..Settings::new(vec![0.0; 4], 10.0, 1) };
        assert_resumes(&|| (entry.start)(&settings).unwrap(), 60, 5, rosenbrock);
    }
}

#[test]
fn also_across_a_restart() {
    for name in ["cma-es", "cma-es-plain"] {
        let entry = OPTIMIZERS.iter().find(|entry| entry.name == name).unwrap();
        let restarts = Restarts::Ipop { factor: 2 };
        let settings = Settings { restarts, ..Settings::new(vec![1.0; 2], 0.5, 1) };
        let start = || (entry.start)(&settings).unwrap();
        assert_resumes(&start, 500, 3, sphere);
        let mut optimizer = start();
        (0..500).for_each(|_| step(optimizer.as_mut(), sphere));
        assert!(optimizer.ask().len() > 2 * start().ask().len(), "there were restarts");
    }
}

/// The axes of many dimensions are not worked out anew in each generation, and so must be part of the state.
#[test]
fn also_between_two_decompositions() {
    let entry = OPTIMIZERS.iter().find(|entry| entry.name == "cma-es").unwrap();
    let settings = Settings { population: Some(4), ..Settings::new(vec![0.5; 60], 0.5, 1) };
    let mut optimizer = (entry.start)(&settings).unwrap();
    let is_stale = (0..20).filter(|_| {
        step(optimizer.as_mut(), sphere);
        matches!(optimizer.state(), State::CmaEs(state) if state.distribution.axes_of < state.since_restart)
    });
    assert!(is_stale.count() > 5);
    assert_resumes(&|| (entry.start)(&settings).unwrap(), 20, 1, sphere);
}

#[test]
fn asked_twice_it_gives_the_same() {
    for entry in OPTIMIZERS {
        let mut optimizer = (entry.start)(&Settings::new(vec![0.0; 6], 1.0, 2)).unwrap();
        for _ in 0..5 {
            assert_eq!(bits(&optimizer.ask()), bits(&optimizer.ask()));
            step(optimizer.as_mut(), sphere);
        }
    }
}

/// Told points may be others than those that were asked for.
#[test]
fn repaired_points_are_taken_as_told() {
    for entry in OPTIMIZERS {
        let mut optimizer = (entry.start)(&Settings::new(vec![0.5; 3], 1.0, 2)).unwrap();
        let mut random = Random::new(1, [0, 0]);
        for _ in 0..20 {
            let mut points = optimizer.ask();
            points.iter_mut().flatten().for_each(|x| *x = x.clamp(0.0, 1.0));
            let scores: Vec<f64> = points.iter().map(|_| random.unit()).collect();
            optimizer.tell(&points, &scores).unwrap();
            let best = optimizer.best().unwrap().0;
            assert!(best.iter().all(|x| (0.0..=1.0).contains(x)), "{}", entry.name);
        }
        assert!(optimizer.ask().iter().flatten().all(|x| x.is_finite()));
    }
}
