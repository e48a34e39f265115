//! What a search tells about itself.

use std::time::{Duration, Instant};

use super::nodes::Nodes;

/// What every search answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// The actions from the start to a goal; `None` if no plan was found. A start that is a goal has an empty plan.
    pub plan: Option<Vec<A>>,
    /// What the actions of the plan cost together; 0 without a plan.
    pub cost: u32,
    /// Nodes that were taken out of the frontier and asked for their successors. The goal that ends a search is taken
    /// out, but not expanded. A state that is expanded again counts again.
    pub expanded: usize,
    /// Nodes that were put into the frontier, the start included. Where duplicates are rejected these are the states that
    /// the search knows.
    pub generated: usize,
    /// The most nodes that were in the frontier at one time.
    pub largest_frontier: usize,
    /// How long it took.
    pub time: Duration,
    /// There is no plan within the bound, but there are states beyond it: a larger bound may find one. Without a plan and
    /// without this the goal cannot be reached at all.
    pub cut_off: bool,
}

/// A report in the making.
pub(super) struct Count {
    started: Instant,
    pub expanded: usize,
    pub largest_frontier: usize,
}

impl Count {
    /// Starts the clock. The start is in the frontier already.
    pub fn new() -> Count {
        Count { started: Instant::now(), expanded: 0, largest_frontier: 1 }
    }

    /// Notes how many nodes are in the frontier now.
    #[inline]
    pub fn frontier(&mut self, nodes: usize) {
        self.largest_frontier = self.largest_frontier.max(nodes);
    }

    /// The plan that leads to a goal.
    pub fn found<S: Copy, A: Copy>(self, nodes: &Nodes<S, A>, goal: u32) -> Report<A> {
        Report { plan: Some(nodes.plan(goal)), cost: nodes.cost(goal), ..self.not_found(nodes) }
    }

    /// No plan.
    pub fn not_found<S: Copy, A: Copy>(self, nodes: &Nodes<S, A>) -> Report<A> {
        Report {
            plan: None,
            cost: 0,
            expanded: self.expanded,
            generated: nodes.count(),
            largest_frontier: self.largest_frontier,
            time: self.started.elapsed(),
            cut_off: false,
        }
    }
}
