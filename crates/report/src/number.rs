//! Numbers as people read them.

use crate::plot::text::{group, number};

/// The digits of numbers that are not whole.
const DIGITS: usize = 4;
/// Whole numbers are written out below this.
const LARGE: f64 = 1e6;

/// The digits of the ends of intervals, at least and at most.
const END_DIGITS: usize = 3;
const MOST_DIGITS: usize = 6;

/// A number with a sensible number of digits: 12, -13.75, 0.0321, 5.07×10⁷.
pub fn written(value: f64) -> String {
    rounded(value, DIGITS)
}

fn rounded(value: f64, digits: usize) -> String {
    if value.fract() == 0.0 && value.abs() < LARGE {
        // A zero has no sign.
        return group(&format!("{}", value + 0.0));
    }
    let text = number(value, digits);
    // 0.500 says no more than 0.5.
    match text.split_once('×') {
        None if text.contains('.') => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        _ => text,
    }
}

/// A number with its interval: `12.5 (11 to 14)`. Narrow intervals get more digits, so that their width can be seen.
pub fn with_interval(value: Option<f64>, interval: Option<(f64, Option<f64>)>) -> String {
    let width = interval.and_then(|(low, high)| Some(high? - low)).filter(|&width| width > 0.0);
    // Two digits of the width.
    let digits = |of: f64, least: usize| {
        let more = width.map_or(0.0, |width| of.abs().log10().floor() - width.log10().floor() + 2.0);
        (more.max(0.0) as usize).clamp(least, MOST_DIGITS.max(least))
    };
    let end = |end: f64| rounded(end, digits(end, END_DIGITS));
    // An interval that is a point says nothing.
    let is_point =
        |(low, high): &(f64, Option<f64>)| high.is_some_and(|high| value.is_some() && end(*low) == end(high));
    let range = interval.filter(|interval| !is_point(interval)).map(|(low, high)| match high {
        Some(high) => format!("{} to {}", end(low), end(high)),
        None => format!("at least {}", end(low)),
    });
    match (value, range) {
        (Some(value), Some(range)) => format!("{} ({range})", rounded(value, digits(value, DIGITS))),
        (Some(value), None) => written(value),
        (None, Some(range)) => range,
        (None, None) => "–".to_owned(),
    }
}

/// A p-value.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// A time, given in seconds.
pub fn duration(seconds: f64) -> String {
    match seconds {
        short if short < 0.001 => format!("{} ms", number(1000.0 * short, 2)),
        short if short < 1.0 => format!("{:.0} ms", 1000.0 * short),
        short if short < 60.0 => format!("{short:.1} s"),
        medium if medium < 3600.0 => format!("{:.0} min {:02.0} s", (medium / 60.0).floor(), (medium % 60.0).floor()),
        long => format!("{:.0} h {:02.0} min", (long / 3600.0).floor(), (long % 3600.0 / 60.0).floor()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sensible_length() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (12.0, "12"),
            (-13.75, "-13.75"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.3333"),
            (123_456.0, "123\u{2009}456"),
            (50_651_234.17, "5.065×10⁷"),
            (1e6, "1.000×10⁶"),
            (1e-7, "1.000×10⁻⁷"),
        ] {
            assert_eq!(written(value), expected);
        }
    }

    #[test]
    fn intervals_may_be_open_or_missing() {
        assert_eq!(with_interval(Some(2.0), Some((1.0, Some(3.5)))), "2 (1 to 3.5)");
        assert_eq!(with_interval(Some(2.0), Some((1.0, None))), "2 (at least 1)");
        assert_eq!(with_interval(None, Some((1.0, Some(2.0)))), "1 to 2");
        assert_eq!(with_interval(Some(2.0), None), "2");
        assert_eq!(with_interval(Some(0.5), Some((0.012_578, Some(0.987_42)))), "0.5 (0.0126 to 0.987)");
        assert_eq!(with_interval(Some(2.0), Some((2.0, Some(2.0)))), "2");
        assert_eq!(with_interval(Some(3417.32), Some((3401.26, Some(3430.1)))), "3417 (3401 to 3430)");
        assert_eq!(with_interval(Some(0.726_31), Some((0.725_01, Some(0.727_99)))), "0.7263 (0.725 to 0.728)");
        assert_eq!(with_interval(Some(5.07e7), Some((4.75e7, Some(5.389e7)))), "5.070×10⁷ (4.75×10⁷ to 5.39×10⁷)");
        assert_eq!(with_interval(None, None), "–");
    }

    #[test]
    fn durations_have_units() {
        for (seconds, expected) in
            [(0.0000254, "0.025 ms"), (0.25, "250 ms"), (2.0, "2.0 s"), (75.0, "1 min 15 s"), (7261.0, "2 h 01 min")]
        {
            assert_eq!(duration(seconds), expected);
        }
    }
}
