//! Games and what they add up to as JSON.

use serde_json::{Value, json};
use tetrolab_engine::End;
use tetrolab_records::{Counts, GameRecord, Rival, Totals};

use super::Moment;

/// Who was played against.
pub fn rival_document(rival: Option<&Rival>) -> Value {
    rival.map_or(Value::Null, |Rival { agent, speed }| json!({ "agent": agent, "pieces_per_second": speed }))
}

/// Everything that is known of a game.
pub fn document(game: &GameRecord) -> Value {
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
        "opponent": rival_document(game.table.opponent.as_ref()),
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

/// What games add up to.
pub fn totals_document(totals: &Totals) -> Value {
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
