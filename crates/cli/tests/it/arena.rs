//! `tetrolab arena` with real programs, good and bad ones.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{refusal, tetrolab, text};

/// The bot of the tests in one of its modes.
fn bot(mode: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/arena/bot.py");
    format!("cmd:python3 '{}' {mode}", file.display())
}

/// Time does not count.
const PATIENT: [&str; 2] = ["--nodes", "50"];

fn arena(folder: &Path, bots: &[&str], more: &[&str]) -> (Option<i32>, Value, String) {
    let arguments = [&["arena"], bots, more, &["--out", "run", "--json"]].concat();
    let output = tetrolab(folder, &arguments);
    let error = text(&output.stderr);
    let document = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{error}"));
    (output.status.code(), document, error)
}

fn lines(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("games.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A bot of the tests against an agent; returns the line of the first bot and the lines of all games.
fn against_agent(mode: &str, more: &[&str]) -> (TempDir, Value, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let (code, document, error) = arena(folder.path(), &[&bot(mode), "bcts"], more);
    assert_eq!(code, Some(0), "{error}");
    let lines = lines(&folder.path().join("run"));
    (folder, document["bots"][0].clone(), lines)
}

/// No process has this text in its command any more.
fn is_gone(words: &str) -> bool {
    let until = Instant::now() + Duration::from_secs(5);
    let runs = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes
            .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
            .any(|command| String::from_utf8_lossy(&command).replace('\0', " ").contains(words))
    };
    while runs() {
        if Instant::now() > until {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn a_program_and_an_agent_play_and_every_game_is_a_replay() {
    let (folder, bot, lines) = against_agent("good", &[&PATIENT[..], &["--games", "2", "--max-pieces", "40"]].concat());
    assert_eq!(bot["games"], 2);
    assert_eq!(bot["illegal_moves"], 0);
    assert!(bot["nodes"].as_u64() > Some(0) && bot["pieces"].as_u64() > Some(20), "{bot}");
    assert_eq!(bot["cpu_seconds"].is_number(), cfg!(target_os = "linux"));
    assert_eq!(lines.len(), 2);
    // Sides change from game to game.
    assert_eq!([&lines[0]["a"]["bot"], &lines[1]["a"]["bot"]], [0, 1]);
    for name in ["001-a", "001-b", "002-a", "002-b"] {
        let output = tetrolab(folder.path(), &["replay", &format!("run/games/{name}.replay"), "--verify"]);
        assert!(text(&output.stdout).contains("verified: "), "{}", text(&output.stderr));
    }
}

#[test]
fn who_fails_in_the_middle_loses_is_started_again_and_loses_again() {
    for (mode, kind, detail) in [
        ("dies", "crash", "exit status: 3"),
        ("killed", "crash", "signal: 9"),
        ("flood", "noise", "more than 1000 lines mean nothing"),
        ("long-line", "noise", "a line is longer than 256 KiB"),
        ("wrong", "illegal move", "no keys lead to"),
        ("floats", "illegal move", "no keys lead to"),
        ("complains", "crash", "it says that there is an error: boo"),
    ] {
        let (folder, bot, lines) = against_agent(mode, &[&PATIENT[..], &["--games", "2"]].concat());
        assert_eq!(bot["losses"], 2, "{mode}: {bot}");
        assert_eq!(bot["lost_by"][kind.replace(' ', "_")], 2, "{mode}: {bot}");
        for line in &lines {
            let player = if line["a"]["bot"] == 0 { &line["a"] } else { &line["b"] };
            assert_eq!(player["lost"], kind, "{mode}");
            let found = player["detail"].as_str().unwrap_or("");
            assert!(found.contains(detail), "{mode}: {found}");
            assert_eq!(player["pieces"], 3, "{mode}");
        }
        if mode == "dies" {
            let log = fs::read_to_string(folder.path().join("run/logs/1-1.log")).unwrap();
            assert_eq!(log, "bot.py: that was too much\n".repeat(2));
        }
    }
}

#[test]
fn who_says_nothing_in_time_loses() {
    const BABBLE: &str = "it does not answer; its last line was not understood: this is no JSON: ";
    for (mode, kind, detail) in [
        ("slow", "time out", "it does not answer"),
        ("deaf", "time out", "it does not answer"),
        ("babbles", "time out", BABBLE),
        ("orphan", "crash", "exit status: 3"),
    ] {
        let (_, _, lines) = against_agent(mode, &["--nodes", "50", "--time-out", "2s", "--games", "1"]);
        let player = &lines[0]["a"];
        assert_eq!(player["lost"], kind, "{mode}: {player}");
        let found = player["detail"].as_str().unwrap();
        assert!(found.starts_with(detail), "{mode}: {found}");
    }
    assert!(is_gone("arena/bot.py deaf") && is_gone("arena/bot.py slow"));
}

#[test]
fn who_cannot_be_started_is_given_up_with_a_sentence() {
    for (mode, reason) in [
        ("silent", "time out: it does not say who it is"),
        ("dies-at-start", "crash: exit status: 1"),
        ("refuses", "crash: it refuses the rules: unsupported_rules"),
        ("endless-line", "noise: a line is longer than 256 KiB"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let start_time = if mode == "silent" { "200ms" } else { "10s" };
        let more = ["--nodes", "50", "--games", "4", "--max-pieces", "10", "--start-time", start_time];
        let (code, document, error) = arena(folder.path(), &["bcts", &bot(mode), "dellacherie"], &more);
        assert_eq!(code, Some(1), "{mode}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(
            error
                .ends_with(&format!("is given up, because it could not be started several times in a row: {reason}\n")),
            "{error}"
        );
        assert_eq!(document["bots"][1]["lost_by"]["no_start"], 3, "{mode}");
        assert_eq!(
            document["bots"][0]["games"].as_u64().unwrap() + document["bots"][2]["games"].as_u64().unwrap(),
            2 * 4,
            "games that it could not begin do not count"
        );
        assert_eq!(document["done"], false);
        // It is not tried again when the tournament goes on.
        let kept = lines(&folder.path().join("run")).len();
        let again = tetrolab(folder.path(), &["arena", "--resume", "run"]);
        assert_eq!((again.status.code(), text(&again.stderr)), (Some(1), error), "{mode}");
        assert_eq!(lines(&folder.path().join("run")).len(), kept);
        assert!(is_gone(&format!("arena/bot.py {mode}")));
    }
}

/// A bot that has not looked yet says that it has no move. Only one that still says so when time is up gives up.
#[test]
fn who_has_no_move_yet_is_asked_again() {
    let (_, bot, _) = against_agent("early", &[&PATIENT[..], &["--games", "1", "--max-pieces", "12"]].concat());
    assert_eq!((&bot["losses"], &bot["asked_again"], &bot["pieces"]), (&0.into(), &12.into(), &12.into()), "{bot}");
    let (_, bot, lines) = against_agent("gives-up", &["--nodes", "50", "--time-out", "500ms", "--games", "1"]);
    assert_eq!(bot["lost_by"]["forfeit"], 1, "{bot}");
    assert!(bot["asked_again"].as_u64() > Some(0), "{bot}");
    assert_eq!(lines[0]["a"]["pieces"], 3);
}

/// What a program says beside the protocol is ignored, and so are moves that cannot be played if others follow.
#[test]
fn a_chatty_bot_plays() {
    let (_, bot, _) = against_agent("chatty", &[&PATIENT[..], &["--games", "1", "--max-pieces", "30"]].concat());
    assert!(bot["illegal_moves"].as_u64() > Some(10), "{bot}");
    assert!(bot["lost_by"].get("illegal_move").is_none(), "{bot}");
    let (_, bot, _) = against_agent("odd", &[&PATIENT[..], &["--games", "1", "--max-pieces", "12"]].concat());
    assert_eq!((&bot["losses"], &bot["illegal_moves"], &bot["pieces"]), (&0.into(), &24.into(), &12.into()), "{bot}");
    let (folder, bot, _) = against_agent("errors", &[&PATIENT[..], &["--games", "1", "--max-pieces", "60"]].concat());
    assert!(bot["pieces"].as_u64() > Some(10), "{bot}");
    let log = fs::metadata(folder.path().join("run/logs/1-1.log")).unwrap().len();
    assert!((1000..=1 << 20).contains(&log), "{log} bytes");
}

#[test]
fn nothing_is_left_of_a_program_that_does_not_leave_or_has_children() {
    let (_, bot, _) = against_agent("stays", &[&PATIENT[..], &["--games", "1", "--max-pieces", "5"]].concat());
    assert_eq!(bot["games"], 1);
    assert!(is_gone("arena/bot.py stays"));
    let (folder, ..) = against_agent("parent", &[&PATIENT[..], &["--games", "1", "--max-pieces", "5"]].concat());
    // One that was ended and not yet forgotten by the system has no command.
    let child = fs::read_to_string(folder.path().join("child.pid")).unwrap();
    let runs = || fs::read(format!("/proc/{child}/cmdline")).is_ok_and(|command| !command.is_empty());
    let until = Instant::now() + Duration::from_secs(5);
    while runs() {
        assert!(Instant::now() < until, "the child of the bot is still there");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The lines without what depends on the clock.
fn timeless(run: &Path) -> Vec<Value> {
    let mut lines = lines(run);
    lines.sort_by_key(|line| line["game"].as_u64());
    for line in &mut lines {
        line["seconds"] = Value::Null;
        for side in ["a", "b"] {
            for name in ["waited", "longest", "cpu"] {
                line[side][name] = Value::Null;
            }
        }
    }
    lines
}

fn replays(run: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(run.join("games")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.file_name().unwrap().into(), fs::read(&file).unwrap())).collect()
}

const OWN: [&str; 9] =
    ["arena", "bot:nodes=300", "bot:nodes=100", "bcts", "--nodes", "10", "--games", "2", "--max-pieces"];

#[test]
fn bots_of_this_program_play_the_same_games_again_whatever_happens() {
    let folder = tempfile::tempdir().unwrap();
    let begin = |run: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
        command.args(OWN).args(["25", "--out", run]).args(more).current_dir(folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for (run, more) in [("whole", &[][..]), ("several", &["--concurrency", "3"])] {
        let output = begin(run, more).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let whole = folder.path().join("whole");
    assert_eq!(timeless(&whole).len(), 6);
    assert_eq!(timeless(&whole), timeless(&folder.path().join("several")));
    assert_eq!(replays(&whole), replays(&folder.path().join("several")));
    // Killed after the first games, with a torn line.
    let mut child = begin("killed", &[]).spawn().unwrap();
    let killed = folder.path().join("killed");
    let until = Instant::now() + Duration::from_secs(20);
    while fs::read_to_string(killed.join("games.jsonl")).map_or(0, |text| text.lines().count()) < 2 {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut text_so_far = fs::read_to_string(killed.join("games.jsonl")).unwrap();
    text_so_far.push_str("{\"game\":7,\"se");
    fs::write(killed.join("games.jsonl"), text_so_far).unwrap();
    let output = tetrolab(folder.path(), &["arena", "--resume", "killed"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("the last line was torn and is taken away"), "{}", text(&output.stderr));
    assert_eq!(timeless(&killed), timeless(&whole));
    assert_eq!(replays(&killed), replays(&whole));
}

/// Paths in commands mean the same wherever a tournament goes on.
#[test]
fn programs_run_where_the_tournament_began() {
    let [home, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/arena/bot.py");
    fs::copy(file, home.path().join("bot.py")).unwrap();
    fs::write(home.path().join("run.sh"), "#!/bin/sh\nexec python3 ./bot.py good\n").unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(home.path().join("run.sh"), executable).unwrap();
    let bots = ["cmd:./run.sh", "cmd:python3 bot.py good"];
    let (code, ..) = arena(home.path(), &bots, &["--nodes", "50", "--games", "2", "--max-pieces", "5"]);
    assert_eq!(code, Some(0));
    let run = home.path().join("run");
    let first = fs::read_to_string(run.join("games.jsonl")).unwrap().lines().next().unwrap().to_string();
    fs::write(run.join("games.jsonl"), first + "\n").unwrap();
    let output = tetrolab(elsewhere.path(), &["arena", "--resume", run.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(lines(&run)[1]["a"]["pieces"], 5);
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

/// A program that does not know the extension cannot be told that pieces turn otherwise.
#[test]
fn who_cannot_be_told_the_rules_does_not_play() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--nodes", "50", "--games", "3", "--set", "kicks=srs-plus"];
    let (code, document, _) = arena(folder.path(), &["bcts", &bot("good")], &more);
    assert_eq!(code, Some(1));
    let reason = "it cannot be told how pieces turn: it lacks the features tetrolab:kicks and tetrolab:half_turns";
    assert_eq!(document["given_up"][0]["reason"], reason);
}

#[test]
fn ctrl_c_keeps_what_is_played_and_leaves_no_program_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args([
            "arena",
            &bot("interrupted"),
            "bcts",
            "--nodes",
            "1",
            "--games",
            "1000",
            "--max-pieces",
            "8",
            "--out",
            "run",
        ])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let run = folder.path().join("run");
    let until = Instant::now() + Duration::from_secs(20);
    while fs::read_to_string(run.join("games.jsonl")).map_or(0, |text| text.lines().count()) < 1 {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let printed: Vec<String> = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(child.wait().unwrap().success());
    assert!(printed.iter().any(|line| line.contains("tetrolab arena --resume run goes on")), "{printed:?}");
    assert!(is_gone("arena/bot.py interrupted"));
}

/// Who insists does not wait until programs have left.
#[test]
fn a_second_ctrl_c_leaves_no_program_behind_either() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["arena", &bot("silent second"), "bcts", "--nodes", "1", "--games", "3", "--out", "run"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while !folder.path().join("run/games").exists() {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(5));
    }
    let id = Pid::from_child(&child);
    for _ in 0..2 {
        // It may have ended after the first already.
        let _ = kill_process(id, Signal::INT);
        thread::sleep(Duration::from_millis(10));
    }
    child.wait().unwrap();
    assert!(is_gone("silent second"));
}

#[test]
fn a_sequential_test_ends_when_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--nodes", "50", "--sprt", "--elo1", "300", "--max-pieces", "200"];
    let (code, document, error) = arena(folder.path(), &["bcts", "random"], &more);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(document["sprt"]["taken"], "H1");
    assert!(document["sprt"]["llr"].as_f64() >= document["sprt"]["upper"].as_f64());
    assert_eq!(document["bots"][0]["wins"], document["games"]);
    let printed = text(&tetrolab(folder.path(), &["arena", "--resume", "run"]).stdout);
    let words: Vec<&str> = printed.split_whitespace().collect();
    assert!(words.join(" ").contains("2.94), H1 is taken: bcts is stronger."), "{printed}");
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "{printed}");
}

#[test]
fn a_timed_game_between_programs_takes_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--timed", "--time-per-move", "1ms", "--time-out", "20s", "--games", "1", "--max-pieces", "20"];
    let (code, document, error) = arena(folder.path(), &[&bot("good"), "bot:threads=1"], &more);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(document["bots"][1]["lost_by"], serde_json::json!({}));
    let line = &lines(&folder.path().join("run"))[0];
    assert!(line["game_seconds"].as_f64() > Some(1.0), "{line}");
}

#[test]
fn bad_input_is_refused_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("w.toml"), "[weights]\nbeauty = 1\n").unwrap();
    for (arguments, words) in [
        (&["arena", "bcts"][..], "a duel needs two bots"),
        (&["arena"], "BOT"),
        (&["arena", "bcts", "nobody"], "nobody"),
        (&["arena", "bcts", "cmd:"], "there is no command"),
        (&["arena", "bcts", "cmd:./nothing here"], "cmd:./nothing here: it cannot be started: No such file"),
        (&["arena", "bcts", "bot:nodes=0"], "bot:nodes=0: the bot values a whole number of placements"),
        (&["arena", "bcts", "bot:speed=2"], "bot:speed=2: after bot: come a number of placements"),
        (&["arena", "bcts", "bot:w.toml"], "beauty"),
        (&["arena", "bcts", "bcts", "--sprt", "--elo1", "-5"], "elo1 must be more than elo0"),
        (&["arena", "bcts", "bcts", "bcts", "--sprt"], "--sprt compares two bots, not 3"),
        (&["arena", "bcts", "bcts", "--set", "width=8"], "TBP knows no other board"),
        (&["arena", "bcts", "bcts", "--set", "start-level=8"], "only rules can be changed"),
        (&["arena", "bcts", "bcts", "--set", "next=0"], "how many pieces are seen is said by --previews"),
        (&["arena", "bcts", "cmd:true", "--set", "hold=off"], "TBP has no word for these rules"),
        (&["arena", "bcts", "bcts", "--set", "luck=8"], "there is no setting \"luck\""),
        (&["arena", "--resume", "nowhere"], "there is no run"),
        (&["arena", "bcts", "bcts", "--previews", "7"], "from 1 to 6"),
    ] {
        let sentence = refusal(folder.path(), arguments);
        assert!(sentence.contains(words), "{arguments:?}: {sentence}");
        assert!(!folder.path().join("arena-1").exists(), "nothing has begun");
    }
}
