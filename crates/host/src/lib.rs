//! Everything that needs processes or sockets: external bots in matches, and the server and the client of the Aveiro course's game.

pub mod access;
pub mod arena;
pub mod aveiro;
