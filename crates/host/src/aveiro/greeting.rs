//! The request by which a client comes, and the answer. Also who gets no WebSocket is answered.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::machine::TryParse;
use tokio_tungstenite::tungstenite::handshake::server::{Request, create_response, write_response};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::access::Access;

/// No request is larger.
const LARGEST_REQUEST: usize = 16 << 10;
/// What is read at once.
const READ_AT_ONCE: usize = 4 << 10;
/// How long a client may take to ask, and how long one that was refused may take to go.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers with which a client is sent away.
const TOO_MANY: &str = "503 Service Unavailable";
const NO_REQUEST: &str = "400 Bad Request";
const NO_WEBSOCKET: &str = "426 Upgrade Required";

/// Lets a client in that asks for a WebSocket, and returns the path it asked for. Others are told why not.
pub async fn greet(
    mut socket: TcpStream,
    access: &Access,
    configuration: WebSocketConfig,
) -> Option<(WebSocketStream<TcpStream>, String)> {
    let (request, rest) = match timeout(PATIENCE, request(&mut socket)).await.ok()? {
        Ok(asked) => asked,
        Err(Wrong::Gone) => return None,
        Err(Wrong::NoRequest) => {
            send_away(socket, NO_REQUEST, "This is no request for a WebSocket.").await;
            return None;
        }
    };
    if let Err(denied) = access.check(request.headers()) {
        send_away(socket, &denied.status().to_string(), &denied.to_string()).await;
        return None;
    }
    let mut answer = Vec::new();
    let answered = create_response(&request).and_then(|response| write_response(&mut answer, &response));
    if let Err(error) = answered {
        let sentence = format!("Players and viewers come by WebSocket, to /player and /viewer: {error}.");
        send_away(socket, NO_WEBSOCKET, &sentence).await;
        return None;
    }
    timeout(PATIENCE, socket.write_all(&answer)).await.ok()?.ok()?;
    let stream = WebSocketStream::from_partially_read(socket, rest, Role::Server, Some(configuration)).await;
    Some((stream, request.uri().to_string()))
}

/// Tells a client that there are too many, when it has asked.
pub async fn refuse(mut socket: TcpStream) {
    if let Ok(Ok(_) | Err(Wrong::NoRequest)) = timeout(PATIENCE, request(&mut socket)).await {
        send_away(socket, TOO_MANY, "Too many clients are here.").await;
    }
}

/// Why there is no request.
enum Wrong {
    /// The client is gone.
    Gone,
    /// What it sends is none.
    NoRequest,
}

/// Reads a request, and what was sent after it.
async fn request(socket: &mut TcpStream) -> Result<(Request, Vec<u8>), Wrong> {
    let mut read = Vec::with_capacity(READ_AT_ONCE);
    while read.len() < LARGEST_REQUEST {
        match socket.read_buf(&mut read).await {
            Ok(1..) => {}
            Ok(0) if !read.is_empty() => return Err(Wrong::NoRequest),
            Ok(0) | Err(_) => return Err(Wrong::Gone),
        }
        match Request::try_parse(&read) {
            Ok(Some((length, request))) => return Ok((request, read.split_off(length))),
            Ok(None) => {}
            Err(_) => return Err(Wrong::NoRequest),
        }
    }
    Err(Wrong::NoRequest)
}

/// Answers and waits until the client goes. Closing a socket with unread data would discard the answer.
async fn send_away(mut socket: TcpStream, status: &str, sentence: &str) {
    let upgrade =
        if status == NO_WEBSOCKET { "Connection: close, Upgrade\r\nUpgrade: websocket" } else { "Connection: close" };
    let length = sentence.len() + 1;
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n{upgrade}\r\n\r\n{sentence}\n"
    );
    // Where it does not get through, the client is gone.
    let _ = timeout(PATIENCE, async {
        socket.write_all(answer.as_bytes()).await?;
        socket.shutdown().await?;
        let mut unread = [0; READ_AT_ONCE];
        while socket.read(&mut unread).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}
