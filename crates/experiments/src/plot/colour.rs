//! The colours of figures, on a light ground.

use std::fmt;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Behind everything.
pub const GROUND: Rgb = Rgb(0xFA, 0xFA, 0xF7);
/// Text, and what lies over coloured lines.
pub const TEXT: Rgb = Rgb(0x1B, 0x1F, 0x24);
/// Text that is not in the foreground.
pub const QUIET: Rgb = Rgb(0x5B, 0x62, 0x70);
/// Axes.
pub const AXIS: Rgb = Rgb(0x8A, 0x91, 0x9C);
/// Lines across a panel at the ticks.
pub const GRID: Rgb = Rgb(0xE6, 0xE6, 0xE0);

/// Colours that the colour-blind can tell apart (Okabe and Ito 2008). Their yellow cannot be seen on a light ground, so
/// a grey takes its place.
pub const COLOURS: [Rgb; 8] = [
    Rgb(0x00, 0x72, 0xB2),
    Rgb(0xD5, 0x5E, 0x00),
    Rgb(0x00, 0x9E, 0x73),
    Rgb(0xCC, 0x79, 0xA7),
    Rgb(0xE6, 0x9F, 0x00),
    Rgb(0x56, 0xB4, 0xE9),
    Rgb(0x00, 0x00, 0x00),
    Rgb(0x99, 0x99, 0x99),
];

impl fmt::Display for Rgb {
    /// As in style sheets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_as_in_style_sheets() {
        assert_eq!(Rgb(0x00, 0x72, 0xB2).to_string(), "#0072B2");
    }
}
