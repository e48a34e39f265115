//! Tables: rows of numbers and words, as people read them and as files for programs.

use std::fmt::Write as _;

use super::number::{p_value, with_interval, written};

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name, which is that of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How to read it; empty if that is plain.
    pub note: String,
    /// The heads of the columns.
    pub columns: Vec<Column>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<Entry>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// The unit; empty if there is none.
    pub unit: String,
    /// Whether its numbers have intervals, which are columns of their own in files.
    pub has_interval: bool,
}

/// What stands in a row under a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Nothing.
    Nothing,
    /// Words.
    Text(String),
    /// A number.
    Number(f64),
    /// A p-value.
    Chance(f64),
    /// A number and where the true one lies.
    Estimate {
        value: Option<f64>,
        /// The lower end of its interval, and the upper one if there is one.
        interval: Option<(f64, Option<f64>)>,
    },
}

impl Column {
    /// A column without intervals.
    pub fn plain(name: &str) -> Column {
        Column { name: name.to_owned(), unit: String::new(), has_interval: false }
    }

    /// The name with its unit.
    pub fn head(&self) -> String {
        if self.unit.is_empty() || self.unit.eq_ignore_ascii_case(&self.name) {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.unit)
        }
    }
}

impl Entry {
    /// As people read it.
    pub fn words(&self) -> String {
        match self {
            Entry::Nothing => "–".to_owned(),
            Entry::Text(text) => text.clone(),
            Entry::Number(number) => written(*number),
            Entry::Chance(p) => p_value(*p),
            Entry::Estimate { value, interval } => with_interval(*value, *interval),
        }
    }

    /// Whether it belongs at the right of its column.
    pub const fn is_number(&self) -> bool {
        !matches!(self, Entry::Text(_))
    }
}

impl Table {
    /// As a file for programs: numbers in full, an interval as two further columns.
    pub fn csv(&self) -> String {
        let mut csv = String::new();
        let heads = self.columns.iter().flat_map(|column| {
            let ends = column.has_interval.then(|| ["low", "high"].map(|end| format!("{} {end}", column.name)));
            [column.head()].into_iter().chain(ends.into_iter().flatten())
        });
        line(&mut csv, heads);
        for row in &self.rows {
            let fields = row.iter().zip(&self.columns).flat_map(|(entry, column)| fields(entry, column));
            line(&mut csv, fields);
        }
        csv
    }
}

/// Numbers nearer to zero are written with an exponent in files.
const TINY: f64 = 1e-6;

/// The fields of an entry.
fn fields(entry: &Entry, column: &Column) -> Vec<String> {
    let number = |number: Option<f64>| match number {
        None => String::new(),
        // An exponent is easier to read than many zeros.
        Some(tiny) if tiny != 0.0 && tiny.abs() < TINY => format!("{tiny:e}"),
        Some(number) => (number + 0.0).to_string(),
    };
    let mut fields = match entry {
        Entry::Nothing => vec![String::new()],
        Entry::Text(text) => vec![text.clone()],
        Entry::Number(value) | Entry::Chance(value) => vec![number(Some(*value))],
        Entry::Estimate { value, interval } if column.has_interval => {
            vec![
                number(*value),
                number(interval.map(|interval| interval.0)),
                number(interval.and_then(|interval| interval.1)),
            ]
        }
        Entry::Estimate { value, .. } => vec![number(*value)],
    };
    fields.resize(if column.has_interval { 3 } else { 1 }, String::new());
    fields
}

/// A line of a file of values with commas between them (RFC 4180, with a plain end of line).
fn line(csv: &mut String, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            csv.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(csv, "\"{}\"", field.replace('"', "\"\""));
        } else {
            csv.push_str(&field);
        }
    }
    csv.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_all_digits_and_ends_of_intervals() {
        let table = Table {
            name: "scores".to_owned(),
            title: String::new(),
            note: String::new(),
            columns: vec![
                Column::plain("agent"),
                Column { name: "score".to_owned(), unit: "lines".to_owned(), has_interval: true },
                Column::plain("cells"),
            ],
            rows: vec![
                vec![
                    Entry::Text("a, \"b\"".to_owned()),
                    Entry::Estimate { value: Some(0.1 + 0.2), interval: Some((0.25, None)) },
                    Entry::Number(3.0),
                ],
                vec![Entry::Text("c".to_owned()), Entry::Nothing, Entry::Number(-0.0)],
            ],
        };
        let expected =
            "agent,score (lines),score low,score high,cells\n\"a, \"\"b\"\"\",0.30000000000000004,0.25,,3\nc,,,,0\n";
        assert_eq!(table.csv(), expected);
        assert_eq!(table.rows[0][1].words(), "0.3 (at least 0.25)");
    }
}
