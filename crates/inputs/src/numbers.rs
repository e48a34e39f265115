//! Numbers and times as they are typed, and words as a shell takes them.

use std::time::Duration;

use tetrolab_agents::Speed;
use tetrolab_engine::{NEVER, Piece, parse_time, pieces_from_letters};

/// No number of anything is larger.
pub const MANY: u64 = 1_000_000_000_000;

/// Nothing works with more threads.
pub const MOST_THREADS: u64 = 1024;

/// A number, whole or not.
pub fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "a number is needed".to_string())
}

/// A whole number from 1 to the most there may be.
pub fn count<const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {MOST} is needed"))
}

/// A whole number from 0 to the most there may be.
pub fn at_most<const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST);
    number.ok_or_else(|| format!("a whole number from 0 to {MOST} is needed"))
}

/// A time such as `500ms`, `10s` or `2min`. A number alone could be meant as any of them.
pub fn time(text: &str) -> Result<Duration, String> {
    if text.ends_with(|last: char| last.is_ascii_digit() || last == '.') {
        return Err(format!("a time needs a unit, such as {text}ms or {text}s"));
    }
    let nanoseconds = match text.strip_suffix("min") {
        Some(minutes) => parse_time(minutes).filter(|_| !minutes.ends_with('s')).and_then(|time| time.checked_mul(60)),
        None => parse_time(text),
    };
    let time = nanoseconds.filter(|&time| time != NEVER).map(Duration::from_nanos);
    let time = time.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time));
    time.ok_or_else(|| "a time is from 1ms to 10000min, such as 500ms, 10s or 2min".to_string())
}

/// The longest time that is accepted.
const LONGEST: Duration = Duration::from_secs(600_000);

/// A time as it is typed.
pub fn typed_time(time: Duration) -> String {
    match time.as_millis() {
        millis if millis % 60_000 == 0 => format!("{}min", millis / 60_000),
        millis if millis % 1000 == 0 => format!("{}s", millis / 1000),
        millis => format!("{millis}ms"),
    }
}

/// Reads a piece sequence such as `IOLJSZT`, in capitals or not.
pub fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    pieces_from_letters(&text.to_ascii_uppercase())
        .map_err(|(index, letter)| format!("{letter:?} in place {} is none of the pieces IJLOSTZ", index + 1))
}

/// Reads how many times faster than it was played a game is shown.
pub fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.01..=1000.0).contains(speed));
    speed.ok_or_else(|| "a speed is between 0.01 and 1000".to_string())
}

/// Reads how many pieces an agent places in a second.
pub fn piece_rate(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|&speed| Speed::new(speed).is_ok());
    speed.ok_or_else(|| "a number of pieces per second from 0.01 to 1000 is needed, such as 2.5".to_string())
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./:=%,+@".contains(c));
    if is_plain { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, millis) in [("500ms", 500), ("10s", 10_000), ("2min", 120_000), ("0.5min", 30_000)] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in
            ["", "0", "3", "0.5", "1.", "0s", "-1s", "1h", "5smin", "min", "99999999min", "18446744073709551615ns"]
        {
            assert!(time(text).is_err(), "{text}");
        }
        assert_eq!(time("50"), Err("a time needs a unit, such as 50ms or 50s".to_string()));
        for text in ["500ms", "10s", "2min", "1500ms"] {
            assert_eq!(typed_time(time(text).unwrap()), text);
        }
    }
}
