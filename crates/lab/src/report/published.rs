//! What was published before, beside what was found.

use super::groups::measure;
use super::summed::Summed;
use crate::grid::{Better, Cell, Measure, Published, Statistic};
use crate::laboratory::Results;
use tetrolab_report::plot::text::number;
use tetrolab_report::{Column, Entry, Table, written};

/// Whether a published figure and ours agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Either lies within the interval of the other, or the intervals meet.
    Agrees,
    /// They do not; ours is this multiple of theirs if a ratio is meaningful, or else this much more.
    Differs,
    /// There is nothing to compare it with yet, or its uncertainty is unknown.
    Open,
    /// It is a time or a speed, which says more about machines than about what was done.
    OtherMachine,
}

/// A published figure beside ours.
#[derive(Clone, Debug)]
pub struct Beside<'r> {
    /// What was published.
    pub published: &'r Published,
    pub measure: &'static Measure,
    /// Ours.
    pub summed: Summed,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// All published figures beside ours, in the order of the file.
pub fn beside(results: &Results) -> Vec<Beside<'_>> {
    let experiment = &results.experiment;
    let beside = |published: &'_ Published| {
        let measure = measure(experiment, published.grid, &published.measure)?;
        let cells: Vec<_> = experiment.cells_of(published.grid, &published.filter).collect();
        let summed = Summed::of(results, measure, &cells);
        let is_random = |cell: &&Cell| experiment.grid_of(cell).work.is_random(&cell.settings);
        let is_exact = measure.statistic == Statistic::Exact || !(measure.is_timed || cells.iter().any(is_random));
        let verdict = verdict(published, measure, &summed, is_exact);
        Some((measure, summed, verdict))
    };
    let all = experiment.published.iter().filter_map(|published| {
        let (measure, summed, verdict) = beside(published)?;
        Some(Beside { published, measure, summed, verdict })
    });
    all.collect()
}

/// Numbers that differ by less are the same: they were rounded when they were published.
const ROUNDING: f64 = 0.005;

fn verdict(published: &Published, measure: &Measure, summed: &Summed, is_exact: bool) -> Verdict {
    if measure.is_of_machine() {
        return Verdict::OtherMachine;
    }
    let is_near = |value: f64| (value - published.value).abs() <= ROUNDING * published.value.abs().max(1e-9);
    if is_exact {
        return match summed.value {
            Some(value) if is_near(value) => Verdict::Agrees,
            _ if summed.count == 0 => Verdict::Open,
            _ => Verdict::Differs,
        };
    }
    let (low, high) = published.interval.unwrap_or((published.value, published.value));
    match (summed.interval, summed.value) {
        (Some((lower, upper)), _) if lower <= high && upper.is_none_or(|upper| low <= upper) => Verdict::Agrees,
        (_, Some(value)) if is_near(value) => Verdict::Agrees,
        (Some(_), _) => Verdict::Differs,
        // Ours alone does not say how sure it is.
        (None, Some(value)) if published.interval.is_some() && (low..=high).contains(&value) => Verdict::Agrees,
        (None, _) => Verdict::Open,
    }
}

impl Beside<'_> {
    /// The verdict in words.
    pub fn words(&self) -> String {
        let (ours, theirs) = (self.summed.value, self.published.value);
        match (self.verdict, ours) {
            (Verdict::Agrees, _) => "agrees".to_owned(),
            (Verdict::Open | Verdict::OtherMachine, None) => "not known yet".to_owned(),
            (Verdict::OtherMachine, Some(ours)) => {
                let faster = if self.measure.better == Better::Less { theirs / ours } else { ours / theirs };
                let (times, how) = if faster >= 1.0 { (faster, "fast") } else { (1.0 / faster, "slow") };
                format!("another machine: ours is {} times as {how}", number(times, 2))
            }
            (Verdict::Open, Some(_)) => "too few cells to say".to_owned(),
            (Verdict::Differs, Some(ours)) if ours * theirs > 0.0 && ours / theirs >= 0.0 && theirs > 0.0 => {
                let ratio = ours / theirs;
                if (0.5..2.0).contains(&ratio) {
                    let percent = 100.0 * (ratio - 1.0);
                    format!(
                        "differs: {}{} %",
                        if percent > 0.0 { "+" } else { "" },
                        written((10.0 * percent).round() / 10.0)
                    )
                } else {
                    format!("differs: {} times", written((1000.0 * ratio).round() / 1000.0))
                }
            }
            (Verdict::Differs, Some(ours)) => {
                let more = ours - theirs;
                format!("differs: {}{}", if more > 0.0 { "+" } else { "" }, written(more))
            }
            (Verdict::Differs, None) => "differs from cell to cell".to_owned(),
        }
    }
}

/// How many published figures there are with each verdict, in words; `None` if nothing was published.
pub fn agreement(results: &Results) -> Option<String> {
    let beside = beside(results);
    let count = |verdict| beside.iter().filter(|beside| beside.verdict == verdict).count();
    let [agree, differ, open, machine] =
        [Verdict::Agrees, Verdict::Differs, Verdict::Open, Verdict::OtherMachine].map(count);
    let mut words = Vec::new();
    if agree + differ + open > 0 {
        let judged = agree + differ + open;
        words.push(format!("published figures that agree with ours: {agree} of {judged}; that differ: {differ}"));
    }
    if open > 0 {
        words.push(format!("that cannot be judged yet: {open}"));
    }
    if machine > 0 {
        words.push(format!("times and speeds of other machines, which are not judged: {machine}"));
    }
    (!words.is_empty()).then(|| words.join("; "))
}

/// The published figures as a table; `None` if nothing was published.
pub fn table(results: &Results) -> Option<Table> {
    let all = beside(results);
    if all.is_empty() {
        return None;
    }
    let has_intervals = all.iter().any(|beside| beside.published.interval.is_some());
    let columns = vec![
        Column::plain("what"),
        Column::plain("measure"),
        Column { name: "published".to_owned(), unit: String::new(), has_interval: has_intervals },
        Column { name: "ours".to_owned(), unit: String::new(), has_interval: true },
        Column::plain("cells"),
        Column::plain("verdict"),
        Column::plain("source"),
    ];
    let several = results.experiment.grids.len() > 1;
    let rows = all.iter().map(|beside| {
        let Beside { published, measure, summed, .. } = beside;
        let grid = &results.experiment.grids[published.grid].name;
        let what = match (published.filter.words(), several) {
            (words, false) if words.is_empty() => "all".to_owned(),
            (words, true) if words.is_empty() => grid.clone(),
            (words, false) => words,
            (words, true) => format!("{grid}: {words}"),
        };
        let named = Column { name: measure.name.to_owned(), unit: measure.unit.to_owned(), has_interval: true };
        vec![
            Entry::Text(what),
            Entry::Text(named.head()),
            Entry::Estimate {
                value: Some(published.value),
                interval: published.interval.map(|(low, high)| (low, Some(high))),
            },
            Entry::Estimate { value: summed.value, interval: summed.interval },
            Entry::Number(summed.count as f64),
            Entry::Text(beside.words()),
            Entry::Text(published.source.clone()),
        ]
    });
    Some(Table {
        name: "published".to_owned(),
        title: "Published figures beside ours".to_owned(),
        note:
            "Figures agree where the intervals meet, or where a published figure without an interval lies within ours. Times and \
             speeds of other machines are not judged."
                .to_owned(),
        rows: rows.collect(),
        columns,
    })
}
