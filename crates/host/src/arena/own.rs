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
    /// What it had found when it was asked.
    answer: Answer,
}

impl Thinking {
    pub fn new(rules: Rules, weights: &Weights, limits: Limits) -> Thinking {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // Threads have the name of the thread that made them, unless they get another one: so they can be found.
        let name = format!("thinker {}", NEXT.fetch_add(1, Ordering::Relaxed));
        thread::scope(|scope| {
            let make = || {
                let thinker = Thinker::new(rules, weights, limits);
                Thinking { threads: cpu::other_threads_named(&name), thinker, answer: Answer::default() }
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

    /// It thinks no longer than until it is asked, however long the other side takes to answer.
    fn ask(&mut self) -> Result<(), Loss> {
        let asked = Instant::now();
        self.thinker.pause();
        self.answer = answered(self.thinker.suggest(), asked);
        Ok(())
    }

    fn answer(&mut self, side: &Side, _: Instant, _: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        Ok(to_the_end(std::mem::take(&mut self.answer), side))
    }

    fn end(&mut self, _: bool) {
        self.thinker.stop();
    }

    fn cpu(&self) -> Option<f64> {
        cpu::of_threads(&self.threads)
    }
}

fn answered(suggestion: Suggestion, asked: Instant) -> Answer {
    let moves = suggestion.moves.into_iter().map(Ok).collect();
    Answer { moves, waited: asked.elapsed(), nodes: Some(suggestion.nodes), asked_again: 0 }
}

/// A bot that only has moves that lose by Lock Out plays one of them instead of giving up.
fn to_the_end(mut answer: Answer, side: &Side) -> Answer {
    if answer.moves.is_empty() {
        answer.moves = side.position().last_moves(side.game().rules()).into_iter().map(Ok).collect();
    }
    answer
}

/// Searches `nodes` nodes, or all there are, unless the arena stops meanwhile.
fn think(search: &Search, nodes: u64, is_stopped: &dyn Fn() -> bool) {
    let mut until = 0;
    while until < nodes && !is_stopped() {
        until = nodes.min(until + NODES_AT_ONCE);
        if search.think(until) < until {
            return;
        }
    }
}

/// Nodes after which it is looked whether the arena stops: a few hundredths of a second.
const NODES_AT_ONCE: u64 = 50_000;

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

    fn answer(&mut self, side: &Side, _: Instant, is_stopped: &dyn Fn() -> bool) -> Result<Answer, Loss> {
        let Counting { search, nodes, cpu } = self;
        timed(cpu, || {
            let asked = Instant::now();
            search.start(side.position());
            think(search, *nodes, is_stopped);
            Ok(to_the_end(answered(search.suggestion(), asked), side))
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
            Ok(Answer { moves: best.into_iter().map(Ok).collect(), waited: asked.elapsed(), ..Answer::default() })
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tetrolab_bot::TBP_RULES;
    use tetrolab_bot::arena::{Duel, DuelRules, Pace};

    use super::*;

    fn duel() -> Duel {
        let rules = DuelRules { rules: Pace::Turns.rules(TBP_RULES), pace: Pace::Turns, most_pieces: 10 };
        Duel::new(&rules, Seed(1), 0).unwrap()
    }

    #[test]
    fn the_bot_thinks_until_it_is_asked() {
        let duel = duel();
        let mut seat = Thinking::new(TBP_RULES, &Weights::default(), Limits::default());
        seat.tell(&News::Start, duel.side(0)).unwrap();
        seat.ask().unwrap();
        assert!(seat.thinker.wait(std::time::Duration::ZERO), "it rests");
        let asked = seat.answer.clone();
        let answer = seat.answer(duel.side(0), Instant::now(), &|| false).unwrap();
        assert!(!answer.moves.is_empty());
        assert_eq!((answer.moves, answer.nodes), (asked.moves, asked.nodes));
    }

    #[test]
    fn the_bot_does_not_give_up() {
        assert!(!to_the_end(Answer::default(), duel().side(0)).moves.is_empty());
    }

    /// It is looked again and again whether the arena stops, and what is found does not depend on that.
    #[test]
    fn a_long_search_can_be_stopped() {
        let mut search = Search::new(&TBP_RULES, &Weights::default(), Limits::default().memory);
        let position = duel().side(0).position().clone();
        search.start(&position);
        let looks = Cell::new(0);
        let is_stopped = || looks.replace(looks.get() + 1) == 2;
        think(&search, u64::MAX, &is_stopped);
        assert_eq!(looks.get(), 3);
        let seen = search.suggestion();
        search.start(&position);
        search.think(2 * NODES_AT_ONCE);
        assert_eq!((seen.moves, seen.nodes), (search.suggestion().moves, search.suggestion().nodes));
    }
}
