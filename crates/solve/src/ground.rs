//! The board under a piece: what fits, what turns, what falls, on windows of four rows.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use tetrolab_engine::{Piece, Placement, Rotation, Rules};

use crate::forms::{FORMS, Form, WALL};
use crate::genotype::{Actions, Encoding};
use crate::state::{EMPTY_ROW, FULL_ROW, HEIGHT, Heights, State, WORDS};

/// Where a piece is: its rotation and the left and lower edge of the box around its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub rotation: u32,
    pub x: i32,
    pub y: i32,
}

impl Spot {
    pub fn of(placement: Placement) -> Spot {
        let form = &FORMS[placement.piece as usize][placement.rotation as usize];
        let (x, y) = (placement.x + form.left, placement.y + form.bottom);
        Spot { rotation: placement.rotation as u32, x: x.into(), y: y.into() }
    }

    pub fn placement(self, piece: Piece) -> Placement {
        let form = &FORMS[piece as usize][self.rotation as usize];
        let (x, y) = (self.x as i8 - form.left, self.y as i8 - form.bottom);
        Placement::new(piece, Rotation::ALL[self.rotation as usize], x, y)
    }
}

/// Where a new piece is.
pub(crate) fn generation(piece: Piece) -> Placement {
    Rules::SOLVER.generation(piece)
}

/// The board, with a floor, walls and a ceiling around it.
///
/// Rows are only ever read and written as whole words, never two words at once: a processor that reads what it has just written as
/// another piece of memory has to wait until it is written. Relaxed atomics are plain reads and writes that keep their size.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Four rows of floor, the board, and eight rows of ceiling.
    words: [AtomicU64; WORDS + 3],
}

impl Ground {
    #[inline(always)]
    pub fn new(state: &State) -> Ground {
        let word = |i: usize| if (1..=WORDS).contains(&i) { state.words[i - 1] } else { u64::MAX };
        Ground { words: std::array::from_fn(|i| AtomicU64::new(word(i))) }
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words[i & 7].load(Relaxed)
    }

    #[inline(always)]
    fn set_word(&mut self, i: usize, word: u64) {
        self.words[i & 7].store(word, Relaxed);
    }

    /// The rows of the board, four a word.
    #[inline(always)]
    pub fn board(&self) -> [u64; WORDS] {
        std::array::from_fn(|i| self.word(i + 1))
    }

    #[inline(always)]
    pub fn row(&self, y: usize) -> u16 {
        (self.word(y / 4 + 1) >> (16 * (y % 4))) as u16
    }

    #[inline(always)]
    fn set(&mut self, y: usize, row: u16) {
        let (at, shift) = (y / 4 + 1, 16 * (y % 4));
        self.set_word(at, self.word(at) & !(0xFFFF << shift) | u64::from(row) << shift);
    }

    /// Four rows from `y` up. Rows below the floor and above the ceiling are full.
    #[inline(always)]
    pub fn window(&self, y: i32) -> u64 {
        let from = (y + 4) as usize;
        let (at, shift) = (from / 4, 16 * (from % 4));
        self.word(at) >> shift | self.word(at + 1) << 1 << (63 - shift)
    }

    /// Fills cells of four rows from `y` up.
    #[inline(always)]
    pub fn fill(&mut self, y: i32, cells: u64) {
        let from = (y + 4) as usize;
        let (at, shift) = (from / 4, 16 * (from % 4));
        self.set_word(at, self.word(at) | cells << shift);
        self.set_word(at + 1, self.word(at + 1) | cells >> 1 >> (63 - shift));
    }

    /// Whether a form fits with its edges there.
    #[inline(always)]
    pub fn fits(&self, form: &Form, x: i32, y: i32) -> bool {
        self.window(y) >> (x + WALL) & form.mask == 0
    }

    /// The columns in which the left edge of a form cannot be in this row: bit `x + WALL`.
    #[inline(always)]
    pub fn blocked(&self, form: &Form, y: i32) -> u16 {
        let window = self.window(y);
        let [a, b, c, d] = form.shifts;
        (window >> a | window >> b | window >> c | window >> d) as u16
    }

    /// The piece after a quarter turn (0 to the right, 1 to the left), if one of its points fits.
    #[inline(always)]
    pub fn turned(&self, forms: &[Form; 4], spot: Spot, side: usize) -> Option<Spot> {
        let form = &forms[spot.rotation as usize & 3];
        let rotation = (spot.rotation + if side == 0 { 1 } else { 3 }) & 3;
        let to = &forms[rotation as usize];
        form.turns[side][..form.points as usize].iter().find_map(|&(dx, dy)| {
            let (x, y) = (spot.x + i32::from(dx), spot.y + i32::from(dy));
            self.fits(to, x, y).then_some(Spot { rotation, x, y })
        })
    }

    /// A half turn: twice to the left, or else twice to the right; what failed half way is turned back, which may lead
    /// elsewhere. Returns whether it succeeded.
    #[inline(always)]
    pub fn half_turned(&self, forms: &[Form; 4], spot: Spot) -> (Spot, bool) {
        let mut spot = spot;
        for side in [1, 0] {
            let Some(first) = self.turned(forms, spot, side) else { continue };
            if let Some(second) = self.turned(forms, first, side) {
                return (second, true);
            }
            spot = self.turned(forms, first, 1 - side).unwrap_or(first);
        }
        (spot, false)
    }

    /// How many of `steps` steps to the right (negative: left) the piece can go.
    #[inline(always)]
    pub fn slide(&self, form: &Form, spot: Spot, steps: i32) -> i32 {
        let blocked = u32::from(self.blocked(form, spot.y));
        let at = spot.x + WALL;
        let (right, left) = (blocked >> (at + 1), blocked << (32 - at));
        // Beyond the edge of a row there is always a wall.
        let free = if steps < 0 { left.leading_zeros() } else { right.trailing_zeros() } as i32;
        free.min(steps.abs())
    }

    /// How far the piece falls.
    #[inline(always)]
    pub fn fall(&self, form: &Form, spot: Spot) -> i32 {
        let mut y = spot.y;
        while self.fits(form, spot.x, y - 1) {
            y -= 1;
        }
        spot.y - y
    }
}

/// The moves that genes ask for. Each says whether the last thing that happened is a turn, and how much was asked in vain.
impl Ground {
    /// The first turn and move and the fall after them, where the stack may be in the way.
    #[inline(always)]
    pub fn begin(&self, forms: &[Form; 4], encoding: Encoding, spot: Spot, actions: Actions) -> (Spot, bool, u16) {
        let Actions { first_turn, first_move, .. } = actions;
        let (spot, turned, misses) = match encoding {
            Encoding::Program => {
                let (spot, turned, first) = self.turned_by(forms, encoding, spot, false, first_turn);
                let (spot, turned, second) = self.shifted(forms, spot, turned, first_move);
                (spot, turned, first + second)
            }
            Encoding::Paper => {
                let (spot, turned, first) = self.shifted(forms, spot, false, first_move);
                let (spot, turned, second) = self.turned_by(forms, encoding, spot, turned, first_turn);
                (spot, turned, first + second)
            }
        };
        let (spot, turned) = self.fallen(forms, spot, turned);
        (spot, turned, misses)
    }

    #[inline(always)]
    pub fn shifted(&self, forms: &[Form; 4], spot: Spot, turned: bool, gene: i8) -> (Spot, bool, u16) {
        let gene = i32::from(gene);
        let steps = self.slide(&forms[spot.rotation as usize & 3], spot, gene);
        let x = spot.x + if gene < 0 { -steps } else { steps };
        (Spot { x, ..spot }, turned & (steps == 0), (gene.abs() - steps) as u16)
    }

    #[inline(always)]
    pub fn fallen(&self, forms: &[Form; 4], spot: Spot, turned: bool) -> (Spot, bool) {
        let rows = self.fall(&forms[spot.rotation as usize & 3], spot);
        (Spot { y: spot.y - rows, ..spot }, turned & (rows == 0))
    }

    #[inline(always)]
    pub fn turned_by(
        &self,
        forms: &[Form; 4],
        encoding: Encoding,
        spot: Spot,
        turned: bool,
        gene: i8,
    ) -> (Spot, bool, u16) {
        if gene == 0 {
            return (spot, turned, 0);
        }
        if encoding == Encoding::Paper {
            let mut now = (spot, turned, 0);
            for done in 0..gene {
                match self.turned(forms, now.0, 0) {
                    Some(spot) => now = (spot, true, 0),
                    None => return (now.0, now.1, (gene - done) as u16),
                }
            }
            return now;
        }
        if gene == 3 {
            let (after, done) = self.half_turned(forms, spot);
            return (after, turned | done | (after != spot), u16::from(!done));
        }
        match self.turned(forms, spot, usize::from(gene == 1)) {
            Some(after) => (after, true, 0),
            None => (spot, turned, 1),
        }
    }

    /// Whether three of the cells diagonal to the centre of a T are filled.
    pub fn has_three_corners(&self, form: &Form, spot: Spot) -> bool {
        let (x, y) = (spot.x - i32::from(form.left), spot.y - i32::from(form.bottom));
        // Above the ceiling nothing is filled; the windows say otherwise.
        let corners = self.window(y - 1) >> (x - 1 + WALL);
        let upper = if y + 1 < HEIGHT as i32 { corners >> 32 & 0b101 } else { 0 };
        (corners & 0b101).count_ones() + upper.count_ones() >= 3
    }

    /// Removes full rows from `y` on; the stack has `top` rows. Returns how high the columns and the
    /// stack are then, and how many rows went.
    #[inline(never)]
    pub fn clear(&mut self, y: usize, top: usize) -> (Heights, u8, u8) {
        let mut to = y;
        for from in y..top {
            let row = self.row(from);
            if row != FULL_ROW {
                self.set(to, row);
                to += 1;
            }
        }
        for row in to..top {
            self.set(row, EMPTY_ROW);
        }
        let (mut heights, mut highest) = (Heights::default(), 0);
        let mut open = !EMPTY_ROW;
        for row in (0..to).rev() {
            let mut first = self.row(row) & open;
            open &= !first;
            while first != 0 {
                heights.set(first.trailing_zeros() as usize - WALL as usize, row as u8 + 1);
                highest = highest.max(row as u8 + 1);
                first &= first - 1;
            }
        }
        (heights, highest, (top - to) as u8)
    }
}
