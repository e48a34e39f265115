//! Heat maps of numbers from -1 to 1.

use super::colour::{INKS, Ink, Rgb, Theme};
use super::drawing::Drawing;
use super::panel::Area;

/// A cell of a heat map: its colour says the number again.
pub struct Cell {
    /// The place on the x axis.
    pub column: usize,
    /// The place on the y axis.
    pub row: usize,
    /// From -1 to 1; `None` where there is no such number.
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
/// The bar is made of this many pieces.
const PIECES: u32 = 30;

impl Cell {
    pub(super) fn element(&self, area: &Area<'_>, drawing: &Drawing<'_>) -> String {
        let [ground, text] = [Ink::Ground, Ink::Text].map(|ink| drawing.rgb(ink));
        let (column, row) = (self.column as f64, self.row as f64);
        let (left, top) = area.place((column - 0.5, row - 0.5));
        let (right, bottom) = area.place((column + 0.5, row + 0.5));
        let (middle, baseline) = ((left + right) / 2.0, (top + bottom) / 2.0 + 4.0);
        let (fill, ink, number) = match self.value {
            Some(value) => {
                let fill = colour(value, drawing.theme());
                // Where the colour is strong, text in that of the ground has more contrast.
                let ink = if fill.contrast(ground) > fill.contrast(text) { ground } else { text };
                (fill, ink, drawing.number(&format!("{value:.2}").replace("-0.00", "0.00")))
            }
            None => (ground, text, "–".to_owned()),
        };
        let (weight, inset) = (self.frame.weight(), 2.0);
        let around = if self.frame == Frame::None {
            String::new()
        } else {
            format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{text}\" \
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
fn colour(value: f64, theme: &Theme) -> Rgb {
    let (ground, end) = (theme.rgb(Ink::Ground), theme.rgb(if value < 0.0 { INKS[0] } else { INKS[1] }));
    let share = value.abs().min(1.0);
    let between = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
    Rgb(between(ground.0, end.0), between(ground.1, end.1), between(ground.2, end.2))
}

/// Draws the colours with their numbers, and what they mean above.
pub fn draw_bar(drawing: &mut Drawing<'_>, (left, top): (f64, f64), name: &str) {
    drawing.text((left, top + 10.0), "font-size=\"12\"", Ink::Text, name);
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
            colour(value - piece / 2.0, drawing.theme())
        ));
    }
    for value in [1.0, 0.5, 0.0, -0.5, -1.0] {
        let right = left + BAR_WIDTH;
        drawing.line((right, height(value)), (right + 5.0, height(value)), Ink::Axis);
        let name = drawing.number(&value.to_string());
        drawing.text((right + 9.0, height(value) + 4.0), "font-size=\"12\"", Ink::Text, &name);
    }
}

#[cfg(test)]
mod tests {
    use super::super::colour::{DARK, LIGHT};
    use super::*;

    #[test]
    fn colours_run_from_blue_to_orange() {
        for theme in [LIGHT, DARK] {
            let expected = [INKS[0], Ink::Ground, INKS[1], INKS[1]].map(|ink| theme.rgb(ink));
            assert_eq!([-1.0, 0.0, 1.0, 7.0].map(|value| colour(value, &theme)), expected);
        }
    }
}
