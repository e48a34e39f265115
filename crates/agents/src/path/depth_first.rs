//! Depth-first search.

use std::hash::Hash;

use super::known::states;
use super::nodes::Nodes;
use super::report::{Count, Report};

/// Follows the first action as far as it leads, then turns back to the last choice that is left. Every state is expanded
/// at most once, so it ends; but the plan is the first one it stumbles upon, and seldom a short one.
///
/// The closures are those of [`breadth_first`](super::breadth_first).
pub fn depth_first<S, A, I>(
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
    let mut closed = states();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        let state = nodes.state(node);
        if is_goal(state) {
            return count.found(&nodes, node);
        }
        if !closed.insert(state) {
            continue;
        }
        count.expanded += 1;
        on_expand(state);
        let first = stack.len();
        for (action, next, cost) in successors(state) {
            if !closed.contains(&next) {
                stack.push(nodes.add(node, action, next, nodes.cost(node) + cost));
            }
        }
        // The first action goes on top.
        stack[first..].reverse();
        count.frontier(stack.len());
    }
    count.not_found(&nodes)
}
