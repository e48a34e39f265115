//! Days and hours of a moment. They are those of UTC: what the clocks around the player show, only the system knows.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Days of 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;
const SECONDS_A_DAY: i64 = 86_400;

/// A moment in UTC. It shows as `2026-03-14 15:09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    year: i64,
    month: u8,
    day: u8,
    second_of_day: i64,
}

impl Moment {
    /// The day and the time of day.
    pub fn of(moment: SystemTime) -> Moment {
        let seconds = match moment.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |seconds| -seconds),
        };
        let (year, month, mut left) = month_of(seconds.div_euclid(SECONDS_A_DAY));
        left += 1;
        Moment { year, month, day: left as u8, second_of_day: seconds.rem_euclid(SECONDS_A_DAY) }
    }

    /// The day alone, as `2026-03-14`.
    pub fn day(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// As programs write it: `2026-03-14T15:09:26Z`.
    pub fn in_full(self) -> String {
        let (hour, minute) = self.time();
        format!("{}T{hour:02}:{minute:02}:{:02}Z", self.day(), self.second_of_day % 60)
    }

    const fn time(self) -> (i64, i64) {
        (self.second_of_day / 3600, self.second_of_day / 60 % 60)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute) = self.time();
        write!(f, "{} {hour:02}:{minute:02}", self.day())
    }
}

/// Year and month in which a day after the first of 1970 lies, and how many days of the month are before it.
fn month_of(days: i64) -> (i64, u8, i64) {
    let (cycles, mut left) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
    let mut year = 1970 + 400 * cycles;
    while left >= days_of_year(year) {
        left -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while left >= days_of_month(year, month) {
        left -= days_of_month(year, month);
        month += 1;
    }
    (year, month, left)
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn days_of_year(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_of_month(year: i64, month: u8) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, shown) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (978_220_800, "2000-12-31T00:00:00Z"),
            (1_700_000_000, "2023-11-14T22:13:20Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Moment::of(UNIX_EPOCH + Duration::from_secs(seconds)).in_full(), shown);
        }
        let before = Moment::of(UNIX_EPOCH - Duration::from_secs(1));
        assert_eq!((before.to_string().as_str(), before.day().as_str()), ("1969-12-31 23:59", "1969-12-31"));
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = month_of(-1);
        for day in 0..CYCLE {
            let next = month_of(day);
            let follows = match (next.0 - last.0, i64::from(next.1) - i64::from(last.1)) {
                (0, 0) => next.2 == last.2 + 1,
                (0, 1) | (1, -11) => next.2 == 0 && last.2 + 1 == days_of_month(last.0, last.1),
                _ => false,
            };
            assert!(follows, "{last:?} {next:?}");
            last = next;
        }
    }
}
