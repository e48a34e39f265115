//! How good a final board is: the nine heuristics, the game's points and the penalty, with all weights as data.

use tetrolab_agents::Feature;

use crate::forms::WALL;
use crate::state::{EMPTY_ROW, HEIGHT, State, WIDTH};

/// The heuristics by the name that the table of features has for them, in the order in which they are added up.
pub const HEURISTICS: [&str; 9] = [
    "solver_blocks",
    "solver_weighted_blocks",
    "solver_clearable_lines",
    "solver_roughness",
    "solver_col_holes",
    "solver_connected_holes",
    "solver_blocks_above_holes",
    "solver_pit_hole_percent",
    "solver_deepest_well",
];

/// The weights of the fitness: `penalty * misses + score * points + heuristics * sum of weight * heuristic`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitness {
    /// The factor of moves and turns that did nothing.
    pub penalty: f64,
    /// The factor of the game's points.
    pub score: f64,
    /// The factor of all heuristics together.
    pub heuristics: f64,
    /// The weight of each heuristic, in the order of [`HEURISTICS`].
    pub weights: [f64; 9],
}

impl Fitness {
    /// Tables 1.3 and 1.4 of the Tetris Solver.
    pub const PUBLISHED: Fitness = Fitness {
        penalty: -1.0,
        score: 2.5,
        heuristics: 1.0,
        weights: [-1.0, -0.75, 1.0, -1.0, -5.0, -2.0, -2.0, -1.0, -1.0],
    };

    /// The feature behind each heuristic.
    pub fn features() -> [&'static Feature; 9] {
        HEURISTICS.map(|name| Feature::named(name).expect("the table has the heuristics"))
    }

    /// The fitness of a state.
    #[inline(always)]
    pub fn of(&self, state: &State) -> f64 {
        let values = heuristics(state);
        let sum = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum::<f64>();
        self.penalty * f64::from(state.tally.misses)
            + self.score * f64::from(state.tally.points)
            + self.heuristics * sum
    }

    /// The fitness of a state, term by term.
    pub fn terms(&self, state: &State) -> Terms {
        let values = heuristics(state);
        Terms {
            misses: state.misses(),
            points: state.points(),
            values,
            penalty: self.penalty * f64::from(state.tally.misses),
            score: self.score * f64::from(state.tally.points),
            heuristics: std::array::from_fn(|i| self.heuristics * (self.weights[i] * values[i])),
            total: self.of(state),
        }
    }
}

impl Default for Fitness {
    fn default() -> Fitness {
        Fitness::PUBLISHED
    }
}

/// A fitness, term by term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Moves and turns that did nothing.
    pub misses: u32,
    /// The game's points.
    pub points: u32,
    /// The heuristics, unweighted.
    pub values: [f64; 9],
    /// What the penalty adds.
    pub penalty: f64,
    /// What the points add.
    pub score: f64,
    /// What each heuristic adds.
    pub heuristics: [f64; 9],
    /// All together.
    pub total: f64,
}

/// The nine heuristics of a board, row by row from the top down. The table of features says what they are; `tests/it/decoding.rs`
/// compares.
#[inline(always)]
pub(crate) fn heuristics(state: &State) -> [f64; 9] {
    const CELLS: u32 = !EMPTY_ROW as u32;
    let top = u32::from(state.tally.top).min(HEIGHT as u32);
    let heights = state.tally.heights;
    // Which columns have begun, and how many Blocks there are so far.
    let (mut begun, mut blocks, mut weighted) = (0u32, 0, 0);
    let (mut holes, mut pits, mut clearable) = (0, 0, 0);
    let mut lines = [0u8; 16];
    // The row in which a pit would be: above the top Block, or at the ceiling the row of that Block itself.
    let mut above = if top == HEIGHT as u32 { u32::from(state.row(HEIGHT - 1)) } else { u32::from(EMPTY_ROW) };
    let mut is_broken = false;
    for y in (0..top).rev() {
        let row = u32::from(state.row(y as usize));
        let cells = row & CELLS;
        blocks += cells.count_ones();
        // Every row counts the Blocks of all rows above it once more.
        weighted += blocks;
        is_broken |= cells == 0;
        holes += (begun & !cells).count_ones();
        let first = cells & !begun;
        pits += (first & above << 1 & above >> 1).count_ones();
        begun |= cells;
        let missing = CELLS & !cells;
        if missing.is_power_of_two() && missing & begun == 0 {
            let x = missing.trailing_zeros() as usize - WALL as usize;
            let height = u32::from(heights.get(x));
            if y <= height + 3 && height + 3 < HEIGHT as u32 {
                lines[x & 15] += 1;
                clearable = clearable.max(lines[x & 15]);
            }
        }
        above = row;
    }
    let empty = CELLS & !begun;
    pits += (empty & above << 1 & above >> 1).count_ones();
    let deepest = if empty != 0 { 0 } else { (0..WIDTH).map(|x| heights.get(x)).min().unwrap_or(0) };
    if is_broken {
        (blocks, weighted) = below_the_first_empty_row(state);
    }
    let (columns, connected, above_holes) = if holes == 0 { (0, 0, 0) } else { buried(state, top) };
    [
        f64::from(blocks),
        f64::from(weighted),
        f64::from(clearable),
        f64::from(heights.roughness()),
        f64::from(columns),
        f64::from(connected),
        f64::from(above_holes),
        if pits == 0 { 0.0 } else { f64::from(pits) / f64::from(pits + holes) },
        f64::from(deepest),
    ]
}

/// Blocks and weighted Blocks of a board with an empty row below others, which only a board to begin with can have.
#[cold]
fn below_the_first_empty_row(state: &State) -> (u32, u32) {
    let counts = (0..HEIGHT).map(|y| (state.row(y) & !EMPTY_ROW).count_ones()).take_while(|&count| count > 0);
    counts.zip(1..).fold((0, 0), |(blocks, weighted), (count, y)| (blocks + count, weighted + count * y))
}

/// Columns with holes, holes below others, and for every hole the Blocks above it.
#[inline(always)]
fn buried(state: &State, top: u32) -> (u32, u32, u32) {
    // Which columns have begun, and how many Blocks each has so far, as five planes of bits.
    let (mut begun, mut planes) = (0u32, [0u32; 5]);
    let (mut columns, mut connected, mut above, mut last) = (0u32, 0, 0, 0u32);
    for y in (0..top).rev() {
        let cells = u32::from(state.row(y as usize) & !EMPTY_ROW);
        let here = begun & !cells;
        if here != 0 {
            columns |= here;
            connected += (here & last).count_ones();
            above += planes.iter().enumerate().map(|(i, plane)| (here & plane).count_ones() << i).sum::<u32>();
        }
        last = here;
        begun |= cells;
        let mut carry = cells;
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
    (columns.count_ones(), connected, above)
}
