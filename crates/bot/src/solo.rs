//! A game for one bot, with or without garbage: what bots are measured and tuned on.

use tetrolab_engine::{PieceStream, Random, Randomizer, Rules, Seed, Spin, Stream};

use crate::moves::Move;
use crate::position::{IllegalMove, Played, Position};
use crate::supply::Supply;

/// Garbage that comes whatever the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressure {
    /// Pieces from one attack to the next.
    pub every: u32,
    pub rows: u32,
}

/// What was done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Pieces placed.
    pub pieces: u32,
    /// Rows sent, those that took waiting garbage away included.
    pub attack: u32,
    /// Clears by spin (none, mini, full) and lines (0 to 4).
    pub clears: [[u32; 5]; 3],
    /// Perfect clears.
    pub perfect_clears: u32,
    /// The most pieces in a row that cleared lines.
    pub longest_combo: u32,
}

/// A game for one bot. Pieces come from bags of seven.
///
/// ```
/// use tetrolab_bot::{Solo, TBP_RULES};
/// use tetrolab_engine::Seed;
///
/// let mut solo = Solo::new(TBP_RULES, Seed(1), 5, None);
/// while solo.tally().pieces < 10 {
///     let moves = solo.position().moves(&TBP_RULES);
///     solo.play(moves[0])?;
/// }
/// assert_eq!(solo.position().queue.len(), 6);
/// # Ok::<(), tetrolab_bot::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solo {
    rules: Rules,
    position: Position,
    pieces: PieceStream,
    holes: Random,
    pressure: Option<Pressure>,
    tally: Tally,
    is_over: bool,
}

impl Solo {
    /// A game in which `previews` pieces are seen beyond the one in play.
    pub fn new(rules: Rules, seed: Seed, previews: usize, pressure: Option<Pressure>) -> Solo {
        let mut pieces = PieceStream::new(Randomizer::SevenBag, seed, 0, &[]);
        let mut position = Position {
            board: tetrolab_engine::Board::empty(rules.size),
            supply: Supply::seven_bag(&[]),
            ..Position::default()
        };
        for piece in pieces.by_ref().take(previews + 1) {
            position.new_piece(piece);
        }
        let holes = Random::new(seed, 0, Stream::Garbage);
        Solo { rules, position, pieces, holes, pressure, tally: Tally::default(), is_over: false }
    }

    /// What the bot sees.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What was done so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether a Block was pushed out of the top. A game without a move is over too, and the player says so.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Plays a move, deals what is seen next, and lets garbage come and rise.
    ///
    /// # Errors
    /// If the move cannot be played; nothing has changed then.
    pub fn play(&mut self, a_move: Move) -> Result<Played, IllegalMove> {
        let played = self.position.play(&self.rules, a_move)?;
        for piece in self.pieces.by_ref().take(played.taken) {
            self.position.new_piece(piece);
        }
        let tally = &mut self.tally;
        tally.pieces += 1;
        tally.attack += played.attack;
        if a_move.spin != Spin::None || played.lines > 0 {
            tally.clears[a_move.spin as usize][usize::from(played.lines)] += 1;
        }
        tally.perfect_clears += u32::from(played.perfect_clear);
        tally.longest_combo = tally.longest_combo.max(self.position.combo);
        self.position.incoming = self.position.incoming.saturating_sub(played.attack);
        if played.lines == 0 {
            self.rise();
        }
        if let Some(Pressure { every, rows }) = self.pressure
            && self.tally.pieces.is_multiple_of(every)
        {
            self.position.incoming += rows;
        }
        Ok(played)
    }

    /// The waiting rows rise, as many as may at once, all with the same hole.
    fn rise(&mut self) {
        let rows = self.position.incoming.min(u32::from(self.rules.garbage.cap));
        self.position.incoming -= rows;
        if rows > 0 {
            let hole = self.holes.below(u32::from(self.rules.size.width)) as u8;
            for _ in 0..rows {
                self.is_over |= self.position.board.raise(hole);
            }
        }
    }
}
