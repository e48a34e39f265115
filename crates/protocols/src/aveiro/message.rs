//! What server and clients say. Every message is a text: one JSON object, with the spaces that Python's `json.dumps` puts
//! and with the fields in the order in which the course's server writes them.

mod client;
pub(super) mod python;
mod server;

use std::fmt;

pub use client::ClientMessage;
pub use server::{End, Info, ServerMessage, State};

/// Why a text is no message, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError(String);

impl MessageError {
    pub(super) fn new(sentence: impl Into<String>) -> MessageError {
        MessageError(sentence.into())
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MessageError {}
