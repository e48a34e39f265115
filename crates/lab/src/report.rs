//! Reports: what was asked, what was found, how sure that is, and how to repeat it.
//!
//! A [`Document`](tetrolab_report::Document) is a report as plain data; [`write`](write()) makes files of it.

mod compare;
mod comparisons;
mod draw;
mod effect;
mod experiment;
mod groups;
mod published;
mod summed;
mod tables;
mod write;

pub use compare::document as compared;
pub use comparisons::findings;
pub use draw::{DRAWS, Draw, figure};
pub use experiment::document as of_run;
pub use published::{Beside, Verdict, agreement, beside, table as published_table};
pub use summed::Summed;
pub use tables::TIMED;
pub use write::{HTML, MARKDOWN, write};
