//! What servers say.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{MessageError, python};
use crate::aveiro::cell::{Cell, InPlay};
use crate::aveiro::field::{HEIGHT, WIDTH};
use crate::aveiro::game::{Game, PREVIEWS};
use crate::aveiro::shape::Shape;

/// A message of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerMessage {
    /// The answer to a client that has joined.
    Info(Info),
    /// How the game stands after a tick.
    State(State),
    /// The game is over.
    End(End),
    /// What was wrong with a message. Servers of the course close the connection instead.
    Error(String),
}

/// What the board is, and how fast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Columns and rows with the walls, without the floor.
    pub dimensions: [u8; 2],
    /// Floor, left wall, right wall.
    pub grid: Vec<Cell>,
    /// Ticks per second.
    pub game_speed: u64,
    /// The points so far.
    pub score: u64,
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The locked cells, in the order in which they were locked.
    pub game: Vec<Cell>,
    /// The cells of the piece, row by row; none when it has just locked.
    // It must be there, even if it is null.
    #[serde(deserialize_with = "Option::deserialize")]
    pub piece: Option<[Cell; 4]>,
    /// The next pieces, each in a box at (0, 0).
    pub next_pieces: [[Cell; 4]; PREVIEWS],
    /// Ticks per second.
    pub game_speed: u64,
    pub score: u64,
    /// Who plays. The first state of a game does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// What a client is told that joins.
    #[serde(flatten)]
    pub info: Info,
    /// Who played.
    pub player: String,
    /// Names and points, the best first. Names may be anything.
    pub highscores: Vec<(Value, u64)>,
}

impl Info {
    /// What is said of a game.
    pub fn of(game: &Game) -> Info {
        let (right, floor) = (WIDTH as i8 + 1, HEIGHT as i8);
        let grid = (0..=right).map(|x| Cell { x, y: floor });
        let walls = [0, right].into_iter().flat_map(|x| (0..floor).map(move |y| Cell { x, y }));
        Info {
            dimensions: [right as u8 + 1, floor as u8],
            grid: grid.chain(walls).collect(),
            game_speed: game.speed(),
            score: game.score(),
        }
    }
}

impl State {
    /// How a game stands.
    pub fn of(game: &Game, player: Option<&str>) -> State {
        State {
            game: game.field().cells().collect(),
            piece: game.in_play().map(InPlay::cells),
            next_pieces: game.next().map(|shape| shape.plan(shape.first_plan()).cells),
            game_speed: game.speed(),
            score: game.score(),
            player: player.map(String::from),
        }
    }

    /// The next pieces. `None` if one of them is no shape of the game.
    pub fn next_shapes(&self) -> Option<[Shape; PREVIEWS]> {
        let [first, second, third] = self.next_pieces.map(|cells| Shape::from_preview(&cells));
        Some([first?, second?, third?])
    }
}

impl ServerMessage {
    /// Reads a text.
    ///
    /// ```
    /// use tetrolab_protocols::aveiro::message::{ServerMessage, State};
    /// use tetrolab_protocols::aveiro::{Game, Pieces};
    ///
    /// let mut game = Game::new(Pieces::seeded(1));
    /// game.tick(None);
    /// let state = ServerMessage::State(State::of(&game, None));
    /// assert_eq!(ServerMessage::parse(&state.to_text()), Ok(state));
    /// ```
    pub fn parse(text: &str) -> Result<ServerMessage, MessageError> {
        // Nearly all messages are states, and a player has little time.
        if let Ok(state) = serde_json::from_str(text) {
            return Ok(ServerMessage::State(state));
        }
        // Otherwise the fields tell the kinds apart; which fields there are is known only when all were read.
        let fields: Map<String, Value> =
            serde_json::from_str(text).map_err(|_| MessageError::new("the message is no JSON object"))?;
        let wrong = |kind: &str, error: &serde_json::Error| MessageError::new(format!("a wrong {kind}: {error}"));
        if let Some(error) = fields.get("error") {
            let sentence = error.as_str().map_or_else(|| error.to_string(), String::from);
            return Ok(ServerMessage::Error(sentence));
        }
        if fields.contains_key("game") {
            let state = State::deserialize(&Value::Object(fields)).map_err(|error| wrong("state", &error))?;
            return Ok(ServerMessage::State(state));
        }
        if fields.contains_key("highscores") {
            let end = End::deserialize(&Value::Object(fields)).map_err(|error| wrong("end of a game", &error))?;
            return Ok(ServerMessage::End(end));
        }
        let info = Info::deserialize(&Value::Object(fields)).map_err(|error| wrong("answer to a join", &error))?;
        Ok(ServerMessage::Info(info))
    }

    /// Writes it.
    pub fn to_text(&self) -> String {
        match self {
            ServerMessage::Info(info) => python::to_text(info),
            ServerMessage::State(state) => python::to_text(state),
            ServerMessage::End(end) => python::to_text(end),
            ServerMessage::Error(sentence) => python::to_text(&json!({"error": sentence})),
        }
    }
}
