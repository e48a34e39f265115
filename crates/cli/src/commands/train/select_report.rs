//! What a selection has found, as text and as JSON.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_lab::select::{
    Direction, End, LOWEST_RATIO, Line, Outcome, PLAYER, RESULT, STEPS, Selector, Step, Tried, Verdict,
};
use tetrolab_lab::train::record::Score;
use tetrolab_report::p_value;
use tetrolab_report::words::{shorten, wrap};
use tetrolab_runs::folder::VERSION;
use tetrolab_statistics::{Estimate, LEVEL};

use super::progress::score;
use crate::commands::page::Page;
use tetrolab_inputs::numbers::quoted;
use tetrolab_report::short::{counted, duration, figure, rate};

/// What was found, and how far it is.
pub struct Report<'a> {
    pub folder: &'a Path,
    pub selector: &'a Selector,
    /// How many lines were there already.
    pub new: usize,
    /// What came of it; `None` if it was stopped.
    pub outcome: Option<&'a Outcome>,
    pub seconds: f64,
}

/// What the tables of steps that add and that leave out need besides the names, and that of worths.
const ADDING_COLUMNS: usize = 68;
const LEAVING_COLUMNS: usize = 84;
const WORTH_COLUMNS: usize = 44;
/// No column of names is narrower, however narrow the page.
const NARROWEST: usize = 16;

impl Report<'_> {
    /// Which game it was and how features were chosen: all that is needed to repeat it.
    fn description(&self) -> String {
        let settings = self.selector.selection().settings();
        let begin = match settings.features.len() as u64 {
            0 => "nothing".to_string(),
            count => counted(count, "feature"),
        };
        let change = match settings.direction {
            Direction::Grow => "grows",
            Direction::Shrink => "shrinks",
        };
        let (game, seed) = (settings.game.words(), settings.seed);
        format!("{game}, the set {change} from {begin}, seed {seed}, tetrolab {VERSION}")
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let page = Page::standard();
        for line in wrap(&self.description(), page.width) {
            writeln!(out, "{line}")?;
        }
        let pieces: u64 = self.selector.lines()[self.new..].iter().map(Line::pieces).sum();
        let speed = rate(pieces as f64 / self.seconds);
        writeln!(out, "{} pieces in {}, {speed} pieces/s\n", figure(pieces as f64), duration(self.seconds))?;
        if self.selector.steps().any(|step| step.best.is_some()) {
            self.write_steps(out, page)?;
        }
        let Some(outcome) = self.outcome else {
            let steps = self.selector.steps().count() as u64;
            writeln!(out, "Stopped after {}. What is done is kept; go on with", counted(steps, "step"))?;
            writeln!(out, "tetrolab train --resume {}", quoted(&self.folder.to_string_lossy()))?;
            return Ok(());
        };
        for line in wrap(&ending(outcome), page.width) {
            writeln!(out, "{line}")?;
        }
        if outcome.set.features.is_empty() {
            writeln!(out, "\nNo feature is better than none, so there is no player.")?;
            return Ok(());
        }
        self.write_worths(out, outcome, page)?;
        self.write_commands(out)
    }

    /// What each step has brought.
    fn write_steps(&self, out: &mut impl Write, page: Page) -> Result<()> {
        let direction = self.selector.selection().settings().direction;
        let (verb, columns) = match direction {
            Direction::Grow => ("add", ADDING_COLUMNS),
            Direction::Shrink => ("leave out", LEAVING_COLUMNS),
        };
        let steps: Vec<(&Step, &Tried)> =
            self.selector.steps().filter_map(|step| Some((step, step.best.as_ref()?))).collect();
        let names = steps.iter().map(|(_, best)| best.feature.as_str());
        let width = width(names, verb, page.width.saturating_sub(columns));
        let head =
            format!("{:>4}  {verb:<width$}  {:>3}  {:>8}  {:>8}  {:<22}", "step", "of", "before", "after", "ratio");
        let last = if direction == Direction::Grow { format!("{:>7}", "p") } else { "to the first".to_string() };
        writeln!(out, "{}", page.strong(&format!("{head}  {last}")))?;
        for (step, best) in steps {
            let row = format!(
                "{:>4}  {:<width$}  {:>3}  {:>8}  {:>8}  {:<22}",
                step.number,
                shorten(&best.feature, width),
                step.candidates(),
                mean(&best.before),
                mean(&best.after),
                compared(&best.verdict),
            );
            let last = match &best.beginning {
                None => format!("{:>7}", p_value(best.verdict.p)),
                Some(beginning) => format!("{:<22}", compared(&beginning.verdict)),
            };
            let row = format!("{row}  {last}{}", if best.is_accepted() { "" } else { "  no" });
            writeln!(out, "{}", row.trim_end())?;
        }
        let deaths = counted(self.selector.selection().settings().judging_deaths, "game");
        let first = match direction {
            Direction::Grow => "",
            Direction::Shrink => {
                "; to the first: after divided by the set that all began with, as it was after the learning of step 1"
            }
        };
        let note = format!(
            "mean lines in {deaths} that were not used to choose, of the set before and after, both learned equally \
             long{first}; intervals with {:.0} %; where means are below {}, a lost game counts as a line in every ratio",
            100.0 * LEVEL,
            Estimate::FEW_LINES
        );
        for line in wrap(&note, page.width) {
            writeln!(out, "{}", page.quiet(&line))?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// What each feature is worth.
    fn write_worths(&self, out: &mut impl Write, outcome: &Outcome, page: Page) -> Result<()> {
        let width = width(
            outcome.worths.iter().map(|worth| worth.feature.as_str()),
            "feature",
            page.width.saturating_sub(WORTH_COLUMNS),
        );
        if let Some(all) = &outcome.score {
            writeln!(out, "\nThe final set scores {} lines.\n", score(all))?;
        }
        let head = format!("{:<width$}  {:>8}  {:>8}  worth", "feature", "weight", "without");
        writeln!(out, "{}", page.strong(&head))?;
        for worth in &outcome.worths {
            let place = outcome.set.features.iter().position(|feature| *feature == worth.feature);
            let is_single = outcome.set.features.len() == outcome.set.weights.len();
            let weight = place.filter(|_| is_single).map(|place| format!("{:.4}", outcome.set.weights[place]));
            writeln!(
                out,
                "{:<width$}  {:>8}  {:>8}  {}",
                shorten(&worth.feature, width),
                weight.unwrap_or_else(|| "several".to_string()),
                mean(&worth.without),
                ratio(worth.ratio, worth.interval),
            )?;
        }
        let level = outcome.worths.first().map_or(LEVEL, |worth| worth.level);
        let note = format!(
            "worth: the score with it divided by the score of the others, learned anew without it; each interval with {} %, \
             so that all are right with {:.0} %",
            percent(level),
            100.0 * LEVEL
        );
        for line in wrap(&note, page.width) {
            writeln!(out, "{}", page.quiet(&line))?;
        }
        Ok(())
    }

    /// How to go on from here.
    fn write_commands(&self, out: &mut impl Write) -> Result<()> {
        let player = self.folder.join(PLAYER);
        let player = quoted(&player.to_string_lossy());
        let game = self.selector.selection().settings().game.options();
        writeln!(out, "\n{player}: the final set with its weights")?;
        writeln!(out, "{}, {STEPS}: everything else", self.folder.join(RESULT).display())?;
        writeln!(out, "tetrolab evaluate --weights {player}{game}")?;
        Ok(())
    }

    /// Everything.
    pub fn document(&self) -> Value {
        json!({
            "version": VERSION,
            "rules": "mdptetris",
            "folder": self.folder,
            "settings": self.selector.selection().settings(),
            "steps": self.selector.steps().collect::<Vec<&Step>>(),
            "seconds": self.seconds,
            "stopped": self.outcome.is_none(),
            "outcome": self.outcome,
        })
    }
}

/// Why it has ended, in a sentence.
fn ending(outcome: &Outcome) -> String {
    let last = outcome.steps.last();
    let best = last.map_or("", |best| &best.feature);
    match outcome.end {
        End::NotBetter => format!("The selection ends: {best}, the best candidate, is not better at the 5 % level."),
        End::Missed => format!(
            "The selection ends: without {best}, which is missed least, it is not sure that more than {:.0} % of the score {}stay.",
            100.0 * LOWEST_RATIO,
            if last.is_some_and(|last| last.verdict.accepted) { "at the beginning " } else { "" }
        ),
        End::NothingToTry => "The selection ends: there is nothing to try that says anything new.".to_string(),
        End::Full => "The selection ends: the set is as large as it may be.".to_string(),
        End::OneLeft => "The selection ends: one feature is left.".to_string(),
    }
}

/// The width of the column of names, at most `room`.
fn width<'n>(names: impl Iterator<Item = &'n str>, head: &str, room: usize) -> usize {
    let longest = names.map(|name| name.chars().count()).chain([head.chars().count()]).max().unwrap_or(0);
    longest.min(room.max(NARROWEST))
}

fn mean(score: &Score) -> String {
    figure(score.mean())
}

/// The ratio of a verdict with its interval.
fn compared(verdict: &Verdict) -> String {
    ratio(verdict.ratio, verdict.interval)
}

/// A level as a number of hundreds, such as 97.5.
fn percent(level: f64) -> f64 {
    (level * 1e4).round() / 100.0
}

/// A ratio with its interval.
fn ratio(ratio: f64, [lower, upper]: [f64; 2]) -> String {
    format!("{} ({} to {})", figure(ratio), figure(lower), figure(upper))
}
