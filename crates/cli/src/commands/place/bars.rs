//! Bars left and right of zero, with characters for cells.

/// How long bars are.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    /// Cells left of zero.
    left: usize,
    /// Cells right of zero.
    right: usize,
    /// Cells for 1.
    scale: f64,
}

/// A bar as it is drawn: what both have, and what this one has more than the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub left: String,
    pub right: String,
}

impl Bars {
    /// So that all of these fit into `width` characters, the line at zero included.
    pub fn new(width: usize, values: impl Iterator<Item = f64> + Clone) -> Bars {
        let least = -values.clone().fold(0.0, f64::min);
        let most = values.fold(0.0, f64::max);
        let cells = width.saturating_sub(1);
        // Where there is something on one side, it has at least one cell.
        let share = if least + most == 0.0 { 0.0 } else { least / (least + most) };
        let left = (share * cells as f64).round() as usize;
        let left = left.clamp(usize::from(least > 0.0).min(cells), cells - usize::from(most > 0.0).min(cells));
        let right = cells - left;
        let scale = [(left, least), (right, most)].into_iter().filter(|(_, largest)| *largest > 0.0);
        let scale = scale.map(|(cells, largest)| cells as f64 / largest).fold(f64::INFINITY, f64::min);
        Bars { left, right, scale: if scale.is_finite() { scale } else { 0.0 } }
    }

    /// The bar of a value. What it has more than the other one is drawn lighter.
    pub fn bar(&self, value: f64, other: f64) -> Bar {
        let cells = |value: f64| (value.abs() * self.scale).round() as usize;
        let common = if (value < 0.0) == (other < 0.0) { cells(value).min(cells(other)) } else { 0 };
        let (dark, light) = ("█".repeat(common), "▒".repeat(cells(value) - common));
        let (left, right) = match cells(value) {
            // Too short to be drawn, but there.
            0 if value < 0.0 => ("▐".to_string(), String::new()),
            0 if value > 0.0 => (String::new(), "▌".to_string()),
            _ if value < 0.0 => (format!("{light}{dark}"), String::new()),
            _ => (String::new(), format!("{dark}{light}")),
        };
        Bar {
            left: format!("{left:>width$}", width = self.left),
            right: format!("{right:<width$}", width = self.right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: usize, values: &[f64], others: &[f64]) -> Vec<String> {
        let bars = Bars::new(width, values.iter().chain(others).copied());
        let bar = |(&value, &other)| bars.bar(value, other);
        values.iter().zip(others).map(bar).map(|Bar { left, right }| format!("{left}|{right}")).collect()
    }

    #[test]
    fn bars_are_as_long_as_their_values() {
        assert_eq!(drawn(9, &[-4.0, 2.0, 0.0], &[-3.0, 4.0, 0.0]), ["▒███|    ", "    |██  ", "    |    "]);
        assert_eq!(drawn(9, &[-3.0, 4.0], &[-4.0, 2.0]), [" ███|    ", "    |██▒▒"]);
        assert_eq!(drawn(5, &[-8.0, -4.0], &[-8.0, -4.0]), ["████|", "  ██|"]);
        assert_eq!(drawn(5, &[8.0], &[-8.0]), ["  |▒▒"]);
        assert_eq!(drawn(7, &[-1e-9, 5.0], &[0.0, 5.0]), ["▐|     ", " |█████"]);
        assert_eq!(drawn(5, &[0.0], &[0.0]), ["|    "]);
    }
}
