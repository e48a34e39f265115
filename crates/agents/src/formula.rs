//! Formulas: numbers of a drop that are made from features and from the columns of the board.
//!
//! `docs/weights.md` describes the language. A [`Node`] is a tree that any code can build; a [`Formula`] is one that
//! [`Formula::new`] has checked.

mod evaluate;
mod operators;
mod parse;
mod primitives;
mod tree;
mod write;

use std::error::Error;
use std::fmt;

pub(crate) use operators::bounded;
pub use operators::{Aggregate, Binary, Unary};
pub use primitives::{PRIMITIVES, Primitive, Scope};
pub use tree::Node;

/// No formula has more nodes.
pub const MOST_NODES: usize = 64;

/// No node of a formula has more nodes from it up to the root, both counted. A sum of as many as fit is not too deep.
pub const DEEPEST: usize = 32;

/// No number in a formula, no quotient and no value of a formula is larger in size.
///
/// So everything in between is finite too: with 64 nodes there are at most 32 factors. And a weight, which is at most 1e90, times
/// a value stays below what a lost game is worth.
pub const LARGEST_VALUE: f64 = 1e9;

/// A checked tree, and its text.
///
/// ```
/// use tetrolab_agents::Formula;
///
/// let formula: Formula = "sum( max(0, (min(left,right)) - height) )".parse()?;
/// assert_eq!(formula.to_string(), "sum(max(0, min(left, right) - height))");
/// # Ok::<(), tetrolab_agents::FormulaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    tree: Node,
    text: String,
}

impl Formula {
    /// The gate: few enough nodes, none too deep, numbers that are finite and not too large, features that are one number each,
    /// numbers of columns inside of `sum`, `largest` or `smallest` only, and none of these inside of another.
    pub fn new(tree: Node) -> Result<Formula, FormulaError> {
        check(&tree, Scope::Board, 1, &mut 0).map_err(FormulaError::everywhere)?;
        Ok(Formula { text: write::text(&tree), tree })
    }

    pub const fn tree(&self) -> &Node {
        &self.tree
    }

    /// The tree, to be changed.
    pub fn into_tree(self) -> Node {
        self.tree
    }

    /// The text: parentheses only where they are needed, spaces around operators. Reading it gives the same tree.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it adds up over several moves: everything in it does. If not, it is about the board after the last one.
    pub fn adds_up(&self) -> bool {
        self.tree.nodes().all(|(node, _)| match node {
            Node::Feature(feature) => feature.adds_up,
            Node::Primitive(primitive) => primitive.scope == Scope::Board,
            _ => true,
        })
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Checks a node and all below it, and counts them. It goes no deeper than is allowed.
fn check(node: &Node, scope: Scope, depth: usize, nodes: &mut usize) -> Result<(), String> {
    *nodes += 1;
    if *nodes > MOST_NODES {
        return Err(too_many());
    }
    if depth > DEEPEST {
        return Err(format!("a formula has at most {DEEPEST} operations inside of each other"));
    }
    match node {
        Node::Number(number) => check_number(*number),
        Node::Feature(feature) => primitives::check_feature(feature),
        Node::Primitive(primitive) => primitives::check_place(primitive, scope),
        Node::Unary(_, one) => check(one, scope, depth + 1, nodes),
        Node::Binary(_, left, right) => {
            check(left, scope, depth + 1, nodes)?;
            check(right, scope, depth + 1, nodes)
        }
        Node::Columns(aggregate, _) if scope == Scope::Column => Err(nested(*aggregate)),
        Node::Columns(_, one) => check(one, Scope::Column, depth + 1, nodes),
    }
}

fn too_many() -> String {
    format!("a formula has at most {MOST_NODES} numbers, names and operations")
}

fn check_number(number: f64) -> Result<(), String> {
    if number.abs() <= LARGEST_VALUE {
        Ok(())
    } else {
        Err(format!("the number {number:?} is beyond {LARGEST_VALUE:e}"))
    }
}

fn nested(aggregate: Aggregate) -> String {
    format!("{} goes over all columns, so it cannot stand inside of another that does", aggregate.name())
}

/// Why something is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The column of the text, from 1, if there is one place to blame.
    column: Option<usize>,
    reason: String,
}

impl FormulaError {
    fn everywhere(reason: String) -> FormulaError {
        FormulaError { column: None, reason }
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "in column {column}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl Error for FormulaError {}
