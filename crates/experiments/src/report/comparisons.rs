//! What is compared with what: differences of pairs, or ratios of mean scores, and whether they can be told from chance.

use tetrolab_simulate::statistics::holm;

use super::effect::{Effect, SIGNIFICANT, Side, differences};
use super::groups::{Group, groups, measure};
use super::summed::estimate;
use super::table::{Column, Entry, Table};
use crate::grid::{Better, Cell, ComparisonAsked, Measure, Settings, Statistic, Value};
use crate::laboratory::Results;

/// Two values of a setting, and how they differ.
struct Row {
    by: Vec<Value>,
    first: String,
    second: String,
    effect: Effect,
}

/// The comparisons that the experiment asks for.
pub fn asked(results: &Results) -> Vec<Table> {
    results.experiment.comparisons.iter().filter_map(|asked| table(results, asked)).collect()
}

fn table(results: &Results, asked: &ComparisonAsked) -> Option<Table> {
    let measure = measure(&results.experiment, asked.grid, &asked.measure)?;
    let mut rows = Vec::new();
    for by in groups(&results.experiment, asked.grid, &asked.filter, &asked.by) {
        let sides = split(results, asked, &by);
        for (place, second) in sides.iter().enumerate() {
            rows.extend(sides[..place].iter().map(|first| compare(results, measure, asked, &by, (first, second))));
        }
    }
    let corrected = holm(&rows.iter().map(|row| row.effect.p_value.unwrap_or(1.0)).collect::<Vec<_>>());
    let is_ratio = matches!(measure.statistic, Statistic::Exponential { .. });
    let mut columns: Vec<Column> = asked.by.iter().map(|name| Column::plain(name)).collect();
    columns.extend(["first", "second", "pairs"].map(Column::plain));
    let effect = if is_ratio { "ratio" } else { "difference" };
    let unit = if is_ratio { String::new() } else { measure.unit.to_owned() };
    columns.push(Column { name: effect.to_owned(), unit, has_interval: true });
    columns.extend(["p", "p corrected", "verdict"].map(Column::plain));
    let tests = rows.len();
    let entries = rows.into_iter().zip(corrected).map(|(row, corrected)| {
        let mut entries: Vec<Entry> = row.by.iter().map(|value| Entry::Text(value.to_string())).collect();
        let verdict = verdict(&row, corrected, measure.better, if is_ratio { 1.0 } else { 0.0 });
        entries.extend([Entry::Text(row.first), Entry::Text(row.second), Entry::Number(row.effect.pairs as f64)]);
        entries.push(Entry::Estimate { value: row.effect.value, interval: row.effect.interval });
        entries.extend([
            row.effect.p_value.map_or(Entry::Nothing, Entry::Chance),
            Entry::Chance(corrected),
            Entry::Text(verdict),
        ]);
        entries
    });
    let how = if is_ratio {
        "Ratio of the mean scores, first by second, with its 95 % interval and test by the F distribution."
    } else {
        "Cells are paired where all that differs within a side is the same; pairs that share what is random count as one, by their mean. The \
         difference is first less second, the median over the pairs with its 95 % bootstrap interval; Wilcoxon's signed-rank test."
    };
    let count =
        if tests == 1 { "1 test".to_owned() } else { format!("{tests} tests, corrected for their number after Holm") };
    let title =
        if asked.title.is_empty() { format!("{} by {}", asked.measure, asked.axis) } else { asked.title.clone() };
    let rows = entries.collect();
    let name = format!("comparison-{}{}", asked.name, if measure.is_timed { super::tables::TIMED } else { "" });
    Some(Table { name, title, note: format!("{}. {how} {count}.", of(measure)), columns, rows })
}

/// The measure in words.
fn of(measure: &Measure) -> String {
    if measure.unit.is_empty() { measure.meaning.to_owned() } else { format!("{} ({})", measure.meaning, measure.unit) }
}

/// The cells of a group by the value of the axis.
fn split<'e>(results: &'e Results, asked: &ComparisonAsked, by: &Group<'e>) -> Vec<Group<'e>> {
    let axis = results.experiment.grids[asked.grid].axes.iter().find(|axis| axis.0 == asked.axis);
    let values = axis.map_or(&[][..], |axis| &axis.1);
    let side = |value: &Value| Group {
        values: vec![value.clone()],
        cells: by.cells.iter().copied().filter(|cell| cell.settings.get(&asked.axis) == Some(value)).collect(),
    };
    values.iter().map(side).filter(|side| !side.cells.is_empty()).collect()
}

fn compare(
    results: &Results,
    measure: &Measure,
    asked: &ComparisonAsked,
    by: &Group<'_>,
    (first, second): (&Group<'_>, &Group<'_>),
) -> Row {
    let effect = if let Statistic::Exponential { total, deaths } = measure.statistic {
        let [one, other] = [first, second].map(|side| estimate(results, total, deaths, &side.cells));
        Effect::ratio(one, other)
    } else {
        // What must be the same in both cells of a pair: all that differs within a side. What is the same in a whole side belongs to the
        // value of the axis, as where labels stand for several settings.
        let varied: Vec<&String> = [first, second].into_iter().flat_map(varied).collect();
        let key = |cell: &Cell| {
            let mut rest = cell.settings.0.clone();
            rest.retain(|name, _| *name != asked.axis && varied.contains(&name));
            (cell.seed, cell.repetition, Settings(rest).digest())
        };
        let [one, other] = [first, second].map(|side| Side { results, cells: &side.cells, key: &key });
        Effect::difference(&differences(measure.name, &one, &other))
    };
    Row { by: by.values.clone(), first: first.name(), second: second.name(), effect }
}

/// The settings that differ between the cells of a side.
fn varied<'g>(side: &'g Group<'_>) -> impl Iterator<Item = &'g String> {
    let first = side.cells.first().map(|cell| &cell.settings.0);
    let differs = move |name: &&String| {
        side.cells.iter().any(|cell| cell.settings.get(name) != first.and_then(|first| first.get(*name)))
    };
    first.into_iter().flat_map(|settings| settings.keys()).filter(differs)
}

fn verdict(row: &Row, corrected: f64, better: Better, none: f64) -> String {
    let Some(effect) = row.effect.value else { return "not known yet".to_owned() };
    if corrected >= SIGNIFICANT || effect == none {
        return "may be chance".to_owned();
    }
    let more = if effect > none { &row.first } else { &row.second };
    let less = if effect > none { &row.second } else { &row.first };
    match better {
        Better::More => format!("{more} is better"),
        Better::Less => format!("{less} is better"),
        Better::Neither => format!("{more} has more"),
    }
}
