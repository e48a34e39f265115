//! Stored games: round trips, rankings, several programs at once, and damage.

mod damage;
mod games;
mod ranking;
mod refusals;
mod several;
mod storing;
