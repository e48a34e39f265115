//! What a piece can do, worked out slowly from the words of the rules: cells in and cells out, one by one.

use std::collections::{HashMap, VecDeque};

use tetrolab_agents::path::{Action, Space};
use tetrolab_engine::{Board, Cell, HalfTurns, Kicks, Piece, Placement, Turn};

/// Where an action leads.
pub fn after(space: &Space, action: Action, from: Placement) -> Option<Placement> {
    let kicks = match space.turning().name {
        "srs" => Some(Kicks::Srs),
        "srs-no-kicks" => Some(Kicks::None),
        _ => None,
    };
    let turn = match action {
        Action::TurnLeft => Turn::Left,
        Action::TurnRight => Turn::Right,
        _ => {
            let (x, y) = match action {
                Action::Down => (0, -1),
                Action::Left => (-1, 0),
                _ => (1, 0),
            };
            let cells = from.cells().map(|cell| Cell::new(cell.x + x, cell.y + y));
            return is_free(space.board(), &cells).then(|| Placement { x: from.x + x, y: from.y + y, ..from });
        }
    };
    match kicks {
        Some(kicks) => space.board().turned(from, turn, kicks, HalfTurns::Off).map(|turned| turned.placement),
        None => {
            let cells = turned_in_a_box(from, turn);
            let to = Placement::from_cells(from.piece, cells).unwrap();
            (to != from && is_free(space.board(), &cells)).then_some(to)
        }
    }
}

/// The course's turn: a matrix whose corner is the top row and left column of the piece.
fn turned_in_a_box(from: Placement, turn: Turn) -> [Cell; 4] {
    let cells = from.cells();
    let size = match from.piece {
        Piece::I => 4,
        Piece::O => 2,
        _ => 3,
    };
    let top = cells.iter().map(|cell| cell.y).max().unwrap();
    let left = cells.iter().map(|cell| cell.x).min().unwrap();
    let mut old = [[false; 4]; 4];
    for cell in cells {
        old[(top - cell.y) as usize][(cell.x - left) as usize] = true;
    }
    let mut turned = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let filled = match turn {
                Turn::Left => old[column][size - 1 - row],
                _ => old[size - 1 - column][row],
            };
            if filled {
                turned.push(Cell::new(left + column as i8, top - row as i8));
            }
        }
    }
    turned.try_into().unwrap()
}

fn is_free(board: &Board, cells: &[Cell; 4]) -> bool {
    let size = board.size();
    cells.iter().all(|cell| {
        (0..size.width as i8).contains(&cell.x)
            && (0..size.rows() as i8).contains(&cell.y)
            && !board.is_filled(cell.x, cell.y)
    })
}

/// Everything that can be done in a state, in the order of the space.
pub fn successors(space: &Space, from: Placement) -> Vec<(Action, Placement)> {
    let actions = space.order();
    actions.actions().iter().filter_map(|&action| Some((action, after(space, action, from)?))).collect()
}

/// Every state that can be reached, with the number of steps it takes.
pub fn distances(space: &Space) -> HashMap<Placement, u32> {
    let mut distances = HashMap::from([(space.start(), 0)]);
    let mut waiting = VecDeque::from([space.start()]);
    while let Some(state) = waiting.pop_front() {
        for (_, next) in successors(space, state) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&state] + 1);
                waiting.push_back(next);
            }
        }
    }
    distances
}

/// How many steps each reachable state is from the nearest goal; those that lead to none are left out.
pub fn distances_to(space: &Space, is_goal: impl Fn(Placement) -> bool) -> HashMap<Placement, u32> {
    let states: Vec<Placement> = distances(space).into_keys().collect();
    let mut before: HashMap<Placement, Vec<Placement>> = HashMap::new();
    for &state in &states {
        for (_, next) in successors(space, state) {
            before.entry(next).or_default().push(state);
        }
    }
    let goals: Vec<Placement> = states.into_iter().filter(|&state| is_goal(state)).collect();
    let mut distances: HashMap<Placement, u32> = goals.iter().map(|&goal| (goal, 0)).collect();
    let mut waiting = VecDeque::from(goals);
    while let Some(state) = waiting.pop_front() {
        for &previous in before.get(&state).into_iter().flatten() {
            if !distances.contains_key(&previous) {
                distances.insert(previous, distances[&state] + 1);
                waiting.push_back(previous);
            }
        }
    }
    distances
}

/// Where a plan leads, or `None` if one of its actions is not possible.
pub fn replay(space: &Space, plan: &[Action]) -> Option<Placement> {
    plan.iter().try_fold(space.start(), |state, &action| after(space, action, state))
}
