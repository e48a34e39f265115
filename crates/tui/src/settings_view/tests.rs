use crossterm::event::Event;
use tempfile::tempdir;

use super::*;
use crate::run::Views;
use crate::screens::{self, SIZES, check, check_ascii, compare, drawn};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::preferences::look::{BlockStyle, Characters, Colours};
use tetrolab_sessions::texts::Language;

/// The settings with one of them chosen.
fn at(section: Section, name: &str, shared: &Shared) -> SettingsView {
    let is_it = |preference: &Preference| preference.section == section && preference.name == name;
    let place = PREFERENCES.iter().position(is_it).unwrap();
    SettingsView { place, ..SettingsView::new(shared) }
}

fn press(view: &mut SettingsView, code: KeyCode, shared: &mut Shared) -> Next {
    view.key(code.into(), shared)
}

fn type_text(view: &mut SettingsView, text: &str, shared: &mut Shared) {
    for character in text.chars() {
        press(view, KeyCode::Char(character), shared);
    }
}

fn english() -> Shared {
    screens::shared(Language::English, Characters::Unicode)
}

#[test]
fn screens_in_all_sizes_and_languages() {
    check("settings", |shared| Box::new(at(Section::Handling, "auto-repeat-rate", shared)));
    check_ascii("settings", |shared| Box::new(at(Section::Look, "blocks", shared)));
}

/// All sections in the smallest terminal, the longest one scrolled.
#[test]
fn every_section_in_every_language() {
    for language in Language::ALL {
        let mut text = String::new();
        for &section in Section::ALL {
            let mut shared = screens::shared(language, Characters::Unicode);
            let last = PREFERENCES.iter().rfind(|preference| preference.section == section).unwrap();
            let mut views = Views::new(Box::new(at(section, last.name, &shared)));
            text += &format!("{}\n{}\n", section.name(), drawn(&mut views, SIZES[0], &mut shared));
        }
        compare(&format!("settings-sections.{}", language.code()), &text);
    }
}

/// Names and values have room beside each other, and what is said about a setting has room below.
#[test]
fn nothing_is_cut_off_in_any_language() {
    for language in Language::ALL {
        let shared = screens::shared(language, Characters::Unicode);
        for preference in PREFERENCES.iter() {
            let view = at(preference.section, preference.name, &shared);
            let name = preference.text(shared.texts);
            let values: Vec<String> = match &preference.kind {
                Kind::Choice(words) | Kind::Preset(words) | Kind::Text { words } => {
                    words.iter().map(ToString::to_string).chain([preference.get(&shared.preferences)]).collect()
                }
                _ => vec![preference.get(&shared.preferences)],
            };
            for value in values {
                let mut changed = screens::shared(language, Characters::Unicode);
                preference.set(&mut changed.preferences, &value).unwrap();
                let shown = view.shown(preference, false, &changed);
                assert!(2 + width(name) + 1 + width(&shown) <= LIST, "{language:?}: {name} {shown}");
            }
            let about = wrapped(preference.about(shared.texts), WIDTH).len();
            let possible = wrapped(&view.possible(&shared), WIDTH).len();
            let note = wrapped(view.note(&shared).unwrap_or_default(), WIDTH).len();
            assert!(about <= ABOUT && possible <= POSSIBLE && note <= 1, "{language:?}: {name}");
            assert!(about + possible + note < BELOW.into(), "{language:?}: {name}");
        }
        assert!(Section::ALL.iter().all(|section| 2 + width(section.text(shared.texts)) < SECTIONS), "{language:?}");
    }
}

#[test]
fn language_and_look_change_at_once() {
    let mut shared = english();
    shared.preferences.language = Some(Language::English);
    let mut view = at(Section::Player, "language", &shared);
    press(&mut view, KeyCode::Right, &mut shared);
    assert_eq!(shared.texts.language.name.to_string(), "Español");
    let mut views = Views::new(Box::new(view));
    assert!(drawn(&mut views, SIZES[0], &mut shared).contains("Ajustes"));
    let mut view = at(Section::Look, "blocks", &shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    press(&mut view, KeyCode::Down, &mut shared);
    press(&mut view, KeyCode::Left, &mut shared);
    assert_eq!((shared.preferences.look.blocks, shared.look.blocks), (BlockStyle::Letters, BlockStyle::Letters));
    assert_eq!(shared.look.colours, Colours::Monochrome);
}

#[test]
fn values_are_stepped_typed_and_reset() {
    let mut shared = english();
    let mut view = at(Section::Handling, "auto-repeat-delay", &shared);
    let value = |shared: &Shared| shared.preferences.setup.handling.auto_repeat_delay / 1_000_000;
    press(&mut view, KeyCode::Left, &mut shared);
    assert_eq!(value(&shared), 299);
    view.key(KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT), &mut shared);
    assert_eq!(value(&shared), 289);
    press(&mut view, KeyCode::Enter, &mut shared);
    assert!(view.wants_text());
    assert_eq!(view.typing.as_deref(), Some("289ms"));
    for _ in 0..5 {
        press(&mut view, KeyCode::Backspace, &mut shared);
    }
    type_text(&mut view, "120m", &mut shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    assert_eq!(view.refusal.as_deref(), Some("120m is not possible here."), "there is no such unit");
    assert_eq!((value(&shared), view.typing.as_deref()), (289, Some("120m")));
    press(&mut view, KeyCode::Backspace, &mut shared);
    let preference = view.chosen();
    assert_eq!(view.shown(preference, true, &shared), "120▏ ms", "the unit of a number alone is shown");
    press(&mut view, KeyCode::Enter, &mut shared);
    assert_eq!((value(&shared), &view.typing, &view.refusal), (120, &None, &None));
    press(&mut view, KeyCode::Delete, &mut shared);
    assert_eq!(value(&shared), 300);
    // What is typed can be left alone, and `q`, `h` and `?` are letters then.
    let mut view = at(Section::Player, "name", &shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    type_text(&mut view, " q?", &mut shared);
    assert_eq!(view.typing.as_deref(), Some("Ada q?"));
    press(&mut view, KeyCode::Esc, &mut shared);
    assert_eq!((shared.preferences.player.as_str(), view.wants_text()), ("Ada", false));
    press(&mut view, KeyCode::Enter, &mut shared);
    view.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL), &mut shared);
    type_text(&mut view, "Hedy", &mut shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    assert_eq!(shared.preferences.player, "Hedy");
}

#[test]
fn presets_change_their_section_and_what_does_not_go_together_is_said() {
    let mut shared = english();
    let mut view = at(Section::Handling, "preset", &shared);
    press(&mut view, KeyCode::Right, &mut shared);
    press(&mut view, KeyCode::Right, &mut shared);
    assert_eq!(shared.preferences.setup.handling, tetrolab_engine::Handling::COMPETITIVE);
    // New pieces would be above the board.
    let mut view = at(Section::Rules, "buffer", &shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    view.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL), &mut shared);
    type_text(&mut view, "0", &mut shared);
    press(&mut view, KeyCode::Enter, &mut shared);
    let refusal = view.refusal.clone().unwrap();
    assert!(refusal.starts_with("This does not go together with the rest: "), "{refusal}");
    assert_eq!(shared.preferences.setup.rules.size.buffer, 20);
}

#[test]
fn sections_follow_each_other() {
    let mut shared = english();
    let mut view = SettingsView::new(&shared);
    for section in Section::ALL.iter().chain(&Section::ALL[..1]) {
        assert_eq!(view.chosen().section, *section);
        press(&mut view, KeyCode::Tab, &mut shared);
    }
    press(&mut view, KeyCode::BackTab, &mut shared);
    press(&mut view, KeyCode::PageUp, &mut shared);
    press(&mut view, KeyCode::Up, &mut shared);
    assert_eq!((view.chosen().section, view.chosen().name), (Section::Versus, "speed"));
    let mut view = at(Section::Keys, "hold", &shared);
    assert!(matches!(press(&mut view, KeyCode::Enter, &mut shared), Next::Open(_)));
    assert!(matches!(press(&mut view, KeyCode::Esc, &mut shared), Next::Back));
}

#[test]
fn changes_are_saved_when_the_view_is_left() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let mut shared = english();
    shared.preferences = Preferences::default();
    shared.settings_file = Some(file.clone());
    let mut views = Views::new(Box::new(at(Section::Look, "ghost", &shared)));
    let mut send = |code: KeyCode| views.event(&Event::Key(code.into()), &mut shared);
    send(KeyCode::Char('?'));
    send(KeyCode::Char('?'));
    assert!(!file.exists(), "nothing was changed");
    send(KeyCode::Enter);
    assert!(!file.exists());
    send(KeyCode::Esc);
    assert!(views.is_done());
    assert_eq!(Preferences::load_from(&file).unwrap(), shared.preferences);
    assert!(!shared.preferences.look.ghost);
}

#[test]
fn any_keys_in_any_order_make_no_panic() {
    use tetrolab_engine::{Random, Seed, Stream};
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::Delete,
        KeyCode::Backspace,
        KeyCode::Esc,
        KeyCode::PageUp,
        KeyCode::Char('9'),
        KeyCode::Char('ñ'),
        KeyCode::Char('/'),
    ];
    let mut random = Random::new(Seed(5), 0, Stream::Pieces);
    let mut shared = english();
    let mut view = SettingsView::new(&shared);
    for round in 0..2000 {
        let code = codes[random.below(codes.len() as u32) as usize];
        let modifiers = if round % 3 == 0 { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        view.key(KeyEvent::new(code, modifiers), &mut shared);
        assert_eq!(shared.preferences.problem(), None);
    }
    drawn(&mut Views::new(Box::new(view)), SIZES[0], &mut shared);
}
