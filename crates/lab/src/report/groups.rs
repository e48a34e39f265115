//! Cells that belong together.

use crate::grid::{Cell, Experiment, Filter, Measure, Value};

/// Cells with the same values of some settings.
#[derive(Clone, Debug)]
pub struct Group<'e> {
    /// The names of the settings.
    pub by: Vec<String>,
    /// Their values.
    pub values: Vec<Value>,
    /// The cells, in order.
    pub cells: Vec<&'e Cell>,
}

impl Group<'_> {
    /// The values in words. Where yes or no would say nothing, it is the name of the setting.
    pub fn name(&self) -> String {
        let word = |(name, value): (&String, &Value)| match value {
            Value::Switch(true) => name.clone(),
            Value::Switch(false) => format!("no {name}"),
            other => other.to_string(),
        };
        self.by.iter().zip(&self.values).map(word).collect::<Vec<_>>().join(", ")
    }
}

/// The cells of a grid that pass a filter, by the values of some settings, in the order in which the file has these values.
pub fn groups<'e>(experiment: &'e Experiment, grid: usize, filter: &'e Filter, by: &[String]) -> Vec<Group<'e>> {
    let mut groups: Vec<Group<'e>> = Vec::new();
    for cell in experiment.cells_of(grid, filter) {
        let known = by.iter().filter_map(|name| Some((name.clone(), cell.settings.get(name)?.clone())));
        let (names, values): (Vec<String>, Vec<Value>) = known.unzip();
        match groups.iter_mut().find(|group| group.values == values) {
            Some(group) => group.cells.push(cell),
            None => groups.push(Group { by: names, values, cells: vec![cell] }),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_named_by_their_setting() {
        let named = |settings: &[(&str, Value)]| {
            let (by, values) = settings.iter().map(|(name, value)| ((*name).to_string(), value.clone())).unzip();
            Group { by, values, cells: Vec::new() }.name()
        };
        assert_eq!(named(&[("projection", Value::Switch(true))]), "projection");
        assert_eq!(named(&[("pieces", Value::Whole(30)), ("projection", Value::Switch(false))]), "30, no projection");
        assert_eq!(named(&[]), "");
    }
}
