//! A client on a socket. One thread reads and writes, because nothing is faster than that.

use std::io::{self, ErrorKind};
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use tetrolab_protocols::aveiro::message::End;
use tetrolab_protocols::aveiro::{Player, Said};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use tetrolab_report::untrusted;
use tetrolab_runs::warn;

/// How long a server may take to answer before it counts as absent, and to take what it is sent.
const GREETING: Duration = Duration::from_secs(5);
/// How often a client that waits looks whether it should stop.
const PAUSE: Duration = Duration::from_millis(100);
/// Most states that are passed over for newer ones before one is answered. No more of them wait for a client of our server.
const MOST_SKIPPED: usize = 4096;
/// As on the server: clients in the queue receive nothing but answers to pings.
const USUAL: Patience =
    Patience { ping: Duration::from_secs(20), silence: Duration::from_secs(40), join: Duration::from_secs(60) };

/// How long a server may be silent.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// After so long it is pinged.
    ping: Duration,
    /// After so long it counts as gone.
    silence: Duration,
    /// So long it may take to answer a join, although it answers pings.
    join: Duration,
}

/// A connection to a server.
pub struct Client {
    socket: WebSocket<TcpStream>,
    address: String,
    patience: Patience,
    begun: Instant,
    /// When the server was heard last, and whether it was pinged since then.
    heard: Instant,
    is_pinged: bool,
}

/// How a game ended for a client.
pub enum Ending {
    /// It is over.
    Over(End),
    /// The client has left.
    Left,
}

impl Client {
    /// Connects to a server as a player.
    pub fn connect(host: &str, port: u16) -> Result<Client> {
        let host = bare(host)?;
        let name = if host.contains(':') { format!("[{host}]") } else { host.to_string() };
        let address = format!("{name}:{port}");
        let stream = stream(host, port).map_err(|error| anyhow!("nobody listens at {address}: {error}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(GREETING))?;
        stream.set_write_timeout(Some(GREETING))?;
        let greeted = tungstenite::client(format!("ws://{address}/player"), stream);
        let (socket, _) = greeted.map_err(|error| match error {
            HandshakeError::Failure(error) => anyhow!("{address} is no server of the course: {error}"),
            HandshakeError::Interrupted(_) => anyhow!("{address} is no server of the course: it says nothing"),
        })?;
        socket.get_ref().set_read_timeout(Some(PAUSE))?;
        let now = Instant::now();
        Ok(Client { socket, address, patience: USUAL, begun: now, heard: now, is_pinged: false })
    }

    /// Joins and plays a game. `think` passes with every decision, and `is_enough` says when to leave.
    pub fn play(
        &mut self,
        player: &mut Player,
        name: &str,
        think: Duration,
        is_enough: impl Fn(&Player) -> bool,
    ) -> Result<Ending> {
        (self.begun, self.heard) = (Instant::now(), Instant::now());
        self.send(player, Message::text(player.join(name)))?;
        while !is_enough(player) {
            if !self.receive(player)? {
                self.bear_silence(player)?;
                continue;
            }
            for _ in 0..MOST_SKIPPED {
                if player.must_answer() || is_enough(player) || !self.receive_waiting(player)? {
                    break;
                }
            }
            let decisions = player.decisions();
            let said = player.answer();
            if player.decisions() > decisions && !think.is_zero() {
                thread::sleep(think);
            }
            match said {
                Said::Nothing => {}
                Said::Send(texts) => texts.into_iter().try_for_each(|text| self.send(player, Message::text(text)))?,
                Said::End(end) => {
                    self.leave();
                    return Ok(Ending::Over(end));
                }
                Said::Refusal(sentence) => {
                    let sentence = format!("{} says: {}", self.address, untrusted::shown(&sentence));
                    ensure!(player.has_joined(), sentence);
                    warn(&sentence);
                }
                Said::Complaint(sentence) => {
                    let sentence = untrusted::shown(&sentence);
                    ensure!(player.has_joined(), "{} is no server of the course: {sentence}", self.address);
                    warn(&sentence);
                }
            }
        }
        self.leave();
        Ok(Ending::Left)
    }

    /// Closes the connection, ignoring errors.
    fn leave(&mut self) {
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }

    /// Pings a server that says nothing, and gives it up when that does not help.
    fn bear_silence(&mut self, player: &Player) -> Result<()> {
        let (silence, waited) = (self.heard.elapsed(), self.begun.elapsed());
        if silence >= self.patience.silence {
            let reason = format!("the server has said nothing for {} s", silence.as_secs());
            return Err(lost(&self.address, player, &reason));
        }
        if !player.has_joined() && waited >= self.patience.join {
            bail!("{} is no server of the course: it has not answered for {} s", self.address, waited.as_secs());
        }
        if silence >= self.patience.ping && !self.is_pinged {
            self.is_pinged = true;
            return self.send(player, Message::Ping(Default::default()));
        }
        Ok(())
    }

    /// Waits a while for a text. Whether there was one.
    fn receive(&mut self, player: &mut Player) -> Result<bool> {
        let read = self.socket.read();
        if read.is_ok() {
            (self.heard, self.is_pinged) = (Instant::now(), false);
        }
        match read {
            Ok(Message::Text(text)) => {
                player.receive(&text);
                Ok(true)
            }
            Ok(Message::Close(frame)) => {
                let reason = frame.map_or_else(String::new, |frame| format!(" with code {}", u16::from(frame.code)));
                Err(lost(&self.address, player, &format!("the server closed it{reason}")))
            }
            Ok(Message::Binary(_)) => bail!("{} is no server of the course: it sends no texts", self.address),
            Ok(_) => Ok(false),
            Err(Error::Io(error)) if is_silence(&error) => Ok(false),
            Err(error) => Err(lost(&self.address, player, &error.to_string())),
        }
    }

    /// Takes a text that has arrived already. Whether there was one.
    fn receive_waiting(&mut self, player: &mut Player) -> Result<bool> {
        self.socket.get_ref().set_nonblocking(true)?;
        let received = self.receive(player);
        self.socket.get_ref().set_nonblocking(false)?;
        received
    }

    fn send(&mut self, player: &Player, message: Message) -> Result<()> {
        self.socket.send(message).map_err(|error| match error {
            Error::Io(error) if is_silence(&error) => lost(&self.address, player, "the server takes nothing any more"),
            error => lost(&self.address, player, &error.to_string()),
        })
    }
}

/// The name or address of a host, which may be written as in `ws://[::1]/`.
fn bare(host: &str) -> Result<&str> {
    let bare = host.strip_prefix("ws://").unwrap_or(host).trim_end_matches('/');
    let bare = bare.strip_prefix('[').and_then(|bare| bare.strip_suffix(']')).unwrap_or(bare);
    // What follows a percent sign in an address of IPv6 is the interface.
    let is_address = bare.split('%').next().is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    ensure!(
        !bare.is_empty() && !bare.contains(['/', '[', ']']) && (is_address || !bare.contains(':')),
        "the host is a name or an address such as 127.0.0.1, not {host:?}; the port is given by --port"
    );
    Ok(bare)
}

fn lost(address: &str, player: &Player, reason: &str) -> anyhow::Error {
    match player.last() {
        Some(last) => anyhow!("the connection to {address} was lost at score {}: {reason}", last.score),
        None => anyhow!("the connection to {address} was lost before the game began: {reason}"),
    }
}

/// Whether nothing has come, which is no mistake.
fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// The first of the host's addresses that answers.
fn stream(host: &str, port: u16) -> Result<TcpStream> {
    let mut last = None;
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, GREETING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    Err(last.context("it has no address")?.into())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use tetrolab_protocols::aveiro::message::{Info, ServerMessage, State};
    use tetrolab_protocols::aveiro::{Agent, Game, Pieces};

    use super::*;

    const NEVER: Duration = Duration::from_secs(3600);
    const SOON: Duration = Duration::from_millis(200);

    /// A client of a server that does this after it was joined, and the server.
    fn client(
        patience: Patience,
        mut serve: impl FnMut(&mut WebSocket<TcpStream>) -> bool + Send + 'static,
    ) -> (Client, JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = thread::spawn(move || {
            let mut socket = tungstenite::accept(listener.accept().unwrap().0).unwrap();
            while serve(&mut socket) {}
        });
        (Client { patience, ..Client::connect("127.0.0.1", port).unwrap() }, server)
    }

    fn play(client: &mut Client, is_enough: impl Fn(&Player) -> bool) -> Result<Ending> {
        let mut player = Player::new(Agent::named("random").unwrap().brain(1));
        client.play(&mut player, "me", Duration::ZERO, is_enough)
    }

    fn reason(ending: Result<Ending>) -> String {
        ending.err().expect("it fails").to_string()
    }

    #[test]
    fn a_silent_server_is_given_up() {
        // It reads nothing, so it does not answer pings.
        let wait = |_: &mut WebSocket<TcpStream>| {
            thread::park();
            true
        };
        let (mut client, _) = client(Patience { ping: SOON, silence: 2 * SOON, join: NEVER }, wait);
        let said = reason(play(&mut client, |_| false));
        assert!(said.contains("was lost before the game began: the server has said nothing for 0 s"), "{said}");
    }

    #[test]
    fn who_answers_pings_but_no_join_is_no_server() {
        let (mut client, server) =
            client(Patience { ping: SOON, silence: NEVER, join: 2 * SOON }, |socket| socket.read().is_ok());
        let said = reason(play(&mut client, |_| false));
        assert!(said.contains("is no server of the course: it has not answered for 0 s"), "{said}");
        drop(client);
        server.join().unwrap();
    }

    #[test]
    fn a_player_in_the_queue_waits_as_long_as_pings_are_answered() {
        let game = Game::new(Pieces::seeded(1));
        let mut pings = 0;
        let (mut client, server) = client(Patience { ping: SOON, silence: NEVER, join: SOON }, move |socket| {
            let text = match socket.read() {
                Ok(Message::Text(_)) => ServerMessage::Info(Info::of(&game)).to_text(),
                Ok(Message::Ping(_)) if pings < 2 => {
                    pings += 1;
                    return true;
                }
                Ok(Message::Ping(_)) => {
                    let highscores = vec![(7.into(), 1)];
                    ServerMessage::End(End { info: Info::of(&game), player: "me".into(), highscores }).to_text()
                }
                _ => return false,
            };
            socket.send(Message::text(text)).is_ok()
        });
        let ending = play(&mut client, |_| false).unwrap();
        assert!(matches!(ending, Ending::Over(end) if end.highscores == [(7.into(), 1)]));
        drop(client);
        server.join().unwrap();
    }

    #[test]
    fn a_flood_of_states_is_left_and_answered() {
        let mut game = Game::new(Pieces::seeded(1));
        game.tick(None);
        let text = ServerMessage::State(State::of(&game, None)).to_text();
        let flood = move |socket: &mut WebSocket<TcpStream>| socket.send(Message::text(text.clone())).is_ok();
        let (mut client, server) = client(USUAL, flood);
        let ending = play(&mut client, |player| player.decisions() > 0).unwrap();
        assert!(matches!(ending, Ending::Left), "it has decided, although newer states keep coming");
        drop(client);
        server.join().unwrap();
    }

    #[test]
    fn hosts_are_read() {
        for (host, bare_host) in [
            ("localhost", "localhost"),
            ("ws://127.0.0.1", "127.0.0.1"),
            ("ws://example.org/", "example.org"),
            ("::1", "::1"),
            ("[::1]", "::1"),
            ("fe80::1%eth0", "fe80::1%eth0"),
        ] {
            assert_eq!(bare(host).unwrap(), bare_host);
        }
        for host in ["", "ws://", "127.0.0.1:8000", "ws://a:8000/player", "http://a", "[a"] {
            assert!(bare(host).unwrap_err().to_string().ends_with("the port is given by --port"), "{host}");
        }
    }
}
