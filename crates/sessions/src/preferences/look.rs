//! What the screen looks like.

use super::words::words;

words! {
    /// How Blocks are told apart.
    BlockStyle {
        /// By their colour.
        Colour = "colour",
        /// By the letter of their piece too.
        Letters = "letters",
        /// By a pattern too.
        Patterns = "patterns",
    }
}

words! {
    /// Which colours pieces have.
    Colours {
        /// Those of the guideline.
        Guideline = "guideline",
        /// Told apart by eyes that see few colours.
        ColourBlind = "colour-blind",
        /// As bright as can be.
        HighContrast = "high-contrast",
        /// None.
        Monochrome = "monochrome",
    }
}

words! {
    /// Which characters the screen is drawn with.
    Characters {
        /// All of them.
        Unicode = "unicode",
        /// Those of the oldest terminals.
        Ascii = "ascii",
    }
}

/// What the screen looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How Blocks are told apart.
    pub blocks: BlockStyle,
    /// Which colours pieces have.
    pub colours: Colours,
    /// Which characters the screen is drawn with.
    pub characters: Characters,
    /// Whether there is a ghost where the piece would land.
    pub ghost: bool,
    /// Whether empty cells are marked.
    pub grid: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            blocks: BlockStyle::Colour,
            colours: Colours::Guideline,
            characters: Characters::Unicode,
            ghost: true,
            grid: true,
        }
    }
}

impl Look {
    /// The look in an environment of these variables. `NO_COLOR` takes the colours away; Blocks that were told apart by
    /// them alone get letters. A terminal that says it is dumb gets neither colours nor more than ASCII; a locale without UTF-8 gets ASCII. Windows says
    /// neither, and its terminals know all characters.
    pub fn in_environment(self, variable: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut look = self;
        let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
        if set("NO_COLOR").is_some() || is_dumb {
            look.colours = Colours::Monochrome;
            if look.blocks == BlockStyle::Colour {
                look.blocks = BlockStyle::Letters;
            }
        }
        let locale = || set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        let is_utf8 = |locale: String| locale.to_ascii_lowercase().contains("utf");
        if !cfg!(windows) && (is_dumb || !locale().is_none_or(is_utf8)) {
            look.characters = Characters::Ascii;
        }
        look
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_in(look: Look, variables: &[(&str, &str)]) -> Look {
        look.in_environment(|name| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn no_color_takes_colours_away() {
        let look = Look::default();
        assert_eq!(look_in(look, &[]), look);
        assert_eq!(look_in(look, &[("NO_COLOR", "")]), look);
        let plain = look_in(look, &[("NO_COLOR", "1")]);
        assert_eq!(plain, Look { blocks: BlockStyle::Letters, colours: Colours::Monochrome, ..look });
        let patterns = Look { blocks: BlockStyle::Patterns, ..look };
        assert_eq!(look_in(patterns, &[("NO_COLOR", "1")]).blocks, BlockStyle::Patterns);
    }

    #[test]
    #[cfg(not(windows))]
    fn old_terminals_and_locales_get_ascii() {
        for (variables, characters) in [
            (&[("TERM", "dumb")][..], Characters::Ascii),
            (&[("TERM", "xterm")], Characters::Unicode),
            (&[("LANG", "C")], Characters::Ascii),
            (&[("LANG", "POSIX")], Characters::Ascii),
            (&[("LANG", "de_DE@euro")], Characters::Ascii),
            (&[("LANG", "C.UTF-8")], Characters::Unicode),
            (&[("LANG", "pt_BR.utf8")], Characters::Unicode),
            (&[("LC_CTYPE", "UTF-8")], Characters::Unicode),
            (&[("LANG", "es_ES.UTF-8"), ("LC_ALL", "C")], Characters::Ascii),
            (&[("LANG", "C"), ("LC_CTYPE", "es_ES.UTF-8")], Characters::Unicode),
            (&[("LANG", "C.UTF-8"), ("LC_ALL", "")], Characters::Unicode),
            (&[("LANG", "")], Characters::Unicode),
        ] {
            assert_eq!(look_in(Look::default(), variables).characters, characters, "{variables:?}");
        }
        let ascii = Look { characters: Characters::Ascii, ..Look::default() };
        assert_eq!(look_in(ascii, &[("LANG", "C.UTF-8")]), ascii);
    }
}
