//! How scores are distributed.

use crate::grid::{FigureAsked, Settings, Value};
use crate::laboratory::Results;
use tetrolab_report::plot::{Figure, scores};

/// Players by name, with the scores of their games.
type Players = Vec<(String, Vec<u64>)>;

/// Draws the scores of all games of each value of the axis, with the exponential that fits them; for each value of `panels` two panels.
pub fn draw(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let axis = if asked.axis.is_empty() { "agent" } else { &asked.axis };
    let mut groups: Vec<(String, Players)> = Vec::new();
    let word = |settings: &Settings, name: &str| settings.get(name).map(Value::to_string).unwrap_or_default();
    for cell in results.experiment.cells_of(asked.grid, &asked.filter) {
        let Some(scores) = results.outcome(cell.id).and_then(|outcome| outcome.series.get("scores")) else { continue };
        let scores = scores.iter().map(|&score| score as u64);
        let panel = place(&mut groups, word(&cell.settings, &asked.panels));
        place(&mut panel.1, word(&cell.settings, axis)).1.extend(scores);
    }
    // A player looks the same in all panels.
    let mut names: Vec<String> = Vec::new();
    for name in groups.iter().flat_map(|(_, players)| players).map(|(name, _)| name) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    for (_, players) in &mut groups {
        names.iter().for_each(|name| {
            place(players, name.clone());
        });
        players.sort_by_key(|(name, _)| names.iter().position(|known| known == name));
    }
    let mut whole = Figure {
        title: String::new(),
        caption: String::new(),
        command: String::new(),
        panels: Vec::new(),
        remark: String::new(),
    };
    for (name, players) in groups {
        let mut figure = scores::distribution(&players, "", "");
        for panel in &mut figure.panels {
            if !name.is_empty() {
                panel.title = format!("{}, {name}", panel.title);
            }
        }
        whole.panels.extend(figure.panels);
        whole.caption = format!("{} {}", whole.caption, figure.caption).trim().to_string();
        whole.title = figure.title;
    }
    if whole.panels.is_empty() {
        return Err("none of these games is over yet".to_string());
    }
    Ok(whole)
}

/// The entry with this name, which is made if there is none.
fn place<T: Default>(entries: &mut Vec<(String, T)>, name: String) -> &mut (String, T) {
    let place = entries.iter().position(|entry| entry.0 == name).unwrap_or_else(|| {
        entries.push((name, T::default()));
        entries.len() - 1
    });
    &mut entries[place]
}
