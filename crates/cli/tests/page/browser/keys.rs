//! Keys: the numbers by which pages may know them, and which are held.

use std::collections::BTreeSet;

/// Keys that are no letters, digits or function keys, with their numbers.
const NAMED: [(&str, u32); 34] = [
    ("ArrowLeft", 37),
    ("ArrowUp", 38),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("Space", 32),
    ("Enter", 13),
    ("Escape", 27),
    ("Tab", 9),
    ("Backspace", 8),
    ("Delete", 46),
    ("Insert", 45),
    ("Home", 36),
    ("End", 35),
    ("PageUp", 33),
    ("PageDown", 34),
    ("ShiftLeft", 16),
    ("ShiftRight", 16),
    ("ControlLeft", 17),
    ("ControlRight", 17),
    ("AltLeft", 18),
    ("AltRight", 18),
    ("MetaLeft", 91),
    ("MetaRight", 92),
    ("Semicolon", 186),
    ("Equal", 187),
    ("Comma", 188),
    ("Minus", 189),
    ("Period", 190),
    ("Slash", 191),
    ("Backquote", 192),
    ("BracketLeft", 219),
    ("Backslash", 220),
    ("BracketRight", 221),
    ("Quote", 222),
];

/// Keys that change what others mean, with their bits in the protocol.
const MODIFIERS: [(&str, u32); 4] = [("Alt", 1), ("Control", 2), ("Meta", 4), ("Shift", SHIFT)];
const SHIFT: u32 = 8;

/// Before the number of the first function key.
const BEFORE_F1: u32 = 111;
const LAST_FUNCTION: u32 = 12;

/// The number of a key (`windowsVirtualKeyCode`), by its place on the keyboard.
pub fn number(code: &str) -> Option<u32> {
    if let Some((_, number)) = NAMED.iter().find(|(name, _)| *name == code) {
        return Some(*number);
    }
    if let Some(number) = code.strip_prefix('F').and_then(|number| number.parse().ok()) {
        return (1..=LAST_FUNCTION).contains(&number).then_some(BEFORE_F1 + number);
    }
    let character = code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit"))?;
    let is_one = character.len() == 1 && character.chars().all(|one| one.is_ascii_uppercase() || one.is_ascii_digit());
    is_one.then(|| u32::from(character.as_bytes()[0]))
}

/// The place on the keyboard at which a character is typed, for those that are typed alike everywhere.
pub fn code(character: char) -> Option<String> {
    match character {
        'a'..='z' | 'A'..='Z' => Some(format!("Key{}", character.to_ascii_uppercase())),
        '0'..='9' => Some(format!("Digit{character}")),
        ' ' => Some("Space".into()),
        _ => None,
    }
}

/// Where a key is that exists twice: 1 is left, 2 is right.
pub fn location(code: &str) -> u32 {
    let is_modifier = MODIFIERS.iter().any(|(name, _)| code.starts_with(name));
    if !is_modifier {
        0
    } else if code.ends_with("Right") {
        2
    } else {
        1
    }
}

/// The keys that are held down.
#[derive(Default)]
pub struct Held(BTreeSet<String>);

impl Held {
    /// Presses one; whether it was held already.
    pub fn press(&mut self, code: &str) -> bool {
        !self.0.insert(code.to_string())
    }

    /// Lets one go.
    pub fn release(&mut self, code: &str) {
        self.0.remove(code);
    }

    /// What the held keys change, as the protocol counts it.
    pub fn modifiers(&self) -> u32 {
        let is_held = |name: &str| self.0.iter().any(|code| code.starts_with(name));
        MODIFIERS.iter().filter(|(name, _)| is_held(name)).map(|(_, bit)| bit).sum()
    }

    /// Whether characters are typed, and not commands given.
    pub fn types(&self) -> bool {
        self.modifiers() & !SHIFT == 0
    }
}
