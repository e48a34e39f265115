//! A beam over the places where the piece in play and the pieces shown can lock.
//!
//! Stacks that are alike are one, whatever way led there. A stack on which the next piece has no room is worse than all others.

pub mod measures;
mod mind;
mod seen;
mod value;

use super::plan::{Reach, Stack};
use super::{InPlay, Shape};
pub use mind::{Judgement, Mind};
use seen::Seen;
pub use value::{TETROLAB, Value, WEIGHTS};

/// What a lost game counts. Nothing else is near it.
const LOST: f64 = -1e9;

/// A stack that some places lead to.
#[derive(Clone, Copy, Debug)]
struct Node {
    stack: Stack,
    /// What adds up.
    gain: f64,
    /// That and the rest.
    value: f64,
    /// The place of the piece in play that led here.
    first: InPlay,
    is_lost: bool,
}

/// The search with its memory, which is used again for every piece.
#[derive(Clone, Debug, Default)]
pub struct Search {
    nodes: Vec<Node>,
    children: Vec<Node>,
    seen: Seen,
}

impl Search {
    /// Where the piece should lock. `None` if it cannot move at all.
    ///
    /// `next` are the pieces that follow and are looked at; `width` is how many stacks are kept after each of them.
    pub fn choose(
        &mut self,
        mind: &impl Mind,
        stack: &Stack,
        piece: InPlay,
        next: &[Shape],
        width: usize,
    ) -> Option<InPlay> {
        self.children.clear();
        self.seen.clear();
        let start = Node { stack: *stack, gain: 0.0, value: 0.0, first: piece, is_lost: false };
        self.expand(mind, &start, piece, next.first().copied(), true);
        for (index, &shape) in next.iter().enumerate() {
            self.keep(width);
            self.seen.clear();
            let nodes = std::mem::take(&mut self.nodes);
            for node in nodes.iter().filter(|node| !node.is_lost) {
                self.expand(mind, node, InPlay::spawn(shape), next.get(index + 1).copied(), false);
            }
            self.nodes = nodes;
            if self.children.is_empty() {
                // Every way is lost: the one that seemed best before is as good as any.
                return self.nodes.first().map(|node| node.first);
            }
        }
        best(&self.children).map(|node| node.first)
    }

    /// Adds all places that a piece can lock in.
    fn expand(&mut self, mind: &impl Mind, node: &Node, piece: InPlay, next: Option<Shape>, is_first: bool) {
        let reach = Reach::new(&node.stack, piece);
        for lock in reach.locks() {
            let mut stack = node.stack;
            let lines = stack.lock(lock);
            let judgement = mind.judge(&node.stack, lock, &stack, lines);
            let gain = node.gain + judgement.gain;
            let is_lost = match next {
                Some(shape) => !stack.has_room(InPlay::spawn(shape)),
                None => Shape::ALL.into_iter().any(|shape| !stack.has_room(InPlay::spawn(shape))),
            };
            let value = node.gain + judgement.rest + judgement.gain + if is_lost { LOST } else { 0.0 };
            let first = if is_first { lock } else { node.first };
            let child = Node { stack, gain, value, first, is_lost };
            match self.seen.find(&stack, self.children.len()) {
                None => self.children.push(child),
                Some(same) if self.children[same].value < value => self.children[same] = child,
                Some(_) => {}
            }
        }
    }

    /// Keeps the best children as the nodes to go on from, best first.
    fn keep(&mut self, width: usize) {
        std::mem::swap(&mut self.nodes, &mut self.children);
        self.children.clear();
        // Equal ones in the order in which they were found: the sort is stable.
        self.nodes.sort_by(|one, other| other.value.total_cmp(&one.value));
        self.nodes.truncate(width);
    }
}

/// The best node, the first of equals.
fn best(nodes: &[Node]) -> Option<&Node> {
    nodes.iter().reduce(|best, node| if node.value > best.value { node } else { best })
}
