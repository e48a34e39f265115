//! What a key can do in a game.

use tetrolab_engine::Button;

use crate::texts::{Keys, Text};

/// What a key can do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A button of the game itself.
    Button(Button),
    /// Take the last piece back.
    Undo,
    /// Begin the same game anew.
    Restart,
    /// Stop the clock, or let it go on.
    Pause,
    /// Ask the assistant.
    Hint,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 12] = [
        Command::Button(Button::Left),
        Command::Button(Button::Right),
        Command::Button(Button::SoftDrop),
        Command::Button(Button::HardDrop),
        Command::Button(Button::RotateRight),
        Command::Button(Button::RotateLeft),
        Command::Button(Button::RotateHalf),
        Command::Button(Button::Hold),
        Command::Undo,
        Command::Restart,
        Command::Pause,
        Command::Hint,
    ];

    /// The word for it in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Command::Button(button) => button.name(),
            Command::Undo => "undo",
            Command::Restart => "restart",
            Command::Pause => "pause",
            Command::Hint => "hint",
        }
    }

    /// What it does, for the comments of the file.
    pub const fn meaning(self) -> &'static str {
        match self {
            Command::Button(Button::Left) => "moves the piece left",
            Command::Button(Button::Right) => "moves the piece right",
            Command::Button(Button::SoftDrop) => "lets the piece fall faster",
            Command::Button(Button::HardDrop) => "drops and locks the piece",
            Command::Button(Button::RotateRight) => "turns the piece clockwise",
            Command::Button(Button::RotateLeft) => "turns the piece counterclockwise",
            Command::Button(Button::RotateHalf) => "turns the piece by 180 degrees",
            Command::Button(Button::Hold) => "changes places with the held piece",
            Command::Undo => "takes the last piece back where the mode allows it",
            Command::Restart => "begins the same game anew",
            Command::Pause => "stops the clock, or lets it go on",
            Command::Hint => "asks the assistant",
        }
    }

    /// Its name on the screen.
    pub const fn text(self, texts: &Keys) -> &Text {
        match self {
            Command::Button(Button::Left) => &texts.move_left,
            Command::Button(Button::Right) => &texts.move_right,
            Command::Button(Button::SoftDrop) => &texts.soft_drop,
            Command::Button(Button::HardDrop) => &texts.hard_drop,
            Command::Button(Button::RotateRight) => &texts.rotate_right,
            Command::Button(Button::RotateLeft) => &texts.rotate_left,
            Command::Button(Button::RotateHalf) => &texts.rotate_half,
            Command::Button(Button::Hold) => &texts.hold,
            Command::Undo => &texts.undo,
            Command::Restart => &texts.restart,
            Command::Pause => &texts.pause,
            Command::Hint => &texts.hint,
        }
    }

    /// Its place in [`Command::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Command::Button(button) => button as usize,
            Command::Undo => Button::ALL.len(),
            Command::Restart => Button::ALL.len() + 1,
            Command::Pause => Button::ALL.len() + 2,
            Command::Hint => Button::ALL.len() + 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn every_command_has_its_place_and_a_name_of_its_own() {
        for (index, command) in Command::ALL.into_iter().enumerate() {
            assert_eq!(command.index(), index);
            for other in &Command::ALL[..index] {
                assert_ne!(command.name(), other.name());
                assert_ne!(command.meaning(), other.meaning());
                for language in Language::ALL {
                    let texts = &language.texts().keys;
                    assert_ne!(command.text(texts), other.text(texts), "{language:?}");
                }
            }
        }
    }
}
