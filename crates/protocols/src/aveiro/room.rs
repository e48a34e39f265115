//! The server without its sockets: clients, the player, the queue, the viewers, and what each of them is told.

use std::collections::{BTreeMap, VecDeque};

use super::game::{Game, Key};
use super::high_scores::HighScores;
use super::message::{ClientMessage, End, Info, ServerMessage, State};
use super::pieces::Pieces;
use super::seeds::Seeds;

/// No name of a player has more characters.
pub const LONGEST_NAME: usize = 100;

/// The number of a connection. No two have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Client(u64);

/// What is to be done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A text goes to these clients.
    Send {
        to: Vec<Client>,
        /// A whole message.
        text: String,
    },
    /// A connection is closed as one that has done its work, code 1000. The client is not in the room any more.
    Close(Client),
    /// A game is finished.
    Finished(Box<Finished>),
}

/// A game that is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Which game of the room it was, from 1 on.
    pub number: u64,
    /// Who played.
    pub player: String,
    /// What the pieces were seeded with.
    pub seed: u64,
    /// The game as it ended. It still runs if the player went away.
    pub game: Game,
}

/// What clients can do depends on the path they connect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Player,
    Viewer,
    Other,
}

/// The player whose game runs.
#[derive(Clone, Debug)]
struct Player {
    client: Client,
    name: String,
    /// What acts at the next tick: the last key counts.
    key: Option<Key>,
    has_seen_a_state: bool,
}

/// A room: one game at a time, players that wait for theirs, and viewers.
///
/// It has no clock: the caller calls [`Room::tick`] as often as [`Room::playing`] says.
///
/// ```
/// use tetrolab_protocols::aveiro::{Action, HighScores, Room, Seeds};
///
/// let mut room = Room::new(Seeds::same(1), 10);
/// let ann = room.enter("/player");
/// let actions = room.hear(ann, r#"{"cmd": "join", "name": "ann"}"#);
/// assert!(matches!(&actions[..], [Action::Send { text, .. }] if text.starts_with(r#"{"dimensions": [10, 30]"#)));
/// let actions = room.tick(|_, _| HighScores::default());
/// assert!(matches!(&actions[..], [Action::Send { to, text }] if *to == [ann] && text.starts_with(r#"{"game": []"#)));
/// ```
#[derive(Clone, Debug)]
pub struct Room {
    seeds: Seeds,
    base_speed: u64,
    /// The game that runs, or the last one that ran: what clients are told that join.
    game: Game,
    seed: u64,
    started: u64,
    doors: BTreeMap<Client, Door>,
    entered: u64,
    player: Option<Player>,
    queue: VecDeque<(Client, String)>,
    viewers: Vec<Client>,
}

impl Room {
    /// An empty room. Its games begin with `base_speed` ticks per second.
    pub fn new(seeds: Seeds, base_speed: u64) -> Room {
        Room {
            seeds,
            base_speed,
            // This game is never played; the first clients that join are told of it.
            game: Game::with_speed(Pieces::seeded(0), base_speed),
            seed: 0,
            started: 0,
            doors: BTreeMap::new(),
            entered: 0,
            player: None,
            queue: VecDeque::new(),
            viewers: Vec::new(),
        }
    }

    /// How many clients are there.
    pub fn clients(&self) -> usize {
        self.doors.len()
    }

    /// The number of the game that runs, from 1 on, and its ticks per second.
    pub fn playing(&self) -> Option<(u64, u64)> {
        self.player.as_ref().map(|_| (self.started, self.game.speed()))
    }

    /// A client comes, by a path such as `/player` or `/viewer`.
    pub fn enter(&mut self, path: &str) -> Client {
        let door = match path {
            "/player" => Door::Player,
            "/viewer" => Door::Viewer,
            _ => Door::Other,
        };
        self.entered += 1;
        let client = Client(self.entered);
        self.doors.insert(client, door);
        client
    }

    /// A client is gone. Its game ends with it, without a high score, and the next one begins.
    pub fn leave(&mut self, client: Client) -> Vec<Action> {
        self.doors.remove(&client);
        self.viewers.retain(|&viewer| viewer != client);
        self.queue.retain(|waiting| waiting.0 != client);
        let mut actions = Vec::new();
        if let Some(player) = self.player.take_if(|player| player.client == client) {
            actions.push(Action::Finished(Box::new(self.finished(player.name))));
            self.start();
        }
        actions
    }

    /// A client says something. One that is not in the room any more is not heard.
    pub fn hear(&mut self, client: Client, text: &str) -> Vec<Action> {
        let Some(&door) = self.doors.get(&client) else { return Vec::new() };
        let answer = match ClientMessage::parse(text) {
            Ok(ClientMessage::Join(name)) => self.join(client, door, name),
            Ok(ClientMessage::Key(letters)) => self.press(client, &letters),
            Ok(ClientMessage::Other) => Ok(None),
            Err(error) => Err(error.to_string()),
        };
        let message = answer.unwrap_or_else(|sentence| Some(ServerMessage::Error(sentence)));
        message.map(|message| Action::Send { to: vec![client], text: message.to_text() }).into_iter().collect()
    }

    fn join(&mut self, client: Client, door: Door, name: Option<String>) -> Result<Option<ServerMessage>, String> {
        // Before a game starts: a player is told of the game before its own.
        let answer = ServerMessage::Info(Info::of(&self.game));
        match door {
            Door::Viewer if !self.viewers.contains(&client) => self.viewers.push(client),
            Door::Player if !self.plays_or_waits(client) => {
                let name = name.ok_or("a player joins with a \"name\", which must be a text")?;
                if name.chars().count() > LONGEST_NAME {
                    return Err(format!("a \"name\" has at most {LONGEST_NAME} characters"));
                }
                self.queue.push_back((client, name));
                if self.player.is_none() {
                    self.start();
                }
            }
            _ => {}
        }
        Ok(Some(answer))
    }

    fn plays_or_waits(&self, client: Client) -> bool {
        self.player.as_ref().is_some_and(|player| player.client == client)
            || self.queue.iter().any(|waiting| waiting.0 == client)
    }

    fn press(&mut self, client: Client, letters: &str) -> Result<Option<ServerMessage>, String> {
        let player = self.player.as_mut().ok_or("no game is running, so no key can be pressed")?;
        if player.client == client {
            player.key = letters.chars().next().and_then(Key::from_letter);
        }
        Ok(None)
    }

    /// Begins the game of the first player in the queue.
    fn start(&mut self) {
        let Some((client, name)) = self.queue.pop_front() else { return };
        self.seed = self.seeds.draw();
        self.game = Game::with_speed(Pieces::seeded(self.seed), self.base_speed);
        self.started += 1;
        self.player = Some(Player { client, name, key: None, has_seen_a_state: false });
    }

    /// One tick of the game that runs. When it is over, `keep` is called with name and score, and answers with the high
    /// scores as they are then.
    pub fn tick(&mut self, keep: impl FnOnce(&str, u64) -> HighScores) -> Vec<Action> {
        let Some(player) = &mut self.player else { return Vec::new() };
        self.game.tick(player.key.take());
        let said = std::mem::replace(&mut player.has_seen_a_state, true).then_some(player.name.as_str());
        let to: Vec<Client> = std::iter::once(player.client).chain(self.viewers.iter().copied()).collect();
        let text = ServerMessage::State(State::of(&self.game, said)).to_text();
        let mut actions = vec![Action::Send { to: to.clone(), text }];
        if let Some(Player { client, name, .. }) = self.player.take_if(|_| !self.game.is_running()) {
            let highscores = keep(&name, self.game.score()).list().to_vec();
            actions.push(Action::Finished(Box::new(self.finished(name.clone()))));
            let end = ServerMessage::End(End { info: Info::of(&self.game), player: name, highscores });
            actions.push(Action::Send { to, text: end.to_text() });
            actions.push(Action::Close(client));
            self.doors.remove(&client);
            self.start();
        }
        actions
    }

    fn finished(&self, player: String) -> Finished {
        Finished { number: self.started, player, seed: self.seed, game: self.game.clone() }
    }
}
