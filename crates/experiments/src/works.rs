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

use crate::grid::{Settings, Value, Work};

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

/// The rules of the research game with these settings.
fn research_rules(settings: &Settings) -> String {
    let overflow = match settings.get("lines-after-overflow") {
        Some(Value::Switch(true)) => "lines after overflow",
        _ => "no lines after overflow",
    };
    let (size, randomizer) = (settings.text("size"), settings.text("randomizer"));
    format!("MDPTetris rules, {size}, {overflow}, {randomizer} pieces")
}
