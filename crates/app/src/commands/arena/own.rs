//! Bots of this program: its own bot, and agents of the research game.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use tetrolab_agents::Adviser;
use tetrolab_bot::arena::{Loss, News, Side};
use tetrolab_bot::{Limits, Move, Search, Suggestion, Thinker, Weights};
use tetrolab_engine::{Random, Rules, Seed, Stream};

use super::cpu;
use super::seat::{Answer, Seat};

/// The bot, thinking in threads of its own until it is asked.
pub struct Thinking {
    thinker: Thinker,
    /// Its threads, as the system knows them.
    threads: Vec<String>,
}

impl Thinking {
    pub fn new(rules: Rules, weights: &Weights, limits: Limits) -> Thinking {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // Threads have the name of the thread that made them, unless they get another one: so they can be found.
        let name = format!("thinker {}", NEXT.fetch_add(1, Ordering::Relaxed));
        thread::scope(|scope| {
            let make = || {
                let thinker = Thinker::new(rules, weights, limits);
                Thinking { threads: cpu::other_threads_named(&name), thinker }
            };
            let made = thread::Builder::new().name(name.clone()).spawn_scoped(scope, make);
            made.expect("there can be one more thread").join().expect("making a bot does not panic")
        })
    }
}

impl Seat for Thinking {
    fn tell(&mut self, _: &News, side: &Side) -> Result<(), Loss> {
        self.thinker.start(side.position().clone());
        Ok(())
    }

    fn answer(&mut self, _: &Side, _: Instant, _: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        let asked = Instant::now();
        let suggestion = self.thinker.suggest();
        Ok(answered(suggestion, asked))
    }

    fn end(&mut self, _: bool) {
        self.thinker.stop();
    }

    fn cpu(&self) -> Option<f64> {
        cpu::of_threads(&self.threads)
    }
}

fn answered(suggestion: Suggestion, asked: Instant) -> Answer {
    Answer { moves: suggestion.moves, waited: asked.elapsed(), nodes: Some(suggestion.nodes), asked_again: 0 }
}

/// The bot, looking at a number of nodes when it is asked. What it answers depends on nothing else.
pub struct Counting {
    search: Search,
    nodes: u64,
    cpu: Option<f64>,
}

impl Counting {
    pub fn new(rules: &Rules, weights: &Weights, nodes: u64) -> Counting {
        Counting { search: Search::new(rules, weights, Limits::default().memory), nodes, cpu: Some(0.0) }
    }
}

impl Seat for Counting {
    fn tell(&mut self, _: &News, _: &Side) -> Result<(), Loss> {
        Ok(())
    }

    fn answer(&mut self, side: &Side, _: Instant, _: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        let Counting { search, nodes, cpu } = self;
        timed(cpu, || {
            let asked = Instant::now();
            search.start(side.position());
            search.think(*nodes);
            Ok(answered(search.suggestion(), asked))
        })
    }

    fn cpu(&self) -> Option<f64> {
        self.cpu
    }
}

/// An agent of the research game. It thinks when it is asked, for as long as it takes.
pub struct Advised {
    adviser: Adviser,
    random: Random,
    cpu: Option<f64>,
}

impl Advised {
    pub fn new(adviser: Adviser, seed: Seed) -> Advised {
        Advised { adviser, random: Random::new(seed, 0, Stream::Decisions), cpu: Some(0.0) }
    }
}

impl Seat for Advised {
    fn tell(&mut self, _: &News, side: &Side) -> Result<(), Loss> {
        if side.game().statistics().pieces == 0 {
            let game = side.game();
            self.random = Random::new(game.seed(), game.number(), Stream::Decisions);
        }
        Ok(())
    }

    fn answer(&mut self, side: &Side, _: Instant, _: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        let Advised { adviser, random, cpu } = self;
        timed(cpu, || {
            let asked = Instant::now();
            let advice = adviser.advise(side.game(), random);
            let best = advice.map(|advice| Move { placement: advice.path.placement, spin: advice.path.spin });
            Ok(Answer { moves: best.into_iter().collect(), waited: asked.elapsed(), ..Answer::default() })
        })
    }

    fn cpu(&self) -> Option<f64> {
        self.cpu
    }
}

/// Does it, and adds the processor time that this thread took.
fn timed<T>(cpu: &mut Option<f64>, work: impl FnOnce() -> T) -> T {
    let before = cpu::of_this_thread();
    let done = work();
    *cpu = cpu.zip(before).zip(cpu::of_this_thread()).map(|((sum, before), after)| sum + after - before);
    done
}
