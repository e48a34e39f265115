//! Scores, replays and statistics, as they are seen and as they act on keys.

use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent};
use tempfile::TempDir;
use tetrolab_engine::REPLAY_VERSION;
use tetrolab_records::{Filter, Records};

use super::super::games_list::GamesList;
use super::super::run::Views;
use super::super::scores_view::ScoresView;
use super::super::screens::{self, SIZES, check, check_ascii, drawn, in_all_sizes};
use super::super::statistics_view::StatisticsView;
use super::super::view::{Next, Shared, View};
use crate::preferences::look::Characters;
use crate::texts::Language;

#[path = "../../../tests/games/mod.rs"]
mod games;

const FILE: &str = "records.db";

/// A folder with a database of games.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    games::fill(&folder.path().join(FILE));
    folder
}

fn open(folder: &Path) -> Option<Records> {
    Some(Records::open(folder.join(FILE)).unwrap().records)
}

fn scores(shared: &mut Shared) -> Box<dyn View> {
    Box::new(ScoresView::new(shared))
}

fn replays(shared: &mut Shared) -> Box<dyn View> {
    Box::new(GamesList::new(shared))
}

fn statistics(shared: &mut Shared) -> Box<dyn View> {
    Box::new(StatisticsView::new(shared))
}

type Open = fn(&mut Shared) -> Box<dyn View>;

const VIEWS: [(&str, Open); 3] = [("scores", scores), ("replays", replays), ("statistics", statistics)];

fn press(view: &mut Box<dyn View>, keys: &[KeyCode], shared: &mut Shared) -> Next {
    let mut next = Next::Stay;
    for &key in keys {
        next = view.key(KeyEvent::from(key), shared);
    }
    next
}

/// In English, with the games of a folder.
fn english(folder: &Path) -> Shared {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    shared.records = open(folder);
    shared
}

#[test]
fn views_look_as_they_should() {
    let folder = folder();
    let empty = tempfile::tempdir().unwrap();
    for (name, view) in VIEWS {
        for (name, folder) in [(name.to_string(), &folder), (format!("{name}-empty"), &empty)] {
            check(&name, |shared| {
                shared.records = open(folder.path());
                view(shared)
            });
        }
        check_ascii(name, |shared| {
            shared.records = open(folder.path());
            view(shared)
        });
    }
}

#[test]
fn the_least_size_holds_everything() {
    let folder = folder();
    for language in Language::ALL {
        for (name, view) in VIEWS {
            let mut shared = screens::shared(language, Characters::Unicode);
            shared.records = open(folder.path());
            let view = view(&mut shared);
            let (width, height) = view.least_size();
            let mut views = Views::new(view);
            let narrow = drawn(&mut views, (width, height + 1), &mut shared);
            let usual = drawn(&mut views, SIZES[0], &mut shared);
            // No column and no game is left out: every heading that is in the usual size is there.
            let words = |text: &str| {
                let mut words: Vec<String> =
                    text.lines().skip(4).take(1).flat_map(str::split_whitespace).map(str::to_string).collect();
                words.sort();
                words
            };
            if name != "statistics" {
                assert_eq!(words(&narrow), words(&usual), "{name}\n{narrow}");
            }
        }
    }
}

#[test]
fn arrows_lead_through_tables_and_games() {
    let folder = folder();
    let mut shared = english(folder.path());
    let mut view = scores(&mut shared);
    press(&mut view, &[KeyCode::Left, KeyCode::End], &mut shared);
    let mut views = Views::new(view);
    screens::compare("scores-last.en", &in_all_sizes(&mut views, &mut shared));
    let mut view = replays(&mut shared);
    press(&mut view, &[KeyCode::Right, KeyCode::Down, KeyCode::Char('d')], &mut shared);
    screens::compare("replays-asking.en", &in_all_sizes(&mut Views::new(view), &mut shared));
}

#[test]
fn a_duel_is_watched_with_both_boards() {
    let folder = folder();
    let mut shared = english(folder.path());
    let mut view = scores(&mut shared);
    let Next::Open(mut replaying) = press(&mut view, &[KeyCode::Enter], &mut shared) else { panic!("nothing opens") };
    replaying.key(KeyEvent::from(KeyCode::End), &mut shared);
    screens::compare("duel.en", &in_all_sizes(&mut Views::new(replaying), &mut shared));
}

#[test]
fn games_are_deleted_only_when_that_is_said_again() {
    let folder = folder();
    let mut shared = english(folder.path());
    let count = |shared: &Shared| shared.records.as_ref().unwrap().count(&Filter::default()).unwrap();
    let all = count(&shared);
    let mut view = replays(&mut shared);
    press(&mut view, &[KeyCode::Char('d'), KeyCode::Enter], &mut shared);
    assert_eq!((count(&shared), shared.notice()), (all, None));
    press(&mut view, &[KeyCode::Char('d'), KeyCode::Char('d')], &mut shared);
    assert_eq!((count(&shared), shared.notice()), (all - 1, Some("Game 28 is deleted.")));
    assert!(shared.records.as_ref().unwrap().game(all as i64).is_err());
}

#[test]
fn replays_are_saved_and_nothing_is_overwritten() {
    let folder = folder();
    let mut shared = english(folder.path());
    let mut view: Box<dyn View> = Box::new(GamesList::new(&mut shared).saving_in(folder.path()));
    let replay = shared.records.as_ref().unwrap().replay(28).unwrap().to_bytes();
    for name in ["tetrolab-28.replay", "tetrolab-28-2.replay", "tetrolab-28-3.replay"] {
        press(&mut view, &[KeyCode::Char('e')], &mut shared);
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), replay);
    }
    let notice = format!("Saved as tetrolab-28.replay in {}", folder.path().display());
    assert_eq!(shared.notice(), Some(notice.as_str()));
}

/// Changes some bytes of the replay of the newest game, from this one on.
fn change_replay(folder: &Path, from: usize, to: &[u8]) {
    let replay = open(folder).unwrap().replay(28).unwrap().to_bytes();
    let file = folder.join(FILE);
    let mut bytes = fs::read(&file).unwrap();
    // The beginning alone would be found in other games too.
    let part = &replay[..400];
    let place = bytes.windows(part.len()).position(|window| window == part).unwrap();
    bytes[place + from..place + from + to.len()].copy_from_slice(to);
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_replay_that_cannot_be_read_is_a_sentence_and_the_list_stays() {
    let version = REPLAY_VERSION + 8;
    let other = format!("The replay of game 28 is of version {version} and cannot be read here.");
    for (from, to, sentence) in
        [(8, &version.to_le_bytes()[..], other.as_str()), (300, b"....", "The replay of game 28 cannot be read: ")]
    {
        let folder = folder();
        change_replay(folder.path(), from, to);
        let mut shared = english(folder.path());
        let mut view = replays(&mut shared);
        for key in [KeyCode::Enter, KeyCode::Char('e')] {
            assert!(matches!(press(&mut view, &[key], &mut shared), Next::Stay));
        }
        assert!(shared.notice().unwrap().starts_with(sentence), "{:?}", shared.notice());
        assert!(matches!(press(&mut view, &[KeyCode::Down, KeyCode::Enter], &mut shared), Next::Open(_)));
    }
}

#[test]
fn without_records_there_is_nothing_and_no_key_does_harm() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    for (name, view) in VIEWS {
        let mut view = view(&mut shared);
        let keys = [KeyCode::Enter, KeyCode::Left, KeyCode::Up, KeyCode::PageDown, KeyCode::End, KeyCode::Char('d')];
        press(&mut view, &keys, &mut shared);
        assert!(matches!(press(&mut view, &[KeyCode::Char('e'), KeyCode::Esc], &mut shared), Next::Back), "{name}");
        let text = drawn(&mut Views::new(view), SIZES[0], &mut shared);
        assert!(text.contains("will be here"), "{name}\n{text}");
    }
}
