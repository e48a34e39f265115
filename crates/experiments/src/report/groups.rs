//! Cells that belong together.

use crate::grid::{Cell, Experiment, Filter, Measure, Value};

/// Cells with the same values of some settings.
#[derive(Clone, Debug)]
pub struct Group<'e> {
    /// These values, in the order of the settings.
    pub values: Vec<Value>,
    /// The cells, in order.
    pub cells: Vec<&'e Cell>,
}

impl Group<'_> {
    /// The values in words.
    pub fn name(&self) -> String {
        self.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The cells of a grid that pass a filter, by the values of some settings, in the order in which the file has these values.
pub fn groups<'e>(experiment: &'e Experiment, grid: usize, filter: &'e Filter, by: &[String]) -> Vec<Group<'e>> {
    let mut groups: Vec<Group<'e>> = Vec::new();
    for cell in experiment.cells_of(grid, filter) {
        let values: Vec<Value> = by.iter().filter_map(|name| cell.settings.get(name).cloned()).collect();
        match groups.iter_mut().find(|group| group.values == values) {
            Some(group) => group.cells.push(cell),
            None => groups.push(Group { values, cells: vec![cell] }),
        }
    }
    let place = |name: &String, value: &Value| {
        let axis = experiment.grids[grid].axes.iter().find(|axis| axis.0 == *name);
        axis.and_then(|axis| axis.1.iter().position(|known| known == value))
    };
    groups.sort_by_cached_key(|group| {
        by.iter().zip(&group.values).map(|(name, value)| place(name, value)).collect::<Vec<_>>()
    });
    groups
}

/// The measure of a grid with this name.
pub fn measure(experiment: &Experiment, grid: usize, name: &str) -> Option<&'static Measure> {
    experiment.grids[grid].work.measures().iter().find(|measure| measure.name == name)
}

/// Whether a filter is about exactly these cells of a grid.
pub fn is_about(experiment: &Experiment, grid: usize, filter: &Filter, cells: &[&Cell]) -> bool {
    let mut wanted = experiment.cells_of(grid, filter);
    let mut given = cells.iter();
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if wanted.id == given.id => {}
            _ => return false,
        }
    }
}
