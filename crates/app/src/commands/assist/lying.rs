//! What players of the research game see of a piece that lies somewhere, however it got there.

use tetrolab_agents::Dropped;
use tetrolab_engine::{Board, Drop, DropOutcome, DropRules, Landing, Placement, orientations};

/// The same as [`Dropped::new`] where the piece falls straight down, but for any place inside the board of the rules.
pub fn lying(rules: DropRules, board: &Board, placement: Placement) -> Dropped {
    // The board of the rules has hidden rows.
    let mut before = rules.empty();
    for cell in board.cells().chain(placement.cells()) {
        before.set(cell.x, cell.y, true);
    }
    let landing = Landing { row: placement.bottom() as u8, height: (placement.top() - placement.bottom()) as u8 + 1 };
    let rows = before.full_rows() & landing.rows();
    let mut after = before;
    after.remove_rows(rows);
    let eroded = placement.cells().into_iter().filter(|cell| rows >> cell.y & 1 == 1).count();
    let outcome = DropOutcome { lines: rows.count_ones() as u8, eroded_cells: eroded as u8, is_lost: false };
    Dropped { rules, drop: looking_like(placement), landing, before, after, outcome }
}

/// The drop that leaves the piece with these cells.
fn looking_like(placement: Placement) -> Drop {
    let piece = placement.piece;
    let sorted = |placement: Placement| {
        let mut cells = placement.cells();
        cells.sort_unstable();
        cells
    };
    let column = placement.cells().iter().map(|cell| cell.x).min().unwrap_or(0) as u8;
    let drops = (0..orientations(piece).len() as u8).map(|orientation| Drop { piece, orientation, column });
    let mut alike = drops.filter(|drop| drop.placement(placement.bottom()).map(sorted) == Some(sorted(placement)));
    alike.next().expect("every facing looks like one of the orientations")
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Piece, Random, Rotation, Seed, Stream};

    use super::*;

    /// Straight drops of all pieces on random boards.
    #[test]
    fn a_straight_drop_is_the_same() {
        let rules = DropRules::new(6, 12).unwrap();
        let mut random = Random::new(Seed(5), 0, Stream::Tests);
        let mut lines = 0;
        for _ in 0..100 {
            let mut board = rules.empty();
            for y in 0..5 {
                let hole = random.below(6) as i8;
                (0..6).filter(|&x| x != hole && random.below(8) > 0).for_each(|x| board.set(x, y, true));
            }
            for drop in Piece::ALL.into_iter().flat_map(|piece| rules.drops(piece)) {
                let expected = Dropped::new(rules, &board, drop).unwrap();
                let found = lying(rules, &board, drop.placement(expected.landing.row as i8).unwrap());
                assert_eq!(found.drop, drop);
                assert_eq!((found.landing, found.outcome), (expected.landing, expected.outcome));
                assert_eq!((found.before, found.after), (expected.before, expected.after));
                lines += u32::from(found.outcome.lines);
            }
        }
        assert!(lines > 0);
    }

    #[test]
    fn every_facing_looks_like_a_drop() {
        for piece in Piece::ALL {
            for facing in Rotation::ALL {
                let placement = Placement::new(piece, facing, 2, 2);
                let drop = looking_like(placement);
                let mut cells = drop.placement(placement.bottom()).unwrap().cells();
                let mut expected = placement.cells();
                cells.sort_unstable();
                expected.sort_unstable();
                assert_eq!(cells, expected, "{piece} {facing:?}");
            }
        }
    }
}
