//! Statistics over many games.

use tetrolab_engine::End;

use crate::counts::Counts;
use crate::errors::RecordsError;
use crate::filter::Filter;
use crate::open::Records;

/// What many games add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Totals {
    /// How many games there are.
    pub games: u64,
    /// How many of them were won.
    pub won: u64,
    /// The sums of everything that is counted, with rates over all games together.
    pub counts: Counts,
    /// The most points in a game.
    pub highest_score: u64,
    /// The most lines in a game.
    pub most_lines: u64,
    /// The most rows sent in a game.
    pub most_attack: u64,
    /// Most clearing pieces in a row.
    pub longest_combo: u32,
    /// Longest Back-to-Back chain.
    pub longest_chain: u32,
}

impl Records {
    /// What the games add up to.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn totals(&self, filter: &Filter) -> Result<Totals, RecordsError> {
        let sums = Counts::COLUMNS.map(|column| format!("coalesce(sum({column}), 0) AS {column}")).join(", ");
        let totals = format!(
            "SELECT count(*) AS games, count(*) FILTER (WHERE end = '{won}') AS won, {sums},
                 coalesce(max(score), 0) AS highest_score, coalesce(max(games.lines), 0) AS most_lines,
                 coalesce(max(games.attack), 0) AS most_attack,
                 coalesce(max(longest_combo), 0) AS longest_combo, coalesce(max(longest_chain), 0) AS longest_chain
             FROM games WHERE {condition}",
            won = End::Won.name(),
            condition = Filter::CONDITION
        );
        self.read(|connection| {
            connection.prepare_cached(&totals)?.query_row(filter.parameters(), |row| {
                Ok(Totals {
                    games: row.get("games")?,
                    won: row.get("won")?,
                    counts: Counts::read(row)?,
                    highest_score: row.get("highest_score")?,
                    most_lines: row.get("most_lines")?,
                    most_attack: row.get("most_attack")?,
                    longest_combo: row.get("longest_combo")?,
                    longest_chain: row.get("longest_chain")?,
                })
            })
        })
    }
}
