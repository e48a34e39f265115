//! One client: its socket, what it says, and what it is told.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tetrolab_protocols::aveiro::Client;
use tokio::net::TcpStream;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, WebSocketConfig};

use super::greeting::greet;
use super::hall::{Hall, Outgoing};
use crate::access::Access;

/// No message of a client is larger. The real ones are below a hundred bytes.
const LARGEST_MESSAGE: usize = 64 << 10;
/// What is read at once; it is held for every client.
const READ_AT_ONCE: usize = 4 << 10;
/// Bytes that may wait to be sent to one client, the answers to its pings among them. The longest message has some thousand.
const MOST_UNSENT: usize = 256 << 10;
/// How long a client may take to take one message, or to answer a close.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a client is pinged.
const PING: Duration = Duration::from_secs(20);
/// How long a client may be silent, although it is pinged.
const SILENCE: Duration = Duration::from_secs(40);

/// Serves a client until it is gone.
pub async fn serve(socket: TcpStream, access: &Access, hall: Arc<Hall>) {
    // States are small and must not wait for each other. Where that cannot be said, they do.
    let _ = socket.set_nodelay(true);
    let configuration = WebSocketConfig::default()
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNSENT)
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let Some((stream, path)) = greet(socket, access, configuration).await else { return };
    let (sink, stream) = stream.split();
    let (client, outgoing) = hall.enter(&path);
    let writer = tokio::spawn(write(sink, outgoing));
    listen(stream, client, &hall, writer).await;
    hall.leave(client);
}

/// Hears a client out. When the writer has said its last word, the client has some time to answer it.
async fn listen(
    mut stream: SplitStream<WebSocketStream<TcpStream>>,
    client: Client,
    hall: &Hall,
    mut writer: JoinHandle<()>,
) {
    let mut deadline = Instant::now() + SILENCE;
    let mut is_closing = false;
    loop {
        let heard = tokio::select! {
            heard = timeout_at(deadline, stream.next()) => heard,
            _ = &mut writer, if !is_closing => {
                is_closing = true;
                deadline = Instant::now() + PATIENCE;
                continue;
            }
        };
        match heard {
            Err(_) if is_closing => return,
            Err(_) => hall.close(client, CloseCode::Error, "it did not answer pings"),
            Ok(Some(Ok(Message::Text(text)))) => hall.hear(client, &text),
            // Python takes both for text.
            Ok(Some(Ok(Message::Binary(bytes)))) => hall.hear(client, &String::from_utf8_lossy(&bytes)),
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(error))) => {
                let (code, reason) = refusal(&error);
                hall.close(client, code, reason);
                // Nothing more can be read, but the last word must get out.
                if !is_closing {
                    let _ = timeout(PATIENCE, &mut writer).await;
                }
                return;
            }
            Ok(None) => return,
        }
        if !is_closing {
            deadline = Instant::now() + SILENCE;
        }
    }
}

/// What is said to a client that does not keep to the rules of WebSockets.
fn refusal(error: &Error) -> (CloseCode, &'static str) {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => (CloseCode::Size, "the message is too long"),
        Error::Utf8(_) => (CloseCode::Invalid, "the message is no text"),
        _ => (CloseCode::Protocol, "this is no WebSocket"),
    }
}

/// Tells a client what it is to be told, and pings it.
async fn write(mut sink: SplitSink<WebSocketStream<TcpStream>, Message>, mut outgoing: Receiver<Outgoing>) {
    let mut pings = interval_at(Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            message = outgoing.recv() => match message {
                Some(Outgoing::Text(text)) => Message::Text(text),
                Some(Outgoing::Close(code, reason)) => close(code, reason),
                None => close(CloseCode::Policy, "it reads too slowly"),
            },
            _ = pings.tick() => Message::Ping(Default::default()),
        };
        let is_last = message.is_close();
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) || is_last {
            return;
        }
    }
}

fn close(code: CloseCode, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}
