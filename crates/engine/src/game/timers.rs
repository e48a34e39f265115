//! Time passing: generation, falling, lock down. The numbers in the comments refer to `docs/timed-game.md`.

use super::{Active, Game, Phase};
use crate::event::{Button, Buttons, End, EventKind};
use crate::handling::{InitialAction, SoftDrop};
use crate::levels::Fall;
use crate::lock_down::{Change, LockState};
use crate::piece::{Piece, Placement, Turn};
use crate::rules::Rules;
use crate::time::{NEVER, Time};

/// What may be due.
#[derive(Clone, Copy)]
pub(super) enum Timer {
    Phase,
    Fall,
    Repeat,
    Lock,
    Limit,
}

impl Active {
    pub(super) fn new(placement: Placement, rules: &Rules, level: u8) -> Active {
        Active {
            placement,
            on_surface: false,
            lock: LockState::new(placement.bottom(), rules.lock_delay, rules.lock_moves),
            turned_by: None,
            fifth_point: false,
            fall_progress: 0,
            fall_since: 0,
            fall_rate: 0,
            fall_time: rules.fall.time(level),
        }
    }
}

impl Game {
    /// The timer that is due first; at the same moment, the first in the order of 1.3.
    #[inline]
    pub(super) fn earliest_timer(&self) -> (Time, Timer) {
        let mut earliest = (self.phase_at, Timer::Phase);
        for timer in [
            (self.fall_at, Timer::Fall),
            (self.repeat.at, Timer::Repeat),
            (self.lock_at, Timer::Lock),
            (self.limit_at, Timer::Limit),
        ] {
            if timer.0 < earliest.0 {
                earliest = timer;
            }
        }
        earliest
    }

    /// Lets everything happen that is due up to and including `until`.
    #[inline]
    pub(super) fn run_timers(&mut self, until: Time) {
        loop {
            let (at, timer) = self.earliest_timer();
            if at > until {
                self.due = at;
                return;
            }
            self.now = at;
            match timer {
                Timer::Phase => self.end_phase(),
                Timer::Fall => self.fall(),
                Timer::Repeat => self.repeat(until),
                Timer::Lock => self.lock(),
                Timer::Limit => self.end_game(End::TimeUp),
            }
        }
    }

    pub(super) fn end_game(&mut self, end: End) {
        self.stop_piece();
        self.phase = Phase::Ended(end);
        self.phase_at = NEVER;
        self.limit_at = NEVER;
        self.repeat.stop();
        self.report(EventKind::Ended { end });
    }

    /// No piece is in play any more.
    pub(super) fn stop_piece(&mut self) {
        self.fall_at = NEVER;
        self.lock_at = NEVER;
    }

    pub(super) fn wait_for_piece(&mut self, delay: Time) {
        self.stop_piece();
        self.phase = Phase::Generating;
        self.phase_at = self.now.saturating_add(delay);
    }

    fn end_phase(&mut self) {
        match self.phase {
            Phase::Clearing(rows) => self.collapse(rows),
            _ => self.generate_next(),
        }
    }

    // Generation: section 2.

    fn generate_next(&mut self) {
        self.remember();
        if let Some(placement) = self.state.given.take() {
            self.active = Active::new(placement, &self.rules, self.state.progress.level);
            self.report(EventKind::Generated { placement });
            return self.put_in_play(placement);
        }
        let Some(mut piece) = self.state.queue.pop() else {
            return self.end_game(End::OutOfPieces);
        };
        let hold = self.applies_initially(self.handling.initial_hold, Button::Hold);
        if hold
            && self.can_hold()
            && let Some(other) = self.state.hold.or_else(|| self.state.queue.pop())
        {
            self.hold_away(piece);
            piece = other;
        }
        self.generate(piece);
        self.tapped = Buttons::default();
    }

    pub(super) fn generate(&mut self, piece: Piece) {
        let mut placement = self.rules.generation(piece);
        let board = self.state.blocks.board();
        if self.rules.block_out && !board.fits(placement) {
            return self.end_game(End::BlockOut);
        }
        self.active = Active::new(placement, &self.rules, self.state.progress.level);
        if let Some(turn) = self.initial_turn()
            && let Some(turned) = board.turned(placement, turn, self.rules.kicks, self.rules.half_turns)
        {
            placement = turned.placement;
            self.active.turned_by = Some(turned);
            self.active.fifth_point = turned.is_fifth_point();
        }
        if self.rules.generation_drop && board.fits(placement.shifted(0, -1)) {
            placement = placement.shifted(0, -1);
            self.active.turned_by = None;
        }
        self.report(EventKind::Generated { placement });
        self.put_in_play(placement);
    }

    /// Begins to play a piece that is where it should be.
    pub(super) fn put_in_play(&mut self, placement: Placement) {
        self.phase = Phase::InPlay;
        self.phase_at = NEVER;
        self.active = Active {
            lock: LockState::new(placement.bottom(), self.rules.lock_delay, self.rules.lock_moves),
            placement,
            fall_time: self.rules.fall.time(self.state.progress.level),
            fall_rate: self.fall_rate(),
            ..self.active
        };
        self.repeat.wake(self.now);
        self.repeat.cut(self.now.saturating_add(self.handling.cut_delay));
        self.start_falling();
        self.look_below();
    }

    fn applies_initially(&self, action: InitialAction, button: Button) -> bool {
        match action {
            InitialAction::Off => false,
            InitialAction::Tap => self.tapped.contains(button),
            InitialAction::Hold => self.down.contains(button),
        }
    }

    fn initial_turn(&self) -> Option<Turn> {
        let applies = |button: &Button| self.applies_initially(self.handling.initial_rotation, *button);
        self.turns.into_iter().find(applies)?.turn()
    }

    // Falling: section 3.

    /// How fast progress grows; 0 is not at all.
    #[inline]
    fn fall_rate(&self) -> Time {
        match self.handling.soft_drop {
            SoftDrop::Times(times) if self.down.contains(Button::SoftDrop) => Time::from(times),
            _ => Time::from(self.rules.fall != Fall::Never),
        }
    }

    fn falls_at_once(&self) -> bool {
        self.rules.fall == Fall::Instant
            || (self.handling.soft_drop == SoftDrop::Instant && self.down.contains(Button::SoftDrop))
    }

    /// Sets the fall timer of a piece that has just come into the air.
    #[inline]
    fn start_falling(&mut self) {
        self.active.fall_progress = 0;
        self.active.fall_since = self.now;
        self.set_fall_timer();
    }

    #[inline]
    fn set_fall_timer(&mut self) {
        let Active { fall_progress, fall_since, fall_rate, fall_time, .. } = self.active;
        self.fall_at = match fall_rate {
            _ if self.falls_at_once() => self.now,
            0 => NEVER,
            1 => fall_since + fall_time.saturating_sub(fall_progress),
            // With a fast Soft Drop there may be progress for more than one row.
            rate => fall_since + fall_time.saturating_sub(fall_progress).div_ceil(rate),
        };
    }

    fn fall(&mut self) {
        let soft = self.down.contains(Button::SoftDrop);
        let at_once = self.falls_at_once();
        let active = &mut self.active;
        if !at_once {
            active.fall_progress += (self.now - active.fall_since) * active.fall_rate;
            active.fall_progress -= active.fall_time;
            active.fall_since = self.now;
        }
        active.placement.y -= 1;
        active.turned_by = None;
        if soft {
            self.state.score = self.state.score.saturating_add(u64::from(self.rules.scoring.soft_drop));
        }
        self.report(EventKind::Fell { placement: self.active.placement, soft });
        self.changed(Change::Fall);
        if self.phase == Phase::InPlay && !self.active.on_surface {
            self.set_fall_timer();
        }
    }

    /// Soft Drop went down or up.
    pub(super) fn soft_drop_changed(&mut self) {
        if self.phase != Phase::InPlay {
            return;
        }
        let rate = self.fall_rate();
        let active = &mut self.active;
        if !active.on_surface {
            active.fall_progress += (self.now - active.fall_since) * active.fall_rate;
            active.fall_since = self.now;
        }
        active.fall_rate = rate;
        if !active.on_surface {
            self.set_fall_timer();
        }
    }

    // Lock down: section 6.

    /// After every change of place but Hard Drop.
    #[inline]
    pub(super) fn changed(&mut self, change: Change) {
        if self.lock_at != NEVER {
            self.active.lock.time_left = self.lock_at - self.now;
        }
        let bottom = self.active.placement.bottom();
        let rules = &self.rules;
        self.active.lock.changed(rules.lock_down, change, bottom, rules.lock_delay, rules.lock_moves);
        self.repeat.wake(self.now);
        self.look_below();
    }

    /// Finds out whether the piece lies on a Surface, and what follows.
    #[inline]
    fn look_below(&mut self) {
        let was_on_surface = self.active.on_surface;
        let placement = self.active.placement;
        self.active.on_surface = self.state.blocks.board().is_resting(placement);
        if !self.active.on_surface {
            self.lock_at = NEVER;
            if was_on_surface {
                self.start_falling();
            }
            return;
        }
        if !was_on_surface {
            self.report(EventKind::Landed { placement });
            self.fall_at = NEVER;
        }
        self.active.lock.landed = true;
        if self.active.lock.is_exhausted(self.rules.lock_down) {
            self.lock();
        } else {
            self.lock_at = self.now.saturating_add(self.active.lock.time_left);
        }
    }
}
