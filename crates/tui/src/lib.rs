//! The game in the terminal: playing, watching, replays, scores and settings.

mod changes;
mod choosing;
mod colours;
mod games_list;
mod hint;
mod input;
mod keys_view;
mod listing;
mod look;
mod look_sample;
mod matrix;
mod measure;
mod menu;
mod over;
mod pieces;
mod playing;
mod replaying;
mod run;
mod scene;
mod scores_view;
#[cfg(test)]
mod screens;
mod search;
mod search_view;
mod settings_view;
mod show;
mod signals;
mod statistics_view;
mod stored;
mod terminal;
mod view;
mod watching;
mod writing;

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::process::{self, ExitCode};
use tetrolab_sessions::folders::Places;

use anyhow::{Result, ensure};
use tetrolab_agents::Speed;
use tetrolab_engine::{Replay, Time};
use tetrolab_records::Records;

use menu::Menu;
use playing::Playing;
use replaying::Replaying;
use run::{Ending, Views};
use terminal::Screen;
use tetrolab_sessions::play::NewGame;
use tetrolab_sessions::preferences::{Keyboard, Preferences};
use view::{Shared, View};
use watching::Watching;

use colours::Depth;
pub use measure::{Times, measure};
pub use search::show_search;

/// What is said where there is none.
const NO_TERMINAL: &str = "this needs a terminal to draw in and to read keys from";

/// Whether there is a terminal to draw in and to read keys from.
pub fn is_there() -> bool {
    stdout().is_terminal() && stdin().is_terminal()
}

/// The menu, or a game at once.
pub fn play(preferences: Preferences, places: &Places, game: Option<NewGame>) -> Result<ExitCode> {
    show(preferences, places, true, |shared| match game {
        Some(game) => Ok(Box::new(Playing::new(game, shared)?)),
        None => Ok(Box::new(Menu::new(shared))),
    })
}

/// An agent at play.
pub fn watch(preferences: Preferences, places: &Places, agent: &str, speed: Speed, game: NewGame) -> Result<ExitCode> {
    show(preferences, places, true, |shared| Ok(Box::new(Watching::new(agent, speed, game, shared)?)))
}

/// A replay. With a time to stay the program ends so long after it.
pub fn replay(
    preferences: Preferences,
    places: &Places,
    replay: Replay,
    name: String,
    speed: f64,
    stay: Option<Time>,
) -> Result<ExitCode> {
    show(preferences, places, false, |shared| {
        let replaying = Replaying::new(replay, name, shared)?.at_speed(speed);
        Ok(Box::new(match stay {
            Some(stay) => replaying.leaving(stay),
            None => replaying,
        }))
    })
}

/// Shows a view and whatever it leads to. Where games are to be stored, it is told at once if they cannot be. What is wrong with the view is known before the terminal is taken.
fn show(
    preferences: Preferences,
    places: &Places,
    stores_games: bool,
    first: impl FnOnce(&Shared) -> Result<Box<dyn View>>,
) -> Result<ExitCode> {
    ensure!(is_there(), "{NO_TERMINAL}");
    let keyboard = preferences.keyboard;
    let mut shared = Shared::new(preferences, Depth::of_terminal());
    shared.settings_file = Some(places.settings.clone());
    shared.ask_for(places.language);
    match Records::open(&places.records) {
        Ok(records) => {
            if let Some(damage) = records.damage() {
                shared.notify(damage.to_string());
            }
            if stores_games && let Err(error) = records.check_writable() {
                shared.notify(shared.texts.over.not_kept.with(&[("reason", &error)]));
            }
            shared.records = Some(records);
        }
        Err(error) => shared.notify(shared.texts.over.not_kept.with(&[("reason", &error)])),
    }
    let views = Views::new(first(&shared)?);
    let mut screen = Screen::open(keyboard == Keyboard::Auto)?;
    shared.reports_releases = screen.reports_releases() || keyboard == Keyboard::Releases;
    shared.knows_of_releases = keyboard != Keyboard::Auto;
    let ending = run::run(views, &mut shared, &mut screen)?;
    drop(screen);
    for notice in shared.unseen_notices() {
        // Standard error may be gone.
        let _ = writeln!(stderr(), "tetrolab: {notice}");
    }
    match ending {
        Ending::Left => Ok(ExitCode::SUCCESS),
        // As the shell counts. The terminal may be gone, so nothing more is written.
        Ending::Signal(signal) => {
            drop(shared);
            process::exit(128 + i32::from(signal))
        }
    }
}
