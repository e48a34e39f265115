//! The best games, table by table.

use tetrolab_records::{GameRecord, Records, RecordsError, TableSummary};

/// A table with its best games and their places.
pub struct BestGames {
    pub summary: TableSummary,
    pub games: Vec<(usize, GameRecord)>,
}

/// Which of the best games are meant.
#[derive(Clone, Copy, Debug)]
pub struct Meant<'a> {
    /// Only this mode, by its name.
    pub mode: Option<&'a str>,
    /// Only these rules, by their name.
    pub rules: Option<&'a str>,
    /// Only games of this player.
    pub player: Option<&'a str>,
    /// The most games of a table.
    pub limit: u32,
}

impl BestGames {
    /// The tables that are meant, with their best games. Places are those among all players.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn read(records: &Records, meant: Meant<'_>) -> Result<Vec<BestGames>, RecordsError> {
        let is_meant =
            |name: Option<&str>, variant: &str| name.is_none_or(|name| variant.split(' ').next() == Some(name));
        let mut tables = Vec::new();
        for summary in records.tables()? {
            let table = &summary.table;
            if !is_meant(meant.mode, &table.mode) || !is_meant(meant.rules, &table.rules) {
                continue;
            }
            let read = if meant.player.is_some() { u32::MAX } else { meant.limit };
            let games = (1..).zip(records.best(table, read)?);
            let games: Vec<_> = games
                .filter(|(_, game)| meant.player.is_none_or(|player| player == game.player))
                .take(meant.limit as usize)
                .collect();
            if !games.is_empty() {
                tables.push(BestGames { summary, games });
            }
        }
        Ok(tables)
    }
}
