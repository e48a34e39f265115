//! The tree that a search grows: each node knows the one it came from, so that a plan can be read backwards.

/// Room for this many nodes from the beginning: a piece on a board of 10 by 20 has some 700 states.
pub(super) const ROOM: usize = 1024;

/// All nodes of a search, in the order in which they were made.
pub(super) struct Nodes<S, A> {
    nodes: Vec<Node<S, A>>,
}

struct Node<S, A> {
    state: S,
    /// What the way here costs.
    cost: u32,
    /// The node before, and the action that led here; nothing at the start.
    came: Option<(u32, A)>,
}

impl<S: Copy, A: Copy> Nodes<S, A> {
    /// The start alone, as node 0.
    pub fn new(start: S) -> Nodes<S, A> {
        let mut nodes = Vec::with_capacity(ROOM);
        nodes.push(Node { state: start, cost: 0, came: None });
        Nodes { nodes }
    }

    /// Adds a node and answers its number.
    #[inline]
    pub fn add(&mut self, parent: u32, action: A, state: S, cost: u32) -> u32 {
        self.nodes.push(Node { state, cost, came: Some((parent, action)) });
        self.nodes.len() as u32 - 1
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The state of a node.
    #[inline]
    pub fn state(&self, node: u32) -> S {
        self.nodes[node as usize].state
    }

    /// What the way to a node costs.
    #[inline]
    pub fn cost(&self, node: u32) -> u32 {
        self.nodes[node as usize].cost
    }

    /// The actions that lead from the start to a node.
    pub fn plan(&self, node: u32) -> Vec<A> {
        let mut plan = Vec::new();
        let mut at = node;
        while let Some((parent, action)) = self.nodes[at as usize].came {
            plan.push(action);
            at = parent;
        }
        plan.reverse();
        plan
    }
}
