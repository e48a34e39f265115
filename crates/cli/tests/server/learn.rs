//! Learn in the page: runs that are begun, followed, stopped, killed and resumed, through a real socket.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::page_server::{PATIENCE, Server};
use serde_json::{Value, json};

/// The program as people call it. Returns what it prints.
fn tetrolab(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_tetrolab")).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A run that is stopped does so in much less, but the machine may be busy.
const SOON: Duration = Duration::from_secs(20);

/// A folder for everything, and the one for runs in it.
fn places() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let runs = home.path().join("runs");
    (home, runs)
}

/// A run that takes a few seconds on one thread.
fn options() -> Value {
    json!({
        "features": "dellacherie", "size": "8x12", "population": 10, "games": 250, "generations": 6, "runs": 2,
        "judging-games": 20, "seed": 7,
    })
}

/// A run that takes longer than any test.
fn endless() -> Value {
    json!({ "size": "10x20", "games": 1000, "judging-games": 10 })
}

/// The same as the command takes it.
fn command(options: &Value, folder: &str) -> Vec<String> {
    let options = options.as_object().unwrap().iter().map(|(name, value)| match value {
        Value::String(text) => format!("--{name}={text}"),
        value => format!("--{name}={value}"),
    });
    ["train".to_string()]
        .into_iter()
        .chain(options)
        .chain([format!("--out={folder}"), "--threads=1".to_string()])
        .collect()
}

#[test]
fn a_run_that_was_killed_goes_on_by_itself_and_ends_the_same() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let begun = client.ask("run.start", json!({ "name": "mine", "options": options() })).unwrap();
    assert_eq!((&begun["name"], &begun["kind"]), (&json!("mine"), &json!("train")));
    let middle = client.wait("mine", |run| run["progress"]["generation"].as_u64().is_some_and(|number| number >= 3));
    assert_eq!(middle["state"], "going");
    // A second server leaves it alone, and what is wanted of it too.
    let other = Server::start_at(home.path(), &runs);
    other.client().wait("mine", |run| run["state"] == "elsewhere");
    drop((server, other));
    assert!(!runs.join("mine/result.json").exists());

    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    assert_eq!(client.run("mine")["state"], "going");
    let done = client.wait("mine", |run| run["state"] == "done");
    assert_eq!(done["has_player"], true);
    assert!(done["result"]["mean"].as_f64().unwrap() > 0.0);

    let arguments = command(&options(), "whole");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    tetrolab(home.path(), &arguments);
    for file in ["result.json", "player.toml"] {
        let read = |folder: PathBuf| fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(read(runs.join("mine")), read(home.path().join("whole")), "{file}");
    }

    // What was learned is an agent, and its files can be had, but no others.
    let agents = client.ask("agents", json!({})).unwrap();
    assert_eq!(agents[0]["name"], "run:mine");
    let (head, body) = server.file("/runs/mine/player.toml");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("mine-player.toml"), "{head}");
    assert_eq!(body, fs::read_to_string(runs.join("mine/player.toml")).unwrap());
    for path in [
        "/runs/mine/page.json",
        "/runs/mine/..%2fmine%2fplayer.toml",
        "/runs/..%2fruns%2fmine/player.toml",
        "/runs/no/player.toml",
    ] {
        assert!(server.file(path).0.starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_run_is_followed_stopped_gone_on_with_and_deleted() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let begun = client.ask("run.start", json!({ "options": endless() })).unwrap();
    let name = begun["name"].as_str().unwrap().to_string();
    assert_eq!(name, "cma-es-10x20-1");
    // Two are worked on, the third waits, and is not worked on at all if it is stopped.
    client.ask("run.start", json!({ "options": endless() })).unwrap();
    let third = client.ask("run.start", json!({ "options": endless() })).unwrap();
    assert_eq!((&third["name"], &third["state"]), (&json!("cma-es-10x20-3"), &json!("waiting")));
    assert_eq!(client.ask("run.stop", json!({ "name": "cma-es-10x20-3" })).unwrap()["state"], "stopped");
    assert!(client.ask("run.delete", json!({ "name": &name })).unwrap_err().contains("stop it first"));

    let id = client.begin("run.follow", json!({ "name": &name, "look": { "dark": true } }));
    let first = client.of(id);
    assert_eq!(first["say"]["summary"]["name"], json!(name), "{first}");
    assert!(first["say"]["figure"]["svg"].as_str().unwrap().contains("#0F1216"), "{first}");
    client.ask("run.stop", json!({ "name": &name })).unwrap();
    client.wait(&name, |run| run["state"] == "stopped");
    assert!(client.ask("run.stop", json!({ "name": &name })).unwrap_err().contains("is not going on"));
    // A server that starts again leaves it alone.
    drop(server);
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    assert_eq!(client.run(&name)["state"], "stopped");
    client.ask("run.resume", json!({ "name": &name })).unwrap();
    client.wait(&name, |run| run["state"] == "going");
    assert!(client.ask("run.resume", json!({ "name": &name })).unwrap_err().contains("going on already"));
    client.ask("run.stop", json!({ "name": &name })).unwrap();
    client.wait(&name, |run| run["state"] == "stopped");
    let place = client.ask("run.delete", json!({ "name": &name })).unwrap();
    assert!(Path::new(place["place"].as_str().unwrap()).join("manifest.json").exists());
    assert!(client.ask("run.follow", json!({ "name": &name })).unwrap_err().contains("There is no run"));
}

/// However much a generation has to play, it is stopped in the middle of it, and goes on from there to the same result.
#[test]
fn a_run_stops_within_a_generation_and_ends_the_same() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let large = json!({ "features": "dellacherie", "population": 198, "games": 1000, "centre-games": 1000 });
    client.ask("run.start", json!({ "name": "large", "options": large })).unwrap();
    client.wait("large", |run| run["progress"]["speed"].as_f64().is_some_and(|speed| speed > 0.0));
    let begun = Instant::now();
    client.ask("run.stop", json!({ "name": "large" })).unwrap();
    client.wait("large", |run| run["state"] == "stopped");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_eq!(fs::read_to_string(runs.join("large/generations.jsonl")).unwrap(), "");
    client.ask("run.delete", json!({ "name": "large" })).unwrap();

    client.ask("run.start", json!({ "name": "mine", "options": options() })).unwrap();
    for generation in 1..=3 {
        let is_there = |run: &Value| run["progress"]["generation"].as_u64().is_some_and(|number| number >= generation);
        client.wait("mine", |run| run["state"] == "going" && is_there(run));
        client.ask("run.stop", json!({ "name": "mine" })).unwrap();
        client.wait("mine", |run| run["state"] == "stopped");
        client.ask("run.resume", json!({ "name": "mine" })).unwrap();
    }
    // Ctrl-C stops it in the same way, and the next server resumes it.
    client.wait("mine", |run| run["progress"]["generation"].is_u64());
    let begun = Instant::now();
    let (status, errors) = server.end();
    assert!(status.success() && errors.is_empty(), "{errors}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    let server = Server::start_at(home.path(), &runs);
    server.client().wait("mine", |run| run["state"] == "done");
    let arguments = command(&options(), "whole");
    tetrolab(home.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    for file in ["result.json", "player.toml", "generations.jsonl"] {
        let read = |folder: PathBuf| fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(read(runs.join("mine")), read(home.path().join("whole")), "{file}");
    }
    // Its figures speak the language of the question.
    let mut client = server.client();
    client.send(&json!({ "id": 1, "do": "run.follow", "with": { "name": "mine" }, "language": "es" }).to_string());
    let said = client.of(1);
    assert!(said["say"]["figure"]["svg"].as_str().unwrap().contains("Aptitud y tamaño de paso"), "{said}");
    // What is spoilt later is said.
    fs::write(runs.join("mine/result.json"), "spoilt").unwrap();
    let run = server.client().run("mine");
    assert!(run["failure"].as_str().unwrap().contains("result.json cannot be read"), "{run}");
}

/// Whatever lies in place of a manifest, the run is shown with what is wrong with it, and can be put aside.
#[test]
fn damaged_runs_are_shown_and_can_be_deleted() {
    let (home, runs) = places();
    let manifest = |name: &str| {
        fs::create_dir_all(runs.join(name)).unwrap();
        runs.join(name).join("manifest.json")
    };
    fs::write(manifest("bytes"), [0xff, 0x00, 0x80, 0x7b]).unwrap();
    fs::write(manifest("empty"), "{}").unwrap();
    fs::create_dir(manifest("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", manifest("endless")).unwrap();
    std::os::unix::fs::symlink("nowhere", manifest("nowhere")).unwrap();
    fs::write(manifest("long"), " ".repeat((16 << 20) + 1)).unwrap();
    let other = r#"{"format":1,"kind":"dance","version":"0","command":""}"#;
    fs::write(manifest("other"), other).unwrap();
    fs::write(runs.join("bytes/player.toml"), "").unwrap();
    fs::create_dir(runs.join("no-run")).unwrap();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    assert_eq!(client.ask("runs", Value::Null).unwrap()["runs"].as_array().unwrap().len(), 7);
    for (name, reason) in [
        ("bytes", "it is not text"),
        ("empty", "missing field `format`"),
        ("folder", "it is not a plain file"),
        ("endless", "it is not a plain file"),
        ("nowhere", "manifest.json is missing"),
        ("long", "it is larger than"),
        ("other", "there are no runs of kind \"dance\""),
    ] {
        let run = client.run(name);
        assert_eq!((&run["state"], &run["kind"]), (&json!("failed"), &Value::Null), "{run}");
        assert!(run["failure"].as_str().unwrap().contains(reason), "{run}");
        let id = client.begin("run.follow", json!({ "name": name }));
        assert_eq!(client.of(id)["say"]["summary"]["state"], "failed");
        client.send(&json!({ "close": id }).to_string());
        assert!(client.ask("run.resume", json!({ "name": name })).is_err(), "{name}");
        client.ask("run.delete", json!({ "name": name })).unwrap();
    }
    assert_eq!(client.ask("runs", Value::Null).unwrap()["runs"], json!([]));
    assert!(runs.join("no-run").exists());
}

#[test]
fn a_run_of_another_program_is_followed() {
    let (home, runs) = places();
    fs::create_dir(&runs).unwrap();
    let arguments = command(&endless(), runs.join("theirs").to_str().unwrap());
    let mut other = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(arguments)
        .current_dir(home.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !runs.join("theirs/manifest.json").exists() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(10));
    }
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    assert_eq!(client.run("theirs")["state"], "elsewhere");
    for topic in ["run.stop", "run.resume"] {
        let refused = client.ask(topic, json!({ "name": "theirs" })).unwrap_err();
        assert!(refused.contains("Another program works on theirs"), "{topic}: {refused}");
    }
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(client.run("theirs")["state"], "stopped");
}

#[test]
fn wrong_questions_get_a_sentence() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let secret = home.path().join("secret.toml");
    fs::write(&secret, "[weights]\nf5_holes = -1\n").unwrap();
    let secret = secret.to_str().unwrap();
    for (options, part) in [
        (json!({ "size": "0x0" }), "Board: “0x0” is not possible."),
        (json!({ "games": 0 }), "Games of a candidate"),
        (json!({ "optimizer": "luck" }), "luck"),
        (json!({ "features": secret }), "secret"),
        (json!({ "start": secret }), "secret"),
        (json!({ "features": "run:none" }), "There is no run"),
        (json!({ "features": "run:../x" }), "no name for a run"),
        (json!({ "population": 20_000 }), "At most 10000 candidates"),
        (json!({ "population": 9_000, "games": 1_000 }), "not 9001000"),
        // The usual number of candidates is thirty.
        (json!({ "games": 10_000 }), "not 310000"),
        (json!({ "games": 1, "centre-games": 1_000_000 }), "At most 200000 games"),
        (json!({ "games": 1, "runs": 1_000_000, "judging-games": 1 }), "not 1000001"),
        (json!({ "out": "x" }), "--out"),
        (json!({ "size": [1] }), "a text, a number"),
        (json!({ "no such": 1 }), "there is no option"),
    ] {
        let error = client.ask("run.start", json!({ "options": options })).unwrap_err();
        assert!(error.contains(part) && !error.contains('\n'), "{options}: {error}");
    }
    for (topic, with, part) in [
        ("run.start", json!({ "name": "../x" }), "no name for a run"),
        ("run.start", json!({ "threads": 0 }), "threads"),
        ("run.start", json!({ "folder": "/" }), "not understood"),
        ("run.stop", json!({ "name": "none" }), "There is no run"),
        ("run.resume", json!({ "name": ".deleted" }), "no name for a run"),
        ("run.delete", json!({}), "not understood"),
        ("run.follow", json!({ "name": "none" }), "There is no run"),
        ("agents", json!({ "file": "x" }), "not understood"),
    ] {
        let error = client.ask(topic, with.clone()).unwrap_err();
        assert!(error.contains(part), "{topic} {with}: {error}");
    }
    assert!(!runs.exists() || fs::read_dir(&runs).unwrap().next().is_none());
}

#[test]
fn a_folder_that_cannot_be_made_is_said_and_the_server_lives_on() {
    let (home, runs) = places();
    fs::write(&runs, "in the way").unwrap();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let error = client.ask("run.start", json!({ "options": options() })).unwrap_err();
    assert!(error.contains("The folder of the run could not be written"), "{error}");
    assert_eq!(client.ask("runs", json!({})).unwrap()["runs"], json!([]));
}

#[test]
fn a_solver_run_that_was_killed_goes_on_and_ends_the_same() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let options =
        json!({ "queue": "TILZJOSTZLIOSJTILZJOS", "pieces": 20, "algorithm": "ga", "population": 3000, "seed": 5 });
    let begun = client.ask("run.start", json!({ "kind": "solve", "options": &options })).unwrap();
    assert_eq!((&begun["name"], &begun["kind"]), (&json!("ga-20-pieces-1"), &json!("solve")));
    client.wait("ga-20-pieces-1", |run| run["progress"]["fitness"].is_number());
    drop(server);

    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    client.wait("ga-20-pieces-1", |run| run["state"] == "done");
    let id = client.begin("run.follow", json!({ "name": "ga-20-pieces-1" }));
    let said = client.of(id);
    assert_eq!(said["say"]["figure"]["name"], "progress", "{said}");
    assert!(said["say"]["details"]["solution"]["steps"].as_array().is_some_and(|steps| steps.len() == 20), "{said}");

    let words =
        "solve --queue TILZJOSTZLIOSJTILZJOS --pieces 20 --algorithm ga --population 3000 --seed 5 --threads 1 --json";
    let printed = tetrolab(home.path(), &words.split(' ').collect::<Vec<_>>());
    let whole: Value = serde_json::from_slice(&printed).unwrap();
    let ours: Value = serde_json::from_slice(&fs::read(runs.join("ga-20-pieces-1/result.json")).unwrap()).unwrap();
    for part in ["genes", "fitness", "blocks", "evaluations", "count"] {
        assert_eq!(ours[part], whole[part], "{part}");
    }
    for (options, sentence) in [
        (json!({ "board": "/etc/passwd" }), "no option \"board\""),
        (json!({ "fitness": "x.toml" }), "no option \"fitness\""),
        (json!({ "algorithm": "luck" }), "luck"),
        (json!({ "population": 200_000, "algorithm": "ga" }), "At most 100000 solutions"),
    ] {
        let error = client.ask("run.start", json!({ "kind": "solve", "options": options })).unwrap_err();
        assert!(error.contains(sentence), "{error}");
    }
    assert!(client.ask("run.start", json!({ "kind": "evolve" })).unwrap_err().contains("not begun here"));
}

/// An experiment that takes seconds: stopped, killed, resumed and followed, here and by another program.
#[test]
fn an_experiment_is_run_and_its_report_is_shut_in() {
    let (home, runs) = places();
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let known = client.ask("runs", Value::Null).unwrap()["experiments"].take();
    let players = known.as_array().unwrap().iter().find(|entry| entry["name"] == "players").unwrap();
    assert!(players["cells"]["smoke"].as_u64() < players["cells"]["paper"].as_u64(), "{known}");
    let question = json!({ "kind": "experiment", "options": { "experiment": "players", "seed": "5" } });
    let begun = client.ask("run.start", question).unwrap();
    let name = begun["name"].as_str().unwrap();
    assert_eq!((name, &begun["experiment"]["scale"]), ("players-smoke-1", &json!("smoke")));
    let done = client.wait(name, |run| run["state"] == "done");
    assert_eq!((&done["progress"]["done"], &done["has_report"]), (&done["experiment"]["cells"], &json!(true)));
    assert_eq!(done["command"], "tetrolab experiment run players --scale smoke --seed 5 --out players-smoke-1");
    assert!(client.ask("run.resume", json!({ "name": name })).unwrap_err().contains("is done"));
    let id = client.begin("run.follow", json!({ "name": name }));
    let details = client.until(id, |said| said["details"].is_object())["details"].take();
    assert_eq!(details["done"], done["experiment"]["cells"]);
    let row = &details["grids"][0]["rows"][0];
    assert!(row["numbers"][0].is_number() && row["values"].is_array(), "{details}");

    // The report is shown, and can do nothing.
    let (head, body) = server.file("/runs/players-smoke-1/report.html");
    assert!(head.starts_with("HTTP/1.1 200") && body.contains("<h1>All players of the research game"), "{head}");
    let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline';") && policy.ends_with("; sandbox"));
    assert!(!head.contains("attachment") && head.contains("cross-origin-opener-policy: unsafe-none"), "{head}");
    for (file, kind) in [("events.jsonl", "jsonl"), ("manifest.json", "json")] {
        let (head, _) = server.file(&format!("/runs/{name}/{file}"));
        assert!(head.contains(&format!("content-type: application/{kind}")) && head.contains("attachment"), "{head}");
        assert!(head.contains("connect-src 'self'"), "{head}");
    }

    for (options, part) in [
        (json!({ "experiment": "player" }), "There is no experiment “player”."),
        (json!({ "experiment": "../players.toml" }), "There is no experiment"),
        (json!({ "experiment": "players", "scale": "huge" }), "Scale: “huge” is not possible."),
        (json!({ "experiment": "players", "seed": -1 }), "Seed"),
        (json!({ "experiment": "players", "out": "x" }), "--out"),
        (json!({}), "--experiment"),
    ] {
        let error = client.ask("run.start", json!({ "kind": "experiment", "options": options })).unwrap_err();
        assert!(error.contains(part) && !error.contains('\n'), "{options}: {error}");
    }
}

#[test]
fn an_experiment_of_another_program_is_followed_and_gone_on_with() {
    let (home, runs) = places();
    fs::create_dir(&runs).unwrap();
    let file = "title = 'Long'\n[[grid]]\nname = 'players'\nwork = 'evaluate'\nagent = ['random', 'el-tetris']\n\
                size = '10x10'\ngames = 300\nrepetitions = 1000\n";
    fs::write(home.path().join("long.toml"), file).unwrap();
    let mut other = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["experiment", "run", "long.toml", "--threads", "1", "--out"])
        .arg(runs.join("theirs"))
        .current_dir(home.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !runs.join("theirs/manifest.json").exists() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(10));
    }
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let is_far = |run: &Value| run["progress"]["done"].as_u64().is_some_and(|done| done >= 2);
    let run = client.wait("theirs", |run| is_far(run) && run["progress"]["running"][0].is_object());
    assert_eq!((&run["state"], &run["progress"]["cells"]), (&json!("elsewhere"), &json!(2000)));
    let label = &run["progress"]["running"][0]["label"];
    assert!(label["grid"] == "players" && label["values"][0].is_string() && label["repetition"].is_u64(), "{run}");
    assert!(run["progress"]["left"].as_f64().unwrap() > 0.0, "{run}");
    assert!(client.ask("run.stop", json!({ "name": "theirs" })).unwrap_err().contains("Another program works on"));
    other.kill().unwrap();
    other.wait().unwrap();
    let run = client.wait("theirs", |run| run["state"] == "stopped");
    assert!(run["progress"]["running"].is_null(), "{run}");

    // Here it goes on, with how far each cell is, also for the next server after a kill.
    client.ask("run.resume", json!({ "name": "theirs" })).unwrap();
    let done = run["progress"]["done"].as_u64().unwrap();
    let further = |run: &Value| run["progress"]["done"].as_u64().is_some_and(|now| now > done);
    client.wait("theirs", |run| run["state"] == "going" && further(run));
    drop(server);
    let server = Server::start_at(home.path(), &runs);
    let mut client = server.client();
    let run = client.wait("theirs", |run| run["progress"]["running"][0]["share"].is_number());
    assert!(run["state"] == "going" && further(&run), "{run}");
    client.ask("run.stop", json!({ "name": "theirs" })).unwrap();
    client.wait("theirs", |run| run["state"] == "stopped");
    client.ask("run.delete", json!({ "name": "theirs" })).unwrap();
}
