//! Where an axis has marks, and what is written there.

use super::text::{group, power_of_ten};
use super::{Axis, Scale};

/// The marks of an axis.
pub struct Ticks {
    /// Values with what is written beside them.
    pub named: Vec<(f64, String)>,
    /// Values between them with a short mark only.
    pub between: Vec<f64>,
}

impl Axis {
    /// The marks, about as many names as asked for at most. Categories all have theirs.
    pub fn ticks(&self, limit: usize) -> Ticks {
        let only = |named| Ticks { named, between: Vec::new() };
        match &self.scale {
            Scale::Linear => only(linear(self.from, self.to, limit)),
            Scale::Counts => only(linear(self.from, self.to, limit.min((self.to - self.from) as usize))),
            Scale::Logarithmic => logarithmic(self.from, self.to, limit),
            Scale::Categories(names) => {
                only(names.iter().enumerate().map(|(index, name)| (index as f64, name.clone())).collect())
            }
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn linear(from: f64, to: f64, limit: usize) -> Vec<(f64, String)> {
    let least = (to - from) / limit as f64;
    let power = least.log10().floor() as i32;
    let unit = 10f64.powi(power);
    // Whether 10 is reached by rounding or needed, the next power has the same step.
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * unit >= least * (1.0 - 1e-9)).unwrap_or(10.0);
    let step = factor * unit;
    let decimals = (-power - i32::from(factor == 10.0)).max(0) as usize;
    let largest = from.abs().max(to.abs());
    let exponent = largest.log10().floor() as i32;
    let name = |value: f64| {
        if value == 0.0 {
            "0".to_owned()
        } else if !(-3..5).contains(&exponent) {
            // All numbers of an axis have the same power, so that they can be compared.
            let decimals = (exponent - power - i32::from(factor == 10.0)).max(0) as usize;
            format!("{:.decimals$}×{}", value / 10f64.powi(exponent), power_of_ten(exponent))
        } else {
            group(&format!("{value:.decimals$}"))
        }
    };
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).map(|value| (value, name(value))).collect()
}

/// Powers of ten; 2 and 5 or 3 times powers of ten where there are few.
fn logarithmic(from: f64, to: f64, limit: usize) -> Ticks {
    let within = |value: &f64| (from * (1.0 - 1e-9)..=to * (1.0 + 1e-9)).contains(value);
    let (first, last) = (from.log10().floor() as i32, to.log10().ceil() as i32);
    let multiples = |factors: &'static [u32], step: usize| {
        (first..=last)
            .filter(move |power| power.rem_euclid(step as i32) == 0)
            .flat_map(move |power| factors.iter().map(move |&factor| (factor, power)))
            .filter(|&(factor, power)| within(&value(factor, power)))
            .collect::<Vec<_>>()
    };
    let mut named = multiples(&[1, 2, 5], 1);
    if named.len() > limit {
        named = multiples(&[1, 3], 1);
    }
    // From every power to every second, third and so on.
    let mut step = 1;
    while named.len() > limit {
        named = multiples(&[1], step);
        step += 1;
    }
    let between = if step > 2 { multiples(&[1], 1) } else { multiples(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 1) };
    Ticks {
        between: between.into_iter().filter(|tick| !named.contains(tick)).map(|(f, p)| value(f, p)).collect(),
        named: named.into_iter().map(|(factor, power)| (value(factor, power), name(factor, power))).collect(),
    }
}

fn value(factor: u32, power: i32) -> f64 {
    f64::from(factor) * 10f64.powi(power)
}

fn name(factor: u32, power: i32) -> String {
    match (factor, power) {
        (_, 0..=3) => (u64::from(factor) * 10u64.pow(power as u32)).to_string(),
        (_, -3..0) => format!("{:.*}", -power as usize, value(factor, power)),
        (1, _) => power_of_ten(power),
        _ => format!("{factor}×{}", power_of_ten(power)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scale: Scale, from: f64, to: f64, limit: usize) -> Vec<String> {
        let axis = Axis { name: String::new(), scale, from, to };
        axis.ticks(limit).named.into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let names = |from, to| names(Scale::Linear, from, to, 6);
        assert_eq!(names(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(names(0.0, 7.3), ["0", "2", "4", "6"]);
        assert_eq!(names(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(-0.5, 0.7), ["-0.4", "-0.2", "0", "0.2", "0.4", "0.6"]);
        assert_eq!(
            names(0.0, 50_000.0),
            ["0", "10\u{2009}000", "20\u{2009}000", "30\u{2009}000", "40\u{2009}000", "50\u{2009}000"]
        );
        assert_eq!(names(0.0, 4.2e5), ["0", "1×10⁵", "2×10⁵", "3×10⁵", "4×10⁵"]);
        assert_eq!(names(0.0, 1e12), ["0", "0.2×10¹²", "0.4×10¹²", "0.6×10¹²", "0.8×10¹²", "1.0×10¹²"]);
        assert_eq!(names(2e-5, 3e-5), ["2.0×10⁻⁵", "2.2×10⁻⁵", "2.4×10⁻⁵", "2.6×10⁻⁵", "2.8×10⁻⁵", "3.0×10⁻⁵"]);
    }

    #[test]
    fn logarithmic_ticks_are_powers_or_simple_multiples() {
        let names = |from, to| names(Scale::Logarithmic, from, to, 8);
        assert_eq!(names(1.0, 1e5), ["1", "10", "100", "1000", "10⁴", "10⁵"]);
        assert_eq!(names(30.0, 700.0), ["50", "100", "200", "500"]);
        assert_eq!(names(20.0, 2e4), ["30", "100", "300", "1000", "3000", "10⁴"]);
        assert_eq!(names(1e4, 1.5e5), ["10⁴", "2×10⁴", "5×10⁴", "10⁵"]);
        assert_eq!(names(0.005, 1.0), ["0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
        assert_eq!(names(1.0, 1e15), ["1", "100", "10⁴", "10⁶", "10⁸", "10¹⁰", "10¹²", "10¹⁴"]);
    }

    #[test]
    fn short_marks_lie_between() {
        let between = |from, to| Axis { name: String::new(), scale: Scale::Logarithmic, from, to }.ticks(8).between;
        assert_eq!(between(1.0, 20.0), [3.0, 4.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(between(1.0, 1e15).len(), 8);
    }

    /// Whatever the range, there are ticks, not too many, all within, and no two of the same name.
    #[test]
    fn every_range_has_ticks() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for power in -6..=12 {
                for (low, ratio) in [(1.0, 2.0), (1.3, 3.7), (9.7, 1.5), (4.4, 40.0), (1.0, 1e6), (7.0, 3e8)] {
                    let from = low * 10f64.powi(power);
                    let axis = Axis { name: String::new(), scale: scale.clone(), from, to: from * ratio };
                    let ticks = axis.ticks(7).named;
                    assert!((1..=8).contains(&ticks.len()), "{from} times {ratio}: {}", ticks.len());
                    for (index, (value, name)) in ticks.iter().enumerate() {
                        assert!((-1e-6..=1.0 + 1e-6).contains(&axis.place(*value)), "{value}");
                        assert!(ticks[index + 1..].iter().all(|other| other.1 != *name), "{name}");
                    }
                }
            }
        }
    }
}
