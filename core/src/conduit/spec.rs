//! What determines a board: size, rules, walls and seed, written as a share code.

use std::fmt;
use std::str::FromStr;

use super::grade::{Difficulty, Grade};
use super::maker::most_tries;
use super::rules::{MAX_SIDE, RULES, Rules, check_size};
use crate::decimal::parse_digits;
use crate::geom::Size;
use crate::parts::Code;
use crate::rng::Seed;
use crate::text::{self, Invalid};

/// The first part of the share code of a board.
pub(crate) const PREFIX: &str = "board";
const WALLS: &str = "walls";

/// Everything that determines a board.
///
/// Written as a share code, `board/WxH#seed` or `board/WxH/rules#seed`, with a [`Difficulty`] and the rules `wrap`,
/// `walls=PERCENT`, `single`, `crosses` and `ambiguous` separated by commas.
///
/// ```
/// use undercroft_core::conduit::Spec;
///
/// let spec: Spec = "board/10x9/wrap,walls=20#7".parse()?;
/// assert!(spec.rules.wrap);
/// assert_eq!(spec.to_string(), "board/10x9/wrap,walls=20#7");
/// let puzzle = spec.make();
/// assert_ne!(puzzle.start(), &puzzle.solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    size: Size,
    walls: u8,
    /// The difficulty that is wanted; `None` takes the board that the seed gives.
    pub difficulty: Option<Difficulty>,
    /// The rules of the board.
    pub rules: Rules,
    /// The seed that the board is generated from.
    pub seed: Seed,
}

impl Spec {
    /// A spec for a board without walls.
    ///
    /// # Errors
    /// If the size is not 3x3 to 50x50.
    pub fn new(size: Size, rules: Rules, seed: Seed) -> Result<Self, Invalid> {
        check_size(size, MAX_SIDE)?;
        Ok(Self {
            size,
            walls: 0,
            difficulty: None,
            rules,
            seed,
        })
    }

    /// Sets the share of the sides not joined by the solution that have walls, 0 to 100 per cent.
    ///
    /// # Errors
    /// If `percent` is more than 100.
    pub fn with_walls(self, percent: u8) -> Result<Self, Invalid> {
        if percent > 100 {
            return Err(wrong_walls(&percent.to_string()));
        }
        Ok(Self {
            walls: percent,
            ..self
        })
    }

    /// The spec with another seed.
    #[must_use]
    pub const fn with_seed(self, seed: Seed) -> Self {
        Self { seed, ..self }
    }

    /// The spec with another difficulty that is wanted.
    #[must_use]
    pub const fn with_difficulty(self, difficulty: Option<Difficulty>) -> Self {
        Self { difficulty, ..self }
    }

    /// The spec of another size.
    ///
    /// # Errors
    /// If the size is not 3x3 to 50x50.
    pub fn with_size(self, size: Size) -> Result<Self, Invalid> {
        check_size(size, MAX_SIDE)?;
        Ok(Self { size, ..self })
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Percentage of the sides not joined by the solution that have walls.
    pub const fn walls(&self) -> u8 {
        self.walls
    }

    /// Whether a board has the difficulty that is wanted.
    pub fn is_met_by(&self, grade: Grade) -> bool {
        self.difficulty
            .is_none_or(|wanted| wanted == grade.difficulty)
    }

    /// The most tiles, of all boards that may be tried, that it takes to generate the board.
    pub fn most_tiles(&self) -> u64 {
        let area = self.size.area() as u64;
        self.difficulty
            .map_or(area, |wanted| area * most_tries(self.size, wanted))
    }

    /// Generates the board. To generate many with the same buffers, use a [`Maker`](super::Maker).
    pub fn make(&self) -> super::Puzzle {
        let mut puzzle = super::Puzzle::default();
        super::Maker::default().make(self, &mut puzzle);
        puzzle
    }

    fn read_rule(&mut self, text: &str) -> Result<(), Invalid> {
        if let Some(percent) = text
            .strip_prefix(WALLS)
            .and_then(|rest| rest.strip_prefix('='))
        {
            if self.walls > 0 {
                return Err(repeated(WALLS));
            }
            self.walls = parse_digits(percent)
                .filter(|value| (1..=100).contains(value))
                .ok_or_else(|| wrong_walls(percent))?;
            return Ok(());
        }
        if let Ok(difficulty) = text.parse() {
            return match self.difficulty.replace(difficulty) {
                None => Ok(()),
                Some(before) if before == difficulty => Err(repeated(text)),
                Some(before) => Err(Invalid::new(format!(
                    "a board cannot be both {before} and {difficulty}"
                ))),
            };
        }
        let rule = RULES.iter().find(|rule| rule.word == text);
        let rule = rule.ok_or_else(|| {
            let found = text::excerpt(text);
            Invalid::new(format!(
                "\"{found}\" is not a rule of a board; use easy, medium, hard, expert, wrap, walls=PERCENT, single, crosses or ambiguous"
            ))
        })?;
        if (rule.get)(&self.rules) {
            return Err(repeated(rule.word));
        }
        (rule.set)(&mut self.rules);
        Ok(())
    }
}

fn wrong_walls(found: &str) -> Invalid {
    let found = text::excerpt(found);
    Invalid::new(format!(
        "walls must be from 1 to 100 per cent, not \"{found}\""
    ))
}

fn repeated(rule: &str) -> Invalid {
    Invalid::new(format!("\"{rule}\" is given twice; give it once"))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}/{}", self.size)?;
        let mut words: Vec<String> = RULES
            .iter()
            .filter(|rule| (rule.get)(&self.rules))
            .map(|rule| rule.word.to_owned())
            .collect();
        if self.walls > 0 {
            words.insert(
                usize::from(self.rules.wrap),
                format!("{WALLS}={}", self.walls),
            );
        }
        if let Some(difficulty) = self.difficulty {
            words.insert(0, difficulty.to_string());
        }
        if !words.is_empty() {
            write!(f, "/{}", words.join(","))?;
        }
        write!(f, "#{}", self.seed)
    }
}

impl FromStr for Spec {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text::value(text);
        let form = || {
            let found = text::excerpt(&text);
            Invalid::new(format!(
                "\"{found}\" is not the share code of a board; write board/WxH#seed or board/WxH/rule,rule#seed"
            ))
        };
        let Code { stages, seed } = Code::read(&text).ok_or_else(form)?;
        let [Ok(board)] = &stages[..] else {
            return Err(form());
        };
        let size = board.size.filter(|_| board.head == PREFIX);
        let (size, seed) = size.zip(seed).ok_or_else(form)?;
        let size = size.parse()?;
        let seed = Seed::parse_in_code(seed).map_err(Invalid::new)?;
        let mut spec = Self::new(size, Rules::default(), seed)?;
        for rule in board.assignments() {
            spec.read_rule(text::trim(rule))?;
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_code_reads_back_as_it_is_written() {
        for code in [
            "board/10x9#7",
            "board/3x50/wrap,walls=20,single,crosses,ambiguous#18446744073709551615",
            "board/50x3/walls=100#0",
            "board/7x7/expert,wrap#7",
        ] {
            assert_eq!(code.parse::<Spec>().unwrap().to_string(), code);
        }
        let spec: Spec = " board/10x9/single,wrap#0x10 ".parse().unwrap();
        assert_eq!(spec.to_string(), "board/10x9/wrap,single#16");
    }

    #[test]
    fn each_wrong_part_of_a_share_code_is_named() {
        for (code, needle) in [
            ("board/10x9", "board/WxH#seed"),
            ("bored/10x9#7", "board/WxH#seed"),
            ("board#7", "board/WxH#seed"),
            ("board/10x9/wrap/single#7", "board/WxH#seed"),
            ("board/10#7", "\"10\" is not a size"),
            ("board/2x9#7", "3x3 to 50x50"),
            ("board/10x51#7", "10x51"),
            ("board/10x9/#7", "\"\" is not a rule"),
            ("board/10x9/wrp#7", "\"wrp\" is not a rule"),
            ("board/10x9/wrap,wrap#7", "given twice"),
            ("board/10x9/walls=5,walls=5#7", "given twice"),
            ("board/10x9/hard,hard#7", "given twice"),
            ("board/10x9/hard,easy#7", "both hard and easy"),
            (
                "board/10x9/walls=101#7",
                "walls must be from 1 to 100 per cent, not \"101\"",
            ),
            ("board/10x9/walls=+5#7", "not \"+5\""),
            ("board/10x9/walls=#7", "not \"\""),
            ("board/10x9#", "the seed is empty after the \"#\""),
            (
                "board/10x9#7,",
                "the seed \"7,\" of the code is not a number",
            ),
        ] {
            let error = code.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(needle), "{code}: {error}");
        }
    }
}
