//! What is played: mode, rules, handling and opponent, from which a game is set up.

use std::hash::{BuildHasher, Hasher, RandomState};

use tetrolab_engine::{
    ATTACK_TABLES, Blocks, Fall, Goal, Handling, Mode, NEVER, Piece, Randomizer, Rules, SECOND, Seed, Setup, SetupError,
};

use crate::preferences::Preferences;
use crate::texts::Texts;
use tetrolab_inputs::bot_name;

/// An agent that plays against the player.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentChoice {
    /// The bot, a named agent, or a file of weights.
    pub agent: String,
    /// Pieces per second.
    pub speed: f64,
}

impl OpponentChoice {
    /// Its name without folders, and its speed.
    pub fn title(&self) -> String {
        format!("{} {}/s", bot_name::short(&self.agent), self.speed)
    }

    /// The one that was chosen last.
    pub fn of(preferences: &Preferences) -> OpponentChoice {
        OpponentChoice { agent: preferences.opponent.clone(), speed: preferences.opponent_speed }
    }
}

/// Everything that is chosen for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub mode: Mode,
    pub rules: Rules,
    pub handling: Handling,
    pub randomizer: Randomizer,
    /// The seed of every game; another one for each if there is none.
    pub seed: Option<Seed>,
    pub queue: Vec<Piece>,
    pub blocks: Option<Blocks>,
    /// The opponent, if there is one.
    pub opponent: Option<OpponentChoice>,
    /// Whether pieces fall by themselves.
    pub gravity: bool,
}

/// Seeds that are chosen for people have at most nine digits.
const SEEDS: u64 = 1_000_000_000;

/// Rules as people play by them: a game is over when there is no room for a piece, and lines send garbage.
pub fn for_people(rules: Rules) -> Rules {
    let sends = rules.attack.name != ATTACK_TABLES[2].name;
    Rules { block_out: true, attack: if sends { rules.attack } else { Rules::GUIDELINE.attack }, ..rules }
}

/// A random seed.
pub fn any_seed() -> Seed {
    Seed(RandomState::new().build_hasher().finish() % SEEDS)
}

impl Default for NewGame {
    fn default() -> NewGame {
        NewGame::of(&Setup::default())
    }
}

impl NewGame {
    /// Games like the one from this set-up, with its seed.
    pub fn of(setup: &Setup) -> NewGame {
        NewGame {
            mode: setup.mode,
            rules: setup.rules,
            handling: setup.handling,
            randomizer: setup.randomizer,
            seed: Some(setup.seed),
            queue: setup.queue.clone(),
            blocks: setup.blocks,
            opponent: None,
            gravity: true,
        }
    }

    /// What the player would play in a mode: what was chosen for it last, or its preset. A duel is played by the rules of today
    /// unless the player has rules of his own.
    pub fn in_mode(mode: Mode, preferences: &Preferences) -> NewGame {
        let setup = &preferences.setup;
        let is_duel = mode.name == Mode::VERSUS.name;
        let rules = if is_duel && setup.rules == Rules::GUIDELINE { Rules::MODERN } else { setup.rules };
        NewGame {
            mode: if setup.mode.name == mode.name { setup.mode } else { mode },
            rules: for_people(rules),
            handling: setup.handling,
            seed: None,
            opponent: is_duel.then(|| OpponentChoice::of(preferences)),
            gravity: !mode.undo || preferences.zen_gravity,
            ..NewGame::default()
        }
    }

    /// Keeps what was chosen for the next time.
    pub fn remember(&self, preferences: &mut Preferences) {
        preferences.setup.mode = self.mode;
        if let Some(OpponentChoice { agent, speed }) = &self.opponent {
            (preferences.opponent, preferences.opponent_speed) = (agent.clone(), *speed);
        }
        if self.mode.undo {
            preferences.zen_gravity = self.gravity;
        }
    }

    /// The set-up of the next game.
    pub fn setup(&self) -> Setup {
        let mut rules = self.rules;
        if !self.gravity {
            // Only Hard Drop locks: there is all the time in the world.
            (rules.fall, rules.lock_delay) = (Fall::Never, NEVER);
        }
        Setup {
            rules,
            mode: self.mode,
            handling: self.handling,
            seed: self.seed.unwrap_or_else(any_seed),
            randomizer: self.randomizer,
            queue: self.queue.clone(),
            blocks: self.blocks,
            ..Setup::default()
        }
    }

    /// Every reason why there can be no such game, in a sentence.
    pub fn check(&self) -> Result<(), SetupError> {
        let problems = self.setup().problems();
        if problems.is_empty() { Ok(()) } else { Err(SetupError { problems }) }
    }
}

/// The name of a mode with what makes it special: `Sprint 40`, `Ultra 2:00`.
pub fn title(mode: &Mode, texts: &Texts) -> String {
    let name = texts.mode(mode).0;
    match (mode.line_limit, mode.time_limit) {
        (Some(lines), _) => format!("{name} {lines}"),
        (None, Some(time)) => format!("{name} {}:{:02}", time / (60 * SECOND), time / SECOND % 60),
        (None, None) if mode.goal == Goal::Variable => format!("{name} ({})", texts.modes.variable),
        (None, None) => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_have_short_titles() {
        for (agent, title) in [("bcts", "bcts 2/s"), ("bot:/home/ada/mine.toml", "bot:mine 2/s")] {
            assert_eq!(OpponentChoice { agent: agent.to_string(), speed: 2.0 }.title(), title);
        }
    }
}
