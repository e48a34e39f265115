//! What both commands are asked: a board, lines and pieces.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};
use tetrolab_engine::{Block, Blocks, Board, Piece, Size};
use tetrolab_solve::perfect_clear::{Field, MOST_LINES, MOST_QUEUES, Patterns, Queues, Task, WIDTH};

use super::problem::FieldProblem;
use tetrolab_inputs::board::{Drawing, FullRow};
use tetrolab_inputs::numbers::{MOST_THREADS, count};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_report::short::counted;
use tetrolab_runs::files;

/// The help for a pattern. In a comment its brackets would be links.
const PATTERN: &str = "Which pieces come: TIO in this order, * any, *p4 any four, [TIO] one of these, [TIO]! all of these in any \
order; several patterns with ; between them";

/// What is to be cleared, with which pieces and moves.
#[derive(Debug, Args)]
pub struct Options {
    /// A picture of the board, top row first: a file, or the rows themselves with / between them; or fumen: v115@… or a link
    /// [default: empty]
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// How many lines are to be cleared, 1 to 6
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true)]
    #[arg(value_parser = count::<{ MOST_LINES as u64 }>)]
    lines: u64,
    #[arg(long, value_name = "PATTERN", required_unless_present = "patterns", help = PATTERN)]
    pattern: Option<String>,
    /// A file of patterns, one or more a line
    #[arg(long, value_name = "FILE", conflicts_with = "pattern")]
    patterns: Option<PathBuf>,
    /// Whether Hold is used
    #[arg(long, value_name = "USE", default_value = "use")]
    hold: Hold,
    /// How pieces get to their places
    #[arg(long, value_name = "MOVES", default_value = "soft")]
    pub drop: Drop,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Hold {
    /// At most once for each piece
    Use,
    /// Never
    Avoid,
}

/// How pieces get to their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drop {
    /// Soft Drop, shifts and turns everywhere, with the guideline's rotation points
    Soft,
    /// The same, with half turns
    #[value(name = "180")]
    HalfTurns,
    /// Soft Drop and shifts, but no turns below the top of the stack
    Tucks,
    /// Hard Drop only
    Hard,
}

impl Drop {
    /// As people say it.
    pub const fn words(self) -> &'static str {
        match self {
            Drop::Soft => "Soft Drop with SRS",
            Drop::HalfTurns => "Soft Drop with SRS and half turns",
            Drop::Tucks => "Soft Drop without turns in the stack",
            Drop::Hard => "Hard Drop only",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Drop::Soft => "soft",
            Drop::HalfTurns => "180",
            Drop::Tucks => "tucks",
            Drop::Hard => "hard",
        }
    }
}

/// Calls a function with the moves that were chosen, each a type of its own.
macro_rules! with_moves {
    ($drop:expr, |$moves:ident| $value:expr) => {{
        use tetrolab_solve::perfect_clear::{HardDrop, SoftDrop, SoftDropHalfTurns, Tucks};
        use $crate::pc::question::Drop;
        match $drop {
            Drop::Soft => {
                let $moves = &SoftDrop;
                $value
            }
            Drop::HalfTurns => {
                let $moves = &SoftDropHalfTurns;
                $value
            }
            Drop::Tucks => {
                let $moves = &Tucks;
                $value
            }
            Drop::Hard => {
                let $moves = &HardDrop;
                $value
            }
        }
    }};
}
pub(super) use with_moves;

/// The options, read and checked.
pub struct Question {
    pub blocks: Blocks,
    pub field: Field,
    pub lines: u8,
    pub queues: Queues,
    pub use_hold: bool,
    /// How many pieces clear the lines.
    pub pieces: usize,
    pub drop: Drop,
    threads: usize,
    /// The patterns as they were given: themselves, or the name of a file.
    patterns: String,
    /// How many pieces the patterns have.
    given: usize,
}

impl Options {
    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.board.iter().map(PathBuf::from).chain(self.patterns.clone())
    }

    /// Reads the board and the patterns, and says what is wrong with them.
    pub fn question(&self) -> Result<Question> {
        self.question_within(MOST_QUEUES)
    }

    /// The same, for at most `most` queues.
    pub fn question_within(&self, most: u64) -> Result<Question> {
        let (name, blocks) = match &self.board {
            Some(argument) => blocks(argument)?,
            None => (String::new(), Blocks::empty(Size { width: WIDTH, height: 20, buffer: 0 })),
        };
        let (lines, use_hold) = (self.lines as u8, self.hold == Hold::Use);
        let field = field(&name, blocks.board(), lines)?;
        let length = Task::length(field, lines, use_hold).context("the field was checked")?;
        let pieces = length - usize::from(use_hold);
        let (patterns, text) = match (&self.pattern, &self.patterns) {
            (Some(pattern), _) => (pattern.clone(), pattern.clone()),
            (None, Some(file)) => (files::name(file), files::read_text(file)?),
            (None, None) => bail!("--pattern or --patterns is needed"),
        };
        let origin = self.patterns.as_ref().map_or("--pattern".to_string(), |file| files::name(file));
        let parsed: Patterns = text.parse().with_context(|| origin.clone())?;
        let given = parsed.length();
        if given < pieces {
            return Err(FieldProblem::Pieces { lines, pieces, given }).with_context(|| origin.clone());
        }
        let queues = Queues::within(&parsed, length, most).with_context(|| origin.clone())?;
        let threads = self.threads.unwrap_or(0) as usize;
        Ok(Question { blocks, field, lines, queues, use_hold, pieces, drop: self.drop, threads, patterns, given })
    }
}

/// The Blocks of an argument, and where they came from.
fn blocks(argument: &OsStr) -> Result<(String, Blocks)> {
    let drawing = tetrolab_inputs::board::drawing(argument)?;
    let Drawing { name, text, .. } = &drawing;
    let board: Board = text.parse().with_context(|| name.clone())?;
    let picture = drawing.picture(board.size())?;
    Ok((name.clone(), drawing.blocks(&picture)?))
}

/// The board as a field in which `lines` lines can be cleared by whole pieces.
fn field(name: &str, board: &Board, lines: u8) -> Result<Field> {
    let width = board.size().width;
    let height = board.stack_height();
    let problem = match () {
        () if width != WIDTH => Some(FieldProblem::Width(width)),
        () if height > MOST_LINES => Some(FieldProblem::Stack(height)),
        () if height > lines => Some(FieldProblem::Lines { height, lines }),
        () => None,
    };
    if let Some(problem) = problem {
        return Err(problem).with_context(|| name.to_string());
    }
    if let Some(full) = FullRow::of(board) {
        return Err(full).with_context(|| name.to_string());
    }
    let field = Field::of(board).context("the width and the height were checked")?;
    let empty = field.empty_cells(lines);
    if !empty.is_multiple_of(4) {
        let other = (height.max(1)..=MOST_LINES).find(|&other| field.empty_cells(other).is_multiple_of(4));
        bail!(FieldProblem::Cells { lines, empty, other });
    }
    Ok(field)
}

impl Question {
    /// The threads that work.
    pub fn pool(&self) -> Result<ThreadPool> {
        ThreadPoolBuilder::new().num_threads(self.threads).build().context("cannot start the threads")
    }

    /// What the search works on.
    pub fn task<'a>(&'a self, stop: &'a AtomicBool) -> Task<'a> {
        let Question { field, lines, ref queues, use_hold, .. } = *self;
        Task { field, lines, queues, use_hold, stop: Some(stop) }
    }

    /// The letters of a queue.
    pub fn letters(&self, index: usize) -> String {
        self.queues.get(index).map(Piece::letter).collect()
    }

    /// What is needed to repeat it, in a line.
    pub fn summary(&self) -> String {
        let Question { lines, pieces, ref patterns, .. } = *self;
        let hold = if self.use_hold { "Hold" } else { "no Hold" };
        let (drop, version) = (self.drop.words(), env!("CARGO_PKG_VERSION"));
        let (lines, pieces) = (counted(lines.into(), "line"), counted(pieces as u64, "piece"));
        format!("{lines}, {pieces}, {patterns}, {hold}, {drop}, tetrolab {version}")
    }

    /// What to know about the pieces, if more were given than can come into play.
    pub fn remark(&self) -> Option<String> {
        let length = self.queues.length();
        (self.given > length).then(|| format!("Only the first {length} of {} pieces can matter.", self.given))
    }

    /// What is needed to repeat it, for JSON.
    pub fn document(&self) -> Value {
        let rows = (0..self.lines).rev().map(|y| {
            let cell = |x: u8| self.blocks.get(x as i8, y as i8).map_or('.', Block::letter);
            (0..WIDTH).map(cell).collect::<String>()
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "board": rows.collect::<Vec<_>>(),
            "lines": self.lines,
            "pieces": self.pieces,
            "patterns": self.patterns,
            "hold": self.use_hold,
            "drop": self.drop.name(),
            "kicks": "srs",
            "queues": self.queues.len(),
            "queue_length": self.queues.length(),
        })
    }
}
