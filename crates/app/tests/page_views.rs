//! Every place of the page, in a real browser: three languages, two themes, three widths.
#![cfg(target_os = "linux")]

mod browser;
mod page;

use std::fs;
use std::thread;

use browser::{Browser, Page};
use page::Server;
use tempfile::tempdir;

/// Every place: what it is called in the names of pictures, its address, and what is there when it is ready.
const PLACES: [(&str, &str, &str); 15] = [
    ("home", "/", ".stage canvas"),
    ("play", "/play", ".card"),
    ("game", "/play/zen?seed=3", ".view.play[data-state=running]"),
    ("watch", "/watch?agents=bcts,dellacherie&seed=7&speed=5", "canvas.board"),
    ("ask", "/ask", "canvas.board"),
    ("path", "/ask?tab=path", "table"),
    ("perfect-clear", "/ask?tab=pc", "canvas.board"),
    ("solve", "/ask?tab=solve", "canvas.board"),
    ("learn", "/learn", "h1"),
    ("replays", "/replays", "h1"),
    ("replay", "/replays/demo", "canvas.board"),
    ("scores", "/scores", "h1"),
    ("settings", "/settings", ".setting"),
    ("keys", "/settings/keys", ".setting"),
    ("nowhere", "/learn/no-such-run", "h1"),
];

/// Widths and heights of a phone, a laptop and a large screen.
const SIZES: [(u32, u32); 3] = [(360, 740), (1280, 800), (2560, 1440)];

/// Where a view is ready, all that is wrong with it.
fn faults(page: &mut Page<'_>, (name, language, theme): (&str, &str, &str)) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, height) in SIZES {
        page.size(width, height, 1.0, width < 600);
        // Two pictures later everything has its new place.
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        faults.extend(page.overflow().into_iter().map(|fault| format!("{width}: {fault}")));
        if language == "en" || width == 1280 && theme == "dark" {
            page.screenshot(&format!("{name}-{language}-{theme}-{width}"));
        }
    }
    page.size(1280, 800, 1.0, false);
    faults.extend(page.accessibility());
    faults.extend(page.console_errors());
    faults.into_iter().map(|fault| format!("{name}, {language}, {theme}: {fault}")).collect()
}

#[test]
fn every_place_is_sound_in_every_language_theme_and_width() {
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path().join("config/tetrolab")).unwrap();
    fs::write(folder.path().join("config/tetrolab/settings.toml"), "[game]\ncountdown = 0\n").unwrap();
    let server = Server::start(folder.path());
    let faults: Vec<String> = thread::scope(|scope| {
        let languages = [("en", "en-GB"), ("es", "es-ES"), ("pt", "pt-PT")].map(|(language, locale)| {
            let server = &server;
            scope.spawn(move || {
                let mut page = Browser::shared().page();
                page.language(locale);
                let mut faults = Vec::new();
                for theme in ["dark", "light"] {
                    page.theme(theme);
                    for (name, address, is_ready) in PLACES {
                        page.go(&server.address(address));
                        page.wait_until(&format!(
                            "document.documentElement.lang === '{language}' && document.querySelector('main {is_ready}') !== null"
                        ));
                        faults.extend(self::faults(&mut page, (name, language, theme)));
                    }
                }
                faults
            })
        });
        languages.into_iter().flat_map(|language| language.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
