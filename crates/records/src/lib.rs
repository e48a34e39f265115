#![doc = include_str!("../README.md")]

mod add;
mod counts;
mod damage;
mod errors;
mod filter;
mod header;
mod lock;
mod moment;
mod open;
mod played;
mod query;
mod record;
mod schema;
mod stamp;
mod table;
mod totals;

pub use add::{NewGame, Opponent, Stored};
pub use counts::Counts;
pub use damage::DamagedCopy;
pub use errors::{RecordsError, Side};
pub use filter::{Ending, Filter, PlayedBy};
pub use open::Records;
pub use query::TableSummary;
pub use record::GameRecord;
pub use schema::SCHEMA_VERSION;
pub use table::{Ranking, Rival, Table};
pub use totals::Totals;
