//! A* over what can be done with the last pieces of a solution.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::beam::{each_way, key};
use crate::bounds::Tails;
use crate::fitness::Fitness;
use crate::genotype::Actions;
use crate::moves::{Finder, Way};
use crate::problem::Problem;
use crate::state::State;

/// A state on the way, and the most that can come of it.
struct Node {
    most: f64,
    /// Pieces still to be placed.
    left: usize,
    /// Number in the list of states.
    number: usize,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    /// The most promising is the largest; of equals the one that is nearest to the end, then the older one.
    fn cmp(&self, other: &Node) -> Ordering {
        let by_most = self.most.total_cmp(&other.most);
        by_most.then(other.left.cmp(&self.left)).then(other.number.cmp(&self.number))
    }
}

/// Finds the best that can be done with the last `pieces` pieces when those before stay as they are, with at most `nodes` states.
/// Returns the genes, their fitness and how many states were valued. If it is stopped, the solution stays as it is.
pub(crate) fn improve_tail(
    problem: &Problem,
    genes: &[i8],
    pieces: usize,
    nodes: usize,
    is_stopped: impl Fn() -> bool,
) -> (Vec<i8>, f64, u64) {
    let pieces = pieces.clamp(1, problem.pieces());
    let mut states = vec![State::default(); problem.pieces()];
    let known = problem.fitness().of(&problem.play_on(genes, 0, &mut states));
    let kept = problem.pieces() - pieces;
    let start = if kept == 0 { *problem.start() } else { states[kept - 1] };
    let tails = Tails::new(problem.fitness());
    // Every state, where it came from and how.
    let mut all: Vec<(State, usize, Option<Way>)> = vec![(start, 0, None)];
    let mut open = BinaryHeap::from([Node { most: f64::INFINITY, left: pieces, number: 0 }]);
    let mut seen: FxHashMap<(u64, usize), f64> = FxHashMap::default();
    let mut finder = Finder::default();
    let mut best = None;
    while let Some(node) = open.pop() {
        if node.left == 0 {
            best = (node.most > known).then_some(node.number);
            break;
        }
        if all.len() >= nodes || node.most <= known || is_stopped() {
            break;
        }
        let state = all[node.number].0;
        each_way(problem, &mut finder, &state, |way, after| {
            let left = node.left - 1;
            let most = if left == 0 { problem.fitness().of(&after) } else { tails.most(&after, left) };
            let before = seen.entry((key(&after), left)).or_insert(f64::NEG_INFINITY);
            let Fitness { score, penalty, .. } = *problem.fitness();
            let worth = score * f64::from(after.points()) + penalty * f64::from(after.misses());
            if most > known && worth > *before {
                *before = worth;
                open.push(Node { most, left, number: all.len() });
                all.push((after, node.number, Some(way)));
            }
        });
    }
    let evaluations = all.len() as u64;
    let Some(mut number) = best else { return (genes.to_vec(), known, evaluations) };
    let mut ways = Vec::new();
    while let Some(way) = all[number].2 {
        ways.push(way);
        number = all[number].1;
    }
    let genotype = problem.genotype();
    let mut improved = genes[..kept * genotype.genes()].to_vec();
    let mut state = start;
    for way in ways.iter().rev() {
        let actions: Actions = problem.actions(&state, way).expect("genes lead to every place that was found");
        improved.extend(actions.write(genotype, problem.encoding()));
        state = problem.after(&state, *way);
    }
    let fitness = problem.evaluate(&improved);
    if fitness > known { (improved, fitness, evaluations) } else { (genes.to_vec(), known, evaluations) }
}
