//! Documents of the obsolete version 110: made from ours, so that reading them can be compared.

use tetrolab_engine::Block;
use tetrolab_protocols::fumen::{Field, Fumen, Page, WIDTH};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Rows of the old field.
const HEIGHT: i8 = 21;

/// Writes a document with every field whole. Operations in the upper rows, which it does not have, are left out.
pub fn version_110(fumen: &Fumen) -> String {
    let mut text = "v110@".to_string();
    let mut before = Field::default();
    for page in &fumen.pages {
        let mut page = page.clone();
        page.operation = page.operation.filter(|placement| placement.top() < HEIGHT);
        for (x, y) in (HEIGHT..23).flat_map(|y| (0..WIDTH as i8).map(move |x| (x, y))) {
            page.field.set(x, y, before.get(x, y));
        }
        if page.field == before {
            push(&mut text, 8 * 220 + 219, 2);
            push(&mut text, 0, 1);
        } else {
            for (x, y) in (-1..HEIGHT).rev().flat_map(|y| (0..WIDTH as i8).map(move |x| (x, y))) {
                push(&mut text, (colour(page.field.get(x, y)) + 8 - colour(before.get(x, y))) * 220, 2);
            }
        }
        // The page alone as we write it: an empty field, the operation and the flags, the comment.
        let alone = Fumen { pages: vec![Page { field: Field::default(), ..page.clone() }] }.encode().replace('?', "");
        let rest = alone.strip_prefix("v115@vhA").unwrap();
        let number = rest[..3].chars().rev().fold(0, |number, letter| number * 64 + LETTERS.find(letter).unwrap());
        let (piece, place, flags) = (number % 32, number / 32 % 240, number / 32 / 240);
        let place = if page.operation.is_some() { place - 20 } else { 0 };
        push(&mut text, piece + 32 * (place + 220 * flags), 3);
        text.push_str(&rest[3..]);
        before = page.field_after();
    }
    text
}

fn push(text: &mut String, number: usize, count: u32) {
    text.extend((0..count).map(|place| LETTERS.as_bytes()[number / 64_usize.pow(place) % 64] as char));
}

fn colour(block: Option<Block>) -> usize {
    block.map_or(0, |block| "ILOZTJSX".find(block.letter()).unwrap() + 1)
}
