//! The player: one of the table, or one that was learned before.

use tetrolab_agents::{Agent, Lookahead, Player, Weights};
use tetrolab_engine::Randomizer;
use tetrolab_simulate::Games;

use crate::grid::{Settings, Task};
use crate::train::average;
use crate::works::train::PLAYER;

/// How far players look ahead: the piece at hand, the next one too, or every piece that may come next.
pub const LOOKAHEADS: [&str; 3] = ["one-piece", "two-piece", "expectation"];

/// What stands before the name of a grid.
const GRID: &str = "grid:";

/// The grid whose cells have learned the player; `None` if it is one of the table.
pub fn grid(settings: &Settings) -> Option<&str> {
    settings.text("agent").strip_prefix(GRID)
}

/// Says what is wrong with the name of a player. Whether there is a grid of a name is known when all have been read.
pub fn check_name(name: &str) -> Result<(), String> {
    if name.starts_with(GRID) { Ok(()) } else { named(name).map(drop) }
}

/// Says what is wrong with the player, as far as that is known before it has learned.
pub fn check(settings: &Settings, games: &Games) -> Result<(), String> {
    match grid(settings) {
        Some(_) => Ok(()),
        None => ready(settings, named(settings.text("agent"))?, games).map(drop),
    }
}

/// The player, ready for its games.
pub fn player(task: &Task<'_>, games: &Games) -> Result<Player, String> {
    let settings = task.settings();
    let weights = match grid(settings) {
        Some(grid) => {
            let players = task.before.iter().map(|(_, outcome)| outcome.texts.get(PLAYER).map(String::as_str));
            Some(learned(grid, players)?)
        }
        None => named(settings.text("agent"))?,
    };
    ready(settings, weights, games)
}

/// The weights of a player of the table; `None` if it decides at random.
fn named(name: &str) -> Result<Option<Weights>, String> {
    Agent::named(name).map(Agent::weights).map_err(|unknown| unknown.to_string())
}

/// The average of what all cells of a grid have learned, each scaled to unit length: the protocol of Boumaza 2009.
fn learned<'p>(grid: &str, players: impl Iterator<Item = Option<&'p str>>) -> Result<Weights, String> {
    let mut all: Vec<Weights> = Vec::new();
    for player in players {
        let text = player.ok_or_else(|| format!("the cells of the grid {grid:?} have learned no weights"))?;
        all.push(text.parse().map_err(|error| format!("what the grid {grid:?} has learned: {error}"))?);
    }
    let first = all.first().ok_or_else(|| format!("the grid {grid:?} has no cells"))?;
    let measures = |weights: &Weights| weights.general().iter().map(|term| term.measure.clone()).collect::<Vec<_>>();
    let of_first = measures(first);
    if all.iter().any(|weights| measures(weights) != of_first) {
        return Err(format!("the cells of the grid {grid:?} have learned weights of different features"));
    }
    let vectors: Vec<Vec<f64>> =
        all.iter().map(|weights| weights.general().iter().map(|term| term.weight).collect()).collect();
    let average = average(&vectors.iter().map(Vec::as_slice).collect::<Vec<_>>());
    Weights::from_measures(of_first.into_iter().zip(average).collect()).map_err(|error| error.to_string())
}

fn ready(settings: &Settings, weights: Option<Weights>, games: &Games) -> Result<Player, String> {
    let lookahead = match (settings.text("lookahead"), games.deal.randomizer) {
        ("two-piece", _) => Lookahead::Two,
        ("expectation", Randomizer::Weighted(weights)) => Lookahead::Expected(weights.map(f64::from)),
        ("expectation", _) => Lookahead::EQUAL,
        _ => Lookahead::One,
    };
    let agent = settings.text("agent");
    Player::new(weights, games.rules, lookahead).map_err(|error| format!("{agent}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learned_players_are_averaged_in_unit_length() {
        let file = |first: f64, second: f64| format!("[weights]\nf5_holes = {first}\nlines = {second}\n");
        let files = [file(30.0, 40.0), file(0.8, 0.6)];
        let weights = learned("runs", files.iter().map(|file| Some(file.as_str()))).unwrap();
        let terms: Vec<(&str, f64)> = weights.general().iter().map(|term| (term.measure.name(), term.weight)).collect();
        assert_eq!(terms.iter().map(|term| term.0).collect::<Vec<_>>(), ["f5_holes", "lines"]);
        assert!(terms.iter().all(|term| (term.1 - 0.5f64.sqrt()).abs() < 1e-15), "{terms:?}");
    }

    #[test]
    fn what_has_not_learned_the_same_is_refused() {
        let reason = |players: &[Option<&str>]| learned("runs", players.iter().copied()).unwrap_err();
        assert_eq!(reason(&[]), "the grid \"runs\" has no cells");
        assert_eq!(reason(&[None]), "the cells of the grid \"runs\" have learned no weights");
        let different = [Some("[weights]\nlines = 1\n"), Some("[weights]\nf5_holes = 1\n")];
        assert_eq!(reason(&different), "the cells of the grid \"runs\" have learned weights of different features");
    }
}
