//! Games on the processors of this machine.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tetrolab_agents::Player;
use tetrolab_engine::Randomizer;

use crate::evaluator::{EvaluateError, Evaluator, Games, Record, Stop, Tally, Watch};
use crate::lane::{Candidate, Lane, Muted, Played};
use tetrolab_statistics::Design;

/// Games on threads of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// How many threads.
    pub threads: NonZero<usize>,
}

impl Default for Cpu {
    /// As many as the machine has processors.
    fn default() -> Cpu {
        Cpu { threads: thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN) }
    }
}

impl Evaluator for Cpu {
    fn evaluate(&self, candidates: &[Player], games: &Games, watch: &dyn Watch) -> Result<Vec<Record>, EvaluateError> {
        if let Some(number) = candidates.iter().position(|player| player.rules() != games.rules) {
            return Err(EvaluateError::OtherRules(number));
        }
        Ok(match games.stop {
            Stop::Games(count) if games.deal.randomizer != Randomizer::Mdptetris => {
                self.complete(candidates, games, count, watch)
            }
            Stop::Games(count) => self.chained(candidates, games, count, watch),
            _ => {
                let evaluate = |(number, player)| self.side_by_side(&Candidate { number, player, games, watch });
                candidates.iter().enumerate().map(evaluate).collect()
            }
        })
    }
}

impl Cpu {
    /// Runs every task once, on all threads, and returns what they returned, in their order. Tasks are taken up in order.
    pub(crate) fn run<T: Send>(&self, tasks: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((0..tasks).map(|_| None).collect::<Vec<Option<T>>>());
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= tasks {
                    return;
                }
                let result = task(index);
                done.lock().expect("no task panics")[index] = Some(result);
            }
        };
        thread::scope(|scope| {
            // This thread is one of them. Should the system refuse one, the others do its work.
            for _ in 1..self.threads.get().min(tasks) {
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        done.into_inner().expect("no task panics").into_iter().map(|result| result.expect("every task ran")).collect()
    }

    /// Every game of every candidate to its end.
    fn complete(&self, candidates: &[Player], games: &Games, count: u64, watch: &dyn Watch) -> Vec<Record> {
        let count = count as usize;
        if count == 0 {
            return candidates.iter().map(|_| record(&[])).collect();
        }
        let played = self.run(candidates.len() * count, |task| {
            let number = task / count;
            if watch.is_stopped() {
                return Played { tally: Tally::default(), is_interrupted: true };
            }
            let candidate = Candidate { number, player: &candidates[number], games, watch };
            let mut lane = Lane::new(&candidate, (task % count) as u64);
            candidate.play_game(&mut lane)
        });
        played.chunks(count).map(record).collect()
    }

    /// Every game to its end, each with the pieces that follow those of the one before.
    fn chained(&self, candidates: &[Player], games: &Games, count: u64, watch: &dyn Watch) -> Vec<Record> {
        self.run(candidates.len(), |number| {
            let candidate = Candidate { number, player: &candidates[number], games, watch };
            let mut lane = Lane::new(&candidate, 0);
            let mut played = Vec::new();
            for game in 0..count {
                if game > 0 {
                    lane.next_game(&candidate);
                }
                played.push(candidate.play_game(&mut lane));
            }
            record(&played)
        })
    }

    /// Lanes of games until enough pieces are played or enough games are lost.
    fn side_by_side(&self, candidate: &Candidate<'_>) -> Record {
        let games = candidate.games;
        // Pieces that are played to warm up, or a second time, are not reported.
        let muted = Muted(candidate.watch);
        let unseen = Candidate { watch: &muted, ..*candidate };
        let mut lanes = self.run(games.lanes() as usize, |lane| {
            let mut lane = Lane::new(candidate, lane as u64);
            lane.advance_watched(&unseen, games.burn_in(), &mut Vec::new());
            lane
        });
        let mut played: u64 = lanes.iter().map(|lane| lane.played).sum();
        if let Stop::Deaths(deaths) = games.stop
            && lanes.iter().any(|lane| lane.tally.deaths > 0)
        {
            // Games are so short that a lane is hardly ever in its usual state. Instead `deaths` games are played to their end.
            let mut record = self.fresh_games(deaths, candidate);
            record.played += played;
            return record;
        }
        lanes.iter_mut().for_each(Lane::begins_to_count);
        let mut design = Design::Exposure;
        match games.stop {
            Stop::Pieces(pieces) => {
                let count = games.lanes();
                lanes = self.run(lanes.len(), |index| {
                    let quota = pieces / count + u64::from((index as u64) < pieces % count);
                    let mut lane = lanes[index].clone();
                    lane.advance_watched(candidate, quota, &mut Vec::new());
                    lane
                });
                played += lanes.iter().map(|lane| lane.tally.pieces).sum::<u64>();
            }
            Stop::Deaths(deaths) => (lanes, design) = self.until(deaths, lanes, candidate, &unseen, &mut played),
            Stop::Games(_) => unreachable!("games are played to their end"),
        }
        let mut tally = Tally::default();
        lanes.iter().for_each(|lane| tally += lane.tally);
        if let (Stop::Deaths(deaths), Design::Deaths) = (games.stop, design) {
            // Others may have been lost at the same moment. They come after it.
            tally.deaths = deaths;
        }
        let is_interrupted = match games.stop {
            Stop::Pieces(pieces) => tally.pieces < pieces,
            _ => design != Design::Deaths,
        };
        let games = lanes.iter().map(|lane| lane.begun).sum();
        Record { scores: Vec::new(), tally, games, played, design, is_interrupted }
    }

    /// Plays `deaths` games to their end, and records them as deaths.
    ///
    /// They are other games than those of the lanes, because the results of those decide whether these are played.
    fn fresh_games(&self, deaths: u64, candidate: &Candidate<'_>) -> Record {
        const BEYOND_THE_LANES: u64 = 1 << 32;
        /// The single games are forgotten after this many: there may be a thousand million of them.
        const AT_ONCE: u64 = 1 << 16;
        let (mut tally, mut begun, mut next) = (Tally::default(), 0, 0);
        while next < deaths && !candidate.watch.is_stopped() {
            let count = AT_ONCE.min(deaths - next);
            let games = self.run(count as usize, |game| {
                let number = BEYOND_THE_LANES + next + game as u64;
                candidate.play_game(&mut Lane::new(candidate, number))
            });
            let record = record(&games);
            tally += record.tally;
            begun += record.games;
            next += count;
        }
        let is_interrupted = tally.deaths < deaths;
        let design = if is_interrupted { Design::Exposure } else { Design::Deaths };
        Record { scores: Vec::new(), tally, games: begun, played: tally.pieces, design, is_interrupted }
    }

    /// Plays lanes until `deaths` games are lost in all of them together, or until it is stopped.
    fn until(
        &self,
        deaths: u64,
        mut lanes: Vec<Lane>,
        candidate: &Candidate<'_>,
        unseen: &Candidate<'_>,
        played: &mut u64,
    ) -> (Vec<Lane>, Design) {
        let (mut moment, mut lost) = (0, 0);
        while !candidate.watch.is_stopped() {
            let round = round(moment, lost, deaths);
            let ahead: Vec<(Lane, Vec<u64>)> = self.run(lanes.len(), |index| {
                let (mut lane, mut times) = (lanes[index].clone(), Vec::new());
                lane.advance_watched(candidate, round, &mut times);
                (lane, times)
            });
            *played += ahead.iter().zip(&lanes).map(|((after, _), before)| after.played - before.played).sum::<u64>();
            let mut times: Vec<u64> = ahead.iter().flat_map(|(_, times)| times.iter().copied()).collect();
            if lost + (times.len() as u64) < deaths || candidate.watch.is_stopped() {
                lost += times.len() as u64;
                moment += round;
                lanes = ahead.into_iter().map(|(lane, _)| lane).collect();
                continue;
            }
            // All lanes stop at the moment of the last death.
            times.sort_unstable();
            let last = times[(deaths - lost - 1) as usize];
            lanes = self.run(lanes.len(), |index| {
                let mut lane = lanes[index].clone();
                lane.advance_watched(unseen, last - moment, &mut Vec::new());
                lane
            });
            let all_there = lanes.iter().all(|lane| lane.tally.pieces == last);
            return (lanes, if all_there { Design::Deaths } else { Design::Exposure });
        }
        (lanes, Design::Exposure)
    }
}

/// How many pieces each lane plays before deaths are counted again: about half of what seems to be missing, so that little is
/// played in vain.
fn round(played: u64, lost: u64, deaths: u64) -> u64 {
    let missing = if lost == 0 { played } else { (played as f64 * (deaths - lost) as f64 / lost as f64 / 2.0) as u64 };
    missing.clamp(1 << 6, 1 << 14)
}

/// Games of one candidate, as one record.
fn record(played: &[Played]) -> Record {
    let mut tally = Tally::default();
    played.iter().for_each(|game| tally += game.tally);
    let is_interrupted = played.iter().any(|game| game.is_interrupted);
    let scores: Vec<u64> = played.iter().filter(|game| game.tally.deaths == 1).map(|game| game.tally.lines).collect();
    let games = played.iter().filter(|game| game.tally.pieces > 0).count() as u64;
    let design = if tally.deaths == played.len() as u64 { Design::Complete } else { Design::Exposure };
    Record { scores, tally, games, played: tally.pieces, design, is_interrupted }
}
