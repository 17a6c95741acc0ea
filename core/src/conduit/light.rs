//! Which tiles are joined to the wellspring, and which edges lie on loops.

use super::layout::Layout;
use super::mask::{opposite, sides};

/// The lit tiles of a board, numbered as in its `Layout`.
#[derive(Clone, Debug, Default)]
pub(super) struct Light {
    lit: Vec<bool>,
    count: usize,
    /// Lit tiles whose neighbours are still to be visited.
    frontier: Vec<u16>,
}

impl Light {
    /// Recomputes which tiles are lit. Linear in the tiles.
    pub fn compute(&mut self, layout: &Layout, tiles: &[u8]) {
        self.lit.clear();
        self.lit.resize(layout.count, false);
        self.count = 0;
        self.add_lit(layout.spring);
        while let Some(tile) = self.frontier.pop() {
            for (_, other) in joined(layout, tiles, tile) {
                if !self.is_lit(other) {
                    self.add_lit(other);
                }
            }
        }
    }

    fn add_lit(&mut self, tile: u16) {
        self.lit[tile as usize] = true;
        self.count += 1;
        self.frontier.push(tile);
    }

    /// Number of lit tiles; a two-tile wellspring counts once.
    pub const fn count(&self) -> usize {
        self.count
    }

    pub fn is_lit(&self, tile: u16) -> bool {
        self.lit[tile as usize]
    }
}

/// The sides on which a tile is joined to a neighbour, each with that neighbour.
#[inline]
pub(super) fn joined<'a>(
    layout: &'a Layout,
    tiles: &'a [u8],
    tile: u16,
) -> impl Iterator<Item = (usize, u16)> + 'a {
    sides(tiles[tile as usize]).filter_map(move |side| {
        let other = layout.beyond[tile as usize][side];
        let back = tiles.get(other as usize).copied().unwrap_or_default();
        (back >> opposite(side) & 1 == 1).then_some((side, other))
    })
}

/// The sides of each tile on which it is joined as part of a loop. Linear in the tiles.
///
/// Source: finding the bridges of a graph by depth-first search (Tarjan 1974). An edge is on a loop
/// if something beyond it also reaches this side in another way.
pub(super) fn find_loops(layout: &Layout, tiles: &[u8]) -> Vec<u8> {
    let mut search = LoopSearch {
        layout,
        tiles,
        visited: 0,
        order: vec![UNVISITED; layout.count],
        lowest: vec![0; layout.count],
        looped: vec![0; layout.count],
    };
    for root in 0..layout.count as u16 {
        if search.order[root as usize] == UNVISITED {
            search.visit(root, None);
        }
    }
    search.looped
}

const UNVISITED: u16 = 0;

struct LoopSearch<'a> {
    layout: &'a Layout,
    tiles: &'a [u8],
    /// Tiles visited so far.
    visited: u16,
    /// The order in which each tile was visited, from 1; [`UNVISITED`] before that.
    order: Vec<u16>,
    /// The lowest order that each tile reaches without going back the way it was entered.
    lowest: Vec<u16>,
    looped: Vec<u8>,
}

impl LoopSearch<'_> {
    /// Visits a tile through side `entered`, and everything joined to it.
    fn visit(&mut self, tile: u16, entered: Option<usize>) {
        let index = tile as usize;
        self.visited += 1;
        self.order[index] = self.visited;
        self.lowest[index] = self.visited;
        for (side, other) in joined(self.layout, self.tiles, tile) {
            if entered == Some(side) {
                continue;
            }
            if self.order[other as usize] == UNVISITED {
                self.visit(other, Some(opposite(side)));
            }
            let lowest = self.lowest[other as usize];
            self.lowest[index] = self.lowest[index].min(lowest);
            if lowest <= self.order[index] {
                self.looped[index] |= 1 << side;
                self.looped[other as usize] |= 1 << opposite(side);
            }
        }
    }
}
