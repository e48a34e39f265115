//! What a page wants to watch, and the games that come of it.

use anyhow::{Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_agents::{Lookahead, Weight, Weights};
use tetrolab_engine::{Deal, DropRules, MAX_HEIGHT, MAX_WIDTH, Mode, Piece, Rules, Seed, Setup, SetupError};

use super::research::Research;
use super::seat::Game;
use super::timed::Timed;
use crate::agents;
use crate::house::House;
use crate::refusal::Refusal;
use crate::topics::texts;
use tetrolab_inputs::bot_name::BotName;
use tetrolab_sessions::play::{HANDLING, any_seed, for_people};

/// The name of the papers' untimed game; the others are named after their rules.
pub const RESEARCH: &str = "research";

/// Agents that play side by side at most.
const MOST_AGENTS: usize = 6;
/// Pieces a second from which on agents play as fast as they can.
pub const FASTEST: f64 = 1e6;
/// The largest seed that is a whole number in a browser.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// What is to be watched.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    language: String,
    agents: Vec<String>,
    game: String,
    size: Option<String>,
    seed: Option<u64>,
    /// Pieces a second; 0 is step by step.
    pub speed: f64,
    /// Whether they look further than the piece at hand.
    #[serde(default)]
    lookahead: bool,
    /// Whether decisions are explained.
    #[serde(default)]
    pub explain: bool,
    /// Whose decisions.
    #[serde(default)]
    pub focus: usize,
}

/// A checked speed.
pub fn speed(pieces_per_second: f64) -> Result<f64> {
    let is_speed = (0.0..=FASTEST).contains(&pieces_per_second);
    ensure!(
        is_speed,
        Refusal::new(move |texts| texts.refused.speed.with(&[("most", &FASTEST), ("value", &pieces_per_second)]))
    );
    Ok(pieces_per_second)
}

/// The size of a board.
fn size(text: &str) -> Result<DropRules, Refusal> {
    let value = text.to_string();
    text.parse().map_err(|_| {
        Refusal::new(move |texts| {
            texts.refused.size.with(&[("columns", &MAX_WIDTH), ("rows", &MAX_HEIGHT), ("value", &value)])
        })
    })
}

/// What an agent plays, and where it can be seen.
pub struct Opened {
    pub games: Vec<Box<dyn Game>>,
    /// What does not change.
    pub opening: Value,
}

impl Question {
    /// Sets the games up.
    ///
    /// # Errors
    /// If an agent, the game, its size or anything else is not there.
    pub fn open(&self, house: &House) -> Result<Opened> {
        let count = self.agents.len();
        ensure!(
            (1..=MOST_AGENTS).contains(&count),
            Refusal::new(move |texts| texts.refused.agents.with(&[("most", &MOST_AGENTS), ("count", &count)]))
        );
        ensure!(self.focus < count, "there are {count} agents, and none has the number {}", self.focus);
        speed(self.speed)?;
        let seed = self.seed.map_or_else(any_seed, Seed);
        ensure!(seed.0 <= LARGEST_SEED, Refusal::new(|texts| texts.refused.seed.with(&[("most", &LARGEST_SEED)])));
        let size = self.size.as_deref().map(size).transpose()?;
        let research = size.unwrap_or_default();
        let rules = if self.game == RESEARCH { None } else { Some(self.rules(size)?) };
        let mut games: Vec<Box<dyn Game>> = Vec::new();
        for name in &self.agents {
            games.push(match rules {
                None => Box::new(self.research(house, name, research, seed)?),
                Some(rules) => Box::new(self.timed(house, name, rules, seed)?),
            });
        }
        let size = rules.map_or(research.size(), |rules| rules.size);
        let agents: Vec<Value> = self.agents.iter().map(|name| about(house, name)).collect();
        let opening = json!({
            "game": self.game,
            "width": size.width,
            "height": size.height,
            "seed": seed.0,
            "speed": self.speed,
            "agents": agents,
        });
        Ok(Opened { games, opening })
    }

    fn rules(&self, size: Option<DropRules>) -> Result<Rules> {
        let Some(rules) = Rules::named(&self.game) else {
            let name = self.game.to_string();
            return Err(Refusal::new(move |texts| texts.refused.game.with(&[("name", &name)])).into());
        };
        let mut rules = for_people(rules);
        if let Some(size) = size.map(DropRules::size) {
            (rules.size.width, rules.size.height) = (size.width, size.height);
        }
        Ok(rules)
    }

    fn research(&self, house: &House, name: &str, rules: DropRules, seed: Seed) -> Result<Research> {
        let lookahead = if self.lookahead { Lookahead::EQUAL } else { Lookahead::One };
        let player = agents::candidate(house, name)?.player(rules, lookahead)?;
        Ok(Research::new(player, Deal::uniform(seed)))
    }

    fn timed(&self, house: &House, name: &str, rules: Rules, seed: Seed) -> Result<Timed> {
        let setup = Setup { rules, mode: Mode::MARATHON, handling: HANDLING, seed, ..Setup::default() };
        let problems = setup.problems();
        if !problems.is_empty() {
            return Err(SetupError { problems }.into());
        }
        let lookahead = if self.lookahead { Lookahead::Two } else { Lookahead::One };
        let room = BotName::is_meant(name)
            .then(|| house.room_for_a_bot().ok_or_else(|| Refusal::new(|texts| texts.refused.bots.to_string())));
        let adviser = agents::adviser(house, name, &setup, lookahead)?;
        Timed::new(adviser, room.transpose()?, setup, house.preferences().keys, texts(&self.language))
    }
}

/// Who an agent is, and what it looks at.
fn about(house: &House, name: &str) -> Value {
    let weights = agents::candidate(house, name).ok().and_then(|candidate| candidate.weights);
    json!({
        "name": name,
        "features": weights.as_ref().map_or_else(Vec::new, features),
    })
}

/// The names of everything that is weighed.
fn features(weights: &Weights) -> Vec<String> {
    let special = Piece::ALL.into_iter().filter_map(|piece| weights.special(piece)).flatten();
    let mut features: Vec<String> = Vec::new();
    for Weight { measure, .. } in weights.general().iter().chain(special) {
        let name = measure.to_string();
        if !features.contains(&name) {
            features.push(name);
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::Options;
    use crate::topics::read;
    use tetrolab_sessions::folders::Places;
    use tetrolab_sessions::preferences::Preferences;

    /// A house of its own, where nothing is kept.
    fn house() -> House {
        let folder = tempfile::tempdir().unwrap();
        let places = Places {
            settings: folder.path().join("settings.toml"),
            records: folder.path().join("records.db"),
            language: None,
        };
        let options = Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            token: None,
            hosts: Vec::new(),
            places,
            preferences: Preferences::default(),
            runs: folder.path().join("runs"),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (_, is_closing) = tokio::sync::watch::channel(false);
        House::open(&options, runtime.handle().clone(), is_closing).0
    }

    /// Opens what a question asks for.
    fn open(question: Value) -> Result<Opened> {
        read::<Question>(question)?.open(&house())
    }

    fn ask(agents: &[&str], game: &str) -> Value {
        json!({ "language": "en", "agents": agents, "game": game, "seed": 7, "speed": 3 })
    }

    /// Plays some pieces, however long that takes.
    fn play(game: &mut Box<dyn Game>, pieces: u32) {
        (0..pieces).for_each(|_| game.step());
        while game.is_busy() {
            game.work(Instant::now() + Duration::from_secs(1));
        }
    }

    #[test]
    fn agents_get_the_same_pieces_and_repeat_their_games() {
        for (agents, game) in [(["bcts", "random"], RESEARCH), (["dellacherie", "bot:1"], "guideline")] {
            let mut runs = [(); 2].map(|()| open(ask(&agents, game)).unwrap().games);
            for games in &mut runs {
                games.iter_mut().for_each(|game| play(game, 0));
                let pieces: Vec<char> =
                    games.iter_mut().map(|game| game.show(true).picture.piece.unwrap().piece).collect();
                assert_eq!(pieces[0], pieces[1], "{game}");
            }
            for index in 0..2 {
                // One in steps with many looks, the other at once.
                for _ in 0..30 {
                    play(&mut runs[0][index], 1);
                    assert!(runs[0][index].show(true).thought.is_some());
                }
                play(&mut runs[1][index], 30);
                let [one, other] = runs.each_mut().map(|games| games[index].show(false));
                assert_eq!((one.pieces, one.games, one.lines, one.score), (30, other.games, other.lines, other.score));
                assert_eq!((one.place, one.stack), (other.place, other.stack), "{} {game}", agents[index]);
            }
        }
    }

    #[test]
    fn games_go_on_after_they_are_lost() {
        let mut question = ask(&["random"], RESEARCH);
        question["size"] = "6x8".into();
        let mut opened = open(question).unwrap();
        assert_eq!((&opened.opening["width"], &opened.opening["height"]), (&json!(6), &json!(8)));
        play(&mut opened.games[0], 500);
        let shown = opened.games[0].show(true);
        let mean = shown.mean.unwrap();
        assert!(shown.games > 10 && shown.pieces == 500, "{} games", shown.games);
        assert!(mean.lower.unwrap() <= mean.lines && mean.lines <= mean.upper.unwrap(), "{mean:?}");
        assert!(!shown.points.is_empty() && shown.points.iter().all(|point| point.value.is_none()));
        let mut opened = open(ask(&["random"], "guideline")).unwrap();
        play(&mut opened.games[0], 100);
        let shown = opened.games[0].show(true);
        assert!(shown.games > 0 && shown.pieces == 100, "{} games", shown.games);
    }

    #[test]
    fn decisions_are_explained() {
        let mut opened = open(ask(&["bcts"], RESEARCH)).unwrap();
        assert_eq!(opened.opening["agents"][0]["features"].as_array().unwrap().len(), 8);
        let shown = opened.games[0].show(true);
        let thought = shown.thought.unwrap();
        assert_eq!((thought.names.len(), thought.chosen), (8, 0));
        assert_eq!(Some(&thought.placements[0].placed), shown.place.as_ref());
        let mut opened = open(ask(&["bcts"], "modern")).unwrap();
        play(&mut opened.games[0], 5);
        let thought = opened.games[0].show(true).thought.unwrap();
        // Every placement, from the best to the worst.
        assert_eq!(thought.placements.len(), thought.considered);
        assert!(thought.considered > 8 && thought.placements[0].keys.as_ref().is_some_and(|keys| !keys.is_empty()));
        assert!(thought.placements.is_sorted_by(|one, other| one.value >= other.value));
    }

    #[test]
    fn what_is_not_there_is_refused_in_a_sentence() {
        let with = |name: &str, value: Value| {
            let mut question = ask(&["bcts"], RESEARCH);
            question[name] = value;
            question
        };
        for (question, sentence) in [
            (ask(&[], RESEARCH), "1 to 6 agents play side by side, not 0."),
            (ask(&["bcts"; 7], RESEARCH), "1 to 6 agents play side by side, not 7."),
            (ask(&["bcst"], RESEARCH), "There is no agent “bcst”. The nearest name is bcts."),
            (ask(&["./Cargo.toml"], RESEARCH), "There is no agent “./Cargo.toml”."),
            (ask(&["Cargo.toml"], "guideline"), "There is no agent “Cargo.toml”."),
            (ask(&["bot"], RESEARCH), "bot plays only the timed game."),
            (ask(&["bot:mine.toml"], "guideline"), "Agents from files cannot be chosen here"),
            (
                ask(&["bot:20000"], "guideline"),
                "“bot:20000” is no bot: it is bot, or bot: and the number of placements that it looks at, at most 10000",
            ),
            (ask(&["bot:threads=2"], "guideline"), "“bot:threads=2” is no bot"),
            (ask(&["bcts"], "chess"), "There is no game “chess” to watch."),
            (with("size", "10".into()), "A board is written as columns x rows, such as 10x20"),
            (with("size", "99x20".into()), "with 4 to 16 columns and 1 to 40 rows; “99x20” is none."),
            (with("speed", (-1).into()), "A speed is from 0 to 1000000 pieces per second, not -1."),
            (with("speed", 1e300.into()), "A speed is from 0 to 1000000 pieces per second"),
            (with("focus", 1.into()), "there are 1 agents, and none has the number 1"),
            (with("seed", u64::MAX.into()), "A seed is a whole number up to 9007199254740991."),
            (with("path", "x".into()), "unknown field `path`"),
        ] {
            let error = open(question.clone()).err().map(|error| format!("{error:#}")).unwrap_or_default();
            assert!(error.contains(sentence), "{question}: {error}");
        }
        let tiny = json!({ "language": "en", "agents": ["bcts"], "game": "guideline", "size": "4x1", "speed": 1 });
        assert!(open(tiny).is_ok_and(|mut opened| {
            play(&mut opened.games[0], 20);
            opened.games[0].pieces() == 20
        }));
    }

    #[test]
    fn there_is_room_for_so_many_bots_and_again_when_some_have_left() {
        let house = house();
        let bots: Question = read(ask(&["bot:1"; MOST_AGENTS], "guideline")).unwrap();
        let mut opened = Vec::new();
        let refused = loop {
            match bots.open(&house) {
                Ok(more) => opened.push(more),
                Err(refused) => break refused,
            }
        };
        assert_eq!(refused.to_string(), "There is no room for another bot now. Try again later.");
        assert_eq!(opened.len(), 4);
        opened.pop();
        assert!(bots.open(&house).is_ok());
    }
}
