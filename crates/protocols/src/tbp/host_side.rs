//! The conversation as a frontend has it.

use tetrolab_bot::{Move, Position};
use tetrolab_engine::{Piece, Rules};

use super::error::TbpError;
use super::message::{BotMessage, FrontendMessage, Info, Suggestion};
use super::randomizer::RandomizerKind;
use super::rules::RulesMessage;
use super::start::Start;
use super::{HALF_TURNS, INCOMING, KICKS};

/// A frontend that talks with one bot: it makes the lines that are sent, and is told the lines that come.
///
/// ```
/// use tetrolab_bot::{Position, Supply, TBP_RULES};
/// use tetrolab_engine::Piece;
/// use tetrolab_protocols::tbp::{BotEvent, HostSide};
///
/// let mut host = HostSide::new();
/// host.hear(br#"{"type":"info","name":"Example","version":"1","author":"Me","features":[]}"#)?;
/// let position = Position { queue: vec![Piece::T], supply: Supply::seven_bag(&[]), ..Position::default() };
/// assert_eq!(host.rules(&TBP_RULES, &position.supply), r#"{"type":"rules","randomizer":"seven_bag"}"#);
/// assert_eq!(host.hear(br#"{"type":"ready"}"#)?, BotEvent::Ready);
/// let lines = [host.start(&position), host.suggest()];
/// let answer = br#"{"type":"suggestion","moves":[
///     {"location":{"type":"T","orientation":"north","x":1,"y":0},"spin":"none"}]}"#;
/// let BotEvent::Suggestion(suggestion) = host.hear(answer)? else { unreachable!() };
/// let best = suggestion.moves[0].clone().expect("it can be understood");
/// assert!(position.check(&TBP_RULES, best).is_ok());
/// # Ok::<(), tetrolab_protocols::tbp::TbpError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct HostSide {
    info: Option<Info>,
    /// Rules that were sent and not yet answered.
    asks_rules: bool,
    is_ready: bool,
    /// How often `suggest` was sent and not yet answered.
    asked: u32,
}

/// What a line of the bot means.
#[derive(Clone, Debug, PartialEq)]
pub enum BotEvent {
    /// The bot said who it is: [`HostSide::info`].
    Info,
    /// It can play by the rules.
    Ready,
    /// It cannot, for this reason.
    Refused(String),
    /// It says that something is wrong, though no rules were named that it could refuse.
    Error(String),
    /// The moves it would play, best first. None of them has been checked.
    Suggestion(Suggestion),
    /// Something that means nothing: an unknown message, an empty line.
    Nothing,
}

impl HostSide {
    /// A conversation in which nothing has been said yet.
    pub fn new() -> HostSide {
        HostSide::default()
    }

    /// Who the bot is, once it has said so.
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Whether the bot has said that it understands this beyond the protocol.
    pub fn has_feature(&self, feature: &str) -> bool {
        self.info.as_ref().is_some_and(|info| info.features.iter().any(|own| own == feature))
    }

    /// Whether the bot can be given a game.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// How many answers to `suggest` are still to come.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// What a line of the bot means.
    ///
    /// # Errors
    /// If it is no message, or not one that can come now. The conversation is as it was before.
    pub fn hear(&mut self, line: &[u8]) -> Result<BotEvent, TbpError> {
        if line.trim_ascii().is_empty() {
            return Ok(BotEvent::Nothing);
        }
        let message = BotMessage::read(line)?;
        let out_of_turn = |kind, reason| Err(TbpError::OutOfTurn { kind, reason });
        match message {
            BotMessage::Info(_) if self.info.is_some() => out_of_turn("info", "the bot has already said who it is"),
            BotMessage::Info(info) => {
                self.info = Some(info);
                Ok(BotEvent::Info)
            }
            BotMessage::Unknown => Ok(BotEvent::Nothing),
            BotMessage::Ready if !self.asks_rules => out_of_turn("ready", "no rules were named that it could answer"),
            BotMessage::Ready => {
                (self.asks_rules, self.is_ready) = (false, true);
                Ok(BotEvent::Ready)
            }
            BotMessage::Error { reason } => {
                let refuses = std::mem::take(&mut self.asks_rules);
                self.is_ready = false;
                Ok(if refuses { BotEvent::Refused(reason) } else { BotEvent::Error(reason) })
            }
            BotMessage::Suggestion(_) if self.asked == 0 => out_of_turn("suggestion", "nobody asked for one"),
            BotMessage::Suggestion(suggestion) => {
                self.asked -= 1;
                Ok(BotEvent::Suggestion(suggestion))
            }
        }
    }

    /// Whether the bot can be told which moves there are by these rules.
    pub fn can_name(&self, rules: &Rules) -> bool {
        self.named(rules, RandomizerKind::default()).is_enough_for(rules)
    }

    /// Names the rules. How pieces turn is named only to bots that understand it; others play by those of the protocol.
    pub fn rules(&mut self, rules: &Rules, randomizer: impl Into<RandomizerKind>) -> String {
        (self.asks_rules, self.is_ready) = (true, false);
        FrontendMessage::Rules(self.named(rules, randomizer.into())).to_string()
    }

    /// The rules, as far as the bot understands what is said of them.
    fn named(&self, rules: &Rules, randomizer: RandomizerKind) -> RulesMessage {
        let message = RulesMessage::new(randomizer);
        if self.has_feature(KICKS) && self.has_feature(HALF_TURNS) { message.with_movement(rules) } else { message }
    }

    /// Begins a game, or continues from another position.
    pub fn start(&self, position: &Position) -> String {
        self.start_with(Start::from(position))
    }

    /// As [`HostSide::start`], with colours and whatever else is known. What the bot does not understand is left out.
    pub fn start_with(&self, mut start: Start) -> String {
        start.incoming = start.incoming.filter(|_| self.has_feature(INCOMING));
        FrontendMessage::Start(Box::new(start)).to_string()
    }

    /// Asks which moves are best.
    pub fn suggest(&mut self) -> String {
        self.asked += 1;
        FrontendMessage::Suggest.to_string()
    }

    /// Says that a move was played.
    pub fn play(&self, a_move: Move) -> String {
        FrontendMessage::Play(a_move).to_string()
    }

    /// Says which piece is new at the end of the queue.
    pub fn new_piece(&self, piece: Piece) -> String {
        FrontendMessage::NewPiece(piece).to_string()
    }

    /// Lets the bot stop thinking.
    pub fn stop(&self) -> String {
        FrontendMessage::Stop.to_string()
    }

    /// Lets the bot leave.
    pub fn quit(&self) -> String {
        FrontendMessage::Quit.to_string()
    }
}
