//! All games: a list with filters, and what can be done with one of them.

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_engine::{MODES, Mode};
use tetrolab_records::{Ending, Filter, GameRecord, PlayedBy};

use super::source::{Source, encode};
use super::stored::players;
use super::{read, texts};
use crate::house::House;
use crate::refusal::{Refusal, no_mode};
use tetrolab_inputs::bot_name;
use tetrolab_sessions::history::{document, rate, result, table_title};
use tetrolab_sessions::texts::Texts;

/// The most games of one answer.
const MOST: u32 = 200;

/// Which games are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    language: String,
    mode: Option<String>,
    player: Option<String>,
    /// `person` or `agent`.
    by: Option<String>,
    /// `won` or `lost`.
    ending: Option<String>,
    /// How many newer ones are left out.
    #[serde(default)]
    first: u32,
    limit: u32,
}

impl Question {
    fn filter(&self) -> Result<Filter, Refusal> {
        let mode = self
            .mode
            .as_ref()
            .map(|name| Mode::named(name).map(|mode| mode.name.to_string()).ok_or_else(|| no_mode(name)));
        let played_by = match self.by.as_deref() {
            None => PlayedBy::Anyone,
            Some("person") => PlayedBy::Person,
            Some("agent") => PlayedBy::AnyAgent,
            Some(other) => return Err(no_filter(other)),
        };
        let ending = match self.ending.as_deref() {
            None => None,
            Some("won") => Some(Ending::Won),
            Some("lost") => Some(Ending::Lost),
            Some(other) => return Err(no_filter(other)),
        };
        Ok(Filter { player: self.player.clone(), mode: mode.transpose()?, played_by, ending, ..Filter::default() })
    }
}

/// Games cannot be chosen by this word.
fn no_filter(value: &str) -> Refusal {
    let value = value.to_string();
    Refusal::new(move |texts| texts.refused.filter.with(&[("value", &value)]))
}

/// Games, the newest first, how many there are, and what they can be filtered by.
pub fn list(house: &House, with: Value) -> Result<Value> {
    let question: Question = read(with)?;
    let filter = question.filter()?;
    if !(1..=MOST).contains(&question.limit) {
        bail!("at most {MOST} games are listed at once, and at least one");
    }
    let texts = texts(&question.language);
    let (games, total, all, players) = house.with_records(|records| {
        let games = records.games(&filter, question.limit, question.first)?;
        let (total, all) = (records.count(&filter)?, records.count(&Filter::default())?);
        Ok((games, total, all, players(records)?))
    })?;
    Ok(json!({
        "games": games.iter().map(|game| listed(game, texts)).collect::<Vec<_>>(),
        "total": total,
        "all": all,
        "players": players,
        "modes": MODES.map(|mode| json!([mode.name, texts.mode(&mode).0])),
    }))
}

/// A game with the texts that stand in a list.
pub fn listed(game: &GameRecord, texts: &Texts) -> Value {
    let mut listed = document(game);
    listed["title"] = table_title(&game.table, texts).into();
    listed["by"] = game.agent.as_deref().map_or_else(|| game.player.clone(), bot_name::short).into();
    listed["result"] = result(game).into();
    listed["ending"] = game.ending().map(Ending::name).into();
    listed["pieces_per_second"] = rate(game.counts.pieces_per_second()).into();
    listed["faults_per_piece"] = rate(game.counts.faults_per_piece()).into();
    listed
}

/// One game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    language: String,
    id: i64,
}

/// Takes a game out, with its replay.
pub fn delete(house: &House, with: Value) -> Result<Value> {
    let One { language, id } = read(with)?;
    let texts = texts(&language);
    house.with_records(|records| Ok(records.delete(id)?))?;
    Ok(json!({ "said": texts.games.deleted.with(&[("id", &id)]) }))
}

/// Which replay is wanted as a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    id: Option<i64>,
    #[serde(default)]
    demo: bool,
}

/// The replay of a game, as the bytes of a file and a name for it.
pub fn file(house: &House, with: Value) -> Result<Value> {
    let Wanted { id, demo } = read(with)?;
    let recording = Source::new(id, None, demo)?.open(house)?;
    let name = id.map_or_else(|| "tetrolab-demo.replay".to_string(), |id| format!("tetrolab-{id}.replay"));
    Ok(json!({ "name": name, "bytes": encode(&recording.replay.to_bytes()) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(with: Value) -> Result<Filter> {
        Ok(read::<Question>(with)?.filter()?)
    }

    #[test]
    fn questions_become_filters() {
        let with =
            json!({ "language": "en", "limit": 5, "mode": "sprint", "by": "agent", "ending": "lost", "player": "Ada" });
        let expected = Filter {
            player: Some("Ada".to_string()),
            mode: Some("sprint".to_string()),
            played_by: PlayedBy::AnyAgent,
            ending: Some(Ending::Lost),
            ..Filter::default()
        };
        assert_eq!(filter(with).unwrap(), expected);
        assert_eq!(filter(json!({ "language": "en", "limit": 5 })).unwrap(), Filter::default());
    }

    #[test]
    fn other_questions_are_refused_in_a_sentence() {
        for (with, sentence) in [
            (json!({ "language": "en", "limit": 5, "mode": "chess" }), "There is no mode “chess”."),
            (json!({ "language": "en", "limit": 5, "by": "me" }), "Games cannot be chosen by “me”."),
            (json!({ "language": "en", "limit": 5, "ending": "draw" }), "Games cannot be chosen by “draw”."),
        ] {
            assert_eq!(filter(with).unwrap_err().to_string(), sentence);
        }
        assert!(filter(json!({ "language": "en", "limit": 5, "path": "/etc" })).is_err());
    }
}
