//! A client of the course's server: texts in, texts out. The caller sends and receives them.

mod brain;
mod lock_step;
mod pilot;
mod view;

use super::message::{ClientMessage, End, ServerMessage, State};
use super::seed_agent::Reply;
pub use brain::Brain;
pub use lock_step::{Played, lock_step, lock_step_unless};
pub use pilot::{Decide, Pilot};
pub use view::View;

/// What a client has to do after a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Wait for the next one.
    Nothing,
    /// Send these texts.
    Send(Vec<String>),
    /// The game is over.
    End(End),
    /// The server did not like what it was sent, and said this. The game may go on.
    Refusal(String),
    /// The server sends what is no message of the course's game. The game may go on.
    Complaint(String),
}

/// A client in a conversation with a server.
///
/// ```
/// use tetrolab_protocols::aveiro::message::{ServerMessage, State};
/// use tetrolab_protocols::aveiro::{Agent, Game, Pieces, Player, Said};
///
/// let mut player = Player::new(Agent::named("tetrolab")?.brain(1));
/// assert_eq!(player.join("ours"), r#"{"cmd": "join", "name": "ours"}"#);
/// let mut game = Game::new(Pieces::seeded(1));
/// game.tick(None);
/// player.receive(&ServerMessage::State(State::of(&game, None)).to_text());
/// assert!(matches!(player.answer(), Said::Send(texts) if texts.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(missing_debug_implementations, reason = "what decides may be anything")]
pub struct Player {
    brain: Brain,
    /// What was received and is not answered.
    newest: Option<Heard>,
    last: Option<Standing>,
    has_joined: bool,
    pieces: u64,
    /// Whether a piece was in play when the game was seen last.
    is_falling: bool,
}

enum Heard {
    View(View),
    /// An answer to a join: the students' agent answers it as it answers states.
    Info,
    End(End),
    Refusal(String),
    Complaint(String),
}

/// How a game stood when it was seen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub score: u64,
    /// Ticks per second.
    pub speed: u64,
}

impl Player {
    /// A client that plays with this brain.
    pub fn new(brain: Brain) -> Player {
        Player { brain, newest: None, last: None, has_joined: false, pieces: 0, is_falling: false }
    }

    /// The first text to send.
    pub fn join(&self, name: &str) -> String {
        ClientMessage::Join(Some(name.to_string())).to_text()
    }

    /// How the game stood when it was seen last; nothing before the first state.
    pub const fn last(&self) -> Option<Standing> {
        self.last
    }

    /// Whether the server has answered as one of the course does.
    pub const fn has_joined(&self) -> bool {
        self.has_joined
    }

    /// How many pieces were seen to lock, and one that did not when the game was over.
    pub const fn pieces(&self) -> u64 {
        self.pieces
    }

    /// How many decisions were taken. A caller that simulates slow thinking waits when there is one more.
    pub const fn decisions(&self) -> u64 {
        self.brain.decisions()
    }

    /// Whether what is received should be answered at once. Otherwise only the newest of all that are waiting needs an answer.
    pub fn must_answer(&self) -> bool {
        self.brain.sees_all() || matches!(self.newest, Some(Heard::End(_) | Heard::Refusal(_) | Heard::Complaint(_)))
    }

    /// Takes a text in. A state replaces one that is not answered yet.
    pub fn receive(&mut self, text: &str) {
        let heard = heard(text);
        self.has_joined |= matches!(heard, Heard::View(_) | Heard::Info | Heard::End(_));
        if let Heard::View(view) = &heard {
            self.last = Some(Standing { score: view.score, speed: view.speed });
            // Every piece that locks leaves one state without a piece.
            self.is_falling = view.in_play.is_some();
            self.pieces += u64::from(!self.is_falling);
        }
        if let Heard::End(_) = &heard {
            // The piece that ends the game does not fit where it is dealt, but may one row lower.
            self.pieces += u64::from(std::mem::take(&mut self.is_falling));
        }
        self.newest = Some(heard);
    }

    /// What to do now. Nothing more is to be done until the next text is received.
    pub fn answer(&mut self) -> Said {
        match self.newest.take() {
            None => Said::Nothing,
            Some(Heard::View(view)) => said(self.brain.see(&view)),
            Some(Heard::Info) if self.brain.sees_all() => said(Reply::Press(None)),
            Some(Heard::Info) => Said::Nothing,
            Some(Heard::End(end)) => Said::End(end),
            Some(Heard::Refusal(sentence)) => Said::Refusal(sentence),
            Some(Heard::Complaint(sentence)) => Said::Complaint(sentence),
        }
    }
}

fn heard(text: &str) -> Heard {
    // Nearly every message is a state. What is none takes the longer way.
    let message = serde_json::from_str::<State>(text).map(ServerMessage::State);
    match message.or_else(|_| ServerMessage::parse(text)) {
        Ok(ServerMessage::State(state)) => match View::of(&state) {
            Some(view) => Heard::View(view),
            None => Heard::Complaint("the server sent a state that is none of the course's game".to_string()),
        },
        Ok(ServerMessage::Info(_)) => Heard::Info,
        Ok(ServerMessage::End(end)) => Heard::End(end),
        Ok(ServerMessage::Error(sentence)) => Heard::Refusal(sentence),
        Err(error) => {
            Heard::Complaint(format!("the server sent something else than a message of the course's game: {error}"))
        }
    }
}

fn said(reply: Reply) -> Said {
    let text = |key: Option<super::Key>| {
        ClientMessage::Key(key.map_or_else(String::new, |key| key.letter().to_string())).to_text()
    };
    match reply {
        Reply::Nothing | Reply::Decided => Said::Nothing,
        reply => Said::Send(reply.keys().map(text).collect()),
    }
}
