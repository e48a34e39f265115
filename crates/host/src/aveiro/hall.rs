//! The room, and the ways to the clients in it. Connections and the clock meet here.

use std::collections::HashMap;
use std::sync::mpsc::Sender as NoticeSender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use tetrolab_protocols::aveiro::{Action, Client, Finished, Room};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::score_file::ScoreFile;

/// When this many messages wait for a client, it is disconnected. The course's server would keep them all. A message
/// is stored once, for any number of clients.
const MOST_WAITING: usize = 4096;

/// What goes to a client.
#[derive(Debug)]
pub enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// The end of the connection, and why.
    Close(CloseCode, &'static str),
}

/// What the server's owner wants to know.
#[derive(Debug)]
pub enum Notice {
    /// A game is finished.
    Finished(Box<Finished>),
    /// Something is wrong with the file of high scores.
    Trouble(String),
}

/// What is in the hall.
pub struct Inside {
    /// Who plays, waits and watches.
    pub room: Room,
    /// Whether the doors are shut for good.
    pub is_closed: bool,
    clients: HashMap<Client, Sender<Outgoing>>,
    scores: ScoreFile,
    notices: NoticeSender<Notice>,
}

pub struct Hall {
    inside: Mutex<Inside>,
    /// Told when the clock must look again: a game may have begun or ended.
    pub changed: Condvar,
}

impl Hall {
    /// An empty hall.
    pub fn new(room: Room, scores: ScoreFile, notices: NoticeSender<Notice>) -> Hall {
        let inside = Inside { room, is_closed: false, clients: HashMap::new(), scores, notices };
        Hall { inside: Mutex::new(inside), changed: Condvar::new() }
    }

    /// What is in it, for as long as the guard lives.
    pub fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client comes. It is told what the receiver receives; when that ends without a close, the client was too slow.
    pub fn enter(&self, path: &str) -> (Client, Receiver<Outgoing>) {
        let (sender, receiver) = channel(MOST_WAITING);
        let mut inside = self.lock();
        let client = inside.room.enter(path);
        inside.clients.insert(client, sender);
        if inside.is_closed {
            inside.go_away(client);
        }
        (client, receiver)
    }

    /// A client says something.
    pub fn hear(&self, client: Client, text: &str) {
        let mut inside = self.lock();
        let actions = inside.room.hear(client, text);
        inside.perform(actions);
        drop(inside);
        self.changed.notify_all();
    }

    /// A client is told that this is the end, and why.
    pub fn close(&self, client: Client, code: CloseCode, reason: &'static str) {
        self.lock().close(client, code, reason);
        self.leave(client);
    }

    /// A client is gone.
    pub fn leave(&self, client: Client) {
        let mut inside = self.lock();
        inside.clients.remove(&client);
        let actions = inside.room.leave(client);
        inside.perform(actions);
        drop(inside);
        self.changed.notify_all();
    }

    /// Everyone has to go, and who comes from now on as well.
    pub fn shut(&self) {
        let mut inside = self.lock();
        inside.is_closed = true;
        let clients: Vec<Client> = inside.clients.keys().copied().collect();
        for client in clients {
            inside.go_away(client);
        }
        drop(inside);
        self.changed.notify_all();
    }
}

/// Reports what is wrong with the file of high scores. A missing receiver is ignored.
fn tell(notices: &NoticeSender<Notice>) -> impl FnMut(String) {
    |sentence| drop(notices.send(Notice::Trouble(sentence)))
}

impl Inside {
    /// One tick of the game that runs.
    pub fn tick(&mut self) {
        let Inside { room, scores, notices, .. } = self;
        let actions = room.tick(|name, score| scores.keep(name, score, &mut tell(notices)));
        self.perform(actions);
    }

    /// High scores that could not be written may be written now.
    pub fn write_scores_again(&mut self) {
        self.scores.write_again(&mut tell(&self.notices));
    }

    /// No more games are played: all high scores are written, or it is said which are not.
    pub fn finish_scores(&mut self, patience: Duration) -> Result<()> {
        self.scores.finish(patience, &mut tell(&self.notices))
    }

    fn perform(&mut self, actions: Vec<Action>) {
        let mut slow = Vec::new();
        for action in actions {
            match action {
                Action::Send { to, text } => {
                    let text = Utf8Bytes::from(text);
                    for client in to {
                        let sender = self.clients.get(&client);
                        if sender.is_some_and(|sender| sender.try_send(Outgoing::Text(text.clone())).is_err()) {
                            self.clients.remove(&client);
                            slow.push(client);
                        }
                    }
                }
                Action::Close(client) => self.close(client, CloseCode::Normal, ""),
                Action::Finished(finished) => drop(self.notices.send(Notice::Finished(finished))),
            }
        }
        for client in slow {
            let actions = self.room.leave(client);
            self.perform(actions);
        }
    }

    fn go_away(&mut self, client: Client) {
        self.close(client, CloseCode::Away, "the server ends");
    }

    fn close(&mut self, client: Client, code: CloseCode, reason: &'static str) {
        if let Some(sender) = self.clients.remove(&client) {
            // Where there is no room for it, the client is too slow anyway.
            let _ = sender.try_send(Outgoing::Close(code, reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tetrolab_protocols::aveiro::Seeds;

    use super::*;

    #[test]
    fn slow_readers_are_disconnected_and_delay_no_game() {
        let (notices, heard) = channel();
        let hall = Hall::new(Room::new(Seeds::same(1), 10), ScoreFile::none(), notices);
        let (viewer, mut never_read) = hall.enter("/viewer");
        hall.hear(viewer, r#"{"cmd": "join"}"#);
        let mut games = 0;
        while hall.lock().room.clients() > 0 {
            let (player, mut read) = hall.enter("/player");
            hall.hear(player, r#"{"cmd": "join", "name": "ann"}"#);
            while hall.lock().room.playing().is_some() {
                hall.lock().tick();
                while read.try_recv().is_ok() {}
            }
            games += 1;
            assert!(games < 1000, "the viewer is still there");
        }
        let waiting = std::iter::from_fn(|| never_read.try_recv().ok()).count();
        assert_eq!(waiting, MOST_WAITING);
        assert!(never_read.is_closed(), "nobody will tell it anything more");
        assert_eq!(heard.try_iter().count(), games, "all games were finished");
    }

    #[test]
    fn a_player_that_reads_too_slowly_loses_its_game() {
        let (notices, heard) = channel();
        let hall = Hall::new(Room::new(Seeds::same(1), 10), ScoreFile::none(), notices);
        let (player, _never_read) = hall.enter("/player");
        hall.hear(player, r#"{"cmd": "join", "name": "ann"}"#);
        for _ in 0..MOST_WAITING {
            hall.hear(player, "{");
        }
        let inside = hall.lock();
        assert_eq!((inside.room.clients(), inside.room.playing()), (0, None));
        assert!(matches!(heard.try_recv(), Ok(Notice::Finished(finished)) if finished.game.is_running()));
    }

    #[test]
    fn who_comes_after_the_end_is_told_so() {
        let hall = Hall::new(Room::new(Seeds::same(1), 10), ScoreFile::none(), channel().0);
        hall.shut();
        let (_, mut told) = hall.enter("/player");
        assert!(matches!(told.try_recv(), Ok(Outgoing::Close(CloseCode::Away, _))));
    }
}
