//! Estimates of what is still to come: how far a piece is from a goal.

use tetrolab_engine::{Placement, Rotation};

use super::action::Action;
use super::place::from_top;
use super::problem::Problem;
use super::space::Space;

/// An estimate, in its table.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Whether it never says more than the truth, so that A* finds a plan that costs least.
    pub admissible: bool,
    /// Makes it ready for one problem. What comes out answers 0 or more for a state, and is infinite if no goal can be reached.
    pub prepare: fn(&Problem) -> Prepared<'_>,
}

/// An estimate that is ready for one problem.
pub type Prepared<'a> = Box<dyn Fn(Placement) -> f64 + 'a>;

/// All estimates.
pub const ESTIMATES: [Estimate; 2] = [Estimate::ADMISSIBLE, Estimate::SUM_OF_DISTANCES];

impl Estimate {
    /// An admissible and consistent estimate for every rotation rule.
    ///
    /// **The easier problem.** Take away the Blocks and the walls. Let a turn move the piece by any step inside a box: as far
    /// left, right, up and down as any turn of this piece from a facing on the same axis ever moves it, kicks included, or not
    /// at all. (What moves is its anchor: the cell that a turn without a kick leaves where it is, or for `sevilla` the top left
    /// corner, which only moves right and down.) The two axes are North and South, and East and West; a quarter turn
    /// always changes from one to the other, so of `n` turns every second one starts on the same axis. The estimate is the
    /// exact cost of this easier problem, the least over all goals.
    ///
    /// **Its exact cost.** In empty space the order of actions does not matter. Say the plan has `n` turns: `n` must lead from
    /// one facing to the other, that is `n = m, m + 2, m + 4, …` where `m` is the least number that does. Boxes add up to a box,
    /// so the turns together can move the piece by anything within `n` boxes. What they leave costs one action a column, to
    /// either side, and one a row downwards. Nothing else goes up, so a piece that the turns cannot lift to the goal's row
    /// cannot come there. The cost is the least over `n`
    ///
    /// ```text
    /// n + max(0, columns - columns that n turns cover) + max(0, rows down - rows that n turns cover)
    /// ```
    ///
    /// Each further pair of turns adds 2, and takes away as much as the pair before or less: the sum falls, then rises. So
    /// `n` grows by two from the first that is possible until the sum does not get smaller.
    ///
    /// **Admissible:** every plan of the real problem is one of the easier problem and costs the same there, so the least cost
    /// there is not above the real one.
    ///
    /// **Consistent:** a real action from `a` to `b` is an action of the easier problem too, so the exact costs there obey
    /// `cost(a) <= 1 + cost(b)`. A* never has to open a state again.
    pub const ADMISSIBLE: Estimate = Estimate {
        name: "admissible",
        meaning: "the cost without Blocks and walls; never too high, so A* finds a plan that costs least",
        admissible: true,
        prepare: admissible,
    };

    /// The course's: the distances of the four cells to those of the goal, as the crow flies, added up. One step moves four
    /// cells, and a turn moves some of them by more than one, so it is often several times too high, and A* with it may
    /// find a plan that is too long.
    pub const SUM_OF_DISTANCES: Estimate = Estimate {
        name: "sum-of-distances",
        meaning: "the course's sum over the four cells; often several times too high, so A* may miss the best plan",
        admissible: false,
        prepare: sum_of_distances,
    };

    /// The estimate with this name.
    pub fn named(name: &str) -> Option<Estimate> {
        ESTIMATES.into_iter().find(|estimate| estimate.name == name)
    }
}

/// The estimate that [`Estimate::ADMISSIBLE`] describes and proves.
fn admissible(problem: &Problem) -> Prepared<'_> {
    let plane = Plane::new(problem.space());
    Box::new(move |state| {
        let costs = problem.accepted().iter().filter_map(|&goal| plane.cost(state, goal));
        costs.min().map_or(f64::INFINITY, f64::from)
    })
}

/// How far turns can move a piece, each way.
#[derive(Clone, Copy, Default)]
struct Reach {
    left: i32,
    right: i32,
    up: i32,
    down: i32,
}

impl Reach {
    fn times(self, turns: i32) -> Reach {
        Reach { left: turns * self.left, right: turns * self.right, up: turns * self.up, down: turns * self.down }
    }

    fn plus(self, other: Reach) -> Reach {
        Reach {
            left: self.left + other.left,
            right: self.right + other.right,
            up: self.up + other.up,
            down: self.down + other.down,
        }
    }
}

/// The easier problem: a plane without walls and Blocks.
struct Plane {
    anchors: [(i32, i32); 4],
    /// The least number of turns from one facing to another; `None` if none leads there.
    turns: [[Option<i32>; 4]; 4],
    /// How far one turn moves the anchor: from North or South, from East or West.
    reach: [Reach; 2],
}

/// Which of the two axes a facing lies on.
const fn axis(facing: Rotation) -> usize {
    facing as usize % 2
}

impl Plane {
    fn new(space: &Space) -> Plane {
        let anchors = Rotation::ALL.map(|facing| {
            let (x, y) = (space.turning().anchor)(space.piece(), facing);
            (i32::from(x), i32::from(y))
        });
        let mut turns = [[None; 4]; 4];
        let mut reach = [Reach::default(); 2];
        for from in Rotation::ALL {
            turns[from as usize][from as usize] = Some(0);
            for turn in [Action::TurnLeft, Action::TurnRight] {
                let steps = space.steps(from, turn);
                for &(x, y) in steps.tried() {
                    let (old, new) = (anchors[from as usize], anchors[steps.facing as usize]);
                    let (x, y) = (new.0 + i32::from(x) - old.0, new.1 + i32::from(y) - old.1);
                    let reach = &mut reach[axis(from)];
                    reach.left = reach.left.max(-x);
                    reach.right = reach.right.max(x);
                    reach.up = reach.up.max(y);
                    reach.down = reach.down.max(-y);
                    turns[from as usize][steps.facing as usize] = Some(1);
                }
            }
        }
        // Two turns reach every facing that more turns reach.
        let once = turns;
        for (from, turns) in turns.iter_mut().enumerate() {
            for (to, turns) in turns.iter_mut().enumerate() {
                if turns.is_none() && (0..4).any(|by| once[from][by] == Some(1) && once[by][to] == Some(1)) {
                    *turns = Some(2);
                }
            }
        }
        Plane { anchors, turns, reach }
    }

    /// The exact cost from one placement to another, or `None` if there is no way.
    fn cost(&self, from: Placement, to: Placement) -> Option<i32> {
        let mut turns = self.turns[from.rotation as usize][to.rotation as usize]?;
        let (old, new) = (self.anchors[from.rotation as usize], self.anchors[to.rotation as usize]);
        let x = new.0 + i32::from(to.x) - old.0 - i32::from(from.x);
        let y = new.1 + i32::from(to.y) - old.1 - i32::from(from.y);
        let (here, other) = (self.reach[axis(from.rotation)], self.reach[axis(from.rotation) ^ 1]);
        let mut best: Option<i32> = None;
        loop {
            let reach = here.times((turns + 1) / 2).plus(other.times(turns / 2));
            if y <= reach.up {
                let cost = turns + (x - reach.right).max(-x - reach.left).max(0) + (-y - reach.down).max(0);
                if best.is_some_and(|best| best <= cost) {
                    return best;
                }
                best = Some(cost);
            } else if here.up + other.up == 0 {
                return None;
            }
            turns += 2;
        }
    }
}

/// The course's estimate. Cells are compared in reading order, first with first.
fn sum_of_distances(problem: &Problem) -> Prepared<'_> {
    let rows = problem.space().rows();
    let goals: Vec<_> = problem.goals().iter().map(|&goal| from_top(goal, rows)).collect();
    Box::new(move |state| {
        let cells = from_top(state, rows);
        let sums = goals.iter().map(|goal| {
            let distances = cells.iter().zip(goal).map(|(cell, goal)| {
                let (down, across) = (f64::from(goal[0] - cell[0]), f64::from(goal[1] - cell[1]));
                (down * down + across * across).sqrt()
            });
            distances.sum::<f64>()
        });
        sums.fold(f64::INFINITY, f64::min)
    })
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Board, Piece, Size};

    use super::*;
    use crate::path::{Order, Place, TURNINGS};

    /// What `docs/path.md` says of the rules: how far down two turns can carry a piece.
    #[test]
    fn rows_down_in_two_turns() {
        let board = Board::empty(Size { width: 10, height: 20, buffer: 0 });
        for (turning, rows_of_i, rows_of_o, rows_of_others) in
            [(TURNINGS[0], 3, 0, 1), (TURNINGS[1], 4, 0, 3), (TURNINGS[2], 0, 0, 0)]
        {
            for piece in Piece::ALL {
                let space = Space::new(board, piece, &Place::top(piece, 10), turning, Order::default()).unwrap();
                let [one, other] = Plane::new(&space).reach;
                let expected = match piece {
                    Piece::I => rows_of_i,
                    Piece::O => rows_of_o,
                    _ => rows_of_others,
                };
                assert_eq!(one.down + other.down, expected, "{} {piece}", turning.name);
            }
        }
    }
}
