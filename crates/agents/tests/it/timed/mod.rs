//! Agents of the research game in the timed game.

mod advice;
mod autoplay;
mod dropped;
mod games;
