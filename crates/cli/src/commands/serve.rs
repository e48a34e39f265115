//! `tetrolab serve`, and what `tetrolab` alone does: the page.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::browser;
use super::interrupt::stop_on_interrupt;
use super::table::Table;
use tetrolab_runs::warn;
use tetrolab_server::{Server, Token};
use tetrolab_sessions::folders;

/// How often we look whether the user wants to stop.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub struct Serve {
    /// The TCP port; 0 means any that is free [default: the first free one from 7878 on]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The address to listen at. All but those of this machine alone demand a token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// What a browser must know to be let in, at least 16 letters and digits [default: none at home, a new one elsewhere]
    #[arg(long, value_name = "TOKEN")]
    token: Option<Token>,
    /// A name by which browsers reach this machine, besides its addresses
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Where training and solver runs are kept [default: runs in the data folder]
    #[arg(long, value_name = "FOLDER")]
    runs: Option<PathBuf>,
    #[command(flatten)]
    table: Table,
}

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let places = self.table.places()?;
        // Errors in the settings are reported before a page is opened.
        let preferences = self.table.preferences()?;
        let needs_token = !self.bind.is_loopback();
        let token = match self.token {
            Some(token) => Some(token),
            None if needs_token => Some(Token::random()?),
            None => None,
        };
        let stopped = stop_on_interrupt()?;
        let server = Server::start(tetrolab_server::Options {
            bind: self.bind,
            port: self.port,
            token,
            hosts: self.host,
            places,
            preferences,
            runs: self.runs.map_or_else(folders::runs_folder, Ok)?,
        })?;
        let links = server.links();
        // A closed pipe is no reason to end.
        let _ = writeln!(out, "{}", links.join("\n")).and_then(|()| out.flush());
        for warning in server.warnings() {
            warn(warning);
        }
        if self.open
            && let Some(link) = links.last()
            && let Err(error) = browser::open(link)
        {
            warn(&format!("no browser could be opened ({error}); the page is at {link}"));
        }
        while !stopped.load(Ordering::Relaxed) {
            thread::sleep(LOOK);
            ensure!(server.is_running(), "the server stopped by itself");
        }
        server.end().context("the page")
    }
}
