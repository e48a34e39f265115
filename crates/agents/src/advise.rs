//! The interface of advisers, which say what to do with a piece of the timed game.

use std::fmt::Debug;

use tetrolab_engine::{Game, Movement, Piece, Placement, Random, Time};

use crate::advice::Advice;

/// Says what to do with the piece in play. [`Autoplay`](crate::Autoplay) plays by it.
pub trait Advise: Debug + Send + Sync {
    /// How pieces move.
    fn movement(&self) -> &Movement;

    /// What it would do now, without places to which Soft Drop takes longer than `patience`. `None` if no piece is in play, or if
    /// the board has another size than the rules it was made for.
    fn advise_within(&self, game: &Game, random: &mut Random, patience: Time) -> Option<Advice>;

    /// All places that it compares now, the best first, without runners-up. Empty where it does not value one place after the other.
    fn ranked(&self, _game: &Game) -> Vec<Advice> {
        Vec::new()
    }

    /// A copy.
    fn boxed(&self) -> Box<dyn Advise>;

    /// Where Hold would bring a piece; `None` if that ended the game.
    fn generation(&self, game: &Game, piece: Piece) -> Option<Placement> {
        let fitting = self.movement().generation(game.blocks().board(), piece);
        fitting.or_else(|| (!game.rules().block_out).then(|| game.rules().generation(piece)))
    }
}

impl Clone for Box<dyn Advise> {
    fn clone(&self) -> Box<dyn Advise> {
        self.boxed()
    }
}

impl<A: Advise + 'static> From<A> for Box<dyn Advise> {
    fn from(adviser: A) -> Box<dyn Advise> {
        Box::new(adviser)
    }
}
