//! A timed game as its player sees it.

use tetrolab_engine::{Game, Piece, Randomizer};

use crate::position::Position;
use crate::supply::Supply;

impl Position {
    /// A timed game as its player sees it; `None` if no piece is in play.
    ///
    /// ```
    /// use tetrolab_bot::{Position, Supply};
    /// use tetrolab_engine::{Game, Piece, Rules, Seed};
    ///
    /// let mut game = Game::new(Rules::guideline(), Seed(7));
    /// game.update(0, None)?;
    /// let position = Position::seen(&game).expect("a piece is in play");
    /// let letters: String = position.queue.iter().map(|piece| piece.letter()).collect();
    /// assert_eq!(letters, "ZTLOJIS");
    /// assert_eq!(position.supply, Supply::seven_bag(&Piece::ALL), "the first bag is in sight");
    /// # Ok::<(), tetrolab_engine::UpdateError>(())
    /// ```
    pub fn seen(game: &Game) -> Option<Position> {
        let piece = game.in_play()?.piece;
        let mut queue = vec![piece];
        queue.extend(game.next());
        Some(Position {
            board: *game.blocks().board(),
            hold: game.hold(),
            queue,
            combo: game.combo(),
            back_to_back: game.chain() > 0,
            supply: supply(game, piece),
            incoming: game.garbage_waiting(),
        })
    }
}

/// What the pieces after Next are drawn from, as far as it follows from what can be seen.
fn supply(game: &Game, in_play: Piece) -> Supply {
    match game.randomizer() {
        Randomizer::SevenBag => bag(game, in_play).unwrap_or_default(),
        Randomizer::Weighted(weights) => Supply::bag(weights.map(u32::from), weights.map(u32::from)),
        _ => Supply::Uniform,
    }
}

/// The bag that the next unseen piece comes from; `None` if not all that left it can be seen.
fn bag(game: &Game, in_play: Piece) -> Option<Supply> {
    // What Hold has just brought back was dealt long ago; what it took was dealt just now.
    let was_swapped = game.rules().hold && !game.can_hold() && game.statistics().holds > 1;
    let newest = if was_swapped { game.hold()? } else { in_play };
    let mut seen = vec![newest];
    seen.extend(game.next());
    let dealt = game.statistics().pieces as usize + seen.len() + usize::from(game.hold().is_some());
    let gone = &seen[seen.len().checked_sub(dealt % Piece::ALL.len())?..];
    let left: Vec<Piece> = Piece::ALL.into_iter().filter(|piece| !gone.contains(piece)).collect();
    // Pieces that were given before the first bag shift everything: then some are there twice.
    (left.len() + gone.len() == Piece::ALL.len()).then(|| Supply::seven_bag(&left))
}
