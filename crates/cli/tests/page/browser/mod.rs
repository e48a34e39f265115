//! A real Chromium for tests: its process, its pages, and what a person does and sees there.
//!
//! Everything blocks and panics with a sentence, as a test needs it. The tests share a Chromium, and every page has its own storage.

mod accessibility;
mod connection;
mod emulation;
mod errors;
mod input;
mod keys;
mod overflow;
mod page;
pub mod process;
mod screenshot;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use connection::Connection;
pub use page::Page;
use process::Process;
use serde_json::{Value, json};

/// A running Chromium without windows. It ends, with all it has started, when this is dropped and when the tests end.
pub struct Browser {
    /// Dropped first, while Chromium still runs.
    connection: Mutex<Connection>,
    process: Process,
    /// What pages say they are, which must be said again when their language changes.
    user_agent: String,
}

impl Browser {
    /// Starts a Chromium.
    ///
    /// # Panics
    ///
    /// If it is missing or does not start.
    pub fn start() -> Browser {
        Browser::try_start().unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// The Chromium of all tests; the first who asks starts it.
    ///
    /// # Panics
    ///
    /// If it is missing or does not start.
    pub fn shared() -> &'static Browser {
        static SHARED: OnceLock<Result<Browser, String>> = OnceLock::new();
        SHARED.get_or_init(Browser::try_start).as_ref().unwrap_or_else(|reason| panic!("{reason}"))
    }

    fn try_start() -> Result<Browser, String> {
        let process = Process::start()?;
        let mut connection = Connection::open(&process.address)?;
        let version = connection.call("Browser.getVersion", &json!({}))?;
        let user_agent = version["userAgent"].as_str().unwrap_or_default().to_string();
        Ok(Browser { connection: Mutex::new(connection), process, user_agent })
    }

    /// Opens a page in a browser context of its own: nothing stored by others is seen.
    ///
    /// # Panics
    ///
    /// If Chromium does not open it.
    pub fn page(&self) -> Page<'_> {
        Page::open(self).unwrap_or_else(|reason| panic!("cannot open a page: {reason}"))
    }

    /// The folder in which it keeps everything, home of all its processes.
    pub fn folder(&self) -> &Path {
        &self.process.folder
    }

    /// Asks the browser itself, not one of its pages.
    fn call(&self, method: &str, parameters: &Value) -> Result<Value, String> {
        self.connection().call(method, parameters)
    }

    /// A test that failed while it held the connection leaves it usable.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
