//! The bot in the timed game.

mod advice;
mod duels;
mod seeing;
