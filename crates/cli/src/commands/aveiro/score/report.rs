//! What is said about the games.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_statistics::LEVEL;

use super::seeds::Seeds;
use super::summary::{Ratio, Summary};
use super::{Game, Scored};
use tetrolab_inputs::numbers::typed_time;
use tetrolab_report::short as number;

/// All that was played.
pub struct Report<'a> {
    pub seeds: Seeds,
    pub pieces: u64,
    /// After how long games were broken off in real time; nothing in lock-step.
    pub time: Option<Duration>,
    pub results: &'a [Scored<'a>],
}

impl Scored<'_> {
    fn total(&self, of: impl Fn(&Game) -> u64) -> u64 {
        self.games.iter().map(of).sum()
    }

    fn clears(&self) -> [u64; 4] {
        std::array::from_fn(|index| self.total(|game| game.played.clears[index]))
    }

    /// How many games were broken off.
    fn capped(&self) -> u64 {
        self.total(|game| game.played.is_capped.into())
    }
}

impl Report<'_> {
    fn way(&self) -> &'static str {
        if self.time.is_some() { "real time" } else { "lock-step" }
    }

    /// How many times the score of each other agent the first one's is.
    fn ratios(&self) -> Vec<(&Scored<'_>, Ratio)> {
        let Some((first, others)) = self.results.split_first() else { return Vec::new() };
        others.iter().filter_map(|other| Some((other, Ratio::of(&first.games, &other.games)?))).collect()
    }

    /// Agents that were interrupted, with the seeds that are left.
    fn interrupted(&self) -> Vec<(&Scored<'_>, Vec<Seeds>)> {
        let left = self.results.iter().map(|result| (result, self.seeds.without(&result.games)));
        left.filter(|(_, seeds)| !seeds.is_empty()).collect()
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        writeln!(
            out,
            "{}, seeds {} to {}, games of at most {} pieces{}, tetrolab {}",
            self.way(),
            self.seeds.first,
            self.seeds.last,
            number::grouped(self.pieces),
            self.time.map_or_else(String::new, |time| format!(" and {}", typed_time(time))),
            env!("CARGO_PKG_VERSION")
        )?;
        for result in self.results {
            self.write_agent(out, result)?;
        }
        for (other, ratio) in self.ratios() {
            self.write_ratio(out, other, &ratio)?;
        }
        for (number, (result, left)) in self.interrupted().into_iter().enumerate() {
            let left: Vec<String> = left.iter().map(|seeds| format!("--seeds {seeds}")).collect();
            writeln!(
                out,
                "{}interrupted: {} of {} games of {}; left are {}",
                if number == 0 { "\n" } else { "" },
                number::grouped(result.games.len() as u64),
                number::grouped(self.seeds.count()),
                result.choice.name,
                left.join(" and ")
            )?;
        }
        Ok(())
    }

    fn write_agent(&self, out: &mut impl Write, result: &Scored<'_>) -> Result<()> {
        let name = &result.choice.name;
        let Some(summary) = Summary::of(&result.games) else {
            writeln!(out, "\n{name}: no game was finished")?;
            return Ok(());
        };
        let think = self.time.map_or_else(String::new, |_| {
            format!(", thinking {} ms more about every decision", result.think.as_millis())
        });
        writeln!(out, "\n{name}, looking at {} of the pieces shown{think}", result.choice.lookahead)?;
        let interval = summary.half_width.map_or_else(String::new, |half| format!(" ± {half:.1} (95 %)"));
        let deviation = summary.deviation.map_or_else(String::new, |deviation| format!(", sd {deviation:.1}"));
        writeln!(out, "  score   mean {:.1}{interval}{deviation}, median {}", summary.mean, summary.median)?;
        writeln!(
            out,
            "  games   {}, {} broken off, {} pieces, {:.1} s",
            number::grouped(result.games.len() as u64),
            number::grouped(result.capped()),
            number::grouped(result.total(|game| game.played.pieces)),
            result.seconds
        )?;
        let [one, two, three, four] = result.clears().map(number::grouped);
        writeln!(
            out,
            "  rows    {} cleared; one at once {one}, two {two}, three {three}, four {four}",
            number::grouped(result.total(|game| game.played.lines))
        )?;
        Ok(())
    }

    fn write_ratio(&self, out: &mut impl Write, other: &Scored<'_>, ratio: &Ratio) -> Result<()> {
        let first = &self.results[0];
        let figure = number::figure(ratio.ratio);
        let interval = ratio.interval().map_or_else(
            || "no interval: one game each".to_string(),
            |[lower, upper]| format!("95 %: {} to {}", number::figure(lower), number::figure(upper)),
        );
        let (name, other_name) = (&first.choice.name, &other.choice.name);
        writeln!(out, "\n{name} scores {figure} times what {other_name} scores ({interval})")?;
        if first.capped() + other.capped() > 0 {
            let capped = |result: &Scored<'_>| {
                let (capped, games) = (result.capped(), result.games.len() as u64);
                format!("{} of {} of {}", number::grouped(capped), number::counted(games, "game"), result.choice.name)
            };
            writeln!(
                out,
                "  with longer games it is another: {} and {} were broken off",
                capped(first),
                capped(other)
            )?;
        }
        Ok(())
    }

    pub fn write_json(&self, out: &mut impl Write, with_games: bool) -> Result<()> {
        let agents: Vec<Value> = self.results.iter().map(|result| self.agent(result, with_games)).collect();
        let ratios = self.ratios().into_iter().map(|(other, ratio)| {
            json!({
                "to": other.choice.name, "ratio": ratio.ratio, "interval": ratio.interval(), "level": LEVEL,
                "capped": [self.results[0].capped(), other.capped()],
            })
        });
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "way": self.way(),
            "seeds": [self.seeds.first, self.seeds.last],
            "pieces": self.pieces,
            "time_limit": self.time.map(|time| time.as_secs_f64()),
            "interrupted": !self.interrupted().is_empty(),
            "games_wanted": self.seeds.count(),
            "agents": agents,
            "ratios": ratios.collect::<Vec<Value>>(),
        });
        writeln!(out, "{document:#}")?;
        Ok(())
    }

    fn agent(&self, result: &Scored<'_>, with_games: bool) -> Value {
        let summary = Summary::of(&result.games);
        let left = self.seeds.without(&result.games).into_iter().map(|seeds| [seeds.first, seeds.last]);
        let mut value = json!({
            "agent": result.choice.name,
            "lookahead": result.choice.lookahead,
            "think_ms": self.time.map(|_| result.think.as_millis() as u64),
            "games": result.games.len(),
            "seeds_left": left.collect::<Vec<_>>(),
            "mean": summary.as_ref().map(|summary| summary.mean),
            "sd": summary.as_ref().and_then(|summary| summary.deviation),
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
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::game;
    use super::*;
    use tetrolab_host::aveiro::Choice;

    fn text(report: &Report<'_>) -> String {
        let mut text = Vec::new();
        report.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn document(report: &Report<'_>) -> Value {
        let mut text = Vec::new();
        report.write_json(&mut text, false).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn scored(choice: &Choice, games: Vec<Game>, think: u64) -> Scored<'_> {
        Scored { choice, games, think: Duration::from_millis(think), seconds: 1.0 }
    }

    #[test]
    fn what_was_interrupted_says_so() {
        let (lee, ours) = (Choice::read("lee", None).unwrap(), Choice::read("tetrolab", None).unwrap());
        let results = [scored(&lee, vec![game(1, 3), game(2, 5)], 0), scored(&ours, Vec::new(), 0)];
        let mut report = Report { seeds: Seeds { first: 1, last: 4 }, pieces: 10, time: None, results: &results };
        let said = text(&report);
        assert!(
            said.ends_with(
                "\ntetrolab: no game was finished\n\ninterrupted: 2 of 4 games of lee; left are --seeds 3..4\n\
            interrupted: 0 of 4 games of tetrolab; left are --seeds 1..4\n"
            ),
            "{said}"
        );
        let written = document(&report);
        assert_eq!((&written["interrupted"], &written["games_wanted"]), (&json!(true), &json!(4)));
        assert_eq!(written["agents"][0]["seeds_left"], json!([[3, 4]]));
        (report.seeds.last, report.results) = (2, &results[..1]);
        assert!(!text(&report).contains("interrupted"));
        assert_eq!(document(&report)["interrupted"], false);
    }

    #[test]
    fn real_time_says_all_that_sets_the_result() {
        let (ours, students) = (Choice::read("tetrolab", None).unwrap(), Choice::read("aveiro", None).unwrap());
        let mut long = game(1, 300);
        long.played.is_capped = true;
        let results = [scored(&ours, vec![long], 0), scored(&students, vec![game(1, 3)], 25)];
        let time = Some(Duration::from_secs(120));
        let report = Report { seeds: Seeds { first: 1, last: 1 }, pieces: 10, time, results: &results };
        let said = text(&report);
        for part in [
            "real time, seeds 1 to 1, games of at most 10 pieces and 2min, tetrolab ",
            "\naveiro, looking at 0 of the pieces shown, thinking 25 ms more about every decision\n  score   mean 3.0, median 3\n",
            "\ntetrolab scores 100 times what aveiro scores (no interval: one game each)\n  with longer games it is another: \
            1 of 1 game of tetrolab and 0 of 1 game of aveiro were broken off\n",
        ] {
            assert!(said.contains(part), "{part}\n{said}");
        }
        let written = document(&report);
        assert_eq!((&written["time_limit"], &written["agents"][1]["think_ms"]), (&json!(120.0), &json!(25)));
        assert_eq!((&written["agents"][0]["sd"], &written["ratios"][0]["interval"]), (&Value::Null, &Value::Null));
        assert_eq!(written["ratios"][0]["capped"], json!([1, 0]));
    }
}
