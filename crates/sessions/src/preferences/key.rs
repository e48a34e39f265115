//! A key of the keyboard, as people write it: `left`, `space`, `a`, `?`, `f1`, `ctrl-r`, `shift-left`, `keypad-4`.
//!
//! Terminals tell more or less about a key. Those that speak the kitty keyboard protocol tell everything: modifier keys
//! by themselves, the keypad, every combination. Others send characters and a few sequences. A name stands for what both
//! can tell, so Shift and Caps Lock are no part of a character: `a` is the key in either case, and `?` is `?` however it is
//! typed. Other keys keep Shift, as in `shift-left`.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyEventState, KeyModifiers, ModifierKeyCode};
use tetrolab_agents::Unknown;

use super::look::Characters;
use crate::texts::{Keys, Text};

/// A key, with the modifiers that are held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
    keypad: bool,
}

/// A key that has a name of its own.
struct NamedKey {
    code: KeyCode,
    name: &'static str,
    /// One character that says it, where there are such characters.
    symbol: Option<&'static str>,
    text: fn(&Keys) -> &Text,
    /// Whether the keypad has one too.
    on_keypad: bool,
}

const fn named(code: KeyCode, name: &'static str, text: fn(&Keys) -> &Text) -> NamedKey {
    NamedKey { code, name, symbol: None, text, on_keypad: false }
}

const fn on_keypad(code: KeyCode, name: &'static str, text: fn(&Keys) -> &Text) -> NamedKey {
    NamedKey { on_keypad: true, ..named(code, name, text) }
}

const fn arrow(code: KeyCode, name: &'static str, symbol: &'static str, text: fn(&Keys) -> &Text) -> NamedKey {
    NamedKey { symbol: Some(symbol), ..on_keypad(code, name, text) }
}

const fn modifier(code: ModifierKeyCode, name: &'static str, text: fn(&Keys) -> &Text) -> NamedKey {
    named(KeyCode::Modifier(code), name, text)
}

static NAMED: &[NamedKey] = &[
    arrow(KeyCode::Left, "left", "←", |keys| &keys.key_left),
    arrow(KeyCode::Right, "right", "→", |keys| &keys.key_right),
    arrow(KeyCode::Up, "up", "↑", |keys| &keys.key_up),
    arrow(KeyCode::Down, "down", "↓", |keys| &keys.key_down),
    named(KeyCode::Char(' '), "space", |keys| &keys.key_space),
    on_keypad(KeyCode::Enter, "enter", |keys| &keys.key_enter),
    named(KeyCode::Esc, "esc", |keys| &keys.key_esc),
    named(KeyCode::Tab, "tab", |keys| &keys.key_tab),
    named(KeyCode::Backspace, "backspace", |keys| &keys.key_backspace),
    on_keypad(KeyCode::Insert, "insert", |keys| &keys.key_insert),
    on_keypad(KeyCode::Delete, "delete", |keys| &keys.key_delete),
    on_keypad(KeyCode::Home, "home", |keys| &keys.key_home),
    on_keypad(KeyCode::End, "end", |keys| &keys.key_end),
    on_keypad(KeyCode::PageUp, "page-up", |keys| &keys.key_page_up),
    on_keypad(KeyCode::PageDown, "page-down", |keys| &keys.key_page_down),
    // Its 5 without Num Lock, which is nowhere else.
    named(KeyCode::KeypadBegin, "keypad-begin", |keys| &keys.keypad_begin),
    named(KeyCode::Menu, "menu", |keys| &keys.key_menu),
    modifier(ModifierKeyCode::LeftShift, "left-shift", |keys| &keys.key_left_shift),
    modifier(ModifierKeyCode::RightShift, "right-shift", |keys| &keys.key_right_shift),
    modifier(ModifierKeyCode::LeftControl, "left-control", |keys| &keys.key_left_control),
    modifier(ModifierKeyCode::RightControl, "right-control", |keys| &keys.key_right_control),
    modifier(ModifierKeyCode::LeftAlt, "left-alt", |keys| &keys.key_left_alt),
    modifier(ModifierKeyCode::RightAlt, "right-alt", |keys| &keys.key_right_alt),
];

/// The modifiers that a key can be held with, in the order in which they are written.
const MODIFIERS: [(KeyModifiers, &str, &str); 3] = [
    (KeyModifiers::CONTROL, "ctrl-", "Ctrl-"),
    (KeyModifiers::ALT, "alt-", "Alt-"),
    (KeyModifiers::SHIFT, "shift-", "Shift-"),
];

/// The word before a key of the keypad.
const KEYPAD: &str = "keypad-";

/// The characters on a keypad.
const KEYPAD_CHARACTERS: &str = "0123456789./*-+=,";

/// The last function key that terminals know.
const LAST_FUNCTION_KEY: u8 = 35;

impl Key {
    /// The key of an event; `None` if it is one that has no name here.
    pub fn of(event: &KeyEvent) -> Option<Key> {
        Key::new(event.code, event.modifiers, event.state.contains(KeyEventState::KEYPAD))
    }

    fn new(code: KeyCode, modifiers: KeyModifiers, keypad: bool) -> Option<Key> {
        let mut modifiers = modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let code = match code {
            KeyCode::Char(character) => {
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::Char(lower(character))
            }
            KeyCode::BackTab => {
                modifiers.insert(KeyModifiers::SHIFT);
                KeyCode::Tab
            }
            // It is reported as held with itself.
            KeyCode::Modifier(_) => {
                modifiers = KeyModifiers::NONE;
                code
            }
            code => code,
        };
        let (is_known, can_be_on_keypad) = match (code, find(code)) {
            (_, Some(named)) => (true, named.on_keypad),
            (KeyCode::Char(character), None) => {
                (!character.is_control() && !character.is_whitespace(), KEYPAD_CHARACTERS.contains(character))
            }
            (KeyCode::F(number), None) => ((1..=LAST_FUNCTION_KEY).contains(&number), false),
            _ => (false, false),
        };
        is_known.then_some(Key { code, modifiers, keypad: keypad && can_be_on_keypad })
    }

    /// The same key without modifiers.
    pub const fn bare(self) -> Key {
        Key { modifiers: KeyModifiers::NONE, ..self }
    }

    /// The same key, wherever it is on the keyboard.
    pub const fn anywhere(self) -> Key {
        Key { keypad: false, ..self }
    }

    /// Whether it is a key such as Shift by itself, which only some terminals report.
    pub const fn is_modifier(self) -> bool {
        matches!(self.code, KeyCode::Modifier(_))
    }

    /// The name of a key that has no name of its own.
    fn character_or_function(self) -> String {
        match self.code {
            KeyCode::Char(character) => character.to_string(),
            KeyCode::F(number) => format!("f{number}"),
            code => unreachable!("{code:?} has a name"),
        }
    }

    /// How it is shown on the screen.
    pub fn shown(self, characters: Characters, texts: &Keys) -> String {
        let mut shown = String::new();
        for (modifier, _, prefix) in MODIFIERS {
            if self.modifiers.contains(modifier) {
                shown += prefix;
            }
        }
        if self.keypad {
            shown += &format!("{} ", texts.keypad);
        }
        match find(self.code) {
            Some(NamedKey { symbol: Some(symbol), .. }) if characters == Characters::Unicode => shown += symbol,
            Some(named) => shown += (named.text)(texts),
            None => shown.extend(self.character_or_function().chars().flat_map(char::to_uppercase)),
        }
        shown
    }
}

fn find(code: KeyCode) -> Option<&'static NamedKey> {
    NAMED.iter().find(|named| named.code == code)
}

/// The small letter, if that is a single one.
fn lower(character: char) -> char {
    let mut small = character.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => character,
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, prefix, _) in MODIFIERS {
            if self.modifiers.contains(modifier) {
                f.write_str(prefix)?;
            }
        }
        if self.keypad {
            f.write_str(KEYPAD)?;
        }
        match find(self.code) {
            Some(named) => f.write_str(named.name),
            None => f.write_str(&self.character_or_function()),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    /// The key with this name, or a sentence that says what is wrong with it.
    fn from_str(text: &str) -> Result<Key, String> {
        let small: String = text.chars().map(lower).collect();
        let mut rest = small.as_str();
        let mut modifiers = KeyModifiers::NONE;
        let prefixed = |rest: &str, prefix: &str| rest.len() > prefix.len() && rest.starts_with(prefix);
        while let Some((modifier, prefix, _)) = MODIFIERS.iter().find(|(_, prefix, _)| prefixed(rest, prefix)) {
            modifiers.insert(*modifier);
            rest = &rest[prefix.len()..];
        }
        let (keypad, code) = match (code(rest), rest.strip_prefix(KEYPAD)) {
            (None, Some(rest)) => (true, code(rest)),
            (code, _) => (false, code),
        };
        let unknown = || Unknown::new("key", text, NAMED.iter().map(|named| named.name)).to_string();
        let code = code.ok_or_else(unknown)?;
        if matches!(code, KeyCode::Char(_)) && modifiers.contains(KeyModifiers::SHIFT) {
            return Err(format!(
                "there is no key {text:?}: Shift is no part of a character; write the character itself"
            ));
        }
        let key = Key::new(code, modifiers, keypad).ok_or_else(unknown)?;
        // Something was written that is no part of such a key.
        if key.modifiers == modifiers && key.keypad == keypad { Ok(key) } else { Err(unknown()) }
    }
}

/// The key with this name, apart from everything before it.
fn code(name: &str) -> Option<KeyCode> {
    if let Some(named) = NAMED.iter().find(|named| named.name == name) {
        return Some(named.code);
    }
    let mut characters = name.chars();
    match (characters.next()?, characters.as_str()) {
        (character, "") if !character.is_whitespace() => Some(KeyCode::Char(character)),
        ('f', number) if !number.starts_with(['0', '+']) => number.parse().ok().map(KeyCode::F),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn key(text: &str) -> Key {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> String {
        Key::of(&KeyEvent::new(code, modifiers)).unwrap().to_string()
    }

    #[test]
    fn keys_are_called_as_people_call_them() {
        let (none, shift, control) = (KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::CONTROL);
        for (code, modifiers, name) in [
            (KeyCode::Left, none, "left"),
            (KeyCode::Left, shift, "shift-left"),
            (KeyCode::Char(' '), none, "space"),
            (KeyCode::Char(' '), shift, "space"),
            (KeyCode::Char('a'), none, "a"),
            (KeyCode::Char('A'), shift, "a"),
            (KeyCode::Char('A'), none, "a"),
            (KeyCode::Char('Ñ'), shift, "ñ"),
            (KeyCode::Char('?'), none, "?"),
            (KeyCode::Char('?'), shift, "?"),
            (KeyCode::Char('r'), control, "ctrl-r"),
            (KeyCode::Char('R'), control | shift, "ctrl-r"),
            (KeyCode::Char('x'), KeyModifiers::ALT, "alt-x"),
            (KeyCode::Char('-'), control, "ctrl--"),
            (KeyCode::Up, control | KeyModifiers::ALT | shift, "ctrl-alt-shift-up"),
            (KeyCode::BackTab, shift, "shift-tab"),
            (KeyCode::BackTab, none, "shift-tab"),
            (KeyCode::F(1), none, "f1"),
            (KeyCode::KeypadBegin, none, "keypad-begin"),
            (KeyCode::Modifier(ModifierKeyCode::LeftShift), shift, "left-shift"),
            (KeyCode::Modifier(ModifierKeyCode::RightControl), control | shift, "right-control"),
            (KeyCode::Char('x'), KeyModifiers::SUPER, "x"),
        ] {
            assert_eq!(pressed(code, modifiers), name);
            assert_eq!(key(name).to_string(), name);
        }
        let mut four = KeyEvent::new(KeyCode::Char('4'), none);
        four.state = KeyEventState::KEYPAD;
        assert_eq!(Key::of(&four).unwrap().to_string(), "keypad-4");
        for code in [KeyCode::Null, KeyCode::CapsLock, KeyCode::Char('\u{7}'), KeyCode::Char('\u{A0}'), KeyCode::F(0)] {
            assert_eq!(Key::of(&KeyEvent::new(code, none)), None, "{code:?}");
        }
    }

    #[test]
    fn every_key_reads_what_it_shows() {
        let codes = NAMED.iter().map(|named| named.code);
        let codes = codes.chain((1..=LAST_FUNCTION_KEY).map(KeyCode::F));
        let codes = codes.chain((0..0x3000).filter_map(char::from_u32).map(KeyCode::Char));
        let mut keys = 0;
        for code in codes {
            for bits in 0..8 {
                for keypad in [false, true] {
                    let modifiers = KeyModifiers::from_bits_truncate(bits);
                    let Some(key) = Key::new(code, modifiers, keypad) else { continue };
                    assert_eq!(key.to_string().parse(), Ok(key));
                    assert!(!key.to_string().contains(char::is_whitespace), "{key}");
                    keys += 1;
                }
            }
        }
        assert!(keys > 100_000, "{keys}");
    }

    #[test]
    fn other_ways_to_write_are_read_and_nonsense_is_not() {
        assert_eq!(key("Space"), key("space"));
        assert_eq!(key("SHIFT-CTRL-Left"), key("ctrl-shift-left"));
        assert_eq!(key("Q"), key("q"));
        for (text, reason) in [
            ("", "there is no key \"\""),
            ("lefft", "there is no key \"lefft\"; the nearest is left"),
            ("shift-a", "there is no key \"shift-a\": Shift is no part of a character; write the character itself"),
            ("ctrl-", "there is no key \"ctrl-\""),
            ("f36", "there is no key \"f36\""),
            ("f01", "there is no key \"f01\""),
            ("keypad-z", "there is no key \"keypad-z\"; the nearest is keypad-begin"),
            ("keypad-", "there is no key \"keypad-\"; the nearest is keypad-begin"),
            ("ctrl-left-shift", "there is no key \"ctrl-left-shift\"; the nearest is left-shift"),
            (" ", "there is no key \" \""),
        ] {
            assert_eq!(text.parse::<Key>().unwrap_err(), reason);
        }
    }

    #[test]
    fn screens_show_symbols_where_they_can() {
        let texts = &Language::English.texts().keys;
        for (name, unicode, ascii) in [
            ("left", "←", "Left"),
            ("ctrl-shift-up", "Ctrl-Shift-↑", "Ctrl-Shift-Up"),
            ("z", "Z", "Z"),
            ("space", "Space", "Space"),
            ("f12", "F12", "F12"),
            ("keypad-4", "Keypad 4", "Keypad 4"),
            ("left-shift", "Left Shift", "Left Shift"),
        ] {
            assert_eq!(key(name).shown(Characters::Unicode, texts), unicode);
            assert_eq!(key(name).shown(Characters::Ascii, texts), ascii);
        }
        for named in NAMED {
            let shown = key(named.name).shown(Characters::Ascii, texts);
            assert!(shown.is_ascii(), "{shown}");
        }
    }

    #[test]
    fn modifiers_and_the_place_can_be_taken_away() {
        assert_eq!(key("ctrl-keypad-4").bare(), key("keypad-4"));
        assert_eq!(key("keypad-4").anywhere(), key("4"));
        assert!(key("left-shift").is_modifier() && !key("shift-left").is_modifier());
    }
}
