//! The colours of the terminal, the same as everywhere in tetrolab.

use ratatui::style::Color;
use tetrolab_engine::{Block, Piece};

/// Text that is not in the foreground.
pub const QUIET: Color = Color::Rgb(0x8A, 0x91, 0x9C);

/// The colour of a piece.
pub const fn piece(piece: Piece) -> Color {
    match piece {
        Piece::I => Color::Rgb(0x2E, 0xC4, 0xE6),
        Piece::J => Color::Rgb(0x3B, 0x6F, 0xE0),
        Piece::L => Color::Rgb(0xF0, 0x93, 0x2B),
        Piece::O => Color::Rgb(0xF2, 0xC8, 0x11),
        Piece::S => Color::Rgb(0x4C, 0xB9, 0x44),
        Piece::T => Color::Rgb(0xA2, 0x4B, 0xD6),
        Piece::Z => Color::Rgb(0xE5, 0x48, 0x4D),
    }
}

/// The colour of a Block.
pub const fn block(block: Block) -> Color {
    match block {
        Block::Of(of) => piece(of),
        Block::Garbage => Color::Rgb(0x6B, 0x72, 0x80),
    }
}
