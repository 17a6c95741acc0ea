//! Finds whether a board has no, one or several solutions, by deduction and, when that stalls, by
//! trying the positions of a tile one after another, up to a bound. Also rates how hard a board is
//! by the rules that solve it.

use super::board::{Board, Puzzle};
use super::deduce::{Cause, Deduction, Logic, Outcome, Step, Trace, masks};
use super::layout::Layout;

/// The default bound on the positions that a search tries.
pub const TRIES: u32 = 20_000;

/// The solutions of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No solution.
    None,
    /// Exactly this one.
    One(Board),
    /// At least these two.
    Several(Board, Board),
    /// The search reached its bound after finding this one or none.
    Unknown(Option<Board>),
}

/// Why a board cannot be a puzzle.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPuzzle {
    #[error("the board has no solution")]
    Unsolvable,
    #[error("the board has more than one solution, which only the rule a (ambiguous) allows")]
    Ambiguous,
    #[error("the search for solutions was stopped after {TRIES} tries")]
    Tangled,
}

impl Board {
    /// Searches for up to two solutions, trying at most `tries` positions.
    ///
    /// Takes at most as many deductions, each linear in the tiles times the length of the longest
    /// chain of conclusions. Boards with one solution seldom need a try.
    pub fn answer(&self, tries: u32) -> Answer {
        let layout = self.layout();
        let mut search = Search::new(&layout, &self.tiles, tries);
        let first = search.next().map(|tiles| self.with_tiles(&tiles));
        let second = first.is_some().then(|| search.next()).flatten();
        match (first, second) {
            (Some(first), Some(second)) => Answer::Several(first, self.with_tiles(&second)),
            (found, _) if search.gave_up() => Answer::Unknown(found),
            (Some(first), None) => Answer::One(first),
            (None, _) => Answer::None,
        }
    }
}

impl Puzzle {
    /// Makes a board a puzzle: finds its solution, and checks that it is the only one unless the
    /// rules allow several.
    ///
    /// # Errors
    /// If there is no solution, if there are several that the rules do not allow, or if [`TRIES`]
    /// tries do not decide it.
    pub fn of(board: Board) -> Result<Self, NoPuzzle> {
        let ambiguous = board.rules.ambiguous;
        let solved = match board.answer(TRIES) {
            Answer::One(solved) => solved,
            Answer::Several(solved, _) | Answer::Unknown(Some(solved)) if ambiguous => solved,
            Answer::None => return Err(NoPuzzle::Unsolvable),
            Answer::Several(..) => return Err(NoPuzzle::Ambiguous),
            Answer::Unknown(_) => return Err(NoPuzzle::Tangled),
        };
        Ok(Self {
            start: board,
            solution: solved.tiles,
        })
    }

    /// How hard it is to solve. Linear in the tiles times the length of the longest chain of
    /// conclusions.
    pub fn difficulty(&self) -> Difficulty {
        let layout = self.start.layout();
        let mut deduction = Deduction::default();
        let ladder = [
            (Logic::Edges, Difficulty::Easy),
            (Logic::Loops, Difficulty::Medium),
            (Logic::All, Difficulty::Hard),
        ];
        deduction.start(&layout, &self.start.tiles);
        let solved_by = ladder
            .into_iter()
            .find(|(logic, _)| deduction.run(&layout, *logic, &mut ()) == Outcome::Solved);
        solved_by.map_or(Difficulty::Expert, |(_, difficulty)| difficulty)
    }
}

/// What a conclusion weighs in [`Puzzle::effort`], by its rule: edges, loops, stranding. Whoever draws
/// one of the last two looks at parts of the board, not at a tile.
const WEIGHTS: [u32; 3] = [1, 6, 15];

/// Adds up what conclusions weigh.
struct Effort(u32);

impl Trace for Effort {
    fn record(&mut self, _: &mut Deduction, _: &Layout, step: Step) {
        self.0 += match step.cause {
            Cause::Edges(_) => WEIGHTS[0],
            Cause::Loop(_) => WEIGHTS[1],
            Cause::Stranded(_) => WEIGHTS[2],
        };
    }
}

impl Puzzle {
    /// How much work it is to solve, finer than [`difficulty`](Self::difficulty): the number of
    /// conclusions that solve it, with those about loops and cut-off parts counted several times. Costs
    /// as much as `difficulty`.
    pub fn effort(&self) -> u32 {
        let layout = self.start.layout();
        let mut deduction = Deduction::default();
        deduction.start(&layout, &self.start.tiles);
        let mut effort = Effort(0);
        deduction.run(&layout, Logic::All, &mut effort);
        effort.0
    }
}

/// How hard a board is: the hardest rule that solving it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Known edges, from the border inwards.
    Easy,
    /// Positions that would close a loop.
    Medium,
    /// Positions that would cut a part off.
    Hard,
    /// Trial and error.
    Expert,
}

/// A depth-first search for solutions, one after another.
struct Search<'a> {
    layout: &'a Layout,
    /// The branches still to be searched.
    branches: Vec<Deduction>,
    tries: u32,
}

impl<'a> Search<'a> {
    fn new(layout: &'a Layout, tiles: &[u8], tries: u32) -> Self {
        let mut root = Deduction::default();
        root.start(layout, tiles);
        Self {
            layout,
            branches: vec![root],
            tries,
        }
    }

    /// Whether it stopped at its bound.
    fn gave_up(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The next solution; `None` at the end or at the bound.
    fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(mut branch) = self.branches.pop() {
            match branch.run(self.layout, Logic::All, &mut ()) {
                Outcome::Contradiction => {}
                Outcome::Solved => {
                    return Some(branch.known.iter().map(|known| known & 15).collect());
                }
                Outcome::Stalled if self.tries == 0 => {
                    self.branches.push(branch);
                    return None;
                }
                Outcome::Stalled => {
                    self.tries -= 1;
                    self.fork(branch);
                }
            }
        }
        None
    }

    /// Splits a branch in two: a tile has a certain position, or it does not.
    fn fork(&mut self, mut branch: Deduction) {
        let fewest = |tile: &&u16| branch.positions[**tile as usize].count_ones();
        let tile = *branch
            .open
            .iter()
            .min_by_key(fewest)
            .expect("a deduction that stalls has open tiles");
        let all = branch.positions[tile as usize];
        let mask = masks(all).next();
        let one = 1 << mask.expect("an open tile has positions left");
        let mut other = branch.clone();
        other.positions[tile as usize] = all & !one;
        branch.positions[tile as usize] = one;
        self.branches.extend([other, branch]);
    }
}
