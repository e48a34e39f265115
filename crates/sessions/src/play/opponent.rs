//! An agent that plays against the player, in a game of its own.

use std::borrow::Borrow;

use anyhow::{Context, Result};
use tetrolab_agents::{Advise, Adviser, Autoplay, Lookahead, Speed};
use tetrolab_engine::{
    Act, Event, Game, Handling, MILLISECOND, Playback, Random, Recorder, Replay, Setup, Step, Stream, Time,
};

use super::OpponentChoice;
use tetrolab_inputs::bot::Bot;
use tetrolab_inputs::players::Candidate;

/// The handling of an agent: what its keys do never slows it down.
pub const HANDLING: Handling =
    Handling { auto_repeat_delay: 60 * MILLISECOND, auto_repeat_rate: 0, ..Handling::BEGINNER };

/// An agent with a game of its own.
#[derive(Clone, Debug)]
pub struct Opponent {
    choice: OpponentChoice,
    recorder: Recorder,
    agent: Autoplay,
}

impl Opponent {
    /// An agent that gets the same pieces as a game from this set-up.
    ///
    /// # Errors
    /// If there is no such agent, or its weights are not for such a board.
    pub fn new(choice: OpponentChoice, setup: &Setup) -> Result<Opponent> {
        let adviser = adviser(&choice.agent, setup, Lookahead::One)?;
        Opponent::advised(choice, adviser, setup)
    }

    /// The same, played by the given adviser.
    ///
    /// # Errors
    /// If the agent cannot play at the chosen speed.
    pub fn advised(choice: OpponentChoice, adviser: Box<dyn Advise>, setup: &Setup) -> Result<Opponent> {
        let setup = Setup { handling: HANDLING, ..setup.clone() };
        let agent = agent(&choice, adviser, &setup)?;
        let mut recorder = Recorder::new(setup)?;
        recorder.step(Step { at: 0, act: Act::Wait })?;
        Ok(Opponent { choice, recorder, agent })
    }

    /// The same agent takes over a game at this moment.
    ///
    /// # Errors
    /// As [`Opponent::new`].
    pub fn going_on(choice: OpponentChoice, setup: &Setup, game: Playback<impl Borrow<Replay>>) -> Result<Opponent> {
        let adviser = adviser(&choice.agent, setup, Lookahead::One)?;
        let agent = agent(&choice, adviser, setup)?;
        Ok(Opponent { choice, recorder: game.take_over(), agent })
    }

    /// Who it is.
    pub const fn choice(&self) -> &OpponentChoice {
        &self.choice
    }

    pub fn game(&self) -> &Game {
        self.recorder.game()
    }

    /// The recording of its game.
    pub fn replay(&self) -> Replay {
        self.recorder.replay()
    }

    /// The next thing that happens in its game, if that is at or before this time.
    pub fn next_step(&mut self, until: Time) -> Option<Step> {
        let game = self.recorder.game();
        if game.is_over() {
            return None;
        }
        if let Some(step) = self.agent.next_step(game, until) {
            return Some(step);
        }
        let wait = Step { at: until, act: Act::Wait };
        (game.clock() < until).then(|| game.part_of(wait))
    }

    /// Lets it happen, and returns what came of it.
    pub fn step(&mut self, step: Step) -> &[Event] {
        let at = step.at.max(self.game().clock());
        self.recorder.step(Step { at, ..step }).unwrap_or_default()
    }

    /// Rows of garbage come in.
    pub fn receive(&mut self, at: Time, rows: u32) {
        if rows > 0 {
            self.step(Step { at, act: Act::Garbage(rows) });
        }
    }
}

fn agent(choice: &OpponentChoice, adviser: Box<dyn Advise>, setup: &Setup) -> Result<Autoplay> {
    let random = Random::new(setup.seed, setup.game, Stream::Decisions);
    let speed = Speed::new(choice.speed).context("the speed of the opponent")?;
    Ok(Autoplay::new(adviser, speed, random))
}

/// The bot or an agent, by its name or its file of weights, for games from this set-up. The bot looks as far ahead as it can.
///
/// # Errors
/// If there is no such agent, its file is broken, or its weights are not for such a board.
pub fn adviser(agent: &str, setup: &Setup, lookahead: Lookahead) -> Result<Box<dyn Advise>> {
    if let Some(bot) = Bot::named(agent)? {
        return Ok(bot.player(&setup.rules).into());
    }
    adviser_of(Candidate::named(agent)?, setup, lookahead)
}

/// A player of the research game, for games from this set-up.
///
/// # Errors
/// If its weights are not for such a board.
pub fn adviser_of(candidate: Candidate, setup: &Setup, lookahead: Lookahead) -> Result<Box<dyn Advise>> {
    let Candidate { name, weights } = candidate;
    Ok(Adviser::new(weights, &setup.rules, lookahead, true).context(name)?.into())
}
