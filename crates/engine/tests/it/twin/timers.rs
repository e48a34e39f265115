//! What happens by itself: which timer is due next, and what each of them does (1, 3, 4.2, 6.2).

use tetrolab_engine::{End, Fall, NEVER, Placement, SoftDrop, Time};

use super::Twin;

/// What the game is waiting for while no piece is in play.
#[derive(Clone, Debug)]
pub enum Phase {
    /// A piece is in play.
    Playing,
    /// A piece that the set-up gives comes into play at time 0.
    Given { placement: Placement },
    /// Full rows stay.
    Clearing { rows: Vec<usize>, until: Time },
    /// The next piece is generated.
    Waiting { until: Time },
    /// Nothing more.
    Over,
}

/// The auto-repeat timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// No direction is active.
    Off,
    /// Due at this moment.
    At(Time),
    /// Rate 0 and blocked: due when a piece is generated or changes its place.
    Asleep,
}

/// The timers, in the order in which they act at the same moment.
#[derive(Clone, Copy, Debug)]
enum Timer {
    Phase,
    Fall,
    Repeat,
    LockDown,
    TimeLimit,
}

/// How fast the piece falls at present.
enum Speed {
    Still,
    Instant,
    /// Progress grows by so much each nanosecond.
    Times(u32),
}

impl Twin {
    /// Everything that is due at or before `at`, in order; then it is `at`.
    pub(super) fn run_until(&mut self, at: Time) {
        while self.end.is_none() {
            let Some((due, timer)) = self.next_timer() else { break };
            if due > at {
                break;
            }
            self.pass(due - self.now);
            match timer {
                Timer::Phase => self.next_phase(),
                Timer::Fall => self.fall(),
                Timer::Repeat => self.repeat(),
                Timer::LockDown => self.lock(),
                Timer::TimeLimit => self.finish(End::TimeUp),
            }
        }
        self.pass(at - self.now);
    }

    /// The earliest timer; among those due at the same moment the first in the order of the page.
    fn next_timer(&self) -> Option<(Time, Timer)> {
        let timers = [
            (self.phase_due(), Timer::Phase),
            (self.fall_due(), Timer::Fall),
            (self.repeat_due(), Timer::Repeat),
            (self.lock_down_due(), Timer::LockDown),
            (self.mode.time_limit.map(|limit| limit.max(self.now)), Timer::TimeLimit),
        ];
        let mut earliest = None;
        for (due, timer) in timers {
            let Some(due) = due else { continue };
            match earliest {
                Some((before, _)) if before <= due => {}
                _ => earliest = Some((due, timer)),
            }
        }
        earliest
    }

    fn phase_due(&self) -> Option<Time> {
        match self.phase {
            Phase::Playing | Phase::Over => None,
            Phase::Given { .. } => Some(0),
            Phase::Clearing { until, .. } | Phase::Waiting { until } => Some(until),
        }
    }

    fn fall_due(&self) -> Option<Time> {
        let active = self.active.as_ref()?;
        if self.state.field.is_surface(active.place) {
            return None;
        }
        match self.speed() {
            Speed::Still => None,
            Speed::Instant => Some(self.now),
            Speed::Times(factor) => {
                let missing = u128::from(active.row_time).saturating_sub(active.fall_progress);
                Some(self.now + missing.div_ceil(u128::from(factor)) as Time)
            }
        }
    }

    fn repeat_due(&self) -> Option<Time> {
        match self.repeat {
            Repeat::At(due) => Some(due.max(self.repeat_rests_until)),
            Repeat::Off | Repeat::Asleep => None,
        }
    }

    fn lock_down_due(&self) -> Option<Time> {
        let (time_left, _) = self.lock_left()?;
        Some(self.now + time_left)
    }

    fn speed(&self) -> Speed {
        let soft = self.is_soft_dropping();
        if self.rules.fall == Fall::Instant || soft && self.handling.soft_drop == SoftDrop::Instant {
            return Speed::Instant;
        }
        match self.handling.soft_drop {
            SoftDrop::Times(factor) if soft => Speed::Times(factor),
            _ if self.rules.fall == Fall::Never => Speed::Still,
            _ => Speed::Times(1),
        }
    }

    /// Time passes in which no timer is due.
    fn pass(&mut self, span: Time) {
        self.now += span;
        let speed = self.speed();
        let Some(active) = &mut self.active else { return };
        if self.end.is_some() {
            return;
        }
        if self.state.field.is_surface(active.place) {
            if self.rules.lock_delay != NEVER {
                active.time_left -= span;
            }
        } else if let Speed::Times(factor) = speed {
            active.fall_progress += u128::from(span) * u128::from(factor);
        }
    }

    fn next_phase(&mut self) {
        match self.phase.clone() {
            Phase::Given { placement } => self.bring_given(placement),
            Phase::Clearing { rows, .. } => {
                self.collapse(&rows);
                self.after_clear(rows.len());
            }
            Phase::Waiting { .. } => self.generate(),
            Phase::Playing | Phase::Over => unreachable!("no such timer"),
        }
    }

    fn fall(&mut self) {
        if let Speed::Times(_) = self.speed() {
            let active = self.active.as_mut().expect("only a piece falls");
            active.fall_progress -= u128::from(active.row_time);
        }
        self.fall_one_row();
    }

    fn repeat(&mut self) {
        let direction = self.direction.expect("only an active direction repeats");
        let rate = self.handling.auto_repeat_rate;
        // Set before the move, which may wake a timer that sleeps but leaves this one alone.
        self.repeat = Repeat::At(self.now + rate);
        let moved = self.shift(direction);
        if rate == 0 && !moved {
            self.repeat = Repeat::Asleep;
        }
    }
}
