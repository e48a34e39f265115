//! The page's server through real sockets, without a browser.

#[cfg(unix)]
#[path = "../games/mod.rs"]
mod games;
#[cfg(unix)]
#[path = "../page_server/mod.rs"]
mod page_server;

mod fuzz;
mod learn;
mod replays;
mod serving;
mod watch;
