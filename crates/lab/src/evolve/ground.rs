//! What new formulas are added to: measures with weights, and boards to look at.

use tetrolab_agents::{Agent, Measure, Player};

use super::sample::Sample;
use super::settings::{Plan, Purpose};

/// How much a formula counts, compared with all that is weighed already: the deviation between drops of one divided by that of the
/// other. Each is tried with both signs.
const MAGNITUDES: [f64; 4] = [0.1, 0.3, 1.0, 3.0];
/// Whose games the boards come from if there is no base.
const WITHOUT_BASE: &str = "dellacherie";

/// What new formulas are added to.
#[derive(Clone, Debug)]
pub struct Ground {
    /// What is weighed already.
    pub terms: Vec<(Measure, f64)>,
    /// Boards to look at.
    pub sample: Sample,
}

impl Ground {
    /// The base with these weights.
    pub fn new(plan: &Plan, weights: &[f64]) -> Ground {
        let terms: Vec<(Measure, f64)> = plan.base().iter().cloned().zip(weights.iter().copied()).collect();
        let player = if terms.is_empty() { without_base(plan) } else { plan.player(terms.clone()) };
        let games = plan.games(Purpose::Sample, 0, 1);
        let sample = Sample::new(&player, &games, plan.random(Purpose::Sample, 1));
        Ground { terms, sample }
    }

    /// The same with one more.
    pub fn with(&self, measure: &Measure, weight: f64) -> Vec<(Measure, f64)> {
        let mut terms = self.terms.clone();
        terms.push((measure.clone(), weight));
        terms
    }

    /// The weights to try for a measure with this deviation.
    pub fn weights(&self, deviation: f64) -> Vec<f64> {
        if self.terms.is_empty() {
            // Alone it has a sign and nothing else.
            return vec![-1.0, 1.0];
        }
        let terms = &self.terms;
        let whole = self
            .sample
            .deviation(|dropped| terms.iter().map(|(measure, weight)| measure.value(dropped) * weight).sum());
        // A base without any weight is not compared with.
        let whole = if whole > 0.0 { whole } else { 1.0 };
        let weight = |magnitude: f64| [-1.0, 1.0].map(|sign| rounded(sign * magnitude * whole / deviation));
        MAGNITUDES.into_iter().flat_map(weight).collect()
    }
}

fn without_base(plan: &Plan) -> Player {
    let weights = Agent::named(WITHOUT_BASE).ok().and_then(Agent::weights).expect("one of the agents");
    plan.player(weights.general().iter().map(|term| (term.measure.clone(), term.weight)).collect())
}

/// A weight with three digits: more are not needed to find out whether it is a good one.
fn rounded(weight: f64) -> f64 {
    format!("{weight:.2e}").parse().unwrap_or(weight)
}
