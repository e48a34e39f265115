//! Random trees that are formulas from the start: numbers of columns stand inside of what goes over columns only.

use tetrolab_agents::{Aggregate, Binary, Node, PRIMITIVES, Primitive, Scope, Unary};
use tetrolab_optimize::random::Random;

/// Random trees have one to this many levels, each with the same chance.
const MOST_LEVELS: usize = 5;
/// A tree that is not full ends at a node with this chance.
const ENDS: f64 = 0.3;
/// What ends a branch is a number with this chance, and a name otherwise.
const IS_NUMBER: f64 = 0.2;
/// Inside of columns, a name is one of columns with this chance; there are many more features.
const IS_OF_COLUMNS: f64 = 0.85;
/// What does not end a branch goes over columns with this chance, where it can.
const GOES_OVER_COLUMNS: f64 = 0.3;
/// Otherwise it has one operand with this chance, and two otherwise.
const HAS_ONE_OPERAND: f64 = 0.1;
/// Numbers that people would write.
const NUMBERS: [f64; 9] = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0];

/// One of several.
pub fn pick<'a, T>(random: &mut Random, all: &'a [T]) -> &'a T {
    &all[random.below(all.len())]
}

/// A node with two operands.
pub fn binary(operator: Binary, left: Node, right: Node) -> Node {
    Node::Binary(operator, Box::new(left), Box::new(right))
}

/// A random tree of at most `most_nodes` nodes for a place in this scope. Ramped half and half (Koza 1992): every
/// number of levels has the same chance, and half of the trees are full.
pub fn tree(random: &mut Random, scope: Scope, most_nodes: usize) -> Node {
    let levels = 1 + random.below(MOST_LEVELS);
    let is_full = random.chance(0.5);
    branch(random, scope, levels, is_full, &mut most_nodes.saturating_sub(1))
}

/// A branch of at most `levels` levels. `left` is how many more nodes it may have besides its first.
fn branch(random: &mut Random, scope: Scope, levels: usize, is_full: bool, left: &mut usize) -> Node {
    if levels <= 1 || *left == 0 || (!is_full && random.chance(ENDS)) {
        return end(random, scope);
    }
    if scope == Scope::Board && random.chance(GOES_OVER_COLUMNS) {
        *left -= 1;
        let aggregate = *pick(random, &Aggregate::ALL);
        return Node::Columns(aggregate, Box::new(branch(random, Scope::Column, levels - 1, is_full, left)));
    }
    if *left == 1 || random.chance(HAS_ONE_OPERAND) {
        *left -= 1;
        return Node::Unary(Unary::Absolute, Box::new(branch(random, scope, levels - 1, is_full, left)));
    }
    *left -= 2;
    let operator = *pick(random, &Binary::ALL);
    let one = branch(random, scope, levels - 1, is_full, left);
    binary(operator, one, branch(random, scope, levels - 1, is_full, left))
}

/// A number or a name.
pub fn end(random: &mut Random, scope: Scope) -> Node {
    if random.chance(IS_NUMBER) { Node::Number(*pick(random, &NUMBERS)) } else { name(random, scope) }
}

/// A feature or primitive that can stand in a scope.
pub fn name(random: &mut Random, scope: Scope) -> Node {
    if scope == Scope::Column && random.chance(IS_OF_COLUMNS) {
        let of_columns: Vec<&'static Primitive> =
            PRIMITIVES.iter().filter(|primitive| primitive.scope == Scope::Column).collect();
        let one: &&Primitive = pick(random, &of_columns);
        return Node::Primitive(one);
    }
    pick(random, &Node::names(Scope::Board)).clone()
}

/// Another number that is not far from one: something is added, or it is made larger or smaller.
pub fn other_number(random: &mut Random, number: f64) -> f64 {
    /// No number grows beyond.
    const LARGEST: f64 = 1000.0;
    let other = match random.below(5) {
        0 => number + 1.0,
        1 => number - 1.0,
        2 => number * 2.0,
        3 => number / 2.0,
        _ => *pick(random, &NUMBERS),
    };
    // Two digits after the point can be read.
    ((other * 100.0).round() / 100.0).clamp(-LARGEST, LARGEST)
}
