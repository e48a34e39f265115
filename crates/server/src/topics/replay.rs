//! A replay that is watched. The page has the clock: it asks for moments, and the server plays to them.

mod reel;

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tetrolab_engine::{Button, MILLISECOND, Time};
use tokio::task::spawn_blocking;

use self::reel::{Mark, Reel, Stride};
use super::assistant::Assistant;
use super::source::Source;
use super::{Call, read, texts};
use crate::house::House;
use crate::outbox::Line;
use crate::picture::{Known, Picture};
use crate::refusal::sentence;
use crate::turns::Effort;
use tetrolab_sessions::history::refusal;
use tetrolab_sessions::play::{self, Entries, NewGame, OpponentChoice, Recording, Session, ending, title};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Texts;

/// How long a page may be silent.
const SILENCE: Duration = Duration::from_secs(24 * 3600);
/// The most events of an untrusted replay: a game of more than an hour.
const MOST_EVENTS_BROUGHT: usize = 250_000;
/// What may happen in a game that was played here.
const MOST_EVENTS: usize = 4_000_000;
/// No more clears are marked.
const MOST_MARKS: usize = 1000;
/// No step goes by more inputs or pieces.
const LONGEST_STRIDE: i32 = 100;

/// Which replay is watched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    language: String,
    /// A stored game.
    id: Option<i64>,
    /// A file, in base64.
    replay: Option<String>,
    /// The game that ships with the program.
    #[serde(default)]
    demo: bool,
}

/// What a page says while it watches; each message is one of these.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heard {
    /// A moment, in milliseconds.
    at: Option<f64>,
    /// Inputs to go by, backwards if negative.
    step: Option<i32>,
    /// Pieces to go by.
    piece: Option<i32>,
    /// Asks the assistant, or not any more.
    hint: Option<bool>,
}

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    At(Time),
    By(Stride, i32),
}

impl Heard {
    fn wish(&self) -> Result<Option<Wish>> {
        let stride = |stride: Stride, count: i32| match count.unsigned_abs() <= LONGEST_STRIDE.unsigned_abs() {
            true => Ok(Some(Wish::By(stride, count))),
            false => bail!("a step goes by at most {LONGEST_STRIDE}, not by {count}"),
        };
        match (self.at, self.step, self.piece) {
            (Some(at), None, None) => Ok(Some(Wish::At(moment(at)))),
            (None, Some(count), None) => stride(Stride::Input, count),
            (None, None, Some(count)) => stride(Stride::Piece, count),
            (None, None, None) => Ok(None),
            _ => bail!("a message has at, or step, or piece"),
        }
    }
}

/// A time of the page.
fn moment(milliseconds: f64) -> Time {
    (milliseconds.max(0.0) * MILLISECOND as f64).round() as Time
}

/// A time as the page counts it.
fn milliseconds(time: Time) -> f64 {
    time as f64 / MILLISECOND as f64
}

/// What a page is told.
#[derive(Debug, Serialize)]
struct Frame {
    /// The moment, in milliseconds.
    time: f64,
    #[serde(flatten)]
    picture: Picture,
    entries: Vec<(String, String)>,
    /// What is worth saying about what just happened.
    said: Vec<String>,
    /// The buttons that are down.
    down: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Value>,
    /// How the game ended, at its end.
    over: Option<String>,
}

/// Shows a replay to a page.
pub async fn replay(call: Call) -> Result<()> {
    let Call { house, with, line, queue, mut inbox, .. } = call;
    let Question { language, id, replay, demo } = read(with)?;
    let texts = texts(&language);
    let source = Source::new(id, replay.as_deref(), demo)?;
    let mut stage = {
        let Some(turn) = queue.turn(Effort::Thought).await else { return Ok(()) };
        let house = Arc::clone(&house);
        let open = move || {
            let stage = Stage::open(&house, &source, texts);
            drop(turn);
            stage
        };
        spawn_blocking(open).await??
    };
    let mut watcher = Watcher { preferences: house.preferences(), assistant: None, texts };
    line.answer(&stage.opening());
    line.say(&watcher.frame(&mut stage));
    loop {
        tokio::select! {
            heard = tokio::time::timeout(SILENCE, inbox.recv()) => {
                let Ok(Some(heard)) = heard else { break };
                let mut wishes = Vec::new();
                watcher.hear(heard, &stage, &mut wishes, &line)?;
                // Whatever waits is heard before the next picture.
                while let Ok(heard) = inbox.try_recv() {
                    watcher.hear(heard, &stage, &mut wishes, &line)?;
                }
                stage = spawn_blocking(move || stage.go(&wishes)).await??;
                watcher.ask(&stage);
                line.say(&watcher.frame(&mut stage));
            }
            () = watcher.thought() => {
                watcher.ask(&stage);
                line.say(&watcher.frame(&mut stage));
            }
        }
    }
    Ok(())
}

/// A replay as it is at a moment, to be played on.
///
/// # Errors
/// If there is no such replay, it is over there, or it is a duel whose other side was not recorded.
pub fn take_over(house: &House, source: &Source, at: f64, texts: &'static Texts) -> Result<(NewGame, Session)> {
    let stage = Stage::open(house, source, texts)?.go(&[Wish::At(moment(at))])?;
    let theirs = stage.opponent.as_ref().map(|(choice, theirs)| (choice, theirs.as_ref().map(Reel::playback)));
    play::take_over(stage.reel.playback(), theirs, texts)
}

/// A replay, the opponent's beside it, and what the page knows of them.
struct Stage {
    texts: &'static Texts,
    player: String,
    reel: Reel,
    opponent: Option<(OpponentChoice, Option<Reel>)>,
    known: Known,
    known_other: Known,
    /// What is wrong with it, although it can be shown.
    notice: Option<String>,
}

impl Stage {
    fn open(house: &House, source: &Source, texts: &'static Texts) -> Result<Stage> {
        let Recording { replay, player, opponent, fault } = source.open(house)?;
        let most = if source.is_foreign() { MOST_EVENTS_BROUGHT } else { MOST_EVENTS };
        let reel = Reel::new(replay, most)?;
        let opponent = match opponent {
            Some((choice, theirs)) => Some((choice, theirs.map(|theirs| Reel::new(theirs, most)).transpose()?)),
            None => None,
        };
        let notice = fault.map(|fault| refusal(&fault, texts));
        let (known, known_other) = (Known::default(), Known::default());
        Ok(Stage { texts, player, reel, opponent, known, known_other, notice })
    }

    /// What does not change.
    fn opening(&self) -> Value {
        let (game, texts) = (self.reel.game(), self.texts);
        let mark = |Mark { at, kind, name }: Mark| json!({ "at": milliseconds(at), "kind": kind, "name": name });
        json!({
            "title": title(game.mode(), texts),
            "mode": game.mode().name,
            "rules": texts.value_of(game.rules().name),
            "hold": game.rules().hold,
            "player": self.player,
            "opponent": self.opponent.as_ref().map(|(choice, _)| choice.title()),
            "length": milliseconds(self.reel.length()),
            "marks": self.reel.marks(MOST_MARKS, texts).into_iter().map(mark).collect::<Vec<_>>(),
            "difference": self.reel.difference().map(|_| &texts.refused.replay_different),
            "notice": self.notice,
        })
    }

    /// Goes where it is wanted, one after the other.
    fn go(mut self, wishes: &[Wish]) -> Result<Stage> {
        for &wish in wishes {
            match wish {
                Wish::At(at) => self.seek(at)?,
                Wish::By(stride, count) => {
                    for _ in 0..count.unsigned_abs() {
                        let Some(at) = self.reel.neighbour(stride, count > 0) else { break };
                        self.seek(at)?;
                    }
                }
            }
        }
        Ok(self)
    }

    fn seek(&mut self, to: Time) -> Result<()> {
        self.reel.seek(to)?;
        match &mut self.opponent {
            Some((_, Some(theirs))) => theirs.seek(to),
            _ => Ok(()),
        }
    }
}

/// Who watches: whose assistant is asked, and in which language.
struct Watcher {
    preferences: Preferences,
    assistant: Option<Assistant>,
    texts: &'static Texts,
}

impl Watcher {
    /// Adds what is wanted. Of several moments only the last one is.
    fn hear(&mut self, heard: Value, stage: &Stage, wishes: &mut Vec<Wish>, line: &Line) -> Result<()> {
        let heard: Heard = read(heard)?;
        if let Some(wish) = heard.wish()? {
            if let (Wish::At(_), Some(Wish::At(_))) = (wish, wishes.last()) {
                wishes.pop();
            }
            wishes.push(wish);
        }
        match heard.hint {
            Some(true) => match Assistant::new(&self.preferences, &stage.reel.playback().replay().setup, None) {
                Ok(assistant) => self.assistant = Some(assistant),
                Err(error) => line.say(&json!({ "notice": sentence(&error, self.texts) })),
            },
            Some(false) => self.assistant = None,
            None => {}
        }
        Ok(())
    }

    /// Asks the assistant about the moment.
    fn ask(&mut self, stage: &Stage) {
        if let Some(assistant) = &mut self.assistant {
            assistant.watch(stage.reel.game());
        }
    }

    /// Waits for the assistant, if it thinks.
    async fn thought(&mut self) {
        match &mut self.assistant {
            Some(assistant) => assistant.thought().await,
            None => pending().await,
        }
    }

    fn frame(&self, stage: &mut Stage) -> Frame {
        let (game, texts) = (stage.reel.game(), self.texts);
        let name = stage.opponent.as_ref().map(|(choice, _)| choice.title());
        let theirs = stage.opponent.as_ref().and_then(|(_, theirs)| theirs.as_ref());
        // An opponent whose game was not recorded is named beside the player.
        let player = match (&name, theirs) {
            (Some(name), None) => format!("{} - {name}", stage.player),
            _ => stage.player.clone(),
        };
        let finesse = stage.reel.finesse();
        let entries = Entries {
            game,
            finesse: Some(&finesse),
            player: &player,
            best: None,
            rank: None,
            is_duel: stage.opponent.is_some(),
        };
        let is_down = |button: &Button| game.is_down(*button);
        let is_at_end = game.clock() >= stage.reel.length();
        let other = theirs.zip(name).map(
            |(theirs, name)| json!({ "name": name, "picture": stage.known_other.news(Picture::of(theirs.game())) }),
        );
        Frame {
            time: milliseconds(game.clock()),
            // The player of an imported replay is unknown.
            entries: entries.list(texts).into_iter().filter(|(_, value)| !value.is_empty()).collect(),
            said: stage.reel.said(texts),
            down: Button::ALL.iter().filter(|button| is_down(button)).map(|button| button.name()).collect(),
            hint: self.assistant.as_ref().and_then(|assistant| assistant.hint(game, &self.preferences, texts)),
            other,
            over: game.end().filter(|_| is_at_end).map(|end| ending(end, texts).to_string()),
            picture: stage.known.news(Picture::of(game)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(with: Value) -> Result<Option<Wish>> {
        read::<Heard>(with)?.wish()
    }

    #[test]
    fn messages_are_wishes() {
        assert_eq!(wish(json!({ "at": 1.5 })).unwrap(), Some(Wish::At(1_500_000)));
        assert_eq!(wish(json!({ "at": -3 })).unwrap(), Some(Wish::At(0)));
        assert_eq!(wish(json!({ "step": -1 })).unwrap(), Some(Wish::By(Stride::Input, -1)));
        assert_eq!(wish(json!({ "piece": 2 })).unwrap(), Some(Wish::By(Stride::Piece, 2)));
        assert_eq!(wish(json!({ "hint": true })).unwrap(), None);
    }

    #[test]
    fn other_messages_are_refused() {
        for (with, sentence) in [
            (json!({ "at": 1, "step": 1 }), "a message has at, or step, or piece"),
            (json!({ "step": 101 }), "a step goes by at most 100, not by 101"),
            (json!({ "piece": i32::MIN }), "a step goes by at most 100, not by -2147483648"),
        ] {
            assert_eq!(wish(with).unwrap_err().to_string(), sentence);
        }
        assert!(wish(json!({ "speed": 2 })).is_err());
    }
}
