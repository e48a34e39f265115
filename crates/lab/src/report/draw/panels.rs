//! What figures of measures have in common: panels for the values of one setting, names down the left for those of another.

use crate::grid::{Cell, FigureAsked, Filter, Measure, Published, Statistic, Value};
use crate::laboratory::Results;
use crate::report::groups::{Group, groups, is_about, measure};
use tetrolab_report::plot::{Axis, Ink, Key, Mark, Panel, Series, Shape, Sign, Size};

/// A panel of groups of cells, one for each value of the axis.
pub struct Part<'r> {
    /// What the panel shows.
    pub title: String,
    pub groups: Vec<Group<'r>>,
}

/// The measure that a figure shows, and its panels.
pub fn parts<'r>(asked: &'r FigureAsked, results: &'r Results) -> Result<(&'static Measure, Vec<Part<'r>>), String> {
    let experiment = &results.experiment;
    let name = if asked.measure.is_empty() {
        experiment.grids[asked.grid].work.measures()[0].name
    } else {
        asked.measure.as_str()
    };
    let measure = measure(experiment, asked.grid, name).ok_or_else(|| format!("{name} is no measure"))?;
    let is_done = |cell: &&Cell| results.outcome(cell.id).is_some_and(|outcome| !outcome.values.is_empty());
    let parts = split(asked, results);
    if !parts.iter().flat_map(|part| &part.groups).flat_map(|group| &group.cells).any(is_done) {
        return Err("no cell is done".to_owned());
    }
    Ok((measure, parts))
}

/// The cells of a figure, by its panels and then by its axis.
pub fn split<'r>(asked: &'r FigureAsked, results: &'r Results) -> Vec<Part<'r>> {
    let names = |name: &String| if name.is_empty() { Vec::new() } else { vec![name.clone()] };
    let (panels, axis) = (names(&asked.panels), names(&asked.axis));
    let all = groups(&results.experiment, asked.grid, &asked.filter, &axis);
    groups(&results.experiment, asked.grid, &asked.filter, &panels)
        .into_iter()
        .map(|panel| {
            let title = match panel.values.first() {
                None => String::new(),
                Some(Value::Switch(_)) => panel.name(),
                Some(_) => format!("{} {}", asked.panels, panel.name()),
            };
            let within = |group: &Group<'r>| Group {
                by: group.by.clone(),
                values: group.values.clone(),
                cells: group
                    .cells
                    .iter()
                    .copied()
                    .filter(|cell| panel.cells.iter().any(|of| of.id == cell.id))
                    .collect(),
            };
            let groups = all.iter().map(within).filter(|group| !group.cells.is_empty()).collect();
            Part { title, groups }
        })
        .collect()
}

/// Numbers that span more than this are drawn on a log axis.
const WIDE: f64 = 100.0;

/// The axis of a measure for these values.
pub fn value_axis(measure: &Measure, values: &[f64]) -> Axis {
    if measure.statistic == Statistic::Share {
        // Shares are seen best from nothing on, and up to all if many are meant.
        let all = values.iter().any(|&value| value > 0.5).then_some(1.0);
        return Axis::linear(
            &format!("share of cells: {}", measure.name),
            values.iter().copied().chain([0.0]).chain(all),
        );
    }
    let name = match measure.unit {
        "" => format!("{} (no unit)", measure.name),
        unit if unit.eq_ignore_ascii_case(measure.name) => unit.to_owned(),
        unit => format!("{} ({unit})", measure.name),
    };
    let (low, high) =
        values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &value| (low.min(value), high.max(value)));
    if low > 0.0 && high / low > WIDE {
        Axis::logarithmic(&name, values.iter().copied())
    } else {
        Axis::linear(&name, values.iter().copied())
    }
}

/// The names of groups, from the top to the bottom.
pub fn name_axis(asked: &FigureAsked, groups: &[Group<'_>]) -> Axis {
    Axis::categories_down(&asked.axis, groups.iter().map(Group::name).collect())
}

/// What was published about a group.
pub fn published<'r>(
    results: &'r Results,
    grid: usize,
    measure: &'r Measure,
    group: &'r Group<'_>,
) -> impl Iterator<Item = &'r Published> {
    let experiment = &results.experiment;
    experiment.published.iter().filter(move |published| {
        published.grid == grid
            && published.measure == measure.name
            && published.filter != Filter::default()
            && is_about(experiment, grid, &published.filter, &group.cells)
    })
}

/// The mark of what was published.
const PUBLISHED: Mark = Mark { shape: Shape::Diamond, filled: false, size: Size::Large };

/// Draws what was published into a panel, a little below each name; where there are several numbers, one below the other.
pub fn add_published(panel: &mut Panel, results: &Results, grid: usize, measure: &Measure, groups: &[Group<'_>]) {
    let mut points = Vec::new();
    let mut spans = Vec::new();
    let end = panel.y.from;
    for (place, group) in groups.iter().enumerate() {
        for (number, published) in published(results, grid, measure, group).enumerate() {
            let at = place as f64 + BELOW + APART * number as f64;
            points.push((published.value, at));
            // The last name has room for all that was published of it.
            panel.y.from = panel.y.from.max(end + APART * number as f64);
            spans.extend(published.interval.map(|(low, high)| (at, low, high)));
        }
    }
    if points.is_empty() {
        return;
    }
    panel.series.push(Series::Spans { spans, height: 0.12, colour: Ink::Quiet });
    panel.series.push(Series::Points { points, colour: Ink::Text, mark: PUBLISHED });
    panel.keys.push(Key {
        name: "published".to_owned(),
        detail: "with its interval, if it has one".to_owned(),
        sign: Sign::Mark(PUBLISHED),
        colour: Ink::Text,
    });
}

/// Published values lie this far below ours, of 1 for each name, and values that were published elsewhere this far
/// below those.
const BELOW: f64 = 0.32;
const APART: f64 = 0.12;

/// All values that were published about groups, with the ends of their intervals.
pub fn published_values(results: &Results, grid: usize, measure: &Measure, groups: &[Group<'_>]) -> Vec<f64> {
    let of = |group: &Group<'_>| -> Vec<f64> {
        published(results, grid, measure, group)
            .flat_map(|published| {
                let ends = published.interval.map(|(low, high)| [low, high]);
                [published.value].into_iter().chain(ends.into_iter().flatten())
            })
            .collect()
    };
    groups.iter().flat_map(of).collect()
}
