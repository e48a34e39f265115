//! Trees made shorter without changing what they are worth, so that people can read them.

use tetrolab_agents::{Aggregate, Binary, Formula, Node, Scope, Unary};

use super::change::fits;
use super::grow::binary;

/// Numbers with more characters are not worked out: `1 / 3` is easier to read.
const LONGEST_NUMBER: usize = 6;

/// The same values with as few nodes as the rules find, never more. Where a value lies beyond what formulas may reach, which no board
/// of usual size does, it can differ.
pub fn simplified(tree: &Node) -> Node {
    let mut tree = match tree {
        // It is always 1.
        Node::Feature(feature) if feature.name == "constant" => Node::Number(1.0),
        Node::Number(_) | Node::Feature(_) | Node::Primitive(_) => tree.clone(),
        Node::Unary(unary, one) => Node::Unary(*unary, Box::new(simplified(one))),
        Node::Binary(operator, left, right) => binary(*operator, simplified(left), simplified(right)),
        Node::Columns(aggregate, one) => Node::Columns(*aggregate, Box::new(simplified(one))),
    };
    while let Some(shorter) = step(&tree) {
        tree = shorter;
    }
    tree
}

/// A tree that needs a weight and is compared between the drops of one piece only: a factor, a sign and an added number at its root
/// change nothing that the weight could not make up for.
pub fn essence(tree: &Node) -> Node {
    let mut tree = simplified(tree);
    loop {
        tree = match tree {
            Node::Unary(Unary::Negate, one) => *one,
            // The same number as often as there are columns.
            Node::Columns(Aggregate::Sum, one) if fits(&one, Scope::Board) => *one,
            Node::Binary(Binary::Plus | Binary::Minus | Binary::Times, number, one)
            | Node::Binary(Binary::Plus | Binary::Minus | Binary::Times | Binary::Over, one, number)
                if is_number(&number) && !is_zero(&number) =>
            {
                *one
            }
            tree => return tree,
        }
    }
}

/// One rule at the root, whose operands are simple already; `None` if none applies.
fn step(tree: &Node) -> Option<Node> {
    if let Some(number) = worked_out(tree) {
        return Some(Node::Number(number));
    }
    match tree {
        Node::Unary(Unary::Negate, one) => match &**one {
            Node::Unary(Unary::Negate, inner) => Some((**inner).clone()),
            Node::Binary(Binary::Minus, left, right) => {
                Some(binary(Binary::Minus, (**right).clone(), (**left).clone()))
            }
            _ => None,
        },
        Node::Unary(Unary::Absolute, one) => match &**one {
            one if is_never_negative(one) => Some(one.clone()),
            Node::Unary(_, inner) => Some(Node::Unary(Unary::Absolute, inner.clone())),
            _ => None,
        },
        // Of equal numbers each is the largest and the smallest.
        Node::Columns(aggregate, one) if *aggregate != Aggregate::Sum && fits(one, Scope::Board) => {
            Some((**one).clone())
        }
        Node::Binary(operator, left, right) => with_two(*operator, left, right),
        _ => None,
    }
}

/// The rules for two operands.
fn with_two(operator: Binary, left: &Node, right: &Node) -> Option<Node> {
    let zero = || Some(Node::Number(0.0));
    let are_same = left == right;
    match operator {
        Binary::Plus if is_zero(left) => Some(right.clone()),
        Binary::Plus | Binary::Minus if is_zero(right) => Some(left.clone()),
        Binary::Minus | Binary::Above | Binary::Below if are_same => zero(),
        Binary::Smaller | Binary::Larger if are_same => Some(left.clone()),
        Binary::Plus if are_same => Some(binary(Binary::Times, Node::Number(2.0), left.clone())),
        Binary::Times | Binary::Over if is_zero(left) || is_zero(right) => zero(),
        Binary::Times if is(left, 1.0) => Some(right.clone()),
        Binary::Times | Binary::Over if is(right, 1.0) => Some(left.clone()),
        Binary::Times if is(left, -1.0) => Some(negated(right)),
        // Nothing lies below 0 here.
        Binary::Larger if is_zero(right) && is_never_negative(left) => Some(left.clone()),
        Binary::Larger if is_zero(left) && is_never_negative(right) => Some(right.clone()),
        Binary::Smaller if is_zero(right) && is_never_negative(left) => zero(),
        Binary::Smaller if is_zero(left) && is_never_negative(right) => zero(),
        Binary::Below if is_zero(right) && is_never_negative(left) => zero(),
        Binary::Above if is_zero(left) && is_never_negative(right) => zero(),
        // A sign before an operand becomes one between them.
        Binary::Plus | Binary::Minus if positive_of(right).is_some() => {
            let other = if operator == Binary::Plus { Binary::Minus } else { Binary::Plus };
            Some(binary(other, left.clone(), positive_of(right)?))
        }
        Binary::Plus => match left {
            Node::Unary(Unary::Negate, inner) => Some(binary(Binary::Minus, right.clone(), (**inner).clone())),
            left if is_number(left) && !is_number(right) => Some(binary(operator, right.clone(), left.clone())),
            _ => None,
        },
        // Factors first, as people write them; limits last.
        Binary::Times if is_number(right) && !is_number(left) => Some(binary(operator, right.clone(), left.clone())),
        Binary::Smaller | Binary::Larger if is_number(left) && !is_number(right) => {
            Some(binary(operator, right.clone(), left.clone()))
        }
        _ => None,
    }
}

/// The number that a tree of numbers is, if it can be written shortly.
fn worked_out(tree: &Node) -> Option<f64> {
    let number = |node: &Node| if let Node::Number(number) = node { Some(*number) } else { None };
    let result = match tree {
        Node::Unary(unary, one) => unary.of(number(one)?),
        Node::Binary(operator, left, right) => operator.of(number(left)?, number(right)?),
        _ => return None,
    };
    let text = Formula::new(Node::Number(result)).ok()?;
    (text.text().len() <= LONGEST_NUMBER).then_some(result)
}

/// The tree without its sign, if it has one.
fn positive_of(tree: &Node) -> Option<Node> {
    match tree {
        Node::Unary(Unary::Negate, one) => Some((**one).clone()),
        Node::Number(number) if *number < 0.0 => Some(Node::Number(-number)),
        _ => None,
    }
}

fn negated(tree: &Node) -> Node {
    Node::Unary(Unary::Negate, Box::new(tree.clone()))
}

fn is(tree: &Node, value: f64) -> bool {
    matches!(tree, Node::Number(number) if *number == value)
}

fn is_zero(tree: &Node) -> bool {
    is(tree, 0.0)
}

fn is_number(tree: &Node) -> bool {
    matches!(tree, Node::Number(_))
}

/// Whether a tree is surely not below 0. No feature and no primitive is.
fn is_never_negative(tree: &Node) -> bool {
    match tree {
        Node::Number(number) => *number >= 0.0,
        Node::Feature(_) | Node::Primitive(_) => true,
        Node::Unary(unary, _) => *unary == Unary::Absolute,
        Node::Columns(_, one) => is_never_negative(one),
        Node::Binary(operator, left, right) => match operator {
            Binary::Above | Binary::Below => true,
            Binary::Minus => false,
            Binary::Larger => is_never_negative(left) || is_never_negative(right),
            Binary::Plus | Binary::Times | Binary::Over | Binary::Smaller => {
                is_never_negative(left) && is_never_negative(right)
            }
        },
    }
}
