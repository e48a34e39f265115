//! Formulas as the kernel works them out, for several drops at once: steps on two stacks, one of numbers and one of a number for
//! each column.

mod columns;
mod stacks;

use tetrolab_engine::DropRules;

use super::quantity::{Found, Quantity};
use crate::formula::{Aggregate, Binary, Formula, Node, Scope, Unary, bounded};
use crate::lanes::Lanes;
use columns::Column;
pub(super) use stacks::{MOST_PLACES, Places};
use stacks::{Numbers, Stacks};

/// Which operand was worked out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    LeftFirst,
    RightFirst,
}

impl Order {
    /// The larger one goes first.
    fn of<'n>(left: &'n Node, right: &'n Node) -> (Order, [&'n Node; 2]) {
        if left.size() >= right.size() { (Order::LeftFirst, [left, right]) } else { (Order::RightFirst, [right, left]) }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Number(f64),
    Quantity(Quantity),
    Unary(Unary),
    Binary(Binary, Order),
    /// A number of each column.
    Column(Column),
    /// The last number becomes that of every column.
    Everywhere,
    ColumnUnary(Unary),
    ColumnBinary(Binary, Order),
    /// The numbers of columns become one.
    Aggregate(Aggregate),
}

/// A formula.
#[derive(Clone, Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    /// The slots that it needs.
    pub slots: u64,
    /// The places of a stack that it needs.
    pub places: usize,
}

/// What programs know of drops.
#[derive(Clone, Copy)]
pub(super) struct Sight<'f, L> {
    pub rules: DropRules,
    pub wall: L,
    pub found: &'f [Found<L>],
}

impl Program {
    /// `None` if something in it is not known here.
    pub fn new(formula: &Formula, rules: DropRules) -> Option<Program> {
        let mut program = Program { steps: Vec::new(), slots: 0, places: 0 };
        program.compile(formula.tree(), rules)?;
        program.places = program.count_places();
        Some(program)
    }

    /// Adds the steps of a node that is one number for the whole board.
    fn compile(&mut self, node: &Node, rules: DropRules) -> Option<()> {
        let step = match node {
            Node::Number(number) => Step::Number(*number),
            Node::Feature(feature) => {
                let quantity = Quantity::of(feature, 0)?;
                self.slots |= quantity.slots();
                Step::Quantity(quantity)
            }
            Node::Primitive(primitive) => match primitive.name {
                "columns" => Step::Number(rules.size().width.into()),
                "rows" => Step::Number(rules.size().height.into()),
                _ => return None,
            },
            Node::Unary(unary, one) => {
                self.compile(one, rules)?;
                Step::Unary(*unary)
            }
            Node::Binary(binary, left, right) => {
                let (order, operands) = Order::of(left, right);
                operands.into_iter().try_for_each(|operand| self.compile(operand, rules))?;
                Step::Binary(*binary, order)
            }
            Node::Columns(aggregate, one) => {
                self.compile_columns(one, rules)?;
                Step::Aggregate(*aggregate)
            }
        };
        self.steps.push(step);
        Some(())
    }

    /// Adds the steps of a node that is a number of each column.
    fn compile_columns(&mut self, node: &Node, rules: DropRules) -> Option<()> {
        let is_same_everywhere =
            node.nodes().all(|(node, _)| !matches!(node, Node::Primitive(one) if one.scope == Scope::Column));
        let step = match node {
            _ if is_same_everywhere => {
                self.compile(node, rules)?;
                Step::Everywhere
            }
            Node::Primitive(primitive) => Step::Column(Column::of(primitive)?),
            Node::Unary(unary, one) => {
                self.compile_columns(one, rules)?;
                Step::ColumnUnary(*unary)
            }
            Node::Binary(binary, left, right) => {
                let (order, operands) = Order::of(left, right);
                operands.into_iter().try_for_each(|operand| self.compile_columns(operand, rules))?;
                Step::ColumnBinary(*binary, order)
            }
            Node::Number(_) | Node::Feature(_) | Node::Columns(..) => return None,
        };
        self.steps.push(step);
        Some(())
    }

    /// The most places that are in use at once, in either stack.
    fn count_places(&self) -> usize {
        let (mut numbers, mut columns, mut most) = (0usize, 0usize, 0);
        for step in &self.steps {
            match step {
                Step::Number(_) | Step::Quantity(_) => numbers += 1,
                Step::Column(_) => columns += 1,
                Step::Binary(..) => numbers -= 1,
                Step::ColumnBinary(..) => columns -= 1,
                Step::Everywhere => (numbers, columns) = (numbers - 1, columns + 1),
                Step::Aggregate(_) => (numbers, columns) = (numbers + 1, columns - 1),
                Step::Unary(_) | Step::ColumnUnary(_) => {}
            }
            most = most.max(numbers).max(columns);
        }
        most
    }

    /// The value for each drop. All drops take a step before the next one is looked at.
    #[inline(always)]
    pub fn values<'s, L: Lanes>(&self, sight: Sight<'_, L>, stacks: &'s mut Stacks<'_>) -> &'s [f64] {
        let (mut number, mut column) = (0, 0);
        let width = sight.rules.size().width;
        for step in &self.steps {
            match *step {
                Step::Number(value) => {
                    stacks.numbers(number).fill(value);
                    number += 1;
                }
                Step::Quantity(quantity) => {
                    let drops = stacks.numbers(number).iter_mut().zip(sight.found);
                    drops.for_each(|(value, found)| *value = quantity.value(found, width));
                    number += 1;
                }
                Step::Unary(unary) => {
                    stacks.numbers(number - 1).iter_mut().for_each(|value| *value = unary.of(*value));
                }
                Step::Binary(binary, order) => {
                    number -= 1;
                    let (first, second) = stacks.two_numbers(number - 1);
                    for (first, second) in first.iter_mut().zip(second) {
                        *first = match order {
                            Order::LeftFirst => binary.of(*first, *second),
                            Order::RightFirst => binary.of(*second, *first),
                        };
                    }
                }
                Step::Column(which) => {
                    which.numbers(sight, stacks.columns(column));
                    column += 1;
                }
                Step::Everywhere => {
                    number -= 1;
                    for drop in 0..stacks.drops() {
                        stacks.columns(column)[drop] = [stacks.numbers(number)[drop]; 16];
                    }
                    column += 1;
                }
                Step::ColumnUnary(unary) => unary_of_columns(unary, stacks.columns(column - 1)),
                Step::ColumnBinary(binary, order) => {
                    column -= 1;
                    let (first, second) = stacks.two_columns(column - 1);
                    match order {
                        Order::LeftFirst => binary_of_columns::<true>(binary, first, second),
                        Order::RightFirst => binary_of_columns::<false>(binary, first, second),
                    }
                }
                Step::Aggregate(aggregate) => {
                    column -= 1;
                    for drop in 0..stacks.drops() {
                        stacks.numbers(number)[drop] = aggregate.of(&stacks.columns(column)[drop], width);
                    }
                    number += 1;
                }
            }
        }
        let values = stacks.numbers(0);
        values.iter_mut().for_each(|value| *value = bounded(*value));
        values
    }
}

#[inline(always)]
fn unary_of_columns(unary: Unary, drops: &mut [Numbers]) {
    let all = drops.as_flattened_mut().iter_mut();
    match unary {
        Unary::Negate => all.for_each(|number| *number = Unary::Negate.of(*number)),
        Unary::Absolute => all.for_each(|number| *number = Unary::Absolute.of(*number)),
    }
}

/// Every operator has a loop of its own over the columns of all drops, which becomes a few vector instructions. The result takes the
/// place of the first operand, which is the left or the right one.
#[inline(always)]
fn binary_of_columns<const IS_LEFT: bool>(binary: Binary, first: &mut [Numbers], second: &[Numbers]) {
    let all = first.as_flattened_mut().iter_mut().zip(second.as_flattened());
    macro_rules! loops {
        ($($operator:ident)*) => {
            match binary {
                $(Binary::$operator => {
                    for (first, second) in all {
                        let (left, right) = if IS_LEFT { (*first, *second) } else { (*second, *first) };
                        *first = Binary::$operator.of(left, right);
                    }
                })*
            }
        };
    }
    loops!(Plus Minus Times Over Smaller Larger Above Below);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FEATURES;
    use crate::formula::PRIMITIVES;

    /// Otherwise players with an unknown name would be slow for no visible reason.
    #[test]
    fn every_name_is_known() {
        for feature in FEATURES {
            assert!(Quantity::of(feature, 0).is_some(), "{}", feature.name);
        }
        for primitive in PRIMITIVES {
            let sum = Node::Columns(Aggregate::Sum, Box::new(Node::Primitive(primitive)));
            let formula = Formula::new(sum).unwrap();
            assert!(Program::new(&formula, DropRules::STANDARD).is_some(), "{}", primitive.name);
        }
    }

    /// The deepest stack: both operands of everything are alike.
    #[test]
    fn no_formula_needs_more_places() {
        let mut node = Node::Primitive(PRIMITIVES.iter().find(|one| one.scope == Scope::Column).unwrap());
        for _ in 1..MOST_PLACES {
            node = Node::Binary(Binary::Plus, Box::new(node.clone()), Box::new(node));
        }
        let formula = Formula::new(Node::Columns(Aggregate::Sum, Box::new(node.clone()))).unwrap();
        assert_eq!(Program::new(&formula, DropRules::STANDARD).unwrap().places, MOST_PLACES);
        let larger = Node::Binary(Binary::Plus, Box::new(node.clone()), Box::new(node));
        assert!(Formula::new(Node::Columns(Aggregate::Sum, Box::new(larger))).is_err());
    }
}
