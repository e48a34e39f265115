//! Depth-bounded search.

use std::hash::Hash;

use super::known::known;
use super::nodes::Nodes;
use super::report::{Count, Report};

/// Depth-first search that goes at most `bound` steps deep, and finds a plan if there is one of that many steps.
///
/// It remembers the smallest depth at which it met each state and expands the state again only when it comes there in
/// fewer steps. A plain closed set would be wrong: a state met first at the end of a detour, with no steps left, would
/// block the short way to it. No memory at all would be right, but walks every path there is and does not come to an end.
///
/// The other closures are those of [`breadth_first`](super::breadth_first). Without a plan, `cut_off` in the report says
/// whether a larger bound could help.
pub fn depth_bounded<S, A, I>(
    start: S,
    bound: u32,
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
    let mut smallest_depth = known();
    let mut stack = vec![(0, 0)];
    while let Some((node, depth)) = stack.pop() {
        let state = nodes.state(node);
        if is_goal(state) {
            return count.found(&nodes, node);
        }
        if smallest_depth.get(&state).is_some_and(|&known| known <= depth) {
            continue;
        }
        smallest_depth.insert(state, depth);
        if depth == bound {
            continue;
        }
        count.expanded += 1;
        on_expand(state);
        let first = stack.len();
        for (action, next, cost) in successors(state) {
            if smallest_depth.get(&next).is_none_or(|&known| known > depth + 1) {
                stack.push((nodes.add(node, action, next, nodes.cost(node) + cost), depth + 1));
            }
        }
        // The first action goes on top.
        stack[first..].reverse();
        count.frontier(stack.len());
    }
    // The bound cut something off if a state that lies at the bound leads to one that was never met.
    let cut_off = smallest_depth
        .iter()
        .filter(|&(_, &depth)| depth == bound)
        .any(|(&state, _)| successors(state).into_iter().any(|(_, next, _)| !smallest_depth.contains_key(&next)));
    Report { cut_off, ..count.not_found(&nodes) }
}
