//! Few solutions that are good for all queues.

use std::collections::BTreeSet;

use super::solutions::Solution;

/// Some of many solutions that together are good for all queues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Their numbers.
    pub chosen: Vec<usize>,
    /// Whether it is proved that fewer do not suffice.
    pub is_smallest: bool,
}

/// Few of the solutions, that are good for every queue that any of them is good for.
///
/// The solution that is good for most of what is missing is taken again and again. Then all smaller choices are tried, as long as
/// there are not too many of them.
pub fn fewest(solutions: &[Solution]) -> Cover {
    let needs = reduced(needs(solutions));
    let best = greedy(&needs, solutions.len());
    let mut exact = Exact { best, path: Vec::new(), nodes: 0 };
    exact.choose(needs);
    let Exact { best: mut chosen, nodes, .. } = exact;
    chosen.sort_unstable();
    Cover { chosen, is_smallest: nodes < MOST_NODES }
}

/// Choices that are tried before it is given up.
const MOST_NODES: u64 = 100_000;

/// A set of solutions, a bit each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Set(Box<[u64]>);

impl Set {
    fn new(solutions: usize) -> Set {
        Set(vec![0; solutions.div_ceil(64)].into())
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn is_within(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit))
    }

    fn keep(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
}

/// What must be chosen: for each queue one of the solutions that are good for it.
fn needs(solutions: &[Solution]) -> Vec<Set> {
    let queues =
        solutions.iter().filter_map(|solution| solution.queues.last()).max().map_or(0, |&last| last as usize + 1);
    let mut good = vec![Set::new(solutions.len()); queues];
    for (number, solution) in solutions.iter().enumerate() {
        for &queue in &solution.queues {
            good[queue as usize].insert(number);
        }
    }
    let distinct: BTreeSet<Set> = good.into_iter().filter(|set| set.len() > 0).collect();
    distinct.into_iter().collect()
}

/// Leaves out what has more to choose from than another. The ones with the fewest solutions come first.
fn strictest(mut sets: Vec<Set>) -> Vec<Set> {
    sets.sort_by_key(Set::len);
    let mut needs: Vec<Set> = Vec::new();
    for set in sets {
        if !needs.iter().any(|need| need.is_within(&set)) {
            needs.push(set);
        }
    }
    needs
}

fn greedy(needs: &[Set], solutions: usize) -> Vec<usize> {
    let (mut missing, mut chosen) = (needs.to_vec(), Vec::new());
    while !missing.is_empty() {
        let mut good_for = vec![0; solutions];
        missing.iter().flat_map(Set::numbers).for_each(|number| good_for[number] += 1);
        // The first of equals.
        let best = (0..solutions).rev().max_by_key(|&number| good_for[number]).expect("a need has a solution");
        missing.retain(|need| !need.contains(best));
        chosen.push(best);
    }
    chosen
}

struct Exact {
    best: Vec<usize>,
    path: Vec<usize>,
    nodes: u64,
}

impl Exact {
    /// Meets the needs with fewer than the best, if it can.
    fn choose(&mut self, needs: Vec<Set>) {
        self.nodes += 1;
        let mut needs = strictest(needs);
        if needs.is_empty() {
            if self.path.len() < self.best.len() {
                self.best.clone_from(&self.path);
            }
            return;
        }
        if self.path.len() + at_least(&needs) >= self.best.len() || self.nodes >= MOST_NODES {
            return;
        }
        let good_for = |number: usize| needs.iter().filter(|need| need.contains(number)).count();
        let mut choices: Vec<usize> = needs[0].numbers().collect();
        choices.sort_by_cached_key(|&number| std::cmp::Reverse(good_for(number)));
        for number in choices {
            self.path.push(number);
            self.choose(needs.iter().filter(|need| !need.contains(number)).cloned().collect());
            self.path.pop();
            // It was tried: from here on without it. A need without any solution cannot be met.
            needs.iter_mut().for_each(|need| need.remove(number));
            if needs.iter().any(|need| need.len() == 0) {
                return;
            }
        }
    }
}

/// Leaves out solutions that are good for nothing that another is not good for too, and needs that are met along with others,
/// until nothing changes.
fn reduced(mut needs: Vec<Set>) -> Vec<Set> {
    loop {
        needs = strictest(needs);
        let Some(first) = needs.first() else { return needs };
        let mut good_for = vec![Set::new(needs.len()); 64 * first.0.len()];
        for (index, need) in needs.iter().enumerate() {
            need.numbers().for_each(|number| good_for[number].insert(index));
        }
        let mut numbers: Vec<usize> = (0..good_for.len()).filter(|&number| good_for[number].len() > 0).collect();
        numbers.sort_by_cached_key(|&number| std::cmp::Reverse(good_for[number].len()));
        let mut kept: Vec<usize> = Vec::new();
        for number in &numbers {
            if !kept.iter().any(|&other| good_for[*number].is_within(&good_for[other])) {
                kept.push(*number);
            }
        }
        if kept.len() == numbers.len() {
            return needs;
        }
        let mut left = Set::new(good_for.len());
        kept.into_iter().for_each(|number| left.insert(number));
        needs.iter_mut().for_each(|need| need.keep(&left));
    }
}

/// A lower bound of the size of a cover: the number of needs that have no solution in common.
fn at_least(needs: &[Set]) -> usize {
    let Some(first) = needs.first() else { return 0 };
    let (mut used, mut count) = (Set::new(64 * first.0.len()), 0);
    for need in needs {
        if !need.meets(&used) {
            used.add(need);
            count += 1;
        }
    }
    count
}
