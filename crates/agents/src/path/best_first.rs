//! Greedy best-first search.

use std::hash::Hash;

use super::known::states;
use super::nodes::Nodes;
use super::queue::Queue;
use super::report::{Count, Report};

/// Expands the node that seems nearest to a goal and does not care what it cost to get there. Quick, but the plan need not
/// be a short one.
///
/// `estimate` guesses what is still to come: 0 or more. A state whose estimate is infinite leads nowhere and is left out.
/// The other closures are those of [`breadth_first`](super::breadth_first).
pub fn best_first<S, A, I>(
    start: S,
    successors: impl Fn(S) -> I,
    is_goal: impl Fn(S) -> bool,
    estimate: impl Fn(S) -> f64,
    mut on_expand: impl FnMut(S),
) -> Report<A>
where
    S: Copy + Eq + Hash,
    A: Copy,
    I: IntoIterator<Item = (A, S, u32)>,
{
    let mut count = Count::new();
    let mut nodes = Nodes::new(start);
    let mut known = states();
    known.insert(start);
    let mut frontier = Queue::new(estimate(start));
    while let Some(node) = frontier.pop() {
        let state = nodes.state(node);
        if is_goal(state) {
            return count.found(&nodes, node);
        }
        count.expanded += 1;
        on_expand(state);
        for (action, next, cost) in successors(state) {
            if known.insert(next) {
                let estimate = estimate(next);
                if estimate < f64::INFINITY {
                    frontier.push(estimate, nodes.add(node, action, next, nodes.cost(node) + cost));
                }
            }
        }
        count.frontier(frontier.count());
    }
    count.not_found(&nodes)
}
