//! What clients say.

use serde_json::{Map, Value, json};

use super::{MessageError, python};

/// A message of a client.
///
/// ```
/// use tetrolab_protocols::aveiro::message::ClientMessage;
///
/// let text = r#"{"cmd": "key", "key": "w"}"#;
/// assert_eq!(ClientMessage::parse(text), Ok(ClientMessage::Key("w".into())));
/// assert_eq!(ClientMessage::Key("w".into()).to_text(), text);
/// assert_eq!(ClientMessage::parse("{").unwrap_err().to_string(), "the message is no JSON object");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// A client joins. Players say their name.
    Join(Option<String>),
    /// The key that was pressed: its first letter counts, and none at all takes back what was pressed before.
    Key(String),
    /// An object without `cmd`, or with an unknown one. It is ignored, and is no error.
    Other,
}

impl ClientMessage {
    /// Reads a text.
    pub fn parse(text: &str) -> Result<ClientMessage, MessageError> {
        let fields: Map<String, Value> =
            serde_json::from_str(text).map_err(|_| MessageError::new("the message is no JSON object"))?;
        let text_of = |name: &str| fields.get(name).and_then(Value::as_str).map(String::from);
        match fields.get("cmd").and_then(Value::as_str) {
            Some("join") => Ok(ClientMessage::Join(text_of("name"))),
            Some("key") => match text_of("key") {
                Some(key) => Ok(ClientMessage::Key(key)),
                None => Err(MessageError::new("a message with the cmd \"key\" needs a \"key\", which must be a text")),
            },
            _ => Ok(ClientMessage::Other),
        }
    }

    /// Writes it.
    pub fn to_text(&self) -> String {
        python::to_text(&match self {
            ClientMessage::Join(Some(name)) => json!({"cmd": "join", "name": name}),
            ClientMessage::Join(None) => json!({"cmd": "join"}),
            ClientMessage::Key(key) => json!({"cmd": "key", "key": key}),
            ClientMessage::Other => json!({}),
        })
    }
}
