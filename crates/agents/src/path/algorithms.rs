//! The table of the algorithms.

use tetrolab_engine::Placement;

use super::action::Action;
use super::estimate::Estimate;
use super::problem::Problem;
use super::report::Report;
use super::{a_star, best_first, breadth_first, depth_bounded, depth_first, iterative_deepening, uniform_cost};

/// What can be chosen for a search, beside the problem.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The estimate, for the algorithms that use one.
    pub estimate: Estimate,
    /// The most steps of a plan, for the algorithms that take a bound. Without it depth-bounded search goes as deep as
    /// the board has rows and columns together, and iterative deepening does not stop.
    pub bound: Option<u32>,
}

impl Default for Options {
    /// The admissible estimate, no bound.
    fn default() -> Options {
        Options { estimate: Estimate::ADMISSIBLE, bound: None }
    }
}

impl Options {
    /// How deep depth-bounded search goes.
    pub fn depth(&self, problem: &Problem) -> u32 {
        let size = problem.space().board().size();
        self.bound.unwrap_or(u32::from(size.rows()) + u32::from(size.width))
    }
}

/// An algorithm, in its table.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// What the course at Seville calls it; the help and the JSON of `tetrolab path` show it.
    pub spanish: &'static str,
    /// Whether its plans cost least. A* needs an admissible estimate for it.
    pub optimal: bool,
    /// Whether it uses an estimate.
    pub uses_estimate: bool,
    /// Whether it takes a bound.
    pub takes_bound: bool,
    /// Solves a problem.
    pub search: Search,
}

/// Solves a problem. The last argument hears of every state that is expanded, in order.
pub type Search = fn(&Problem, &Options, &mut dyn FnMut(Placement)) -> Report<Action>;

impl Algorithm {
    /// The algorithm with this name.
    pub fn named(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }

    /// Solves a problem.
    pub fn solve(&self, problem: &Problem, options: &Options) -> Report<Action> {
        (self.search)(problem, options, &mut |_| {})
    }

    /// Whether the plan costs least with these options.
    pub fn is_optimal_with(&self, options: &Options) -> bool {
        self.optimal && (!self.uses_estimate || options.estimate.admissible)
    }
}

/// All algorithms.
pub const ALGORITHMS: [Algorithm; 7] = [
    Algorithm {
        name: "breadth-first",
        meaning: "nearest first, step by step; fewest steps",
        spanish: "en anchura",
        optimal: true,
        uses_estimate: false,
        takes_bound: false,
        search: |problem, _, on_expand| {
            let space = problem.space();
            breadth_first(space.start(), |state| space.successors(state), |state| problem.is_goal(state), on_expand)
        },
    },
    Algorithm {
        name: "depth-first",
        meaning: "the first action as far as it leads; any plan, often a long one",
        spanish: "en profundidad",
        optimal: false,
        uses_estimate: false,
        takes_bound: false,
        search: |problem, _, on_expand| {
            let space = problem.space();
            depth_first(space.start(), |state| space.successors(state), |state| problem.is_goal(state), on_expand)
        },
    },
    Algorithm {
        name: "depth-bounded",
        meaning: "depth-first, but only so many steps deep; any plan within the bound",
        spanish: "en profundidad acotada",
        optimal: false,
        uses_estimate: false,
        takes_bound: true,
        search: |problem, options, on_expand| {
            let (space, bound) = (problem.space(), options.depth(problem));
            let successors = |state| space.successors(state);
            depth_bounded(space.start(), bound, successors, |state| problem.is_goal(state), on_expand)
        },
    },
    Algorithm {
        name: "iterative-deepening",
        meaning: "depth-bounded with bound 0, 1, 2, …; fewest steps",
        spanish: "en profundidad iterativa",
        optimal: true,
        uses_estimate: false,
        takes_bound: true,
        search: |problem, options, on_expand| {
            let (space, bound) = (problem.space(), options.bound.unwrap_or(u32::MAX));
            let successors = |state| space.successors(state);
            iterative_deepening(space.start(), bound, successors, |state| problem.is_goal(state), on_expand)
        },
    },
    Algorithm {
        name: "uniform-cost",
        meaning: "cheapest first; least cost",
        spanish: "óptima",
        optimal: true,
        uses_estimate: false,
        takes_bound: false,
        search: |problem, _, on_expand| {
            let space = problem.space();
            uniform_cost(space.start(), |state| space.successors(state), |state| problem.is_goal(state), on_expand)
        },
    },
    Algorithm {
        name: "best-first",
        meaning: "what seems nearest to the goal first; quick, any plan",
        spanish: "primero el mejor",
        optimal: false,
        uses_estimate: true,
        takes_bound: false,
        search: |problem, options, on_expand| {
            let (space, estimate) = (problem.space(), (options.estimate.prepare)(problem));
            let successors = |state| space.successors(state);
            best_first(space.start(), successors, |state| problem.is_goal(state), estimate, on_expand)
        },
    },
    Algorithm {
        name: "a-star",
        meaning: "least cost so far plus estimate first; least cost if the estimate is admissible",
        spanish: "A*",
        optimal: true,
        uses_estimate: true,
        takes_bound: false,
        search: |problem, options, on_expand| {
            let (space, estimate) = (problem.space(), (options.estimate.prepare)(problem));
            let successors = |state| space.successors(state);
            a_star(space.start(), successors, |state| problem.is_goal(state), estimate, on_expand)
        },
    },
];
