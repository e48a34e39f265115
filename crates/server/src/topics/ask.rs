//! Questions about a board: each is answered as the command with the same name answers it.

mod questions;
mod words;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use self::questions::{Answered, Question};
use self::words::Words;
use self::work::Work;
use super::{Call, read};
use crate::house::House;
use tetrolab_inputs::numbers::typed_time;

/// How long a long question may take if nothing is said, and at most, in seconds.
const USUAL: f64 = 10.0;
const LONGEST: f64 = 120.0;
/// How often it is looked whether there is something to say.
const TICK: Duration = Duration::from_millis(50);

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The name of the question.
    question: String,
    /// The options of its command, by their names.
    #[serde(default)]
    options: Map<String, Value>,
    /// How long it may take, for long questions.
    seconds: Option<f64>,
}

impl Asked {
    fn words(&self) -> Result<(&'static Question, Words)> {
        let question = Question::named(&self.question)?;
        Ok((question, Words::new(question.command, question.allowed(), &self.options)?))
    }

    fn limit(&self) -> Result<Duration> {
        let seconds = self.seconds.unwrap_or(USUAL);
        ensure!((0.1..=LONGEST).contains(&seconds), "a question may take from 0.1 to {LONGEST} seconds, not {seconds}");
        Ok(Duration::from_millis((seconds * 1000.0) as u64))
    }
}

/// Answers what takes well under a second, with the command that prints the same.
pub fn answer(house: &House, with: Value) -> Result<Value> {
    let asked: Asked = read(with)?;
    let (question, words) = asked.words()?;
    let Answered::Soon(answer) = question.answered else {
        bail!("{} takes long; it is asked with ask-long", question.name)
    };
    ensure!(asked.seconds.is_none(), "only long questions have \"seconds\"");
    let command = (!question.command.is_empty()).then(|| words.command());
    Ok(json!({ "command": command, "answer": answer(house, &words)? }))
}

/// Thinks about a question for seconds. The page hears how far it is, and may say `{"stop":true}`: then what is known is the answer.
pub async fn talk(call: Call) -> Result<()> {
    let Call { house, with, line, mut inbox, .. } = call;
    let asked: Asked = read(with)?;
    let (question, words) = asked.words()?;
    let Answered::Later(answer) = question.answered else {
        bail!("{} takes no time; it is asked with ask", question.name)
    };
    let limit = asked.limit()?;
    // The solver stops by itself, so that its answer says why.
    let stops_itself = question.allowed().any(|(name, _)| name == "time");
    ensure!(words.get("time").is_none(), "how long it may take is said with \"seconds\"");
    let words = if stops_itself { words.with("time", typed_time(limit)) } else { words };
    let permit = house.time_now_for_a_long_question();
    let is_waiting = permit.is_none();
    line.answer(&json!({ "command": words.command(), "seconds": limit.as_secs_f64(), "is_waiting": is_waiting }));
    let permit = match permit {
        Some(permit) => Some(permit),
        None => tokio::select! {
            permit = house.time_for_a_long_question() => permit,
            // The client is gone, or stops before the work has begun.
            _ = inbox.recv() => return Ok(()),
        },
    };
    if is_waiting {
        line.say(&json!({ "begun": true }));
    }
    let work = Arc::new(Work::default());
    let stopping = Stopping(Arc::clone(&work));
    let thinker = Arc::clone(&work);
    let mut thinking = spawn_blocking(move || {
        let answered = answer(&words, &thinker);
        // Frees the place for the next question, whether the client reads the answer or not.
        drop(permit);
        answered
    });
    let begun = Instant::now();
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_heard = true;
    loop {
        tokio::select! {
            answered = &mut thinking => {
                let answer = answered.map_err(|_| anyhow!("{} went wrong inside tetrolab; please report it", question.name))??;
                line.say(&json!({ "answer": answer }));
                drop(stopping);
                return Ok(());
            }
            heard = inbox.recv(), if is_heard => {
                is_heard = heard.is_some();
                work.end();
            }
            _ = ticks.tick() => {
                if !stops_itself && begun.elapsed() >= limit {
                    work.end();
                }
                if line.is_free() && let Some(news) = work.news() {
                    line.say(&json!({ "progress": news, "seconds": begun.elapsed().as_secs_f64() }));
                }
            }
        }
    }
}

/// Ends the work when the conversation is dropped.
struct Stopping(Arc<Work>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(value: Value) -> Result<Asked> {
        read(value)
    }

    #[test]
    fn questions_are_checked_before_anybody_thinks() {
        let place = asked(json!({ "question": "place", "options": { "piece": "T" } })).unwrap();
        assert_eq!(place.words().unwrap().1.command(), "tetrolab place --piece T");
        assert!(asked(json!({ "question": "place", "file": "x" })).is_err());
        let none = asked(json!({ "question": "cat" })).unwrap();
        assert!(none.words().unwrap_err().to_string().starts_with("there is no question \"cat\"; there are place"));
    }

    #[test]
    fn time_has_limits() {
        let limit = |seconds: Value| asked(json!({ "question": "pc", "seconds": seconds })).unwrap().limit();
        assert_eq!(limit(Value::Null).unwrap(), Duration::from_secs(10));
        assert_eq!(limit(json!(0.25)).unwrap(), Duration::from_millis(250));
        assert!(limit(json!(121)).is_err() && limit(json!(0)).is_err() && limit(json!(-1)).is_err());
    }
}
