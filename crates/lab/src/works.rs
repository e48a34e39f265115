//! The kinds of work that cells of experiments can have.

mod assisted;
mod aveiro;
mod evaluate;
mod genotypes;
mod guideline;
mod path;
mod solve;
pub mod train;
#[cfg(test)]
mod trial;

use tetrolab_engine::{DropRules, Randomizer};

use crate::grid::{Key, Settings, Takes, Usual, Value, Work};

/// All of them.
#[rustfmt::skip]
pub const WORKS: &[&dyn Work] = &[
    &evaluate::Evaluate,
    &train::Train,
    &assisted::Assisted,
    &path::Path,
    &guideline::speed::Speed,
    &guideline::lock_down::LockDown,
    &guideline::scoring::Scoring,
    &guideline::goals::Goals,
    &aveiro::LockStep,
    &aveiro::RealTime,
    &solve::Solve,
    &genotypes::Genotypes,
];

/// The board, where a work takes one in a word.
const SIZE: Key = Key {
    name: "size",
    meaning: "columns and rows of the board",
    takes: Takes::Text(|size| size.parse::<DropRules>().map(drop)),
    usual: Usual::Text("10x20"),
};

/// Where pieces come from.
const RANDOMIZER: Key = Key {
    name: "randomizer",
    meaning: "where pieces come from: uniform, hard, 7-bag or weighted:I/J/L/O/S/T/Z",
    takes: Takes::Text(|randomizer| randomizer.parse::<Randomizer>().map(drop)),
    usual: Usual::Text("uniform"),
};

/// A rule of the research game on which programs differ.
const LINES_AFTER_OVERFLOW: Key = Key {
    name: "lines-after-overflow",
    meaning: "whether full rows are removed even if the piece reaches above the board",
    takes: Takes::Switch,
    usual: Usual::Switch(false),
};

/// The rules of the research game with these settings.
fn research_rules(settings: &Settings) -> String {
    let overflow = match settings.get("lines-after-overflow") {
        Some(Value::Switch(true)) => "lines after overflow",
        _ => "no lines after overflow",
    };
    let (size, randomizer) = (settings.text("size"), settings.text("randomizer"));
    format!("MDPTetris rules, {size}, {overflow}, {randomizer} pieces")
}
