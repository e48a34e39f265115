//! Where the keys are after something has changed, and what is said where nothing can be shown, in a real browser.
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::browser::{Browser, Page};
use crate::games;
use crate::page_server::Server;
use tempfile::tempdir;

/// What has the focus: its label, its words or what it is.
const FOCUSED: &str = "(document.activeElement.ariaLabel ?? document.activeElement.innerText) || document.activeElement.id || document.activeElement.tagName";

fn focused(page: &mut Page<'_>) -> String {
    page.evaluate(FOCUSED)
}

fn is_focused(page: &mut Page<'_>, selector: &str) {
    page.wait_until(&format!("document.activeElement.matches({selector:?})"));
}

/// Gives an element the keys and presses Enter on it.
fn enter(page: &mut Page<'_>, selector: &str) {
    page.wait_until(&format!("document.querySelector({selector:?}) !== null"));
    page.run(&format!("document.querySelector({selector:?}).focus()"));
    page.press("Enter", "Enter");
}

fn settings(folder: &Path, words: &str) {
    fs::create_dir_all(folder.join("config/tetrolab")).unwrap();
    fs::write(folder.join("config/tetrolab/settings.toml"), words).unwrap();
}

fn no_errors(page: &mut Page<'_>) {
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn a_deleted_game_leaves_the_keys_on_its_neighbour() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("data/tetrolab/records.db");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    games::fill(&file);
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/replays"));
    enter(&mut page, "tbody tr:nth-child(2) .delete");
    // The harmless answer has the keys.
    is_focused(&mut page, "dialog [value=no]");
    page.press("Enter", "Enter");
    page.wait_until("document.querySelector('dialog') === null && document.querySelectorAll('tbody tr').length === 28");
    assert_eq!(focused(&mut page), "Delete game 27");
    page.press("Enter", "Enter");
    is_focused(&mut page, "dialog [value=no]");
    page.press("Tab", "Tab");
    page.press("Enter", "Enter");
    page.wait_until("document.querySelectorAll('tbody tr').length === 27");
    is_focused(&mut page, "tbody tr:nth-child(2) .delete");
    assert_eq!(focused(&mut page), "Delete game 26");
    no_errors(&mut page);
}

#[test]
fn a_run_that_starts_and_stops_keeps_the_keys() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.patience = Duration::from_secs(60);
    page.go(&server.address("/learn"));
    enter(&mut page, ".card:nth-child(2) button");
    page.wait_until("document.querySelector('.state')?.dataset.state === 'going'");
    is_focused(&mut page, "main");
    let button = |words: &str| {
        format!("[...document.querySelectorAll('main button')].find((button) => button.innerText === '{words}')")
    };
    page.wait_until(&format!("{} !== undefined", button("Stop")));
    page.run(&format!("{}.focus()", button("Stop")));
    page.press("Enter", "Enter");
    page.wait_until(&format!("{FOCUSED} === 'Go on'"));
    // Before it is deleted the page asks, and the harmless answer has the keys.
    page.wait_until(&format!("({0}?.focus(), document.activeElement === {0})", button("Delete")));
    page.press("Enter", "Enter");
    is_focused(&mut page, "dialog [value=no]");
    page.press("Escape", "Escape");
    page.wait_until("document.querySelector('dialog') === null");
    assert_eq!(focused(&mut page), "Delete");
    page.run(&format!("{}.focus()", button("Go on")));
    page.press("Enter", "Enter");
    page.wait_until(&format!("{FOCUSED} === 'Stop'"));
    no_errors(&mut page);
}

#[test]
fn another_language_or_theme_leaves_the_keys_where_they_are() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.language("en-GB");
    page.go(&server.address("/settings"));
    page.wait_until("document.querySelector('#setting-player-language') !== null");
    for (value, title) in [("pt", "Definições"), ("automatic", "Settings"), ("es", "Ajustes")] {
        page.run(&format!(
            "(() => {{ const select = document.querySelector('#setting-player-language'); select.focus(); select.value = '{value}'; select.dispatchEvent(new Event('change')); }})()"
        ));
        page.wait_until(&format!("document.querySelector('h1')?.innerText === '{title}'"));
        is_focused(&mut page, "#setting-player-language");
    }
    let theme: String = page.evaluate("document.documentElement.dataset.theme");
    enter(&mut page, "#rail [data-stop=theme]");
    page.wait_until(&format!("document.documentElement.dataset.theme !== '{theme}'"));
    is_focused(&mut page, "#rail [data-stop=theme]");
    no_errors(&mut page);
}

#[test]
fn a_key_is_chosen_with_care() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/settings/keys"));
    let said = |page: &mut Page<'_>, entry: &str| -> String {
        page.evaluate(&format!("document.querySelector('[data-entry={entry}] .error').innerText"))
    };
    let keys = |entry: &str| {
        format!("[...document.querySelectorAll('[data-entry={entry}] kbd')].map((key) => key.innerText).join(' ')")
    };
    let before: String = {
        page.wait_until("document.querySelector('#setting-keys-hold') !== null");
        page.evaluate(&keys("rotate-half"))
    };
    // Esc takes nothing, and Tab goes on.
    for (code, key) in [("Escape", "Escape"), ("Tab", "Tab")] {
        enter(&mut page, "#setting-keys-rotate-half");
        is_focused(&mut page, "#setting-keys-rotate-half[aria-pressed]");
        page.press(code, key);
        page.wait_until("document.querySelector('#setting-keys-rotate-half[aria-pressed]') === null");
        assert_eq!(page.evaluate::<String>(&keys("rotate-half")), before);
    }
    is_focused(&mut page, ":not(#setting-keys-rotate-half):not(body)");
    // Another command has it.
    enter(&mut page, "#setting-keys-rotate-half");
    page.press("KeyC", "c");
    page.wait_until("document.querySelector('[data-entry=rotate-half] .error').innerText !== ''");
    let sentence = said(&mut page, "rotate-half");
    assert!(sentence.contains("Hold") && sentence.starts_with("C "), "{sentence}");
    enter(&mut page, "#setting-keys-rotate-half");
    page.press("KeyQ", "q");
    page.wait_until("document.querySelector('[data-entry=rotate-half] .error').innerText.includes('everywhere')");
    // A free one is taken, and the keys stay.
    enter(&mut page, "#setting-keys-rotate-half");
    page.press("KeyV", "v");
    page.wait_until(&format!("{} === '{before} V'", keys("rotate-half")));
    is_focused(&mut page, "#setting-keys-rotate-half");
    // The last key of the pause stays.
    enter(&mut page, "[data-entry=pause] .key:first-child button");
    page.wait_until("document.querySelectorAll('[data-entry=pause] kbd').length === 1");
    enter(&mut page, "[data-entry=pause] .key button");
    page.wait_until("document.querySelector('[data-entry=pause] .error').innerText !== ''");
    assert!(said(&mut page, "pause").contains("Pause"), "{}", said(&mut page, "pause"));
    assert_eq!(page.evaluate::<u32>("document.querySelectorAll('[data-entry=pause] kbd').length"), 1);
    no_errors(&mut page);
}

#[test]
fn an_agent_is_added_by_keys() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/watch?agents=bcts&seed=7&speed=1"));
    page.wait_until("document.querySelectorAll('.seat').length === 1");
    let add = "[...document.querySelectorAll('.controls > button')].at(-1)";
    page.run(&format!("{add}.focus()"));
    page.press("Enter", "Enter");
    is_focused(&mut page, "dialog .agents li:first-child button");
    page.press("Escape", "Escape");
    page.wait_until(&format!("document.querySelector('dialog') === null && document.activeElement === {add}"));
    page.press("Enter", "Enter");
    is_focused(&mut page, "dialog .agents li:first-child button");
    page.press("Enter", "Enter");
    page.wait_until(&format!("document.querySelectorAll('.seat').length === 2 && document.activeElement === {add}"));
    // The one that was added goes again.
    enter(&mut page, ".seat:nth-child(2) .icon");
    page.wait_until(&format!("document.querySelectorAll('.seat').length === 1 && document.activeElement === {add}"));
    no_errors(&mut page);
}

#[test]
fn what_is_not_there_is_said_with_a_way_on() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    for (address, link) in [
        ("/nope", "/play"),
        ("/nope/%E0%A4%A", "/"),
        ("/constructor", "/"),
        ("/replays/xyz", "/replays"),
        ("/replays/4711", "/replays"),
        ("/play/nonsense", "/play"),
        ("/learn/nope", "/learn"),
    ] {
        page.go(&server.address(address));
        page.wait_until(&format!(
            "document.querySelector('main [role=alert]') !== null && document.querySelector('main .empty a[href=\"{link}\"]') !== null"
        ));
        assert_eq!(page.evaluate::<u32>("document.querySelectorAll('main h1').length"), 1, "{address}");
        assert_eq!(page.evaluate::<u32>("document.querySelectorAll('main button').length"), 0, "{address}");
        assert_eq!(page.accessibility(), Vec::<String>::new(), "{address}");
        // Of an address that is nowhere, the browser says so too.
        let errors = page.console_errors();
        assert!(
            errors
                .iter()
                .all(|error| error.contains("404") && address.starts_with("/nope") || address == "/constructor"),
            "{address}: {errors:?}"
        );
    }
    page.click("main .empty a");
    page.wait_until("location.pathname === '/learn' && document.querySelector('.cards') !== null");
    is_focused(&mut page, "main");
}

#[test]
fn settings_outlive_their_server() {
    let folder = tempdir().unwrap();
    settings(folder.path(), "[player]\nname = \"Ada\"\n");
    let mut server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/settings"));
    page.wait_until("document.querySelector('#setting-player-name') !== null");
    assert!(!page.evaluate::<bool>("document.body.innerText.includes('ASCII')"));
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    page.wait_until("document.querySelectorAll('.notice').length === 1");
    // Another section is shown all the same, and a change is refused at its field.
    page.click(".tabs a[href='/settings/look']");
    page.wait_until("document.querySelector('#setting-look-grid') !== null");
    page.click("#setting-look-grid");
    page.wait_until("document.querySelector('[data-entry=grid] .error').innerText !== ''");
    let port = server.port.to_string();
    let _server = Server::start_with(folder.path(), &["--port", &port]);
    page.wait_until("document.querySelectorAll('.notice.bad').length === 0");
    page.wait_until("document.querySelector('[data-entry=grid] .error')?.innerText === ''");
    let errors: Vec<String> = page.console_errors();
    assert!(errors.iter().all(|error| error.contains("ERR_CONNECTION_REFUSED")), "{errors:?}");
}

/// Browsers put pages aside as they are when others are visited.
#[test]
fn a_page_that_is_put_aside_and_brought_back_talks_again() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    let pieces = "document.querySelector('.thinking figcaption').innerText";
    page.go(&server.address("/"));
    page.wait_until(&format!("{pieces}.includes('2 pieces')"));
    page.go(&server.address("/texts/en.json"));
    page.run("void setTimeout(() => history.back())");
    page.wait_until("location.pathname === '/' && document.querySelector('.thinking') !== null");
    page.wait_until(&format!("{pieces}.includes('2 pieces')"));
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
