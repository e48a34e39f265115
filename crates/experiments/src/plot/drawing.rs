//! The elements of a picture.

use super::Rgb;
use super::text::escape;

/// The elements drawn so far.
pub struct Drawing(pub String);

impl Drawing {
    pub fn add(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    pub fn text(&mut self, (x, y): (f64, f64), style: &str, colour: Rgb, text: &str) {
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\" {style}>{}</text>", escape(text)));
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"1\"/>"));
    }
}
