//! Players of the research game play.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_agents::{Agent, Lookahead, Player};
use tetrolab_engine::{Deal, DropRules, Randomizer, Seed};
use tetrolab_simulate::{Cpu, Evaluator, Games, Stop, Tally, Watch};

use crate::grid::{Better, Control, Key, Measure, Outcome, Settings, Statistic, Takes, Task, Usual, Work};

/// Players of the research game play complete games, all of them the same ones.
pub struct Evaluate;

impl Work for Evaluate {
    fn name(&self) -> &'static str {
        "evaluate"
    }

    fn meaning(&self) -> &'static str {
        "a player of the research game plays games to their end"
    }

    fn keys(&self) -> &'static [Key] {
        &[
            Key { name: "agent", meaning: "the name of a player", takes: Takes::Text, usual: Usual::Needed },
            Key {
                name: "size",
                meaning: "columns and rows of the board",
                takes: Takes::Text,
                usual: Usual::Text("10x20"),
            },
            Key {
                name: "randomizer",
                meaning: "where pieces come from: uniform, hard, 7-bag or weighted:I/J/L/O/S/T/Z",
                takes: Takes::Text,
                usual: Usual::Text("uniform"),
            },
            Key { name: "games", meaning: "how many", takes: Takes::Whole(1, 1_000_000), usual: Usual::Whole(100) },
        ]
    }

    fn measures(&self) -> &'static [Measure] {
        &[
            Measure {
                name: "score",
                unit: "lines",
                meaning: "mean score: lines of a game",
                statistic: Statistic::Exponential { total: "lines", deaths: "deaths" },
                better: Better::More,
                is_timed: false,
            },
            Measure {
                name: "pieces",
                unit: "pieces",
                meaning: "pieces of all games of a cell",
                statistic: Statistic::Mean,
                better: Better::Neither,
                is_timed: false,
            },
        ]
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        games(settings, 0).and_then(|games| player(settings, games.rules)).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let games = games(settings, task.cell.shared_seed())?;
        let player = player(settings, games.rules)?;
        let watch = Watched { control, games: settings.count("games"), deaths: AtomicU64::new(0) };
        let cpu = Cpu { threads: NonZero::<usize>::MIN };
        let records = cpu.evaluate(&[player], &games, &watch).map_err(|error| error.to_string())?;
        let record = records.into_iter().next().filter(|record| !record.is_interrupted);
        Ok(record.map(|record| {
            let scores = record.scores.iter().map(|&score| score as f64).collect();
            Outcome::default()
                .value("lines", record.tally.lines as f64)
                .value("deaths", record.tally.deaths as f64)
                .value("pieces", record.tally.pieces as f64)
                .series("scores", scores)
        }))
    }
}

/// The games of a cell.
fn games(settings: &Settings, seed: u64) -> Result<Games, String> {
    let rules: DropRules = settings.text("size").parse()?;
    let randomizer: Randomizer = settings.text("randomizer").parse().map_err(|error| format!("{error}"))?;
    let deal = Deal { randomizer, seed: Seed(seed), given: Vec::new() };
    Ok(Games { rules, deal, first: 0, stop: Stop::Games(settings.count("games")) })
}

/// Who plays them.
fn player(settings: &Settings, rules: DropRules) -> Result<Player, String> {
    let agent = Agent::named(settings.text("agent")).map_err(|unknown| unknown.to_string())?;
    Player::new(agent.weights(), rules, Lookahead::One).map_err(|error| format!("{}: {error}", agent.name))
}

/// Tells how many games are over.
struct Watched<'c> {
    control: &'c Control<'c>,
    games: u64,
    deaths: AtomicU64,
}

impl Watch for Watched<'_> {
    fn played(&self, _candidate: usize, more: Tally) {
        let deaths = self.deaths.fetch_add(more.deaths, Ordering::Relaxed) + more.deaths;
        let share = deaths as f64 / self.games as f64;
        (self.control.tell)(Some(share), format!("{deaths} of {} games", self.games));
    }

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}
