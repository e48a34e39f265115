//! What a page needs to know first.

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_engine::{MODES, RULES};

use crate::bot_name::BOT;
use crate::server::house::House;

/// The version, what there is to choose from, and what the user has set.
pub fn answer(house: &House, _with: Value) -> Result<Value> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "language": house.language().map(crate::texts::Language::code),
        "bot": BOT,
        "modes": MODES.map(|mode| mode.name),
        "rules": RULES.map(|rules| rules.name),
    }))
}
