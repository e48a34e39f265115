//! A second timed game, written from `docs/timed-game.md` alone: slow, obvious, and in no way like the engine.
//! Numbers in comments are the sections of that page.
//!
//! Only plain data is shared with the engine: set-ups, rules as numbers, events, and the random streams.

// The game.
mod field;
mod garbage;
mod lock_down;
mod play;
mod timers;
mod turning;

// What drives both games and compares them.
mod choices;
mod compare;
mod coverage;
pub mod driver;
mod inputs;
mod player;
mod setups;
mod shrink;

use tetrolab_engine::{
    Block, Button, End, Event, EventKind, Goal, Handling, Input, Mode, NEVER, Piece, PieceStream, Placement, Rules,
    Setup, Statistics, Time, Turn,
};

use field::Field;
use garbage::{Garbage, StartingRows};
use timers::{Phase, Repeat};

/// What an undo gives back (12).
#[derive(Clone, Debug)]
struct State {
    field: Field,
    queue: Queue,
    hold: Option<Piece>,
    /// Since the last Lock Down.
    hold_used: bool,
    score: u64,
    lines: u32,
    level: u8,
    /// Variable goal: credits since the level began.
    credits: u32,
    /// Length of the Back-to-Back chain.
    chain: u32,
    /// Clearing pieces in a row.
    combo: u32,
    garbage: Garbage,
    starting_rows: StartingRows,
    /// Perfect clears with lines.
    perfect_clears: u32,
    statistics: Statistics,
}

/// The Next queue. It looks six pieces ahead because that is the most a game shows.
#[derive(Clone, Debug)]
struct Queue {
    stream: PieceStream,
    upcoming: Vec<Piece>,
}

impl Queue {
    fn new(stream: PieceStream) -> Queue {
        let mut queue = Queue { stream, upcoming: Vec::new() };
        queue.fill();
        queue
    }

    fn fill(&mut self) {
        while self.upcoming.len() < 6 {
            let Some(piece) = self.stream.next() else { return };
            self.upcoming.push(piece);
        }
    }

    fn take(&mut self) -> Option<Piece> {
        if self.upcoming.is_empty() {
            return None;
        }
        let piece = self.upcoming.remove(0);
        self.fill();
        Some(piece)
    }
}

/// The game as it was before a piece was taken from the queue (or came into play where the set-up says).
#[derive(Clone, Debug)]
struct Before {
    state: State,
    given: Option<Placement>,
}

/// The piece in play.
#[derive(Clone, Debug)]
struct Active {
    place: Placement,
    /// 3: grown so far towards one row, and the time for one row.
    fall_progress: u128,
    row_time: Time,
    /// 6: the lock-down state.
    lowest_row: i8,
    has_landed: bool,
    moves_left: u8,
    time_left: Time,
    /// 9.1: the point of the last change of place, if that was a turn.
    last_turn: Option<u8>,
    used_fifth_point: bool,
}

/// The slow game.
#[derive(Clone, Debug)]
pub struct Twin {
    rules: Rules,
    mode: Mode,
    handling: Handling,
    state: State,
    active: Option<Active>,
    phase: Phase,
    /// The last time that was given.
    now: Time,
    end: Option<End>,
    ended_at: Time,
    /// Buttons that are down, in the order in which they were pressed.
    down: Vec<Button>,
    /// 4: the active direction, and when it moves the piece again.
    direction: Option<Button>,
    repeat: Repeat,
    /// 2.7, 4.5: auto-repeat does nothing before this moment.
    repeat_rests_until: Time,
    /// 8: pressed when there was no piece.
    tapped_turn: Option<Turn>,
    tapped_hold: bool,
    /// 12: before the piece in play, and before each piece that locked.
    begun: Option<Before>,
    history: Vec<Before>,
    events: Vec<Event>,
}

impl Twin {
    /// The game at time 0, with nothing done yet.
    pub fn new(setup: &Setup) -> Twin {
        let mut field = Field::new(setup);
        let mut starting_rows = StartingRows::new(setup);
        starting_rows.raise_first(&mut field);
        let stream = PieceStream::new(setup.randomizer, setup.seed, setup.game, &setup.queue);
        let state = State {
            field,
            queue: Queue::new(stream),
            hold: setup.hold,
            hold_used: false,
            score: 0,
            lines: 0,
            level: setup.mode.start_level,
            credits: 0,
            chain: 0,
            combo: 0,
            garbage: Garbage::new(setup),
            starting_rows,
            perfect_clears: 0,
            statistics: Statistics::default(),
        };
        let phase = match setup.in_play {
            Some(placement) => Phase::Given { placement },
            None => Phase::Waiting { until: 0 },
        };
        Twin {
            rules: setup.rules,
            mode: setup.mode,
            handling: setup.handling,
            state,
            active: None,
            phase,
            now: 0,
            end: None,
            ended_at: 0,
            down: Vec::new(),
            direction: None,
            repeat: Repeat::Off,
            repeat_rests_until: 0,
            tapped_turn: None,
            tapped_hold: false,
            begun: None,
            history: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Lets time pass until `at`, then does the input.
    pub fn update(&mut self, at: Time, input: Option<Input>) -> Vec<Event> {
        self.run_until(at);
        match input {
            Some(Input::Press(button)) => self.press(button),
            Some(Input::Release(button)) => self.release(button),
            None => {}
        }
        self.run_until(at);
        std::mem::take(&mut self.events)
    }

    /// Lets time pass until `at`, then receives garbage (10).
    pub fn receive_garbage(&mut self, at: Time, rows: u32) -> Vec<Event> {
        self.run_until(at);
        if self.end.is_none() && rows > 0 {
            let ready = at + self.rules.garbage.travel;
            self.state.garbage.receive(rows, ready);
            self.report(EventKind::Warned { rows, ready });
        }
        self.run_until(at);
        std::mem::take(&mut self.events)
    }

    /// Lets time pass until `at`, then takes the last piece back (12).
    pub fn undo(&mut self, at: Time) -> Vec<Event> {
        self.run_until(at);
        if self.mode.undo
            && self.mode.time_limit.is_none_or(|limit| at < limit)
            && let Some(before) = self.history.pop()
        {
            let now = self.state.statistics;
            self.state = before.state;
            self.state.statistics.keys = now.keys;
            self.state.statistics.undos = now.undos + 1;
            self.end = None;
            self.active = None;
            self.tapped_turn = None;
            self.tapped_hold = false;
            self.direction = None;
            self.repeat = Repeat::Off;
            self.report(EventKind::Undone);
            match before.given {
                Some(placement) => self.bring_given(placement),
                None => self.generate(),
            }
        }
        self.run_until(at);
        std::mem::take(&mut self.events)
    }

    /// Lets time pass until `at`; then the other player is out (11).
    pub fn win(&mut self, at: Time) -> Vec<Event> {
        self.run_until(at);
        if self.end.is_none() {
            self.finish(End::Won);
        }
        std::mem::take(&mut self.events)
    }

    fn report(&mut self, kind: EventKind) {
        self.events.push(Event { at: self.now, kind });
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.ended_at = self.now;
        self.active = None;
        self.phase = Phase::Over;
        self.report(EventKind::Ended { end });
    }
}

/// What can be seen of the game.
impl Twin {
    /// The time of the game, which stands still when it is over (1.5).
    pub fn now(&self) -> Time {
        if self.end.is_some() { self.ended_at } else { self.now }
    }

    pub fn block(&self, x: i8, y: i8) -> Option<Block> {
        self.state.field.get(x, y)
    }

    pub fn in_play(&self) -> Option<Placement> {
        self.active.as_ref().map(|active| active.place)
    }

    pub fn hold(&self) -> Option<Piece> {
        self.state.hold
    }

    pub fn next(&self) -> &[Piece] {
        let shown = usize::from(self.rules.next).min(self.state.queue.upcoming.len());
        &self.state.queue.upcoming[..shown]
    }

    pub fn score(&self) -> u64 {
        self.state.score
    }

    pub fn lines(&self) -> u32 {
        self.state.lines
    }

    pub fn level(&self) -> u8 {
        self.state.level
    }

    pub fn chain(&self) -> u32 {
        self.state.chain
    }

    pub fn combo(&self) -> u32 {
        self.state.combo
    }

    pub fn garbage_waiting(&self) -> u32 {
        self.state.garbage.waiting()
    }

    pub fn statistics(&self) -> Statistics {
        self.state.statistics
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The full rows that wait for the end of the clear delay, a bit each.
    pub fn clearing_rows(&self) -> u64 {
        match &self.phase {
            Phase::Clearing { rows, .. } => row_bits(rows),
            _ => 0,
        }
    }

    pub fn can_hold(&self) -> bool {
        self.rules.hold && !self.state.hold_used
    }

    /// Lines or credits until the goal of the level is met.
    pub fn goal_left(&self) -> Option<u32> {
        let level = u32::from(self.state.level);
        match self.mode.goal {
            Goal::Fixed => Some((10 * level).saturating_sub(self.state.lines)),
            Goal::Variable => Some((5 * level).saturating_sub(self.state.credits)),
            Goal::Nothing => None,
        }
    }

    /// Rows of garbage that are still to be dug.
    pub fn garbage_left(&self) -> Option<u32> {
        self.mode.garbage_limit.map(|limit| limit.saturating_sub(self.state.statistics.dug))
    }

    /// Perfect clears that are still to be made.
    pub fn perfect_clears_left(&self) -> Option<u32> {
        self.mode.perfect_clear_limit.map(|limit| limit.saturating_sub(self.state.perfect_clears))
    }

    /// The time and the moves left of a piece on a Surface, if its timer runs (6.2).
    pub fn lock_left(&self) -> Option<(Time, u8)> {
        let active = self.active.as_ref()?;
        let runs = self.state.field.is_surface(active.place) && self.rules.lock_delay != NEVER;
        runs.then_some((active.time_left, active.moves_left))
    }

    /// Where a Hard Drop would put the piece.
    pub fn ghost(&self) -> Option<Placement> {
        let mut place = self.in_play()?;
        while !self.state.field.is_surface(place) {
            place = place.shifted(0, -1);
        }
        Some(place)
    }
}

/// Rows as the bits of a number.
fn row_bits(rows: &[usize]) -> u64 {
    rows.iter().map(|&row| 1 << row).sum()
}
