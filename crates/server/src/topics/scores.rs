//! The best tables and the statistics, as the terminal has them.

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_engine::{MODES, Mode};
use tetrolab_records::Filter;

use super::stored::players;
use super::{read, texts};
use crate::house::House;
use crate::refusal::no_mode;
use tetrolab_sessions::history::{self, BestGames, Grid, Meant, scores_grid, statistics_grid, table_title};

/// The most places of a table.
const MOST: u32 = 1000;

/// Which tables are meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    language: String,
    mode: Option<String>,
    player: Option<String>,
    /// The most games of a table.
    limit: u32,
}

/// The best games, table by table, with their numbers; which modes have tables; and who played.
pub fn best(house: &House, with: Value) -> Result<Value> {
    let Question { language, mode, player, limit } = read(with)?;
    if let Some(name) = &mode {
        Mode::named(name).ok_or_else(|| no_mode(name))?;
    }
    if !(1..=MOST).contains(&limit) {
        bail!("a table has from 1 to {MOST} places");
    }
    let texts = texts(&language);
    let meant = Meant { mode: mode.as_deref(), rules: None, player: player.as_deref(), limit };
    let (tables, all, players) = house.with_records(|records| {
        let all: Vec<String> = records.tables()?.into_iter().map(|summary| summary.table.mode).collect();
        Ok((BestGames::read(records, meant)?, all, players(records)?))
    })?;
    let is_played = |mode: &&Mode| all.iter().any(|variant| variant.split(' ').next() == Some(mode.name));
    let modes = MODES.iter().filter(is_played).map(|mode| json!([mode.name, texts.mode(mode).0]));
    let tables = tables.iter().map(|BestGames { summary, games }| {
        let places = games.iter().map(|(rank, game)| (*rank, game));
        let mut table = document(&scores_grid(places, summary.table.ranking, false, texts));
        table["title"] = table_title(&summary.table, texts).into();
        table["mode"] = summary.table.mode.split(' ').next().into();
        table["games"] = summary.games.into();
        table["ids"] = games.iter().map(|(_, game)| game.id).collect();
        table
    });
    Ok(json!({
        "tables": tables.collect::<Vec<_>>(),
        "modes": modes.collect::<Vec<_>>(),
        "players": players,
    }))
}

/// Whose statistics are meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whose {
    language: String,
    player: Option<String>,
}

/// What games add up to, all modes together first.
pub fn statistics(house: &House, with: Value) -> Result<Value> {
    let Whose { language, player } = read(with)?;
    let texts = texts(&language);
    let filter = Filter { player, ..Filter::default() };
    let (rows, players) =
        house.with_records(|records| Ok((history::statistics(records, &filter)?, players(records)?)))?;
    let is_empty = rows.iter().all(|row| row.totals.games == 0);
    let mut answer = document(&statistics_grid(&rows, texts));
    answer["is_empty"] = is_empty.into();
    answer["players"] = players.into();
    Ok(answer)
}

/// Columns with whether they are numbers, and rows.
fn document(grid: &Grid) -> Value {
    json!({ "columns": grid.columns().collect::<Vec<_>>(), "rows": grid.rows() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_keep_their_titles_whole() {
        let mut grid = Grid::default().words("Mode").numbers("Keys/piece");
        grid.row(["Sprint", "2.50"].map(String::from));
        let expected = json!({ "columns": [["Mode", false], ["Keys/piece", true]], "rows": [["Sprint", "2.50"]] });
        assert_eq!(document(&grid), expected);
    }
}
