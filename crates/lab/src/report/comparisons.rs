//! What is compared with what: differences of pairs, or ratios of mean scores, and whether they can be told from chance.

use tetrolab_statistics::holm;

use super::effect::{Effect, SIGNIFICANT, Side, differences};
use super::groups::{Group, groups, measure};
use super::summed::estimate;
use crate::grid::{Better, Cell, ComparisonAsked, Measure, Settings, Statistic, Value};
use crate::laboratory::Results;
use tetrolab_report::{Column, Entry, Table};

/// Two values of a setting, and how they differ.
struct Row {
    by: Vec<Value>,
    first: String,
    second: String,
    effect: Effect,
    /// The p-value, corrected for the number of tests.
    corrected: f64,
    verdict: Verdict,
}

/// What can be said about a difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// This one is better, or has more.
    Sure(String),
    /// It may be chance.
    Chance,
    /// All pairs agree, but they are too few for significance with this many tests.
    TooFew,
    /// Nothing is known yet.
    Unknown,
}

/// A comparison that the experiment asks for, done.
struct Compared<'r> {
    asked: &'r ComparisonAsked,
    measure: &'static Measure,
    rows: Vec<Row>,
}

/// The comparisons that the experiment asks for.
pub fn asked(results: &Results) -> Vec<Table> {
    compared(results).map(|compared| compared.table()).collect()
}

/// What the comparisons of a run say, a sentence each.
pub fn findings(results: &Results) -> Vec<String> {
    compared(results).map(|compared| compared.finding()).collect()
}

fn compared(results: &Results) -> impl Iterator<Item = Compared<'_>> {
    let all = results.experiment.comparisons.iter().filter_map(|asked| {
        let measure = measure(&results.experiment, asked.grid, &asked.measure)?;
        let mut rows = Vec::new();
        for by in groups(&results.experiment, asked.grid, &asked.filter, &asked.by) {
            let sides = split(results, asked, &by);
            for (place, second) in sides.iter().enumerate() {
                rows.extend(sides[..place].iter().map(|first| compare(results, measure, asked, &by, (first, second))));
            }
        }
        let corrected = holm(&rows.iter().map(|row| row.effect.p_value.unwrap_or(1.0)).collect::<Vec<_>>());
        for (row, corrected) in rows.iter_mut().zip(corrected) {
            row.corrected = corrected;
            row.verdict = row.verdict(measure.better);
        }
        Some(Compared { asked, measure, rows })
    });
    all.filter(|compared| !compared.rows.is_empty())
}

/// Whether groups are compared by the ratio of their means.
const fn is_ratio(measure: &Measure) -> bool {
    matches!(measure.statistic, Statistic::Exponential { .. })
}

/// Up to this many differences are named one by one.
const FEW: usize = 3;

impl Compared<'_> {
    fn title(&self) -> String {
        let ComparisonAsked { title, measure, axis, .. } = self.asked;
        if title.is_empty() { format!("{measure} by {axis}") } else { title.clone() }
    }

    fn table(&self) -> Table {
        let Compared { asked, measure, rows } = self;
        let is_ratio = is_ratio(measure);
        let mut columns: Vec<Column> = asked.by.iter().map(|name| Column::plain(name)).collect();
        columns.extend(["first", "second", "pairs"].map(Column::plain));
        let effect = if is_ratio { "ratio" } else { "difference" };
        let unit = if is_ratio { String::new() } else { measure.unit.to_owned() };
        columns.push(Column { name: effect.to_owned(), unit, has_interval: true });
        columns.extend(["p", "p corrected", "verdict"].map(Column::plain));
        let entries = rows.iter().map(|row| {
            let mut entries: Vec<Entry> = row.by.iter().map(|value| Entry::Text(value.to_string())).collect();
            let pairs = Entry::Number(row.effect.pairs as f64);
            entries.extend([Entry::Text(row.first.clone()), Entry::Text(row.second.clone()), pairs, row.estimate()]);
            entries.extend([
                row.effect.p_value.map_or(Entry::Nothing, Entry::Chance),
                Entry::Chance(row.corrected),
                Entry::Text(row.verdict.words(measure.better)),
            ]);
            entries
        });
        let how = if is_ratio {
            "Ratio of the mean scores, first by second, with its 95 % interval and test by the F distribution."
                .to_owned()
        } else {
            let summary = if measure.statistic == Statistic::Median { "median" } else { "mean" };
            format!(
                "Cells are paired where all that differs within a side is the same; pairs that share what is random count as one, by their mean. The \
                 difference is first less second, the {summary} over the pairs with its 95 % bootstrap interval; Wilcoxon's signed-rank test."
            )
        };
        let count = match rows.len() {
            1 => "1 test".to_owned(),
            tests => format!("{tests} tests, corrected for their number after Holm"),
        };
        Table {
            name: format!("comparison-{}{}", asked.name, if measure.is_timed { super::tables::TIMED } else { "" }),
            title: self.title(),
            note: format!("{}. {how} {count}.", of(measure)),
            columns,
            rows: entries.collect(),
        }
    }

    /// What came of it, in a sentence: each difference if they are few, or else how many are sure, and in whose favour.
    fn finding(&self) -> String {
        let Compared { measure, rows, .. } = self;
        let title = self.title();
        let title = if title.ends_with('?') { title } else { format!("{title}:") };
        if rows.len() <= FEW {
            let few: Vec<String> = rows.iter().map(|row| row.finding(measure)).collect();
            return format!("{title} {}.", few.join("; "));
        }
        let count = |wanted: &Verdict| rows.iter().filter(|row| row.verdict == *wanted).count();
        let mut sure: Vec<(usize, &Verdict)> = Vec::new();
        for row in rows.iter().filter(|row| matches!(row.verdict, Verdict::Sure(_))) {
            if !sure.iter().any(|(_, known)| **known == row.verdict) {
                sure.push((count(&row.verdict), &row.verdict));
            }
        }
        sure.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let total: usize = sure.iter().map(|(count, _)| count).sum();
        let mut parts: Vec<String> = Vec::new();
        if total > 0 {
            let wins: Vec<String> =
                sure.iter().map(|(count, verdict)| format!("{} in {count}", verdict.words(measure.better))).collect();
            parts.push(format!(
                "{total} {} beyond chance ({})",
                if total == 1 { "is" } else { "are" },
                wins.join(", ")
            ));
        }
        let rest = [Verdict::Chance, Verdict::TooFew, Verdict::Unknown].map(|verdict| (count(&verdict), verdict));
        parts.extend(rest.into_iter().filter(|(count, _)| *count > 0).map(|(count, verdict)| {
            let verb = match (&verdict, count) {
                (Verdict::TooFew, 1) => "has ",
                (Verdict::TooFew, _) => "have ",
                (Verdict::Unknown, 1) => "is ",
                (Verdict::Unknown, _) => "are ",
                _ => "",
            };
            format!("{count} {verb}{}", verdict.words(measure.better))
        }));
        format!("{title} Of {} comparisons {}.", rows.len(), parts.join("; "))
    }
}

impl Row {
    fn estimate(&self) -> Entry {
        Entry::Estimate { value: self.effect.value, interval: self.effect.interval }
    }

    /// What came of it, with numbers.
    fn finding(&self, measure: &Measure) -> String {
        let mut about: Vec<String> = self.by.iter().map(ToString::to_string).collect();
        about.push(format!("{} against {}", self.first, self.second));
        let size = match self.effect.value {
            None => String::new(),
            Some(_) if is_ratio(measure) => format!(", ratio {}", self.estimate().words()),
            Some(_) => format!(", difference {}{}", self.estimate().words(), unit(measure)),
        };
        format!("{}: {}{size}", about.join(", "), self.verdict.words(measure.better))
    }

    fn verdict(&self, better: Better) -> Verdict {
        let Some(leaning) = self.effect.leaning else { return Verdict::Unknown };
        if self.corrected >= SIGNIFICANT || leaning.is_eq() {
            return if self.effect.is_extreme { Verdict::TooFew } else { Verdict::Chance };
        }
        let is_first = leaning.is_gt() == (better != Better::Less);
        Verdict::Sure(if is_first { self.first.clone() } else { self.second.clone() })
    }
}

impl Verdict {
    fn words(&self, better: Better) -> String {
        match self {
            Verdict::Sure(name) if better == Better::Neither => format!("{name} has more"),
            Verdict::Sure(name) => format!("{name} is better"),
            Verdict::Chance => "may be chance".to_owned(),
            Verdict::TooFew => "too few pairs to tell".to_owned(),
            Verdict::Unknown => "not known yet".to_owned(),
        }
    }
}

/// The unit of a measure behind a number.
fn unit(measure: &Measure) -> String {
    if measure.unit.is_empty() { String::new() } else { format!(" {}", measure.unit) }
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
        by: vec![asked.axis.clone()],
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
        Effect::difference(&differences(measure.name, &one, &other), measure.statistic)
    };
    let (first, second) = (first.name(), second.name());
    Row { by: by.values.clone(), first, second, effect, corrected: 1.0, verdict: Verdict::Unknown }
}

/// The settings that differ between the cells of a side.
fn varied<'g>(side: &'g Group<'_>) -> impl Iterator<Item = &'g String> {
    let first = side.cells.first().map(|cell| &cell.settings.0);
    let differs = move |name: &&String| {
        side.cells.iter().any(|cell| cell.settings.get(name) != first.and_then(|first| first.get(*name)))
    };
    first.into_iter().flat_map(|settings| settings.keys()).filter(differs)
}
