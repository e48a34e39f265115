//! What a run has found, as text and as JSON.

use std::io::Write;
use std::num::NonZero;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_agents::Lookahead;
use tetrolab_engine::{Instructions, Randomizer};
use tetrolab_simulate::statistics::{Comparison, Design, Interval, Scores};
use tetrolab_simulate::{Games, Stop};

use super::Evaluated;

/// How sure intervals are.
pub const LEVEL: f64 = 0.95;

/// Below that, a test of the distribution says nothing.
const FEWEST_TO_TEST: usize = 20;

/// What was played and what came of it.
pub struct Report<'a> {
    pub games: &'a Games,
    pub lookahead: Lookahead,
    pub threads: NonZero<usize>,
    pub evaluated: &'a [Evaluated],
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
        writeln!(out, "{}", self.game())?;
        writeln!(out)?;
        let width = self.evaluated.iter().map(|one| one.name.chars().count()).max().unwrap_or(0).max(5);
        writeln!(
            out,
            "{:width$} {:>8} {:>8} {:>10} {:>9}  {:<20} {:<20} {:>9}",
            "agent", "games", "deaths", "lines", "mean", "exact 95 %", "±2/√N of the paper", "pieces/s"
        )?;
        for Evaluated { name, record, seconds } in self.evaluated {
            let estimate = record.estimate();
            let mean = if record.design == Design::Exposure { estimate.adjusted_mean() } else { estimate.mean() };
            writeln!(
                out,
                "{name:width$} {:>8} {:>8} {:>10} {:>9}  {:<20} {:<20} {:>9}",
                record.games,
                record.tally.deaths,
                figure(record.tally.lines as f64),
                mean.map_or("?".to_string(), figure),
                interval(&estimate.interval(LEVEL)),
                estimate.square_root_interval().as_ref().map_or("?".to_string(), interval),
                rate(record.tally.pieces as f64 / seconds),
            )?;
        }
        if self.evaluated.iter().any(|one| one.record.design == Design::Exposure) {
            writeln!(out, "\nWhere games did not end, the mean is lines / (deaths + 1), which is not biased upwards.")?;
        }
        if self.evaluated.iter().any(|one| one.record.is_interrupted) {
            writeln!(out, "\nStopped before the end. What was played until then counts; intervals allow for it.")?;
        }
        self.write_comparisons(out, width)?;
        self.write_distribution(out, width)
    }

    /// Every agent against the first.
    fn write_comparisons(&self, out: &mut impl Write, width: usize) -> Result<()> {
        let Some((first, others)) = self.evaluated.split_first() else { return Ok(()) };
        if others.is_empty() {
            return Ok(());
        }
        let heading = format!("against {}", first.name);
        let width = width.max(heading.chars().count());
        writeln!(out, "\n{heading:width$} {:>9}  {:<20} {:>10}", "ratio", "95 %", "is better")?;
        for other in others {
            let comparison = compare(other, first);
            writeln!(
                out,
                "{:width$} {:>9}  {:<20} {:>10}",
                other.name,
                comparison.ratio().map_or("?".to_string(), ratio),
                ratio_interval(&comparison.ratio_interval(LEVEL)),
                comparison.probability_first_is_better().map_or("?".to_string(), percent),
            )?;
        }
        Ok(())
    }

    /// Whether scores are exponential, which the intervals need.
    fn write_distribution(&self, out: &mut impl Write, width: usize) -> Result<()> {
        let mut heading = true;
        for Evaluated { name, record, .. } in self.evaluated {
            if record.scores.len() < FEWEST_TO_TEST || record.design != Design::Complete {
                continue;
            }
            let scores = Scores::new(record.scores.clone());
            let (Some(cox_oakes), Some(lilliefors)) = (scores.cox_oakes(), scores.lilliefors()) else { continue };
            if heading {
                writeln!(out, "\n{:width$} {:>9} {:>9}  exponential scores?", "scores", "median", "mean")?;
                heading = false;
            }
            writeln!(
                out,
                "{name:width$} {:>9} {:>9}  Cox-Oakes {}, Lilliefors {}",
                scores.median().map_or("?".to_string(), figure),
                scores.mean().map_or("?".to_string(), figure),
                p_value(cox_oakes.p_value),
                p_value(lilliefors.p_value)
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
        let agents: Vec<Value> = self.evaluated.iter().map(|one| agent(one, with_scores)).collect();
        let mut comparisons = Vec::new();
        for (place, first) in self.evaluated.iter().enumerate() {
            for second in &self.evaluated[place + 1..] {
                let comparison = compare(first, second);
                comparisons.push(json!({
                    "first": first.name,
                    "second": second.name,
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
            "stop": { name: limit },
            "threads": self.threads,
            "instructions": Instructions::best().name(),
            "level": LEVEL,
            "agents": agents,
            "comparisons": comparisons,
        })
    }
}

fn compare(first: &Evaluated, second: &Evaluated) -> Comparison {
    Comparison { first: first.record.estimate(), second: second.record.estimate() }
}

fn agent(evaluated: &Evaluated, with_scores: bool) -> Value {
    let Evaluated { name, record, seconds } = evaluated;
    let estimate = record.estimate();
    let mut value = json!({
        "agent": name,
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
        "pieces_per_second": record.tally.pieces as f64 / seconds,
    });
    if record.design == Design::Complete {
        let scores = Scores::new(record.scores.clone());
        value["median"] = json!(scores.median());
        let enough = record.scores.len() >= FEWEST_TO_TEST;
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

fn interval(interval: &Interval) -> String {
    format!("{} to {}", figure(interval.lower), interval.upper.map_or("?".to_string(), figure))
}

fn ratio_interval(interval: &Interval) -> String {
    format!("{} to {}", ratio(interval.lower), interval.upper.map_or("?".to_string(), ratio))
}

/// A number of lines with as many digits as anyone needs.
pub fn figure(value: f64) -> String {
    if value >= 1e6 {
        return format!("{value:.2e}");
    }
    if value < 100.0 && value.fract() != 0.0 {
        return format!("{value:.1}");
    }
    let whole = format!("{value:.0}");
    if whole.len() <= 3 {
        return whole;
    }
    let (thousands, rest) = whole.split_at(whole.len() - 3);
    format!("{thousands} {rest}")
}

fn ratio(value: f64) -> String {
    if value < 100.0 { format!("{value:.3}") } else { figure(value) }
}

/// Pieces per second.
pub fn rate(value: f64) -> String {
    match value {
        1e6.. => format!("{:.2} M", value / 1e6),
        1e3.. => format!("{:.1} k", value / 1e3),
        _ => format!("{value:.0}"),
    }
}

/// How likely such scores are if they are exponential.
fn p_value(value: f64) -> String {
    if value < 0.001 { "p < 0.001".to_string() } else { format!("p = {value:.3}") }
}

/// A chance. One that is not certain is not written as if it were.
fn percent(chance: f64) -> String {
    match chance * 100.0 {
        ..0.01 => "< 0.01 %".to_string(),
        99.99.. => "> 99.99 %".to_string(),
        percent => format!("{percent:.2} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, 3.0, 12.34, 999.4, 1757.6, 279_999.9, 3.0e7].map(figure);
        assert_eq!(written, ["0", "3", "12.3", "999", "1 758", "280 000", "3.00e7"]);
        assert_eq!([0.00001, 0.5, 0.99999].map(percent), ["< 0.01 %", "50.00 %", "> 99.99 %"]);
        assert_eq!([12.0, 4_500.0, 3.9e6].map(rate), ["12", "4.5 k", "3.90 M"]);
    }
}
