//! The clock: a thread that ticks the game as often as it says.
//!
//! The timers of the sockets' runtime count milliseconds, and good players make the game a thousand ticks a second fast and
//! more. So the clock sleeps by itself, a little too short, and spends the rest of the time looking at the time.

use std::hint::spin_loop;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::hall::Hall;

/// Sleeping takes about this much longer than it should, measured on Linux. A longer margin keeps a processor busy
/// for longer, without a measurable effect on the rate of ticks.
const MARGIN: Duration = Duration::from_micros(30);

/// Ticks until the hall is shut.
///
/// As on the course's server, the next tick is a whole period after the one before, never sooner: a late tick does
/// not shorten the next period.
pub fn run(hall: &Hall) {
    sleep_exactly();
    let mut inside = hall.lock();
    // The game, and when it was ticked last or had begun.
    let mut last = (0, Instant::now());
    while !inside.is_closed {
        let Some((game, speed)) = inside.room.playing() else {
            inside = hall.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        if game != last.0 {
            last = (game, Instant::now());
        }
        let due = last.1 + Duration::from_secs_f64(1.0 / speed as f64);
        let left = due.saturating_duration_since(Instant::now());
        if left > MARGIN {
            let waited = hall.changed.wait_timeout(inside, left - MARGIN);
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
            continue;
        }
        drop(inside);
        while Instant::now() < due {
            spin_loop();
        }
        inside = hall.lock();
        if inside.room.playing().is_some_and(|playing| playing.0 == game) {
            last.1 = Instant::now();
            inside.tick();
        }
    }
}

/// Linux lets threads sleep 50 microseconds too long, to save power, unless they ask it not to.
fn sleep_exactly() {
    #[cfg(target_os = "linux")]
    {
        // Where it cannot be done, ticks are a little late.
        let _ = rustix::thread::set_current_timer_slack(std::num::NonZero::new(1));
    }
}
