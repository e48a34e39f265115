//! Replays and scores over a real socket: what is listed is what is stored, and any moment of a game can be shown and played on from.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::games;
use crate::page_server::{Client, Server};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};
use tetrolab_engine::{Block, MILLISECOND, Playback, Replay};
use tetrolab_records::{Filter, Records};

const DEMO: &[u8] = include_bytes!("../../../sessions/demo/sprint.replay");
/// The game against an agent in the records that [`games::fill`] makes.
const DUEL: i64 = 25;

fn records_file(folder: &Path) -> std::path::PathBuf {
    folder.join("data/tetrolab/records.db")
}

/// A server with games.
fn server() -> (TempDir, Server) {
    let folder = tempdir().unwrap();
    let file = records_file(folder.path());
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    games::fill(&file);
    let server = Server::start(folder.path());
    (folder, server)
}

fn list(client: &mut Client, filter: &Value) -> Value {
    let mut with = json!({ "language": "en", "limit": 100 });
    with.as_object_mut().unwrap().extend(filter.as_object().unwrap().clone());
    client.ask("games", with).unwrap()
}

/// Begins to watch a replay: the conversation, what is said of it, and the first picture.
fn watch(client: &mut Client, with: Value) -> (u64, Value, Value) {
    let id = client.begin("replay", with);
    let opening = client.of(id);
    assert!(opening.get("error").is_none(), "{opening}");
    (id, opening["ok"].clone(), client.of(id)["say"].clone())
}

fn frame(client: &mut Client, id: u64, with: &Value) -> Value {
    client.say(id, with);
    client.of(id)["say"].clone()
}

/// The rows of a game at a moment, as the page is told them.
fn rows_at(replay: &Replay, milliseconds: u64) -> Vec<String> {
    let mut playback = Playback::new(replay).unwrap();
    playback.seek(milliseconds * MILLISECOND).unwrap();
    let blocks = playback.game().blocks();
    let height = blocks.board().stack_height() as i8;
    let cell = |x, y| blocks.get(x, y).map_or('.', Block::letter);
    (0..height).map(|y| (0..10).map(|x| cell(x, y)).collect()).collect()
}

#[test]
fn games_are_listed_filtered_and_deleted() {
    let (folder, server) = server();
    let mut client = server.client();
    let all = list(&mut client, &json!({}));
    assert_eq!((&all["total"], &all["all"]), (&json!(28), &json!(28)));
    assert_eq!(all["players"], json!(["Ada", "Ada Augusta Lovelace", "Grace"]));
    assert_eq!(all["games"][0]["continued"], true);
    for (filter, total) in [
        (json!({ "mode": "versus" }), 1),
        (json!({ "by": "agent" }), 1),
        (json!({ "player": "Grace" }), 7),
        (json!({ "ending": "lost" }), 1),
        (json!({ "mode": "zen" }), 0),
    ] {
        let found = list(&mut client, &filter);
        assert_eq!((&found["total"], &found["all"]), (&json!(total), &json!(28)), "{filter}");
    }
    let page = client.ask("games", json!({ "language": "en", "first": 5, "limit": 2 })).unwrap();
    assert_eq!(page["games"].as_array().unwrap()[..], all["games"].as_array().unwrap()[5..7]);
    for (topic, with, sentence) in [
        (
            "games",
            json!({ "language": "en", "limit": 100_000 }),
            "at most 200 games are listed at once, and at least one",
        ),
        ("scores", json!({ "language": "en", "limit": 0 }), "a table has from 1 to 1000 places"),
        ("game.delete", json!({ "language": "en", "id": 99 }), "There is no stored game with this number."),
        ("game.file", json!({}), "a replay is named by its id, given as replay, or the demo: one of them"),
    ] {
        assert_eq!(client.ask(topic, with).unwrap_err(), sentence);
    }
    let said = client.ask("game.delete", json!({ "language": "es", "id": 1 })).unwrap();
    assert!(said["said"].as_str().unwrap().contains('1'));
    assert_eq!(list(&mut client, &json!({}))["total"], 27);
    let records = Records::open(records_file(folder.path())).unwrap();
    assert_eq!(records.count(&Filter::default()).unwrap(), 27);
}

#[test]
fn tables_and_statistics_are_those_of_the_terminal() {
    let (_folder, server) = server();
    let mut client = server.client();
    let scores = client.ask("scores", json!({ "language": "en", "limit": 5 })).unwrap();
    let tables = scores["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 3, "{scores}");
    let race = tables.iter().find(|table| table["games"] == 20).unwrap();
    assert_eq!((race["rows"].as_array().unwrap().len(), race["ids"].as_array().unwrap().len()), (5, 5));
    assert_eq!((&race["columns"][1], &race["rows"][0][0]), (&json!(["Time", true]), &json!("1")));
    let one = client.ask("scores", json!({ "language": "en", "limit": 5, "mode": "ultra" })).unwrap();
    assert_eq!(one["tables"].as_array().unwrap().len(), 1);
    assert_eq!(one["modes"], scores["modes"], "the other tables can still be chosen");
    let statistics = client.ask("statistics", json!({ "language": "pt" })).unwrap();
    assert_eq!((&statistics["rows"][0][1], &statistics["is_empty"]), (&json!("27"), &json!(false)));
    let nobody = client.ask("statistics", json!({ "language": "en", "player": "Nobody" })).unwrap();
    assert_eq!(nobody["is_empty"], true);
}

#[test]
fn any_moment_of_a_replay_is_shown() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let demo = Replay::from_bytes(DEMO).unwrap();
    let (id, opening, first) = watch(&mut client, json!({ "language": "en", "demo": true }));
    assert_eq!((&opening["title"], &opening["difference"]), (&json!("Sprint 40"), &Value::Null));
    let length = opening["length"].as_f64().unwrap();
    assert_eq!(length, demo.outcome.time as f64 / MILLISECOND as f64);
    assert_eq!((&first["time"], &first["rows"]), (&json!(0.0), &json!([])));
    for at in [20_000, 5_000, 40_000, 100] {
        let shown = frame(&mut client, id, &json!({ "at": at }));
        assert_eq!((&shown["time"], &shown["rows"]), (&json!(at as f64), &json!(rows_at(&demo, at))));
    }
    let piece = frame(&mut client, id, &json!({ "piece": 1 }));
    assert!(piece["time"].as_f64().unwrap() > 100.0);
    let back = frame(&mut client, id, &json!({ "step": -1 }));
    assert!(back["time"].as_f64().unwrap() < piece["time"].as_f64().unwrap());
    let end = frame(&mut client, id, &json!({ "at": 1e12 }));
    assert_eq!((&end["time"], &end["over"]), (&json!(length), &json!("Done")));
    client.say(id, &json!({ "at": 5000, "hint": true }));
    let advised = client.until(id, |said| said["hint"].is_object());
    assert!(advised["hint"]["placement"]["cells"].is_array());
    client.say(id, &json!({ "sideways": 1 }));
    assert!(client.of(id)["error"].as_str().unwrap().contains("sideways"));
}

#[test]
fn replays_are_brought_in_and_saved() {
    let (_folder, server) = server();
    let mut client = server.client();
    let saved = client.ask("game.file", json!({ "id": 3 })).unwrap();
    assert_eq!(saved["name"], "tetrolab-3.replay");
    let (_, opening, _) = watch(&mut client, json!({ "language": "en", "replay": saved["bytes"] }));
    assert_eq!(opening["difference"], Value::Null);
    let mut changed = Replay::from_bytes(DEMO).unwrap();
    changed.outcome.score += 1;
    let replay = BASE64_STANDARD.encode(changed.to_bytes());
    let (_, opening, _) = watch(&mut client, json!({ "language": "en", "replay": replay }));
    assert!(opening["difference"].as_str().unwrap().starts_with("This replay plays to another end"));
    for (bytes, sentence) in
        [(&b"PNG"[..], "This is not a tetrolab replay."), (&DEMO[..DEMO.len() - 1], "This replay is damaged.")]
    {
        let with = json!({ "language": "en", "replay": BASE64_STANDARD.encode(bytes) });
        assert_eq!(client.ask("replay", with).unwrap_err(), sentence);
    }
    let with = json!({ "language": "en", "id": 99 });
    assert_eq!(client.ask("replay", with).unwrap_err(), "There is no stored game with this number.");
}

#[test]
fn a_game_goes_on_from_a_moment_and_is_marked() {
    let (folder, server) = server();
    let mut client = server.client();
    let id = client.begin("play", json!({ "language": "en", "from": { "demo": true, "at": 20_000 } }));
    assert_eq!(client.of(id)["ok"]["title"], "Sprint 40");
    let first = client.of(id)["say"].clone();
    let demo = Replay::from_bytes(DEMO).unwrap();
    assert_eq!((&first["time"], &first["rows"]), (&json!(20_000.0), &json!(rows_at(&demo, 20_000))));
    let mut at = 20_000;
    let over = loop {
        at += 100;
        client.say(id, &json!({ "at": at, "press": "hard-drop" }));
        client.say(id, &json!({ "at": at + 20, "release": "hard-drop" }));
        let said = client.of(id)["say"].clone();
        if said["over"].is_object() {
            break said["over"].clone();
        }
    };
    let records = Records::open(records_file(folder.path())).unwrap();
    let game = records.game(over["id"].as_i64().unwrap()).unwrap();
    assert!(game.continued && !game.ranked);

    let duel = client.begin("play", json!({ "language": "en", "mode": "versus", "from": { "id": DUEL, "at": 1000 } }));
    assert!(client.of(duel)["ok"].is_object());
    let first = client.of(duel)["say"].clone();
    assert_eq!((&first["time"], &first["other"]["name"]), (&json!(1000.0), &json!("bcts 1.5/s")));

    for (with, sentence) in [
        (json!({ "from": { "demo": true, "at": 1e9 } }), "The game is over here; go back to play on."),
        (json!({ "from": { "demo": true, "at": 0 }, "mode": "zen" }), "This replay is of the mode Sprint."),
        (
            json!({ "from": { "demo": true, "at": 0 }, "seed": 1 }),
            "a game that goes on from a replay has everything from there",
        ),
        (json!({}), "the mode is missing"),
    ] {
        let mut with = with;
        with["language"] = json!("en");
        assert_eq!(client.ask("play", with).unwrap_err(), sentence);
    }
}
