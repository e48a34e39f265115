//! A game of a hundred pieces that Cold Clear 2 played, as it was recorded: `<` is what the bot said, `>` what it was told.

use serde_json::Value;
use tetrolab_bot::{Position, TBP_RULES};
use tetrolab_protocols::tbp::{BotMessage, FrontendMessage};

const TRANSCRIPT: &str = include_str!("transcript.txt");

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_line_is_read_and_written_again() {
    let (mut said, mut told) = (0, 0);
    for line in TRANSCRIPT.lines() {
        let (side, line) = line.split_at(2);
        let written = if side == "< " {
            said += 1;
            let message = BotMessage::read(line.as_bytes()).unwrap();
            assert_ne!(message, BotMessage::Unknown);
            message.to_string()
        } else {
            told += 1;
            let message = FrontendMessage::read(line.as_bytes()).unwrap();
            assert_ne!(message, FrontendMessage::Unknown);
            message.to_string()
        };
        assert_eq!(value(&written), value(line));
    }
    assert_eq!((said, told), (102, 305));
}

#[test]
fn every_move_is_legal() {
    let mut position: Option<Position> = None;
    let (mut moves, mut lines, mut seen) = (0, 0, 0);
    for line in TRANSCRIPT.lines() {
        if let Some(line) = line.strip_prefix("< ") {
            if let BotMessage::Suggestion(suggestion) = BotMessage::read(line.as_bytes()).unwrap() {
                let position = position.as_ref().unwrap();
                for a_move in suggestion.moves {
                    let a_move = a_move.unwrap();
                    position.check(&TBP_RULES, a_move).unwrap();
                    // Under its usual name it is the same move.
                    position.check(&TBP_RULES, a_move.named_once()).unwrap();
                }
            }
            continue;
        }
        match FrontendMessage::read(&line.as_bytes()[2..]).unwrap() {
            FrontendMessage::Start(start) => position = Some(Position::from(&*start)),
            FrontendMessage::Play(a_move) => {
                let played = position.as_mut().unwrap().play(&TBP_RULES, a_move).unwrap();
                moves += 1;
                lines += u32::from(played.lines);
            }
            FrontendMessage::NewPiece(piece) => {
                let position = position.as_mut().unwrap();
                // The bag that was told at the beginning never lacks a piece that comes.
                assert!(position.supply.chances()[piece as usize] > 0.0);
                position.new_piece(piece);
                seen += 1;
            }
            _ => {}
        }
    }
    let position = position.unwrap();
    assert_eq!((moves, seen), (100, 101), "one piece went into Hold");
    assert_eq!(position.board.filled_cells(), 400 - 10 * lines);
    assert!(lines > 30);
}
