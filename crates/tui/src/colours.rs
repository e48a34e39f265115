//! Colours as terminals have them: all, 256 or 16.

use ratatui::style::Color;
use tetrolab_sessions::palette::Rgb;

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All.
    True,
    /// 256: six levels of red, green and blue.
    Indexed,
    /// 16.
    Sixteen,
}

impl Depth {
    /// What the terminal says of itself.
    pub fn of_terminal() -> Depth {
        match crossterm::style::available_color_count() {
            0..=255 => Depth::Sixteen,
            256 => Depth::Indexed,
            _ => Depth::True,
        }
    }

    /// The nearest colour that there is.
    pub fn terminal(self, colour: Rgb) -> Option<Color> {
        Some(match self {
            Depth::True => terminal(colour),
            Depth::Indexed => Color::Indexed(indexed(colour)),
            Depth::Sixteen => named(colour),
        })
    }
}

/// The nearest of the colours 16 to 231, which are six levels each of red, green and blue.
fn indexed(Rgb(red, green, blue): Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| {
        let distance = |&level: &usize| LEVELS[level].abs_diff(value);
        (0..LEVELS.len()).min_by_key(distance).unwrap_or(0) as u8
    };
    16 + 36 * nearest(red) + 6 * nearest(green) + nearest(blue)
}

/// The nearest by hue of the colours that have names in every terminal.
fn named(Rgb(red, green, blue): Rgb) -> Color {
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    if most - least < 48 {
        return if most > 200 { Color::White } else { Color::DarkGray };
    }
    let middle = u16::from(most).midpoint(u16::from(least));
    let is_high = |value: u8| u16::from(value) > middle;
    match (is_high(red), is_high(green), is_high(blue)) {
        (true, true, _) if green > 0xB8 => Color::LightYellow,
        (true, true, _) => Color::Yellow,
        (true, false, true) => Color::Magenta,
        (true, false, false) if green > 0x55 => Color::Yellow,
        (true, false, false) => Color::Red,
        (false, true, true) => Color::LightCyan,
        (false, true, false) => Color::Green,
        (false, false, _) => Color::LightBlue,
    }
}

/// A colour for a terminal that has all.
pub const fn terminal(Rgb(red, green, blue): Rgb) -> Color {
    Color::Rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Block, Piece};
    use tetrolab_sessions::palette::piece;
    use tetrolab_sessions::preferences::look::Colours;

    use super::*;

    #[test]
    fn pieces_keep_colours_of_their_own_in_every_set_and_depth() {
        for colours in [Colours::Guideline, Colours::ColourBlind, Colours::HighContrast] {
            for depth in [Depth::True, Depth::Indexed] {
                let shown = Piece::ALL.map(|piece| depth.terminal(colours.block(Block::Of(piece)).unwrap()));
                for (index, colour) in shown.iter().enumerate() {
                    assert!(!shown[..index].contains(colour), "{colours:?} {depth:?} {index}");
                }
            }
        }
        let sixteen = Piece::ALL.map(|of| Depth::Sixteen.terminal(piece(of)).unwrap());
        let names = [
            Color::LightCyan,
            Color::LightBlue,
            Color::Yellow,
            Color::LightYellow,
            Color::Green,
            Color::Magenta,
            Color::Red,
        ];
        assert_eq!(sixteen, names);
        assert_eq!(Colours::Monochrome.block(Block::Garbage), None);
    }
}
