//! A measure summed up, with its interval.

use super::panels::{Part, add_published, name_axis, parts, published_values, value_axis};
use crate::grid::{FigureAsked, Measure, Statistic};
use crate::laboratory::Results;
use crate::report::summed::Summed;
use tetrolab_report::plot::{Figure, INKS, Key, Mark, Panel, Series, Shape, Sign, Size};

/// The mark of a number.
const MARK: Mark = Mark { shape: Shape::Circle, filled: true, size: Size::Large };

/// A mark and a line for each value of the axis.
pub fn intervals(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let (measure, parts) = parts(asked, results)?;
    let panels = parts.iter().map(|part| panel(asked, results, measure, part)).collect();
    Ok(Figure { title: String::new(), caption: String::new(), command: String::new(), panels, remark: String::new() })
}

fn panel(asked: &FigureAsked, results: &Results, measure: &Measure, part: &Part<'_>) -> Panel {
    let summed: Vec<Summed> = part.groups.iter().map(|group| Summed::of(results, measure, &group.cells)).collect();
    let known = || summed.iter().enumerate().map(|(place, summed)| (place as f64, summed));
    let points: Vec<(f64, f64)> = known().filter_map(|(at, summed)| Some((summed.value?, at))).collect();
    let mut all: Vec<f64> = points.iter().map(|point| point.0).collect();
    all.extend(summed.iter().filter_map(|summed| summed.interval).flat_map(|(low, high)| [Some(low), high]).flatten());
    all.extend(published_values(results, asked.grid, measure, &part.groups));
    let x = value_axis(measure, &all);
    // What has no upper end goes on to the edge.
    let spans = known().filter_map(|(at, summed)| summed.interval.map(|(low, high)| (at, low, high.unwrap_or(x.to))));
    let spans = spans.collect();
    let (name, detail) = match measure.statistic {
        Statistic::Exponential { .. } => ("mean", "95 % interval, exponential"),
        Statistic::Median => ("median", "95 % bootstrap interval"),
        Statistic::Mean => ("mean", "95 % bootstrap interval"),
        Statistic::Share => ("share of cells", "95 % interval"),
        Statistic::Exact => ("as played", "the same in all cells"),
    };
    let mut panel = Panel {
        title: part.title.clone(),
        note: String::new(),
        x,
        y: name_axis(asked, &part.groups),
        series: vec![
            Series::Spans { spans, height: 0.22, colour: INKS[0] },
            Series::Points { points, colour: INKS[0], mark: MARK },
        ],
        labels: Vec::new(),
        keys: vec![Key { name: name.to_owned(), detail: detail.to_owned(), sign: Sign::Mark(MARK), colour: INKS[0] }],
    };
    add_published(&mut panel, results, asked.grid, measure, &part.groups);
    panel
}
