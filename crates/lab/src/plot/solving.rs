//! The figure of a solver run: how it comes nearer to the best.

use super::training::Numbers;
use crate::solving::Line;
use tetrolab_report::plot::text::number;
use tetrolab_report::plot::{Axis, Figure, INKS, Label, Mark, Panel, Series, Shape, Size, Stroke};

/// What the figure is called.
pub const PROGRESS: &str = "progress";
/// The digits of numbers.
const DIGITS: usize = 5;
/// Whole numbers from here on are rounded too.
const LARGE: f64 = 1e6;
/// Rows of the table at most; of more lines some are left out.
const MOST_ROWS: usize = 200;

/// A number; whole ones as they are.
fn written(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < LARGE { format!("{value}") } else { number(value, DIGITS) }
}

/// What is drawn over time: a name with its unit, what it is for short, and the number of a moment.
type Course = (&'static str, &'static str, fn(&Line) -> Option<f64>);

/// The fitness and the Blocks that are left, and the temperature where there is one.
const COURSES: [Course; 3] = [
    ("fitness (no unit)", "best fitness", |line| line.fitness),
    ("Blocks left (cells)", "Blocks left", |line| line.blocks.map(f64::from)),
    ("temperature (no unit)", "temperature", |line| line.temperature),
];

/// How far a run was over time.
pub fn progress(lines: &[Line], caption: &str, command: &str) -> Figure {
    let panels: Vec<Panel> =
        COURSES.into_iter().enumerate().filter_map(|(index, course)| panel(lines, index, course)).collect();
    let remark = if panels.is_empty() { "Nothing is found yet." } else { "" };
    Figure {
        title: "The best so far".to_owned(),
        caption: caption.to_owned(),
        command: command.to_owned(),
        panels,
        remark: remark.to_owned(),
    }
}

fn panel(lines: &[Line], index: usize, (axis, name, value): Course) -> Option<Panel> {
    let points = lines.iter().filter_map(|line| Some((line.seconds, value(line)?)));
    let points: Vec<(f64, f64)> = points.filter(|point| point.0.is_finite() && point.1.is_finite()).collect();
    let &at = points.last()?;
    let colour = INKS[index];
    let label =
        Label { name: name.to_owned(), detail: format!("now: {}", written(at.1)), at, colour, stroke: Stroke::Solid };
    let (x, y) = (
        Axis::linear("time worked (s)", points.iter().map(|point| point.0).chain([0.0])),
        Axis::linear(axis, points.iter().map(|point| point.1)),
    );
    let series = if points.len() == 1 {
        Series::Points { points, colour, mark: Mark { shape: Shape::Circle, filled: true, size: Size::Large } }
    } else {
        Series::Steps { points, colour }
    };
    let note = "Each value holds until the next.".to_owned();
    Some(Panel { title: name.to_owned(), note, x, y, series: vec![series], labels: vec![label], keys: Vec::new() })
}

/// The numbers behind it.
pub fn numbers(lines: &[Line]) -> Numbers {
    let columns = ["time (s)", "stage", "count", "evaluations", "fitness", "Blocks", "temperature"];
    let optional = |value: Option<f64>| value.map_or("–".to_owned(), written);
    let row = |line: &Line| {
        vec![
            format!("{:.1}", line.seconds),
            line.stage.clone(),
            line.count.to_string(),
            line.evaluations.to_string(),
            optional(line.fitness),
            optional(line.blocks.map(f64::from)),
            optional(line.temperature),
        ]
    };
    // The last one is always among them.
    let step = lines.len().div_ceil(MOST_ROWS).max(1);
    let mut rows: Vec<Vec<String>> = lines.iter().rev().step_by(step).map(row).collect();
    rows.reverse();
    Numbers { columns: columns.map(String::from).to_vec(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seconds: f64, fitness: Option<f64>, temperature: Option<f64>) -> Line {
        Line {
            seconds,
            stage: "ga".to_owned(),
            count: 1,
            limit: None,
            evaluations: 10,
            fitness,
            blocks: fitness.map(|_| 8),
            least_blocks: 0,
            temperature,
        }
    }

    #[test]
    fn any_run_can_be_drawn() {
        for (lines, panels) in [
            (vec![], 0),
            (vec![line(0.0, None, None)], 0),
            (vec![line(0.0, Some(-3.0), None)], 2),
            (vec![line(0.0, Some(-3.0), Some(5.0)), line(1.0, Some(7.5), Some(4.0))], 3),
        ] {
            let figure = progress(&lines, "", "");
            assert_eq!(figure.panels.len(), panels);
            let svg = figure.svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert_eq!(numbers(&lines).rows.len(), lines.len());
        }
        let many: Vec<Line> = (0..1001).map(|second| line(f64::from(second), Some(1.0), None)).collect();
        let rows = numbers(&many).rows;
        assert!(rows.len() <= MOST_ROWS && rows.last().unwrap()[0] == "1000.0");
    }
}
