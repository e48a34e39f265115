//! What can be done with numbers in a formula, and with one number of each column.

use tetrolab_engine::MAX_WIDTH;

use super::LARGEST_VALUE;

/// What is done with one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`.
    Negate,
    /// `abs(a)`.
    Absolute,
}

impl Unary {
    /// All of them.
    pub const ALL: [Unary; 2] = [Unary::Negate, Unary::Absolute];

    /// The sign or the word for it.
    pub const fn name(self) -> &'static str {
        ["-", "abs"][self as usize]
    }

    #[inline(always)]
    pub fn of(self, number: f64) -> f64 {
        match self {
            Unary::Negate => -number,
            Unary::Absolute => number.abs(),
        }
    }
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `a + b`.
    Plus,
    /// `a - b`.
    Minus,
    /// `a * b`.
    Times,
    /// `a / b`; 0 if `b` is, and never larger in size than [`LARGEST_VALUE`].
    Over,
    /// `min(a, b)`.
    Smaller,
    /// `max(a, b)`.
    Larger,
    /// `a > b`, which is 1 or 0.
    Above,
    /// `a < b`, which is 1 or 0.
    Below,
}

impl Binary {
    /// All of them.
    pub const ALL: [Binary; 8] = [
        Binary::Plus,
        Binary::Minus,
        Binary::Times,
        Binary::Over,
        Binary::Smaller,
        Binary::Larger,
        Binary::Above,
        Binary::Below,
    ];

    /// The sign or the word for it.
    pub const fn name(self) -> &'static str {
        ["+", "-", "*", "/", "min", "max", ">", "<"][self as usize]
    }

    #[inline(always)]
    pub fn of(self, left: f64, right: f64) -> f64 {
        match self {
            Binary::Plus => left + right,
            Binary::Minus => left - right,
            Binary::Times => left * right,
            Binary::Over if right == 0.0 => 0.0,
            Binary::Over => bounded(left / right),
            Binary::Smaller => smaller(left, right),
            Binary::Larger => larger(left, right),
            Binary::Above => f64::from(u8::from(left > right)),
            Binary::Below => f64::from(u8::from(left < right)),
        }
    }
}

/// What is done with one number of each column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// `sum(a)`.
    Sum,
    /// `largest(a)`.
    Largest,
    /// `smallest(a)`.
    Smallest,
}

impl Aggregate {
    /// All of them.
    pub const ALL: [Aggregate; 3] = [Aggregate::Sum, Aggregate::Largest, Aggregate::Smallest];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["sum", "largest", "smallest"][self as usize]
    }

    /// The result for the first `width` columns.
    ///
    /// A sum is added up by halves, as if there were sixteen columns: those eight apart, then those four apart, and so on. Where
    /// numbers are not whole the order can change the last digit, and this one suits vector registers.
    #[inline(always)]
    pub fn of(self, columns: &[f64; MAX_WIDTH as usize], width: u8) -> f64 {
        match self {
            Aggregate::Sum => joined(columns, width, 0.0, |one, other| one + other),
            Aggregate::Largest => joined(columns, width, f64::NEG_INFINITY, larger),
            Aggregate::Smallest => joined(columns, width, f64::INFINITY, smaller),
        }
    }
}

/// Joins the first `width` columns by halves; `beyond` stands for those that are missing.
#[inline(always)]
fn joined(columns: &[f64; MAX_WIDTH as usize], width: u8, beyond: f64, join: impl Fn(f64, f64) -> f64) -> f64 {
    let mut joined = *columns;
    for (column, value) in joined.iter_mut().enumerate() {
        *value = if column < usize::from(width) { *value } else { beyond };
    }
    let mut half = joined.len() / 2;
    while half > 0 {
        for column in 0..half {
            joined[column] = join(joined[column], joined[column + half]);
        }
        half /= 2;
    }
    joined[0]
}

#[inline(always)]
fn smaller(left: f64, right: f64) -> f64 {
    if left < right { left } else { right }
}

#[inline(always)]
fn larger(left: f64, right: f64) -> f64 {
    if left > right { left } else { right }
}

/// A number that is not larger in size than the largest value.
#[inline(always)]
pub(crate) fn bounded(number: f64) -> f64 {
    larger(smaller(number, LARGEST_VALUE), -LARGEST_VALUE)
}
