//! Conditions on the metrics of a map: `loops >= 3 && open in 35..45`.

mod parse;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub use parse::ConditionError;

use crate::mapgen::metric::{Measurement, Metric, Way};

/// A condition on the metrics of a map.
///
/// | form | holds if |
/// | --- | --- |
/// | `a >= b`, `>`, `<=`, `<`, `==`, `!=` | the comparison of two metrics or whole numbers holds; of a share, `60%` may be written |
/// | `a in A..B`, `a in A..=B` | `a` is at least A and below B, or at most B |
/// | `!c` | `c` does not hold |
/// | `c && d` | both hold |
/// | `c \|\| d` | one of them holds |
///
/// In place of a metric may stand the steps between two places, `steps(start, boss)`: start, exit or the name of a room. No
/// comparison holds where there is no way between them.
///
/// `!` applies to the comparison, the negation or the parentheses after it; `&&` binds tighter than
/// `||`. A metric is written as in JSON, [`Metric::name`].
///
/// ```
/// use undercroft_core::mapgen::metric::Metric;
/// use undercroft_core::search::Condition;
///
/// let condition: Condition = "loops >= 3 && !(rooms in 0..10)".parse()?;
/// assert_eq!(condition.metrics(), [Metric::Rooms, Metric::Loops]);
/// assert!(condition.holds(|metric| if metric == Metric::Loops { 4 } else { 12 }));
/// # Ok::<(), undercroft_core::search::ConditionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// As it was written.
    written: Node,
    /// The same with the parts of each `&&` and `||` in order of their cost.
    plan: Node,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    /// All of several hold: at least two.
    All(Vec<Node>),
    /// One of several holds: at least two.
    Any(Vec<Node>),
    Not(Box<Node>),
    Compare(Operand, Comparison, Operand),
    /// What is measured is in a range, both ends included.
    Within(Operand, u64, u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    Metric(Metric),
    Steps(Way),
    Number(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    AtLeast,
    Above,
    AtMost,
    Below,
    Equal,
    Unequal,
}

/// The metrics of a map: a [`Measurement`], or a function that returns the value of each.
pub trait Figures {
    /// The value of a metric.
    fn figure(&mut self, metric: Metric) -> u64;

    /// The steps between two places, if there is a way.
    fn steps(&mut self, _: Way) -> Option<u64> {
        None
    }

    /// Whether the value of a metric is one of `values`.
    fn is_within(&mut self, metric: Metric, values: RangeInclusive<u64>) -> bool {
        values.contains(&self.figure(metric))
    }
}

impl<F: FnMut(Metric) -> u64> Figures for F {
    fn figure(&mut self, metric: Metric) -> u64 {
        self(metric)
    }
}

impl Figures for &mut Measurement<'_> {
    fn figure(&mut self, metric: Metric) -> u64 {
        self.get(metric)
    }

    fn steps(&mut self, way: Way) -> Option<u64> {
        Measurement::steps(self, way)
    }

    fn is_within(&mut self, metric: Metric, values: RangeInclusive<u64>) -> bool {
        Measurement::is_within(self, metric, values)
    }
}

impl Condition {
    fn new(written: Node) -> Self {
        let mut plan = written.clone();
        plan.sort_by_cost();
        Self { written, plan }
    }

    /// Whether it holds for a map with these figures. Asks for those alone that decide it, the fastest first,
    /// and for the same again if it is named again.
    pub fn holds(&self, mut figures: impl Figures) -> bool {
        self.plan.holds(&mut figures)
    }

    /// The metrics that it names, each once, in the order of [`Metric::NAMED`].
    pub fn metrics(&self) -> Vec<Metric> {
        let mut operands = Vec::new();
        self.written.add_operands(&mut operands);
        let names = |metric: &Metric| operands.contains(&Operand::Metric(*metric));
        Metric::NAMED.into_iter().filter(names).collect()
    }

    /// The ways that it names, each once, in order.
    pub fn ways(&self) -> Vec<Way> {
        let mut operands = Vec::new();
        self.written.add_operands(&mut operands);
        let ways = operands.into_iter().filter_map(|operand| match operand {
            Operand::Steps(way) => Some(way),
            Operand::Metric(_) | Operand::Number(_) => None,
        });
        let mut ways: Vec<Way> = ways.collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
}

impl Node {
    fn holds(&self, figures: &mut impl Figures) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(figures)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(figures)),
            Self::Not(part) => !part.holds(figures),
            Self::Compare(
                Operand::Metric(metric),
                Comparison::AtLeast,
                Operand::Number(number),
            ) => figures.is_within(*metric, *number..=u64::MAX),
            Self::Compare(left, comparison, right) => {
                let values = left.value(figures).zip(right.value(figures));
                values.is_some_and(|(left, right)| comparison.holds(left, right))
            }
            Self::Within(Operand::Metric(metric), first, last) => {
                figures.is_within(*metric, *first..=*last)
            }
            Self::Within(operand, first, last) => {
                let value = operand.value(figures);
                value.is_some_and(|value| (*first..=*last).contains(&value))
            }
        }
    }

    fn add_operands(&self, all: &mut Vec<Operand>) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.add_operands(all);
                }
            }
            Self::Not(part) => part.add_operands(all),
            Self::Compare(left, _, right) => all.extend([left, right]),
            Self::Within(operand, ..) => all.push(*operand),
        }
    }

    /// The cost of all that it names, each once.
    fn cost(&self) -> u32 {
        let mut operands = Vec::new();
        self.add_operands(&mut operands);
        let is_first =
            |(place, operand): &(usize, &Operand)| !operands[..*place].contains(*operand);
        let named = operands.iter().enumerate().filter(is_first);
        named.map(|(_, operand)| operand.cost()).sum()
    }

    fn sort_by_cost(&mut self) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter_mut().for_each(Self::sort_by_cost);
                parts.sort_by_cached_key(Self::cost);
            }
            Self::Not(part) => part.sort_by_cost(),
            Self::Compare(..) | Self::Within(..) => {}
        }
    }
}

impl Operand {
    fn value(self, figures: &mut impl Figures) -> Option<u64> {
        match self {
            Self::Metric(metric) => Some(figures.figure(metric)),
            Self::Steps(way) => figures.steps(way),
            Self::Number(number) => Some(number),
        }
    }

    fn cost(self) -> u32 {
        match self {
            Self::Metric(metric) => metric.cost(),
            Self::Steps(_) => WAY_COST,
            Self::Number(_) => 0,
        }
    }
}

/// About how long a way takes, in the terms of [`Metric::cost`].
const WAY_COST: u32 = 50;

impl Comparison {
    const fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::Above => left > right,
            Self::AtMost => left <= right,
            Self::Below => left < right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }

    const fn symbol(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::Above => ">",
            Self::AtMost => "<=",
            Self::Below => "<",
            Self::Equal => "==",
            Self::Unequal => "!=",
        }
    }
}

/// Writes the condition so that it reads back the same: one space around operators, and no
/// parentheses that change nothing.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(parts) => write_joined(f, parts, " && ", |part| matches!(part, Self::Any(_))),
            Self::Any(parts) => write_joined(f, parts, " || ", |_| false),
            Self::Not(part) => write!(f, "!({part})"),
            Self::Compare(left, comparison, right) => {
                write!(f, "{left} {} {right}", comparison.symbol())
            }
            Self::Within(operand, first, last) => write!(f, "{operand} in {first}..={last}"),
        }
    }
}

fn write_joined(
    f: &mut fmt::Formatter<'_>,
    parts: &[Node],
    sign: &str,
    needs_parentheses: impl Fn(&Node) -> bool,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(sign)?;
        }
        match needs_parentheses(part) {
            true => write!(f, "({part})")?,
            false => write!(f, "{part}")?,
        }
    }
    Ok(())
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metric(metric) => f.write_str(metric.name()),
            Self::Steps(way) => way.fmt(f),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    /// Parses a condition, as [`Condition`] describes it.
    ///
    /// # Errors
    /// Says what is wrong at which place, and what would be right.
    fn from_str(text: &str) -> Result<Self, ConditionError> {
        parse::parse(text).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(text: &str) -> Condition {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Whether a condition holds for a map with 3 loops, 10 rooms, 40 per cent open and no more.
    fn holds(text: &str) -> bool {
        condition(text).holds(|metric| match metric {
            Metric::Loops => 3,
            Metric::Rooms => 10,
            Metric::Open => 40,
            _ => 0,
        })
    }

    #[test]
    fn every_comparison_holds_where_it_should() {
        for (text, expected) in [
            ("loops >= 3", true),
            ("loops >= 4", false),
            ("loops > 2", true),
            ("loops > 3", false),
            ("loops <= 3", true),
            ("loops <= 2", false),
            ("loops < 4", true),
            ("loops < 3", false),
            ("loops == 3", true),
            ("loops == 4", false),
            ("loops != 4", true),
            ("loops != 3", false),
            ("3 <= loops", true),
            ("3 < loops", false),
            ("loops < rooms", true),
            ("rooms < loops", false),
            ("loops in 3..4", true),
            ("loops in 2..3", false),
            ("loops in 2..=3", true),
            ("loops in 4..=9", false),
            ("open in 35..45%", true),
            ("loops in 0..=18446744073709551615", true),
        ] {
            assert_eq!(holds(text), expected, "{text}");
        }
    }

    #[test]
    fn not_binds_tighter_than_and_and_and_tighter_than_or() {
        for (text, expected) in [
            ("loops == 3 || rooms == 0 && open == 1", true),
            ("(loops == 3 || rooms == 0) && open == 1", false),
            ("corridors == 1 && rooms == 0 || loops == 3", true),
            ("corridors == 1 && (rooms == 0 || loops == 3)", false),
            ("!loops == 3 || rooms == 10", true),
            ("!(loops == 3 || rooms == 10)", false),
            ("!loops == 4 && rooms == 10", true),
            ("!!loops == 3", true),
            ("!loops in 4..9", true),
            ("((loops==3))&&!(rooms<10)", true),
        ] {
            assert_eq!(holds(text), expected, "{text}");
        }
    }

    #[test]
    fn the_steps_between_places_are_compared_and_without_a_way_nothing_holds() {
        struct Known(Option<u64>);

        impl Figures for Known {
            fn figure(&mut self, _: Metric) -> u64 {
                3
            }

            fn steps(&mut self, _: Way) -> Option<u64> {
                self.0
            }
        }

        let text = "steps(start, boss) >= 80 && steps(start, boss) > steps(exit, room-2)";
        let ways = condition(text).ways();
        let ways: Vec<String> = ways.iter().map(ToString::to_string).collect();
        assert_eq!(ways, ["steps(start, boss)", "steps(exit, room-2)"]);
        for (text, at_80, without) in [
            ("steps(start, boss) >= 80", true, false),
            ("steps(start, boss) < 80", false, false),
            ("!(steps(start,boss) >= 80)", false, true),
            ("steps( start , exit ) in 80..81", true, false),
            ("loops < steps(exit, boss-2)", true, false),
        ] {
            assert_eq!(condition(text).holds(Known(Some(80))), at_80, "{text}");
            assert_eq!(condition(text).holds(Known(None)), without, "{text}");
        }
    }

    #[test]
    fn a_condition_reads_back_as_it_is_written() {
        for (text, written) in [
            ("steps( start,boss-2 )>=80", "steps(start, boss-2) >= 80"),
            ("loops>=3", "loops >= 3"),
            (" loops in 3..5 ", "loops in 3..=4"),
            (
                "(rooms<5||!loops==3)&&open>1",
                "(rooms < 5 || !(loops == 3)) && open > 1",
            ),
            (
                "(rooms < 5 && open > 1) || loops == 3",
                "rooms < 5 && open > 1 || loops == 3",
            ),
            ("!(rooms < 5 && open > 1)", "!(rooms < 5 && open > 1)"),
            (
                "loops > 1 || (rooms > 1 || open > 1)",
                "loops > 1 || rooms > 1 || open > 1",
            ),
            (
                "longest_steps\n== farthest_steps",
                "longest_steps == farthest_steps",
            ),
        ] {
            assert_eq!(condition(text).to_string(), written);
            assert_eq!(condition(written).to_string(), written);
        }
    }

    #[test]
    fn what_is_fast_to_measure_is_asked_first_and_what_does_not_matter_never() {
        let asked = |text: &str, value: u64| {
            let mut asked = Vec::new();
            condition(text).holds(|metric| {
                asked.push(metric);
                value
            });
            asked
        };
        let text = "longest_steps > 5 && loops > 5 && rooms > 5";
        assert_eq!(asked(text, 0), [Metric::Rooms]);
        assert_eq!(
            asked(text, 6),
            [Metric::Rooms, Metric::Loops, Metric::LongestSteps]
        );
        let text = "choke_points > 5 || loops == 6 && rooms > 9 || open > 6";
        assert_eq!(
            asked(text, 6),
            [Metric::Open, Metric::Rooms, Metric::ChokePoints]
        );
        assert_eq!(condition(text).to_string(), text);
    }

    #[test]
    fn an_error_names_the_place_and_what_would_be_right() {
        for (text, part, error) in [
            (
                "",
                "",
                "at character 1, a metric or a number is missing: the condition ends here",
            ),
            (
                "lops >= 3",
                "lops",
                "at character 1, there is no metric \"lops\"; did you mean \"loops\"?",
            ),
            ("Loops >= 3", "Loops", "did you mean \"loops\"?"),
            ("longest >= 3", "longest", "did you mean \"longest_steps\"?"),
            (
                "loops >= 3 && xyz < 1",
                "xyz",
                "at character 15, there is no metric \"xyz\"; there are open, ",
            ),
            (
                "loops",
                "",
                "at character 6, a comparison such as >= 3 or in 3..=5 is missing",
            ),
            (
                "loops 3",
                "3",
                "expected a comparison such as >= 3 or in 3..=5, not \"3\"",
            ),
            (
                "loops >= ",
                "",
                "at character 10, a metric or a number is missing",
            ),
            (
                "loops >= && rooms < 3",
                "&&",
                "at character 10, expected a metric or a number, not \"&&\"",
            ),
            (
                "loops = 3",
                "=",
                "at character 7, \"=\" is not an operator: write ==",
            ),
            ("loops => 3", "=>", "write >="),
            ("loops =< 3", "=<", "write <="),
            ("loops <> 3", "<>", "write !="),
            ("loops === 3", "===", "write =="),
            (
                "loops ≥ 3 && é",
                "≥",
                "at character 7, \"≥\" is not an operator: write >=",
            ),
            (
                "loops > 3 & rooms > 3",
                "&",
                "at character 11, \"&\" is not an operator: write &&",
            ),
            ("loops > 3 and rooms > 3", "and", "write &&"),
            (
                "loops > 3 OR rooms > 3",
                "OR",
                "\"OR\" is not an operator: write ||",
            ),
            ("not loops > 3", "not", "write !"),
            (
                "loops > 3 rooms > 3",
                "rooms",
                "expected && or ||, not \"rooms\"",
            ),
            ("loops > 3)", ")", "expected && or ||, not \")\""),
            (
                "(loops > 3",
                "(",
                "at character 1, this \"(\" is not closed",
            ),
            (
                "(loops > 3 rooms",
                "rooms",
                "expected &&, || or ), not \"rooms\"",
            ),
            (
                "loops > -3",
                "-3",
                "at character 9, \"-3\" is not a number: metrics are whole numbers from 0 up",
            ),
            ("loops > 1.5", "1.5", "\"1.5\" is not a number"),
            ("loops > 3k", "3k", "\"3k\" is not a number"),
            (
                "loops > 18446744073709551616",
                "18446744073709551616",
                "is not a number",
            ),
            ("loops > 0x10", "0x10", "is not a number"),
            ("loops in 3", "", "a range such as 3..6 or 3..=5 is missing"),
            (
                "loops in 3..",
                "",
                "a range such as 3..6 or 3..=5 is missing",
            ),
            (
                "loops in rooms",
                "rooms",
                "expected a range such as 3..6 or 3..=5, not \"rooms\"",
            ),
            ("loops in 5..5", "5..5", "the range 5..5 is empty"),
            ("loops in 5 ..= 4", "5 ..= 4", "the range 5 ..= 4 is empty"),
            ("loops in 0..0", "0..0", "is empty"),
            ("3 in 0..5", "3", "name a metric"),
            (
                "loops > 3 && 2 > 1",
                "2 > 1",
                "at character 14, two numbers are compared: name a metric",
            ),
            (
                "3 <= loops <= 5",
                "<=",
                "at character 12, a comparison has two sides: for a range, write loops in 3..=5",
            ),
            ("(3 <= loops <= 5)", "<=", "a comparison has two sides"),
            (
                "loops > 3; rooms > 3",
                ";",
                "\";\" cannot be part of a condition",
            ),
            (
                "rooms - loops > 3",
                "-",
                "\"-\" cannot be part of a condition",
            ),
            ("loops ! 3", "!", "expected a comparison"),
        ] {
            let found = text.parse::<Condition>().unwrap_err();
            assert_eq!(&text[found.span.clone()], part, "{text}: {found}");
            assert!(found.to_string().contains(error), "{text}: {found}");
        }
        let deep = |depth: usize| format!("{}loops > 1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(holds(&deep(64)));
        let error = deep(65).parse::<Condition>().unwrap_err();
        assert_eq!(error.column, 65);
        assert!(error.to_string().contains("more than 64 deep"), "{error}");
        assert!("!".repeat(100_000).parse::<Condition>().is_err());
    }
}
