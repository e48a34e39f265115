//! `tetrolab tbp` over pipes: a thousand pieces whose moves a slow twin checks, and input of all kinds. `tetrolab bench --bot`.

mod bench;
mod game;
mod input;
mod talk;
mod thousand;

// The slow twin of the generator of moves, as the engine is tested with it.
#[path = "../../../../engine/tests/it/reach/tables.rs"]
mod tables;
#[path = "../../../../engine/tests/it/reach/twin.rs"]
mod twin;
