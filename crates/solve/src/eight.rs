//! Eight games at once, one in each lane of a vector register.
//!
//! Branch-free: every lane computes all that the genes of eight pieces may ask for, and masks select what each lane keeps. A
//! place is one number here, the bit of the board's corner of a form: 16 for each row, the floor included, and 1 for each
//! column, the wall included. A turn's point is then one sum, and a window one shift over two words.
//!
//! The games are those of [`Play`](crate::play::Play); the tests compare.

mod board;
mod fitness;
mod moves;
mod states;
mod tables;
mod wish;
mod words;

use std::arch::x86_64::*;

use tetrolab_engine::Piece;

use crate::evaluator::Newcomer;
use crate::fitness::Fitness;
use crate::forms::WALL;
use crate::genotype::{Actions, Genotype};
use crate::play::{LINE_POINTS, PERFECT_CLEAR_POINTS};
use crate::problem::{MOST_PIECES, Problem};
use crate::state::{EMPTY_ROW, FULL_ROW, HEIGHT, Heights, State, Tally, WIDTH, WORDS};
use board::Board;
use moves::Falling;
use states::States;
use wish::Wish;
use words::*;

pub(crate) use tables::Eight;

const _: () = assert!(MOST_PIECES <= 256, "there is a step for every piece");

/// Eight games under way.
#[repr(C, align(64))]
struct Lanes {
    states: States,
    /// The piece that comes next.
    at: [u64; LANES],
    /// Which newcomers play.
    numbers: [usize; LANES],
    /// What is asked for in each step, this one and those to come.
    wishes: [[u64; LANES]; 256],
    step: u8,
}

/// Games that are over and wait until there are eight of them.
struct Ended {
    states: States,
    numbers: [usize; LANES],
    count: usize,
}

impl Ended {
    /// One more that is over. If there are eight, they get their fitness.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn push(&mut self, state: &State, number: usize, fitness: &Fitness, newcomers: &mut [Newcomer<'_>]) {
        self.states.put(self.count, state);
        self.numbers[self.count] = number;
        self.count += 1;
        if self.count == LANES {
            self.value(fitness, newcomers);
        }
    }

    /// Gives all that are waiting their fitness.
    #[inline(never)]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn value(&mut self, fitness: &Fitness, newcomers: &mut [Newcomer<'_>]) {
        let values = fitness.of_eight(&self.states);
        for (&number, value) in self.numbers[..self.count].iter().zip(values) {
            *newcomers[number].fitness = value;
        }
        self.count = 0;
    }
}

impl Eight {
    /// Plays newcomers, and says how fit they are.
    pub fn play(&self, problem: &Problem, newcomers: &mut [Newcomer<'_>]) {
        #[expect(unsafe_code, reason = "the processor has these instructions: it was asked")]
        // SAFETY: the tables exist only if the processor has these instructions.
        unsafe {
            match problem.genotype() {
                Genotype::Simple => self.play_as::<false, false, 2>(problem, newcomers),
                Genotype::Double => self.play_as::<true, false, 4>(problem, newcomers),
                Genotype::SwapSimple => self.play_as::<false, true, 3>(problem, newcomers),
                Genotype::SwapDouble => self.play_as::<true, true, 5>(problem, newcomers),
            }
        }
    }

    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn play_as<const DOUBLE: bool, const HOLD: bool, const GENES: usize>(
        &self,
        problem: &Problem,
        newcomers: &mut [Newcomer<'_>],
    ) {
        let (start, last) = (problem.start(), problem.pieces() - 1);
        let kept = newcomers.first().map_or(0, |newcomer| newcomer.states.len()) as u64;
        let numbers = [0; LANES];
        let mut ended = Ended { states: States::new(start), numbers, count: 0 };
        let wishes = [[0; LANES]; 256];
        let mut lanes = Lanes { states: States::new(start), at: [0; LANES], numbers, wishes, step: 0 };
        let (mut next, mut busy): (usize, Which) = (0, 0);
        loop {
            for lane in each(!busy) {
                // A lane without a newcomer plays on from the start; its result is ignored.
                lanes.at[lane] = 0;
                let mut state = *start;
                while let Some(newcomer) = newcomers.get(next) {
                    let number = next;
                    next += 1;
                    state = newcomer.from.checked_sub(1).map_or(*start, |before| newcomer.states[before]);
                    if newcomer.from <= last {
                        self.ask::<DOUBLE, HOLD, GENES>(&mut lanes, lane, newcomer, state.tally);
                        (lanes.numbers[lane], lanes.at[lane]) = (number, newcomer.from as u64);
                        busy |= 1 << lane;
                        break;
                    }
                    ended.push(&state, number, problem.fitness(), newcomers);
                }
                lanes.states.put(lane, &state);
            }
            if busy == 0 {
                ended.value(problem.fitness(), newcomers);
                return;
            }
            let mut done = 0;
            while done == 0 {
                self.step::<DOUBLE>(&mut lanes);
                let at = load(&lanes.at);
                for lane in each(_mm512_cmplt_epu64_mask(at, every(kept)) & busy) {
                    newcomers[lanes.numbers[lane]].states[lanes.at[lane] as usize] = lanes.states.get(lane);
                }
                done = _mm512_cmpeq_epi64_mask(at, every(last as u64)) & busy;
                store(&mut lanes.at, _mm512_add_epi64(at, every(1)));
            }
            for lane in each(done) {
                ended.push(&lanes.states.get(lane), lanes.numbers[lane], problem.fitness(), newcomers);
            }
            busy &= !done;
        }
    }

    /// Writes down what a newcomer asks for, piece by piece. Which piece comes when depends on its genes alone, not on the board.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn ask<const DOUBLE: bool, const HOLD: bool, const GENES: usize>(
        &self,
        lanes: &mut Lanes,
        lane: usize,
        newcomer: &Newcomer<'_>,
        mut tally: Tally,
    ) {
        let genotype = Genotype::with(DOUBLE, HOLD);
        let (genes, _) = newcomer.genes.as_chunks::<GENES>();
        let mut step = lanes.step;
        for genes in &genes[newcomer.from..] {
            let actions = Actions::read(genes, genotype, self.encoding);
            let piece = tally.draw(&self.deal, actions.hold);
            lanes.wishes[step as usize][lane] = self.wish(piece, actions, &tally);
            step = step.wrapping_add(1);
        }
    }

    /// Plays the next piece of every game.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn step<const DOUBLE: bool>(&self, lanes: &mut Lanes) {
        let wish = Wish(load(&lanes.wishes[lanes.step as usize]));
        lanes.step = lanes.step.wrapping_add(1);
        let board = Board { words: lanes.states.words.each_ref().map(|words| load(words)) };
        let heights = load(&lanes.states.heights);
        let tally = wish.drawn(load(&lanes.states.tally));

        // The first turn and move, and the fall after them.
        let mut piece = wish.start();
        piece.place = self.landing(heights, &piece);
        let top = _mm512_and_si512(tally, every(0xFF));
        let blocked = _mm512_cmpgt_epu64_mask(top, wish.free());
        if blocked != 0 {
            let other = self.begin(&board, heights, &wish, blocked);
            piece = Falling {
                form: _mm512_mask_mov_epi64(piece.form, blocked, other.form),
                place: _mm512_mask_mov_epi64(piece.place, blocked, other.place),
                turned: other.turned & blocked,
                misses: _mm512_mask_mov_epi64(piece.misses, blocked, other.misses),
            };
        }
        if DOUBLE {
            self.shift(&board, &mut piece, wish.second_move(), ALL);
            self.turn_by(&board, &mut piece, wish.second_turn(), ALL);
            self.drop(&board, heights, &mut piece);
        }
        let tally = _mm512_add_epi64(tally, _mm512_slli_epi64::<48>(piece.misses));
        self.lock(&mut lanes.states, board, heights, tally, &piece);
    }

    /// Locks every piece where it is, and writes down what comes of it.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn lock(&self, states: &mut States, mut board: Board, heights: Words, tally: Words, piece: &Falling) {
        let column = _mm512_and_si512(piece.place, every(15));
        let place = _mm512_sub_epi64(piece.place, column);
        let cells = _mm512_sllv_epi64(self.cells(piece.form), column);
        let filled = _mm512_or_si512(board.window(place), cells);
        let full = _mm512_cmpeq_epi16_mask(filled, every(u64::MAX)) & _mm512_test_epi16_mask(cells, cells);
        let is_t = _mm512_cmpeq_epi64_mask(_mm512_srli_epi64::<2>(piece.form), every(Piece::T as u64));
        let mut spin = piece.turned & is_t;
        if spin != 0 && full != 0 {
            spin &= self.have_three_corners(&board, piece);
        }
        board.fill(place, cells);

        let y = _mm512_sub_epi64(_mm512_srli_epi64::<4>(place), every(4));
        let low_bytes = _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0);
        let tops = by_form_32(&self.tops, piece.form);
        let raised = _mm512_add_epi8(_mm512_shuffle_epi8(y, low_bytes), tops);
        let raised = _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(tops, tops), raised);
        let four = self.four(heights, piece.place);
        let added = _mm512_sub_epi8(_mm512_max_epu8(four, raised), four);
        // From bytes to six bits each.
        let pairs = _mm512_maddubs_epi16(added, _mm512_set1_epi16(0x4001));
        let fields = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x1000_0001));
        let first = _mm512_and_si512(_mm512_permutexvar_epi32(column, load(&self.columns)), every(0xFF));
        let heights = _mm512_add_epi64(heights, _mm512_sllv_epi64(fields, first));
        let top = _mm512_add_epi64(y, by_form_16(&self.rows, piece.form));
        let tally = _mm512_max_epu8(tally, top);

        // Which lanes have full rows. In the others the floor is empty only if it was before.
        let with_lines = _mm512_test_epi64_mask(_mm512_movm_epi16(full), every(u64::MAX));
        let floor = _mm512_and_si512(board.words[0], every(0xFFFF));
        let is_empty = _mm512_cmpeq_epi64_mask(floor, every(EMPTY_ROW.into())) & !with_lines;
        let points = every(u64::from(PERFECT_CLEAR_POINTS) << 32);
        store(&mut states.tally, _mm512_mask_add_epi64(tally, is_empty, tally, points));
        store(&mut states.heights, heights);
        for (words, board) in states.words.iter_mut().zip(board.words) {
            store(words, board);
        }
        for lane in each(with_lines) {
            clear(states, lane, spin >> lane & 1 == 1);
        }
    }
}

/// Removes the full rows of a game.
#[inline(never)]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn clear(states: &mut States, lane: usize, spin: bool) {
    const ROWS: __mmask32 = (1 << HEIGHT) - 1;
    let mut state = states.get(lane);
    let mut words = [0; LANES];
    words[..WORDS].copy_from_slice(&state.words);
    let rows = load(&words);
    let kept = _mm512_cmpneq_epi16_mask(rows, _mm512_set1_epi16(FULL_ROW as i16)) & ROWS;
    let rows = _mm512_mask_compress_epi16(_mm512_set1_epi16(EMPTY_ROW as i16), kept, rows);
    store(&mut words, rows);
    state.words.copy_from_slice(&words[..WORDS]);

    let height = |cells: u16| {
        let filled = _mm512_test_epi16_mask(rows, _mm512_set1_epi16(cells as i16)) & ROWS;
        (u32::BITS - filled.leading_zeros()) as u8
    };
    let tally = &mut state.tally;
    tally.heights = Heights::default();
    for x in 0..WIDTH {
        tally.heights.set(x, height(1 << (x + WALL as usize)));
    }
    tally.top = height(!EMPTY_ROW);
    let lines = HEIGHT - kept.count_ones() as usize;
    tally.lines += lines as u8;
    tally.points += if spin { 0 } else { LINE_POINTS[lines] };
    if state.words[0] as u16 == EMPTY_ROW {
        tally.points += PERFECT_CLEAR_POINTS;
    }
    states.put(lane, &state);
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{PieceStream, Randomizer, Seed};
    use tetrolab_optimize::random::Random;

    use super::*;
    use crate::genotype::Encoding;
    use crate::problem::Setup;

    /// Random genes, and here and there a random board to begin with.
    #[test]
    fn eight_games_are_as_one() {
        let mut random = Random::new(5, [0; 2]);
        for round in 0..160 {
            let genotype = Genotype::ALL[round % 4];
            let pieces = [1, 2, 7, 12, 30, 60][round % 6];
            let mut stream = PieceStream::new(Randomizer::Uniform, Seed(round as u64), 0, &[]);
            // With a piece to spare for Hold, and without.
            let queue: Vec<_> = (0..pieces + round / 8 % 2).map(|_| stream.next().unwrap()).collect();
            let encoding = Encoding::ALL[round / 4 % 2];
            let mut board = tetrolab_engine::Board::empty(crate::state::SIZE);
            if round % 3 == 0 {
                for y in 0..(random.below(19) as i8) {
                    // Rows with many Blocks, and some without any.
                    let most = if random.below(4) == 0 { 0 } else { 9 };
                    (0..most).for_each(|x| board.set((x + y) % 10, y, random.below(9) > 0));
                }
            }
            let problem = Problem::new(&Setup { pieces, encoding, board, ..Setup::new(&queue, genotype) }).unwrap();
            let Some(eight) = Eight::new(&problem) else { return };
            let (length, kept, count) = (pieces * genotype.genes(), pieces.min(1 + round % 9), 100);
            let meanings = genotype.meanings(encoding);
            let mut genes: Vec<i8> = (0..count * length)
                .map(|i| {
                    let range = meanings[i % meanings.len()].range();
                    range.start() + random.below(range.clone().count()) as i8
                })
                .collect();
            let mut expected = vec![State::default(); count * kept];
            let ends: Vec<State> = genes
                .chunks(length)
                .zip(expected.chunks_mut(kept))
                .map(|(genes, states)| problem.play_on(genes, 0, states))
                .collect();
            let mut states = expected.clone();
            let mut fitness = vec![0.0; count];
            let rooms = genes.chunks_mut(length).zip(states.chunks_mut(kept)).zip(&mut fitness).enumerate();
            let mut games: Vec<_> = rooms
                .map(|(number, ((genes, states), fitness))| Newcomer {
                    number,
                    genes,
                    from: random.below(kept + 1),
                    states,
                    fitness,
                })
                .collect();
            for game in &mut games {
                game.states[game.from..].fill(State::default());
            }
            eight.play(&problem, &mut games);
            for (number, end) in ends.iter().enumerate() {
                let which = format!("{genotype} {encoding:?} game {number} of round {round}");
                assert_eq!(fitness[number].to_bits(), problem.fitness().of(end).to_bits(), "{which}: {end:?}");
                assert_eq!(states[number * kept..][..kept], expected[number * kept..][..kept], "{which}");
            }
        }
    }
}
