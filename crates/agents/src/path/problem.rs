//! A space with goals.

use std::ops::Range;

use tetrolab_engine::Placement;

use super::gate::{SpaceError, Whose, covering, facings};
use super::place::Place;
use super::space::Space;

/// What a search is asked: the way from the start of a [`Space`] to any of its goals.
#[derive(Clone, Debug)]
pub struct Problem {
    space: Space,
    /// One placement for each goal that was named.
    goals: Vec<Placement>,
    /// Every state that is a goal.
    accepted: Vec<Placement>,
    /// Which of them belong to each goal.
    ranges: Vec<Range<usize>>,
}

impl Problem {
    /// The gate: checks the goals.
    ///
    /// A goal of cells is reached whichever way the piece faces. A goal of facing and centre asks for that facing, unless
    /// the rotation rule knows nothing but cells.
    pub fn new(space: Space, goals: &[Place]) -> Result<Problem, SpaceError> {
        if goals.is_empty() {
            return Err(SpaceError::NoGoal);
        }
        let mut problem = Problem { space, goals: Vec::new(), accepted: Vec::new(), ranges: Vec::new() };
        for (index, goal) in goals.iter().enumerate() {
            let whose = if goals.len() == 1 { Whose::Goal } else { Whose::Numbered(index + 1) };
            let mut accepted = covering(space.board(), space.piece(), goal, whose)?;
            problem.goals.push(accepted[0]);
            if space.turning().only_cells {
                accepted = facings(space.piece(), accepted[0].cells());
            }
            let first = problem.accepted.len();
            problem.accepted.extend(accepted);
            problem.ranges.push(first..problem.accepted.len());
        }
        Ok(problem)
    }

    /// Where the piece is and what it can do.
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// One placement for each goal that was named.
    pub fn goals(&self) -> &[Placement] {
        &self.goals
    }

    /// Every state that is a goal.
    pub fn accepted(&self) -> &[Placement] {
        &self.accepted
    }

    /// Every state that each goal accepts, goal by goal: several facings can cover the same cells.
    pub fn accepted_by_goal(&self) -> impl Iterator<Item = &[Placement]> {
        self.ranges.iter().map(|range| &self.accepted[range.clone()])
    }

    /// Whether a state is a goal.
    #[inline]
    pub fn is_goal(&self, state: Placement) -> bool {
        self.accepted.contains(&state)
    }
}
