//! Local search ends where no neighbour is better, and gets there the way it should.

use tetrolab_optimize::climb::{Climb, ClimbError, Rule};
use tetrolab_optimize::genome::{Gene, Space};
use tetrolab_optimize::random::Random;
use tetrolab_optimize::solution::TellError;

fn space() -> Space {
    Space::new(4, vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5)]).unwrap()
}

/// Many hills.
fn rough(genome: &[i8]) -> f64 {
    let sum: i64 = genome.windows(2).zip(1..).map(|(pair, place)| i64::from(pair[0] * 3 + pair[1]) * place % 11).sum();
    sum as f64 * 0.5
}

/// All neighbours in the order of the search.
fn neighbours(genome: &[i8]) -> Vec<Vec<i8>> {
    let space = space();
    let mut all = Vec::new();
    for place in 0..genome.len() {
        let gene = space.genes()[place % 3];
        for value in (gene.low..=gene.high).filter(|&value| value != genome[place]) {
            let mut neighbour = genome.to_vec();
            neighbour[place] = value;
            all.push(neighbour);
        }
    }
    all
}

fn start(seed: u64) -> Vec<i8> {
    let mut genome = vec![0; 12];
    space().randomize(&mut genome, &mut Random::new(seed, [0, 0]));
    genome
}

#[test]
fn the_steepest_way_is_that_of_a_slow_twin() {
    for seed in 0..100 {
        let mut climb = Climb::new(space(), Rule::Steepest, &start(seed)).unwrap();
        let mut current = start(seed);
        climb.tell(rough(&current)).unwrap();
        loop {
            // The last of equals would win, so from the back.
            let best = neighbours(&current).into_iter().rev().max_by(|a, b| rough(a).total_cmp(&rough(b))).unwrap();
            let is_better = rough(&best) > rough(&current);
            let all = neighbours(&current);
            for (number, neighbour) in all.iter().enumerate() {
                assert_eq!(climb.ask().unwrap().genes, neighbour);
                let is_moved = climb.tell(rough(neighbour)).unwrap();
                assert_eq!(is_moved, is_better && number + 1 == all.len());
            }
            if !is_better {
                break;
            }
            current = best;
            assert_eq!(climb.current().unwrap().genes, current);
        }
        assert!(climb.is_done());
        assert_eq!(climb.tell(0.0), Err(TellError::NotAsked));
    }
}

#[test]
fn the_first_better_one_is_taken_until_there_is_none() {
    for seed in 0..100 {
        let mut climb = Climb::new(space(), Rule::First, &start(seed)).unwrap();
        let mut told = 0;
        while let Some(candidate) = climb.ask() {
            let genes = candidate.genes.to_vec();
            if let Some(current) = climb.current() {
                let different: Vec<usize> = (0..12).filter(|&place| genes[place] != current.genes[place]).collect();
                assert_eq!((different.len(), candidate.changed), (1, different[0] / 3));
            }
            let is_better = climb.current().is_none_or(|current| rough(&genes) > current.fitness);
            assert_eq!(climb.tell(rough(&genes)).unwrap(), is_better);
            told += 1;
            if is_better {
                assert_eq!(climb.current().unwrap().genes, genes);
            }
        }
        assert_eq!(climb.evaluations(), told);
        let top = climb.current().unwrap();
        assert_eq!(top.fitness, rough(top.genes));
        assert!(neighbours(top.genes).iter().all(|neighbour| rough(neighbour) <= top.fitness));
    }
}

#[test]
fn what_is_wrong_is_refused() {
    assert_eq!(Climb::new(space(), Rule::First, &[9; 12]).unwrap_err(), ClimbError::Genome);
    assert_eq!(Climb::new(space(), Rule::First, &[0; 11]).unwrap_err(), ClimbError::Genome);
    let mut climb = Climb::new(space(), Rule::First, &[0; 12]).unwrap();
    assert_eq!(climb.tell(f64::NAN), Err(TellError::NotFinite));
    assert_eq!(climb.current(), None);
    let single = Space::new(3, vec![Gene::linear(2, 2)]).unwrap();
    for rule in [Rule::First, Rule::Steepest] {
        let mut climb = Climb::new(single.clone(), rule, &[2; 3]).unwrap();
        assert!(climb.tell(0.0).unwrap());
        assert!(climb.is_done());
    }
}
