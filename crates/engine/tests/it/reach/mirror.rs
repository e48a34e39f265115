//! Left and right are alike, where the rules make no difference between them.

use std::collections::BTreeSet;

use tetrolab_engine::{Board, HalfTurns, Kicks, Movement, Piece, Spin};

use super::boards::{self, Case, Kind};
use super::compare::cells;
use super::twin::Cells;

/// Boards of each kind.
const BOARDS: u64 = 300;

fn mirrored_piece(piece: Piece) -> Piece {
    match piece {
        Piece::J => Piece::L,
        Piece::L => Piece::J,
        Piece::S => Piece::Z,
        Piece::Z => Piece::S,
        _ => piece,
    }
}

fn mirrored_board(board: &Board) -> Board {
    let mut mirrored = Board::empty(board.size());
    let last = board.size().width as i8 - 1;
    board.cells().for_each(|cell| mirrored.set(last - cell.x, cell.y, true));
    mirrored
}

fn mirrored_cells(cells: Cells, width: u8) -> Cells {
    let mut cells = cells.map(|(x, y)| (width as i8 - 1 - x, y));
    cells.sort_unstable();
    cells
}

/// Whether nothing tells left from right: the piece is generated in the very middle, and the tests of a turn to the left
/// are those of a turn to the right in the mirror.
fn is_alike(piece: Piece, width: u8, movement: &Movement) -> bool {
    let in_the_middle = width.is_multiple_of(2) == matches!(piece, Piece::I | Piece::O);
    // With plain SRS, I tries one side first.
    let same_turns = piece != Piece::I || movement.kicks != Kicks::Srs;
    let same_half_turns = match movement.half_turns {
        HalfTurns::Off => true,
        // All six tests go to one side first.
        HalfTurns::Tests => movement.kicks != Kicks::SrsPlus && piece != Piece::I,
        // Left comes first.
        HalfTurns::Quarters => false,
    };
    in_the_middle && same_turns && (same_half_turns || piece == Piece::O)
}

fn found(board: &Board, piece: Piece, movement: &Movement) -> BTreeSet<(Cells, Spin)> {
    board.placements_under(piece, movement).with_spins().map(|(placement, spin)| (cells(placement), spin)).collect()
}

#[test]
fn a_mirrored_board_has_mirrored_placements() {
    let mut compared = 0;
    for kind in Kind::ALL {
        for number in 0..BOARDS {
            let Case { board, movement } = boards::case(kind, number);
            let (mirrored, width) = (mirrored_board(&board), board.size().width);
            for piece in Piece::ALL.into_iter().filter(|&piece| is_alike(piece, width, &movement)) {
                let here = found(&board, piece, &movement);
                let there: BTreeSet<_> = found(&mirrored, mirrored_piece(piece), &movement)
                    .into_iter()
                    .map(|(cells, spin)| (mirrored_cells(cells, width), spin))
                    .collect();
                assert_eq!(here, there, "{piece} with {movement:?}\n{board}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000);
}
