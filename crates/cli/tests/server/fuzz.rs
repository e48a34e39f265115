//! Questions about every topic with random and changed details, and random remarks in the conversations that come of them.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::page_server::Server;
use serde_json::{Map, Value, json};
use tempfile::tempdir;
use tetrolab_engine::{Random, Seed, Stream};

/// The table of topics, from which their names are taken.
const TABLE: &str = include_str!("../../../server/src/topics.rs");
/// Questions about each topic.
const ROUNDS: u32 = 150;
/// Conversations with one client before there is a new one.
const ROUNDS_OF_ONE: u32 = 6;

/// Topics that need a stored game, or a run that stands as they want it.
const NEED_MORE: [&str; 4] = ["game.delete", "run.stop", "run.resume", "run.delete"];

/// The names of all topics.
fn topics() -> Vec<&'static str> {
    let table = TABLE.split_once("static TOPICS").unwrap().1.split_once("\n];").unwrap().0;
    table.split("name: \"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

/// A question about a topic that is understood, or nearly so.
fn real(topic: &str) -> Value {
    match topic {
        "set" => json!({ "language": "en", "section": "look", "name": "grid", "value": "on" }),
        "settings" | "modes" | "statistics" => json!({ "language": "pt" }),
        "scores" => json!({ "language": "en", "mode": "sprint", "limit": 5 }),
        "games" => {
            json!({ "language": "es", "mode": "sprint", "by": "agent", "ending": "won", "first": 0, "limit": 10 })
        }
        "game.delete" => json!({ "language": "en", "id": 1 }),
        "game.file" => json!({ "demo": true }),
        "replay" => json!({ "language": "en", "demo": true }),
        "run.start" => json!({ "kind": "train", "name": "a", "threads": 1, "options": {
            "size": "4x6", "population": 4, "games": 2, "generations": 2, "runs": 1, "judging-games": 2, "features": "bcts",
        } }),
        "run.stop" | "run.resume" | "run.delete" => json!({ "name": "a" }),
        "run.follow" => json!({ "name": "a", "look": { "figure": "fitness", "run": 1, "dark": true, "columns": 2 } }),
        "ask" => json!({ "question": "place", "options": { "board": "XX........", "piece": "T", "agent": "bcts" } }),
        "ask-long" => {
            json!({ "question": "pc", "seconds": 0.1, "options": { "pattern": "*p4", "board": "XXXX......" } })
        }
        "play" => json!({ "language": "en", "mode": "zen", "seed": 3, "level": 2, "gravity": true, "set": ["next=3"] }),
        "watch" => json!({
            "language": "en", "agents": ["bcts", "random"], "game": "research", "size": "10x20", "seed": 7, "speed": 3,
            "explain": true, "focus": 1,
        }),
        _ => json!({}),
    }
}

/// What may be said in conversations.
fn remarks() -> Vec<Value> {
    vec![
        json!({ "at": 100.5, "press": "left", "hint": true }),
        json!({ "at": 9e99, "undo": true, "pause": true }),
        json!({ "speed": 10, "pause": false, "step": 2, "explain": true, "focus": 0 }),
        json!({ "step": -3 }),
        json!({ "piece": 2 }),
        json!({ "figure": "paths", "run": 2, "dark": false, "columns": 1 }),
        json!({ "stop": true }),
    ]
}

fn below(random: &mut Random, count: usize) -> usize {
    random.below(count as u32) as usize
}

/// Anything that JSON can be.
fn anything(random: &mut Random, depth: u32) -> Value {
    let texts =
        ["", "en", "a", "../a", "/etc/passwd", "bot:x", "run:a", "T", "10x20", "é\u{202e}\0\"'", "((((", "1e999"];
    let numbers = [0.0, -1.0, 0.5, 1e300, -1e-300, 4_294_967_296.0, 1e6];
    match random.below(if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2 => numbers[below(random, numbers.len())].into(),
        3 => [0_i64, 1, -1, 255, 65_536, i64::MAX, i64::MIN][below(random, 7)].into(),
        4 => texts[below(random, texts.len())].into(),
        5 => texts[below(random, texts.len())].repeat(1 + below(random, 500)).into(),
        6 => (0..random.below(4)).map(|_| anything(random, depth - 1)).collect(),
        _ => {
            let names = ["language", "id", "name", "options", "with", "x"];
            let entry =
                |random: &mut Random| (names[below(random, names.len())].to_string(), anything(random, depth - 1));
            Value::Object((0..random.below(4)).map(|_| entry(random)).collect::<Map<_, _>>())
        }
    }
}

/// Changes something somewhere.
fn change(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(entries) if !entries.is_empty() && random.below(8) > 0 => {
            let name = entries.keys().nth(below(random, entries.len())).unwrap().clone();
            match random.below(6) {
                0 => drop(entries.remove(&name)),
                1 => drop(entries.insert(format!("{name}x"), anything(random, 1))),
                _ => change(&mut entries[&name], random),
            }
        }
        Value::Array(items) if !items.is_empty() && random.below(4) > 0 => {
            let place = below(random, items.len());
            change(&mut items[place], random);
        }
        other => *other = anything(random, 2),
    }
}

/// The names of everything that lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Each question gets an answer or a sentence, the server lives, and another client notices nothing.
#[test]
fn every_topic_takes_anything() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut other = server.client();
    let mut random = Random::new(Seed(21), 0, Stream::Tests);
    let topics = topics();
    assert!(topics.len() > 15 && topics.contains(&"play"), "{topics:?}");
    for topic in topics {
        let mut client = server.client();
        for round in 0..ROUNDS {
            if round % ROUNDS_OF_ONE == 0 {
                client = server.client();
            }
            if topic.starts_with("run.") && topic != "run.start" {
                // There is a run to talk about; it is refused where it is there already.
                let _ = other.ask("run.start", real("run.start"));
            }
            let mut with = real(topic);
            for _ in 0..round.min(3) {
                change(&mut with, &mut random);
            }
            let id = client.begin(topic, with.clone());
            let heard = client.of(id);
            let is_understood = round > 0 || NEED_MORE.contains(&topic) || heard.get("error").is_none();
            assert!(is_understood, "{topic} {with}: {heard}");
            if let Some(error) = heard.get("error") {
                let error = error.as_str().unwrap();
                assert!(!error.is_empty() && error.chars().count() < 1000, "{topic} {with}: {error}");
                assert!(!error.contains("went wrong inside"), "{topic} {with}: {error}");
            }
            for _ in 0..3 {
                let said = remarks();
                let mut remark = said[below(&mut random, said.len())].clone();
                change(&mut remark, &mut random);
                client.say(id, &remark);
            }
            client.send(&json!({ "close": id }).to_string());
        }
        assert!(client.ask("hello", Value::Null).is_ok(), "{topic}");
        assert!(other.ask("hello", Value::Null).is_ok(), "{topic}");
    }
    // Nothing was written anywhere else.
    assert!(
        names(folder.path()).iter().all(|name| ["config", "data"].contains(&name.as_str())),
        "{:?}",
        names(folder.path())
    );
    let (status, errors) = server.end();
    assert!(status.success() && !errors.contains("panicked"), "{errors}");
}
