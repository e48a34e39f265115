//! The answer as JSON; `docs/research-game.md` describes it.

use serde_json::{Value, json};
use tetrolab_agents::{Explanation, Lookahead, Part, Ranked};
use tetrolab_engine::Rotation;

use super::Answer;
use tetrolab_report::short as number;

/// The answer with at most `most` drops.
pub fn document(answer: &Answer, most: usize) -> Value {
    let Answer { position, candidate, is_file, .. } = answer;
    let (rules, weights) = (position.rules, candidate.weights.as_ref());
    let drops = answer.ranked.iter().take(most).enumerate().map(|(index, ranked)| drop(answer, index + 1, ranked));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": {
            "width": rules.size().width,
            "height": rules.size().height,
            "lines_after_overflow": rules.lines_after_overflow,
        },
        "board": position.blocks.board().to_string().lines().collect::<Vec<_>>(),
        "piece": answer.piece.to_string(),
        "next": answer.next.map(|piece| piece.to_string()),
        "lookahead": match answer.lookahead {
            Lookahead::One => "none",
            Lookahead::Two => "next",
            Lookahead::Expected(_) => "expected",
        },
        "agent": (!is_file).then_some(&candidate.name),
        "weights": is_file.then_some(&candidate.name),
        "reward": weights.map(|weights| weights.reward.name()),
        "lost": weights.map(|weights| weights.lost.name()),
        "drops": answer.ranked.len(),
        "surviving": answer.surviving(),
        "ranked": drops.collect::<Vec<_>>(),
    })
}

fn drop(answer: &Answer, rank: usize, ranked: &Ranked) -> Value {
    let dropped = &ranked.dropped;
    let placement = dropped.drop.placement(dropped.landing.row as i8);
    let explanation = answer.explanation(ranked);
    json!({
        "rank": rank,
        "rot": dropped.drop.orientation,
        "col": dropped.drop.column,
        "facing": dropped.drop.rotation().map(Rotation::name),
        "cells": placement.map(|placement| placement.cells().map(|cell| [cell.x, cell.y])),
        "landing_row": dropped.landing.row,
        "lines": dropped.outcome.lines,
        "eroded_cells": dropped.outcome.eroded_cells,
        "lost": dropped.outcome.is_lost,
        "value": number::json(ranked.value),
        "danger": answer.looks_ahead().then(|| number::json(if dropped.outcome.is_lost { 1.0 } else { ranked.danger })),
        "reward": explanation.as_ref().map(|explanation| number::json(explanation.reward)),
        "contributions": explanation.as_ref().map_or_else(Vec::new, contributions),
    })
}

fn contributions(explanation: &Explanation) -> Vec<Value> {
    let part = |part: &Part| {
        json!({
            "feature": part.measure.name(),
            "index": part.measure.index(),
            "value": number::json(part.value),
            "weight": part.weight.map(number::json),
            "contribution": number::json(part.contribution),
        })
    };
    explanation.parts.iter().map(part).collect()
}
