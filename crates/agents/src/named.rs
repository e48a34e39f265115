//! The published players, in one table.

use tetrolab_engine::Piece;

use crate::nearest::Unknown;
use crate::weights::Weights;

/// A player with a name.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Where its weights come from.
    pub source: &'static str,
    mind: Mind,
}

type List = &'static [(&'static str, f64)];

#[derive(Clone, Copy, Debug)]
enum Mind {
    /// Weights.
    Linear(List),
    /// Weights, and others for one piece.
    Special(List, Piece, List),
    /// None at all.
    Random,
}

impl Agent {
    /// The agent with this name, or what is nearest to it.
    pub fn named(name: &str) -> Result<&'static Agent, Unknown> {
        let names = AGENTS.iter().map(|agent| agent.name);
        AGENTS.iter().find(|agent| agent.name == name).ok_or_else(|| Unknown::new("agent", name, names))
    }

    /// Its weights; `None` if it decides at random.
    pub fn weights(&self) -> Option<Weights> {
        match self.mind {
            Mind::Linear(weights) => Some(Weights::of(weights)),
            Mind::Special(weights, piece, special) => Some(Weights::of(weights).but_for(piece, special)),
            Mind::Random => None,
        }
    }
}

/// These features with these weights, one for each.
macro_rules! weigh {
    ($features:ident: $($weight:literal),*) => {
        Mind::Linear(&{
            const WEIGHTS: [f64; $features.len()] = [$($weight),*];
            let mut list = [("", 0.0); $features.len()];
            let mut place = 0;
            while place < list.len() {
                list[place] = ($features[place], WEIGHTS[place]);
                place += 1;
            }
            list
        })
    };
}

/// Dellacherie's features.
const SIX: [&str; 6] =
    ["f1_landing_height", "f2_eroded", "f3_row_transitions", "f4_col_transitions", "f5_holes", "f6_wells"];

/// Those, and two of Thiery and Scherrer.
const EIGHT: [&str; 8] = [SIX[0], SIX[1], SIX[2], SIX[3], SIX[4], SIX[5], "f7_hole_depth", "f8_rows_with_holes"];

/// The features of Scherrer and others: wells are counted otherwise.
const NINE: [&str; 9] = [SIX[0], SIX[1], SIX[2], SIX[3], SIX[4], "wells_fast", EIGHT[6], EIGHT[7], "f9_diversity"];

/// The four terms of Aveiro with these weights, in the order in which its program adds them up.
macro_rules! aveiro {
    ($height:literal, $lines:literal, $holes:literal, $bumpiness:literal) => {
        &[
            ("aveiro_bumpiness", $bumpiness),
            ("aveiro_aggregate_height", $height),
            ("aveiro_holes", $holes),
            ("aveiro_lines", $lines),
        ]
    };
}

/// The five terms of Seville. The course minimises, so the weights are negative.
macro_rules! sevilla {
    ($lines:literal) => {
        Mind::Linear(&[
            ("sevilla_filled_cells", -1.0),
            ("sevilla_maximum_height", -1.0),
            ("sevilla_holes", -20.0),
            ("sevilla_weighted_height", -5.0),
            ("sevilla_lines", $lines),
        ])
    };
}

/// All agents.
pub const AGENTS: &[Agent] = &[
    Agent {
        name: "dellacherie",
        meaning: "six features, weights set by hand",
        source: "Pierre Dellacherie, in Fahey 2003",
        mind: weigh!(SIX: -1.0, 1.0, -1.0, -1.0, -4.0, -1.0),
    },
    Agent {
        name: "boumaza-6",
        meaning: "the six features of Dellacherie, weights by CMA-ES",
        source: "Boumaza 2009",
        mind: weigh!(SIX: -0.3351, 0.1905, -0.2435, -0.6617, -0.5285, -0.2576),
    },
    Agent {
        name: "boumaza-8",
        meaning: "eight features, weights by CMA-ES",
        source: "Boumaza 2009",
        mind: weigh!(EIGHT: -0.3213, 0.0744, -0.2851, -0.5907, -0.2188, -0.2650, -0.0822, -0.5499),
    },
    Agent {
        name: "thiery-6",
        meaning: "the six features of Dellacherie, weights by noisy cross-entropy",
        source: "Thiery and Scherrer 2009 (MDPTetris, features_dellacherie)",
        mind: weigh!(SIX: -8.593742, 4.982987, -5.315517, -17.01111, -14.26038, -6.035001),
    },
    Agent {
        name: "bcts",
        meaning: "eight features, weights by noisy cross-entropy; also called DU",
        source: "Thiery and Scherrer 2009 (MDPTetris, record_du)",
        mind: weigh!(EIGHT: -12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087),
    },
    Agent {
        name: "dt-10",
        meaning: "nine features, policy iteration on the 10x10 board",
        source: "Scherrer and others 2015",
        mind: weigh!(NINE: -2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27),
    },
    Agent {
        name: "dt-20",
        meaning: "nine features, policy iteration on the 10x20 board; the best published one-piece player",
        source: "Scherrer and others 2015",
        mind: weigh!(NINE: -2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89),
    },
    Agent {
        name: "el-tetris",
        meaning: "six features, with lines instead of eroded cells, weights by particle swarm",
        source: "Islam El-Ashi 2011",
        mind: Mind::Linear(&[
            ("f1_landing_height", -4.500158825082766),
            ("lines", 3.4181268101392694),
            ("f3_row_transitions", -3.2178882868487753),
            ("f4_col_transitions", -9.348695305445199),
            ("f5_holes", -7.899265427351652),
            ("f6_wells", -3.3855972247263626),
        ]),
    },
    Agent {
        name: "aveiro",
        meaning: "four terms, other weights for I, every empty cell below the top is a hole",
        source: "Domingues and Castro 2021",
        mind: Mind::Special(aveiro!(-0.79, 0.82, -0.10, -0.25), Piece::I, aveiro!(-0.69, 0.82, -0.04, -0.10)),
    },
    Agent {
        name: "sevilla",
        meaning: "five terms as the course prints them: a full row is punished",
        source: "course at Seville",
        mind: sevilla!(-1.0),
    },
    Agent {
        name: "sevilla-rewarded",
        meaning: "five terms as the course explains them: a full row is rewarded",
        source: "course at Seville",
        mind: sevilla!(1.0),
    },
    Agent {
        name: "tetris-solver",
        meaning: "the nine heuristics of the Tetris Solver",
        source: "Tetris Solver 2025, table 1.4",
        mind: Mind::Linear(&[
            ("solver_blocks", -1.0),
            ("solver_weighted_blocks", -0.75),
            ("solver_clearable_lines", 1.0),
            ("solver_roughness", -1.0),
            ("solver_col_holes", -5.0),
            ("solver_connected_holes", -2.0),
            ("solver_blocks_above_holes", -2.0),
            ("solver_pit_hole_percent", -1.0),
            ("solver_deepest_well", -1.0),
        ]),
    },
    Agent {
        name: "lee",
        meaning: "four terms, weights by a genetic algorithm",
        source: "Yiyuan Lee 2013",
        mind: Mind::Linear(&[
            ("aveiro_aggregate_height", -0.510066),
            ("aveiro_lines", 0.760666),
            ("sevilla_holes", -0.35663),
            ("aveiro_bumpiness", -0.184483),
        ]),
    },
    Agent { name: "random", meaning: "every drop with the same chance", source: "", mind: Mind::Random },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_people_know() {
        let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
        let known = [
            "dellacherie",
            "boumaza-6",
            "boumaza-8",
            "thiery-6",
            "bcts",
            "dt-10",
            "dt-20",
            "el-tetris",
            "aveiro",
            "sevilla",
            "sevilla-rewarded",
            "tetris-solver",
            "lee",
            "random",
        ];
        assert_eq!(names, known);
    }

    /// Only I has weights of its own at Aveiro, and they are added up in the order of its program.
    #[test]
    fn aveiro_has_other_weights_for_i() {
        let weights = Agent::named("aveiro").unwrap().weights().unwrap();
        for piece in Piece::ALL {
            let list: Vec<(&str, f64)> =
                weights.terms(piece).iter().map(|term| (term.measure.name(), term.weight)).collect();
            let [height, lines, holes, bumpiness] =
                if piece == Piece::I { [-0.69, 0.82, -0.04, -0.10] } else { [-0.79, 0.82, -0.10, -0.25] };
            let expected = [
                ("aveiro_bumpiness", bumpiness),
                ("aveiro_aggregate_height", height),
                ("aveiro_holes", holes),
                ("aveiro_lines", lines),
            ];
            assert_eq!(list, expected, "{piece}");
        }
    }
}
