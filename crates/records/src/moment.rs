//! Moments as the database keeps them: milliseconds since 1970, which every program can read.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, cut to whole ones.
pub(crate) fn milliseconds(moment: SystemTime) -> i64 {
    let whole = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    moment.duration_since(UNIX_EPOCH).map_or_else(|before| -whole(before.duration()), whole)
}

/// The moment `milliseconds` after 1970, or 1970 if the system knows no such moment.
pub(crate) fn moment(milliseconds: i64) -> SystemTime {
    let span = Duration::from_millis(milliseconds.unsigned_abs());
    let moment = if milliseconds < 0 { UNIX_EPOCH.checked_sub(span) } else { UNIX_EPOCH.checked_add(span) };
    moment.unwrap_or(UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_survive_the_round_trip() {
        for number in [0, 1, -1, 1_700_000_000_123, -62_000_000_000_000] {
            assert_eq!(milliseconds(moment(number)), number);
        }
        for far in [i64::MIN, i64::MAX] {
            milliseconds(moment(far));
        }
        assert_eq!(milliseconds(UNIX_EPOCH + Duration::from_micros(2_999)), 2);
    }
}
