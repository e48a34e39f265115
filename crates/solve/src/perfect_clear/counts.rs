//! How many there are of each piece.

use tetrolab_engine::Piece;

/// How many there are of each piece, at most fifteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Counts {
    /// Four bits a piece.
    counts: u32,
    /// The pieces there is one of, a bit each.
    kinds: u8,
}

impl Counts {
    pub const NONE: Counts = Counts { counts: 0, kinds: 0 };

    /// The pieces of a list.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Counts {
        pieces.into_iter().fold(Counts::NONE, Counts::with)
    }

    /// One more.
    pub const fn with(self, piece: Piece) -> Counts {
        Counts { counts: self.counts + (1 << (4 * piece as u32)), kinds: self.kinds | 1 << piece as u8 }
    }

    /// One less; there must be one.
    #[inline(always)]
    pub const fn without(self, piece: Piece) -> Counts {
        let counts = self.counts - (1 << (4 * piece as u32));
        let is_last = counts >> (4 * piece as u32) & 15 == 0;
        Counts { counts, kinds: self.kinds & !((is_last as u8) << piece as u8) }
    }

    /// The pieces there is one of, a bit each.
    #[inline(always)]
    pub const fn kinds(self) -> usize {
        self.kinds as usize
    }

    /// How many there are of one piece.
    pub const fn get(self, piece: Piece) -> u32 {
        self.counts >> (4 * piece as u32) & 15
    }

    /// Of each piece as many as either has.
    pub fn most(self, other: Counts) -> Counts {
        let more = |piece: Piece| self.get(piece).max(other.get(piece)) as usize;
        Counts::of(Piece::ALL.into_iter().flat_map(|piece| std::iter::repeat_n(piece, more(piece))))
    }
}
