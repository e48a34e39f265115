//! Messy boards and all ways to move on them, from a seeded stream.

use tetrolab_engine::{Board, HalfTurns, Kicks, Movement, Random, Rules, Seed, Size, Stream};

/// What a series of random boards is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blocks anywhere, as dense on each board as chance will have it.
    Noise,
    /// Hills with holes in them and cells that stick out of them.
    Overhangs,
    /// A solid stack with winding caves, some of them open to the sky.
    Caves,
    /// Slots into which only a turn leads.
    Slots,
    /// Rows with one or two gaps.
    Gaps,
    /// Hardly a Block.
    NearlyEmpty,
    /// Blocks in the air, up to the top.
    Islands,
    /// Stacks up to where pieces are generated, and Blocks in their way.
    Blocked,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Noise,
        Kind::Overhangs,
        Kind::Caves,
        Kind::Slots,
        Kind::Gaps,
        Kind::NearlyEmpty,
        Kind::Islands,
        Kind::Blocked,
    ];
}

/// A board and a way to move on it.
#[derive(Clone, Copy)]
pub struct Case {
    pub board: Board,
    pub movement: Movement,
}

/// Board `number` of its kind, and a movement; every nine numbers go through all pairs of kicks and half turns.
pub fn case(kind: Kind, number: u64) -> Case {
    let mut chance = Chance::new(kind as u64 + 1, number);
    let mut board = Board::empty(size(&mut chance));
    match kind {
        Kind::Noise => noise(&mut board, &mut chance),
        Kind::Overhangs => overhangs(&mut board, &mut chance),
        Kind::Caves => caves(&mut board, &mut chance),
        Kind::Slots => slots(&mut board, &mut chance),
        Kind::Gaps => gaps(&mut board, &mut chance),
        Kind::NearlyEmpty => scatter(&mut board, &mut chance, 6),
        Kind::Islands => islands(&mut board, &mut chance),
        Kind::Blocked => blocked(&mut board, &mut chance),
    }
    let mut movement = movement(&board, &mut chance, number);
    if kind == Kind::Blocked && chance.one_in(2) {
        // Blocks around the new piece.
        movement.spawn_row = movement.spawn_row.clamp(0, board.size().rows() as i8 - 1);
        let middle = board.size().width as i8 / 2 - 1;
        for _ in 0..1 + chance.below(6) {
            let (x, y) = (middle + chance.between(-3, 4), movement.spawn_row + chance.between(-3, 3));
            set(&mut board, x, y, true);
        }
    }
    Case { board, movement }
}

/// Any movement, mostly with pieces that begin where something happens on this board.
pub fn movement(board: &Board, chance: &mut Chance, number: u64) -> Movement {
    let kicks = [Kicks::Srs, Kicks::SrsPlus, Kicks::None][(number % 3) as usize];
    let half_turns = [HalfTurns::Off, HalfTurns::Tests, HalfTurns::Quarters][(number / 3 % 3) as usize];
    let (rows, stack) = (board.size().rows() as i8, board.stack_height() as i8);
    let spawn_row = match chance.below(12) {
        0 => 5,
        1 => 19,
        2 => 20,
        3 => rows - 1 - chance.between(0, 3),
        4 => stack + chance.between(-3, 3),
        5 => chance.between(0, rows - 1),
        // Also outside the board.
        6 => chance.between(-2, rows + 3),
        _ => (stack + chance.between(0, 3)).min(rows - 1 - chance.between(0, 1)),
    };
    let fall_back_row = match chance.below(6) {
        0 => Some(spawn_row + 1),
        1 => Some(spawn_row - 1),
        2 => Some(chance.between(-1, rows + 1)),
        _ => None,
    };
    let (spins, sticky_fifth_point) = (!chance.one_in(4), chance.one_in(3));
    let generation_drop = chance.one_in(3);
    Movement { kicks, half_turns, spins, sticky_fifth_point, spawn_row, generation_drop, fall_back_row }
}

/// Every width; the heights of the presets, low ceilings, and any other height.
pub fn size(chance: &mut Chance) -> Size {
    let width = if chance.one_in(3) { 10 } else { chance.between(4, 16) as u8 };
    let (height, buffer) = match chance.below(10) {
        0 => (Rules::SOLVER.size.height, Rules::SOLVER.size.buffer),
        1 => (Size::STANDARD.height, Size::STANDARD.buffer),
        2 => (chance.between(1, 4) as u8, chance.between(0, 3) as u8),
        3 => (chance.between(1, 40) as u8, chance.between(0, 20) as u8),
        // About as many rows as words of 16, 32 and 48 bits have.
        4 => ((16 * (1 + chance.below(3)) - 12) as u8, chance.between(10, 14) as u8),
        _ => (chance.between(4, 16) as u8, chance.between(0, 4) as u8),
    };
    Size { width, height, buffer }
}

/// Random decisions.
pub struct Chance(Random);

impl Chance {
    pub fn new(subject: u64, number: u64) -> Chance {
        Chance(Random::new(Seed(subject), number, Stream::Tests))
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.below(limit)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i8, high: i8) -> i8 {
        low + self.below((high - low + 1) as u32) as i8
    }

    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }
}

/// Fills or empties a cell if there is such a cell.
fn set(board: &mut Board, x: i8, y: i8, filled: bool) {
    let size = board.size();
    if (0..size.width as i8).contains(&x) && (0..size.rows() as i8).contains(&y) {
        board.set(x, y, filled);
    }
}

/// How high to build: mostly with room above, sometimes up to the top.
fn build_height(board: &Board, chance: &mut Chance) -> i8 {
    let rows = board.size().rows() as i8;
    if chance.one_in(4) { chance.between(1, rows) } else { chance.between(1, (rows * 2 / 3).max(1)) }
}

fn noise(board: &mut Board, chance: &mut Chance) {
    let (width, height) = (board.size().width as i8, build_height(board, chance));
    let percent = chance.below(101);
    for y in 0..height {
        for x in 0..width {
            board.set(x, y, chance.below(100) < percent);
        }
    }
}

fn overhangs(board: &mut Board, chance: &mut Chance) {
    let (width, height) = (board.size().width as i8, build_height(board, chance));
    let holes = 2 + chance.below(12);
    for x in 0..width {
        for y in 0..chance.between(0, height) {
            board.set(x, y, !chance.one_in(holes));
        }
    }
    for _ in 0..chance.below(6) {
        let (x, y, length) = (chance.between(0, width - 1), chance.between(0, height - 1), chance.between(1, 4));
        (x..x + length).for_each(|x| set(board, x, y, true));
    }
}

fn caves(board: &mut Board, chance: &mut Chance) {
    let (width, height) = (board.size().width as i8, build_height(board, chance));
    for y in 0..height {
        (0..width).for_each(|x| board.set(x, y, true));
    }
    for _ in 0..1 + chance.below(4) {
        let (mut x, mut y) = (chance.between(0, width - 1), chance.between(0, height));
        if chance.one_in(2) {
            y = height;
        }
        let (steps, cave_width) = (chance.below(6 * u32::from(board.size().width)), chance.between(1, 3));
        for _ in 0..steps {
            (x..x + cave_width).for_each(|x| set(board, x, y, false));
            match chance.below(5) {
                0 => x = (x - 1).max(0),
                1 => x = (x + 1).min(width - 1),
                2 => y = (y + 1).min(height),
                _ => y = (y - 1).max(0),
            }
        }
    }
}

/// Slots for a T, to be cut into a stack, some of them reached by the fifth test only.
const SLOTS: [&[&str]; 10] = [
    &["X..", "...", "X.X"],
    &["XX..", "X...", "X.XX", "X..X", "X.XX"],
    &[".XX...", "XX....", "XX.XX.", "X...XX", "XX.XXX"],
    &["X...", "XX..", "X...", "XX.X"],
    &["..X", "...", "XX."],
    &["X.X", "X.X", "X..", "X.X"],
    &["XX..", "X..X", "X...", "XX.X"],
    &[".XX...", "XX....", "XX..X.", "X...XX", "XX.XXX"],
    &["XX..", "X...", "X..X", "X..X", "X.XX"],
    &["XX..", "X...", "X.XX", "X...", "X.XX"],
];

fn slots(board: &mut Board, chance: &mut Chance) {
    let (width, height) = (board.size().width as i8, build_height(board, chance));
    for y in 0..height {
        (0..width).for_each(|x| board.set(x, y, !chance.one_in(30)));
    }
    for _ in 0..1 + chance.below(3) {
        let slot = SLOTS[chance.below(SLOTS.len() as u32) as usize];
        let (left, top) = (chance.between(-1, width - 2), height - 1 + chance.between(-1, 1));
        let is_mirrored = chance.one_in(2);
        for (down, row) in slot.iter().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                let x = if is_mirrored { row.len() - 1 - x } else { x };
                set(board, left + x as i8, top - down as i8, cell == 'X');
            }
        }
        // Here and there a slot that is not quite right.
        if chance.one_in(3) {
            let (x, y) = (left + chance.between(0, 3), top - chance.between(0, 3));
            set(board, x, y, chance.one_in(2));
        }
    }
}

fn gaps(board: &mut Board, chance: &mut Chance) {
    let (width, height) = (board.size().width as i8, build_height(board, chance));
    let moves = 1 + chance.below(4);
    let mut gap = chance.between(0, width - 1);
    for y in 0..height {
        (0..width).for_each(|x| board.set(x, y, x != gap));
        if chance.one_in(3) {
            board.set(chance.between(0, width - 1), y, false);
        }
        if chance.one_in(moves) {
            gap = chance.between(0, width - 1);
        }
    }
}

/// A few Blocks anywhere.
fn scatter(board: &mut Board, chance: &mut Chance, most: u32) {
    let size = board.size();
    for _ in 0..chance.below(most + 1) {
        board.set(chance.between(0, size.width as i8 - 1), chance.between(0, size.rows() as i8 - 1), true);
    }
}

fn islands(board: &mut Board, chance: &mut Chance) {
    let size = board.size();
    let count = 1 + chance.below(u32::from(size.width) * u32::from(size.rows()) / 8);
    for _ in 0..count {
        let (x, y) = (chance.between(0, size.width as i8 - 1), chance.between(0, size.rows() as i8 - 1));
        for step in 0..chance.between(1, 3) {
            if chance.one_in(2) { set(board, x + step, y, true) } else { set(board, x, y + step, true) }
        }
    }
}

fn blocked(board: &mut Board, chance: &mut Chance) {
    let (width, rows) = (board.size().width as i8, board.size().rows() as i8);
    let height = chance.between((rows - 6).max(0), rows);
    let percent = 20 + chance.below(80);
    for x in 0..width {
        for y in 0..(height - chance.between(0, 6)).max(0) {
            board.set(x, y, chance.below(100) < percent);
        }
    }
}
