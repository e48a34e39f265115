//! What happens to the piece in play: generation, shifts, turns, falls, Hard Drop, Hold (2 to 8).

use tetrolab_engine::{
    Button, End, EventKind, FALL_TIMES, Fall, InitialAction, LockDown, Piece, Placement, SECOND, Turn,
};

use super::timers::{Phase, Repeat};
use super::{Active, Before, Twin, turning};

/// A change of place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Shift,
    Turn { turn: Turn, point: u8 },
    Fall,
}

fn turn_of(button: Button) -> Option<Turn> {
    match button {
        Button::RotateRight => Some(Turn::Right),
        Button::RotateLeft => Some(Turn::Left),
        Button::RotateHalf => Some(Turn::Half),
        _ => None,
    }
}

/// Buttons.
impl Twin {
    pub(super) fn is_down(&self, button: Button) -> bool {
        self.down.contains(&button)
    }

    pub(super) fn is_soft_dropping(&self) -> bool {
        self.is_down(Button::SoftDrop)
    }

    pub(super) fn press(&mut self, button: Button) {
        if self.is_down(button) {
            return;
        }
        self.down.push(button);
        if self.end.is_some() {
            return;
        }
        self.state.statistics.keys += 1;
        match button {
            Button::Left | Button::Right => {
                self.direction = Some(button);
                self.shift(button);
                self.repeat = Repeat::At(self.now + self.handling.auto_repeat_delay);
            }
            Button::SoftDrop => {}
            Button::HardDrop => self.hard_drop(),
            Button::Hold if self.active.is_some() => self.hold_piece(),
            Button::Hold => self.tapped_hold = true,
            Button::RotateRight | Button::RotateLeft | Button::RotateHalf => {
                let turn = turn_of(button).expect("a button that turns");
                if self.active.is_some() {
                    self.turn(turn);
                } else {
                    self.tapped_turn = Some(turn);
                }
            }
        }
    }

    pub(super) fn release(&mut self, button: Button) {
        self.down.retain(|&other| other != button);
        if self.end.is_some() || self.direction != Some(button) {
            return;
        }
        let other = if button == Button::Left { Button::Right } else { Button::Left };
        if self.is_down(other) {
            self.direction = Some(other);
            self.repeat = Repeat::At(self.now + self.handling.auto_repeat_delay);
        } else {
            self.direction = None;
            self.repeat = Repeat::Off;
        }
    }
}

/// Generation and Hold.
impl Twin {
    /// 2.2 and 2.3, then the rest.
    pub(super) fn generate(&mut self) {
        self.begun = Some(Before { state: self.state.clone(), given: None });
        let Some(mut piece) = self.state.queue.take() else {
            self.finish(End::OutOfPieces);
            return;
        };
        let hold_applies = match self.handling.initial_hold {
            InitialAction::Off => false,
            InitialAction::Tap => self.tapped_hold,
            InitialAction::Hold => self.is_down(Button::Hold),
        };
        if hold_applies && let Some(other) = self.exchange(piece) {
            piece = other;
        }
        self.bring(piece);
        self.tapped_turn = None;
        self.tapped_hold = false;
    }

    /// 7.1: the piece goes into Hold if it can; returns the one that comes instead.
    fn exchange(&mut self, piece: Piece) -> Option<Piece> {
        if !self.rules.hold || self.state.hold_used {
            return None;
        }
        let other = match self.state.hold {
            Some(held) => held,
            None => self.state.queue.take()?,
        };
        self.state.hold = Some(piece);
        self.state.hold_used = true;
        self.state.statistics.holds += 1;
        self.report(EventKind::Held { piece });
        Some(other)
    }

    fn hold_piece(&mut self) {
        let piece = self.active.as_ref().expect("a piece is in play").place.piece;
        if let Some(other) = self.exchange(piece) {
            self.bring(other);
        }
    }

    /// The last turn pressed of those that apply (8).
    fn initial_turn(&self) -> Option<Turn> {
        match self.handling.initial_rotation {
            InitialAction::Off => None,
            InitialAction::Tap => self.tapped_turn,
            InitialAction::Hold => self.down.iter().rev().find_map(|&button| turn_of(button)),
        }
    }

    /// 2.4 to 2.7.
    fn bring(&mut self, piece: Piece) {
        let mut place = turning::generation(&self.rules, piece);
        let mut last_turn = None;
        let mut used_fifth_point = false;
        self.active = None;
        if self.state.field.overlaps(place) && self.rules.block_out {
            self.finish(End::BlockOut);
            return;
        }
        if let Some(turn) = self.initial_turn()
            && let Some((there, point)) = turning::turn(&self.state.field, place, turn, &self.rules)
        {
            place = there;
            last_turn = Some(point);
            used_fifth_point = point >= 5;
        }
        if self.rules.generation_drop && !self.state.field.is_surface(place) {
            place = place.shifted(0, -1);
            last_turn = None;
        }
        self.enter(place, last_turn, used_fifth_point);
    }

    /// A piece of the set-up comes into play.
    pub(super) fn bring_given(&mut self, placement: Placement) {
        self.begun = Some(Before { state: self.state.clone(), given: Some(placement) });
        self.enter(placement, None, false);
    }

    /// 2.7.
    fn enter(&mut self, place: Placement, last_turn: Option<u8>, used_fifth_point: bool) {
        let row_time = match self.rules.fall {
            Fall::ByLevel => FALL_TIMES[usize::from(self.state.level) - 1],
            Fall::Every(time) => time,
            Fall::Instant => 0,
            Fall::Never => SECOND,
        };
        self.active = Some(Active {
            place,
            fall_progress: 0,
            row_time,
            lowest_row: turning::lowest_row(place),
            has_landed: false,
            moves_left: self.rules.lock_moves,
            time_left: self.rules.lock_delay,
            last_turn,
            used_fifth_point,
        });
        self.phase = Phase::Playing;
        self.report(EventKind::Generated { placement: place });
        self.wake_repeat();
        self.cut_repeat();
        if self.state.field.is_surface(place) {
            self.report(EventKind::Landed { placement: place });
        }
        self.check_surface();
    }
}

/// Changes of place.
impl Twin {
    /// Moves the piece one cell if there is one and it can.
    pub(super) fn shift(&mut self, direction: Button) -> bool {
        let Some(active) = &self.active else { return false };
        let there = active.place.shifted(if direction == Button::Left { -1 } else { 1 }, 0);
        if !self.state.field.fits(there) {
            return false;
        }
        self.change(there, Change::Shift);
        true
    }

    fn turn(&mut self, turn: Turn) {
        let place = self.active.as_ref().expect("a piece is in play").place;
        if let Some((there, point)) = turning::turn(&self.state.field, place, turn, &self.rules) {
            self.change(there, Change::Turn { turn, point });
        }
    }

    pub(super) fn fall_one_row(&mut self) {
        let place = self.active.as_ref().expect("only a piece falls").place;
        if self.is_soft_dropping() {
            self.state.score += u64::from(self.rules.scoring.soft_drop);
        }
        self.change(place.shifted(0, -1), Change::Fall);
    }

    fn hard_drop(&mut self) {
        let Some(placement) = self.ghost() else { return };
        let active = self.active.as_mut().expect("only a piece has a ghost");
        let rows = (active.place.y - placement.y) as u8;
        if rows > 0 {
            active.last_turn = None;
        }
        active.place = placement;
        self.state.score += u64::from(rows) * u64::from(self.rules.scoring.hard_drop);
        self.report(EventKind::HardDropped { placement, rows });
        self.lock();
    }

    /// 6.3 to 6.5.
    fn change(&mut self, placement: Placement, change: Change) {
        let field = &self.state.field;
        let active = self.active.as_mut().expect("only a piece changes its place");
        let was_in_the_air = !field.is_surface(active.place);
        let is_on_surface = field.is_surface(placement);
        active.place = placement;
        active.last_turn = match change {
            Change::Turn { point, .. } => Some(point),
            Change::Shift | Change::Fall => None,
        };
        active.used_fifth_point |= active.last_turn >= Some(5);
        if is_on_surface {
            active.fall_progress = 0;
        }

        let is_lower = turning::lowest_row(placement) < active.lowest_row;
        if is_lower {
            active.lowest_row = turning::lowest_row(placement);
            active.has_landed = false;
            active.moves_left = self.rules.lock_moves;
        }
        match self.rules.lock_down {
            LockDown::Extended if is_lower => active.time_left = self.rules.lock_delay,
            LockDown::Extended => {
                if change != Change::Fall && active.has_landed && active.moves_left > 0 {
                    active.time_left = self.rules.lock_delay;
                    active.moves_left -= 1;
                }
            }
            LockDown::Infinite => active.time_left = self.rules.lock_delay,
            LockDown::Classic => {
                if change == Change::Fall {
                    active.time_left = self.rules.lock_delay;
                }
            }
        }

        self.report(match change {
            Change::Shift => EventKind::Shifted { placement },
            Change::Turn { turn, point } => EventKind::Rotated { placement, turn, point },
            Change::Fall => EventKind::Fell { placement, soft: self.is_soft_dropping() },
        });
        if was_in_the_air && is_on_surface {
            self.report(EventKind::Landed { placement });
        }
        self.wake_repeat();
        if matches!(change, Change::Turn { .. }) {
            self.cut_repeat();
        }
        self.check_surface();
    }

    /// 6.4.
    fn check_surface(&mut self) {
        let active = self.active.as_mut().expect("a piece is in play");
        if !self.state.field.is_surface(active.place) {
            return;
        }
        active.has_landed = true;
        if self.rules.lock_down == LockDown::Extended && active.moves_left == 0 {
            self.lock();
        }
    }

    /// 4.3: due again at this moment.
    fn wake_repeat(&mut self) {
        if self.repeat == Repeat::Asleep {
            self.repeat = Repeat::At(self.now);
        }
    }

    /// 4.5: put off.
    fn cut_repeat(&mut self) {
        self.repeat_rests_until = self.now + self.handling.cut_delay;
    }
}
