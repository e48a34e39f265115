//! Reaching places one by one: slower than the flood fill, but for all rules.

use crate::board::Board;
use crate::movement::Movement;
use crate::piece::{Piece, Placement, Turn};
use crate::placements::Placements;
use crate::spin::Spin;

/// How a piece came to where it is, as far as spins care.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Last {
    /// The last move was a turn.
    pub turned: bool,
    /// That turn used the fifth rotation point, or an earlier one did and it sticks.
    pub fifth_point: bool,
}

/// All placements of a piece.
pub(crate) fn placements(board: &Board, piece: Piece, movement: &Movement) -> Placements {
    const TOP: i8 = 61;
    let mut found = Placements::none(piece, TOP);
    let Some(start) = movement.generation(board, piece) else { return found };
    let with_spins = movement.spins && piece == Piece::T;
    // For each way of having come (not a turn, a turn, with the fifth point), each rotation and column: the rows seen.
    let mut seen = [[[0u64; 16]; 4]; 4];
    let mut queue = Vec::new();
    let mut next = 0;
    let mut see = |placement: Placement, last: Last, queue: &mut Vec<(Placement, Last)>| {
        let way = if with_spins { usize::from(last.turned) + 2 * usize::from(last.fifth_point) } else { 0 };
        let word = &mut seen[way][placement.rotation as usize][placement.x as usize];
        if *word >> placement.y & 1 == 0 {
            *word |= 1 << placement.y;
            queue.push((placement, last));
        }
    };
    see(start, Last { turned: false, fifth_point: false }, &mut queue);
    while next < queue.len() {
        let (placement, last) = queue[next];
        next += 1;
        // Only what sticks survives a move.
        let moved = Last { turned: false, fifth_point: last.fifth_point && movement.sticky_fifth_point };
        for (x, y) in [(0, -1), (-1, 0), (1, 0)] {
            let shifted = placement.shifted(x, y);
            if board.fits(shifted) {
                see(shifted, moved, &mut queue);
            }
        }
        for turn in Turn::ALL {
            if let Some(turned) = board.turned(placement, turn, movement.kicks, movement.half_turns) {
                let fifth_point = turned.is_fifth_point() || moved.fifth_point;
                see(turned.placement, Last { turned: true, fifth_point }, &mut queue);
            }
        }
        if board.is_resting(placement) {
            let spin = if with_spins && last.turned { board.spin(placement, last.fifth_point) } else { Spin::None };
            // Under the name of the first rotation that covers the same cells.
            let name = Placement::from_cells(piece, placement.cells()).unwrap_or(placement);
            found.insert(name, spin);
        }
    }
    found
}
