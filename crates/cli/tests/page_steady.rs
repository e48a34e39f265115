//! The page's server among clients that pile up questions, do not read or vanish, and on disks that take nothing.
#![cfg(unix)]

mod page_server;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use page_server::{Client, PATIENCE, Server, command};
use serde_json::{Value, json};
use tempfile::tempdir;
use tungstenite::Message;

/// What takes a few milliseconds on a quiet machine takes no longer on a busy one.
const SOON: Duration = Duration::from_secs(1);
/// The same for hundreds of clients.
const SOON_FOR_MANY: Duration = Duration::from_secs(4);
/// More clients than are let in.
const TOO_MANY: usize = 520;

/// How long a new client waits for its first answer.
fn first_answer(server: &Server) -> Duration {
    let begun = Instant::now();
    assert!(server.client().ask("hello", Value::Null).is_ok());
    begun.elapsed()
}

#[test]
fn clients_with_many_questions_do_not_delay_others() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut greedy: Vec<Client> = (0..40).map(|_| server.client()).collect();
    for client in &mut greedy {
        for _ in 0..30 {
            client.begin("settings", json!({ "language": "en" }));
        }
    }
    let waited = first_answer(&server);
    assert!(waited < SOON, "{waited:?}");
    // Questions that take some thought are no matter for those that do not.
    for client in &mut greedy {
        for _ in 0..2 {
            let options = json!({ "piece": "J", "goal": ["17,4 18,4 19,3 19,4"], "compare": true });
            client.begin("ask", json!({ "question": "path", "options": options }));
        }
    }
    let waited = first_answer(&server);
    assert!(waited < SOON, "{waited:?}");
    // A client that reads late still gets all answers, in order.
    let ids: Vec<u64> = (1..=30).collect();
    let heard: Vec<u64> = ids.iter().map(|&id| greedy[0].of(id)["id"].as_u64().unwrap()).collect();
    assert_eq!(heard, ids);
    assert!(greedy[0].of(31)["ok"].is_object());
}

#[test]
fn places_of_clients_that_vanish_are_free_again_at_once() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut clients: Vec<Client> = (0..TOO_MANY).map_while(|_| server.try_client()).collect();
    assert!(clients.len() < TOO_MANY, "there is a limit");
    for client in &mut clients {
        let watched = json!({ "language": "en", "agents": ["bcts"], "game": "research", "seed": 7, "speed": 1e6 });
        client.begin("watch", watched);
    }
    clients.iter_mut().for_each(|client| drop(client.of(1)));
    assert!(server.try_client().is_none());
    let (count, begun) = (clients.len(), Instant::now());
    drop(clients);
    let mut others = Vec::new();
    while others.len() < count && begun.elapsed() < SOON_FOR_MANY {
        others.extend(server.try_client());
    }
    assert_eq!(others.len(), count, "in {:?}", begun.elapsed());
    assert!(others[count - 1].ask("hello", Value::Null).is_ok());
}

/// The program with files limited to `blocks` blocks of 512 bytes.
fn limited(folder: &Path, blocks: u32) -> Command {
    in_shell(folder, &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""))
}

/// The program as a shell starts it by this line, in which it is `"$0" "$@"`.
fn in_shell(folder: &Path, line: &str) -> Command {
    let whole = command(folder);
    let mut limited = Command::new("sh");
    limited.arg("-c").arg(line).arg(whole.get_program());
    limited.args(["--port", "0"]).current_dir(folder);
    limited.envs(whole.get_envs().filter_map(|(name, value)| Some((name, value?)))).env_remove("LC_ALL");
    limited
}

/// Loses a game, and returns what is said of it.
fn lose(client: &mut Client) -> Value {
    let game = client.begin("play", json!({ "language": "en", "mode": "marathon", "seed": 3 }));
    assert!(client.of(game)["ok"]["seed"].is_u64());
    for step in 1..=60 {
        client.say(game, &json!({ "at": f64::from(step) * 100.0, "press": "hard-drop" }));
        client.say(game, &json!({ "at": f64::from(step) * 100.0 + 10.0, "release": "hard-drop" }));
    }
    client.until(game, |frame| frame["over"].is_object() || frame["over"].is_string())
}

fn set_theme(client: &mut Client) -> Result<Value, String> {
    client.ask("set", json!({ "language": "en", "section": "page", "name": "theme", "value": "light" }))
}

fn small_run() -> Value {
    json!({ "name": "mine", "options": {
        "features": "dellacherie", "size": "8x12", "population": 8, "games": 5, "generations": 50, "runs": 1, "seed": 7,
    } })
}

/// Everything that is kept cannot be: each time a sentence says so, and everything else goes on.
#[test]
fn where_nothing_can_be_written_everything_else_goes_on() {
    let folder = tempdir().unwrap();
    for place in ["config", "data"] {
        fs::create_dir(folder.path().join(place)).unwrap();
        // No user can make a folder there, not even root.
        symlink("/nowhere/at/all", folder.path().join(place).join("tetrolab")).unwrap();
    }
    let server = Server::start(folder.path());
    let (mut client, mut other) = (server.client(), server.client());
    assert!(set_theme(&mut client).unwrap_err().contains("tetrolab"));
    assert!(client.ask("settings", json!({ "language": "en" })).unwrap().to_string().contains("theme"));
    let lost = lose(&mut client).to_string();
    assert!(lost.contains("The stored games cannot be used"), "{lost}");
    assert!(client.ask("run.start", small_run()).unwrap_err().contains("The folder of the run could not be written"));
    assert!(other.ask("hello", Value::Null).is_ok());
    let (status, errors) = server.end();
    assert!(status.success() && errors.starts_with("tetrolab: games are not kept: "), "{errors}");
}

/// Storing games resumes once what blocked it is gone; a warning that cannot be written stops nothing.
#[cfg(target_os = "linux")]
#[test]
fn games_are_kept_as_soon_as_they_can_be() {
    let folder = tempdir().unwrap();
    let in_the_way = folder.path().join("data/tetrolab/records.db");
    fs::create_dir_all(&in_the_way).unwrap();
    let server = Server::run(&mut in_shell(folder.path(), "exec \"$0\" \"$@\" 2>/dev/full"));
    let mut client = server.client();
    let lost = lose(&mut client).to_string();
    assert!(lost.contains("The stored games cannot be used"), "{lost}");
    fs::remove_dir(&in_the_way).unwrap();
    let lost = lose(&mut client);
    assert!(lost["over"]["id"].is_i64(), "{lost}");
}

#[test]
fn on_a_full_disk_nothing_is_half_written() {
    let folder = tempdir().unwrap();
    // The files of games and settings are there, and whole.
    let server = Server::start(folder.path());
    let mut client = server.client();
    lose(&mut client);
    set_theme(&mut client).unwrap();
    let (status, _) = server.end();
    assert!(status.success());
    let settings = folder.path().join("config/tetrolab/settings.toml");
    let before = fs::read(&settings).unwrap();

    // No file may grow at all.
    let server = Server::run(&mut limited(folder.path(), 0));
    let (mut client, mut other) = (server.client(), server.client());
    let refusal = client.ask("set", json!({ "language": "en", "section": "page", "name": "theme", "value": "dark" }));
    assert!(refusal.unwrap_err().contains("settings.toml"));
    let lost = lose(&mut client);
    assert!(lost.to_string().contains("not kept"), "{lost}");
    assert!(client.ask("run.start", small_run()).is_err());
    assert_eq!(client.ask("runs", Value::Null).unwrap()["runs"], json!([]));
    assert!(other.ask("hello", Value::Null).is_ok());
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
    assert_eq!(fs::read(&settings).unwrap(), before);
    let names = |place: &Path| -> Vec<String> {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(settings.parent().unwrap()), ["settings.toml"]);
    assert_eq!(names(&folder.path().join("data/tetrolab/runs")), [""; 0]);

    // A run begins, and fails when its lines need more room than there is.
    let server = Server::run(&mut limited(folder.path(), 16));
    let mut client = server.client();
    client.ask("run.start", small_run()).unwrap();
    let failed = client.wait("mine", |run| run["state"] == "failed");
    assert!(failed["failure"].as_str().unwrap().contains("cannot write"), "{failed}");
    assert!(client.ask("hello", Value::Null).is_ok());
    drop(server);
    let lines = fs::read_to_string(folder.path().join("data/tetrolab/runs/mine/generations.jsonl")).unwrap();
    assert!(lines.is_empty() || lines.ends_with('\n'));
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));

    // With room again it goes on, and the game of the beginning is still there.
    let server = Server::start(folder.path());
    let mut client = server.client();
    client.ask("run.resume", json!({ "name": "mine" })).unwrap();
    client.wait("mine", |run| run["state"] == "done");
    let games = client.ask("games", json!({ "language": "en", "limit": 5 })).unwrap();
    assert_eq!((&games["total"], &games["notice"]), (&json!(1), &Value::Null));
}

/// Connections that stall in the middle of a request are closed, and meanwhile others are let in.
#[test]
fn who_stands_in_the_door_is_sent_away() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let begun = |_| {
        let mut socket = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        socket.write_all(b"GET / HTTP/1.1\r\nhost: 127").unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket
    };
    let sockets: Vec<TcpStream> = (0..300).map(begun).collect();
    assert!(server.client().ask("hello", Value::Null).is_ok());
    for mut socket in sockets {
        // It ends, with an answer or without.
        let mut rest = Vec::new();
        let _ = socket.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    }
}

/// Pings are counted like everything else: a client that sends them without end has to wait, and nothing piles up.
#[cfg(target_os = "linux")]
#[test]
fn pings_without_end_take_no_memory() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let memory = || {
        let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap()
    };
    let mut client = server.client();
    client.ask("hello", Value::Null).unwrap();
    let before = memory();
    client.socket.get_ref().set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        // A socket that takes no more is what is wanted.
        let _ = client.socket.send(Message::Ping(vec![7; 100].into()));
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 20_000, "{grown} kB more");
    assert!(server.client().ask("hello", Value::Null).is_ok());
}
