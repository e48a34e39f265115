//! A*.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::known::known;
use super::nodes::Nodes;
use super::queue::Queue;
use super::report::{Count, Report};

/// Expands the node with the smallest sum of what it cost to get there and the estimate of what is still to come. If the
/// estimate is admissible, never more than the truth, the first plan it finds costs least.
///
/// An admissible estimate may still be inconsistent: it may fall by more than a step costs. Then a state can be expanded
/// before the cheapest way to it is known, and is opened again when that way turns up; without this the plan could be
/// too dear.
///
/// `estimate` is 0 or more. A state whose estimate is infinite leads nowhere and is left out. The other closures are those
/// of [`breadth_first`](super::breadth_first).
///
/// ```
/// use tetrolab_agents::path::a_star;
///
/// // From 0 to 9 on a line, in steps of 1 that cost 1 or steps of 3 that cost 2.
/// let steps = |n: u32| [('1', n + 1, 1), ('3', n + 3, 2)];
/// let report = a_star(0, steps, |n| n == 9, |n| if n > 9 { f64::INFINITY } else { f64::from(9 - n) * 2.0 / 3.0 }, |_| {});
/// assert_eq!((report.cost, report.plan.unwrap()), (6, vec!['3', '3', '3']));
/// ```
pub fn a_star<S, A, I>(
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
    // The cheapest node of each state.
    let mut cheapest = known();
    cheapest.insert(start, 0);
    let mut frontier = Queue::new(estimate(start));
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
            let estimate = estimate(next);
            if estimate < f64::INFINITY {
                // Also if the state was expanded before: this opens it again.
                let node = nodes.add(node, action, next, cost);
                known.insert_entry(node);
                frontier.push(f64::from(cost) + estimate, node);
            }
        }
        count.frontier(frontier.count());
    }
    count.not_found(&nodes)
}
