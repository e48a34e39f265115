//! What an experiment is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Cell, Filter, Value, Work};

/// How much of an experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Seconds: to see that everything works.
    Smoke,
    /// As much as two cores do in about an hour.
    Hour,
    /// As much as was published, or more.
    Paper,
}

impl Scale {
    /// All of them.
    pub const ALL: [Scale; 3] = [Scale::Smoke, Scale::Hour, Scale::Paper];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["smoke", "hour", "paper"][self as usize]
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        let scale = Scale::ALL.into_iter().find(|scale| scale.name() == text);
        scale.ok_or_else(|| "the scale is one of smoke, hour, paper".to_string())
    }
}

/// An experiment that makes sense.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it is, in a few words.
    pub title: String,
    /// What is asked.
    pub question: String,
    /// Where it was asked first; empty if nowhere.
    pub source: String,
    /// What the answer means; empty if there is nothing to add.
    pub remark: String,
    /// All that is random follows from it.
    pub seed: u64,
    /// How much of it is run.
    pub scale: Scale,
    /// The grids, in the order of the file.
    pub grids: Vec<Grid>,
    /// All cells, in the order in which they are run.
    pub cells: Vec<Cell>,
    /// Tables that the report has.
    pub tables: Vec<TableAsked>,
    /// Figures that the report has.
    pub figures: Vec<FigureAsked>,
    /// What was published before.
    pub published: Vec<Published>,
    /// What is compared with what.
    pub comparisons: Vec<ComparisonAsked>,
}

/// Cells with the same kind of work.
#[derive(Clone, Debug)]
pub struct Grid {
    pub name: String,
    /// What is done in its cells.
    pub work: &'static dyn Work,
    /// The settings that differ between its cells, in the order of the file, each with its values in order.
    pub axes: Vec<(String, Vec<Value>)>,
    /// The most repetitions of a cell.
    pub repetitions: u64,
}

/// A table that is asked for.
#[derive(Clone, Debug)]
pub struct TableAsked {
    /// Its name, which is that of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The number of the grid.
    pub grid: usize,
    /// Settings: each combination of their values has a row.
    pub rows: Vec<String>,
    /// Names of measures, in columns.
    pub measures: Vec<String>,
    /// Which cells.
    pub filter: Filter,
}

/// A figure that is asked for.
#[derive(Clone, Debug)]
pub struct FigureAsked {
    /// Its name, which is that of its file.
    pub name: String,
    /// The kind of drawing.
    pub draw: String,
    /// What it shows.
    pub title: String,
    /// What is to be seen in it.
    pub caption: String,
    /// The number of the grid.
    pub grid: usize,
    /// The measure or series that is drawn; empty where the kind of drawing knows.
    pub measure: String,
    /// The setting along the axis, or the one that tells lines apart.
    pub axis: String,
    /// The setting that has a panel for each value; empty if there is one panel.
    pub panels: String,
    /// Which cells.
    pub filter: Filter,
}

/// A figure that was published before.
#[derive(Clone, Debug)]
pub struct Published {
    /// The number of the grid.
    pub grid: usize,
    /// The cells that it is to be compared with.
    pub filter: Filter,
    /// The name of the measure.
    pub measure: String,
    pub value: f64,
    /// Its interval, if there is one.
    pub interval: Option<(f64, f64)>,
    /// Where it stands.
    pub source: String,
}

/// What is compared with what.
#[derive(Clone, Debug)]
pub struct ComparisonAsked {
    /// Its name, which is that of its file.
    pub name: String,
    /// What is asked.
    pub title: String,
    /// The number of the grid.
    pub grid: usize,
    /// The name of the measure.
    pub measure: String,
    /// The setting whose values are compared, each with each. Cells are paired where all else is the same, the repetition too.
    pub axis: String,
    /// Settings: each combination of their values is compared by itself.
    pub by: Vec<String>,
    /// Which cells.
    pub filter: Filter,
}

impl Experiment {
    /// The grid of a cell.
    pub fn grid_of(&self, cell: &Cell) -> &Grid {
        &self.grids[cell.grid]
    }

    /// By which rules its cells are played, each once.
    pub fn rules(&self) -> Vec<String> {
        let mut rules: Vec<String> = Vec::new();
        for cell in &self.cells {
            let said = self.grid_of(cell).work.rules(&cell.settings);
            if !said.is_empty() && !rules.contains(&said) {
                rules.push(said);
            }
        }
        rules
    }

    /// The cells of a grid that pass a filter, in order.
    pub fn cells_of<'a>(&'a self, grid: usize, filter: &'a Filter) -> impl Iterator<Item = &'a Cell> {
        self.cells.iter().filter(move |cell| cell.grid == grid && filter.passes(&cell.settings))
    }
}
