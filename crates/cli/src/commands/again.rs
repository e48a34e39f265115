//! The command that does the same again.

use std::io::{self, Write};

use super::page::Page;
use tetrolab_inputs::numbers::quoted;

/// What was typed.
pub fn typed() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    let words: Vec<String> = words.collect();
    format!("tetrolab {}", words.join(" "))
}

/// Writes a command, broken so that it can be copied. An option and its value are one word and stay together.
pub fn write(out: &mut impl Write, page: Page, words: &[String]) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "{}", page.quiet(&format!("tetrolab {version}, solver rules; the same again:")))?;
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.chars().count() + word.chars().count() + 3 > page.width {
            writeln!(out, "{}", page.quiet(&format!("{line} \\")))?;
            line = " ".to_string();
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    writeln!(out, "{}", page.quiet(&line))
}
