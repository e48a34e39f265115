//! All drops of one orientation at once, roughly valued.

use super::ground::{COLUMNS, Landings};
use super::slot::{SLOTS, Slot};
use super::wells::{depths, depths_in_halves, filled_down};
use super::whole::{difference_bits, numbers};
use super::{Choice, Form, Scene, Stamp, code};
use crate::lanes::Lanes;

/// All drops of one orientation; `W` is its width.
#[inline(always)]
pub(crate) fn look<L: Form, const W: usize, const SET: u64>(
    scene: &Scene<'_, L, SET>,
    stamp: &Stamp,
    orientation: usize,
    choice: &mut Choice<'_, L>,
) {
    let (kernel, terms, ground) = (scene.kernel, scene.terms, &scene.ground);
    let size = kernel.rules.size();
    let (none, one) = (L::none(), L::every(1));
    let Landings { valid, heights, row, top, old, new, full, rows, clearing, lost } =
        Landings::new::<W>(kernel.rules, ground, stamp);
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
                if ground.stack + 4 <= 16 {
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
        before[0] = ground.heights.left::<1>(none);
        before[W + 1] = ground.heights.right_by(W, none);
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
    let stack = top.max(L::every(ground.stack));
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

    let others = valid & !lost & !clearing;
    choice.rough[orientation] = L::rough_only(rough, others);
    if let Some(rest) = scene.rest() {
        L::add_rest(scene, rest, stamp, row, others, orientation, choice);
    }
    if lost != 0 {
        choice.offer::<SET>(kernel.lost, code(orientation as u32, lost.trailing_zeros()));
    }
    if clearing != 0 {
        let (landing, rows) = (row.words(), rows.words());
        let mut left = clearing;
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = L::exact(scene, stamp, column, landing[column], rows[column]);
            choice.surviving += u32::from(value.is_some());
            choice.offer::<SET>(value.unwrap_or(kernel.lost), code(orientation as u32, column as u32));
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
pub(crate) fn common<L: Form, const SET: u64>(scene: &Scene<'_, L, SET>) -> f64 {
    let mut found = [0; SLOTS];
    numbers::<L, SET>(scene.kernel.rules, scene.terms.used, scene.ground.columns, scene.ground.wall, &mut found);
    let mut value = scene.kernel.rewards[0];
    for term in &scene.terms.list {
        if term.slot.is_change() {
            value += f64::from(found[term.slot as usize]) * term.weight;
        } else if term.slot == Slot::EmptyCells {
            // The four cells of the piece are filled too.
            value -= f64::from(found[Slot::FilledCells as usize] + 4) * term.weight;
        }
    }
    value
}
