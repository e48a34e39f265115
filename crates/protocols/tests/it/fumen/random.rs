//! Random documents: pages that carry on the field before, change it a little or bring another one.

use tetrolab_engine::{Block, Piece, Placement, Random, Rotation};
use tetrolab_protocols::fumen::{Field, Flags, Fumen, HEIGHT, Page, WIDTH};

const COMMENTS: [&str; 10] = [
    "",
    "Perfect Clear Opener",
    "100 % (of 5)",
    "こんにちは世界",
    "é ü ñ ~ \u{7F} \t\n",
    "🂡🆛🏍😵",
    "#Q=[](T)ILJSZO",
    "#Q=[S](J)IOT;#Q=[](L)ZZ",
    "#Q=[I](T)OO;done",
    "a%20b %u3042 @*_+-./",
];

/// A document of one to five pages.
pub fn document(random: &mut Random) -> Fumen {
    let mut fumen = Fumen::default();
    for index in 0..=random.below(5) {
        let page = page(fumen.pages.last(), index == 0, random);
        fumen.pages.push(page);
    }
    fumen
}

fn page(before: Option<&Page>, is_first: bool, random: &mut Random) -> Page {
    let mut field = before.map(Page::field_after).unwrap_or_default();
    match random.below(4) {
        0 => field = random_field(random),
        1 => field.set(random.below(10) as i8, random.below(24) as i8 - 1, block(random)),
        _ => {}
    }
    let operation = (random.below(4) > 0).then(|| placement(random));
    let comment = match random.below(3) {
        0 => COMMENTS[random.below(COMMENTS.len() as u32) as usize].to_string(),
        1 => letters(random),
        _ => before.map(Page::comment_after).unwrap_or_default(),
    };
    let mut one_in = |count| random.below(count) == 0;
    let flags = Flags { lock: !one_in(4), mirror: one_in(4), rise: one_in(4), colour: is_first && !one_in(4) };
    Page { field, operation, comment, flags }
}

/// Full below some row with a few holes, so that pieces fill rows, and sparse above.
fn random_field(random: &mut Random) -> Field {
    let mut field = Field::default();
    let stack = random.below(24) as i8;
    for y in -1..HEIGHT as i8 {
        let filled = if y < stack { 9 } else { 1 };
        for x in 0..WIDTH as i8 {
            if random.below(10) < filled {
                field.set(x, y, block(random));
            }
        }
    }
    field
}

fn block(random: &mut Random) -> Option<Block> {
    match random.below(9) as usize {
        7 => Some(Block::Garbage),
        8 => None,
        piece => Some(Block::Of(Piece::ALL[piece])),
    }
}

/// Anywhere inside the field, on Blocks too.
fn placement(random: &mut Random) -> Placement {
    loop {
        let (piece, rotation) = (Piece::ALL[random.below(7) as usize], Rotation::ALL[random.below(4) as usize]);
        let placement = Placement::new(piece, rotation, random.below(10) as i8, random.below(23) as i8);
        if placement.cells().iter().all(|cell| (0..10).contains(&cell.x) && (0..23).contains(&cell.y)) {
            return placement;
        }
    }
}

fn letters(random: &mut Random) -> String {
    let count = random.below(12);
    let letter = |_| loop {
        let limit = [0x80, 0x100, 0x3000, 0x1_0000, 0x11_0000][random.below(5) as usize];
        if let Some(letter) = char::from_u32(random.below(limit)) {
            return letter;
        }
    };
    (0..count).map(letter).collect()
}
