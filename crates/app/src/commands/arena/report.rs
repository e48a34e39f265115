//! What came of a tournament, as text and as JSON.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_bot::arena::{Hypothesis, LossKind, Rating, Ratings, Ratio, Results, SprtState, Table, ratings};
use tetrolab_experiments::plot::scores::LEVEL;
use tetrolab_experiments::words::{shorten_all, wrap};
use tetrolab_simulate::statistics::distribution::f_quantile;

use super::record::{Game, Player};
use super::settings::{Length, Settings, Thought};
use super::tournament::Tournament;
use crate::commands::again::quoted;
use crate::commands::number::{counted, figure};
use crate::commands::page::Page;

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
            nodes: own.iter().filter_map(|player| player.nodes).reduce(|sum, nodes| sum + nodes),
            // Where one game is not known, neither is the sum.
            cpu: own.iter().map(|player| player.cpu).sum(),
            losses: LossKind::ALL.map(|kind| (kind, count(kind))).into_iter().filter(|loss| loss.1 > 0).collect(),
        }
    }

    /// Attack per piece, and half the width of its interval.
    fn attack(&self) -> Option<(f64, Option<f64>)> {
        let value = self.attack.value()?;
        // Student's distribution, by way of the F distribution of its square.
        let quantile = |games: u64| f_quantile(1.0, games as f64 - 1.0, LEVEL).sqrt();
        Some((value, self.attack.standard_error().map(|error| error * quantile(self.attack.games()))))
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
        let page = Page::standard();
        let settings = &self.tournament.settings;
        for line in wrap(&heading(settings), page.width) {
            writeln!(out, "{line}")?;
        }
        let names = shorten_all(&settings.bots, 18);
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        self.write_results(out, &names, width)?;
        self.write_play(out, &names, width)?;
        self.write_cross_table(out, &names, width)?;
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

    fn write_play(&self, out: &mut impl Write, names: &[String], width: usize) -> Result<()> {
        writeln!(
            out,
            "\n   {:width$} {:>8} {:>14} {:>9} {:>9} {:>9} {:>9} {:>8}",
            "bot", "pieces", "attack/piece", "nodes", "CPU s", "CPU ms", "answer", "longest"
        )?;
        writeln!(
            out,
            "   {:width$} {:>8} {:>14} {:>9} {:>9} {:>9} {:>9} {:>8}",
            "", "per game", "", "/piece", "", "/piece", "ms", "ms"
        )?;
        let unknown = || "?".to_string();
        for (index, (line, name)) in self.lines.iter().zip(names).enumerate() {
            let games = line.results.games();
            let attack = line.attack().map_or_else(unknown, |(value, margin)| match margin {
                Some(margin) => format!("{value:.3} ± {margin:.3}"),
                None => format!("{value:.3}"),
            });
            let each = |sum: Option<f64>| sum.and_then(|sum| line.per_piece(sum)).map_or_else(unknown, figure);
            let answer = if line.asked > 0 { figure(line.waited / line.asked as f64) } else { unknown() };
            writeln!(
                out,
                "{:>2} {name:width$} {:>8} {attack:>14} {:>9} {:>9} {:>9} {answer:>9} {:>8}",
                index + 1,
                if games > 0 { figure(line.pieces as f64 / games as f64) } else { unknown() },
                each(line.nodes.map(|nodes| nodes as f64)),
                line.cpu.map_or_else(unknown, figure),
                each(line.cpu.map(|seconds| 1e3 * seconds)),
                figure(line.longest),
            )?;
        }
        Ok(())
    }

    /// The points of each bot against each other.
    fn write_cross_table(&self, out: &mut impl Write, names: &[String], width: usize) -> Result<()> {
        let bots = names.len();
        write!(out, "\n   {:width$}", "points")?;
        (1..=bots).try_for_each(|bot| write!(out, " {bot:>11}"))?;
        writeln!(out)?;
        for (one, name) in names.iter().enumerate() {
            write!(out, "{:>2} {name:width$}", one + 1)?;
            for other in 0..bots {
                let results = self.table.against(one, other);
                let cell = match results.games() {
                    _ if one == other => "-".to_string(),
                    0 => String::new(),
                    games => format!("{}/{games}", results.points()),
                };
                write!(out, " {cell:>11}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_losses(&self, out: &mut impl Write, names: &[String], page: usize) -> Result<()> {
        let mut has_begun = false;
        for (line, name) in self.lines.iter().zip(names) {
            let mut ways: Vec<String> =
                line.losses.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
            if line.illegal > 0 {
                ways.push(counted(line.illegal, "illegal suggestion"));
            }
            if ways.is_empty() {
                continue;
            }
            if !std::mem::replace(&mut has_begun, true) {
                writeln!(out)?;
            }
            for text in wrap(&format!("{name} lost by: {}", ways.join(", ")), page) {
                writeln!(out, "{text}")?;
            }
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
        for (line, name) in self.lines.iter().zip(&settings.bots).filter(|(line, _)| line.asked_again > 0) {
            notes.push(format!(
                "{name} had no move yet when it was asked, and was asked again {}: it needs more time or a less busy machine.",
                counted(line.asked_again, "time")
            ));
        }
        for (bot, reason) in self.tournament.given_up() {
            notes.push(format!("{} could not be started and was given up: {reason}.", settings.bots[bot]));
        }
        let path = self.tournament.path();
        let path = quoted(&path.to_string_lossy());
        if !self.tournament.is_done() {
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
