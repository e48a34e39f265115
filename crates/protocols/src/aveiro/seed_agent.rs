//! The agent that two students of the course wrote, exactly: Domingues and Castro 2021.
//!
//! It looks at a piece once, when it is dealt, and then sends its keys without looking: one after each state that comes, whatever
//! it shows. So the tick after the deal goes by without a key, and a key that comes late spoils what follows.

use super::plan::Stack;
use super::{Cell, HEIGHT, InPlay, Key, Shape};

/// Shifts that are tried: those of the program, whether the walls allow them or not.
const SHIFTS: std::ops::RangeInclusive<i8> = -3..=7;

/// Room for the keys of a piece: three turns, seven shifts, a drop.
const MOST_KEYS: usize = 11;

/// What its four terms count.
#[derive(Clone, Copy, Debug)]
struct Weights {
    heights: f64,
    lines: f64,
    holes: f64,
    bumpiness: f64,
}

const GENERAL: Weights = Weights { heights: -0.79, lines: 0.82, holes: -0.10, bumpiness: -0.25 };
const FOR_I: Weights = Weights { heights: -0.69, lines: 0.82, holes: -0.04, bumpiness: -0.10 };

/// What an agent does when it has seen a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It says nothing.
    Nothing,
    /// It has decided about a piece and says nothing.
    Decided,
    /// It sends a key, or an empty one, which takes back what was sent before.
    Press(Option<Key>),
    /// It sends the same key twice.
    Twice(Key),
}

impl Reply {
    /// The keys that are sent, in order.
    pub fn keys(self) -> impl Iterator<Item = Option<Key>> {
        let (key, count) = match self {
            Reply::Nothing | Reply::Decided => (None, 0),
            Reply::Press(key) => (key, 1),
            Reply::Twice(key) => (Some(key), 2),
        };
        std::iter::repeat_n(key, count)
    }
}

/// The agent: states in, keys out.
///
/// ```
/// use tetrolab_protocols::aveiro::{InPlay, Reply, SeedAgent, Shape, Stack};
///
/// let mut agent = SeedAgent::default();
/// let dealt = InPlay::spawn(Shape::O).moved(0, 1);
/// assert_eq!(agent.see(&Stack::EMPTY, Some(dealt.cells())), Reply::Decided);
/// assert!(matches!(agent.see(&Stack::EMPTY, Some(dealt.moved(0, 1).cells())), Reply::Press(Some(_))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SeedAgent {
    keys: [Option<Key>; MOST_KEYS],
    /// How many keys there are, and how many of them were sent.
    count: usize,
    sent: usize,
    /// Whether I has no weights of its own.
    is_general: bool,
}

impl SeedAgent {
    /// The same agent without its special weights for I: the general ones decide about every piece.
    pub fn general() -> SeedAgent {
        SeedAgent { is_general: true, ..SeedAgent::default() }
    }

    /// What it does when it is shown a state.
    pub fn see(&mut self, stack: &Stack, piece: Option<[Cell; 4]>) -> Reply {
        if self.sent < self.count {
            let key = self.keys[self.sent];
            self.sent += 1;
            return match key {
                // The program sends its last key once more when it goes on to the next state.
                Some(key) if self.sent == self.count => Reply::Twice(key),
                key => Reply::Press(key),
            };
        }
        let Some(shape) = piece.and_then(just_dealt) else { return Reply::Press(None) };
        let weights = if shape == Shape::I && !self.is_general { FOR_I } else { GENERAL };
        self.plan(best(stack, shape, weights));
        Reply::Decided
    }

    /// Turns first, then shifts, then the drop.
    fn plan(&mut self, (turns, shift): (u8, i8)) {
        let side = if shift < 0 { Key::Left } else { Key::Right };
        let turns = std::iter::repeat_n(Key::Turn, turns.into());
        let keys = turns.chain(std::iter::repeat_n(side, shift.unsigned_abs().into())).chain([Key::Drop]);
        (self.count, self.sent) = (0, 0);
        for key in keys {
            self.keys[self.count] = Some(key);
            self.count += 1;
        }
    }
}

/// The shape that is dealt exactly so, in this order of cells: it knows no others.
fn just_dealt(cells: [Cell; 4]) -> Option<Shape> {
    Shape::ALL.into_iter().find(|&shape| InPlay::spawn(shape).moved(0, 1).cells() == cells)
}

/// Turns and shift of the best place; the first of equals.
fn best(stack: &Stack, shape: Shape, weights: Weights) -> (u8, i8) {
    let (mut best, mut best_value) = ((0, 0), f64::NEG_INFINITY);
    let mut piece = InPlay::spawn(shape).moved(0, 1);
    for turns in 0..shape.plans() {
        for shift in SHIFTS {
            let value = value(stack, fallen(stack, piece.moved(shift, 0)), weights);
            if value > best_value {
                (best, best_value) = ((turns, shift), value);
            }
        }
        piece = piece.turned();
    }
    best
}

/// The cells of a piece when nothing is free below it. One that sticks out of the walls stays where it is.
fn fallen(stack: &Stack, mut piece: InPlay) -> [Cell; 4] {
    let is_free = |cell: Cell| cell.y < HEIGHT as i8 && !stack.is_filled(cell);
    if piece.cells().iter().all(|cell| (1..=8).contains(&cell.x)) {
        while piece.moved(0, 1).cells().into_iter().all(is_free) {
            piece = piece.moved(0, 1);
        }
    }
    piece.cells()
}

/// The weighted sum of the four terms, in the order in which the program adds them up. Full rows are still there.
fn value(stack: &Stack, piece: [Cell; 4], weights: Weights) -> f64 {
    let mut rows = *stack.rows();
    for cell in piece.iter().filter(|cell| (1..=8).contains(&cell.x)) {
        rows[cell.y as usize] |= 1 << (cell.x - 1);
    }
    // Cells outside the walls have no column, but they can be the highest ones.
    let top = stack.top().min(piece[0].y as usize);
    let (mut heights, mut lines, mut bumpiness, mut holes) = (0, 0, 0, 0);
    let mut covered = 0u8;
    for &row in &rows[top..HEIGHT] {
        covered |= row;
        heights += covered.count_ones();
        bumpiness += ((covered ^ covered >> 1) & 0x7f).count_ones();
        holes += row.count_zeros();
        lines += u32::from(row == 0xff);
    }
    weights.bumpiness * f64::from(bumpiness)
        + weights.heights * f64::from(heights)
        + weights.holes * f64::from(holes)
        + weights.lines * f64::from(lines)
}
