//! What hands do: keys, clicks, touches.

use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::keys::{code, location, number};
use super::page::Page;

/// How long something may cover an element that is about to be clicked; twice what a motion takes, and more for slow machines.
const SETTLING: Duration = Duration::from_millis(500);
/// How often it is looked at again.
const POLL: Duration = Duration::from_millis(20);

/// Where an element can be clicked, or why not.
const PLACE: &str = include_str!("place.js");

/// The centre of an element, or why it cannot be reached there.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", untagged)]
enum Place {
    At { x: f64, y: f64 },
    Nowhere { problem: String },
}

impl Page<'_> {
    /// Presses a key and holds it: `code` is its place on the keyboard (`KeyX`, `ArrowLeft`), `key` what it means (`x`, `ArrowLeft`). If it
    /// is held already, this is a repetition, as of a keyboard.
    ///
    /// # Panics
    ///
    /// If no key is called so.
    pub fn key_down(&mut self, code: &str, key: &str) {
        let is_repeated = self.held.press(code);
        let mut event = self.key_event(code, key);
        event["autoRepeat"] = is_repeated.into();
        let typed = if key == "Enter" { "\r" } else { key };
        let is_text = typed.chars().count() == 1 && self.held.types();
        event["type"] = if is_text { "keyDown" } else { "rawKeyDown" }.into();
        if is_text {
            event["text"] = typed.into();
            event["unmodifiedText"] = typed.into();
        }
        self.call("Input.dispatchKeyEvent", &event);
    }

    /// Lets a key go.
    ///
    /// # Panics
    ///
    /// If no key is called so.
    pub fn key_up(&mut self, code: &str, key: &str) {
        self.held.release(code);
        let mut event = self.key_event(code, key);
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", &event);
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, code: &str, key: &str) {
        self.key_down(code, key);
        self.key_up(code, key);
    }

    /// Types a text into what has the focus. Letters, digits, spaces and ends of lines are keys; others come as from an input method.
    pub fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            match code(character) {
                Some(code) => self.press(&code, &character.to_string()),
                None if character == '\n' => self.press("Enter", "Enter"),
                None => drop(self.call("Input.insertText", &json!({ "text": character }))),
            }
        }
    }

    /// Clicks the centre of an element with the mouse, after waiting for it and scrolling to it.
    ///
    /// # Panics
    ///
    /// If it does not appear, or something else lies over its centre.
    pub fn click(&mut self, selector: &str) {
        let (x, y) = self.place(selector);
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let clicks = u8::from(kind != "mouseMoved");
            let event = json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": clicks,
                "modifiers": self.held.modifiers(),
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Touches the centre of an element with a finger, after waiting for it and scrolling to it.
    ///
    /// # Panics
    ///
    /// If it does not appear, or something else lies over its centre.
    pub fn touch(&mut self, selector: &str) {
        self.touch_down(selector);
        self.touch_up();
    }

    /// Puts a finger on the centre of an element and leaves it there.
    ///
    /// # Panics
    ///
    /// If it does not appear, or something else lies over its centre.
    pub fn touch_down(&mut self, selector: &str) {
        let (x, y) = self.place(selector);
        self.call("Input.dispatchTouchEvent", &json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
    }

    /// Takes the finger away.
    pub fn touch_up(&mut self) {
        self.call("Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// What is common to all events of a key.
    fn key_event(&self, code: &str, key: &str) -> Value {
        let number = number(code).unwrap_or_else(|| panic!("no key has the code {code}"));
        json!({
            "code": code, "key": key, "location": location(code), "modifiers": self.held.modifiers(),
            "windowsVirtualKeyCode": number, "nativeVirtualKeyCode": number,
        })
    }

    /// The centre of an element, where nothing but itself is.
    fn place(&mut self, selector: &str) -> (f64, f64) {
        let quoted = Value::from(selector);
        self.wait_until(&format!("document.querySelector({quoted}) !== null"));
        let start = Instant::now();
        loop {
            match self.apply(PLACE, &quoted) {
                Place::At { x, y } => return (x, y),
                Place::Nowhere { problem } if start.elapsed() > SETTLING => panic!("{selector} {problem}"),
                Place::Nowhere { .. } => thread::sleep(POLL),
            }
        }
    }
}
