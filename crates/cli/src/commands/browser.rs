//! Opening an address in the browser of the user.

use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Programs that open the address behind them, in the order in which they are tried. Linux has PowerShell inside Windows (WSL).
const OPENERS: &[&str] = if cfg!(windows) {
    &[POWERSHELL, "explorer.exe"]
} else if cfg!(target_os = "macos") {
    &["open --"]
} else {
    &[POWERSHELL, "xdg-open", "gio open", "gnome-open", "kde-open6 --", "kde-open5 --", "kde-open --"]
};
const POWERSHELL: &str = "powershell.exe -NoProfile -NonInteractive -Command Start-Process -FilePath";

/// How long we wait for a failure. Some of them run as long as the browser; that of macOS does not, and always says how it went.
const PATIENCE: Duration = if cfg!(target_os = "macos") { Duration::from_secs(60) } else { Duration::from_millis(250) };

/// Opens an address with the first program that can.
///
/// # Errors
/// If none can: what the first one said that was there.
pub fn open(link: &str) -> io::Result<()> {
    let (mut failed, mut missing) = (None, None);
    for opener in OPENERS {
        let mut words = opener.split(' ').chain([link]);
        let mut command = Command::new(words.next().unwrap_or_default());
        match run(command.args(words)) {
            Ok(Some(status)) if !status.success() => {
                failed.get_or_insert_with(|| io::Error::other(format!("Launcher {command:?} failed with {status:?}")));
            }
            Ok(_) => return Ok(()),
            Err(error) => missing = Some(error),
        }
    }
    failed.or(missing).map_or(Ok(()), Err)
}

/// How a program ended, if it did soon. It does not hear the Ctrl-C that ends this one.
fn run(command: &mut Command) -> io::Result<Option<ExitStatus>> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait()));
    Ok(ended.recv_timeout(PATIENCE).ok().and_then(Result::ok))
}
