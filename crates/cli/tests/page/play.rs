//! Playing on the page, in a real browser.
use std::fs;
use std::path::Path;

use crate::browser::{Browser, Page};
use crate::page_server::{Server, command};
use crate::player::{Player, key};
use serde_json::Value;
use tempfile::tempdir;
use tetrolab_engine::{Mode, Rules, Seed, Setup};

/// Games begin at once, and there are buttons for fingers.
fn without_countdown(folder: &Path) {
    fs::create_dir_all(folder.join("config/tetrolab")).unwrap();
    let words = "[game]\ncountdown = 0\n\n[player]\nname = \"Ada\"\n\n[page]\ntouch = \"on\"\n";
    fs::write(folder.join("config/tetrolab/settings.toml"), words).unwrap();
}

fn state_is(page: &mut Page<'_>, state: &str) {
    page.wait_until(&format!("document.querySelector('.view.play').dataset.state === '{state}'"));
}

/// Forty lines by keys, to the end; after a restart the game is in the records, with its replay.
#[test]
fn a_sprint_is_played_to_its_end_and_kept() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/play/sprint?rules=modern&seed=5"));
    state_is(&mut page, "running");
    let setup = Setup { mode: Mode::SPRINT, seed: Seed(5), ..Setup::new(Rules::MODERN) };
    let mut player = Player::new(&setup);
    while let Some(buttons) = player.next_piece() {
        for button in buttons {
            let (code, name) = key(button);
            page.press(code, name);
        }
    }
    state_is(&mut page, "over");
    page.screenshot("play-over");
    let words: String = page.evaluate("document.querySelector('.over-board').innerText");
    let lines = player.lines();
    assert!(lines >= 40 && words.contains(&lines.to_string()), "{words}");
    assert_eq!(page.console_errors(), Vec::<String>::new());
    let (status, errors) = server.end();
    assert!(status.success() && errors.is_empty(), "{errors}");

    let server = Server::start(folder.path());
    page.go(&server.address("/scores"));
    page.wait_until(
        "document.querySelector('main table') !== null && document.querySelector('main').innerText.includes('Ada')",
    );
    let output = command(folder.path()).args(["scores", "--mode", "sprint", "--all", "--json"]).output().unwrap();
    let scores: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = scores.to_string();
    assert!(text.contains("Ada") && text.contains(&format!("\"lines\":{lines}")), "{text}");
}

#[test]
fn keys_that_are_held_repeat_and_a_hidden_page_pauses() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/play/zen?seed=2"));
    state_is(&mut page, "running");
    // Held left until the wall, then released: the piece drops in the first column.
    page.key_down("ArrowLeft", "ArrowLeft");
    page.run("new Promise((done) => setTimeout(done, 900))");
    page.key_up("ArrowLeft", "ArrowLeft");
    page.press("Space", " ");
    page.wait_until("document.querySelector('.numbers').innerText.includes('2.00')");
    // A finger on the buttons does the same as a key.
    page.touch(".touch [data-command='hard-drop']");
    page.press("Escape", "Escape");
    state_is(&mut page, "paused");
    page.screenshot("play-paused");
    page.press("Escape", "Escape");
    state_is(&mut page, "running");
    page.run("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))");
    state_is(&mut page, "paused");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

/// Buttons that fingers cannot hit, or that touch the edge of the screen.
const BAD_BUTTONS: &str = "[...document.querySelectorAll('.touch button, .touch-tools button')].filter((button) => {
    const { width, height, left, right, top, bottom } = button.getBoundingClientRect();
    return width < 44 || height < 44 || left < 4 || top < 4 || right > innerWidth - 4 || bottom > innerHeight - 4;
}).map((button) => button.ariaLabel)";

#[test]
fn fingers_pause_take_back_ask_and_begin_anew() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/play"));
    for (width, height) in [(360, 640), (360, 740), (740, 360), (412, 915), (1024, 768)] {
        page.size(width, height, 1.0, true);
        for mode in ["zen", "versus", "cheese"] {
            page.wait_until("document.querySelector('main h1') !== null");
            page.follow(&format!("/play/{mode}?seed=2"));
            state_is(&mut page, "running");
            let at = format!("{mode} at {width} x {height}");
            assert_eq!(page.evaluate::<Vec<String>>(BAD_BUTTONS), Vec::<String>::new(), "{at}");
            let room: Vec<f64> = page.evaluate(
                "[document.documentElement.scrollHeight - innerHeight, document.querySelector('.matrix').clientHeight]",
            );
            assert!(room[0] <= 0.0 && room[1] > 150.0, "{at}: {room:?}");
            page.screenshot(&format!("touch-{mode}-{width}x{height}"));
        }
    }
    page.size(360, 740, 1.0, true);
    page.go(&server.address("/play/zen?seed=2"));
    state_is(&mut page, "running");
    // However long the finger stays, the game pauses, and nothing else that comes under it is touched.
    for held in [0, 150, 900] {
        page.touch_down("[data-command=pause]");
        page.run(&format!("new Promise((done) => setTimeout(done, {held}))"));
        page.touch_up();
        state_is(&mut page, "paused");
        page.run("new Promise((done) => setTimeout(done, 100))");
        assert_eq!(page.evaluate::<String>("location.pathname"), "/play/zen");
        page.press("Escape", "Escape");
        state_is(&mut page, "running");
    }
    page.touch("[data-command=hint]");
    page.wait_until("!document.querySelector('.hint-line').hidden");
    // It covers no button, and makes the page no wider.
    assert_eq!(page.evaluate::<Vec<String>>(BAD_BUTTONS), Vec::<String>::new());
    assert_eq!(page.overflow(), Vec::<String>::new());
    page.screenshot("touch-hint");
    let pieces = "document.querySelector('.matrix canvas').toDataURL()";
    let before: String = page.evaluate(pieces);
    page.touch("[data-command=hard-drop]");
    page.wait_until(&format!("{pieces} !== '{before}'"));
    page.touch("[data-command=undo]");
    // A new game begins from the pause only.
    page.touch("[data-command=pause]");
    state_is(&mut page, "paused");
    page.touch(".over-board .panel > button:nth-of-type(2)");
    state_is(&mut page, "running");
    page.wait_until("document.querySelector('.hint-line').hidden");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn hands_that_still_play_do_not_begin_anew() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/play/sprint?seed=3"));
    state_is(&mut page, "running");
    while page.evaluate::<String>("document.querySelector('.view.play').dataset.state") == "running" {
        page.press("Space", " ");
    }
    // For two seconds and a half they still hammer; the game that is over stays.
    let game: String = page.evaluate("document.querySelector('.result').innerText");
    for _ in 0..25 {
        page.press("Space", " ");
        page.press("KeyR", "r");
        page.run("new Promise((done) => setTimeout(done, 100))");
    }
    assert_eq!(page.evaluate::<String>("document.querySelector('.result')?.innerText"), game);
    // When they have come to rest, the button has the keys.
    page.wait_until("document.activeElement.matches('.result .again')");
    page.screenshot("play-result");
    page.press("Space", " ");
    state_is(&mut page, "running");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

/// What an address says holds for that game only; settings change in Settings.
#[test]
fn addresses_change_no_setting() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let file = folder.path().join("config/tetrolab/settings.toml");
    let before = fs::read_to_string(&file).unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    let usual = server.client().ask("modes", serde_json::json!({ "language": "en" })).unwrap();
    for address in [
        "/play/sprint?level=15&set=line-limit=20",
        "/play/versus?speed=10&opponent=bcts",
        "/play/zen?gravity=on",
        "/play/marathon?rules=modern&goal=variable",
    ] {
        page.go(&server.address(address));
        state_is(&mut page, "running");
    }
    let now = server.client().ask("modes", serde_json::json!({ "language": "en" })).unwrap();
    assert_eq!(now, usual);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

/// A number alone has the unit that stands beside the field.
#[test]
fn times_are_typed_in_the_unit_beside_the_field() {
    let folder = tempdir().unwrap();
    without_countdown(folder.path());
    let file = folder.path().join("config/tetrolab/settings.toml");
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/settings/handling"));
    let field = "#setting-handling-auto-repeat-delay";
    page.wait_until(&format!("document.querySelector('{field}') !== null"));
    let beside: String = page.evaluate(&format!("document.querySelector('{field}-unit').textContent"));
    let value: String = page.evaluate(&format!("document.querySelector('{field}').value"));
    assert_eq!((value.as_str(), beside.as_str()), ("300", "ms"));
    for (typed, shown, stored) in [("110", "110", "0.110s"), ("0.2s", "200", "0.200s"), ("95ms", "95", "0.095s")] {
        page.run(&format!("document.querySelector('{field}').focus(); document.querySelector('{field}').select()"));
        page.type_text(&format!("{typed}\n"));
        let stored = format!("auto-repeat-delay = \"{stored}\"");
        let start = std::time::Instant::now();
        while !fs::read_to_string(&file).unwrap().contains(&stored) {
            assert!(start.elapsed().as_secs() < 20, "{}", fs::read_to_string(&file).unwrap());
        }
        page.reload();
        page.wait_until(&format!("document.querySelector('{field}')?.value === '{shown}'"));
    }
    page.screenshot("settings-units");
    page.go(&server.address("/settings/game"));
    page.wait_until("document.querySelector('#setting-game-time-limit-unit')?.textContent === 's'");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
