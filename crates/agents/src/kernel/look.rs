//! All drops of one orientation at once, roughly valued, and single drops, exactly.

use super::slot::{BEFORE, SLOTS, Slot};
use super::wells::{depths, depths_in_halves, filled_down};
use super::whole::{difference_bits, inside, numbers, stack};
use super::{Choice, Form, Scene, Stamp, code};
use crate::lanes::{Lanes, Mask};

/// The most columns that wells are counted in, four and their neighbours, and one more on each side.
const COLUMNS: usize = 8;

/// All drops of one orientation; `W` is its width.
#[inline(always)]
pub(crate) fn look<L: Form, const W: usize, const SET: u32>(
    scene: &Scene<'_, L, SET>,
    stamp: &Stamp,
    orientation: usize,
    choice: &mut Choice<L>,
) {
    let (kernel, terms) = (scene.kernel, scene.terms);
    let size = kernel.rules.size();
    let count = size.width as usize + 1 - W;
    let valid = ((1u32 << count) - 1) as Mask;
    let (none, one) = (L::none(), L::every(1));
    let mut heights = [none; 4];
    let mut row = none;
    let mut k = 0;
    while k < W {
        heights[k] = scene.heights.right_by(k, none);
        row = row.max(heights[k].minus(L::every(stamp.undersides[k])));
        k += 1;
    }
    // The touched columns with their two neighbours on each side, before and after.
    let mut old = [none; COLUMNS];
    old[0] = scene.columns.left::<2>(scene.wall);
    old[1] = scene.columns.left::<1>(scene.wall);
    old[W + 2] = scene.columns.right_by(W, scene.wall);
    old[W + 3] = scene.columns.right_by(W + 1, scene.wall);
    let mut new = old;
    // All columns but the touched ones: eight from the first after them on, and eight that end with the last before them.
    let eight = scene.full_eight;
    let mut full = eight.right_by(W, eight).and(eight.right::<8>(eight));
    let mut k = 0;
    while k < W {
        old[k + 2] = scene.columns.right_by(k, none);
        new[k + 2] = old[k + 2].or(L::every(stamp.columns[k]).up_by(row));
        full = full.and(new[k + 2]);
        k += 1;
    }
    let touched = L::every(stamp.rows).up_by(row);
    let top = row.plus(L::every(stamp.height));
    let limit = L::every(size.height.into());
    let over = top.max(limit).minus(limit).some() & valid;
    let mut clearing = full.and(touched).some() & valid;
    if !kernel.rules.lines_after_overflow {
        clearing &= !over;
    }
    let lost = over & !clearing;
    choice.surviving += (valid & !lost & !clearing).count_ones();

    let mut rough = L::every_rough(0.0);
    macro_rules! put {
        ($slot:ident, $value:expr) => {
            if terms.uses::<SET>(Slot::$slot.bit()) {
                rough = L::add_roughly(rough, $value, terms.rough[Slot::$slot as usize]);
            }
        };
    }
    put!(LandingHeightTwice, row.plus(row).plus(L::every(stamp.middle_twice)));
    if terms.uses::<SET>(Slot::RowTransitions.bit()) {
        // Where there is an edge already it vanishes, elsewhere there is a new one.
        let mut shared = none;
        let mut j = 0;
        while j <= W {
            let there = old[j + 1].xor(old[j + 2]);
            shared = shared.plus(there.and(L::every(stamp.edges[j]).up_by(row)).count());
            j += 1;
        }
        put!(RowTransitions, L::every(stamp.edge_count).minus(shared.plus(shared)));
    }
    let gap_slots = Slot::ColumnTransitions.bit()
        | Slot::Holes.bit()
        | Slot::CoveredCells.bit()
        | Slot::HoleDepth.bit()
        | Slot::RowsWithHoles.bit();
    if terms.uses::<SET>(gap_slots) {
        let mut gap_rows = scene.hole_rows;
        let (mut gaps, mut gapped, mut over_holes) = (none, none, none);
        let mut k = 0;
        while k < W {
            let gap = row.plus(L::every(stamp.undersides[k])).minus(heights[k]);
            gaps = gaps.plus(gap);
            let has_gap = gap.min(one);
            gapped = gapped.plus(has_gap);
            if terms.uses::<SET>(Slot::HoleDepth.bit()) {
                let holed = scene.holed.right_by(k, none).or(none.minus(has_gap));
                over_holes = over_holes.plus(holed.and(L::every(stamp.cells[k])));
            }
            if terms.uses::<SET>(Slot::RowsWithHoles.bit()) {
                let below = L::every(stamp.underside_bits[k]).up_by(row).minus(one.up_by(heights[k]));
                gap_rows = gap_rows.or(below);
            }
            k += 1;
        }
        put!(ColumnTransitions, gapped.plus(gapped));
        put!(Holes, gaps);
        put!(CoveredCells, gaps);
        put!(HoleDepth, over_holes);
        put!(RowsWithHoles, gap_rows.count());
    }
    if terms.uses::<SET>(Slot::Wells.bit() | Slot::WellsFast.bit()) {
        let mut cells = [none; COLUMNS];
        let mut j = 0;
        while j < W + 2 {
            cells[j + 1] = new[j].and(new[j + 2]).without(new[j + 1]).only(valid);
            j += 1;
        }
        macro_rules! depths {
            ($cells:expr) => {{
                let (cells, own) = ($cells, new);
                if scene.stack + 4 <= 16 {
                    match W {
                        1 => depths_in_halves::<L, 3, 2>(among(cells), among(own)),
                        2 => depths_in_halves::<L, 4, 2>(among(cells), among(own)),
                        3 => depths_in_halves::<L, 5, 3>(among(cells), among(own)),
                        _ => depths_in_halves::<L, 6, 3>(among(cells), among(own)),
                    }
                } else {
                    match W {
                        1 => depths::<L, 3, false>(among(cells), among(own)),
                        2 => depths::<L, 4, false>(among(cells), among(own)),
                        3 => depths::<L, 5, false>(among(cells), among(own)),
                        _ => depths::<L, 6, false>(among(cells), among(own)),
                    }
                }
            }};
        }
        if terms.uses::<SET>(Slot::Wells.bit()) {
            put!(Wells, depths!(cells).minus(scene.wells.around::<W>()));
        }
        if terms.uses::<SET>(Slot::WellsFast.bit()) {
            let cells = filled_down::<L, COLUMNS>(cells, new);
            put!(WellsFast, depths!(cells).minus(scene.wells_fast.around::<W>()));
        }
    }
    let height_slots =
        Slot::Diversity.bit() | Slot::Roughness.bit() | Slot::Bumpiness.bit() | Slot::AggregateHeight.bit();
    if terms.uses::<SET>(height_slots) {
        // The heights from the left neighbour to the right one, before and after.
        let mut before = [none; COLUMNS];
        before[0] = scene.heights.left::<1>(none);
        before[W + 1] = scene.heights.right_by(W, none);
        let mut after = before;
        let mut higher = none;
        let mut k = 0;
        while k < W {
            before[k + 1] = heights[k];
            after[k + 1] = row.plus(L::every(stamp.tops[k]));
            higher = higher.plus(after[k + 1].minus(before[k + 1]));
            k += 1;
        }
        let (mut bits, mut rougher) = (none, none);
        let mut j = 0;
        while j <= W {
            // Walls have no height to differ from.
            let lanes = if j == 0 {
                valid & !1
            } else if j == W {
                valid >> 1
            } else {
                valid
            };
            bits = bits.or(difference_bits(after[j], after[j + 1]).only(lanes));
            let change = after[j].distance(after[j + 1]).minus(before[j].distance(before[j + 1]));
            rougher = rougher.plus(change.only(lanes));
            j += 1;
        }
        let elsewhere = scene.differences_left.left::<2>(none).or(scene.differences_right.right_by(W, none));
        put!(Diversity, bits.or(elsewhere).count());
        put!(Roughness, rougher);
        put!(Bumpiness, rougher);
        put!(AggregateHeight, higher);
    }
    let stack = top.max(L::every(scene.stack));
    put!(WallHeight, stack);
    put!(MaximumHeight, stack);
    put!(Constant, one);
    put!(FullRows, full.count());
    put!(FilledCells, L::every(4));
    if terms.uses::<SET>(Slot::EmptyCells.bit()) {
        // The width is at most 16: additions instead of a slow multiplication. The filled cells are the same for all.
        let (mut cells, mut doubled) = (none, stack);
        let mut bit = 0;
        while bit < 5 {
            if size.width >> bit & 1 == 1 {
                cells = cells.plus(doubled);
            }
            doubled = doubled.plus(doubled);
            bit += 1;
        }
        put!(EmptyCells, cells);
    }
    let twice = row.plus(row);
    put!(WeightedHeight, twice.plus(twice).plus(L::every(stamp.weighted_cells)));

    choice.rough[orientation] = L::rough_only(rough, valid & !lost & !clearing);
    if lost != 0 {
        choice.offer(kernel.lost, code(orientation as u32, lost.trailing_zeros()));
    }
    if clearing != 0 {
        let (landing, rows) = (row.words(), full.and(touched).words());
        let mut left = clearing;
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = L::exact(scene, stamp, column, landing[column], rows[column]);
            choice.surviving += u32::from(value.is_some());
            choice.offer(value.unwrap_or(kernel.lost), code(orientation as u32, column as u32));
        }
    }
}

/// `N` of the columns, from the second on.
#[inline(always)]
fn among<L: Lanes, const N: usize>(columns: [L; COLUMNS]) -> [L; N] {
    let mut some = [L::none(); N];
    let mut j = 0;
    while j < N {
        some[j] = columns[j + 1];
        j += 1;
    }
    some
}

/// What all drops that fill no row have in common: the value of the board before.
#[inline(always)]
pub(crate) fn common<L: Form, const SET: u32>(scene: &Scene<'_, L, SET>) -> f64 {
    let numbers = numbers::<L, SET>(scene.kernel.rules, scene.terms, scene.columns, scene.wall);
    let mut value = scene.kernel.rewards[0];
    for term in &scene.terms.list {
        if term.slot.is_change() {
            value += f64::from(numbers[term.slot as usize]) * term.weight;
        } else if term.slot == Slot::EmptyCells {
            // The four cells of the piece are filled too.
            value -= f64::from(numbers[Slot::FilledCells as usize] + 4) * term.weight;
        }
    }
    value
}

/// The value of one drop that comes to lie in `row` and removes `rows`; nothing if it loses the game.
#[inline(always)]
pub(crate) fn exact<L: Form, const SET: u32>(
    scene: &Scene<'_, L, SET>,
    stamp: &Stamp,
    column: usize,
    row: u32,
    rows: u32,
) -> Option<f64> {
    let (kernel, terms) = (scene.kernel, scene.terms);
    let size = kernel.rules.size();
    let inside = inside(size.width);
    let mut before = scene.columns;
    let mut k = 0;
    while k < stamp.width as usize {
        before = before.or(L::every(stamp.columns[k] << row).only(1 << (column + k)));
        k += 1;
    }
    let mut columns = before;
    let mut left = rows;
    while left != 0 {
        // From the top down, so that the rows still to be removed keep their number.
        let below = (1 << (31 - left.leading_zeros())) - 1;
        columns = columns.and(L::every(below)).or(columns.down::<1>().without(L::every(below)));
        left &= below;
    }
    columns = columns.only(inside).or(scene.wall.only(!inside));
    let height = u32::from(size.height);
    if row + stamp.height > height && stack(columns.only(inside)) > height {
        return None;
    }
    let mut found: [u32; SLOTS] = numbers::<L, SET>(kernel.rules, terms, columns, scene.wall);
    if terms.uses::<SET>(BEFORE) {
        let seen = numbers::<L, SET>(kernel.rules, terms, before, scene.wall);
        found[Slot::AggregateHeight as usize..].copy_from_slice(&seen[Slot::AggregateHeight as usize..]);
        let open = L::every(u32::MAX).without(before).only(inside).any();
        found[Slot::FullRows as usize] = (!open).count_ones();
    }
    let lines = rows.count_ones();
    let eroded = (0..4).fold(0, |eroded, k| eroded + (stamp.columns[k] << row & rows).count_ones());
    found[Slot::LandingHeightTwice as usize] = 2 * row + stamp.middle_twice;
    found[Slot::Constant as usize] = 1;
    found[Slot::Lines as usize] = lines;
    found[Slot::Eroded as usize] = lines * eroded;
    let mut value = 0.0;
    for term in &terms.list {
        value += f64::from(found[term.slot as usize]) * term.weight;
    }
    Some(kernel.rewards[lines as usize] + value)
}
