//! How many games are still alive after a number of pieces, where some were broken off (Kaplan and Meier 1958).

use super::panels::split;
use crate::grid::{Cell, FigureAsked};
use crate::laboratory::Results;
use tetrolab_report::plot::{Axis, Figure, Label, Panel, Scale, Series, line_style};

/// The value of a cell whose game was broken off: it would have lasted longer.
const SURVIVED: &str = "survived";
/// A curve has at most this many steps; more would not show.
const MOST_STEPS: usize = 300;
/// Standard deviations on each side of an interval of 95 %.
const NORMAL: f64 = 1.96;

/// Curves of survival, one for each value of the axis.
pub fn survival(asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let grid = &results.experiment.grids[asked.grid];
    let measures = grid.work.measures();
    let measure = measures.iter().find(|measure| measure.name == asked.measure).unwrap_or(&measures[0]);
    let unit = if measure.unit.is_empty() { measure.name } else { measure.unit };
    let mut panels = Vec::new();
    for part in split(asked, results) {
        let mut curves = Vec::new();
        for (index, group) in part.groups.iter().enumerate() {
            let games: Vec<(f64, bool)> =
                group.cells.iter().filter_map(|cell| game(results, cell, measure.name)).collect();
            if !games.is_empty() {
                curves.push(Curve { name: group.name(), style: index, games: games.len(), steps: steps(games) });
            }
        }
        if !curves.is_empty() {
            panels.push(panel(part.title, unit, &curves));
        }
    }
    if panels.is_empty() {
        return Err("no game has been played yet".to_string());
    }
    let empty = String::new;
    Ok(Figure { title: empty(), caption: empty(), command: empty(), panels, remark: empty() })
}

/// How long a game lasted, and whether it was lost.
fn game(results: &Results, cell: &Cell, measure: &str) -> Option<(f64, bool)> {
    let values = &results.outcome(cell.id)?.values;
    Some((*values.get(measure)?, values.get(SURVIVED) != Some(&1.0)))
}

/// A curve, and how many games it is of.
struct Curve {
    name: String,
    style: usize,
    games: usize,
    steps: Vec<Step>,
}

/// From here on this share of games goes on, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    at: f64,
    share: f64,
    low: f64,
    high: f64,
}

/// The steps of a curve, with Greenwood's intervals on the scale of log(-log), which stay between 0 and 1.
fn steps(mut games: Vec<(f64, bool)>) -> Vec<Step> {
    games.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut steps = vec![Step { at: 0.0, share: 1.0, low: 1.0, high: 1.0 }];
    let (mut share, mut variance, mut place) = (1.0, 0.0, 0);
    while place < games.len() {
        let at = games[place].0;
        let left = (games.len() - place) as f64;
        let same = games[place..].iter().take_while(|game| game.0 == at).count();
        let lost = games[place..place + same].iter().filter(|game| game.1).count() as f64;
        place += same;
        if lost > 0.0 {
            share *= 1.0 - lost / left;
            variance += lost / (left * (left - lost));
            let (low, high) = interval(share, variance);
            steps.push(Step { at, share, low, high });
        }
    }
    // What was broken off last is where the curve ends.
    if let (Some(last), Some(&(at, false))) = (steps.last().copied(), games.last()) {
        steps.push(Step { at, ..last });
    }
    steps
}

fn interval(share: f64, variance: f64) -> (f64, f64) {
    if share <= 0.0 {
        return (0.0, 0.0);
    }
    let width = NORMAL * variance.sqrt() / -share.ln();
    (share.powf(width.exp()), share.powf((-width).exp()))
}

fn panel(title: String, unit: &str, curves: &[Curve]) -> Panel {
    let times = || curves.iter().flat_map(|curve| curve.steps.iter().map(|step| step.at)).filter(|&at| at > 0.0);
    let x = Axis::logarithmic(unit, times());
    let mut panel = Panel {
        title,
        note: "Band: 95 % interval of each point (Greenwood).".to_string(),
        y: Axis { name: "games that go on (%)".to_string(), scale: Scale::Linear, from: 0.0, to: 100.0 },
        series: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
        x,
    };
    let from = panel.x.from;
    for (index, curve) in curves.iter().enumerate() {
        let (colour, stroke) = line_style(curve.style);
        let shown = thinned(&curve.steps);
        let corners = shown.windows(2).flat_map(|pair| [(pair[0], pair[0].at), (pair[0], pair[1].at)]);
        let corners: Vec<(Step, f64)> = corners.map(|(step, at)| (step, at.max(from))).collect();
        let edges = corners.iter().map(|(step, at)| (*at, 100.0 * step.low, 100.0 * step.high)).collect();
        panel.series.push(Series::Band { edges, colour });
        let mut points: Vec<(f64, f64)> = corners.iter().map(|(step, at)| (*at, 100.0 * step.share)).collect();
        points.extend(shown.last().map(|step| (step.at.max(from), 100.0 * step.share)));
        // Each name at a height of its own, the first on top.
        let height = 1.0 - (index as f64 + 0.5) / curves.len() as f64;
        let at = curve.steps.iter().find(|step| step.share <= height).or(curve.steps.last());
        panel.labels.push(Label {
            name: curve.name.clone(),
            detail: format!("{}, {} games", median(&curve.steps), curve.games),
            at: at.map_or((from, 100.0), |step| (step.at, 100.0 * height.max(step.share))),
            colour,
            stroke,
        });
        panel.series.push(Series::Line { points, colour, stroke });
    }
    panel
}

/// When half of the games are lost.
fn median(steps: &[Step]) -> String {
    match steps.iter().find(|step| step.share <= 0.5) {
        Some(step) => format!("half of them after {}", step.at),
        None => "more than half go on".to_string(),
    }
}

/// Not too many steps, never without the first and the last.
fn thinned(steps: &[Step]) -> Vec<Step> {
    let every = steps.len().div_ceil(MOST_STEPS);
    let last = steps.len() - 1;
    steps.iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last).map(|(_, step)| *step).collect()
}

#[cfg(test)]
pub mod tests {
    use std::num::NonZero;

    use super::*;
    use crate::grid::Scale as Size;
    use crate::laboratory::{Plan, Run};

    /// What came of an experiment.
    pub fn results(text: &str) -> Results {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { name: "trial".to_string(), scale: Size::Paper, seed: None, text: text.to_string() };
        let mut run = Run::create(&folder.path().join("run"), plan, "").unwrap();
        run.run(NonZero::<usize>::MIN, &(), &()).unwrap();
        drop(run);
        Results::read(&folder.path().join("run")).unwrap()
    }

    #[test]
    fn games_are_drawn() {
        let results = results(
            "title = \"a trial\"\n[[grid]]\nname = \"games\"\nwork = \"assisted\"\nagent = [\"random\", \"sevilla\"]\n\
             randomizer = [\"uniform\", \"7-bag\"]\npieces = 40\nrepetitions = 5\n\
             [[figure]]\ndraw = \"survival\"\nmeasure = \"pieces\"\naxis = \"agent\"\npanels = \"randomizer\"",
        );
        let figure = survival(&results.experiment.figures[0], &results).unwrap();
        assert_eq!(figure.panels.len(), 2);
        let labels: Vec<&str> = figure.panels[0].labels.iter().map(|label| label.name.as_str()).collect();
        assert_eq!(labels, ["random", "sevilla"]);
        assert!(figure.panels[0].labels[1].detail.ends_with("go on, 5 games"), "{}", figure.panels[0].labels[1].detail);
        let svg = figure.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    /// The remission times of 21 patients that Cox and Oakes (1984) tabulate, whose curve is in every textbook.
    #[test]
    fn the_curve_is_that_of_the_textbooks() {
        let lost = [6.0, 6.0, 6.0, 7.0, 10.0, 13.0, 16.0, 22.0, 23.0];
        let left = [6.0, 9.0, 10.0, 11.0, 17.0, 19.0, 20.0, 25.0, 32.0, 32.0, 34.0, 35.0];
        let games = lost.iter().map(|&at| (at, true)).chain(left.iter().map(|&at| (at, false))).collect();
        let steps = steps(games);
        let shares: Vec<(f64, f64)> = steps.iter().map(|step| (step.at, (step.share * 1e4).round() / 1e4)).collect();
        assert_eq!(
            shares,
            [
                (0.0, 1.0),
                (6.0, 0.8571),
                (7.0, 0.8067),
                (10.0, 0.7529),
                (13.0, 0.6902),
                (16.0, 0.6275),
                (22.0, 0.5378),
                (23.0, 0.4482),
                (35.0, 0.4482)
            ]
        );
        // The textbooks' standard error after 23 weeks is 0.1346.
        let width = steps[7].high - steps[7].low;
        assert!(steps[7].low > 0.15 && steps[7].high < 0.72 && (0.45..0.55).contains(&width), "{:?}", steps[7]);
        assert_eq!(median(&steps), "half of them after 23");
    }

    #[test]
    fn odd_games_have_curves() {
        assert_eq!(
            steps(vec![(5.0, true)]).last().map(|step| (step.share, step.low, step.high)),
            Some((0.0, 0.0, 0.0))
        );
        assert_eq!(median(&steps(vec![(5.0, false)])), "more than half go on");
        let many: Vec<(f64, bool)> = (0..5000).map(|at| (f64::from(at), true)).collect();
        let thin = thinned(&steps(many));
        assert!(thin.len() <= MOST_STEPS + 1 && thin.last().is_some_and(|step| step.share == 0.0));
    }
}
