//! A report as plain data: what is said, in order, for every output format.

use super::table::Table;
use crate::plot::Figure;

/// A report.
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What kind of report it is, and of what, in a line.
    pub subtitle: String,
    /// What is said, in order.
    pub blocks: Vec<Block>,
}

/// A part of a report.
pub enum Block {
    /// The title of a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Several short statements.
    List(Vec<String>),
    /// Names and what stands for them.
    Facts(Vec<(String, String)>),
    /// A table, which is also a file.
    Table(Table),
    /// A table that is only a file: a line says so.
    File(Table),
    /// A figure, which is also a file.
    Figure {
        /// The name of its file.
        name: String,
        figure: Box<Figure>,
    },
    /// Commands or a file, letter by letter.
    Code {
        /// What it is; empty if the text before says so.
        title: String,
        text: String,
    },
}

impl Document {
    /// The figures with their names, in order.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure { name, figure } => Some((name.as_str(), figure.as_ref())),
            _ => None,
        })
    }

    /// The tables, those that are only files too, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) | Block::File(table) => Some(table),
            _ => None,
        })
    }
}

/// A title as a sentence: with a full stop, unless it has its end already.
pub fn sentence(title: &str) -> String {
    if title.ends_with(['.', '?', '!']) { title.to_owned() } else { format!("{title}.") }
}

/// Where the file of a table is, from the folder of the report.
pub fn table_file(name: &str) -> String {
    format!("tables/{name}.csv")
}

/// Where the file of a figure is, from the folder of the report.
pub fn figure_file(name: &str) -> String {
    format!("figures/{name}.svg")
}
