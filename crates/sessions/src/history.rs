//! What was played, in words: games, tables and statistics, for the terminal and for text.

mod best;
mod calendar;
mod document;
mod grid;
mod grids;
mod words;

pub use best::{BestGames, Meant};
pub use calendar::Moment;
pub use document::{document, rival_document, totals_document};
pub use grid::Grid;
pub use grids::{Marks, games_grid, scores_grid, statistics_grid};
pub use words::{details, rate, refusal, result, table_title};

use tetrolab_engine::{MODES, Mode};
use tetrolab_records::{Filter, PlayedBy, Records, RecordsError, Totals};

/// What the games of a mode add up to, or those of all modes.
#[derive(Clone, Copy, Debug)]
pub struct ModeTotals {
    pub mode: Option<Mode>,
    pub totals: Totals,
}

/// What the games of people add up to: all modes together first, then each mode that was played.
///
/// # Errors
/// If the database cannot be read.
pub fn statistics(records: &Records, filter: &Filter) -> Result<Vec<ModeTotals>, RecordsError> {
    let filter = Filter { played_by: PlayedBy::Person, ..filter.clone() };
    let mut rows = vec![ModeTotals { mode: None, totals: records.totals(&filter)? }];
    let is_meant = |name: &str| filter.mode.as_deref().is_none_or(|wanted| wanted == name);
    for mode in MODES.into_iter().filter(|mode| is_meant(mode.name)) {
        let totals = records.totals(&Filter { mode: Some(mode.name.to_string()), ..filter.clone() })?;
        if totals.games > 0 {
            rows.push(ModeTotals { mode: Some(mode), totals });
        }
    }
    Ok(rows)
}
