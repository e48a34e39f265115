//! The server's conversations, without sockets.

use serde_json::Value;
use tetrolab_protocols::aveiro::{Action, Client, Finished, HighScores, Room, Seeds};

/// A room and the high scores of its games.
struct Server {
    room: Room,
    scores: HighScores,
}

impl Server {
    fn new() -> Server {
        Server { room: Room::new(Seeds::same(1), 10), scores: HighScores::default() }
    }

    /// A client that has joined, and what it was answered.
    fn joined(&mut self, path: &str, text: &str) -> (Client, Value) {
        let client = self.room.enter(path);
        let answer = self.answer(client, text).expect("everyone who joins is answered");
        (client, answer)
    }

    fn player(&mut self, name: &str) -> Client {
        self.joined("/player", &format!(r#"{{"cmd": "join", "name": "{name}"}}"#)).0
    }

    fn viewer(&mut self) -> Client {
        self.joined("/viewer", r#"{"cmd": "join"}"#).0
    }

    /// The answer to a client, which no other client gets.
    fn answer(&mut self, client: Client, text: &str) -> Option<Value> {
        match &self.room.hear(client, text)[..] {
            [] => None,
            [Action::Send { to, text }] if *to == [client] => Some(serde_json::from_str(text).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    fn press(&mut self, client: Client, key: &str) -> Option<Value> {
        self.answer(client, &format!(r#"{{"cmd": "key", "key": "{key}"}}"#))
    }

    fn tick(&mut self) -> Vec<Action> {
        let scores = &mut self.scores;
        self.room.tick(|name, score| {
            scores.add(name, score);
            scores.clone()
        })
    }

    /// A tick after which the game goes on: which clients got the state, and the state.
    fn state(&mut self) -> (Vec<Client>, Value) {
        match &self.tick()[..] {
            [Action::Send { to, text }] => (to.clone(), serde_json::from_str(text).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    /// Ticks until the game is over, and what happens in its last tick.
    fn until_over(&mut self) -> Vec<Action> {
        (0..10_000).map(|_| self.tick()).find(|actions| actions.len() != 1).expect("the stack grows")
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const STATE: [&str; 6] = ["game", "piece", "next_pieces", "game_speed", "score", "player"];
const INFO: [&str; 4] = ["dimensions", "grid", "game_speed", "score"];

#[test]
fn a_whole_game() {
    let mut server = Server::new();
    let viewer = server.viewer();
    let player = server.player("ann");
    let (to, first) = server.state();
    assert_eq!((to, keys(&first)), (vec![player, viewer], STATE[..5].to_vec()), "the first state has no player");
    let (_, second) = server.state();
    assert_eq!((keys(&second), &second["player"]), (STATE.to_vec(), &"ann".into()));
    let actions = server.until_over();
    let [
        Action::Send { text: last, .. },
        Action::Finished(finished),
        Action::Send { to, text: end },
        Action::Close(closed),
    ] = &actions[..]
    else {
        panic!("{actions:?}")
    };
    assert_eq!(keys(&serde_json::from_str(last).unwrap()), STATE);
    let Finished { number, player: name, seed, game } = finished.as_ref();
    assert_eq!((*number, name.as_str(), *seed, game.is_running()), (1, "ann", 1, false));
    let end: Value = serde_json::from_str(end).unwrap();
    assert_eq!(keys(&end), [&INFO[..], &["player", "highscores"]].concat());
    assert_eq!(end["highscores"], serde_json::json!([["ann", game.score()]]));
    assert_eq!((to, *closed), (&vec![player, viewer], player));
    assert_eq!((server.room.playing(), server.room.clients()), (None, 1), "the viewer stays");
    assert!(server.tick().is_empty());
    assert!(server.room.hear(player, "{").is_empty(), "who was closed is not heard");
}

#[test]
fn a_piece_that_locks_is_null_for_one_state() {
    let mut server = Server::new();
    let player = server.player("ann");
    server.state();
    server.press(player, "s");
    assert_eq!(server.state().1["piece"][3][1], 29);
    assert_eq!(server.state().1["piece"], Value::Null);
    assert_eq!(server.state().1["piece"][0][1], 2, "the next piece");
}

#[test]
fn the_last_key_before_a_tick_counts() {
    let mut server = Server::new();
    let player = server.player("ann");
    let column = |state: (Vec<Client>, Value)| state.1["piece"][0][0].as_i64().unwrap();
    let mut after = |keys: &[&str]| {
        keys.iter().for_each(|key| assert_eq!(server.press(player, key), None));
        column(server.state())
    };
    assert_eq!(after(&[]), 4);
    assert_eq!(after(&["a", "d"]), 5, "of two keys the last");
    assert_eq!(after(&["a", ""]), 5, "an empty key takes back");
    assert_eq!(after(&["a", "x"]), 5, "so does a letter without meaning");
    assert_eq!(after(&["das"]), 6, "of several letters the first");
    assert_eq!(after(&[]), 6, "a key acts once");
}

#[test]
fn players_wait_for_their_turn() {
    let mut server = Server::new();
    let players = ["ann", "bob", "cid"].map(|name| server.player(name));
    let viewers = [server.viewer(), server.viewer()];
    assert_eq!(server.state().0, [players[0], viewers[0], viewers[1]]);
    assert_eq!(server.press(players[1], "s"), None, "keys of those who wait are ignored");
    assert_eq!(server.press(viewers[0], "s"), None);
    assert_eq!(server.state().1["piece"][0][1], 3, "nothing was dropped");
    assert_eq!(server.room.leave(players[1]), [], "who leaves the queue disturbs nobody");
    server.until_over();
    assert_eq!(server.room.playing(), Some((2, 10)));
    let (to, first) = server.state();
    assert_eq!((to, keys(&first)), (vec![players[2], viewers[0], viewers[1]], STATE[..5].to_vec()));
    assert_eq!(first["next_pieces"][0], serde_json::json!([[2, 1], [3, 1], [2, 2], [2, 3]]), "the seed's pieces again");
    assert_eq!(server.state().1["player"], "cid");
}

#[test]
fn who_goes_away_ends_its_game_without_a_high_score() {
    let mut server = Server::new();
    let (ann, bob) = (server.player("ann"), server.player("bob"));
    server.state();
    server.press(ann, "s");
    let actions = server.room.leave(ann);
    let [Action::Finished(finished)] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!((finished.player.as_str(), finished.game.is_running()), ("ann", true));
    let (to, first) = server.state();
    assert_eq!((to, &first["piece"][3][1]), (vec![bob], &4.into()), "her key does not act in his game");
    assert_eq!(server.room.leave(bob).len(), 1);
    assert_eq!((server.room.playing(), server.room.clients()), (None, 0));
    assert_eq!(server.room.leave(bob), [], "to leave twice changes nothing");
    assert_eq!(server.scores, HighScores::default());
}

#[test]
fn who_joins_is_told_of_the_game_before() {
    let mut server = Server { room: Room::new(Seeds::same(1), 25), scores: HighScores::default() };
    let (player, info) = server.joined("/player", r#"{"cmd": "join", "name": "ann"}"#);
    assert_eq!((keys(&info), &info["game_speed"], &info["score"]), (INFO.to_vec(), &25.into(), &0.into()));
    assert_eq!(info["dimensions"], serde_json::json!([10, 30]));
    assert_eq!(info["grid"].as_array().unwrap().len(), 70);
    // Six pieces of seed 1 that clear a row, one letter a tick.
    for letter in "--waas- --wwwds- --ddds- --wwdddds- --ds- --aas-".chars().filter(|letter| *letter != ' ') {
        server.press(player, &letter.to_string());
        server.state();
    }
    let told =
        |server: &mut Server, path: &str| server.joined(path, r#"{"cmd": "join", "name": "x"}"#).1["score"].clone();
    for path in ["/viewer", "/player", "/elsewhere"] {
        assert_eq!(told(&mut server, path), 1, "of the game that runs: {path}");
    }
    server.until_over();
    assert_eq!(told(&mut server, "/viewer"), 0, "the next game has begun");
}

#[test]
fn mistakes_are_answered_and_forgiven() {
    let mut server = Server::new();
    let player = server.room.enter("/player");
    let error = |answer: Option<Value>| answer.unwrap()["error"].as_str().unwrap().to_string();
    assert_eq!(error(server.press(player, "w")), "no game is running, so no key can be pressed");
    assert_eq!(error(server.answer(player, "{cmd")), "the message is no JSON object");
    let nameless = "a player joins with a \"name\", which must be a text";
    assert_eq!(error(server.answer(player, r#"{"cmd": "join"}"#)), nameless);
    assert_eq!(error(server.answer(player, r#"{"cmd": "join", "name": 5}"#)), nameless);
    let long = format!(r#"{{"cmd": "join", "name": "{}"}}"#, "é".repeat(101));
    assert_eq!(error(server.answer(player, &long)), "a \"name\" has at most 100 characters");
    assert_eq!(server.answer(player, r#"{"name": "ann"}"#), None, "no cmd, no answer");
    assert_eq!(server.answer(player, r#"{"cmd": "dance"}"#), None);
    assert_eq!(server.room.playing(), None);
    let fits = format!(r#"{{"cmd": "join", "name": "{}"}}"#, "é".repeat(100));
    assert_eq!(keys(&server.answer(player, &fits).unwrap()), INFO);
    assert_eq!(server.room.playing(), Some((1, 10)), "the same connection plays after all");
}

#[test]
fn other_paths_are_told_of_the_game_and_nothing_else() {
    let mut server = Server::new();
    let (elsewhere, info) = server.joined("/", r#"{"cmd": "join", "name": "ann"}"#);
    assert_eq!((keys(&info), server.room.playing()), (INFO.to_vec(), None));
    let player = server.player("bob");
    assert_eq!(server.state().0, [player]);
    assert_eq!(server.press(elsewhere, "s"), None);
}

#[test]
fn to_join_twice_is_to_join_once() {
    let mut server = Server::new();
    let viewer = server.viewer();
    let player = server.player("ann");
    for client in [player, viewer] {
        assert_eq!(keys(&server.answer(client, r#"{"cmd": "join", "name": "again"}"#).unwrap()), INFO);
    }
    assert_eq!(server.state().0, [player, viewer]);
    server.until_over();
    assert_eq!(server.room.playing(), None);
}

#[test]
fn without_a_seed_every_game_has_its_own() {
    let seeds = |number: u64| {
        let mut seeds = Seeds::other(number);
        [seeds.draw(), seeds.draw(), seeds.draw()]
    };
    let drawn = seeds(5);
    assert_eq!(drawn, seeds(5));
    assert_ne!(drawn, seeds(6));
    assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2] && !drawn.contains(&0));
}

#[test]
fn the_ten_best_are_kept() {
    let mut scores = HighScores::parse(r#"[["low", 1], ["high", 30]]"#).unwrap();
    for score in 2..12 {
        scores.add("new", score);
    }
    assert_eq!(scores.list().len(), 10);
    assert_eq!(scores.list()[0], ("high".into(), 30));
    assert_eq!(scores.list()[9], ("new".into(), 3));
    scores.add("same", 30);
    assert_eq!(scores.list()[1].0, "same", "who was first stays first");
    for wrong in ["", "{}", r#"[["a"]]"#, r#"[["a", -1]]"#, r#"[["a", 1.5]]"#, r#"[["a", 1]"#] {
        assert!(HighScores::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn names_that_are_no_text_stay_as_they_are() {
    let text = r#"[[{"b": 1, "a": [null, "\u00e9"]}, 9], [7, 3], [null, 2], [1.5, 1]]"#;
    let mut scores = HighScores::parse(text).unwrap();
    assert_eq!(scores.to_text(), text);
    scores.add("ann", 5);
    assert_eq!(scores.to_text(), text.replace("[7, 3]", r#"["ann", 5], [7, 3]"#));
}
