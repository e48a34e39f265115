//! Time in whole nanoseconds. The engine reads no clock: the caller says what time it is.

use std::fmt;

/// Nanoseconds, as a moment since the game began or as a span.
pub type Time = u64;

/// A millisecond.
pub const MILLISECOND: Time = 1_000_000;
/// A second.
pub const SECOND: Time = 1_000_000_000;
/// The last moment a game knows, about 104 days: 2^53, so that every time is exact in languages whose numbers are
/// doubles.
pub const LATEST: Time = 1 << 53;
/// No time at all: a timer that does not run, a delay that does not end.
pub const NEVER: Time = Time::MAX;

/// Reads a time such as `1.5s`, `250ms`, `16666667ns` or, with no unit, seconds. Nothing is rounded: a fraction of a
/// nanosecond is refused.
///
/// ```
/// # use tetrolab_engine::parse_time;
/// assert_eq!(parse_time("0.5"), Some(500_000_000));
/// assert_eq!(parse_time("16.25ms"), Some(16_250_000));
/// assert_eq!(parse_time("0.5ns"), None);
/// assert_eq!(parse_time("soon"), None);
/// ```
pub fn parse_time(text: &str) -> Option<Time> {
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, MILLISECOND)
    } else if let Some(number) = text.strip_suffix("ns") {
        (number, 1)
    } else {
        (text.strip_suffix('s').unwrap_or(text), SECOND)
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole: Time = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut nanoseconds = whole.checked_mul(unit)?;
    let mut unit = unit;
    for digit in fraction.bytes().map(|byte| Time::from(byte - b'0')) {
        if unit % 10 != 0 {
            if digit != 0 {
                return None;
            }
            continue;
        }
        unit /= 10;
        nanoseconds = nanoseconds.checked_add(digit * unit)?;
    }
    Some(nanoseconds)
}

/// Shows a time in seconds, with at least three decimals and no needless zero after them.
///
/// ```
/// # use tetrolab_engine::Seconds;
/// assert_eq!(Seconds(500_000_000).to_string(), "0.500");
/// assert_eq!(Seconds(55_555_555).to_string(), "0.055555555");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Time);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = format!("{:09}", self.0 % SECOND);
        let fine = fraction[3..].trim_end_matches('0');
        f.pad(&format!("{}.{}{fine}", self.0 / SECOND, &fraction[..3]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_the_round_trip() {
        for time in [0, 1, 999, 1_000_000, 55_555_555, 1_000_000_000, LATEST] {
            assert_eq!(parse_time(&Seconds(time).to_string()), Some(time));
            assert_eq!(parse_time(&format!("{time}ns")), Some(time));
        }
    }

    #[test]
    fn nonsense_and_overflow_are_refused() {
        for text in ["", ".", "s", "ms", "-1", "+1", "1e3", "1,5", "1.2.3", "99999999999999999999", "1 s"] {
            assert_eq!(parse_time(text), None, "{text:?}");
        }
        assert_eq!(parse_time("1.000s"), Some(SECOND));
        assert_eq!(parse_time("7.0ns"), Some(7));
    }
}
