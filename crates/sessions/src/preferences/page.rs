//! What only the page in a browser has.

use std::ops::RangeInclusive;

use super::words::words;

/// How loud sounds can be, in per cent.
pub const VOLUMES: RangeInclusive<u8> = 0..=100;

words! {
    /// The colours of the page around the game.
    Theme {
        /// Those of the system.
        Auto = "auto",
        /// Light on dark.
        Dark = "dark",
        /// Dark on light.
        Light = "light",
    }
}

words! {
    /// Buttons on the screen for fingers.
    Touch {
        /// Where there is nothing but fingers.
        Auto = "auto",
        /// Always.
        On = "on",
        /// Never.
        Off = "off",
    }
}

/// What only the page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Dark or light.
    pub theme: Theme,
    /// Whether the game can be heard.
    pub sound: bool,
    /// How loud, in per cent.
    pub volume: u8,
    /// Whether there are buttons on the screen.
    pub touch: Touch,
}

impl Default for Page {
    fn default() -> Page {
        Page { theme: Theme::Auto, sound: false, volume: 50, touch: Touch::Auto }
    }
}
