//! The course's game and its server.

mod messages;
mod room;
mod rules;
mod seeds;
mod transcript;
mod twin;
