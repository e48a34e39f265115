//! What holds for every text that is read as weights. The tests and the fuzz target share it.

use tetrolab_agents::{Linear, Weights};
use tetrolab_engine::{DropRules, Piece};

/// Reads a text. If it is weights, they survive being written and read again, and can play. Says whether it was.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let weights: Weights = match text.parse() {
        Ok(weights) => weights,
        Err(error) => {
            let said = tetrolab_agents::WeightsError::to_string(&error);
            assert!(said.starts_with("line ") && !said.contains('\n'), "one line that says where: {said:?}");
            return false;
        }
    };
    let again: Weights = weights.to_string().parse().unwrap_or_else(|error| panic!("{error}\n{weights}"));
    assert_eq!((again.reward, again.lost), (weights.reward, weights.lost));
    for piece in Piece::ALL {
        let list = |weights: &Weights| {
            let terms = weights.terms(piece).iter();
            let mut list: Vec<_> = terms
                .map(|term| (term.measure.name().to_string(), term.measure.index(), term.weight.to_bits()))
                .collect();
            // Weights of one feature are written together.
            list.sort_unstable();
            list
        };
        assert_eq!(list(&again), list(&weights));
    }
    let rules = DropRules::STANDARD;
    if let Ok(linear) = Linear::new(weights, rules) {
        let best = linear.best(&rules.empty(), Piece::T);
        assert_eq!(best, linear.one_by_one().best(&rules.empty(), Piece::T));
    }
    true
}
