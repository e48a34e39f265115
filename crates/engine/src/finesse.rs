//! Finesse: how many presses of a played game were more than were needed.

use std::fmt;

use crate::board::Board;
use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::keys::{KeyCost, Keys};
use crate::movement::Movement;
use crate::piece::Placement;
use crate::typing::Typing;

/// The presses of a game, piece by piece, beside the fewest that would have done.
///
/// It watches a game from outside: call [`Finesse::watch`] after every update that does not pass over several pieces (as
/// [`Replay::play`](crate::Replay::play) goes). A press counts for the piece that is in play; Hold and the presses before it
/// do not count, nor do pieces that were brought where no key alone could bring them.
#[derive(Clone, Debug, Default)]
pub struct Finesse {
    /// Pieces that were judged.
    pub pieces: u32,
    /// Their presses.
    pub presses: u64,
    /// The fewest presses that would have brought them to the same places with the same spins.
    pub fewest: u64,
    /// Presses too many.
    pub faults: u64,
    /// Pieces with a press too many.
    pub faulty: u32,
    piece: Option<Watched>,
    /// Keys of the game when it was last looked at.
    keys: u64,
}

/// The piece in play.
#[derive(Clone, Debug)]
struct Watched {
    board: Board,
    start: Placement,
    /// Keys of the game before its first.
    keys: u64,
    hard_dropped: bool,
}

impl Finesse {
    /// Looks at what an update did.
    pub fn watch(&mut self, game: &Game, events: &[Event]) {
        let keys_now = game.statistics().keys;
        // Whether the press of this update, if there was one, has acted already.
        let mut pressed = false;
        for event in events {
            match event.kind {
                EventKind::Generated { placement } => {
                    let board = *game.blocks().board();
                    let keys = if pressed { keys_now } else { self.keys };
                    self.piece =
                        board.fits(placement).then_some(Watched { board, start: placement, keys, hard_dropped: false });
                }
                EventKind::HardDropped { .. } => {
                    pressed = true;
                    if let Some(piece) = &mut self.piece {
                        piece.hard_dropped = true;
                    }
                }
                EventKind::Locked { placement, spin } => {
                    let Some(piece) = self.piece.take() else { continue };
                    let keys = Keys::new(
                        &piece.board,
                        piece.start,
                        &Movement::of(game.rules()),
                        Typing::of(game.handling()),
                        KeyCost::Presses,
                    );
                    let Some(path) = keys.to(placement, spin) else { continue };
                    let presses = keys_now - piece.keys;
                    let fewest = u64::from(path.presses - u32::from(!piece.hard_dropped));
                    let faults = presses.saturating_sub(fewest);
                    self.pieces += 1;
                    self.presses += presses;
                    self.fewest += fewest;
                    self.faults += faults;
                    self.faulty += u32::from(faults > 0);
                }
                EventKind::Held { .. } => {
                    pressed = true;
                    self.piece = None;
                }
                EventKind::Rotated { .. } => pressed = true,
                EventKind::Undone => self.piece = None,
                _ => {}
            }
        }
        self.keys = keys_now;
    }
}

impl fmt::Display for Finesse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finesse { pieces, presses, fewest, faults, faulty, .. } = self;
        write!(
            f,
            "{faults} finesse faults in {faulty} of {pieces} pieces ({presses} presses, {fewest} would have done)"
        )
    }
}
