//! Players of the research game play.

mod measures;
mod player;

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tetrolab_engine::{Deal, DropRules, Randomizer, Seed};
use tetrolab_simulate::{Cpu, Evaluator, Games, Record, Stop, Tally, Watch};
use tetrolab_statistics::Scores;

use super::{LINES_AFTER_OVERFLOW, RANDOMIZER, SIZE, research_rules};
use crate::grid::{Control, Key, Measure, Outcome, Settings, Takes, Task, Usual, Work};

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
        KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        measures::ALL
    }

    fn rules(&self, settings: &Settings) -> String {
        research_rules(settings)
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let games = games(settings, 0)?;
        player::check(settings, &games)
    }

    fn needs<'s>(&self, settings: &'s Settings) -> Option<&'s str> {
        player::grid(settings)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let games = games(settings, task.cell.shared_seed())?;
        let player = player::player(task, &games)?;
        let watch = Watched { control, games: settings.count("games"), deaths: AtomicU64::new(0) };
        let cpu = Cpu { threads: NonZero::<usize>::MIN };
        let begun = Instant::now();
        let records = cpu.evaluate(&[player], &games, &watch).map_err(|error| error.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        let record = records.into_iter().next().filter(|record| !record.is_interrupted);
        Ok(record.map(|record| outcome(&record).value("speed", record.played as f64 / seconds)))
    }
}

const KEYS: &[Key] = &[
    Key {
        name: "agent",
        meaning: "the name of a player, or grid:NAME for the average of what a grid before has learned",
        takes: Takes::Text(player::check_name),
        usual: Usual::Needed,
    },
    SIZE,
    RANDOMIZER,
    LINES_AFTER_OVERFLOW,
    Key {
        name: "lookahead",
        meaning: "what is looked at: the piece at hand, the next one too, or all that may come next",
        takes: Takes::Word(|| player::LOOKAHEADS.to_vec()),
        usual: Usual::Text(player::LOOKAHEADS[0]),
    },
    // The score of each is kept; more of them are repetitions.
    Key { name: "games", meaning: "how many", takes: Takes::Whole(1, 5_000), usual: Usual::Whole(100) },
];

/// The games of a cell.
fn games(settings: &Settings, seed: u64) -> Result<Games, String> {
    let mut rules: DropRules = settings.text("size").parse()?;
    rules.lines_after_overflow = settings.is_on("lines-after-overflow");
    let randomizer: Randomizer = settings.text("randomizer").parse()?;
    if matches!(randomizer, Randomizer::Repeat | Randomizer::Nothing | Randomizer::Mdptetris) {
        return Err(format!("games of {randomizer} pieces cannot be the same for all players"));
    }
    let deal = Deal { randomizer, seed: Seed(seed), given: Vec::new() };
    Ok(Games { rules, deal, first: 0, stop: Stop::Games(settings.count("games")) })
}

/// What came of the games.
fn outcome(record: &Record) -> Outcome {
    let scores = Scores::new(record.scores.as_slice());
    let mut outcome = Outcome::default()
        .value("lines", record.tally.lines as f64)
        .value("deaths", record.tally.deaths as f64)
        .value("pieces", record.tally.pieces as f64)
        .series("scores", record.scores.iter().map(|&score| score as f64).collect());
    // Of fewer games nothing can be told.
    if record.scores.len() >= measures::FEWEST_TESTED {
        let (cox_oakes, lilliefors) = (scores.cox_oakes(), scores.lilliefors());
        let is_rejected = lilliefors.map(|test| f64::from(test.p_value < measures::LEVEL));
        let values = [
            ("cox-oakes", cox_oakes.map(|test| test.p_value)),
            ("lilliefors", lilliefors.map(|test| test.p_value)),
            ("rejected", is_rejected),
            ("variation", measures::variation(&scores)),
        ];
        for (name, value) in values {
            outcome = outcome.value(name, value.unwrap_or(f64::NAN));
        }
    }
    outcome
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
