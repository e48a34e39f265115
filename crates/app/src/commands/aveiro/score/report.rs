//! What is said about the games.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_simulate::statistics::Scores;
use tetrolab_simulate::statistics::distribution::f_quantile;

use super::{Game, Scored, Seeds};
use crate::commands::number;

/// What an interval is meant to cover.
const LEVEL: f64 = 0.95;

/// All that was played.
pub struct Report<'a> {
    pub seeds: Seeds,
    pub pieces: u64,
    pub is_real_time: bool,
    pub results: &'a [Scored<'a>],
}

/// What the scores of an agent say.
struct Summary {
    mean: f64,
    deviation: f64,
    median: f64,
    /// Half of the width of the interval for the mean, if there is one.
    half_width: Option<f64>,
}

impl Summary {
    /// Nothing without a game.
    fn of(games: &[Game]) -> Option<Summary> {
        let scores = Scores::new(games.iter().map(|game| game.played.score).collect::<Vec<_>>());
        let (mean, median) = scores.mean().zip(scores.median())?;
        let count = games.len() as f64;
        let squares: f64 = scores.sorted().iter().map(|&score| (score as f64 - mean).powi(2)).sum();
        let deviation = if games.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        // Student's t: its square has the distribution F with one degree above.
        let half_width =
            (games.len() > 1).then(|| f_quantile(1.0, count - 1.0, LEVEL).sqrt() * deviation / count.sqrt());
        Some(Summary { mean, deviation, median, half_width })
    }
}

impl Scored<'_> {
    fn total(&self, of: impl Fn(&Game) -> u64) -> u64 {
        self.games.iter().map(of).sum()
    }

    fn clears(&self) -> [u64; 4] {
        std::array::from_fn(|index| self.total(|game| game.played.clears[index]))
    }

    fn capped(&self) -> u64 {
        self.total(|game| game.played.is_capped.into())
    }
}

impl Report<'_> {
    fn way(&self) -> &'static str {
        if self.is_real_time { "real time" } else { "lock-step" }
    }

    /// How many times the mean of another agent the first one's is.
    fn ratios(&self) -> Vec<(&str, f64)> {
        let means: Vec<(&str, f64)> = self
            .results
            .iter()
            .filter_map(|result| Some((result.choice.name.as_str(), Summary::of(&result.games)?.mean)))
            .collect();
        let Some(((_, first), others)) = means.split_first() else { return Vec::new() };
        others.iter().filter(|(_, mean)| *mean > 0.0).map(|&(name, mean)| (name, first / mean)).collect()
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        writeln!(
            out,
            "{}, seeds {} to {}, games of at most {} pieces, tetrolab {}",
            self.way(),
            self.seeds.first,
            self.seeds.last,
            number::grouped(self.pieces),
            env!("CARGO_PKG_VERSION")
        )?;
        for result in self.results {
            let name = &result.choice.name;
            let Some(summary) = Summary::of(&result.games) else {
                writeln!(out, "\n{name}: no game was finished")?;
                continue;
            };
            let interval = summary.half_width.map_or_else(String::new, |half| format!(" ± {half:.1} (95 %)"));
            let [one, two, three, four] = result.clears().map(number::grouped);
            writeln!(out, "\n{name}, looking at {} of the pieces shown", result.choice.lookahead)?;
            writeln!(
                out,
                "  score   mean {:.1}{interval}, sd {:.1}, median {}",
                summary.mean, summary.deviation, summary.median
            )?;
            writeln!(
                out,
                "  games   {}, {} broken off, {} pieces, {:.1} s",
                number::grouped(result.games.len() as u64),
                number::grouped(result.capped()),
                number::grouped(result.total(|game| game.played.pieces)),
                result.seconds
            )?;
            writeln!(
                out,
                "  rows    {} cleared; one at once {one}, two {two}, three {three}, four {four}",
                number::grouped(result.total(|game| game.played.lines))
            )?;
        }
        for (name, ratio) in self.ratios() {
            writeln!(
                out,
                "\n{} scores {} times what {name} scores",
                self.results[0].choice.name,
                number::figure(ratio)
            )?;
        }
        Ok(())
    }

    pub fn write_json(&self, out: &mut impl Write, with_games: bool) -> Result<()> {
        let agents: Vec<Value> = self.results.iter().map(|result| agent(result, with_games)).collect();
        let ratios: Vec<Value> =
            self.ratios().into_iter().map(|(name, ratio)| json!({ "to": name, "ratio": ratio })).collect();
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "way": self.way(),
            "seeds": [self.seeds.first, self.seeds.last],
            "pieces": self.pieces,
            "agents": agents,
            "ratios": ratios,
        });
        writeln!(out, "{document:#}")?;
        Ok(())
    }
}

fn agent(result: &Scored<'_>, with_games: bool) -> Value {
    let summary = Summary::of(&result.games);
    let mut value = json!({
        "agent": result.choice.name,
        "lookahead": result.choice.lookahead,
        "games": result.games.len(),
        "mean": summary.as_ref().map(|summary| summary.mean),
        "sd": summary.as_ref().map(|summary| summary.deviation),
        "median": summary.as_ref().map(|summary| summary.median),
        "interval": summary.as_ref().and_then(|s| s.half_width.map(|half| [s.mean - half, s.mean + half])),
        "level": LEVEL,
        "lines": result.total(|game| game.played.lines),
        "pieces": result.total(|game| game.played.pieces),
        "clears": result.clears(),
        "capped": result.capped(),
        "seconds": result.seconds,
    });
    if with_games {
        let games = result.games.iter().map(|Game { seed, played }| {
            json!({
                "seed": seed, "score": played.score, "lines": played.lines, "pieces": played.pieces,
                "clears": played.clears, "capped": played.is_capped,
            })
        });
        value["scores"] = games.collect();
    }
    value
}
