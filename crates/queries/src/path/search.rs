//! A search as JSON, moment by moment, for drawing.

use std::collections::HashMap;

use serde_json::{Value, json};
use tetrolab_engine::{Cell, Placement};

use tetrolab_agents::path::Timeline;

/// A search that looked at more states is not told state by state.
const MOST_TOLD: usize = 250_000;

/// The states by number, each with the cells of its piece and the states it leads to; which were expanded, in order; and the
/// states along the plan, the start first.
pub fn document(timeline: &Timeline<'_>) -> Value {
    let mut states = States { timeline, numbers: HashMap::new(), placements: Vec::new() };
    let plan: Vec<usize> = timeline.states().iter().map(|&state| states.number(state)).collect();
    let is_told = timeline.expanded() <= MOST_TOLD;
    let told = if is_told { timeline.expansions() } else { &[] };
    let expanded: Vec<usize> = told.iter().map(|&state| states.number(state)).collect();
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); states.placements.len()];
    let mut is_done = vec![false; states.placements.len()];
    for &number in &expanded {
        if !std::mem::replace(&mut is_done[number], true) {
            successors[number] = states.successors(number);
        }
    }
    // What waits in the frontier to the end leads nowhere.
    successors.resize(states.placements.len(), Vec::new());
    json!({
        "states": states.placements.iter().map(|&state| cells(state)).collect::<Vec<_>>(),
        "successors": successors,
        "expanded": expanded,
        "is_told": is_told,
        "plan": plan,
        "ending": timeline.ending(),
    })
}

/// Column and row of each Mino, from 0 at the left and at the floor.
fn cells(state: Placement) -> [[i8; 2]; 4] {
    state.cells().map(|Cell { x, y }| [x, y])
}

/// The states that are told, by number.
struct States<'a> {
    timeline: &'a Timeline<'a>,
    numbers: HashMap<Placement, usize>,
    placements: Vec<Placement>,
}

impl States<'_> {
    fn number(&mut self, state: Placement) -> usize {
        *self.numbers.entry(state).or_insert_with(|| {
            self.placements.push(state);
            self.placements.len() - 1
        })
    }

    fn successors(&mut self, number: usize) -> Vec<usize> {
        let space = self.timeline.problem().space();
        let next: Vec<Placement> = space.successors(self.placements[number]).map(|(_, next, _)| next).collect();
        next.into_iter().map(|state| self.number(state)).collect()
    }
}
