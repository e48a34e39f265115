//! How a measure is spread over cells.

use super::panels::{Part, add_published, name_axis, parts, published_values, value_axis};
use crate::grid::{FigureAsked, Measure};
use crate::laboratory::Results;
use crate::report::summed::values;
use tetrolab_report::plot::{Figure, INKS, Key, Panel, Series, Sign, Summary};

/// The height of a box, of 1 for each name.
const HEIGHT: f64 = 0.4;

/// A box for each value of the axis.
pub fn boxes(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let (measure, parts) = parts(asked, results)?;
    let panels = parts.iter().map(|part| panel(asked, results, measure, part)).collect();
    Ok(Figure { title: String::new(), caption: String::new(), command: String::new(), panels, remark: String::new() })
}

fn panel(asked: &FigureAsked, results: &Results, measure: &Measure, part: &Part<'_>) -> Panel {
    let of: Vec<Vec<f64>> = part.groups.iter().map(|group| values(results, measure.name, &group.cells)).collect();
    let mut all: Vec<f64> = of.concat();
    all.extend(published_values(results, asked.grid, measure, &part.groups));
    let boxes =
        of.iter().enumerate().filter_map(|(place, values)| Some((place as f64, Summary::of(values)?))).collect();
    let counts: Vec<usize> = of.iter().map(Vec::len).collect();
    let (fewest, most) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let detail = if fewest == most { format!("{most} cells each") } else { format!("{fewest} to {most} cells each") };
    let mut panel = Panel {
        title: part.title.clone(),
        note: "Box: the middle half, line: the median. Whiskers within 1.5 boxes, outliers beyond.".to_owned(),
        x: value_axis(measure, &all),
        y: name_axis(asked, &part.groups),
        series: vec![Series::Boxes { boxes, height: HEIGHT, colour: INKS[0] }],
        labels: Vec::new(),
        keys: vec![Key { name: measure.name.to_owned(), detail, sign: Sign::Box, colour: INKS[0] }],
    };
    add_published(&mut panel, results, asked.grid, measure, &part.groups);
    panel
}
