//! Trees as text.

use super::{Binary, Node, Unary};

/// How tightly parts of a text hold together. What holds less than its place asks for stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Comparison,
    Sum,
    Product,
    Sign,
    Whole,
}

impl Hold {
    fn of(node: &Node) -> Hold {
        match node {
            Node::Binary(binary, ..) => Hold::of_operator(*binary),
            Node::Unary(Unary::Negate, _) => Hold::Sign,
            _ => Hold::Whole,
        }
    }

    const fn of_operator(binary: Binary) -> Hold {
        match binary {
            Binary::Above | Binary::Below => Hold::Comparison,
            Binary::Plus | Binary::Minus => Hold::Sum,
            Binary::Times | Binary::Over => Hold::Product,
            Binary::Smaller | Binary::Larger => Hold::Whole,
        }
    }

    /// What a left operand of the same hold needs: comparisons do not follow each other.
    const fn of_left(self) -> Hold {
        if matches!(self, Hold::Comparison) { Hold::Sum } else { self }
    }

    const fn more(self) -> Hold {
        match self {
            Hold::Comparison => Hold::Sum,
            Hold::Sum => Hold::Product,
            Hold::Product => Hold::Sign,
            Hold::Sign | Hold::Whole => Hold::Whole,
        }
    }
}

pub(super) fn text(tree: &Node) -> String {
    let mut text = String::new();
    write(tree, Hold::Comparison, &mut text);
    text
}

/// Writes a node to where a certain hold is needed.
fn write(node: &Node, needed: Hold, text: &mut String) {
    if Hold::of(node) < needed {
        text.push('(');
        write(node, Hold::Comparison, text);
        text.push(')');
        return;
    }
    match node {
        Node::Number(number) => text.push_str(&number_text(*number)),
        Node::Feature(feature) => text.push_str(feature.name),
        Node::Primitive(primitive) => text.push_str(primitive.name),
        // With its sign directly before it, this would be a negative number.
        Node::Unary(Unary::Negate, one) if matches!(**one, Node::Number(number) if number.is_sign_positive()) => {
            text.push_str("-(");
            write(one, Hold::Comparison, text);
            text.push(')');
        }
        Node::Unary(Unary::Negate, one) => {
            text.push('-');
            write(one, Hold::Sign, text);
        }
        Node::Unary(unary, one) => call(unary.name(), &[one], text),
        Node::Binary(binary @ (Binary::Smaller | Binary::Larger), left, right) => {
            call(binary.name(), &[left, right], text);
        }
        Node::Binary(binary, left, right) => {
            let hold = Hold::of_operator(*binary);
            write(left, hold.of_left(), text);
            text.push(' ');
            text.push_str(binary.name());
            text.push(' ');
            write(right, hold.more(), text);
        }
        Node::Columns(aggregate, one) => call(aggregate.name(), &[one], text),
    }
}

fn call(name: &str, operands: &[&Node], text: &mut String) {
    text.push_str(name);
    for (index, operand) in operands.iter().enumerate() {
        text.push_str(if index == 0 { "(" } else { ", " });
        write(operand, Hold::Comparison, text);
    }
    text.push(')');
}

/// The shortest text that is read as the same number.
fn number_text(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number}") } else { format!("{number:?}") }
}
