//! An agent in the timed game, which it plays by its buttons.

use std::time::Instant;

use anyhow::Result;
use tetrolab_agents::{Advice, Advise, Autoplay, Speed};
use tetrolab_engine::{Act, LATEST, Random, SECOND, Setup, Step, Stream, Time};
use tokio::sync::OwnedSemaphorePermit;

use super::brief;
use super::curve::Curve;
use super::seat::{Game, Mean, Shown};
use super::thought::Thought;
use crate::picture::{Known, Picture};
use tetrolab_sessions::play::Wording;
use tetrolab_sessions::preferences::bindings::Bindings;
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::texts::Texts;

/// Pieces that the agent places in a second of the game. How fast it is watched changes nothing: the time of the game runs faster or slower.
const PACE: f64 = 2.0;

/// An agent and its games.
pub struct Timed {
    setup: Setup,
    adviser: Box<dyn Advise>,
    game: tetrolab_engine::Game,
    agent: Autoplay,
    /// Time that may pass, in pieces.
    owed: f64,
    /// Pieces that are played at once.
    steps: u32,
    /// Whether time passes until the next piece is there.
    settles: bool,
    /// Pieces of the games before this one.
    before: u64,
    games: u64,
    /// Lines of the games that are over.
    lines: u64,
    /// Whether what the agent thinks is about the piece before.
    is_stale: bool,
    /// What was thought of the last piece.
    shown: Option<Advice>,
    /// All places that were compared for the current piece, once the page asks for them, and the number of pieces
    /// before it.
    ranked: Option<(u64, Vec<Advice>)>,
    curve: Curve,
    known: Known,
    keys: Bindings,
    texts: &'static Texts,
    /// The place that a bot takes.
    _room: Option<OwnedSemaphorePermit>,
}

impl Timed {
    /// An agent with the first game of a set-up.
    ///
    /// # Errors
    /// If the set-up is no game.
    pub fn new(
        adviser: Box<dyn Advise>,
        room: Option<OwnedSemaphorePermit>,
        setup: Setup,
        keys: Bindings,
        texts: &'static Texts,
    ) -> Result<Timed> {
        let (game, agent) = begin(&setup, adviser.clone())?;
        Ok(Timed {
            setup,
            adviser,
            game,
            agent,
            owed: 0.0,
            steps: 0,
            settles: true,
            before: 0,
            games: 0,
            lines: 0,
            is_stale: true,
            shown: None,
            ranked: None,
            curve: Curve::default(),
            known: Known::default(),
            keys,
            texts,
            _room: room,
        })
    }

    /// One thing happens, at most at this moment of the game. Returns whether that moment was reached.
    fn act(&mut self, until: Time) -> bool {
        let pieces = self.game.statistics().pieces;
        let wait = Step { at: until, act: Act::Wait };
        let next = self.agent.next_step(&self.game, until);
        // An agent with keys left has already thought about the current piece.
        let has_keys = self.agent.will_hold() || self.agent.keys_left().next().is_some();
        self.is_stale &= self.game.in_play().is_none() || !has_keys;
        let step = next.unwrap_or_else(|| self.game.part_of(wait));
        // Nothing but a time that has passed is refused, and that ends the game here.
        let is_refused = self.game.step(step).is_err();
        if let Some(advice) = self.agent.current()
            && self.shown.as_ref().is_none_or(|shown| shown.path != advice.path)
        {
            self.shown = Some(advice.clone());
        }
        if self.game.statistics().pieces > pieces {
            self.placed();
        }
        self.settles &= self.is_stale || self.game.in_play().is_none();
        if self.game.is_over() || is_refused {
            self.begin_again();
            return false;
        }
        step == wait
    }

    /// A piece has locked.
    fn placed(&mut self) {
        self.is_stale = true;
        self.settles |= self.steps == 1;
        self.steps = self.steps.saturating_sub(1);
        let height = self.game.blocks().board().stack_height();
        let value = self.shown.as_ref().filter(|advice| advice.explanation.is_some() || advice.value != 0.0);
        let value = value.map(|advice| advice.value).filter(|&value| value > tetrolab_agents::LOST);
        self.curve.add(self.pieces(), self.game.lines().into(), height, || value);
    }

    fn begin_again(&mut self) {
        self.before = self.pieces();
        self.games += 1;
        self.lines += u64::from(self.game.lines());
        self.setup.game += 1;
        // The set-up was a game before, and its number makes no difference to that.
        if let Ok((game, agent)) = begin(&self.setup, self.adviser.clone()) {
            (self.game, self.agent, self.is_stale) = (game, agent, true);
        }
    }
}

/// Another game from a set-up.
fn begin(setup: &Setup, adviser: Box<dyn Advise>) -> Result<(tetrolab_engine::Game, Autoplay)> {
    let mut game = tetrolab_engine::Game::from_setup(setup)?;
    game.step(Step { at: 0, act: Act::Wait })?;
    let random = Random::new(setup.seed, setup.game, Stream::Decisions);
    Ok((game, Autoplay::new(adviser, Speed::new(PACE)?, random)))
}

impl Game for Timed {
    fn owe(&mut self, pieces: f64) {
        self.owed += pieces;
    }

    fn owed(&self) -> f64 {
        self.owed
    }

    fn step(&mut self) {
        self.steps += 1;
    }

    fn steps_left(&self) -> f64 {
        self.steps.into()
    }

    fn is_busy(&self) -> bool {
        self.owed > 0.0 || self.steps > 0 || self.settles
    }

    fn is_steady(&self) -> bool {
        false
    }

    fn work(&mut self, until: Instant) {
        while self.is_busy() {
            let clock = self.game.clock();
            let is_step = self.steps > 0 || self.settles;
            // The next piece is thought about, and nothing is pressed yet.
            let is_there = self.steps == 0 && self.game.in_play().is_some();
            let span = match is_step {
                true if is_there => 0,
                true => LATEST,
                false => (self.owed / PACE * SECOND as f64) as Time,
            };
            let games = self.games;
            let is_reached = self.act(clock.saturating_add(span).min(LATEST));
            if is_step && is_reached {
                (self.steps, self.settles) = (0, false);
            } else if !is_step {
                let passed = if games == self.games { self.game.clock().saturating_sub(clock) } else { 0 };
                let passed = passed as f64 / SECOND as f64 * PACE;
                self.owed = if is_reached { 0.0 } else { (self.owed - passed).max(0.0) };
            }
            if Instant::now() >= until {
                return;
            }
        }
    }

    fn pieces(&self) -> u64 {
        self.before + u64::from(self.game.statistics().pieces)
    }

    fn show(&mut self, is_explained: bool) -> Shown {
        let wording = Wording { keys: &self.keys, characters: Characters::Unicode, texts: self.texts };
        let is_there = self.game.in_play().is_some() && !self.is_stale;
        // What is compared changes while the piece falls; the first look at it counts.
        let pieces = self.pieces();
        if is_there && is_explained && self.ranked.as_ref().is_none_or(|&(before, _)| before != pieces) {
            self.ranked = Some((pieces, self.adviser.ranked(&self.game)));
        }
        let ranked = self.ranked.as_ref().filter(|&&(before, _)| before == pieces);
        let ranked = ranked.map_or(&[][..], |(_, ranked)| ranked);
        let advice = self.agent.current().filter(|_| is_there);
        let thought = advice.filter(|_| is_explained).map(|advice| Thought::of_advice(advice, ranked, wording));
        let place = advice.map(|advice| advice.path.placement.into());
        let mean = (self.games > 0).then(|| brief(self.lines as f64 / self.games as f64));
        Shown {
            picture: self.known.news(Picture { ghost: None, ..Picture::of(&self.game) }),
            place,
            lines: self.game.lines().into(),
            pieces: self.pieces(),
            games: self.games,
            stack: self.game.blocks().board().stack_height(),
            score: Some(self.game.score()),
            level: Some(self.game.level()),
            mean: mean.map(|lines| Mean { lines, lower: None, upper: None }),
            points: self.curve.take(),
            thought,
        }
    }
}
