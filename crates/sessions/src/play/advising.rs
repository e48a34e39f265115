//! The assistant of a game: asks an agent again whenever the piece in play has moved.

use anyhow::Result;
use tetrolab_agents::{Advice, Advise, Explanation};
use tetrolab_engine::{Game, NEVER, Placement, Random, Setup, Stream};

use super::adviser;
use crate::preferences::Preferences;

/// A feature, and how much it speaks for the best place rather than the next best.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub feature: String,
    pub difference: f64,
}

/// An agent that is asked about one game.
#[derive(Clone, Debug)]
pub struct Advising {
    agent: String,
    adviser: Box<dyn Advise>,
    random: Random,
    asked: Option<Asked>,
}

#[derive(Clone, Debug)]
struct Asked {
    /// What the question was.
    position: Position,
    advice: Advice,
    reasons: Vec<Reason>,
}

/// What an answer depends on. A piece that only fell through the air needs no new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    pieces: u32,
    undos: u32,
    in_play: Placement,
    can_hold: bool,
}

impl Position {
    fn of(game: &Game) -> Option<Position> {
        let statistics = game.statistics();
        let mut in_play = game.in_play()?;
        if in_play.bottom() > game.blocks().board().stack_height() as i8 {
            in_play.y = i8::MAX;
        }
        Some(Position { pieces: statistics.pieces, undos: statistics.undos, in_play, can_hold: game.can_hold() })
    }
}

impl Advising {
    /// The player's assistant, for a game from this set-up.
    ///
    /// # Errors
    /// If there is no such agent, its file is broken, or its weights are not for such a board.
    pub fn new(preferences: &Preferences, setup: &Setup) -> Result<Advising> {
        let agent = preferences.agent.clone();
        let adviser = adviser(&agent, setup, preferences.effective_lookahead())?;
        let random = Random::new(setup.seed, setup.game, Stream::Decisions);
        Ok(Advising { agent, adviser, random, asked: None })
    }

    /// The name of the agent that gives advice.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// Whether there is something new to think about.
    pub fn is_asked_again(&self, game: &Game) -> bool {
        self.asked.as_ref().map(|asked| asked.position) != Position::of(game)
    }

    /// Asks again if the piece in play has moved.
    pub fn watch(&mut self, game: &Game) {
        let position = Position::of(game);
        if self.asked.as_ref().map(|asked| asked.position) == position {
            return;
        }
        let mut advise = || self.adviser.advise_within(game, &mut self.random, NEVER);
        let advice = position.and_then(|position| Some((position, advise()?)));
        self.asked = advice.map(|(position, advice)| Asked { position, reasons: reasons(&advice), advice });
    }

    /// The answer, and what decided.
    pub fn answer(&self) -> Option<(&Advice, &[Reason])> {
        self.asked.as_ref().map(|asked| (&asked.advice, asked.reasons.as_slice()))
    }
}

/// What decided between the best and the next best, largest first; without a next best, what the value consists of.
pub fn reasons(advice: &Advice) -> Vec<Reason> {
    let Some(best) = &advice.explanation else { return Vec::new() };
    let other = advice.runner_up.as_ref().and_then(|other| other.explanation.as_ref());
    let contribution = |explanation: &Explanation, name: &str| {
        let parts = explanation.parts.iter().filter(|part| part.measure.name() == name);
        parts.map(|part| part.contribution).sum::<f64>()
    };
    let reward = best.reward - other.map_or(0.0, |other| other.reward);
    let mut reasons = vec![Reason { feature: "reward".to_string(), difference: reward }];
    for part in best.parts.iter().chain(other.iter().flat_map(|other| &other.parts)) {
        let feature = part.measure.name();
        if reasons.iter().any(|reason| reason.feature == feature) {
            continue;
        }
        let against = other.map_or(0.0, |other| contribution(other, feature));
        let difference = contribution(best, feature) - against;
        reasons.push(Reason { feature: feature.to_string(), difference });
    }
    reasons.retain(|reason| reason.difference != 0.0);
    reasons.sort_by(|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    reasons
}
