//! Uniform-cost search.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::known::known;
use super::nodes::Nodes;
use super::queue::Queue;
use super::report::{Count, Report};

/// Expands the node that is cheapest to reach (Dijkstra's algorithm): the first plan it finds costs least, whatever the
/// single steps cost. With equal costs it does what breadth-first search does.
///
/// The closures are those of [`breadth_first`](super::breadth_first).
pub fn uniform_cost<S, A, I>(
    start: S,
    successors: impl Fn(S) -> I,
    is_goal: impl Fn(S) -> bool,
    mut on_expand: impl FnMut(S),
) -> Report<A>
where
    S: Copy + Eq + Hash,
    A: Copy,
    I: IntoIterator<Item = (A, S, u32)>,
{
    let mut count = Count::new();
    let mut nodes = Nodes::new(start);
    // The cheapest node of each state.
    let mut cheapest = known();
    cheapest.insert(start, 0);
    let mut frontier = Queue::new(0.0);
    while let Some(node) = frontier.pop() {
        let state = nodes.state(node);
        if cheapest[&state] != node {
            // A cheaper way has been found since this one was put in.
            continue;
        }
        if is_goal(state) {
            return count.found(&nodes, node);
        }
        count.expanded += 1;
        on_expand(state);
        for (action, next, cost) in successors(state) {
            let cost = nodes.cost(node) + cost;
            let known = cheapest.entry(next);
            if matches!(&known, Entry::Occupied(known) if nodes.cost(*known.get()) <= cost) {
                continue;
            }
            let node = nodes.add(node, action, next, cost);
            known.insert_entry(node);
            frontier.push(f64::from(cost), node);
        }
        count.frontier(frontier.count());
    }
    count.not_found(&nodes)
}
