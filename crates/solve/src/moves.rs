//! What can be done with a piece: all places where it can come to rest, each once.

use tetrolab_engine::{Board, HalfTurns, Movement, Piece, Rules, Spin};

use crate::forms::{FORMS, Form, WALL};
use crate::genotype::{Actions, Encoding, Genotype};
use crate::ground::{Ground, Spot, generation};
use crate::openings::Openings;
use crate::play::{Play, Rest};
use crate::state::{HEIGHT, State};

/// Which moves a solution can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSet {
    /// What the genes of a genotype can say.
    Genotype(Genotype),
    /// Every place that can be reached with shifts, turns and Soft Drop under the guideline's rotation points, as often as one
    /// likes.
    Reachable {
        /// Whether Hold may be used.
        hold: bool,
    },
}

impl MoveSet {
    /// All of them.
    pub const ALL: [MoveSet; 6] = [
        MoveSet::Genotype(Genotype::Simple),
        MoveSet::Genotype(Genotype::Double),
        MoveSet::Genotype(Genotype::SwapSimple),
        MoveSet::Genotype(Genotype::SwapDouble),
        MoveSet::Reachable { hold: false },
        MoveSet::Reachable { hold: true },
    ];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            MoveSet::Genotype(genotype) => genotype.name(),
            MoveSet::Reachable { hold: false } => "reachable",
            MoveSet::Reachable { hold: true } => "swap-reachable",
        }
    }

    /// Whether Hold may be used.
    #[inline]
    pub const fn has_hold(self) -> bool {
        match self {
            MoveSet::Genotype(genotype) => genotype.has_hold(),
            MoveSet::Reachable { hold } => hold,
        }
    }

    /// The genotype, if it is one.
    pub const fn genotype(self) -> Option<Genotype> {
        match self {
            MoveSet::Genotype(genotype) => Some(genotype),
            MoveSet::Reachable { .. } => None,
        }
    }
}

impl From<Genotype> for MoveSet {
    fn from(genotype: Genotype) -> MoveSet {
        MoveSet::Genotype(genotype)
    }
}

/// A place where a piece can come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub rest: Rest,
    /// How much must be asked for in vain to get there.
    pub misses: u8,
}

/// What is done with one piece: whether Hold is used, and where it comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub hold: bool,
    pub rest: Rest,
}

/// Finds candidates; keeps its memory from one piece to the next.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    candidates: Vec<Candidate>,
    /// Places that can only be reached by a turn that fails.
    strays: Vec<Candidate>,
    /// Found so far, with and without a spin: by form, row and column.
    found: [[[u16; HEIGHT]; 4]; 2],
    /// Where the piece can be after its second move: by rotation, row and column.
    slid: [[u16; HEIGHT]; 4],
}

/// For each rotation of each piece the first one with the same cells.
fn class(piece: Piece, rotation: u32) -> usize {
    match piece {
        Piece::O => 0,
        Piece::I | Piece::S | Piece::Z => rotation as usize & 1,
        _ => rotation as usize,
    }
}

/// The columns next to `x` that can be reached from there: bits of a row.
fn run(blocked: u16, x: i32) -> u16 {
    let (free, at) = (!blocked, x + WALL);
    let right = (free >> at).trailing_ones();
    let left = (free << (15 - at)).leading_ones();
    let (low, high) = (at - left as i32 + 1, at + right as i32);
    (((1u32 << high) - 1) & !((1u32 << low) - 1)) as u16
}

impl Finder {
    /// Everything that can be done with a piece. What covers the same cells is there once, without a spin if that is possible, and
    /// once more with a spin.
    pub fn find(
        &mut self,
        state: &State,
        piece: Piece,
        moves: MoveSet,
        encoding: Encoding,
        openings: &Openings,
    ) -> &[Candidate] {
        self.candidates.clear();
        match moves {
            MoveSet::Genotype(genotype) => self.find_by_genes(state, piece, genotype, encoding, openings),
            MoveSet::Reachable { .. } => self.find_reachable(state, piece),
        }
        &self.candidates
    }

    fn find_reachable(&mut self, state: &State, piece: Piece) {
        let mut board = Board::empty(Rules::SOLVER.size);
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..10).map(move |x| (x, y))) {
            if state.row(y) >> (x + WALL) & 1 == 1 {
                board.set(x as i8, y as i8, true);
            }
        }
        let movement = Movement { half_turns: HalfTurns::Off, ..Movement::of(&Rules::SOLVER) };
        let places = board.placements_under(piece, &movement).with_spins();
        self.candidates.extend(places.map(|(placement, spin)| Candidate {
            rest: Rest { piece, spot: Spot::of(placement), turned: spin != Spin::None },
            misses: 0,
        }));
        if self.candidates.is_empty() {
            // There is no room for a new piece: it locks where it is, or where it falls to.
            let (forms, spot) = (&FORMS[piece as usize], Spot::of(generation(piece)));
            let (spot, turned) = Ground::new(state).fallen(forms, spot, false);
            self.candidates.push(Candidate { rest: Rest { piece, spot, turned }, misses: 0 });
        }
    }

    fn find_by_genes(
        &mut self,
        state: &State,
        piece: Piece,
        genotype: Genotype,
        encoding: Encoding,
        openings: &Openings,
    ) {
        let (ground, forms) = (&Ground::new(state), &FORMS[piece as usize]);
        self.strays.clear();
        self.found = Default::default();
        self.slid = Default::default();
        let mut tall = 0;
        openings.each_start(state, ground, piece, encoding, |spot, turned| {
            if !genotype.is_double() {
                self.add(ground, forms, piece, spot, turned, 0);
                return;
            }
            let form = &forms[spot.rotation as usize];
            let fits = ground.fits(form, spot.x, spot.y);
            let slid = &mut self.slid[spot.rotation as usize][spot.y as usize];
            tall = tall.max(spot.y as usize);
            if !fits {
                // Inside of Blocks: only where there is no room for a new piece.
                self.leave_blocks(ground, forms, piece, spot, turned, encoding);
            } else if *slid >> (spot.x + WALL) & 1 == 0 {
                *slid |= run(ground.blocked(form, spot.y), spot.x);
            }
            if turned && fits {
                // A turn at the top that nothing follows.
                self.add(ground, forms, piece, spot, turned, 0);
            }
        });
        if !genotype.is_double() {
            return;
        }
        for rotation in 0..4u32 {
            for y in 0..=tall {
                let mut places = self.slid[rotation as usize][y];
                while places != 0 {
                    let x = places.trailing_zeros() as i32 - WALL;
                    places &= places - 1;
                    self.finish(ground, forms, piece, Spot { rotation, x, y: y as i32 }, encoding);
                }
            }
        }
        for stray in std::mem::take(&mut self.strays) {
            self.add(ground, forms, piece, stray.rest.spot, stray.rest.turned, stray.misses);
        }
    }

    /// A second move and turn of a piece that is inside of Blocks, step by step.
    fn leave_blocks(
        &mut self,
        ground: &Ground,
        forms: &[Form; 4],
        piece: Piece,
        spot: Spot,
        turned: bool,
        encoding: Encoding,
    ) {
        for steps in -9..=9 {
            let (shifted, still, _) = ground.shifted(forms, spot, turned, steps);
            for gene in 0..4 {
                let (after, last, misses) = ground.turned_by(forms, encoding, shifted, still, gene);
                let (after, last) = ground.fallen(forms, after, last);
                self.add(ground, forms, piece, after, last, misses.min(1) as u8);
            }
        }
    }

    /// The second turn and the fall.
    fn finish(&mut self, ground: &Ground, forms: &[Form; 4], piece: Piece, spot: Spot, encoding: Encoding) {
        let mut rest = |spot: Spot, turned: bool| {
            let (spot, turned) = ground.fallen(forms, spot, turned);
            self.add(ground, forms, piece, spot, turned, 0);
        };
        rest(spot, false);
        if piece == Piece::O {
            return;
        }
        match encoding {
            Encoding::Paper => {
                let mut spot = spot;
                for _ in 0..3 {
                    let Some(turned) = ground.turned(forms, spot, 0) else { return };
                    spot = turned;
                    rest(spot, true);
                }
            }
            Encoding::Program => {
                for side in 0..2 {
                    if let Some(turned) = ground.turned(forms, spot, side) {
                        rest(turned, true);
                    }
                }
                let (half, done) = ground.half_turned(forms, spot);
                if done {
                    rest(half, true);
                } else if half != spot {
                    let (spot, turned) = ground.fallen(forms, half, true);
                    self.strays.push(Candidate { rest: Rest { piece, spot, turned }, misses: 1 });
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, ground: &Ground, forms: &[Form; 4], piece: Piece, spot: Spot, turned: bool, misses: u8) {
        let form = &forms[spot.rotation as usize];
        let turned = turned && piece == Piece::T && ground.has_three_corners(form, spot);
        let (class, bit) = (class(piece, spot.rotation), 1 << (spot.x + WALL));
        let found = &mut self.found[usize::from(turned)][class][spot.y as usize];
        if *found & bit == 0 {
            *found |= bit;
            self.candidates.push(Candidate { rest: Rest { piece, spot, turned }, misses });
        }
    }
}

/// The genes that bring a piece to a place, with as little in vain as possible, then with as little movement as possible.
pub(crate) fn actions_to(
    ground: &mut Ground,
    state: &State,
    way: &Way,
    genotype: Genotype,
    encoding: Encoding,
    openings: &Openings,
) -> Option<Actions> {
    let (forms, Way { hold, rest: wanted }) = (&*FORMS, *way);
    let piece = wanted.piece;
    let seconds = if genotype.is_double() { (-9..=9, 0..=3) } else { (0..=0, 0..=0) };
    let mut best: Option<(i32, Actions)> = None;
    for first_turn in 0..=3 {
        for first_move in -5..=5 {
            for second_move in seconds.0.clone() {
                for second_turn in seconds.1.clone() {
                    let actions = Actions { hold, first_turn, first_move, second_move, second_turn };
                    let turns = i32::from(first_turn != 0) + i32::from(second_turn != 0);
                    // What happens at the top is easier to follow.
                    let moves = i32::from(first_move.abs()) + 2 * i32::from(second_move.abs());
                    let mut play = Play::new(ground, state.tally);
                    let before = play.tally.misses;
                    let rest = match genotype.is_double() {
                        true => play.find::<true>(forms, openings, encoding, piece, actions),
                        false => play.find::<false>(forms, openings, encoding, piece, actions),
                    };
                    let cost = 1000 * i32::from(play.tally.misses - before) + 3 * turns + moves;
                    if best.is_some_and(|(least, _)| least <= cost) {
                        continue;
                    }
                    let form = &forms[piece as usize][rest.spot.rotation as usize];
                    let spin = rest.turned && piece == Piece::T && play.ground.has_three_corners(form, rest.spot);
                    let same = class(piece, rest.spot.rotation) == class(piece, wanted.spot.rotation)
                        && (rest.spot.x, rest.spot.y) == (wanted.spot.x, wanted.spot.y);
                    if same && spin == wanted.turned {
                        best = Some((cost, actions));
                    }
                }
            }
        }
    }
    best.map(|(_, actions)| actions)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tetrolab_engine::{Random, Seed, Stream};

    use super::*;
    use crate::problem::{Problem, Setup};

    /// A state after some random pieces; tall ones too.
    fn random_state(random: &mut Random) -> State {
        let pieces = 1 + random.below(26) as usize;
        let queue: Vec<Piece> = (0..pieces).map(|_| Piece::ALL[random.below(7) as usize]).collect();
        let problem = Problem::new(&Setup::new(&queue, Genotype::Double)).unwrap();
        let mut genes = vec![0; 4 * pieces];
        problem
            .space()
            .randomize(&mut genes, &mut tetrolab_optimize::random::Random::new(random.below(1 << 30).into(), [0, 0]));
        problem.solution(&genes).unwrap().state
    }

    #[test]
    fn candidates_are_what_all_genes_together_reach() {
        let mut random = Random::new(Seed(8), 0, Stream::Tests);
        let mut finder = Finder::default();
        for round in 0..600 {
            let state = random_state(&mut random);
            let encoding = Encoding::ALL[round % 2];
            let genotype = if round % 3 == 0 { Genotype::Simple } else { Genotype::Double };
            let piece = Piece::ALL[random.below(7) as usize];
            let openings = Openings::new(encoding);
            let (mut ground, forms) = (Ground::new(&state), &*FORMS);
            let mut reached = BTreeSet::new();
            for first_turn in 0..=3 {
                for first_move in -5..=5 {
                    for second in 0..if genotype.is_double() { 19 * 4 } else { 1 } {
                        let (second_move, second_turn) =
                            if genotype.is_double() { (second / 4 - 9, second % 4) } else { (0, 0) };
                        let actions = Actions { hold: false, first_turn, first_move, second_move, second_turn };
                        let mut play = Play::new(&mut ground, state.tally);
                        let rest = match genotype.is_double() {
                            true => play.find::<true>(forms, &openings, encoding, piece, actions),
                            false => play.find::<false>(forms, &openings, encoding, piece, actions),
                        };
                        let form = &forms[piece as usize][rest.spot.rotation as usize];
                        let spin = rest.turned && piece == Piece::T && ground.has_three_corners(form, rest.spot);
                        reached.insert((class(piece, rest.spot.rotation), rest.spot.x, rest.spot.y, spin));
                    }
                }
            }
            let found = finder.find(&state, piece, genotype.into(), encoding, &openings);
            let set: BTreeSet<_> = found
                .iter()
                .map(|candidate| {
                    let Rest { spot, turned, .. } = candidate.rest;
                    (class(piece, spot.rotation), spot.x, spot.y, turned)
                })
                .collect();
            assert_eq!(set.len(), found.len(), "each once");
            assert_eq!(set, reached, "round {round}, {piece}, {genotype}, {encoding:?}\n{}", state.board());
            // Genes for each are a search of their own, so only now and then.
            for candidate in found.iter().filter(|_| round % 50 == 0) {
                let way = Way { hold: false, rest: candidate.rest };
                let actions = actions_to(&mut ground, &state, &way, genotype, encoding, &openings).unwrap();
                let mut play = Play::new(&mut ground, state.tally);
                let rest = match genotype.is_double() {
                    true => play.walk::<true>(encoding, piece, actions),
                    false => play.walk::<false>(encoding, piece, actions),
                };
                let wanted = candidate.rest.spot;
                assert_eq!(class(piece, rest.spot.rotation), class(piece, wanted.rotation), "round {round}");
                assert_eq!((rest.spot.x, rest.spot.y), (wanted.x, wanted.y), "round {round}");
            }
        }
    }
}
