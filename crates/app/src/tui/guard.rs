//! A second, sleeping program that gives the terminal back if the first one is killed before it can.

#[cfg(unix)]
pub use unix::{COMMAND, Guard, watch_over};

#[cfg(unix)]
mod unix {
    use std::env;
    use std::io::{Read, Write, stderr, stdin, stdout};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use anyhow::Result;
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    use crate::tui::terminal::write_farewell;

    /// The hidden command that the second program is.
    pub const COMMAND: &str = "restore-terminal";

    /// What the first program says when nothing is left to do.
    const DONE: u8 = b'.';

    /// Starts the second program, which is `$0`. It is in the background, where changing the terminal would stop it, and it must
    /// outlive what ends the first one: a shell can have signals ignored for good.
    const START: &str = r#"trap "" TTOU HUP INT TERM; exec "$0" "$1""#;

    /// The second program.
    pub struct Guard {
        child: Child,
    }

    impl Guard {
        /// Starts it; it knows the terminal as it is now. Without it the terminal is only restored after what a program can
        /// notice itself.
        pub fn start() -> Option<Guard> {
            let mut child = Command::new("sh")
                .args(["-c", START])
                .arg(env::current_exe().ok()?)
                .arg(COMMAND)
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .process_group(0)
                .spawn()
                .ok()?;
            // It says when it is ready.
            let ready = child.stderr.take().is_some_and(|mut error| error.read_exact(&mut [0]).is_ok());
            let guard = Guard { child };
            ready.then_some(guard)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            if let Some(mut input) = self.child.stdin.take() {
                let _ = input.write_all(&[DONE]);
            }
            let _ = self.child.wait();
        }
    }

    /// What the second program does: waits until the first one is done or gone.
    pub fn watch_over() -> Result<()> {
        let before = tcgetattr(stdout())?;
        stderr().write_all(&[DONE])?;
        let mut said = Vec::new();
        stdin().read_to_end(&mut said)?;
        if said.is_empty() {
            write_farewell(&mut stdout())?;
            tcsetattr(stdout(), OptionalActions::Now, &before)?;
        }
        Ok(())
    }
}

#[cfg(not(unix))]
pub use elsewhere::Guard;

#[cfg(not(unix))]
mod elsewhere {
    /// Where a killed program's console is restored by the system, nobody need watch over it.
    pub struct Guard;

    impl Guard {
        pub fn start() -> Option<Guard> {
            None
        }
    }
}
