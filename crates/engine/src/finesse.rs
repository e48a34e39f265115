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
/// It watches a game from outside: call [`Finesse::watch`] after every update. An update should not pass over several pieces,
/// and one that brings an input should find nothing else due: [`Game::part_of`] and [`Replay::play`](crate::Replay::play) see to
/// both. A press counts for the piece that is in play; Hold and the presses before it do not count, nor do pieces that were
/// brought where no key alone could bring them. A piece that needed fewer presses than any way there (because a key was still
/// held from before, or because it fell by itself) has no fault.
#[derive(Clone, Debug, Default)]
pub struct Finesse {
    /// Pieces that were judged.
    pub pieces: u32,
    /// Their presses.
    pub presses: u64,
    /// The fewest presses that would have brought them to the same places with the same spins; never more than there were.
    pub fewest: u64,
    /// Presses too many.
    pub faults: u64,
    /// Pieces with a press too many.
    pub faulty: u32,
    piece: Option<Watched>,
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
        for event in events {
            match event.kind {
                EventKind::Generated { placement } => {
                    let board = *game.blocks().board();
                    let watched = Watched { board, start: placement, keys: keys_now, hard_dropped: false };
                    self.piece = board.fits(placement).then_some(watched);
                }
                EventKind::HardDropped { .. } => {
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
                    let fewest = u64::from(path.presses - u32::from(!piece.hard_dropped)).min(presses);
                    let faults = presses - fewest;
                    self.pieces += 1;
                    self.presses += presses;
                    self.fewest += fewest;
                    self.faults += faults;
                    self.faulty += u32::from(faults > 0);
                }
                EventKind::Held { .. } | EventKind::Undone => self.piece = None,
                _ => {}
            }
        }
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
