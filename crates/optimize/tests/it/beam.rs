//! Beam search, compared with slow twins.

use std::collections::HashMap;

use tetrolab_optimize::beam::{Beam, beam_search};
use tetrolab_optimize::random::Random;

/// A state: how deep it is, and a number that its successors mix further.
type Node = (u32, u64);

const DEPTH: u32 = 6;

/// Successors of a random tree whose branches meet again: there are few numbers.
fn successors(state: Node, numbers: u64) -> Vec<(u8, Node)> {
    let mut random = Random::new(numbers, [u64::from(state.0), state.1]);
    let count = if state.0 < DEPTH { 1 + random.below(5) } else { 0 };
    (0..count as u8).map(|action| (action, (state.0 + 1, random.next_value() % numbers))).collect()
}

/// Values with many equals.
fn value(state: &Node) -> f64 {
    Random::new(99, [u64::from(state.0), state.1]).below(20) as f64
}

fn search(width: usize, numbers: u64, modulus: u64) -> (Node, f64, Vec<u8>, u64) {
    let report = beam_search(
        (0, 0),
        width,
        |&state, push| successors(state, numbers).into_iter().for_each(|(action, next)| push(action, next)),
        value,
        |state| state.1 % modulus,
        || false,
    );
    assert!(!report.is_stopped);
    (report.state, report.value, report.path, report.pushed)
}

/// Every level is sorted as a whole.
fn twin(width: usize, numbers: u64, modulus: u64) -> (Node, f64, Vec<u8>, u64) {
    let mut level = vec![((0, 0), Vec::new())];
    let mut pushed = 0;
    loop {
        let mut next: Vec<(Node, Vec<u8>)> = Vec::new();
        for (state, path) in &level {
            for (action, successor) in successors(*state, numbers) {
                next.push((successor, [path.as_slice(), &[action]].concat()));
            }
        }
        pushed += next.len() as u64;
        // A stable sort: of equals the first stays first.
        next.sort_by(|a, b| value(&b.0).total_cmp(&value(&a.0)));
        let mut keys = HashMap::new();
        next.retain(|(state, _)| keys.insert(state.1 % modulus, ()).is_none());
        next.truncate(width);
        if next.is_empty() {
            let (state, path) = level.swap_remove(0);
            return (state, value(&state), path, pushed);
        }
        level = next;
    }
}

#[test]
fn it_is_what_sorting_everything_gives() {
    for numbers in [30, 1000, u64::MAX] {
        for modulus in [7, 40, u64::MAX] {
            for width in [1, 2, 3, 10, 30, 200, 5000] {
                let found = search(width, numbers, modulus);
                assert_eq!(found, twin(width, numbers, modulus), "{numbers} {modulus} {width}");
            }
        }
    }
}

#[test]
fn a_wide_beam_finds_the_best_of_all() {
    fn best(state: Node, numbers: u64) -> f64 {
        let next = successors(state, numbers);
        let values = next.iter().map(|&(_, next)| best(next, numbers));
        if state.0 == DEPTH { value(&state) } else { values.fold(f64::NEG_INFINITY, f64::max) }
    }
    for numbers in [50, 500, u64::MAX] {
        let (state, found, path, _) = search(1_000_000, numbers, u64::MAX);
        assert_eq!(found, best((0, 0), numbers));
        // The path leads there.
        let end = path.iter().fold((0, 0), |state, &action| successors(state, numbers)[usize::from(action)].1);
        assert_eq!(end, state);
        assert_eq!(path.len() as u32, DEPTH);
    }
}

#[test]
fn it_can_be_stopped_between_states() {
    let mut expanded = 0;
    for limit in [0, 1, 3, 20] {
        let mut asked = 0;
        let report = beam_search(
            (0, 0),
            4,
            |&state, push| {
                expanded += 1;
                successors(state, 1000).into_iter().for_each(|(action, next)| push(action, next));
            },
            value,
            |state| state.1,
            || {
                asked += 1;
                asked > limit
            },
        );
        assert_eq!(std::mem::take(&mut expanded), limit.min(asked));
        assert_eq!(report.is_stopped, asked > limit);
        assert_eq!(report.path.len() as u32, report.state.0);
    }
}

#[test]
fn what_leads_nowhere_is_left_out() {
    let mut beam: Beam<u32, char, u32> = Beam::new(0);
    beam.start(7, 0.0);
    for (state, value) in [(1, f64::NAN), (2, f64::NEG_INFINITY)] {
        beam.push(0, 'x', state, value, state);
    }
    assert_eq!((beam.advance(), beam.states(), beam.depth()), (0, &[7][..], 0));
    beam.push(0, 'a', 3, -5.0, 3);
    beam.push(0, 'b', 4, f64::INFINITY, 4);
    beam.push(0, 'c', 5, f64::INFINITY, 5);
    // A width of 0 is one of 1.
    assert_eq!((beam.advance(), beam.states(), beam.path(0)), (1, &[4][..], vec!['b']));
    beam.start(8, 1.0);
    assert_eq!((beam.states(), beam.values(), beam.depth(), beam.pushed()), (&[8][..], &[1.0][..], 0, 0));
    assert!(beam.path(0).is_empty());
}
