//! Long runs: folders that survive whatever stops the program, and files that are written whole or not at all.

pub mod files;
pub mod folder;
pub mod json;
pub mod name;
