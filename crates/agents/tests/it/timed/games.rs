//! Games that agents play, and messy boards.

use tetrolab_agents::{Adviser, Agent, Autoplay, Lookahead, Speed};
use tetrolab_engine::{
    Act, Block, Blocks, Cell, Event, EventKind, Game, Placement, Random, Recorder, Rules, SECOND, Seed, Setup, Size,
    Step, Stream, Time,
};

/// More steps between two pictures mean an endless loop.
const MOST_STEPS: usize = 2_000;

/// The time from one picture to the next.
pub const FRAME: Time = SECOND / 60;

pub fn adviser(agent: &str, rules: &Rules, lookahead: Lookahead, use_hold: bool) -> Adviser {
    let weights = Agent::named(agent).expect("an agent").weights();
    Adviser::new(weights, rules, lookahead, use_hold).expect("no weights by column")
}

pub fn decisions(seed: u64) -> Random {
    Random::new(Seed(seed), 0, Stream::Decisions)
}

/// An agent at a game.
pub struct Session {
    pub recorder: Recorder,
    pub agent: Autoplay,
    /// Where pieces locked, and where the agent wanted them when it pressed its first key for them.
    pub locked: Vec<(Placement, Option<Placement>)>,
    wanted: Option<Placement>,
    now: Time,
}

impl Session {
    pub fn new(setup: Setup, agent: &str, speed: f64) -> Session {
        let adviser = adviser(agent, &setup.rules, Lookahead::One, true);
        Session::with(setup, adviser, speed)
    }

    pub fn with(setup: Setup, adviser: Adviser, speed: f64) -> Session {
        let agent = Autoplay::new(adviser, Speed::new(speed).expect("a speed"), decisions(setup.seed.0));
        let recorder = Recorder::new(setup).expect("a game");
        Session { recorder, agent, locked: Vec::new(), wanted: None, now: 0 }
    }

    pub fn game(&self) -> &Game {
        self.recorder.game()
    }

    /// One picture further.
    pub fn frame(&mut self) {
        self.now += FRAME;
        for steps in 0.. {
            assert!(steps < MOST_STEPS, "{} steps at {} ns: {:?}", steps, self.now, self.agent);
            let Some(step) = self.agent.next_step(self.recorder.game(), self.now) else { break };
            assert!(step.at >= self.game().clock() && step.at <= self.now);
            if let Act::Press(_) = step.act
                && self.wanted.is_none()
            {
                self.wanted = self.agent.current().map(|advice| advice.path.placement);
            }
            for placement in self.recorder.step(step).expect("in order").iter().filter_map(locked) {
                self.locked.push((placement, self.wanted.take()));
            }
        }
        self.recorder.step(Step { at: self.now, act: Act::Wait }).expect("in order");
    }

    /// Plays until `pieces` pieces have locked, the game is over, or the time is up.
    pub fn play(mut self, pieces: u32, latest: Time) -> Session {
        while self.game().statistics().pieces < pieces && !self.game().is_over() && self.now < latest {
            self.frame();
        }
        self
    }

    /// The recording plays to the same end.
    pub fn verify(&self) {
        let again = self.recorder.replay().play(|_, _| {}).expect("it plays as it was played");
        assert_eq!(again.digest(), self.game().digest());
    }
}

fn locked(event: &Event) -> Option<Placement> {
    if let EventKind::Locked { placement, .. } = event.kind { Some(placement) } else { None }
}

/// A stack with holes and overhangs, up to `height` rows, no row full.
pub fn messy(size: Size, height: u8, random: &mut Random) -> Blocks {
    let mut blocks = Blocks::empty(size);
    for y in 0..height as i8 {
        let hole = random.below(size.width.into()) as i8;
        for x in (0..size.width as i8).filter(|&x| x != hole) {
            if random.below(8) < 5 {
                blocks.set(x, y, Some(Block::Garbage));
            }
        }
    }
    blocks
}

/// The cells of a piece, so that rotations that look alike are equal.
pub fn sorted_cells(placement: Placement) -> [Cell; 4] {
    let mut cells = placement.cells();
    cells.sort_unstable();
    cells
}
