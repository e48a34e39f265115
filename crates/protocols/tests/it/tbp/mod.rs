//! TBP: a recorded game, messages right and wrong, and both sides of the conversation.

mod bot;
mod check;
mod golden;
mod host;
mod messages;
mod random;
