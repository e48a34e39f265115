//! The rules of the game, what is reachable, and the timed game; what counts allocations is in a program of its own.

mod guideline;
mod modes;
mod parsers;
mod playback;
mod playthroughs;
mod presets;
mod properties;
mod random_streams;
mod reach;
mod twin;
mod twin_agrees;
