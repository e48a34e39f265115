//! Reading JSON documents.

use serde_json::{Map, Value};

/// A value that is there and not null.
pub fn present<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|value| !value.is_null())
}
