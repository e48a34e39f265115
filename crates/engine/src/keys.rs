//! The keys that bring a piece to a place: fewest presses (finesse) or fewest steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use crate::board::Board;
use crate::event::Button;
use crate::movement::Movement;
use crate::piece::{Piece, Placement, Rotation, Turn};
use crate::spin::Spin;
use crate::typing::Typing;
use crate::walk::Last;

/// One press of a button and how long it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Left, held until the piece stops.
    LeftHeld,
    /// Right, held until the piece stops.
    RightHeld,
    /// A turn.
    Turn(Turn),
    /// Soft Drop, held for this many rows.
    Down(u8),
    /// Hard Drop, always the last.
    HardDrop,
}

impl Key {
    pub const fn button(self) -> Button {
        match self {
            Key::Left | Key::LeftHeld => Button::Left,
            Key::Right | Key::RightHeld => Button::Right,
            Key::Turn(Turn::Right) => Button::RotateRight,
            Key::Turn(Turn::Left) => Button::RotateLeft,
            Key::Turn(Turn::Half) => Button::RotateHalf,
            Key::Down(_) => Button::SoftDrop,
            Key::HardDrop => Button::HardDrop,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::LeftHeld => write!(f, "left-held"),
            Key::RightHeld => write!(f, "right-held"),
            Key::Down(rows) => write!(f, "soft-drop-{rows}"),
            key => write!(f, "{}", key.button().name()),
        }
    }
}

/// What is to be as small as possible; the other decides between equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyCost {
    /// Presses of a button, however long it is held.
    Presses,
    /// Columns, rows of Soft Drop, turns and the Hard Drop.
    Steps,
}

/// The way to one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPath {
    /// The keys, Hard Drop last.
    pub keys: Vec<Key>,
    /// Where the piece locks.
    pub placement: Placement,
    /// What spin it makes.
    pub spin: Spin,
    /// Presses, Hard Drop included.
    pub presses: u32,
    /// Steps, Hard Drop included.
    pub steps: u32,
}

/// The shortest ways from one place to all others.
///
/// ```
/// use tetrolab_engine::{Board, KeyCost, Keys, Movement, Piece, Placement, Rotation, Rules, Spin, Typing};
///
/// let board = Board::default();
/// let movement = Movement::of(&Rules::GUIDELINE);
/// let start = movement.generation(&board, Piece::I).unwrap();
/// let keys = Keys::new(&board, start, &movement, Typing::default(), KeyCost::Presses);
/// let path = keys.to(Placement::new(Piece::I, Rotation::East, 0, 2), Spin::None).unwrap();
/// assert_eq!(path.keys.iter().map(|key| key.to_string()).collect::<Vec<_>>(), ["rotate-left", "left-held", "hard-drop"]);
/// ```
#[derive(Clone, Debug)]
pub struct Keys {
    board: Board,
    start: Placement,
    cost: KeyCost,
    /// For each state its cost, and the state and key that lead to it.
    states: Vec<State>,
    /// For each place by spin: the cost with Hard Drop, and the state it is dropped from.
    ends: Vec<(u32, u16)>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    cost: u32,
    from: u16,
    key: Key,
}

const UNKNOWN: u32 = u32::MAX;

/// Places of one rotation and way.
const PLACES: usize = 16 * 64;

/// A state as a number: the way it came (4), rotation (4), column (16), row (64).
fn number(placement: Placement, last: Last) -> u16 {
    let way = usize::from(last.turned) + 2 * usize::from(last.fifth_point);
    ((way * 4 + placement.rotation as usize) * PLACES + placement.x as usize * 64 + placement.y as usize) as u16
}

fn state(piece: Piece, number: u16) -> (Placement, Last) {
    let number = number as usize;
    let (way, rotation) = (number / (4 * PLACES), number / PLACES % 4);
    let placement = Placement::new(piece, Rotation::ALL[rotation], (number % PLACES / 64) as i8, (number % 64) as i8);
    (placement, Last { turned: way & 1 == 1, fifth_point: way & 2 == 2 })
}

/// A place and a spin as a number, the same for all rotations that cover the same cells.
fn end(placement: Placement, spin: Spin) -> usize {
    let name = Placement::from_cells(placement.piece, placement.cells()).unwrap_or(placement);
    (spin as usize * 4 + name.rotation as usize) * PLACES + name.x as usize * 64 + name.y as usize
}

impl Keys {
    /// Finds the ways from `start`, which must fit the board.
    ///
    /// # Panics
    /// If the piece does not fit there.
    pub fn new(board: &Board, start: Placement, movement: &Movement, typing: Typing, cost: KeyCost) -> Keys {
        assert!(board.fits(start), "the piece does not fit where it starts");
        let states = vec![State { cost: UNKNOWN, from: 0, key: Key::HardDrop }; 16 * PLACES];
        let ends = vec![(UNKNOWN, 0); 12 * PLACES];
        let mut keys = Keys { board: *board, start, cost, states, ends };
        keys.search(movement, typing);
        keys
    }

    /// Presses and steps as one number, what matters more first.
    fn price(&self, presses: u32, steps: u32) -> u32 {
        match self.cost {
            KeyCost::Presses => presses << 16 | steps,
            KeyCost::Steps => steps << 16 | presses,
        }
    }

    /// Uniform cost search over all places the piece can be in.
    fn search(&mut self, movement: &Movement, typing: Typing) {
        let (board, piece) = (self.board, self.start.piece);
        let spins = movement.spins && piece == Piece::T;
        let start = number(self.start, Last { turned: false, fifth_point: false });
        self.states[start as usize].cost = 0;
        // Among equals the one found first, so that the answer does not depend on the heap.
        let mut found = 0u32;
        let mut frontier = BinaryHeap::from([Reverse((0, found, start))]);
        while let Some(Reverse((cost, _, here))) = frontier.pop() {
            if cost > self.states[here as usize].cost {
                continue;
            }
            let (placement, last) = state(piece, here);
            let drop = board.drop_distance(placement);
            let spin =
                if spins && last.turned && drop == 0 { board.spin(placement, last.fifth_point) } else { Spin::None };
            let dropped = end(placement.shifted(0, -(drop as i8)), spin);
            let with_drop = cost + self.price(1, 1);
            if with_drop < self.ends[dropped].0 {
                self.ends[dropped] = (with_drop, here);
            }
            // Only what sticks survives a move.
            let sticks = last.fifth_point && movement.sticky_fifth_point;
            let mut go = |keys: &mut Keys, key: Key, steps: u32, placement: Placement, turned: bool, fifth: bool| {
                let last = Last { turned: turned && spins, fifth_point: (fifth || sticks) && spins };
                let there = number(placement, last);
                let cost = cost + keys.price(1, steps);
                if cost < keys.states[there as usize].cost {
                    keys.states[there as usize] = State { cost, from: here, key };
                    found += 1;
                    frontier.push(Reverse((cost, found, there)));
                }
            };
            for (direction, tap, held) in [(-1, Key::Left, Key::LeftHeld), (1, Key::Right, Key::RightHeld)] {
                let columns =
                    (1..16).take_while(|&columns| board.fits(placement.shifted(direction * columns, 0))).last();
                let Some(columns) = columns else { continue };
                if typing.taps {
                    go(self, tap, 1, placement.shifted(direction, 0), false, false);
                }
                if typing.auto_repeat && (columns > 1 || !typing.taps) {
                    go(self, held, columns as u32, placement.shifted(direction * columns, 0), false, false);
                }
            }
            for turn in [Turn::Right, Turn::Left, Turn::Half] {
                if let Some(turned) = board.turned(placement, turn, movement.kicks, movement.half_turns) {
                    go(self, Key::Turn(turn), 1, turned.placement, true, turned.is_fifth_point());
                }
            }
            let first = if typing.soft_drop_stops { 1 } else { drop.max(1) };
            for rows in first..=drop {
                go(self, Key::Down(rows), u32::from(rows), placement.shifted(0, -(rows as i8)), false, false);
            }
        }
    }

    /// The keys that lock the piece on the cells of this placement with this spin, or `None` if none do.
    pub fn to(&self, placement: Placement, spin: Spin) -> Option<KeyPath> {
        if placement.piece != self.start.piece || !self.board.fits(placement) {
            return None;
        }
        let (cost, mut here) = self.ends[end(placement, spin)];
        if cost == UNKNOWN {
            return None;
        }
        let (from, _) = state(self.start.piece, here);
        let placement = from.shifted(0, -(self.board.drop_distance(from) as i8));
        let mut keys = vec![Key::HardDrop];
        while self.states[here as usize].cost > 0 {
            let State { from, key, .. } = self.states[here as usize];
            keys.push(key);
            here = from;
        }
        keys.reverse();
        let (more, less) = (cost >> 16, cost & 0xFFFF);
        let (presses, steps) = if self.cost == KeyCost::Presses { (more, less) } else { (less, more) };
        Some(KeyPath { keys, placement, spin, presses, steps })
    }

    /// All placements, with the spins they can be locked with; the same cells appear once for each.
    pub fn ends(&self) -> impl Iterator<Item = (Placement, Spin)> + '_ {
        let piece = self.start.piece;
        self.ends
            .iter()
            .enumerate()
            .filter(|(_, (cost, _))| *cost != UNKNOWN)
            .map(move |(number, _)| (state(piece, (number % (4 * PLACES)) as u16).0, Spin::ALL[number / (4 * PLACES)]))
    }
}
