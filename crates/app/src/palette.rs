//! The colours, the same everywhere: pieces as the guideline names them, told apart on dark and light ground.

use ratatui::style::Color;
use tetrolab_engine::{Block, Piece};
pub use tetrolab_experiments::plot::Rgb;

/// Behind everything.
pub const GROUND: Rgb = Rgb(0x0F, 0x12, 0x16);
/// The Matrix and other panels.
pub const PANEL: Rgb = Rgb(0x17, 0x1B, 0x21);
/// Text.
pub const TEXT: Rgb = Rgb(0xE6, 0xE8, 0xEB);
/// Text that is not in the foreground.
pub const QUIET: Rgb = Rgb(0x8A, 0x91, 0x9C);

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
        Block::Garbage => Rgb(0x6B, 0x72, 0x80),
    }
}

/// What a search looked at, from its beginning (0) to its end (1): one hue, dark to light.
pub fn tint(share: f64) -> Rgb {
    let between = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share) as u8;
    Rgb(between(0x23, 0xA9), between(0x3F, 0xDD), between(0x63, 0xF2))
}

/// A colour for the terminal.
pub const fn terminal(Rgb(red, green, blue): Rgb) -> Color {
    Color::Rgb(red, green, blue)
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
}
