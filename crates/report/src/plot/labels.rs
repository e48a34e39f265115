//! Names for what is drawn, in a column at the right of a panel.

use super::colour::{Ink, Rgb};
use super::drawing::Drawing;
use super::panel::Area;
use super::{Frame, Mark, Stroke};
use crate::words::shorten;

/// A name for a series, written at the right of the panel, with a thin line to a point of the series.
pub struct Label {
    pub name: String,
    /// Small type below the name.
    pub detail: String,
    /// The point that the line leads to.
    pub at: (f64, f64),
    /// The colour of the series.
    pub colour: Ink,
    /// How the series is drawn.
    pub stroke: Stroke,
}

/// What a sign means, where no line can lead to it.
pub struct Key {
    pub name: String,
    /// Small type below the name.
    pub detail: String,
    pub sign: Sign,
    /// The colour of the sign.
    pub colour: Ink,
}

/// A sign as it is drawn between the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A mark.
    Mark(Mark),
    /// A box plot.
    Box,
    /// A frame around a cell.
    Frame(Frame),
}

/// What a name with its detail takes from the height, and the most characters that stand beside a panel.
pub const ROOM: f64 = 34.0;
const CHARACTERS: usize = 40;
/// The width of a character of a name.
const CHARACTER: f64 = 8.0;
/// What a sign takes from the width.
pub const SIGN: f64 = 26.0;

/// What the longest of some names takes from the width.
pub fn names_width<'a>(names: impl Iterator<Item = &'a String>) -> f64 {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    CHARACTER * longest.min(CHARACTERS) as f64
}

/// Draws labels at the right of an area.
pub fn draw_labels(labels: &[Label], area: &Area<'_>, drawing: &mut Drawing<'_>) {
    let anchors: Vec<(f64, f64)> = labels.iter().map(|label| area.place(label.at)).collect();
    let wanted: Vec<f64> = anchors.iter().map(|anchor| anchor.1).collect();
    let heights = spread(&wanted, ROOM, (area.top + ROOM / 2.0, area.top + area.height - ROOM / 2.0));
    let column = area.column();
    for ((label, (x, y)), height) in labels.iter().zip(anchors).zip(heights) {
        let Label { name, detail, colour, stroke, .. } = label;
        let (colour, (_, gaps)) = (drawing.rgb(*colour), stroke.style());
        drawing.add(&format!(
            "<path d=\"M{x:.1} {y:.1}L{:.1} {height:.1}H{:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"{gaps}/>",
            column - 16.0,
            column - 5.0
        ));
        draw_name(drawing, (column, height), name, detail, 0);
    }
}

/// Draws keys below each other, the first at a height.
pub fn draw_keys(keys: &[Key], (left, top): (f64, f64), drawing: &mut Drawing<'_>) {
    for (index, key) in keys.iter().enumerate() {
        let height = top + ROOM * (index as f64 + 0.5);
        drawing.add(&key.sign.element((left + 8.0, height + 1.0), drawing.rgb(key.colour)));
        draw_name(drawing, (left + SIGN, height), &key.name, &key.detail, (SIGN / 7.0) as usize);
    }
}

/// A name with its detail; `taken` characters of the width are already taken.
fn draw_name(drawing: &mut Drawing<'_>, (left, height): (f64, f64), name: &str, detail: &str, taken: usize) {
    drawing.text((left, height - 1.0), "font-weight=\"600\"", Ink::Text, &shorten(name, CHARACTERS - taken));
    drawing.text((left, height + 14.0), "font-size=\"12\"", Ink::Quiet, detail);
}

impl Sign {
    fn element(self, (x, y): (f64, f64), colour: Rgb) -> String {
        match self {
            Sign::Mark(mark) => {
                let fill = if mark.filled { colour.to_string() } else { "none".to_owned() };
                let outline = mark.outline();
                format!("<path d=\"M{x:.1} {y:.1}{outline}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1\"/>")
            }
            Sign::Box => format!(
                "<path d=\"M{x:.1} {y:.1}m-9 0h3v-5h12v5h3h-3v5h-12v-5\" fill=\"{colour}\" fill-opacity=\"0.16\" \
                 stroke=\"{colour}\" stroke-width=\"1\"/>\n\
                 <path d=\"M{x:.1} {y:.1}m0-5v10\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ),
            Sign::Frame(frame) => format!(
                "<path d=\"M{x:.1} {y:.1}m-8-7h16v14h-16z\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                frame.weight()
            ),
        }
    }
}

/// Heights near those wanted, at least `distance` apart and within the range if there is room.
fn spread(wanted: &[f64], distance: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let distance = distance.min((bottom - top) / wanted.len().saturating_sub(1).max(1) as f64);
    let mut heights = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        heights[index] = heights[index].max(least);
        least = heights[index] + distance;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(most);
        most = heights[index] - distance;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance() {
        let range = (0.0, 100.0);
        assert_eq!(spread(&[50.0], 10.0, range), [50.0]);
        assert_eq!(spread(&[50.0, 52.0, 90.0], 10.0, range), [50.0, 60.0, 90.0]);
        assert_eq!(spread(&[-5.0, 300.0, 99.0], 10.0, range), [0.0, 100.0, 90.0]);
        // Too many for the distance: evenly.
        assert_eq!(spread(&[50.0, 50.0, 50.0], 70.0, range), [0.0, 50.0, 100.0]);
        assert!(spread(&[], 10.0, range).is_empty());
    }
}
