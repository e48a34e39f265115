//! Iterative deepening.

use std::hash::Hash;
use std::time::Instant;

use super::depth_bounded::depth_bounded;
use super::report::Report;

/// Depth-bounded search with the bounds 0, 1, 2 and so on up to `last_bound`: the first plan it finds has the fewest
/// steps. It ends as soon as a round cut nothing off, because then every state has been met.
///
/// Counts and time are those of all rounds together, the largest frontier that of any. The closures are those of
/// [`breadth_first`](super::breadth_first).
pub fn iterative_deepening<S, A, I>(
    start: S,
    last_bound: u32,
    successors: impl Fn(S) -> I,
    is_goal: impl Fn(S) -> bool,
    mut on_expand: impl FnMut(S),
) -> Report<A>
where
    S: Copy + Eq + Hash,
    A: Copy,
    I: IntoIterator<Item = (A, S, u32)>,
{
    let started = Instant::now();
    let (mut expanded, mut generated, mut largest_frontier) = (0, 0, 0);
    let mut bound = 0;
    loop {
        let round = depth_bounded(start, bound, &successors, &is_goal, &mut on_expand);
        expanded += round.expanded;
        generated += round.generated;
        largest_frontier = largest_frontier.max(round.largest_frontier);
        if round.plan.is_some() || !round.cut_off || bound == last_bound {
            return Report { expanded, generated, largest_frontier, time: started.elapsed(), ..round };
        }
        bound += 1;
    }
}
