//! The harness of the page's tests, tested on a small site: faults are found, hands are felt, and nothing is found where nothing is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::browser::{Browser, Page, process::program};
use crate::site;
use serde_json::{Value, json};

/// Set for the tests' own program when it is run once more to die.
const DYING: &str = "TETROLAB_DYING";

static SITE: LazyLock<String> = LazyLock::new(site::start);

/// A page of the site.
fn page(path: &str) -> Page<'static> {
    let mut page = Browser::shared().page();
    page.go(&format!("{}{path}", *SITE));
    page
}

/// What a failing test says.
fn panic_of(action: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(action)).expect_err("it must fail");
    panic.downcast_ref::<String>().expect("a sentence").clone()
}

/// What the clean page has felt since the last call.
fn events(page: &mut Page<'_>) -> Vec<Value> {
    page.evaluate("events.splice(0)")
}

/// Whether one of the lines has all these parts.
fn has(lines: &[String], parts: &[&str]) -> bool {
    lines.iter().any(|line| parts.iter().all(|part| line.contains(part)))
}

#[test]
fn nothing_is_wrong_with_the_clean_page() {
    let mut page = page("/clean");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    for (width, is_phone) in [(1280, false), (390, true), (320, true)] {
        page.size(width, 800, 1.0, is_phone);
        assert_eq!(page.overflow(), Vec::<String>::new(), "{width} px");
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn errors_of_a_page_are_found_and_told_once() {
    let mut page = page("/faults");
    page.wait_until("socketFailed && workerAnswered");
    let faults: [&[&str]; 12] = [
        &["console.error: a fault with", "3"],
        &["exception: ", "nobody catches it"],
        &["exception: ", "undefinedFunction is not defined", "faults.js:"],
        &["request: status 404 of ", "/missing.png"],
        &["request: status 404 of ", "/missing.json"],
        &["request: status 404 of ", "/missing-of-worker"],
        &["request: net::ERR_NAME_NOT_RESOLVED of http://example.com/elsewhere.png"],
        &["another host: http://example.com/elsewhere.png"],
        &["security: ", "script-src 'self'"],
        &["WebSocket connection to ", "/missing' failed"],
        &["worker: from a worker"],
        &["worker: ", "thrown by a worker"],
    ];
    let mut errors = page.console_errors();
    // What a worker throws arrives a little later than its answer.
    let start = Instant::now();
    while errors.len() < faults.len() && start.elapsed() < page.patience {
        errors.extend(page.console_errors());
    }
    for parts in faults {
        assert!(has(&errors, parts), "{parts:?} is not among {errors:#?}");
    }
    assert_eq!(errors.len(), faults.len(), "{errors:#?}");
    assert_eq!(page.console_errors(), Vec::<String>::new());
    page.run("alert('stops everything')");
    assert_eq!(page.console_errors(), ["dialog (alert): stops everything"]);
}

#[test]
fn what_some_people_cannot_use_is_found() {
    let mut page = page("/faults");
    let violations = page.accessibility();
    assert!(has(&violations, &["image-alt (critical) at #silent: "]), "{violations:#?}");
    assert!(has(&violations, &["color-contrast (serious) at .pale: "]), "{violations:#?}");
    assert_eq!(violations.len(), 2, "{violations:#?}");
    // The same again, with axe-core already there.
    assert_eq!(page.accessibility(), violations);
}

#[test]
fn what_sticks_out_is_found() {
    let mut page = page("/faults");
    page.size(400, 800, 1.0, true);
    let lines = page.overflow();
    assert!(has(&lines, &["the page is 2200 px wide and shown on 400 px"]), "{lines:#?}");
    assert!(has(&lines, &["div#wide reaches from 8 to 1408 px of 400 px"]), "{lines:#?}");
    assert!(has(&lines, &["p.narrow with its text reaches from 208 to "]), "{lines:#?}");
    assert!(has(&lines, &["div.out reaches from 200 to 2200 px of 400 px"]), "{lines:#?}");
    assert_eq!(lines.len(), 4, "{lines:#?}");
}

#[test]
fn keys_arrive_as_from_a_keyboard() {
    let mut page = page("/clean");
    let keys = [
        ("KeyX", "x", 88),
        ("Digit7", "7", 55),
        ("ArrowLeft", "ArrowLeft", 37),
        ("ArrowUp", "ArrowUp", 38),
        ("ArrowRight", "ArrowRight", 39),
        ("ArrowDown", "ArrowDown", 40),
        ("Space", " ", 32),
        ("Enter", "Enter", 13),
        ("Escape", "Escape", 27),
        ("Tab", "Tab", 9),
        ("F1", "F1", 112),
        ("Slash", "?", 191),
    ];
    let event = |kind: &str, (code, key, number): (&str, &str, u32), repeat: bool| {
        json!({
            "type": kind, "code": code, "key": key, "keyCode": number, "location": 0, "repeat": repeat,
            "shiftKey": false, "ctrlKey": false,
        })
    };
    for key in keys {
        page.press(key.0, key.1);
        assert_eq!(events(&mut page), [event("keydown", key, false), event("keyup", key, false)]);
    }
    let left = keys[2];
    for _ in 0..2 {
        page.key_down(left.0, left.1);
    }
    page.key_up(left.0, left.1);
    assert_eq!(
        events(&mut page),
        [event("keydown", left, false), event("keydown", left, true), event("keyup", left, false)]
    );
    assert_eq!(panic_of(|| page.press("Left", "Left")), "no key has the code Left");
}

#[test]
fn modifiers_are_held() {
    let mut page = page("/clean");
    page.key_down("ShiftRight", "Shift");
    page.press("KeyC", "C");
    page.key_up("ShiftRight", "Shift");
    page.key_down("ControlLeft", "Control");
    page.press("KeyC", "c");
    page.key_up("ControlLeft", "Control");
    let seen: Vec<Value> = events(&mut page)
        .iter()
        .map(|event| json!([event["type"], event["code"], event["location"], event["shiftKey"], event["ctrlKey"]]))
        .collect();
    let expected = json!([
        ["keydown", "ShiftRight", 2, true, false],
        ["keydown", "KeyC", 0, true, false],
        ["keyup", "KeyC", 0, true, false],
        ["keyup", "ShiftRight", 2, false, false],
        ["keydown", "ControlLeft", 1, false, true],
        ["keydown", "KeyC", 0, false, true],
        ["keyup", "KeyC", 0, false, true],
        ["keyup", "ControlLeft", 1, false, false],
    ]);
    assert_eq!(Value::from(seen), expected);
}

#[test]
fn clicks_and_texts_arrive() {
    let mut page = page("/clean");
    // It is far below the window.
    page.click("#button");
    let clicked = [json!({ "type": "mousedown", "trusted": true }), json!({ "type": "click", "trusted": true })];
    assert_eq!(events(&mut page), clicked);
    page.click("#name");
    page.type_text("Añá 7");
    assert_eq!(page.evaluate::<String>("document.getElementById('name').value"), "Añá 7");
    assert_eq!(panic_of(|| page.click("#covered")), "#covered is covered by span#cover");
}

#[test]
fn touches_arrive() {
    let mut page = page("/clean");
    page.size(390, 844, 3.0, true);
    page.touch_down("#button");
    assert_eq!(events(&mut page), [json!({ "type": "touchstart", "trusted": true })]);
    page.touch_up();
    page.wait_until("events.some((event) => event.type === 'touchend')");
    // A new page, since a click may or may not follow from a finger that has rested.
    page.go(&format!("{}/clean", *SITE));
    page.touch("#button");
    page.wait_until("events.length === 4");
    let types: Vec<String> = page.evaluate("events.map((event) => event.type)");
    assert_eq!(types, ["touchstart", "touchend", "mousedown", "click"]);
}

#[test]
fn a_screenshot_has_the_size_of_the_screen() {
    let mut page = page("/clean");
    for (width, height, scale, is_phone) in [(640, 400, 1, false), (390, 600, 2, true)] {
        page.size(width, height, scale.into(), is_phone);
        assert_eq!(page.evaluate::<[u32; 2]>("[innerWidth, innerHeight]"), [width, height]);
        assert_eq!(page.evaluate::<u32>("devicePixelRatio"), scale);
        assert_eq!(page.evaluate::<bool>("matchMedia('(pointer: coarse)').matches"), is_phone);
        let path = page.screenshot("harness");
        assert!(path.ends_with("screenshots/harness.png"), "{}", path.display());
        let picture = fs::read(path).unwrap();
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        assert_eq!([number(16), number(20)], [width * scale, height * scale]);
    }
}

#[test]
fn preferences_and_languages_are_known_to_the_page() {
    let mut page = page("/clean");
    let prefers = "[matchMedia('(prefers-color-scheme: dark)').matches, \
                   matchMedia('(prefers-reduced-motion: reduce)').matches]";
    assert_eq!(page.evaluate::<[bool; 2]>(prefers), [false, false]);
    page.theme("dark");
    page.reduced_motion(true);
    assert_eq!(page.evaluate::<[bool; 2]>(prefers), [true, true]);
    page.theme("light");
    assert_eq!(page.evaluate::<[bool; 2]>(prefers), [false, true]);

    let speaks = "[navigator.language, navigator.languages[0], new Intl.NumberFormat().format(1.5)]";
    assert_eq!(page.evaluate::<[String; 3]>(speaks), ["en-US", "en-US", "1.5"]);
    for (language, number) in [("es-ES", "1,5"), ("pt-PT", "1,5"), ("en-GB", "1.5")] {
        page.language(language);
        page.go(&format!("{}/clean", *SITE));
        assert_eq!(page.evaluate::<[String; 3]>(speaks), [language, language, number]);
    }
}

#[test]
fn pages_know_nothing_of_each_other_and_all_run() {
    let (mut one, mut other) = (page("/clean"), page("/clean"));
    one.evaluate::<()>("localStorage.setItem('who', 'one')");
    assert_eq!(other.evaluate::<Option<String>>("localStorage.getItem('who')"), None);
    one.reload();
    assert_eq!(one.evaluate::<String>("localStorage.getItem('who')"), "one");
    for page in [&mut one, &mut other] {
        assert_eq!(page.evaluate::<String>("document.visibilityState"), "visible");
        assert!(page.evaluate::<bool>("document.hasFocus()"));
        page.run("new Promise((done) => requestAnimationFrame(done))");
    }
}

#[test]
fn scripts_that_fail_say_so() {
    let mut page = page("/clean");
    assert_eq!(page.evaluate::<u8>("Promise.resolve(7)"), 7);
    let thrown = panic_of(|| page.run("Promise.reject(new TypeError('not this'))"));
    assert!(thrown.contains("TypeError: not this"), "{thrown}");
    let wrong = panic_of(|| page.evaluate::<()>("'a word'"));
    assert!(wrong.contains("a word"), "{wrong}");
    let nowhere = panic_of(|| page.go("http://127.0.0.1:1/"));
    assert!(nowhere.starts_with("cannot go to http://127.0.0.1:1/: net::ERR_"), "{nowhere}");
}

#[test]
fn a_condition_in_vain_shows_the_page() {
    let mut page = page("/clean");
    page.run("setTimeout(() => { window.later = {}; }, 20)");
    // It throws until then.
    page.wait_until("later.toString()");
    page.patience = Duration::from_millis(100);
    let vain = panic_of(|| page.wait_until("never.true"));
    assert!(
        vain.starts_with("waited in vain for: never.true (Uncaught ReferenceError: never is not defined"),
        "{vain}"
    );
    assert!(vain.contains("on the page: A clean page"), "{vain}");
}

#[test]
fn chromium_is_found_at_its_place_or_in_the_folders_of_programs() {
    let folder = tempfile::tempdir().unwrap();
    let [usual, other] = ["usual", "other"].map(|name| folder.path().join(name).join("chromium"));
    let folders = || Some(env::join_paths([folder.path(), &folder.path().join("other")]).unwrap());
    assert_eq!(program(&usual, folders()), None);
    for place in [&other, &usual] {
        fs::create_dir(place.parent().unwrap()).unwrap();
        fs::write(place, "").unwrap();
        assert_eq!(program(&usual, folders()).as_ref(), Some(place));
    }
    assert_eq!(program(&usual, None), Some(usual));
}

/// How many processes have their home in this folder.
fn processes(folder: &Path) -> usize {
    let home = format!("HOME={}\0", folder.display());
    let environments = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path().join("environ"));
    // Most are of others, and some are gone by now.
    let environments = environments.filter_map(|path| fs::read(path).ok());
    environments.filter(|environment| String::from_utf8_lossy(environment).contains(&home)).count()
}

/// Waits until nothing is left of a browser. Its processes may need a moment to die.
fn wait_for_the_end_of(folder: &Path) {
    let start = Instant::now();
    while processes(folder) > 0 || folder.exists() {
        assert!(start.elapsed() < Duration::from_secs(10), "{} processes are left", processes(folder));
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nothing_is_left_of_a_browser_that_is_dropped() {
    let browser = Browser::start();
    let folder = browser.folder().to_path_buf();
    drop(browser.page());
    assert!(processes(&folder) > 1 && folder.exists());
    drop(browser);
    assert!(!folder.exists());
    wait_for_the_end_of(&folder);
}

#[test]
fn nothing_is_left_of_a_browser_whose_tests_have_died() {
    if env::var_os(DYING).is_some() {
        println!("\n{}", Browser::shared().folder().display());
        std::process::abort();
    }
    let name = "harness::nothing_is_left_of_a_browser_whose_tests_have_died";
    let mut program = Command::new(env::current_exe().unwrap());
    let output = program.args(["--exact", name, "--nocapture"]).env(DYING, "1").output().unwrap();
    assert!(!output.status.success());
    let words = String::from_utf8(output.stdout).unwrap();
    let folder = PathBuf::from(words.lines().next_back().unwrap());
    assert!(folder.is_absolute(), "{words}");
    wait_for_the_end_of(&folder);
}
