//! Reports: a [`Document`] is one as plain data, with figures and tables; [`html`](html()), [`markdown`](markdown()) and
//! [`Table::csv`] write it down.

mod document;
mod html;
mod markdown;
mod number;
pub mod plot;
pub mod short;
mod table;
pub mod untrusted;
pub mod words;

pub use document::{Block, Document, figure_file, table_file};
pub use html::html;
pub use markdown::markdown;
pub use number::{duration, p_value, with_interval, written};
pub use table::{Column, Entry, Table};
