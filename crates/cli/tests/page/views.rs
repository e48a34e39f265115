//! Every place of the page, in a real browser: three languages, two themes, three widths.
use std::fs;
use std::path::Path;
use std::thread;

use crate::browser::{Browser, Page};
use crate::games;
use crate::page_server::{Server, command};
use tempfile::tempdir;

/// Every place: what it is called in the names of pictures, its address, and what is there when it is ready.
const PLACES: [(&str, &str, &str); 20] = [
    ("home", "/", ".stage canvas"),
    ("play", "/play", ".card"),
    ("game", "/play/zen?seed=3", ".view.play[data-state=running]"),
    ("versus", "/play/versus?seed=3", ".view.play[data-state=running]"),
    ("watch", "/watch?agents=bcts,dellacherie&seed=7&speed=5", "canvas.board"),
    ("ask", "/ask", "canvas.board"),
    ("path", "/ask?tab=path", "table"),
    ("perfect-clear", "/ask?tab=pc", "canvas.board"),
    ("solve", "/ask?tab=solve", "canvas.board"),
    ("learn", "/learn", "tbody tr"),
    ("trained", "/learn/trained", "[data-state=done]"),
    ("solved", "/learn/solved", "[data-state=done]"),
    ("experiment", "/learn/measured", "[data-state=done]"),
    ("replays", "/replays", "tbody tr"),
    ("replay", "/replays/demo", "canvas.board"),
    ("scores", "/scores", "tbody tr"),
    ("statistics", "/scores/statistics", "tbody tr"),
    ("settings", "/settings", ".setting"),
    ("keys", "/settings/keys", ".setting"),
    ("nowhere", "/learn/no-such-run", "h1"),
];

/// Widths and heights of a phone, a laptop and a large screen.
const SIZES: [(u32, u32); 3] = [(360, 740), (1280, 800), (2560, 1440)];

const THEMES: [&str; 2] = ["dark", "light"];
/// Whether figures, which the server draws, have the ground of the theme: `#0F1216` where it is dark.
const FIGURES_FOLLOW: &str = "[...document.querySelectorAll('.figures img')]
    .every((image) => image.src.includes('%230F1216') === (document.documentElement.dataset.theme === 'dark'))";

/// Screen pixels per pixel of the page.
const COARSE: f64 = 0.5;

/// Where a view is ready, all that is wrong with it.
fn faults(page: &mut Page<'_>, (name, language, theme): (&str, &str, &str)) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, height) in SIZES {
        let is_kept = width == 1280 && theme == "dark" || language == "en" && (width < 2560 || theme == "dark");
        // Pictures that are not kept need no fine pixels, which take time without a graphics card.
        page.size(width, height, if is_kept { 1.0 } else { COARSE }, width < 600);
        // Two pictures later everything has its new place.
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        faults.extend(page.overflow().into_iter().map(|fault| format!("{width}: {fault}")));
        if is_kept {
            page.screenshot(&format!("{name}-{language}-{theme}-{width}"));
        }
    }
    page.size(1280, 800, COARSE, false);
    faults.extend(page.accessibility());
    faults.extend(page.console_errors());
    faults.into_iter().map(|fault| format!("{name}, {language}, {theme}: {fault}")).collect()
}

/// Fills the folder of a server: games start at once, some were played, and three runs are finished.
fn fill(folder: &Path) {
    let (config, data) = (folder.join("config/tetrolab"), folder.join("data/tetrolab"));
    for folder in [&config, &data] {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(config.join("settings.toml"), "[game]\ncountdown = 0\n").unwrap();
    games::fill(&data.join("records.db"));
    let runs = data.join("runs");
    let train = "train --features dellacherie --size 6x12 --population 6 --games 3 --generations 4 --runs 2 --judging-games 10 --out";
    let solve = "solve --queue TILZJOSTZL --pieces 6 --algorithm ga --generations 100 --run";
    let experiment = "experiment run players --scale smoke --out";
    for (words, name) in [(train, "trained"), (solve, "solved"), (experiment, "measured")] {
        let output = command(folder).args(words.split(' ')).arg(runs.join(name)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    fs::write(runs.join("measured/report.html"), "<!doctype html><title>Players</title><h1>Players</h1>").unwrap();
}

#[test]
fn every_place_is_sound_in_every_language_theme_and_width() {
    let folder = tempdir().unwrap();
    fill(folder.path());
    let server = Server::start(folder.path());
    let faults: Vec<String> = thread::scope(|scope| {
        let languages = [("en", "en-GB"), ("es", "es-ES"), ("pt", "pt-PT")].map(|(language, locale)| {
            let server = &server;
            scope.spawn(move || {
                let mut page = Browser::shared().page();
                page.language(locale);
                page.go(&server.address("/"));
                page.wait_until(&format!(
                    "document.documentElement.lang === '{language}' && document.querySelector('main h1') !== null"
                ));
                let mut faults = Vec::new();
                for (name, address, is_ready) in PLACES {
                    page.theme(THEMES[0]);
                    page.follow(address);
                    page.wait_until(&format!("document.querySelector('main :is({is_ready})') !== null"));
                    // The page follows the system at once, so both themes are looked at in one visit.
                    for theme in THEMES {
                        page.theme(theme);
                        page.wait_until(&format!(
                            "document.documentElement.dataset.theme === '{theme}' && {FIGURES_FOLLOW}"
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
