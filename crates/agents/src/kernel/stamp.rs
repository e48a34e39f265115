//! The shape of an orientation as lanes need it.

use tetrolab_engine::{Piece, orientations};

/// An orientation in words of 32 bits, which a vector instruction can take from memory as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stamp {
    /// Columns it covers.
    pub width: u32,
    /// Rows it covers.
    pub height: u32,
    /// The rows it covers, a bit each.
    pub rows: u32,
    /// For each column, its cells.
    pub columns: [u32; 4],
    /// The same with nothing before and after them: sixteen words of it are the piece over any column.
    spread: [u32; 32],
    /// For each column, how many they are.
    pub cells: [u32; 4],
    /// For each column, how far its lowest cell lies above the lowest row.
    pub undersides: [u32; 4],
    /// The same as a bit.
    pub underside_bits: [u32; 4],
    /// For each column, the row above its highest cell.
    pub tops: [u32; 4],
    /// The cells that differ between each column and the next, from the one before the first.
    pub edges: [u32; 5],
    /// How many those are.
    pub edge_count: u32,
    /// Twice its landing height on the floor.
    pub middle_twice: u32,
    /// The rows of its cells added up on the floor, 1 for the lowest.
    pub weighted_cells: u32,
}

/// The place of the first column with nothing before it.
const SPREAD: usize = 16;

impl Stamp {
    /// Its cells in each column of the board, with its left edge over a column.
    #[inline(always)]
    pub fn over(&self, column: usize) -> &[u32; 16] {
        self.spread[SPREAD - column..]
            .first_chunk()
            .expect("sixteen words are left from every place up to the sixteenth")
    }

    /// The lowest row it comes to lie in, with its left edge over a column.
    #[inline(always)]
    pub fn row(&self, heights: [u32; 16], column: usize) -> u32 {
        let mut row = 0;
        let mut k = 0;
        while k < self.width as usize {
            row = row.max(heights[column + k] as i32 - self.undersides[k] as i32);
            k += 1;
        }
        row as u32
    }

    /// Those of all orientations of a piece, in order.
    pub fn all(piece: Piece) -> [Stamp; 4] {
        let mut stamps = [Stamp::default(); 4];
        for (stamp, &rotation) in stamps.iter_mut().zip(orientations(piece)) {
            let shape = piece.shape(rotation);
            stamp.width = shape.width.into();
            stamp.height = shape.height.into();
            stamp.rows = (1 << shape.height) - 1;
            stamp.columns = shape.columns.map(|column| column as u32);
            stamp.spread[SPREAD..][..4].copy_from_slice(&stamp.columns);
            stamp.cells = stamp.columns.map(u32::count_ones);
            stamp.undersides = shape.undersides.map(u32::from);
            stamp.underside_bits = stamp.undersides.map(|underside| 1 << underside);
            stamp.tops = stamp.columns.map(|column| u32::BITS - column.leading_zeros());
            for place in 0..5 {
                let left = if place == 0 { 0 } else { stamp.columns[place - 1] };
                stamp.edges[place] = left ^ stamp.columns.get(place).copied().unwrap_or(0);
            }
            stamp.edge_count = stamp.edges.iter().map(|edge| edge.count_ones()).sum();
            stamp.middle_twice = stamp.height - 1;
            let rows =
                (0..4).map(|row| (row + 1) * stamp.columns.iter().filter(|&&column| column >> row & 1 == 1).count());
            stamp.weighted_cells = rows.sum::<usize>() as u32;
        }
        stamps
    }
}
