//! `tetrolab scores`: the best games, all games, what they add up to, and their replays as files.

mod json;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use tetrolab_engine::{Mode, Rules};
use tetrolab_records::{Filter, GameRecord, Records};

use super::page::Page;
use super::table::Table;
use tetrolab_inputs::numbers::count;
use tetrolab_runs::files;
use tetrolab_sessions::history::{self, BestGames, Meant, ModeTotals};
use tetrolab_sessions::play::{modes, rules};
use tetrolab_sessions::texts::Texts;

/// Games of a table, and of the list of all games, unless --limit says otherwise.
const PLACES: u32 = 5;
const GAMES: u32 = 20;

/// No list is longer.
const MOST: u64 = 1_000_000;

#[derive(Debug, Args)]
pub struct Scores {
    /// Only this mode
    #[arg(long, value_name = "NAME", value_parser = modes())]
    mode: Option<Mode>,
    /// Only games under these rules
    #[arg(long, value_name = "NAME", value_parser = rules())]
    rules: Option<Rules>,
    /// Only games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The most games of a table, or of the list [default: 5, or 20 with --all]
    #[arg(long, value_name = "N", value_parser = count::<MOST>)]
    limit: Option<u64>,
    /// All games, the newest first, with those that do not count and those of agents
    #[arg(long, conflicts_with = "statistics")]
    all: bool,
    /// What the games of people add up to, mode by mode
    #[arg(long, conflicts_with = "limit")]
    statistics: bool,
    /// Save the replay of the game with this number
    #[arg(long, value_name = "ID", requires = "out")]
    #[arg(conflicts_with_all = ["mode", "rules", "player", "limit", "all", "statistics", "json"])]
    replay: Option<i64>,
    /// The file for the replay
    #[arg(long, value_name = "FILE", requires = "replay")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: Table,
}

/// What is printed.
enum Answer {
    Best(Vec<BestGames>),
    /// Games, the newest first.
    All(Vec<GameRecord>),
    /// Modes, all together first.
    Statistics(Vec<ModeTotals>),
}

impl Answer {
    fn is_empty(&self) -> bool {
        match self {
            Answer::Best(tables) => tables.is_empty(),
            Answer::All(games) => games.is_empty(),
            Answer::Statistics(rows) => rows.iter().all(|row| row.totals.games == 0),
        }
    }
}

impl Scores {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let texts = self.table.language()?.texts();
        let file = self.table.records_file()?;
        let records = Records::open(&file)?;
        if let (Some(id), Some(path)) = (self.replay, &self.out) {
            return save(&records, &file, id, path, out);
        }
        let answer = self.answer(&records)?;
        match (self.json, answer.is_empty()) {
            (true, _) => json::write(&answer, out)?,
            (false, true) => writeln!(out, "{}", self.nothing(&file, texts))?,
            (false, false) => text::write(&answer, Page::standard(), texts, out)?,
        }
        Ok(if answer.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn filter(&self) -> Filter {
        Filter {
            player: self.player.clone(),
            mode: self.mode.map(|mode| mode.name.to_string()),
            rules: self.rules.map(|rules| rules.name.to_string()),
            ..Filter::default()
        }
    }

    fn limit(&self, usual: u32) -> u32 {
        self.limit.map_or(usual, |limit| limit as u32)
    }

    fn answer(&self, records: &Records) -> Result<Answer> {
        let filter = self.filter();
        Ok(match () {
            () if self.statistics => Answer::Statistics(history::statistics(records, &filter)?),
            () if self.all => Answer::All(records.games(&filter, self.limit(GAMES), 0)?),
            () => Answer::Best(BestGames::read(records, self.meant())?),
        })
    }

    /// Which of the best games are meant.
    fn meant(&self) -> Meant<'_> {
        Meant {
            mode: self.mode.map(|mode| mode.name),
            rules: self.rules.map(|rules| rules.name),
            player: self.player.as_deref(),
            limit: self.limit(PLACES),
        }
    }

    /// Why nothing is printed, and what would change that.
    fn nothing(&self, file: &Path, texts: &Texts) -> String {
        let mode = self.mode.unwrap_or(Mode::SPRINT).name;
        texts.scores.nothing.with(&[("file", &file.display()), ("mode", &mode)])
    }
}

fn save(records: &Records, file: &Path, id: i64, path: &Path, out: &mut impl Write) -> Result<ExitCode> {
    ensure!(file.exists(), "there is no game {id}: there is no file {}", file.display());
    files::ensure_different(file, path)?;
    files::write(path, &records.replay(id)?.to_bytes())?;
    writeln!(out, "game {id} is in {}", path.display())?;
    Ok(ExitCode::SUCCESS)
}
