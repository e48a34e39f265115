//! Instructions of move generation, counted by Callgrind: `cargo xtask bench`.
//!
//! `perft` counts 188 374 nodes at depth 4, `placements` asks for the placements of all seven pieces on 64 boards, `keys` for
//! the keys to all placements of T on eight of them. Callgrind knows no AVX-512: `tetrolab perft --instructions avx512`
//! measures that against the others.

#[cfg(target_os = "linux")]
#[expect(unused_qualifications, reason = "the benchmark macros write them")]
mod benches {
    use std::hint::black_box;

    use gungraun::{library_benchmark, library_benchmark_group, main};
    use tetrolab_engine::{
        Board, HalfTurns, Instructions, KeyCost, Keys, Kicks, Movement, Perft, Piece, Random, Seed, Stream, Typing,
        pieces_from_letters,
    };

    const MOVEMENT: Movement = Movement {
        kicks: Kicks::Srs,
        half_turns: HalfTurns::Off,
        spins: false,
        sticky_fifth_point: false,
        spawn_row: 19,
        generation_drop: false,
        fall_back_row: None,
    };

    #[library_benchmark]
    #[bench::portable(Instructions::Portable)]
    #[bench::avx2(Instructions::Avx2)]
    fn perft(instructions: Instructions) -> Vec<u64> {
        let queue = pieces_from_letters("IOLJ").expect("pieces");
        black_box(Perft::new(&queue, &MOVEMENT).instructions(instructions).count(&Board::default()))
    }

    /// Boards on which twelve pieces lie, each at a place drawn by lot.
    fn boards(count: u64) -> Vec<Board> {
        let board = |game| {
            let mut random = Random::new(Seed(1), game, Stream::Tests);
            let mut board = Board::default();
            for _ in 0..12 {
                let mut placements = board.placements(Piece::ALL[random.below(7) as usize]);
                let drawn = random.below(placements.len() as u32) as usize;
                board = board.after(placements.nth(drawn).expect("there is one")).0;
            }
            board
        };
        (0..count).map(board).collect()
    }

    #[library_benchmark]
    #[bench::all_pieces(boards(64))]
    fn placements(boards: Vec<Board>) -> usize {
        let all =
            boards.iter().flat_map(|board| Piece::ALL.map(|piece| board.placements_under(piece, &MOVEMENT).len()));
        black_box(all.sum())
    }

    #[library_benchmark]
    #[bench::of_t(boards(8))]
    fn keys(boards: Vec<Board>) -> usize {
        let keys = |board: &Board| {
            let start = MOVEMENT.generation(board, Piece::T).expect("the stack is low");
            Keys::new(board, start, &MOVEMENT, Typing::default(), KeyCost::Presses).ends().count()
        };
        black_box(boards.iter().map(keys).sum())
    }

    library_benchmark_group!(name = moves; benchmarks = perft, placements, keys);
    main!(library_benchmark_groups = moves);

    /// The generated entry point is private to this module.
    pub fn run() {
        main();
    }
}

#[cfg(target_os = "linux")]
fn main() {
    benches::run();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("instructions are counted with Valgrind, on Linux");
}
