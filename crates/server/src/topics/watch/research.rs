//! A player in the research game: games one after the other, as fast as they are wanted.

use std::time::Instant;

use tetrolab_agents::{Dropped, Lookahead, Player};
use tetrolab_engine::{Deal, Drop, DropGame, DropRules, Random, Stream};
use tetrolab_statistics::{Design, Estimate, Interval, LEVEL};

use super::brief;
use super::curve::Curve;
use super::seat::{Game, Mean, Shown};
use super::stack::{Stack, landing, waiting};
use super::thought::Thought;
use crate::picture::{Known, Picture};

/// Pieces that are played before anyone looks at the clock.
const CHUNK: u32 = 8;

/// A player and its games.
pub struct Research {
    player: Player,
    deal: Deal,
    game: DropGame,
    random: Random,
    stack: Stack,
    /// What is done with the piece at hand, once that is decided.
    choice: Option<Drop>,
    /// Pieces that may be played.
    owed: f64,
    /// Pieces and lines of all games, and games that were lost.
    pieces: u64,
    lines: u64,
    deaths: u64,
    curve: Curve,
    known: Known,
}

impl Research {
    /// A player with the first game of a deal.
    pub fn new(player: Player, deal: Deal) -> Research {
        let (game, random, stack) = begin(player.rules(), &deal, 0);
        Research {
            player,
            deal,
            game,
            random,
            stack,
            choice: None,
            owed: 0.0,
            pieces: 0,
            lines: 0,
            deaths: 0,
            curve: Curve::default(),
            known: Known::default(),
        }
    }

    /// What is done with the piece at hand; `None` if there is none.
    fn decide(&mut self) -> Option<Drop> {
        let (board, next) = (self.game.board(), self.game.next());
        if self.choice.is_none() {
            self.choice = self.game.piece().map(|piece| self.player.choose(board, piece, next, &mut self.random).0);
        }
        self.choice
    }

    /// Plays one piece, and begins the next game if it was the last.
    fn play(&mut self) {
        let rules = self.player.rules();
        let before = *self.game.board();
        let next = self.game.next();
        let played = self.decide().and_then(|drop| {
            let landing = landing(rules, &before, drop)?;
            Some((drop, landing, self.game.try_play(drop)?))
        });
        self.choice = None;
        if let Some((drop, landing, outcome)) = played {
            self.pieces += 1;
            self.lines += u64::from(outcome.lines);
            self.stack.put(drop, landing, outcome);
            let player = &self.player;
            let value = || {
                let linear = player.mind()?;
                let dropped = Dropped::new(rules, &before, drop)?;
                match player.lookahead() {
                    _ if dropped.outcome.is_lost => None,
                    Lookahead::One => Some(linear.value(&dropped)),
                    _ => player.ranked(&before, drop.piece, next).first().map(|best| best.value),
                }
            };
            self.curve.add(self.pieces, self.game.lines(), self.game.board().stack_height(), value);
        }
        if self.game.piece().is_none() {
            self.deaths += 1;
            (self.game, self.random, self.stack) = begin(rules, &self.deal, self.deaths);
        }
    }

    /// Lines a game, as far as they can be known when games are broken off by who looks.
    fn mean(&self) -> Option<Mean> {
        let estimate = Estimate { lines: self.lines, deaths: self.deaths, design: Design::Exposure };
        let Interval { lower, upper } = estimate.interval(LEVEL);
        let mean = estimate.adjusted_mean().filter(|_| self.deaths > 0)?;
        Some(Mean { lines: brief(mean), lower: Some(brief(lower)), upper: upper.map(brief) })
    }

    fn picture(&self) -> Picture {
        let size = self.game.rules().size();
        Picture {
            width: size.width,
            height: size.height,
            rows: Some(self.stack.rows()),
            piece: self.game.piece().map(|piece| waiting(self.game.rules(), piece)),
            ghost: None,
            hold: None,
            can_hold: false,
            next: self.game.next().iter().map(|piece| piece.letter()).collect(),
            garbage: 0,
        }
    }
}

/// Another game of the deal.
fn begin(rules: DropRules, deal: &Deal, number: u64) -> (DropGame, Random, Stack) {
    let random = Random::new(deal.seed, number, Stream::Decisions);
    (DropGame::new(rules, deal, number), random, Stack::new(rules))
}

impl Game for Research {
    fn owe(&mut self, pieces: f64) {
        self.owed += pieces;
    }

    fn owed(&self) -> f64 {
        self.owed
    }

    fn step(&mut self) {
        self.owed += 1.0;
    }

    fn steps_left(&self) -> f64 {
        self.owed
    }

    fn is_busy(&self) -> bool {
        self.owed >= 1.0
    }

    fn is_steady(&self) -> bool {
        true
    }

    fn work(&mut self, until: Instant) {
        while self.owed >= 1.0 {
            for _ in 0..CHUNK {
                if self.owed >= 1.0 {
                    self.play();
                    self.owed -= 1.0;
                }
            }
            if Instant::now() >= until {
                return;
            }
        }
    }

    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn show(&mut self, is_explained: bool) -> Shown {
        let choice = self.decide();
        let thought = choice
            .filter(|_| is_explained)
            .map(|choice| Thought::of_player(&self.player, self.game.board(), choice.piece, self.game.next(), choice));
        let place = choice.and_then(|drop| {
            let landing = landing(self.game.rules(), self.game.board(), drop)?;
            drop.placement(landing.row as i8)
        });
        Shown {
            picture: self.known.news(self.picture()),
            place: place.map(Into::into),
            lines: self.game.lines(),
            pieces: self.pieces,
            games: self.deaths,
            stack: self.game.board().stack_height(),
            score: None,
            level: None,
            mean: self.mean(),
            points: self.curve.take(),
            thought,
        }
    }
}
