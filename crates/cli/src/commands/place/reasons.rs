//! Why the best drop is better than the runner-up: what each feature adds to their values, with bars.

use std::io::{self, Write};

use tetrolab_agents::{Explanation, Reward};

use super::Answer;
use super::bars::{Bar, Bars};
use super::text::lines;
use crate::commands::page::Page;
use tetrolab_report::short::Digits;
use tetrolab_sessions::palette;

/// Writes the reasons: of the best drop, and of the runner-up if its value consists of something too.
pub fn write(out: &mut impl Write, page: Page, answer: &Answer, explanations: &[Explanation]) -> io::Result<()> {
    let both = if explanations.len() > 1 { ": 1 the best drop, 2 the runner-up" } else { "" };
    let ahead = match answer.looks_ahead() {
        true => ". Features of the move count for both pieces, those of the board when the next piece lies there too",
        false => "",
    };
    writeln!(out)?;
    lines(out, &format!("what each feature adds to the value{both}{ahead}"), page)?;
    writeln!(out)?;

    let terms = terms(answer, explanations);
    let contributions = || terms.iter().flat_map(|term| term.sides.iter().map(|side| side.contribution));
    let table = table(&terms, explanations, Digits::of(contributions()));
    let widths: [usize; COLUMNS] =
        std::array::from_fn(|column| table.iter().map(|line| line.cells[column].chars().count()).max().unwrap_or(0));
    // Two spaces stand between columns.
    let room = page.width.saturating_sub(widths.iter().sum::<usize>() + 2 * COLUMNS);
    let bars = Bars::new(room.clamp(SHORTEST, LONGEST), contributions());
    let colours = [palette::piece(answer.piece), palette::QUIET];
    for line in &table {
        let cell = |column: usize| match column {
            0 => format!("{:<width$}", line.cells[column], width = widths[column]),
            _ => format!("{:>width$}", line.cells[column], width = widths[column]),
        };
        let before = (0..COLUMNS - 1).map(cell).collect::<Vec<_>>().join("  ");
        let bar = match line.bar {
            Drawn::Bar { value, other, side } => {
                let Bar { left, right } = bars.bar(value, other);
                format!("{}{}{}", page.paint(&left, colours[side]), page.quiet("│"), page.paint(&right, colours[side]))
            }
            Drawn::Sign(sign) => {
                let Bar { left, right } = bars.bar(0.0, 0.0);
                format!("{left}{sign}{right}")
            }
        };
        let text = format!("{before}  {bar}  {}", cell(COLUMNS - 1));
        let text = text.trim_end();
        writeln!(out, "{}", if line.is_strong() { page.strong(text) } else { text.to_string() })?;
    }
    Ok(())
}

/// Characters of the shortest and the longest bars.
const SHORTEST: usize = 8;
const LONGEST: usize = 33;

/// Feature, weight, rank, value, what it adds; and, beyond the bars, the difference.
const COLUMNS: usize = 6;

/// A line of the table.
struct Line {
    cells: [String; COLUMNS],
    bar: Drawn,
}

enum Drawn {
    Bar {
        value: f64,
        other: f64,
        side: usize,
    },
    /// In the place of the line at zero.
    Sign(&'static str),
}

impl Line {
    /// The head and the sums stand out.
    fn is_strong(&self) -> bool {
        matches!(self.bar, Drawn::Sign(_))
    }
}

fn table(terms: &[Term], explanations: &[Explanation], digits: Digits) -> Vec<Line> {
    let weights = Digits::of(terms.iter().filter_map(|term| term.weight.number()));
    let is_compared = explanations.len() > 1;
    let last = if is_compared { "difference" } else { "" };
    let head = ["feature", "weight", "rank", "value", "adds", last].map(str::to_string);
    let mut table = vec![Line { cells: head, bar: Drawn::Sign("0") }];
    for term in terms {
        let values = Digits::of(term.sides.iter().map(|side| side.value));
        let is_equal = is_compared && term.is_equal();
        let shown = if is_equal { &term.sides[..1] } else { &term.sides };
        for (side, &Side { value, contribution }) in shown.iter().enumerate() {
            let (name, weight) = match side {
                0 => (term.name.clone(), term.weight.write(weights)),
                _ => (String::new(), String::new()),
            };
            let rank = if is_equal { "1 2".to_string() } else { (side + 1).to_string() };
            let difference = if side == 1 { digits.write_signed(term.difference()) } else { String::new() };
            let other = term.sides[if is_compared { 1 - side } else { 0 }].contribution;
            table.push(Line {
                cells: [name, weight, rank, values.write(value), digits.write(contribution), difference],
                bar: Drawn::Bar { value: contribution, other, side },
            });
        }
    }
    for (side, explanation) in explanations.iter().enumerate() {
        let name = if side == 0 { "value".to_string() } else { String::new() };
        let (sum, first) = (explanation.sum(), explanations[0].sum());
        let difference = if side == 1 { digits.write_signed(first - sum) } else { String::new() };
        let cells = [name, String::new(), (side + 1).to_string(), String::new(), digits.write(sum), difference];
        table.push(Line { cells, bar: Drawn::Sign(" ") });
    }
    table
}

/// A feature, or the reward, and what it adds to each value.
struct Term {
    name: String,
    weight: Weighed,
    sides: Vec<Side>,
}

/// What a feature is for one drop.
#[derive(Clone, Copy, Default)]
struct Side {
    value: f64,
    contribution: f64,
}

/// How a feature is weighed.
#[derive(Clone, Copy, PartialEq)]
enum Weighed {
    /// By this.
    By(f64),
    /// By another one for another piece.
    Otherwise,
    /// Not at all.
    Not,
}

impl Weighed {
    fn number(self) -> Option<f64> {
        if let Weighed::By(weight) = self { Some(weight) } else { None }
    }

    fn write(self, digits: Digits) -> String {
        match self {
            Weighed::By(weight) => digits.write(weight),
            Weighed::Otherwise => "varies".to_string(),
            Weighed::Not => String::new(),
        }
    }
}

impl Term {
    /// The larger contribution.
    fn size(&self) -> f64 {
        self.sides.iter().fold(0.0, |size, side| size.max(side.contribution.abs()))
    }

    /// Of the first two.
    fn difference(&self) -> f64 {
        self.sides[0].contribution - self.sides[1].contribution
    }

    /// Whether both are the same, but for the last digit of a sum.
    fn is_equal(&self) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-12 * one.abs().max(other.abs());
        let (one, other) = (self.sides[0], self.sides[1]);
        near(one.value, other.value) && near(one.contribution, other.contribution)
    }
}

/// All that is added up, the largest first.
fn terms(answer: &Answer, explanations: &[Explanation]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for (side, explanation) in explanations.iter().enumerate() {
        for part in &explanation.parts {
            let (name, weight) = (part.measure.to_string(), part.weight.map_or(Weighed::Otherwise, Weighed::By));
            let place = terms.iter().position(|term| term.name == name).unwrap_or_else(|| {
                terms.push(Term { name, weight, sides: vec![Side::default(); explanations.len()] });
                terms.len() - 1
            });
            let term = &mut terms[place];
            term.sides[side] = Side { value: part.value, contribution: part.contribution };
            term.weight = if term.weight == weight { weight } else { Weighed::Otherwise };
        }
    }
    if answer.candidate.weights.as_ref().is_some_and(|weights| weights.reward != Reward::Nothing) {
        let side = |found: &Explanation| Side { value: found.reward, contribution: found.reward };
        let sides = explanations.iter().map(side).collect();
        terms.push(Term { name: "reward".to_string(), weight: Weighed::Not, sides });
    }
    // Equal ones stay in the order of the weights.
    terms.sort_by(|one, other| other.size().total_cmp(&one.size()));
    terms
}
