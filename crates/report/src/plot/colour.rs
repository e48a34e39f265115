//! The colours of figures, on a light and on a dark ground.

use std::fmt;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// What a colour is for. The theme says which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Behind everything.
    Ground,
    /// Text, and what lies over coloured lines.
    Text,
    /// Text that is not in the foreground.
    Quiet,
    /// Axes.
    Axis,
    /// Lines across a panel at the ticks.
    Grid,
    /// One of the colours of lines and marks, from 0.
    Line(usize),
}

/// How many colours lines and marks have.
pub const LINES: usize = 8;

/// The inks of lines and marks, in their order.
pub const INKS: [Ink; LINES] = {
    let mut inks = [Ink::Line(0); LINES];
    let mut index = 0;
    while index < LINES {
        inks[index] = Ink::Line(index);
        index += 1;
    }
    inks
};

/// The colours of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    ground: Rgb,
    text: Rgb,
    quiet: Rgb,
    axis: Rgb,
    grid: Rgb,
    lines: [Rgb; LINES],
}

/// For paper, files, and light pages. The colours of lines can be told apart by the colour-blind (Okabe and Ito 2008). Their yellow
/// cannot be seen on a light ground, so a grey takes its place.
pub const LIGHT: Theme = Theme {
    ground: Rgb(0xFA, 0xFA, 0xF7),
    text: Rgb(0x1B, 0x1F, 0x24),
    quiet: Rgb(0x5B, 0x62, 0x70),
    axis: Rgb(0x8A, 0x91, 0x9C),
    grid: Rgb(0xE6, 0xE6, 0xE0),
    lines: [
        Rgb(0x00, 0x72, 0xB2),
        Rgb(0xD5, 0x5E, 0x00),
        Rgb(0x00, 0x9E, 0x73),
        Rgb(0xCC, 0x79, 0xA7),
        Rgb(0xE6, 0x9F, 0x00),
        Rgb(0x56, 0xB4, 0xE9),
        Rgb(0x00, 0x00, 0x00),
        Rgb(0x99, 0x99, 0x99),
    ],
};

/// For dark pages. Okabe and Ito's blue cannot be seen there, so their sky blue takes its place, their yellow that of the sky blue, and
/// white that of black.
pub const DARK: Theme = Theme {
    ground: Rgb(0x0F, 0x12, 0x16),
    text: Rgb(0xE6, 0xE8, 0xEB),
    quiet: Rgb(0x9A, 0xA2, 0xAD),
    axis: Rgb(0x6B, 0x72, 0x80),
    grid: Rgb(0x23, 0x29, 0x32),
    lines: [
        Rgb(0x56, 0xB4, 0xE9),
        Rgb(0xD5, 0x5E, 0x00),
        Rgb(0x00, 0x9E, 0x73),
        Rgb(0xCC, 0x79, 0xA7),
        Rgb(0xE6, 0x9F, 0x00),
        Rgb(0xF0, 0xE4, 0x42),
        Rgb(0xFF, 0xFF, 0xFF),
        Rgb(0x99, 0x99, 0x99),
    ],
};

impl Theme {
    /// The colour of an ink.
    pub const fn rgb(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Ground => self.ground,
            Ink::Text => self.text,
            Ink::Quiet => self.quiet,
            Ink::Axis => self.axis,
            Ink::Grid => self.grid,
            Ink::Line(index) => self.lines[index % LINES],
        }
    }
}

impl Rgb {
    /// The contrast with another colour, from 1 to 21 (Web Content Accessibility Guidelines 2).
    pub fn contrast(self, other: Rgb) -> f64 {
        let (first, second) = (self.luminance(), other.luminance());
        (first.max(second) + 0.05) / (first.min(second) + 0.05)
    }

    /// How bright it is, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

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
        assert_eq!(LIGHT.rgb(INKS[0]).to_string(), "#0072B2");
    }

    #[test]
    fn contrasts_as_in_the_guidelines() {
        assert!((Rgb(0, 0, 0).contrast(Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
        assert!((Rgb(0x77, 0x77, 0x77).contrast(Rgb(255, 255, 255)) - 4.48).abs() < 0.005);
    }

    #[test]
    fn everything_can_be_seen_on_both_grounds() {
        for theme in [LIGHT, DARK] {
            let contrast = |ink| theme.rgb(ink).contrast(theme.ground);
            assert!(contrast(Ink::Text) > 7.0 && contrast(Ink::Quiet) > 4.5 && contrast(Ink::Axis) > 3.0);
            assert!(INKS.into_iter().all(|ink| contrast(ink) > 2.0), "{theme:?}");
        }
    }
}
