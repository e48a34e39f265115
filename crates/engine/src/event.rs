//! What happens in a game, as it is reported to observers.

use crate::piece::{Piece, Placement, Turn};
use crate::spin::Spin;
use crate::time::Time;

/// A button of the game. What key it is on is not the engine's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Button {
    /// Move left.
    Left,
    /// Move right.
    Right,
    /// Fall faster while it is down.
    SoftDrop,
    /// Fall to the Surface and lock.
    HardDrop,
    /// Turn clockwise.
    RotateRight,
    /// Turn counterclockwise.
    RotateLeft,
    /// Turn by 180 degrees.
    RotateHalf,
    /// Change places with the held piece.
    Hold,
}

impl Button {
    /// All eight.
    pub const ALL: [Button; 8] = [
        Button::Left,
        Button::Right,
        Button::SoftDrop,
        Button::HardDrop,
        Button::RotateRight,
        Button::RotateLeft,
        Button::RotateHalf,
        Button::Hold,
    ];

    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        ["left", "right", "soft-drop", "hard-drop", "rotate-right", "rotate-left", "rotate-half", "hold"][self as usize]
    }

    /// The button with this name.
    pub fn from_name(name: &str) -> Option<Button> {
        Button::ALL.into_iter().find(|button| button.name() == name)
    }

    /// The turn it makes, if any.
    pub(crate) const fn turn(self) -> Option<Turn> {
        match self {
            Button::RotateRight => Some(Turn::Right),
            Button::RotateLeft => Some(Turn::Left),
            Button::RotateHalf => Some(Turn::Half),
            _ => None,
        }
    }
}

/// Which buttons are down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Buttons(pub u8);

impl Buttons {
    #[inline]
    pub fn contains(self, button: Button) -> bool {
        self.0 >> button as u8 & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, button: Button) {
        self.0 |= 1 << button as u8;
    }

    #[inline]
    pub fn remove(&mut self, button: Button) {
        self.0 &= !(1 << button as u8);
    }
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A button goes down.
    Press(Button),
    /// A button comes up.
    Release(Button),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A new piece overlapped a Block.
    BlockOut,
    /// A whole piece locked above the Skyline.
    LockOut,
    /// A Block was pushed out of the top of the board.
    TopOut,
    /// The goal was met.
    Won,
    /// The time is up.
    TimeUp,
    /// There is no next piece.
    OutOfPieces,
}

impl End {
    /// All ends.
    pub const ALL: [End; 6] = [End::BlockOut, End::LockOut, End::TopOut, End::Won, End::TimeUp, End::OutOfPieces];

    /// The words for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            End::BlockOut => "Block Out",
            End::LockOut => "Lock Out",
            End::TopOut => "Top Out",
            End::Won => "won",
            End::TimeUp => "time up",
            End::OutOfPieces => "out of pieces",
        }
    }
}

/// Something that happened, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: Time,
    /// What happened.
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A piece came into play.
    Generated {
        /// Where it is, after initial rotation and the first drop.
        placement: Placement,
    },
    /// A piece went into Hold.
    Held { piece: Piece },
    /// The piece moved left or right.
    Shifted {
        /// Where it is now.
        placement: Placement,
    },
    /// The piece turned.
    Rotated {
        /// Where it is now.
        placement: Placement,
        turn: Turn,
        /// The rotation point it used, from 1.
        point: u8,
    },
    /// The piece fell one row.
    Fell {
        /// Where it is now.
        placement: Placement,
        /// By Soft Drop.
        soft: bool,
    },
    /// The piece came to lie on a Surface.
    Landed {
        /// Where it is.
        placement: Placement,
    },
    /// The piece was dropped to the Surface; it locks.
    HardDropped {
        /// Where it is now.
        placement: Placement,
        /// Rows it fell.
        rows: u8,
    },
    /// The Minos of the piece became Blocks.
    Locked {
        /// Where.
        placement: Placement,
        /// What spin it made.
        spin: Spin,
    },
    /// Full rows were cleared.
    Cleared {
        /// The rows, a bit each.
        rows: u64,
        /// How many.
        lines: u8,
        /// What spin cleared them.
        spin: Spin,
        /// It earned the Back-to-Back bonus.
        back_to_back: bool,
        /// Length of the Back-to-Back chain with this one, 0 if it broke it.
        chain: u32,
        /// Clearing pieces directly before this one.
        combo: u32,
        /// Nothing was left.
        perfect_clear: bool,
        /// Points for all of it.
        points: u64,
    },
    /// A Lock Down earned points without a line.
    Rewarded {
        spin: Spin,
        /// Points for it.
        points: u64,
    },
    /// The cleared rows are gone and what was above has come down.
    Collapsed {
        /// The rows, a bit each, as they were counted before.
        rows: u64,
    },
    /// A new level.
    LevelUp { level: u8 },
    /// The player's attack.
    Attacked {
        /// Rows sent.
        sent: u32,
        /// Waiting rows that it cancelled first.
        cancelled: u32,
    },
    /// Garbage is on its way.
    Warned {
        /// Rows that were sent here.
        rows: u32,
        /// When they are ready to rise.
        ready: Time,
    },
    /// Garbage came in at the floor.
    Rose {
        /// How many rows.
        rows: u8,
    },
    /// The last piece was taken back.
    Undone,
    /// The game is over.
    Ended {
        /// Why.
        end: End,
    },
}
