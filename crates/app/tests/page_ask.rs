//! Questions about boards, asked through the socket of the page: the answers are those of the commands.

mod program;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use program::{refusal, tetrolab, text};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// The example with which the page opens.
const BOARD: &str = "JJJ....JJZ/OOJT...JZZ/OOTTT..JZL/IIII...LLL";

/// A server in a folder of its own.
struct Server {
    child: Child,
    link: String,
    _folder: TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = TempDir::new().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .args(["serve", "--port", "0"])
            .current_dir(folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut link = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
        Server { child, link: link.trim().to_string(), _folder: folder }
    }

    fn page(&self) -> Page {
        let address = format!("{}socket", self.link.replace("http://", "ws://"));
        Page { socket: connect(address).unwrap().0, next: 1 }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page that talks to it.
struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Page {
    fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Asks and returns the number of the conversation.
    fn begin(&mut self, topic: &str, with: &Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.say(&json!({ "id": id, "do": topic, "with": with }));
        id
    }

    fn ask(&mut self, question: &str, options: &Value) -> Value {
        self.begin("ask", &json!({ "question": question, "options": options }));
        self.hear()
    }

    /// The answer to a long question, and how often it was told how far it is.
    fn long(&mut self, question: &str, options: &Value, seconds: f64) -> Result<(Value, usize), String> {
        self.begin("ask-long", &json!({ "question": question, "options": options, "seconds": seconds }));
        let mut told = 0;
        loop {
            let heard = self.hear();
            if let Some(error) = heard["error"].as_str() {
                return Err(error.to_string());
            }
            if !heard["say"]["answer"].is_null() {
                assert_eq!(self.hear()["end"], true);
                return Ok((heard["say"]["answer"].clone(), told));
            }
            told += usize::from(heard["say"]["progress"].is_object());
        }
    }
}

/// What a command prints.
fn printed(arguments: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let output = tetrolab(folder.path(), arguments);
    serde_json::from_str(&text(&output.stdout)).unwrap()
}

#[test]
fn answers_are_those_of_the_commands() {
    let server = Server::start();
    let mut page = server.page();
    let place = page.ask("place", &json!({ "board": BOARD, "piece": "T", "next": "I", "agent": "dellacherie" }));
    let same = ["place", "--board", BOARD, "--piece", "T", "--next", "I", "--agent", "dellacherie"];
    assert_eq!(place["ok"]["command"], format!("tetrolab {}", same.join(" ")));
    assert_eq!(place["ok"]["answer"], printed(&[&same[..], &["--json"]].concat()));

    let placements = page.ask("placements", &json!({ "board": BOARD, "piece": "T" }));
    let same = ["placements", "--board", BOARD, "--piece", "T", "--json"];
    assert_eq!(placements["ok"]["answer"], printed(&same));

    let goal = "17,4 18,4 19,3 19,4";
    let mut path = page.ask("path", &json!({ "piece": "J", "goal": [goal], "algorithm": "breadth-first" }));
    let mut same = printed(&["path", "--piece", "J", "--goal", goal, "--algorithm", "breadth-first", "--json"]);
    let mut document = path["ok"]["answer"].take();
    let search = document.as_object_mut().unwrap().remove("search").unwrap();
    (document["seconds"], same["seconds"]) = (Value::Null, Value::Null);
    assert_eq!(document, same);
    // What is animated is the search that was counted, and it ends on the goal.
    assert_eq!(search["expanded"].as_array().unwrap().len() as u64, document["expanded"].as_u64().unwrap());
    let last = search["plan"].as_array().unwrap().last().unwrap().as_u64().unwrap() as usize;
    let mut cells: Vec<[i64; 2]> = serde_json::from_value(search["states"][last].clone()).unwrap();
    cells.sort_unstable();
    assert_eq!(cells, [[3, 0], [4, 0], [4, 1], [4, 2]]);
    let all = page.ask("path", &json!({ "piece": "J", "goal": [goal], "compare": true }));
    assert_eq!(all["ok"]["answer"]["algorithms"].as_array().unwrap().len(), 7);
}

#[test]
fn long_questions_are_answered_as_the_commands_do() {
    let server = Server::start();
    let mut page = server.page();
    let options = json!({ "board": BOARD, "pattern": "*p4", "tree": 2 });
    let (answer, _) = page.long("pc", &options, 60.0).unwrap();
    let same = ["pc", "percent", "--board", BOARD, "--pattern", "*p4", "--tree", "2", "--json"];
    assert_eq!(answer, printed(&same));
    assert_eq!((answer["clear"].as_u64(), answer["queues"].as_u64()), (Some(514), Some(840)));

    let (answer, _) = page.long("pc-path", &json!({ "board": BOARD, "pattern": "*p4", "limit": 2 }), 60.0).unwrap();
    assert_eq!((answer["solutions"].as_u64(), answer["list"].as_array().unwrap().len()), (Some(18), 2));

    let (answer, _) = page.long("solve", &json!({ "queue": "IOIOI", "algorithm": "beam" }), 60.0).unwrap();
    assert_eq!(answer["steps"].as_array().unwrap().len(), 4);
    assert!(answer["command"].as_str().unwrap().contains("--time 1min"), "{}", answer["command"]);
}

#[test]
fn who_thinks_too_long_is_stopped_and_says_what_is_known() {
    let server = Server::start();
    let mut page = server.page();
    // Millions of queues take longer than this.
    let (answer, told) = page.long("pc", &json!({ "pattern": "*p7,*p4" }), 0.5).unwrap();
    assert_eq!(answer["is_stopped"], true);
    assert!(told > 0 || answer["unknown"].as_u64() > Some(0));
    let refused = page.long("pc", &json!({ "pattern": "*,*,*,*,*,*,*,*,*,*,*" }), 1.0).unwrap_err();
    assert!(refused.contains("at most 5000000 can be looked at"), "{refused}");
    // Somebody who has seen enough says so.
    let id = page.begin(
        "ask-long",
        &json!({ "question": "solve", "options": { "algorithm": "exact", "pieces": 40 }, "seconds": 120 }),
    );
    assert_eq!(page.hear()["ok"]["is_waiting"], false);
    page.say(&json!({ "to": id, "with": { "stop": true } }));
    let answer = loop {
        let heard = page.hear();
        assert!(heard["error"].is_null(), "{heard}");
        if !heard["say"]["answer"].is_null() {
            break heard["say"]["answer"].clone();
        }
    };
    assert_eq!(answer["ended"], "interrupted");
}

#[test]
fn the_third_long_question_waits_for_its_turn() {
    let server = Server::start();
    let mut pages = [server.page(), server.page(), server.page()];
    let long = json!({ "question": "pc", "options": { "pattern": "*p7,*p4" }, "seconds": 60 });
    let waiting: Vec<bool> = pages
        .iter_mut()
        .map(|page| {
            page.begin("ask-long", &long);
            page.hear()["ok"]["is_waiting"].as_bool().unwrap()
        })
        .collect();
    assert_eq!(waiting, [false, false, true]);
    // Short questions do not wait.
    let place = pages[2].ask("place", &json!({ "piece": "T" }));
    assert_eq!(place["ok"]["answer"]["piece"], "T");
    // When a page is gone, the next begins.
    let [first, _second, mut third] = pages;
    drop(first);
    assert_eq!(third.hear()["say"]["begun"], true);
}

#[test]
fn boards_are_read_from_pictures_and_fumen() {
    let server = Server::start();
    let mut page = server.page();
    let picture = page.ask("picture", &json!({ "text": "X.....\nXX.ttt\nXX..t." }));
    let answer = &picture["ok"]["answer"];
    assert_eq!(answer["rows"], json!(["XX....", "XX....", "X....."]));
    assert_eq!((answer["width"].as_u64(), &answer["piece"]["piece"]), (Some(6), &json!("T")));
    let fumen = page.ask("fumen", &json!({ "picture": BOARD }));
    let fumen = fumen["ok"]["answer"]["text"].as_str().unwrap().to_string();
    let read = page.ask("picture", &json!({ "text": fumen }));
    let rows: Vec<&str> = BOARD.split('/').rev().collect();
    assert_eq!(read["ok"]["answer"]["rows"], json!(rows));
    assert_eq!(read["ok"]["answer"]["height"], 20);
    let pages = page.ask("fumen", &json!({ "text": fumen }));
    assert_eq!(pages["ok"]["answer"]["pages"].as_array().unwrap().len(), 1);
}

#[test]
fn bad_questions_get_one_sentence() {
    let server = Server::start();
    let mut page = server.page();
    let cases = [
        ("place", json!({}), "--piece"),
        ("place", json!({ "piece": "Q" }), "“Q”"),
        ("place", json!({ "piece": "T", "agent": "nobody" }), "nobody"),
        ("place", json!({ "piece": "T", "agent": "/etc/hosts" }), "/etc/hosts"),
        ("place", json!({ "piece": "T", "weights": "/etc/hosts" }), "\"weights\" is no option"),
        ("place", json!({ "piece": "T", "board": "/etc/hosts" }), "\"board\" is a picture"),
        ("place", json!({ "piece": "T", "board": ".." }), "is the name of a file"),
        ("place", json!({ "piece": "T", "board": "XX/XXX" }), "board"),
        ("path", json!({ "piece": "T" }), "--goal"),
        ("path", json!({ "piece": "T", "goal": ["99,99"] }), "oal"),
        ("picture", json!({ "text": "v115@vhA" }), "fumen"),
        ("picture", json!({}), "\"text\""),
        ("fumen", json!({}), "\"text\""),
        ("pc", json!({}), "ask-long"),
        ("cat", json!({}), "there is no question \"cat\""),
    ];
    for (question, options, expected) in cases {
        let heard = page.ask(question, &options);
        let sentence = heard["error"].as_str().unwrap_or_else(|| panic!("{question} {options}: {heard}"));
        assert!(sentence.contains(expected) && !sentence.contains('\n'), "{question} {options}: {sentence}");
    }
    // Where a command has something to say, it is the same sentence.
    let heard = page.ask("place", &json!({ "piece": "T", "board": "XXXX/XXXXX" }));
    let folder = TempDir::new().unwrap();
    assert_eq!(heard["error"], refusal(folder.path(), &["place", "--piece", "T", "--board", "XXXX/XXXXX"]));
    let long = [
        (json!({ "question": "place" }), "takes no time"),
        (json!({ "question": "pc", "seconds": 1000 }), "0.1 to 120 seconds"),
        (json!({ "question": "pc", "options": { "pattern": "Q" } }), "pattern"),
        (json!({ "question": "pc", "options": { "pattern": "*p4", "tree": 7 } }), "up to 4"),
        (json!({ "question": "solve", "options": { "time": "5s" } }), "\"seconds\""),
        (json!({ "question": "solve", "options": { "out": "x" } }), "\"out\" is no option"),
        (json!({ "question": "solve", "options": { "queue": "Q" } }), "Row of pieces: “Q”"),
    ];
    for (with, expected) in long {
        page.begin("ask-long", &with);
        let sentence = loop {
            let heard = page.hear();
            if let Some(sentence) = heard["error"].as_str() {
                break sentence.to_string();
            }
            assert!(heard["say"]["answer"].is_null(), "{with}: {heard}");
        };
        assert!(sentence.contains(expected) && !sentence.contains('\n'), "{with}: {sentence}");
    }
}
