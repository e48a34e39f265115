//! Typing keys into a game.

use crate::event::Input;
use crate::game::{Game, UpdateError};
use crate::handling::{Handling, SoftDrop};
use crate::keys::Key;
use crate::piece::Placement;
use crate::time::Time;

/// What the player's keys can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typing {
    /// A tap moves the piece by one column. Without it a direction goes on to the end at once.
    pub taps: bool,
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
            taps: handling.auto_repeat_delay > 0,
            auto_repeat: true,
            soft_drop_stops: handling.soft_drop != SoftDrop::Instant,
        }
    }
}

impl Default for Typing {
    /// Taps, auto-repeat, and Soft Drop that can be let go.
    fn default() -> Typing {
        Typing { taps: true, auto_repeat: true, soft_drop_stops: true }
    }
}

impl Game {
    /// Types keys, one after the other, as fast as the rules and the player's handling let them act: a held direction until
    /// the piece stops, Soft Drop for its rows, neither longer than the piece is in play. Returns when it is done. What falls or
    /// locks meanwhile, falls and locks: the keys that follow are typed all the same.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn type_keys(&mut self, at: Time, keys: &[Key]) -> Result<Time, UpdateError> {
        let mut now = at;
        self.update(now, None)?;
        for &key in keys {
            let button = key.button();
            let (before, pieces) = (self.in_play(), self.statistics().pieces);
            self.update(now, Some(Input::Press(button)))?;
            while self.statistics().pieces == pieces
                && let Some(before) = before
                && !self.is_done(key, before)
                && let Some(next) = self.next_update()
            {
                now = next;
                self.update(now, None)?;
            }
            self.update(now, Some(Input::Release(button)))?;
        }
        Ok(now)
    }

    /// Whether a key need not be held any longer, because the piece that was at `before` when it went down is where the key should
    /// bring it, or is not in play any more.
    pub fn is_done(&self, key: Key, before: Placement) -> bool {
        let Some(piece) = self.in_play() else { return true };
        let board = self.blocks().board();
        match key {
            Key::LeftHeld => !board.fits(piece.shifted(-1, 0)),
            Key::RightHeld => !board.fits(piece.shifted(1, 0)),
            Key::Down(rows) => i16::from(before.y) - i16::from(piece.y) >= i16::from(rows) || board.is_resting(piece),
            _ => true,
        }
    }

    /// How long to hold a key so that the piece in play moves `columns` columns, or down by the rows of the key, if nothing
    /// intervenes. Keys that act at once take no time.
    ///
    /// ```
    /// use tetrolab_engine::{Game, Key, Rules, Seed};
    ///
    /// let mut game = Game::new(Rules::guideline(), Seed(1));
    /// game.update(0, None)?;
    /// let start = game.in_play().unwrap();
    /// let time = game.type_keys(0, &[Key::LeftHeld])?;
    /// let columns = start.x.abs_diff(game.in_play().unwrap().x);
    /// assert_eq!(game.time_held(Key::LeftHeld, columns), time);
    /// assert_eq!(game.time_held(Key::Down(4), 0), 200_000_000);
    /// # Ok::<(), tetrolab_engine::UpdateError>(())
    /// ```
    pub fn time_held(&self, key: Key, columns: u8) -> Time {
        let handling = self.handling();
        match key {
            // The first column goes with the press, the second with the delay.
            Key::LeftHeld | Key::RightHeld if columns > 1 => {
                let delay = handling.auto_repeat_delay.max(handling.cut_delay);
                delay.saturating_add(handling.auto_repeat_rate.saturating_mul(Time::from(columns - 2)))
            }
            Key::Down(rows) => match handling.soft_drop {
                SoftDrop::Times(times) => {
                    let row = self.rules().fall.time(self.level()).div_ceil(Time::from(times));
                    row.saturating_mul(Time::from(rows))
                }
                SoftDrop::Instant => 0,
            },
            _ => 0,
        }
    }

    /// How many rows the piece in play falls by itself within so much time, at most down to the Surface, if no key is pressed.
    ///
    /// ```
    /// use tetrolab_engine::{Game, Rules, SECOND, Seed};
    ///
    /// let mut game = Game::new(Rules::guideline(), Seed(1));
    /// game.update(0, None)?;
    /// assert_eq!([SECOND / 2, SECOND, 5 * SECOND / 2, 99 * SECOND].map(|time| game.rows_fallen_within(time)), [0, 1, 2, 19]);
    /// # Ok::<(), tetrolab_engine::UpdateError>(())
    /// ```
    pub fn rows_fallen_within(&self, time: Time) -> u8 {
        let (Some(piece), Some(ghost), Some(next)) = (self.in_play(), self.ghost(), self.next_update()) else {
            return 0;
        };
        let Some(after_first) = time.checked_sub(next - self.clock()) else { return 0 };
        let all = (piece.y - ghost.y) as u8;
        let others = after_first.checked_div(self.rules().fall.time(self.level()));
        others.map_or(all, |others| others.saturating_add(1).min(all.into()) as u8)
    }
}
