//! Path search, and the agents in the research game and in the timed game.

mod path;
mod research;
mod timed;
mod weights;
