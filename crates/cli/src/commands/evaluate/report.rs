//! What a run has found, as text and as JSON.

use std::io::Write;
use std::num::NonZero;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_agents::Lookahead;
use tetrolab_engine::{Instructions, Randomizer};
use tetrolab_report::words::{shorten, wrap};
use tetrolab_simulate::{Games, Record, Stop};
use tetrolab_statistics::{Comparison, Design, Estimate, Interval, LEVEL, Scores};

use super::Evaluated;
use crate::commands::page::Page;
use tetrolab_report::short::{figure, interval, percent, rate};

/// Below that, a test of the distribution says nothing.
const FEWEST_TO_TEST: usize = 20;

/// What was played and what came of it.
pub struct Report<'a> {
    pub games: &'a Games,
    /// The precision that was asked for.
    pub precision: Option<f64>,
    pub lookahead: Lookahead,
    pub threads: NonZero<usize>,
    pub evaluated: &'a [Evaluated<'a>],
    /// The names of those that did not get their turn.
    pub left_out: &'a [&'a str],
}

impl Report<'_> {
    /// Which game it was: all that is needed to repeat it.
    pub fn game(&self) -> String {
        let Games { rules, deal, first, stop } = self.games;
        let overflow = if rules.lines_after_overflow { "lines after overflow" } else { "no lines after overflow" };
        let decision = self.decision();
        let given: String = deal.given.iter().map(|piece| piece.letter()).collect();
        let given = if given.is_empty() { given } else { format!(" after {given}") };
        let from = if *first == 0 { String::new() } else { format!(" from game {first}") };
        let stop = match stop {
            Stop::Games(games) => format!("{games} games"),
            Stop::Deaths(deaths) => format!("until {deaths} deaths"),
            Stop::Pieces(pieces) => format!("{pieces} pieces"),
        };
        let pieces = match deal.randomizer {
            Randomizer::HARD => "hard (S and Z 3/11)".to_string(),
            other => other.to_string(),
        };
        format!(
            "MDPTetris rules, {rules}, {overflow}, {pieces} pieces{given}, seed {}{from}, {stop}, {decision} decisions, tetrolab {}",
            deal.seed.0,
            env!("CARGO_PKG_VERSION")
        )
    }

    const fn decision(&self) -> &'static str {
        match self.lookahead {
            Lookahead::One => "one-piece",
            Lookahead::Two => "two-piece",
            Lookahead::Expected(_) => "expectation",
        }
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let page = Page::standard();
        for line in wrap(&self.game(), page.width) {
            writeln!(out, "{line}")?;
        }
        let names = self.evaluated.iter().map(|one| one.candidate.name.chars().count());
        // The longest name of an agent; longer ones are those of files.
        let width = names.max().unwrap_or(0).clamp(5, 16);
        writeln!(
            out,
            "\n{:width$} {:>8} {:>8} {:>8} {:>8}  {:<18} {:>8}",
            "agent", "games", "deaths", "lines", "mean", "exact 95 %", "pieces/s"
        )?;
        for Evaluated { candidate, record, seconds } in self.evaluated {
            let estimate = record.estimate();
            writeln!(
                out,
                "{:width$} {:>8} {:>8} {:>8} {:>8}  {:<18} {:>8}",
                shorten(&candidate.name, width),
                record.games,
                record.tally.deaths,
                figure(record.tally.lines as f64),
                shown_mean(record).map_or("?".to_string(), figure),
                interval(&estimate.interval(LEVEL)),
                rate(record.played as f64 / seconds),
            )?;
        }
        self.write_comparisons(out, width)?;
        self.write_distribution(out, width)?;
        let has = |what: fn(&Record) -> bool| self.evaluated.iter().any(|one| what(&one.record));
        let mut notes = Vec::new();
        if has(|record| record.is_interrupted) {
            notes.push(
                "Stopped before the end: what was played until then counts, and intervals allow for it.".to_string(),
            );
        }
        if !self.left_out.is_empty() {
            notes.push(format!("Not played: {}.", self.left_out.join(", ")));
        }
        if has(|record| record.design == Design::Exposure) {
            notes.push("Where games did not all end, the mean is lines / (deaths + 1).".to_string());
        }
        if has(|record| record.estimate().has_few_lines()) {
            let few = Estimate::FEW_LINES;
            notes.push(format!(
                "Below a mean of {few} lines the interval is that of geometric scores, and ratios are rough."
            ));
        }
        if !notes.is_empty() {
            writeln!(out)?;
        }
        for line in notes.iter().flat_map(|note| wrap(note, page.width)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Every agent against the first.
    fn write_comparisons(&self, out: &mut impl Write, width: usize) -> Result<()> {
        let Some((first, others)) = self.evaluated.split_first() else { return Ok(()) };
        if others.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n{:width$} {:>8}  {:<18} {:>20}",
            "agent",
            "ratio",
            "95 %",
            format!("better than {}?", shorten(&first.candidate.name, 16))
        )?;
        for other in others {
            let comparison = compare(other, first);
            writeln!(
                out,
                "{:width$} {:>8}  {:<18} {:>20}",
                shorten(&other.candidate.name, width),
                comparison.ratio().map_or("?".to_string(), figure),
                interval(&comparison.ratio_interval(LEVEL)),
                comparison.probability_first_is_better().map_or("?".to_string(), |chance| percent(chance * 100.0)),
            )?;
        }
        Ok(())
    }

    /// The interval of the paper, and whether scores are exponential, which the exact one needs.
    fn write_distribution(&self, out: &mut impl Write, width: usize) -> Result<()> {
        writeln!(out, "\n{:width$} {:<18} {:>8}  are scores exponential?", "agent", "mean ± 2/√N", "median")?;
        for Evaluated { candidate, record, .. } in self.evaluated {
            let estimate = record.estimate();
            let complete = (record.design == Design::Complete).then(|| Scores::new(record.scores.clone()));
            let median = complete.as_ref().and_then(Scores::median);
            let tests = complete.as_ref().and_then(|scores| Some((scores.cox_oakes()?, scores.lilliefors()?)));
            let verdict = match tests {
                _ if complete.is_none() => "games did not all end".to_string(),
                _ if record.scores.len() < FEWEST_TO_TEST => "too few games to tell".to_string(),
                _ if estimate.has_few_lines() => "too few lines to tell".to_string(),
                Some((cox_oakes, lilliefors)) => {
                    format!("Cox-Oakes {}, Lilliefors {}", p_value(cox_oakes.p_value), p_value(lilliefors.p_value))
                }
                None => "?".to_string(),
            };
            writeln!(
                out,
                "{:width$} {:<18} {:>8}  {verdict}",
                shorten(&candidate.name, width),
                estimate.square_root_interval().as_ref().map_or("?".to_string(), interval),
                median.map_or("?".to_string(), figure),
            )?;
        }
        Ok(())
    }

    /// Everything.
    pub fn document(&self, with_scores: bool) -> Value {
        let Games { rules, deal, first, stop } = self.games;
        let (name, limit) = match *stop {
            Stop::Games(games) => ("games", games),
            Stop::Deaths(deaths) => ("deaths", deaths),
            Stop::Pieces(pieces) => ("pieces", pieces),
        };
        let mut stop = json!({ name: limit });
        if let Some(precision) = self.precision {
            stop["precision"] = precision.into();
        }
        let agents: Vec<Value> = self.evaluated.iter().map(|one| agent(one, with_scores)).collect();
        let mut comparisons = Vec::new();
        for (place, first) in self.evaluated.iter().enumerate() {
            for second in &self.evaluated[place + 1..] {
                let comparison = compare(first, second);
                comparisons.push(json!({
                    "first": first.candidate.name,
                    "second": second.candidate.name,
                    "ratio": comparison.ratio(),
                    "interval": ends(&comparison.ratio_interval(LEVEL)),
                    "probability_first_is_better": comparison.probability_first_is_better(),
                    "p_value": comparison.p_value(),
                }));
            }
        }
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "mdptetris",
            "size": rules.to_string(),
            "lines_after_overflow": rules.lines_after_overflow,
            "randomizer": deal.randomizer.to_string(),
            "queue": deal.given.iter().map(|piece| piece.letter()).collect::<String>(),
            "seed": deal.seed.0,
            "first_game": first,
            "decisions": self.decision(),
            "stop": stop,
            "threads": self.threads,
            "instructions": Instructions::best().name(),
            "level": LEVEL,
            "agents": agents,
            "not_played": self.left_out,
            "comparisons": comparisons,
        })
    }
}

fn compare(first: &Evaluated<'_>, second: &Evaluated<'_>) -> Comparison {
    Comparison { first: first.record.estimate(), second: second.record.estimate() }
}

fn agent(evaluated: &Evaluated<'_>, with_scores: bool) -> Value {
    let Evaluated { candidate, record, seconds } = evaluated;
    let estimate = record.estimate();
    let mut value = json!({
        "agent": candidate.name,
        "weights": candidate.weights.as_ref().map(ToString::to_string),
        "games": record.games,
        "deaths": record.tally.deaths,
        "lines": record.tally.lines,
        "pieces": record.tally.pieces,
        "design": match record.design {
            Design::Complete => "complete",
            Design::Deaths => "deaths",
            Design::Exposure => "exposure",
        },
        "interrupted": record.is_interrupted,
        "mean": estimate.mean(),
        "adjusted_mean": estimate.adjusted_mean(),
        "interval": ends(&estimate.interval(LEVEL)),
        "paper_interval": estimate.square_root_interval().as_ref().map(ends),
        "seconds": seconds,
        "pieces_played": record.played,
        "pieces_per_second": record.played as f64 / seconds,
    });
    if record.design == Design::Complete {
        let scores = Scores::new(record.scores.clone());
        value["median"] = json!(scores.median());
        let enough = record.scores.len() >= FEWEST_TO_TEST && !estimate.has_few_lines();
        value["cox_oakes_p"] = json!(scores.cox_oakes().filter(|_| enough).map(|test| test.p_value));
        value["lilliefors_p"] = json!(scores.lilliefors().filter(|_| enough).map(|test| test.p_value));
    }
    if with_scores {
        value["scores"] = json!(record.scores);
    }
    value
}

/// Both ends; no upper end is null.
fn ends(interval: &Interval) -> Value {
    json!([interval.lower, interval.upper])
}

/// The mean as it is printed; `None` if nothing was played.
fn shown_mean(record: &Record) -> Option<f64> {
    (record.tally.pieces > 0).then(|| record.estimate().adjusted_mean()).flatten()
}

/// How likely such scores are if they are exponential.
fn p_value(value: f64) -> String {
    if value < 0.001 { "p < 0.001".to_string() } else { format!("p = {value:.3}") }
}
