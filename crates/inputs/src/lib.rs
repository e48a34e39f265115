//! What users name or type: players, bots, boards, numbers and times. Every front end reads them by this crate.

pub mod board;
pub mod bot;
pub mod bot_name;
pub mod numbers;
pub mod parsers;
pub mod players;
