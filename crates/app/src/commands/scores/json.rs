//! Tables as one JSON document.

use std::io::{self, Write};

use serde_json::{Value, json};
use tetrolab_engine::End;
use tetrolab_records::{Counts, GameRecord, Rival, Totals};

use super::{Answer, BestGames};
use crate::history::{ModeTotals, Moment};

pub fn write(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let mut document = json!({ "version": env!("CARGO_PKG_VERSION") });
    match answer {
        Answer::Best(tables) => {
            let tables = tables.iter().map(|BestGames { summary, games }| {
                json!({
                    "mode": summary.table.mode,
                    "rules": summary.table.rules,
                    "opponent": opponent(summary.table.opponent.as_ref()),
                    "ranking": summary.table.ranking.name(),
                    "games": summary.games,
                    "last": Moment::of(summary.last).in_full(),
                    "best": games.iter().map(|(rank, game)| ranked(*rank, game)).collect::<Value>(),
                })
            });
            document["tables"] = tables.collect();
        }
        Answer::All(games) => document["games"] = games.iter().map(game).collect(),
        Answer::Statistics(rows) => {
            let row = |totals: &Totals| {
                json!({
                    "games": totals.games,
                    "won": totals.won,
                    "highest_score": totals.highest_score,
                    "most_lines": totals.most_lines,
                    "most_attack": totals.most_attack,
                    "longest_combo": totals.longest_combo,
                    "longest_chain": totals.longest_chain,
                    "counts": counts(&totals.counts),
                })
            };
            for ModeTotals { mode, totals } in rows {
                match mode {
                    Some(mode) => document["statistics"]["modes"][mode.name] = row(totals),
                    None => document["statistics"]["all"] = row(totals),
                }
            }
        }
    }
    writeln!(out, "{document:#}")
}

fn opponent(rival: Option<&Rival>) -> Value {
    rival.map_or(Value::Null, |Rival { agent, speed }| json!({ "agent": agent, "pieces_per_second": speed }))
}

fn ranked(rank: usize, game: &GameRecord) -> Value {
    let mut value = self::game(game);
    value["rank"] = rank.into();
    value
}

fn game(game: &GameRecord) -> Value {
    json!({
        "id": game.id,
        "at": Moment::of(game.at).in_full(),
        "program": game.version,
        "player": game.player,
        "agent": game.agent,
        "hints": game.hints,
        "continued": game.continued,
        "mode": game.table.mode,
        "rules": game.table.rules,
        "opponent": opponent(game.table.opponent.as_ref()),
        "counts_in_table": game.ranked,
        "handling": game.handling,
        "randomizer": game.randomizer,
        "seed": game.seed.0,
        "game": game.number,
        "end": game.end.map(End::name),
        "score": game.score,
        "level": game.level,
        "longest_combo": game.longest_combo,
        "longest_chain": game.longest_chain,
        "counts": counts(&game.counts),
    })
}

fn counts(counts: &Counts) -> Value {
    json!({
        "time_ns": counts.time,
        "pieces": counts.pieces,
        "keys": counts.keys,
        "holds": counts.holds,
        "lines": counts.lines,
        "attack": counts.attack,
        "garbage": counts.garbage,
        "perfect_clears": counts.perfect_clears,
        "undos": counts.undos,
        "finesse": {
            "pieces": counts.judged,
            "presses": counts.presses,
            "fewest_presses": counts.fewest,
            "faults": counts.faults,
            "faulty_pieces": counts.faulty,
        },
        "pieces_per_second": counts.pieces_per_second(),
        "keys_per_piece": counts.keys_per_piece(),
        "faults_per_piece": counts.faults_per_piece(),
        "attack_per_minute": counts.attack_per_minute(),
    })
}
