//! Formulas as people write them.

use std::fmt;
use std::str::FromStr;

use super::primitives::{Named, check_feature, check_place, named};
use super::{Aggregate, Binary, Formula, FormulaError, MOST_NODES, Node, Scope, Unary, check_number, nested, too_many};
use crate::nearest::Unknown;

/// The deepest nesting of parentheses and signs.
const DEEPEST_TEXT: usize = 100;

/// The most operands of a text, signs and parentheses included. Without a limit, a tree could be too deep to be taken apart.
const MOST_OPERANDS: usize = 4 * MOST_NODES;

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Formula, FormulaError> {
        let mut reader = Reader { text: text.chars().collect(), place: 0, depth: 0, operands: 0 };
        let tree = reader.comparison(Scope::Board)?;
        match reader.peek() {
            None => Formula::new(tree),
            Some(')') => Err(reader.wrong("there is no ( for this )")),
            Some(sign) => Err(reader.wrong(format!("expected an operator, found {sign:?}"))),
        }
    }
}

/// What stands for something to be done, followed by parentheses.
#[derive(Clone, Copy)]
enum Function {
    Unary(Unary),
    Binary(Binary),
    Columns(Aggregate),
}

const FUNCTIONS: [Function; 6] = [
    Function::Binary(Binary::Smaller),
    Function::Binary(Binary::Larger),
    Function::Unary(Unary::Absolute),
    Function::Columns(Aggregate::Sum),
    Function::Columns(Aggregate::Largest),
    Function::Columns(Aggregate::Smallest),
];

impl Function {
    const fn name(self) -> &'static str {
        match self {
            Function::Unary(unary) => unary.name(),
            Function::Binary(binary) => binary.name(),
            Function::Columns(aggregate) => aggregate.name(),
        }
    }
}

struct Reader {
    text: Vec<char>,
    place: usize,
    depth: usize,
    operands: usize,
}

impl Reader {
    fn wrong_at(&self, place: usize, reason: impl fmt::Display) -> FormulaError {
        FormulaError { column: Some(place + 1), reason: reason.to_string() }
    }

    fn wrong(&self, reason: impl fmt::Display) -> FormulaError {
        self.wrong_at(self.place, reason)
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.place).is_some_and(|sign| sign.is_whitespace()) {
            self.place += 1;
        }
        self.text.get(self.place).copied()
    }

    /// Takes this character if it is the next one.
    fn take(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.place += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: char, what: impl fmt::Display) -> Result<(), FormulaError> {
        if self.take(sign) { Ok(()) } else { Err(self.wrong(format!("expected {sign} {what}"))) }
    }

    /// Takes one of these operators if it is the next character.
    fn operator(&mut self, operators: [Binary; 2]) -> Option<Binary> {
        operators.into_iter().find(|operator| operator.name().chars().all(|sign| self.take(sign)))
    }

    fn comparison(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        let left = self.sum(scope)?;
        let Some(operator) = self.operator([Binary::Above, Binary::Below]) else { return Ok(left) };
        let node = binary(operator, left, self.sum(scope)?);
        match self.peek() {
            Some('>' | '<') => Err(self.wrong("a comparison that is compared stands in parentheses")),
            _ => Ok(node),
        }
    }

    fn sum(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        let mut node = self.product(scope)?;
        while let Some(operator) = self.operator([Binary::Plus, Binary::Minus]) {
            node = binary(operator, node, self.product(scope)?);
        }
        Ok(node)
    }

    fn product(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        let mut node = self.signed(scope)?;
        while let Some(operator) = self.operator([Binary::Times, Binary::Over]) {
            node = binary(operator, node, self.signed(scope)?);
        }
        Ok(node)
    }

    fn signed(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return Err(self.wrong(too_many()));
        }
        self.depth += 1;
        if self.depth > DEEPEST_TEXT {
            return Err(self.wrong("too many parentheses and signs inside of each other"));
        }
        let node = if !self.take('-') {
            self.operand(scope)?
        } else if self.peek().is_some_and(|sign| sign.is_ascii_digit()) {
            self.number(-1.0)?
        } else {
            Node::Unary(Unary::Negate, Box::new(self.signed(scope)?))
        };
        self.depth -= 1;
        Ok(node)
    }

    fn operand(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        match self.peek() {
            Some('(') => {
                self.place += 1;
                let node = self.comparison(scope)?;
                self.expect(')', "or an operator")?;
                Ok(node)
            }
            Some(sign) if sign.is_ascii_digit() => self.number(1.0),
            Some(sign) if is_of_name(sign) => self.name(scope),
            Some(sign) => Err(self.wrong(format!("expected a number, a name or (, found {sign:?}"))),
            None => Err(self.wrong("the formula ends where a number or a name belongs")),
        }
    }

    fn number(&mut self, sign: f64) -> Result<Node, FormulaError> {
        let start = self.place;
        let mut previous = ' ';
        while let Some(&next) = self.text.get(self.place) {
            // The sign of an exponent belongs to the number.
            let is_exponent = matches!(next, '-' | '+') && matches!(previous, 'e' | 'E');
            if !is_of_name(next) && next != '.' && !is_exponent {
                break;
            }
            (previous, self.place) = (next, self.place + 1);
        }
        let text: String = self.text[start..self.place].iter().collect();
        let number = text.parse::<f64>().map_err(|_| self.wrong_at(start, format!("{text:?} is not a number")))?;
        check_number(number).map_err(|reason| self.wrong_at(start, reason))?;
        Ok(Node::Number(sign * number))
    }

    fn name(&mut self, scope: Scope) -> Result<Node, FormulaError> {
        let start = self.place;
        while self.text.get(self.place).copied().is_some_and(is_of_name) {
            self.place += 1;
        }
        let name: String = self.text[start..self.place].iter().collect();
        let function = FUNCTIONS.into_iter().find(|function| function.name() == name);
        match function {
            Some(function) => self.call(function, scope, start),
            None if self.peek() == Some('(') => {
                let unknown = Unknown::new("function", &name, FUNCTIONS.iter().map(|function| function.name()));
                Err(self.wrong_at(start, unknown))
            }
            None => {
                let node = match named(&name).map_err(|unknown| self.wrong_at(start, unknown))? {
                    Named::Feature(feature) => check_feature(feature).map(|()| Node::Feature(feature)),
                    Named::Primitive(primitive) => check_place(primitive, scope).map(|()| Node::Primitive(primitive)),
                };
                node.map_err(|reason| self.wrong_at(start, reason))
            }
        }
    }

    fn call(&mut self, function: Function, scope: Scope, start: usize) -> Result<Node, FormulaError> {
        let name = function.name();
        self.expect('(', format_args!("after {name}"))?;
        let node = match function {
            Function::Unary(unary) => Node::Unary(unary, Box::new(self.comparison(scope)?)),
            Function::Binary(operator) => {
                let left = self.comparison(scope)?;
                self.expect(',', format_args!("between the two numbers of {name}"))?;
                binary(operator, left, self.comparison(scope)?)
            }
            Function::Columns(aggregate) if scope == Scope::Column => {
                return Err(self.wrong_at(start, nested(aggregate)));
            }
            Function::Columns(aggregate) => Node::Columns(aggregate, Box::new(self.comparison(Scope::Column)?)),
        };
        self.expect(')', format_args!("at the end of {name}"))?;
        Ok(node)
    }
}

fn binary(operator: Binary, left: Node, right: Node) -> Node {
    Node::Binary(operator, Box::new(left), Box::new(right))
}

/// Whether a character can be part of a name.
fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}
