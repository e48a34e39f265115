//! What can be seen of a game.

use super::{Game, Phase};
use crate::blocks::Blocks;
use crate::digest::Digest;
use crate::event::{Button, End, Event};
use crate::handling::Handling;
use crate::modes::Mode;
use crate::piece::{Piece, Placement};
use crate::random::Seed;
use crate::randomizer::Randomizer;
use crate::rules::Rules;
use crate::statistics::Statistics;
use crate::text::Picture;
use crate::time::{LATEST, NEVER, Time};

impl Game {
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What it is played for.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// The player's settings.
    pub fn handling(&self) -> &Handling {
        &self.handling
    }

    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Where its pieces come from after the given ones.
    pub fn randomizer(&self) -> Randomizer {
        self.state.queue.randomizer()
    }

    /// Number of the game among those of the seed.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The time of the last update, or of the end.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The last time that was given; it goes on after the end.
    pub fn clock(&self) -> Time {
        self.clock
    }

    /// What the last call reported.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The Blocks.
    pub fn blocks(&self) -> &Blocks {
        &self.state.blocks
    }

    /// The piece in play.
    #[inline]
    pub fn in_play(&self) -> Option<Placement> {
        (self.phase == Phase::InPlay).then_some(self.active.placement)
    }

    /// Where the piece in play would land if it were dropped now.
    pub fn ghost(&self) -> Option<Placement> {
        self.in_play().map(|placement| placement.shifted(0, -(self.rows_to_fall() as i8)))
    }

    /// The piece in Hold.
    pub fn hold(&self) -> Option<Piece> {
        self.state.hold
    }

    /// Whether Hold can be used now.
    pub fn can_hold(&self) -> bool {
        self.rules.hold && !self.state.hold_used
    }

    /// The Next queue, as many pieces as the rules show.
    pub fn next(&self) -> &[Piece] {
        let upcoming = self.state.queue.upcoming();
        &upcoming[..upcoming.len().min(self.rules.next as usize)]
    }

    /// Points.
    pub fn score(&self) -> u64 {
        self.state.score
    }

    /// Lines cleared.
    pub fn lines(&self) -> u32 {
        self.state.lines
    }

    pub fn level(&self) -> u8 {
        self.state.progress.level
    }

    /// What is left of the level's goal, in lines or credits; `None` where levels have no goal.
    pub fn goal_left(&self) -> Option<u32> {
        let goal = self.mode.goal.at(self.level());
        (goal != u32::MAX).then(|| goal.saturating_sub(self.state.progress.done))
    }

    /// Rows of garbage that are still to be cleared; `None` where they do not win.
    pub fn garbage_left(&self) -> Option<u32> {
        self.mode.garbage_limit.map(|limit| limit.saturating_sub(self.state.statistics.dug))
    }

    /// Perfect clears that are still to be made; `None` where they do not win. Only those with lines count.
    pub fn perfect_clears_left(&self) -> Option<u32> {
        self.mode.perfect_clear_limit.map(|limit| limit.saturating_sub(self.state.perfect_clears))
    }

    /// Length of the Back-to-Back chain; the next Tetris or T-Spin with lines earns the bonus if it is above 0.
    pub fn chain(&self) -> u32 {
        self.state.chain
    }

    /// How many pieces in a row have cleared lines.
    pub fn combo(&self) -> u32 {
        self.state.combo
    }

    /// Rows of garbage that wait.
    pub fn garbage_waiting(&self) -> u32 {
        self.state.garbage.waiting()
    }

    /// Full rows that wait to be removed, a bit each.
    pub fn clearing_rows(&self) -> u64 {
        if let Phase::Clearing(rows) = self.phase { rows } else { 0 }
    }

    /// What is left of the lock timer and of the lock moves, while a piece lies on a Surface.
    pub fn lock_left(&self) -> Option<(Time, u8)> {
        (self.lock_at != NEVER).then(|| (self.lock_at.saturating_sub(self.now), self.active.lock.moves_left))
    }

    pub fn statistics(&self) -> &Statistics {
        &self.state.statistics
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        if let Phase::Ended(end) = self.phase { Some(end) } else { None }
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Ended(_))
    }

    /// Whether time has begun: the game has been updated at least once.
    pub(crate) fn has_begun(&self) -> bool {
        self.due > 0
    }

    /// When something will happen by itself next; `None` if nothing will without an input.
    pub fn next_update(&self) -> Option<Time> {
        (self.due <= LATEST).then_some(self.due)
    }

    /// Whether a button is down.
    pub fn is_down(&self, button: Button) -> bool {
        self.down.contains(button)
    }

    /// Blocks and piece in play, to be drawn.
    pub fn picture(&self) -> Picture {
        Picture { blocks: *self.blocks(), in_play: self.in_play() }
    }

    /// A number that stands for Blocks, piece, queues, points and counts: equal games have equal digests. FNV-1a, 64 bits.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        let size = self.rules.size;
        for x in 0..size.width as i8 {
            for y in 0..size.rows() as i8 {
                let block = self.blocks().get(x, y);
                digest.add(&[block.map_or(b'.', |block| block.letter() as u8)]);
            }
        }
        let piece = |piece: Option<Piece>| piece.map_or(b'.', |piece| piece.letter() as u8);
        if let Some(Placement { piece, rotation, x, y }) = self.in_play() {
            digest.add(&[piece as u8, rotation as u8, x as u8, y as u8]);
        }
        digest.add(&[piece(self.hold()), self.level(), self.end().map_or(255, |end| end as u8)]);
        for &next in self.next() {
            digest.add(&[next.letter() as u8]);
        }
        let Statistics { pieces, keys, attack, garbage, .. } = *self.statistics();
        let counts = [self.now, self.score(), keys];
        let small = [self.lines(), self.chain(), self.combo(), self.garbage_waiting(), pieces, attack, garbage];
        counts.iter().for_each(|count| digest.add(&count.to_le_bytes()));
        small.iter().for_each(|count| digest.add(&count.to_le_bytes()));
        // Only where they win: games without these limits keep the digests that replays have of them.
        let limits = [self.garbage_left(), self.perfect_clears_left()];
        limits.iter().flatten().for_each(|left| digest.add(&left.to_le_bytes()));
        digest.value()
    }
}
