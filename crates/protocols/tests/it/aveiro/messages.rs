//! Texts that are no messages are refused in a sentence, and none makes it panic.

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_protocols::aveiro::message::{ClientMessage, ServerMessage, State};
use tetrolab_protocols::aveiro::{Game, HighScores, Pieces};

#[test]
fn messages_of_clients() {
    let said = |text: &str| ClientMessage::parse(text).map_err(|error| error.to_string());
    assert_eq!(said(r#"{"cmd":"join","name":"é"}"#), Ok(ClientMessage::Join(Some("é".into()))));
    assert_eq!(said(r#"{"cmd": "join"}"#), Ok(ClientMessage::Join(None)));
    assert_eq!(said(r#"{"cmd": "key", "key": ""}"#), Ok(ClientMessage::Key(String::new())));
    for other in ["{}", r#"{"cmd": 5}"#, r#"{"cmd": "dance"}"#, r#"{"key": "w"}"#] {
        assert_eq!(said(other), Ok(ClientMessage::Other), "{other}");
    }
    for wrong in ["", "w", "[]", "5", "\"cmd\"", "{\"cmd\": \"key\"", &"[".repeat(100_000)] {
        assert_eq!(said(wrong), Err("the message is no JSON object".into()));
    }
    let needs = "a message with the cmd \"key\" needs a \"key\", which must be a text";
    assert_eq!(said(r#"{"cmd": "key"}"#), Err(needs.into()));
    assert_eq!(said(r#"{"cmd": "key", "key": 5}"#), Err(needs.into()));
    assert_eq!(ClientMessage::Join(Some("é".into())).to_text(), r#"{"cmd": "join", "name": "\u00e9"}"#);
}

#[test]
fn messages_of_servers() {
    let wrong = |text: &str| ServerMessage::parse(text).unwrap_err().to_string();
    assert_eq!(wrong("nothing"), "the message is no JSON object");
    assert_eq!(wrong("{}"), "a wrong answer to a join: missing field `dimensions`");
    assert_eq!(wrong(r#"{"game": []}"#), "a wrong state: missing field `piece`");
    assert_eq!(wrong(r#"{"highscores": []}"#), "a wrong end of a game: missing field `player`");
    let error = ServerMessage::Error("a \"key\"".into());
    assert_eq!(error.to_text(), r#"{"error": "a \"key\""}"#);
    assert_eq!(ServerMessage::parse(&error.to_text()), Ok(error));
}

#[test]
fn damaged_states_never_panic() {
    let mut game = Game::new(Pieces::seeded(3));
    (0..40).for_each(|_| game.tick(None));
    let text = ServerMessage::State(State::of(&game, Some("ann"))).to_text();
    let mut random = Random::new(Seed(1), 0, Stream::Tests);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(2) {
            let place = random.below(bytes.len() as u32) as usize;
            bytes[place] = b"[]{},:\"0123456789-nul "[random.below(22) as usize];
        }
        let damaged = String::from_utf8(bytes).unwrap();
        match ServerMessage::parse(&damaged) {
            Ok(message) => assert_eq!(ServerMessage::parse(&message.to_text()), Ok(message)),
            Err(error) => refused += u32::from(error.to_string().lines().count() == 1),
        }
        let _ = (ClientMessage::parse(&damaged), HighScores::parse(&damaged));
    }
    assert!(refused > 1000);
}
