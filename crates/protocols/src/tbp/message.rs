//! The messages of both sides.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrolab_bot::Move;
use tetrolab_bot::arena::Suggested;
use tetrolab_engine::Piece;

use super::error::{TbpError, without_place};
use super::notation::{Letter, WrittenMove};
use super::rules::RulesMessage;
use super::start::Start;

/// What a frontend says.
///
/// ```
/// use tetrolab_engine::Piece;
/// use tetrolab_protocols::tbp::FrontendMessage;
///
/// let message = FrontendMessage::read(br#"{ "type": "new_piece", "piece": "T", "colour": "purple" }"#)?;
/// assert_eq!(message, FrontendMessage::NewPiece(Piece::T));
/// assert_eq!(message.to_string(), r#"{"type":"new_piece","piece":"T"}"#);
///
/// let error = FrontendMessage::read(br#"{"type":"new_piece","piece":"X"}"#).unwrap_err();
/// assert_eq!(error.to_string(), "new_piece: \"X\" is none of the pieces I, J, L, O, S, T and Z at character 32");
/// # Ok::<(), tetrolab_protocols::tbp::TbpError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FrontendMessage {
    /// By which rules games are played.
    Rules(RulesMessage),
    /// Think about this game.
    Start(Box<Start>),
    /// Say which moves are best.
    Suggest,
    /// This move was played. Whether Hold was used follows from the piece.
    Play(Move),
    /// This piece is new at the end of the queue.
    NewPiece(Piece),
    /// Stop thinking.
    Stop,
    /// Leave.
    Quit,
    /// Something that is not known here, and ignored.
    Unknown,
}

impl FrontendMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no message. One of unknown type is one.
    pub fn read(line: &[u8]) -> Result<FrontendMessage, TbpError> {
        let line = text(line)?;
        Ok(match kind(line)?.as_str() {
            "rules" => FrontendMessage::Rules(body("rules", line)?),
            "start" => FrontendMessage::Start(body("start", line)?),
            "suggest" => FrontendMessage::Suggest,
            "play" => FrontendMessage::Play(body::<Played>("play", line)?.a_move.into()),
            "new_piece" => FrontendMessage::NewPiece(body::<NewPiece>("new_piece", line)?.piece.0),
            "stop" => FrontendMessage::Stop,
            "quit" => FrontendMessage::Quit,
            _ => FrontendMessage::Unknown,
        })
    }
}

impl fmt::Display for FrontendMessage {
    /// One line of JSON, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            FrontendMessage::Rules(rules) => written("rules", rules),
            FrontendMessage::Start(start) => written("start", start),
            FrontendMessage::Suggest => written("suggest", Nothing {}),
            FrontendMessage::Play(a_move) => written("play", Played { a_move: (*a_move).into() }),
            FrontendMessage::NewPiece(piece) => written("new_piece", NewPiece { piece: Letter(*piece) }),
            FrontendMessage::Stop => written("stop", Nothing {}),
            FrontendMessage::Quit => written("quit", Nothing {}),
            FrontendMessage::Unknown => written("unknown", Nothing {}),
        })
    }
}

/// What a bot says.
#[derive(Clone, Debug, PartialEq)]
pub enum BotMessage {
    /// Who it is. This comes first.
    Info(Info),
    /// It can play by the rules.
    Ready,
    /// It cannot.
    Error {
        /// Why not; the protocol knows [`UNSUPPORTED_RULES`](super::UNSUPPORTED_RULES).
        reason: String,
    },
    /// The answer to `suggest`.
    Suggestion(Suggestion),
    /// Something that is not known here, and ignored.
    Unknown,
}

impl BotMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no message. One of unknown type is one.
    pub fn read(line: &[u8]) -> Result<BotMessage, TbpError> {
        let line = text(line)?;
        Ok(match kind(line)?.as_str() {
            "info" => BotMessage::Info(body("info", line)?),
            "ready" => BotMessage::Ready,
            "error" => BotMessage::Error { reason: body::<Refusal>("error", line)?.reason },
            "suggestion" => BotMessage::Suggestion(body("suggestion", line)?),
            _ => BotMessage::Unknown,
        })
    }
}

impl fmt::Display for BotMessage {
    /// One line of JSON, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            BotMessage::Info(info) => written("info", info),
            BotMessage::Ready => written("ready", Nothing {}),
            BotMessage::Error { reason } => written("error", Refusal { reason: reason.clone() }),
            BotMessage::Suggestion(suggestion) => written("suggestion", suggestion),
            BotMessage::Unknown => written("unknown", Nothing {}),
        })
    }
}

/// Who a bot is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    pub name: String,
    /// Which version of it.
    #[serde(default)]
    pub version: String,
    /// Who wrote it.
    #[serde(default)]
    pub author: String,
    /// What it understands beyond the protocol.
    #[serde(default)]
    pub features: Vec<String>,
}

/// What a bot would play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "WrittenSuggestion<Value>", into = "WrittenSuggestion<WrittenMove>")]
pub struct Suggestion {
    /// The moves, best first. Without any the bot gives up. One that cannot be understood does not spoil the others; it is not written.
    pub moves: Vec<Suggested>,
    /// How it came to them, if it tells.
    pub move_info: Option<MoveInfo>,
}

/// How a bot came to its moves. What cannot be understood counts as not told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveInfo {
    /// How many nodes it has seen.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How many nodes it sees in a second.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub nps: Option<f64>,
    /// How many pieces it has looked ahead.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Anything else, for people.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// A value of the wrong kind is none.
fn lenient<'de, D: Deserializer<'de>, T: serde::de::DeserializeOwned>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// How it is written. Moves are read one by one.
#[derive(Serialize, Deserialize)]
struct WrittenSuggestion<M> {
    moves: Vec<M>,
    #[serde(default, deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    move_info: Option<MoveInfo>,
}

impl From<WrittenSuggestion<Value>> for Suggestion {
    fn from(written: WrittenSuggestion<Value>) -> Suggestion {
        let read = |value| match serde_json::from_value::<WrittenMove>(value) {
            Ok(a_move) => Ok(a_move.into()),
            Err(error) => Err(without_place(&error)),
        };
        Suggestion { moves: written.moves.into_iter().map(read).collect(), move_info: written.move_info }
    }
}

impl From<Suggestion> for WrittenSuggestion<WrittenMove> {
    fn from(suggestion: Suggestion) -> WrittenSuggestion<WrittenMove> {
        let moves = suggestion.moves.into_iter().flatten().map(WrittenMove::from).collect();
        WrittenSuggestion { moves, move_info: suggestion.move_info }
    }
}

#[derive(Serialize, Deserialize)]
struct Played {
    #[serde(rename = "move")]
    a_move: WrittenMove,
}

#[derive(Serialize, Deserialize)]
struct NewPiece {
    piece: Letter,
}

#[derive(Serialize, Deserialize)]
struct Refusal {
    #[serde(default)]
    reason: String,
}

#[derive(Serialize)]
struct Nothing {}

/// A message with its type in front.
#[derive(Serialize)]
struct Typed<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(flatten)]
    body: T,
}

fn written(kind: &str, body: impl Serialize) -> String {
    serde_json::to_string(&Typed { kind, body }).expect("messages have only words for keys")
}

/// A line as text.
fn text(line: &[u8]) -> Result<&str, TbpError> {
    std::str::from_utf8(line).map_err(|error| TbpError::NotJson {
        character: String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1,
        reason: "bytes that are no text".to_string(),
    })
}

/// The type of a message.
fn kind(line: &str) -> Result<String, TbpError> {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(rename = "type")]
        kind: String,
    }
    serde_json::from_str::<IgnoredAny>(line).map_err(|error| TbpError::not_json(&error))?;
    // A list would do for a structure, but is none.
    let is_object = line.trim_start().starts_with('{');
    let kind = serde_json::from_str(line).ok().filter(|_| is_object);
    kind.map(|Kind { kind }| kind).ok_or(TbpError::NoType)
}

/// What a message of a known type says. Attributes that are not known are ignored.
fn body<'de, T: Deserialize<'de>>(kind: &'static str, line: &'de str) -> Result<T, TbpError> {
    serde_json::from_str(line).map_err(|error| TbpError::wrong(kind, &error))
}
