//! The door: connections are let in, as many as there is room for, and none may stand in it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a client may take to say what it wants.
const HEAD: Duration = Duration::from_secs(5);
/// How long a file may take to be sent.
const LONGEST_VISIT: Duration = Duration::from_secs(600);
/// Connections that are there at once, if the system allows as many.
const MOST_CONNECTIONS: usize = 4096;
/// Files that everything else may have open.
const OTHER_FILES: u64 = 128;
/// When the system has nothing left for a new connection, it is asked again later.
const LATER: Duration = Duration::from_millis(100);

/// Lets connections in until the server closes, and waits for those that are being answered.
pub async fn serve(listener: TcpListener, router: Router, mut closing: watch::Receiver<bool>) -> io::Result<()> {
    let room = Arc::new(Semaphore::new(room()));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            _ = closing.wait_for(|&is_closing| is_closing) => break,
        };
        let Ok((socket, _)) = accepted else {
            sleep(LATER).await;
            continue;
        };
        // Connections above the limit are closed at once.
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        let (router, closing) = (router.clone(), closing.clone());
        connections.spawn(async move {
            let _ = timeout(LONGEST_VISIT, answer(socket, router, closing)).await;
            drop(place);
        });
    }
    while connections.join_next().await.is_some() {}
    Ok(())
}

/// Answers the requests of a connection, or turns it into a socket of the page.
async fn answer(socket: TcpStream, router: Router, mut closing: watch::Receiver<bool>) -> Result<(), hyper::Error> {
    // Pictures are small and must not wait for each other. Where that cannot be said, they do.
    let _ = socket.set_nodelay(true);
    let connection = Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(socket), TowerToHyperService::new(router))
        .with_upgrades();
    tokio::pin!(connection);
    let closed = async {
        // It fails only when the server is gone.
        let _ = closing.wait_for(|&is_closing| is_closing).await;
    };
    tokio::select! {
        answered = connection.as_mut() => answered,
        () = closed => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}

/// For how many connections there is room. The system is asked for as many as it gives.
#[cfg(unix)]
fn room() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let [soft, hard] = [limit.current, limit.maximum].map(|files| files.unwrap_or(u64::MAX));
    let wanted = hard.min(MOST_CONNECTIONS as u64 + OTHER_FILES).max(soft);
    let files = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit }).map_or(soft, |()| wanted);
    // The limit may be larger than anything that is needed.
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(MOST_CONNECTIONS).clamp(1, MOST_CONNECTIONS)
}

/// For how many connections there is room.
#[cfg(not(unix))]
fn room() -> usize {
    MOST_CONNECTIONS
}
