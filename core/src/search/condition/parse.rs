//! Reads conditions: splits a text into tokens and builds the tree, with one token of lookahead.

use std::fmt::Display;
use std::ops::Range;

use super::{Comparison, Node, Operand};
use crate::decimal::parse_digits;
use crate::mapgen::metric::Way;
use crate::search::question::find_metric;
use crate::text::{self, Invalid};

/// The most parentheses and negations around each other.
const MAX_DEPTH: usize = 64;

/// Why a text is not a condition, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at character {column}, {problem}")]
pub struct ConditionError {
    /// What is wrong.
    pub problem: Invalid,
    /// The wrong part of the text, in bytes; empty at its end.
    pub span: Range<usize>,
    /// The number of the part's first character, counted from 1.
    pub column: usize,
}

const OPERAND: &str = "a metric or a number";
const COMPARISON: &str = "a comparison such as >= 3 or in 3..=5";
const CONNECTION: &str = "&& or ||";
const RANGE: &str = "a range such as 3..6 or 3..=5";

const NO_METRIC: &str = "two numbers are compared: name a metric, as in loops >= 3";
/// The word before the places of a way.
const STEPS: &str = "steps";
const WAY: &str = "the steps between two places are written steps(start, boss)";
const CHAIN: &str = "a comparison has two sides: for a range, write loops in 3..=5";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// A metric, or a word that is none.
    Word,
    Number(u64),
    Compare(Comparison),
    In,
    /// `..`
    Before,
    /// `..=`
    Through,
    And,
    Or,
    Not,
    Open,
    Close,
    End,
}

/// The signs, each before those that it begins with. For what other languages write, what it is here.
const SIGNS: [(&str, Result<Token, &str>); 24] = [
    ("===", Err("==")),
    ("!==", Err("!=")),
    ("..=", Ok(Token::Through)),
    ("..", Ok(Token::Before)),
    ("=>", Err(">=")),
    ("=<", Err("<=")),
    ("<>", Err("!=")),
    (">=", Ok(Token::Compare(Comparison::AtLeast))),
    ("<=", Ok(Token::Compare(Comparison::AtMost))),
    ("==", Ok(Token::Compare(Comparison::Equal))),
    ("!=", Ok(Token::Compare(Comparison::Unequal))),
    ("&&", Ok(Token::And)),
    ("||", Ok(Token::Or)),
    ("≥", Err(">=")),
    ("≤", Err("<=")),
    ("≠", Err("!=")),
    ("=", Err("==")),
    ("&", Err("&&")),
    ("|", Err("||")),
    (">", Ok(Token::Compare(Comparison::Above))),
    ("<", Ok(Token::Compare(Comparison::Below))),
    ("!", Ok(Token::Not)),
    ("(", Ok(Token::Open)),
    (")", Ok(Token::Close)),
];

/// The words that other languages have for signs.
const WORDS: [(&str, &str); 3] = [("and", "&&"), ("or", "||"), ("not", "!")];

pub fn parse(text: &str) -> Result<Node, ConditionError> {
    let mut parser = Parser {
        text,
        token: Token::End,
        span: 0..0,
        depth: 0,
    };
    parser.advance()?;
    let node = parser.any()?;
    match parser.token {
        Token::End => Ok(node),
        Token::Compare(_) | Token::In => Err(parser.error(CHAIN)),
        _ => Err(parser.unexpected(CONNECTION)),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// The token that is next, and its place.
    token: Token,
    span: Range<usize>,
    depth: usize,
}

impl Parser<'_> {
    /// `c || d || ...`
    fn any(&mut self) -> Result<Node, ConditionError> {
        self.joined(Token::Or, Node::Any, Self::all)
    }

    /// `c && d && ...`
    fn all(&mut self) -> Result<Node, ConditionError> {
        self.joined(Token::And, Node::All, Self::part)
    }

    fn joined(
        &mut self,
        sign: Token,
        join: fn(Vec<Node>) -> Node,
        part: fn(&mut Self) -> Result<Node, ConditionError>,
    ) -> Result<Node, ConditionError> {
        let first = part(self)?;
        if self.token != sign {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.token == sign {
            self.advance()?;
            parts.push(part(self)?);
        }
        // Parentheses between the same signs change nothing.
        let parts = parts.into_iter().flat_map(|part| match (sign, part) {
            (Token::And, Node::All(inner)) | (Token::Or, Node::Any(inner)) => inner,
            (_, part) => vec![part],
        });
        Ok(join(parts.collect()))
    }

    /// A comparison, a negation, or a condition in parentheses.
    fn part(&mut self) -> Result<Node, ConditionError> {
        if !matches!(self.token, Token::Not | Token::Open) {
            return self.comparison();
        }
        if self.depth == MAX_DEPTH {
            return Err(self.error("parentheses and negations are more than 64 deep"));
        }
        self.depth += 1;
        let (token, opened) = (self.token, self.span.clone());
        self.advance()?;
        let node = if token == Token::Not {
            Node::Not(Box::new(self.part()?))
        } else {
            let inner = self.any()?;
            match self.token {
                Token::Close => self.advance()?,
                Token::End => {
                    return Err(
                        self.error_at(opened, "this \"(\" is not closed: a \")\" is missing")
                    );
                }
                Token::Compare(_) | Token::In => return Err(self.error(CHAIN)),
                _ => return Err(self.unexpected("&&, || or )")),
            }
            inner
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, ConditionError> {
        let first = self.span.clone();
        let left = self.operand()?;
        if self.token == Token::In {
            if let Operand::Number(_) = left {
                return Err(self.error_at(first, NO_METRIC));
            }
            self.advance()?;
            let (low, high) = self.range(left)?;
            return Ok(Node::Within(left, low, high));
        }
        let Token::Compare(comparison) = self.token else {
            return Err(self.unexpected(COMPARISON));
        };
        self.advance()?;
        let last = self.span.clone();
        let right = self.operand()?;
        match (left, right) {
            (Operand::Number(_), Operand::Number(_)) => {
                return Err(self.error_at(first.start..last.end, NO_METRIC));
            }
            (Operand::Number(number), of) => self.check_unit(of, number, first)?,
            (of, Operand::Number(number)) => self.check_unit(of, number, last)?,
            _ => {}
        }
        Ok(Node::Compare(left, comparison, right))
    }

    /// Checks that a number can be a value of what it is compared with: a share has at most 100 per cent, and nothing else
    /// has a `%`.
    fn check_unit(
        &self,
        of: Operand,
        number: u64,
        span: Range<usize>,
    ) -> Result<(), ConditionError> {
        let share = match of {
            Operand::Metric(metric) if metric.is_share() => Some(metric.name()),
            _ => None,
        };
        match share {
            None if self.text[span.clone()].ends_with('%') => {
                Err(self.error_at(span, "only open is in per cent: leave out the %"))
            }
            Some(name) if number > 100 => {
                Err(self.error_at(span, format!("{name} is in per cent, from 0 to 100")))
            }
            _ => Ok(()),
        }
    }

    fn operand(&mut self) -> Result<Operand, ConditionError> {
        let operand = match self.token {
            Token::Number(number) => Operand::Number(number),
            Token::Word if &self.text[self.span.clone()] == STEPS => Operand::Steps(self.way()?),
            Token::Word => {
                let metric = find_metric(&self.text[self.span.clone()]);
                Operand::Metric(metric.map_err(|error| self.error(error))?)
            }
            _ => return Err(self.unexpected(OPERAND)),
        };
        self.advance()?;
        Ok(operand)
    }

    /// The places in the parentheses after `steps`; the last sign of them is the token then.
    fn way(&mut self) -> Result<Way, ConditionError> {
        let begin = self.span.start;
        let inner = self.text[self.span.end..].trim_start_matches(text::is_blank);
        let inner = inner
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'));
        let Some((inner, rest)) = inner else {
            return Err(self.error(WAY));
        };
        self.span = begin..self.text.len() - rest.len();
        let Some((from, to)) = inner.split_once(',') else {
            return Err(self.error(WAY));
        };
        let place = |text: &str| text.parse().map_err(|error| self.error(error));
        Ok(Way {
            from: place(from)?,
            to: place(to)?,
        })
    }

    /// A range of values of `of` that holds a number: its first and its last.
    fn range(&mut self, of: Operand) -> Result<(u64, u64), ConditionError> {
        let begin = self.span.start;
        let first = self.number(of)?;
        let is_open = match self.token {
            Token::Before => true,
            Token::Through => false,
            _ => return Err(self.unexpected(RANGE)),
        };
        self.advance()?;
        let span = begin..self.span.end;
        let end = self.number(of)?;
        let last = if is_open {
            end.checked_sub(1)
        } else {
            Some(end)
        };
        match last.filter(|last| first <= *last) {
            Some(last) => Ok((first, last)),
            None => {
                let range = &self.text[span.clone()];
                let problem =
                    format!("the range {range} is empty: its start must come before its end");
                Err(self.error_at(span, problem))
            }
        }
    }

    fn number(&mut self, of: Operand) -> Result<u64, ConditionError> {
        let Token::Number(number) = self.token else {
            return Err(self.unexpected(RANGE));
        };
        self.check_unit(of, number, self.span.clone())?;
        self.advance()?;
        Ok(number)
    }

    /// Reads the next token.
    fn advance(&mut self) -> Result<(), ConditionError> {
        let rest = self.text[self.span.end..].trim_start_matches(text::is_blank);
        let start = self.text.len() - rest.len();
        let (token, length) = read_token(rest);
        self.span = start..start + length;
        self.token = token.map_err(|problem| self.error(problem))?;
        Ok(())
    }

    /// The error that another token was expected than the next one.
    fn unexpected(&self, expected: &'static str) -> ConditionError {
        let found = text::excerpt(&self.text[self.span.clone()]);
        self.error(match self.token {
            Token::End => format!("{expected} is missing: the condition ends here"),
            _ => format!("expected {expected}, not \"{found}\""),
        })
    }

    fn error(&self, problem: impl Display) -> ConditionError {
        self.error_at(self.span.clone(), problem)
    }

    fn error_at(&self, span: Range<usize>, problem: impl Display) -> ConditionError {
        let column = self.text[..span.start].chars().count() + 1;
        ConditionError {
            problem: Invalid::new(problem),
            span,
            column,
        }
    }
}

/// The token at the beginning of a text that begins with no blank, or what is wrong with it; and its
/// length.
fn read_token(text: &str) -> (Result<Token, String>, usize) {
    let Some(first) = text.chars().next() else {
        return (Ok(Token::End), 0);
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
    if first.is_numeric() || is_dashed_number(text) {
        let mut end = 1.max(length(text));
        if first == '-' {
            end += length(&text[1..]);
        }
        // A fraction, unless a range follows.
        if text[end..].starts_with('.') && !text[end..].starts_with("..") {
            end += 1 + length(&text[end + 1..]);
        }
        let problem = || {
            let found = text::excerpt(&text[..end]);
            format!("\"{found}\" is not a number: metrics are whole numbers from 0 up")
        };
        let number = parse_digits(&text[..end]).ok_or_else(problem);
        let end = end + usize::from(text[end..].starts_with('%'));
        return (number.map(Token::Number), end);
    }
    let operator =
        |found: &str, right: &str| format!("\"{found}\" is not an operator: write {right}");
    if is_word(first) {
        let word = &text[..length(text)];
        let foreign = WORDS
            .iter()
            .find(|(foreign, _)| word.eq_ignore_ascii_case(foreign));
        let token = match foreign {
            Some((_, right)) => Err(operator(word, right)),
            None if word == "in" => Ok(Token::In),
            None => Ok(Token::Word),
        };
        return (token, word.len());
    }
    match SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        Some((sign, token)) => (token.map_err(|right| operator(sign, right)), sign.len()),
        None => {
            let problem = format!("\"{first}\" cannot be part of a condition");
            (Err(problem), first.len_utf8())
        }
    }
}

fn is_dashed_number(text: &str) -> bool {
    let number = text.strip_prefix('-');
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}
