//! Evaluation of players, and contests.

mod contest;
mod cpu;
