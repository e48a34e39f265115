//! A game that somebody plays. The page has the clock: whatever it says carries its own time, so how long messages take changes
//! nothing.

use std::future::pending;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tetrolab_agents::Lookahead;
use tetrolab_engine::{
    Act, Blocks, Button, End, Event, EventKind, MILLISECOND, Mode, SECOND, Setup, Size, Time, setting,
};
use tokio::task::block_in_place;

use super::assistant::Assistant;
use super::source::Source;
use super::{Call, read, replay, texts};
use crate::commands::board::drawn;
use crate::commands::table::What;
use crate::play::{
    Coach, Entries, NewGame, Opponent, OpponentChoice, Session, Standing, ending_of, results, store, title, words,
};
use crate::preferences::Preferences;
use crate::server::agents;
use crate::server::house::House;
use crate::server::outbox::Line;
use crate::server::picture::{Known, Picture};
use crate::server::refusal::{Place, Refusal, no_mode, of_setting, of_words, sentence};
use crate::texts::Texts;

/// A page that was silent for longer has stood still; its game has too.
const LONGEST_STEP: Time = 10 * SECOND;
/// How long a page may be silent before a game that can be left is.
const SILENCE: Duration = Duration::from_secs(24 * 3600);

/// What is to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    language: String,
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
    /// Whether it is what is played the next time too.
    #[serde(default)]
    remember: bool,
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
    what: What,
}

impl Question {
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
                bail!(Refusal::new(move |texts| texts.refused.replay_mode.with(&[("mode", &words(&mode, texts).0)])))
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

/// What a page says while a game is played. The time is that of the game, in milliseconds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heard {
    at: f64,
    press: Option<String>,
    release: Option<String>,
    /// Takes the last piece back.
    #[serde(default)]
    undo: bool,
    /// Asks the assistant, or not any more.
    hint: Option<bool>,
    /// Everything is let go.
    #[serde(default)]
    pause: bool,
}

/// What a page is told.
#[derive(Debug, Serialize)]
struct Frame<'a> {
    /// The time of the game, in milliseconds.
    time: f64,
    #[serde(flatten)]
    picture: Picture,
    entries: Vec<(String, String)>,
    /// What is worth saying about what just happened.
    said: Vec<String>,
    /// What happened, for sounds and for those who listen.
    events: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'a Value>,
    /// The page stood still for too long; the clock goes on from here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stalled: bool,
}

/// Plays a game with a page.
pub async fn play(call: Call) -> Result<()> {
    let Call { house, with, line, mut inbox, .. } = call;
    let question: Question = read(with)?;
    // Records are read and written on the way, which may take a moment.
    let mut table = block_in_place(|| Table::new(&house, &question))?;
    line.answer(&table.opening());
    line.say(&table.frame());
    loop {
        tokio::select! {
            heard = tokio::time::timeout(SILENCE, inbox.recv()) => {
                let Ok(Some(heard)) = heard else { break };
                table.hear(heard, &house, &line)?;
                // Whatever waits is heard before the next picture.
                while let Ok(heard) = inbox.try_recv() {
                    table.hear(heard, &house, &line)?;
                }
                table.ask();
                line.say(&table.frame());
            }
            () = table.thought() => line.say(&table.frame()),
        }
    }
    block_in_place(|| table.leave(&house));
    Ok(())
}

/// A game, and all that belongs to it.
struct Table {
    texts: &'static Texts,
    preferences: Preferences,
    choice: NewGame,
    session: Session,
    standing: Standing,
    known: Known,
    known_other: Known,
    events: Vec<&'static str>,
    over: Option<Value>,
    is_stored: bool,
    stalled: bool,
    assistant: Option<Assistant>,
}

impl Table {
    /// A new game, or one that was taken over.
    fn new(house: &House, question: &Question) -> Result<Table> {
        let preferences = house.preferences();
        let (choice, setup, session) = match &question.from {
            Some(from) => {
                let (choice, session) = question.taken_over(from, house)?;
                let setup = choice.setup();
                (choice, setup, session)
            }
            None => {
                let choice = question.game(&preferences)?;
                let setup = choice.setup();
                let opponent = choice.opponent.clone();
                let opponent =
                    opponent.map(|opponent| self::opponent(opponent, &setup, &preferences, house)).transpose()?;
                let session = Session::new(setup.clone(), opponent)?;
                if question.remember {
                    remember(&choice, house)?;
                }
                (choice, setup, session)
            }
        };
        let standing = house.with_records(|records| Ok(Standing::of(&setup, choice.opponent.as_ref(), Some(records))));
        let standing = standing.unwrap_or_else(|_| Standing::of(&setup, choice.opponent.as_ref(), None));
        Ok(Table {
            texts: texts(&question.language),
            preferences,
            choice,
            session,
            standing,
            known: Known::default(),
            known_other: Known::default(),
            events: Vec::new(),
            over: None,
            is_stored: false,
            stalled: false,
            assistant: None,
        })
    }

    /// What does not change during a game.
    fn opening(&self) -> Value {
        let game = self.session.game();
        json!({
            "title": title(game.mode(), self.texts),
            "rules": self.texts.value_of(game.rules().name),
            "seed": game.seed().0,
            "countdown": self.preferences.countdown,
            "can_undo": game.mode().undo,
            "hold": game.rules().hold,
            "player": self.preferences.player,
        })
    }

    fn hear(&mut self, heard: Value, house: &House, line: &Line) -> Result<()> {
        let heard: Heard = read(heard)?;
        let button = |name: &Option<String>| {
            let find = |name: &String| Button::from_name(name).with_context(|| format!("there is no button {name:?}"));
            name.as_ref().map(find).transpose()
        };
        let (press, release) = (button(&heard.press)?, button(&heard.release)?);
        let at = (heard.at.max(0.0) * MILLISECOND as f64).round() as Time;
        let clock = self.session.game().clock();
        self.stalled = at > clock + LONGEST_STEP && !self.session.game().is_over();
        if !self.stalled && !self.session.game().is_over() {
            let acts = [press.map(Act::Press), release.map(Act::Release)];
            let mut acts: Vec<Act> = acts.into_iter().flatten().collect();
            if acts.is_empty() {
                acts.push(Act::Wait);
            }
            for act in acts {
                let events = self.session.act(at, act);
                self.events.extend(events.iter().filter_map(heard_of));
            }
            if heard.pause {
                self.session.release_all(at);
            }
        }
        if heard.undo && self.can_undo() {
            self.session.act(self.session.game().clock(), Act::Undo);
            self.over = None;
            self.events.push("undo");
        }
        if let Some(is_wanted) = heard.hint {
            self.help(is_wanted, line);
        }
        if self.session.game().is_over() && self.over.is_none() {
            block_in_place(|| self.end(house));
        }
        Ok(())
    }

    /// Whether pieces can be taken back: not from a game that was won.
    fn can_undo(&self) -> bool {
        let game = self.session.game();
        game.mode().undo && game.end() != Some(End::Won) && !self.is_stored
    }

    /// The game is over: it is kept, unless its last piece can still be taken back.
    fn end(&mut self, house: &House) {
        let results = results(&self.session, self.texts);
        let end = self.session.game().end().map(End::name);
        let mut over = json!({ "title": ending_of(&self.session, self.texts), "end": end, "results": results });
        if !self.can_undo() {
            let (note, id) = self.keep(house);
            (over["note"], over["id"]) = (note.into(), id.into());
        }
        self.over = Some(over);
    }

    /// Puts the game into the records. Returns what is to be said of that, and its number there.
    fn keep(&mut self, house: &House) -> (Option<String>, Option<i64>) {
        self.is_stored = true;
        let texts = &self.texts.over;
        let stored = house.with_records(|records| Ok(store(&self.session, &self.preferences.player, records)?));
        match stored {
            Ok(stored) => {
                let rank = stored.rank.map(|rank| {
                    let words = if rank == 1 { &texts.new_best } else { &texts.rank };
                    words.with(&[("rank", &rank)])
                });
                let aside = stored.moved_aside.map(|aside| aside.to_string());
                (aside.or(rank), Some(stored.id))
            }
            Err(error) => (Some(texts.not_kept.with(&[("reason", &sentence(&error, self.texts))])), None),
        }
    }

    /// A game from which pieces can be taken back is finished when it is left.
    fn leave(&mut self, house: &House) {
        if self.can_undo() && self.session.game().statistics().pieces > 0 {
            self.keep(house);
        }
    }

    fn help(&mut self, is_wanted: bool, line: &Line) {
        self.assistant = None;
        if !is_wanted {
            return;
        }
        let coach = self.session.game().mode().perfect_clear_limit.map(|_| Coach::default());
        match Assistant::new(&self.preferences, &self.choice.setup(), coach) {
            Ok(assistant) => {
                self.assistant = Some(assistant);
                self.session.is_helped = true;
            }
            Err(error) => line.say(&json!({ "notice": sentence(&error, self.texts) })),
        }
    }

    /// Asks the assistant about the position.
    fn ask(&mut self) {
        if let Some(assistant) = &mut self.assistant {
            assistant.watch(self.session.game());
        }
    }

    /// Waits for the assistant, if it thinks.
    async fn thought(&mut self) {
        match &mut self.assistant {
            Some(assistant) => assistant.thought().await,
            None => pending().await,
        }
        self.ask();
    }

    fn frame(&mut self) -> Frame<'_> {
        let game = self.session.game();
        let hint = self.assistant.as_ref().and_then(|assistant| assistant.hint(game, &self.preferences, self.texts));
        let (best, rank) = (self.standing.best(), self.standing.rank(&self.session, self.texts));
        let entries = Entries {
            game,
            finesse: Some(self.session.finesse()),
            player: &self.preferences.player,
            best: best.as_deref(),
            rank: rank.as_deref(),
            is_duel: self.session.opponent().is_some(),
        };
        let other = self.session.opponent().map(|opponent| {
            json!({
                "name": opponent.choice().title(),
                "picture": self.known_other.news(Picture::of(opponent.game())),
            })
        });
        Frame {
            time: game.clock() as f64 / MILLISECOND as f64,
            picture: self.known.news(Picture::of(game)),
            entries: entries.list(self.texts),
            said: self.session.announcer().lines(game.now(), self.texts),
            events: std::mem::take(&mut self.events),
            hint,
            other,
            over: self.over.as_ref(),
            stalled: self.stalled,
        }
    }
}

/// Who plays against the player: whoever the settings name, or one of those whom a page can name.
fn opponent(choice: OpponentChoice, setup: &Setup, preferences: &Preferences, house: &House) -> Result<Opponent> {
    if choice.agent == preferences.opponent {
        return Opponent::new(choice, setup);
    }
    let adviser = agents::adviser(house, &choice.agent, setup, Lookahead::One)?;
    Opponent::advised(choice, adviser, setup)
}

/// What was chosen is what is played the next time. Learned players are known to the page alone.
fn remember(choice: &NewGame, house: &House) -> Result<()> {
    let is_known = |opponent: &OpponentChoice| !opponent.agent.starts_with(agents::LEARNED);
    let choice = NewGame { opponent: choice.opponent.clone().filter(is_known), ..choice.clone() };
    house.change(|preferences| {
        choice.remember(preferences);
        Ok(())
    })
}

/// What an event is called, if anybody wants to hear it.
fn heard_of(event: &Event) -> Option<&'static str> {
    Some(match event.kind {
        EventKind::Shifted { .. } => "shift",
        EventKind::Rotated { .. } => "rotate",
        EventKind::Held { .. } => "hold",
        EventKind::HardDropped { .. } => "drop",
        EventKind::Locked { .. } => "lock",
        EventKind::Cleared { lines: 4, .. } => "tetris",
        EventKind::Cleared { .. } => "clear",
        EventKind::LevelUp { .. } => "level",
        EventKind::Rose { .. } => "garbage",
        EventKind::Ended { end: End::Won | End::TimeUp } => "won",
        EventKind::Ended { .. } => "over",
        _ => return None,
    })
}
