use crossterm::event::KeyModifiers;
use tetrolab_engine::{MODES, Mode, Seed};

use super::*;
use crate::run::Views;
use crate::screens;
use tetrolab_sessions::play::OpponentChoice;
use tetrolab_sessions::preferences::look::Characters;
use tetrolab_sessions::texts::Language;

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn game(mode: Mode) -> NewGame {
    NewGame { mode, ..NewGame::default() }
}

/// A game in which these keys were pressed, a tenth of a second each.
fn played(choice: NewGame, keys: &str, shared: &mut Shared) -> Playing {
    shared.preferences.countdown = 0;
    let mut playing = Playing::new(choice, shared).unwrap();
    for code in keys.chars() {
        playing.pass(shared);
        let code = match code {
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Up,
            other => KeyCode::Char(other),
        };
        playing.key(key(code), shared);
        playing.key(KeyEvent { kind: KeyEventKind::Release, ..key(code) }, shared);
        shared.now += SECOND / 10;
        playing.pass(shared);
    }
    playing
}

/// Some pieces, one of them held.
const KEYS: &str = "<<< >>> c^<<< z>> ";

#[test]
fn a_game_looks_as_it_should() {
    screens::check("playing", |shared| Box::new(played(game(Mode::SPRINT), KEYS, shared)));
    screens::check_ascii("playing", |shared| Box::new(played(game(Mode::SPRINT), KEYS, shared)));
}

#[test]
fn the_assistant_explains() {
    screens::check("playing-hint", |shared| Box::new(played(game(Mode::MARATHON), &format!("{KEYS}h"), shared)));
}

#[test]
fn a_duel_shows_both_boards() {
    screens::check("playing-versus", |shared| {
        let opponent = Some(OpponentChoice { agent: "bcts".to_string(), speed: 4.0 });
        let choice = NewGame { opponent, ..game(Mode::VERSUS) };
        Box::new(played(choice, "<<< >>> c^<<< z>> <<<<< >>>>> ", shared))
    });
}

#[test]
fn a_pause_hides_the_board() {
    screens::check("playing-pause", |shared| Box::new(played(game(Mode::ULTRA), &format!("{KEYS}p"), shared)));
}

#[test]
fn the_end_shows_the_result() {
    screens::check("playing-over", |shared| Box::new(played(game(Mode::CHEESE), &" ".repeat(40), shared)));
}

#[test]
fn the_coach_knows_when_the_board_can_be_emptied() {
    screens::check("playing-coach", |shared| {
        let mut choice = game(Mode::PERFECT_CLEAR);
        let board = "XXXX..XXXX\nXXXX..XXXX";
        let size = choice.rules.size;
        choice.blocks = Some(tetrolab_engine::Picture::parse(board, size).unwrap().blocks);
        choice.queue = tetrolab_engine::pieces_from_letters("TO").unwrap();
        let mut playing = played(choice, "h", shared);
        while playing.coach.as_ref().is_some_and(Coach::is_thinking) {
            std::thread::yield_now();
            playing.advise();
        }
        Box::new(playing)
    });
}

#[test]
fn every_mode_can_be_played_and_explains_its_keys() {
    for mode in MODES {
        let mut shared = screens::shared(Language::English, Characters::Unicode);
        let playing = played(game(mode), KEYS, &mut shared);
        assert!(playing.session.game().statistics().pieces >= 4, "{}", mode.name);
        let mut views = Views::new(Box::new(playing));
        views.event(&crossterm::event::Event::Key(key(KeyCode::Char('?'))), &mut shared);
        let screen = screens::drawn(&mut views, screens::SIZES[0], &mut shared);
        assert!(screen.contains("Hard Drop") && screen.contains("Restart"), "{screen}");
        assert_eq!(screen.contains("Take back"), mode.undo, "{screen}");
    }
}

#[test]
fn a_small_terminal_pauses_and_says_what_is_needed() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    let playing = played(game(Mode::SPRINT), KEYS, &mut shared);
    let mut views = Views::new(Box::new(playing));
    let screen = screens::drawn(&mut views, (73, 24), &mut shared);
    assert!(screen.contains("The terminal is 73x24; this needs 74x24."), "{screen}");
    let screen = screens::drawn(&mut views, (74, 24), &mut shared);
    assert!(screen.contains("Pause"), "{screen}");
}

#[test]
fn pieces_are_taken_back_also_the_one_that_ended_the_game() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    let mut playing = played(game(Mode::ZEN), &" ".repeat(40), &mut shared);
    assert!(playing.session.game().is_over());
    let pieces = playing.session.game().statistics().pieces;
    playing.key(key(KeyCode::Char('u')), &mut shared);
    let game = playing.session.game();
    assert!(!game.is_over() && game.statistics().pieces == pieces - 1);
}

#[test]
fn without_releases_keys_are_taps_and_soft_drop_ends_by_itself() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    shared.reports_releases = false;
    shared.preferences.countdown = 0;
    let choice = NewGame { seed: Some(Seed(7)), ..game(Mode::MARATHON) };
    let mut playing = Playing::new(choice, &shared).unwrap();
    playing.pass(&mut shared);
    let before = playing.session.game().in_play().unwrap();
    for _ in 0..3 {
        playing.key(key(KeyCode::Left), &mut shared);
    }
    let after = playing.session.game().in_play().unwrap();
    assert_eq!(after.x, before.x - 3);
    assert!(!playing.session.game().is_down(Button::Left));
    playing.key(key(KeyCode::Down), &mut shared);
    assert!(playing.session.game().is_down(Button::SoftDrop));
    shared.now += SOFT_DROP_HELD + MILLISECOND;
    playing.pass(&mut shared);
    let game = playing.session.game();
    assert!(!game.is_down(Button::SoftDrop) && game.in_play().unwrap().y < after.y);
}

/// Keys one after the other, and what is seen then.
fn send(views: &mut Views, codes: &[KeyCode], shared: &mut Shared) -> String {
    for &code in codes {
        views.event(&crossterm::event::Event::Key(key(code)), shared);
    }
    screens::drawn(views, screens::SIZES[0], shared)
}

#[test]
fn the_pause_leads_to_the_settings_and_back() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    let mut views = Views::new(Box::new(played(game(Mode::MARATHON), KEYS, &mut shared)));
    assert!(send(&mut views, &[KeyCode::Esc], &mut shared).contains(" settings "));
    // Down to the settings, and there to the language.
    let codes = [KeyCode::Down, KeyCode::Down, KeyCode::Enter, KeyCode::Down, KeyCode::Right];
    assert!(send(&mut views, &codes, &mut shared).contains("Ajustes"));
    let screen = send(&mut views, &[KeyCode::Esc], &mut shared);
    let chosen = screen.lines().find(|line| line.starts_with('>'));
    assert!(chosen.is_some_and(|line| line.contains(" ajustes ")), "where the player was before:\n{screen}");
}

#[test]
fn what_is_set_in_a_pause_counts_when_the_game_begins_anew() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    // Chosen for this game alone.
    let choice = NewGame { rules: Rules::MODERN, ..game(Mode::MARATHON) };
    let playing = Playing::new(choice, &shared).unwrap();
    assert_eq!(playing.choice_now(&shared), playing.choice);
    shared.preferences.setup.handling = Handling::COMPETITIVE;
    assert_eq!(playing.choice_now(&shared).handling, Handling::COMPETITIVE);
    assert_eq!(playing.choice_now(&shared).rules, Rules::MODERN);
    shared.preferences.setup.rules.next = 2;
    assert_eq!(playing.choice_now(&shared).rules, Rules { next: 2, ..Rules::GUIDELINE });
}

/// What views share, with records in a folder that is gone when the second value is dropped.
fn with_records() -> (Shared, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    shared.records = Some(tetrolab_records::Records::open(folder.path().join("records.db")).unwrap());
    (shared, folder)
}

fn stored(shared: &Shared) -> u64 {
    shared.records.as_ref().unwrap().count(&tetrolab_records::Filter::default()).unwrap()
}

#[test]
fn a_game_with_undo_is_stored_once_when_it_is_left() {
    let (mut shared, _folder) = with_records();
    let mut playing = played(game(Mode::ZEN), &" ".repeat(40), &mut shared);
    assert!(playing.session.game().is_over());
    playing.key(key(KeyCode::Char('u')), &mut shared);
    assert_eq!(stored(&shared), 0, "its last piece was taken back");
    let mut views = Views::new(Box::new(playing));
    views.event(&crossterm::event::Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), &mut shared);
    views.event(&crossterm::event::Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), &mut shared);
    assert!(views.is_done());
    assert_eq!(stored(&shared), 1);
}

#[test]
fn other_games_are_stored_when_they_are_over_and_not_when_they_are_left() {
    let (mut shared, _folder) = with_records();
    let mut left = played(game(Mode::MARATHON), "   ", &mut shared);
    left.close(&mut shared);
    assert_eq!(stored(&shared), 0);
    let mut lost = played(game(Mode::MARATHON), &" ".repeat(40), &mut shared);
    assert!(lost.session.game().is_over());
    lost.close(&mut shared);
    assert_eq!(stored(&shared), 1);
}

#[test]
fn what_is_held_in_the_countdown_counts_when_it_is_over() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    let mut playing = Playing::new(game(Mode::MARATHON), &shared).unwrap();
    playing.key(key(KeyCode::Left), &mut shared);
    playing.key(key(KeyCode::Right), &mut shared);
    playing.key(KeyEvent { kind: KeyEventKind::Release, ..key(KeyCode::Right) }, &mut shared);
    shared.now += SECOND;
    playing.pass(&mut shared);
    let game = playing.session.game();
    assert!(game.is_down(Button::Left) && !game.is_down(Button::Right));
    // The first piece is there, and has moved.
    assert_eq!(game.in_play().unwrap().x, game.rules().generation(game.in_play().unwrap().piece).x - 1);
}

#[test]
fn keys_that_were_meant_for_the_game_do_not_leave_its_result() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    let mut playing = played(game(Mode::MARATHON), &" ".repeat(40), &mut shared);
    let State::Over(over) = &playing.state else { panic!("it is over") };
    shared.now = over.since() + SECOND / 2;
    for code in [KeyCode::Enter, KeyCode::Char('w')] {
        assert!(matches!(playing.key(key(code), &mut shared), Next::Stay));
    }
    shared.now += SECOND;
    assert!(matches!(playing.key(key(KeyCode::Char('w')), &mut shared), Next::Open(_)));
    assert!(matches!(playing.key(key(KeyCode::Enter), &mut shared), Next::Replace(_)));
}

#[test]
fn games_by_all_rules_end() {
    for rules in tetrolab_engine::RULES {
        for mode in MODES {
            let mut shared = screens::shared(Language::English, Characters::Unicode);
            let preferences = shared.preferences.clone();
            let choice = NewGame::in_mode(mode, &preferences);
            let choice = NewGame { rules: for_people(rules), seed: Some(Seed(3)), opponent: None, ..choice };
            let playing = played(choice, &" ".repeat(60), &mut shared);
            assert!(playing.session.game().is_over(), "{} {}", rules.name, mode.name);
        }
    }
}

#[test]
fn a_duel_goes_on_from_its_replay_with_the_opponent() {
    for agent in ["random", "bot:1"] {
        let mut shared = screens::shared(Language::English, Characters::Unicode);
        let opponent = Some(OpponentChoice { agent: agent.to_string(), speed: 20.0 });
        let choice = NewGame { opponent, ..game(Mode::VERSUS) };
        let playing = played(choice, &" ".repeat(60), &mut shared);
        assert!(playing.session.game().is_over());
        let mut replaying = playing.watch_again(&shared).unwrap();
        replaying.key(key(KeyCode::Right), &mut shared);
        replaying.key(key(KeyCode::Left), &mut shared);
        let Next::Open(mut view) = replaying.key(key(KeyCode::Char('t')), &mut shared) else { panic!("it goes on") };
        shared.now += SECOND;
        view.pass(&mut shared);
        let screen = screens::drawn(&mut Views::new(view), screens::SIZES[0], &mut shared);
        assert!(screen.contains(&format!("{agent} 20/s")), "{screen}");
    }
}

/// The bot against the player and beside him: it plays, and says where it would go and by which keys.
#[test]
fn the_bot_plays_and_advises() {
    let mut shared = screens::shared(Language::English, Characters::Unicode);
    shared.preferences.agent = "bot:1000".to_string();
    let opponent = Some(OpponentChoice { agent: "bot:1000".to_string(), speed: 8.0 });
    let mut playing = played(NewGame { opponent, ..game(Mode::VERSUS) }, &format!("{KEYS}h"), &mut shared);
    shared.now += 2 * SECOND;
    playing.pass(&mut shared);
    let theirs = playing.session.opponent().unwrap().game().statistics().pieces;
    assert!(theirs >= 15, "{theirs} pieces");
    let screen = screens::drawn(&mut Views::new(Box::new(playing)), screens::SIZES[2], &mut shared);
    for part in ["bot:1000 8/s", "bot:1000 would press", "value"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
}
