//! One game of two bots.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use tetrolab_bot::arena::{Decision, Duel, DuelRules, Loss, News, Pairing, Suggested, Verdict};
use tetrolab_engine::{Replay, SECOND, Seed};

use super::record::{Game, Player};
use super::seat::{Answer, Seat};
use super::settings::Settings;

/// How often it is looked whether the arena stops, while bots think.
const GLANCE: Duration = Duration::from_millis(50);

/// How a game is played.
pub struct Sitting<'a> {
    pub settings: &'a Settings,
    pub rules: &'a DuelRules,
    /// Whether the game is to be broken off.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// A piece was placed.
    pub placed: &'a dyn Fn(),
}

/// A game that was played to its end.
pub struct Played {
    pub game: Game,
    /// Both games.
    pub replays: [Replay; 2],
}

impl Sitting<'_> {
    /// Plays a game; nothing comes of it if it is broken off.
    pub fn play(&self, number: u64, pairing: &Pairing, seats: [&mut dyn Seat; 2]) -> Result<Option<Played>> {
        let begun = Instant::now();
        let mut duel = Duel::new(self.rules, Seed(self.settings.seed), pairing.round)?;
        let [a, b] = pairing.sides.map(|bot| Player { bot, ..Player::default() });
        let [seat_a, seat_b] = seats;
        let before = [seat_a.cpu(), seat_b.cpu()];
        let mut bots = [Bot::new(seat_a, a), Bot::new(seat_b, b)];
        let beginnings = [0, 1].map(|index| bots[index].seat.begin(self.is_stopped));
        for (bot, beginning) in bots.iter_mut().zip(beginnings) {
            bot.failure = beginning.err();
        }
        while duel.verdict().is_none() && !(self.is_stopped)() {
            self.turn(&mut duel, &mut bots);
        }
        let is_over = duel.verdict().is_some();
        for (index, bot) in bots.iter_mut().enumerate() {
            let loss = duel.verdict().and_then(|verdict| verdict.losses[index].as_ref());
            let has_failed = bot.failure.is_some() || loss.is_some_and(|loss| loss.kind.is_failure());
            // A bot that is still asked may answer at any moment: it is no use for the next game.
            bot.seat.end(has_failed || !is_over);
            bot.player.cpu = bot.seat.cpu().zip(before[index]).map(|(after, before)| after - before);
            bot.player.fill(&duel, index);
        }
        if !is_over {
            return Ok(None);
        }
        let winner = duel.verdict().and_then(Verdict::winner).map(|side| ['a', 'b'][side]);
        let [a, b] = bots.map(|bot| bot.player);
        let replays = [0, 1].map(|index| duel.side(index).replay());
        let longest = replays.iter().map(|replay| replay.outcome.time).max().unwrap_or(0);
        let game = Game {
            game: number + 1,
            seed: self.settings.seed,
            round: pairing.round,
            winner,
            a,
            b,
            seconds: begun.elapsed().as_secs_f64(),
            game_seconds: longest as f64 / SECOND as f64,
        };
        Ok(Some(Played { game, replays }))
    }

    /// Bots are told what is new, think, and decide.
    fn turn(&self, duel: &mut Duel, bots: &mut [Bot<'_>; 2]) {
        // A side that decides later is told later: bots do not think while only the other side is waited for.
        let deciding = duel.deciding();
        for (index, bot) in bots.iter_mut().enumerate().filter(|(index, _)| deciding[*index]) {
            bot.follow(duel, index);
        }
        let known = (0..2).filter(|&index| deciding[index]).map(|index| bots[index].known).max();
        let until = known.map_or_else(Instant::now, |known| known + self.settings.thought.time());
        while Instant::now() < until {
            if (self.is_stopped)() {
                return;
            }
            thread::sleep(until.saturating_duration_since(Instant::now()).min(GLANCE));
        }
        for (bot, _) in bots.iter_mut().zip(deciding).filter(|(_, decides)| *decides) {
            bot.ask();
        }
        let until = Instant::now() + self.settings.time_out();
        let decisions =
            [0, 1].map(|index| deciding[index].then(|| bots[index].decide(duel, index, until, self.is_stopped)));
        // What a bot did not answer because the arena stops is not its fault.
        if !(self.is_stopped)() {
            duel.decide(decisions);
            deciding.iter().filter(|decides| **decides).for_each(|_| (self.placed)());
        }
    }
}

/// A bot in a game.
struct Bot<'a> {
    seat: &'a mut dyn Seat,
    player: Player,
    /// Since when it knows its position.
    known: Instant,
    failure: Option<Loss>,
}

impl<'a> Bot<'a> {
    fn new(seat: &'a mut dyn Seat, player: Player) -> Bot<'a> {
        Bot { seat, player, known: Instant::now(), failure: None }
    }

    fn follow(&mut self, duel: &mut Duel, index: usize) {
        let news = duel.side_mut(index).news(self.seat.cares_about_incoming());
        if news != News::Nothing && self.failure.is_none() {
            self.failure = self.seat.tell(&news, duel.side(index)).err();
            self.known = Instant::now();
        }
    }

    fn ask(&mut self) {
        if self.failure.is_none() {
            self.failure = self.seat.ask().err();
        }
    }

    fn decide(&mut self, duel: &Duel, index: usize, until: Instant, is_stopped: &dyn Fn() -> bool) -> Decision {
        if let Some(failure) = &self.failure {
            return Decision::Lost(failure.clone());
        }
        match self.seat.answer(duel.side(index), until, is_stopped) {
            Ok(answer) => Decision::Moves(self.heard(answer)),
            Err(loss) => Decision::Lost(self.failure.insert(loss).clone()),
        }
    }

    /// Counts an answer.
    fn heard(&mut self, answer: Answer) -> Vec<Suggested> {
        let waited = answer.waited.as_secs_f64() * 1e3;
        self.player.asked += 1;
        self.player.asked_again += answer.asked_again;
        self.player.waited += waited;
        self.player.longest = self.player.longest.max(waited);
        if let Some(nodes) = answer.nodes {
            *self.player.nodes.get_or_insert(0) += nodes;
        }
        answer.moves
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use tetrolab_bot::arena::{LossKind, Side};

    use super::*;

    /// What happened to both seats, in its order.
    type Calls = RefCell<Vec<String>>;

    /// Suggests all moves, `moves` times; then it suggests nothing.
    struct Fake<'a> {
        name: char,
        moves: u32,
        calls: &'a Calls,
    }

    impl Fake<'_> {
        fn note(&self, call: &str) {
            self.calls.borrow_mut().push(format!("{call} {}", self.name));
        }
    }

    impl Seat for Fake<'_> {
        fn tell(&mut self, _: &News, _: &Side) -> Result<(), Loss> {
            self.note("tell");
            Ok(())
        }

        fn ask(&mut self) -> Result<(), Loss> {
            self.note("ask");
            Ok(())
        }

        fn answer(&mut self, side: &Side, _: Instant, _: &dyn Fn() -> bool) -> Result<Answer, Loss> {
            self.note("answer");
            let moves = if self.moves > 0 { side.position().moves(side.game().rules()) } else { Vec::new() };
            self.moves = self.moves.saturating_sub(1);
            Ok(Answer { moves: moves.into_iter().map(Ok).collect(), ..Answer::default() })
        }

        fn end(&mut self, is_fresh: bool) {
            self.note(if is_fresh { "end afresh" } else { "end" });
        }

        fn cpu(&self) -> Option<f64> {
            None
        }
    }

    fn calls(settings: &Settings, moves: [u32; 2]) -> (Vec<String>, Game) {
        let calls = Calls::default();
        let rules = settings.duel().unwrap();
        let sitting = Sitting { settings, rules: &rules, is_stopped: &|| false, placed: &|| {} };
        let [mut a, mut b] =
            [('a', moves[0]), ('b', moves[1])].map(|(name, moves)| Fake { name, moves, calls: &calls });
        let pairing = Pairing { sides: [0, 1], round: 0 };
        let played = sitting.play(0, &pairing, [&mut a, &mut b]).unwrap().unwrap();
        (calls.take(), played.game)
    }

    #[test]
    fn both_are_asked_before_either_is_waited_for() {
        let (calls, game) = calls(&Settings { most_pieces: 2, ..Settings::sample() }, [9, 9]);
        let turn = ["tell a", "tell b", "ask a", "ask b", "answer a", "answer b"];
        assert_eq!(calls, [&turn[..], &turn, &["end a", "end b"]].concat());
        assert_eq!(game.winner, None);
    }

    /// Where sides decide at different moments, a bot is told nothing while only the other one is waited for.
    #[test]
    fn bots_that_do_not_decide_do_not_think() {
        let (calls, _) = calls(&Settings { timed: true, most_pieces: 5, ..Settings::sample() }, [9, 9]);
        for side in ["a", "b"] {
            let own: Vec<&str> = calls.iter().filter_map(|call| call.strip_suffix(side)).map(str::trim).collect();
            assert!(own[..own.len() - 1].chunks(3).all(|turn| turn == ["tell", "ask", "answer"]), "{calls:?}");
        }
        for (place, _) in calls.iter().enumerate().filter(|(_, call)| call.starts_with("tell")) {
            let asked = calls[place..].iter().position(|call| call.starts_with("ask")).unwrap();
            let told = &calls[place..place + asked];
            assert!(told.iter().all(|call| call.starts_with("tell")), "{calls:?}");
        }
    }

    #[test]
    fn who_failed_begins_afresh() {
        let (calls, game) = calls(&Settings::sample(), [9, 1]);
        assert_eq!(game.winner, Some('a'));
        assert_eq!(game.b.loss(), Some(LossKind::Forfeit));
        assert_eq!(calls[calls.len() - 2..], ["end a", "end afresh b"]);
    }
}
