//! The game in a pseudo-terminal: a whole sprint by keys, resizing, and what ends a program.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::games;
use crate::pseudo_terminal::{Keyboard, PseudoTerminal, Sent, pressed_and_released};
use rustix::process::Signal;
use tetrolab_agents::{Agent, Linear};
use tetrolab_engine::{
    Board, Button, DropRules, Game, Input, Key, KeyCost, Keys, Mode, Movement, Placement, Rules, Seed, Setup, Spin,
    Typing,
};

const SIZE: (u16, u16) = (80, 24);

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A game that begins at once, without a countdown.
fn play(keyboard: Keyboard, home: &Path, arguments: &[&str]) -> PseudoTerminal {
    let settings = home.join("config/tetrolab");
    std::fs::create_dir_all(&settings).unwrap();
    std::fs::write(settings.join("settings.toml"), "[game]\ncountdown = 0\n").unwrap();
    let arguments = [&["play"], arguments].concat();
    PseudoTerminal::new(keyboard, SIZE, home, &arguments)
}

/// The keys of a piece, and how many lines are left after it.
struct Drop {
    keys: Vec<Sent>,
    lines_left: u32,
}

/// The keys that play a sprint of these rules to its end, by the player `bcts`, each piece dropped from above.
fn sprint_keys(rules: Rules, seed: Seed) -> Vec<Drop> {
    let setup = Setup { mode: Mode::SPRINT, seed, ..Setup::new(rules) };
    let mut game = Game::from_setup(&setup).unwrap();
    let player = Linear::new(Agent::named("bcts").unwrap().weights().unwrap(), DropRules::STANDARD).unwrap();
    let movement = Movement::of(&rules);
    let typing = Typing { auto_repeat: false, ..Typing::default() };
    let mut drops = Vec::new();
    game.update(0, None).unwrap();
    while !game.is_over() {
        let piece = game.in_play().unwrap();
        let mut board = DropRules::STANDARD.empty();
        for cell in game.blocks().board().cells() {
            board.set(cell.x, cell.y, true);
        }
        let drop = player.best(&board, piece.piece).drop;
        let landing = DropRules::STANDARD.land(&mut board, drop).unwrap();
        let placement = drop.placement(landing.row as i8).unwrap();
        let mut keys = Vec::new();
        for key in taps(game.blocks().board(), piece, placement, &movement, typing) {
            keys.push(on_keyboard(key.button()));
            for input in [Input::Press(key.button()), Input::Release(key.button())] {
                game.update(0, Some(input)).unwrap();
            }
        }
        drops.push(Drop { keys, lines_left: 40 - game.lines() });
    }
    assert_eq!(game.lines(), 40);
    drops
}

/// Plays a sprint. No more keys are on their way than a terminal can keep: after lines were cleared, the screen must show it.
fn play_sprint(terminal: &mut PseudoTerminal, keyboard: Keyboard, seed: Seed) {
    let mut left = 40;
    for Drop { keys, lines_left } in sprint_keys(Rules::MODERN, seed) {
        for key in keys {
            match keyboard {
                Keyboard::Releases => terminal.send(&pressed_and_released(key)),
                Keyboard::Presses => terminal.send(&key.plain()),
            }
        }
        if lines_left != left && lines_left > 0 {
            let line = format!("Lines left {lines_left:>13}");
            terminal.wait_for_words(&[&line]);
        }
        left = lines_left;
    }
}

fn taps(board: &Board, start: Placement, to: Placement, movement: &Movement, typing: Typing) -> Vec<Key> {
    let keys = Keys::new(board, start, movement, typing, KeyCost::Presses);
    let path = keys.to(to, Spin::None).expect("it can be dropped there");
    assert!(path.keys.iter().all(|key| !matches!(key, Key::Down(_))), "{path:?}");
    path.keys
}

fn on_keyboard(button: Button) -> Sent {
    match button {
        Button::Left => Sent::LEFT,
        Button::Right => Sent::RIGHT,
        Button::SoftDrop => Sent::DOWN,
        Button::HardDrop => Sent::Character(' '),
        Button::RotateRight => Sent::Character('x'),
        Button::RotateLeft => Sent::Character('z'),
        Button::RotateHalf => Sent::Character('a'),
        Button::Hold => Sent::Character('c'),
    }
}

/// What is said below the board where keys are not heard when they are let go.
const WITHOUT_RELEASES: &str = "No key releases from this terminal";

#[test]
fn a_sprint_is_played_to_its_end_with_and_without_releases() {
    for keyboard in [Keyboard::Releases, Keyboard::Presses] {
        let home = home();
        let mut terminal = play(keyboard, home.path(), &["sprint", "--rules", "modern", "--seed", "7"]);
        terminal.wait_for_words(&["Sprint 40", "Hold", "Next", "Lines left", "Seed"]);
        if keyboard == Keyboard::Presses {
            terminal.wait_for_words(&[WITHOUT_RELEASES]);
        }
        play_sprint(&mut terminal, keyboard, Seed(7));
        assert!(
            keyboard == Keyboard::Presses || !terminal.screen().contains(WITHOUT_RELEASES),
            "{}",
            terminal.screen()
        );
        terminal.wait_for_words(&["Done", "a new best"]);
        terminal.send(b"q");
        assert!(terminal.wait().success());
        terminal.wait_until_restored();
    }
}

/// From the menu to a sprint, its end, the scores, its replay and out again.
#[test]
fn everything_can_be_reached_from_the_menu() {
    let home = home();
    let mut terminal = play(Keyboard::Releases, home.path(), &[]);
    terminal.wait_for_words(&["Marathon", "Sprint", "Scores", "Quit"]);
    press(&mut terminal, &[Sent::DOWN, Sent::ENTER]);
    terminal.wait_for_words(&["40 lines", "Rules", "Seed"]);
    press(&mut terminal, &[Sent::RIGHT, Sent::Character('7'), Sent::ENTER]);
    terminal.wait_for_words(&["Sprint 40", "modern", "Lines left"]);
    play_sprint(&mut terminal, Keyboard::Releases, Seed(7));
    terminal.wait_for_words(&["Done", "a new best"]);
    press(&mut terminal, &[Sent::ESCAPE]);
    terminal.wait_for_words(&["40 lines", "Rules"]);
    press(&mut terminal, &[Sent::ESCAPE]);
    terminal.wait_for_words(&["Marathon", "Scores"]);
    press(&mut terminal, &[Sent::DOWN; 7]);
    press(&mut terminal, &[Sent::ENTER]);
    terminal.wait_for_words(&["Sprint 40", "modern", "player", "7"]);
    press(&mut terminal, &[Sent::ENTER]);
    terminal.wait_for_words(&["Lines left", "Next", "x1.00"]);
    press(&mut terminal, &[Sent::Character('+'), Sent::Character(' ')]);
    terminal.wait_for_words(&["x1.25"]);
    terminal.send(b"\x1b[1;1:1F\x1b[1;1:3F");
    terminal.wait_for_words(&["Done"]);
    press(&mut terminal, &[Sent::ESCAPE]);
    terminal.wait_for_words(&["Sprint 40", "player"]);
    press(&mut terminal, &[Sent::ESCAPE]);
    terminal.wait_for_words(&["Marathon", "Quit"]);
    press(&mut terminal, &[Sent::Character('q')]);
    assert!(terminal.wait().success());
    terminal.wait_until_restored();
}

fn press(terminal: &mut PseudoTerminal, keys: &[Sent]) {
    for &key in keys {
        terminal.send(&pressed_and_released(key));
    }
}

/// A file that is not ours is refused and told, and the game goes on; a damaged one is copied when a game is stored.
#[test]
fn records_that_cannot_be_used_are_told_and_nothing_is_lost() {
    let home = home();
    let data = home.path().join("data/tetrolab");
    std::fs::create_dir_all(&data).unwrap();
    let file = data.join("records.db");
    let zen = |told: &[&str]| {
        let mut terminal = play(Keyboard::Releases, home.path(), &["zen"]);
        terminal.wait_for_words(told);
        press(&mut terminal, &[Sent::Character(' '), Sent::ESCAPE, Sent::Character('q')]);
        assert!(terminal.wait().success());
    };
    std::fs::write(&file, "not a database at all, but somebody's words").unwrap();
    zen(&["Games are not kept", "not a tetrolab"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a database at all, but somebody's words");
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 1);

    std::fs::remove_file(&file).unwrap();
    games::fill(&file);
    let damaged = std::fs::read(&file).unwrap()[..10_000].to_vec();
    std::fs::write(&file, &damaged).unwrap();
    zen(&["the database is damaged"]);
    assert!(std::fs::read(data.join("records.db.damaged-1")).unwrap() == damaged);
    let records = tetrolab_records::Records::open(&file).unwrap();
    assert_eq!(records.games(&Default::default(), 9, 0).unwrap().len(), 1, "the new game is stored");
}

/// Where no game can be stored, that is told before one is played.
#[test]
fn games_that_cannot_be_kept_are_told_at_once() {
    let home = home();
    // No folder can be made there.
    std::fs::write(home.path().join("file"), "").unwrap();
    std::os::unix::fs::symlink("file/below", home.path().join("data")).unwrap();
    let mut terminal = play(Keyboard::Releases, home.path(), &["zen"]);
    terminal.wait_for_words(&["Games are not kept"]);
    terminal.send(b"\x03");
    terminal.send(b"\x03");
    assert!(terminal.wait().success());
}

/// Who only watches a replay stores nothing, so nothing is made where games are kept.
#[test]
fn watching_a_replay_makes_no_files() {
    let home = home();
    let replay = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sessions/demo/sprint.replay");
    let mut terminal =
        PseudoTerminal::new(Keyboard::Releases, SIZE, home.path(), &["replay", replay.to_str().unwrap()]);
    terminal.wait_for_words(&["x1.00"]);
    terminal.send(b"\x03");
    terminal.send(b"\x03");
    assert!(terminal.wait().success());
    assert!(!home.path().join("data").exists());
}

#[test]
fn the_terminal_is_given_back_after_a_signal() {
    let home = home();
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let mut terminal = play(Keyboard::Releases, home.path(), &["zen"]);
        terminal.wait_for_words(&["Zen", "Next"]);
        assert!(!terminal.is_restored());
        terminal.signal(signal);
        assert_eq!(terminal.wait().code(), Some(code), "{signal:?}");
        terminal.wait_until_restored();
        assert!(terminal.has_seen(b"\x1b[<1u"), "{signal:?}: the keyboard is as before");
    }
}

#[test]
fn a_held_direction_repeats_until_it_is_let_go() {
    let home = home();
    let mut terminal = play(Keyboard::Releases, home.path(), &["zen", "--seed", "7", "--set", "auto-repeat-rate=0s"]);
    let at_the_wall = |screen: &str| screen.lines().any(|line| line.contains("│██") || line.contains("┊██"));
    terminal.wait_for("a piece in the middle", |screen| screen.contains("Next") && screen.contains("[]"));
    assert!(!at_the_wall(&terminal.screen()));
    terminal.send(&Sent::LEFT.event(1));
    terminal.wait_for("the piece at the wall", at_the_wall);
    terminal.send(&Sent::LEFT.event(3));
    terminal.send(&pressed_and_released(Sent::RIGHT));
    terminal.wait_for("the piece beside the wall", |screen| !at_the_wall(screen));
}

#[test]
fn the_size_can_change_at_any_time() {
    let home = home();
    let mut terminal = play(Keyboard::Releases, home.path(), &["zen"]);
    terminal.wait_for_words(&["Zen", "Next"]);
    terminal.resize(40, 10);
    terminal.wait_for_words(&["The terminal is 40x10"]);
    terminal.resize(160, 50);
    // It was paused meanwhile, and cells are twice as large now.
    let screen = terminal.wait_for_words(&["Pause", "Next"]);
    assert!(screen.lines().count() > 40, "{screen}");
    terminal.send(&pressed_and_released(Sent::ENTER));
    terminal.wait_for("the piece", |screen| screen.contains("[][]"));
    terminal.resize(80, 24);
    terminal.wait_for_words(&["Zen", "Next"]);
    terminal.send(b"\x03");
    terminal.send(b"\x03");
    assert!(terminal.wait().success());
    terminal.wait_until_restored();
}

#[test]
fn losing_the_focus_pauses() {
    let home = home();
    let mut terminal = play(Keyboard::Releases, home.path(), &["marathon"]);
    terminal.wait_for_words(&["Marathon", "Next"]);
    terminal.send(b"\x1b[O");
    terminal.wait_for_words(&["Pause", "go on"]);
}

#[test]
fn what_is_wrong_is_said_before_the_terminal_is_taken() {
    let home = home();
    let settings = home.path().join("settings.toml");
    std::fs::write(&settings, "[look]\ncolor = \"none\"\n").unwrap();
    let settings = settings.display().to_string();
    for (arguments, sentence) in [
        (&["play", "sprint", "--set", "next=9"][..], "the Next queue shows 1 to 6 pieces, not 9"),
        (&["play", "versus", "--against", "nobody"], "nobody"),
        (&["watch", "--agent", "nobody"], "nobody"),
        (&["watch", "--agent", "bot:0"], "bot:0: the bot values a whole number of placements, from 1"),
        (&["play", "versus", "--against", "bot:none.toml"], "none.toml"),
        (&["replay", "/dev/null"], "this is not a tetrolab replay"),
        (&["play", "--settings", &settings], "settings.toml, line 2, column 1"),
    ] {
        let mut terminal = PseudoTerminal::new(Keyboard::Releases, SIZE, home.path(), arguments);
        assert_eq!(terminal.wait().code(), Some(2), "{arguments:?}");
        let screen = terminal.wait_for(sentence, |screen| screen.contains(sentence));
        assert_eq!(screen.trim().lines().count(), 1, "{screen}");
        assert!(terminal.is_restored() && !terminal.has_seen(b"\x1b[?1049h"));
    }
}

/// The time from a key to the picture that shows it, in a real terminal. Machines may be busy, so the median counts.
#[test]
fn a_key_is_on_the_screen_at_once() {
    let home = home();
    let mut terminal = play(Keyboard::Releases, home.path(), &["zen"]);
    terminal.wait_for_words(&["Zen", "Next"]);
    let mut times: Vec<Duration> = (0..40)
        .map(|round| {
            std::thread::sleep(Duration::from_millis(25));
            let before = terminal.screen();
            let start = Instant::now();
            terminal.send(&pressed_and_released(if round % 2 == 0 { Sent::LEFT } else { Sent::RIGHT }));
            let board = |screen: &str| {
                screen.lines().map(|line| line.chars().skip(25).take(26).collect::<String>()).collect::<Vec<_>>()
            };
            while board(&terminal.screen()) == board(&before) {
                assert!(start.elapsed() < Duration::from_secs(5), "nothing moves:\n{before}");
            }
            terminal.last_drawn().duration_since(start)
        })
        .collect();
    times.sort_unstable();
    println!("from key to picture: median {:?}, largest {:?}", times[20], times[39]);
    assert!(times[20] < Duration::from_millis(16), "{times:?}");
}
