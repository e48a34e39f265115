//! Where a piece can lock, and by which keys: every tick takes it down one row, and one key acts in a tick.
//!
//! After n ticks a piece is n rows lower, unless it was dropped. So all places it can be in after a tick are in one
//! row of boxes, and that row is a word of bits. A drop reaches no place that falling does not reach, only sooner.

mod stack;
mod tables;

use super::{HEIGHT, InPlay, Key};
pub use stack::{ROWS, Stack};
use tables::{BOXES, FLOOR, bit, legal, open, open_reach, piece, spread, turn, wide};

/// Rows of a box that can have cells.
const BOX_ROWS: usize = 4;

/// All places that a piece can get to.
///
/// ```
/// use tetrolab_protocols::aveiro::{InPlay, Reach, Shape, Stack};
///
/// let reach = Reach::new(&Stack::EMPTY, InPlay::spawn(Shape::O));
/// assert_eq!(reach.locks().count(), 7);
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    start: InPlay,
    /// By the row of the box: where it fits.
    legal: [u64; BOXES + 1],
    /// By the row of the box: where it can be, after the key of the tick.
    layers: [u64; BOXES],
    /// The rows of boxes in which it may lock.
    lowest: usize,
    highest: usize,
}

impl Reach {
    /// All that is in reach of a piece that is seen where it is: the next tick takes it down.
    ///
    /// A piece that does not fit where it is has nowhere to go but down.
    #[inline]
    pub fn new(stack: &Stack, start: InPlay) -> Reach {
        let shape = start.shape;
        let mut reach =
            Reach { start, legal: [0; BOXES + 1], layers: [0; BOXES], lowest: HEIGHT, highest: start.y as usize };
        // Boxes above this row meet nothing but the walls.
        let top = stack.top();
        let clear = (top + 1).saturating_sub(BOX_ROWS);
        reach.legal[..clear].fill(open(shape));
        let mut rows = [FLOOR; BOXES + BOX_ROWS];
        for (row, &cells) in rows[clear..HEIGHT].iter_mut().zip(&stack.rows()[clear..]) {
            *row = wide(cells);
        }
        for y in clear..BOXES {
            reach.legal[y] = legal(shape, [rows[y], rows[y + 1], rows[y + 2], rows[y + 3]]);
        }
        reach.fill(clear);
        reach
    }

    /// Fills the layers. Boxes above the row `clear` meet nothing.
    fn fill(&mut self, clear: usize) {
        let turn = turn(self.start.shape);
        let mut y = self.start.y as usize;
        self.layers[y] = bit(self.start);
        if self.start == InPlay::spawn(self.start.shape) {
            while y + 1 < clear {
                y += 1;
                self.layers[y] = open_reach(self.start.shape, y);
            }
        }
        self.highest = y;
        while y + 1 < BOXES {
            let fallen = self.layers[y] & self.legal[y + 1];
            if fallen == 0 {
                break;
            }
            self.layers[y + 1] = spread(fallen, self.legal[y + 1], turn);
            y += 1;
        }
        self.lowest = y;
    }

    /// Every place where it can lock, once, from the highest to the lowest.
    #[inline]
    pub fn locks(&self) -> impl Iterator<Item = InPlay> + '_ {
        (self.highest..=self.lowest).flat_map(move |y| {
            let mut left = self.layers[y] & !self.legal[y + 1];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(piece(self.start.shape, bit, y))
            })
        })
    }

    /// Whether the piece locks with the next tick where it is.
    pub fn is_resting(&self) -> bool {
        self.legal[self.start.y as usize + 1] & bit(self.start) == 0
    }

    /// The way to a place where the piece locks, with the fewest ticks. `None` if there is none.
    pub fn way(&self, goal: InPlay) -> Option<Way> {
        let end = usize::try_from(goal.y).ok().filter(|&y| y < BOXES)?;
        if goal.shape != self.start.shape || self.layers[end] & !self.legal[end + 1] & bit(goal) == 0 {
            return None;
        }
        let mut place = bit(goal);
        // From here on nothing is below it until the end.
        let first = self.start.y as usize;
        let free = (first + 1..=end).rev().take_while(|&y| self.legal[y] & place != 0).last().map_or(end, |y| y - 1);
        let dropped = (free..=end).find(|&y| self.layers[y] & place != 0)?;
        let mut way = Way { keys: [None; HEIGHT], length: dropped - first };
        for y in (first + 1..=dropped).rev() {
            let fallen = self.layers[y - 1] & self.legal[y];
            let turn = turn(self.start.shape);
            let (key, before) = [
                (None, place),
                (Some(Key::Left), place << 1),
                (Some(Key::Right), place >> 1),
                (Some(Key::Turn), place.rotate_right(turn)),
            ]
            .into_iter()
            .find(|&(_, before)| fallen & before != 0)?;
            way.keys[y - first - 1] = key;
            place = before;
        }
        if dropped < end {
            way.keys[way.length] = (dropped + 1 < end).then_some(Key::Drop);
            way.length += 1;
        }
        Some(way)
    }
}

/// What to press in each tick. The tick after the last one locks the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    keys: [Option<Key>; HEIGHT],
    length: usize,
}

impl Way {
    /// The key of each tick, or none.
    pub fn keys(&self) -> &[Option<Key>] {
        &self.keys[..self.length]
    }
}
