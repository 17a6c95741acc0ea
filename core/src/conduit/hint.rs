//! Hints: the next wrong tile that can be deduced, and why no other position is possible. Depends
//! on the current tiles, not on the moves that led to them.

use super::board::Puzzle;
use super::deduce::{Cause, Conclusion, Deduction, Logic, Outcome, Trace, masks};
use super::layout::Layout;
use super::mask::{self, Mask};
use crate::geom::Pos;

/// A wrongly turned tile, its correct position, and the reasons.
///
/// For a two-tile wellspring, the masks combine both tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Position of the tile; of a two-tile wellspring, the lower half.
    pub at: Pos,
    /// Its current orientation.
    pub from: Mask,
    /// Its orientation in the solution.
    pub to: Mask,
    /// What rules out its other positions, in the order of deduction.
    pub because: Vec<Because>,
    /// Why the neighbours whose sides are a reason are as they are, one level down: the last that was concluded of each
    /// before.
    pub below: Vec<(Pos, Because)>,
}

/// Positions of a tile that are ruled out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// The excluded positions, ascending.
    pub ruled_out: Vec<Mask>,
    /// The rule that excludes them.
    pub reason: Reason,
    /// The other tiles involved, row by row: neighbours whose sides are known, or the parts that
    /// would form a loop or be cut off.
    pub tiles: Vec<Pos>,
}

/// A rule that excludes positions of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Some sides must be joined, and others cannot be: at a border, at a wall, or because of tiles
    /// already deduced.
    Edges {
        /// The sides that must be joined.
        joined: Mask,
        /// The sides that cannot be joined.
        closed: Mask,
    },
    /// They would close a loop.
    Loop,
    /// They would cut a part of the board off from the rest.
    Stranded,
    /// Each leads to a contradiction, but after more steps than a hint can show.
    Tried,
    /// No rule: the board has several solutions, and hints lead to one of them.
    Chosen,
}

/// All conclusions in order, each with the tiles that it depends on.
#[derive(Default)]
struct Conclusions(Vec<(Conclusion, Vec<u16>)>);

impl Trace for Conclusions {
    fn record(&mut self, deduction: &mut Deduction, layout: &Layout, step: Conclusion) {
        let mut tiles = Vec::new();
        let beyond = |sides| mask::sides(sides).map(|side| layout.beyond[step.tile as usize][side]);
        match step.cause {
            Cause::Edges(known) => {
                tiles.extend(beyond((known | known >> 4) & 15));
                tiles.retain(|tile| usize::from(*tile) < layout.count);
                tiles.sort_unstable();
            }
            Cause::Loop(sides) | Cause::Stranded(sides) => {
                let mut parts = vec![deduction.part(step.tile)];
                parts.extend(beyond(sides).map(|tile| deduction.part(tile)));
                tiles.extend(0..layout.count as u16);
                tiles.retain(|tile| *tile != step.tile && parts.contains(&deduction.part(*tile)));
            }
        }
        self.0.push((step, tiles));
    }
}

impl Conclusions {
    /// The first tile with a single position left that is sought, and that position.
    fn decided(&self, is_sought: impl Fn(u16, u8) -> bool) -> Option<(u16, u8)> {
        self.0.iter().find_map(|(step, _)| {
            let mut left = masks(step.after);
            let only = left.next().filter(|_| left.next().is_none())?;
            is_sought(step.tile, only).then_some((step.tile, only))
        })
    }

    /// The reasons for which the other positions of a tile were ruled out.
    fn because(&self, layout: &Layout, tile: u16) -> Vec<Because> {
        let steps = self.0.iter().filter(|(step, _)| step.tile == tile);
        steps.map(|step| because_of(layout, step)).collect()
    }

    /// The last conclusion about each neighbour that the reasons of a tile depend on, before the last of these reasons.
    fn below(&self, layout: &Layout, tile: u16) -> Vec<(Pos, Because)> {
        let is_about = |tile: u16| move |(step, _): &(Conclusion, _)| step.tile == tile;
        let Some(last) = self.0.iter().rposition(is_about(tile)) else {
            return Vec::new();
        };
        let mut neighbours: Vec<u16> = self.0[..=last]
            .iter()
            .filter(|(step, _)| step.tile == tile && matches!(step.cause, Cause::Edges(_)))
            .flat_map(|(_, tiles)| tiles.iter().copied())
            .collect();
        neighbours.sort_unstable();
        neighbours.dedup();
        let why = |neighbour: u16| {
            let step = self.0[..last]
                .iter()
                .rfind(|step| is_about(neighbour)(step))?;
            Some((layout.pos(neighbour), because_of(layout, step)))
        };
        neighbours.into_iter().filter_map(why).collect()
    }
}

fn because_of(layout: &Layout, (step, tiles): &(Conclusion, Vec<u16>)) -> Because {
    Because {
        ruled_out: masks(step.before & !step.after).map(Mask::new).collect(),
        reason: match step.cause {
            Cause::Edges(known) => Reason::Edges {
                joined: Mask::new(known),
                closed: Mask::new(known >> 4),
            },
            Cause::Loop(_) => Reason::Loop,
            Cause::Stranded(_) => Reason::Stranded,
        },
        tiles: tiles.iter().map(|tile| layout.pos(*tile)).collect(),
    }
}

/// Finds the first tile, in the order of deduction, that `tiles` has turned wrongly; `None` if all
/// are right. `is_unique` tells whether the puzzle has one solution; it is asked only where the deduction stalls.
pub(super) fn find_hint(
    layout: &Layout,
    puzzle: &Puzzle,
    tiles: &[u8],
    is_unique: impl FnOnce() -> bool,
) -> Option<Hint> {
    let is_wrong = |tile: u16, to| tiles[usize::from(tile)] != to;
    deduce(layout, puzzle, tiles, is_unique, is_wrong)
}

/// Why a tile of a board with one solution fits only as it does there; `tiles` has turned it wrongly.
pub(super) fn explain(layout: &Layout, puzzle: &Puzzle, tiles: &[u8], tile: u16) -> Hint {
    let found = deduce(layout, puzzle, tiles, || true, |other, _| other == tile);
    found.unwrap_or_else(|| Hint {
        at: layout.pos(tile),
        from: Mask::new(tiles[usize::from(tile)]),
        to: Mask::new(puzzle.solution[usize::from(tile)]),
        because: Vec::new(),
        below: Vec::new(),
    })
}

/// Finds the first tile, in the order of deduction, that is sought by itself and its right position.
fn deduce(
    layout: &Layout,
    puzzle: &Puzzle,
    tiles: &[u8],
    is_unique: impl FnOnce() -> bool,
    is_sought: impl Fn(u16, u8) -> bool,
) -> Option<Hint> {
    let mut deduction = Deduction::default();
    let mut conclusions = Conclusions::default();
    let hint = |tile: u16, to, because, below| Hint {
        at: layout.pos(tile),
        from: Mask::new(tiles[tile as usize]),
        to: Mask::new(to),
        because,
        below,
    };
    deduction.start(layout, tiles);
    // Prefer the simplest reasons.
    for logic in [Logic::Edges, Logic::Pairs, Logic::Stranding, Logic::All] {
        let outcome = deduction.run(layout, logic, &mut conclusions);
        if let Some((tile, to)) = conclusions.decided(&is_sought) {
            let because = conclusions.because(layout, tile);
            return Some(hint(tile, to, because, conclusions.below(layout, tile)));
        }
        if outcome == Outcome::Solved {
            return None;
        }
    }
    let is_left = |tile: &&u16| is_sought(**tile, puzzle.solution[**tile as usize]);
    let tile = *deduction.open.iter().find(is_left)?;
    let to = puzzle.solution[tile as usize];
    let others = deduction.positions[tile as usize] & !(1 << to);
    let mut because = conclusions.because(layout, tile);
    because.push(Because {
        ruled_out: masks(others).map(Mask::new).collect(),
        reason: if is_unique() {
            Reason::Tried
        } else {
            Reason::Chosen
        },
        tiles: Vec::new(),
    });
    Some(hint(tile, to, because, conclusions.below(layout, tile)))
}
