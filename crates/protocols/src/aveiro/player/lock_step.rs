//! Games without a clock: every key arrives before the next tick.

use super::super::{Game, Key, Pieces};
use super::{Brain, View};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub score: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Pieces dealt, without one that falls in a game that was broken off.
    pub pieces: u64,
    /// How many pieces cleared one, two, three and four rows.
    pub clears: [u64; 4],
    /// Whether it was broken off before its end.
    pub is_capped: bool,
}

/// Plays the game of a seed until it is over, or until `pieces` pieces have locked.
///
/// ```
/// use tetrolab_protocols::aveiro::{Agent, lock_step};
///
/// let mut brain = Agent::named("aveiro")?.brain(1);
/// assert_eq!(lock_step(&mut brain, 1, 20_000).score, 107);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lock_step(brain: &mut Brain, seed: u64, pieces: u64) -> Played {
    lock_step_unless(brain, seed, pieces, || false).expect("nobody stops it")
}

/// The same, asking `is_stopped` after every tick; `None` if it is stopped.
pub fn lock_step_unless(
    brain: &mut Brain,
    seed: u64,
    pieces: u64,
    mut is_stopped: impl FnMut() -> bool,
) -> Option<Played> {
    let mut game = Game::new(Pieces::seeded(seed));
    let mut key: Option<Key> = None;
    while game.is_running() && !(game.dealt() >= pieces && game.in_play().is_none()) {
        game.tick(key);
        key = brain.see(&View::from(&game)).keys().last().flatten();
        if is_stopped() {
            return None;
        }
    }
    Some(Played::of(&game))
}

impl Played {
    /// How a game has gone so far. One that still runs was broken off.
    pub fn of(game: &Game) -> Played {
        Played {
            score: game.score(),
            lines: game.lines(),
            pieces: game.dealt() - u64::from(game.is_running() && game.in_play().is_some()),
            clears: game.clears(),
            is_capped: game.is_running(),
        }
    }
}
