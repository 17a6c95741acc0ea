//! How hard a board is for a person: the hardest step that it takes, and how many of these. It is measured by the rules of
//! hints, of which each is used only where the easier ones find nothing more.

use std::fmt;
use std::str::FromStr;

use super::board::Puzzle;
use super::deduce::{Deduction, Logic, Outcome, masks};
use super::layout::Layout;
use crate::text::{self, Invalid};

/// The hardest step that a board takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Edges, walls and known neighbours; and lamps that would face each other, alone or with a tile between them.
    Easy,
    /// Also rules out what would cut off a larger part.
    Medium,
    /// Also rules out what would close a loop.
    Hard,
    /// Also takes cases: a position is supposed, and leads to a contradiction.
    Expert,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Its name, in share codes, too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The rules by which its boards are solved.
    pub(super) const fn logic(self) -> Logic {
        match self {
            Self::Easy => Logic::Pairs,
            Self::Medium => Logic::Stranding,
            Self::Hard | Self::Expert => Logic::All,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        found.ok_or_else(|| {
            let found = text::excerpt(text);
            Invalid::new(format!(
                "\"{found}\" is not a difficulty; use easy, medium, hard or expert"
            ))
        })
    }
}

/// How hard a board is: its hardest step, then the number of these. Ordered by both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade {
    /// The hardest step.
    pub difficulty: Difficulty,
    /// How many of the hardest steps it takes; of an easy board, how many pairs of lamps.
    pub steps: u32,
}

/// The most steps of one, two, three and four dots.
const DOTS: [u32; 4] = [1, 2, 4, 8];

impl Grade {
    /// The number of steps as one to five dots.
    pub fn dots(self) -> u8 {
        let fewer = DOTS.iter().filter(|most| **most < self.steps);
        1 + fewer.count() as u8
    }
}

/// The name, and how many of five dots: `hard 3/5`.
impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}/5", self.difficulty, self.dots())
    }
}

/// How many steps a case counts for in which a contradiction only shows after further cases.
const DEEP_CASE: u32 = 3;

impl Puzzle {
    /// How hard the board is. Costs about as much as ten deductions, and more if it takes cases.
    pub fn grade(&self) -> Grade {
        let layout = self.start.layout();
        let mut deduction = Deduction::default();
        deduction.start(&layout, &self.start.tiles);
        deduction.run(&layout, Logic::Edges, &mut ());
        // By difficulty.
        let mut steps = [0; Difficulty::ALL.len()];
        let mut at = 0;
        while deduction.unsettled().next().is_some() {
            let simple = Difficulty::ALL[..3].iter();
            let found = simple
                .map(|difficulty| difficulty.logic())
                .position(|logic| deduction.step(&layout, logic, &mut at));
            match found {
                Some(difficulty) => steps[difficulty] += 1,
                None => steps[3] += self.try_case(&layout, &mut deduction),
            }
        }
        let hardest = (0..steps.len()).rev().find(|at| steps[*at] > 0);
        let hardest = hardest.unwrap_or_default();
        Grade {
            difficulty: Difficulty::ALL[hardest],
            steps: steps[hardest],
        }
    }

    /// That of the [`grade`](Self::grade), sooner.
    pub(super) fn difficulty(&self) -> Difficulty {
        let layout = self.start.layout();
        let mut deduction = Deduction::default();
        deduction.start(&layout, &self.start.tiles);
        let ladder = &Difficulty::ALL[..3];
        let solved_by = ladder.iter().find(|difficulty| {
            deduction.run(&layout, difficulty.logic(), &mut ()) == Outcome::Solved
        });
        solved_by.copied().unwrap_or(Difficulty::Expert)
    }

    /// Rules out a position by a case, and returns how many steps that was. Where no single case leads to a contradiction,
    /// a position that the solution does not have is taken for one that further cases rule out.
    fn try_case(&self, layout: &Layout, deduction: &mut Deduction) -> u32 {
        let mut tiles: Vec<u16> = deduction.unsettled().collect();
        let count = |tile: &u16| deduction.positions[usize::from(*tile)].count_ones();
        tiles.sort_by_key(count);
        for tile in &tiles {
            for mask in masks(deduction.positions[usize::from(*tile)]) {
                let mut branch = deduction.clone();
                branch.remove(layout, *tile, !(1 << mask));
                if branch.run(layout, Logic::All, &mut ()) == Outcome::Contradiction {
                    deduction.remove(layout, *tile, 1 << mask);
                    return 1;
                }
            }
        }
        let first = tiles[0];
        let right = 1 << self.solution[usize::from(first)];
        deduction.remove(layout, first, !right);
        DEEP_CASE
    }
}
