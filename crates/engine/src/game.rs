//! The timed game: a value that is told the time and the inputs, and answers with events.
//!
//! What it does is written down exactly in `docs/timed-game.md`; the numbers in the comments refer to it.

mod auto_repeat;
mod buttons;
mod locking;
mod timers;
mod view;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::blocks::Blocks;
use crate::event::{Button, Buttons, End, Event, EventKind, Input};
use crate::garbage::{Garbage, Holes};
use crate::handling::Handling;
use crate::levels::Progress;
use crate::lock_down::LockState;
use crate::modes::Mode;
use crate::piece::{Piece, Placement};
use crate::random::{Random, Seed, Stream};
use crate::randomizer::{PieceStream, Queue};
use crate::rotation::Turned;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};
use crate::statistics::Statistics;
use crate::time::{LATEST, NEVER, Seconds, Time};

use auto_repeat::AutoRepeat;

/// A game in progress. It has no clock: [`Game::update`] is told what time it is.
///
/// ```
/// use tetrolab_engine::{Button, EventKind, Game, Input, Rules, Seed, SECOND};
///
/// let mut game = Game::new(Rules::guideline(), Seed(7));
/// game.update(0, None)?; // the first piece is generated
/// let events = game.update(SECOND / 2, Some(Input::Press(Button::HardDrop)))?;
/// assert!(events.iter().any(|event| matches!(event.kind, EventKind::Locked { .. })));
/// # Ok::<(), tetrolab_engine::UpdateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    mode: Mode,
    handling: Handling,
    seed: Seed,
    number: u64,

    /// The time of the game; it stands still when the game is over.
    now: Time,
    /// The last time that was given.
    clock: Time,
    phase: Phase,
    /// When the phase changes by itself.
    phase_at: Time,
    /// When the piece falls.
    fall_at: Time,
    /// When the piece locks.
    lock_at: Time,
    /// When the time is up.
    limit_at: Time,
    repeat: AutoRepeat,
    /// The earliest of all these, as it was when timers last ran; nothing changes them between two calls.
    due: Time,

    /// The piece in play; it means something only in [`Phase::InPlay`].
    active: Active,
    down: Buttons,
    /// Buttons pressed since the last Lock Down while no piece was in play.
    tapped: Buttons,
    /// The turn buttons, the one pressed last first.
    turns: [Button; 3],

    state: State,
    /// The state before each piece was taken from the queue, if pieces can be taken back. Copies of a game share it.
    history: Vec<Arc<State>>,
    events: Vec<Event>,
}

/// Room for more events than an input and the timers around it cause; only an update after a long wait takes more memory.
const EVENTS: usize = 128;

/// What stays from piece to piece, and what an undo brings back.
#[derive(Clone, Debug)]
struct State {
    blocks: Blocks,
    /// A piece that comes into play before the queue, and where.
    given: Option<Placement>,
    queue: Queue,
    hold: Option<Piece>,
    hold_used: bool,
    score: u64,
    lines: u32,
    progress: Progress,
    /// Clears in the Back-to-Back chain.
    chain: u32,
    /// Clearing pieces in a row.
    combo: u32,
    garbage: Garbage,
    /// The holes of starting rows, which may go on in the game.
    starting_holes: Holes,
    /// Perfect clears with lines.
    perfect_clears: u32,
    statistics: Statistics,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Waiting for the next piece.
    Generating,
    /// A piece is in play.
    InPlay,
    /// These full rows wait to be removed.
    Clearing(u64),
    Ended(End),
}

/// The piece in play.
#[derive(Clone, Copy, Debug)]
struct Active {
    placement: Placement,
    on_surface: bool,
    lock: LockState,
    /// The last change of place, if it was a turn.
    turned_by: Option<Turned>,
    /// Some turn used the fifth rotation point.
    fifth_point: bool,
    /// Fall progress at `fall_since`, in nanoseconds at normal speed.
    fall_progress: Time,
    fall_since: Time,
    /// How fast progress grows.
    fall_rate: Time,
    /// Progress that makes a row.
    fall_time: Time,
}

/// An update that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateError {
    /// The time is before the last one.
    TimeWentBack {
        /// The time of the game.
        now: Time,
        /// The time that was given.
        given: Time,
    },
    /// The time is after the last one that a game knows.
    TooLate {
        /// The time that was given.
        given: Time,
    },
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateError::TimeWentBack { now, given } => {
                write!(f, "time goes backwards: {} s after {} s", Seconds(*given), Seconds(*now))
            }
            UpdateError::TooLate { given } => {
                write!(f, "{} s is too late: a game lasts at most {} s", Seconds(*given), Seconds(LATEST))
            }
        }
    }
}

impl Error for UpdateError {}

impl TryFrom<Setup> for Game {
    type Error = SetupError;

    /// Checks the set-up; refuses with every reason.
    fn try_from(setup: Setup) -> Result<Game, SetupError> {
        Game::from_setup(&setup)
    }
}

impl Game {
    /// A marathon under these rules, with default handling.
    ///
    /// # Panics
    /// If the rules are not sound. [`Game::try_from`] a [`Setup`] tells instead.
    pub fn new(rules: Rules, seed: Seed) -> Game {
        Game::from_setup(&Setup { seed, ..Setup::new(rules) }).expect("the rules are sound")
    }

    /// Checks the set-up; refuses with every reason.
    pub fn from_setup(setup: &Setup) -> Result<Game, SetupError> {
        let problems = setup.problems();
        if !problems.is_empty() {
            return Err(SetupError { problems });
        }
        let (rules, mode) = (setup.rules, setup.mode);
        let mut blocks = setup.blocks.unwrap_or(Blocks::empty(rules.size));
        let mut starting_holes = Holes::new(Random::new(setup.seed, setup.game, Stream::StartingBlocks));
        starting_holes.rise(&mut blocks, mode.rows_at_start());
        let stream = PieceStream::new(setup.randomizer, setup.seed, setup.game, &setup.queue);
        let state = State {
            blocks,
            given: setup.in_play,
            queue: Queue::new(stream),
            hold: setup.hold,
            hold_used: false,
            score: 0,
            lines: 0,
            progress: Progress { level: mode.start_level, done: 0 },
            chain: 0,
            combo: 0,
            garbage: Garbage::new(Random::new(setup.seed, setup.game, Stream::Garbage)),
            starting_holes,
            perfect_clears: 0,
            statistics: Statistics::default(),
        };
        Ok(Game {
            rules,
            mode,
            handling: setup.handling,
            seed: setup.seed,
            number: setup.game,
            now: 0,
            clock: 0,
            phase: Phase::Generating,
            phase_at: 0,
            fall_at: NEVER,
            lock_at: NEVER,
            limit_at: mode.time_limit.unwrap_or(NEVER),
            repeat: AutoRepeat::default(),
            due: 0,
            active: Active::new(rules.generation(Piece::T), &rules, mode.start_level),
            down: Buttons::default(),
            tapped: Buttons::default(),
            turns: [Button::RotateRight, Button::RotateLeft, Button::RotateHalf],
            state,
            history: Vec::new(),
            events: Vec::with_capacity(EVENTS),
        })
    }

    /// Brings the game to the time `at` and then, if there is one, lets the input act. Returns what happened, in
    /// order; the list is valid until the next call.
    ///
    /// # Errors
    /// If the time is before that of the last call, or later than [`LATEST`]; nothing has changed then.
    #[inline]
    pub fn update(&mut self, at: Time, input: Option<Input>) -> Result<&[Event], UpdateError> {
        self.begin(at)?;
        let acted = match input {
            None => false,
            Some(Input::Press(button)) => self.press(button),
            Some(Input::Release(button)) => self.release(button),
        };
        if acted {
            self.run_timers(at);
        }
        Ok(&self.events)
    }

    /// Brings the game to the time `at` and receives rows of garbage there.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn receive_garbage(&mut self, at: Time, rows: u32) -> Result<&[Event], UpdateError> {
        self.begin(at)?;
        if rows > 0 && !self.is_over() {
            let ready = at.saturating_add(self.rules.garbage.travel);
            self.state.garbage.receive(rows, ready);
            self.report(EventKind::Warned { rows, ready });
        }
        Ok(&self.events)
    }

    /// Brings the game to the time `at` and takes back the last piece that locked, where the mode allows it. Without
    /// such a piece nothing happens.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn undo(&mut self, at: Time) -> Result<&[Event], UpdateError> {
        self.begin(at)?;
        let pieces = self.state.statistics.pieces;
        let last = self.history.iter().rposition(|state| state.statistics.pieces < pieces);
        if let Some(index) = last
            && self.mode.time_limit.is_none_or(|limit| at < limit)
        {
            self.now = at;
            let Statistics { keys, undos, .. } = self.state.statistics;
            self.history.truncate(index + 1);
            self.state = self.history.pop().map(Arc::unwrap_or_clone).expect("the index is within the history");
            self.state.statistics.keys = keys;
            self.state.statistics.undos = undos + 1;
            self.tapped = Buttons::default();
            self.repeat = AutoRepeat::default();
            self.limit_at = self.mode.time_limit.unwrap_or(NEVER);
            self.report(EventKind::Undone);
            self.wait_for_piece(0);
            self.run_timers(at);
        }
        Ok(&self.events)
    }

    /// Brings the game to the time `at` and wins it there, if it is not over: the other player is out.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn win(&mut self, at: Time) -> Result<&[Event], UpdateError> {
        self.begin(at)?;
        if !self.is_over() {
            self.end_game(End::Won);
            self.run_timers(at);
        }
        Ok(&self.events)
    }

    fn begin(&mut self, at: Time) -> Result<(), UpdateError> {
        if at < self.clock {
            return Err(UpdateError::TimeWentBack { now: self.clock, given: at });
        }
        if at > LATEST {
            return Err(UpdateError::TooLate { given: at });
        }
        self.clock = at;
        self.events.clear();
        if at >= self.due {
            self.run_timers(at);
        }
        if !self.is_over() {
            self.now = at;
        }
        Ok(())
    }

    /// How far the piece in play would fall.
    fn rows_to_fall(&self) -> u8 {
        let board = self.state.blocks.board();
        let placement = self.active.placement;
        if board.fits(placement) {
            return board.drop_distance(placement);
        }
        // A piece that was generated into Blocks falls as long as it fits one row lower.
        (0..).find(|&rows| !board.fits(placement.shifted(0, -1 - rows as i8))).unwrap_or(0)
    }

    #[inline]
    fn report(&mut self, kind: EventKind) {
        self.events.push(Event { at: self.now, kind });
    }

    /// Keeps the state as it is before a piece, so that it can be taken back.
    fn remember(&mut self) {
        if self.mode.undo {
            self.history.push(Arc::new(self.state.clone()));
        }
    }
}
