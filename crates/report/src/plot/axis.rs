//! Axes: what they are called, and where a value lies.

/// An axis.
pub struct Axis {
    /// The quantity and its unit, and how to read the axis.
    pub name: String,
    /// How values are spread.
    pub scale: Scale,
    /// The value where the axis begins.
    pub from: f64,
    /// The value where the axis ends.
    pub to: f64,
}

/// How the values of an axis are spread.
#[derive(Clone, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    Linear,
    /// The same, with marks at whole numbers only.
    Counts,
    /// Equal ratios have equal lengths. Values that are not positive lie at the beginning of the axis.
    Logarithmic,
    /// Names side by side: the first at 0, the next at 1, and so on.
    Categories(Vec<String>),
}

/// Numbers beyond this have no difference or ratio that is a number.
const HUGE: f64 = 1e150;
/// What a linear axis leaves free at its ends, as a share of its length.
const MARGIN: f64 = 0.04;
/// Values that differ by less, as a share of the largest, are shown as if they were equal.
const NARROW: f64 = 1e-6;
/// A log axis spans at least this ratio, so that two of its marks have names: 2 and 5 at worst.
const LEAST_RATIO: f64 = 5.0;
/// What a log axis leaves free at its ends, as a power of the ratio it spans.
const LOG_MARGIN: f64 = 0.03;

impl Axis {
    /// A linear axis on which all values can be seen.
    pub fn linear(name: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        let (low, high) = range(values.into_iter().map(|value| value.clamp(-HUGE, HUGE))).unwrap_or((0.0, 1.0));
        let largest = low.abs().max(high.abs());
        let margin = match high - low {
            0.0 if largest == 0.0 => 1.0,
            narrow if narrow <= NARROW * largest => largest / 2.0,
            length => MARGIN * length,
        };
        Axis { name: name.to_owned(), scale: Scale::Linear, from: low - margin, to: high + margin }
    }

    /// A log axis on which all positive values can be seen. It says where zeros are, if there are any.
    pub fn logarithmic(name: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        let (positive, others): (Vec<f64>, Vec<f64>) = values.into_iter().partition(|&value| value > 0.0);
        let positive = positive.into_iter().map(|value| value.clamp(1.0 / HUGE, HUGE));
        let (low, high) = range(positive).unwrap_or((1.0, 1.0));
        let ratio = high / low;
        let margin = if ratio < LEAST_RATIO { (LEAST_RATIO / ratio).sqrt() } else { ratio.powf(LOG_MARGIN) };
        let zeros = if others.contains(&0.0) { ", 0 at the lower edge" } else { "" };
        let name = format!("{name}{zeros}, log scale");
        Axis { name, scale: Scale::Logarithmic, from: low / margin, to: high * margin }
    }

    /// An axis from one whole number to another.
    pub fn counts(name: &str, from: u64, to: u64) -> Axis {
        Axis { name: name.to_owned(), scale: Scale::Counts, from: from as f64, to: to.max(from + 1) as f64 }
    }

    /// Names from the left to the right.
    pub fn categories(name: &str, names: Vec<String>) -> Axis {
        let to = names.len().max(1) as f64 - 0.5;
        Axis { name: name.to_owned(), scale: Scale::Categories(names), from: -0.5, to }
    }

    /// Names from the top to the bottom.
    pub fn categories_down(name: &str, names: Vec<String>) -> Axis {
        let Axis { name, scale, from, to } = Axis::categories(name, names);
        Axis { name, scale, from: to, to: from }
    }

    /// The axis with all its words said in another way.
    pub(super) fn said(self, say: &dyn Fn(&str) -> String) -> Axis {
        let scale = match self.scale {
            Scale::Categories(names) => Scale::Categories(names.iter().map(|name| say(name)).collect()),
            other => other,
        };
        Axis { name: say(&self.name), scale, ..self }
    }

    /// Where a value lies: 0 at the beginning of the axis, 1 at its end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let spread = |value: f64| match self.scale {
            Scale::Logarithmic => value.max(self.from).ln(),
            _ => value,
        };
        (spread(value) - spread(self.from)) / (spread(self.to) - spread(self.from))
    }

    /// The number of names, if there are names on this axis.
    pub(super) const fn names(&self) -> Option<usize> {
        match &self.scale {
            Scale::Categories(names) => Some(names.len()),
            _ => None,
        }
    }
}

/// The least and the largest value.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| !value.is_nan()).fold(None, |range, value| {
        range.map_or(Some((value, value)), |(low, high)| Some((low.min(value), high.max(value))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_axes() {
        let linear = Axis { name: String::new(), scale: Scale::Linear, from: -1.0, to: 3.0 };
        assert_eq!([-1.0, 1.0, 3.0].map(|value| linear.place(value)), [0.0, 0.5, 1.0]);
        let logarithmic = Axis { name: String::new(), scale: Scale::Logarithmic, from: 1.0, to: 1e4 };
        assert_eq!([0.0, 1.0, 100.0].map(|value| logarithmic.place(value)), [0.0, 0.0, 0.5]);
        let names = Axis::categories_down("feature", ["one", "two"].map(str::to_owned).to_vec());
        assert_eq!([0.0, 1.0].map(|value| names.place(value)), [0.75, 0.25]);
    }

    #[test]
    fn whatever_the_values_are_there_is_an_axis() {
        for values in [
            &[][..],
            &[0.0],
            &[7.0, 7.0],
            &[-3.0],
            &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
            &[1e30, -1e30],
            &[f64::MAX, f64::MIN],
            &[f64::MIN_POSITIVE, f64::MAX],
            &[1e30, 1e30 + 1e15],
        ] {
            for axis in [Axis::linear("", values.iter().copied()), Axis::logarithmic("", values.iter().copied())] {
                assert!(axis.from.is_finite() && axis.to.is_finite() && axis.from < axis.to, "{values:?}");
                assert!(axis.place(axis.from) == 0.0 && axis.place(axis.to) == 1.0, "{values:?}");
                let ticks = axis.ticks(7).named;
                assert!((1..=9).contains(&ticks.len()), "{values:?}: {ticks:?}");
            }
        }
    }

    #[test]
    fn a_log_axis_says_where_zeros_are() {
        assert_eq!(Axis::logarithmic("score", [3.0, 0.0]).name, "score, 0 at the lower edge, log scale");
        assert_eq!(Axis::logarithmic("score", [3.0, 4.0]).name, "score, log scale");
    }

    #[test]
    fn counts_have_no_fractions() {
        let names = |from, to| -> Vec<String> {
            Axis::counts("", from, to).ticks(7).named.into_iter().map(|tick| tick.1).collect()
        };
        assert_eq!(names(0, 1), ["0", "1"]);
        assert_eq!(names(0, 0), ["0", "1"]);
        assert_eq!(names(0, 3), ["0", "1", "2", "3"]);
        assert_eq!(names(0, 50), ["0", "10", "20", "30", "40", "50"]);
    }
}
