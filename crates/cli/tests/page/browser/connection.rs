//! A conversation with Chromium: questions and answers of the DevTools protocol over a WebSocket, and events in between.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket, client::client_with_config};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Something that happened without being asked for.
pub struct Event {
    /// Its name, such as `Page.loadEventFired`.
    pub method: String,
    /// What is to be known about it.
    pub parameters: Value,
}

/// A conversation with a browser or a page.
pub struct Connection {
    socket: WebSocket<TcpStream>,
    /// The number of the last question.
    last: u64,
    events: Vec<Event>,
}

/// An answer, with the number of its question.
struct Answer {
    id: u64,
    result: Result<Value, String>,
}

impl Connection {
    /// Connects to an address such as `ws://127.0.0.1:40000/devtools/browser/…`.
    pub fn open(address: &str) -> Result<Connection, String> {
        let failed = |reason: &dyn std::fmt::Display| format!("cannot talk to Chromium at {address}: {reason}");
        let stream = TcpStream::connect(host(address)).map_err(|error| failed(&error))?;
        // A key is one small message, and it must not wait for a second one.
        stream.set_nodelay(true).map_err(|error| failed(&error))?;
        let no_limits = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = client_with_config(address, stream, Some(no_limits)).map_err(|error| failed(&error))?;
        Ok(Connection { socket, last: 0, events: Vec::new() })
    }

    /// Asks, and waits for the answer and nothing else.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Result<Value, String> {
        let id = self.send(method, parameters, None)?;
        let until = Instant::now() + PATIENCE;
        loop {
            match self.receive(until).map_err(|reason| format!("{method}: {reason}"))? {
                Some(answer) if answer.id == id => {
                    return answer.result.map_err(|reason| format!("{method}: {reason}"));
                }
                _ => {}
            }
        }
    }

    /// Waits until anything happens.
    pub fn wait(&mut self, until: Instant) -> Result<(), String> {
        self.receive(until).map(drop)
    }

    /// All that has happened since the last time.
    pub fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Asks the page, or one of its workers, without waiting.
    fn send(&mut self, method: &str, parameters: &Value, worker: Option<&str>) -> Result<u64, String> {
        self.last += 1;
        let mut question = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(worker) = worker {
            question["sessionId"] = worker.into();
        }
        let gone = |error| format!("{method}: Chromium is gone: {error}");
        self.socket.send(Message::text(question.to_string())).map_err(gone)?;
        Ok(self.last)
    }

    /// Takes one message: an answer is returned, an event is kept.
    fn receive(&mut self, until: Instant) -> Result<Option<Answer>, String> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err("Chromium did not answer in time".into());
        }
        self.socket.get_ref().set_read_timeout(Some(left)).map_err(|error| error.to_string())?;
        let text = match self.socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(_) => return Ok(None),
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(None);
            }
            Err(error) => return Err(format!("Chromium is gone: {error}")),
        };
        let mut message: Value =
            serde_json::from_str(&text).map_err(|error| format!("Chromium sent no JSON: {error}"))?;
        if let Some(id) = message["id"].as_u64() {
            let result = match message["error"]["message"].as_str() {
                Some(error) => Err(error.to_string()),
                None => Ok(message["result"].take()),
            };
            return Ok(Some(Answer { id, result }));
        }
        let method = message["method"].as_str().unwrap_or_default().to_string();
        let event = Event { method, parameters: message["params"].take() };
        self.react(&event)?;
        self.events.push(event);
        Ok(None)
    }

    /// Some events must be acted on at once, whatever is being waited for: a dialog stops its page, and a worker waits until its
    /// requests are listened to.
    fn react(&mut self, event: &Event) -> Result<(), String> {
        match event.method.as_str() {
            "Page.javascriptDialogOpening" => {
                self.send("Page.handleJavaScriptDialog", &json!({ "accept": true }), None)?;
            }
            "Target.attachedToTarget" => {
                let worker = event.parameters["sessionId"].as_str();
                for method in ["Network.enable", "Runtime.runIfWaitingForDebugger"] {
                    self.send(method, &json!({}), worker)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The host and port of an address.
pub fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}
