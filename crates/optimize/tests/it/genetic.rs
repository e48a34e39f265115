//! The genetic algorithm: what its operators do, and that nothing depends on the order in which newcomers are bred.

use std::collections::HashSet;

use tetrolab_optimize::genetic::{
    Children, Crossover, Genetic, InjectError, Mutation, Problem, Schedule, Scope, Selection, Settings, State,
    StateError, Stop, TellError, Temper,
};
use tetrolab_optimize::genome::{Gene, Space};
use tetrolab_optimize::mutation::Step;

fn mixed_genes() -> Vec<Gene> {
    vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5), Gene::linear(-9, 9), Gene::cyclic(3)]
}

fn small(population: usize) -> Settings {
    Settings { population, ..Settings::paper() }
}

/// Neither crossover nor mutation: a child is its parent.
fn copying(population: usize) -> Settings {
    let mutation = Mutation { probability: 0.0, scope: Scope::PerSite, step: Step::Total };
    Settings { crossover: Crossover::None, children: Children::One, mutation, ..small(population) }
}

/// All newcomers one after the other, bred in order.
fn bred(genetic: &Genetic) -> Vec<i8> {
    let brood = genetic.ask();
    let length = genetic.space().length();
    let mut genes = vec![0; brood.len() * length];
    for (number, genome) in genes.chunks_exact_mut(length).enumerate() {
        brood.breed(number, genome);
    }
    genes
}

fn generation(genetic: &mut Genetic, evaluate: impl Fn(&[i8]) -> f64) {
    let genes = bred(genetic);
    let fitness: Vec<f64> = genes.chunks_exact(genetic.space().length()).map(evaluate).collect();
    genetic.tell(&genes, &fitness).unwrap();
}

/// Rough enough that nothing is solved at once, and with many equals.
fn rough(genome: &[i8]) -> f64 {
    let sum: i64 = (1..).zip(genome).map(|(place, &gene)| place * i64::from(gene) % 7).sum();
    sum as f64 * 0.25
}

/// A population of eight whose genomes are their slots all over, with these values of fitness.
fn numbered(settings: &Settings, sites: usize, seed: u64, fitness: &[f64]) -> Genetic {
    let space = Space::new(sites, vec![Gene::linear(0, 127); 2]).unwrap();
    let mut slots: Vec<u32> = (0..fitness.len() as u32).collect();
    slots.sort_by(|&a, &b| fitness[b as usize].total_cmp(&fitness[a as usize]));
    let state = State {
        seed,
        generation: 1,
        evaluations: fitness.len() as u64,
        since_improvement: 0,
        fitness: slots.iter().map(|&slot| fitness[slot as usize]).collect(),
        genes: slots.iter().flat_map(|&slot| vec![slot as i8; sites * 2]).collect(),
        slots,
    };
    Genetic::from_state(space, settings.clone(), &state).unwrap()
}

/// How often each of the population became a parent.
fn parents(settings: &Settings, fitness: &[f64], seeds: u64) -> Vec<f64> {
    let mut counts = vec![0.0; fitness.len()];
    for seed in 0..seeds {
        for genome in bred(&numbered(settings, 1, seed, fitness)).chunks_exact(2) {
            counts[genome[0] as usize] += 1.0;
        }
    }
    counts
}

fn assert_close(count: f64, draws: f64, probability: f64, what: &str) {
    // Four and a half standard deviations.
    let deviation = 4.5 * (draws * probability * (1.0 - probability)).sqrt();
    assert!((count - draws * probability).abs() <= deviation, "{what}: {count} of {draws}, not {probability}");
}

#[test]
fn the_roulette_follows_the_softmax() {
    let fitness: Vec<f64> = (0..40).map(|slot| f64::from(slot * 17 % 40) * -0.25).collect();
    let falling = |initial| Temper::Temperature { initial, schedule: Schedule::Logarithmic };
    let constant = |initial| Temper::Temperature { initial, schedule: Schedule::Constant };
    let two = 2.0_f64.ln();
    for (temper, temperature) in [
        (Temper::Pure, 1.0),
        (constant(3.0), 3.0),
        (falling(100.0), 100.0 / two),
        (falling(2.0), 2.0 / two),
        (falling(0.01), 0.1),
    ] {
        let settings = Settings { selection: Selection::Roulette { temper }, ..copying(40) };
        let counts = parents(&settings, &fitness, 3000);
        let weights: Vec<f64> = fitness.iter().map(|fitness| (fitness / temperature).exp()).collect();
        let sum: f64 = weights.iter().sum();
        for (slot, (count, weight)) in counts.iter().zip(&weights).enumerate() {
            assert_close(*count, 60_000.0, weight / sum, &format!("slot {slot} at {temperature}"));
        }
    }
}

#[test]
fn the_elite_is_even() {
    let fitness: Vec<f64> = (0..40).map(|slot| f64::from(slot * 17 % 40)).collect();
    for elite in [1, 3, 40] {
        let settings = Settings { selection: Selection::Elitist { elite }, ..copying(40) };
        for (slot, count) in parents(&settings, &fitness, 500).iter().enumerate() {
            let is_elite = fitness[slot] >= 40.0 - elite as f64;
            let probability = if is_elite { 1.0 / elite as f64 } else { 0.0 };
            assert_close(*count, 10_000.0, probability, &format!("slot {slot} of {elite}"));
        }
    }
}

#[test]
fn children_have_the_right_sites_of_each_parent() {
    let share = |own, of| Crossover::Share { own, of };
    // A child of ten sites, where `o` is of its own parent and `x` of the other.
    let cases = [
        (share(1, 2), "oooooxxxxx"),
        (share(4, 5), "ooooooooxx"),
        (share(4, 5), "oooooxx"),
        (share(1, 2), "oooxxxx"),
        (share(0, 3), "xxxx"),
        (share(3, 3), "oooo"),
        (Crossover::Alternating, "xoxoxoxoxo"),
        (Crossover::Alternating, "xox"),
        (Crossover::None, "oooo"),
    ];
    let fitness: Vec<f64> = (0..20).map(f64::from).collect();
    for (crossover, picture) in cases {
        for seed in 0..50 {
            // Copies show who the parents are.
            let copying = Settings { children: Children::Two, ..copying(20) };
            let parents = bred(&numbered(&copying, picture.len(), seed, &fitness));
            let parent = |number: usize| parents[number * picture.len() * 2];
            let expected = |own, other| -> Vec<i8> {
                picture.chars().flat_map(|letter| [if letter == 'o' { own } else { other }; 2]).collect()
            };
            let children = bred(&numbered(&Settings { crossover, ..copying }, picture.len(), seed, &fitness));
            for (number, child) in children.chunks_exact(picture.len() * 2).enumerate() {
                assert_eq!(child, expected(parent(number), parent(number ^ 1)), "{crossover:?} {picture}");
            }
        }
    }
}

#[test]
fn an_only_child_has_parents_of_its_own() {
    let fitness: Vec<f64> = (0..20).map(f64::from).collect();
    let settings = Settings { crossover: Crossover::Share { own: 1, of: 2 }, ..copying(20) };
    let mut pairs = HashSet::new();
    for seed in 0..20 {
        for child in bred(&numbered(&settings, 2, seed, &fitness)).chunks_exact(4) {
            assert_eq!((child[0], child[2]), (child[1], child[3]));
            pairs.insert((child[0], child[2]));
        }
    }
    assert!(pairs.len() > 150, "{}", pairs.len());
}

/// An odd number of newcomers: the last pair has one child only.
#[test]
fn odd_populations_work() {
    for population in [2, 3, 5, 14, 15] {
        let space = Space::new(3, mixed_genes()).unwrap();
        let mut genetic = Genetic::new(space, small(population), 1).unwrap();
        assert_eq!(genetic.ask().len(), population);
        for _ in 0..20 {
            generation(&mut genetic, rough);
            assert_eq!(genetic.ask().len(), population / 2);
            assert_eq!(genetic.ranked().len(), population);
        }
        assert_eq!(genetic.evaluations(), (population + 19 * (population / 2)) as u64);
    }
}

#[test]
fn mutation_has_the_right_rate() {
    // Values are 0 to 3, so that a quarter of total mutations draw what was there.
    for (scope, step, sites, probability) in [
        (Scope::PerGenome, Step::Total, 10, 0.25),
        (Scope::PerGenome, Step::Near, 10, 0.05),
        (Scope::PerSite, Step::ByKind, 10, 0.25),
        (Scope::PerSite, Step::Near, 7, 0.05),
        (Scope::PerSite, Step::Total, 7, 0.15),
        (Scope::PerSite, Step::Near, 131, 0.15),
        (Scope::PerSite, Step::Near, 64, 1.0),
        (Scope::PerGenome, Step::Near, 5, 1.0),
        (Scope::PerGenome, Step::Near, 5, 0.0),
        (Scope::PerSite, Step::Near, 5, 0.0),
    ] {
        let mutation = Mutation { probability, scope, step };
        let space = Space::new(sites, vec![Gene::cyclic(3); 3]).unwrap();
        let mut genetic = Genetic::new(space, Settings { mutation, ..copying(2000) }, 1).unwrap();
        generation(&mut genetic, rough);
        // Which places changed, and how many sites of each genome.
        let mut places = vec![0.0; sites * 3];
        let mut genomes = 0.0;
        for _ in 0..10 {
            let brood = genetic.ask();
            let parents = Genetic::from_state(genetic.space().clone(), copying(2000), &genetic.state()).unwrap();
            let mut genome = vec![0; sites * 3];
            for (number, parent) in bred(&parents).chunks_exact(sites * 3).enumerate() {
                brood.breed(number, &mut genome);
                let changed: Vec<usize> = (0..sites * 3).filter(|&place| genome[place] != parent[place]).collect();
                changed.iter().for_each(|&place| places[place] += 1.0);
                let distinct: HashSet<usize> = changed.iter().map(|place| place / 3).collect();
                assert_eq!(distinct.len(), changed.len(), "one gene of a site");
                assert!(scope == Scope::PerSite || changed.len() <= 1);
                genomes += 1.0;
            }
            generation(&mut genetic, rough);
        }
        let change = if step == Step::Total { 0.75 } else { 1.0 };
        let site = if scope == Scope::PerSite { probability } else { probability / sites as f64 };
        for (place, count) in places.iter().enumerate() {
            assert_close(
                *count,
                genomes,
                site / 3.0 * change,
                &format!("{mutation:?}, place {place} of {sites} sites"),
            );
        }
        let all = genomes * sites as f64;
        assert_close(places.iter().sum(), all, site * change, &format!("{mutation:?} of {sites} sites"));
    }
}

#[test]
fn immigrants_are_random_and_last() {
    let fitness: Vec<f64> = (0..40).map(f64::from).collect();
    let settings = Settings { immigrants: 7, ..copying(40) };
    let mut values = HashSet::new();
    for seed in 0..100 {
        let genetic = numbered(&settings, 4, seed, &fitness);
        let brood = genetic.ask();
        let mut genome = [0; 8];
        for number in 0..20 {
            let origin = brood.breed(number, &mut genome);
            assert_eq!(origin.slot.is_none(), number >= 13);
            if number >= 13 {
                assert_eq!(origin.shared, 0);
                values.extend(genome);
            } else {
                assert_eq!((origin.shared, genome), (4, [origin.slot.unwrap() as i8; 8]));
            }
        }
    }
    assert_eq!(values.len(), 128);
}

/// Parents are found by a twin that copies. Few values and a population that agrees more and more give long beginnings in
/// common, and mutations that restore what the other parent has.
#[test]
fn the_shared_beginning_is_true_and_the_longest() {
    let crossovers = [
        Crossover::Share { own: 1, of: 2 },
        Crossover::Share { own: 4, of: 5 },
        Crossover::Share { own: 0, of: 1 },
        Crossover::Alternating,
        Crossover::None,
    ];
    let mut restored = 0;
    for crossover in crossovers {
        for scope in [Scope::PerGenome, Scope::PerSite] {
            for children in [Children::One, Children::Two] {
                let mutation = Mutation { probability: 0.2, scope, step: Step::Total };
                let settings = Settings { crossover, children, mutation, ..small(120) };
                let space = Space::new(6, vec![Gene::FLIP, Gene::linear(0, 2)]).unwrap();
                let mut genetic = Genetic::new(space, settings, 5).unwrap();
                generation(&mut genetic, rough);
                for _ in 0..25 {
                    let twin = Settings { children: Children::Two, ..copying(120) };
                    let only = Settings {
                        children: Children::One,
                        crossover: Crossover::Share { own: 0, of: 1 },
                        ..twin.clone()
                    };
                    let twin = Genetic::from_state(genetic.space().clone(), twin, &genetic.state()).unwrap();
                    let only = Genetic::from_state(genetic.space().clone(), only, &genetic.state()).unwrap();
                    let mut genome = vec![0; 12];
                    for number in 0..60 {
                        let slot = |genetic: &Genetic, number| genetic.ask().breed(number, &mut [0; 12]).slot.unwrap();
                        let (own, other) = match children {
                            Children::Two => (slot(&twin, number), slot(&twin, number ^ 1)),
                            // The stream of an even number is the same for both.
                            Children::One if number % 2 == 0 => (slot(&twin, number), slot(&only, number)),
                            Children::One => continue,
                        };
                        let origin = genetic.ask().breed(number, &mut genome);
                        let shared = |slot: usize| {
                            let parent = genetic.individual(slot).genes;
                            genome.chunks(2).zip(parent.chunks(2)).take_while(|(a, b)| a == b).count()
                        };
                        assert_eq!(origin.shared, shared(own).max(shared(other)), "{crossover:?} {mutation:?}");
                        assert_eq!(shared(origin.slot.unwrap()), origin.shared);
                        if shared(own) == origin.shared
                            && genetic.individual(own).genes != genetic.individual(other).genes
                        {
                            assert_eq!(origin.slot, Some(own));
                        }
                        restored += u32::from(shared(own) == 6 && own != other);
                    }
                    generation(&mut genetic, rough);
                }
            }
        }
    }
    assert!(restored > 1000, "{restored}");
}

#[test]
fn newcomers_do_not_depend_on_who_breeds_them_when() {
    let space = Space::new(10, mixed_genes()).unwrap();
    let settings = Settings { population: 1001, immigrants: 20, ..Settings::program() };
    let mut genetic = Genetic::new(space, settings, 3).unwrap();
    for _ in 0..5 {
        let forward = bred(&genetic);
        let brood = genetic.ask();
        let mut backward = vec![0; forward.len()];
        for (number, genome) in backward.chunks_exact_mut(50).enumerate().rev() {
            brood.breed(number, genome);
        }
        assert_eq!(forward, backward);
        let mut threaded = vec![0; forward.len()];
        std::thread::scope(|scope| {
            for (chunk, genes) in threaded.chunks_mut(50 * 33).enumerate() {
                scope.spawn(move || {
                    for (number, genome) in genes.chunks_exact_mut(50).enumerate() {
                        brood.breed(chunk * 33 + number, genome);
                    }
                });
            }
        });
        assert_eq!(forward, threaded);
        generation(&mut genetic, rough);
    }
}

#[test]
fn survivors_stay_and_newcomers_get_free_slots() {
    let space = Space::new(4, mixed_genes()).unwrap();
    let mut genetic = Genetic::new(space, small(51), 3).unwrap();
    assert_eq!(genetic.slots(), 51 + 25);
    assert!((0..51).all(|number| genetic.ask().slot(number) == number));
    generation(&mut genetic, rough);
    for _ in 0..30 {
        let brood = genetic.ask();
        let slots: Vec<u32> = (0..brood.len()).map(|number| brood.slot(number) as u32).collect();
        assert!(slots.is_sorted());
        assert!(slots.iter().all(|slot| !genetic.ranked().contains(slot)));
        let before = genetic.clone();
        let genes = bred(&genetic);
        generation(&mut genetic, rough);
        // The best 26 are still there with what they were, in the same order.
        let survivors = &before.ranked()[..26];
        let still: Vec<u32> = genetic.ranked().iter().copied().filter(|slot| survivors.contains(slot)).collect();
        assert_eq!(still, survivors);
        assert!(survivors.iter().all(|&slot| genetic.individual(slot as usize) == before.individual(slot as usize)));
        for (slot, genome) in slots.iter().zip(genes.chunks_exact(20)) {
            assert_eq!(genetic.individual(*slot as usize).genes, genome);
            assert_eq!(genetic.individual(*slot as usize).fitness, rough(genome));
        }
        let fitness: Vec<f64> =
            genetic.ranked().iter().map(|&slot| genetic.individual(slot as usize).fitness).collect();
        assert!(fitness.is_sorted_by(|a, b| a >= b));
        assert_eq!(genetic.best().unwrap().slot as u32, genetic.ranked()[0]);
    }
}

#[test]
fn of_equals_the_older_one_comes_first() {
    let space = Space::new(4, mixed_genes()).unwrap();
    let mut genetic = Genetic::new(space, small(10), 3).unwrap();
    // Both zeros are equal too.
    generation(&mut genetic, |genes| if genes[0] == 0 { 0.0 } else { -0.0 });
    assert_eq!(genetic.ranked(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    generation(&mut genetic, |_| 0.0);
    assert_eq!(genetic.ranked(), [0, 1, 2, 3, 4, 10, 11, 12, 13, 14]);
    generation(&mut genetic, |_| -0.0);
    assert_eq!(genetic.ranked(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let slots = genetic.inject(&[(&[0; 20], 0.0), (&[1, 1, 1, 1, 1].repeat(4), 0.0)]).unwrap();
    assert_eq!(slots, [8, 9]);
    assert_eq!(genetic.ranked(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn the_temperature_falls_with_the_logarithm() {
    let mut genetic = Genetic::new(Space::new(1, mixed_genes()).unwrap(), small(10), 3).unwrap();
    assert_eq!(genetic.temperature(), None);
    for generation_number in 0..30 {
        generation(&mut genetic, rough);
        let expected = 100.0 / f64::from(generation_number + 2).ln();
        assert!((genetic.temperature().unwrap() - expected).abs() < 1e-12);
    }
}

#[test]
fn it_stops_exactly() {
    let new = |generations, patience| {
        let settings = Settings { generations, patience, ..small(10) };
        Genetic::new(Space::new(2, mixed_genes()).unwrap(), settings, 3).unwrap()
    };
    let mut genetic = new(7, 100);
    let mut count = 0;
    while genetic.stop().is_none() {
        generation(&mut genetic, rough);
        count += 1;
    }
    assert_eq!((count, genetic.generation(), genetic.stop()), (7, 7, Some(Stop::Generations)));

    // The best is new in the first generation and in the fifth.
    let mut genetic = new(100, 6);
    count = 0;
    while genetic.stop().is_none() {
        let fitness = if count == 4 { 2.0 } else { 1.0 };
        generation(&mut genetic, |_| fitness);
        count += 1;
        assert_eq!(genetic.since_improvement(), if count <= 4 { count - 1 } else { count - 5 });
    }
    assert_eq!((count, genetic.stop()), (11, Some(Stop::Patience)));
    assert_eq!(new(0, 5).stop(), Some(Stop::Generations));
}

#[test]
fn it_goes_on_from_a_state_bit_by_bit() {
    for settings in [Settings::paper(), Settings { selection: Selection::Elitist { elite: 9 }, ..Settings::program() }]
    {
        let settings = Settings { population: 101, immigrants: 3, ..settings };
        let space = Space::new(6, mixed_genes()).unwrap();
        let mut genetic = Genetic::new(space.clone(), settings.clone(), 11).unwrap();
        for number in 0..30 {
            let mut restored = Genetic::from_state(space.clone(), settings.clone(), &genetic.state()).unwrap();
            assert_eq!(restored.state(), genetic.state());
            assert_eq!(restored.stop(), genetic.stop());
            for _ in 0..3 {
                generation(&mut restored, rough);
            }
            let mut plain = genetic.clone();
            for _ in 0..3 {
                generation(&mut plain, rough);
            }
            assert_eq!(restored.state(), plain.state());
            generation(&mut genetic, rough);
            if number % 10 == 9 {
                genetic.inject(&[(&[1; 30], rough(&[1; 30])), (&[0; 30], -1e9)]).unwrap();
            }
        }
    }
}

/// A whole run, written down once. If this changes, so does every result: say so.
#[test]
fn a_known_run_is_still_the_same() {
    let digest = |genetic: &Genetic| {
        let state = genetic.state();
        let slots = state.slots.iter().map(|&slot| u64::from(slot));
        let fitness = state.fitness.iter().map(|fitness| fitness.to_bits());
        let genes = state.genes.iter().map(|&gene| u64::from(gene.cast_unsigned()));
        slots
            .chain(fitness)
            .chain(genes)
            .fold(0_u64, |digest, word| (digest ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    };
    let run = |settings| {
        let mut genetic = Genetic::new(Space::new(10, mixed_genes()).unwrap(), settings, 7).unwrap();
        (0..40).for_each(|_| generation(&mut genetic, rough));
        (genetic.best().unwrap().fitness, digest(&genetic))
    };
    assert_eq!(run(small(300)), (38.5, 12_802_221_146_809_755_851));
    assert_eq!(
        run(Settings { population: 300, immigrants: 10, ..Settings::program() }),
        (42.25, 3_660_609_716_070_329_385)
    );
}

#[test]
fn injected_solutions_take_the_place_of_the_worst() {
    let mut genetic = Genetic::new(Space::new(2, mixed_genes()).unwrap(), small(20), 3).unwrap();
    assert_eq!(genetic.inject(&[(&[0; 10], 0.0)]), Err(InjectError::TooMany { solutions: 1, population: 0 }));
    generation(&mut genetic, rough);
    generation(&mut genetic, |_| -100.0);
    assert_eq!(genetic.since_improvement(), 1);
    let before = genetic.clone();
    let best = before.best().unwrap().fitness;
    // Nothing changes.
    assert_eq!(genetic.inject(&[]), Ok(vec![]));
    assert_eq!(genetic.state(), before.state());
    let slots = genetic.inject(&[(&[0; 10], best - 0.01), (&[1; 10], best), (&[0; 10], -1e6)]).unwrap();
    assert_eq!(slots, before.ranked()[17..].iter().map(|&slot| slot as usize).collect::<Vec<_>>());
    assert_eq!(genetic.ranked().len(), 20);
    assert_eq!(genetic.individual(slots[1]).genes, [1; 10]);
    assert_eq!(genetic.best(), before.best());
    assert_eq!(*genetic.ranked().last().unwrap() as usize, slots[2]);
    assert_eq!(genetic.since_improvement(), 1);
    let fitness: Vec<f64> = genetic.state().fitness;
    assert!(fitness.is_sorted_by(|a, b| a >= b));
    let slots = genetic.inject(&[(&[0; 10], best + 1.0)]).unwrap();
    assert_eq!(genetic.best().unwrap().slot, slots[0]);
    assert_eq!((genetic.since_improvement(), genetic.evaluations()), (0, 30));
    // Newcomers still find free slots.
    generation(&mut genetic, rough);
    assert_eq!(genetic.ranked().iter().collect::<HashSet<_>>().len(), 20);
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let mut genetic = Genetic::new(Space::new(2, mixed_genes()).unwrap(), small(20), 3).unwrap();
    generation(&mut genetic, rough);
    let before = genetic.state();
    let genes = bred(&genetic);
    let mut outside = genes.clone();
    outside[34] = 4;
    let mut not_finite = [0.0; 10];
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        not_finite[6] = value;
        assert_eq!(genetic.tell(&genes, &not_finite), Err(TellError::NotFinite { newcomer: 6 }));
    }
    let count = |genes, fitness| Err(TellError::Count { newcomers: 10, genes, fitness });
    assert_eq!(genetic.tell(&genes, &[0.0; 9]), count(100, 9));
    assert_eq!(genetic.tell(&genes[1..], &[0.0; 10]), count(99, 10));
    assert_eq!(genetic.tell(&outside, &[0.0; 10]), Err(TellError::Genes { newcomer: 3 }));
    let good: &[i8] = &[0; 10];
    assert_eq!(genetic.inject(&[(good, 0.0); 20]), Err(InjectError::TooMany { solutions: 20, population: 20 }));
    assert_eq!(genetic.inject(&[(good, 0.0), (good, f64::NAN)]), Err(InjectError::NotFinite { solution: 1 }));
    assert_eq!(genetic.inject(&[(good, 0.0), (&[0; 9], 0.0)]), Err(InjectError::Genes { solution: 1 }));
    assert_eq!(genetic.inject(&[(&[9; 10], 0.0)]), Err(InjectError::Genes { solution: 0 }));
    assert_eq!(genetic.state(), before);
}

#[test]
fn all_that_is_wrong_with_settings_is_listed() {
    let settings = Settings {
        population: 1,
        selection: Selection::Elitist { elite: 0 },
        crossover: Crossover::Share { own: 3, of: 2 },
        immigrants: 1,
        mutation: Mutation { probability: 1.5, ..Settings::paper().mutation },
        ..Settings::paper()
    };
    let space = || Space::new(2, mixed_genes()).unwrap();
    let error = Genetic::new(space(), settings, 1).unwrap_err();
    let expected = [
        Problem::Population(1),
        Problem::Elite(0),
        Problem::Share { own: 3, of: 2 },
        Problem::Immigrants(1),
        Problem::Probability(1.5),
    ];
    assert_eq!(error.problems(), expected);
    assert!(error.to_string().ends_with("; a probability of 1.5: it is from 0 to 1"), "{error}");
    for initial in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let temper = Temper::Temperature { initial, schedule: Schedule::Constant };
        let settings = Settings { selection: Selection::Roulette { temper }, ..small(10) };
        assert!(matches!(settings.problems()[..], [Problem::Temperature(_)]));
    }
    let share = |own, of| Settings { crossover: Crossover::Share { own, of }, ..small(10) };
    assert_eq!(share(0, 0).problems(), [Problem::Share { own: 0, of: 0 }]);
    assert_eq!(Settings { selection: Selection::Elitist { elite: 11 }, ..small(10) }.problems(), [Problem::Elite(11)]);
    assert!(Settings::paper().problems().is_empty() && Settings::program().problems().is_empty());
}

#[test]
fn a_state_that_cannot_be_is_refused() {
    let space = || Space::new(2, mixed_genes()).unwrap();
    let mut genetic = Genetic::new(space(), small(20), 3).unwrap();
    generation(&mut genetic, rough);
    let refused = |change: &dyn Fn(&mut State)| {
        let mut state = genetic.state();
        change(&mut state);
        Genetic::from_state(space(), small(20), &state).unwrap_err()
    };
    assert_eq!(refused(&|state| state.slots.truncate(19)), StateError::Count);
    assert_eq!(refused(&|state| state.fitness.push(-1e9)), StateError::Count);
    assert_eq!(refused(&|state| state.genes.truncate(199)), StateError::Count);
    assert_eq!(refused(&|state| state.generation = 0), StateError::Count);
    assert_eq!(refused(&|state| state.slots[3] = 30), StateError::Slot { rank: 3 });
    assert_eq!(refused(&|state| state.slots[3] = state.slots[1]), StateError::Slot { rank: 3 });
    assert_eq!(refused(&|state| state.fitness[5] = f64::NAN), StateError::Fitness { rank: 5 });
    assert_eq!(refused(&|state| state.fitness[5] = 1e9), StateError::Fitness { rank: 5 });
    assert_eq!(refused(&|state| state.genes[70] = 2), StateError::Genes { rank: 7 });
    let bad = Genetic::from_state(space(), small(0), &genetic.state());
    assert!(matches!(bad, Err(StateError::Settings(_))));
}

#[test]
fn it_solves_what_is_easy() {
    for settings in [Settings::paper(), Settings::program()] {
        let settings = Settings { population: 300, ..settings };
        let mutation = Mutation { probability: settings.mutation.probability / 5.0, ..settings.mutation };
        let temper = Temper::Temperature { initial: 2.0, schedule: Schedule::Logarithmic };
        let settings = Settings { mutation, selection: Selection::Roulette { temper }, ..settings };
        let mut genetic = Genetic::new(Space::new(10, vec![Gene::FLIP; 4]).unwrap(), settings, 1).unwrap();
        let ones = |genes: &[i8]| genes.iter().map(|&gene| f64::from(gene)).sum();
        while genetic.stop().is_none() && genetic.best().is_none_or(|best| best.fitness < 40.0) {
            generation(&mut genetic, ones);
        }
        assert_eq!(genetic.stop(), None, "{:?}", genetic.best());
    }
}

/// Each site of four flips is a trap: all ones are best, but otherwise the fewer ones the better.
#[test]
fn it_solves_what_deceives() {
    let trap = |genes: &[i8]| {
        let ones = genes.chunks(4).map(|site| site.iter().sum::<i8>());
        ones.map(|ones| if ones == 4 { 4.0 } else { 3.0 - f64::from(ones) }).sum()
    };
    let temper = Temper::Temperature { initial: 2.0, schedule: Schedule::Logarithmic };
    let settings = Settings { population: 1000, selection: Selection::Roulette { temper }, ..Settings::paper() };
    let mut genetic = Genetic::new(Space::new(6, vec![Gene::FLIP; 4]).unwrap(), settings, 1).unwrap();
    while genetic.stop().is_none() && genetic.best().is_none_or(|best| best.fitness < 24.0) {
        generation(&mut genetic, trap);
    }
    assert_eq!(genetic.stop(), None, "{:?}", genetic.best());
}
