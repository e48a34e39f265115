//! When a search stops, and how it begins again.

use tetrolab_optimize::continuous::{Entry, Optimizer, Restarts, Settings, State, Stop};
use tetrolab_optimize::random::Random;

use super::objectives::{sphere, step};

fn started(name: &str, settings: &Settings) -> Box<dyn Optimizer> {
    (Entry::named(name).unwrap().start)(settings).unwrap()
}

/// Why it stopped, and after how many generations; `None` if it has not after `most`.
fn stopped(optimizer: &mut dyn Optimizer, most: u64, objective: impl Fn(&[f64], u64) -> f64) -> Option<(Stop, u64)> {
    while optimizer.generation() < most {
        let generation = optimizer.generation();
        step(optimizer, |point| objective(point, generation));
        if let Some(stop) = optimizer.stop() {
            return Some((stop, optimizer.generation()));
        }
    }
    None
}

fn restarts(optimizer: &dyn Optimizer) -> u32 {
    match optimizer.state() {
        State::CmaEs(state) => state.restarts,
        _ => 0,
    }
}

#[test]
fn what_is_solved_has_converged() {
    for name in ["cma-es", "cma-es-plain", "cross-entropy", "genetic"] {
        let mut optimizer = started(name, &Settings::new(vec![1.0; 4], 0.5, 1));
        let (stop, _) = stopped(optimizer.as_mut(), 5000, |point, _| sphere(point)).unwrap();
        assert_eq!(stop, Stop::Converged, "{name}");
    }
}

#[test]
fn equal_scores_are_flat() {
    let mut optimizer = started("cma-es", &Settings::new(vec![1.0; 8], 0.5, 1));
    // 10 + 30 n / λ generations, where n = 8 and λ = 10.
    assert_eq!(stopped(optimizer.as_mut(), 100, |_, _| 7.0), Some((Stop::Flat, 34)));
}

/// Nothing but noise: it stops in the end, but not in the 50 generations of the published runs.
#[test]
fn noise_stops_nothing_early() {
    for seed in 1..=10 {
        let settings = Settings { population: Some(30), ..Settings::new(vec![0.0; 8], 0.5, seed) };
        let mut optimizer = started("cma-es", &settings);
        let noise = |point: &[f64], generation| Random::new(point[0].to_bits(), [generation, 0]).unit();
        let (stop, generation) = stopped(optimizer.as_mut(), 20_000, noise).unwrap();
        assert!(stop == Stop::Stagnated && generation >= 128, "{stop:?} after {generation}");
    }
}

/// Slow progress under heavy noise, of which each generation has its own part, is no stagnation.
#[test]
fn slow_progress_under_noise_goes_on() {
    for seed in 1..=5 {
        let settings = Settings { population: Some(30), ..Settings::new(vec![0.0; 8], 0.5, seed) };
        let mut optimizer = started("cma-es", &settings);
        let objective = |point: &[f64], generation: u64| {
            let noise =
                Random::new(point[0].to_bits(), [generation, 0]).unit() + Random::new(1, [generation, 1]).unit();
            // Lower and lower along a slope that never ends.
            noise - point.iter().sum::<f64>().clamp(-1e3, 1e3) / 100.0
        };
        assert_eq!(stopped(optimizer.as_mut(), 100, objective), None);
    }
}

#[test]
fn a_flat_valley_stops_at_the_condition() {
    let mut optimizer = started("cma-es", &Settings::new(vec![1.0; 2], 0.5, 1));
    let valley = |point: &[f64], _| 1e17 * point[0] * point[0] - point[1].min(1e60);
    let (stop, _) = stopped(optimizer.as_mut(), 20_000, valley).unwrap();
    assert_eq!(stop, Stop::Condition);
    assert!(optimizer.ask().iter().flatten().all(|x| x.is_finite()));
}

#[test]
fn a_restart_begins_again_with_more_points() {
    let settings = Settings {
        population: Some(7),
        parents: Some(3),
        restarts: Restarts::Ipop { factor: 2 },
        ..Settings::new(vec![1.0, 2.0], 0.5, 1)
    };
    let mut optimizer = started("cma-es", &settings);
    let mut best = f64::NEG_INFINITY;
    for expected in 1..=3 {
        while restarts(optimizer.as_ref()) < expected {
            let generation = optimizer.generation();
            step(optimizer.as_mut(), sphere);
            assert_eq!(optimizer.generation(), generation + 1);
            assert_eq!(optimizer.stop(), None);
            assert!(optimizer.best().unwrap().1 >= best);
            best = optimizer.best().unwrap().1;
        }
        assert_eq!(optimizer.ask().len(), 7 << expected);
        assert_eq!(optimizer.mean(), [1.0, 2.0]);
        let spread = optimizer.spread();
        assert_eq!((spread.sigma, spread.axes), (0.5, vec![1.0; 2]));
    }
}

/// Many hollows: one run falls into a wrong one, restarts find the right one.
#[test]
fn restarts_solve_what_one_run_does_not() {
    let hollows = |point: &[f64]| {
        let term = |x: &f64| x * x + 10.0 * (1.0 - (std::f64::consts::TAU * x).cos());
        point.iter().map(term).sum::<f64>()
    };
    let mut solved = [0, 0];
    for seed in 1..=5 {
        for (restarts, solved) in [Restarts::Never, Restarts::Ipop { factor: 2 }].into_iter().zip(&mut solved) {
            let mut optimizer = started("cma-es", &Settings { restarts, ..Settings::new(vec![3.3; 4], 2.0, seed) });
            while optimizer.evaluations() < 60_000 && optimizer.stop().is_none() {
                step(optimizer.as_mut(), hollows);
            }
            *solved += u32::from(optimizer.best().unwrap().1 > -1e-9);
        }
    }
    assert!(solved[0] <= 1 && solved[1] >= 4, "{solved:?}");
}
