//! What goes wrong on a page, collected from what Chromium tells.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use tungstenite::http::Uri;

use super::connection::Event;
use super::page::{Page, text};

/// The only host that pages may ask for anything.
const HOST: &str = "127.0.0.1";
/// The first status that means failure.
const FIRST_FAILURE: u64 = 400;

impl Page<'_> {
    /// What went wrong since the last call, a line for each: errors on the console, of scripts, workers and requests, breaches of the content
    /// security policy, dialogs, and whatever was asked of another host than this machine.
    pub fn console_errors(&mut self) -> Vec<String> {
        // Whatever the page has said before the answer is known after it.
        self.call("Runtime.evaluate", &json!({ "expression": "undefined" }));
        std::mem::take(&mut self.seen.errors)
    }
}

/// What has happened on a page.
#[derive(Default)]
pub struct Seen {
    errors: Vec<String>,
    /// The addresses of requests.
    requests: HashMap<String, String>,
    /// The documents that are loaded, by what Chromium calls their loaders.
    loaded: HashSet<String>,
}

impl Seen {
    /// Whether the document of this loader is there, with all that belongs to it.
    pub fn has_loaded(&self, loader: &str) -> bool {
        self.loaded.contains(loader)
    }

    /// Takes note of an event.
    pub fn note(&mut self, event: &Event) {
        let about = &event.parameters;
        match event.method.as_str() {
            "Page.lifecycleEvent" if about["name"] == "load" => {
                self.loaded.insert(text(&about["loaderId"]));
            }
            "Page.javascriptDialogOpening" if about["type"] != "beforeunload" => {
                self.errors.push(format!("dialog ({}): {}", text(&about["type"]), text(&about["message"])));
            }
            "Runtime.consoleAPICalled" if about["type"] == "error" || about["type"] == "assert" => {
                let words: Vec<String> = about["args"].as_array().into_iter().flatten().map(shown).collect();
                self.errors.push(format!("console.{}: {}", text(&about["type"]), words.join(" ")));
            }
            "Runtime.exceptionThrown" => self.errors.push(format!("exception: {}", thrown(&about["exceptionDetails"]))),
            "Log.entryAdded" if about["entry"]["level"] == "error" => self.log(&about["entry"]),
            "Network.requestWillBeSent" => {
                let address = text(&about["request"]["url"]);
                self.foreign(&address);
                self.requests.insert(text(&about["requestId"]), address);
            }
            "Network.webSocketCreated" => self.foreign(&text(&about["url"])),
            "Network.responseReceived" => {
                let status = about["response"]["status"].as_u64().unwrap_or_default();
                if status >= FIRST_FAILURE {
                    self.errors.push(format!("request: status {status} of {}", text(&about["response"]["url"])));
                }
            }
            "Network.loadingFailed" => self.failed(about),
            "Inspector.targetCrashed" => self.errors.push("the page crashed".into()),
            _ => {}
        }
    }

    /// Failed requests are in the log too, but without all that is known of them.
    fn log(&mut self, entry: &Value) {
        let words = text(&entry["text"]);
        if entry["source"] != "network" || !words.starts_with("Failed to load resource") {
            self.errors.push(format!("{}: {words}", text(&entry["source"])));
        }
    }

    /// A request without an answer. One that a script gave up is no error, and of one that the policy forbids the log speaks.
    fn failed(&mut self, about: &Value) {
        if about["canceled"] == true || about["blockedReason"] == "csp" {
            return;
        }
        let unknown = "an unknown address".to_string();
        let address = self.requests.get(&text(&about["requestId"])).unwrap_or(&unknown);
        self.errors.push(format!("request: {} of {address}", text(&about["errorText"])));
    }

    /// Notes an address elsewhere.
    fn foreign(&mut self, address: &str) {
        let is_remote = ["http:", "https:", "ws:", "wss:"].iter().any(|scheme| address.starts_with(scheme));
        let is_ours = address.parse::<Uri>().is_ok_and(|uri| uri.host() == Some(HOST));
        if is_remote && !is_ours {
            self.errors.push(format!("another host: {address}"));
        }
    }
}

/// What was thrown, as text.
pub fn thrown(details: &Value) -> String {
    let what = &details["exception"];
    if what.is_null() { text(&details["text"]) } else { format!("{} {}", text(&details["text"]), shown(what)) }
}

/// A value of a script as the console shows it.
fn shown(object: &Value) -> String {
    let fields = ["value", "unserializableValue", "description", "type"];
    match fields.iter().find_map(|field| object.get(field)) {
        Some(Value::String(words)) => words.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}
