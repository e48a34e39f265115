//! The first values of every random stream. They never change: other implementations of the generator, in Python or on a
//! graphics card, are checked against them.

use tetrolab_engine::{Piece, PieceStream, Random, Randomizer, Seed, Stream, Taus};

fn letters(randomizer: Randomizer, seed: u64, game: u64) -> String {
    PieceStream::new(randomizer, Seed(seed), game, &[]).take(28).map(Piece::letter).collect()
}

/// Worked out with the Python program in the documentation of the generator.
#[test]
fn first_values() {
    let values = |seed, game, stream| {
        let mut random = Random::new(Seed(seed), game, stream);
        [(); 6].map(|()| random.next_value())
    };
    for (seed, game, stream, expected) in VALUES {
        assert_eq!(values(seed, game, stream), expected, "seed {seed}, game {game}, {stream:?}");
    }
}

#[test]
fn first_pieces() {
    for (seed, game, bag, uniform, hard) in PIECES {
        assert_eq!(letters(Randomizer::SevenBag, seed, game), bag, "7-bag, seed {seed}, game {game}");
        assert_eq!(letters(Randomizer::Uniform, seed, game), uniform, "uniform, seed {seed}, game {game}");
        assert_eq!(letters(Randomizer::HARD, seed, game), hard, "hard, seed {seed}, game {game}");
    }
}

/// Random access: far blocks are reached without going through the near ones.
#[test]
fn blocks_can_be_had_in_any_order() {
    let mut random = Random::new(Seed(9), 4, Stream::Pieces);
    let blocks: Vec<[u32; 4]> = (0..50).map(|index| random.block(index)).collect();
    let values: Vec<u32> = (0..200).map(|_| random.next_value()).collect();
    assert_eq!(blocks.concat(), values);
}

/// The streams that the C library itself gives, in MDPTetris' numbers.
#[test]
fn the_mdptetris_stream_is_that_of_the_library() {
    for (seed, expected) in TAUS {
        let mut taus = Taus::new(seed);
        let drawn: Vec<String> = (0..40).map(|_| taus.below(7).to_string()).collect();
        assert_eq!(drawn.join(" "), expected, "seed {seed}");
    }
}

/// MDPTetris numbers its pieces IOTZSJL.
#[test]
fn the_mdptetris_randomizer_deals_that_stream() {
    let pieces: String = letters(Randomizer::Mdptetris, 42, 0).chars().take(8).collect();
    assert_eq!(pieces, "JSJLSZIO");
}

const VALUES: [(u64, u64, Stream, [u32; 6]); 9] = [
    (0x0, 0x0, Stream::Pieces, [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x5cb200db]),
    (0x1, 0x0, Stream::Pieces, [0xe3e80670, 0xe50a0ebc, 0x95f222c0, 0xb615aa27, 0xac08141b, 0xdfc5ccbe]),
    (0x7, 0x0, Stream::Pieces, [0xf4607a2d, 0xc009f9dc, 0x1d3aba42, 0x15edac82, 0x682e8e9b, 0xcb97bc13]),
    (0x7, 0x1, Stream::Pieces, [0x7ebaed90, 0x2bf6d9af, 0x4fac3b2b, 0x39acec6c, 0xe32925ef, 0xd98f06c0]),
    (0x7, 0x0, Stream::Garbage, [0x4791940f, 0xd45363c2, 0x8e839028, 0xa92a0eaa, 0xc5cfb277, 0x4c01acfe]),
    (0x7, 0x0, Stream::StartingBlocks, [0x8c40ea96, 0x7ce3bb4f, 0x05f95a85, 0xdab67e38, 0x40da5ecc, 0x162cf02c]),
    (0x7, 0x0, Stream::Tests, [0xbe442229, 0xb2fa9e09, 0x574456a5, 0x60ef09df, 0x78d2a251, 0x2d106885]),
    (
        0xffffffffffffffff,
        0xffffffffffffffff,
        Stream::Pieces,
        [0x3d3be307, 0x716983d6, 0x70094bed, 0x36c3cf91, 0x933684c8, 0x53e5a0af],
    ),
    (
        0x123456789abcdef0,
        0x10000000000,
        Stream::Garbage,
        [0x27e093f4, 0x190db4d2, 0x8bc1ec98, 0xd9ea1fad, 0xfa2b8fa5, 0xc511a0af],
    ),
];

const PIECES: [(u64, u64, &str, &str, &str); 5] = [
    (0x0, 0, "LZTIJOSILJSZTOZTILJSOSTZOJIL", "LZTSZLSIILIJTLSLZSZZOISLSTTI", "SZZSZOTIIOJLZSSSZTZZSITOTZZI"),
    (0x1, 0, "ZISTJLOJSTZOLIJSTZILOOJTZLSI", "ZZSSSZOSJOSZTIJIJSSTJLIJOIST", "ZZSTTZSTLSTZZIJILTTZJOJLSJTZ"),
    (0x7, 0, "ZTLOJISIJZLTSOLZTIOSJTOLSJIZ", "ZTIILTJZIITTLJJILZSOLLZTTOIL", "ZZJISZJZIIZZSLJJOZTSOOZTZSJS"),
    (0x7, 1, "OLIJZSTLSJTIOZISOTLJZOJIZSTL", "OJLJZTTLLSOTJOJLISLOOJJSOILZ", "SJOLZZZOOTSZLSLSJTSSSLLTSIOZ"),
    (
        0xffffffffffffffff,
        3,
        "ITOJSZLOSTZJLIOJLTZSIZLIJTOS",
        "ITLSISJIOOSTJLJLOIISZTZJZJTT",
        "JZOSITLISSTZLOLOSIJSZZZLZJZZ",
    ),
];

const TAUS: [(u32, &str); 4] = [
    (0, "1 6 3 0 1 3 0 3 2 5 0 2 2 6 1 0 1 4 6 3 6 4 3 3 6 1 6 4 4 5 0 1 1 3 6 2 4 1 0 0"),
    (1, "1 6 3 0 1 3 0 3 2 5 0 2 2 6 1 0 1 4 6 3 6 4 3 3 6 1 6 4 4 5 0 1 1 3 6 2 4 1 0 0"),
    (42, "5 4 5 6 4 3 0 1 1 3 1 5 3 0 2 3 0 2 1 2 3 1 4 2 1 0 0 2 1 4 3 2 1 3 5 4 6 3 0 1"),
    (123456789, "5 2 2 0 6 3 3 6 6 5 3 0 4 1 2 1 1 5 1 1 0 4 0 4 0 3 4 1 4 5 6 1 5 6 2 2 0 3 3 3"),
];
