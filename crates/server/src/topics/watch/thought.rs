//! What an agent thinks of the piece at hand: every placement that it tells, with what its value consists of.

use serde::Serialize;
use tetrolab_agents::{Advice, Explanation, LOST, Lookahead, Player, Ranked};
use tetrolab_engine::{Board, Drop, Piece};

use super::brief;
use crate::picture::Placed;
use tetrolab_sessions::play::{Hint, Wording};

/// What the reward for lines is called among the features.
pub const REWARD: &str = "reward";

/// What an agent thinks of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// What is added up, in the order of the parts of each placement.
    pub names: Vec<String>,
    /// Placements that were compared.
    pub considered: usize,
    /// Which of those that are told is played.
    pub chosen: usize,
    /// The best first.
    pub placements: Vec<Considered>,
}

/// A placement, and what is thought of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Considered {
    #[serde(flatten)]
    pub placed: Placed,
    /// `None` if it loses the game or is too high to be valued.
    pub value: Option<f64>,
    pub lines: u8,
    pub is_lost: bool,
    /// The chance that nothing can be done with the next piece, where that is looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<f64>,
    /// What each name adds; `None` if the value is not the sum of anything.
    pub parts: Option<Vec<f64>>,
    /// The keys, in a game that has keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
}

impl Thought {
    /// About a piece of the research game, of which `choice` is played.
    pub fn of_player(player: &Player, board: &Board, piece: Piece, next: Option<Piece>, choice: Drop) -> Thought {
        let ranked = player.ranked(board, piece, next);
        let explain = |ranked: &Ranked| Explanation::new(player.mind()?, &ranked.dropped, player.lookahead(), next);
        let (names, parts) = added_up(ranked.iter().map(explain).collect());
        let looks_ahead = player.lookahead() != Lookahead::One && player.mind().is_some();
        let chosen = ranked.iter().position(|ranked| ranked.dropped.drop == choice).unwrap_or_default();
        let considered = |(ranked, parts): (&Ranked, _)| {
            let dropped = &ranked.dropped;
            let is_lost = dropped.outcome.is_lost;
            Some(Considered {
                placed: dropped.drop.placement(dropped.landing.row as i8)?.into(),
                value: value(ranked.value),
                lines: dropped.outcome.lines,
                is_lost,
                danger: (looks_ahead && !is_lost).then(|| brief(ranked.danger)),
                parts,
                keys: None,
            })
        };
        let placements: Vec<Considered> = ranked.iter().zip(parts).filter_map(considered).collect();
        Thought { names, considered: ranked.len(), chosen, placements }
    }

    /// About a piece of the timed game: what is played, and the others in their order; the next best where no others are ranked.
    pub fn of_advice(advice: &Advice, ranked: &[Advice], wording: Wording<'_>) -> Thought {
        let is_other = |other: &&Advice| other.path.placement != advice.path.placement;
        let others: Vec<&Advice> = match ranked {
            [] => advice.runner_up.as_deref().into_iter().collect(),
            ranked => ranked.iter().filter(is_other).collect(),
        };
        let told: Vec<&Advice> = [advice].into_iter().chain(others).collect();
        let (names, parts) = added_up(told.iter().map(|advice| advice.explanation.clone()).collect());
        let considered = |(advice, parts): (&&Advice, _)| Considered {
            placed: advice.path.placement.into(),
            value: value(advice.value),
            lines: advice.dropped.map_or(0, |dropped| dropped.outcome.lines),
            is_lost: advice.dropped.is_some_and(|dropped| dropped.outcome.is_lost),
            danger: None,
            parts,
            keys: Some(Hint::of_agent("", advice, &[], wording).keys),
        };
        let placements = told.iter().zip(parts).map(considered).collect();
        Thought { names, considered: advice.considered.max(told.len()), chosen: 0, placements }
    }
}

/// A value, if it is one.
fn value(value: f64) -> Option<f64> {
    (value > LOST).then(|| brief(value))
}

/// All that is added up anywhere, and what it adds to each value.
fn added_up(explanations: Vec<Option<Explanation>>) -> (Vec<String>, Vec<Option<Vec<f64>>>) {
    let mut names: Vec<String> = Vec::new();
    let is_rewarded = explanations.iter().flatten().any(|explanation| explanation.reward != 0.0);
    names.extend(is_rewarded.then(|| REWARD.to_string()));
    for part in explanations.iter().flatten().flat_map(|explanation| &explanation.parts) {
        let name = part.measure.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let parts = |explanation: Explanation| {
        let mut parts = vec![0.0; names.len()];
        if is_rewarded {
            parts[0] = brief(explanation.reward);
        }
        for part in &explanation.parts {
            let name = part.measure.to_string();
            if let Some(place) = names.iter().position(|known| *known == name) {
                parts[place] = brief(part.contribution);
            }
        }
        parts
    };
    let parts = explanations.into_iter().map(|explanation| explanation.map(parts)).collect();
    (names, parts)
}

#[cfg(test)]
mod tests {
    use tetrolab_agents::Agent;
    use tetrolab_engine::DropRules;

    use super::*;

    fn thought(agent: &str, lookahead: Lookahead, choice: Drop) -> Thought {
        let weights = Agent::named(agent).unwrap().weights();
        let player = Player::new(weights, DropRules::STANDARD, lookahead).unwrap();
        Thought::of_player(&player, &DropRules::STANDARD.empty(), choice.piece, Some(Piece::I), choice)
    }

    #[test]
    fn parts_add_up_to_values() {
        let choice = Drop { piece: Piece::T, orientation: 3, column: 0 };
        for lookahead in [Lookahead::One, Lookahead::EQUAL] {
            let thought = thought("aveiro", lookahead, choice);
            assert_eq!((thought.placements.len(), thought.considered), (34, 34));
            for placement in &thought.placements {
                let sum: f64 = placement.parts.as_ref().unwrap().iter().sum();
                assert!((sum - placement.value.unwrap()).abs() < 1e-3, "{placement:?}");
            }
            assert_eq!(thought.placements[0].danger.is_some(), lookahead == Lookahead::EQUAL);
            let chosen = choice.placement(0).unwrap();
            assert_eq!(thought.placements[thought.chosen].placed, chosen.into());
        }
    }

    #[test]
    fn chance_has_no_reasons() {
        let thought = thought("random", Lookahead::One, Drop { piece: Piece::O, orientation: 0, column: 4 });
        assert!(thought.names.is_empty() && thought.placements.iter().all(|placement| placement.parts.is_none()));
        assert_eq!(thought.chosen, 4);
    }
}
