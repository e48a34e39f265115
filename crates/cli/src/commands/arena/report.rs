//! What came of a tournament, as text and as JSON.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_bot::arena::{Hypothesis, LossKind, Rating, Ratings, Ratio, Results, SprtState, Table, ratings};
use tetrolab_report::words::{shorten_all, wrap};
use tetrolab_statistics::LEVEL;
use tetrolab_statistics::distribution::student_limit;

use crate::commands::page::Page;
use tetrolab_host::arena::{Game, Length, Player, Settings, Thought, Tournament};
use tetrolab_inputs::bot_name;
use tetrolab_inputs::numbers::quoted;
use tetrolab_report::short::{counted, figure};

/// No name in a table is wider.
const WIDEST_NAME: usize = 18;

/// No column of the cross table is narrower.
const NARROWEST_CELL: usize = 5;

/// What is known of one bot.
struct Line {
    results: Results,
    rating: Rating,
    attack: Ratio,
    pieces: u64,
    /// Times answers were waited for, and the milliseconds of that.
    asked: u64,
    waited: f64,
    longest: f64,
    illegal: u64,
    asked_again: u64,
    /// How often it was asked again in games that it did not give up.
    was_early: u64,
    /// Games that it gave up though it was asked again.
    insisted: u64,
    nodes: Option<u64>,
    cpu: Option<f64>,
    /// How often it lost in each way.
    losses: Vec<(LossKind, u64)>,
}

impl Line {
    fn new(bot: usize, table: &Table, ratings: &Ratings, games: &[Game]) -> Line {
        let own: Vec<&Player> = games.iter().flat_map(Game::players).filter(|player| player.bot == bot).collect();
        let sum = |what: fn(&Player) -> u64| own.iter().map(|player| what(player)).sum::<u64>();
        let played = own.iter().filter(|player| player.pieces > 0);
        let attack = played.map(|player| (f64::from(player.attack), f64::from(player.pieces)));
        let count = |kind| own.iter().filter(|player| player.loss() == Some(kind)).count() as u64;
        Line {
            results: table.all(bot),
            rating: ratings.rating(bot),
            attack: attack.collect(),
            pieces: sum(|player| player.pieces.into()),
            asked: sum(|player| player.asked.into()),
            waited: own.iter().map(|player| player.waited).sum(),
            longest: own.iter().fold(0.0, |longest, player| longest.max(player.longest)),
            illegal: sum(|player| player.illegal.into()),
            asked_again: sum(|player| player.asked_again.into()),
            was_early: sum(|player| if gave_up(player) { 0 } else { player.asked_again.into() }),
            insisted: sum(|player| u64::from(gave_up(player) && player.asked_again > 0)),
            nodes: own.iter().filter_map(|player| player.nodes).reduce(|sum, nodes| sum + nodes),
            // Where one game is not known, neither is the sum.
            cpu: own.iter().map(|player| player.cpu).sum(),
            losses: LossKind::ALL.map(|kind| (kind, count(kind))).into_iter().filter(|loss| loss.1 > 0).collect(),
        }
    }

    /// Attack per piece, and half the width of its interval.
    fn attack(&self) -> Option<(f64, Option<f64>)> {
        let value = self.attack.value()?;
        let limit = |games: u64| student_limit(games as f64 - 1.0, LEVEL);
        Some((value, self.attack.standard_error().map(|error| error * limit(self.attack.games()))))
    }

    fn per_piece(&self, sum: f64) -> Option<f64> {
        (self.pieces > 0).then(|| sum / self.pieces as f64)
    }

    fn document(&self, name: &str) -> Value {
        let Results { wins, draws, losses } = self.results;
        let lost_by: serde_json::Map<String, Value> =
            self.losses.iter().map(|(kind, count)| (kind.name().replace(' ', "_"), (*count).into())).collect();
        json!({
            "name": name,
            "games": self.results.games(),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "elo": self.rating.elo,
            "elo_margin": self.rating.margin,
            "pieces": self.pieces,
            "attack_per_piece": self.attack().map(|attack| attack.0),
            "attack_per_piece_margin": self.attack().and_then(|attack| attack.1),
            "lost_by": lost_by,
            "illegal_moves": self.illegal,
            "asked_again": self.asked_again,
            "answer_ms": (self.asked > 0).then(|| self.waited / self.asked as f64),
            "longest_answer_ms": self.longest,
            "nodes": self.nodes,
            "cpu_seconds": self.cpu,
        })
    }
}

/// Whether a bot had no move to suggest.
fn gave_up(player: &Player) -> bool {
    player.loss() == Some(LossKind::Forfeit)
}

/// What came of a tournament.
pub struct Report<'a> {
    tournament: &'a Tournament,
    games: Vec<Game>,
    table: Table,
    ratings: Ratings,
    lines: Vec<Line>,
}

impl Report<'_> {
    pub fn new(tournament: &Tournament) -> Report<'_> {
        let (games, table) = (tournament.games(), tournament.table());
        let ratings = ratings(&table);
        let lines = (0..table.bots()).map(|bot| Line::new(bot, &table, &ratings, &games)).collect();
        Report { tournament, games, table, ratings, lines }
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_on(out, Page::standard())
    }

    fn write_on(&self, out: &mut impl Write, page: Page) -> Result<()> {
        let settings = &self.tournament.settings;
        for line in wrap(&heading(settings), page.width) {
            writeln!(out, "{line}")?;
        }
        let names = labels(&settings.bots);
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        self.write_results(out, &names, width)?;
        self.write_play(out, &names, width)?;
        self.write_cross_table(out, &names, width, page.width)?;
        self.write_losses(out, &names, page.width)?;
        writeln!(out)?;
        for note in self.notes().iter().flat_map(|note| wrap(note, page.width)) {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }

    fn write_results(&self, out: &mut impl Write, names: &[String], width: usize) -> Result<()> {
        writeln!(
            out,
            "\n   {:width$} {:>6} {:>6} {:>6} {:>6} {:>7}  Elo",
            "bot", "games", "wins", "draws", "losses", "score"
        )?;
        for (index, (line, name)) in self.lines.iter().zip(names).enumerate() {
            let Results { wins, draws, losses } = line.results;
            let score = line.results.score().map_or("?".to_string(), |score| format!("{:.1} %", 100.0 * score));
            let elo = format!("{:+.0} ± {:.0}", line.rating.elo, line.rating.margin);
            writeln!(
                out,
                "{:>2} {name:width$} {:>6} {wins:>6} {draws:>6} {losses:>6} {score:>7}  {elo}",
                index + 1,
                line.results.games(),
            )?;
        }
        Ok(())
    }

    /// How bots played, and what that took.
    fn write_play(&self, out: &mut impl Write, names: &[String], width: usize) -> Result<()> {
        let unknown = || "?".to_string();
        writeln!(out, "\n   {:width$} {:>11} {:>15} {:>11}", "bot", "pieces/game", "attack/piece", "nodes/piece")?;
        for (index, (line, name)) in self.lines.iter().zip(names).enumerate() {
            let games = line.results.games();
            let pieces = if games > 0 { figure(line.pieces as f64 / games as f64) } else { unknown() };
            let attack = line.attack().map_or_else(unknown, |(value, margin)| match margin {
                Some(margin) => format!("{value:.3} ± {margin:.3}"),
                None => format!("{value:.3}"),
            });
            let nodes = line.nodes.and_then(|nodes| line.per_piece(nodes as f64)).map_or_else(unknown, figure);
            writeln!(out, "{:>2} {name:width$} {pieces:>11} {attack:>15} {nodes:>11}", index + 1)?;
        }
        writeln!(
            out,
            "\n   {:width$} {:>9} {:>12} {:>9} {:>10}",
            "bot", "CPU s", "CPU ms/piece", "answer ms", "longest ms"
        )?;
        for (index, (line, name)) in self.lines.iter().zip(names).enumerate() {
            let cpu = line.cpu.map_or_else(unknown, figure);
            let each = line.cpu.and_then(|seconds| line.per_piece(1e3 * seconds)).map_or_else(unknown, figure);
            let answer = if line.asked > 0 { figure(line.waited / line.asked as f64) } else { unknown() };
            let longest = figure(line.longest);
            writeln!(out, "{:>2} {name:width$} {cpu:>9} {each:>12} {answer:>9} {longest:>10}", index + 1)?;
        }
        Ok(())
    }

    /// The points of each bot against each other, in as many blocks as the page needs.
    fn write_cross_table(&self, out: &mut impl Write, names: &[String], width: usize, page: usize) -> Result<()> {
        let cell = |one: usize, other: usize| {
            let results = self.table.against(one, other);
            match results.games() {
                _ if one == other => "-".to_string(),
                0 => String::new(),
                games => format!("{}/{games}", results.points()),
            }
        };
        let bots = names.len();
        let widest = (0..bots).flat_map(|one| (0..bots).map(move |other| cell(one, other).len())).max().unwrap_or(0);
        let widest = widest.max(NARROWEST_CELL);
        let in_a_block = (page.saturating_sub(width + 3) / (widest + 1)).max(1);
        for first in (0..bots).step_by(in_a_block) {
            let block = first..bots.min(first + in_a_block);
            write!(out, "\n   {:width$}", "points")?;
            block.clone().try_for_each(|other| write!(out, " {:>widest$}", other + 1))?;
            writeln!(out)?;
            for (one, name) in names.iter().enumerate() {
                write!(out, "{:>2} {name:width$}", one + 1)?;
                block.clone().try_for_each(|other| write!(out, " {:>widest$}", cell(one, other)))?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// How bots lost, and which of their suggestions were passed over.
    fn write_losses(&self, out: &mut impl Write, names: &[String], page: usize) -> Result<()> {
        let mut sentences = Vec::new();
        for (line, name) in self.lines.iter().zip(names) {
            let ways: Vec<String> =
                line.losses.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
            if !ways.is_empty() {
                sentences.push(format!("{name} lost by: {}", ways.join(", ")));
            }
            if line.illegal > 0 {
                let were = if line.illegal == 1 { "was" } else { "were" };
                sentences.push(format!("{name}: {} {were} illegal", counted(line.illegal, "suggestion")));
            }
        }
        if !sentences.is_empty() {
            writeln!(out)?;
        }
        for text in sentences.iter().flat_map(|sentence| wrap(sentence, page)) {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }

    /// What else is to be said.
    fn notes(&self) -> Vec<String> {
        let settings = &self.tournament.settings;
        let mut notes = Vec::new();
        if let (Some((state, games)), Length::Sprt { elo0, elo1, alpha, beta }) =
            (self.tournament.test(), settings.length)
        {
            let verdict = match state.taken {
                Some(Hypothesis::H0) => format!("H0 is taken: {} is not {elo1} Elo stronger.", settings.bots[0]),
                Some(Hypothesis::H1) => format!("H1 is taken: {} is stronger.", settings.bots[0]),
                None => "undecided.".to_string(),
            };
            notes.push(format!(
                "SPRT of {elo0} against {elo1} Elo (alpha {alpha}, beta {beta}) after {}: LLR {:.2} ({:.2} to {:.2}), {verdict}",
                counted(games, "game"),
                state.ratio,
                state.lower,
                state.upper
            ));
        }
        for (line, name) in self.lines.iter().zip(&settings.bots) {
            if line.was_early > 0 {
                notes.push(format!(
                    "{name} had no move yet when it was asked, and was asked again {}: it needs more time or a less busy machine.",
                    counted(line.was_early, "time")
                ));
            }
            if line.insisted > 0 {
                notes.push(format!(
                    "{name} said until its time was up that it has no move, in {}.",
                    counted(line.insisted, "game")
                ));
            }
        }
        let not_played = self.games.iter().filter(|game| !game.counts()).count() as u64;
        if not_played > 0 {
            let what = if not_played == 1 { "does" } else { "do" };
            notes
                .push(format!("{} in which a bot could not be started {what} not count.", counted(not_played, "game")));
        }
        for (bot, reason) in self.tournament.given_up() {
            notes.push(format!("{} could not be started and was given up: {reason}.", settings.bots[bot]));
        }
        let path = self.tournament.path();
        let path = quoted(&path.to_string_lossy());
        if self.tournament.can_go_on() {
            notes.push(format!("Stopped before the end: tetrolab arena --resume {path} goes on."));
        }
        if let Some(game) = self.games.first() {
            notes.push(format!("Every game is in {path}: tetrolab replay {path}/games/{:03}-a.replay", game.game));
        }
        notes
    }

    pub fn document(&self) -> Value {
        let Tournament { settings, .. } = self.tournament;
        let names = &settings.bots;
        let bots: Vec<Value> = self.lines.iter().zip(names).map(|(line, name)| line.document(name)).collect();
        let mut pairs = Vec::new();
        for one in 0..names.len() {
            for other in one + 1..names.len() {
                let Results { wins, draws, losses } = self.table.against(one, other);
                let Rating { elo, margin } = self.ratings.difference(one, other);
                pairs.push(json!({
                    "first": one + 1,
                    "second": other + 1,
                    "wins": wins,
                    "draws": draws,
                    "losses": losses,
                    "elo_difference": elo,
                    "elo_difference_margin": margin,
                }));
            }
        }
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "folder": self.tournament.path(),
            "settings": settings,
            "done": self.tournament.is_done(),
            "games": self.games.len(),
            "bots": bots,
            "pairs": pairs,
            "sprt": self.tournament.test().map(|(state, games)| sprt(&state, games)),
            "given_up": self.tournament.given_up().into_iter().map(|(bot, reason)| json!({ "bot": bot + 1, "reason": reason })).collect::<Vec<_>>(),
        })
    }
}

fn sprt(state: &SprtState, games: u64) -> Value {
    let taken = state.taken.map(|taken| match taken {
        Hypothesis::H0 => "H0",
        Hypothesis::H1 => "H1",
    });
    json!({ "games": games, "llr": state.ratio, "lower": state.lower, "upper": state.upper, "taken": taken })
}

/// Names for tables: programs and files without their folders, where they can be told apart without them.
fn labels(bots: &[String]) -> Vec<String> {
    let without_folders: Vec<String> = bots.iter().map(|name| label(name)).collect();
    let are_distinct = without_folders.iter().collect::<HashSet<_>>().len() == bots.len();
    shorten_all(if are_distinct { &without_folders } else { bots }, WIDEST_NAME)
}

fn label(name: &str) -> String {
    let Some(command) = name.strip_prefix("cmd:") else { return bot_name::short(name) };
    let (program, arguments) = command.split_once(' ').unwrap_or((command, ""));
    let program = Path::new(program).file_name().map_or(program.into(), OsStr::to_string_lossy);
    format!("{program} {arguments}").trim_end().to_string()
}

/// All that is needed to play it again.
fn heading(settings: &Settings) -> String {
    let pace = if settings.timed { "timed" } else { "turn-based" };
    let thought = match settings.thought {
        Thought::Milliseconds(time) => format!("{time} ms a move"),
        Thought::Nodes(nodes) => format!("{nodes} nodes a move"),
    };
    let length = match settings.length {
        Length::Games(games) => format!("{} of each pair", counted(games, "game")),
        Length::Sprt { .. } => "sequential test".to_string(),
    };
    let set: String = settings.set.iter().map(|set| format!("{set}, ")).collect();
    format!(
        "TBP rules, {set}{pace}, {thought}, {}, {length}, at most {} pieces, seed {}, tetrolab {}",
        counted(settings.previews.into(), "preview"),
        settings.most_pieces,
        settings.seed,
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrolab_host::arena::Kept;

    #[test]
    fn labels_say_which_is_which() {
        let labels = |bots: &[&str]| labels(&bots.iter().map(ToString::to_string).collect::<Vec<_>>());
        let bots = ["bot", "bot:/home/ada/mine.toml,50", "cmd:/opt/bots/cold-clear-2", "cmd:./x -c a.json", "bcts"];
        assert_eq!(labels(&bots), ["bot", "bot:mine,50", "cold-clear-2", "x -c a.json", "bcts"]);
        assert_eq!(labels(&["cmd:old/x", "cmd:new/x"]), ["cmd:old/x", "cmd:new/x"]);
        assert_eq!(labels(&["bot", "bot"]), ["bot", "bot"]);
    }

    /// Everything that makes lines long: many bots with long names, large numbers, all ways to lose.
    #[test]
    fn a_terminal_of_80_columns_is_wide_enough() {
        let bots: Vec<String> = (0..10).map(|bot| format!("bot:nodes={}", 999_999_990 + bot)).collect();
        let entrants = bots.iter().map(|name| Kept::read(name).unwrap()).collect();
        let settings = Settings {
            bots,
            entrants,
            folder: ".".into(),
            length: Length::Games(1_000_000),
            thought: Thought::Nodes(1),
            timed: false,
            seed: 1,
            threads: 1,
            most_pieces: 3,
            previews: 5,
            time_out: 10_000,
            start_time: 10_000,
            set: Vec::new(),
        };
        let folder = tempfile::tempdir().unwrap();
        let tournament = Tournament::create(folder.path(), settings, "tetrolab arena").unwrap();
        let player = Player {
            pieces: 999,
            attack: 998,
            illegal: 123_456,
            asked: 999,
            asked_again: 99_999,
            waited: 987_654.3,
            longest: 123_456.7,
            nodes: Some(u64::MAX / 1000),
            cpu: Some(123_456.7),
            ..Player::default()
        };
        let kinds = LossKind::ALL.map(|kind| Some(kind.name().to_string()));
        let games: Vec<Game> = (0..900)
            .map(|number| {
                let (bot, other) = ((number % 10) as usize, ((number / 10 % 9 + 1 + number % 10) % 10) as usize);
                let a = Player { bot, lost: kinds[number as usize % kinds.len()].clone(), ..player.clone() };
                let b = Player { bot: other, pieces: 1, ..player.clone() };
                let (seconds, game_seconds) = (1.0, 1.0);
                Game { game: number + 1, seed: 1, round: 0, winner: Some('b'), a, b, seconds, game_seconds }
            })
            .collect();
        let mut table = Table::new(10);
        games.iter().for_each(|game| table.add(game.sides(), Some(1)));
        let ratings = ratings(&table);
        let lines = (0..10).map(|bot| Line::new(bot, &table, &ratings, &games)).collect();
        let report = Report { tournament: &tournament, games, table, ratings, lines };
        let mut text = Vec::new();
        report.write_on(&mut text, Page::PLAIN_TERMINAL).unwrap();
        let text = String::from_utf8(text).unwrap();
        let path = folder.path().to_string_lossy();
        for line in text.lines().filter(|line| !line.contains(&*path)) {
            assert!(line.chars().count() <= 80, "{line}\n\n{text}");
        }
        assert_eq!(text.matches("points").count(), 2, "{text}");
        assert_eq!(text.matches("lost by: block out").count(), 10, "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in [
            "noise 10 bot:node…999999999: 22 222 080 suggestions were illegal",
            "that it has no move, in 10 games.",
            "100 games in which a bot could not be started do not count.",
        ] {
            assert!(words.contains(sentence), "{sentence}\n\n{text}");
        }
    }
}
