//! A measure along numbers on a log scale, with what was published beside it.

use crate::grid::{FigureAsked, Filter, Published, Value};
use crate::laboratory::Results;
use tetrolab_report::plot::{Axis, Figure, INKS, Key, Mark, Panel, Series, Shape, Sign, Size, Stroke};

/// The measure by the numbers of the axis, and the published values with a mark for each source.
pub fn log_line(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let grid = &results.experiment.grids[asked.grid];
    let measures = grid.work.measures();
    let measure = measures.iter().find(|measure| measure.name == asked.measure).unwrap_or(&measures[0]);
    let axis = grid.axes.iter().find(|axis| axis.0 == asked.axis).ok_or("the figure has no axis")?;
    let numbers: Vec<f64> = axis.1.iter().filter_map(Value::number).collect();
    if numbers.len() < axis.1.len() {
        return Err(format!("{} is no number everywhere", asked.axis));
    }
    let panels = grid.axes.iter().find(|axis| axis.0 == asked.panels);
    let values = panels.map_or(vec![None], |panels| panels.1.iter().map(Some).collect());
    let mut drawn = Vec::new();
    for value in values {
        let mut filter = asked.filter.clone();
        filter.0.extend(value.map(|value| (asked.panels.clone(), vec![value.clone()])));
        let lines = Lines::new(asked, results, measure.name, &axis.1, &filter);
        if !lines.ours.is_empty() {
            let title = value.map_or_else(String::new, |value| format!("{value}"));
            let unit = if measure.unit.is_empty() { String::new() } else { format!(" ({})", measure.unit) };
            drawn.push(lines.panel(title, &asked.axis, &format!("{}{unit}", measure.name)));
        }
    }
    if drawn.is_empty() {
        return Err("there is nothing above 0 yet".to_string());
    }
    let empty = String::new;
    Ok(Figure { title: empty(), caption: empty(), command: empty(), panels: drawn, remark: empty() })
}

/// What a panel shows.
struct Lines {
    ours: Vec<(f64, f64)>,
    /// Sources with their values.
    published: Vec<(String, Vec<(f64, f64)>)>,
}

impl Lines {
    fn new(asked: &FigureAsked, results: &Results, measure: &str, values: &[Value], filter: &Filter) -> Lines {
        let mut lines = Lines { ours: Vec::new(), published: Vec::new() };
        for value in values {
            let Some(along) = value.number() else { continue };
            let mut filter = filter.clone();
            filter.0.push((asked.axis.clone(), vec![value.clone()]));
            let cells: Vec<_> = results.experiment.cells_of(asked.grid, &filter).collect();
            let ours = cells.iter().filter_map(|cell| results.outcome(cell.id)?.values.get(measure).copied());
            let ours: Vec<f64> = ours.filter(|&value| value > 0.0).collect();
            if !ours.is_empty() {
                lines.ours.push((along, ours.iter().sum::<f64>() / ours.len() as f64));
            }
            let is_meant = |published: &&Published| {
                published.grid == asked.grid
                    && published.measure == measure
                    && published.value > 0.0
                    && cells.iter().any(|cell| published.filter.passes(&cell.settings))
            };
            for published in results.experiment.published.iter().filter(is_meant) {
                let place = lines.published.iter().position(|(source, _)| *source == published.source);
                let place = place.unwrap_or_else(|| {
                    lines.published.push((published.source.clone(), Vec::new()));
                    lines.published.len() - 1
                });
                lines.published[place].1.push((along, published.value));
            }
        }
        lines
    }

    fn panel(self, title: String, x: &str, y: &str) -> Panel {
        let all = || self.ours.iter().chain(self.published.iter().flat_map(|(_, points)| points));
        let mark = |shape, filled| Mark { shape, filled, size: Size::Large };
        // Only the first words fit beside the sign.
        let key = |source: &str, colour, mark| {
            let (name, detail) = source.split_once(", ").unwrap_or((source, ""));
            Key { name: name.to_string(), detail: detail.to_string(), sign: Sign::Mark(mark), colour }
        };
        let mut panel = Panel {
            title,
            note: "Filled: ours. Hollow: published.".to_string(),
            x: Axis::linear(x, all().map(|point| point.0)),
            y: Axis::logarithmic(y, all().map(|point| point.1)),
            series: vec![Series::Line { points: self.ours.clone(), colour: INKS[0], stroke: Stroke::Solid }],
            labels: Vec::new(),
            keys: vec![key("ours", INKS[0], mark(Shape::Circle, true))],
        };
        panel.series.push(Series::Points { points: self.ours, colour: INKS[0], mark: mark(Shape::Circle, true) });
        let shapes = [Shape::Diamond, Shape::Square, Shape::Triangle, Shape::Circle];
        for (index, (source, points)) in self.published.into_iter().enumerate() {
            let (colour, mark) = (INKS[(index + 1) % INKS.len()], mark(shapes[index % shapes.len()], false));
            panel.keys.push(key(&source, colour, mark));
            panel.series.push(Series::Points { points, colour, mark });
        }
        panel
    }
}

#[cfg(test)]
mod tests {
    use super::super::survival::tests::results;
    use super::*;

    const GRID: &str = "title = \"a trial\"\n[[grid]]\nname = \"speed\"\nwork = \"guideline-speed\"\nlevel = [1, 5, 9]\n\
                        drop = [\"fall\", \"hard-drop\"]\n";

    #[test]
    fn ours_and_what_was_published_are_drawn() {
        let results = results(&format!(
            "{GRID}[[figure]]\ndraw = \"log-line\"\naxis = \"level\"\npanels = \"drop\"\n\
             [[published]]\nwhere = {{ level = 5, drop = \"fall\" }}\nvalue = 0.468\nsource = \"the table, section 1\"\n"
        ));
        let figure = log_line(&results.experiment.figures[0], &results).unwrap();
        // Hard Drop takes no time, which a log scale does not know.
        assert_eq!(figure.panels.len(), 1);
        let keys: Vec<(&str, &str)> =
            figure.panels[0].keys.iter().map(|key| (key.name.as_str(), key.detail.as_str())).collect();
        assert_eq!(keys, [("ours", ""), ("the table", "section 1")]);
        let Series::Line { points, .. } = &figure.panels[0].series[0] else { panic!("a line is first") };
        assert!(points.len() == 3 && points[0] == (1.0, 1.0), "{points:?}");
        let svg = figure.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn what_is_no_number_has_no_place_on_the_axis() {
        let results = results(&format!("{GRID}[[figure]]\ndraw = \"log-line\"\naxis = \"drop\"\n"));
        assert_eq!(
            log_line(&results.experiment.figures[0], &results).err().as_deref(),
            Some("drop is no number everywhere")
        );
    }
}
