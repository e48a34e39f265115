//! JSON: events and games, as `docs/scripts.md` describes them.

use serde_json::{Value, json};
use tetrolab_engine::{Cell, End, Entry, EventKind, Game, Outcome, Placement, Setup, row_numbers};

/// A whole game as one document.
pub fn document(setup: &Setup, entries: &[Entry], game: &Game) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "setup": setup.to_string(),
        "events": entries.iter().map(entry).collect::<Vec<_>>(),
        "final": finish(game),
    })
}

/// One event.
fn entry(entry: &Entry) -> Value {
    let kind = entry.event.kind;
    let mut value = json!({ "time_ns": entry.event.at, "kind": kind.name() });
    let mut add = |name: &str, what: Value| value[name] = what;
    if let Some(placement) = kind.placement() {
        let Placement { piece, rotation, x, y } = placement;
        add("piece", piece.to_string().into());
        add("rotation", rotation.name().into());
        add("x", x.into());
        add("y", y.into());
        add("cells", placement.cells().iter().map(|Cell { x, y }| json!([x, y])).collect());
    }
    match kind {
        EventKind::Held { piece } => add("piece", piece.to_string().into()),
        EventKind::Rotated { turn, point, .. } => {
            add("turn", turn.name().into());
            add("point", point.into());
        }
        EventKind::Fell { soft, .. } => add("soft", soft.into()),
        EventKind::HardDropped { rows, .. } | EventKind::Rose { rows } => add("rows", rows.into()),
        EventKind::Locked { spin, .. } => add("spin", spin.name().into()),
        EventKind::Cleared { rows, lines, spin, back_to_back, chain, combo, perfect_clear, points } => {
            add("rows", row_numbers(rows).collect());
            add("lines", lines.into());
            add("spin", spin.name().into());
            add("back_to_back", back_to_back.into());
            add("chain", chain.into());
            add("combo", combo.into());
            add("perfect_clear", perfect_clear.into());
            add("points", points.into());
        }
        EventKind::Rewarded { spin, points } => {
            add("spin", spin.name().into());
            add("points", points.into());
        }
        EventKind::Collapsed { rows } => add("rows", row_numbers(rows).collect()),
        EventKind::Attacked { sent, cancelled } => {
            add("sent", sent.into());
            add("cancelled", cancelled.into());
        }
        EventKind::Warned { rows, ready } => {
            add("rows", rows.into());
            add("ready_ns", ready.into());
        }
        EventKind::Ended { end } => add("end", end.name().into()),
        _ => {}
    }
    add("score", entry.score.into());
    add("lines_total", entry.lines.into());
    add("level", entry.level.into());
    value
}

/// How a game stands.
pub fn finish(game: &Game) -> Value {
    let statistics = game.statistics();
    let picture = game.picture().to_string();
    json!({
        "end": game.end().map(End::name),
        "time_ns": game.now(),
        "score": game.score(),
        "lines": game.lines(),
        "level": game.level(),
        "goal_left": game.goal_left(),
        "garbage_left": game.garbage_left(),
        "perfect_clears_left": game.perfect_clears_left(),
        "chain": game.chain(),
        "combo": game.combo(),
        "hold": game.hold().map(|piece| piece.to_string()),
        "next": game.next().iter().map(|piece| piece.letter()).collect::<String>(),
        "garbage_waiting": game.garbage_waiting(),
        "board": picture.lines().collect::<Vec<_>>(),
        "statistics": {
            "pieces": statistics.pieces,
            "keys": statistics.keys,
            "holds": statistics.holds,
            "clears": { "none": statistics.clears[0], "mini": statistics.clears[1], "full": statistics.clears[2] },
            "back_to_backs": statistics.back_to_backs,
            "longest_chain": statistics.longest_chain,
            "longest_combo": statistics.longest_combo,
            "perfect_clears": statistics.perfect_clears,
            "attack": statistics.attack,
            "cancelled": statistics.cancelled,
            "garbage": statistics.garbage,
            "undos": statistics.undos,
            "dug": statistics.dug,
        },
        "digest": format!("{:016x}", Outcome::of(game).digest),
    })
}
