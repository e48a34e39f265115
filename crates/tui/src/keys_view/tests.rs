use crossterm::event::{Event, KeyModifiers, ModifierKeyCode};
use tempfile::tempdir;
use tetrolab_engine::Button;

use super::*;
use crate::run::Views;
use crate::screens::{self, SIZES, check, check_ascii, compare, drawn};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::texts::Language;

const HOLD: Command = Command::Button(Button::Hold);
const TURN: Command = Command::Button(Button::RotateRight);

fn english() -> Shared {
    screens::shared(Language::English, Characters::Unicode)
}

fn press(view: &mut KeysView, code: KeyCode, shared: &mut Shared) -> Next {
    view.key(code.into(), shared)
}

/// The view after these keys, beginning with Hold.
fn after(codes: &[KeyCode], shared: &mut Shared) -> KeysView {
    let mut view = KeysView::at("hold", shared);
    for &code in codes {
        press(&mut view, code, shared);
    }
    view
}

#[test]
fn screens_in_all_sizes_and_languages() {
    check("keys", |shared| Box::new(KeysView::at("hold", shared)));
    check_ascii("keys", |shared| {
        shared.reports_releases = false;
        Box::new(KeysView::new(shared))
    });
}

/// What is said while a key is waited for, is another one's, or cannot be chosen.
#[test]
fn every_state_in_every_language() {
    for language in Language::ALL {
        let mut text = String::new();
        for (name, codes) in [
            ("waiting", &[KeyCode::Enter][..]),
            ("swapping", &[KeyCode::Enter, KeyCode::Char('x')]),
            ("taking", &[KeyCode::Right, KeyCode::Right, KeyCode::Enter, KeyCode::Esc]),
            ("reserved", &[KeyCode::Enter, KeyCode::Char('?')]),
            ("nameless", &[KeyCode::Enter, KeyCode::CapsLock]),
            ("changed", &[KeyCode::Delete, KeyCode::Home]),
        ] {
            let mut shared = screens::shared(language, Characters::Unicode);
            let mut views = Views::new(Box::new(after(codes, &mut shared)));
            text += &format!("{name}\n{}\n", drawn(&mut views, SIZES[0], &mut shared));
        }
        compare(&format!("keys-states.{}", language.code()), &text);
    }
}

#[test]
fn every_key_and_command_has_room() {
    for language in Language::ALL {
        let shared = screens::shared(language, Characters::Ascii);
        for command in Command::ALL {
            assert!(width(command.text(&shared.texts.keys)) < NAMES, "{language:?} {}", command.name());
        }
        for name in
            ["left", "backspace", "page-down", "keypad-begin", "left-control", "right-shift", "keypad-page-down"]
        {
            let shown = shown(name.parse().unwrap(), &shared);
            assert!(width(&shown) + 2 < KEY, "{language:?} {shown}");
        }
    }
}

#[test]
fn a_key_is_given_to_a_command() {
    let mut shared = english();
    let mut view = after(&[KeyCode::Enter], &mut shared);
    assert!(view.wants_text() && view.wants_releases());
    // The key that began it is let go.
    let mut let_go = KeyEvent::from(KeyCode::Enter);
    let_go.kind = KeyEventKind::Release;
    view.key(let_go, &mut shared);
    press(&mut view, KeyCode::Char('V'), &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "v left-shift");
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Enter, KeyCode::F(2)] {
        press(&mut view, code, &mut shared);
    }
    assert_eq!(shared.preferences.keys.text(HOLD), "v left-shift f2");
    press(&mut view, KeyCode::Delete, &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "v left-shift");
    // A key that the command has already is no conflict.
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Enter, KeyCode::Char('v')] {
        press(&mut view, code, &mut shared);
    }
    assert_eq!((shared.preferences.keys.text(HOLD).as_str(), view.state), ("v left-shift", State::Choosing));
}

#[test]
fn q_leaves_everything_as_it_was_and_reserved_keys_are_refused() {
    let mut shared = english();
    for codes in [&[KeyCode::Enter, KeyCode::Char('q')][..], &[KeyCode::Enter, KeyCode::Char('x'), KeyCode::Esc]] {
        let view = after(codes, &mut shared);
        assert_eq!((view.state, &shared.preferences.keys), (State::Choosing, &Bindings::default()));
    }
    let view = after(&[KeyCode::Enter, KeyCode::Char('?')], &mut shared);
    assert!(view.refusal.is_some() && view.wants_text());
    let mut view = after(&[KeyCode::Enter], &mut shared);
    view.key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL), &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "ctrl-q left-shift");
}

#[test]
fn a_key_of_another_command_changes_places() {
    let mut shared = english();
    let view = after(&[KeyCode::Enter, KeyCode::Char('x')], &mut shared);
    let said = view.said(&shared).join(" ");
    assert!(said.contains("Rotate right gets C instead"), "{said}");
    assert_eq!(shared.preferences.keys, Bindings::default());
    after(&[KeyCode::Enter, KeyCode::Char('x'), KeyCode::Enter], &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "x left-shift");
    assert_eq!(shared.preferences.keys.text(TURN), "up c");
    assert_eq!(shared.preferences.problem(), None);
    let to_third = [KeyCode::Right, KeyCode::Right, KeyCode::Enter, KeyCode::Up, KeyCode::Enter];
    after(&to_third, &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "x left-shift up");
    assert_eq!(shared.preferences.keys.text(TURN), "c");
}

/// Shift by itself is bound when it is let go; held for another key it is part of it.
#[test]
fn modifiers_count_when_they_are_let_go() {
    let event = |code, modifiers, kind| KeyEvent::new_with_kind(code, modifiers, kind);
    let shift = KeyCode::Modifier(ModifierKeyCode::RightShift);
    let mut shared = english();
    let mut view = after(&[KeyCode::Enter], &mut shared);
    view.key(event(shift, KeyModifiers::SHIFT, KeyEventKind::Press), &mut shared);
    assert_eq!(shared.preferences.keys, Bindings::default());
    view.key(event(KeyCode::F(5), KeyModifiers::SHIFT, KeyEventKind::Press), &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "shift-f5 left-shift");
    let mut view = after(&[KeyCode::Enter], &mut shared);
    view.key(event(shift, KeyModifiers::SHIFT, KeyEventKind::Press), &mut shared);
    view.key(event(shift, KeyModifiers::NONE, KeyEventKind::Release), &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "right-shift left-shift");
}

#[test]
fn presets_give_all_keys() {
    let mut shared = english();
    let mut view = after(&[KeyCode::Delete, KeyCode::Home], &mut shared);
    assert_eq!(shared.preferences.keys.text(HOLD), "left-shift");
    press(&mut view, KeyCode::Enter, &mut shared);
    assert_eq!(shared.preferences.keys, Bindings::default(), "as the preset has them");
    press(&mut view, KeyCode::Right, &mut shared);
    assert_eq!(shared.preferences.keys, Bindings::named("wasd").unwrap());
    press(&mut view, KeyCode::Left, &mut shared);
    press(&mut view, KeyCode::Left, &mut shared);
    assert_eq!(shared.preferences.keys.preset(), "keypad");
}

#[test]
fn keys_are_saved_when_the_view_is_left() {
    let folder = tempdir().unwrap();
    let mut shared = english();
    shared.preferences = Preferences::default();
    shared.settings_file = Some(folder.path().join("settings.toml"));
    let mut views = Views::new(Box::new(KeysView::at("hold", &shared)));
    for code in [KeyCode::Enter, KeyCode::Char('v'), KeyCode::Esc] {
        views.event(&Event::Key(code.into()), &mut shared);
    }
    assert!(views.is_done());
    let text = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(text.contains("hold = [\"v\", \"left-shift\"]"), "{text}");
}
