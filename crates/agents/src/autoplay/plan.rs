//! The keys that are still to be pressed for a piece.

use std::collections::VecDeque;

use tetrolab_engine::{Board, Cell, Game, Key, KeyPath, Movement, Piece, Placement, Spin, Time};

use crate::advice::landing;

/// The keys that bring a piece to its goal.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Hold comes first; then this is where the piece it brings is generated.
    pub hold: Option<Placement>,
    keys: VecDeque<Planned>,
    /// Where the piece should lock.
    pub goal: Placement,
    /// The spin it must lock with there, or a better one; any will do if none is wanted.
    pub wanted_spin: Option<Spin>,
    /// Whether a turn of this piece has used the fifth rotation point, and that sticks.
    sticks: bool,
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
    /// Where the key brings a piece, if nothing falls meanwhile; `None` if it does not act there.
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

/// The spin that a piece would lock with, as far as the keys after now decide it.
struct SpinSoFar {
    /// Nothing before the first key that does something: then it depends on what was done before.
    spin: Option<Spin>,
    /// Whether a turn has used the fifth rotation point, and that sticks.
    sticks: bool,
}

impl SpinSoFar {
    /// A key brings the piece from one place to another.
    fn follow(&mut self, key: Key, from: Placement, to: Placement, board: &Board, movement: &Movement) {
        let turned = match key {
            Key::Turn(turn) => board.turned(from, turn, movement.kicks, movement.half_turns),
            Key::HardDrop if from == to => return,
            _ => None,
        };
        let Some(turned) = turned.filter(|_| movement.spins && to.piece == Piece::T) else {
            self.spin = Some(Spin::None);
            return;
        };
        let is_fifth = self.sticks || turned.is_fifth_point();
        self.sticks = is_fifth && movement.sticky_fifth_point;
        let lies = landing(board, to) == to;
        self.spin = Some(if lies { board.spin(to, is_fifth) } else { Spin::None });
    }
}

fn last_that_fits(board: &Board, from: Placement, direction: i8) -> Placement {
    let columns = (1..).take_while(|&columns| board.fits(from.shifted(direction * columns, 0))).count();
    from.shifted(direction * columns as i8, 0)
}

impl Plan {
    /// The keys of a path that begins at `start`.
    pub fn new(
        board: &Board,
        movement: &Movement,
        start: Placement,
        path: &KeyPath,
        wanted_spin: Option<Spin>,
    ) -> Plan {
        let mut at = start;
        let mut keys = VecDeque::new();
        for &key in &path.keys {
            let row = if let Key::Down(rows) = key { at.y - rows as i8 } else { at.y };
            let to = Planned { key, columns: 0, row }.act(board, movement, at).unwrap_or(at);
            keys.push_back(Planned { key, columns: to.x.abs_diff(at.x), row: to.y });
            at = to;
        }
        Plan { hold: None, keys, goal: path.placement, wanted_spin, sticks: false }
    }

    /// The same in place of another plan for the same piece.
    pub fn instead_of(self, other: &Plan) -> Plan {
        Plan { sticks: other.sticks, ..self }
    }

    /// How many buttons are still to be pressed.
    pub fn presses(&self) -> usize {
        self.keys.len() + usize::from(self.hold.is_some())
    }

    /// The keys, without Hold.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.keys.iter().map(|planned| planned.key)
    }

    /// Whether the keys bring a piece from here to the goal, with the spin that is wanted.
    pub fn leads_from(&self, from: Placement, board: &Board, movement: &Movement) -> bool {
        let mut end = from;
        let mut spin = SpinSoFar { spin: None, sticks: self.sticks };
        for planned in &self.keys {
            let Some(to) = planned.act(board, movement, end) else { return false };
            spin.follow(planned.key, end, to, board, movement);
            end = to;
        }
        let is_goal = end.piece == self.goal.piece && sorted_cells(end) == sorted_cells(self.goal);
        is_goal && self.wanted_spin.is_none_or(|wanted| spin.spin.is_none_or(|spin| spin >= wanted))
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

    /// The next key was pressed while the piece was here.
    pub fn pressed(&mut self, from: Placement, board: &Board, movement: &Movement) {
        let Some(planned) = self.keys.pop_front() else { return };
        if let Some(to) = planned.act(board, movement, from) {
            let mut spin = SpinSoFar { spin: None, sticks: self.sticks };
            spin.follow(planned.key, from, to, board, movement);
            self.sticks = spin.sticks;
        }
    }
}

fn sorted_cells(placement: Placement) -> [Cell; 4] {
    let mut cells = placement.cells();
    cells.sort_unstable();
    cells
}
