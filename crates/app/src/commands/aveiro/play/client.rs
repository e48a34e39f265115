//! A client on a socket. One thread reads and writes, because nothing is faster than that.

use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use tetrolab_protocols::aveiro::message::End;
use tetrolab_protocols::aveiro::{Player, Said};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

/// How long a server may take to answer before it counts as absent.
const GREETING: Duration = Duration::from_secs(5);
/// How often a client that waits looks whether it should stop.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection to a server.
pub struct Client {
    socket: WebSocket<TcpStream>,
    address: String,
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
        let name = if host.contains(':') { format!("[{host}]") } else { host.to_string() };
        let address = format!("{name}:{port}");
        let stream = stream(host, port).map_err(|error| anyhow!("nobody listens at {address}: {error}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(GREETING))?;
        let greeted = tungstenite::client(format!("ws://{address}/player"), stream);
        let (socket, _) = greeted.map_err(|error| match error {
            HandshakeError::Failure(error) => anyhow!("{address} is no server of the course: {error}"),
            HandshakeError::Interrupted(_) => anyhow!("{address} is no server of the course: it says nothing"),
        })?;
        socket.get_ref().set_read_timeout(Some(PAUSE))?;
        Ok(Client { socket, address })
    }

    /// Joins and plays a game. `think` passes with every decision, and `is_enough` says when to leave.
    pub fn play(
        &mut self,
        player: &mut Player,
        name: &str,
        think: Duration,
        is_enough: impl Fn(&Player) -> bool,
    ) -> Result<Ending> {
        self.send(player, player.join(name))?;
        let mut is_known = false;
        while !is_enough(player) {
            if !self.receive(player)? {
                continue;
            }
            while !player.must_answer() && self.receive_waiting(player)? {}
            let decisions = player.decisions();
            let said = player.answer();
            if player.decisions() > decisions && !think.is_zero() {
                thread::sleep(think);
            }
            match said {
                Said::Nothing => {}
                Said::Send(texts) => texts.into_iter().try_for_each(|text| self.send(player, text))?,
                Said::End(end) => {
                    self.leave();
                    return Ok(Ending::Over(end));
                }
                Said::Complaint(sentence) if is_known => eprintln!("tetrolab: {sentence}"),
                Said::Complaint(sentence) => bail!("{} is no server of the course: {sentence}", self.address),
            }
            is_known = true;
        }
        self.leave();
        Ok(Ending::Left)
    }

    /// Says goodbye. Whether anybody hears it does not matter.
    fn leave(&mut self) {
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }

    /// Waits a while for a text. Whether there was one.
    fn receive(&mut self, player: &mut Player) -> Result<bool> {
        match self.socket.read() {
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

    fn send(&mut self, player: &Player, text: String) -> Result<()> {
        self.socket.send(Message::text(text)).map_err(|error| lost(&self.address, player, &error.to_string()))
    }
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
