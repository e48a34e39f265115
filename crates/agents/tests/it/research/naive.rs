//! The research game worked out slowly, cell by cell, from the words of its rules: the twin of everything fast.
//!
//! The rules and the features are those of the public simulator MDPTetris. A board may be any wall that its game can make:
//! no row is empty below a filled one, and no cell is filled above the board's height before a piece comes.

/// The oriented pieces in the order of MDPTetris. A picture has its top row first.
pub const PIECES: [(char, &[&str]); 7] = [
    ('I', &["X/X/X/X", "XXXX"]),
    ('O', &["XX/XX"]),
    ('T', &["X./XX/X.", ".X./XXX", ".X/XX/.X", "XXX/.X."]),
    ('Z', &[".X/XX/X.", "XX./.XX"]),
    ('S', &["X./XX/.X", ".XX/XX."]),
    ('J', &["X../XXX", ".X/.X/XX", "XXX/..X", "XX/X./X."]),
    ('L', &["XXX/X..", "X./X./XX", "..X/XXX", "XX/.X/.X"]),
];

/// Rows above the height of the board, so that the tallest piece fits on the highest wall.
pub const HIDDEN_ROWS: usize = 4;

/// The value of a placement that ends the game.
pub const GAME_OVER: f64 = -1e100;

/// An oriented piece: its rows from the bottom up.
pub fn oriented(letter: char, orientation: usize) -> Vec<Vec<bool>> {
    let picture = orientations(letter)[orientation];
    picture.split('/').rev().map(|row| row.chars().map(|cell| cell == 'X').collect()).collect()
}

/// The pictures of a piece.
pub fn orientations(letter: char) -> &'static [&'static str] {
    PIECES.iter().find(|piece| piece.0 == letter).expect("one of IOTZSJL").1
}

/// A board. Row 0 lies on the floor, and there are [`HIDDEN_ROWS`] more rows than its height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    pub width: usize,
    pub height: usize,
    pub rows: Vec<Vec<bool>>,
}

impl Grid {
    pub fn empty(width: usize, height: usize) -> Grid {
        Grid { width, height, rows: vec![vec![false; width]; height + HIDDEN_ROWS] }
    }

    /// The board with these rows at the floor, the highest one first.
    pub fn picture(height: usize, rows: &[&str]) -> Grid {
        let mut grid = Grid::empty(rows[0].len(), height);
        for (y, row) in rows.iter().rev().enumerate() {
            grid.rows[y] = row.chars().map(|cell| cell == 'X').collect();
        }
        grid
    }

    /// The side walls and the floor are filled; what is above the storage is empty.
    pub fn is_filled(&self, x: isize, y: isize) -> bool {
        if x < 0 || x >= self.width as isize || y < 0 {
            return true;
        }
        self.rows.get(y as usize).is_some_and(|row| row[x as usize])
    }

    /// A column from the floor up.
    pub fn column(&self, x: usize) -> Vec<bool> {
        self.rows.iter().map(|row| row[x]).collect()
    }

    pub fn column_height(&self, x: usize) -> usize {
        self.column(x).iter().rposition(|&filled| filled).map_or(0, |top| top + 1)
    }

    pub fn heights(&self) -> Vec<usize> {
        (0..self.width).map(|x| self.column_height(x)).collect()
    }

    /// The number of rows up to the highest filled cell. No row below it is empty, so it is also the lowest empty row.
    pub fn wall_height(&self) -> usize {
        self.heights().into_iter().max().unwrap()
    }

    pub fn filled_cells(&self) -> usize {
        self.rows.iter().flatten().filter(|&&filled| filled).count()
    }

    /// The rows of all filled cells added up, counted from 1 at the floor.
    pub fn weighted_cells(&self) -> usize {
        self.rows.iter().enumerate().map(|(y, row)| (y + 1) * row.iter().filter(|&&filled| filled).count()).sum()
    }

    pub fn is_full(&self, y: usize) -> bool {
        self.rows[y].iter().all(|&filled| filled)
    }

    pub fn full_rows(&self) -> usize {
        (0..self.rows.len()).filter(|&y| self.is_full(y)).count()
    }

    /// Is the cell empty, with a filled one somewhere above it in its column?
    pub fn is_hole(&self, x: usize, y: usize) -> bool {
        !self.rows[y][x] && self.rows[y + 1..].iter().any(|row| row[x])
    }

    /// All holes as (column, row), column by column from the floor up.
    pub fn holes(&self) -> Vec<(usize, usize)> {
        self.cells().filter(|&(x, y)| self.is_hole(x, y)).collect()
    }

    /// Is the cell empty, and filled or a wall on both sides?
    pub fn is_well(&self, x: usize, y: usize) -> bool {
        let (left, right) = (x as isize - 1, x as isize + 1);
        !self.rows[y][x] && self.is_filled(left, y as isize) && self.is_filled(right, y as isize)
    }

    /// How many empty cells there are from this one down to the first filled one.
    pub fn empty_run_down(&self, x: usize, y: usize) -> usize {
        (0..=y).rev().take_while(|&y| !self.rows[y][x]).count()
    }

    /// The differences of neighbouring heights, each the right one less the left one.
    pub fn height_differences(&self) -> Vec<isize> {
        self.heights().windows(2).map(|pair| pair[1] as isize - pair[0] as isize).collect()
    }

    fn sum_of_height_differences(&self) -> usize {
        self.height_differences().into_iter().map(isize::unsigned_abs).sum()
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.rows.len();
        (0..self.width).flat_map(move |x| (0..rows).map(move |y| (x, y)))
    }
}

/// What a piece did.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The piece is written, full rows are still there.
    pub before: Grid,
    /// Full rows are gone.
    pub after: Grid,
    /// The lowest row of the piece, before the removal.
    pub landing_row: usize,
    /// How many rows the oriented piece has.
    pub piece_height: usize,
    /// Rows removed.
    pub lines: usize,
    /// Cells of the piece in removed rows.
    pub eroded_cells: usize,
    pub game_over: bool,
    /// The height of the wall after the removal.
    pub wall_height: usize,
}

/// Drops a piece straight down, its left edge in this column.
///
/// Only full rows that the piece touches are removed, and none of them if the piece pokes above the height of the board,
/// unless `lines_after_overflow` is set.
pub fn drop(grid: &Grid, letter: char, orientation: usize, column: usize, lines_after_overflow: bool) -> Dropped {
    let piece = oriented(letter, orientation);
    let cells: Vec<(usize, usize)> = (0..piece.len())
        .flat_map(|y| (0..piece[y].len()).map(move |x| (x, y)))
        .filter(|&(x, y)| piece[y][x])
        .map(|(x, y)| (column + x, y))
        .collect();
    let is_free = |row: usize| cells.iter().all(|&(x, y)| !grid.rows[row + y][x]);

    let mut landing_row = grid.height;
    assert!(is_free(landing_row), "the wall is already higher than the board");
    while landing_row > 0 && is_free(landing_row - 1) {
        landing_row -= 1;
    }

    let mut before = grid.clone();
    for &(x, y) in &cells {
        before.rows[landing_row + y][x] = true;
    }
    let piece_height = piece.len();
    let touched = landing_row..landing_row + piece_height;
    let removes = lines_after_overflow || touched.end <= grid.height;
    let is_removed = |y: usize| removes && touched.contains(&y) && before.is_full(y);

    let mut rows: Vec<Vec<bool>> =
        (0..before.rows.len()).filter(|&y| !is_removed(y)).map(|y| before.rows[y].clone()).collect();
    let lines = before.rows.len() - rows.len();
    rows.resize(before.rows.len(), vec![false; grid.width]);
    let eroded_cells = cells.iter().filter(|cell| is_removed(landing_row + cell.1)).count();
    let after = Grid { rows, ..*grid };
    let wall_height = after.wall_height();
    let game_over = wall_height > grid.height;
    Dropped { before, after, landing_row, piece_height, lines, eroded_cells, game_over, wall_height }
}

/// All names that [`feature`] knows.
pub const FEATURES: [&str; 40] = [
    "constant",
    "f1_landing_height",
    "f2_eroded",
    "f3_row_transitions",
    "f4_col_transitions",
    "f5_holes",
    "f6_wells",
    "f7_hole_depth",
    "f8_rows_with_holes",
    "f9_diversity",
    "wells_fast",
    "wells_fahey",
    "surrounded_holes",
    "occupied",
    "weighted_cells",
    "sum_abs_height_diff",
    "max_height_diff",
    "mean_height",
    "wall_height",
    "lines",
    "heights",
    "abs_height_diffs",
    "solver_blocks",
    "solver_weighted_blocks",
    "solver_clearable_lines",
    "solver_roughness",
    "solver_col_holes",
    "solver_connected_holes",
    "solver_blocks_above_holes",
    "solver_pit_hole_percent",
    "solver_deepest_well",
    "aveiro_aggregate_height",
    "aveiro_lines",
    "aveiro_holes",
    "aveiro_bumpiness",
    "sevilla_filled_cells",
    "sevilla_maximum_height",
    "sevilla_holes",
    "sevilla_weighted_height",
    "sevilla_lines",
];

/// The value of a feature; the two families `heights` and `abs_height_diffs` have several, from left to right.
///
/// Features without a prefix are those of MDPTetris. They and the `solver` ones look at the board after the removal, the
/// `aveiro` and `sevilla` ones at the board before it.
///
/// # Panics
///
/// If there is no feature with this name.
pub fn feature(name: &str, dropped: &Dropped) -> Vec<f64> {
    let (before, after) = (&dropped.before, &dropped.after);
    let count = |number: usize| vec![number as f64];
    match name {
        "constant" => vec![1.0],
        "f1_landing_height" => vec![dropped.landing_row as f64 + (dropped.piece_height as f64 - 1.0) / 2.0],
        "f2_eroded" => count(dropped.lines * dropped.eroded_cells),
        "f3_row_transitions" => vec![row_transitions(after)],
        "f4_col_transitions" => count(column_transitions(after)),
        "f5_holes" => count(after.holes().len()),
        "f6_wells" => count(wells(after)),
        "f7_hole_depth" => count(hole_depth(after)),
        "f8_rows_with_holes" => count(rows_with_holes(after)),
        "f9_diversity" => count((-2..=2).filter(|step| after.height_differences().contains(step)).count()),
        "wells_fast" => count(runs_under_wells(after).into_iter().map(|run| run * (run + 1) / 2).sum()),
        "wells_fahey" => count(runs_under_wells(after).into_iter().sum()),
        "surrounded_holes" => count(surrounded_holes(after)),
        "occupied" => count(after.filled_cells()),
        "weighted_cells" => count(after.weighted_cells()),
        "sum_abs_height_diff" => count(after.sum_of_height_differences()),
        "max_height_diff" => count(after.wall_height() - lowest_column(after)),
        "mean_height" => vec![after.heights().iter().sum::<usize>() as f64 / after.width as f64],
        "wall_height" => count(dropped.wall_height),
        "lines" => count(dropped.lines),
        "heights" => after.heights().into_iter().map(|height| height as f64).collect(),
        "abs_height_diffs" => after.height_differences().into_iter().map(|step| step.unsigned_abs() as f64).collect(),

        "solver_blocks" => count(after.filled_cells()),
        "solver_weighted_blocks" => count(after.weighted_cells()),
        "solver_clearable_lines" => count(clearable_lines(after)),
        "solver_roughness" => count(after.sum_of_height_differences()),
        "solver_col_holes" => count((0..after.width).filter(|&x| after.holes().iter().any(|hole| hole.0 == x)).count()),
        "solver_connected_holes" => count(connected_holes(after)),
        "solver_blocks_above_holes" => count(blocks_above_holes(after)),
        "solver_pit_hole_percent" => vec![pit_hole_percent(after)],
        "solver_deepest_well" => count(lowest_column(after)),

        "aveiro_aggregate_height" => count(before.heights().into_iter().sum()),
        "aveiro_lines" => count(before.full_rows()),
        "aveiro_holes" => count(before.wall_height() * before.width - before.filled_cells()),
        "aveiro_bumpiness" => count(before.sum_of_height_differences()),

        "sevilla_filled_cells" => count(before.filled_cells()),
        "sevilla_maximum_height" => count(before.wall_height()),
        "sevilla_holes" => count(before.holes().len()),
        "sevilla_weighted_height" => count(before.weighted_cells()),
        "sevilla_lines" => count(before.full_rows()),
        _ => panic!("no feature {name}"),
    }
}

/// Neighbours in a row that differ, side walls included, over all rows of the wall; and 2 for each empty row between the
/// wall and the height of the board.
///
/// If the wall is higher than the board, that number of empty rows is negative: each row too many takes 2 off. This is
/// what the golden records of lost games show.
fn row_transitions(grid: &Grid) -> f64 {
    let mut transitions = 0;
    for y in 0..grid.wall_height() as isize {
        for x in 0..=grid.width as isize {
            if grid.is_filled(x - 1, y) != grid.is_filled(x, y) {
                transitions += 1;
            }
        }
    }
    f64::from(transitions) + 2.0 * (grid.height as f64 - grid.wall_height() as f64)
}

/// Neighbours in a column that differ, from the filled floor to the empty space above.
fn column_transitions(grid: &Grid) -> usize {
    let mut transitions = 0;
    for x in 0..grid.width as isize {
        for y in 0..=grid.rows.len() as isize {
            if grid.is_filled(x, y - 1) != grid.is_filled(x, y) {
                transitions += 1;
            }
        }
    }
    transitions
}

/// For each cell of a well, the empty cells from it downwards. A cell under a cover can be one too.
fn wells(grid: &Grid) -> usize {
    grid.cells().filter(|&(x, y)| grid.is_well(x, y)).map(|(x, y)| grid.empty_run_down(x, y)).sum()
}

/// Runs of empty cells that start at the first well cell met from the top and go down to the first filled cell; then the
/// search goes on below that one. So a run also has the cells under a well whose sides are open.
///
/// The golden records show that `wells_fahey` counts the cells of these runs, and that `wells_fast` adds up 1, 2, 3 and so
/// on for the cells of each run.
fn runs_under_wells(grid: &Grid) -> Vec<usize> {
    let mut runs = Vec::new();
    for x in 0..grid.width {
        let mut rows_left = grid.rows.len();
        while rows_left > 0 {
            let y = rows_left - 1;
            if grid.is_well(x, y) {
                let run = grid.empty_run_down(x, y);
                runs.push(run);
                rows_left -= run;
            } else {
                rows_left -= 1;
            }
        }
    }
    runs
}

/// Filled cells with an empty one somewhere below them in the column.
fn hole_depth(grid: &Grid) -> usize {
    grid.cells().filter(|&(x, y)| grid.rows[y][x] && grid.rows[..y].iter().any(|row| !row[x])).count()
}

fn rows_with_holes(grid: &Grid) -> usize {
    (0..grid.rows.len()).filter(|&y| (0..grid.width).any(|x| grid.is_hole(x, y))).count()
}

/// Empty cells with a filled cell directly above and a filled cell or the floor directly below. What is beside them does
/// not matter: so the golden records show.
fn surrounded_holes(grid: &Grid) -> usize {
    let is_surrounded = |&(x, y): &(usize, usize)| {
        let (x, y) = (x as isize, y as isize);
        !grid.is_filled(x, y) && grid.is_filled(x, y - 1) && grid.is_filled(x, y + 1)
    };
    grid.cells().filter(is_surrounded).count()
}

fn lowest_column(grid: &Grid) -> usize {
    grid.heights().into_iter().min().unwrap()
}

/// The most rows that an upright I piece could clear at once in one column. A column where it would stick out of the board
/// is left out.
fn clearable_lines(grid: &Grid) -> usize {
    let mut most = 0;
    for x in 0..grid.width {
        let bottom = grid.column_height(x);
        if bottom + 3 >= grid.height {
            continue;
        }
        let misses_only_this_cell = |y: &usize| (0..grid.width).all(|other| other == x || grid.rows[*y][other]);
        most = most.max((bottom..=bottom + 3).filter(misses_only_this_cell).count());
    }
    most
}

/// For each run of holes on top of each other, its length less 1: the holes that lie directly on another one.
fn connected_holes(grid: &Grid) -> usize {
    grid.holes().windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 + 1 == pair[1].1).count()
}

/// For each hole, the filled cells above it in its column.
fn blocks_above_holes(grid: &Grid) -> usize {
    grid.holes().into_iter().map(|(x, y)| grid.rows[y + 1..].iter().filter(|row| row[x]).count()).sum()
}

/// The share of the pits among pits and holes. A column is a pit if the cell on top of it, but none higher than the top row
/// of the board, has filled cells or walls on both sides.
fn pit_hole_percent(grid: &Grid) -> f64 {
    let is_pit = |x: &usize| {
        let y = grid.column_height(*x).min(grid.height - 1) as isize;
        grid.is_filled(*x as isize - 1, y) && grid.is_filled(*x as isize + 1, y)
    };
    let pits = (0..grid.width).filter(is_pit).count();
    let holes = grid.holes().len();
    if pits + holes == 0 { 0.0 } else { pits as f64 / (pits + holes) as f64 }
}

/// The weighted sum of the features, added up in the order of the weights; [`GAME_OVER`] if the game ended.
///
/// A name that is there for the second time stands for the second value of its family, and so on.
pub fn value(dropped: &Dropped, weights: &[(&str, f64)]) -> f64 {
    if dropped.game_over {
        return GAME_OVER;
    }
    let mut sum = 0.0;
    for (place, &(name, weight)) in weights.iter().enumerate() {
        let earlier = weights[..place].iter().filter(|other| other.0 == name).count();
        sum += feature(name, dropped)[earlier] * weight;
    }
    sum
}

/// The placement that a controller chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub orientation: usize,
    pub column: usize,
    pub value: f64,
    /// How many of all tried placements do not end the game.
    pub surviving: usize,
}

/// The placement with the greatest value, by orientation and then from the left; the first of equal ones.
pub fn best(grid: &Grid, letter: char, weights: &[(&str, f64)], lines_after_overflow: bool) -> Choice {
    let mut best = Choice { orientation: 0, column: 0, value: GAME_OVER, surviving: 0 };
    for orientation in 0..orientations(letter).len() {
        let piece_width = oriented(letter, orientation)[0].len();
        for column in 0..=grid.width - piece_width {
            let dropped = drop(grid, letter, orientation, column, lines_after_overflow);
            if !dropped.game_over {
                best.surviving += 1;
            }
            let value = value(&dropped, weights);
            if value - best.value > 1e-30 {
                best = Choice { orientation, column, value, ..best };
            }
        }
    }
    best
}

/// The Tausworthe generator of the GNU Scientific Library, `gsl_rng_taus`.
#[derive(Clone, Debug)]
pub struct Tausworthe {
    s1: u32,
    s2: u32,
    s3: u32,
}

impl Tausworthe {
    pub fn new(seed: u32) -> Tausworthe {
        let s1 = seed.max(1).wrapping_mul(69069);
        let s2 = s1.wrapping_mul(69069);
        let s3 = s2.wrapping_mul(69069);
        let mut random = Tausworthe { s1, s2, s3 };
        for _ in 0..6 {
            random.draw();
        }
        random
    }

    pub fn draw(&mut self) -> u32 {
        let Tausworthe { s1, s2, s3 } = *self;
        self.s1 = ((s1 & 0xFFFF_FFFE) << 12) ^ (((s1 << 13) ^ s1) >> 19);
        self.s2 = ((s2 & 0xFFFF_FFF8) << 4) ^ (((s2 << 2) ^ s2) >> 25);
        self.s3 = ((s3 & 0xFFFF_FFF0) << 17) ^ (((s3 << 3) ^ s3) >> 11);
        self.s1 ^ self.s2 ^ self.s3
    }

    /// A number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (count as f64 * (f64::from(self.draw()) / 4_294_967_296.0)) as usize
    }

    pub fn piece(&mut self) -> char {
        PIECES[self.below(PIECES.len())].0
    }
}

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub lines: usize,
    /// Pieces placed, the last one included.
    pub pieces: usize,
}

/// The first games of MDPTetris from this seed, with its quirk: each tried placement that does not end the game draws the
/// piece after it, and throws it away.
pub fn games(
    empty: &Grid,
    weights: &[(&str, f64)],
    lines_after_overflow: bool,
    seed: u32,
    count: usize,
) -> Vec<Played> {
    let mut random = Tausworthe::new(seed);
    // A new game draws a piece that the first reset replaces.
    random.piece();
    (0..count).map(|_| game(empty, weights, lines_after_overflow, &mut random)).collect()
}

fn game(empty: &Grid, weights: &[(&str, f64)], lines_after_overflow: bool, random: &mut Tausworthe) -> Played {
    let mut played = Played { lines: 0, pieces: 0 };
    let mut grid = empty.clone();
    loop {
        let letter = random.piece();
        let choice = best(&grid, letter, weights, lines_after_overflow);
        for _ in 0..choice.surviving {
            random.piece();
        }
        let dropped = drop(&grid, letter, choice.orientation, choice.column, lines_after_overflow);
        played.lines += dropped.lines;
        played.pieces += 1;
        if dropped.game_over {
            return played;
        }
        grid = dropped.after;
    }
}
