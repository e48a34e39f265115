//! The page's server over real sockets: access control, refusals, and that other clients are not affected.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::page_server::{Client, PATIENCE, Server, command};
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::tempdir;
use tetrolab_engine::{Random, Seed, Stream};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;

fn play(client: &mut Client, with: Value) -> u64 {
    let id = client.begin("play", with);
    assert!(client.of(id)["ok"]["seed"].is_u64());
    client.of(id);
    id
}

#[test]
fn the_page_is_served_with_its_policy_and_ends_by_ctrl_c() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let host = format!("host: 127.0.0.1:{}\r\n", server.port);
    for path in ["/", "/play/sprint?seed=7", "/learn/some-run"] {
        let answer = server.get(path, &host);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{answer}");
        assert!(answer.contains("<main id=\"main\""), "{path}");
    }
    assert!(server.get("/script/main.js", &host).contains("content-type: text/javascript"));
    assert!(server.get("/texts/pt.json", &host).contains("Português"));
    for path in ["/nothing.js", "/texts/xx.json", "/../Cargo.toml", "/script/../../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert!(server.get(path, &host).starts_with("HTTP/1.1 404"), "{path}");
    }
    // Clients that accept HTML get a page that says so.
    let reader = format!("{host}accept: text/html,*/*\r\n");
    let answer = server.get("/nope", &reader);
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("<main id=\"main\""), "{answer}");
    let icon = server.get("/favicon.ico", &host);
    assert!(icon.starts_with("HTTP/1.1 200") && icon.contains("content-type: image/svg+xml"), "{icon}");
    assert!(server.request(&format!("POST / HTTP/1.1\r\n{host}connection: close\r\n\r\n")).starts_with("HTTP/1.1 405"));
    let mut client = server.client();
    assert!(client.ask("hello", Value::Null).is_ok());
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
    assert_eq!(errors, "");
    let heard = std::iter::from_fn(|| client.socket.read().ok()).find(Message::is_close);
    assert!(matches!(heard, Some(Message::Close(Some(frame))) if frame.reason == "the server ends"));
}

/// The first program that can opens the page; where none can, the page is there nevertheless.
#[test]
fn the_browser_is_opened_if_there_is_one() {
    let folder = tempdir().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let program = |name: &str, script: &str| {
        let path = programs.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    };
    let serve = || {
        let mut command = command(folder.path());
        Server::run(command.args(["serve", "--port", "0", "--open"]).env("PATH", &programs))
    };
    let refused = |reason: &str| {
        let server = serve();
        let link = server.link.clone();
        let (status, errors) = server.end();
        assert!(status.success());
        let reason = reason.replace("LINK", &link);
        assert_eq!(errors, format!("tetrolab: no browser could be opened ({reason}); the page is at {link}\n"));
    };
    refused("No such file or directory (os error 2)");
    program("xdg-open", "exit 3");
    refused("Launcher \"xdg-open\" \"LINK\" failed with ExitStatus(unix_wait_status(768))");
    program("gio", "echo \"$@\" > opened; exec /bin/sleep 1");
    let server = serve();
    let opened = folder.path().join("opened");
    let until = Instant::now() + PATIENCE;
    while fs::read_to_string(&opened).unwrap_or_default() != format!("open {}\n", server.link) {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(5));
    }
    let (status, errors) = server.end();
    assert!(status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn only_our_own_pages_are_let_in() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let port = server.port;
    for (headers, status) in [
        (format!("host: evil.example:{port}\r\n"), 421),
        (format!("host: 127.0.0.1:{port}\r\norigin: http://evil.example\r\n"), 403),
        (String::new(), 400),
        (format!("host: localhost:{port}\r\norigin: http://localhost:{port}\r\n"), 200),
    ] {
        let answer = server.get("/", &headers);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) || status == 400 && answer.starts_with("HTTP/1.1 4"),
            "{headers}: {answer}"
        );
    }
    // A page elsewhere cannot open the socket.
    let mut request = format!("ws://127.0.0.1:{port}/socket").into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    let socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
    assert!(tungstenite::client(request, socket).is_err());
}

#[test]
fn elsewhere_a_token_is_needed() {
    let folder = tempdir().unwrap();
    let token = "0123456789abcdefXYZ";
    let server = Server::start_with(folder.path(), &["--port", "0", "--bind", "0.0.0.0", "--token", token]);
    assert!(server.link.ends_with(&format!("/?token={token}")), "{}", server.link);
    // Every link that was printed leads there, and the last one is for this machine.
    let links: Vec<&String> = server.others.iter().chain([&server.link]).collect();
    for link in &links {
        let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
        assert!(!host.starts_with("0.0.0.0"), "{link}");
        let mut socket = TcpStream::connect(host).unwrap();
        write!(socket, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 303"), "{link}: {answer}");
    }
    assert!(links.iter().any(|link| link.starts_with("http://127.0.0.1:")), "{links:?}");
    let host = format!("host: 127.0.0.1:{}\r\n", server.port);
    assert!(server.get("/", &host).starts_with("HTTP/1.1 401"));
    assert!(server.get("/?token=wrong", &host).starts_with("HTTP/1.1 401"));
    let welcome = server.get(&format!("/watch?token={token}&seed=1"), &host);
    assert!(welcome.starts_with("HTTP/1.1 303") && welcome.contains("location: /watch?seed=1"), "{welcome}");
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().split(';').next().unwrap();
    assert!(server.get("/", &format!("{host}cookie: {cookie}\r\n")).starts_with("HTTP/1.1 200"));
    let socket = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    assert!(tungstenite::client(format!("ws://127.0.0.1:{}/socket", server.port), socket).is_err());
    // Without --token there is a new one.
    let other = Server::start_with(folder.path(), &["--port", "0", "--bind", "0.0.0.0"]);
    assert_eq!(other.link.split("?token=").nth(1).map(str::len), Some(32), "{}", other.link);
}

#[test]
fn a_second_server_takes_the_next_port_and_says_so_where_it_cannot() {
    let folder = tempdir().unwrap();
    let (one, other) = (Server::start_with(folder.path(), &[]), Server::start_with(folder.path(), &["serve"]));
    assert!((7878..=7899).contains(&one.port) && other.port > one.port, "{} {}", one.link, other.link);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = command(folder.path()).args(["--port", &port]).stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.starts_with(&format!("tetrolab: cannot listen at 127.0.0.1, port {port}; without --port")),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

/// What is wrong is said in the language of the page, wherever it comes from.
#[test]
fn refusals_are_said_in_the_language_of_the_page() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let watch = |agent: &str| json!({ "language": "es", "agents": [agent], "game": "research", "speed": 1 });
    let set = |section: &str, name: &str, value: &str| json!({ "language": "es", "section": section, "name": name, "value": value });
    let play = |more: Value| {
        let mut question = json!({ "language": "es", "mode": "sprint" });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    for (topic, with, sentence) in [
        ("watch", watch("nobody"), "No hay ningún agente «nobody»."),
        ("watch", watch("bcst"), "No hay ningún agente «bcst». El nombre más parecido es bcts."),
        ("play", play(json!({ "mode": "nonsense" })), "No hay ningún modo «nonsense»."),
        ("play", play(json!({ "level": 99 })), "Primer nivel: «99» no es posible. Puede ser: de 1 a 15."),
        ("play", play(json!({ "set": ["starting-rows=200"] })), "200 filas iniciales no caben en este tablero."),
        ("games", json!({ "language": "es", "limit": 5, "mode": "chess" }), "No hay ningún modo «chess»."),
        ("replay", json!({ "language": "es", "id": 77 }), "No hay ninguna partida guardada con este número."),
        ("set", set("rules", "width", ""), "Columnas: «» no es posible. Puede ser: de 4 a 16."),
        ("set", set("keys", "hold", "left"), "← ya es la tecla para: Mover a la izquierda."),
        (
            "set",
            set("handling", "auto-repeat-delay", "xx"),
            "Hasta repetir: «xx» no es posible. Puede ser: un tiempo, como 167ms o 0.5s.",
        ),
    ] {
        assert_eq!(client.ask(topic, with.clone()).unwrap_err(), sentence, "{topic} {with}");
    }
    // Questions that have no language of their own are asked in one.
    for (id, (topic, with, language, sentence)) in (900..).zip([
        ("run.stop", json!({ "name": "nope" }), "pt", "Não há nenhuma execução «nope»."),
        ("run.start", json!({ "options": { "games": "x" } }), "es", "Partidas de un candidato: «x» no es posible."),
        ("ask", json!({ "question": "place", "options": { "piece": "W" } }), "es", "Pieza: «W» no es posible."),
        ("ask", json!({ "question": "cat" }), "pt", "Não é possível: there is no question"),
    ]) {
        client.send(&json!({ "id": id, "do": topic, "with": with, "language": language }).to_string());
        let heard = client.hear();
        assert!(heard["error"].as_str().is_some_and(|error| error.starts_with(sentence)), "{topic}: {heard}");
    }
}

#[test]
fn nonsense_is_refused_and_others_notice_nothing() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut player = server.client();
    let game = play(&mut player, json!({ "language": "en", "mode": "sprint", "seed": 3 }));
    let mut client = server.client();
    for (message, sentence) in [
        ("", "the message is not understood: EOF"),
        ("[1,2]", "the message is not understood: "),
        ("{}", "a message has id and do, or to, or close"),
        (r#"{"id":1,"do":"hello","to":2}"#, "a message has id and do, or to, or close"),
        (r#"{"id":-1,"do":"hello"}"#, "the message is not understood: invalid value"),
        (r#"{"id":2,"do":"fly"}"#, "there is nothing called \"fly\" to do"),
        (r#"{"id":3,"do":"settings"}"#, "the question is not understood: missing field `language`"),
        (r#"{"id":4,"do":"settings","with":{"language":7}}"#, "the question is not understood: invalid type"),
        (r#"{"id":5,"do":"play","with":{"language":"en","mode":"chess"}}"#, "There is no mode “chess”."),
        (
            r#"{"id":6,"do":"play","with":{"language":"en","mode":"sprint","level":99}}"#,
            "First level: “99” is not possible. It can be: 1 to 15.",
        ),
        (
            r#"{"id":7,"do":"play","with":{"language":"en","mode":"sprint","set":["next=99"]}}"#,
            "Next pieces: “99” is not possible. It can be: 1 to 6.",
        ),
        (
            r#"{"id":8,"do":"play","with":{"language":"en","mode":"versus","opponent":"nobody"}}"#,
            "There is no agent “nobody”.",
        ),
        (
            r#"{"id":9,"do":"set","with":{"language":"en","section":"look","name":"grid","value":"often"}}"#,
            "Grid: “often” is not possible. It can be: on, off.",
        ),
        (
            r#"{"id":10,"do":"set","with":{"language":"en","section":"nowhere","name":"grid","value":"on"}}"#,
            "There is no setting “grid”.",
        ),
    ] {
        client.send(message);
        let heard = client.hear();
        assert!(heard["error"].as_str().is_some_and(|error| error.starts_with(sentence)), "{message}: {heard}");
    }
    for (section, name, value, sentence) in [
        ("versus", "opponent", "bot:/etc/passwd", "Agents from files cannot be chosen here"),
        ("assistant", "agent", "/etc/passwd", "There is no agent “/etc/passwd”."),
    ] {
        let change = json!({ "language": "en", "section": section, "name": name, "value": value });
        let refusal = client.ask("set", change).unwrap_err();
        assert!(refusal.starts_with(sentence), "{refusal}");
    }
    // A long question is refused without being thought about.
    let long = json!({ "options": { "features": "(".repeat(900_000) } });
    assert_eq!(client.ask("run.start", long).unwrap_err(), "What was sent is too long.");
    client.socket.send(Message::binary(vec![0; 10])).unwrap();
    assert_eq!(client.hear()["error"], "messages are text");
    // A message that is too large ends its own connection and no other.
    for length in [(1 << 20) + 1, 2 << 20] {
        let mut client = server.client();
        let _ = client.socket.send(Message::text("x".repeat(length)));
        let heard = std::iter::from_fn(|| client.socket.read().ok()).find(Message::is_close);
        let Some(Message::Close(Some(frame))) = heard else { panic!("{heard:?}") };
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1009, "a message is at most 1 MiB"));
    }
    // Errors quote only the beginning of what was sent.
    for question in [
        json!({ "id": 20, "do": "x".repeat(900_000) }),
        json!({ "id": 21, "do": "play", "with": { "language": "en", "mode": "é".repeat(300_000) } }),
        json!({ "id": 22, "do": "play", "with": { "language": "en", "mode": "sprint", "rules": "'\"".repeat(200_000) } }),
        json!({ "id": 23, "do": "settings", "with": { "x".repeat(10_000): 1 } }),
        json!({ "id": 24, "do": "ask", "with": { "question": "place", "options": { "piece": "y z ".repeat(3000) } } }),
    ] {
        client.send(&question.to_string());
        let heard = client.hear();
        let error = heard["error"].as_str().unwrap();
        assert!((799..=800).contains(&error.chars().count()) && error.ends_with('…'), "{error}");
    }
    player.say(game, &json!({ "at": 5.0, "press": "hard-drop" }));
    assert!(player.of(game)["say"]["rows"].is_array());
}

/// Messages of random bytes, and real ones with something changed: whatever comes, the server answers the next question.
#[test]
fn random_messages_break_nothing() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let real = [
        r#"{"id":1,"do":"play","with":{"language":"en","mode":"zen","seed":3,"gravity":true,"set":["next=3"]}}"#,
        r#"{"to":1,"with":{"at":100.5,"press":"left","hint":true}}"#,
        r#"{"to":1,"with":{"at":9e99,"undo":true,"pause":true}}"#,
        r#"{"id":2,"do":"modes","with":{"language":"pt"}}"#,
        r#"{"id":3,"do":"settings","with":{"language":"es"}}"#,
        r#"{"close":1}"#,
    ];
    let mut random = Random::new(Seed(9), 0, Stream::Decisions);
    for round in 0..20 {
        let mut client = server.client();
        for _ in 0..60 {
            let mut bytes = real[random.below(real.len() as u32) as usize].as_bytes().to_vec();
            for _ in 0..random.below(4) {
                let place = random.below(bytes.len() as u32) as usize;
                match random.below(3) {
                    0 => bytes[place] = b" {}[]\",:0919abcez.-"[random.below(19) as usize],
                    1 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, bytes[place]),
                }
            }
            client.send(&String::from_utf8_lossy(&bytes));
        }
        let id = 1_000_000 + round;
        client.send(&json!({ "id": id, "do": "hello" }).to_string());
        assert!(client.of(id)["ok"]["version"].is_string());
    }
    let (status, errors) = server.end();
    assert!(status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn a_game_is_played_by_the_times_of_the_page() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    // The same keys at the same times are the same game, however late they come.
    let mut results = Vec::new();
    for batch in [1, 7] {
        let game = play(&mut client, json!({ "language": "en", "mode": "marathon", "seed": 11 }));
        let buttons = ["left", "right", "rotate-right", "hard-drop", "hold"];
        let mut random = Random::new(Seed(4), 0, Stream::Decisions);
        for step in 0..70 {
            let button = buttons[random.below(5) as usize];
            let at = f64::from(step) * 90.0;
            client.say(game, &json!({ "at": at, "press": button }));
            client.say(game, &json!({ "at": at + 33.3, "release": button }));
            if step % batch == 0 {
                client.until(game, |frame| frame["time"].as_f64() >= Some(at));
            }
        }
        client.say(game, &json!({ "at": 7000.0 }));
        let frame = client.until(game, |frame| frame["time"] == 7000.0);
        results.push((frame["entries"].clone(), frame["piece"].clone(), frame["next"].clone()));
        client.send(&json!({ "close": game }).to_string());
    }
    assert_eq!(results[0], results[1]);
    // A player that was away for long is told, and the clock resumes from where it was.
    let game = play(&mut client, json!({ "language": "en", "mode": "marathon" }));
    client.say(game, &json!({ "at": 1e12 }));
    let frame = client.until(game, |_| true);
    assert_eq!((&frame["stalled"], &frame["time"]), (&json!(true), &json!(0.0)));
}

#[test]
fn settings_are_kept_for_terminal_and_page() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let change = json!({ "language": "en", "section": "page", "name": "theme", "value": "light" });
    assert!(client.ask("set", change).is_ok());
    let file = folder.path().join("config/tetrolab/settings.toml");
    assert!(fs::read_to_string(&file).unwrap().contains("theme = \"light\""));
    // What the terminal changes meanwhile stays.
    fs::write(&file, "[look]\ngrid = false\n").unwrap();
    let change = json!({ "language": "en", "section": "page", "name": "sound", "value": "on" });
    let settings = client.ask("set", change).unwrap();
    assert_eq!(settings["look"]["grid"], false);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("grid = false") && text.contains("sound = true"), "{text}");
    // A file that cannot be read is said to be so, and nothing is lost.
    fs::write(&file, "[look\n").unwrap();
    let change = json!({ "language": "en", "section": "page", "name": "sound", "value": "off" });
    assert!(client.ask("set", change).unwrap_err().contains("settings.toml"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "[look\n");
}

#[test]
fn a_game_without_an_end_is_kept_when_it_is_left() {
    let folder = tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = play(&mut client, json!({ "language": "en", "mode": "zen", "seed": 1 }));
    for step in 1..=3 {
        client.say(game, &json!({ "at": f64::from(step) * 100.0, "press": "hard-drop" }));
        client.say(game, &json!({ "at": f64::from(step) * 100.0 + 10.0, "release": "hard-drop" }));
    }
    client.until(game, |frame| frame["time"] == 310.0);
    drop(client);
    server.signal(Signal::TERM);
    let mut server = server;
    assert!(server.child.wait().unwrap().success());
    let output = command(folder.path()).args(["scores", "--all", "--json"]).output().unwrap();
    let scores: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(scores.to_string().contains("\"zen\""), "{scores}");
}
