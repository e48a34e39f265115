//! What an agent thinks about the piece in play, and when it presses the next key.

use tetrolab_engine::{Game, MILLISECOND, Movement, Placement, Time, Typing};

use crate::advice::{Advice, landing};

use super::plan::Plan;

/// The longest time between two keys. An agent with more time than that waits before its first key.
const LONGEST_GAP: Time = 150 * MILLISECOND;

/// What it thinks about a piece.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    pub piece: PieceNumber,
    pub advice: Advice,
    pub plan: Plan,
    /// How many plans there were.
    pub plans: u32,
    /// When the piece should lock.
    pub lock_at: Time,
    /// When the piece appeared, or when the last key was let go.
    pub since: Time,
}

/// Tells the pieces of a game apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceNumber {
    locked: u32,
    pub holds: u32,
    undos: u32,
}

impl PieceNumber {
    pub fn of(game: &Game) -> PieceNumber {
        let statistics = game.statistics();
        PieceNumber { locked: statistics.pieces, holds: statistics.holds, undos: statistics.undos }
    }
}

impl Thought {
    /// When the next button is pressed, so that the last one is pressed when the piece should lock, and those before it are spread
    /// evenly. Where there is no time to hold a direction, the plan is to tap it from now on.
    pub fn press_at(&mut self, game: &Game, in_play: Placement, movement: &Movement) -> Time {
        let time = self.deadline(game, in_play, movement).saturating_sub(self.since);
        if Typing::of(game.handling()).taps && !self.may_hold(game, in_play, movement, time) {
            self.plan.tap();
        }
        let (held, presses) = (self.plan.time_held(game), self.plan.presses() as Time);
        let gap = (time.saturating_sub(held) / presses).min(LONGEST_GAP);
        let still_needed = held.saturating_add((presses - 1) * gap);
        self.since + time.saturating_sub(still_needed)
    }

    /// When all buttons must be pressed: when the piece should lock, or before it locks by itself or falls too low for them.
    fn deadline(&self, game: &Game, in_play: Placement, movement: &Movement) -> Time {
        let limit = match (game.lock_left(), game.next_update()) {
            (Some((left, _)), _) => game.clock() + left - 1,
            (None, Some(next)) if !self.leads_from_below(game, in_play, movement, 1) => next - 1,
            _ => self.lock_at,
        };
        self.lock_at.min(limit)
    }

    /// Whether there is time to hold keys down, and the piece does not fall too low meanwhile.
    fn may_hold(&self, game: &Game, in_play: Placement, movement: &Movement, time: Time) -> bool {
        let held = self.plan.time_held(game);
        held <= time && self.leads_from_below(game, in_play, movement, game.rows_fallen_within(held))
    }

    /// Whether the keys still lead to the goal when the piece has fallen by `rows` rows, or as far as it can. If Hold comes
    /// first, the position of the piece does not matter.
    fn leads_from_below(&self, game: &Game, in_play: Placement, movement: &Movement, rows: u8) -> bool {
        let board = game.blocks().board();
        let lowest = landing(board, in_play).y;
        let below = Placement { y: lowest.max(in_play.y - rows as i8), ..in_play };
        self.plan.hold.is_some() || self.plan.leads_from(below, board, movement)
    }
}
