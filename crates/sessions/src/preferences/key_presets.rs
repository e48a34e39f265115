//! Ways to lay the commands on the keyboard.

use super::command::Command;

/// A way to lay the commands on the keyboard.
#[derive(Debug)]
pub struct KeyPreset {
    pub name: &'static str,
    /// The keys of each command, in the order of [`Command::ALL`].
    pub keys: [&'static str; Command::ALL.len()],
}

/// All of them; the first is the default.
pub const KEY_PRESETS: &[KeyPreset] = &[
    KeyPreset {
        name: "guideline",
        keys: [
            "left",
            "right",
            "down",
            "space",
            "up x",
            "z left-control",
            "a",
            "c left-shift",
            "u backspace",
            "r",
            "esc p",
            "h",
        ],
    },
    KeyPreset {
        name: "wasd",
        keys: ["a", "d", "s", "w space", "right l", "left j", "up i", "e left-shift", "u backspace", "r", "esc p", "h"],
    },
    KeyPreset {
        name: "vim",
        keys: ["h", "l", "j", "space", "k x", "z left-control", "a", "c left-shift", "u backspace", "r", "esc p", "i"],
    },
    KeyPreset {
        name: "keypad",
        keys: ["4", "6", "2", "8", "1 5 9", "3 7", "a", "0", "u backspace", "r", "esc p", "h"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::bindings::Bindings;

    #[test]
    fn every_preset_has_a_key_for_everything_and_no_key_twice() {
        for preset in KEY_PRESETS {
            let bindings = Bindings::of_preset(preset);
            assert_eq!(Bindings::named(preset.name).as_ref(), Ok(&bindings));
            assert_eq!(bindings.conflict(), None, "{}", preset.name);
            for command in Command::ALL {
                let keys = bindings.keys(command);
                assert!(keys.iter().any(|key| !key.is_modifier()), "{} {}", preset.name, command.name());
            }
        }
    }
}
