//! What the page's server sends: every file with its head, and conversations over its WebSocket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

use super::cases::{Case, Step};
use super::observed::Observed;
use super::programs::{Named, Programs, project};

/// What stands for a message that never came.
const NOTHING: &str = "nothing more";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Every file of the page: status, headers with the ETag, and content.
#[test]
#[ignore = "cargo xtask compare"]
fn assets() {
    let mut paths: Vec<String> =
        ["/", "/play", "/favicon.ico", "/none", "/../Cargo.toml", "/texts/xx.json"].map(str::to_string).to_vec();
    let mut folders = vec![web()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                paths.push(format!("/{}", path.strip_prefix(web()).unwrap().display()));
            }
        }
    }
    assert!(paths.len() > 70);
    paths.sort();
    let all = Paths(paths);
    Programs::get().compare_with("assets", &[all], |Paths(paths), program, folder| {
        let server = Server::start(program, folder);
        let mut observed = Observed::default();
        for path in paths {
            let answer = server.get(path).replace(&server.port.to_string(), "PORT");
            observed.add(path, answer);
        }
        observed
    });
}

/// Where the files of the page are in the sources.
fn web() -> std::path::PathBuf {
    project().join("crates/server/web")
}

struct Paths(Vec<String>);

impl Named for Paths {
    fn name(&self) -> String {
        format!("{} paths", self.0.len())
    }
}

/// Conversations: messages that are sent, and all answers.
#[test]
#[ignore = "cargo xtask compare"]
fn page() {
    let talks: Vec<Talk> = include_str!("page.txt").split("\n\n").filter_map(Talk::read).collect();
    Programs::get().compare_with("page", &talks, Talk::run);
}

/// Lines of `page.txt`: a title, then `run COMMAND` before the server starts, `ask TOPIC JSON`, `begin TOPIC JSON`, `say JSON` to what was begun
/// last, `hear N` for its next messages, and `until NAME` for the next one that says this.
struct Talk {
    title: String,
    lines: Vec<(String, String)>,
}

impl Named for Talk {
    fn name(&self) -> String {
        self.title.clone()
    }
}

impl Talk {
    fn read(text: &str) -> Option<Talk> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let title = lines.next()?.trim_start_matches(['#', ' ']).to_string();
        let lines = lines.filter(|line| !line.starts_with('#'));
        let pair = |line: &str| line.split_once(' ').map(|(word, rest)| (word.to_string(), rest.to_string()));
        Some(Talk {
            title,
            lines: lines.map(|line| pair(line).unwrap_or_else(|| panic!("page.txt: {line}"))).collect(),
        })
    }

    fn run(&self, program: &Path, folder: &Path) -> Observed {
        for (_, command) in self.lines.iter().filter(|(word, _)| word == "run") {
            Case::of("page", Step::parse(command)).run(program, folder);
        }
        let server = Server::start(program, folder);
        let mut socket = server.socket();
        let (mut observed, mut id) = (Observed::default(), 0);
        for (number, (word, rest)) in self.lines.iter().enumerate() {
            let mut hear = |socket: &mut WebSocket<TcpStream>, more: usize| {
                let heard = next(socket, id).replace(&server.port.to_string(), "PORT");
                observed.add(format!("line {:02} {word} answer {more:02}", number + 1), heard);
            };
            match word.as_str() {
                "run" => {}
                "ask" | "begin" => {
                    let (topic, with) = rest.split_once(' ').unwrap_or((rest, "null"));
                    let with: Value = serde_json::from_str(with).unwrap_or_else(|error| panic!("{rest}: {error}"));
                    id += 1;
                    send(&mut socket, &json!({ "id": id, "do": topic, "with": with }));
                    if word == "ask" {
                        let heard = next(&mut socket, id).replace(&server.port.to_string(), "PORT");
                        observed.add(format!("line {:02} ask {topic}", number + 1), heard);
                    }
                }
                "say" => {
                    let with: Value = serde_json::from_str(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
                    send(&mut socket, &json!({ "to": id, "with": with }));
                }
                "until" => {
                    let named = format!("\"{rest}\":");
                    let heard = std::iter::repeat_with(|| next(&mut socket, id))
                        .find(|heard| heard.contains(&named) || heard.starts_with(NOTHING));
                    observed.add(format!("line {:02} until {rest}", number + 1), heard.unwrap_or_default());
                }
                "hear" => (0..rest.parse().unwrap()).for_each(|more| hear(&mut socket, more)),
                other => panic!("page.txt: {other}"),
            }
        }
        observed
    }
}

fn send(socket: &mut WebSocket<TcpStream>, message: &Value) {
    socket.send(Message::text(message.to_string())).unwrap();
}

/// The next message of a conversation, spread over lines so that differences are told apart.
fn next(socket: &mut WebSocket<TcpStream>, id: u64) -> String {
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["id"] == id {
                    return serde_json::to_string_pretty(&message).unwrap();
                }
            }
            Ok(_) => {}
            Err(error) => return format!("{NOTHING}: {error}"),
        }
    }
}

/// The page's server.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Server {
        let mut command = Step::parse("serve --port 0").command(program, folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut link = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
        let port = link.trim().split(['/', ':']).find_map(|part| part.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("no port in {link:?}")) }
    }

    fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket
    }

    fn socket(&self) -> WebSocket<TcpStream> {
        client(format!("ws://127.0.0.1:{}/socket", self.port), self.connect()).unwrap().0
    }

    fn get(&self, path: &str) -> String {
        let mut socket = self.connect();
        let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n\r\n", self.port);
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
