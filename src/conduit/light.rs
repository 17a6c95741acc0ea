//! Which tiles are joined to the wellspring, kept up to date turn by turn. Knows no moves.
//!
//! The lit tiles form a tree rooted at the wellspring. Turning a tile detaches its branch; each tile
//! of the branch that still meets a lit one, or does so now, is attached again with all that it
//! leads to. So the time of a turn depends on that branch and on what becomes lit, not on the
//! board.

use super::layout::Layout;
use super::mask::{opposite, sides};

/// Not lit.
const DARK: u16 = u16::MAX;

/// The light on a board. Tiles are those of its `Layout`.
#[derive(Clone, Debug, Default)]
pub(super) struct Light {
    /// The tile that lights this one, or [`DARK`]; the wellspring lights itself.
    fed_by: Vec<u16>,
    count: usize,
    /// Memory for the branch that a turn detaches.
    branch: Vec<u16>,
    /// Whether a tile is in the branch.
    in_branch: Vec<bool>,
    /// Lit tiles whose neighbours are not lit yet.
    front: Vec<u16>,
}

impl Light {
    /// Computes the light anew. Linear in the tiles.
    pub fn shine(&mut self, layout: &Layout, tiles: &[u8]) {
        self.fed_by.clear();
        self.fed_by.resize(layout.count, DARK);
        self.in_branch.clear();
        self.in_branch.resize(layout.count, false);
        self.count = 0;
        self.feed(layout.spring, layout.spring);
        self.spread(layout, tiles, |_| ());
    }

    /// Tiles that are lit; a wellspring of two counts once.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether a tile is lit.
    #[inline]
    pub fn is_lit(&self, tile: u16) -> bool {
        self.fed_by[tile as usize] != DARK
    }

    /// Turns one tile to `mask` and reports the tiles that became lit (true) or dark (false).
    pub fn turn(
        &mut self,
        layout: &Layout,
        tiles: &mut [u8],
        tile: u16,
        mask: u8,
        mut changed: impl FnMut(u16, bool),
    ) {
        let was_lit = self.is_lit(tile);
        let mut branch = std::mem::take(&mut self.branch);
        branch.clear();
        if was_lit {
            self.detach(layout, tiles, tile, &mut branch);
        }
        tiles[tile as usize] = mask;
        if tile == layout.spring {
            self.feed(tile, tile);
        } else if !was_lit {
            self.attach(layout, tiles, tile);
        }
        for &tile in &branch {
            self.attach(layout, tiles, tile);
        }
        let in_branch = std::mem::take(&mut self.in_branch);
        self.spread(layout, tiles, |tile| {
            // The branch was lit before.
            if !in_branch[tile as usize] {
                changed(tile, true);
            }
        });
        self.in_branch = in_branch;
        for &tile in &branch {
            self.in_branch[tile as usize] = false;
            if !self.is_lit(tile) {
                changed(tile, false);
            }
        }
        self.branch = branch;
    }

    /// Darkens a lit tile and all that it lights, and lists them in `branch`.
    fn detach(&mut self, layout: &Layout, tiles: &[u8], tile: u16, branch: &mut Vec<u16>) {
        branch.push(tile);
        self.in_branch[tile as usize] = true;
        let mut next = 0;
        while let Some(&tile) = branch.get(next) {
            next += 1;
            for (_, other) in joined(layout, tiles, tile) {
                let hangs = self.fed_by[other as usize] == tile && other != layout.spring;
                if hangs && !self.in_branch[other as usize] {
                    branch.push(other);
                    self.in_branch[other as usize] = true;
                }
            }
        }
        for &tile in branch.iter() {
            self.fed_by[tile as usize] = DARK;
        }
        self.count -= branch.len();
    }

    /// Lights a dark tile that meets a lit one.
    fn attach(&mut self, layout: &Layout, tiles: &[u8], tile: u16) {
        if self.is_lit(tile) {
            return;
        }
        let feeder = joined(layout, tiles, tile).find(|(_, other)| self.is_lit(*other));
        if let Some((_, feeder)) = feeder {
            self.feed(tile, feeder);
        }
    }

    fn feed(&mut self, tile: u16, feeder: u16) {
        self.fed_by[tile as usize] = feeder;
        self.count += 1;
        self.front.push(tile);
    }

    /// Lights all that the front leads to, and reports each tile.
    fn spread(&mut self, layout: &Layout, tiles: &[u8], mut lit: impl FnMut(u16)) {
        while let Some(tile) = self.front.pop() {
            lit(tile);
            for (_, other) in joined(layout, tiles, tile) {
                if !self.is_lit(other) {
                    self.feed(other, tile);
                }
            }
        }
    }
}

/// The sides on which a tile is joined to the one beyond, with that tile.
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
/// Source: the bridges of a graph by depth-first search (Tarjan 1974). An edge is on a loop if
/// something below it reaches above it in another way.
pub(super) fn loops(layout: &Layout, tiles: &[u8]) -> Vec<u8> {
    const UNSEEN: u16 = 0;
    let mut order = vec![UNSEEN; layout.count];
    let mut lowest = vec![0; layout.count];
    let mut looped = vec![0; layout.count];
    let mut seen = 0;
    // The tiles from the root to the current one: the side they were entered by, the sides left.
    let mut path: Vec<(u16, Option<usize>, u8)> = Vec::new();
    for root in 0..layout.count as u16 {
        if order[root as usize] == UNSEEN {
            path.push((root, None, 15));
        }
        while let Some((tile, entered, left)) = path.last_mut() {
            let (tile, entered) = (*tile, *entered);
            if order[tile as usize] == UNSEEN {
                seen += 1;
                order[tile as usize] = seen;
                lowest[tile as usize] = seen;
            }
            let next = joined(layout, tiles, tile).find(|(side, _)| *left >> side & 1 == 1);
            if let Some((side, other)) = next {
                *left &= !(1 << side);
                if entered == Some(side) {
                    continue;
                }
                if order[other as usize] == UNSEEN {
                    path.push((other, Some(opposite(side)), 15));
                } else {
                    // An edge to a tile above, or its other end: on a loop in either case.
                    looped[tile as usize] |= 1 << side;
                    looped[other as usize] |= 1 << opposite(side);
                    lowest[tile as usize] = lowest[tile as usize].min(order[other as usize]);
                }
                continue;
            }
            path.pop();
            if let (Some((above, ..)), Some(side)) = (path.last(), entered) {
                let above = *above as usize;
                lowest[above] = lowest[above].min(lowest[tile as usize]);
                if lowest[tile as usize] <= order[above] {
                    looped[tile as usize] |= 1 << side;
                    looped[above] |= 1 << opposite(side);
                }
            }
        }
    }
    looped
}
