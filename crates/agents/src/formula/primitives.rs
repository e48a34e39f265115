//! The names in formulas that are no features: every one in a table.

use std::fmt;

use crate::features::{Count, Dropped, FEATURES, Feature, height, holes_of, with_neighbours};
use crate::nearest::Unknown;

/// Where a name can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anywhere: one number for the whole board.
    Board,
    /// Inside of `sum`, `largest` and `smallest` only: one number for each column.
    Column,
}

/// A number that formulas have besides features. It looks at the board when full rows are gone.
#[derive(Clone, Copy)]
pub struct Primitive {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Where it can stand.
    pub scope: Scope,
    /// The number, or that of a column.
    pub value: fn(&Dropped, usize) -> f64,
}

impl fmt::Debug for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Primitive {
    fn eq(&self, other: &Primitive) -> bool {
        self.name == other.name
    }
}

/// A number of each column.
const fn column(name: &'static str, meaning: &'static str, value: fn(&Dropped, usize) -> f64) -> Primitive {
    Primitive { name, meaning, scope: Scope::Column, value }
}

/// All of them.
pub const PRIMITIVES: &[Primitive] = &[
    Primitive {
        name: "columns",
        meaning: "columns of the board",
        scope: Scope::Board,
        value: |dropped, _| dropped.rules.size().width.into(),
    },
    Primitive {
        name: "rows",
        meaning: "rows of the board",
        scope: Scope::Board,
        value: |dropped, _| dropped.rules.size().height.into(),
    },
    column("height", "height of the column", |dropped, x| height_at(dropped, x as isize)),
    column("left", "height of the column on its left; a wall is as high as the board", |dropped, x| {
        height_at(dropped, x as isize - 1)
    }),
    column("right", "height of the column on its right; a wall is as high as the board", |dropped, x| {
        height_at(dropped, x as isize + 1)
    }),
    column("depth", "how much lower it is than the lower of these two; 0 if it is not", depth),
    column("filled", "filled cells", |dropped, x| f64::from(dropped.after.columns()[x].count_ones())),
    column("holes", "empty cells with a filled one above", |dropped, x| {
        f64::from(holes_of(dropped.after.columns()[x]).count_ones())
    }),
    column("cover", "filled cells with an empty one below", |dropped, x| {
        let column = dropped.after.columns()[x];
        f64::from(column.count_ones() - column.trailing_ones())
    }),
    column("lid", "filled cells above the highest hole; 0 without a hole", lid),
    column("transitions", "changes between filled and empty along the column, floor filled", |dropped, x| {
        let column = dropped.after.columns()[x];
        f64::from((column ^ (column << 1 | 1)).count_ones())
    }),
    column("wells", "empty cells between two filled ones, walls filled", |dropped, x| {
        let around = with_neighbours(&dropped.after).nth(x);
        f64::from(around.map_or(0, |(left, column, right)| (!column & left & right).count_ones()))
    }),
    column("from_wall", "columns between it and the nearer wall", |dropped, x| {
        x.min(dropped.after.columns().len() - 1 - x) as f64
    }),
];

/// The height of a column; walls are as high as the board.
fn height_at(dropped: &Dropped, x: isize) -> f64 {
    let column = usize::try_from(x).ok().and_then(|x| dropped.after.columns().get(x));
    column.map_or_else(|| f64::from(dropped.rules.size().height), |&column| f64::from(height(column)))
}

fn depth(dropped: &Dropped, x: usize) -> f64 {
    let x = x as isize;
    let lower = height_at(dropped, x - 1).min(height_at(dropped, x + 1));
    (lower - height_at(dropped, x)).max(0.0)
}

fn lid(dropped: &Dropped, x: usize) -> f64 {
    let column = dropped.after.columns()[x];
    match holes_of(column) {
        0 => 0.0,
        holes => f64::from(height(column) - height(holes)),
    }
}

/// What a name stands for.
pub(super) enum Named {
    Feature(&'static Feature),
    Primitive(&'static Primitive),
}

/// The feature or primitive with this name.
pub(super) fn named(name: &str) -> Result<Named, Unknown> {
    if let Some(feature) = FEATURES.iter().find(|feature| feature.name == name) {
        return Ok(Named::Feature(feature));
    }
    let primitive = PRIMITIVES.iter().find(|primitive| primitive.name == name);
    let names = PRIMITIVES.iter().map(|primitive| primitive.name).chain(FEATURES.iter().map(|feature| feature.name));
    primitive.map(Named::Primitive).ok_or_else(|| Unknown::new("feature or column number", name, names))
}

/// Formulas are about features that are one number.
pub(super) fn check_feature(feature: &Feature) -> Result<(), String> {
    match feature.count {
        Count::One => Ok(()),
        _ => Err(format!("{} is several numbers, so it cannot be part of a formula", feature.name)),
    }
}

/// Whether a primitive can stand here.
pub(super) fn check_place(primitive: &Primitive, scope: Scope) -> Result<(), String> {
    if primitive.scope == Scope::Column && scope == Scope::Board {
        return Err(format!(
            "{} is a number of each column, so it belongs inside of sum, largest or smallest",
            primitive.name
        ));
    }
    Ok(())
}
