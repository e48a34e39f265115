//! What formulas are worth, node by node: this is the definition.

use tetrolab_engine::MAX_WIDTH;

use super::operators::bounded;
use super::{Formula, Node};
use crate::features::Dropped;

impl Formula {
    /// The number for a drop: finite, and within ±[`LARGEST_VALUE`](super::LARGEST_VALUE).
    pub fn value(&self, dropped: &Dropped) -> f64 {
        // Outside of what goes over columns, nothing asks which one it is.
        bounded(number(&self.tree, dropped, 0))
    }
}

/// The number of a node, for one column.
fn number(node: &Node, dropped: &Dropped, column: usize) -> f64 {
    match node {
        Node::Number(number) => *number,
        Node::Feature(feature) => (feature.value)(dropped, 0),
        Node::Primitive(primitive) => (primitive.value)(dropped, column),
        Node::Unary(unary, one) => unary.of(number(one, dropped, column)),
        Node::Binary(binary, left, right) => binary.of(number(left, dropped, column), number(right, dropped, column)),
        Node::Columns(aggregate, one) => {
            let width = dropped.rules.size().width;
            let mut columns = [0.0; MAX_WIDTH as usize];
            for (column, value) in columns[..width.into()].iter_mut().enumerate() {
                *value = number(one, dropped, column);
            }
            aggregate.of(&columns, width)
        }
    }
}
