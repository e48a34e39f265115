//! Numbers as they are written: in JSON, and below each other in tables.

use serde_json::Value;

/// A number in JSON; whole ones without a point.
pub fn json(value: f64) -> Value {
    /// Beyond this not every whole number is one.
    const LARGEST: f64 = (1u64 << 53) as f64;
    if value.fract() == 0.0 && value.abs() <= LARGEST { (value as i64).into() } else { value.into() }
}

/// How the numbers of one column of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// With so many digits after the point.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_point() {
        let written = [10.0, 10.5, -0.0, -1e100, 0.1].map(|value| json(value).to_string());
        assert_eq!(&written[..3], ["10", "10.5", "0"]);
        assert_eq!(written[3].parse(), Ok(-1e100));
        assert_eq!(written[4], "0.1");
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
