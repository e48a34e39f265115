//! The gate: loose data in, a checked game out.

use std::error::Error;
use std::fmt;

use crate::blocks::Blocks;
use crate::board::{MAX_BUFFER, MAX_HEIGHT, MAX_WIDTH, Size};
use crate::handling::{Handling, SoftDrop};
use crate::levels::{Fall, LAST_LEVEL};
use crate::lock_down::LockDown;
use crate::modes::Mode;
use crate::piece::{Cell, Piece, Placement};
use crate::random::Seed;
use crate::randomizer::{Queue, Randomizer};
use crate::rules::Rules;
use crate::time::{LATEST, MILLISECOND, NEVER, Seconds, Time};

/// Everything a game starts from. Anything may be written here; [`Game::try_from`](crate::Game) checks it and lists
/// every reason it refuses.
///
/// ```
/// use tetrolab_engine::{Game, Rules, Setup};
///
/// let mut setup = Setup::new(Rules::guideline());
/// setup.rules.next = 9;
/// setup.mode.start_level = 16;
/// let refusal = Game::try_from(setup).unwrap_err();
/// assert_eq!(refusal.problems.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    pub rules: Rules,
    /// What the game is played for.
    pub mode: Mode,
    /// The player's settings.
    pub handling: Handling,
    /// With `game`, the key of everything random.
    pub seed: Seed,
    /// Number of the game among those of one seed.
    pub game: u64,
    /// Where pieces come from after the given ones.
    pub randomizer: Randomizer,
    /// Pieces that come first.
    pub queue: Vec<Piece>,
    /// The piece in Hold.
    pub hold: Option<Piece>,
    /// The Blocks to start with; an empty board if there are none.
    pub blocks: Option<Blocks>,
    /// A piece that is in play already.
    pub in_play: Option<Placement>,
}

impl Setup {
    /// These rules, and everything else by default.
    pub fn new(rules: Rules) -> Setup {
        Setup { rules, ..Setup::default() }
    }

    /// Every reason why there can be no such game.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let size = self.rules.size;
        if size.is_valid() {
            self.check_board(&mut problems);
        } else {
            problems.push(Problem::Size(size));
        }
        self.check_numbers(&mut problems);
        self.check_times(&mut problems);
        self.check_pieces(&mut problems);
        problems
    }

    fn check_board(&self, problems: &mut Vec<Problem>) {
        let size = self.rules.size;
        let empty = Blocks::empty(size);
        let outside = |piece: &Piece| !empty.board().fits(self.rules.generation(*piece));
        let pieces: Vec<Piece> = Piece::ALL.into_iter().filter(outside).collect();
        if !pieces.is_empty() {
            problems.push(Problem::Generation { pieces, size });
        }
        let rows = self.mode.rows_at_start();
        if rows > size.rows() {
            problems.push(Problem::StartingRows { rows, size });
        }
        let Some(blocks) = &self.blocks else {
            if let Some(placement) = self.in_play {
                self.check_in_play(placement, &empty, problems);
            }
            return;
        };
        if blocks.board().size() != size {
            problems.push(Problem::BoardSize { board: blocks.board().size(), rules: size });
            return;
        }
        let full = blocks.board().full_rows();
        problems.extend((0..size.rows()).filter(|row| full >> row & 1 == 1).map(|row| Problem::FullRow { row }));
        if rows > size.rows() - blocks.board().stack_height() {
            problems.push(Problem::StartingRows { rows, size });
        }
        if let Some(placement) = self.in_play {
            self.check_in_play(placement, blocks, problems);
        }
    }

    fn check_in_play(&self, placement: Placement, blocks: &Blocks, problems: &mut Vec<Problem>) {
        let size = self.rules.size;
        let inside = |cell: &Cell| (0..size.width as i8).contains(&cell.x) && (0..size.rows() as i8).contains(&cell.y);
        if !placement.cells().iter().all(inside) {
            problems.push(Problem::InPlayOutside(placement));
        } else if !blocks.board().fits(placement) {
            problems.push(Problem::InPlayOverlaps(placement));
        } else if self.mode.starting_rows > 0 {
            problems.push(Problem::InPlayAndStartingRows);
        }
    }

    fn check_numbers(&self, problems: &mut Vec<Problem>) {
        let (rules, mode) = (&self.rules, &self.mode);
        if !(1..=Queue::SHOWN as u8).contains(&rules.next) {
            problems.push(Problem::Next(rules.next));
        }
        if !(1..=LAST_LEVEL).contains(&mode.start_level) {
            problems.push(Problem::StartLevel(mode.start_level));
        }
        let limits = [
            ("line-limit", mode.line_limit),
            ("garbage-limit", mode.garbage_limit),
            ("perfect-clear-limit", mode.perfect_clear_limit),
        ];
        problems.extend(limits.iter().filter(|limit| limit.1 == Some(0)).map(|&(name, _)| Problem::Limit { name }));
        if rules.garbage.messiness > 1000 {
            problems.push(Problem::Messiness(rules.garbage.messiness));
        }
        if let SoftDrop::Times(times) = self.handling.soft_drop
            && !(1..=1_000_000).contains(&times)
        {
            problems.push(Problem::SoftDrop(times));
        }
    }

    fn check_times(&self, problems: &mut Vec<Problem>) {
        let (rules, handling) = (&self.rules, &self.handling);
        let times = [
            ("generation-delay", rules.generation_delay),
            ("clear-delay", rules.clear_delay),
            ("lock-delay", rules.lock_delay),
            ("garbage-travel", rules.garbage.travel),
            ("auto-repeat-delay", handling.auto_repeat_delay),
            ("auto-repeat-rate", handling.auto_repeat_rate),
            ("cut-delay", handling.cut_delay),
            ("time-limit", self.mode.time_limit.unwrap_or(1)),
        ];
        for (name, time) in times {
            let never = name == "lock-delay" && time == NEVER;
            if (time > LATEST && !never) || (name == "time-limit" && time == 0) {
                problems.push(Problem::Time { name, time });
            }
        }
        if let Fall::Every(time) = rules.fall
            && !(1..=LATEST).contains(&time)
        {
            problems.push(Problem::Time { name: "fall", time });
        }
        if !rules.block_out && (rules.fall != Fall::Never || rules.lock_delay != NEVER) {
            problems.push(Problem::NoEnd);
        }
        // Otherwise a game could go on for ever at one and the same moment.
        let lock_takes_time =
            rules.lock_delay >= MILLISECOND && (rules.lock_down != LockDown::Extended || rules.lock_moves > 0);
        if rules.generation_delay < MILLISECOND && !lock_takes_time {
            problems.push(Problem::NoTime);
        }
    }

    fn check_pieces(&self, problems: &mut Vec<Problem>) {
        let needs_pieces = matches!(self.randomizer, Randomizer::Nothing | Randomizer::Repeat);
        let none_at_all = self.queue.is_empty() && (self.in_play.is_none() || self.randomizer == Randomizer::Repeat);
        if needs_pieces && none_at_all {
            problems.push(Problem::EmptyQueue(self.randomizer));
        }
        if self.randomizer == Randomizer::Weighted([0; 7]) {
            problems.push(Problem::Weights);
        }
        if self.randomizer == Randomizer::Mdptetris && self.seed.0 > u64::from(u32::MAX) {
            problems.push(Problem::MdptetrisSeed(self.seed));
        }
    }
}

/// One reason why there can be no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The board is too small or too large.
    Size(Size),
    /// The given board has not the size that the rules say.
    BoardSize {
        /// Size of the given board.
        board: Size,
        /// Size in the rules.
        rules: Size,
    },
    /// A row of the given board is full already.
    FullRow {
        /// The row, from 0.
        row: u8,
    },
    /// A new piece would lie outside the board.
    Generation {
        /// Which pieces.
        pieces: Vec<Piece>,
        size: Size,
    },
    /// More starting rows than fit.
    StartingRows {
        /// How many.
        rows: u8,
        size: Size,
    },
    /// A piece in play lies outside the board.
    InPlayOutside(Placement),
    /// A piece in play overlaps Blocks.
    InPlayOverlaps(Placement),
    /// A piece in play together with starting rows, which would push Blocks into it.
    InPlayAndStartingRows,
    /// The Next queue is too short or too long.
    Next(u8),
    /// There is no such level.
    StartLevel(u8),
    /// A game that would be won before it began.
    Limit { name: &'static str },
    /// A chance above 1000 in 1000.
    Messiness(u16),
    /// A factor that is none.
    SoftDrop(u32),
    /// A time that is 0 or too long.
    Time { name: &'static str, time: Time },
    /// Pieces fall or lock by themselves and nothing ever ends the game.
    NoEnd,
    /// Pieces follow each other in no time.
    NoTime,
    /// There are no pieces.
    EmptyQueue(Randomizer),
    /// All weights are 0.
    Weights,
    /// MDPTetris knows only seeds of 32 bits.
    MdptetrisSeed(Seed),
}

impl Problem {
    /// The words of a script that the problem may come from.
    pub(crate) fn causes(&self) -> &[&'static str] {
        match self {
            Problem::Size(_) => &["width", "height", "buffer"],
            Problem::BoardSize { .. } | Problem::FullRow { .. } => &["board"],
            Problem::Generation { .. } => &["generation-row", "buffer", "height"],
            Problem::StartingRows { .. } => &["starting-rows"],
            Problem::InPlayOutside(_) | Problem::InPlayOverlaps(_) | Problem::InPlayAndStartingRows => {
                &["piece", "board"]
            }
            Problem::Next(_) => &["next"],
            Problem::StartLevel(_) => &["start-level"],
            Problem::Messiness(_) => &["garbage-messiness"],
            Problem::SoftDrop(_) => &["soft-drop"],
            Problem::Limit { name } | Problem::Time { name, .. } => std::slice::from_ref(name),
            Problem::NoEnd => &["block-out", "fall", "lock-delay"],
            Problem::NoTime => &["generation-delay", "lock-delay", "lock-moves"],
            Problem::EmptyQueue(_) => &["randomizer", "queue"],
            Problem::Weights => &["randomizer"],
            Problem::MdptetrisSeed(_) => &["seed"],
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Size(size) => write!(
                f,
                "a board of {size} cannot be: it is 4 to {MAX_WIDTH} columns wide, 1 to {MAX_HEIGHT} rows high, with 0 \
                 to {MAX_BUFFER} rows above"
            ),
            Problem::BoardSize { board, rules } => write!(f, "the board is {board}, but the rules say {rules}"),
            Problem::FullRow { row } => write!(f, "row {row} of the board is full already"),
            Problem::Generation { pieces, size } => {
                let pieces = pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "{pieces} would be generated outside the board of {size}")
            }
            Problem::StartingRows { rows, size } => {
                write!(f, "{rows} starting rows do not fit into the board of {size}")
            }
            Problem::InPlayOutside(placement) => {
                write!(f, "the piece in play ({}) lies outside the board", show(*placement))
            }
            Problem::InPlayOverlaps(placement) => {
                write!(f, "the piece in play ({}) overlaps Blocks", show(*placement))
            }
            Problem::InPlayAndStartingRows => {
                write!(f, "starting rows and a piece in play do not go together: draw the rows into the board")
            }
            Problem::Next(next) => write!(f, "the Next queue shows 1 to {} pieces, not {next}", Queue::SHOWN),
            Problem::StartLevel(level) => write!(f, "levels are 1 to {LAST_LEVEL}; the start level is {level}"),
            Problem::Limit { name } => write!(f, "{name} is at least 1"),
            Problem::Messiness(chance) => write!(f, "garbage messiness is 0 to 1000, not {chance}"),
            Problem::SoftDrop(times) => write!(f, "Soft Drop is 1 to 1000000 times the fall speed, not {times}"),
            Problem::Time { name, time } => write!(f, "{name} cannot be {} s", Seconds(*time)),
            Problem::NoEnd => write!(
                f,
                "without Block Out pieces must not fall or lock by themselves (fall never, lock-delay never), or the game \
                 would never end"
            ),
            Problem::NoTime => write!(
                f,
                "without a generation delay a piece needs a lock delay of at least 1 ms and at least one lock move"
            ),
            Problem::EmptyQueue(randomizer) => {
                write!(f, "the queue is empty, and the randomizer {randomizer} makes no pieces of its own")
            }
            Problem::Weights => write!(f, "all weights of the randomizer are 0"),
            Problem::MdptetrisSeed(seed) => {
                write!(f, "the mdptetris randomizer knows seeds up to {}, not {}", u32::MAX, seed.0)
            }
        }
    }
}

fn show(placement: Placement) -> String {
    format!("{} {} at {}, {}", placement.piece, placement.rotation.name(), placement.x, placement.y)
}

/// A set-up that is no game, with every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The reasons; there is at least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let between = if index == 0 { "" } else { "; " };
            write!(f, "{between}{problem}")?;
        }
        Ok(())
    }
}

impl Error for SetupError {}
