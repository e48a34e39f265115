//! Agents are watched through a real socket.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with its test.
struct Server {
    program: Child,
    host: String,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .args(["serve", "--port", "0"])
            .env("XDG_CONFIG_HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let host = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            Some(rest.split('/').next()?.to_string())
        });
        Server { program, host: host.unwrap(), _folder: folder }
    }

    fn client(&self) -> Client {
        let (socket, _) = tungstenite::connect(format!("ws://{}/socket", self.host)).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        Client { socket }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }
}

struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Client {
    fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    fn watch(&mut self, id: u64, question: &Value) {
        self.say(&json!({ "id": id, "do": "watch", "with": question }));
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The first message for which `is_meant` says yes.
    fn wait_for(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let heard = self.hear();
            assert!(heard.get("error").is_none(), "{heard}");
            if is_meant(&heard) {
                return heard;
            }
        }
        panic!("it did not come");
    }
}

fn question(agents: &[&str], game: &str, speed: f64) -> Value {
    json!({ "language": "en", "agents": agents, "game": game, "seed": 7, "speed": speed, "explain": true })
}

#[test]
fn agents_play_side_by_side_and_clear_lines() {
    let server = Server::start();
    let mut client = server.client();
    client.watch(1, &question(&["bcts", "dellacherie"], "research", 300.0));
    let answer = client.wait_for(|heard| heard.get("ok").is_some());
    assert_eq!((&answer["ok"]["seed"], &answer["ok"]["width"]), (&json!(7), &json!(10)));
    assert_eq!(answer["ok"]["agents"][1]["name"], "dellacherie");
    let cleared = |heard: &Value| (0..2).all(|index| heard["say"]["agents"][index]["lines"].as_u64() >= Some(20));
    let heard = client.wait_for(cleared);
    assert!(heard["say"]["agents"][0]["thought"]["placements"].as_array().unwrap().len() >= 9);
    assert!(heard["say"]["agents"][1].get("thought").is_none());
    client.say(&json!({ "to": 1, "with": { "focus": 1 } }));
    client.wait_for(|heard| heard["say"]["agents"][1].get("thought").is_some());
}

#[test]
fn step_by_step_every_decision_is_shown_before_it_is_played() {
    let server = Server::start();
    let mut client = server.client();
    for (id, game) in [(1, "research"), (2, "guideline")] {
        client.watch(id, &question(&["bcts"], game, 0.0));
        let shown = |pieces: u64| {
            move |heard: &Value| {
                heard["id"] == id
                    && heard["say"]["agents"][0]["pieces"] == pieces
                    && heard["say"]["agents"][0].get("thought").is_some()
            }
        };
        let mut before = client.wait_for(shown(0));
        // Every placement is told, the best first, with what it consists of.
        let thought = &before["say"]["agents"][0]["thought"];
        let placements = thought["placements"].as_array().unwrap();
        assert!(placements.len() >= 9 && thought["considered"] == placements.len(), "{game}: {thought}");
        let values: Vec<f64> = placements.iter().map(|placement| placement["value"].as_f64().unwrap()).collect();
        assert!(values.is_sorted_by(|one, other| one >= other), "{game}: {values:?}");
        for (placement, value) in placements.iter().zip(&values) {
            let sum: f64 = placement["parts"].as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).sum();
            assert!((sum - value).abs() < 0.1, "{game}: {placement}");
        }
        for pieces in 1..=5 {
            client.say(&json!({ "to": id, "with": { "step": 1 } }));
            let after = client.wait_for(shown(pieces));
            let [was, is] = [&before, &after].map(|heard| &heard["say"]["agents"][0]);
            let (place, rows) = (&was["place"], &is["rows"]);
            // Rows that were cleared have moved the others.
            let cells = place["cells"].as_array().unwrap().iter().filter(|_| was["lines"] == is["lines"]);
            for cell in cells {
                let (x, y) = (cell[0].as_u64().unwrap() as usize, cell[1].as_u64().unwrap() as usize);
                let row = rows[y].as_str().unwrap();
                assert_eq!(&row[x..=x], place["piece"].as_str().unwrap(), "{game}: {place} {rows}");
            }
            before = after;
        }
        client.say(&json!({ "close": id }));
    }
}

#[test]
fn thousands_of_pieces_a_second_come_as_few_small_messages() {
    let server = Server::start();
    let mut client = server.client();
    client.watch(1, &question(&["bcts"], "research", 1e6));
    client.wait_for(|heard| heard["say"]["agents"][0]["pieces"].as_u64() >= Some(1));
    let begun = Instant::now();
    let mut messages = 0;
    let heard = loop {
        let heard = client.hear();
        messages += 1;
        assert!(heard.to_string().len() < 16_000, "{heard}");
        assert!(heard["say"]["agents"][0]["points"].as_array().unwrap().len() <= 16);
        if heard["say"]["agents"][0]["pieces"].as_u64() >= Some(20_000) && heard["say"]["rate"].as_f64() > Some(0.0) {
            break heard;
        }
        assert!(begun.elapsed() < PATIENCE, "{heard}");
    };
    assert!(f64::from(messages) <= 40.0 * (1.0 + begun.elapsed().as_secs_f64()), "{messages} messages");
    assert!(heard["say"]["rate"].as_f64() > Some(1000.0), "{}", heard["say"]["rate"]);
}

#[test]
fn bad_questions_get_a_sentence_and_disturb_no_other_client() {
    let server = Server::start();
    let mut client = server.client();
    let mut other = server.client();
    other.watch(1, &question(&["bcts"], "research", 10.0));
    for (index, (agents, game, reason)) in [
        (&["nobody"][..], "research", "There is no agent “nobody”."),
        (&["../../etc/passwd"][..], "guideline", "There is no agent"),
        (&["bot:/etc/passwd"][..], "guideline", "Agents from files cannot be chosen here"),
        (&["bcts"; 9][..], "research", "1 to 6 agents"),
        (&["bcts"][..], "nothing", "There is no game “nothing” to watch."),
    ]
    .into_iter()
    .enumerate()
    {
        client.watch(index as u64 + 1, &question(agents, game, 1.0));
        let heard = client.hear();
        assert!(heard["error"].as_str().unwrap_or_default().contains(reason), "{heard}");
    }
    client.watch(9, &question(&["bcts"], "research", 0.0));
    client.wait_for(|heard| heard.get("say").is_some());
    client.say(&json!({ "to": 9, "with": { "steps": 1 } }));
    assert!(client.hear()["error"].as_str().unwrap().contains("unknown field `steps`"));
    other.wait_for(|heard| heard["say"]["agents"][0]["pieces"].as_u64() >= Some(3));
}
