//! The server as a whole: a listener, a clock, and the hall between them.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result};
use tetrolab_protocols::aveiro::{Room, Seeds};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::hall::{Hall, Notice};
use super::score_file::ScoreFile;
use super::{connection, greeting, ticker};
use crate::access::Access;

/// No more clients are served at once.
const MOST_CLIENTS: u32 = 256;
/// No more are told at once that there are too many.
const MOST_REFUSALS: usize = 256;
/// How long to wait when the system has no more sockets for us.
const PAUSE: Duration = Duration::from_millis(100);
/// How long clients may take to go when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long to wait for another server that writes the high scores when this one ends.
const LAST_PATIENCE: Duration = Duration::from_secs(2);
/// Threads for the sockets; the clock has its own.
const THREADS: usize = 2;

/// What a server is told.
#[derive(Debug)]
pub struct Options {
    /// Where to listen; an empty text means all addresses of this machine.
    pub bind: String,
    /// The port, or 0.
    pub port: u16,
    /// Names of this machine by which clients reach it.
    pub hosts: Vec<String>,
    /// What games are seeded with.
    pub seeds: Seeds,
    /// Ticks per second at the beginning of a game.
    pub speed: u64,
    /// The file of high scores. Without one they are forgotten with the server.
    pub highscores: Option<PathBuf>,
}

/// A server that runs until it is dropped. Its clients are told then that it ends.
pub struct Server {
    address: SocketAddr,
    hall: Arc<Hall>,
    notices: Receiver<Notice>,
    /// Taken when the server ends.
    threads: Option<(Runtime, JoinHandle<()>)>,
    places: Arc<Semaphore>,
}

impl Server {
    /// Begins to listen.
    pub fn start(options: Options) -> Result<Server> {
        let scores = options.highscores.map_or_else(|| Ok(ScoreFile::none()), ScoreFile::open)?;
        let host = match options.bind.as_str() {
            "" => "0.0.0.0",
            // Addresses of IPv6 are often written so.
            bind => bind.strip_prefix('[').and_then(|bind| bind.strip_suffix(']')).unwrap_or(bind),
        };
        let failed = || format!("cannot listen at {host}, port {}", options.port);
        let listener = TcpListener::bind((host, options.port)).with_context(failed)?;
        listener.set_nonblocking(true).with_context(failed)?;
        let address = listener.local_addr().with_context(failed)?;
        let (sender, notices) = channel();
        let hall = Arc::new(Hall::new(Room::new(options.seeds, options.speed), scores, sender));
        let places = Arc::new(Semaphore::new(MOST_CLIENTS as usize));
        let runtime = Builder::new_multi_thread().worker_threads(THREADS).enable_all().build().with_context(failed)?;
        let access = Arc::new(Access::new(address, &options.hosts));
        runtime.spawn(accept(listener, access, Arc::clone(&hall), Arc::clone(&places)));
        let clock = Arc::clone(&hall);
        let clock =
            thread::Builder::new().name("clock".into()).spawn(move || ticker::run(&clock)).with_context(failed)?;
        Ok(Server { address, hall, notices, threads: Some((runtime, clock)), places })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What has happened, if something happens in that time. High scores that could not be written are tried again.
    pub fn notice(&self, patience: Duration) -> Option<Notice> {
        self.hall.lock().write_scores_again();
        self.notices.recv_timeout(patience).ok()
    }

    /// Ends it: clients are told, and all high scores are written, or the error says which are not.
    pub fn end(&mut self) -> Result<()> {
        self.stop();
        self.hall.lock().finish_scores(LAST_PATIENCE)
    }

    fn stop(&mut self) {
        let Some((runtime, clock)) = self.threads.take() else { return };
        self.hall.shut();
        // It can only have ended already.
        let _ = clock.join();
        // When all places are free, everyone is gone.
        let _ = runtime.block_on(async { timeout(FAREWELL, self.places.acquire_many(MOST_CLIENTS)).await.is_ok() });
        runtime.shutdown_background();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Lets clients in, for ever.
async fn accept(listener: TcpListener, access: Arc<Access>, hall: Arc<Hall>, places: Arc<Semaphore>) {
    // It fails only outside of a runtime.
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    loop {
        let Ok((socket, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // When even the refusals are too many, further clients get no answer.
            if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    greeting::refuse(socket).await;
                    drop(place);
                });
            }
            continue;
        };
        let (access, hall) = (Arc::clone(&access), Arc::clone(&hall));
        tokio::spawn(async move {
            connection::serve(socket, &access, hall).await;
            drop(place);
        });
    }
}
