//! Generates boards: grows a tree, regrows the parts that have more than one solution until
//! deduction finds exactly one, and turns the tiles. Every step is bounded; the last resort is a
//! fixed board.

use super::board::{Board, Puzzle};
use super::deduce::{Deduction, Logic, Outcome, RIGHT_AND_DOWN};
use super::grade::Difficulty;
use super::layout::Layout;
use super::mask::{Mask, opposite, sides};
use super::rules::{LARGEST_SIDE, Rules, check_size};
use super::search::has_one_solution;
use super::spec::Spec;
use crate::geom::Size;
use crate::map::union_find::UnionFind;
use crate::mapgen::growth::{GrowingTree, Root};
use crate::rng::{Seed, Stream, Tag};
use crate::text::Invalid;

/// The most trees that are grown before the fixed board is used.
const MAX_TREES: u32 = 16;
/// The most rounds in which parts of one tree are regrown.
const MAX_ROUNDS: u32 = 100;
/// The most attempts to regrow a part in one round, in case tiles would get a fourth pipe.
const MAX_TRIALS: u32 = 4;

/// Generates boards one after another, reusing its buffers. Allocates nothing while the size and
/// the rules stay the same.
#[derive(Clone, Debug, Default)]
pub struct Maker {
    layout: Option<Layout>,
    growth: GrowingTree,
    deduction: Deduction,
    /// Which tiles are joined in the trial.
    joined: UnionFind,
    trial: Vec<u8>,
    choices: Vec<(u16, u8)>,
}

/// The difficulty that is wanted of a board, and how many were tried before.
type Attempt = Option<(Difficulty, u64)>;

/// The most tiles of all boards that are tried for one of a difficulty.
const MOST_TRIED: u64 = 1_000_000;

/// How many boards of a size are tried for one of a difficulty. Few boards take cases.
pub(super) fn most_tries(size: Size, wanted: Difficulty) -> u64 {
    let most = match wanted {
        Difficulty::Expert => 2 * MOST_TRIED,
        _ => MOST_TRIED,
    };
    (most / size.area() as u64).max(1)
}

/// The purpose of a stream.
#[derive(Clone, Copy)]
enum Purpose {
    Tree,
    Turns,
    Walls,
}

impl Maker {
    /// Generates the puzzle that `spec` describes into `puzzle`. If a difficulty is wanted and none of the boards that may be
    /// tried has it, the nearest of them is taken, the first if several are as near.
    pub fn make(&mut self, spec: &Spec, puzzle: &mut Puzzle) {
        let mut generate = |maker: &mut Self, attempt: Attempt| {
            let made = maker.attempt(
                spec.size(),
                spec.rules,
                spec.walls(),
                (spec.seed, attempt),
                puzzle,
            );
            made.expect("a spec has a valid size");
            puzzle.difficulty()
        };
        let Some(wanted) = spec.difficulty else {
            generate(self, None);
            return;
        };
        let (mut nearest, mut best) = (0, usize::MAX);
        for number in 0..most_tries(spec.size(), wanted) {
            let found = generate(self, Some((wanted, number)));
            let away = (found as usize).abs_diff(wanted as usize);
            if away < best {
                (nearest, best) = (number, away);
            }
            if best == 0 {
                return;
            }
        }
        generate(self, Some((wanted, nearest)));
    }

    /// Generates a puzzle of any size up to [`LARGEST_SIDE`], with walls on `walls` per cent of the
    /// sides that its solution does not join.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn make_sized(
        &mut self,
        size: Size,
        rules: Rules,
        walls: u8,
        seed: Seed,
        puzzle: &mut Puzzle,
    ) -> Result<(), Invalid> {
        self.attempt(size, rules, walls, (seed, None), puzzle)
    }

    fn attempt(
        &mut self,
        size: Size,
        rules: Rules,
        walls: u8,
        (seed, attempt): (Seed, Attempt),
        puzzle: &mut Puzzle,
    ) -> Result<(), Invalid> {
        check_size(size, LARGEST_SIDE)?;
        let stream = |purpose: Purpose| {
            let (wanted, number) = attempt.unwrap_or((Difficulty::Easy, 0));
            let keys = [
                u64::from(size.width),
                u64::from(size.height),
                rules.key(),
                purpose as u64,
                wanted as u64,
                number,
            ];
            let count = if attempt.is_some() { 6 } else { 4 };
            Stream::keyed(Tag::CONDUIT, seed, &keys[..count])
        };
        let wanted = attempt.map(|(wanted, _)| wanted);
        let layout = match self.layout.take() {
            Some(layout) if layout.matches(size, rules) => layout,
            _ => Layout::new(size, rules),
        };
        self.grow_solution(&layout, wanted, &mut stream(Purpose::Tree));
        puzzle.solution.clone_from(&self.growth.masks);
        let board = &mut puzzle.start;
        board.reset(size, rules);
        if walls > 0 {
            place_walls(
                &layout,
                &puzzle.solution,
                walls,
                &mut stream(Purpose::Walls),
                board,
            );
        }
        scramble(
            &layout,
            &puzzle.solution,
            &mut stream(Purpose::Turns),
            board,
        );
        self.layout = Some(layout);
        Ok(())
    }

    /// Grows a tree with one solution; leaves the pipes of the solution in the growth's masks.
    fn grow_solution(&mut self, layout: &Layout, wanted: Option<Difficulty>, stream: &mut Stream) {
        let root = layout.root();
        for _ in 0..MAX_TREES {
            let whole = self
                .growth
                .grow(layout, root, &layout.exits, stream, |_, _| ());
            if whole && (layout.rules.ambiguous || self.repair(layout, root, wanted, stream)) {
                return;
            }
        }
        fill_comb(layout, &mut self.growth.masks);
    }

    /// Regrows the ambiguous parts until there are none; returns whether that succeeded. What the rules of the wanted
    /// difficulty do not settle counts as ambiguous; of an expert board, only what several solutions settle differently.
    ///
    /// After tiles have changed, a deduction continues from what it knew, which need not follow
    /// from the new tiles. So its result is confirmed by a second deduction from scratch.
    fn repair(
        &mut self,
        layout: &Layout,
        root: Root,
        wanted: Option<Difficulty>,
        stream: &mut Stream,
    ) -> bool {
        let logic = wanted.map_or(Logic::All, Difficulty::logic);
        self.deduction.start(layout, &self.growth.masks);
        let mut certain = true;
        let mut best = usize::MAX;
        for _ in 0..MAX_ROUNDS {
            let outcome = self.deduction.run(layout, logic, &mut ());
            if wanted == Some(Difficulty::Expert)
                && outcome == Outcome::Stalled
                && has_one_solution(layout, &self.growth.masks)
            {
                return true;
            }
            if outcome == Outcome::Solved {
                if certain {
                    return true;
                }
                self.deduction.start(layout, &self.growth.masks);
                certain = true;
                continue;
            }
            let left = self.deduction.open.len();
            let layers = if left < best { 1 } else { 2 };
            best = best.min(left);
            self.regrow(layout, root, layers, stream);
            certain = false;
        }
        false
    }

    /// Joins the undetermined tiles in another way: forgets their edges and completes the known
    /// edges to a tree with random ones.
    fn regrow(&mut self, layout: &Layout, root: Root, layers: u32, stream: &mut Stream) {
        self.deduction.forget(layout, layers);
        for _ in 0..MAX_TRIALS {
            if self.try_tree(layout, root, stream) {
                self.growth.masks.copy_from_slice(&self.trial);
                break;
            }
        }
        // If the limit of three pipes ruled out every attempt, the old edges stay.
        for index in 0..self.deduction.open.len() {
            let tile = self.deduction.open[index];
            self.deduction
                .reshape(tile, self.growth.masks[tile as usize]);
        }
    }

    /// Adds unknown edges to the trial in random order; returns whether that made a tree.
    fn try_tree(&mut self, layout: &Layout, root: Root, stream: &mut Stream) -> bool {
        self.start_trial();
        stream.shuffle(&mut self.choices);
        let mut missing = layout.turning - 1 - self.deduction.joined_edges;
        for index in 0..self.choices.len() {
            if missing == 0 {
                break;
            }
            let (tile, side) = self.choices[index];
            missing -= usize::from(self.try_edge(layout, root, tile, side));
        }
        missing == 0
    }

    /// Starts the trial with the known edges and collects the others in `choices`.
    fn start_trial(&mut self) {
        let deduction = &self.deduction;
        self.joined.clone_from(&deduction.joined);
        self.trial.clone_from(&self.growth.masks);
        self.choices.clear();
        for &tile in &deduction.open {
            self.trial[tile as usize] = deduction.known[tile as usize] & 15;
            for side in sides(deduction.unknown(tile) & RIGHT_AND_DOWN) {
                self.choices.push((tile, side as u8));
            }
        }
    }

    /// Adds an edge to the trial if it closes no loop and both tiles stay legal.
    fn try_edge(&mut self, layout: &Layout, root: Root, tile: u16, side: u8) -> bool {
        let side = usize::from(side);
        let other = layout.beyond[tile as usize][side];
        let near = self.trial[tile as usize] | 1 << side;
        let far = self.trial[other as usize] | 1 << opposite(side);
        if !root.allows(u32::from(tile), near) || !root.allows(u32::from(other), far) {
            return false;
        }
        if !self.joined.unite(tile.into(), other.into()) {
            return false;
        }
        self.trial[tile as usize] = near;
        self.trial[other as usize] = far;
        true
    }
}

/// The fixed board: a joined top row with a straight column below each of its tiles. It has one
/// solution on every layout without walls except one, see [`fill_low_comb`]. At a border, the tiles
/// of the side column cannot lie across, so neither can those of the next column, and so on; where
/// the board wraps, a tile lying across in a row of straight tiles would turn the whole row, which
/// makes a loop. So the columns stand upright, their ends face them, and each tile of the top row
/// is held by its column.
fn fill_comb(layout: &Layout, masks: &mut Vec<u8>) {
    let (width, height) = (layout.size.width as usize, layout.size.height as usize);
    masks.clear();
    masks.resize(layout.count, 10);
    if layout.rules.wrap && layout.has_halves() && height == 3 {
        return fill_low_comb(layout, masks);
    }
    for x in 0..width {
        masks[x] = 2 | u8::from(x > 0) | u8::from(x + 1 < width) << 2;
        masks[(height - 1) * width + x] = 8;
    }
    if layout.has_halves() {
        // The upper half is never in the top row, and has no tile of its own.
        masks[layout.upper as usize] = 0;
    }
}

/// The fixed board for three rows that wrap. Here the two halves of the wellspring meet the same
/// tile from below and from above, and could join it either way. So the bottom row, which includes
/// the wellspring's lower half, is joined; columns rise from its other tiles, and that tile joins
/// its neighbour's. The middle row stands upright, since its tiles beside the upper half cannot lie
/// across; so do the ends of the columns; and the wellspring, which cannot join that tile from both
/// sides, lies across.
fn fill_low_comb(layout: &Layout, masks: &mut [u8]) {
    let width = layout.size.width as usize;
    for x in 0..width {
        masks[x] = 2;
        masks[2 * width + x] = 8 | u8::from(x > 0) | u8::from(x + 1 < width) << 2;
    }
    let column = layout.upper as usize - width;
    masks[column - 1] = 6;
    masks[column] = 1;
    masks[layout.upper as usize] = 0;
    masks[layout.spring as usize] = 5;
}

/// Puts walls on `percent` per cent of the sides that the solution does not join.
fn place_walls(
    layout: &Layout,
    solution: &[u8],
    percent: u8,
    stream: &mut Stream,
    board: &mut Board,
) {
    board.walls.resize(layout.count, 0);
    for (tile, mask) in solution.iter().enumerate() {
        for side in sides(layout.exits[tile] & !mask & RIGHT_AND_DOWN) {
            if stream.chance(u32::from(percent), 100) {
                board.walls[tile] |= 1 << side;
            }
        }
    }
}

/// Turns every tile of the solution at random, and one of them once more if that leaves the board
/// solved.
fn scramble(layout: &Layout, solution: &[u8], stream: &mut Stream, board: &mut Board) {
    let mut word = 0;
    for (index, &mask) in solution.iter().enumerate() {
        if index % 16 == 0 {
            word = stream.next_u32();
        }
        board.tiles.push(turn(mask, word as u8 & 3));
        word >>= 2;
    }
    let spring = layout.spring as usize;
    let shows_cross = layout.has_halves() && board.tiles[spring] == 7;
    if shows_cross && !layout.rules.crosses {
        // The lower half would show four pipes. Another turn gives the three that are allowed.
        board.tiles[spring] = turn(7, 1);
    }
    if board.tiles == *solution {
        // Turning any tile but a cross leaves a pipe without its counterpart.
        let tile = (0..layout.count).find(|tile| !matches!(solution[*tile], 0 | 15));
        let tile = tile.expect("every tree has lamps");
        board.tiles[tile] = turn(board.tiles[tile], 1);
    }
}

const fn turn(mask: u8, quarters: u8) -> u8 {
    Mask::new(mask).turned(quarters).bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Answer, SEARCH_BUDGET};

    #[test]
    fn the_fixed_board_has_one_solution() {
        for (wrap, single) in [(false, false), (false, true), (true, false), (true, true)] {
            let rules = Rules {
                wrap,
                single,
                ..Rules::default()
            };
            for width in [3, 4, 5, 6, 7, 13, 50] {
                for height in [3, 4, 5, 6, 7, 13, 50] {
                    let layout = Layout::new(Size::new(width, height), rules);
                    let mut board = Board {
                        tiles: Vec::new(),
                        walls: Vec::new(),
                        size: layout.size,
                        rules,
                    };
                    fill_comb(&layout, &mut board.tiles);
                    assert!(board.is_solved(), "{rules:?}\n{board}");
                    let answer = board.answer(SEARCH_BUDGET);
                    assert_eq!(answer, Answer::One(board.clone()), "{rules:?}\n{board}");
                    assert!(
                        board.rows().flatten().all(|mask| mask.count() < 4),
                        "{board}"
                    );
                }
            }
        }
    }
}
