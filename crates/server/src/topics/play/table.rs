//! A game at a page, and all that belongs to it.

use std::future::pending;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tetrolab_engine::{Act, Button, End, Event, EventKind, MILLISECOND, SECOND, Time};
use tokio::task::block_in_place;

use super::super::assistant::Assistant;
use super::super::{read, texts};
use super::question::{Begun, Question};
use crate::house::House;
use crate::outbox::Line;
use crate::picture::{Known, Picture};
use crate::refusal::sentence;
use tetrolab_sessions::play::{Coach, Entries, NewGame, Session, Standing, ending_of, results, store, title};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Texts;

/// A page that was silent for longer has stood still; its game has too.
const LONGEST_STEP: Time = 10 * SECOND;

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
pub struct Frame<'a> {
    /// The time of the game, in milliseconds.
    time: f64,
    #[serde(flatten)]
    picture: Picture,
    entries: Vec<(String, String)>,
    /// What is worth saying about what just happened.
    said: Vec<String>,
    /// What happened, for sounds and screen readers.
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

/// A game, and all that belongs to it.
pub struct Table {
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
    pub fn new(house: &House, question: &Question) -> Result<Table> {
        let preferences = house.preferences();
        let Begun { choice, setup, session } = question.begin(house, &preferences)?;
        let standing = house.with_records(|records| Ok(Standing::of(&setup, choice.opponent.as_ref(), Some(records))));
        let standing = standing.unwrap_or_else(|_| Standing::of(&setup, choice.opponent.as_ref(), None));
        let texts = texts(&question.language);
        Ok(Table {
            texts,
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
    pub fn opening(&self) -> Value {
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

    pub fn hear(&mut self, heard: Value, house: &House, line: &Line) -> Result<()> {
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
                let damaged = stored.damaged.map(|copy| copy.to_string());
                (damaged.or(rank), Some(stored.id))
            }
            Err(error) => (Some(texts.not_kept.with(&[("reason", &sentence(&error, self.texts))])), None),
        }
    }

    /// A game from which pieces can be taken back is finished when it is left.
    pub fn leave(&mut self, house: &House) {
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
    pub fn ask(&mut self) {
        if let Some(assistant) = &mut self.assistant {
            assistant.watch(self.session.game());
        }
    }

    /// Waits for the assistant, if it thinks.
    pub async fn thought(&mut self) {
        match &mut self.assistant {
            Some(assistant) => assistant.thought().await,
            None => pending().await,
        }
        self.ask();
    }

    pub fn frame(&mut self) -> Frame<'_> {
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

/// What an event is called, if it is reported.
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
