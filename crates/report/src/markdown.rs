//! Reports as Markdown.

use std::fmt::Write as _;

use super::document::{Block, Document, figure_file, sentence, table_file};
use super::table::{Entry, Table};

/// The report as Markdown; figures are files beside it. Tables are named without a link, because they are not kept in git.
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n{}\n", plain(&document.title), plain(&document.subtitle));
    let (mut tables, mut figures) = (0, 0);
    for block in &document.blocks {
        text.push('\n');
        match block {
            Block::Heading(title) => {
                let _ = writeln!(text, "## {}", plain(title));
            }
            Block::Text(words) => {
                let _ = writeln!(text, "{}", plain(words));
            }
            Block::List(items) => {
                for item in items {
                    let _ = writeln!(text, "- {}", plain(item));
                }
            }
            Block::Facts(facts) => {
                text.push_str("| | |\n|---|---|\n");
                for (name, value) in facts {
                    let _ = writeln!(text, "| {} | {} |", cell(name), cell(value));
                }
            }
            Block::Table(table) => {
                tables += 1;
                add_table(&mut text, table, tables);
            }
            Block::File(table) => {
                let _ = writeln!(text, "{}: `{}`", plain(&table.title), table_file(&table.name));
            }
            Block::Figure { name, figure } => {
                figures += 1;
                let file = figure_file(name);
                let title = plain(&figure.title);
                let caption = [sentence(&figure.title), figure.caption.clone()].join(" ");
                let _ = writeln!(text, "![{title}]({file})\n\n**Figure {figures}.** {}", plain(&caption));
            }
            Block::Code { title, text: code } => {
                let code = format!("```\n{}\n```", code.trim_end());
                let _ = if title.is_empty() {
                    writeln!(text, "{code}")
                } else {
                    writeln!(text, "<details><summary>{}</summary>\n\n{code}\n\n</details>", plain(title))
                };
            }
        }
    }
    text
}

fn add_table(text: &mut String, table: &Table, number: usize) {
    let file = table_file(&table.name);
    let caption = [sentence(&table.title), table.note.clone()].join(" ");
    let _ = writeln!(text, "**Table {number}.** {} (numbers: `{file}`)\n", plain(&caption));
    let heads: Vec<String> = table.columns.iter().map(|column| cell(&column.head())).collect();
    let _ = writeln!(text, "| {} |", heads.join(" | "));
    let is_right = |column: usize| table.rows.iter().all(|row| row.get(column).is_none_or(Entry::is_number));
    let rules: Vec<&str> = (0..heads.len()).map(|column| if is_right(column) { "--:" } else { "---" }).collect();
    let _ = writeln!(text, "|{}|", rules.join("|"));
    for row in &table.rows {
        let entries: Vec<String> = row.iter().map(|entry| cell(&entry.words())).collect();
        let _ = writeln!(text, "| {} |", entries.join(" | "));
    }
}

/// Text that means nothing to Markdown.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#') {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

/// The same in a table.
fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_markdown_are_letters() {
        assert_eq!(plain("a*b_c <d>\n e#"), r"a\*b\_c \<d\> e\#");
        assert_eq!(cell("a|b"), r"a\|b");
    }
}
