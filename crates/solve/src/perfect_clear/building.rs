//! In which orders the tiles of a tiling can be played.

use std::collections::HashMap;

use tetrolab_engine::{Piece, Placement};

use super::field::{Field, ROW, WIDTH};
use super::moves::Moves;
use super::tiles::Tile;

/// The orders in which tiles can be played, found as they are asked for. A set of tiles is a number, a bit each.
pub(crate) struct Building<'a, M> {
    moves: &'a M,
    field: Field,
    lines: u8,
    tiles: &'a [Tile],
    /// For each set of tiles that were played: those that can be next, if the rest can follow.
    next: HashMap<u32, u32>,
}

impl<'a, M: Moves> Building<'a, M> {
    pub fn new(moves: &'a M, field: Field, lines: u8, tiles: &'a [Tile]) -> Building<'a, M> {
        Building { moves, field, lines, tiles, next: HashMap::new() }
    }

    /// The tiles that can be played after these, if the rest can follow in some order.
    pub fn next(&mut self, played: u32) -> u32 {
        if let Some(&next) = self.next.get(&played) {
            return next;
        }
        let all = (1 << self.tiles.len()) - 1;
        let mut next = 0;
        for number in 0..self.tiles.len() {
            let after = played | 1 << number;
            if after != played && self.placement(played, number).is_some() && (after == all || self.next(after) != 0) {
                next |= 1 << number;
            }
        }
        self.next.insert(played, next);
        next
    }

    /// Where a tile lies when it is played after these; `None` if it cannot get there yet.
    pub fn placement(&self, played: u32, number: usize) -> Option<Placement> {
        let rows = self.rows(played);
        let cells = rows.lowered(self.tiles[number].cells);
        let places = self.moves.places(Field(rows.lowered(rows.filled)), self.tiles[number].piece, rows.left);
        places.into_iter().find(|place| place.cells == cells).map(|place| place.placement)
    }

    fn rows(&self, played: u32) -> Rows {
        let tiles = self.tiles.iter().enumerate().filter(|(number, _)| played >> number & 1 == 1);
        let filled = tiles.fold(self.field.0, |filled, (_, tile)| filled | tile.cells);
        let full = (0..self.lines).filter(|y| filled >> (WIDTH * y) & ROW == ROW).fold(0, |full, y| full | 1 << y);
        Rows { filled, full, left: self.lines - (full as u8).count_ones() as u8 }
    }

    pub fn piece(&self, number: usize) -> Piece {
        self.tiles[number].piece
    }
}

/// The rows of the beginning, some of them full.
struct Rows {
    filled: u64,
    /// The full ones, a bit each.
    full: u32,
    left: u8,
}

impl Rows {
    /// Cells where they are when the full rows are gone.
    fn lowered(&self, mut cells: u64) -> u64 {
        let mut full = self.full;
        while full != 0 {
            let y = 31 - full.leading_zeros();
            full &= !(1 << y);
            let below = (1 << (u32::from(WIDTH) * y)) - 1;
            cells = cells & below | cells >> WIDTH & !below;
        }
        cells
    }
}
