//! How fast an agent plays.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tetrolab_engine::{SECOND, Time};

/// Pieces per second.
///
/// ```
/// use tetrolab_agents::Speed;
///
/// assert_eq!("2.5".parse::<Speed>().unwrap().to_string(), "2.5");
/// let refusal = "fast".parse::<Speed>().unwrap_err();
/// assert_eq!(refusal.to_string(), "a speed is 0.01 to 1000 pieces per second, not fast");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Speed(f64);

impl Speed {
    /// The slowest there is.
    pub const SLOWEST: Speed = Speed(0.01);
    /// The fastest there is.
    pub const FASTEST: Speed = Speed(1000.0);

    /// This many pieces per second.
    ///
    /// # Errors
    /// If it is below [`Speed::SLOWEST`], above [`Speed::FASTEST`] or no number.
    pub fn new(pieces_per_second: f64) -> Result<Speed, SpeedError> {
        let range = Speed::SLOWEST.0..=Speed::FASTEST.0;
        let is_speed = range.contains(&pieces_per_second);
        if is_speed { Ok(Speed(pieces_per_second)) } else { Err(SpeedError(pieces_per_second.to_string())) }
    }

    /// Pieces per second.
    pub const fn pieces_per_second(self) -> f64 {
        self.0
    }

    /// The time for one piece.
    pub fn interval(self) -> Time {
        (SECOND as f64 / self.0).round() as Time
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Speed, SpeedError> {
        let number = text.parse().map_err(|_| SpeedError(text.to_string()))?;
        Speed::new(number)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// There is no such speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeedError(String);

impl fmt::Display for SpeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a speed is {} to {} pieces per second, not {}", Speed::SLOWEST, Speed::FASTEST, self.0)
    }
}

impl Error for SpeedError {}
