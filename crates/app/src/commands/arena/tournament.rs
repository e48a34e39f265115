//! All games of a tournament, several at once, in a folder that survives whatever stops it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use tetrolab_bot::arena::{DuelRules, Hypothesis, Pairing, Pairings, Results, SprtState, Table};
use tetrolab_experiments::folder::Folder;

use super::entrant::Entrant;
use super::game::{Played, Sitting};
use super::progress::Progress;
use super::record::Game;
use super::seat::Seat;
use super::settings::{KIND, LINES, Length, Settings};

/// Where replays are.
const GAMES: &str = "games";

/// Where standard error is.
const LOGS: &str = "logs";

/// A test that is not over by then is not worth it.
const MOST_GAMES: u64 = 1_000_000;

/// A tournament.
pub struct Tournament {
    pub settings: Settings,
    rules: DuelRules,
    pub entrants: Vec<Entrant>,
    pairings: Pairings,
    state: Mutex<State>,
}

/// What has been played.
struct State {
    folder: Folder,
    /// The games by their numbers, from 0.
    games: BTreeMap<u64, Game>,
    table: Table,
    /// All games before this one have begun or are done.
    next: u64,
    test: Test,
    /// Why bots are given up, if they are.
    given_up: Vec<Option<String>>,
    /// Why nothing more can be played.
    error: Option<anyhow::Error>,
}

/// A sequential test, which takes games in their order, whichever ends first.
#[derive(Clone, Copy, Debug, Default)]
struct Test {
    games: u64,
    results: Results,
    taken: Option<Hypothesis>,
}

impl Tournament {
    /// Begins one in a folder.
    pub fn create(path: &Path, settings: Settings, command: &str) -> Result<Tournament> {
        let (rules, entrants) = prepared(&settings)?;
        let folder = Folder::create(path, KIND, LINES, command, &settings)?;
        Tournament::new(settings, rules, entrants, folder, Vec::new())
    }

    /// Goes on with the one in a folder. Returns whether a torn line was taken away, too.
    pub fn open(path: &Path) -> Result<(Tournament, bool)> {
        let found = Folder::open::<Settings, Game>(path, KIND, LINES)?;
        let (rules, entrants) = prepared(&found.manifest.settings)?;
        let tournament = Tournament::new(found.manifest.settings, rules, entrants, found.folder, found.lines)?;
        Ok((tournament, found.was_torn))
    }

    fn new(
        settings: Settings,
        rules: DuelRules,
        entrants: Vec<Entrant>,
        folder: Folder,
        lines: Vec<Game>,
    ) -> Result<Tournament> {
        for name in [GAMES, LOGS] {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        }
        let bots = settings.bots.len();
        let mut state = State {
            folder,
            games: BTreeMap::new(),
            table: Table::new(bots),
            next: 0,
            test: Test::default(),
            given_up: vec![None; bots],
            error: None,
        };
        for game in lines {
            let is_sound = game.game > 0 && game.sides().iter().all(|&bot| bot < bots);
            ensure!(is_sound, "{}: a line is of no game of this tournament", state.folder.path().join(LINES).display());
            state.add(game, &settings);
        }
        Ok(Tournament { pairings: Pairings::new(bots), settings, rules, entrants, state: Mutex::new(state) })
    }

    /// How many games there are, if that is known.
    pub const fn games_in_all(&self) -> Option<u64> {
        match self.settings.length {
            Length::Games(games) => Some(games * self.pairings.pairs() as u64),
            Length::Sprt { .. } => None,
        }
    }

    /// Plays what is still to be played, so many games at once, until it is done or stopped.
    ///
    /// # Errors
    /// If a game cannot be kept.
    pub fn play(&self, at_once: usize, stopped: &AtomicBool, progress: &Progress) -> Result<()> {
        thread::scope(|scope| {
            for worker in 0..at_once {
                scope.spawn(move || self.work(worker, stopped, progress));
            }
        });
        self.state().error.take().map_or(Ok(()), Err)
    }

    /// What one thread does.
    fn work(&self, worker: usize, stopped: &AtomicBool, progress: &Progress) {
        let is_stopped = || stopped.load(Ordering::Relaxed) || self.state().error.is_some();
        let table = Sitting {
            settings: &self.settings,
            rules: &self.rules,
            is_stopped: &is_stopped,
            placed: &|| progress.placed(self),
        };
        let mut seats: Vec<Option<Box<dyn Seat>>> = self.entrants.iter().map(|_| None).collect();
        while !is_stopped()
            && let Some((number, pairing)) = self.next_game()
        {
            let mut sitting = pairing.sides.map(|bot| seats[bot].take().unwrap_or_else(|| self.seat(bot, worker)));
            let [a, b] = &mut sitting;
            let played = table.play(number, &pairing, [a.as_mut(), b.as_mut()]);
            for (bot, seat) in pairing.sides.into_iter().zip(sitting) {
                self.give_up(bot, seat.given_up(), progress);
                seats[bot] = Some(seat);
            }
            match played {
                Ok(Some(played)) => self.keep(played),
                Ok(None) => {}
                Err(error) => self.fail(error),
            }
            progress.placed(self);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    fn log(&self, bot: usize, worker: usize) -> PathBuf {
        self.state().folder.path().join(LOGS).join(format!("{}-{}.log", bot + 1, worker + 1))
    }

    fn seat(&self, bot: usize, worker: usize) -> Box<dyn Seat> {
        self.entrants[bot].seat(&self.settings, &self.rules.rules, self.log(bot, worker))
    }

    /// The next game that nobody plays yet; none if there is nothing left to play.
    fn next_game(&self) -> Option<(u64, Pairing)> {
        let mut state = self.state();
        let last = self.games_in_all().unwrap_or(MOST_GAMES);
        while state.next < last
            && state.test.taken.is_none()
            && state.given_up.iter().filter(|why| why.is_none()).count() > 1
        {
            let number = state.next;
            state.next += 1;
            let pairing = self.pairings.game(number);
            let is_there = |&bot: &usize| state.given_up[bot].is_none();
            if !state.games.contains_key(&number) && pairing.sides.iter().all(is_there) {
                return Some((number, pairing));
            }
        }
        None
    }

    /// Keeps a game: its replays first, so that there is no line without them.
    fn keep(&self, played: Played) {
        let mut state = self.state();
        let Played { game, replays } = played;
        let mut write = || -> Result<()> {
            for (replay, side) in replays.iter().zip(["a", "b"]) {
                state.folder.write(&format!("{GAMES}/{:03}-{side}.replay", game.game), &replay.to_bytes())?;
            }
            Ok(state.folder.append(&game)?)
        };
        if let Err(error) = write() {
            state.error.get_or_insert(error);
            return;
        }
        state.add(game, &self.settings);
    }

    fn fail(&self, error: anyhow::Error) {
        self.state().error.get_or_insert(error);
    }

    /// A bot that cannot be started plays no more.
    fn give_up(&self, bot: usize, reason: Option<String>, progress: &Progress) {
        let Some(reason) = reason else { return };
        let mut state = self.state();
        if state.given_up[bot].is_none() {
            progress.say(&format!(
                "tetrolab: {:?} is given up, because it could not be started several times in a row: {reason}",
                self.settings.bots[bot]
            ));
            state.given_up[bot] = Some(reason);
        }
    }

    /// All games in their order.
    pub fn games(&self) -> Vec<Game> {
        self.state().games.values().cloned().collect()
    }

    /// Who won against whom.
    pub fn table(&self) -> Table {
        self.state().table.clone()
    }

    /// How many games there are.
    pub fn games_played(&self) -> u64 {
        self.state().games.len() as u64
    }

    /// Where the test stands, if it is one, and after how many games.
    pub fn test(&self) -> Option<(SprtState, u64)> {
        let test = self.state().test;
        self.settings.length.sprt().map(|sprt| (sprt.state(&test.results), test.games))
    }

    /// Whether all that was asked for is played.
    pub fn is_done(&self) -> bool {
        let state = self.state();
        match self.games_in_all() {
            Some(games) => state.games.len() as u64 >= games,
            None => state.test.taken.is_some(),
        }
    }

    /// The bots that were given up, and why.
    pub fn given_up(&self) -> Vec<(usize, String)> {
        let state = self.state();
        let why = state.given_up.iter().enumerate();
        why.filter_map(|(bot, reason)| reason.clone().map(|reason| (bot, reason))).collect()
    }

    /// The folder.
    pub fn path(&self) -> PathBuf {
        self.state().folder.path().to_path_buf()
    }
}

impl State {
    /// One more game.
    fn add(&mut self, game: Game, settings: &Settings) {
        self.table.add(game.sides(), game.winning_side());
        self.games.insert(game.game - 1, game);
        self.test.go_on(&self.games, settings);
    }
}

impl Test {
    /// Takes the games that follow those it has, until one is missing or it is over.
    fn go_on(&mut self, games: &BTreeMap<u64, Game>, settings: &Settings) {
        let Some(sprt) = settings.length.sprt() else { return };
        while self.taken.is_none()
            && let Some(game) = games.get(&self.games)
        {
            self.results.add(game.result_of(0));
            self.games += 1;
            self.taken = sprt.state(&self.results).taken;
        }
    }
}

/// Everything that a tournament needs and that may be refused.
fn prepared(settings: &Settings) -> Result<(DuelRules, Vec<Entrant>)> {
    ensure!(settings.bots.len() >= 2, "a duel needs two bots");
    if let Some(sprt) = settings.length.sprt() {
        ensure!(settings.bots.len() == 2, "--sprt compares two bots, not {}", settings.bots.len());
        sprt.check().map_err(|reason| anyhow!("--sprt: {reason}"))?;
    }
    let rules = settings.duel()?;
    let entrants = settings.bots.iter().map(|name| Entrant::new(name, &rules.rules)).collect::<Result<Vec<_>>>()?;
    Ok((rules, entrants))
}
