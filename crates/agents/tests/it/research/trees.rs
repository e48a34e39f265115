//! Random formulas.

use tetrolab_agents::{Aggregate, Binary, Formula, Node, Scope, Unary};
use tetrolab_engine::Random;

fn pick<T: Clone>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u32) as usize].clone()
}

fn number(random: &mut Random) -> f64 {
    let whole = f64::from(random.below(9)) - 4.0;
    match random.below(6) {
        0 => whole / 8.0,
        1 => f64::from(random.next_value()) / f64::from(u32::MAX) * pick(random, &[1e-12, 1e-3, 1.0, 1e9]),
        2 => pick(random, &[0.0, -0.0, 1e-300, -1e9]),
        _ => whole,
    }
}

/// A tree whose nodes are at most so deep.
fn node(random: &mut Random, scope: Scope, depth: u32) -> Node {
    let below = |random: &mut Random| Box::new(node(random, scope, depth - 1));
    match random.below(8) {
        0 | 1 if depth > 1 => Node::Unary(pick(random, &Unary::ALL), below(random)),
        2..=5 if depth > 1 => Node::Binary(pick(random, &Binary::ALL), below(random), below(random)),
        6 | 7 if depth > 1 && scope == Scope::Board => {
            Node::Columns(pick(random, &Aggregate::ALL), Box::new(node(random, Scope::Column, depth - 1)))
        }
        0 | 1 => Node::Number(number(random)),
        // Names of columns are few among those of features.
        2..=4 if scope == Scope::Column => pick(random, &Node::names(scope)[..13]),
        _ => pick(random, &Node::names(scope)),
    }
}

/// Any formula.
pub fn formula(random: &mut Random) -> Formula {
    loop {
        let depth = 1 + random.below(7);
        if let Ok(formula) = Formula::new(node(random, Scope::Board, depth)) {
            return formula;
        }
    }
}
