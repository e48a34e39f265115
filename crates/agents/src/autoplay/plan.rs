//! The keys that are still to be pressed for a piece.

use std::collections::VecDeque;

use tetrolab_engine::{Board, Cell, Game, Key, KeyPath, Movement, Placement, Time};

use crate::advice::landing;

/// The keys that bring a piece to its goal.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Hold comes first; then this is where the piece it brings is generated.
    pub hold: Option<Placement>,
    keys: VecDeque<Planned>,
    /// Where the piece should lock.
    pub goal: Placement,
}

/// One key.
#[derive(Clone, Copy, Debug)]
struct Planned {
    key: Key,
    /// By how many columns it moves the piece.
    columns: u8,
    /// The row of the centre of the piece when it is done. The piece may fall before, so this says better than a number of rows how
    /// long Soft Drop is held.
    row: i8,
}

impl Planned {
    /// Where the key brings a piece, if nothing falls meanwhile; nothing if it does not act there.
    fn act(self, board: &Board, movement: &Movement, from: Placement) -> Option<Placement> {
        let lower = |rows: i8| from.shifted(0, -rows);
        let to = match self.key {
            Key::Left => from.shifted(-1, 0),
            Key::Right => from.shifted(1, 0),
            Key::LeftHeld => last_that_fits(board, from, -1),
            Key::RightHeld => last_that_fits(board, from, 1),
            Key::Turn(turn) => board.turned(from, turn, movement.kicks, movement.half_turns)?.placement,
            Key::Down(_) if from.y >= self.row && landing(board, from).y <= self.row => lower(from.y - self.row),
            Key::Down(_) => return None,
            Key::HardDrop => return Some(landing(board, from)),
        };
        board.fits(to).then_some(to)
    }
}

fn last_that_fits(board: &Board, from: Placement, direction: i8) -> Placement {
    let columns = (1..).take_while(|&columns| board.fits(from.shifted(direction * columns, 0))).count();
    from.shifted(direction * columns as i8, 0)
}

impl Plan {
    /// The keys of a path that begins at `start`.
    pub fn new(board: &Board, movement: &Movement, start: Placement, path: &KeyPath) -> Plan {
        let mut at = start;
        let mut keys = VecDeque::new();
        for &key in &path.keys {
            let row = if let Key::Down(rows) = key { at.y - rows as i8 } else { at.y };
            let to = Planned { key, columns: 0, row }.act(board, movement, at).unwrap_or(at);
            keys.push_back(Planned { key, columns: to.x.abs_diff(at.x), row: to.y });
            at = to;
        }
        Plan { hold: None, keys, goal: path.placement }
    }

    /// How many buttons are still to be pressed.
    pub fn presses(&self) -> usize {
        self.keys.len() + usize::from(self.hold.is_some())
    }

    /// The keys, without Hold.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.keys.iter().map(|planned| planned.key)
    }

    /// Whether the keys bring a piece from here to the goal.
    pub fn leads_from(&self, from: Placement, board: &Board, movement: &Movement) -> bool {
        let end = self.keys.iter().try_fold(from, |at, planned| planned.act(board, movement, at));
        end.is_some_and(|end| end.piece == self.goal.piece && sorted_cells(end) == sorted_cells(self.goal))
    }

    /// How long keys are held in all.
    pub fn time_held(&self, game: &Game) -> Time {
        let times = self.keys.iter().map(|planned| game.time_held(planned.key, planned.columns));
        times.fold(0, Time::saturating_add)
    }

    /// Taps a direction as often as needed wherever it would be held.
    pub fn tap(&mut self) {
        let tapped = self.keys.iter().flat_map(|&planned| match planned.key {
            Key::LeftHeld => vec![Planned { key: Key::Left, columns: 1, ..planned }; planned.columns.into()],
            Key::RightHeld => vec![Planned { key: Key::Right, columns: 1, ..planned }; planned.columns.into()],
            _ => vec![planned],
        });
        self.keys = tapped.collect();
    }

    /// Leaves out Soft Drop where the piece has fallen far enough by itself, and says for how many rows it is held otherwise.
    pub fn follow(&mut self, piece: Placement) {
        while let Some(Planned { key: Key::Down(rows), row, .. }) = self.keys.front_mut() {
            if piece.y > *row {
                *rows = (piece.y - *row) as u8;
                return;
            }
            self.keys.pop_front();
        }
    }

    /// The next key.
    pub fn first(&self) -> Option<Key> {
        self.keys().next()
    }

    /// The next key was pressed.
    pub fn pressed(&mut self) {
        self.keys.pop_front();
    }
}

fn sorted_cells(placement: Placement) -> [Cell; 4] {
    let mut cells = placement.cells();
    cells.sort_unstable();
    cells
}
