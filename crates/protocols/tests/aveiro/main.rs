//! The course's game and its server.

mod seeds;
mod transcript;
