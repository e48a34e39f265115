//! What is to be played: a mode with its options, or a moment of a replay.

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde::Deserialize;
use tetrolab_agents::Lookahead;
use tetrolab_engine::{Blocks, Mode, Setup, Size, setting};

use super::super::source::Source;
use super::super::{replay, texts};
use crate::agents;
use crate::house::House;
use crate::refusal::{Place, Refusal, no_mode, of_setting, of_words};
use tetrolab_inputs::board::drawn;
use tetrolab_sessions::play::{GameOptions, NewGame, Opponent, OpponentChoice, Session};
use tetrolab_sessions::preferences::Preferences;

/// What is to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub language: String,
    /// It goes on from here; then everything else but the language is the replay's.
    from: Option<From>,
    mode: Option<String>,
    rules: Option<String>,
    level: Option<u8>,
    goal: Option<String>,
    seed: Option<u64>,
    queue: Option<String>,
    board: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    gravity: Option<bool>,
    opponent: Option<String>,
    opponent_speed: Option<f64>,
}

/// A moment of a replay, in milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    id: Option<i64>,
    replay: Option<String>,
    #[serde(default)]
    demo: bool,
    at: f64,
}

/// The words after a command that say what is played.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    what: GameOptions,
}

/// A game that begins, or goes on.
pub struct Begun {
    pub choice: NewGame,
    pub setup: Setup,
    pub session: Session,
}

impl Question {
    /// Begins what is to be played. That changes no setting: what an address says holds for one game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn begin(&self, house: &House, preferences: &Preferences) -> Result<Begun> {
        if let Some(from) = &self.from {
            let (choice, session) = self.taken_over(from, house)?;
            return Ok(Begun { setup: choice.setup(), choice, session });
        }
        let choice = self.game(preferences)?;
        let setup = choice.setup();
        let opponent = choice.opponent.clone();
        let opponent = opponent.map(|opponent| self::opponent(opponent, &setup, preferences, house)).transpose()?;
        let session = Session::new(setup.clone(), opponent)?;
        Ok(Begun { choice, setup, session })
    }

    fn game(&self, preferences: &Preferences) -> Result<NewGame> {
        let name = self.mode.as_ref().context("the mode is missing")?;
        let mode = Mode::named(name).ok_or_else(|| no_mode(name))?;
        for change in &self.set {
            check_setting(change)?;
        }
        let options = [
            ("rules", self.rules.clone()),
            ("level", self.level.map(|level| level.to_string())),
            ("goal", self.goal.clone()),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("queue", self.queue.clone()),
        ];
        let given = options.into_iter().filter_map(|(name, value)| value.map(|value| format!("--{name}={value}")));
        let words = given.chain(self.set.iter().map(|set| format!("--set={set}")));
        let words = Words::try_parse_from(words).map_err(|error| of_words(error, Place::Play))?;
        let mut game = words.what.game(mode, preferences)?;
        if let Some(choice) = &mut game.opponent {
            *choice = OpponentChoice {
                agent: self.opponent.clone().unwrap_or_else(|| choice.agent.clone()),
                speed: self.opponent_speed.unwrap_or(choice.speed),
            };
        }
        game.gravity = self.gravity.unwrap_or(game.gravity);
        if let Some(board) = &self.board {
            let blocks = blocks(board, game.rules.size).map_err(|error| {
                let reason = format!("{error:#}");
                Refusal::new(move |texts| texts.refused.board_picture.with(&[("reason", &reason)]))
            });
            game.blocks = Some(blocks?);
        }
        game.check().context("there is no such game")?;
        Ok(game)
    }

    /// The game that goes on from a moment of a replay.
    fn taken_over(&self, from: &From, house: &House) -> Result<(NewGame, Session)> {
        let is_bare = self.rules.is_none()
            && self.level.is_none()
            && self.goal.is_none()
            && self.seed.is_none()
            && self.queue.is_none()
            && self.board.is_none()
            && self.set.is_empty()
            && self.gravity.is_none()
            && self.opponent.is_none()
            && self.opponent_speed.is_none();
        if !is_bare {
            bail!("a game that goes on from a replay has everything from there");
        }
        let source = Source::new(from.id, from.replay.as_deref(), from.demo)?;
        let (choice, session) = replay::take_over(house, &source, from.at, texts(&self.language))?;
        match &self.mode {
            Some(mode) if mode != choice.mode.name => {
                let mode = choice.mode;
                bail!(Refusal::new(move |texts| texts.refused.replay_mode.with(&[("mode", &texts.mode(&mode).0)])))
            }
            _ => Ok((choice, session)),
        }
    }
}

/// The Blocks that a picture or fumen shows.
fn blocks(board: &str, size: Size) -> Result<Blocks> {
    let drawing = drawn("the picture", board)?;
    let picture = drawing.sized(Some(size.width), Some(size.height), size.buffer)?;
    drawing.blocks(&picture)
}

/// Checks a change of a setting, such as `next=3`.
fn check_setting(change: &str) -> Result<(), Refusal> {
    let (name, value) = change.split_once('=').unwrap_or((change, ""));
    let called = name.to_string();
    let setting =
        setting(name).ok_or_else(|| Refusal::new(move |texts| texts.refused.setting.with(&[("name", &called)])))?;
    (setting.set)(&mut Setup::default(), value).map_err(|_| of_setting(setting.name, value))
}

/// The opponent: the one of the settings, or one that a page can name.
fn opponent(choice: OpponentChoice, setup: &Setup, preferences: &Preferences, house: &House) -> Result<Opponent> {
    if choice.agent == preferences.opponent {
        return Opponent::new(choice, setup);
    }
    let adviser = agents::adviser(house, &choice.agent, setup, Lookahead::One)?;
    Opponent::advised(choice, adviser, setup)
}
