//! The side of the bot.

use serde_json::{Value, json};
use tetrolab_bot::{Limits, Weights};
use tetrolab_protocols::tbp::{BotMessage, BotSide, Reply, Suggestion, TbpError};

/// A bot that thinks little.
pub fn bot() -> BotSide {
    BotSide::new("test", Weights::default(), Limits { nodes: 300, ..Limits::default() })
}

fn hear(bot: &mut BotSide, message: &Value) -> Result<Reply, TbpError> {
    bot.hear(message.to_string().as_bytes())
}

fn start(hold: Option<&str>, queue: &[&str]) -> Value {
    json!({"type": "start", "hold": hold, "queue": queue, "combo": 0, "back_to_back": false, "board": []})
}

fn play(piece: &str, orientation: &str, x: i64, y: i64) -> Value {
    let location = json!({"type": piece, "orientation": orientation, "x": x, "y": y});
    json!({"type": "play", "move": {"location": location, "spin": "none"}})
}

fn suggest() -> Value {
    json!({"type": "suggest"})
}

fn piece(piece: &str) -> Value {
    json!({"type": "new_piece", "piece": piece})
}

/// The letters of the pieces that it would place.
fn suggested(bot: &BotSide) -> Vec<char> {
    match BotMessage::read(bot.suggestion().as_bytes()) {
        Ok(BotMessage::Suggestion(Suggestion { moves, move_info: Some(info) })) => {
            assert!(moves.len() <= 16 && info.nodes.is_some() && info.depth.is_some() && info.extra.is_some());
            let mut pieces: Vec<char> = moves.iter().flatten().map(|a_move| a_move.placement.piece.letter()).collect();
            pieces.sort_unstable();
            pieces.dedup();
            pieces
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_answers_rules_and_only_suggests_while_it_thinks() {
    let mut bot = bot();
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
    assert_eq!(
        hear(&mut bot, &json!({"type": "rules", "randomizer": "odd"})),
        Ok(Reply::Say(r#"{"type":"ready"}"#.into()))
    );
    let refusal = Reply::Say(r#"{"type":"error","reason":"unsupported_rules"}"#.into());
    assert_eq!(hear(&mut bot, &json!({"type": "rules", "tetrolab:kicks": "arika"})), Ok(refusal));
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
    hear(&mut bot, &start(None, &["O"])).unwrap();
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Suggest));
    assert_eq!(suggested(&bot), ['O']);
    // Another start replaces the game.
    hear(&mut bot, &start(None, &["I"])).unwrap();
    assert_eq!(suggested(&bot), ['I']);
    hear(&mut bot, &json!({"type": "stop"})).unwrap();
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
    assert_eq!(hear(&mut bot, &json!({"type": "quit"})), Ok(Reply::Quit));
}

#[test]
fn it_waits_for_the_first_piece() {
    let mut bot = bot();
    hear(&mut bot, &start(None, &[])).unwrap();
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
    assert_eq!(hear(&mut bot, &piece("S")), Ok(Reply::Suggest));
    assert_eq!(suggested(&bot), ['S']);
    assert_eq!(hear(&mut bot, &piece("Z")), Ok(Reply::Nothing), "only one answer is owed");
}

#[test]
fn it_notices_whether_hold_was_used() {
    let mut bot = bot();
    // With an empty Hold the next piece is played, and two leave the queue.
    hear(&mut bot, &start(None, &["T", "O", "I"])).unwrap();
    assert_eq!(hear(&mut bot, &play("O", "north", 0, 0)), Ok(Reply::Nothing));
    assert_eq!(suggested(&bot), ['I', 'T']);
    // Now T is held; it comes out, and I goes in.
    assert_eq!(hear(&mut bot, &play("T", "north", 4, 0)), Ok(Reply::Nothing));
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing), "no piece is known");
    assert_eq!(hear(&mut bot, &piece("L")), Ok(Reply::Suggest));
    assert_eq!(suggested(&bot), ['I', 'L']);
}

#[test]
fn orientations_may_have_other_names() {
    let mut bot = bot();
    hear(&mut bot, &start(None, &["O", "I", "S", "Z"])).unwrap();
    for (piece, orientation, x, y) in
        [("O", "south", 1, 1), ("I", "west", 9, 1), ("S", "south", 4, 1), ("Z", "west", 7, 1)]
    {
        assert_eq!(hear(&mut bot, &play(piece, orientation, x, y)), Ok(Reply::Nothing), "{piece}");
    }
}

#[test]
fn moves_by_other_rules_are_believed() {
    let mut bot = bot();
    hear(&mut bot, &start(Some("J"), &["T", "O", "I"])).unwrap();
    let floats = hear(&mut bot, &play("T", "north", 4, 9)).unwrap_err();
    assert_eq!(floats.to_string(), "play: no keys lead to T north 4 9, by our rules; it counts all the same");
    assert_eq!(suggested(&bot), ['J', 'O']);
    let spin = json!({"type": "play", "move": {"location": {"type": "J", "orientation": "north", "x": 1, "y": 0}, "spin": "full"}});
    assert!(matches!(hear(&mut bot, &spin), Err(TbpError::Believed(_))));
    assert_eq!(suggested(&bot), ['I', 'O'], "O went into Hold");
}

/// An L that only a half turn brings below the roof.
#[test]
fn half_turns_are_known_to_those_who_ask() {
    let row = |cells: &str| -> Value {
        cells.chars().map(|cell| if cell == '.' { Value::Null } else { json!("G") }).collect()
    };
    let mut start = start(None, &["L", "O"]);
    start["board"] = json!([row("XXX...XXXX"), row("XXX.XXXXXX")]);
    let below = play("L", "east", 3, 1);
    let plain = json!({"type": "rules"});
    let turning = json!({"type": "rules", "tetrolab:kicks": "srs_plus", "tetrolab:half_turns": "tests"});
    // Rules can change between games.
    let mut bot = bot();
    for (rules, is_known) in [(&plain, false), (&turning, true), (&plain, false)] {
        hear(&mut bot, rules).unwrap();
        hear(&mut bot, &start).unwrap();
        assert_eq!(hear(&mut bot, &below).is_ok(), is_known, "{rules}");
    }
}

#[test]
fn impossible_moves_end_the_game_until_the_next() {
    let not_there = play("Z", "north", 4, 0);
    let outside = play("T", "north", 0, 0);
    let far = play("T", "north", i64::MAX, i64::MIN);
    for impossible in [not_there, outside, far] {
        let mut bot = bot();
        hear(&mut bot, &start(None, &["T", "O"])).unwrap();
        assert!(matches!(hear(&mut bot, &impossible), Err(TbpError::Impossible(_))), "{impossible}");
        assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
        assert!(matches!(hear(&mut bot, &impossible), Err(TbpError::OutOfTurn { .. })));
        hear(&mut bot, &start(None, &["T", "O"])).unwrap();
        assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Suggest));
    }
}

#[test]
fn a_game_that_is_not_understood_is_none() {
    let mut bot = bot();
    hear(&mut bot, &start(None, &["T", "O"])).unwrap();
    assert!(bot.hear(b"nonsense").is_err());
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Suggest), "a line that means nothing changes nothing");
    assert!(hear(&mut bot, &start(None, &["T", "?"])).is_err());
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Nothing));
    assert!(hear(&mut bot, &piece("T")).is_err());
}

#[test]
fn a_game_that_is_lost_has_no_moves() {
    let mut bot = bot();
    let mut lost = start(None, &["T", "O"]);
    lost["board"] = json!(vec![json!([null, "G", "G", "G", "G", "G", "G", "G", "G", "G"]); 40]);
    hear(&mut bot, &lost).unwrap();
    assert_eq!(hear(&mut bot, &suggest()), Ok(Reply::Suggest));
    assert_eq!(suggested(&bot), [] as [char; 0]);
}
