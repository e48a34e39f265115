//! What clients can ask for: one table.

mod agents;
mod ask;
mod assistant;
mod games;
mod hello;
mod modes;
mod play;
mod replay;
mod runs;
mod scores;
mod settings;
mod source;
mod stored;
mod watch;

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;

use anyhow::{Context, Result};
use futures_util::FutureExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::budget::{LARGEST_MESSAGE, LARGEST_REMARK};
use super::house::House;
use super::outbox::Line;
use super::refusal::sentence;
use super::turns::{Effort, Queue};
use tetrolab_sessions::texts::{Language, Texts};

/// Something that a client can ask for.
pub struct Topic {
    /// Its name in messages.
    name: &'static str,
    kind: Kind,
}

/// How it is answered.
enum Kind {
    /// At once.
    Known(Answer),
    /// Quickly, on a thread of its own.
    Quick(Answer),
    /// After some thought, on a thread of its own.
    Answer(Answer),
    /// By a conversation.
    Talk(Talk),
    /// By a conversation with a player, where nothing may be late.
    Urgent(Talk),
}

type Answer = fn(&House, Value) -> Result<Value>;
type Talk = fn(Call) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A question, and how to go on from there.
pub struct Call {
    /// What all clients share.
    pub house: Arc<House>,
    /// What is asked, exactly.
    pub with: Value,
    /// The way back.
    pub line: Line,
    /// Where the client waits for its turn.
    pub queue: Queue,
    /// What the client says later. When it has nothing more to say, it is gone, and so is the reason to go on.
    pub inbox: mpsc::Receiver<Value>,
    /// The language of the client.
    pub language: Language,
}

/// All of them.
static TOPICS: &[Topic] = &[
    Topic { name: "hello", kind: Kind::Known(hello::answer) },
    Topic { name: "settings", kind: Kind::Quick(settings::list) },
    Topic { name: "set", kind: Kind::Answer(settings::change) },
    Topic { name: "modes", kind: Kind::Quick(modes::list) },
    Topic { name: "games", kind: Kind::Answer(games::list) },
    Topic { name: "game.delete", kind: Kind::Answer(games::delete) },
    Topic { name: "game.file", kind: Kind::Answer(games::file) },
    Topic { name: "scores", kind: Kind::Answer(scores::best) },
    Topic { name: "statistics", kind: Kind::Answer(scores::statistics) },
    Topic { name: "replay", kind: Kind::Talk(|call| replay::replay(call).boxed()) },
    Topic { name: "agents", kind: Kind::Quick(agents::list) },
    Topic { name: "runs", kind: Kind::Answer(runs::list) },
    Topic { name: "run.start", kind: Kind::Answer(runs::start) },
    Topic { name: "run.stop", kind: Kind::Answer(runs::stop) },
    Topic { name: "run.resume", kind: Kind::Answer(runs::resume) },
    Topic { name: "run.delete", kind: Kind::Answer(runs::delete) },
    Topic { name: "run.follow", kind: Kind::Talk(|call| runs::follow(call).boxed()) },
    Topic { name: "ask", kind: Kind::Answer(ask::answer) },
    Topic { name: "ask-long", kind: Kind::Talk(|call| ask::talk(call).boxed()) },
    Topic { name: "play", kind: Kind::Urgent(|call| play::play(call).boxed()) },
    Topic { name: "watch", kind: Kind::Talk(|call| watch::watch(call).boxed()) },
];

impl Topic {
    /// The one with this name.
    pub fn named(name: &str) -> Option<&'static Topic> {
        TOPICS.iter().find(|topic| topic.name == name)
    }

    /// How long a question about it may be, in bytes. Only those that bring a replay along are long.
    pub fn largest(&self) -> usize {
        if matches!(self.name, "play" | "replay") { LARGEST_MESSAGE } else { LARGEST_REMARK }
    }

    /// Whether a player waits for it.
    pub fn is_urgent(&self) -> bool {
        matches!(self.kind, Kind::Urgent(_))
    }

    /// Whether it goes on aside, where it may be late.
    pub fn is_aside(&self) -> bool {
        matches!(self.kind, Kind::Talk(_))
    }
}

/// Reads what is asked.
///
/// # Errors
/// A sentence that says what is missing or unknown.
pub fn read<T: DeserializeOwned>(with: Value) -> Result<T> {
    // Nothing at all is a question without details.
    let with = if with.is_null() { Value::Object(serde_json::Map::new()) } else { with };
    serde_json::from_value(with).context("the question is not understood")
}

/// The language with this code, English if it is none of ours.
pub fn language(code: &str) -> Language {
    code.parse().unwrap_or(Language::English)
}

/// The texts of a language, English if it is none of ours.
pub fn texts(code: &str) -> &'static Texts {
    language(code).texts()
}

/// Holds a conversation to its end. A panic ends this conversation and no other.
pub async fn converse(topic: &'static Topic, call: Call) {
    let (line, texts) = (call.line.clone(), call.language.texts());
    let result = match topic.kind {
        Kind::Known(answer) => {
            let Call { house, with, .. } = call;
            let answered = catch_unwind(AssertUnwindSafe(|| answer(&house, with)));
            answered.map(|answered| answered.map(|answer| line.answer(&answer))).map_err(drop)
        }
        Kind::Quick(answer) => answered(answer, Effort::Quick, call).await,
        Kind::Answer(answer) => answered(answer, Effort::Thought, call).await,
        Kind::Talk(talk) | Kind::Urgent(talk) => {
            let talked = AssertUnwindSafe(talk(call)).catch_unwind().await;
            talked.map(|talked| talked.map(|()| line.end())).map_err(drop)
        }
    };
    match result {
        Ok(Ok(())) => {}
        Ok(Err(error)) => line.refuse(&sentence(&error, texts)),
        Err(()) => line.refuse(&texts.refused.fault.with(&[("what", &topic.name)])),
    }
}

/// Answers a question when it is its turn. An error without a reason is a panic.
async fn answered(answer: Answer, effort: Effort, call: Call) -> Result<Result<()>, ()> {
    let Call { house, with, line, queue, .. } = call;
    // A client that is gone is not answered.
    let Some(turn) = queue.turn(effort).await else { return Ok(Ok(())) };
    let work = move || {
        // The turn lasts as long as the work, even if the client does not wait for it any more.
        let answered = answer(&house, with).map(|answer| line.answer(&answer));
        drop(turn);
        answered
    };
    spawn_blocking(work).await.map_err(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_a_name_of_its_own() {
        for (index, topic) in TOPICS.iter().enumerate() {
            assert!(TOPICS[..index].iter().all(|other| other.name != topic.name), "{}", topic.name);
        }
    }
}
