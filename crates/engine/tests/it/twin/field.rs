//! The cells of the board, one by one.

use tetrolab_engine::{Block, Placement, Setup, Size};

use super::turning::cells;

/// Rows from the floor up, each a list of cells from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    size: Size,
    rows: Vec<Vec<Option<Block>>>,
}

impl Field {
    pub fn new(setup: &Setup) -> Field {
        let size = setup.rules.size;
        let height = usize::from(size.height) + usize::from(size.buffer);
        let mut rows = vec![vec![None; usize::from(size.width)]; height];
        if let Some(blocks) = &setup.blocks {
            for (y, row) in rows.iter_mut().enumerate() {
                for (x, cell) in row.iter_mut().enumerate() {
                    *cell = blocks.get(x as i8, y as i8);
                }
            }
        }
        Field { size, rows }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn is_inside(&self, x: i8, y: i8) -> bool {
        x >= 0 && y >= 0 && (x as usize) < self.rows[0].len() && (y as usize) < self.rows.len()
    }

    pub fn get(&self, x: i8, y: i8) -> Option<Block> {
        if self.is_inside(x, y) { self.rows[y as usize][x as usize] } else { None }
    }

    pub fn set(&mut self, x: i8, y: i8, block: Block) {
        self.rows[y as usize][x as usize] = Some(block);
    }

    /// All Minos inside the board, none on a Block.
    pub fn fits(&self, placement: Placement) -> bool {
        cells(placement).iter().all(|&(x, y)| self.is_inside(x, y) && self.get(x, y).is_none())
    }

    /// Some Mino on a Block.
    pub fn overlaps(&self, placement: Placement) -> bool {
        cells(placement).iter().any(|&(x, y)| self.get(x, y).is_some())
    }

    /// The piece does not fit one row lower.
    pub fn is_surface(&self, placement: Placement) -> bool {
        !self.fits(placement.shifted(0, -1))
    }

    /// The cell counts as filled for a spin: Blocks, walls and floor, but nothing above the board.
    pub fn is_corner_filled(&self, x: i8, y: i8) -> bool {
        x < 0 || x >= self.size.width as i8 || y < 0 || self.get(x, y).is_some()
    }

    pub fn full_rows(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&y| self.rows[y].iter().all(Option::is_some)).collect()
    }

    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// How many of these rows have a Block that no piece left.
    pub fn garbage_rows(&self, rows: impl Iterator<Item = usize>) -> usize {
        rows.filter(|&y| self.rows[y].contains(&Some(Block::Garbage))).count()
    }

    pub fn is_row_empty(&self, y: usize) -> bool {
        self.rows[y].iter().all(Option::is_none)
    }

    pub fn is_empty(&self) -> bool {
        (0..self.rows.len()).all(|y| self.is_row_empty(y))
    }

    /// Takes the rows out; what was above comes down.
    pub fn remove(&mut self, gone: &[usize]) {
        let height = self.rows.len();
        let mut left = Vec::new();
        for (y, row) in self.rows.iter().enumerate() {
            if !gone.contains(&y) {
                left.push(row.clone());
            }
        }
        while left.len() < height {
            left.push(vec![None; usize::from(self.size.width)]);
        }
        self.rows = left;
    }

    /// A row of garbage comes in at the floor. Returns whether a Block was pushed out of the top.
    pub fn raise(&mut self, hole: u32) -> bool {
        let mut row = vec![Some(Block::Garbage); usize::from(self.size.width)];
        row[hole as usize] = None;
        self.rows.insert(0, row);
        let pushed_out = self.rows.pop().expect("there is at least one row");
        pushed_out.iter().any(Option::is_some)
    }
}
