//! What people do on the page besides playing, in a real browser: watch, ask, learn.
use std::fs;
use std::time::Duration;

use crate::browser::{Browser, Page};
use crate::page_server::{Server, command};
use serde_json::Value;
use tempfile::tempdir;

/// What a command prints as JSON.
fn printed(folder: &std::path::Path, arguments: &[&str]) -> Value {
    let output = command(folder).args(arguments).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Cells as the page writes them, in order.
fn cells(text: &str) -> Vec<(i64, i64)> {
    let pair = |pair: &str| {
        let (x, y) = pair.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    let mut cells: Vec<(i64, i64)> = text.split_whitespace().map(pair).collect();
    cells.sort_unstable();
    cells
}

fn sorted(document: &Value) -> Vec<(i64, i64)> {
    let pairs = document.as_array().unwrap().iter();
    let mut cells: Vec<(i64, i64)> = pairs.map(|pair| (pair[0].as_i64().unwrap(), pair[1].as_i64().unwrap())).collect();
    cells.sort_unstable();
    cells
}

fn no_errors(page: &mut Page<'_>) {
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
fn a_watched_agent_clears_lines_and_steps_when_it_is_told() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/watch?agents=bcts,dellacherie&seed=7&speed=300"));
    page.wait_until(
        "[...document.querySelectorAll('.seat .big')]
            .filter((lines) => Number(lines.textContent.replaceAll(',', '')) > 20).length === 2",
    );
    // So slowly that a decision can be seen. This is the picture of the README.
    page.theme("dark");
    page.go(&server.address("/watch?agents=bcts&seed=21&speed=10"));
    page.wait_until("Number(document.querySelector('.seat .big')?.textContent) > 7");
    page.screenshot("tour-watch");
    // Step by step: one key, one piece.
    page.go(&server.address("/watch?agents=bcts&seed=7&speed=0"));
    let pieces = "Number(document.querySelector('.seat dd').textContent)";
    page.wait_until(&format!(
        "{pieces} === 0 && document.querySelectorAll('.view.watch table tr, .view.watch li').length > 5"
    ));
    for step in 1..=3 {
        page.press("KeyS", "s");
        page.wait_until(&format!("{pieces} === {step}"));
    }
    no_errors(&mut page);
}

#[test]
fn a_drawn_board_gets_the_placement_that_the_command_gives() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.go(&server.address("/ask?board=X........./XX......XX&piece=L"));
    page.wait_until("document.querySelector('.view.ask').dataset.best");
    // Two more Blocks by keys: the first cell is above the middle of the stack.
    page.run("document.querySelector('.ask-board canvas').focus()");
    page.press("Space", " ");
    page.press("ArrowRight", "ArrowRight");
    page.press("KeyX", "x");
    page.wait_until("new URLSearchParams(location.search).get('board').split('').filter((cell) => cell !== '.' && cell !== '/').length === 7");
    let board: String = page.evaluate("new URLSearchParams(location.search).get('board')");
    let answer = printed(folder.path(), &["place", "--piece", "L", "--board", &board, "--json"]);
    let expected = sorted(&answer["ranked"][0]["cells"]);
    page.wait_until("document.querySelector('.view.ask').dataset.state === 'done'");
    let shown: String = page.evaluate("document.querySelector('.view.ask').dataset.best");
    assert_eq!(cells(&shown), expected, "{board}");
    page.screenshot("tour-ask");
    no_errors(&mut page);
}

#[test]
fn a_path_is_animated_until_it_is_at_its_goal() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.patience = Duration::from_secs(30);
    page.go(&server.address("/ask?tab=path"));
    page.wait_until("document.querySelector('.view.ask').dataset.state === 'done'");
    page.screenshot("tour-path");
    let reached: String = page.evaluate("document.querySelector('.view.ask').dataset.cells");
    assert_eq!(cells(&reached).len(), 4);
    // The command under the answer gives the same.
    let typed: String = page.evaluate("document.querySelector('.view.ask .command').textContent");
    let words: Vec<&str> = typed.split_whitespace().skip(1).collect();
    let words: Vec<String> = words.iter().map(|word| word.trim_matches(['\'', '"']).to_string()).collect();
    assert!(words.contains(&"path".to_string()), "{typed}");
    let rows: u32 = page.evaluate("document.querySelectorAll('.view.ask table tbody tr').length");
    assert_eq!(rows, 7, "one for each algorithm");
    no_errors(&mut page);
}

/// The run that a card starts: the server is killed in the middle of it and started again, the page finds it again by itself, and the
/// result is that of the command.
#[test]
fn a_training_run_survives_the_server() {
    let folder = tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.patience = Duration::from_secs(60);
    page.go(&server.address("/learn"));
    page.click(".card:first-child button");
    page.wait_until("/^\\/learn\\/./.test(location.pathname)");
    let name: String = page.evaluate("location.pathname.split('/')[2]");
    let run = folder.path().join("data/tetrolab/runs").join(&name);
    page.wait_until("document.querySelector('.view.learn progress')?.value > 0.1");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(!run.join("result.json").exists(), "it was too quick to be killed");
    let port = server.port.to_string();
    let server = Server::start_with(folder.path(), &["--port", &port]);
    page.wait_until("document.querySelector('.view.learn [data-state=done]') !== null");
    page.screenshot("tour-learn");
    let manifest: Value = serde_json::from_str(&fs::read_to_string(run.join("manifest.json")).unwrap()).unwrap();
    let typed = manifest["command"].as_str().unwrap();
    let whole = folder.path().join("whole");
    let words = typed.split_whitespace().skip(1).filter(|word| !word.contains("--out") && !word.ends_with(&name));
    let words: Vec<&str> = words.chain(["--out", whole.to_str().unwrap()]).collect();
    assert!(command(folder.path()).args(&words).output().unwrap().status.success(), "{typed}");
    let result = |folder: &std::path::Path| fs::read_to_string(folder.join("result.json")).unwrap();
    assert_eq!(result(&run), result(&whole));
    // What was learned plays.
    page.click(".view.learn a.button[href^='/watch']");
    page.wait_until("document.querySelector('.setup summary')?.innerText.includes('6 × 12')");
    assert_eq!(page.evaluate::<String>("new URLSearchParams(location.search).get('size')"), "6x12");
    page.go(&server.address(&format!("/watch?agents=run:{name}&size=6x12&speed=100")));
    page.wait_until("Number(document.querySelector('.seat .big').textContent) > 0");
}

/// An experiment of the catalogue is chosen and run, with its cells as they come, interrupted and resumed; a report
/// is shown, but its scripts and images are blocked.
#[test]
fn an_experiment_is_chosen_and_followed() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = Browser::shared().page();
    page.patience = Duration::from_secs(60);
    page.go(&server.address("/learn"));
    page.wait_until("document.querySelector('.catalogue form') !== null");
    assert_eq!(page.evaluate::<String>("document.querySelectorAll('.catalogue select')[1].value"), "smoke");
    page.run("(() => { const [names, scales] = document.querySelectorAll('.catalogue select'); names.value = 'players'; scales.value = 'paper'; })()");
    page.click(".catalogue form button");
    page.wait_until("location.pathname === '/learn/players-paper-1'");
    page.wait_until("document.querySelector('.running progress') !== null");
    page.wait_until("document.querySelectorAll('.experiment tbody tr').length > 6");
    page.screenshot("tour-experiment");
    no_errors(&mut page);
    let run = folder.path().join("data/tetrolab/runs/players-paper-1");
    let report = "<!doctype html><html lang=en><title>Players</title><style>h1 { color: rgb(1, 2, 3) }</style><h1>Players</h1>\
                  <img alt='' src='/icon.svg'><script>document.title = 'Spoilt'</script>";
    fs::write(run.join("report.html"), report).unwrap();
    page.wait_until("document.querySelector('a.main[href$=\"/report.html\"]')?.target === '_blank'");
    for (press, state) in [("Stop", "stopped"), ("Go on", "going"), ("Stop", "stopped")] {
        let button =
            format!("[...document.querySelectorAll('main button')].find((button) => button.innerText === '{press}')");
        page.wait_until(&format!("{button} !== undefined"));
        page.run(&format!("{button}.click()"));
        page.wait_until(&format!("document.querySelector('header .state').dataset.state === '{state}'"));
    }
    no_errors(&mut page);
    page.go(&server.address("/runs/players-paper-1/report.html"));
    let seen: Value = page.evaluate(
        "[document.title, getComputedStyle(document.querySelector('h1')).color, self.origin, document.querySelector('img').naturalWidth]",
    );
    assert_eq!(seen, serde_json::json!(["Players", "rgb(1, 2, 3)", "null", 0]));
    // What it tried is known, and nothing else is wrong.
    let errors = page.console_errors().join("\n");
    assert!(errors.contains("script") && errors.contains("icon.svg"), "{errors}");
}
