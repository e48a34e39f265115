//! What is drawn in the terminal. A build without that front end has text only.

#[cfg(feature = "tui")]
pub use tetrolab_tui::{is_there, replay, show_search};

#[cfg(not(feature = "tui"))]
pub use absent::{is_there, replay, show_search};

#[cfg(not(feature = "tui"))]
mod absent {
    use std::process::ExitCode;

    use anyhow::{Result, bail};
    use tetrolab_agents::path::{Action, Lettering, Report, Timeline};
    use tetrolab_engine::{Replay, Time};
    use tetrolab_sessions::folders::Places;
    use tetrolab_sessions::preferences::Preferences;

    pub const fn is_there() -> bool {
        false
    }

    pub fn replay(_: Preferences, _: &Places, _: Replay, _: String, _: f64, _: Option<Time>) -> Result<ExitCode> {
        bail!("this build has no terminal front end; build with --features tui")
    }

    pub fn show_search(_: &Timeline<'_>, _: &[(&str, &Report<Action>)], _: &str, _: Lettering, _: f64) -> Result<()> {
        bail!("this build has no terminal front end; build with --features tui")
    }
}
