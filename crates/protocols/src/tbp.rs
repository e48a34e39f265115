//! TBP, the Tetris Bot Protocol: how a frontend, which hosts a game, and a bot, which plays it, talk to each other.
//!
//! Each message is one JSON object in a line. The bot says who it is ([`Info`]), the frontend names the rules, the bot is
//! ready. Then games are begun ([`Start`]) and played move by move. `docs/tbp.md` describes all of it.
//!
//! [`FrontendMessage`] and [`BotMessage`] are what is said. [`HostSide`] is the conversation as a frontend has it: it makes
//! lines, is told the lines of the bot, and says what they mean. [`BotSide`] is our bot: it is told lines and says what to
//! answer. No process is started and nothing is read or written here.

mod bot_side;
mod error;
mod host_side;
mod message;
mod notation;
mod randomizer;
mod rules;
mod start;

pub use bot_side::{BotSide, Reply};
pub use error::TbpError;
pub use host_side::{BotEvent, HostSide};
pub use message::{BotMessage, FrontendMessage, Info, MoveInfo, Suggestion};
pub use randomizer::{Randomizer, RandomizerKind};
pub use rules::RulesMessage;
pub use start::Start;

/// The feature of a bot that understands the attribute of the same name in `start`: how many rows of garbage wait.
pub const INCOMING: &str = "tetrolab:incoming";

/// The feature of a bot that understands the attribute of the same name in `rules`: the rotation points that are tried.
pub const KICKS: &str = "tetrolab:kicks";

/// The feature of a bot that understands the attribute of the same name in `rules`: turns by 180 degrees.
pub const HALF_TURNS: &str = "tetrolab:half_turns";

/// Why a bot refuses, in the words of the protocol.
pub const UNSUPPORTED_RULES: &str = "unsupported_rules";
