//! Typing keys into a game.

use crate::event::Input;
use crate::game::{Game, UpdateError};
use crate::handling::{Handling, SoftDrop};
use crate::keys::Key;
use crate::time::{NEVER, Time};

/// What the player's keys can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typing {
    /// Directions can be held until the piece stops.
    pub auto_repeat: bool,
    /// Soft Drop can be let go above the Surface. Otherwise it brings the piece all the way down, and some places are out of
    /// reach.
    pub soft_drop_stops: bool,
}

impl Typing {
    /// What this handling allows.
    pub fn of(handling: &Handling) -> Typing {
        Typing {
            auto_repeat: handling.auto_repeat_delay < NEVER,
            soft_drop_stops: handling.soft_drop != SoftDrop::Instant,
        }
    }
}

impl Default for Typing {
    /// Auto-repeat, and Soft Drop that can be let go.
    fn default() -> Typing {
        Typing { auto_repeat: true, soft_drop_stops: true }
    }
}

impl Game {
    /// Types keys, one after the other, as fast as the rules and the player's handling let them act: a held direction until
    /// the piece stops, Soft Drop for its rows. Returns when it is done. What falls or locks meanwhile, falls and locks: the
    /// keys are typed all the same.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn type_keys(&mut self, at: Time, keys: &[Key]) -> Result<Time, UpdateError> {
        let mut now = at;
        for &key in keys {
            let button = key.button();
            let before = self.in_play();
            self.update(now, Some(Input::Press(button)))?;
            let is_done = |game: &Game| match (key, before, game.in_play()) {
                (Key::LeftHeld, _, Some(piece)) => !game.blocks().board().fits(piece.shifted(-1, 0)),
                (Key::RightHeld, _, Some(piece)) => !game.blocks().board().fits(piece.shifted(1, 0)),
                (Key::Down(rows), Some(before), Some(piece)) => {
                    before.y - piece.y >= rows as i8 || game.blocks().board().is_resting(piece)
                }
                _ => true,
            };
            while !is_done(self)
                && let Some(next) = self.next_update()
            {
                now = next;
                self.update(now, None)?;
            }
            self.update(now, Some(Input::Release(button)))?;
        }
        Ok(now)
    }
}
