//! Games without a clock: every key arrives before the next tick.

use super::super::{Game, Key, Pieces};
use super::{Brain, View};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Pieces dealt.
    pub pieces: u64,
    /// Ticks.
    pub ticks: u64,
    /// How many pieces cleared one, two, three and four rows.
    pub clears: [u64; 4],
    /// Whether it was broken off after the last piece that was asked for.
    pub is_capped: bool,
}

/// Plays the game of a seed until it is over, or until so many pieces have locked.
///
/// ```
/// use tetrolab_protocols::aveiro::{Agent, lock_step};
///
/// let mut brain = Agent::named("aveiro")?.brain(1);
/// assert_eq!(lock_step(&mut brain, 1, 20_000).score, 107);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lock_step(brain: &mut Brain, seed: u64, pieces: u64) -> Played {
    let mut game = Game::new(Pieces::seeded(seed));
    let mut key: Option<Key> = None;
    let mut ticks = 0;
    let is_enough = |game: &Game| game.dealt() >= pieces && game.in_play().is_none();
    while game.is_running() && !is_enough(&game) {
        game.tick(key);
        ticks += 1;
        key = brain.see(&View::from(&game)).keys().last().flatten();
    }
    Played {
        score: game.score(),
        lines: game.lines(),
        pieces: game.dealt(),
        ticks,
        clears: game.clears(),
        is_capped: game.is_running(),
    }
}
