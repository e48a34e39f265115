//! What is added up where drops are valued exactly: slots, other features and formulas.

use tetrolab_engine::{Board, Drop, DropRules, Piece};

use super::exact::Single;
use super::ground::{Ground, Landings};
use super::program::{MOST_PLACES, Places, Program, Sight};
use super::quantity::{Found, Quantity};
use super::slot::{ANY, SOLVER};
use super::{Kernel, Stamp};
use crate::lanes::{Lanes, Mask};
use crate::linear::{Best, SLIGHT};
use crate::measure::Measure;
use crate::weights::Weight;

/// What a weight belongs to.
#[derive(Clone, Debug)]
enum Source {
    Quantity(Quantity),
    Program(Program),
}

/// The terms of a value, in order.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    terms: Vec<(Source, f64)>,
    /// The slots that they need.
    pub(super) used: u64,
    /// How many drops are worked out at once.
    group: usize,
}

/// Room for several drops.
pub(crate) struct Room<L> {
    found: [Found<L>; MOST_DROPS],
    places: Places<ALL_PLACES>,
}

/// The most drops of an orientation.
const MOST_DROPS: usize = 16;

/// Places of a stack, for all drops that are worked out at once.
const ALL_PLACES: usize = 32;

impl<L: Lanes> Room<L> {
    #[inline(always)]
    pub(super) fn new() -> Room<L> {
        Room { found: [Found::nothing(); MOST_DROPS], places: Places::new() }
    }
}

impl Sum {
    /// `None` if a feature is not known here.
    pub(super) fn new<'w>(weights: impl IntoIterator<Item = &'w Weight>, rules: DropRules) -> Option<Sum> {
        let mut sum = Sum { terms: Vec::new(), used: 0, group: MOST_DROPS };
        for Weight { measure, weight } in weights {
            let source = match measure {
                Measure::Feature { feature, index } => {
                    let quantity = Quantity::of(feature, *index)?;
                    sum.used |= quantity.slots();
                    Source::Quantity(quantity)
                }
                Measure::Formula(formula) => {
                    let program = Program::new(formula, rules)?;
                    sum.used |= program.slots;
                    sum.group = sum.group.min(ALL_PLACES / program.places);
                    Source::Program(program)
                }
            };
            sum.terms.push((source, *weight));
        }
        Some(sum)
    }

    /// Finds what is to be known of a drop. Says whether it survives.
    #[inline(always)]
    fn find<L: Lanes, const SET: u64>(
        &self,
        rules: DropRules,
        ground: &Ground<L>,
        single: &Single<'_>,
        found: &mut Found<L>,
    ) -> bool {
        let Some(boards) = single.play(rules, ground) else { return false };
        (found.after, found.heights) = (boards.after, boards.after.height());
        if self.used != 0 {
            single.numbers::<L, SET>(rules, self.used, &boards, ground.wall, &mut found.numbers);
        }
        true
    }

    /// Adds up the values of drops, without rewards.
    #[inline(always)]
    fn add_up<L: Lanes, const COUNT: usize>(
        &self,
        rules: DropRules,
        wall: L,
        found: &[Found<L>],
        places: &mut Places<COUNT>,
        values: &mut [f64],
    ) {
        values.fill(0.0);
        for (source, weight) in &self.terms {
            match source {
                // Most are this, and want a loop of their own.
                Source::Quantity(Quantity::Whole(slot)) => {
                    for (value, found) in values.iter_mut().zip(found) {
                        *value += weight * f64::from(found.numbers[*slot as usize]);
                    }
                }
                Source::Quantity(quantity) => {
                    for (value, found) in values.iter_mut().zip(found) {
                        *value += weight * quantity.value(found, rules.size().width);
                    }
                }
                Source::Program(program) => {
                    let mut stacks = places.stacks(found.len());
                    let numbers = program.values(Sight { rules, wall, found }, &mut stacks);
                    for (value, number) in values.iter_mut().zip(numbers) {
                        *value += weight * number;
                    }
                }
            }
        }
    }

    /// The values of drops of one orientation, without rewards; `None` for those that lose the game.
    #[inline(always)]
    pub(super) fn values<L: Lanes, const SET: u64>(
        &self,
        rules: DropRules,
        ground: &Ground<L>,
        drops: Drops<'_>,
        room: &mut Room<L>,
    ) -> [Option<f64>; MOST_DROPS] {
        let mut all = [None; MOST_DROPS];
        let mut left = drops.which;
        while left != 0 {
            let mut columns = [0; MOST_DROPS];
            let mut count = 0;
            while left != 0 && count < self.group {
                let column = left.trailing_zeros() as usize;
                left &= left - 1;
                let Drops { stamp, landing, rows, .. } = drops;
                let single = Single { stamp, column, row: landing[column], rows: rows[column] };
                if self.find::<L, SET>(rules, ground, &single, &mut room.found[count]) {
                    columns[count] = column;
                    count += 1;
                }
            }
            let mut values = [0.0; MOST_DROPS];
            self.add_up(rules, ground.wall, &room.found[..count], &mut room.places, &mut values[..count]);
            for (&column, &value) in columns[..count].iter().zip(&values) {
                all[column] = Some(value);
            }
        }
        all
    }
}

/// Some drops of one orientation.
#[derive(Clone, Copy)]
pub(super) struct Drops<'d> {
    pub stamp: &'d Stamp,
    pub which: Mask,
    /// For each column, the row in which the piece comes to lie, and the rows that are removed.
    pub landing: &'d [u32; 16],
    pub rows: &'d [u32; 16],
}

/// The value of one drop; `None` if it loses the game.
#[inline(always)]
pub(crate) fn value_of_single<L: Lanes>(
    kernel: &Kernel,
    ground: &Ground<L>,
    sum: &Sum,
    single: &Single<'_>,
) -> Option<f64> {
    let mut found = Found::nothing();
    if !sum.find::<L, ANY>(kernel.rules, ground, single, &mut found) {
        return None;
    }
    let mut value = [0.0];
    sum.add_up(kernel.rules, ground.wall, &[found], &mut Places::<MOST_PLACES>::new(), &mut value);
    Some(kernel.rewards[single.rows.count_ones() as usize] + value[0])
}

/// The best drop of a piece on a board that fits; `None` if its stack reaches above the board. Drops are compared one after the
/// other.
#[inline(always)]
pub(crate) fn best_of_singles<L: Lanes>(kernel: &Kernel, sum: &Sum, board: &Board, piece: Piece) -> Option<Best> {
    let ground = Ground::<L>::new(kernel.rules, board)?;
    let mut room = Room::new();
    let mut best = Best { drop: Drop { piece, orientation: 0, column: 0 }, value: f64::NEG_INFINITY, surviving: 0 };
    for (orientation, stamp) in (0..).zip(&kernel.stamps[piece as usize]) {
        let landings = match stamp.width {
            1 => Landings::new::<1>(kernel.rules, &ground, stamp),
            2 => Landings::new::<2>(kernel.rules, &ground, stamp),
            3 => Landings::new::<3>(kernel.rules, &ground, stamp),
            4 => Landings::new::<4>(kernel.rules, &ground, stamp),
            // There are no more orientations.
            _ => break,
        };
        let landing = landings.row.words();
        let rows = landings.rows.only(landings.clearing).words();
        let drops = Drops { stamp, which: landings.valid, landing: &landing, rows: &rows };
        let values = match sum.used {
            SOLVER => sum.values::<L, SOLVER>(kernel.rules, &ground, drops, &mut room),
            _ => sum.values::<L, ANY>(kernel.rules, &ground, drops, &mut room),
        };
        for column in 0..landings.valid.count_ones() as usize {
            let value = match values[column] {
                None => kernel.lost,
                Some(value) => kernel.rewards[rows[column].count_ones() as usize] + value,
            };
            best.surviving += u32::from(values[column].is_some());
            if value - best.value > SLIGHT {
                (best.drop.orientation, best.drop.column, best.value) = (orientation, column as u8, value);
            }
        }
    }
    Some(best)
}
