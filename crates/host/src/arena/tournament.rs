//! All games of a tournament, several at once, in a folder that survives whatever stops it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use tetrolab_bot::arena::{DuelRules, Hypothesis, LossKind, Pairing, Pairings, Results, SprtState, Table};
use tetrolab_runs::folder::Folder;

use super::entrant::{Entrant, Kept};
use super::game::{Played, Sitting};
use super::record::{Game, Player};
use super::seat::Seat;
use super::settings::{KIND, LINES, Settings};
use tetrolab_inputs::numbers::quoted;

/// Where replays are.
const GAMES: &str = "games";

/// Where standard error is.
const LOGS: &str = "logs";

/// A test that is not over by then is not worth it.
const MOST_GAMES: u64 = 1_000_000;

/// Follows a tournament while it is played.
pub trait Watch: Sync {
    /// A piece was placed, or a game ended.
    fn placed(&self, tournament: &Tournament);

    /// Says something that stays.
    fn say(&self, sentence: &str);
}

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
    /// How bots begin their games.
    starts: Vec<Starts>,
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

/// The starts of a bot. One that cannot be started plays no more.
#[derive(Clone, Debug, Default)]
struct Starts {
    /// Those in a row that failed, up to the last game.
    failed: u32,
    /// Why the last of them did.
    reason: String,
}

/// A bot is given up after this many failed starts in a row.
const MOST_FAILED_STARTS: u32 = 3;

impl Starts {
    /// One more game. Games that go on when the bot has been given up change nothing any more.
    fn add(&mut self, player: &Player) {
        if self.are_hopeless() {
            return;
        }
        if player.loss() == Some(LossKind::NoStart) {
            self.failed += 1;
            self.reason.clone_from(&player.detail);
        } else {
            self.failed = 0;
        }
    }

    /// Whether there is no point in beginning again.
    const fn are_hopeless(&self) -> bool {
        self.failed >= MOST_FAILED_STARTS
    }
}

impl Tournament {
    /// Begins one in a folder.
    pub fn create(path: &Path, settings: Settings, command: &str) -> Result<Tournament> {
        let (rules, entrants) = prepared(&settings)?;
        let folder = Folder::create(path, KIND, LINES, command, &settings)?;
        Tournament::new(settings, rules, entrants, folder, Vec::new())
    }

    /// Resumes the tournament of a folder. Returns whether a torn line was removed, too.
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
            starts: vec![Starts::default(); bots],
            error: None,
        };
        let pairings = Pairings::new(bots);
        let most = settings.length.games(&pairings).unwrap_or(MOST_GAMES);
        for (index, game) in lines.into_iter().enumerate() {
            let number = game.game;
            let checked = match number.checked_sub(1) {
                Some(place) if state.games.contains_key(&place) => Err(format!("game {number} is there twice")),
                Some(place) if place < most => game.check(settings.seed, &pairings.game(place)),
                _ => Err(format!("there is no game {number}, games are numbered from 1 to {most}")),
            };
            checked.map_err(|reason| {
                anyhow!("{}: line {}: {reason}", state.folder.path().join(LINES).display(), index + 1)
            })?;
            state.add(game, &settings);
        }
        Ok(Tournament { pairings, settings, rules, entrants, state: Mutex::new(state) })
    }

    /// How many games there are, if that is known.
    pub const fn games_in_all(&self) -> Option<u64> {
        self.settings.length.games(&self.pairings)
    }

    /// Plays the remaining games, `at_once` at a time, until all are done or it is stopped.
    ///
    /// # Errors
    /// If a game cannot be kept.
    pub fn play(&self, at_once: usize, stopped: &AtomicBool, watch: &dyn Watch) -> Result<()> {
        thread::scope(|scope| {
            for worker in 0..at_once {
                scope.spawn(move || self.work(worker, stopped, watch));
            }
        });
        self.state().error.take().map_or(Ok(()), Err)
    }

    /// What one thread does.
    fn work(&self, worker: usize, stopped: &AtomicBool, watch: &dyn Watch) {
        let is_stopped = || stopped.load(Ordering::Relaxed) || self.state().error.is_some();
        let table = Sitting {
            settings: &self.settings,
            rules: &self.rules,
            is_stopped: &is_stopped,
            placed: &|| watch.placed(self),
        };
        let mut seats: Vec<Option<Box<dyn Seat>>> = self.entrants.iter().map(|_| None).collect();
        while !is_stopped()
            && let Some((number, pairing)) = self.next_game()
        {
            let mut sitting = pairing.sides.map(|bot| seats[bot].take().unwrap_or_else(|| self.seat(bot, worker)));
            let [a, b] = &mut sitting;
            let played = table.play(number, &pairing, [a.as_mut(), b.as_mut()]);
            for (bot, seat) in pairing.sides.into_iter().zip(sitting) {
                seats[bot] = Some(seat);
            }
            match played {
                Ok(Some(played)) => self.keep(played, watch),
                Ok(None) => {}
                Err(error) => self.fail(error),
            }
            watch.placed(self);
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

    /// The next game that has not been started; `None` if there is nothing left to play.
    fn next_game(&self) -> Option<(u64, Pairing)> {
        let mut state = self.state();
        let last = self.games_in_all().unwrap_or(MOST_GAMES);
        while state.next < last
            && state.test.taken.is_none()
            && state.starts.iter().filter(|starts| !starts.are_hopeless()).count() > 1
        {
            let number = state.next;
            state.next += 1;
            let pairing = self.pairings.game(number);
            if state.is_to_be_played(number, &pairing) {
                return Some((number, pairing));
            }
        }
        None
    }

    /// Keeps a game: its replays first, so that there is no line without them.
    fn keep(&self, played: Played, watch: &dyn Watch) {
        let mut state = self.state();
        let Played { game, replays } = played;
        let mut write = || -> Result<()> {
            for (replay, side) in replays.iter().zip(["a", "b"]) {
                state.folder.write(&format!("{GAMES}/{:03}-{side}.replay", game.game), &replay.to_bytes())?;
            }
            Ok(state.folder.append(&game)?)
        };
        if let Err(error) = write() {
            let path = quoted(&state.folder.path().to_string_lossy());
            let error = anyhow!("{error:#}; all games before it are kept, and tetrolab arena --resume {path} goes on");
            state.error.get_or_insert(error);
            return;
        }
        let sides = game.sides();
        let were_hopeless = sides.map(|bot| state.starts[bot].are_hopeless());
        state.add(game, &self.settings);
        for (bot, _) in sides.into_iter().zip(were_hopeless).filter(|(_, were_hopeless)| !were_hopeless) {
            if state.starts[bot].are_hopeless() {
                watch.say(&self.farewell(bot, &state.starts[bot].reason));
            }
        }
    }

    fn fail(&self, error: anyhow::Error) {
        self.state().error.get_or_insert(error);
    }

    /// What is said about a bot that is given up.
    pub fn farewell(&self, bot: usize, reason: &str) -> String {
        let name = &self.settings.bots[bot];
        format!("tetrolab: {name:?} is given up, because it could not be started several times in a row: {reason}")
    }

    /// All games in their order.
    pub fn games(&self) -> Vec<Game> {
        self.state().games.values().cloned().collect()
    }

    /// The wins of each bot against each other one.
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

    /// Whether there is anything left to play: not the games of bots that were given up.
    pub fn can_go_on(&self) -> bool {
        let state = self.state();
        let mut all = 0..self.games_in_all().unwrap_or(MOST_GAMES);
        state.test.taken.is_none() && all.any(|number| state.is_to_be_played(number, &self.pairings.game(number)))
    }

    /// The bots that were given up, and why.
    pub fn given_up(&self) -> Vec<(usize, String)> {
        let state = self.state();
        let starts = state.starts.iter().enumerate();
        starts.filter(|(_, starts)| starts.are_hopeless()).map(|(bot, starts)| (bot, starts.reason.clone())).collect()
    }

    pub fn path(&self) -> PathBuf {
        self.state().folder.path().to_path_buf()
    }
}

impl State {
    /// Whether a game is missing that can be played.
    fn is_to_be_played(&self, number: u64, pairing: &Pairing) -> bool {
        !self.games.contains_key(&number) && pairing.sides.iter().all(|&bot| !self.starts[bot].are_hopeless())
    }

    /// One more game.
    fn add(&mut self, game: Game, settings: &Settings) {
        for player in game.players() {
            self.starts[player.bot].add(player);
        }
        if game.counts() {
            self.table.add(game.sides(), game.winning_side());
        }
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
            if game.counts() {
                self.results.add(game.result_of(0));
            }
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
    let ready = |(kept, name): (&Kept, &String)| {
        Entrant::new(kept, &rules.rules, &settings.folder).with_context(|| name.clone())
    };
    let entrants = settings.entrants.iter().zip(&settings.bots).map(ready).collect::<Result<Vec<_>>>()?;
    Ok((rules, entrants))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    struct Silent;

    impl Watch for Silent {
        fn placed(&self, _: &Tournament) {}

        fn say(&self, _: &str) {}
    }

    /// A game of the sample.
    fn game(number: u64) -> Game {
        let Pairing { sides: [a, b], round } = Pairings::new(2).game(number - 1);
        let [a, b] = [a, b].map(|bot| Player { bot, ..Player::default() });
        Game { game: number, seed: 1, round, winner: None, a, b, seconds: 1.0, game_seconds: 1.0 }
    }

    /// A game in which the first bot could not be started.
    fn not_started(number: u64) -> Game {
        let mut game = game(number);
        let loser = if game.a.bot == 0 { &mut game.a } else { &mut game.b };
        (loser.lost, loser.detail) = (Some("no start".into()), format!("reason {number}"));
        game.winner = Some(if game.a.bot == 0 { 'b' } else { 'a' });
        game
    }

    fn kept(games: &[Game]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let tournament = Tournament::create(folder.path(), Settings::sample(), "tetrolab arena").unwrap();
        games.iter().for_each(|game| tournament.state().folder.append(game).unwrap());
        folder
    }

    #[test]
    fn lines_that_do_not_fit_are_refused() {
        let refusal = |change: fn(&mut Game)| {
            let mut changed = game(2);
            change(&mut changed);
            let folder = kept(&[game(1), changed]);
            let error = Tournament::open(folder.path()).map(drop).unwrap_err().to_string();
            let (file, reason) = error.split_once(": line 2: ").expect("it says where");
            assert!(file.ends_with("games.jsonl"), "{file}");
            reason.to_string()
        };
        assert_eq!(refusal(|game| game.game = 1), "game 1 is there twice");
        for number in [0, 9] {
            assert!(
                refusal(if number == 0 { |game| game.game = 0 } else { |game| game.game = 9 })
                    .starts_with(&format!("there is no game {number}, games are numbered from 1 to 4"))
            );
        }
        let other = "game 2 is that of bots 1 and 0 in round 1 of seed 1, and something else is written";
        assert_eq!(refusal(|game| game.a.bot = 0), other);
        assert_eq!(refusal(|game| game.seed = 2), other);
        assert_eq!(refusal(|game| game.winner = Some('z')), "by who lost, nobody won, and 'z' is written");
        assert_eq!(refusal(|game| game.a.lost = Some("bad luck".into())), "nobody loses by \"bad luck\"");
        assert_eq!(refusal(|game| game.a.lost = Some("top out".into())), "by who lost, 'b' won, and nobody is written");
    }

    #[test]
    fn games_that_were_not_started_do_not_count() {
        let folder = kept(&[not_started(1), not_started(2)]);
        let (tournament, _) = Tournament::open(folder.path()).unwrap();
        assert_eq!((tournament.games_played(), tournament.table().all(1).games()), (2, 0));
        assert_eq!(tournament.given_up(), []);
        assert!(tournament.can_go_on());
        assert_eq!(tournament.next_game().unwrap().0, 2);
    }

    #[test]
    fn who_was_given_up_stays_so() {
        let folder = kept(&[not_started(1), not_started(2), not_started(3)]);
        let (tournament, _) = Tournament::open(folder.path()).unwrap();
        assert_eq!(tournament.given_up(), [(0, "reason 3".to_string())]);
        assert!(tournament.next_game().is_none() && !tournament.can_go_on() && !tournament.is_done());
        let folder = kept(&[not_started(1), not_started(2), game(3), not_started(4)]);
        assert_eq!(Tournament::open(folder.path()).unwrap().0.given_up(), [], "they were not in a row");
    }

    #[test]
    fn who_cannot_write_is_told_how_to_go_on() {
        let folder = kept(&[]);
        let play = || {
            let (tournament, _) = Tournament::open(folder.path()).unwrap();
            let played = tournament.play(1, &AtomicBool::new(false), &Silent);
            (played.map_err(|error| error.to_string()), tournament.games_played())
        };
        let replay = folder.path().join(GAMES).join("002-b.replay");
        fs::create_dir(&replay).unwrap();
        let (played, games) = play();
        let ending =
            format!("all games before it are kept, and tetrolab arena --resume {} goes on", folder.path().display());
        let error = played.unwrap_err();
        assert!(error.contains("002-b.replay: cannot write it: ") && error.ends_with(&ending), "{error}");
        assert_eq!(games, 1);
        fs::remove_dir(&replay).unwrap();
        assert_eq!(play(), (Ok(()), 4));
    }

    /// A resumed tournament uses what was read when it began.
    #[test]
    fn files_may_change_or_go() {
        let files = tempfile::tempdir().unwrap();
        let [bot, agent] = ["bot.toml", "agent.toml"].map(|name| files.path().join(name));
        fs::write(&bot, "[weights]\nholes = -5\n").unwrap();
        fs::write(&agent, "[weights]\nf5_holes = -4\n").unwrap();
        let bots = vec![format!("bot:{}", bot.display()), agent.display().to_string()];
        let entrants = bots.iter().map(|name| Kept::read(name).unwrap()).collect();
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { bots, entrants, ..Settings::sample() };
        Tournament::create(folder.path(), settings, "tetrolab arena").unwrap();
        fs::write(&bot, "[weights]\nholes = 5\n").unwrap();
        fs::remove_file(&agent).unwrap();
        let (tournament, _) = Tournament::open(folder.path()).unwrap();
        let Entrant::Bot { weights, .. } = &tournament.entrants[0] else { panic!("it is the bot") };
        assert_eq!(weights.get("holes"), Some(-5.0));
        assert!(matches!(tournament.entrants[1], Entrant::Agent(_)));
    }
}
