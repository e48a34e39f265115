//! Random boards and movements: the flood fill, place by place walking and the keys agree on where a piece can go, and
//! the keys lead there.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use tetrolab_engine::{Board, Cell, HalfTurns, KeyCost, Keys, Kicks, Movement, Piece, Placement, Size, Spin, Typing};

fn cells(placement: Placement) -> [Cell; 4] {
    let mut cells = placement.cells();
    cells.sort_unstable();
    cells
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut next = move || bytes.next().unwrap_or(0);
    let size = Size { width: 4 + next() % 13, height: 1 + next() % 40, buffer: next() % 21 };
    let mut board = Board::empty(size);
    let rows = next() % (size.rows() + 1);
    for y in 0..rows {
        let row = u16::from_le_bytes([next(), next()]);
        for x in 0..size.width {
            board.set(x as i8, y as i8, row >> x & 1 == 1);
        }
    }
    let rules = next();
    let movement = Movement {
        kicks: [Kicks::Srs, Kicks::SrsPlus, Kicks::None][usize::from(rules % 3)],
        half_turns: [HalfTurns::Off, HalfTurns::Tests, HalfTurns::Quarters][usize::from(rules / 3 % 3)],
        spins: rules & 64 != 0,
        sticky_fifth_point: rules & 128 != 0,
        spawn_row: next() as i8,
        generation_drop: next() & 1 == 1,
        fall_back_row: Some(next() as i8).filter(|&row| row != 0),
    };
    for piece in Piece::ALL {
        let placements = board.placements_under(piece, &movement);
        let count = placements.len();
        assert_eq!(count, placements.clone().count());
        let found: BTreeSet<([Cell; 4], Spin)> =
            placements.with_spins().map(|(placement, spin)| (cells(placement), spin)).collect();
        let Some(start) = movement.generation(&board, piece) else {
            assert_eq!(count, 0);
            continue;
        };
        let keys = Keys::new(&board, start, &movement, Typing::default(), KeyCost::Presses);
        let typed: BTreeSet<([Cell; 4], Spin)> =
            keys.ends().map(|(placement, spin)| (cells(placement), spin)).collect();
        assert_eq!(found, typed);
        for (placement, spin) in keys.ends() {
            let path = keys.to(placement, spin).expect("an end has a way");
            assert_eq!(cells(path.placement), cells(placement));
            assert!(board.fits(path.placement) && board.is_resting(path.placement));
        }
    }
});
