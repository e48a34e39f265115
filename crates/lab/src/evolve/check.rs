//! What stands in a folder but cannot be: files may have been edited, or belong to another run.

use tetrolab_agents::{Formula, Measure};
use tetrolab_optimize::continuous::LARGEST;

use super::breed::FIRST_GENERATION;
use super::record::{Generation, Individual};
use super::settings::Plan;
use crate::train::record::MOST_PIECES;

/// Says what is wrong with a generation that comes after others.
pub(super) fn generation(plan: &Plan, before: &[Generation], next: &Generation) -> Result<(), String> {
    let settings = plan.settings();
    let number = before.len() as u64 + 1;
    if next.generation != number {
        return Err(format!("generation {number} belongs here"));
    }
    if number > settings.generations {
        return Err(format!("the run has {} generations", settings.generations));
    }
    let is_of_run = (1..=settings.population).contains(&next.population.len())
        && next.tried.len() <= FIRST_GENERATION * settings.population
        && next.base.is_some() != plan.base().is_empty();
    if !is_of_run {
        return Err("it belongs to another run".to_string());
    }
    let pieces = before.iter().map(|generation| generation.pieces).sum::<u64>().saturating_add(next.pieces);
    individuals(plan, &next.population, pieces)?;
    if let Some(other) = next.tried.iter().find(|text| text.parse::<Formula>().is_err()) {
        return Err(format!("{other:?} is no formula"));
    }
    let width = plan.rules().size().width;
    let is_possible = pieces <= MOST_PIECES
        && next.best == next.population[0]
        && next.population.iter().all(|one| (1..=number).contains(&one.born))
        && next.base.is_none_or(|base| base.is_possible(width, pieces));
    is_possible.then_some(()).ok_or("it has numbers that cannot be".to_string())
}

/// Checks formulas that have played this many pieces in all.
pub(super) fn individuals(plan: &Plan, all: &[Individual], pieces: u64) -> Result<(), String> {
    let width = plan.rules().size().width;
    let mut there: Vec<Measure> = plan.base().to_vec();
    for one in all {
        let formula = &one.formula;
        let (Some(measure), Ok(parsed)) = (one.measure(), formula.parse::<Formula>()) else {
            return Err(format!("{formula:?} is no formula"));
        };
        let is_possible = one.nodes == parsed.tree().size()
            && one.nodes <= plan.settings().most_nodes
            && one.weight != 0.0
            && one.weight.abs() <= LARGEST
            && one.score.is_possible(width, pieces);
        if !is_possible {
            return Err(format!("{formula} has numbers that cannot be"));
        }
        if there.contains(&measure) {
            return Err(format!("{formula} is there already"));
        }
        there.push(measure);
    }
    Ok(())
}
