//! `tetrolab aveiro play` and `tetrolab aveiro score`, with real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::tempdir;
use tungstenite::{Message, WebSocket};

use crate::program::{refusal, tetrolab, text};
use crate::python::python;

/// Our own server in a process of its own.
struct Server {
    process: Child,
    lines: BufReader<ChildStdout>,
    port: String,
}

impl Server {
    fn start(folder: &Path, speed: &str) -> Server {
        let arguments = ["aveiro", "serve", "--port", "0", "--seed", "1", "--json", "--speed", speed];
        let mut process = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        let mut server = Server { process, lines, port: String::new() };
        let first = server.line();
        server.port = first["listening"].as_str().unwrap().rsplit(':').next().unwrap().to_string();
        server
    }

    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn document(folder: &Path, arguments: &[&str]) -> Value {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn our_client_plays_on_our_server() {
    let folder = tempdir().unwrap();
    let mut server = Server::start(folder.path(), "1500");
    let port = server.port.clone();
    let played = |agent: &str| {
        document(
            folder.path(),
            &["aveiro", "play", "--agent", agent, "--name", "me", "--port", &port, "--json", "--think", "0"],
        )
    };
    for agent in ["random", "aveiro"] {
        let document = played(agent);
        let line = server.line();
        assert_eq!(line["player"], "me");
        assert_eq!(line["over"], true);
        assert_eq!(document["score"], line["score"], "{agent}");
        assert_eq!(document["agent"], agent);
        assert_eq!(document["is_over"], true);
        assert_eq!(document["highscores"][0][0], "me");
        assert_eq!(document["pieces"], line["pieces"], "{agent}");
    }
    // The course's clients are told by variables where to go.
    let output = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["aveiro", "play", "--agent", "random"])
        .envs([("SERVER", "127.0.0.1"), ("PORT", &port), ("NAME", "variable")])
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(said.starts_with("variable: score "), "{said} {}", text(&output.stderr));
    assert_eq!(server.line()["player"], "variable");
}

/// The server in Python was written from the description of the protocol alone.
#[test]
fn our_client_plays_on_a_server_in_python() {
    let folder = tempdir().unwrap();
    let mut server = python("server.py", &["--seed", "1", "--speed", "400", "--games", "2"]).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map(Result::unwrap);
    let port = lines.next().unwrap();
    for agent in ["random", "sevilla"] {
        let played = document(folder.path(), &["aveiro", "play", "--agent", agent, "--port", &port, "--json"]);
        let line: Value = serde_json::from_str(&lines.next().unwrap()).unwrap();
        assert_eq!((&played["score"], &line["player"]), (&line["score"], &agent.into()));
        assert!(line["pieces"].as_u64() > Some(10), "{line}");
        assert_eq!(played["pieces"], line["pieces"]);
    }
    server.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_game() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempdir().unwrap();
    let mut server = Server::start(folder.path(), "10");
    let client = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["aveiro", "play", "--port", &server.port, "--name", "short"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(700));
    kill_process(Pid::from_child(&client), Signal::INT).unwrap();
    let output = client.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("left before its end"), "{}", text(&output.stdout));
    assert_eq!(server.line()["over"], false);
}

/// Listens once and does something with who comes.
fn stranger(meet: impl FnOnce(TcpStream) + Send + 'static) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    (port, thread::spawn(move || meet(listener.accept().unwrap().0)))
}

/// Greets a client as a WebSocket server, hears it join, and answers with these texts.
fn answering(texts: &[&str]) -> impl FnOnce(TcpStream) + Send + 'static {
    let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
    move |stream| {
        let mut socket: WebSocket<TcpStream> = tungstenite::accept(stream).unwrap();
        assert_eq!(socket.read().unwrap().into_text().unwrap(), r#"{"cmd": "join", "name": "tetrolab"}"#);
        for text in texts {
            socket.send(Message::text(text)).unwrap();
        }
        let _ = socket.close(None);
        while socket.read().is_ok() {}
    }
}

const STATE: &str = r#"{"game": [], "piece": [[4, 2], [3, 3], [4, 3], [3, 4]], "next_pieces": [[[2, 1], [3, 1], [2, 2], [2, 3]],
    [[2, 1], [2, 2], [2, 3], [3, 3]], [[2, 1], [2, 2], [2, 3], [3, 3]]], "game_speed": 10, "score": 7}"#;

#[test]
fn servers_that_are_none_are_refused() {
    let folder = tempdir().unwrap();
    let refused = |port: &str| refusal(folder.path(), &["aveiro", "play", "--port", port]);
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let nobody = refused(&free);
    assert!(nobody.starts_with(&format!("nobody listens at 127.0.0.1:{free}: ")), "{nobody}");

    let (port, thread) = stranger(|mut stream| {
        let mut request = [0; 1024];
        let _ = stream.read(&mut request);
        stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").unwrap();
    });
    let other = refused(&port);
    assert!(other.starts_with(&format!("127.0.0.1:{port} is no server of the course: ")), "{other}");
    thread.join().unwrap();

    for greeting in ["hello", "{}", "[1, 2]", r#"{"game": 1}"#] {
        let (port, thread) = stranger(answering(&[greeting]));
        let other = refused(&port);
        assert!(other.starts_with(&format!("127.0.0.1:{port} is no server of the course: ")), "{other}");
        thread.join().unwrap();
    }

    for greeting in [r#"{"error": "no \u001b[31mplace"}"#, r#"{"error": "no \u009b31mplace"}"#] {
        let (port, thread) = stranger(answering(&[greeting]));
        let escape = if greeting.contains("1b") { r"\u{1b}[" } else { r"\u{9b}" };
        assert_eq!(refused(&port), format!("127.0.0.1:{port} says: no {escape}31mplace"), "only what the server said");
        thread.join().unwrap();
    }

    let (port, thread) = stranger(answering(&[]));
    let lost = refused(&port);
    assert!(lost.contains("was lost before the game began: the server closed it"), "{lost}");
    thread.join().unwrap();

    let (port, thread) = stranger(answering(&[STATE]));
    let lost = refused(&port);
    assert!(lost.contains("was lost at score 7: the server closed it"), "{lost}");
    thread.join().unwrap();
}

/// The course's server takes any name, and shows it to everyone.
#[test]
fn high_scores_of_any_name_are_shown() {
    let folder = tempdir().unwrap();
    let end = r#"{"dimensions": [10, 30], "grid": [], "game_speed": 10, "score": 3, "player": "tetrolab",
        "highscores": [["\u001b[31mred\u0007\nline 2", 9], [7, 3], [null, 1]]}"#;
    let (port, thread) = stranger(answering(&[end]));
    let output =
        tetrolab(folder.path(), &["aveiro", "play", "--port", &port, "--host", "ws://127.0.0.1/", "--lookahead"]);
    thread.join().unwrap();
    let said = text(&output.stdout);
    let scores: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(
        scores,
        [r"  1.       9  \u{1b}[31mred\u{7}\nline 2", "  2.       3  7", "  3.       1  null"],
        "{said}"
    );
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn options_are_checked() {
    let folder = tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), &[&["aveiro"], arguments].concat());
    assert!(refused(&["play", "--agent", "nobody"]).starts_with("there is no agent \"nobody\"; there are tetrolab, "));
    assert!(
        refused(&["play", "--agent", "aveiro", "--lookahead", "1"]).contains("looks at no piece but the one in play")
    );
    assert!(refused(&["play", "--agent", "aveiro", "--lookahead"]).contains("looks at no piece but the one in play"));
    assert!(refused(&["play", "--host", "127.0.0.1:8000"]).contains("the port is given by --port"));
    assert!(refused(&["play", "--lookahead", "4"]).contains("from 0 to 3"));
    assert!(refused(&["play", "--port", "0"]).contains("from 1 to 65535"));
    assert!(refused(&["play", "--think", "soon"]).contains("milliseconds"));
    assert!(refused(&["score", "--seeds", "5..1"]).contains("seeds are numbers from 1 on"));
    assert!(refused(&["score", "--pieces", "0"]).contains("a whole number from 1"));
    assert!(refused(&["score", "--real-time", "--threads", "2"]).contains("one after the other"));
    std::fs::write(folder.path().join("wide.toml"), "garbage = [").unwrap();
    assert!(refused(&["score", "--agent", "wide.toml"]).contains("wide.toml"));
}

#[test]
fn the_students_agent_is_scored_in_lock_step() {
    let folder = tempdir().unwrap();
    let arguments = ["aveiro", "score", "--agent", "aveiro", "--seeds", "1..10", "--json", "--scores"];
    let document = document(folder.path(), &arguments);
    let agent = &document["agents"][0];
    let scores: Vec<u64> =
        agent["scores"].as_array().unwrap().iter().map(|game| game["score"].as_u64().unwrap()).collect();
    assert_eq!(scores, [107, 66, 56, 105, 42, 118, 42, 110, 30, 70]);
    assert_eq!((agent["mean"].as_f64(), agent["median"].as_f64()), (Some(74.6), Some(68.0)));
    assert_eq!(agent["capped"], 0);
    let interval = agent["interval"].as_array().unwrap();
    // scipy: stats.t.interval(0.95, 9, 74.6, stats.sem(scores))
    assert!((interval[0].as_f64().unwrap() - 51.156).abs() < 0.001, "{interval:?}");
}

#[test]
fn threads_change_nothing_and_agents_are_compared() {
    let folder = tempdir().unwrap();
    let scored = |threads: &str| {
        let arguments = ["aveiro", "score", "--agent", "tetrolab", "--agent", "aveiro", "--lookahead", "0"];
        let rest = ["--seeds", "1..4", "--pieces", "150", "--json", "--scores", "--threads", threads];
        document(folder.path(), &[&arguments[..], &rest[..]].concat())
    };
    let (one, three) = (scored("1"), scored("3"));
    for index in 0..2 {
        assert_eq!(one["agents"][index]["scores"], three["agents"][index]["scores"]);
    }
    assert_eq!(one["ratios"][0]["to"], "aveiro");
    let mean = |index: usize| one["agents"][index]["mean"].as_f64().unwrap();
    assert_eq!(one["ratios"][0]["ratio"].as_f64().unwrap(), mean(0) / mean(1));
    let output = tetrolab(folder.path(), &["aveiro", "score", "--agent", "lee", "--seeds", "2", "--pieces", "40"]);
    let said = text(&output.stdout);
    let looks = document(
        folder.path(),
        &["aveiro", "score", "--agent", "lee", "--lookahead", "--seeds", "2", "--pieces", "5", "--json"],
    );
    assert_eq!(looks["agents"][0]["lookahead"], 3, "all that are shown");
    assert!(said.starts_with("lock-step, seeds 2 to 2, games of at most 40 pieces, tetrolab "), "{said}");
    assert!(said.contains("\nlee, looking at 0 of the pieces shown\n"), "{said}");
}

#[test]
fn games_in_real_time_end() {
    let folder = tempdir().unwrap();
    let begun = Instant::now();
    let arguments =
        ["aveiro", "score", "--real-time", "--agent", "tetrolab", "--agent", "aveiro", "--time", "800ms", "--json"];
    let document = document(folder.path(), &arguments);
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    for agent in document["agents"].as_array().unwrap() {
        assert_eq!((agent["games"].as_u64(), agent["capped"].as_u64()), (Some(1), Some(1)), "{agent}");
    }
    assert_eq!(document["time_limit"], 0.8);
    let agents = document["agents"].as_array().unwrap();
    assert_eq!((&agents[0]["think_ms"], &agents[1]["think_ms"]), (&0.into(), &25.into()));
}

/// Whatever is decided how often, games are broken off by the pieces that locked.
#[test]
fn games_in_real_time_have_as_many_pieces_as_they_may() {
    let folder = tempdir().unwrap();
    let arguments = ["aveiro", "score", "--real-time", "--agent", "tetrolab", "--pieces", "2", "--json"];
    let document = document(folder.path(), &arguments);
    assert_eq!((&document["agents"][0]["pieces"], &document["agents"][0]["capped"]), (&2.into(), &1.into()));
}
