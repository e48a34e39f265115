//! Figures for pages, reports and papers: panels as SVG, at most two side by side.
//!
//! Thin axes with units, labels at the lines instead of a far legend, Okabe and Ito's colours, and the command that made
//! the figure in small type below.

mod axis;
mod cells;
mod colour;
mod drawing;
mod figure;
mod labels;
mod panel;
pub mod scores;
mod series;
mod summary;
pub mod text;
mod ticks;

pub use axis::{Axis, Scale};
pub use cells::{Cell, Frame};
pub use colour::{DARK, INKS, Ink, LIGHT, Rgb, Theme};
pub use figure::{Figure, Style};
pub use labels::{Key, Label, Sign};
pub use panel::Panel;
pub use series::{Mark, Series, Shape, Size, Stroke, line_style};
pub use summary::{Summary, quantile};
