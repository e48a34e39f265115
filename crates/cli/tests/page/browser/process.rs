//! The process: started quiet, offline and always alike, and ended with all its children whatever becomes of the tests.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::iter;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Where Debian has it; elsewhere it is looked for in `PATH`.
const PLACE: &str = "/usr/bin/chromium";
const NAME: &str = "chromium";
/// How it is installed by hand.
const INSTALL: &str = "apt-get update && apt-get install --yes --no-install-recommends chromium";

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(30);
/// What it writes before the address at which it can be talked to.
const ADDRESS: &str = "DevTools listening on ";

/// Runs the program of the last arguments until its input ends, which it does when the tests are gone, however they ended. Then the program and
/// its children are killed, and its folder, the first argument, is removed.
const GUARD: &str = r#"
folder=$1
shift
setsid "$@" </dev/null >/dev/null &
exec 2>/dev/null
read -r _
kill -KILL "$!" "-$!"
wait
rm -rf "$folder"
"#;

/// Without windows, in software, reachable on a free port.
const HEADLESS: [&str; 6] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--no-startup-window",
];

/// No welcome pages, prompts or reports.
const QUIET: [&str; 11] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication",
    "--password-store=basic",
    "--mute-audio",
];

/// Nothing but this machine exists.
const OFFLINE: [&str; 5] = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// The same colours, letters and language on every machine, and pages in the background that are as quick as others.
const ALIKE: [&str; 6] = [
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--lang=en-US",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];

/// A Chromium that runs until this is dropped.
pub struct Process {
    /// The shell around it, whose input is held open.
    guard: Child,
    /// Where it keeps everything.
    pub folder: PathBuf,
    /// Where it can be talked to.
    pub address: String,
}

impl Process {
    /// Starts it with a new folder, and waits until it can be talked to.
    pub fn start() -> Result<Process, String> {
        let missing = || format!("Chromium is missing: run `cargo xtask test`, or `{INSTALL}`");
        let program = program(Path::new(PLACE), env::var_os("PATH")).ok_or_else(missing)?;
        let folder = tempfile::Builder::new()
            .prefix("tetrolab-chromium-")
            .tempdir()
            .map_err(|error| format!("Chromium has no place for its folder: {error}"))?;
        let mut guard = Command::new("sh")
            .args(["-c", GUARD, "guard"])
            .arg(folder.path())
            .arg(program)
            .args(HEADLESS)
            .args(QUIET)
            .args(OFFLINE)
            .args(ALIKE)
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .env("HOME", folder.path())
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // What interrupts the tests at a keyboard must not end the guard before its work.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("cannot start Chromium: {error}"))?;
        // From here on the guard removes it.
        let folder = folder.keep();
        let errors = guard.stderr.take();
        let mut process = Process { guard, folder, address: String::new() };
        process.address = address(errors.ok_or("Chromium has no standard error")?)?;
        Ok(process)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// The program, at its usual place or in one of the folders of `PATH`.
pub fn program(usual: &Path, folders: Option<OsString>) -> Option<PathBuf> {
    let folders = folders.unwrap_or_default();
    let elsewhere = env::split_paths(&folders).map(|folder| folder.join(NAME));
    iter::once(usual.to_path_buf()).chain(elsewhere).find(|path| path.is_file())
}

/// Waits for the address, and goes on reading afterwards, so that Chromium never waits for a reader.
fn address(errors: ChildStderr) -> Result<String, String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut errors = BufReader::new(errors);
        let mut said = String::new();
        let mut found = Err(());
        while found.is_err() && errors.read_line(&mut said).is_ok_and(|length| length > 0) {
            let line = said.lines().next_back().unwrap_or_default();
            found = line.strip_prefix(ADDRESS).map(|address| address.trim().to_string()).ok_or(());
        }
        // The receiver is gone if it took too long.
        let _ = sender.send(found.map_err(|()| format!("Chromium ended before it could be talked to: {said}")));
        let _ = io::copy(&mut errors, &mut io::sink());
    });
    receiver.recv_timeout(PATIENCE).map_err(|_| format!("Chromium did not start within {PATIENCE:?}"))?
}
