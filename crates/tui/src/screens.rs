//! Screens as text, for tests: a view is drawn, and what can be read is compared with a file in `screens/`. With
//! `TETROLAB_WRITE_SCREENS=1` the files are written anew instead; read the difference.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::look::Look;
use super::run::Views;
use super::view::{Shared, View};
use crate::Depth;
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::preferences::look::{self, Characters};
use tetrolab_sessions::texts::Language;

/// Columns and rows of the terminals that views are drawn in.
pub const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (160, 48)];

/// The variable that has the files written.
const WRITE: &str = "TETROLAB_WRITE_SCREENS";

/// What views share in a language, whatever the environment says: the player is Ada, and there are no records.
pub fn shared(language: Language, characters: Characters) -> Shared {
    let look = look::Look { characters, ..look::Look::default() };
    let preferences =
        Preferences { player: "Ada".to_string(), language: Some(language), look, ..Preferences::default() };
    let mut shared = Shared::new(preferences, Depth::True);
    shared.look = Look::new(look, Depth::True);
    shared.texts = language.texts();
    shared
}

/// Compares a view in every language and size with the files `NAME.en.txt`, `NAME.es.txt` and `NAME.pt.txt`.
pub fn check(name: &str, view: impl Fn(&mut Shared) -> Box<dyn View>) {
    for language in Language::ALL {
        let mut shared = shared(language, Characters::Unicode);
        let mut views = Views::new(view(&mut shared));
        compare(&format!("{name}.{}", language.code()), &in_all_sizes(&mut views, &mut shared));
    }
}

/// Compares a view in English, in the smallest size and without characters beyond ASCII, with the file `NAME.ascii.txt`.
pub fn check_ascii(name: &str, view: impl Fn(&mut Shared) -> Box<dyn View>) {
    let mut shared = shared(Language::English, Characters::Ascii);
    let mut views = Views::new(view(&mut shared));
    let text = drawn(&mut views, SIZES[0], &mut shared);
    assert!(text.is_ascii(), "{text}");
    compare(&format!("{name}.ascii"), &text);
}

/// What is seen in every size, one below the other.
pub fn in_all_sizes(views: &mut Views, shared: &mut Shared) -> String {
    let mut text = String::new();
    for (width, height) in SIZES {
        let screen = drawn(views, (width, height), shared);
        write!(text, "{width}x{height}\n{screen}\n").expect("writing to a string does not fail");
    }
    text
}

/// What is seen, a line for each row. Rows in which something is chosen begin with `>`, others with `|`.
pub fn drawn(views: &mut Views, (width, height): (u16, u16), shared: &mut Shared) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it has a size");
    terminal.draw(|frame| views.draw(frame, shared)).expect("memory does not fail");
    let buffer = terminal.backend().buffer();
    (0..height).map(|y| row(buffer, y) + "\n").collect()
}

fn row(buffer: &Buffer, y: u16) -> String {
    let cells = || (0..buffer.area.width).filter_map(move |x| buffer.cell(Position { x, y }));
    let is_chosen = cells().any(|cell| cell.modifier.contains(Modifier::REVERSED));
    let text: String = cells().map(Cell::symbol).collect();
    format!("{}{}", if is_chosen { '>' } else { '|' }, text.trim_end())
}

/// Compares a text with a file in `screens/`, or writes it there.
pub fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screens").join(format!("{name}.txt"));
    if std::env::var_os(WRITE).is_some() {
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
        return fs::write(&path, text).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (number, (line, wanted)) in (1..).zip(text.lines().zip(expected.lines())) {
        assert_eq!(line, wanted, "{name}.txt, line {number}; {WRITE}=1 writes the file anew. All of it:\n{text}");
    }
    assert_eq!(text.lines().count(), expected.lines().count(), "{name}.txt; {WRITE}=1 writes the file anew:\n{text}");
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyEvent;
    use ratatui::Frame;
    use ratatui::layout::Rect;

    use super::*;
    use crate::view::{KeyHelp, Next};
    use crate::writing::write;

    /// Two words, the second of which is chosen.
    struct Words;

    impl View for Words {
        fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
            let styles = [shared.look.text(), shared.look.chosen()];
            for ((y, word), style) in (0..).zip(["uno", "dós"]).zip(styles) {
                write(frame.buffer_mut(), Position { x: 1, y }, area.width, word, style, &shared.look);
            }
        }

        fn key(&mut self, _key: KeyEvent, _shared: &mut Shared) -> Next {
            Next::Stay
        }

        fn keys(&self, _shared: &Shared) -> Vec<KeyHelp> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_chosen_is_marked_and_ascii_has_no_accents() {
        for (characters, word) in [(Characters::Unicode, "dós"), (Characters::Ascii, "dos")] {
            let mut shared = shared(Language::Spanish, characters);
            let text = drawn(&mut Views::new(Box::new(Words)), (80, 24), &mut shared);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 24);
            assert_eq!(lines[..3], ["| uno", &format!("> {word}"), "|"]);
            assert!(lines[23].ends_with("? teclas"), "{text}");
        }
    }
}
