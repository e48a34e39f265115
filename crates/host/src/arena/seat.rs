//! A bot that sits at a game.

use std::time::{Duration, Instant};

use tetrolab_bot::arena::{Loss, News, Side, Suggested};

/// A bot as the arena sees it, whatever it is. Each serves one game after the other.
pub trait Seat {
    /// A game is about to begin, unless the arena stops meanwhile.
    fn begin(&mut self, _is_stopped: &dyn Fn() -> bool) -> Result<(), Loss> {
        Ok(())
    }

    /// Whether it wants to know about waiting garbage.
    fn cares_about_incoming(&self) -> bool {
        true
    }

    /// Something has changed in its game. From now on it may think.
    fn tell(&mut self, news: &News, side: &Side) -> Result<(), Loss>;

    /// It has thought for long enough: it is asked for its moves, but not waited for. Both sides are asked before
    /// either is waited for; a bot that can stop thinking does so now.
    fn ask(&mut self) -> Result<(), Loss> {
        Ok(())
    }

    /// Its moves, best first. Waits at most until this moment, or until the arena stops.
    fn answer(&mut self, side: &Side, until: Instant, is_stopped: &dyn Fn() -> bool) -> Result<Answer, Loss>;

    /// The game is over. A bot that failed or was broken off begins the next one afresh.
    fn end(&mut self, _has_failed: bool) {}

    /// Seconds of processor time it has used so far; `None` if unknown.
    fn cpu(&self) -> Option<f64>;
}

/// What a bot answers.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Moves, best first.
    pub moves: Vec<Suggested>,
    /// How long they were waited for.
    pub waited: Duration,
    /// How many nodes it has seen, if it tells.
    pub nodes: Option<u64>,
    /// How often it had to be asked again, because it had no move yet.
    pub asked_again: u32,
}
