//! The conversation as a bot has it.

use std::time::Duration;

use tetrolab_bot::{Limits, Move, Position, TBP_RULES, Thinker, Weights};
use tetrolab_engine::{Piece, Rules};

use super::error::TbpError;
use super::message::{BotMessage, FrontendMessage, Info, MoveInfo, Suggestion};
use super::rules::RulesMessage;
use super::{HALF_TURNS, INCOMING, KICKS, UNSUPPORTED_RULES};

/// No suggestion has more moves. The first is the one that is meant; the others are for frontends with other rules.
const MOST_MOVES: usize = 16;

/// A bot that talks with one frontend: it is told the lines that come, and says what to answer.
///
/// ```
/// use tetrolab_bot::{Limits, Weights};
/// use tetrolab_protocols::tbp::{BotSide, Reply};
///
/// let limits = Limits { nodes: 1000, ..Limits::default() };
/// let mut bot = BotSide::new("Example", Weights::default(), limits);
/// assert!(bot.greeting().starts_with(r#"{"type":"info","name":"Example","#));
/// assert_eq!(bot.hear(br#"{"type":"rules"}"#)?, Reply::Say(r#"{"type":"ready"}"#.to_string()));
/// bot.hear(br#"{"type":"start","hold":null,"queue":["O","S"],"combo":0,"back_to_back":false,"board":[]}"#)?;
/// assert_eq!(bot.hear(br#"{"type":"suggest"}"#)?, Reply::Suggest);
/// assert!(bot.suggestion().starts_with(r#"{"type":"suggestion","moves":[{"location":{"type":"#));
/// assert_eq!(bot.hear(br#"{"type":"quit"}"#)?, Reply::Quit);
/// # Ok::<(), tetrolab_protocols::tbp::TbpError>(())
/// ```
#[derive(Debug)]
pub struct BotSide {
    info: Info,
    weights: Weights,
    limits: Limits,
    rules: Rules,
    /// It exists from the first rules or game on.
    thinker: Option<Thinker>,
    /// A suggestion was asked for before there was a piece.
    owes_suggestion: bool,
    changes: u64,
}

/// What a bot does about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Nothing,
    /// It says this line.
    Say(String),
    /// It says [`BotSide::suggestion`], as soon as it has thought enough.
    Suggest,
    /// It leaves.
    Quit,
}

impl BotSide {
    /// A bot with this name.
    pub fn new(name: &str, weights: Weights, limits: Limits) -> BotSide {
        let info = Info {
            name: name.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            author: "the authors of tetrolab".to_string(),
            features: [INCOMING, KICKS, HALF_TURNS].map(str::to_string).to_vec(),
        };
        BotSide { info, weights, limits, rules: TBP_RULES, thinker: None, owes_suggestion: false, changes: 0 }
    }

    /// What it says first.
    pub fn greeting(&self) -> String {
        BotMessage::Info(self.info.clone()).to_string()
    }

    /// What it does about a line.
    ///
    /// # Errors
    /// If the line cannot be understood or obeyed: a sentence for the log. The frontend is told nothing, as the
    /// protocol has no message for it, and the conversation goes on.
    pub fn hear(&mut self, line: &[u8]) -> Result<Reply, TbpError> {
        if line.trim_ascii().is_empty() {
            return Ok(Reply::Nothing);
        }
        let message = FrontendMessage::read(line).inspect_err(|error| {
            // A game or a move that is not understood leaves nothing to think about.
            if matches!(error, TbpError::Wrong { kind: "start" | "play" | "new_piece", .. }) {
                self.stop();
            }
        })?;
        self.changes += u64::from(matches!(
            message,
            FrontendMessage::Start(_) | FrontendMessage::Play(_) | FrontendMessage::NewPiece(_)
        ));
        match message {
            FrontendMessage::Rules(rules) => return Ok(Reply::Say(self.agree(&rules).to_string())),
            FrontendMessage::Start(start) => {
                self.owes_suggestion = false;
                self.thinker().start(Position::from(&*start));
            }
            FrontendMessage::Suggest => return Ok(self.asked()),
            FrontendMessage::Play(a_move) => self.play(a_move)?,
            FrontendMessage::NewPiece(piece) => return self.new_piece(piece),
            FrontendMessage::Stop => self.stop(),
            FrontendMessage::Quit => return Ok(Reply::Quit),
            FrontendMessage::Unknown => {}
        }
        Ok(Reply::Nothing)
    }

    /// How often it was told something new about a game. A caller with a thinking time counts from the last change.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Waits until it has thought as much as it may, but not longer than this. Returns whether it has.
    pub fn wait(&self, time: Duration) -> bool {
        self.thinker.as_ref().is_none_or(|thinker| thinker.wait(time))
    }

    /// The answer to [`Reply::Suggest`], from all that is known now.
    pub fn suggestion(&self) -> String {
        let mut found = self.thinker.as_ref().map(Thinker::suggest).unwrap_or_default();
        if found.moves.is_empty() {
            found.moves = self.position().map_or_else(Vec::new, |position| position.last_moves(&self.rules));
        }
        let count = found.moves.len();
        found.moves.truncate(MOST_MOVES);
        let move_info = MoveInfo {
            nodes: Some(found.nodes),
            nps: Some(found.nodes as f64 / found.seconds).filter(|rate| rate.is_finite()),
            depth: Some(found.depth.into()),
            extra: Some(format!("of {count} moves; threads: {}", self.limits.threads.max(1))),
        };
        let moves = found.moves.into_iter().map(Ok).collect();
        BotMessage::Suggestion(Suggestion { moves, move_info: Some(move_info) }).to_string()
    }

    /// The answer to rules. Whatever it was thinking about was by other rules.
    fn agree(&mut self, message: &RulesMessage) -> BotMessage {
        self.stop();
        match message.rules() {
            Some(rules) => {
                if rules != self.rules {
                    (self.rules, self.thinker) = (rules, None);
                }
                self.thinker();
                BotMessage::Ready
            }
            None => BotMessage::Error { reason: UNSUPPORTED_RULES.to_string() },
        }
    }

    fn thinker(&mut self) -> &Thinker {
        self.thinker.get_or_insert_with(|| Thinker::new(self.rules, &self.weights, self.limits))
    }

    fn stop(&mut self) {
        self.owes_suggestion = false;
        if let Some(thinker) = &self.thinker {
            thinker.stop();
        }
    }

    /// The game it thinks about.
    fn position(&self) -> Option<Position> {
        self.thinker.as_ref().and_then(Thinker::position)
    }

    /// Only while it thinks there is something to suggest. If no piece is known, the answer has to wait for the first.
    fn asked(&mut self) -> Reply {
        let Some(position) = self.position() else { return Reply::Nothing };
        self.owes_suggestion = position.queue.is_empty();
        if self.owes_suggestion { Reply::Nothing } else { Reply::Suggest }
    }

    fn new_piece(&mut self, piece: Piece) -> Result<Reply, TbpError> {
        const NO_GAME: TbpError =
            TbpError::OutOfTurn { kind: "new_piece", reason: "there is no game that it could belong to" };
        if self.position().is_none() {
            return Err(NO_GAME);
        }
        self.thinker().new_piece(piece);
        let owed = std::mem::take(&mut self.owes_suggestion);
        Ok(if owed { Reply::Suggest } else { Reply::Nothing })
    }

    /// A move was played. One that we cannot make by our rules is believed as long as the piece is at hand and fits: a frontend
    /// may have other rules. After any other the game is not known any more.
    fn play(&mut self, a_move: Move) -> Result<(), TbpError> {
        const NO_GAME: TbpError =
            TbpError::OutOfTurn { kind: "play", reason: "there is no game in which it could be played" };
        let mut position = self.position().ok_or(NO_GAME)?;
        self.owes_suggestion = false;
        let Err(illegal) = self.thinker().play(a_move) else { return Ok(()) };
        if position.believe(&self.rules, a_move).is_some() {
            self.thinker().start(position);
            Err(TbpError::Believed(illegal))
        } else {
            self.stop();
            Err(TbpError::Impossible(illegal))
        }
    }
}
