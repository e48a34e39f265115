//! What a side decides, and how a duel ends.

use std::fmt;

use tetrolab_engine::End;

use crate::moves::Move;

/// A move as a bot suggests it; one that cannot be understood is the reason why.
pub type Suggested = Result<Move, String>;

/// What a side does with its next piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It plays one of these, the first that can be played. None at all is to give up.
    Moves(Vec<Suggested>),
    /// It does not play on.
    Lost(Loss),
}

impl Decision {
    /// To play the first of these moves that can be played.
    pub fn of(moves: impl IntoIterator<Item = Move>) -> Decision {
        Decision::Moves(moves.into_iter().map(Ok).collect())
    }
}

/// Ways to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LossKind {
    /// A new piece overlapped a Block.
    BlockOut,
    /// A whole piece locked above the Skyline.
    LockOut,
    /// Garbage pushed a Block out of the top.
    TopOut,
    /// It suggested no move.
    Forfeit,
    /// No move that it suggested can be played.
    IllegalMove,
    /// It ended, or could not be talked to.
    Crash,
    /// It could not be started.
    NoStart,
    /// It took too long.
    TimeOut,
    /// It said too much that means nothing.
    Noise,
}

impl LossKind {
    /// All of them.
    pub const ALL: [LossKind; 9] = [
        LossKind::BlockOut,
        LossKind::LockOut,
        LossKind::TopOut,
        LossKind::Forfeit,
        LossKind::IllegalMove,
        LossKind::Crash,
        LossKind::NoStart,
        LossKind::TimeOut,
        LossKind::Noise,
    ];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            LossKind::BlockOut => "block out",
            LossKind::LockOut => "lock out",
            LossKind::TopOut => "top out",
            LossKind::Forfeit => "forfeit",
            LossKind::IllegalMove => "illegal move",
            LossKind::Crash => "crash",
            LossKind::NoStart => "no start",
            LossKind::TimeOut => "time out",
            LossKind::Noise => "noise",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<LossKind> {
        LossKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the bot itself failed, rather than its game.
    pub const fn is_failure(self) -> bool {
        !matches!(self, LossKind::BlockOut | LossKind::LockOut | LossKind::TopOut)
    }
}

/// Why a side lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// In which way.
    pub kind: LossKind,
    /// More about it, in words; may be empty.
    pub detail: String,
}

impl Loss {
    /// A loss, and more about it.
    pub fn new(kind: LossKind, detail: impl fmt::Display) -> Loss {
        Loss { kind, detail: detail.to_string() }
    }

    /// How a game on the engine was lost; `None` if it was not.
    pub(super) fn of(end: End) -> Option<Loss> {
        let kind = match end {
            End::BlockOut => LossKind::BlockOut,
            End::LockOut => LossKind::LockOut,
            End::TopOut => LossKind::TopOut,
            End::Won | End::TimeUp | End::OutOfPieces => return None,
        };
        Some(Loss::new(kind, ""))
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

/// How a duel ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How each side lost, if it did. If both did, it was at the same moment.
    pub losses: [Option<Loss>; 2],
}

impl Verdict {
    /// The side that won; `None` if both lost at the same moment, or if neither lost before the limit of pieces.
    pub const fn winner(&self) -> Option<usize> {
        match self.losses {
            [None, Some(_)] => Some(0),
            [Some(_), None] => Some(1),
            _ => None,
        }
    }
}
