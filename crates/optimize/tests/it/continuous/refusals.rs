//! What is not taken in, and what is said about it.

use serde_json::{Value, json};
use tetrolab_optimize::continuous::{
    Entry, Noise, OPTIMIZERS, Optimizer, Restarts, Settings, State, TellError, restore,
};
use tetrolab_optimize::random::Random;

use super::objectives::{published, rosenbrock, step};

fn said(name: &str, settings: &Settings) -> String {
    (Entry::named(name).unwrap().start)(settings).unwrap_err().to_string()
}

#[test]
fn all_problems_are_named_at_once() {
    let settings = Settings {
        mean: vec![1.0, f64::NAN],
        sigma: -0.5,
        population: Some(1),
        parents: Some(0),
        restarts: Restarts::Ipop { factor: 1 },
        noise: Noise::Constant(4.0),
        ..published(0.0, 1)
    };
    assert_eq!(
        said("cma-es", &settings),
        "a mean of NaN in coordinate 1: it is a finite number, at most 1e70; \
         a sigma of -0.5: it is a finite number above 0, from 1e-70 to 1e70; \
         a λ (population) of 1: it is from 2 to 1048576; \
         a μ (parents) of 0: it is at least 1; \
         a factor of 1: with a restart λ (population) grows, at least 2 times; \
         cma-es has no noise"
    );
}

#[test]
fn each_problem_has_its_sentence() {
    let good = || published(0.0, 1);
    let cases = [
        ("cma-es", Settings { mean: vec![], ..good() }, "a mean of 0 numbers: it has 1 to 1000"),
        ("cma-es", Settings { mean: vec![0.0; 1001], ..good() }, "a mean of 1001 numbers: it has 1 to 1000"),
        (
            "genetic",
            Settings { population: Some(12), parents: Some(13), ..good() },
            "a μ (parents) of 13 is more than the λ (population) of 12",
        ),
        (
            "cma-es",
            Settings { parents: Some(11), ..good() },
            "a μ (parents) of 11 is more than the λ (population) of 10",
        ),
        ("random", Settings { parents: Some(2), ..good() }, "random has no μ (parents)"),
        ("genetic", Settings { restarts: Restarts::Ipop { factor: 2 }, ..good() }, "genetic has no restarts"),
        (
            "cross-entropy",
            Settings { noise: Noise::Hyperbolic { scale: -1.0 }, ..good() },
            "a noise with -1: a variance is a finite number from 0 on, and a slope is above 0",
        ),
        (
            "cross-entropy",
            Settings { noise: Noise::Linear { start: 5.0, slope_generations: 0.0 }, ..good() },
            "a noise with 0: a variance is a finite number from 0 on, and a slope is above 0",
        ),
        (
            "random",
            Settings { sigma: f64::INFINITY, ..good() },
            "a sigma of inf: it is a finite number above 0, from 1e-70 to 1e70",
        ),
    ];
    for (name, settings, sentence) in cases {
        assert_eq!(said(name, &settings), sentence);
    }
}

#[test]
fn optimisers_are_found_by_name() {
    assert!(OPTIMIZERS.iter().all(|entry| Entry::named(entry.name).unwrap().name == entry.name));
    assert!(Entry::named("cmaes").is_none());
}

#[test]
fn what_is_wrong_changes_nothing() {
    for entry in OPTIMIZERS {
        let mut optimizer = (entry.start)(&published(0.0, 1)).unwrap();
        for _ in 0..3 {
            step(optimizer.as_mut(), rosenbrock);
            let before = optimizer.state();
            let points = optimizer.ask();
            let wanted = points.len();
            let scores = vec![1.0; wanted];
            let mut expect = |points: &[Vec<f64>], scores: &[f64], error| {
                assert_eq!(optimizer.tell(points, scores), Err(error), "{}", entry.name);
                assert_eq!(optimizer.state(), before, "{}", entry.name);
            };
            expect(&points[1..], &scores, TellError::Count { wanted, points: wanted - 1, scores: wanted });
            expect(&points, &scores[1..], TellError::Count { wanted, points: wanted, scores: wanted - 1 });
            expect(&[], &[], TellError::Count { wanted, points: 0, scores: 0 });
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut scores = scores.clone();
                scores[2] = bad;
                expect(&points, &scores, TellError::Score { point: 2 });
                let mut points = points.clone();
                points[3][5] = bad;
                expect(&points, &vec![1.0; wanted], TellError::Point { point: 3, coordinate: 5 });
            }
            let mut long = points.clone();
            long[1].push(0.0);
            expect(&long, &scores, TellError::Length { point: 1, length: 9, dimension: 8 });
        }
    }
}

#[test]
fn points_from_far_away_do_not_kill_it() {
    for entry in OPTIMIZERS {
        for far in [1e300, -1e160, 1e71, 1e-320] {
            let mut optimizer = (entry.start)(&published(0.0, 1)).unwrap();
            for _ in 0..4 {
                let mut points = optimizer.ask();
                points.iter_mut().for_each(|point| point[0] = far);
                let scores: Vec<f64> = points.iter().map(|point| point[1]).collect();
                optimizer.tell(&points, &scores).unwrap();
                assert!(optimizer.ask().iter().flatten().all(|x| x.is_finite()), "{} {far}", entry.name);
                restore(optimizer.state()).unwrap();
            }
        }
    }
}

/// Every place in a value, as pointers.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_string());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{here}/{index}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{here}/{name}"), found));
        }
        _ => {}
    }
}

/// Damages one place.
fn damage(value: &mut Value, random: &mut Random) {
    let mut all = Vec::new();
    places(value, "", &mut all);
    let place = value.pointer_mut(&all[random.below(all.len())]).expect("it was found there");
    let strange = [
        json!(null),
        json!(0),
        json!(-1),
        json!(1),
        json!(2),
        json!(1e308),
        json!(-1e-320),
        json!(1e69),
        json!(u64::MAX),
        json!(1_u64 << 54),
        json!("x"),
        json!([]),
        json!({}),
        json!(true),
        json!(1_048_576),
    ];
    match (random.below(3), place) {
        (0, Value::Array(items)) if !items.is_empty() => {
            items.pop();
        }
        (1, Value::Array(items)) if !items.is_empty() => items.push(items[0].clone()),
        (2, Value::Number(number)) if number.is_f64() => {
            let factor = [-1.0, 2.0, 1e-12, 1e40][random.below(4)];
            *number = serde_json::Number::from_f64(number.as_f64().unwrap_or_default() * factor).unwrap_or(0.into());
        }
        (_, place) => *place = strange[random.below(strange.len())].clone(),
    }
}

/// Goes on for a while, unless it would take long.
fn go_on(mut optimizer: Box<dyn Optimizer>) {
    for _ in 0..3 {
        let points = match optimizer.state() {
            State::CmaEs(state) if state.restarts > 3 || state.settings.population.is_some_and(|size| size > 999) => {
                return;
            }
            State::Genetic(state) if state.individuals.is_empty() => return,
            State::Random(state) if state.settings.population.is_some_and(|size| size > 999) => return,
            State::CrossEntropy(state) if state.settings.population.is_some_and(|size| size > 999) => return,
            _ => optimizer.ask(),
        };
        assert!(points.iter().flatten().all(|x| x.is_finite()), "{optimizer:?}");
        let scores: Vec<f64> = points.iter().map(|point| -rosenbrock(point).min(1e300)).collect();
        optimizer.tell(&points, &scores).unwrap();
        restore(optimizer.state()).unwrap();
    }
}

#[test]
fn damaged_states_are_refused_or_sound() {
    const TRIES: usize = 1500;
    for entry in OPTIMIZERS {
        let mut optimizer = (entry.start)(&Settings::new(vec![0.1; 3], 0.5, 1)).unwrap();
        (0..8).for_each(|_| step(optimizer.as_mut(), rosenbrock));
        let good = serde_json::to_value(optimizer.state()).unwrap();
        let mut random = Random::new(1, [0, 0]);
        let mut refused = 0;
        for _ in 0..TRIES {
            let mut bad = good.clone();
            (0..=random.below(2)).for_each(|_| damage(&mut bad, &mut random));
            match serde_json::from_value::<State>(bad).map(restore) {
                Ok(Ok(optimizer)) => go_on(optimizer),
                Ok(Err(error)) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
                Err(_) => refused += 1,
            }
        }
        assert!(refused > TRIES / 3, "{}: {refused} of {TRIES}", entry.name);
    }
}

#[test]
fn damaged_texts_never_panic() {
    for entry in OPTIMIZERS {
        let mut optimizer = (entry.start)(&Settings::new(vec![0.1; 2], 0.5, 1)).unwrap();
        (0..4).for_each(|_| step(optimizer.as_mut(), rosenbrock));
        let good = serde_json::to_vec(&optimizer.state()).unwrap();
        let mut random = Random::new(2, [0, 0]);
        for _ in 0..3000 {
            let mut bad = good.clone();
            bad[random.below(good.len())] = b"0123456789-.eE[]{},:\" x"[random.below(23)];
            if let Ok(Ok(optimizer)) = serde_json::from_slice::<State>(&bad).map(restore) {
                go_on(optimizer);
            }
        }
    }
}

#[test]
fn each_reason_to_refuse_a_state_is_said() {
    let mut optimizer = (OPTIMIZERS[0].start)(&Settings::new(vec![0.1; 3], 0.5, 1)).unwrap();
    (0..8).for_each(|_| step(optimizer.as_mut(), rosenbrock));
    let good = serde_json::to_value(optimizer.state()).unwrap();
    let cases = [
        ("/settings/sigma", json!(-1.0), "a sigma of -1: it is a finite number above 0, from 1e-70 to 1e70"),
        ("/restarts", json!(1), "the generations, points and restarts do not fit together"),
        ("/progress/evaluations", json!(2), "the generations, points and restarts do not fit together"),
        ("/progress/best/point", json!([1.0]), "best has more or fewer numbers than it needs"),
        ("/distribution/mean", json!([1.0, 2.0]), "the mean has more or fewer numbers than it needs"),
        ("/distribution/mean/1", json!(1e80), "the mean has a number that is not finite or too large"),
        ("/distribution/sigma", json!(0.0), "sigma or an axis has a spread that is not positive"),
        ("/distribution/axes/0", json!(0.0), "sigma or an axis has a spread that is not positive"),
        ("/distribution/covariance/4", json!(-1.0), "the covariance has a spread that is not positive"),
        ("/distribution/covariance/1", json!(0.123), "the covariance is not symmetric"),
        ("/distribution/basis/0", json!(2.0), "the axes are not orthogonal, or not in ascending order"),
        ("/distribution/axes/0", json!(99.0), "the axes are not orthogonal, or not in ascending order"),
        ("/best_scores", json!([]), "the history of scores has more or fewer numbers than it needs"),
    ];
    for (place, value, sentence) in cases {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        let state: State = serde_json::from_value(bad).unwrap();
        assert_eq!(restore(state).unwrap_err().to_string(), sentence, "{place}");
    }
}
