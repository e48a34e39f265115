//! A frontier in order of priority.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Room for this many nodes from the beginning.
const ROOM: usize = 128;

/// Nodes that wait, the one with the smallest priority first. Nodes are numbered in the order in which they were made, so
/// among equals the smaller number goes first: first in, first out.
pub(super) struct Queue {
    /// Priority and node. The bits of a number that is 0 or more sort as the number does, and compare faster.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Queue {
    /// The start alone.
    pub fn new(priority: f64) -> Queue {
        let mut queue = Queue { heap: BinaryHeap::with_capacity(ROOM) };
        queue.push(priority, 0);
        queue
    }

    /// Puts a node in. The priority must be 0 or more.
    #[inline]
    pub fn push(&mut self, priority: f64, node: u32) {
        debug_assert!(priority >= 0.0);
        // Adding 0 makes a plain 0 of the negative one, whose bits sort last.
        self.heap.push(Reverse(((priority + 0.0).to_bits(), node)));
    }

    /// Takes the first node out.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        self.heap.pop().map(|Reverse((_, node))| node)
    }

    /// How many wait.
    #[inline]
    pub fn count(&self) -> usize {
        self.heap.len()
    }
}
