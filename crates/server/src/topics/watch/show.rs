//! All games of one page: how fast they go, and what is told of them when.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::question::{FASTEST, Question, speed};
use super::seat::{Game, Shown};

/// Time between two pictures at least.
const FRAME: Duration = Duration::from_millis(33);
/// Agents that cannot keep up are never further behind than this.
const MOST_BEHIND: f64 = 0.1;
/// No agent is further ahead of the others than this many pieces, where all play as fast as they can.
const MOST_AHEAD: f64 = 20_000.0;
/// Steps that are asked for at once.
const MOST_STEPS: u32 = 100;
/// A page that has not taken a frame for this long is not looked at.
const UNREAD: Duration = Duration::from_secs(2);
/// How often it is measured how fast they really are.
const MEASURE: Duration = Duration::from_millis(500);

/// What a page says while it watches.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    speed: Option<f64>,
    pause: Option<bool>,
    step: Option<u32>,
    explain: Option<bool>,
    focus: Option<usize>,
}

/// What a page is told.
#[derive(Debug, Serialize)]
pub struct Told {
    /// Pieces that an agent has really played in a second.
    rate: f64,
    agents: Vec<Shown>,
}

/// All games of one page.
pub struct Show {
    games: Vec<Box<dyn Game>>,
    speed: f64,
    is_paused: bool,
    explain: bool,
    focus: usize,
    /// Until when time was granted.
    granted: Instant,
    /// When it may go on.
    rested: Instant,
    told: Option<Instant>,
    /// When the last picture was told.
    shown: Instant,
    is_changed: bool,
    /// When it was last measured how fast they are, and the pieces that all had played then.
    measured: (Instant, u64),
    rate: f64,
}

impl Show {
    /// Games that begin now.
    pub fn new(games: Vec<Box<dyn Game>>, question: &Question, now: Instant) -> Show {
        Show {
            games,
            speed: question.speed,
            is_paused: false,
            explain: question.explain,
            focus: question.focus,
            granted: now,
            rested: now,
            told: None,
            shown: now,
            is_changed: true,
            measured: (now, 0),
            rate: 0.0,
        }
    }

    /// Does what the page says.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn hear(&mut self, heard: Heard, now: Instant) -> Result<()> {
        self.grant(now);
        if let Some(wanted) = heard.speed {
            self.speed = speed(wanted)?;
            self.settle();
        }
        if let Some(is_paused) = heard.pause {
            self.is_paused = is_paused;
            self.settle();
        }
        if let Some(steps) = heard.step {
            ensure!((1..=MOST_STEPS).contains(&steps), "1 to {MOST_STEPS} steps are made at once, not {steps}");
            // Who asks faster than can be played is not waited for.
            let is_behind = self.games.iter().any(|game| game.steps_left() > f64::from(MOST_STEPS));
            for game in self.games.iter_mut().filter(|_| !is_behind) {
                (0..steps).for_each(|_| game.step());
            }
        }
        self.explain = heard.explain.unwrap_or(self.explain);
        if let Some(focus) = heard.focus {
            let count = self.games.len();
            ensure!(focus < count, "there are {count} agents, and none has the number {focus}");
            self.focus = focus;
        }
        self.is_changed = true;
        Ok(())
    }

    /// Whether time passes by itself.
    fn is_running(&self) -> bool {
        !self.is_paused && self.speed > 0.0
    }

    /// Grants all games as many pieces as belong to the time since the last time.
    pub fn grant(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.granted).as_secs_f64();
        self.granted = now;
        if !self.is_running() {
            return;
        }
        let (due, most) = if self.speed < FASTEST {
            (self.speed * passed, (self.speed * MOST_BEHIND).max(2.0))
        } else {
            (MOST_AHEAD, MOST_AHEAD)
        };
        let pieces = due.min(most - self.most_owed());
        if pieces > 0.0 {
            self.games.iter_mut().for_each(|game| game.owe(pieces));
        }
    }

    fn most_owed(&self) -> f64 {
        self.games.iter().map(|game| game.owed()).fold(0.0, f64::max)
    }

    /// Takes back what no game has played yet, so that all stand at the same piece as soon as the last has caught up.
    fn settle(&mut self) {
        let least = self.games.iter().map(|game| game.owed()).fold(f64::INFINITY, f64::min);
        self.games.iter_mut().for_each(|game| game.owe(-least));
    }

    /// Games that have something to play now.
    pub fn busy(&mut self, now: Instant) -> impl Iterator<Item = &mut Box<dyn Game>> {
        let (is_rested, is_changed) = (now >= self.rested, &mut self.is_changed);
        self.games.iter_mut().filter(move |game| is_rested && game.is_busy()).inspect(move |_| *is_changed = true)
    }

    /// Nothing is played before this moment.
    pub fn rest_until(&mut self, moment: Instant) {
        self.rested = self.rested.max(moment);
    }

    /// The page has not taken the last picture yet.
    pub fn postpone(&mut self, now: Instant) {
        self.told = Some(now);
    }

    /// Whether the last frame has waited for so long that the page is not being looked at.
    pub fn is_unread(&self, now: Instant) -> bool {
        now >= self.shown + UNREAD
    }

    /// When there is something to do; never, unless the page says something.
    pub fn wake(&self) -> Option<Instant> {
        let picture = self.told.map_or(self.rested, |told| told + FRAME);
        let news = self.is_changed.then_some(picture);
        let work = if self.games.iter().any(|game| game.is_busy()) {
            Some(self.rested)
        } else if self.is_running() {
            let is_steady = self.games.iter().all(|game| game.is_steady());
            let next = Duration::from_secs_f64(((1.0 - self.most_owed()) / self.speed).clamp(0.0, 60.0));
            Some(self.rested.max(self.granted + if is_steady { next.max(FRAME) } else { FRAME }))
        } else {
            None
        };
        news.into_iter().chain(work).min()
    }

    /// Whether there is something new to be told now. Games that catch up with the others are not shown half way, unless that takes
    /// long.
    pub fn is_news(&self, now: Instant) -> bool {
        let is_halfway = !self.is_running() && self.games.iter().any(|game| game.is_busy());
        let wait = if is_halfway { MEASURE } else { FRAME };
        self.is_changed && self.told.is_none_or(|told| now >= told + wait)
    }

    /// What the page is told.
    pub fn tell(&mut self, now: Instant) -> Told {
        self.is_changed = false;
        (self.told, self.shown) = (Some(now), now);
        self.measure(now);
        let explained = self.explain.then_some(self.focus);
        let games = self.games.iter_mut().enumerate();
        let agents = games.map(|(index, game)| game.show(explained == Some(index))).collect();
        Told { rate: super::brief(self.rate), agents }
    }

    /// How fast they really are, on the average of all.
    fn measure(&mut self, now: Instant) {
        let (since, before) = self.measured;
        let passed = now.saturating_duration_since(since);
        if passed >= MEASURE {
            let pieces = self.games.iter().map(|game| game.pieces()).sum();
            self.rate = (pieces - before) as f64 / passed.as_secs_f64() / self.games.len() as f64;
            self.measured = (now, pieces);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::picture::Picture;

    /// A game without a board that plays `a_turn` pieces in a turn.
    struct Counter {
        a_turn: u64,
        owed: f64,
        pieces: u64,
    }

    impl Game for Counter {
        fn owe(&mut self, pieces: f64) {
            self.owed += pieces;
        }

        fn owed(&self) -> f64 {
            self.owed
        }

        fn step(&mut self) {
            self.owed += 1.0;
        }

        fn steps_left(&self) -> f64 {
            self.owed
        }

        fn is_busy(&self) -> bool {
            self.owed >= 1.0
        }

        fn is_steady(&self) -> bool {
            true
        }

        fn work(&mut self, _until: Instant) {
            let played = (self.owed as u64).min(self.a_turn);
            self.owed -= played as f64;
            self.pieces += played;
        }

        fn pieces(&self) -> u64 {
            self.pieces
        }

        fn show(&mut self, _is_explained: bool) -> Shown {
            let picture = Picture {
                width: 10,
                height: 20,
                rows: None,
                piece: None,
                ghost: None,
                hold: None,
                can_hold: false,
                next: String::new(),
                garbage: 0,
            };
            let pieces = self.pieces;
            Shown {
                picture,
                place: None,
                lines: 0,
                pieces,
                games: 0,
                stack: 0,
                score: None,
                level: None,
                mean: None,
                points: Vec::new(),
                thought: None,
            }
        }
    }

    fn show(speed: f64, turns: &[u64], now: Instant) -> Show {
        let games = turns.iter().map(|&a_turn| Box::new(Counter { a_turn, owed: 0.0, pieces: 0 }) as Box<dyn Game>);
        let question = json!({ "language": "en", "agents": [], "game": "", "speed": speed });
        Show::new(games.collect(), &serde_json::from_value(question).unwrap(), now)
    }

    fn heard(said: serde_json::Value) -> Heard {
        serde_json::from_value(said).unwrap()
    }

    /// Does what is due until some time has passed, a turn at least every 10 ms. Returns how many pictures there were.
    fn pass(show: &mut Show, now: &mut Instant, time: Duration) -> usize {
        let (end, mut pictures) = (*now + time, 0);
        loop {
            *now = match show.wake() {
                Some(wake) if wake < end => wake.max(*now + Duration::from_millis(1)),
                _ => break,
            };
            show.grant(*now);
            show.busy(*now).for_each(|game| game.work(*now));
            show.rest_until(*now);
            if show.is_news(*now) {
                show.tell(*now);
                pictures += 1;
            }
        }
        *now = end;
        pictures
    }

    fn pieces(show: &Show) -> Vec<u64> {
        show.games.iter().map(|game| game.pieces()).collect()
    }

    #[test]
    fn a_speed_is_kept_and_every_piece_is_shown_where_there_is_time() {
        let mut now = Instant::now();
        let mut slow = show(3.0, &[100, 100], now);
        let pictures = pass(&mut slow, &mut now, Duration::from_millis(10_100));
        assert_eq!(pieces(&slow), [30, 30]);
        // One for each piece, and the first.
        assert_eq!(pictures, 31);
        let mut fast = show(1000.0, &[1000], now);
        let pictures = pass(&mut fast, &mut now, Duration::from_secs(10));
        assert!((9_900..=10_000).contains(&pieces(&fast)[0]), "{:?}", pieces(&fast));
        assert!((250..=310).contains(&pictures), "{pictures}");
        assert!((900.0..1100.0).contains(&fast.rate), "{}", fast.rate);
    }

    #[test]
    fn all_stay_side_by_side_however_slow_one_is() {
        let mut now = Instant::now();
        let mut show = show(FASTEST, &[5000, 7], now);
        pass(&mut show, &mut now, Duration::from_secs(5));
        let [quick, slow] = pieces(&show)[..] else { panic!("there are two") };
        assert!(quick > slow && quick - slow <= MOST_AHEAD as u64, "{quick} {slow}");
        show.hear(heard(json!({ "pause": true })), now).unwrap();
        pass(&mut show, &mut now, Duration::from_secs(60));
        assert_eq!(pieces(&show), [quick, quick]);
        assert_eq!(show.wake(), None, "nothing costs anything while it is paused");
        show.hear(heard(json!({ "step": 2 })), now).unwrap();
        pass(&mut show, &mut now, Duration::from_secs(1));
        assert_eq!(pieces(&show), [quick + 2, quick + 2]);
    }

    #[test]
    fn nonsense_is_refused() {
        let now = Instant::now();
        let mut show = show(0.0, &[1], now);
        for (said, sentence) in [
            (json!({ "step": 0 }), "1 to 100 steps are made at once, not 0"),
            (json!({ "step": 1_000_000 }), "1 to 100 steps are made at once, not 1000000"),
            (json!({ "speed": -2 }), "A speed is from 0 to 1000000 pieces per second, not -2."),
            (json!({ "focus": 1 }), "there are 1 agents, and none has the number 1"),
        ] {
            assert_eq!(show.hear(heard(said), now).unwrap_err().to_string(), sentence);
        }
        for _ in 0..1000 {
            show.hear(heard(json!({ "step": 100 })), now).unwrap();
        }
        assert!(show.games[0].owed() <= 2.0 * f64::from(MOST_STEPS));
    }
}
