//! The rules of a game as data, with named presets.

use crate::attack::{ATTACK_TABLES, AttackTable};
use crate::board::Size;
use crate::garbage::GarbageRules;
use crate::levels::Fall;
use crate::lock_down::LockDown;
use crate::piece::{Piece, Placement, Rotation};
use crate::rotation::{HalfTurns, Kicks};
use crate::scoring::Scoring;
use crate::time::{MILLISECOND, NEVER, Time};

/// Everything that makes one game differ from another, apart from its [`Mode`](crate::Mode) and the player's
/// [`Handling`](crate::Handling). Any rules go with any mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Name of the preset it came from.
    pub name: &'static str,
    /// How large the board is.
    pub size: Size,
    /// Rotation points.
    pub kicks: Kicks,
    /// Turns by 180 degrees.
    pub half_turns: HalfTurns,
    /// Whether T-Spins are recognised.
    pub spins: bool,
    /// Once a T has used the fifth rotation point, every later turn of it counts as if it had.
    pub sticky_fifth_point: bool,
    /// Whether there is a Hold queue.
    pub hold: bool,
    /// How many pieces the Next queue shows, 1 to 6.
    pub next: u8,
    /// The lowest row of a new piece, counted from the Skyline: 0 is the first row above it.
    pub generation_row: i8,
    /// Whether a new piece drops one row at once if it can.
    pub generation_drop: bool,
    /// Time from Lock Down (or the end of the clear) to the next piece.
    pub generation_delay: Time,
    /// Time that full rows stay before they go.
    pub clear_delay: Time,
    /// Fall speed.
    pub fall: Fall,
    /// Lock-down mode.
    pub lock_down: LockDown,
    /// Time a piece may lie on a Surface; with [`NEVER`] only Hard Drop locks it (and, in extended lock down, its last move).
    pub lock_delay: Time,
    /// Extended lock down: how many moves and turns start the timer again.
    pub lock_moves: u8,
    /// A new piece that overlaps a Block ends the game. Otherwise it is there all the same, moves only where it fits,
    /// and is written over the Blocks.
    pub block_out: bool,
    /// A piece that locks wholly above the Skyline ends the game. It is judged before lines are cleared.
    pub lock_out: bool,
    /// Points.
    pub scoring: Scoring,
    /// Rows sent to the other player.
    pub attack: AttackTable,
    /// Rows that come from the other player.
    pub garbage: GarbageRules,
}

/// All presets.
pub const RULES: [Rules; 3] = [Rules::GUIDELINE, Rules::MODERN, Rules::SOLVER];

impl Rules {
    /// The guideline of 2009.
    pub const GUIDELINE: Rules = Rules {
        name: "guideline",
        size: Size::STANDARD,
        kicks: Kicks::Srs,
        half_turns: HalfTurns::Off,
        spins: true,
        sticky_fifth_point: true,
        hold: true,
        next: 6,
        generation_row: 0,
        generation_drop: true,
        generation_delay: 200 * MILLISECOND,
        clear_delay: 0,
        fall: Fall::ByLevel,
        lock_down: LockDown::Extended,
        lock_delay: 500 * MILLISECOND,
        lock_moves: 15,
        block_out: true,
        lock_out: true,
        scoring: Scoring::GUIDELINE,
        attack: ATTACK_TABLES[0],
        garbage: GarbageRules::VERSUS,
    };

    /// What players of today expect: no delays, half turns, SRS+, combos and perfect clears.
    pub const MODERN: Rules = Rules {
        name: "modern",
        kicks: Kicks::SrsPlus,
        half_turns: HalfTurns::Tests,
        sticky_fifth_point: false,
        next: 5,
        generation_delay: 0,
        scoring: Scoring::MODERN,
        ..Rules::GUIDELINE
    };

    /// The game of the Tetris Solver: no buffer, no gravity, no lock delay, no end.
    pub const SOLVER: Rules = Rules {
        name: "solver",
        size: Size { width: 10, height: 20, buffer: 0 },
        half_turns: HalfTurns::Quarters,
        sticky_fifth_point: false,
        generation_row: -4,
        generation_drop: false,
        generation_delay: 0,
        fall: Fall::Never,
        lock_down: LockDown::Infinite,
        lock_delay: NEVER,
        block_out: false,
        lock_out: false,
        scoring: Scoring::SOLVER,
        attack: ATTACK_TABLES[2],
        ..Rules::GUIDELINE
    };

    /// [`Rules::GUIDELINE`].
    pub const fn guideline() -> Rules {
        Rules::GUIDELINE
    }

    /// [`Rules::MODERN`].
    pub const fn modern() -> Rules {
        Rules::MODERN
    }

    /// [`Rules::SOLVER`].
    pub const fn solver() -> Rules {
        Rules::SOLVER
    }

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Rules> {
        RULES.into_iter().find(|rules| rules.name == name)
    }

    /// Where a piece is generated: facing North, in the middle (left of it where the middle is between two columns),
    /// its lowest Mino in the generation row.
    ///
    /// ```
    /// # use tetrolab_engine::{Cell, Piece, Rules};
    /// let cells = Rules::guideline().generation(Piece::O).cells();
    /// // The guideline counts from 1: columns 5 and 6, rows 21 and 22.
    /// assert_eq!(cells, [Cell::new(4, 20), Cell::new(5, 20), Cell::new(4, 21), Cell::new(5, 21)]);
    /// ```
    pub fn generation(&self, piece: Piece) -> Placement {
        let bottom = (self.size.height as i8).saturating_add(self.generation_row);
        let shape = piece.shape(Rotation::North);
        Placement::new(piece, Rotation::North, generation_column(self.size.width, piece), bottom - shape.bottom)
    }
}

/// The column of the centre of a new piece: in the middle, left of it where the middle is between two columns.
pub(crate) fn generation_column(width: u8, piece: Piece) -> i8 {
    let shape = piece.shape(Rotation::North);
    (width.saturating_sub(shape.width) / 2) as i8 - shape.left
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::GUIDELINE
    }
}
