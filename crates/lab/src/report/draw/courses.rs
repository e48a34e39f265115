//! How something changes within cells.

use super::panels::{Part, split};
use crate::grid::{Course, FigureAsked};
use crate::laboratory::Results;
use crate::report::groups::Group;
use tetrolab_report::plot::{Axis, Figure, Label, Mark, Panel, Series, Shape, Size, Stroke, line_style, quantile};
use tetrolab_report::written;

/// Places at which the courses of several cells are put together.
const PLACES: usize = 200;
/// Numbers that span more than this are drawn on a log axis.
const WIDE: f64 = 1000.0;
/// Where lines end that many times further than others, they are drawn along a log axis.
const LONG: f64 = 10.0;

/// The mark of a line that is only a point.
const END: Mark = Mark { shape: Shape::Circle, filled: true, size: Size::Large };

/// A line for each value of the axis.
pub fn courses(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let work = results.experiment.grids[asked.grid].work;
    let course = work.courses().iter().find(|course| course.name == asked.measure || asked.measure.is_empty());
    let course = course.ok_or_else(|| format!("{} has no course {:?}", work.name(), asked.measure))?;
    let parts = split(asked, results);
    let ends: Vec<f64> = parts
        .iter()
        .flat_map(|part| &part.groups)
        .filter_map(|group| {
            courses_of(results, course, group).map(|points| points[points.len() - 1].0).reduce(f64::max)
        })
        .collect();
    let (least, most) = (ends.iter().copied().fold(f64::INFINITY, f64::min), ends.iter().copied().fold(0.0, f64::max));
    let along = if least > 0.0 && most / least > LONG { Along::Logarithmic } else { Along::Linear };
    let panels: Vec<Panel> = parts.iter().filter_map(|part| panel(results, course, along, part)).collect();
    if panels.is_empty() {
        return Err("no cell is done".to_owned());
    }
    Ok(Figure { title: String::new(), caption: String::new(), command: String::new(), panels, remark: String::new() })
}

/// How places follow each other.
#[derive(Clone, Copy)]
enum Along {
    Linear,
    Logarithmic,
}

impl Along {
    /// Places from one to another.
    fn places(self, from: f64, to: f64) -> impl Iterator<Item = f64> {
        let shares = (0..=PLACES).map(|place| place as f64 / PLACES as f64);
        shares.map(move |share| match self {
            _ if share == 1.0 => to,
            Along::Logarithmic if from > 0.0 => from * (to / from).powf(share),
            _ => from + (to - from) * share,
        })
    }

    fn axis(self, name: &str, places: impl Iterator<Item = f64>) -> Axis {
        match self {
            Along::Linear => Axis::linear(name, places),
            Along::Logarithmic => Axis::logarithmic(name, places.filter(|&place| place > 0.0)),
        }
    }
}

/// What is drawn of a group: places with the lower quartile, the median and the upper quartile, and how many cells they are of.
struct Middle {
    name: String,
    places: Vec<(f64, [f64; 3])>,
    cells: usize,
}

fn panel(results: &Results, course: &Course, along: Along, part: &Part<'_>) -> Option<Panel> {
    let middles: Vec<Middle> = part.groups.iter().filter_map(|group| middle(results, course, along, group)).collect();
    let places = || middles.iter().flat_map(|middle| &middle.places);
    places().next()?;
    let values: Vec<f64> = places().flat_map(|place| place.1).collect();
    let (low, high) =
        values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &value| (low.min(value), high.max(value)));
    let y = if low > 0.0 && high / low > WIDE {
        Axis::logarithmic(course.value, values)
    } else {
        Axis::linear(course.value, values)
    };
    let mut panel = Panel {
        title: part.title.clone(),
        note: if middles.iter().any(|middle| middle.cells > 1) {
            "Line: the median of the cells. Band: their middle half. Cells that end early stay at their last value."
                .to_owned()
        } else {
            "Each value holds until the next.".to_owned()
        },
        x: along.axis(course.along, places().map(|place| place.0)),
        y,
        series: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
    };
    for (index, middle) in middles.iter().enumerate().filter(|(_, middle)| middle.cells > 1) {
        let edges = middle.places.iter().map(|&(at, [low, _, high])| (at, low, high)).collect();
        panel.series.push(Series::Band { edges, colour: line_style(index).0 });
    }
    for (index, middle) in middles.iter().enumerate() {
        let (colour, stroke) = line_style(index);
        let points: Vec<(f64, f64)> = middle.places.iter().map(|&(at, [_, median, _])| (at, median)).collect();
        let &at = points.last()?;
        let cells = if middle.cells == 1 { String::new() } else { format!(" ({} cells)", middle.cells) };
        let name = if middle.name.is_empty() { course.name.to_owned() } else { middle.name.clone() };
        panel.labels.push(Label { name, detail: format!("ends at {}{cells}", written(at.1)), at, colour, stroke });
        // Stairs keep the form of what changes now and then; other strokes need lines.
        panel.series.push(match stroke {
            // What has no course has an end.
            _ if points[0].0 == at.0 => Series::Points { points: vec![at], colour, mark: END },
            Stroke::Solid => Series::Steps { points, colour },
            _ => Series::Line { points, colour, stroke },
        });
    }
    Some(panel)
}

/// The courses of the cells of a group.
fn courses_of<'r>(
    results: &'r Results,
    course: &'r Course,
    group: &'r Group<'_>,
) -> impl Iterator<Item = &'r Vec<(f64, f64)>> {
    let outcomes = group.cells.iter().filter_map(|cell| results.outcome(cell.id));
    outcomes.filter_map(|outcome| outcome.courses.get(course.name)).filter(|points| !points.is_empty())
}

fn middle(results: &Results, course: &Course, along: Along, group: &Group<'_>) -> Option<Middle> {
    let all: Vec<&Vec<(f64, f64)>> = courses_of(results, course, group).collect();
    let name = group.name();
    match all.as_slice() {
        [] => None,
        [one] => {
            let places = one.iter().map(|&(at, value)| (at, [value; 3])).collect();
            Some(Middle { name, places, cells: 1 })
        }
        several => {
            let ends = several.iter().map(|points| points[points.len() - 1].0);
            let (from, to) = (several.iter().map(|points| points[0].0).fold(0.0, f64::max), ends.fold(0.0, f64::max));
            let places = along.places(from, to).map(|at| {
                let mut values: Vec<f64> = several.iter().map(|points| value_at(points, at)).collect();
                values.sort_by(f64::total_cmp);
                (at, [0.25, 0.5, 0.75].map(|share| quantile(&values, share).unwrap_or(f64::NAN)))
            });
            Some(Middle { name, places: places.collect(), cells: several.len() })
        }
    }
}

/// The value of the last point that is not beyond a place, or the first value.
fn value_at(points: &[(f64, f64)], at: f64) -> f64 {
    points[points.partition_point(|point| point.0 <= at).saturating_sub(1)].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_hold_until_the_next() {
        let points = [(1.0, 10.0), (2.0, 20.0), (4.0, 40.0)];
        assert_eq!(
            [0.0, 1.0, 1.9, 2.0, 3.9, 4.0, 99.0].map(|at| value_at(&points, at)),
            [10.0, 10.0, 10.0, 20.0, 20.0, 40.0, 40.0]
        );
    }
}
