//! The page's server as a program, and clients that talk to it.
#![expect(dead_code, reason = "each program of tests uses another part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

/// A busy machine may be slow, but not that slow.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program, listening. Settings, records and runs lie in the folder it was started with.
pub struct Server {
    pub child: Child,
    /// The address it printed.
    pub link: String,
    /// Other addresses of it.
    pub others: Vec<String>,
    pub port: u16,
}

impl Server {
    /// Starts it at any free port.
    pub fn start(folder: &Path) -> Server {
        Server::start_with(folder, &["--port", "0"])
    }

    /// Starts it with these arguments.
    pub fn start_with(folder: &Path, arguments: &[&str]) -> Server {
        Server::run(command(folder).args(arguments))
    }

    /// Starts it with a folder of its own for runs.
    pub fn start_at(folder: &Path, runs: &Path) -> Server {
        Server::run(command(folder).args(["serve", "--port", "0", "--runs"]).arg(runs))
    }

    /// Starts it by this command.
    pub fn run(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut link, mut out) = (String::new(), BufReader::new(child.stdout.take().unwrap()));
        out.read_line(&mut link).unwrap();
        let link = link.trim_end().to_string();
        // All links are printed at once.
        let others = String::from_utf8_lossy(out.buffer()).lines().map(str::to_string).collect();
        let port = link.split(['/', ':']).find_map(|part| part.parse().ok());
        let port = port.unwrap_or_else(|| panic!("{link:?} {}", rest(child.stderr.take().unwrap())));
        Server { child, link, others, port }
    }

    /// An address of the page.
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// A client as the page is one.
    pub fn client(&self) -> Client {
        self.try_client().unwrap()
    }

    /// A client, or `None` if it is not let in.
    pub fn try_client(&self) -> Option<Client> {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket.set_nodelay(true).unwrap();
        let (socket, _) = client(format!("ws://127.0.0.1:{}/socket", self.port), socket).ok()?;
        Some(Client { socket, next: 1, waiting: Vec::new() })
    }

    /// What it answers to a request.
    pub fn request(&self, request: &str) -> String {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A file that it serves: the head and the body.
    pub fn file(&self, path: &str) -> (String, String) {
        let answer = self.get(path, &format!("host: 127.0.0.1:{}\r\n", self.port));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_string(), body.to_string())
    }

    /// What it answers to one who wants to see a page, with these headers.
    pub fn get(&self, path: &str, headers: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1\r\n{headers}connection: close\r\n\r\n"))
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Ends it as Ctrl-C does.
    pub fn end(mut self) -> (ExitStatus, String) {
        self.signal(Signal::INT);
        let status = self.child.wait().unwrap();
        (status, rest(self.child.stderr.take().unwrap()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program, with everything that it keeps in this folder.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder.join("config")).env("XDG_DATA_HOME", folder.join("data"));
    command.env("LANG", "C.UTF-8").env_remove("LC_ALL");
    command
}

fn rest(mut stream: impl Read) -> String {
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    text
}

/// A page without a browser.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    next: u64,
    /// What was heard while something else was waited for.
    waiting: Vec<Value>,
}

impl Client {
    /// Sends a message as it is.
    pub fn send(&mut self, message: &str) {
        self.socket.send(Message::text(message)).unwrap();
    }

    /// The next message of the server.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Begins a conversation and returns its number.
    pub fn begin(&mut self, topic: &str, with: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let mut question = json!({ "id": id, "do": topic });
        question["with"] = with;
        self.send(&question.to_string());
        id
    }

    /// Says something more in a conversation.
    pub fn say(&mut self, id: u64, with: &Value) {
        self.send(&json!({ "to": id, "with": with }).to_string());
    }

    /// The next message of a conversation, without its number.
    pub fn of(&mut self, id: u64) -> Value {
        let place = self.waiting.iter().position(|message| message["id"] == id);
        if let Some(place) = place {
            return self.waiting.remove(place);
        }
        loop {
            let message = self.hear();
            if message["id"] == id {
                return message;
            }
            self.waiting.push(message);
        }
    }

    /// Asks, and returns the answer or the sentence of refusal.
    pub fn ask(&mut self, topic: &str, with: Value) -> Result<Value, String> {
        let id = self.begin(topic, with);
        let mut message = self.of(id);
        match message.get("error") {
            Some(error) => Err(error.as_str().unwrap().to_string()),
            None => Ok(message["ok"].take()),
        }
    }

    /// How a run stands in the list.
    pub fn run(&mut self, name: &str) -> Value {
        let runs = self.ask("runs", Value::Null).unwrap();
        let found = runs["runs"].as_array().unwrap().iter().find(|run| run["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {runs}")).clone()
    }

    /// Looks at a run until it is as wanted.
    pub fn wait(&mut self, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let run = self.run(name);
            if wanted(&run) {
                return run;
            }
            assert!(begun.elapsed() < PATIENCE, "{run}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Listens to a conversation until it says what is wanted.
    pub fn until(&mut self, id: u64, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let mut message = self.of(id);
            assert!(message.get("error").is_none(), "{message}");
            if is_wanted(&message["say"]) {
                return message["say"].take();
            }
            assert!(start.elapsed() < PATIENCE, "{message}");
        }
    }
}
