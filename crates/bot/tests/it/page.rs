//! The page about the bot.

use tetrolab_bot::terms;

/// Everything that is counted is in its tables, in the same words.
#[test]
fn the_page_names_everything_that_is_counted() {
    let page = include_str!("../../../../docs/bot.md");
    let rows = terms().map(|term| format!("| `{}` | {} |", term.name, term.meaning));
    let missing: Vec<String> = rows.filter(|row| !page.lines().any(|line| line == row)).collect();
    assert!(missing.is_empty(), "docs/bot.md lacks:\n{}", missing.join("\n"));
}
