//! Left and right, and what happens while they are held: section 4 of `docs/timed-game.md`.

use super::{Game, Phase};
use crate::event::{Button, EventKind};
use crate::lock_down::Change;
use crate::time::{NEVER, Time};

/// A direction held down.
#[derive(Clone, Copy, Debug)]
pub(super) struct AutoRepeat {
    /// The active direction: -1, 0 or 1.
    direction: i8,
    /// When the piece moves on by itself.
    pub at: Time,
    /// Rate 0: the delay is over, and the piece moves on whenever it can.
    waiting: bool,
    /// No earlier than this, after a cut.
    not_before: Time,
}

impl Default for AutoRepeat {
    fn default() -> AutoRepeat {
        AutoRepeat { direction: 0, at: NEVER, waiting: false, not_before: 0 }
    }
}

impl AutoRepeat {
    pub fn start(&mut self, direction: i8, at: Time) {
        *self = AutoRepeat { direction, at: at.max(self.not_before), waiting: false, ..*self };
    }

    pub fn stop(&mut self) {
        *self = AutoRepeat { not_before: self.not_before, ..AutoRepeat::default() };
    }

    /// After a piece was generated or changed its place.
    #[inline]
    pub fn wake(&mut self, now: Time) {
        if self.waiting {
            self.waiting = false;
            self.at = now.max(self.not_before);
        }
    }

    /// After a piece was generated or turned.
    #[inline]
    pub fn cut(&mut self, until: Time) {
        self.not_before = until;
        if self.direction != 0 && self.at < until {
            self.at = until;
        }
    }
}

impl Game {
    /// The buttons that are down, in an order in which all can be let go at one moment and nothing moves: the active
    /// direction comes last, because the other one would take its place.
    pub(crate) fn buttons_to_release(&self) -> impl Iterator<Item = Button> {
        let active = if self.repeat.direction < 0 { Button::Left } else { Button::Right };
        let others = Button::ALL.into_iter().filter(move |&button| button != active);
        others.chain([active]).filter(|&button| self.is_down(button))
    }

    pub(super) fn direction_pressed(&mut self, direction: i8) {
        if self.phase == Phase::InPlay {
            self.shift(direction);
        }
        if self.is_over() {
            return;
        }
        self.repeat.start(direction, self.now.saturating_add(self.handling.auto_repeat_delay));
    }

    pub(super) fn direction_released(&mut self, direction: i8, other: Button) {
        if self.repeat.direction != direction {
            return;
        }
        if self.down.contains(other) {
            self.repeat.start(-direction, self.now.saturating_add(self.handling.auto_repeat_delay));
        } else {
            self.repeat.stop();
        }
    }

    pub(super) fn repeat(&mut self, until: Time) {
        let rate = self.handling.auto_repeat_rate;
        let due = self.repeat.at;
        self.repeat.at = if rate == 0 { due } else { due.saturating_add(rate) };
        if self.phase == Phase::InPlay && self.shift(self.repeat.direction) {
            return;
        }
        if rate == 0 {
            self.repeat.waiting = true;
            self.repeat.at = NEVER;
            return;
        }
        // Blocked, and it stays blocked until something else happens: pass over the repeats before that.
        let others = self.phase_at.min(self.fall_at).min(self.lock_at).min(self.limit_at).min(until);
        if others > self.repeat.at {
            let steps = (others - self.repeat.at).div_ceil(rate);
            self.repeat.at += steps * rate;
        }
    }

    fn shift(&mut self, direction: i8) -> bool {
        let placement = self.active.placement.shifted(direction, 0);
        if !self.state.blocks.board().fits(placement) {
            return false;
        }
        self.active.placement = placement;
        self.active.turned_by = None;
        self.report(EventKind::Shifted { placement });
        self.changed(Change::Manoeuvre);
        true
    }
}
