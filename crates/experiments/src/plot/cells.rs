//! Heat maps of numbers from -1 to 1.

use super::colour::{AXIS, GROUND, TEXT};
use super::drawing::Drawing;
use super::panel::Area;
use super::{COLOURS, Rgb};

/// A cell of a heat map: its colour says the number again.
pub struct Cell {
    /// The place on the x axis.
    pub column: usize,
    /// The place on the y axis.
    pub row: usize,
    /// From -1 to 1; nothing where there is no such number.
    pub value: Option<f64>,
    /// What sets it apart.
    pub frame: Frame,
}

/// What sets a cell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    None,
    /// A thin line around it.
    Thin,
    /// A thick line around it.
    Thick,
}

/// The bar that explains the colours.
const BAR_WIDTH: f64 = 16.0;
const BAR_HEIGHT: f64 = 150.0;
/// What the bar takes from the column at the right of the panel.
pub const BAR_ROOM: f64 = BAR_HEIGHT + 46.0;
/// The bar is made of so many pieces.
const PIECES: u32 = 30;
/// Below this number the blue is so strong that light text has more contrast. Dark text can be read on all of the orange.
const DARK: f64 = -0.87;

impl Cell {
    pub(super) fn element(&self, area: &Area<'_>) -> String {
        let (column, row) = (self.column as f64, self.row as f64);
        let (left, top) = area.place((column - 0.5, row - 0.5));
        let (right, bottom) = area.place((column + 0.5, row + 0.5));
        let (middle, baseline) = ((left + right) / 2.0, (top + bottom) / 2.0 + 4.0);
        let (fill, ink, number) = match self.value {
            Some(value) => {
                let ink = if value < DARK { GROUND } else { TEXT };
                (colour(value), ink, format!("{value:.2}").replace("-0.00", "0.00"))
            }
            None => (GROUND, TEXT, "–".to_owned()),
        };
        let (weight, inset) = (self.frame.weight(), 2.0);
        let around = if self.frame == Frame::None {
            String::new()
        } else {
            format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{TEXT}\" \
                 stroke-width=\"{weight}\"/>\n",
                left + inset,
                top + inset,
                right - left - 2.0 * inset,
                bottom - top - 2.0 * inset
            )
        };
        format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>\n{around}\
             <text x=\"{middle:.1}\" y=\"{baseline:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{number}</text>\n",
            right - left,
            bottom - top
        )
    }
}

impl Frame {
    /// The width of the line.
    pub(super) const fn weight(self) -> f64 {
        match self {
            Frame::None => 0.0,
            Frame::Thin => 1.0,
            Frame::Thick => 2.5,
        }
    }
}

/// Blue below zero, the ground at zero, orange above. Both ends are Okabe and Ito's.
fn colour(value: f64) -> Rgb {
    let end = if value < 0.0 { COLOURS[0] } else { COLOURS[1] };
    let share = value.abs().min(1.0);
    let between = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
    Rgb(between(GROUND.0, end.0), between(GROUND.1, end.1), between(GROUND.2, end.2))
}

/// Draws the colours with their numbers, and what they mean above.
pub fn draw_bar(drawing: &mut Drawing, (left, top): (f64, f64), name: &str) {
    drawing.text((left, top + 10.0), "font-size=\"12\"", TEXT, name);
    let top = top + 22.0;
    let height = |value: f64| top + (1.0 - value) / 2.0 * BAR_HEIGHT;
    let piece = 2.0 / f64::from(PIECES);
    for index in 0..PIECES {
        let value = 1.0 - piece * f64::from(index);
        drawing.add(&format!(
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{BAR_WIDTH}\" height=\"{:.1}\" fill=\"{}\"/>",
            height(value),
            // A little higher, so that no light shines through between two pieces.
            height(value - piece) - height(value) + 0.5,
            colour(value - piece / 2.0)
        ));
    }
    for value in [1.0, 0.5, 0.0, -0.5, -1.0] {
        let right = left + BAR_WIDTH;
        drawing.line((right, height(value)), (right + 5.0, height(value)), AXIS);
        drawing.text((right + 9.0, height(value) + 4.0), "font-size=\"12\"", TEXT, &value.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_run_from_blue_to_orange() {
        assert_eq!(colour(-1.0), COLOURS[0]);
        assert_eq!(colour(0.0), GROUND);
        assert_eq!(colour(1.0), COLOURS[1]);
        assert_eq!(colour(7.0), COLOURS[1]);
    }
}
