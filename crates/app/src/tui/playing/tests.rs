use crossterm::event::KeyModifiers;
use tetrolab_engine::{MODES, Mode, Seed};

use super::*;
use crate::play::OpponentChoice;
use crate::preferences::look::Characters;
use crate::texts::Language;
use crate::tui::run::Views;
use crate::tui::screens;

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
