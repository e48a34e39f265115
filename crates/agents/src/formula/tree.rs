//! Formulas as trees that can be cut and joined.

use super::{Aggregate, Binary, PRIMITIVES, Primitive, Scope, Unary};
use crate::features::{Count, FEATURES, Feature};

/// A part of a formula. Anything goes: [`Formula::new`](super::Formula::new) checks it.
///
/// Nodes are numbered from the root on, each before what is below it and the left before the right.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A number.
    Number(f64),
    /// A feature that is one number.
    Feature(&'static Feature),
    /// A number of the board or of each column.
    Primitive(&'static Primitive),
    /// Something done with one number.
    Unary(Unary, Box<Node>),
    /// Something done with two numbers.
    Binary(Binary, Box<Node>, Box<Node>),
    /// Something done with one number of each column.
    Columns(Aggregate, Box<Node>),
}

impl Node {
    /// All features and primitives that can stand in a scope: what trees end in, besides numbers.
    pub fn names(scope: Scope) -> Vec<Node> {
        let features = FEATURES.iter().filter(|feature| feature.count == Count::One).map(Node::Feature);
        let primitives = PRIMITIVES.iter().filter(|one| one.scope == Scope::Board || scope == Scope::Column);
        primitives.map(Node::Primitive).chain(features).collect()
    }

    /// What is directly below, from the left to the right.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        let (left, right) = match self {
            Node::Number(_) | Node::Feature(_) | Node::Primitive(_) => (None, None),
            Node::Unary(_, one) | Node::Columns(_, one) => (Some(one), None),
            Node::Binary(_, left, right) => (Some(left), Some(right)),
        };
        left.into_iter().chain(right).map(|node| &**node)
    }

    /// All nodes in order, each with the scope that it stands in.
    pub fn nodes(&self) -> impl Iterator<Item = (&Node, Scope)> {
        let mut waiting = vec![(self, Scope::Board)];
        std::iter::from_fn(move || {
            let (node, scope) = waiting.pop()?;
            let below = if matches!(node, Node::Columns(..)) { Scope::Column } else { scope };
            let first = waiting.len();
            waiting.extend(node.children().map(|child| (child, below)));
            waiting[first..].reverse();
            Some((node, scope))
        })
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes().count()
    }

    /// How many nodes there are from the root to the deepest one.
    pub fn depth(&self) -> usize {
        1 + self.children().map(Node::depth).max().unwrap_or(0)
    }

    /// The node with this number, to be changed.
    pub fn node_mut(&mut self, number: usize) -> Option<&mut Node> {
        let mut waiting = vec![self];
        for _ in 0..number {
            match waiting.pop()? {
                Node::Number(_) | Node::Feature(_) | Node::Primitive(_) => {}
                Node::Unary(_, one) | Node::Columns(_, one) => waiting.push(one),
                Node::Binary(_, left, right) => waiting.extend([&mut **right, &mut **left]),
            }
        }
        waiting.pop()
    }
}
