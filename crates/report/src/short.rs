//! Short numbers: in sentences, below each other in the tables of a terminal, and in JSON.

use serde_json::Value;
use tetrolab_statistics::Interval;

/// A number in JSON; whole ones without a point.
pub fn json(value: f64) -> Value {
    /// Beyond this not every whole number is one.
    const LARGEST: f64 = (1u64 << 53) as f64;
    if value.fract() == 0.0 && value.abs() <= LARGEST { (value as i64).into() } else { value.into() }
}

/// How the numbers of one column of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// With this many digits after the point.
    Decimals(usize),
    /// Each for itself, as `1.234e56` if it is very large or very small.
    Powers,
}

impl Digits {
    /// As few as tell everything about these numbers, but no more than the largest needs to be told exactly enough.
    pub fn of(values: impl Iterator<Item = f64>) -> Digits {
        let values: Vec<f64> = values.collect();
        let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let most = match largest {
            0.0 => 0,
            _ if !(1e-3..1e7).contains(&largest) => return Digits::Powers,
            _ if largest < 10.0 => 4,
            _ if largest < 100.0 => 3,
            _ => 2,
        };
        let tells = |decimals: usize| {
            let scale = 10f64.powi(decimals as i32);
            values.iter().all(|value| ((value * scale).round() - value * scale).abs() < 1e-6)
        };
        Digits::Decimals((0..most).find(|&decimals| tells(decimals)).unwrap_or(most))
    }

    /// A number. One that is not 0 is not written as if it were.
    pub fn write(self, value: f64) -> String {
        match self {
            _ if value == 0.0 => self.zero(),
            Digits::Decimals(decimals) => match format!("{value:.decimals$}") {
                text if text.trim_start_matches('-') == self.zero() => format!("{value:.0e}"),
                text => text,
            },
            Digits::Powers => match Digits::of([value].into_iter()) {
                Digits::Powers => format!("{value:.3e}"),
                alone => alone.write(value),
            },
        }
    }

    /// A number with its sign, also if that is `+`.
    pub fn write_signed(self, value: f64) -> String {
        let sign = if value > 0.0 { "+" } else { "" };
        format!("{sign}{}", self.write(value))
    }

    fn zero(self) -> String {
        match self {
            Digits::Decimals(decimals) => format!("{:.decimals$}", 0.0),
            Digits::Powers => "0".to_string(),
        }
    }
}

/// A number, rounded to the digits that matter to a reader.
pub fn figure(value: f64) -> String {
    match value {
        0.0 => "0".to_string(),
        1e6.. => format!("{value:.2e}"),
        _ if value < 1e-3 => format!("{value:.1e}"),
        _ if value < 1.0 => format!("{value:.3}"),
        _ if value.fract() == 0.0 || value >= 1000.0 => grouped(value.round_ties_even() as u64),
        _ if value < 10.0 => format!("{value:.2}"),
        _ if value < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// A number of hundredths. What is not all or nothing is not written as if it were.
pub fn percent(percent: f64) -> String {
    match percent {
        ..0.01 => "< 0.01 %".to_string(),
        99.99.. => "> 99.99 %".to_string(),
        _ => format!("{percent:.2} %"),
    }
}

/// A whole number, three digits together.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A count with its unit: the word for one, which gets an `s` for any other number.
pub fn counted(count: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A whole number in at most six characters, for values up to some 10¹².
pub fn rough(value: u64) -> String {
    let (unit, letter) = match value {
        0..100_000 => return grouped(value),
        100_000..1_000_000 => return format!("{} k", value / 1000),
        1_000_000..1_000_000_000 => (1e6, 'M'),
        _ => (1e9, 'G'),
    };
    let value = value as f64 / unit;
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    let text = format!("{value:.decimals$}");
    let text = if decimals == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    format!("{text} {letter}")
}

/// How many of something there are in a second.
pub fn rate(value: f64) -> String {
    match value {
        1e6.. => format!("{:.2} M", value / 1e6),
        1e3.. => format!("{:.1} k", value / 1e3),
        _ => format!("{value:.0}"),
    }
}

/// A number of seconds as people say it.
pub fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

/// Both ends of an interval.
pub fn interval(interval: &Interval) -> String {
    format!("{} to {}", figure(interval.lower), interval.upper.map_or("?".to_string(), figure))
}

/// A number with four digits after the point, but for those that are noise.
pub fn exact(value: f64) -> String {
    if value.abs() >= 1e9 {
        return format!("{value:.6e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_matter() {
        assert_eq!([62.5, -19.0, -58.15, -0.0, -466.788461].map(exact), ["62.5", "-19", "-58.15", "0", "-466.7885"]);
        assert_eq!(exact(1e90), "1.000000e90");
    }

    #[test]
    fn times_are_short() {
        assert_eq!([0.4, 59.9, 61.0, 3599.0, 7322.0].map(duration), ["0 s", "59 s", "1:01 min", "59:59 min", "2:02 h"]);
    }

    #[test]
    fn whole_numbers_have_no_point() {
        let written = [10.0, 10.5, -0.0, -0.25, 0.1, -1e100].map(|value| json(value).to_string());
        assert_eq!(&written[..5], ["10", "10.5", "0", "-0.25", "0.1"]);
        assert_eq!(written[5].parse(), Ok(-1e100));
    }

    #[test]
    fn numbers_are_short() {
        let written = [0.0, 3.0, 1.6573, 12.34, 999.4, 1757.6, 279_999.9, 3.0e7].map(figure);
        assert_eq!(written, ["0", "3", "1.66", "12.3", "999", "1 758", "280 000", "3.00e7"]);
        assert_eq!([0.01485, 0.00002].map(figure), ["0.015", "2.0e-5"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
        assert_eq!([0, 1, 20_000].map(|count| counted(count, "piece")), ["0 pieces", "1 piece", "20 000 pieces"]);
        let numbers = [99_999, 100_000, 999_999, 1_520_000, 12_340_000, 100_000_000, 2_000_000_000];
        assert_eq!(numbers.map(rough), ["99 999", "100 k", "999 k", "1.52 M", "12.3 M", "100 M", "2 G"]);
        assert_eq!([12.0, 4_500.0, 3.9e6].map(rate), ["12", "4.5 k", "3.90 M"]);
        assert_eq!([0.001, 50.0, 99.999].map(percent), ["< 0.01 %", "50.00 %", "> 99.99 %"]);
    }

    #[test]
    fn columns_have_as_many_digits_as_they_need() {
        let written = |values: &[f64]| {
            let digits = Digits::of(values.iter().copied());
            values.iter().map(|&value| digits.write(value)).collect::<Vec<_>>()
        };
        assert_eq!(written(&[3.0, -40.0, 0.0]), ["3", "-40", "0"]);
        assert_eq!(written(&[10.5, -3.0]), ["10.5", "-3.0"]);
        assert_eq!(written(&[-1673.6988890000002, -0.0001]), ["-1673.70", "-1e-4"]);
        assert_eq!(written(&[0.5, 1.0 / 3.0]), ["0.5000", "0.3333"]);
        assert_eq!(written(&[-1e100, 0.0, -0.5]), ["-1.000e100", "0", "-0.5"]);
        assert_eq!(Digits::Decimals(1).write_signed(2.0), "+2.0");
        assert_eq!(Digits::Decimals(1).write_signed(-0.0), "0.0");
        assert_eq!(Digits::Decimals(1).write_signed(-2.0), "-2.0");
    }
}
