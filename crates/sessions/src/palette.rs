//! The colours, the same everywhere: pieces as the guideline names them, told apart on dark and light ground; and
//! alternative sets for accessibility.

use tetrolab_engine::{Block, Piece};
pub use tetrolab_report::plot::Rgb;

use crate::preferences::look::Colours;

/// Behind everything.
pub const GROUND: Rgb = Rgb(0x0F, 0x12, 0x16);
/// The Matrix and other panels.
pub const PANEL: Rgb = Rgb(0x17, 0x1B, 0x21);
/// Text.
pub const TEXT: Rgb = Rgb(0xE6, 0xE8, 0xEB);
/// Text that is not in the foreground.
pub const QUIET: Rgb = Rgb(0x8A, 0x91, 0x9C);
/// Garbage.
const GARBAGE: Rgb = Rgb(0x6B, 0x72, 0x80);

/// Okabe and Ito's colours, in the order IJLOSTZ.
const OKABE_ITO: [Rgb; 7] = [
    Rgb(0x56, 0xB4, 0xE9),
    Rgb(0x00, 0x72, 0xB2),
    Rgb(0xE6, 0x9F, 0x00),
    Rgb(0xF0, 0xE4, 0x42),
    Rgb(0x00, 0x9E, 0x73),
    Rgb(0xCC, 0x79, 0xA7),
    Rgb(0xD5, 0x5E, 0x00),
];

/// Bright colours, each with a contrast of at least 7 to black, in the order IJLOSTZ.
const BRIGHT: [Rgb; 7] = [
    Rgb(0x00, 0xFF, 0xFF),
    Rgb(0x8A, 0xB4, 0xFF),
    Rgb(0xFF, 0xB0, 0x30),
    Rgb(0xFF, 0xFF, 0x00),
    Rgb(0x40, 0xFF, 0x40),
    Rgb(0xFF, 0x8C, 0xFF),
    Rgb(0xFF, 0x80, 0x80),
];

impl Colours {
    /// The colour of a Block; none without colours.
    pub const fn block(self, block: Block) -> Option<Rgb> {
        match (self, block) {
            (Colours::Monochrome, _) => None,
            (Colours::Guideline, _) => Some(self::block(block)),
            (Colours::ColourBlind, Block::Of(piece)) => Some(OKABE_ITO[piece as usize]),
            (Colours::HighContrast, Block::Of(piece)) => Some(BRIGHT[piece as usize]),
            (Colours::ColourBlind, Block::Garbage) => Some(GARBAGE),
            (Colours::HighContrast, Block::Garbage) => Some(Rgb(0xC8, 0xC8, 0xC8)),
        }
    }

    /// The colour of text: the terminal's own, but for high contrast.
    pub const fn text(self) -> Option<Rgb> {
        match self {
            Colours::HighContrast => Some(Rgb(0xFF, 0xFF, 0xFF)),
            _ => None,
        }
    }

    /// The colour of text that is not in the foreground.
    pub const fn quiet(self) -> Option<Rgb> {
        match self {
            Colours::Guideline | Colours::ColourBlind => Some(QUIET),
            Colours::HighContrast => Some(Rgb(0xFF, 0xFF, 0xFF)),
            Colours::Monochrome => None,
        }
    }
}

/// The colour of a piece.
pub const fn piece(piece: Piece) -> Rgb {
    match piece {
        Piece::I => Rgb(0x2E, 0xC4, 0xE6),
        Piece::J => Rgb(0x3B, 0x6F, 0xE0),
        Piece::L => Rgb(0xF0, 0x93, 0x2B),
        Piece::O => Rgb(0xF2, 0xC8, 0x11),
        Piece::S => Rgb(0x4C, 0xB9, 0x44),
        Piece::T => Rgb(0xA2, 0x4B, 0xD6),
        Piece::Z => Rgb(0xE5, 0x48, 0x4D),
    }
}

/// The colour of a Block.
pub const fn block(block: Block) -> Rgb {
    match block {
        Block::Of(of) => piece(of),
        Block::Garbage => GARBAGE,
    }
}

/// What a search looked at, from its beginning (0) to its end (1): one hue, dark to light.
pub fn tint(share: f64) -> Rgb {
    let between = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share) as u8;
    Rgb(between(0x23, 0xA9), between(0x3F, 0xDD), between(0x63, 0xF2))
}

/// Whether the user wants no colours.
pub fn is_plain() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guideline statement 6: O yellow, I light blue, T purple, L orange, J dark blue, S green, Z red.
    #[test]
    fn statement_06_pieces_have_their_colours() {
        for (letter, colour) in [
            ('O', "#F2C811"),
            ('I', "#2EC4E6"),
            ('T', "#A24BD6"),
            ('L', "#F0932B"),
            ('J', "#3B6FE0"),
            ('S', "#4CB944"),
            ('Z', "#E5484D"),
        ] {
            assert_eq!(piece(Piece::from_letter(letter).unwrap()).to_string(), colour);
        }
        assert_eq!(block(Block::Garbage).to_string(), "#6B7280");
    }

    /// The contrast of WCAG between two colours.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let light = |Rgb(red, green, blue): Rgb| 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
        let (bright, dark) = (light(one).max(light(other)), light(one).min(light(other)));
        (bright + 0.05) / (dark + 0.05)
    }

    #[test]
    fn contrast_is_high_where_it_is_promised() {
        let black = Rgb(0, 0, 0);
        assert!(BRIGHT.iter().all(|&bright| contrast(bright, black) >= 7.0));
        assert!(contrast(TEXT, GROUND) >= 4.5 && contrast(QUIET, GROUND) >= 4.5);
    }
}
