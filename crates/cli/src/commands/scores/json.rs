//! Tables as one JSON document.

use std::io::{self, Write};

use serde_json::{Value, json};
use tetrolab_records::GameRecord;

use super::Answer;
use tetrolab_sessions::history::{self, BestGames, ModeTotals, Moment, rival_document, totals_document};

pub fn write(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let mut document = json!({ "version": env!("CARGO_PKG_VERSION") });
    match answer {
        Answer::Best(tables) => {
            let tables = tables.iter().map(|BestGames { summary, games }| {
                json!({
                    "mode": summary.table.mode,
                    "rules": summary.table.rules,
                    "opponent": rival_document(summary.table.opponent.as_ref()),
                    "ranking": summary.table.ranking.name(),
                    "games": summary.games,
                    "last": Moment::of(summary.last).in_full(),
                    "best": games.iter().map(|(rank, game)| ranked(*rank, game)).collect::<Value>(),
                })
            });
            document["tables"] = tables.collect();
        }
        Answer::All(games) => document["games"] = games.iter().map(history::document).collect(),
        Answer::Statistics(rows) => {
            for ModeTotals { mode, totals } in rows {
                match mode {
                    Some(mode) => document["statistics"]["modes"][mode.name] = totals_document(totals),
                    None => document["statistics"]["all"] = totals_document(totals),
                }
            }
        }
    }
    writeln!(out, "{document:#}")
}

fn ranked(rank: usize, game: &GameRecord) -> Value {
    let mut value = history::document(game);
    value["rank"] = rank.into();
    value
}
