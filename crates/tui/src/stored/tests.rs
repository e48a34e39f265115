//! Scores, replays and statistics, as they are seen and as they act on keys.

use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use crossterm::event::{Event, KeyCode, KeyEvent};
use tempfile::TempDir;
use tetrolab_engine::REPLAY_VERSION;
use tetrolab_records::{Filter, NewGame, Records};

use super::super::games_list::GamesList;
use super::super::run::Views;
use super::super::scores_view::ScoresView;
use super::super::screens::{self, SIZES, check, check_ascii, drawn, in_all_sizes};
use super::super::statistics_view::StatisticsView;
use super::super::view::{Next, Shared, View};
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::texts::{Language, Texts};

#[path = "../../../cli/tests/games/mod.rs"]
mod games;

const FILE: &str = "records.db";

/// A folder with a database of games.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    games::fill(&folder.path().join(FILE));
    folder
}

fn open(folder: &Path) -> Option<Records> {
    Some(Records::open(folder.join(FILE)).unwrap())
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

/// Words of the headings, as many times as they are there.
fn headings(text: &str, texts: &Texts) -> Vec<String> {
    let words =
        [&texts.game.lines, &texts.game.faults, &texts.game.player, &texts.statistics.games, &texts.games.result];
    let words = words.into_iter().map(ToString::to_string);
    words.filter(|word| text.lines().take(12).any(|line| line.contains(word))).collect()
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
            assert_eq!(headings(&narrow, shared.texts), headings(&usual, shared.texts), "{name}\n{narrow}");
            assert!(!headings(&narrow, shared.texts).is_empty(), "{name}\n{narrow}");
        }
    }
}

/// Game 20 has the longest name and the largest seed.
#[test]
fn everything_about_a_game_fits() {
    let folder = folder();
    for language in Language::ALL {
        let mut shared = screens::shared(language, Characters::Unicode);
        shared.records = open(folder.path());
        let mut view = replays(&mut shared);
        press(&mut view, &[KeyCode::Down; 8], &mut shared);
        let size = view.least_size();
        let text = drawn(&mut Views::new(view), (size.0, size.1 + 1), &mut shared);
        let words = &shared.texts.scores;
        for part in [format!("{} 20 ", words.game), format!("{} guideline", words.handling), "Lovelace".to_string()] {
            assert!(text.contains(&part), "{part}\n{text}");
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

/// More games than are read at once: whatever the way, the chosen one is where it should be.
#[test]
fn long_lists_are_read_as_far_as_they_are_seen() {
    const GAMES: usize = 500;
    let folder = tempfile::tempdir().unwrap();
    let mut records = open(folder.path()).unwrap();
    let filled = self::folder();
    let replay = open(filled.path()).unwrap().replay(1).unwrap();
    for second in 0..GAMES as u64 {
        records.add(&NewGame::new("Ada", &replay, UNIX_EPOCH + Duration::from_secs(second))).unwrap();
    }
    let mut shared = english(folder.path());
    let mut views = Views::new(replays(&mut shared));
    let mut place = 0_usize;
    let last = GAMES - 1;
    let page = 11;
    let keys = [(KeyCode::PageDown, 25), (KeyCode::Up, 70), (KeyCode::End, 1), (KeyCode::PageUp, 20)];
    let keys = keys.into_iter().chain([(KeyCode::Home, 1), (KeyCode::Up, 1), (KeyCode::Down, 3)]);
    for (key, times) in keys {
        for _ in 0..times {
            place = match key {
                KeyCode::PageDown => (place + page).min(last),
                KeyCode::PageUp => place.saturating_sub(page),
                KeyCode::Up => place.checked_sub(1).unwrap_or(last),
                KeyCode::Down => (place + 1) % GAMES,
                KeyCode::End => last,
                _ => 0,
            };
            drawn(&mut views, SIZES[0], &mut shared);
            views.event(&Event::Key(KeyEvent::from(key)), &mut shared);
        }
        let text = drawn(&mut views, SIZES[0], &mut shared);
        let chosen = text.lines().find_map(|line| line.strip_prefix('>')).unwrap();
        assert_eq!(chosen.split_whitespace().next(), Some((GAMES - place).to_string().as_str()), "{key:?}\n{text}");
        assert!(text.contains(&format!("{} / {GAMES}", place + 1)), "{text}");
    }
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
