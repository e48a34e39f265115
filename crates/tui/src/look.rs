//! How things look: which characters and colours stand for Blocks, ghosts and lines.

use ratatui::style::{Color, Modifier, Style};
use tetrolab_engine::{Block, Piece};

use super::colours::Depth;
use tetrolab_sessions::palette::Rgb;
use tetrolab_sessions::preferences::look::{self, BlockStyle, Characters, Colours};

/// How a game looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub blocks: BlockStyle,
    pub colours: Colours,
    pub characters: Characters,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// Whether the ghost is shown.
    pub ghost: bool,
    /// Whether empty cells have a dot.
    pub grid: bool,
}

/// Characters of two columns for a pattern of each piece, in the order of the pieces IJLOSTZ, and for garbage.
const PATTERNS: [&str; 8] = ["██", "▙▙", "▟▟", "▓▓", "▚▚", "▒▒", "▞▞", "░░"];
const ASCII_PATTERNS: [&str; 8] = ["##", "&&", "**", "@@", "//", "%%", "\\\\", "xx"];

impl Look {
    /// The chosen look, in a terminal with this depth of colour.
    pub const fn new(chosen: look::Look, depth: Depth) -> Look {
        let look::Look { blocks, colours, characters, ghost, grid } = chosen;
        Look { blocks, colours, characters, depth, ghost, grid }
    }

    /// Whether there are only characters that every terminal has.
    pub fn is_ascii(&self) -> bool {
        self.characters == Characters::Ascii
    }

    /// One of two texts, depending on the characters.
    pub fn either<'t>(&self, unicode: &'t str, ascii: &'t str) -> &'t str {
        if self.is_ascii() { ascii } else { unicode }
    }

    fn colour(&self, colour: Option<Rgb>) -> Style {
        colour.and_then(|colour| self.depth.terminal(colour)).map_or(Style::new(), |colour| Style::new().fg(colour))
    }

    /// Text.
    pub fn text(&self) -> Style {
        self.colour(self.colours.text())
    }

    /// Text that is not in the foreground.
    pub fn quiet(&self) -> Style {
        self.colour(self.colours.quiet())
    }

    /// Text in the foreground.
    pub fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// What is chosen in a list.
    pub fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The colour of a piece.
    pub fn piece(&self, piece: Piece) -> Style {
        self.block(Block::Of(piece))
    }

    /// The colour of a Block.
    pub fn block(&self, block: Block) -> Style {
        self.colour(self.colours.block(block))
    }

    /// The colour itself, where there is one: for what is drawn as ground.
    pub fn ground(&self, block: Block) -> Option<Color> {
        self.colours.block(block).and_then(|colour| self.depth.terminal(colour))
    }

    /// Two columns of text for a Block. `in_play` is one that can still move.
    pub fn cell(&self, block: Block, in_play: bool) -> [char; 2] {
        let letter = block.letter();
        let text = match (self.blocks, self.characters) {
            (BlockStyle::Letters, _) => {
                return [if in_play { letter.to_ascii_lowercase() } else { letter }; 2];
            }
            (BlockStyle::Colour, Characters::Unicode) => "██",
            (BlockStyle::Colour, Characters::Ascii) => "##",
            (BlockStyle::Patterns, Characters::Unicode) => PATTERNS[number(block)],
            (BlockStyle::Patterns, Characters::Ascii) => ASCII_PATTERNS[number(block)],
        };
        two(text)
    }

    /// Where the piece would land.
    pub const GHOST: [char; 2] = ['[', ']'];

    /// Where the assistant would put it.
    pub const HINT: [char; 2] = ['(', ')'];

    /// An empty cell.
    pub fn empty(&self) -> [char; 2] {
        match (self.grid, self.characters) {
            (false, _) => [' ', ' '],
            (true, Characters::Unicode) => [' ', '·'],
            (true, Characters::Ascii) => [' ', '.'],
        }
    }

    /// A character for two cells one above the other.
    pub fn half_blocks(&self, upper: bool, lower: bool) -> char {
        match (upper, lower, self.characters) {
            (false, false, _) => ' ',
            (true, true, Characters::Unicode) => '█',
            (true, false, Characters::Unicode) => '▀',
            (false, true, Characters::Unicode) => '▄',
            (true, true, Characters::Ascii) => ':',
            (true, false, Characters::Ascii) => '\'',
            (false, true, Characters::Ascii) => '.',
        }
    }

    /// A text with the characters that there are: letters without their accents where there is only ASCII.
    pub fn words(&self, text: &str) -> String {
        match self.characters {
            Characters::Unicode => text.to_string(),
            Characters::Ascii => text.chars().map(without_accent).collect(),
        }
    }
}

fn two(text: &str) -> [char; 2] {
    let mut characters = text.chars();
    [characters.next().unwrap_or(' '), characters.next().unwrap_or(' ')]
}

/// The place of a Block in the lists of patterns.
const fn number(block: Block) -> usize {
    match block {
        Block::Of(piece) => piece as usize,
        Block::Garbage => 7,
    }
}

/// A letter without its accent, and the nearest sign for others.
fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        'Á' | 'À' | 'Â' | 'Ã' => 'A',
        'É' | 'Ê' => 'E',
        'Í' => 'I',
        'Ó' | 'Ô' | 'Õ' => 'O',
        'Ú' => 'U',
        'Ñ' => 'N',
        'Ç' => 'C',
        '←' => '<',
        '→' => '>',
        '↑' => '^',
        '↓' => 'v',
        '×' => 'x',
        '±' => '~',
        '·' => '.',
        '…' => '.',
        '–' | '−' => '-',
        '¿' | '¡' => ' ',
        other if other.is_ascii() => other,
        _ => '?',
    }
}
