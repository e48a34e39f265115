//! What is known of the pieces beyond the queue.

use tetrolab_engine::Piece;

/// What the pieces after the known queue are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Supply {
    /// Any piece, with the same chance.
    #[default]
    Uniform,
    /// A bag that is filled again when it is empty.
    Bag {
        /// How many of each piece are left, in the order of [`Piece::ALL`].
        left: [u32; 7],
        /// How many of each a full bag has.
        full: [u32; 7],
    },
}

impl Supply {
    /// A bag with one of each piece, of which these are left; all of them, if none is named.
    ///
    /// ```
    /// use tetrolab_bot::Supply;
    /// use tetrolab_engine::Piece;
    ///
    /// let mut supply = Supply::seven_bag(&[Piece::O, Piece::T]);
    /// assert_eq!(supply.chances()[Piece::T as usize], 0.5);
    /// supply.take(Piece::T);
    /// assert_eq!(supply.chances()[Piece::O as usize], 1.0);
    /// supply.take(Piece::O);
    /// assert_eq!(supply, Supply::seven_bag(&Piece::ALL));
    /// ```
    pub fn seven_bag(left: &[Piece]) -> Supply {
        Supply::bag(Piece::ALL.map(|piece| left.iter().filter(|&&one| one == piece).count() as u32), [1; 7])
    }

    /// A bag of any contents. An empty one is full; one that never has a piece is [`Supply::Uniform`].
    pub fn bag(left: [u32; 7], full: [u32; 7]) -> Supply {
        match (left.iter().all(|&count| count == 0), full.iter().all(|&count| count == 0)) {
            (true, true) => Supply::Uniform,
            (true, false) => Supply::Bag { left: full, full },
            (false, true) => Supply::Bag { left, full: left },
            (false, false) => Supply::Bag { left, full },
        }
    }

    /// The chance of each piece to be the next one.
    pub fn chances(&self) -> [f32; 7] {
        match self {
            Supply::Uniform => [1.0 / 7.0; 7],
            Supply::Bag { left, .. } => {
                let all: f32 = left.iter().map(|&count| count as f32).sum();
                left.map(|count| count as f32 / all)
            }
        }
    }

    /// The piece came. One that the bag did not have leaves it as it is.
    pub fn take(&mut self, piece: Piece) {
        if let Supply::Bag { left, full } = self {
            let count = &mut left[piece as usize];
            *count = count.saturating_sub(1);
            *self = Supply::bag(*left, *full);
        }
    }
}
