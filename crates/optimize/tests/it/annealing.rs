//! Simulated annealing: its temperature, its neighbours and its ends.

use std::collections::HashSet;

use tetrolab_optimize::annealing::{Annealing, Neighbourhood, Problem, Reheat, Settings, State, StateError, Stop};
use tetrolab_optimize::genome::{Gene, Space};
use tetrolab_optimize::mutation::Step;
use tetrolab_optimize::random::Random;
use tetrolab_optimize::solution::TellError;

fn space(sites: usize) -> Space {
    Space::new(sites, vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5)]).unwrap()
}

fn listed() -> Settings {
    // The last two lists have changed places: values of the one gene are outside its range, those of the other are too few.
    Settings::program(vec![vec![0, 1], (-5..=5).collect(), (0..4).collect()])
}

fn rough(genome: &[i8]) -> f64 {
    let sum: i64 = (1..).zip(genome).map(|(place, &gene)| place * i64::from(gene) % 7).sum();
    sum as f64 * 0.25
}

/// Tells the fitness of what is asked for.
fn step(annealing: &mut Annealing, evaluate: impl Fn(&[i8]) -> f64) -> Option<bool> {
    let fitness = evaluate(annealing.ask()?.genes);
    Some(annealing.tell(fitness).unwrap())
}

/// The places in which two genomes differ.
fn differences(a: &[i8], b: &[i8]) -> Vec<usize> {
    (0..a.len()).filter(|&place| a[place] != b[place]).collect()
}

#[test]
fn it_solves_a_toy() {
    let goal: Vec<i8> = [1, 2, -4].repeat(6);
    let evaluate =
        |genes: &[i8]| -genes.iter().zip(&goal).map(|(gene, goal)| f64::from((gene - goal).abs())).sum::<f64>();
    let random = |step| Neighbourhood::Random { step };
    for neighbourhood in [Neighbourhood::Complete, random(Step::Total), random(Step::Near), random(Step::ByKind)] {
        for reheat in [Reheat::UntilAccepted, Reheat::UntilBetter] {
            let settings =
                Settings { neighbourhood: neighbourhood.clone(), reheat, cooling: 0.005, ..Settings::paper() };
            let mut annealing = Annealing::new(space(6), settings, 1).unwrap();
            while step(&mut annealing, evaluate).is_some() {}
            assert_eq!(annealing.best().unwrap().genes, goal, "{neighbourhood:?}");
            assert_eq!(annealing.best().unwrap().fitness, 0.0);
            assert_eq!(annealing.stop(), Some(Stop::Stagnation));
        }
    }
}

/// While everything is refused, the complete neighbourhood is every neighbour once a round, in the same order.
#[test]
fn complete_is_every_neighbour_once_a_round() {
    let start = [0, 3, -5, 1, 2, 5, 0, 0, 0, 1, 1, 1];
    let mut annealing = Annealing::from_genome(space(4), Settings::paper(), 1, &start).unwrap();
    assert_eq!(annealing.ask().unwrap().genes, start);
    annealing.tell(0.0).unwrap();
    let mut seen = Vec::new();
    for _ in 0..2 * 4 * (1 + 3 + 10) {
        let candidate = annealing.ask().unwrap();
        let places = differences(candidate.genes, &start);
        assert_eq!((places.len(), candidate.changed), (1, places[0] / 3));
        seen.push(candidate.genes.to_vec());
        assert!(!annealing.tell(-1e9).unwrap());
    }
    let (first, second) = seen.split_at(56);
    assert_eq!(first, second);
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 56);
}

#[test]
fn a_round_begins_anywhere_after_acceptance() {
    let settings = Settings { iterations: 10_000, stagnation: u64::MAX, tabu: 0, ..Settings::paper() };
    let mut annealing = Annealing::new(space(4), settings, 1).unwrap();
    let mut sites = [0; 4];
    annealing.tell(0.0).unwrap();
    while let Some(candidate) = annealing.ask() {
        sites[candidate.changed] += 1;
        // Equals are accepted.
        assert!(annealing.tell(0.0).unwrap());
    }
    assert!(sites.iter().all(|&count: &i32| count.abs_diff(2500) < 200), "{sites:?}");
}

/// What is asked for follows from the published numbering alone, with its own value in it.
#[test]
fn listed_is_the_published_order() {
    let settings = Settings { tabu: 0, ..listed() };
    let start = [0, 3, -5, 1, 2, 5];
    let mut annealing = Annealing::from_genome(space(2), settings, 1, &start).unwrap();
    annealing.tell(0.0).unwrap();
    let lists: [Vec<i8>; 3] = [vec![0, 1], (-5..=5).collect(), (0..4).collect()];
    let first = annealing.state();
    // The number has gone on to the next already.
    let mut number = (first.number + 33) % 34;
    for _ in 0..80 {
        let (site, gene, value) = (number % 2, number / 2 % 3, number / 6);
        let mut expected = start.to_vec();
        expected[site * 3 + gene] = lists[gene][value % lists[gene].len()];
        let candidate = annealing.ask().unwrap();
        assert_eq!(candidate.genes, expected);
        let changed = differences(&expected, &start).first().map_or(2, |place| place / 3);
        assert_eq!(candidate.changed, changed);
        annealing.tell(-1e9).unwrap();
        number = (number + 1) % 34;
    }
}

#[test]
fn listed_values_may_be_outside() {
    let mut annealing = Annealing::new(space(3), Settings { iterations: 300, ..listed() }, 1).unwrap();
    let mut is_outside = false;
    while let Some(candidate) = annealing.ask() {
        is_outside |= !annealing.space().contains(candidate.genes);
        let fitness = rough(candidate.genes);
        annealing.tell(fitness).unwrap();
    }
    assert!(is_outside);
    let state = annealing.state();
    assert!(Annealing::from_state(space(3), listed(), &state).is_ok());
}

/// Written down once more from the rules.
#[test]
fn the_temperature_falls_and_rises() {
    for reheat in [Reheat::UntilAccepted, Reheat::UntilBetter] {
        for patience in [None, Some(0), Some(1), Some(5)] {
            let settings = Settings {
                temperature: 1.0,
                cooling: 0.05,
                patience,
                reheat,
                iterations: 3000,
                stagnation: u64::MAX,
                ..Settings::paper()
            };
            let mut annealing = Annealing::new(space(2), settings, 4).unwrap();
            step(&mut annealing, rough);
            let (mut temperature, mut quiet) = (1.0_f64, 0);
            let mut rises = 0;
            while annealing.ask().is_some() {
                assert_eq!(annealing.temperature(), temperature);
                let before = annealing.current().unwrap().fitness;
                let is_accepted = step(&mut annealing, rough).unwrap();
                let is_better = annealing.current().unwrap().fitness > before;
                let is_awaited = if reheat == Reheat::UntilAccepted { is_accepted } else { is_better };
                quiet = if is_awaited { 0 } else { quiet + 1 };
                if quiet >= patience.unwrap_or(2 * (2 + 4 + 11)) {
                    temperature *= 1.05;
                    rises += 1;
                } else {
                    temperature = (temperature * 0.95).max(0.1);
                }
            }
            assert!(rises > 0 && annealing.iteration() == 3000);
        }
    }
}

#[test]
fn it_never_gets_infinitely_hot() {
    let settings = Settings { cooling: 0.99, patience: Some(0), stagnation: 5000, ..Settings::paper() };
    let mut annealing = Annealing::new(space(2), settings, 4).unwrap();
    while step(&mut annealing, rough).is_some() {}
    assert_eq!(annealing.temperature(), f64::MAX);
}

#[test]
fn worse_ones_are_accepted_as_often_as_they_should() {
    for (loss, temperature) in [(0.5, 1.0), (2.0, 1.0), (3.0, 10.0), (1.0, 0.1)] {
        let settings = Settings {
            temperature,
            cooling: 0.0,
            tabu: 0,
            iterations: 20_000,
            stagnation: u64::MAX,
            ..Settings::paper()
        };
        let mut annealing = Annealing::new(space(2), settings, 4).unwrap();
        annealing.tell(0.0).unwrap();
        let mut accepted = 0.0;
        while annealing.ask().is_some() {
            let fitness = annealing.current().unwrap().fitness - loss;
            accepted += f64::from(u8::from(annealing.tell(fitness).unwrap()));
        }
        let probability = (-loss / temperature).exp();
        let deviation = 4.5 * (20_000.0 * probability * (1.0 - probability)).sqrt();
        assert!((accepted - 20_000.0 * probability).abs() <= deviation, "{loss} at {temperature}: {accepted}");
    }
}

#[test]
fn equals_are_accepted_or_not() {
    for accepts_equal in [true, false] {
        let mut annealing = Annealing::new(space(2), Settings { accepts_equal, ..Settings::paper() }, 4).unwrap();
        annealing.tell(0.0).unwrap();
        assert!((0..50).all(|_| annealing.tell(0.0).unwrap() == accepts_equal));
        assert!(annealing.tell(1.0).unwrap());
    }
}

#[test]
fn what_was_accepted_lately_is_not_tried() {
    let settings = Settings { temperature: 100.0, tabu: 40, stagnation: u64::MAX, ..Settings::paper() };
    let mut annealing = Annealing::new(space(4), settings, 4).unwrap();
    let mut accepted: Vec<Vec<i8>> = Vec::new();
    for _ in 0..3000 {
        let candidate = annealing.ask().unwrap().genes.to_vec();
        assert!(!accepted[accepted.len().saturating_sub(40)..].contains(&candidate));
        if step(&mut annealing, rough).unwrap() {
            accepted.push(candidate);
        }
    }
    assert!(accepted.len() > 1000);
}

/// Four genomes in all, and room for all of them in the list.
#[test]
fn when_all_is_tabu_it_goes_on_or_says_so() {
    let tiny = || Space::new(1, vec![Gene::FLIP, Gene::FLIP]).unwrap();
    for neighbourhood in [Neighbourhood::Complete, Neighbourhood::Random { step: Step::Total }] {
        let settings = Settings { neighbourhood, stagnation: 100, ..Settings::paper() };
        let mut annealing = Annealing::new(tiny(), settings, 4).unwrap();
        while step(&mut annealing, |_| 0.0).is_some() {}
        assert_eq!((annealing.stop(), annealing.iteration()), (Some(Stop::Stagnation), 100));
    }
    let settings = Settings { accepts_equal: true, ..Settings::program(vec![vec![0, 1]; 2]) };
    let mut annealing = Annealing::new(tiny(), settings, 4).unwrap();
    let mut count = 0;
    while step(&mut annealing, |_| 0.0).is_some() {
        count += 1;
    }
    assert!(count <= 4);
    assert_eq!(annealing.stop(), Some(Stop::Stuck));
    assert_eq!(annealing.tell(0.0), Err(TellError::NotAsked));
    // No neighbours at all.
    for neighbourhood in [Neighbourhood::Complete, Neighbourhood::Random { step: Step::Near }] {
        let single = Space::new(3, vec![Gene::linear(2, 2)]).unwrap();
        let mut annealing = Annealing::new(single, Settings { neighbourhood, ..Settings::paper() }, 4).unwrap();
        annealing.tell(1.0).unwrap();
        assert_eq!((annealing.stop(), annealing.ask()), (Some(Stop::Stuck), None));
    }
}

#[test]
fn it_stops_exactly() {
    let run = |iterations, stagnation| {
        let settings = Settings { iterations, stagnation, ..Settings::paper() };
        let mut annealing = Annealing::new(space(3), settings, 4).unwrap();
        let mut told = 0;
        while annealing.ask().is_some() {
            // The first one is that to begin with; the best is the eleventh neighbour.
            annealing.tell(if told == 11 { 1.0 } else { 0.0 }).unwrap();
            told += 1;
        }
        (told, annealing.iteration(), annealing.stop().unwrap())
    };
    assert_eq!(run(0, 10), (1, 0, Stop::Iterations));
    assert_eq!(run(30, 100), (31, 30, Stop::Iterations));
    assert_eq!(run(100, 11), (23, 22, Stop::Stagnation));
    assert_eq!(run(100, 10), (11, 10, Stop::Stagnation));
}

#[test]
fn it_goes_on_from_a_state_bit_by_bit() {
    let random = Neighbourhood::Random { step: Step::ByKind };
    for settings in [Settings::paper(), listed(), Settings { neighbourhood: random, ..Settings::paper() }] {
        let settings = Settings { tabu: 30, temperature: 5.0, ..settings };
        let mut annealing = Annealing::new(space(4), settings.clone(), 9).unwrap();
        for _ in 0..40 {
            let mut restored = Annealing::from_state(space(4), settings.clone(), &annealing.state()).unwrap();
            assert_eq!(restored.state(), annealing.state());
            for _ in 0..37 {
                assert_eq!(restored.ask(), annealing.ask());
                step(&mut restored, rough);
                step(&mut annealing, rough);
            }
            assert_eq!(restored.state(), annealing.state());
        }
        assert!(annealing.iteration() > 1400);
    }
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let settings = Settings {
        temperature: f64::NAN,
        cooling: 1.0,
        neighbourhood: Neighbourhood::Listed { lists: vec![vec![1], vec![]] },
        ..Settings::paper()
    };
    let error = Annealing::from_genome(space(2), settings, 1, &[7; 6]).unwrap_err();
    let [Problem::Temperature(_), Problem::Cooling(1.0), lists, empty, Problem::Genome] = error.problems() else {
        panic!("{error}");
    };
    assert_eq!([*lists, *empty], [Problem::Lists { lists: 2, genes: 3 }, Problem::EmptyList { gene: 1 }]);
    assert!(Annealing::new(space(2), Settings { cooling: -0.1, ..Settings::paper() }, 1).is_err());

    let mut annealing = Annealing::new(space(2), Settings::paper(), 1).unwrap();
    for _ in 0..5 {
        let before = annealing.state();
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(annealing.tell(value), Err(TellError::NotFinite));
        }
        assert_eq!(annealing.state(), before);
        step(&mut annealing, rough);
    }
    let refused = |change: &dyn Fn(&mut State)| {
        let mut state = annealing.state();
        change(&mut state);
        Annealing::from_state(space(2), Settings::paper(), &state).unwrap_err()
    };
    assert_eq!(refused(&|state| state.current.push(0)), StateError::Genes);
    assert_eq!(refused(&|state| state.best[0] = 2), StateError::Genes);
    assert_eq!(refused(&|state| state.tabu[0][0] = 2), StateError::Genes);
    assert_eq!(refused(&|state| state.fitness = None), StateError::Number);
    assert_eq!(refused(&|state| state.temperature = f64::INFINITY), StateError::Number);
    assert_eq!(refused(&|state| state.change.as_mut().unwrap().site = 2), StateError::Change);
    assert_eq!(refused(&|state| state.change.as_mut().unwrap().gene = 3), StateError::Change);
    assert_eq!(refused(&|state| state.change.as_mut().unwrap().value = 100), StateError::Change);
    assert_eq!(refused(&|state| state.number = 34), StateError::Change);
}

/// The best is never lost, whatever is accepted.
#[test]
fn the_best_is_the_best_of_all() {
    let mut random = Random::new(2, [0, 0]);
    let mut annealing = Annealing::new(space(3), Settings { temperature: 50.0, ..Settings::paper() }, 3).unwrap();
    let mut best = f64::NEG_INFINITY;
    let mut best_genes = Vec::new();
    for _ in 0..2000 {
        let genes = annealing.ask().unwrap().genes.to_vec();
        let fitness = (random.unit() * 100.0).floor();
        if annealing.tell(fitness).unwrap() && fitness > best {
            (best, best_genes) = (fitness, genes);
        }
        assert_eq!(annealing.best().unwrap().fitness, best);
        assert_eq!(annealing.best().unwrap().genes, best_genes);
    }
}
