//! Which keys do what in a game.

use std::fmt;

use tetrolab_agents::Unknown;

use super::command::Command;
use super::key::Key;
use super::key_presets::{KEY_PRESETS, KeyPreset};

/// A command has at most this many keys.
pub const MOST_KEYS: usize = 3;

/// What these keys do is the same in every view.
pub const RESERVED: [&str; 3] = ["?", "q", "ctrl-c"];

/// Up to three keys for each command. No key may have two commands; [`Bindings::conflict`] says whether one has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    preset: &'static str,
    keys: [Vec<Key>; Command::ALL.len()],
}

/// A key with two commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub key: Key,
    pub commands: [Command; 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.commands.map(Command::name);
        write!(f, "the key {} has two commands: {one} and {other}", self.key)
    }
}

impl Bindings {
    /// All keys of a preset.
    pub fn of_preset(preset: &KeyPreset) -> Bindings {
        let keys = preset.keys.map(|keys| read_keys(keys).expect("the presets are tested"));
        Bindings { preset: preset.name, keys }
    }

    /// All keys of the preset with this name.
    pub fn named(name: &str) -> Result<Bindings, String> {
        let preset = KEY_PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            Unknown::new("preset of keys", name, KEY_PRESETS.iter().map(|preset| preset.name)).to_string()
        })?;
        Ok(Bindings::of_preset(preset))
    }

    /// The preset that they came from.
    pub const fn preset(&self) -> &'static str {
        self.preset
    }

    /// The keys of a command.
    pub fn keys(&self, command: Command) -> &[Key] {
        &self.keys[command.index()]
    }

    /// The keys of a command as the file and the settings write them.
    pub fn text(&self, command: Command) -> String {
        self.keys(command).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Gives a command these keys, with blanks between them, instead of those it had.
    pub fn set(&mut self, command: Command, keys: &str) -> Result<(), String> {
        self.keys[command.index()] = read_keys(keys)?;
        Ok(())
    }

    /// The command that has this very key.
    pub fn owner(&self, key: Key) -> Option<Command> {
        Command::ALL.into_iter().find(|&command| self.keys(command).contains(&key))
    }

    /// Assigns a key to a command, in place of the one at `place`, or as an additional one. If another command had
    /// the key, it gets the replaced key instead, or loses one.
    pub fn put(&mut self, command: Command, place: usize, key: Key) {
        let replaced = self.keys(command).get(place).copied();
        if let Some(owner) = self.owner(key) {
            let keys = &mut self.keys[owner.index()];
            let had = keys.iter().position(|&other| other == key);
            match (had, replaced) {
                (Some(had), Some(replaced)) => keys[had] = replaced,
                (Some(had), None) => {
                    keys.remove(had);
                }
                (None, _) => {}
            }
        }
        let keys = &mut self.keys[command.index()];
        match (keys.get_mut(place), replaced) {
            (Some(there), Some(_)) => *there = key,
            _ => keys.push(key),
        }
    }

    /// Takes a key away from a command.
    pub fn remove(&mut self, command: Command, place: usize) {
        let keys = &mut self.keys[command.index()];
        if place < keys.len() {
            keys.remove(place);
        }
    }

    /// The first key with two commands.
    pub fn conflict(&self) -> Option<Conflict> {
        Command::ALL.into_iter().enumerate().find_map(|(index, second)| {
            let mut before = Command::ALL[..index].iter();
            before.find_map(|&first| {
                let key = self.keys(first).iter().find(|key| self.keys(second).contains(key))?;
                Some(Conflict { key: *key, commands: [first, second] })
            })
        })
    }

    /// What a key does in a game. A key that is not bound together with its modifiers does what it does by itself:
    /// where Shift or Control are commands too, they are often down while another key is pressed. In the same way a key
    /// of the keypad does what its twin does.
    pub fn command(&self, key: Key) -> Option<Command> {
        if is_reserved(key) {
            return None;
        }
        [key, key.anywhere(), key.bare(), key.bare().anywhere()].into_iter().find_map(|key| self.owner(key))
    }
}

impl Default for Bindings {
    fn default() -> Bindings {
        Bindings::of_preset(&KEY_PRESETS[0])
    }
}

/// Whether no command may have this key.
pub fn is_reserved(key: Key) -> bool {
    RESERVED.contains(&key.to_string().as_str())
}

fn read_keys(text: &str) -> Result<Vec<Key>, String> {
    let mut keys: Vec<Key> = Vec::new();
    for word in text.split_whitespace() {
        let key = word.parse()?;
        if is_reserved(key) {
            return Err(format!("the key {key} is reserved"));
        }
        if keys.contains(&key) {
            return Err(format!("the key {key} is there twice"));
        }
        keys.push(key);
    }
    if keys.len() > MOST_KEYS {
        return Err(format!("a command has at most {MOST_KEYS} keys, not {}", keys.len()));
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::Button;

    use super::*;

    fn key(text: &str) -> Key {
        text.parse().unwrap()
    }

    #[test]
    fn the_guidelines_keys_are_the_default() {
        let bindings = Bindings::default();
        assert_eq!(bindings.preset(), "guideline");
        for (name, command) in [
            ("left", Command::Button(Button::Left)),
            ("right", Command::Button(Button::Right)),
            ("down", Command::Button(Button::SoftDrop)),
            ("space", Command::Button(Button::HardDrop)),
            ("up", Command::Button(Button::RotateRight)),
            ("x", Command::Button(Button::RotateRight)),
            ("z", Command::Button(Button::RotateLeft)),
            ("left-control", Command::Button(Button::RotateLeft)),
            ("a", Command::Button(Button::RotateHalf)),
            ("c", Command::Button(Button::Hold)),
            ("left-shift", Command::Button(Button::Hold)),
            ("u", Command::Undo),
            ("backspace", Command::Undo),
            ("r", Command::Restart),
            ("esc", Command::Pause),
            ("p", Command::Pause),
            ("h", Command::Hint),
        ] {
            assert_eq!(bindings.command(key(name)), Some(command), "{name}");
        }
        for name in ["?", "q", "ctrl-c", "ctrl-q", "y", "f1"] {
            assert_eq!(bindings.command(key(name)), None, "{name}");
        }
    }

    #[test]
    fn held_modifiers_and_the_keypad_change_nothing_unless_bound() {
        let mut bindings = Bindings::default();
        for name in ["shift-left", "ctrl-left", "keypad-left", "ctrl-alt-keypad-left"] {
            assert_eq!(bindings.command(key(name)), Some(Command::Button(Button::Left)), "{name}");
        }
        bindings.set(Command::Hint, "shift-left keypad-left").unwrap();
        assert_eq!(bindings.conflict(), None);
        for (name, command) in [
            ("shift-left", Command::Hint),
            ("keypad-left", Command::Hint),
            ("shift-keypad-left", Command::Hint),
            ("left", Command::Button(Button::Left)),
            ("ctrl-left", Command::Button(Button::Left)),
        ] {
            assert_eq!(bindings.command(key(name)), Some(command), "{name}");
        }
    }

    #[test]
    fn a_key_has_one_command() {
        let mut bindings = Bindings::default();
        bindings.set(Command::Button(Button::Hold), "v x").unwrap();
        let conflict = bindings.conflict().unwrap();
        assert_eq!(conflict.to_string(), "the key x has two commands: rotate-right and hold");
        bindings.set(Command::Button(Button::RotateRight), "up").unwrap();
        assert_eq!(bindings.conflict(), None);
    }

    #[test]
    fn keys_change_places() {
        let (turn, hold) = (Command::Button(Button::RotateRight), Command::Button(Button::Hold));
        for (place, name, held, turned) in [
            (0, "v", "v left-shift", "up x"),
            (2, "v", "c left-shift v", "up x"),
            // Another command had it.
            (0, "x", "x left-shift", "up c"),
            (2, "x", "c left-shift x", "up"),
            // The command itself had it.
            (0, "left-shift", "left-shift c", "up x"),
            (1, "left-shift", "c left-shift", "up x"),
            (2, "c", "left-shift c", "up x"),
        ] {
            let mut bindings = Bindings::default();
            bindings.put(hold, place, key(name));
            assert_eq!((bindings.text(hold).as_str(), bindings.text(turn).as_str()), (held, turned), "{place} {name}");
            assert_eq!(bindings.conflict(), None);
        }
        let mut bindings = Bindings::default();
        bindings.remove(hold, 0);
        bindings.remove(hold, 2);
        assert_eq!(bindings.text(hold), "left-shift");
    }

    #[test]
    fn what_cannot_be_bound_is_refused() {
        for (text, reason) in [
            ("q", "the key q is reserved"),
            ("v ?", "the key ? is reserved"),
            ("Ctrl-C", "the key ctrl-c is reserved"),
            ("v V", "the key v is there twice"),
            ("v b n m", "a command has at most 3 keys, not 4"),
            ("spce", "there is no key \"spce\"; the nearest is space"),
        ] {
            let mut bindings = Bindings::default();
            assert_eq!(bindings.set(Command::Hint, text).unwrap_err(), reason);
            assert_eq!(bindings, Bindings::default());
        }
        assert_eq!(Bindings::named("wsad").unwrap_err(), "there is no preset of keys \"wsad\"; the nearest is wasd");
    }
}
