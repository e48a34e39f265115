//! What a page needs to know first.

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_engine::RULES;

use crate::house::House;
use tetrolab_sessions::texts::Language;

/// The version, the rules that can be chosen, and the language if it is not the browser that decides.
pub fn answer(house: &House, _with: Value) -> Result<Value> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "language": house.language().map(Language::code),
        "rules": RULES.map(|rules| rules.name),
    }))
}
