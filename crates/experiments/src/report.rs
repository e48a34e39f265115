//! Reports: what was asked, what was found, how sure that is, and how to repeat it.
//!
//! A [`Document`] is a report as plain data; [`write`](write()) makes files of it.

mod compare;
mod comparisons;
mod document;
mod draw;
mod effect;
mod experiment;
mod groups;
mod html;
mod markdown;
mod number;
mod published;
mod summed;
mod table;
mod tables;
mod write;

pub use compare::document as compared;
pub use comparisons::findings;
pub use document::{Block, Document};
pub use draw::{DRAWS, Draw, figure};
pub use experiment::document as of_run;
pub use html::html;
pub use markdown::markdown;
pub use number::{duration, p_value, written};
pub use published::{Beside, Verdict, agreement, beside, table as published_table};
pub use summed::{LEVEL, Summed};
pub use table::{Column, Entry, Table};
pub use tables::TIMED;
pub use write::{HTML, MARKDOWN, write};
