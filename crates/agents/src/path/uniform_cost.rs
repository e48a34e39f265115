//! Uniform-cost search.

use std::hash::Hash;

use super::a_star::a_star;
use super::report::Report;

/// Expands the node that is cheapest to reach (Dijkstra's algorithm): the first plan it finds costs least, whatever the
/// single steps cost. With equal costs it does what breadth-first search does.
///
/// It is A* with an estimate that knows nothing: always 0, which is never more than the truth.
///
/// The closures are those of [`breadth_first`](super::breadth_first).
pub fn uniform_cost<S, A, I>(
    start: S,
    successors: impl Fn(S) -> I,
    is_goal: impl Fn(S) -> bool,
    on_expand: impl FnMut(S),
) -> Report<A>
where
    S: Copy + Eq + Hash,
    A: Copy,
    I: IntoIterator<Item = (A, S, u32)>,
{
    a_star(start, successors, is_goal, |_| 0.0, on_expand)
}
