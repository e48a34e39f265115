//! Which places a piece can reach: a flood fill of all places of one rotation at once.
//!
//! All functions here are written once, for windows of any kind ([`Lanes`]), and inlined into [`forms`](crate::forms), which
//! compiles them for each instruction set.

use crate::lanes::Lanes;
use crate::piece::{CELLS, Cell, Piece};
use crate::rotation::{Kicks, half_points, quarter_points};

/// How a piece may turn.
#[derive(Clone, Copy)]
pub(crate) struct Turning {
    pub kicks: Kicks,
    /// Half turns with tests of their own.
    pub half: bool,
}

/// A set of places for each rotation.
pub(crate) type Places<L> = [L; 4];

pub(crate) const O: usize = Piece::O as usize;
pub(crate) const T: usize = Piece::T as usize;

/// Does the same for every rotation.
macro_rules! for_each_rotation {
    ($rotation:ident => $value:expr) => {
        [
            {
                const $rotation: usize = 0;
                $value
            },
            {
                const $rotation: usize = 1;
                $value
            },
            {
                const $rotation: usize = 2;
                $value
            },
            {
                const $rotation: usize = 3;
                $value
            },
        ]
    };
}

/// The places where the piece fits.
#[inline(always)]
pub(crate) fn fitting<L: Lanes, const P: usize>(board: L, walls: L) -> Places<L> {
    for_each_rotation!(R => fitting_facing::<L, P, R>(board, walls))
}

#[inline(always)]
fn fitting_facing<L: Lanes, const P: usize, const R: usize>(board: L, walls: L) -> L {
    if P == O && R != 0 {
        return L::none();
    }
    let [a, b, c, d] = const { CELLS[P][R] };
    let blocked = blocked_by(board, walls, a).or(blocked_by(board, walls, b));
    let blocked = blocked.or(blocked_by(board, walls, c)).or(blocked_by(board, walls, d));
    L::every(u32::MAX).without(blocked)
}

/// The places where one cell of the piece is blocked: the board, moved so that the cell comes to lie on the centre. Above
/// the window everything is free but the walls.
#[inline(always)]
fn blocked_by<L: Lanes>(board: L, walls: L, cell: Cell) -> L {
    let moved = board.shifted(-cell.x, -cell.y);
    if cell.x != 0 && cell.y > 0 { moved.or(walls.shifted(-cell.x, 0)) } else { moved }
}

/// The places from which the piece cannot fall further. `fitting` is where it fits.
#[inline(always)]
fn resting<L: Lanes>(fitting: L) -> L {
    fitting.without(fitting.up::<1>())
}

/// The places with nothing but free places above them, up to the top of the window and beyond.
#[inline(always)]
fn open<L: Lanes>(fitting: L) -> L {
    fitting.without(fitting.plus(L::every(1)))
}

/// The places from which the piece cannot fall further, for every rotation.
#[inline(always)]
pub(crate) fn all_resting<L: Lanes>(fitting: &Places<L>) -> Places<L> {
    for_each_rotation!(R => resting(fitting[R]))
}

/// The places that lie open from above, for every rotation.
#[inline(always)]
pub(crate) fn all_open<L: Lanes>(fitting: &Places<L>) -> Places<L> {
    for_each_rotation!(R => open(fitting[R]))
}

/// The places in both.
#[inline(always)]
pub(crate) fn both<L: Lanes>(these: &Places<L>, those: &Places<L>) -> Places<L> {
    for_each_rotation!(R => these[R].and(those[R]))
}

/// All places below the given ones, as far as the piece can fall.
#[inline(always)]
fn fall<L: Lanes>(fitting: L, from: L) -> L {
    // The sum carries through each run of ones from its highest place in `from` on, and leaves zeros behind it.
    fitting.without(fitting.plus(from)).or(from)
}

/// The given places, those beside them, and everything below, as far as the piece can fall.
#[inline(always)]
fn slide<L: Lanes>(fitting: L, from: L) -> L {
    let beside = from.left::<1>().or(from.right::<1>());
    fall(fitting, from.or(beside.and(fitting)))
}

/// Where turns lead: with the first four rotation points, and with the fifth or a later one.
#[derive(Clone, Copy)]
pub(crate) struct Turned<L> {
    pub early: L,
    pub fifth: L,
}

/// Where tests that move the piece by -2 to 2 columns lead, each still in the column it came from.
type ByColumns<L> = [L; 5];

/// Moves each to its column.
#[inline(always)]
fn gathered<L: Lanes>(turned: ByColumns<L>) -> L {
    let [a, b, c, d, e] = turned;
    a.left::<2>().or(b.left::<1>()).or(c).or(d.right::<1>().or(e.right::<2>()))
}

/// One test after the other: a place that found room takes no part in the next.
macro_rules! tests {
    ($from:ident, $to:ident, $points:ident, $($test:literal => $set:ident),*) => {
        $(
            let (x, y) = $points[$test];
            let fits = $to.shifted(-x, -y);
            let column = (x + 2) as usize;
            $set[column] = $set[column].or($from.and(fits).shifted(0, y));
            let $from = $from.without(fits);
        )*
        let _ = $from;
    };
}

/// Quarter turns of all places `from` that face `FROM`; `to` is where the turned piece fits.
#[inline(always)]
fn quarter<L: Lanes, const IS_I: bool, const PLUS: bool, const LEFT: bool, const FROM: usize>(
    from: L,
    to: L,
    kicks: Kicks,
) -> Turned<L> {
    let points = const { quarter_points(IS_I, PLUS, LEFT, FROM) };
    let (mut early, mut fifth) = ([L::none(); 5], [L::none(); 5]);
    if matches!(kicks, Kicks::None) {
        tests!(from, to, points, 0 => early);
    } else {
        tests!(from, to, points, 0 => early, 1 => early, 2 => early, 3 => early, 4 => fifth);
    }
    Turned { early: gathered(early), fifth: gathered(fifth) }
}

/// Half turns.
#[inline(always)]
fn half<L: Lanes, const IS_I: bool, const FROM: usize>(from: L, to: L, kicks: Kicks) -> Turned<L> {
    let points = const { half_points(IS_I, FROM) };
    let (mut early, mut fifth) = ([L::none(); 5], [L::none(); 5]);
    match kicks {
        Kicks::None => {
            tests!(from, to, points, 0 => early);
        }
        Kicks::Srs => {
            tests!(from, to, points, 0 => early, 1 => early);
        }
        Kicks::SrsPlus => {
            tests!(from, to, points, 0 => early, 1 => early, 2 => early, 3 => early, 4 => fifth, 5 => fifth);
        }
    }
    Turned { early: gathered(early), fifth: gathered(fifth) }
}

/// All turns that end facing `TO`, `BEFORE` being one turn to the left of it, `AFTER` one to the right.
#[inline(always)]
fn turned_to<
    L: Lanes,
    const IS_I: bool,
    const TO: usize,
    const BEFORE: usize,
    const AFTER: usize,
    const BACK: usize,
>(
    reached: &Places<L>,
    to: L,
    turning: Turning,
) -> Turned<L> {
    let kicks = turning.kicks;
    let (right, left) = if IS_I && matches!(kicks, Kicks::SrsPlus) {
        (
            quarter::<L, IS_I, true, false, BEFORE>(reached[BEFORE], to, kicks),
            quarter::<L, IS_I, true, true, AFTER>(reached[AFTER], to, kicks),
        )
    } else {
        (
            quarter::<L, IS_I, false, false, BEFORE>(reached[BEFORE], to, kicks),
            quarter::<L, IS_I, false, true, AFTER>(reached[AFTER], to, kicks),
        )
    };
    let mut turned = Turned { early: right.early.or(left.early), fifth: right.fifth.or(left.fifth) };
    if turning.half {
        let half = half::<L, IS_I, BACK>(reached[BACK], to, kicks);
        turned = Turned { early: turned.early.or(half.early), fifth: turned.fifth.or(half.fifth) };
    }
    turned
}

/// The wanted places that are not reached, whatever the rotation.
#[inline(always)]
pub(crate) fn missing<L: Lanes>(wanted: &Places<L>, reached: &Places<L>) -> L {
    let (north, east) = (wanted[0].without(reached[0]), wanted[1].without(reached[1]));
    let (south, west) = (wanted[2].without(reached[2]), wanted[3].without(reached[3]));
    north.or(east).or(south.or(west))
}

/// Lets the reached places grow until no move and no turn leads to a new one, or until all `wanted` ones are among them.
#[inline(always)]
pub(crate) fn spread<L: Lanes, const IS_I: bool>(
    fitting: &Places<L>,
    reached: &mut Places<L>,
    wanted: &Places<L>,
    turning: Turning,
) {
    loop {
        // All four rotations side by side, and a few steps before looking: both keep the processor from waiting.
        let mut before = *reached;
        for _ in 0..STEPS {
            before = *reached;
            *reached = for_each_rotation!(R => slide(fitting[R], before[R]));
        }
        if missing(wanted, reached).is_none() {
            return;
        }
        let mut grown = missing(reached, &before);
        macro_rules! turn_to {
            ($to:literal, $before:literal, $after:literal, $back:literal) => {
                if !fitting[$to].without(reached[$to]).is_none() {
                    let turned = turned_to::<L, IS_I, $to, $before, $after, $back>(reached, fitting[$to], turning);
                    let turned = turned.early.or(turned.fifth);
                    grown = grown.or(turned.without(reached[$to]));
                    reached[$to] = reached[$to].or(turned);
                }
            };
        }
        turn_to!(0, 3, 1, 2);
        turn_to!(1, 0, 2, 3);
        turn_to!(2, 1, 3, 0);
        turn_to!(3, 2, 0, 1);
        if grown.is_none() {
            return;
        }
    }
}

/// Steps to the side before the places reached are looked at.
const STEPS: usize = 2;

/// The resting places of T by spin: none, mini, full. `blocks` is the board without a ceiling (what lies above the board is
/// no corner), `reached` everything that can be reached, `start` the place of generation, where no move has led to. Also where
/// turns lead that use the fifth rotation point or a later one.
#[inline(always)]
pub(crate) fn spins<L: Lanes>(
    blocks: L,
    fitting: &Places<L>,
    reached: &Places<L>,
    start: L,
    turning: Turning,
) -> ([Places<L>; 3], L) {
    let mut spins = [[L::none(); 4]; 3];
    let mut fifth = L::none();
    // The corners: filled cells moved so that they come to lie on the centre.
    let (north_west, north_east) = (blocks.shifted(1, -1), blocks.shifted(-1, -1));
    let (south_west, south_east) = (blocks.shifted(1, 1), blocks.shifted(-1, 1));
    macro_rules! facing {
        ($to:literal, $before:literal, $after:literal, $back:literal, $a:ident, $b:ident, $c:ident, $d:ident) => {{
            let rest = resting(fitting[$to]).and(reached[$to]);
            let turned = turned_to::<L, false, $to, $before, $after, $back>(reached, fitting[$to], turning);
            fifth = fifth.or(turned.fifth);
            let front = $a.and($b);
            let three = front.and($c.or($d)).or($c.and($d).and($a.or($b)));
            let all = turned.early.or(turned.fifth);
            let spun = rest.and(three).and(all);
            let full = spun.and(front.or(turned.fifth));
            let mini = spun.without(front).and(turned.early);
            let here = reached[$to];
            let mut moved = here.left::<1>().or(here.right::<1>()).or(here.down::<1>());
            if $to == 0 {
                moved = moved.or(start);
            }
            spins[0][$to] = rest.and(moved.or(all.without(three)));
            spins[1][$to] = mini;
            spins[2][$to] = full;
        }};
    }
    facing!(0, 3, 1, 2, north_west, north_east, south_west, south_east);
    facing!(1, 0, 2, 3, north_east, south_east, north_west, south_west);
    facing!(2, 1, 3, 0, south_east, south_west, north_east, north_west);
    facing!(3, 2, 0, 1, south_west, north_west, south_east, north_east);
    (spins, fifth)
}

/// Where a piece that looks the same in two rotations has a second name: the step from its places facing South (or West)
/// to those facing North (or East) that cover the same cells.
#[inline(always)]
const fn twin_step(piece: usize, rotation: usize) -> Option<(i8, i8)> {
    let (here, there) = (CELLS[piece][rotation], CELLS[piece][rotation - 2]);
    // If both have the same shape, the step leads from the first cell of the one to the first of the other, column by
    // column.
    let mut best_here = here[0];
    let mut best_there = there[0];
    let mut i = 1;
    while i < 4 {
        if here[i].x < best_here.x || here[i].x == best_here.x && here[i].y < best_here.y {
            best_here = here[i];
        }
        if there[i].x < best_there.x || there[i].x == best_there.x && there[i].y < best_there.y {
            best_there = there[i];
        }
        i += 1;
    }
    let (x, y) = (best_here.x - best_there.x, best_here.y - best_there.y);
    let mut i = 0;
    while i < 4 {
        let mut found = false;
        let mut j = 0;
        while j < 4 {
            found |= here[i].x - x == there[j].x && here[i].y - y == there[j].y;
            j += 1;
        }
        if !found {
            return None;
        }
        i += 1;
    }
    Some((x, y))
}

/// Gives every set of cells one name: I, S and Z face North or East.
#[inline(always)]
pub(crate) fn named_once<L: Lanes, const P: usize>(places: Places<L>) -> Places<L> {
    let [north, east, south, west] = places;
    if P == O {
        return places;
    }
    match const { (twin_step(P, 2), twin_step(P, 3)) } {
        (Some((x, y)), Some((x2, y2))) => {
            [north.or(south.shifted(x, y)), east.or(west.shifted(x2, y2)), L::none(), L::none()]
        }
        _ => places,
    }
}

/// How many rotations have names of their own.
pub(crate) const fn names(piece: Piece) -> usize {
    match piece {
        Piece::O => 1,
        Piece::I | Piece::S | Piece::Z => 2,
        Piece::J | Piece::L | Piece::T => 4,
    }
}
