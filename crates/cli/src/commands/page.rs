//! Where text is printed: how wide it may be, and whether it may have colours.

use std::io::{IsTerminal, stdout};

use crossterm::style::{Attribute, Color, Stylize};
use crossterm::terminal;

use tetrolab_sessions::palette::{Rgb, is_plain};

/// What text is laid out for.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Columns.
    pub width: usize,
    /// Whether it is a terminal, where cells are drawn square.
    pub is_terminal: bool,
    /// Whether there are colours.
    is_coloured: bool,
}

impl Page {
    /// No line is longer, however wide the terminal is.
    const WIDEST: u16 = 100;
    /// A narrower terminal breaks the lines.
    const NARROWEST: u16 = 60;

    /// Standard output: the terminal, or a page for a file.
    pub fn standard() -> Page {
        let is_terminal = stdout().is_terminal();
        let columns = terminal::size().ok().filter(|_| is_terminal).map_or(Page::WIDEST, |(columns, _)| columns);
        Page {
            width: columns.clamp(Page::NARROWEST, Page::WIDEST).into(),
            is_terminal,
            is_coloured: is_terminal && !is_plain(),
        }
    }

    /// A file.
    pub const fn plain() -> Page {
        Page { width: Page::WIDEST as usize, is_terminal: false, is_coloured: false }
    }

    /// A terminal without colours.
    #[cfg(test)]
    pub const PLAIN_TERMINAL: Page = Page { width: 80, is_terminal: true, is_coloured: false };

    /// Whether letters stand for colours.
    pub const fn is_plain(self) -> bool {
        !self.is_coloured
    }

    /// Text in a colour, where there are colours.
    pub fn paint(self, text: &str, Rgb(r, g, b): Rgb) -> String {
        if self.is_coloured { text.with(Color::Rgb { r, g, b }).to_string() } else { text.to_string() }
    }

    /// Text that stays in the background.
    pub fn quiet(self, text: &str) -> String {
        if self.is_coloured { text.attribute(Attribute::Dim).to_string() } else { text.to_string() }
    }

    /// Text in the foreground.
    pub fn strong(self, text: &str) -> String {
        if self.is_coloured { text.attribute(Attribute::Bold).to_string() } else { text.to_string() }
    }
}
