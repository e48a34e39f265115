//! Fumen as JSON and as pictures, both ways.

mod json;
mod pictures;

use anyhow::Result;
use serde_json::Value;
use tetrolab_protocols::fumen::Fumen;

pub use json::{document, read as from_json};
pub use pictures::read as from_pictures;

/// What `decode --json` prints.
pub fn decoded(text: &str) -> Result<Value> {
    Ok(document(&Fumen::decode(text)?))
}

/// What `encode` prints for these pictures.
pub fn encoded(text: &str) -> Result<String> {
    Ok(from_pictures(text, &[])?.try_encode()?)
}
