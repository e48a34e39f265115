//! Documents with random damage, and texts that never were one.

use tetrolab_engine::{Random, Seed, Stream};

use super::check::check;
use super::golden::GOLDEN;
use super::random::document;

/// Changes, removes, repeats or inserts a few bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let place = random.below(bytes.len().max(1) as u32) as usize;
        match random.below(6) {
            _ if bytes.is_empty() => {}
            0 => bytes[place] = random.next_value() as u8,
            1 => bytes[place] = b"ABCDvhgHeIJ890+/"[random.below(16) as usize],
            2 => bytes.truncate(place),
            3 => drop(bytes.remove(place)),
            4 => bytes.insert(place, b" \n?&#%40@vA\xFF"[random.below(12) as usize]),
            _ => {
                let end = (place + random.below(40) as usize).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                bytes.splice(place..place, copy);
            }
        }
    }
}

#[test]
fn damaged_documents_make_no_panic() {
    let mut random = Random::new(Seed(41), 0, Stream::Tests);
    let mut documents: Vec<Vec<u8>> = GOLDEN.iter().map(|text| text.as_bytes().to_vec()).collect();
    documents.extend((0..100).map(|_| document(&mut random).encode().into_bytes()));
    let mut read = 0;
    for round in 0..20_000 {
        let mut bytes = documents[round % documents.len()].clone();
        damage(&mut bytes, &mut random);
        read += u32::from(check(&bytes));
    }
    assert!(read > 1_000, "the damage is small enough that some documents can still be read: {read}");
}

#[test]
fn every_beginning_of_a_document_makes_no_panic() {
    for text in GOLDEN {
        for end in 0..text.len() {
            check(&text.as_bytes()[..end]);
        }
    }
}

#[test]
fn random_texts_make_no_panic() {
    let mut random = Random::new(Seed(42), 0, Stream::Tests);
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("+/?".chars()).collect();
    for round in 0..20_000 {
        let length = random.below(200);
        let mut text = ["", "v115@", "d115@", "v110@", "http://x/?m110@", "v115%40"][round % 6].to_string();
        if random.below(2) == 0 {
            // No change of the field, so that what follows has a chance to be read.
            text.push_str(if text.contains("110") { "7eA" } else { "vhA" });
        }
        for _ in 0..length {
            text.push(match random.below(50) {
                0 => char::from_u32(random.below(0x11_0000)).unwrap_or('é'),
                _ => letters[random.below(letters.len() as u32) as usize],
            });
        }
        check(text.as_bytes());
    }
}
