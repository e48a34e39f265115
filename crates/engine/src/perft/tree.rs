//! The tree of boards that perft goes through, in windows from beginning to end.

use super::Perft;
use crate::board::{Board, Size};
use crate::forms::Form;
use crate::generate::{Closed, Scene};
use crate::lanes::{Batch, Lanes, Window, columns, walls, window};
use crate::piece::{Piece, SHAPES};
use crate::reach::{Places, T, all_open, all_resting, both, fitting, missing, named_once, names};

/// What stays the same during one count, and what is counted.
pub(crate) struct Run<'a> {
    perft: &'a Perft<'a>,
    size: Size,
    counts: &'a mut [u64],
}

impl<'a> Run<'a> {
    pub(super) fn new(perft: &'a Perft<'a>, size: Size, counts: &'a mut [u64]) -> Run<'a> {
        Run { perft, size, counts }
    }
}

/// A board within the tree.
pub(crate) struct Node<L> {
    board: L,
    height: i32,
    /// Which piece of the queue comes.
    index: usize,
}

/// Begins the count in the lowest window that is enough.
pub(crate) fn start<Low: Form, High: Form>(board: &Board, index: usize, run: &mut Run<'_>) {
    let height = i32::from(board.stack_height());
    if run.perft.movement.is_open(height, Low::Lanes::ROWS, run.size) {
        Low::expand(&Node { board: window(board), height, index }, run);
    } else if height <= High::Lanes::ROWS as i32 {
        High::expand(&Node { board: window(board), height, index }, run);
    } else {
        run.perft.walk(board, index, run.counts);
    }
}

/// A piece in one rotation, ready to be put into a window.
struct Strip {
    /// The rows of each column as bits, bit 0 the top row of the shape; the leftmost column is number 16.
    columns: [u8; 32],
    /// Leftmost column and top row relative to the centre.
    left: i8,
    top: i8,
    width: u8,
}

static STRIPS: [[Strip; 4]; 7] = {
    let mut strips = [const { [const { Strip { columns: [0; 32], left: 0, top: 0, width: 0 } }; 4] }; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            let (shape, strip) = (&SHAPES[piece][rotation], &mut strips[piece][rotation]);
            (strip.left, strip.width) = (shape.left, shape.width);
            strip.top = shape.bottom + shape.height as i8 - 1;
            let mut x = 0;
            while x < shape.width as usize {
                // The same rows, counted from the top.
                strip.columns[16 + x] = (shape.columns[x] as u8).reverse_bits() >> (8 - shape.height);
                x += 1;
            }
            rotation += 1;
        }
        piece += 1;
    }
    strips
};

impl Strip {
    /// The leftmost column of the piece if its centre is in column `x`.
    #[inline(always)]
    fn leftmost(&self, x: usize) -> u8 {
        (x as i8 + self.left) as u8 & 15
    }

    /// The row of the top of the piece, counted from the top of the window, if its centre is in the first row of these.
    #[inline(always)]
    fn depth(&self, rows: u32) -> u8 {
        (rows.trailing_zeros() as i8 - self.top) as u8
    }

    /// The rows of the centre for which the piece does not reach above `highest`, in a window of `rows` rows.
    #[inline(always)]
    fn low_places(&self, rows: i32, highest: i32) -> u32 {
        u32::MAX.checked_shl((rows - highest + i32::from(self.top)) as u32).unwrap_or(0)
    }
}

/// A placement as two small numbers.
#[derive(Clone, Copy)]
struct Move {
    /// Rotation times 16 plus the leftmost column.
    place: u8,
    /// Rows from the top of the window to the top of the piece.
    depth: u8,
}

impl Move {
    /// The board with the piece on it.
    #[inline(always)]
    fn on<L: Window>(self, board: L, piece: Piece) -> L {
        let strip = &STRIPS[piece as usize][(self.place / 16) as usize];
        let from = 16 - (self.place % 16) as usize;
        let bytes: &[u8; 16] = strip.columns[from..from + 16].try_into().expect("sixteen columns");
        board.or(L::from_bytes(bytes).down_by(u32::from(self.depth)))
    }
}

/// A board and some placements on it, for the piece after which only one more comes.
pub(crate) struct Stem<'a, L> {
    board: L,
    piece: Piece,
    moves: &'a [Move],
}

/// Counts the placements of the node's piece and goes on to those of the next.
#[inline(always)]
pub(crate) fn expand<F: Form>(node: &Node<F::Lanes>, run: &mut Run<'_>) {
    let (perft, rows) = (run.perft, F::Lanes::ROWS as i32);
    let (movement, piece) = (perft.movement, perft.queue[node.index]);
    let closed = if movement.is_open(node.height, F::Lanes::ROWS, run.size) {
        None
    } else if movement.is_closed(node.height, F::Lanes::ROWS, run.size) {
        Some(Closed::new(F::Lanes::ROWS, run.size))
    } else {
        return perft.walk(&Board::from_columns(columns(node.board, run.size.width), run.size), node.index, run.counts);
    };
    let scene = Scene { blocks: node.board, walls: walls(run.size.width), closed };
    let found = F::found(piece, &scene, movement);
    let found = &found.places[..movement.variants(piece)];
    let Some(&next) = perft.queue.get(node.index + 1) else {
        run.counts[node.index] += count::<F>(found, piece);
        return;
    };
    let is_last = node.index + 2 == perft.queue.len();
    // Up to this height children stay in this window and lie open.
    let highest = if movement.is_open(0, F::Lanes::ROWS, run.size) {
        (rows - 4).min(movement.free_height(run.size.rows()))
    } else {
        -1
    };

    let full = FullBeside::of(node.board, F::Lanes::ROWS);
    let is_plain = is_last && node.height <= highest;
    if is_plain {
        let mut plain = Plain { moves: [Move { place: 0, depth: 0 }; ROOM], count: 0, is_all: true };
        for places in found {
            for (rotation, &set) in places[..names(piece)].iter().enumerate() {
                if plain.count > ROOM - MOST {
                    add_leaves::<F>(next, node, &mut plain, run);
                }
                plain.gather::<F>(piece, rotation, set, highest, &full);
            }
        }
        add_leaves::<F>(next, node, &mut plain, run);
        if plain.is_all {
            return;
        }
    }
    let mut children = 0;
    for places in found {
        for (rotation, strip) in STRIPS[piece as usize][..names(piece)].iter().enumerate() {
            let columns = places[rotation].words();
            for (x, &column) in columns[..run.size.width as usize].iter().enumerate() {
                let left = strip.leftmost(x);
                let full = full.rows(left, strip.width);
                let mut column = column;
                if is_plain && full == 0 {
                    column &= !strip.low_places(rows, highest);
                }
                while column != 0 {
                    let depth = strip.depth(column);
                    column &= column - 1;
                    children += 1;
                    let mut child = Node {
                        board: Move { place: rotation as u8 * 16 + left, depth }.on(node.board, piece),
                        height: node.height.max(rows - i32::from(depth)),
                        index: node.index + 1,
                    };
                    if full != 0 {
                        clear::<F>(&mut child, run.size.width);
                    }
                    if child.height <= highest || F::Lanes::ROWS == <F::Higher as Form>::Lanes::ROWS {
                        F::expand(&child, run);
                    } else {
                        F::Higher::expand(&heightened::<F>(&child, run.size.width), run);
                    }
                }
            }
        }
    }
    run.counts[node.index] += children;
}

/// Moves after which no row is full and everything lies open.
struct Plain {
    moves: [Move; ROOM],
    count: usize,
    /// Whether there are no others.
    is_all: bool,
}

/// No rotation has more resting places: sixteen columns, in each at most every second row.
const MOST: usize = 256;

/// Room for moves: those of one rotation more than are usually gathered.
const ROOM: usize = MOST + 64;

impl Plain {
    /// Adds those of one rotation. It does nothing else, so that all it needs stays in registers.
    #[inline(always)]
    fn gather<F: Form>(&mut self, piece: Piece, rotation: usize, places: F::Lanes, highest: i32, full: &FullBeside) {
        let strip = &STRIPS[piece as usize][rotation];
        let low = strip.low_places(F::Lanes::ROWS as i32, highest);
        let (mut count, mut others) = (self.count, 0);
        for (x, &column) in places.words().iter().enumerate() {
            let left = strip.leftmost(x);
            let mut simple = if full.rows(left, strip.width) == 0 { column & low } else { 0 };
            others |= column ^ simple;
            while simple != 0 {
                self.moves[count % ROOM] = Move { place: rotation as u8 * 16 + left, depth: strip.depth(simple) };
                count += 1;
                simple &= simple - 1;
            }
        }
        self.count = count;
        self.is_all &= others == 0;
    }
}

/// Counts the gathered moves and what the last piece can do after them.
#[inline(always)]
fn add_leaves<F: Form>(last: Piece, node: &Node<F::Lanes>, plain: &mut Plain, run: &mut Run<'_>) {
    let piece = run.perft.queue[node.index];
    let stem = Stem { board: node.board, piece, moves: &plain.moves[..plain.count] };
    let leaves = F::leaves(last, &stem, run);
    run.counts[node.index] += plain.count as u64;
    run.counts[node.index + 1] += leaves;
    plain.count = 0;
}

/// What is full in all columns but those of a piece: only there can a row become full.
struct FullBeside {
    /// The rows that are full in all columns before this one, and in this one and all after it.
    before: [u32; 32],
    after: [u32; 32],
}

impl FullBeside {
    #[inline(always)]
    fn of<L: Window>(board: L, rows: u32) -> FullBeside {
        let words = board.words();
        let mut full = FullBeside { before: [(1 << rows) - 1; 32], after: [u32::MAX; 32] };
        for x in 0..16 {
            full.before[x + 1] = full.before[x] & words[x];
            full.after[15 - x] = full.after[16 - x] & words[15 - x];
        }
        full
    }

    /// The rows that are full except for `width` columns from `left` on.
    #[inline(always)]
    fn rows(&self, left: u8, width: u8) -> u32 {
        self.before[left as usize & 31] & self.after[(left + width) as usize & 31]
    }
}

/// How many placements.
#[inline(always)]
fn count<F: Form>(found: &[Places<F::Lanes>], piece: Piece) -> u64 {
    let mut count = 0;
    for places in found {
        for set in &places[..names(piece)] {
            count += u64::from(set.count());
        }
    }
    count
}

/// Removes full rows.
#[inline(always)]
fn clear<F: Form>(node: &mut Node<F::Lanes>, width: u8) {
    let mut words = node.board.words();
    let above_floor = (1 << F::Lanes::ROWS) - 1;
    let mut full = words.iter().fold(above_floor, |full, word| full & word);
    if full == 0 {
        return;
    }
    let words = &mut words[..width as usize];
    // From the top down: what is removed moves only what is above it.
    while full != 0 {
        let above = (full & full.wrapping_neg()) - 1;
        for word in words.iter_mut() {
            *word = *word & !(above << 1 | 1) | (*word & above) << 1;
        }
        full &= full - 1;
    }
    let blocks = words.iter().fold(0, |any, word| any | word) & above_floor;
    node.height = if blocks == 0 { 0 } else { (F::Lanes::ROWS - blocks.trailing_zeros()) as i32 };
    let mut all = [u32::MAX; 16];
    all[..width as usize].copy_from_slice(words);
    node.board = F::Lanes::from_words(&all);
}

/// The same board in a higher window.
#[inline(always)]
fn heightened<F: Form>(node: &Node<F::Lanes>, width: u8) -> Node<<F::Higher as Form>::Lanes> {
    let more = <F::Higher as Form>::Lanes::ROWS - F::Lanes::ROWS;
    let mut words = [u32::MAX; 16];
    for (word, low) in words.iter_mut().zip(node.board.words()).take(width as usize) {
        *word = low << more;
    }
    Node { board: Window::from_words(&words), height: node.height, index: node.index }
}

/// Counts the placements of the last piece on all boards of a stem, where all that lies open can be reached.
#[inline(always)]
pub(crate) fn leaves<F: Form, const P: usize>(stem: &Stem<'_, F::Lanes>, run: &Run<'_>) -> u64 {
    let (piece, movement) = (Piece::ALL[P], run.perft.movement);
    if P == T && movement.spins {
        return spun_leaves::<F>(stem, run);
    }
    let (one_wall, turning) = (walls::<F::Lanes>(run.size.width), movement.turning());
    let walls = F::Batch::of(one_wall, one_wall);
    let mut leaves = 0;
    for moves in stem.moves.chunks(F::Batch::WINDOWS) {
        let first = moves[0].on(stem.board, stem.piece);
        // Where one is left over it is alone with a board that is full.
        let second = if moves.len() > 1 { moves[1].on(stem.board, stem.piece) } else { F::Lanes::every(u32::MAX) };
        let fitting = fitting::<F::Batch, P>(F::Batch::of(first, second), walls);
        let mut reached = all_open(&fitting);
        let wanted = all_resting(&fitting);
        if !missing(&wanted, &reached).is_none() {
            F::spread_batch(piece, &fitting, &mut reached, &wanted, turning);
        }
        for set in &named_once::<F::Batch, P>(both(&reached, &wanted))[..names(piece)] {
            leaves += u64::from(set.count());
        }
    }
    leaves
}

/// The same for T when spins are told apart.
#[inline(always)]
fn spun_leaves<F: Form>(stem: &Stem<'_, F::Lanes>, run: &Run<'_>) -> u64 {
    let (movement, walls) = (run.perft.movement, walls::<F::Lanes>(run.size.width));
    let mut leaves = 0;
    for a_move in stem.moves {
        let scene = Scene { blocks: a_move.on(stem.board, stem.piece), walls, closed: None };
        leaves += count::<F>(&F::found(Piece::T, &scene, movement).places, Piece::T);
    }
    leaves
}
