//! Where a piece can go: the fast generator of placements against a slow twin and against counts of others.

mod agree;
mod boards;
mod compare;
mod golden;
mod keys;
mod mirror;
mod perft;
mod questions;
mod tables;
mod twin;
