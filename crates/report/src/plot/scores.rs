//! How scores are distributed, and whether they are exponential.

use tetrolab_statistics::{LEVEL, QuantilePoint, Scores, exponential_mean};

use super::text::{number, whole};
use super::{Axis, Figure, INKS, Ink, Label, Mark, Panel, Scale, Series, Shape, Size, Stroke};

/// At most this many points of each agent are drawn; more would not show.
const POINTS: usize = 300;

/// An agent that has something to show.
struct Agent {
    name: String,
    scores: Scores,
    /// The mean of the exponential that fits the scores.
    mean: f64,
    style: usize,
}

/// Draws the scores of complete games of each agent, with the exponential that fits them.
///
/// At the left the share of games that reach a number of lines; at the right scores against what the exponential gives for
/// games of their rank. Agents without a line are only named.
pub fn distribution(agents: &[(String, Vec<u64>)], caption: &str, command: &str) -> Figure {
    let mut shown = Vec::new();
    let mut caption = caption.to_owned();
    for (style, (name, scores)) in agents.iter().enumerate() {
        let scores = Scores::new(scores.as_slice());
        match scores.exponential_mean() {
            Some(mean) => shown.push(Agent { name: name.clone(), scores, mean, style }),
            // An agent that has not played keeps its colour, and nothing more.
            None if scores.sorted().is_empty() => {}
            None => caption = format!("{caption} {name}: {} games, no line.", whole(scores.sorted().len())),
        }
    }
    Figure {
        title: "Distribution of scores".to_owned(),
        caption: caption.trim().to_owned(),
        command: command.to_owned(),
        panels: vec![reached(&shown), quantiles(&shown)],
        remark: String::new(),
    }
}

/// The share of games that reach a number of lines.
fn reached(agents: &[Agent]) -> Panel {
    let lowest = agents.iter().map(|agent| agent.mean).fold(f64::INFINITY, f64::min);
    let highest = agents.iter().map(|agent| 7.0 * agent.mean).fold(10.0, f64::max);
    // Nearly all games reach a hundredth of the mean, and what a log axis shows to the left of it is flat.
    let from = (lowest / 100.0).min(highest / 100.0).max(0.5);
    let mut panel = Panel {
        title: "Games that reach a score".to_owned(),
        note: "Dashed: the exponential that fits best. Band: 95 % interval of its mean.".to_owned(),
        x: Axis { name: "score (lines)".to_owned(), scale: Scale::Logarithmic, from, to: highest },
        y: Axis { name: "games with at least this score (%)".to_owned(), scale: Scale::Linear, from: 0.0, to: 100.0 },
        series: agents.iter().filter_map(|agent| agent.band(from, highest)).collect(),
        labels: Vec::new(),
        keys: Vec::new(),
    };
    panel.series.extend(agents.iter().map(|agent| Series::Steps { points: agent.steps(from), colour: agent.colour() }));
    panel.series.extend(agents.iter().map(|agent| Series::Line {
        points: between(from, highest).map(|score| (score, 100.0 * (-score / agent.mean).exp())).collect(),
        colour: Ink::Text,
        stroke: Stroke::Thin,
    }));

    let mut order: Vec<&Agent> = agents.iter().collect();
    order.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    for (index, agent) in order.iter().enumerate() {
        // The best on top, each at a height of its own, with the mark that it has in the other panel.
        let share = 1.0 - (index as f64 + 0.5) / order.len() as f64;
        let at = (agent.reached_by(share), 100.0 * share);
        panel.series.push(agent.points(vec![at]));
        panel.labels.push(Label {
            name: agent.name.clone(),
            detail: agent.summary(),
            at,
            colour: agent.colour(),
            stroke: Stroke::Solid,
        });
    }
    panel
}

/// Scores against what the exponential gives, both in units of its mean, so that all agents share one diagonal.
fn quantiles(agents: &[Agent]) -> Panel {
    let points: Vec<Vec<QuantilePoint>> =
        agents.iter().map(|agent| agent.scores.quantile_plot(POINTS, LEVEL)).collect();
    let all = || agents.iter().zip(&points).flat_map(|(agent, points)| points.iter().map(move |point| (agent, point)));
    let right = all().map(|(agent, point)| point.expected / agent.mean).fold(1.0, f64::max);
    let top = all().map(|(agent, point)| point.observed.max(point.upper) / agent.mean).fold(1.0, f64::max);
    let axis = |name: &str, to: f64| Axis { name: name.to_owned(), scale: Scale::Linear, from: 0.0, to: 1.04 * to };
    let mut panel = Panel {
        title: "QQ plot against the fitted exponential".to_owned(),
        note: "Line: exactly exponential. Band: 95 % for each point alone.".to_owned(),
        x: axis("expected score of this rank (fitted means)", right),
        y: axis("score (fitted means)", top),
        series: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
    };
    for (index, (agent, points)) in agents.iter().zip(&points).enumerate() {
        // Agents with the same number of games share one band.
        let same = |other: &Agent| other.scores.sorted().len() == agent.scores.sorted().len();
        if !agents[..index].iter().any(same) {
            let edge =
                |point: &QuantilePoint| [point.expected, point.lower, point.upper].map(|lines| lines / agent.mean);
            let edges = points.iter().map(edge).map(|[x, low, high]| (x, low, high)).collect();
            let colour = if agents[index + 1..].iter().any(same) { Ink::Text } else { agent.colour() };
            panel.series.push(Series::Band { edges, colour });
        }
    }
    let corner = panel.x.to;
    panel.series.push(Series::Line {
        points: vec![(0.0, 0.0), (corner, corner)],
        colour: Ink::Text,
        stroke: Stroke::Thin,
    });
    for (agent, points) in agents.iter().zip(&points) {
        let points: Vec<(f64, f64)> =
            points.iter().map(|point| (point.expected / agent.mean, point.observed / agent.mean)).collect();
        let at = *points.last().expect("a game");
        panel.series.push(agent.points(points));
        let p_value = agent.scores.cox_oakes().map(|result| match result.p_value {
            small if small < 0.001 => "Cox-Oakes test: p < 0.001".to_owned(),
            p_value => format!("Cox-Oakes test: p = {}", number(p_value, 2)),
        });
        panel.labels.push(Label {
            name: agent.name.clone(),
            detail: p_value.unwrap_or_default(),
            at,
            colour: agent.colour(),
            stroke: Stroke::Solid,
        });
    }
    panel
}

impl Agent {
    fn colour(&self) -> Ink {
        INKS[self.style % INKS.len()]
    }

    /// Marks whose form and filling differ for the first eight agents, since colour alone must not tell them apart.
    fn points(&self, points: Vec<(f64, f64)>) -> Series {
        let shape = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle][self.style % 4];
        let mark = Mark { shape, filled: (self.style / 4).is_multiple_of(2), size: Size::Small };
        Series::Points { points, colour: self.colour(), mark }
    }

    /// The share of games that reach a score, beginning at the left end of the axis.
    fn steps(&self, from: f64) -> Vec<(f64, f64)> {
        let sorted = self.scores.sorted();
        let share = |rank: usize| 100.0 * (sorted.len() - rank) as f64 / sorted.len() as f64;
        let before = sorted.partition_point(|&score| (score as f64) < from);
        let ranks = self.scores.ranks(POINTS).into_iter().filter(|&rank| rank > before);
        let steps = ranks.map(|rank| (sorted[rank - 1] as f64, share(rank)));
        std::iter::once((from, share(before))).chain(steps).collect()
    }

    /// A point of the steps at the given height.
    fn reached_by(&self, share: f64) -> f64 {
        let sorted = self.scores.sorted();
        sorted[((1.0 - share) * sorted.len() as f64) as usize] as f64
    }

    /// The exponentials whose means are within the interval.
    fn band(&self, from: f64, to: f64) -> Option<Series> {
        let interval = self.scores.estimate().interval(LEVEL);
        let (low, high) = (exponential_mean(interval.lower), exponential_mean(interval.upper?));
        let edge = |score: f64| (score, 100.0 * (-score / low).exp(), 100.0 * (-score / high).exp());
        Some(Series::Band { edges: between(from, to).map(edge).collect(), colour: self.colour() })
    }

    /// The mean, how well it is known, and from how many games.
    fn summary(&self) -> String {
        let estimate = self.scores.estimate();
        let (mean, games) = (self.scores.mean().unwrap_or(0.0), whole(self.scores.sorted().len()));
        let precision = estimate.relative_precision(LEVEL).unwrap_or(f64::INFINITY);
        if precision < 0.3 {
            return format!("mean {} ± {} %, {games} games", number(mean, 3), number(100.0 * precision, 2));
        }
        // The interval of few games is too lopsided for one number.
        let interval = estimate.interval(LEVEL);
        let upper = interval.upper.map_or("∞".to_owned(), |upper| number(upper, 2));
        format!("mean {} to {upper}, {games} games", number(interval.lower, 2))
    }
}

/// Scores from one end of a log axis to the other.
fn between(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=120).map(move |step| from * (to / from).powf(f64::from(step) / 120.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exponential quantiles.
    fn scores(count: u64, mean: f64) -> Vec<u64> {
        (0..count).map(|index| (-mean * ((index as f64 + 0.5) / count as f64).ln()) as u64).collect()
    }

    fn check(svg: &str) {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.len() < 1_000_000, "{} bytes", svg.len());
    }

    #[test]
    fn eight_agents_with_many_high_scores_make_a_small_file() {
        let agents: Vec<(String, Vec<u64>)> =
            (0..8).map(|index| (format!("agent {index}"), scores(100_000, 10f64.powi(index + 3)))).collect();
        let svg = distribution(&agents, "Eight agents.", "tetrolab evaluate").svg();
        check(&svg);
        for (name, _) in agents {
            assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 2, "{name}");
        }
    }

    #[test]
    fn few_and_odd_scores_can_be_drawn() {
        for scores in [vec![3, 9], vec![0, 1], vec![0, 0], vec![], vec![7; 50], vec![1_000_000_000_000, 0], vec![5]] {
            check(&distribution(&[("one".to_owned(), scores)], "", "").svg());
        }
        check(&distribution(&[], "", "").svg());
    }

    /// Few games make a band that is much higher than the panel is wide.
    #[test]
    fn the_diagonal_is_where_both_axes_agree() {
        for count in [2, 20, 2_000] {
            let scores = Scores::new(scores(count, 1e6));
            let mean = scores.exponential_mean().unwrap();
            let panel = quantiles(&[Agent { name: String::new(), scores, mean, style: 0 }]);
            let Some(Series::Line { points, .. }) = panel.series.get(1) else { panic!("the diagonal is second") };
            assert!(points.iter().all(|point| point.0 == point.1));
            assert_eq!(points[1].0, panel.x.to);
        }
    }

    #[test]
    fn an_agent_without_a_line_is_named() {
        let svg = distribution(&[("idle <1>".to_owned(), vec![0, 0])], "Nothing yet.", "tetrolab evaluate").svg();
        assert!(svg.contains("Nothing yet. idle &lt;1&gt;: 2 games, no line."));
    }

    #[test]
    fn the_summary_is_lopsided_for_few_games() {
        let summary = |count| {
            let scores = Scores::new(scores(count, 2e6));
            Agent { name: String::new(), mean: scores.exponential_mean().unwrap(), scores, style: 0 }.summary()
        };
        assert_eq!(summary(10_000), "mean 2.00×10⁶ ± 2.0 %, 10\u{2009}000 games");
        assert_eq!(summary(10), "mean 1.1×10⁶ to 4.0×10⁶, 10 games");
    }
}
