//! Games one after the other, piece by piece.

use tetrolab_agents::Player;
use tetrolab_engine::{DropGame, Random, Randomizer, Stream};

use crate::evaluator::{Games, Tally, Watch};

/// Pieces that are played between two reports of progress.
const CHUNK: u64 = 1 << 12;

/// Forwards cancellation, drops progress.
pub(crate) struct Muted<'a>(pub &'a dyn Watch);

impl Watch for Muted<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// A player and its games.
pub(crate) struct Candidate<'a> {
    pub number: usize,
    pub player: &'a Player,
    pub games: &'a Games,
    pub watch: &'a dyn Watch,
}

/// One game.
pub(crate) struct Played {
    pub tally: Tally,
    pub is_interrupted: bool,
}

impl Candidate<'_> {
    /// Plays the game of a lane to its end.
    pub fn play_game(&self, lane: &mut Lane) -> Played {
        lane.tally = Tally::default();
        lane.finish(self);
        Played { tally: lane.tally, is_interrupted: lane.game.piece().is_some() }
    }

    fn tell(&self, before: Tally, after: Tally) {
        let more = Tally {
            pieces: after.pieces - before.pieces,
            lines: after.lines - before.lines,
            deaths: after.deaths - before.deaths,
        };
        self.watch.played(self.number, more);
    }
}

/// Games one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub game: DropGame,
    /// The number of the game.
    pub number: u64,
    random: Random,
    pub tally: Tally,
    /// Games that were begun.
    pub begun: u64,
    /// All pieces, also those that do not count.
    pub played: u64,
}

impl Lane {
    pub fn new(candidate: &Candidate<'_>, lane: u64) -> Lane {
        let games = candidate.games;
        let number = games.first.wrapping_add(lane);
        Lane {
            game: DropGame::new(games.rules, &games.deal, number),
            number,
            random: Random::new(games.deal.seed, number, Stream::Decisions),
            tally: Tally::default(),
            begun: 1,
            played: 0,
        }
    }

    /// From here on everything counts.
    pub fn begins_to_count(&mut self) {
        (self.tally, self.begun) = (Tally::default(), 1);
    }

    pub fn next_game(&mut self, candidate: &Candidate<'_>) {
        let games = candidate.games;
        self.begun += 1;
        if games.deal.randomizer == Randomizer::Mdptetris {
            self.game.restart();
            return;
        }
        self.number = self.number.wrapping_add(games.lanes());
        self.game = DropGame::new(games.rules, &games.deal, self.number);
        self.random = Random::new(games.deal.seed, self.number, Stream::Decisions);
    }

    /// Drops a piece; `false` if there is none.
    #[inline]
    fn drop(&mut self, candidate: &Candidate<'_>) -> bool {
        let Some(piece) = self.game.piece() else { return false };
        let next = self.game.next();
        let (drop, surviving) = candidate.player.choose(self.game.board(), piece, next, &mut self.random);
        self.game.tried(surviving);
        let outcome = self.game.play(drop);
        self.played += 1;
        self.tally.pieces += 1;
        self.tally.lines += u64::from(outcome.lines);
        self.tally.deaths += u64::from(outcome.is_lost);
        true
    }

    /// Plays the game to its end, or until `watch` stops it.
    pub fn finish(&mut self, candidate: &Candidate<'_>) {
        while self.game.piece().is_some() && !candidate.watch.is_stopped() {
            let before = self.tally;
            let mut played = 0;
            while played < CHUNK && self.drop(candidate) {
                played += 1;
            }
            candidate.tell(before, self.tally);
        }
    }

    /// Plays `pieces` pieces, one game after the other, and notes after how many of the lane's pieces games were lost.
    fn advance(&mut self, candidate: &Candidate<'_>, pieces: u64, times: &mut Vec<u64>) {
        let end = self.tally.pieces + pieces;
        while self.tally.pieces < end {
            if !self.drop(candidate) {
                self.next_game(candidate);
                if self.game.piece().is_none() {
                    // There are no pieces at all.
                    return;
                }
            } else if self.game.is_lost() {
                times.push(self.tally.pieces);
            }
        }
    }

    /// The same, but reports progress to `watch`, which may stop it.
    pub fn advance_watched(&mut self, candidate: &Candidate<'_>, pieces: u64, times: &mut Vec<u64>) {
        let end = self.tally.pieces + pieces;
        while self.tally.pieces < end && !candidate.watch.is_stopped() {
            let before = self.tally;
            self.advance(candidate, CHUNK.min(end - self.tally.pieces), times);
            candidate.tell(before, self.tally);
            if self.tally == before {
                return;
            }
        }
    }
}
