//! The elements of a picture.

use super::colour::{Ink, Rgb, Theme};
use super::figure::Style;
use super::text::escape;

/// The elements drawn so far.
pub struct Drawing<'t> {
    /// Their text.
    pub elements: String,
    style: &'t Style<'t>,
}

impl<'t> Drawing<'t> {
    /// Nothing yet, to be drawn in a style.
    pub const fn new(style: &'t Style<'t>) -> Drawing<'t> {
        Drawing { elements: String::new(), style }
    }

    /// The colour of an ink.
    pub const fn rgb(&self, ink: Ink) -> Rgb {
        self.style.theme.rgb(ink)
    }

    pub const fn theme(&self) -> &'t Theme {
        self.style.theme
    }

    /// A number as the style writes it.
    pub fn number(&self, number: &str) -> String {
        self.style.number(number)
    }

    pub fn add(&mut self, element: &str) {
        self.elements.push_str(element);
        self.elements.push('\n');
    }

    pub fn text(&mut self, (x, y): (f64, f64), style: &str, ink: Ink, text: &str) {
        let colour = self.rgb(ink);
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\" {style}>{}</text>", escape(text)));
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink) {
        let colour = self.rgb(ink);
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"1\"/>"));
    }
}
