//! Determines whether a board has no, one or several solutions: by deduction and, when that stalls,
//! by trying the positions of a tile one after another, up to a limit.

use super::board::{Board, Puzzle};
use super::deduce::{Deduction, Logic, Outcome, masks};
use super::layout::Layout;

/// The default limit on the number of tiles that a search examines after its first deduction: a small part of a
/// second of work.
pub const SEARCH_BUDGET: u64 = 1_000_000;

/// Copying a board for a try takes as long as examining one in this many of its tiles.
const COPIED: u64 = 16;

/// The solutions of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No solution.
    None,
    /// Exactly this solution.
    One(Board),
    /// At least these two solutions.
    Several(Board, Board),
    /// The search reached its limit after finding this solution or none.
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
    #[error("the search for solutions was stopped after examining {SEARCH_BUDGET} tiles")]
    Tangled,
}

impl Board {
    /// Searches for up to two solutions. Once `budget` tiles have been examined, no further position is tried.
    ///
    /// A budget of 0 still allows the deduction that comes before any try. It is linear in the tiles times the
    /// length of the longest chain of conclusions, and settles nearly all boards with one solution.
    pub fn answer(&self, budget: u64) -> Answer {
        let layout = self.layout();
        let mut search = Search::new(&layout, &self.tiles, budget);
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
    /// Makes a puzzle of a board: finds its solution, and checks that it is unique unless the rules
    /// allow several.
    ///
    /// # Errors
    /// If there is no solution, if there are several and the rules do not allow it, or if a search with
    /// [`SEARCH_BUDGET`] does not settle it.
    pub fn of(board: Board) -> Result<Self, NoPuzzle> {
        let ambiguous = board.rules.ambiguous;
        let solved = match board.answer(SEARCH_BUDGET) {
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

    /// Whether the board is known to have no other solution. Searches for one if the rules allow several.
    pub(super) fn is_unique(&self) -> bool {
        !self.start.rules.ambiguous || matches!(self.start.answer(SEARCH_BUDGET), Answer::One(_))
    }
}

/// How many tiles a search may examine to make sure of a board that takes cases.
const CASE_BUDGET: u64 = 20_000;

/// Whether tiles are found to have exactly one solution by a short search.
pub(super) fn has_one_solution(layout: &Layout, tiles: &[u8]) -> bool {
    let mut search = Search::new(layout, tiles, CASE_BUDGET);
    search.next().is_some() && search.next().is_none() && !search.gave_up()
}

/// How many tiles the searches for solutions with some tiles fixed may examine together.
const CHECK_BUDGET: u64 = 200_000;

/// The `fixed` tiles, among those of an ambiguous board, that no solution has turned as `tiles` are,
/// as far as a bounded search can tell; and whether none of them is wrong by itself and still no
/// solution has them all.
pub(super) fn check_fixed(
    layout: &Layout,
    tiles: &[u8],
    solution: &[u8],
    fixed: &[u16],
) -> (Vec<u16>, bool) {
    let mut budget = CHECK_BUDGET;
    let mut solve_with = |fixed: &[u16]| {
        if budget == 0 {
            return (None, true);
        }
        let mut search = Search::new(layout, tiles, budget);
        for &tile in fixed {
            search.branches[0].positions[usize::from(tile)] = 1 << tiles[usize::from(tile)];
        }
        let found = search.next();
        budget = search.budget;
        (found, search.gave_up())
    };
    let differs =
        |solution: &[u8], tile: u16| solution[usize::from(tile)] != tiles[usize::from(tile)];
    let mut open: Vec<u16> = fixed.to_vec();
    open.retain(|tile| differs(solution, *tile));
    if open.is_empty() {
        return (open, false);
    }
    let (together, gave_up) = solve_with(fixed);
    if together.is_some() {
        return (Vec::new(), false);
    }
    let mut wrong = Vec::new();
    while let Some(tile) = open.pop() {
        match solve_with(&[tile]) {
            (Some(other), _) => open.retain(|tile| differs(&other, *tile)),
            (None, false) => wrong.push(tile),
            (None, true) => {}
        }
    }
    wrong.sort_unstable();
    let conflict = wrong.is_empty() && !gave_up;
    (wrong, conflict)
}

/// A depth-first search for solutions, one after another.
struct Search<'a> {
    layout: &'a Layout,
    /// The branches still to be searched.
    branches: Vec<Deduction>,
    /// How many more tiles may be examined.
    budget: u64,
}

impl<'a> Search<'a> {
    fn new(layout: &'a Layout, tiles: &[u8], budget: u64) -> Self {
        let mut root = Deduction::default();
        root.start(layout, tiles);
        Self {
            layout,
            branches: vec![root],
            // The first deduction is always made.
            budget: budget.max(1),
        }
    }

    /// Whether the search stopped at its limit.
    fn gave_up(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The next solution; `None` if there are no more or the limit is reached.
    fn next(&mut self) -> Option<Vec<u8>> {
        while self.budget > 0 {
            let mut branch = self.branches.pop()?;
            branch.examined = 0;
            let outcome = branch.run(self.layout, Logic::All, &mut ());
            let cost = branch.examined + self.layout.count as u64 / COPIED;
            self.budget = self.budget.saturating_sub(cost);
            match outcome {
                Outcome::Contradiction => {}
                Outcome::Solved => {
                    return Some(branch.known.iter().map(|known| known & 15).collect());
                }
                Outcome::Stalled => self.split(branch),
            }
        }
        None
    }

    /// Splits a branch in two: in one a tile has a particular position, in the other it does not.
    fn split(&mut self, mut branch: Deduction) {
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
