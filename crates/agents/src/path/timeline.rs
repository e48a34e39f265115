//! A search for display: the cells it had looked at after each expansion, and the plan step by step.

use std::collections::HashSet;

use super::{Action, Problem};
use tetrolab_engine::{Cell, MAX_HEIGHT, MAX_WIDTH, Placement};

/// A search and its plan, moment by moment: first every expansion, then every step of the plan.
pub struct Timeline<'a> {
    problem: &'a Problem,
    /// The states in the order in which they were expanded.
    expanded: Vec<Placement>,
    plan: Vec<Action>,
    /// The states along the plan, the start first.
    states: Vec<Placement>,
    /// What came of it, in words.
    ending: String,
}

impl<'a> Timeline<'a> {
    /// `ending` says what came of the search; it is shown where there is no plan to play, or an empty one.
    pub fn new(problem: &'a Problem, expanded: Vec<Placement>, plan: Vec<Action>, ending: String) -> Timeline<'a> {
        let mut states = vec![problem.space().start()];
        for &action in &plan {
            let last = states[states.len() - 1];
            states.push(problem.space().after(action, last).expect("a plan can be carried out"));
        }
        Timeline { problem, expanded, plan, states, ending }
    }

    /// What was searched.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// The actions along the plan.
    pub fn plan(&self) -> &[Action] {
        &self.plan
    }

    /// What came of the search, in words.
    pub fn ending(&self) -> &str {
        &self.ending
    }

    /// The states along the plan, the start first.
    pub fn states(&self) -> &[Placement] {
        &self.states
    }

    /// How many expansions there were.
    pub fn expanded(&self) -> usize {
        self.expanded.len()
    }

    /// The states in the order in which they were expanded.
    pub fn expansions(&self) -> &[Placement] {
        &self.expanded
    }

    /// How many moments there are.
    pub fn moments(&self) -> usize {
        self.expanded.len() + self.plan.len()
    }

    /// How many steps of the plan are done at a moment; nothing while the search is still on.
    pub fn step(&self, moment: usize) -> Option<usize> {
        moment.checked_sub(self.expanded.len())
    }

    /// Where the piece is at a moment: at the state expanded last, then on its way along the plan.
    pub fn piece(&self, moment: usize) -> Placement {
        match self.step(moment) {
            Some(step) => self.states[step.min(self.plan.len())],
            None => self.expanded[moment.saturating_sub(1)],
        }
    }

    /// What had been looked at after the first `expansions` expansions.
    pub fn looks(&self, expansions: usize) -> Looks {
        let mut looks = Looks { cells: [[Look::Never; MAX_WIDTH as usize]; MAX_HEIGHT as usize] };
        let done = &self.expanded[..expansions.min(self.expanded.len())];
        let expanded: HashSet<Placement> = done.iter().copied().collect();
        for (index, state) in done.iter().enumerate() {
            let share = index as f64 / self.expanded.len() as f64;
            looks.mark(*state, |look| if let Look::At(earlier) = look { Look::At(earlier) } else { Look::At(share) });
            for (_, next, _) in self.problem.space().successors(*state) {
                if !expanded.contains(&next) {
                    looks.mark(next, |look| if look == Look::Never { Look::Frontier } else { look });
                }
            }
        }
        looks
    }
}

/// What a search knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// No state that covers it has been met.
    Never,
    /// Only states that wait in the frontier cover it.
    Frontier,
    /// A state that covers it was expanded, first when this share of the whole search was done: from 0 to below 1.
    At(f64),
}

/// What a search knows of each cell.
pub struct Looks {
    cells: [[Look; MAX_WIDTH as usize]; MAX_HEIGHT as usize],
}

impl Looks {
    pub fn at(&self, cell: Cell) -> Look {
        self.cells[cell.y as usize][cell.x as usize]
    }

    fn mark(&mut self, state: Placement, change: impl Fn(Look) -> Look) {
        for Cell { x, y } in state.cells() {
            let look = &mut self.cells[y as usize][x as usize];
            *look = change(*look);
        }
    }
}
