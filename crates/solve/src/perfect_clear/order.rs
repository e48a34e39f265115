//! Which queues can bring pieces in a given order, with Hold or without.

use std::ops::Range;

use tetrolab_engine::Piece;

use super::queues::Queues;

/// Calls `found` with ranges of queues that can bring these pieces into play in this order. With Hold the queues have one piece
/// more, or as many.
pub(crate) fn queues_of(queues: &Queues, order: &[Piece], use_hold: bool, found: &mut impl FnMut(Range<usize>)) {
    let all = 0..queues.len();
    if !use_hold {
        let mut range = all;
        for (place, &piece) in order.iter().enumerate() {
            range = queues.with(&range, place, piece);
        }
        return found(range);
    }
    for held in Piece::ALL {
        let range = queues.with(&all, 0, held);
        if !range.is_empty() {
            with_hold(queues, order, held, 1, &range, found);
        }
    }
}

/// `place` is the place of the next piece in the queues; the one before it, or an earlier one, is held.
fn with_hold(
    queues: &Queues,
    order: &[Piece],
    held: Piece,
    place: usize,
    range: &Range<usize>,
    found: &mut impl FnMut(Range<usize>),
) {
    let Some((&wanted, rest)) = order.split_first() else { return found(range.clone()) };
    if place == queues.length() {
        if rest.is_empty() && held == wanted {
            found(range.clone());
        }
        return;
    }
    for next in Piece::ALL {
        // The held piece comes and the next one is held, or the next one comes.
        let kept = match (held == wanted, next == wanted) {
            (true, _) => next,
            (false, true) => held,
            (false, false) => continue,
        };
        let range = queues.with(range, place, next);
        if !range.is_empty() {
            with_hold(queues, rest, kept, place + 1, &range, found);
        }
    }
}
