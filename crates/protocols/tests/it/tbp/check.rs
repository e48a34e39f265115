//! What holds for everything that both sides can be told. The tests and the fuzz target share it.

use tetrolab_bot::{Limits, Weights};
use tetrolab_protocols::tbp::{BotMessage, BotSide, FrontendMessage, HostSide, Reply};

/// Tells a bot and a frontend these lines. Returns how many of them were messages of a known type.
pub fn check(bytes: &[u8]) -> usize {
    let mut bot = BotSide::new("check", Weights::default(), Limits { nodes: 60, ..Limits::default() });
    let mut host = HostSide::new();
    let mut known = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        host.suggest();
        if let Err(error) = host.hear(line) {
            assert_eq!(error.to_string().lines().count(), 1);
        }
        match bot.hear(line) {
            Ok(Reply::Say(said)) => assert!(BotMessage::read(said.as_bytes()).is_ok()),
            Ok(Reply::Suggest) => assert!(BotMessage::read(bot.suggestion().as_bytes()).is_ok()),
            Ok(Reply::Nothing | Reply::Quit) => {}
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        }
        if let Ok(message) = FrontendMessage::read(line) {
            known += usize::from(message != FrontendMessage::Unknown);
            let written = message.to_string();
            assert_eq!(FrontendMessage::read(written.as_bytes()), Ok(message), "{written}");
        }
        if let Ok(mut message) = BotMessage::read(line) {
            let written = message.to_string();
            // Moves that were not understood are not written.
            if let BotMessage::Suggestion(suggestion) = &mut message {
                suggestion.moves.retain(Result::is_ok);
            }
            assert_eq!(BotMessage::read(written.as_bytes()), Ok(message), "{written}");
        }
    }
    known
}
