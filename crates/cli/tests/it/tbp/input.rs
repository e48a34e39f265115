//! Input of all kinds: what is wrong is said and skipped, and whatever ends the input ends the bot quietly.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::tempdir;

use super::talk::{Bot, Ended};
use crate::program::refusal;

const START: &[u8] = br#"{"type":"start","hold":null,"queue":["O","S","T"],"combo":0,"back_to_back":false,"board":[]}
"#;
const SUGGEST: &[u8] = b"{\"type\":\"suggest\"}\n";

/// What becomes of a bot that is told all this at once.
fn told(parts: &[&[u8]]) -> Ended {
    let mut bot = Bot::start(&["--nodes", "200"]);
    parts.iter().for_each(|part| bot.send(part));
    let mut ended = bot.end();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.said.remove(0)["type"], "info");
    ended
}

fn kinds(ended: &Ended) -> Vec<&str> {
    ended.said.iter().filter_map(|message| message["type"].as_str()).collect()
}

#[test]
fn the_end_of_input_ends_it_quietly() {
    for parts in [&[][..], &[START], &[START, SUGGEST], &[b"\n \r\n"], &[b"{\"type\":\"stop\"}"]] {
        let ended = told(parts);
        assert_eq!(ended.errors, "");
        assert_eq!(ended.said.len(), usize::from(parts.contains(&SUGGEST)), "what was asked is answered");
    }
    let half = told(&[START, b"{\"type\":\"sugg"]);
    assert_eq!(half.errors, "tetrolab: line 2: this is no JSON: EOF while parsing a string at character 13\n");
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_skipped() {
    let long = vec![b' '; 3 << 20];
    let deep = "[".repeat(200_000);
    let ended = told(&[
        b"hello\n",
        b"{\"type\":\"rules\",\"randomizer\":\"seven_bag\"}\r\n",
        b"{\"type\":\"weather\"}\n",
        SUGGEST,
        b"\x00\xff\xfe\x80\n",
        &long,
        b"\n",
        deep.as_bytes(),
        b"\n",
        b"{\"type\":\"start\",\"queue\":[\"O\"]}\n",
        START,
        b"[1,2]\n",
        b"{\"type\":\"play\",\"move\":{\"location\":{\"type\":\"I\",\"orientation\":\"north\",\"x\":4,\"y\":0},\"spin\":\"none\"}}\n",
        SUGGEST,
        START,
        SUGGEST,
        b"{\"type\":\"quit\"}\n",
        SUGGEST,
    ]);
    assert_eq!(kinds(&ended), ["ready", "suggestion"]);
    let expected = "\
tetrolab: line 1: this is no JSON: expected value at character 1
tetrolab: line 5: this is no JSON: bytes that are no text at character 2
tetrolab: line 6: it is longer than 1024 KiB
tetrolab: line 7: this is no JSON: EOF while parsing a list at character 200000
tetrolab: line 8: start: missing field `board` at character 30
tetrolab: line 10: a message is a JSON object with a `type`
tetrolab: line 11: play: I is neither in play nor in Hold; the game is given up until the next start
";
    assert_eq!(ended.errors, expected);
}

#[test]
fn quit_ends_it_while_the_input_is_open() {
    let mut bot = Bot::start(&["--name", "Somebody"]);
    assert_eq!(bot.hear()["name"], "Somebody");
    bot.tell(&json!({"type": "rules", "tetrolab:half_turns": "sideways"}));
    assert_eq!(bot.hear(), json!({"type": "error", "reason": "unsupported_rules"}));
    bot.tell(&json!({"type": "quit"}));
    let ended = bot.ended();
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
}

#[test]
fn a_closed_output_ends_the_bot() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["tbp", "--nodes", "50"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(process.stdout.take());
    let mut input = process.stdin.take().unwrap();
    // Sooner or later an answer cannot be written, and then the bot stops reading.
    while input.write_all(START).and_then(|()| input.write_all(SUGGEST)).is_ok() {}
    let output = process.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn bad_options_are_refused() {
    let folder = tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), &[&["tbp"], arguments].concat());
    assert!(refused(&["--threads", "0"]).contains("from 1 to 1024"));
    assert!(refused(&["--time", "soon"]).contains("500ms"));
    assert!(refused(&["--memory", "1"]).contains("16"));
    assert!(refused(&["--weights", "none.toml"]).starts_with("cannot read none.toml"));
    assert_eq!(refused(&["--weights", "-"]), "--weights -: messages come on standard input, so name a file");
    fs::write(folder.path().join("odd.toml"), "[weights]\nholse = 1\n").unwrap();
    assert!(refused(&["--weights", "odd.toml"]).starts_with("odd.toml: "));
}
