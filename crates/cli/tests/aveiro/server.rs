//! The Aveiro server over real sockets.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{refusal, text};
use crate::python::python;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket, client};

/// A busy machine may be slow, but not that slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, listening.
struct Server {
    child: Child,
    /// `None` once the test has closed standard output.
    lines: Option<BufReader<ChildStdout>>,
    port: u16,
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Server {
        Server::start_with(folder, arguments, Stdio::inherit())
    }

    fn start_with(folder: &Path, arguments: &[&str], errors: Stdio) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .args(["aveiro", "serve", "--port", "0", "--json"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let lines = child.stdout.take().map(BufReader::new);
        let mut server = Server { lines, child, port: 0 };
        let begun = server.line();
        let address = begun["listening"].as_str().unwrap();
        server.port = address.strip_prefix("127.0.0.1:").unwrap().parse().unwrap();
        server
    }

    /// The next line it prints.
    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.lines.as_mut().unwrap().read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }

    /// All that it says on standard error until its end.
    fn errors(&mut self) -> String {
        std::io::read_to_string(self.child.stderr.take().unwrap()).unwrap()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn client(&self, path: &str) -> Client {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        Client(client(format!("ws://127.0.0.1:{}{path}", self.port), socket).unwrap().0)
    }

    /// What it answers to one who says something and then listens.
    fn answer(&self, said: &[u8]) -> String {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        // It may have heard enough before it has heard all.
        let _ = socket.write_all(said);
        let _ = socket.shutdown(Shutdown::Write);
        std::io::read_to_string(socket).unwrap()
    }

    fn player(&self, name: &str) -> Client {
        let mut client = self.client("/player");
        client.say(&json!({"cmd": "join", "name": name}).to_string());
        assert_eq!(client.hear()["dimensions"], json!([10, 30]));
        client
    }

    fn viewer(&self) -> Client {
        let mut client = self.client("/viewer");
        client.say(r#"{"cmd": "join"}"#);
        assert_eq!(client.hear()["dimensions"], json!([10, 30]));
        client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client(WebSocket<TcpStream>);

impl Client {
    fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// What it is told: a message, or the code of the close.
    fn told(&mut self) -> Result<Value, u16> {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return Ok(serde_json::from_str(&text).unwrap()),
                Message::Close(frame) => return Err(frame.unwrap().code.into()),
                _ => {}
            }
        }
    }

    fn hear(&mut self) -> Value {
        self.told().unwrap()
    }

    fn error(&mut self) -> String {
        self.hear()["error"].as_str().unwrap().to_string()
    }

    /// Drops pieces until the game is over. Returns how it ended and the code of the close.
    fn play(&mut self) -> (Value, u16) {
        let mut last = Value::Null;
        loop {
            match self.told() {
                Ok(message) => last = message,
                Err(code) => return (last, code),
            }
            // After the last state the server may have closed the connection.
            let _ = self.0.send(Message::text(r#"{"cmd": "key", "key": "s"}"#));
        }
    }
}

fn scores(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("highscores.json")).unwrap()).unwrap()
}

#[test]
fn a_python_client_finds_nothing_wrong() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &["--seed", "3", "--speed", "400"]);
    let port = server.port.to_string();
    let mut viewer = python("client.py", &["viewer", &port]).spawn().unwrap();
    let mut watched = BufReader::new(viewer.stdout.take().unwrap()).lines();
    assert!(watched.next().unwrap().unwrap().contains("dimensions"), "the viewer has joined");
    let name = "zé 😀";
    let played = python("client.py", &["player", &port, name, "--seed", "3", "--speed", "400"]).output().unwrap();
    assert!(played.status.success());
    let played: Vec<String> = text(&played.stdout).lines().map(String::from).collect();
    let watched: Vec<String> = watched.map(Result::unwrap).collect();
    assert!(viewer.wait().unwrap().success());
    let last = played.len() - 1;
    assert_eq!(watched[..last - 1], played[1..last], "both were told the same");
    let end: Value = serde_json::from_str(&played[last]).unwrap();
    assert_eq!((&end["code"], end["states"].as_u64()), (&1000.into(), Some(last as u64 - 2)));
    let game = server.line();
    assert_eq!((&game["player"], &game["seed"], &game["over"]), (&name.into(), &3.into(), &true.into()));
    assert_eq!(scores(folder.path()), json!([[name, game["score"]]]));
}

#[test]
fn many_play_and_watch_at_once() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &["--speed", "1000"]);
    let mut viewers = [server.viewer(), server.viewer(), server.viewer()];
    let names: Vec<String> = (0..6).map(|number| format!("player {number}")).collect();
    let mut players: Vec<Client> = names.iter().map(|name| server.player(name)).collect();
    thread::scope(|scope| {
        for (player, name) in players.iter_mut().zip(&names) {
            scope.spawn(move || {
                let (end, code) = player.play();
                assert_eq!((end["player"].as_str(), code), (Some(name.as_str()), 1000));
            });
        }
        for viewer in &mut viewers {
            let names = &names;
            scope.spawn(move || {
                for (games, name) in names.iter().enumerate() {
                    let end = std::iter::repeat_with(|| viewer.hear()).find(|message| message["highscores"].is_array());
                    let end = end.unwrap();
                    assert_eq!(
                        (end["player"].as_str(), end["highscores"].as_array().unwrap().len()),
                        (Some(name.as_str()), games + 1)
                    );
                }
            });
        }
    });
    let games: Vec<Value> = names.iter().map(|_| server.line()).collect();
    assert!(games.iter().zip(&names).all(|(game, name)| game["player"] == *name && game["over"] == true));
    assert!(games.windows(2).all(|pair| pair[0]["seed"] != pair[1]["seed"]), "without a seed every game has its own");
    assert_eq!(scores(folder.path()).as_array().unwrap().len(), 6);
}

#[test]
fn everyone_is_told_that_the_server_ends() {
    let folder = TempDir::new().unwrap();
    let old = r#"[["old", 1000]]"#;
    fs::write(folder.path().join("highscores.json"), old).unwrap();
    let mut server = Server::start(folder.path(), &[]);
    let clients = [server.viewer(), server.player("ann"), server.player("bob"), server.client("/elsewhere")];
    server.signal(Signal::INT);
    for mut client in clients {
        let code = std::iter::repeat_with(|| client.told()).find_map(Result::err);
        assert_eq!(code, Some(1001));
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("highscores.json")).unwrap(), old);
}

#[test]
fn mistakes_are_answered_and_the_connection_stays() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &["--seed", "1", "--speed", "1000"]);
    let mut client = server.client("/player");
    client.say(r#"{"cmd": "key", "key": "w"}"#);
    assert_eq!(client.error(), "no game is running, so no key can be pressed");
    client.say("{");
    assert_eq!(client.error(), "the message is no JSON object");
    client.0.send(Message::binary(vec![0xff, 0xfe])).unwrap();
    assert_eq!(client.error(), "the message is no JSON object");
    client.say(r#"{"cmd": "join"}"#);
    assert_eq!(client.error(), "a player joins with a \"name\", which must be a text");
    client.say(r#"{"name": "no cmd"}"#);
    client.0.send(Message::Ping("are you there".into())).unwrap();
    assert_eq!(client.0.read().unwrap(), Message::Pong("are you there".into()));
    client.0.send(Message::binary(&br#"{"cmd": "join", "name": "ann"}"#[..])).unwrap();
    assert_eq!(client.hear()["score"], 0);
    assert_eq!(client.play().1, 1000, "the same connection plays a whole game");
    assert_eq!(server.line()["player"], "ann");
}

#[test]
fn junk_connections_do_not_disturb_other_clients() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &["--seed", "1", "--speed", "1000"]);
    let mut large = server.client("/player");
    // The server may close while we still write.
    let _ = large.0.send(Message::text("x".repeat(100_000)));
    assert_eq!(large.told(), Err(1009));
    let mut wrong = server.client("/player");
    // A frame that says it is masked, of a kind that does not exist.
    wrong.0.get_mut().write_all(&[0x8f, 0x80, 0, 0, 0, 0]).unwrap();
    assert_eq!(wrong.told(), Err(1002));
    let page = format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port);
    for (junk, status) in [
        (page.as_bytes(), "HTTP/1.1 426 "),
        (&[0; 3000], "HTTP/1.1 400 "),
        (&[b'x'; 30_000], "HTTP/1.1 400 "),
        (b"", ""),
    ] {
        let answer = server.answer(junk);
        assert!(answer.starts_with(status) && answer.is_empty() == status.is_empty(), "{answer}");
    }
    let mut elsewhere = server.client("/player?x=1");
    elsewhere.say(r#"{"cmd": "join", "name": "ann"}"#);
    assert_eq!(elsewhere.hear()["score"], 0);
    assert_eq!(server.player("ann").play().1, 1000);
}

/// A page that the user opens elsewhere can send a browser here, but it cannot hide where it is from.
#[test]
fn pages_of_other_servers_do_not_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--host", "teacher.example"]);
    let port = server.port;
    let upgrade = |host: &str, origin: &str| {
        let request = format!(
            "GET /player HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        let answer = server.answer(request.as_bytes());
        answer.lines().next().unwrap().to_string()
    };
    let switching = "HTTP/1.1 101 Switching Protocols";
    for host in ["127.0.0.1", "localhost", "teacher.example", "[::1]"] {
        let host = format!("{host}:{port}");
        assert_eq!(upgrade(&host, ""), switching, "{host}");
        assert_eq!(upgrade(&host, &format!("Origin: http://{host}\r\n")), switching, "{host}");
    }
    let here = format!("127.0.0.1:{port}");
    for origin in ["http://evil.example".to_string(), format!("http://evil.example:{port}"), "null".to_string()] {
        assert_eq!(upgrade(&here, &format!("Origin: {origin}\r\n")), "HTTP/1.1 403 Forbidden", "{origin}");
    }
    // A name that was pointed to this machine comes with its own Origin.
    let evil = format!("evil.example:{port}");
    assert_eq!(upgrade(&evil, &format!("Origin: http://{evil}\r\n")), "HTTP/1.1 421 Misdirected Request");
    assert_eq!(upgrade("127.0.0.1:1", ""), "HTTP/1.1 421 Misdirected Request");
    server.viewer();
}

/// Clients that ping and never read: the answers to pings wait like everything else, and not without a limit.
#[cfg(target_os = "linux")]
#[test]
fn clients_that_only_ping_take_little_memory() {
    /// The most that the server may ever have held.
    const MOST: u64 = 80 << 10;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let until = Instant::now() + Duration::from_secs(4);
    // A masked ping with as many bytes as it may have, often.
    let ping: Vec<u8> = [0x89, 0x80 | 125, 0, 0, 0, 0].into_iter().chain([b'p'; 125]).collect();
    let pings = ping.repeat(500);
    let pinged: Vec<usize> = thread::scope(|scope| {
        let flood = || {
            let mut client = server.client("/viewer");
            let socket = client.0.get_mut();
            socket.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
            let mut sent = 0;
            while Instant::now() < until && socket.write_all(&pings).is_ok() {
                sent += 500;
            }
            sent
        };
        let floods: Vec<_> = (0..4).map(|_| scope.spawn(flood)).collect();
        floods.into_iter().map(|flood| flood.join().unwrap()).collect()
    });
    assert!(pinged.iter().all(|&pings| pings > 10_000), "{pinged:?}");
    let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let largest = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kibibytes: u64 = largest.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    println!("{pinged:?} pings, {} MiB", kibibytes >> 10);
    assert!(kibibytes < MOST, "{pinged:?} pings took {} MiB", kibibytes >> 10);
    server.viewer();
}

/// Clients that have sent much are also answered, and not cut off.
#[test]
fn too_many_clients_are_told_so() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let clients: Vec<Client> = (0..256).map(|_| server.client("/viewer")).collect();
    for size in [0, 1000, 10_000, 100_000] {
        let request = format!("GET /viewer HTTP/1.1\r\nHost: x\r\n\r\n{}", "x".repeat(size));
        let answer = server.answer(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{size}: {answer}");
    }
    drop(clients);
}

#[test]
fn who_vanishes_ends_its_game_and_the_next_one_plays() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &["--seed", "1", "--speed", "40"]);
    let mut gone = server.player("gone");
    let waits = server.player("waits and goes");
    let mut next = server.player("next");
    assert!(gone.hear()["game"].is_array(), "its game has begun");
    // Neither says that it goes.
    drop((waits, gone));
    let (end, code) = next.play();
    assert_eq!((code, end["highscores"].as_array().unwrap().len()), (1000, 1));
    let game = server.line();
    assert_eq!((&game["player"], &game["over"]), (&"gone".into(), &false.into()));
    let mut game = server.line();
    if game["player"] == "waits and goes" {
        // Its end was noticed later than that of the player before it.
        assert_eq!(game["over"], false);
        game = server.line();
    }
    assert_eq!(game["player"], "next");
    assert_eq!(scores(folder.path()), json!([["next", end["score"]]]));
}

#[test]
fn high_scores_survive_what_kills_the_server() {
    let folder = TempDir::new().unwrap();
    let old = r#"[["old", 1000]]"#;
    fs::write(folder.path().join("highscores.json"), old).unwrap();
    // Whether it is finished after all depends on how fast the machine is.
    let without_unfinished = |scores: &Value| -> Vec<Value> {
        scores.as_array().unwrap().iter().filter(|entry| entry[0] != "unfinished").cloned().collect()
    };
    for round in 1..=3 {
        let server = Server::start(folder.path(), &["--seed", "1", "--speed", "1000"]);
        let (end, _) = server.player(&format!("round {round}")).play();
        // In the middle of the next game.
        server.player("unfinished").hear();
        server.signal(Signal::KILL);
        let kept = without_unfinished(&scores(folder.path()));
        assert_eq!(kept, without_unfinished(&end["highscores"]));
        assert_eq!((kept.len(), &kept[0]), (round + 1, &json!(["old", 1000])));
        assert_eq!(kept[round][0], format!("round {round}"));
    }
}

#[test]
fn high_scores_that_could_not_be_written_are_written_at_the_end() {
    let folder = TempDir::new().unwrap();
    let (there, away) = (folder.path().join("there"), folder.path().join("away"));
    fs::create_dir(&there).unwrap();
    for is_mended in [true, false] {
        let mut server = Server::start_with(
            folder.path(),
            &["--seed", "1", "--speed", "2000", "--highscores", "there/highscores.json"],
            Stdio::piped(),
        );
        fs::rename(&there, &away).unwrap();
        let (end, _) = server.player("bob").play();
        if is_mended {
            fs::rename(&away, &there).unwrap();
        }
        server.signal(Signal::INT);
        let said = server.errors();
        let code = server.child.wait().unwrap().code();
        assert!(said.starts_with("tetrolab: cannot write there/highscores.json.lock: "), "{said}");
        if is_mended {
            assert_eq!((code, scores(&there)), (Some(0), json!([["bob", end["score"]]])));
        } else {
            let last = said.lines().last().unwrap();
            assert!(code == Some(2) && last.ends_with(&format!("; not written: bob {}", end["score"])), "{said}");
        }
    }
}

#[test]
fn games_go_on_when_the_output_is_closed() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start_with(folder.path(), &["--seed", "1", "--speed", "2000"], Stdio::piped());
    server.lines = None;
    for name in ["ann", "bob"] {
        assert_eq!(server.player(name).play().1, 1000);
    }
    server.signal(Signal::INT);
    let said = server.errors();
    assert_eq!(server.child.wait().unwrap().code(), Some(0), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("tetrolab: cannot write to standard output, so games are played without reports: "));
    assert_eq!(scores(folder.path()).as_array().unwrap().len(), 2);
}

#[test]
fn two_servers_share_one_file() {
    let folder = TempDir::new().unwrap();
    let start = || Server::start(folder.path(), &["--seed", "1", "--speed", "2000", "--highscores", "shared.json"]);
    let (one, two) = (start(), start());
    one.player("one").play();
    two.player("two").play();
    let path = folder.path().join("shared.json");
    let both = fs::read_to_string(&path).unwrap();
    assert!(both.contains("one") && both.contains("two"), "{both}");
    // What cannot be understood any more is kept aside, and nothing that is known is lost.
    fs::write(&path, "[[\"half").unwrap();
    one.player("three").play();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("one") && text.contains("three"), "{text}");
    assert_eq!(fs::read_to_string(folder.path().join("shared.json.damaged-1")).unwrap(), "[[\"half");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let folder = TempDir::new().unwrap();
    let serve =
        |arguments: &[&str]| refusal(folder.path(), &[&["aveiro", "serve", "--port", "0"][..], arguments].concat());
    fs::write(folder.path().join("highscores.json"), "[[\"ann\", ").unwrap();
    let damaged = "highscores.json is no list of high scores such as [[\"name\", 12]]: EOF while parsing a value at line 1 column 9";
    assert_eq!(serve(&[]), damaged);
    assert_eq!(fs::read_to_string(folder.path().join("highscores.json")).unwrap(), "[[\"ann\", ", "it stays as it is");
    assert!(serve(&["--highscores", "nowhere/scores.json"]).starts_with("cannot write nowhere/scores.json: "));
    assert!(serve(&["--highscores", "."]).contains("is not a plain file"));
    assert!(serve(&["--speed", "0"]).contains("--speed"));
    assert!(serve(&["--seed", "-1"]).starts_with("invalid value '-1' for '--seed "));
    // Where there is no IPv6, its addresses are still read.
    let bound = serve(&["--highscores", "a.json", "--bind", "[2001:db8::1]"]);
    assert!(bound.starts_with("cannot listen at 2001:db8::1, port 0: "), "{bound}");
    assert!(serve(&["--grading-server", "http://example.org"]).contains("scores are posted nowhere"));
    assert!(
        serve(&["--highscores", "a.json", "--bind", "192.0.2.1"]).starts_with("cannot listen at 192.0.2.1, port 0: ")
    );
    let taken = Server::start(folder.path(), &["--highscores", "a.json", "--grading-server", ""]);
    let port = taken.port.to_string();
    let refused = refusal(folder.path(), &["aveiro", "serve", "--port", &port, "--highscores", "b.json"]);
    assert!(refused.starts_with(&format!("cannot listen at 127.0.0.1, port {port}: ")), "{refused}");
}
