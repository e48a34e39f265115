//! Whether a page fits its window.

use serde_json::Value;

use super::page::Page;

/// What is wider than the window, as lines.
const OVERFLOW: &str = include_str!("overflow.js");

impl Page<'_> {
    /// What does not fit the width of the window, a line for each: the page itself, elements, and texts. What is inside a box that scrolls
    /// or cuts off is fine.
    pub fn overflow(&mut self) -> Vec<String> {
        self.apply(OVERFLOW, &Value::Null)
    }
}
