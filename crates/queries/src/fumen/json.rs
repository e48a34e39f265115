//! Documents as JSON, both ways.

use std::fmt::Display;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Map, Value, json};
use tetrolab_engine::{Block, Picture, Piece, Placement, Rotation};
use tetrolab_protocols::fumen::{Field, Flags, Fumen, Page, WIDTH, check_limits};

use tetrolab_runs::json::present;

/// The whole document.
pub fn document(document: &Fumen) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "pages": document.pages.iter().map(page).collect::<Vec<_>>(),
    })
}

fn page(page: &Page) -> Value {
    let picture = Picture { blocks: page.field.blocks(), in_play: None }.to_string();
    let garbage: String = (0..WIDTH as i8).map(|x| page.field.get(x, -1).map_or('.', Block::letter)).collect();
    let Flags { lock, mirror, rise, colour } = page.flags;
    json!({
        "field": picture.lines().collect::<Vec<_>>(),
        "garbage_row": garbage,
        "operation": page.operation.map(|Placement { piece, rotation, x, y }| {
            json!({ "piece": piece.to_string(), "rotation": rotation.name(), "x": x, "y": y })
        }),
        "comment": page.comment,
        "flags": { "lock": lock, "mirror": mirror, "rise": rise, "colour": colour, "quiz": page.is_quiz() },
    })
}

/// Reads such a document. What a page does not say is as the page before leaves it, or for flags as it usually is.
pub fn read(text: &str, comments: &[String]) -> Result<Fumen> {
    let value: Value = serde_json::from_str(text).context("this is no JSON")?;
    let value = object(&value, "the document", &["version", "pages"])?;
    let pages = value.get("pages").and_then(Value::as_array).context("the document has no list \"pages\"")?;
    let given = pages.iter().enumerate().map(|(index, page)| match comments.get(index) {
        Some(comment) => comment.as_str(),
        None => page.get("comment").and_then(Value::as_str).unwrap_or_default(),
    });
    check_limits(pages.len(), given)?;
    let mut document = Fumen::default();
    for (index, value) in pages.iter().enumerate() {
        let page = read_page(value, document.pages.last(), comments.get(index));
        document.pages.push(page.with_context(|| format!("page {}", index + 1))?);
    }
    Ok(document)
}

fn read_page(value: &Value, before: Option<&Page>, comment: Option<&String>) -> Result<Page> {
    let value = object(value, "it", &["field", "garbage_row", "operation", "comment", "flags"])?;
    let carried = before.map(Page::field_after).unwrap_or_default();
    let comment = match (comment, present(value, "comment")) {
        (Some(comment), _) => comment.clone(),
        (None, Some(comment)) => comment.as_str().context("\"comment\" is a text")?.to_string(),
        (None, None) => before.map(Page::comment_after).unwrap_or_default(),
    };
    Ok(Page {
        field: field(carried, present(value, "field"), present(value, "garbage_row"))?,
        operation: present(value, "operation").map(operation).transpose()?,
        comment,
        flags: flags(present(value, "flags"), before.is_none())?,
    })
}

/// The field that was carried on, but for what is given.
fn field(carried: Field, rows: Option<&Value>, garbage: Option<&Value>) -> Result<Field> {
    let parse = |what: &str, text: &str| -> Result<Field> {
        let page: Page = text.parse().map_err(|error| anyhow!("{what:?}: {error}"))?;
        ensure!(
            page.operation.is_none(),
            "{what:?}: small letters have no meaning here; the piece is the \"operation\""
        );
        Ok(page.field)
    };
    let mut field = carried;
    if let Some(rows) = rows {
        let rows = rows.as_array().and_then(|rows| rows.iter().map(Value::as_str).collect::<Option<Vec<&str>>>());
        field = parse("field", &rows.context("\"field\" is a list of rows, each a text")?.join("\n"))?;
        for x in 0..WIDTH as i8 {
            field.set(x, -1, carried.get(x, -1));
        }
    }
    if let Some(garbage) = garbage {
        let row = parse("garbage_row", garbage.as_str().context("\"garbage_row\" is a text")?)?;
        for x in 0..WIDTH as i8 {
            field.set(x, -1, row.get(x, 0));
        }
    }
    Ok(field)
}

fn operation(value: &Value) -> Result<Placement> {
    let value = object(value, "\"operation\"", &["piece", "rotation", "x", "y"])?;
    let name = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let piece = Piece::ALL.into_iter().find(|piece| piece.to_string() == name("piece"));
    let piece = piece.context("\"piece\" of \"operation\" is one of the letters IJLOSTZ")?;
    let rotation = Rotation::from_name(name("rotation"));
    let rotation = rotation.context("\"rotation\" of \"operation\" is north, east, south or west")?;
    let number = |key: &str| {
        let number = value.get(key).and_then(Value::as_i64).and_then(|number| i8::try_from(number).ok());
        number.with_context(|| format!("{key:?} of \"operation\" is a whole number from -128 to 127"))
    };
    Ok(Placement::new(piece, rotation, number("x")?, number("y")?))
}

fn flags(value: Option<&Value>, is_first: bool) -> Result<Flags> {
    let mut flags = Flags { colour: is_first, ..Flags::default() };
    let Some(value) = value else { return Ok(flags) };
    // Whether it is a quiz follows from the comment.
    for (name, value) in object(value, "\"flags\"", &["lock", "mirror", "rise", "colour", "quiz"])? {
        let value = value.as_bool().with_context(|| format!("{name:?} of \"flags\" is true or false"))?;
        match name.as_str() {
            "lock" => flags.lock = value,
            "mirror" => flags.mirror = value,
            "rise" => flags.rise = value,
            "colour" => flags.colour = value,
            _ => {}
        }
    }
    Ok(flags)
}

/// An object that has only these keys.
fn object<'a>(value: &'a Value, what: impl Display, keys: &[&str]) -> Result<&'a Map<String, Value>> {
    let Some(object) = value.as_object() else { bail!("{what} should be an object") };
    if let Some(unknown) = object.keys().find(|key| !keys.contains(&key.as_str())) {
        bail!("{what} has the unknown key {unknown:?}; known are {}", keys.join(", "));
    }
    Ok(object)
}
