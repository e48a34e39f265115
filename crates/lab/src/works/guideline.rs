//! What the guideline says in tables, as the timed game plays it.
//!
//! Everything here is a script that the engine plays without a clock; what is measured is read off the events, never off the tables
//! that the engine has. The script is kept with each cell: `tetrolab script` plays it again.

mod actions;
pub mod goals;
pub mod lock_down;
pub mod scoring;
pub mod speed;

use tetrolab_engine::{Event, EventKind, Game, SECOND, Script, Time, setting};

use crate::grid::{Better, Key, Measure, Statistic, Takes, Usual};

/// By which rules everything here is played.
const RULES: &str = "guideline rules of 2009, pieces given by the script";

/// The level at which something is played.
const LEVEL: Key = Key {
    name: "level",
    meaning: "the level at which the game begins",
    takes: Takes::Whole(1, tetrolab_engine::LAST_LEVEL as i64),
    usual: Usual::Whole(1),
};

/// A number that is always the same.
const fn exact(name: &'static str, unit: &'static str, meaning: &'static str) -> Measure {
    Measure { name, unit, meaning, statistic: Statistic::Exact, better: Better::Neither, is_timed: false }
}

/// What can be chosen for a setting of the game that is one of some words.
fn words(name: &str) -> Vec<&'static str> {
    setting(name).map(|setting| setting.values.split(", ").collect()).unwrap_or_default()
}

/// A game that has been played.
struct Played {
    game: Game,
    events: Vec<Event>,
}

/// Plays a script to its end.
fn play(script: &str) -> Result<Played, String> {
    let script: Script = script.parse().map_err(|error| format!("{error}"))?;
    let mut events = Vec::new();
    let game = script.play(|_, more| events.extend_from_slice(more)).map_err(|error| error.to_string())?;
    Ok(Played { game, events })
}

impl Played {
    /// When something of this kind happened first.
    fn first(&self, is_meant: impl Fn(&EventKind) -> bool) -> Option<Time> {
        self.events.iter().find(|event| is_meant(&event.kind)).map(|event| event.at)
    }

    /// What earned points by Lock Down: the points of each, in order.
    fn points(&self) -> Vec<u64> {
        let points = |event: &Event| match event.kind {
            EventKind::Cleared { points, .. } | EventKind::Rewarded { points, .. } => Some(points),
            _ => None,
        };
        self.events.iter().filter_map(points).collect()
    }
}

/// A time of the game in seconds.
fn seconds(time: Time) -> f64 {
    time as f64 / SECOND as f64
}
