//! The bot: its search, the arena and the timed game.

mod arena;
mod page;
mod search;
mod timed;
