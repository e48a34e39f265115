//! Breadth-first search.

use std::hash::Hash;

use super::known::states;
use super::nodes::Nodes;
use super::report::{Count, Report};

/// Expands the nodes in the order in which they were made: all that are one step away, then all that are two, and so on. The
/// first plan it finds has the fewest steps, and among those it is the first in the order of the actions.
///
/// * `successors` gives action, state and cost of each step from a state, in the order in which they are tried.
/// * `is_goal` is asked when a node is taken out of the frontier.
/// * `on_expand` hears of every state that is expanded; `|_| {}` costs nothing.
///
/// ```
/// use tetrolab_agents::path::breadth_first;
///
/// let doubled_or_more = |n: u32| [("double", 2 * n, 1), ("more", n + 1, 1)];
/// let report = breadth_first(1, doubled_or_more, |n| n == 10, |_| {});
/// assert_eq!(report.plan.unwrap(), ["double", "double", "more", "double"]);
/// ```
pub fn breadth_first<S, A, I>(
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
    let mut known = states();
    known.insert(start);
    // Nodes lie in the order in which they were made: those from here on are the frontier, a queue without moving anything.
    let mut node = 0;
    while (node as usize) < nodes.count() {
        let state = nodes.state(node);
        if is_goal(state) {
            return count.found(&nodes, node);
        }
        count.expanded += 1;
        on_expand(state);
        for (action, next, cost) in successors(state) {
            if known.insert(next) {
                nodes.add(node, action, next, nodes.cost(node) + cost);
            }
        }
        node += 1;
        count.frontier(nodes.count() - node as usize);
    }
    count.not_found(&nodes)
}
