//! A recorded game on the course's server: with the same keys before the same ticks, every state is the same, byte by byte.
//!
//! The pieces are those of the recorded previews: after twenty seconds that server's stream is no longer the seed's, because
//! its library draws numbers of its own.

use serde_json::Value;
use tetrolab_protocols::aveiro::message::{ClientMessage, Info, ServerMessage, State};
use tetrolab_protocols::aveiro::{Game, InPlay, Key, Pieces, Shape};

/// A recorded message: whether it comes from the client, its number among those of its side, and the text.
struct Recorded {
    is_from_client: bool,
    number: u64,
    text: String,
}

fn recorded() -> Vec<Recorded> {
    let lines = include_str!("transcript.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter_map(|line| {
            Some(Recorded {
                is_from_client: line.get("dir")? == "c2s",
                number: line["n"].as_u64().unwrap(),
                text: line["raw"].as_str().unwrap().to_string(),
            })
        })
        .collect()
}

/// The states that follow each other without a gap; the recording leaves out the middle of the game.
fn states(recorded: &[Recorded]) -> Vec<State> {
    recorded
        .iter()
        .filter(|message| !message.is_from_client)
        .enumerate()
        .take_while(|(index, message)| message.number == *index as u64 + 1)
        .filter_map(|(_, message)| match ServerMessage::parse(&message.text).unwrap() {
            ServerMessage::State(state) => Some(state),
            _ => None,
        })
        .collect()
}

/// The pieces dealt, from the first state's piece and previews and from what the last preview is after every deal.
fn dealt(states: &[State]) -> Vec<Shape> {
    let first = Shape::ALL.into_iter().find(|&shape| states[0].piece == Some(InPlay::spawn(shape).moved(0, 1).cells()));
    let mut shapes = vec![first.unwrap()];
    shapes.extend(states[0].next_shapes().unwrap());
    for pair in states.windows(2) {
        if pair[0].piece.is_none() {
            shapes.push(pair[1].next_shapes().unwrap()[2]);
        }
    }
    shapes
}

#[test]
fn the_same_keys_give_the_same_states() {
    let recorded = recorded();
    let states = states(&recorded);
    assert_eq!(states.len(), 219);
    let pieces = dealt(&states);
    assert_eq!(pieces.len(), 36);
    let mut game = Game::new(Pieces::list(&pieces));
    let (mut key, mut ticks, mut player) = (None, 0, None);
    for Recorded { is_from_client, text, .. } in &recorded {
        if ticks == states.len() {
            break;
        }
        if *is_from_client {
            match ClientMessage::parse(text).unwrap() {
                ClientMessage::Join(name) => player = name,
                ClientMessage::Key(letters) => key = letters.chars().next().and_then(Key::from_letter),
                ClientMessage::Other => panic!("{text}"),
            }
            assert_eq!(ClientMessage::parse(text).unwrap().to_text(), *text);
            continue;
        }
        let ours = if text.contains("dimensions") {
            ServerMessage::Info(Info::of(&game))
        } else {
            game.tick(key.take());
            ticks += 1;
            ServerMessage::State(State::of(&game, player.as_deref().filter(|_| ticks > 1)))
        };
        assert_eq!(ours.to_text(), *text, "tick {ticks}");
    }
    assert_eq!((game.score(), game.clears()), (15, [11, 1, 0, 0]));
}

#[test]
fn the_end_is_read_and_written_as_it_was() {
    let recorded = recorded();
    let text = &recorded.last().unwrap().text;
    let end = ServerMessage::parse(text).unwrap();
    let ServerMessage::End(fields) = &end else { panic!("{text}") };
    assert_eq!((fields.info.score, fields.info.game_speed), (50, 15));
    assert_eq!(fields.highscores, [("seedagent".into(), 50)]);
    assert_eq!(end.to_text(), *text);
}
