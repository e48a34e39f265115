//! Reports as one page without anything outside of it.

use std::fmt::Write as _;

use super::document::{Block, Document, sentence, table_file};
use super::table::{Column, Entry, Table};
use crate::plot::text::escape;

/// How the page looks.
const STYLE: &str = include_str!("report.css");

/// Tables with more rows have a height of their own, and are scrolled.
const LONG: usize = 40;
/// Entries of more letters may be broken into lines.
const LONG_WORDS: usize = 28;

/// The report as one page of HTML; figures and style are in it.
pub fn html(document: &Document) -> String {
    let title = escape(&document.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p class=\"quiet\">{}</p>\n</header>\n",
        escape(&document.subtitle)
    );
    add_contents(&mut page, document);
    page.push_str("<main>\n");
    let (mut sections, mut tables, mut figures) = (0, 0, 0);
    for block in &document.blocks {
        match block {
            Block::Heading(heading) => {
                sections += 1;
                let _ = writeln!(page, "<h2 id=\"section-{sections}\">{}</h2>", escape(heading));
            }
            Block::Text(words) => {
                let _ = writeln!(page, "<p>{}</p>", escape(words));
            }
            Block::List(items) => {
                let items: String = items.iter().map(|item| format!("<li>{}</li>\n", escape(item))).collect();
                let _ = writeln!(page, "<ul>\n{items}</ul>");
            }
            Block::Facts(facts) => {
                let fact =
                    |(name, value): &(String, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(value));
                let _ = writeln!(page, "<dl>\n{}</dl>", facts.iter().map(fact).collect::<String>());
            }
            Block::Table(table) => {
                tables += 1;
                add_table(&mut page, table, tables);
            }
            Block::File(table) => {
                let _ = writeln!(
                    page,
                    "<p class=\"quiet\">{}: <code>{}</code></p>",
                    escape(&table.title),
                    table_file(&table.name)
                );
            }
            Block::Figure { name, figure } => {
                figures += 1;
                let _ = writeln!(
                    page,
                    "<figure id=\"figure-{figures}\">\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Figure {figures}\">\n{}</div>\n\
                     <figcaption>Figure {figures} <span class=\"quiet\">figures/{name}.svg</span></figcaption>\n</figure>",
                    figure.svg()
                );
            }
            Block::Code { title, text } if title.is_empty() => {
                let _ = writeln!(page, "<pre tabindex=\"0\">{}</pre>", escape_lines(text));
            }
            Block::Code { title, text } => {
                let _ = writeln!(
                    page,
                    "<details><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
                    escape(title),
                    escape_lines(text)
                );
            }
        }
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Links to the sections.
fn add_contents(page: &mut String, document: &Document) {
    let headings = document.blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading),
        _ => None,
    });
    let links: Vec<String> = headings
        .enumerate()
        .map(|(index, heading)| format!("<a href=\"#section-{}\">{}</a>", index + 1, escape(heading)))
        .collect();
    let _ = writeln!(page, "<nav aria-label=\"Sections\">{}</nav>", links.join("\n"));
}

fn add_table(page: &mut String, table: &Table, number: usize) {
    let is_right = |column: usize| table.rows.iter().all(|row| row.get(column).is_none_or(Entry::is_number));
    let head = |(place, column): (usize, &Column)| {
        let class = if is_right(place) { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{}</th>", escape(&column.head()))
    };
    let heads: String = table.columns.iter().enumerate().map(head).collect();
    let _ = writeln!(
        page,
        "<div class=\"wide{}\" tabindex=\"0\" role=\"group\" aria-label=\"Table {number}\">\n<table id=\"table-{number}\">\n\
         <caption>Table {number}. {} <span class=\"quiet\">{} {}</span></caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>",
        if table.rows.len() > LONG { " long" } else { "" },
        escape(&sentence(&table.title)),
        escape(&table.note),
        table_file(&table.name)
    );
    for row in &table.rows {
        page.push_str("<tr>");
        for entry in row {
            let _ = match entry {
                Entry::Text(text) => {
                    let class = match text {
                        text if text == "agrees" => " class=\"agrees\"",
                        text if text.starts_with("differs") => " class=\"differs\"",
                        text if text.chars().count() > LONG_WORDS => " class=\"words\"",
                        _ => "",
                    };
                    write!(page, "<td{class}>{}</td>", escape(text))
                }
                Entry::Estimate { value: Some(_), interval: Some(_) } => {
                    let words = entry.words();
                    let (value, interval) = words.split_at(words.find(" (").unwrap_or(words.len()));
                    write!(
                        page,
                        "<td class=\"number\">{} <span class=\"interval\">{}</span></td>",
                        escape(value),
                        escape(interval)
                    )
                }
                other => write!(page, "<td class=\"number\">{}</td>", escape(&other.words())),
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

/// Text that keeps its lines.
fn escape_lines(text: &str) -> String {
    text.trim_end().lines().map(escape).collect::<Vec<_>>().join("\n")
}
