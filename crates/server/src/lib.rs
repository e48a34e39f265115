//! The page: a server for browsers. It is glue between sockets and the rest of the program.

mod agents;
mod assets;
mod budget;
mod connection;
mod door;
mod gate;
mod house;
mod links;
mod outbox;
mod picture;
mod refusal;
mod runs;
mod token;
mod topics;
mod turns;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use gate::Gate;
use house::House;
use tetrolab_host::access::Access;
use tetrolab_sessions::folders::Places;
use tetrolab_sessions::preferences::Preferences;
pub use token::Token;

/// The ports that are tried, one after the other.
const PORTS: std::ops::RangeInclusive<u16> = 7878..=7899;
/// Threads for sockets and games.
const THREADS: usize = 2;
/// Threads for everything that may wait a little.
const ASIDE: usize = 2;
/// Clients that wait to be let in.
const BACKLOG: u32 = 1024;
/// Bytes that the system keeps for a client that does not read. Pictures are small; with more of them it would take long to notice.
const UNREAD: u32 = 128 << 10;
/// How long clients and runs may take to stop.
const FAREWELL: Duration = Duration::from_secs(5);

/// Locks a mutex, also after a thread has panicked while it held it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a server is told.
pub struct Options {
    /// Where to listen.
    pub bind: IpAddr,
    /// The port; 0 means any, and none the first free one that is usual.
    pub port: Option<u16>,
    /// What browsers must know.
    pub token: Option<Token>,
    /// Names of this machine.
    pub hosts: Vec<String>,
    /// Where settings and games are kept.
    pub places: Places,
    /// What the user wants.
    pub preferences: Preferences,
    /// Where runs are kept.
    pub runs: PathBuf,
}

/// A server that runs until it is told to end.
pub struct Server {
    address: SocketAddr,
    token: Option<Token>,
    house: Arc<House>,
    warnings: Vec<String>,
    closing: watch::Sender<bool>,
    serving: JoinHandle<io::Result<()>>,
    runtime: Runtime,
    aside: Runtime,
}

impl Server {
    /// Begins to listen.
    pub fn start(options: Options) -> Result<Server> {
        let threads = |count: usize, name: &str| {
            Builder::new_multi_thread().worker_threads(count).thread_name(name).enable_all().build()
        };
        let runtime = threads(THREADS, "page").context("cannot start threads")?;
        let aside = threads(ASIDE, "aside").context("cannot start threads")?;
        let listener = {
            // The socket belongs to these threads.
            let _entered = runtime.enter();
            listen(options.bind, options.port)?
        };
        let address = listener.local_addr().context("the socket has no address")?;
        let (closing, is_closing) = watch::channel(false);
        let (house, warnings) = House::open(&options, aside.handle().clone(), is_closing.clone());
        let house = Arc::new(house);
        let gate = Arc::new(Gate::new(Access::new(address, &options.hosts), options.token.clone()));
        let router = Router::new()
            .route("/socket", get(connection::open))
            .route("/runs/{name}/{file}", get(runs::serve))
            .fallback(assets::serve)
            .layer(from_fn_with_state(gate, gate::pass))
            .with_state(Arc::clone(&house));
        let serving = runtime.spawn(door::serve(listener, router, is_closing));
        Ok(Server { address, token: options.token, house, warnings, closing, serving, runtime, aside })
    }

    /// The addresses of the page, with the token if one is needed. The last one leads there from this machine.
    pub fn links(&self) -> Vec<String> {
        let token = self.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        links::addresses(self.address).into_iter().map(|address| format!("http://{address}/{token}")).collect()
    }

    /// What should be said although the server runs.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether it still listens.
    pub fn is_running(&self) -> bool {
        !self.serving.is_finished()
    }

    /// Ends it: clients are told, runs are kept so that they can go on.
    pub fn end(self) -> Result<()> {
        // The listener may be gone already.
        let _ = self.closing.send(true);
        let served = self.runtime.block_on(async {
            let served = timeout(FAREWELL, self.serving).await;
            // Clients that do not go are left alone.
            let _ = timeout(FAREWELL, self.house.is_empty()).await;
            served
        });
        self.house.end(FAREWELL);
        self.aside.shutdown_background();
        self.runtime.shutdown_background();
        match served {
            Ok(Ok(served)) => served.context("the socket failed"),
            Ok(Err(error)) => Err(anyhow!("{error}")),
            // The same goes for requests.
            Err(_) => Ok(()),
        }
    }
}

/// A socket that listens. What it accepts keeps little that is not read.
fn listen_at(bind: IpAddr, port: u16) -> io::Result<TcpListener> {
    let socket = if bind.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // So that a server can be started again at once. Elsewhere this means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Where it cannot be said, the system keeps as much as it likes.
    let _ = socket.set_send_buffer_size(UNREAD);
    socket.bind(SocketAddr::new(bind, port))?;
    socket.listen(BACKLOG)
}

/// The first port that can be listened at.
fn listen(bind: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    if let Some(port) = port {
        let said = || format!("cannot listen at {bind}, port {port}; without --port a free one is taken");
        return listen_at(bind, port).with_context(said);
    }
    for port in PORTS {
        match listen_at(bind, port) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).with_context(|| format!("cannot listen at {bind}, port {port}")),
        }
    }
    bail!("all ports from {} to {} are taken; name another with --port", PORTS.start(), PORTS.end())
}
