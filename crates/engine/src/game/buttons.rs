//! Buttons acting: what is not left to timers. The numbers in the comments refer to `docs/timed-game.md`.

use super::{Game, Phase};
use crate::event::{Button, EventKind};
use crate::lock_down::Change;
use crate::piece::{Piece, Turn};

impl Game {
    /// A button goes down. Returns whether that made a difference.
    pub(super) fn press(&mut self, button: Button) -> bool {
        if self.down.contains(button) {
            return false;
        }
        self.down.insert(button);
        if button.turn().is_some() {
            let place = self.turns.iter().position(|&turn| turn == button).unwrap_or(0);
            self.turns[..=place].rotate_right(1);
        }
        if self.is_over() {
            return false;
        }
        self.state.statistics.keys += 1;
        let in_play = self.phase == Phase::InPlay;
        if !in_play {
            self.tapped.insert(button);
        }
        match button {
            Button::Left => self.direction_pressed(-1),
            Button::Right => self.direction_pressed(1),
            Button::SoftDrop => self.soft_drop_changed(),
            Button::HardDrop if in_play => self.hard_drop(),
            Button::Hold if in_play => self.hold_pressed(),
            Button::HardDrop | Button::Hold => {}
            Button::RotateRight | Button::RotateLeft | Button::RotateHalf => {
                if in_play && let Some(turn) = button.turn() {
                    self.turn(turn);
                }
            }
        }
        true
    }

    /// A button comes up. Returns whether that made a difference.
    pub(super) fn release(&mut self, button: Button) -> bool {
        if !self.down.contains(button) {
            return false;
        }
        self.down.remove(button);
        if self.is_over() {
            return false;
        }
        match button {
            Button::Left => self.direction_released(-1, Button::Right),
            Button::Right => self.direction_released(1, Button::Left),
            Button::SoftDrop => self.soft_drop_changed(),
            _ => {}
        }
        true
    }

    // Turning: section 5.

    fn turn(&mut self, turn: Turn) {
        let Game { rules, active, state, .. } = self;
        let Some(turned) = state.blocks.board().turned(active.placement, turn, rules.kicks, rules.half_turns) else {
            return;
        };
        active.placement = turned.placement;
        active.turned_by = Some(turned);
        active.fifth_point |= turned.is_fifth_point();
        self.report(EventKind::Rotated { placement: turned.placement, turn, point: turned.point });
        self.changed(Change::Manoeuvre);
        self.repeat.cut(self.now.saturating_add(self.handling.cut_delay));
    }

    fn hard_drop(&mut self) {
        let rows = self.rows_to_fall();
        let placement = self.active.placement.shifted(0, -(rows as i8));
        self.active.placement = placement;
        if rows > 0 {
            self.active.turned_by = None;
        }
        let points = u64::from(self.rules.scoring.hard_drop) * u64::from(rows);
        self.state.score = self.state.score.saturating_add(points);
        self.report(EventKind::HardDropped { placement, rows });
        self.lock();
    }

    // Hold: section 7.

    fn hold_pressed(&mut self) {
        if !self.can_hold() {
            return;
        }
        let Some(other) = self.state.hold.or_else(|| self.state.queue.pop()) else { return };
        self.hold_away(self.active.placement.piece);
        self.stop_piece();
        self.generate(other);
    }

    pub(super) fn hold_away(&mut self, piece: Piece) {
        self.state.hold = Some(piece);
        self.state.hold_used = true;
        self.state.statistics.holds += 1;
        self.report(EventKind::Held { piece });
    }
}
