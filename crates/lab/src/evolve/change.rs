//! Trees that come from other trees. Whatever goes in as a formula comes out as one, and none is larger than allowed.

use tetrolab_agents::{Aggregate, Binary, Node, Scope, Unary};
use tetrolab_optimize::random::Random;

use super::grow;

/// Whether a tree can stand in a scope: numbers of columns inside of what goes over them, and nothing that goes over columns inside
/// of another.
pub fn fits(tree: &Node, scope: Scope) -> bool {
    match (tree, scope) {
        (Node::Columns(..), Scope::Column) => false,
        (Node::Columns(_, one), Scope::Board) => fits(one, Scope::Column),
        (Node::Primitive(primitive), Scope::Board) => primitive.scope == Scope::Board,
        _ => tree.children().all(|child| fits(child, scope)),
    }
}

/// A copy of a tree with something else in the place of one of its nodes.
fn with(tree: &Node, place: usize, other: Node) -> Node {
    let mut tree = tree.clone();
    if let Some(node) = tree.node_mut(place) {
        *node = other;
    }
    tree
}

/// The node of a place, and its scope.
fn at(tree: &Node, place: usize) -> (&Node, Scope) {
    tree.nodes().nth(place).expect("a place of the tree")
}

/// One of the places of a tree that have something; `None` if none has.
fn any_place(tree: &Node, random: &mut Random, has: impl Fn(&Node, Scope) -> bool) -> Option<usize> {
    let places: Vec<usize> =
        tree.nodes().enumerate().filter(|(_, (node, scope))| has(node, *scope)).map(|(place, _)| place).collect();
    (!places.is_empty()).then(|| *grow::pick(random, &places))
}

/// A part of one tree in the place of a part of another. `None` if no part of the second fits there.
pub fn crossover(first: &Node, second: &Node, random: &mut Random, most_nodes: usize) -> Option<Node> {
    let size = first.size();
    let place = random.below(size);
    let (taken, scope) = at(first, place);
    let room = (most_nodes + taken.size()).checked_sub(size)?;
    let from = any_place(second, random, |node, _| node.size() <= room && fits(node, scope))?;
    Some(with(first, place, at(second, from).0.clone()))
}

/// A random part in the place of a part.
pub fn mutate_subtree(tree: &Node, random: &mut Random, most_nodes: usize) -> Option<Node> {
    let size = tree.size();
    let place = random.below(size);
    let (taken, scope) = at(tree, place);
    let room = (most_nodes + taken.size()).checked_sub(size).filter(|&room| room > 0)?;
    Some(with(tree, place, grow::tree(random, scope, room)))
}

/// Another name, number or operation in the place of one; what is below it stays.
pub fn mutate_point(tree: &Node, random: &mut Random) -> Node {
    let place = random.below(tree.size());
    let (node, scope) = at(tree, place);
    let other = match node {
        Node::Number(_) => grow::end(random, scope),
        Node::Feature(_) | Node::Primitive(_) => grow::name(random, scope),
        Node::Unary(unary, one) => {
            let other = if *unary == Unary::Negate { Unary::Absolute } else { Unary::Negate };
            Node::Unary(other, one.clone())
        }
        Node::Binary(_, left, right) => Node::Binary(*grow::pick(random, &Binary::ALL), left.clone(), right.clone()),
        Node::Columns(_, one) => Node::Columns(*grow::pick(random, &Aggregate::ALL), one.clone()),
    };
    with(tree, place, other)
}

/// Another number in the place of one. `None` if there is no number.
pub fn mutate_number(tree: &Node, random: &mut Random) -> Option<Node> {
    let place = any_place(tree, random, |node, _| matches!(node, Node::Number(_)))?;
    let Node::Number(number) = at(tree, place).0 else { return None };
    Some(with(tree, place, Node::Number(grow::other_number(random, *number))))
}

/// A part in the place of a larger part that it belongs to, so that the tree shrinks. `None` if it has one node.
pub fn hoist(tree: &Node, random: &mut Random) -> Option<Node> {
    let place = any_place(tree, random, |node, _| node.size() > 1)?;
    let (whole, scope) = at(tree, place);
    let part = any_place(whole, random, |node, _| node.size() < whole.size() && fits(node, scope))?;
    Some(with(tree, place, at(whole, part).0.clone()))
}
