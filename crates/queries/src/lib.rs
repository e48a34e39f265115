//! Short questions with plain answers, without state. Each question is a struct of options; its answer is plain data, and as JSON the
//! same for the command line and the page.

pub mod fumen;
pub mod moves;
pub mod path;
pub mod pc;
pub mod place;
pub mod placements;
pub mod players;
