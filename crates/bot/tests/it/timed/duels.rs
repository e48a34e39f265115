//! The bot plays by pressing buttons, against itself.

use tetrolab_agents::{Advice, Autoplay, Speed};
use tetrolab_bot::{Player, Weights};
use tetrolab_engine::{
    Act, Cell, EventKind, Fall, Game, LockDown, Mode, Placement, RULES, Random, Recorder, Rules, SECOND, Seed, Setup,
    Size, Spin, Step, Stream, Time,
};

/// The time from one picture to the next.
const FRAME: Time = SECOND / 60;

/// Enough for one pass of the search.
const NODES: u64 = 1000;

/// A bot with its game.
struct Side {
    recorder: Recorder,
    player: Autoplay,
    wanted: Option<(Placement, Spin)>,
    /// Pieces that did not lock where they were wanted at first, or with less of a spin.
    astray: u32,
    sent: u32,
}

impl Side {
    fn new(setup: Setup, speed: f64) -> Side {
        let bot = Player::new(&setup.rules, &Weights::default(), NODES);
        let random = Random::new(setup.seed, 0, Stream::Decisions);
        let player = Autoplay::new(bot, Speed::new(speed).unwrap(), random);
        Side { recorder: Recorder::new(setup).unwrap(), player, wanted: None, astray: 0, sent: 0 }
    }

    fn game(&self) -> &Game {
        self.recorder.game()
    }

    /// Plays until this time; returns the rows it sent meanwhile.
    fn play(&mut self, until: Time) -> u32 {
        let before = self.sent;
        while let Some(step) = self.player.next_step(self.recorder.game(), until) {
            if let Act::Press(_) = step.act
                && self.wanted.is_none()
            {
                let wanted = |advice: &Advice| Some((advice.path.placement, advice.wanted_spin?));
                self.wanted = self.player.current().and_then(wanted);
            }
            self.step(step);
        }
        self.step(Step { at: until, act: Act::Wait });
        self.sent - before
    }

    /// Plays until `pieces` pieces have locked, or the game is over.
    fn play_pieces(mut self, pieces: u32) -> Side {
        let mut until = 0;
        while self.game().statistics().pieces < pieces && !self.game().is_over() {
            until += FRAME;
            self.play(until);
        }
        self
    }

    fn step(&mut self, step: Step) {
        for event in self.recorder.step(step).unwrap() {
            match event.kind {
                EventKind::Locked { placement, spin } => {
                    let is_wanted = |(goal, least)| sorted_cells(placement) == sorted_cells(goal) && spin >= least;
                    self.astray += u32::from(!self.wanted.take().is_some_and(is_wanted));
                }
                EventKind::Attacked { sent, .. } => self.sent += sent,
                _ => {}
            }
        }
    }

    fn verify(&self) {
        let again = self.recorder.replay().play(|_, _| {}).unwrap();
        assert_eq!(again.digest(), self.game().digest());
    }
}

fn sorted_cells(placement: Placement) -> [Cell; 4] {
    let mut cells = placement.cells();
    cells.sort_unstable();
    cells
}

fn setup(rules: Rules, seed: u64) -> Setup {
    let rules = Rules { block_out: true, attack: Rules::GUIDELINE.attack, ..rules };
    Setup { mode: Mode::VERSUS, seed: Seed(seed), ..Setup::new(rules) }
}

/// Two bots get the same pieces, the second is slower, and lines send garbage, until one is out or both have had enough.
fn duel(setup: &Setup, pieces: u32) -> [Side; 2] {
    let mut sides = [4.0, 2.5].map(|speed| Side::new(setup.clone(), speed));
    for frame in 1..100_000 {
        let at = frame * FRAME;
        for (from, to) in [(0, 1), (1, 0)] {
            let sent = sides[from].play(at);
            if sent > 0 && !sides[to].game().is_over() {
                let at = sides[to].game().clock().max(at);
                sides[to].step(Step { at, act: Act::Garbage(sent) });
            }
        }
        if sides.iter().any(|side| side.game().is_over() || side.game().statistics().pieces >= pieces) {
            break;
        }
    }
    sides
}

/// By all rules both place pieces where they want them and send garbage, and the recordings are true.
#[test]
fn duels_are_played_by_all_rules() {
    for rules in RULES {
        let sides = duel(&setup(rules, 5), 60);
        let pieces: u32 = sides.iter().map(|side| side.game().statistics().pieces).sum();
        assert!(pieces > 50, "{}: {pieces} pieces", rules.name);
        assert!(sides[0].sent > 5, "{}: {} rows", rules.name, sides[0].sent);
        for side in &sides {
            assert!(side.astray <= 1, "{}: {} went astray", rules.name, side.astray);
            side.verify();
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = |seed| duel(&setup(Rules::MODERN, seed), 25).map(|side| side.recorder.replay());
    assert_eq!(play(3), play(3));
    assert_ne!(play(3)[0], play(4)[0]);
}

/// Where pieces fall at once, or very fast, it uses the placements that are in reach.
#[test]
fn gravity_is_no_problem() {
    for lock_down in [LockDown::Extended, LockDown::Classic] {
        let rules = Rules { fall: Fall::Instant, lock_down, ..Rules::MODERN };
        for speed in [1.0, 30.0] {
            let side = Side::new(setup(rules, 9), speed).play_pieces(25);
            assert!(side.game().statistics().pieces >= 15, "{lock_down:?}: {:?}", side.game().end());
            side.verify();
        }
    }
}

#[test]
fn boards_of_any_size_are_played() {
    for (width, height, buffer) in [(4, 20, 20), (5, 6, 4), (7, 12, 20), (16, 40, 4), (11, 3, 20)] {
        for rules in [Rules::GUIDELINE, Rules::MODERN] {
            let rules = Rules { size: Size { width, height, buffer }, ..rules };
            let side = Side::new(setup(rules, 2), 5.0).play_pieces(12);
            let (pieces, end) = (side.game().statistics().pieces, side.game().end());
            assert!(pieces >= 12 || end.is_some(), "{width}x{height}: {pieces} pieces");
            side.verify();
        }
    }
}
