//! The gate of tuning: a plan that passes it can be played.

use tetrolab_agents::Unknown;
use tetrolab_bot::terms;

use super::Plan;
use crate::problems::{SettingsError, optimizer};

/// No number of anything is larger.
const MOST: u64 = 1_000_000;

/// No bot sees further.
const MOST_PREVIEWS: u64 = 15;

impl Plan {
    /// Whether it can be played.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check(&self) -> Result<(), SettingsError> {
        let mut problems = Vec::new();
        for (name, weight) in &self.start {
            if !terms().any(|term| term.name == name) {
                problems.push(Unknown::new("term", name, terms().map(|term| term.name)).to_string());
            } else if !weight.is_finite() {
                problems.push(format!("the weight of {name} is not a number"));
            }
        }
        match optimizer(&self.optimizer) {
            Ok(entry) if problems.is_empty() => {
                problems.extend(self.settings().problems(entry).iter().map(ToString::to_string));
            }
            Ok(_) => {}
            Err(sentence) => problems.push(sentence),
        }
        for (name, count, least, most) in [
            ("generations", self.generations, 1, MOST),
            ("games", self.games as u64, 1, MOST),
            ("pieces", self.pieces.into(), 1, MOST),
            ("placements for a piece", self.nodes, 1, MOST),
            ("pieces in sight", self.previews as u64, 0, MOST_PREVIEWS),
            ("pieces between attacks", self.every.into(), 1, MOST),
            ("rows of an attack", self.rows.into(), 0, MOST),
        ] {
            if !(least..=most).contains(&count) {
                problems.push(format!("{count} {name}: it is from {least} to {most}"));
            }
        }
        let games = (self.population as u64).saturating_mul(self.games as u64);
        if problems.is_empty() && games > MOST {
            problems.push(format!("{games} games in a generation: it is at most {MOST}"));
        }
        if problems.is_empty() { Ok(()) } else { Err(SettingsError(problems)) }
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_bot::Weights;

    use super::*;

    #[test]
    fn everything_that_is_wrong_is_said() {
        let plan = Plan::new(&Weights::default(), 1);
        assert_eq!(plan.check(), Ok(()));
        let wrong = Plan { population: 1, games: 0, pieces: 0, nodes: 0, generations: 0, sigma: 0.0, ..plan.clone() };
        let SettingsError(problems) = wrong.check().unwrap_err();
        assert_eq!(problems.len(), 6, "{problems:?}");
        assert!(problems.iter().any(|problem| problem == "0 games: it is from 1 to 1000000"), "{problems:?}");
        let many = Plan { population: 2000, games: 1000, ..plan.clone() };
        assert_eq!(many.check().unwrap_err().to_string(), "2000000 games in a generation: it is at most 1000000");
        let mut strange = Plan { optimizer: "cmaes".into(), ..plan };
        strange.start.insert("hole".into(), 1.0);
        assert_eq!(
            strange.check().unwrap_err().to_string(),
            "there is no term \"hole\"; the nearest is holes; there is no optimizer \"cmaes\"; the nearest is cma-es"
        );
    }
}
