//! Deduces what holds in every solution of a board, without guessing. It narrows down the positions
//! of each tile by the edges already known, by loops and by parts that would be cut off. It removes
//! only positions that occur in no solution, so a tile with one position left is certain.
//!
//! The rules, cheapest first:
//!
//! 1. **Edges.** A tile keeps the positions that agree with the edges known to be joined or closed.
//!    An edge on which all its positions agree becomes known, also to the neighbour. Sides with
//!    nothing beyond are closed from the start.
//! 2. **Loops.** Parts that are already joined (union-find over joined edges) are not joined
//!    again: a tree has no loop.
//! 3. **Stranding.** A part that is not yet the whole board needs a way out: an edge that is still
//!    unknown. If only one is left, it must be joined. A position is removed if it would leave the
//!    parts that it joins without a way out, even if each neighbour is turned so that it can be
//!    joined.

use super::layout::Layout;
use super::mask::{Mask, opposite, sides};
use crate::map::tileset::bits;
use crate::map::union_find::UnionFind;

/// A set of positions of a tile: bit `m` stands for the mask `m`.
pub(super) type Positions = u16;

/// All rotations of a tile, by mask.
const TURNS: [Positions; 16] = {
    let mut table = [0; 16];
    let mut entry = 0;
    while entry < 4 * table.len() {
        let (mask, quarters) = (entry / 4, entry % 4);
        table[mask] |= 1 << Mask::new(mask as u8).turned(quarters as u8).bits();
        entry += 1;
    }
    table
};

/// The masks that agree with a set of known sides: closed sides in the high nibble of the index,
/// joined sides in the low one.
const AGREEING: [Positions; 256] = {
    let mut table = [0; 256];
    let mut entry = 0;
    while entry < 16 * table.len() {
        let (known, mask) = (entry / 16, entry % 16);
        let (closed, joined) = (known >> 4, known & 15);
        if mask & closed == 0 && mask & joined == joined {
            table[known] |= 1 << mask;
        }
        entry += 1;
    }
    table
};

/// The masks with a pipe on each side.
const WITH_PIPE: [Positions; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The sides on which all positions agree: closed sides in the high nibble, joined sides in the low
/// one. All eight bits are set if there is no position.
#[inline]
fn agreed(positions: Positions) -> u8 {
    let mut known = 0;
    for (side, with_pipe) in WITH_PIPE.into_iter().enumerate() {
        known |= u8::from(positions & !with_pipe == 0) << side;
        known |= u8::from(positions & with_pipe == 0) << (side + 4);
    }
    known
}

/// The sides not in `known`, as a nibble.
#[inline]
const fn unknown(known: u8) -> u8 {
    !(known | known >> 4) & 15
}

/// The masks in a set of positions, ascending.
pub(super) fn masks(positions: Positions) -> impl Iterator<Item = u8> {
    bits(positions.into()).map(|mask| mask as u8)
}

/// A conclusion: positions of a tile that occur in no solution.
pub(super) struct Conclusion {
    pub tile: u16,
    pub before: Positions,
    pub after: Positions,
    pub cause: Cause,
}

/// Why positions of a tile were removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// They disagree with these known sides: closed sides in the high nibble, joined sides in the
    /// low one.
    Edges(u8),
    /// They would close a loop through the tile's own part and the parts beyond these sides.
    Loop(u8),
    /// They would cut off the tile's own part or a part beyond these sides.
    Stranded(u8),
}

/// Receives each conclusion in order.
pub(super) trait Trace {
    fn record(&mut self, deduction: &mut Deduction, layout: &Layout, step: Conclusion);
}

/// Ignores all conclusions.
impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: &mut Deduction, _: &Layout, _: Conclusion) {}
}

/// Which rules to apply besides the edge rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Logic {
    Edges,
    /// Stranding of parts of at most [`PAIR`] tiles.
    Pairs,
    /// Stranding of any part.
    Stranding,
    /// Stranding and loops.
    All,
}

/// The most tiles of a part that is seen to be cut off at a glance: two lamps that face each other, or have a tile between
/// them.
const PAIR: u16 = 3;

/// How a deduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Every tile has one position left, and together they form a tree of all tiles.
    Solved,
    /// There is no solution.
    Contradiction,
    /// Some tiles have several positions left, and the rules remove no further ones.
    Stalled,
}

/// The size of a part, a group of tiles joined to each other.
#[derive(Clone, Copy, Debug)]
struct Part {
    tiles: u16,
    /// Unknown edges, counted once at each end.
    ways_out: u16,
}

impl Part {
    fn alone(unknown: u8) -> Self {
        Self {
            tiles: 1,
            ways_out: unknown.count_ones() as u16,
        }
    }
}

/// What is known about a board, by tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Deduction {
    /// Known sides: closed in the high nibble, joined in the low one.
    pub known: Vec<u8>,
    pub positions: Vec<Positions>,
    /// Which tiles are joined to each other.
    pub joined: UnionFind,
    /// Valid only for the representative tile of each set in `joined`.
    parts: Vec<Part>,
    /// Tiles with unknown edges, ascending. May include tiles that were completed since the last
    /// sweep.
    pub open: Vec<u16>,
    /// Tiles whose known sides or positions have changed since they were last processed.
    changed: Vec<u16>,
    pub joined_edges: usize,
    failed: bool,
    /// How many tiles have been examined, those examined again included.
    pub examined: u64,
}

impl Deduction {
    /// Starts over with the given tiles. Linear in the tiles; allocates nothing once the buffers
    /// have grown.
    pub fn start(&mut self, layout: &Layout, tiles: &[u8]) {
        let tiles = &tiles[..layout.count];
        refill(
            &mut self.known,
            layout.exits.iter().map(|exits| !exits << 4),
        );
        let turns = |mask: &u8| TURNS[usize::from(mask & 15)];
        refill(&mut self.positions, tiles.iter().map(turns));
        refill(&mut self.open, 0..layout.count as u16);
        if layout.has_halves() {
            self.open.remove(usize::from(layout.upper));
        }
        self.changed.clear();
        self.reset_parts();
    }

    /// Resets the parts: each tile is a part by itself.
    fn reset_parts(&mut self) {
        let alone = |known: &u8| Part::alone(unknown(*known));
        refill(&mut self.parts, self.known.iter().map(alone));
        self.joined.reset(self.known.len() as u32);
        self.joined_edges = 0;
        self.failed = false;
    }

    /// Applies the rules of `logic` until they remove nothing more, starting with the top tiles.
    pub fn run(&mut self, layout: &Layout, logic: Logic, trace: &mut impl Trace) -> Outcome {
        self.changed.extend(self.open.iter().rev());
        self.examined += self.open.len() as u64;
        self.propagate_edges(layout, trace);
        while !self.failed && self.sweep(layout, logic, trace) {}
        if !self.failed && !self.open.is_empty() {
            Outcome::Stalled
        } else if !self.failed && self.joined_edges + 1 == layout.turning {
            Outcome::Solved
        } else {
            Outcome::Contradiction
        }
    }

    /// Draws one conclusion by the rules of `logic`, with what follows from it by edges, and returns whether there was one.
    /// Tiles are examined one after another from the one after `at`, around the end.
    pub fn step(&mut self, layout: &Layout, logic: Logic, at: &mut usize) -> bool {
        for _ in 0..self.open.len() {
            *at = (*at + 1) % self.open.len();
            let tile = self.open[*at];
            if self.unknown(tile) != 0 && self.apply_part_rules(layout, tile, logic, &mut ()) {
                self.propagate_edges(layout, &mut ());
                return true;
            }
        }
        false
    }

    /// Removes positions of a tile for a reason that lies outside the rules, with what follows from it by edges.
    pub fn remove(&mut self, layout: &Layout, tile: u16, positions: Positions) {
        self.positions[usize::from(tile)] &= !positions;
        self.changed.push(tile);
        self.propagate_edges(layout, &mut ());
    }

    /// The tiles of which something is still unknown, ascending.
    pub fn unsettled(&self) -> impl Iterator<Item = u16> {
        let tiles = self.open.iter().copied();
        tiles.filter(|tile| self.unknown(*tile) != 0)
    }

    /// Forgets the edges of all open tiles. Repeats this `layers` times, since it opens their
    /// neighbours. What stays known holds in the solution that it was deduced for, but need not
    /// follow from the shapes any more.
    pub fn forget(&mut self, layout: &Layout, layers: u32) {
        for _ in 0..layers {
            for index in 0..self.open.len() {
                self.reopen(layout, self.open[index]);
            }
            let known = &self.known;
            let is_open = |tile: &u16| unknown(known[*tile as usize]) != 0;
            refill(&mut self.open, (0..layout.count as u16).filter(is_open));
        }
        self.reset_parts();
        for tile in 0..layout.count {
            for side in sides(self.known[tile] & RIGHT_AND_DOWN) {
                self.join(tile as u16, layout.beyond[tile][side], 0);
            }
        }
    }

    fn reopen(&mut self, layout: &Layout, tile: u16) {
        for side in sides(layout.exits[tile as usize]) {
            let other = layout.beyond[tile as usize][side];
            self.known[other as usize] &= !(0x11 << opposite(side));
        }
        self.known[tile as usize] = !layout.exits[tile as usize] << 4;
    }

    /// Gives a tile the shape of `mask` and allows all its positions.
    pub fn reshape(&mut self, tile: u16, mask: u8) {
        self.positions[tile as usize] = TURNS[usize::from(mask)];
    }

    /// The sides of a tile that are still unknown.
    #[inline]
    pub fn unknown(&self, tile: u16) -> u8 {
        unknown(self.known[tile as usize])
    }

    /// The representative tile of the part that `tile` belongs to.
    #[inline]
    pub fn part(&mut self, tile: u16) -> u16 {
        self.joined.find(tile.into()) as u16
    }

    /// Examines every open tile once; returns whether anything was concluded.
    fn sweep(&mut self, layout: &Layout, logic: Logic, trace: &mut impl Trace) -> bool {
        let mut progress = false;
        let mut kept = 0;
        self.examined += self.open.len() as u64;
        for index in 0..self.open.len() {
            let tile = self.open[index];
            if self.unknown(tile) == 0 {
                continue;
            }
            if logic > Logic::Edges && self.apply_part_rules(layout, tile, logic, trace) {
                progress = true;
                self.propagate_edges(layout, trace);
            }
            if self.failed {
                return false;
            }
            if self.unknown(tile) != 0 {
                self.open[kept] = tile;
                kept += 1;
            }
        }
        progress |= kept < self.open.len();
        self.open.truncate(kept);
        progress
    }

    /// Applies rule 1 until nothing changes.
    fn propagate_edges(&mut self, layout: &Layout, trace: &mut impl Trace) {
        while let Some(tile) = self.changed.pop() {
            let t = tile as usize;
            let (known, before) = (self.known[t], self.positions[t]);
            let after = before & AGREEING[usize::from(known)];
            if after != before {
                self.narrow(layout, tile, after, Cause::Edges(known), trace);
            }
            if after == 0 {
                self.failed = true;
                self.changed.clear();
                return;
            }
            let new_sides = agreed(after) & !known;
            if new_sides != 0 {
                self.known[t] |= new_sides;
                self.propagate_sides(layout, tile, new_sides);
            }
        }
    }

    /// Passes newly known sides of a tile on to its neighbours.
    #[inline]
    fn propagate_sides(&mut self, layout: &Layout, tile: u16, new_sides: u8) {
        let beyond = &layout.beyond[tile as usize];
        for side in sides(new_sides & 15) {
            let other = beyond[side];
            self.known[other as usize] |= 1 << opposite(side);
            self.changed.push(other);
            self.join(tile, other, 2);
        }
        for side in sides(new_sides >> 4) {
            let other = beyond[side];
            self.known[other as usize] |= 16 << opposite(side);
            self.changed.push(other);
            for end in [tile, other] {
                let part = self.part(end);
                self.parts[part as usize].ways_out -= 1;
            }
        }
    }

    /// Joins the parts of two tiles; `ways_lost` is subtracted from the sum of their ways out.
    #[inline]
    fn join(&mut self, tile: u16, other: u16, ways_lost: u16) {
        let (a, b) = (self.part(tile), self.part(other));
        if !self.joined.unite(a.into(), b.into()) {
            self.failed = true;
            return;
        }
        let (one, two) = (self.parts[a as usize], self.parts[b as usize]);
        self.parts[a.min(b) as usize] = Part {
            tiles: one.tiles + two.tiles,
            ways_out: one.ways_out + two.ways_out - ways_lost,
        };
        self.joined_edges += 1;
    }

    /// Applies rules 2 and 3 to one tile; returns whether a position was removed.
    fn apply_part_rules(
        &mut self,
        layout: &Layout,
        tile: u16,
        logic: Logic,
        trace: &mut impl Trace,
    ) -> bool {
        let around = self.surroundings(layout, tile);
        let before = self.positions[tile as usize];
        let (mut looping, mut stranding) = (0, 0);
        let most = if logic == Logic::Pairs {
            PAIR
        } else {
            u16::MAX
        };
        for mask in masks(before) {
            let joins = mask & around.unknown;
            if logic == Logic::All && around.loops(joins) {
                looping |= 1 << mask;
            } else if around.strands(joins, most, layout.turning as u16) {
                stranding |= 1 << mask;
            }
        }
        if looping != 0 {
            let cause = Cause::Loop(around.looping_sides());
            self.narrow(layout, tile, before & !looping, cause, trace);
        }
        if stranding != 0 {
            let removed = masks(stranding).fold(0, |sides, mask| sides | mask);
            let cause = Cause::Stranded(removed & around.unknown | around.last_way_sides(most));
            let after = before & !looping & !stranding;
            self.narrow(layout, tile, after, cause, trace);
        }
        looping | stranding != 0
    }

    fn narrow(
        &mut self,
        layout: &Layout,
        tile: u16,
        after: Positions,
        cause: Cause,
        trace: &mut impl Trace,
    ) {
        let before = std::mem::replace(&mut self.positions[tile as usize], after);
        let step = Conclusion {
            tile,
            before,
            after,
            cause,
        };
        trace.record(self, layout, step);
        if !matches!(cause, Cause::Edges(_)) {
            self.changed.push(tile);
        }
    }

    /// Collects the parts around a tile, once for all its positions.
    #[inline]
    fn surroundings(&mut self, layout: &Layout, tile: u16) -> Surroundings {
        let unknown = self.unknown(tile);
        let own = self.part(tile);
        let part = self.parts[own as usize];
        let mut around = Surroundings {
            unknown,
            own,
            own_ways: part.ways_out - unknown.count_ones() as u16,
            own_tiles: part.tiles,
            ..Surroundings::default()
        };
        for side in sides(unknown) {
            let other = layout.beyond[tile as usize][side];
            let part = self.part(other);
            let beyond = self.parts[part as usize];
            around.parts[side] = part;
            around.tiles[side] = beyond.tiles;
            around.is_last[side] = beyond.ways_out == 1;
            around.ways[side] = beyond.ways_out - self.count_blocked(other, opposite(side));
        }
        around
    }

    /// How many unknown edges of a tile stop being ways out once the edge on `side` is joined,
    /// including that edge.
    #[inline]
    fn count_blocked(&self, tile: u16, side: usize) -> u16 {
        let known = self.known[tile as usize];
        let left = self.positions[tile as usize] & AGREEING[usize::from(known | 1 << side)];
        let closed = agreed(left) >> 4;
        (unknown(known) & (closed | 1 << side)).count_ones() as u16
    }
}

/// The right and lower side: together they cover each edge of a board once.
pub(super) const RIGHT_AND_DOWN: u8 = 6;

/// The parts around a tile, by side.
#[derive(Default)]
struct Surroundings {
    /// The unknown sides; the arrays hold values for these only.
    unknown: u8,
    /// The representative of the tile's own part.
    own: u16,
    /// Ways out of the own part, without the tile's own edges.
    own_ways: u16,
    own_tiles: u16,
    parts: [u16; 4],
    tiles: [u16; 4],
    /// Ways out of the part beyond once it is joined on this side.
    ways: [u16; 4],
    /// Whether the part beyond has no other way out.
    is_last: [bool; 4],
}

impl Surroundings {
    /// The sides that lead to the tile's own part, or to a part that another side leads to as well.
    fn looping_sides(&self) -> u8 {
        let is_looping = |side: usize| {
            let again = |other| other != side && self.parts[other] == self.parts[side];
            self.parts[side] == self.own || sides(self.unknown).any(again)
        };
        self.sides_that(is_looping)
    }

    /// The sides that lead to a part of at most `most` tiles with no other way out.
    fn last_way_sides(&self, most: u16) -> u8 {
        let is_last = |side: usize| {
            self.is_last[side] && self.parts[side] != self.own && self.tiles[side] <= most
        };
        self.sides_that(is_last)
    }

    #[inline]
    fn sides_that(&self, holds: impl Fn(usize) -> bool) -> u8 {
        let found = sides(self.unknown).filter(|side| holds(*side));
        found.fold(0, |mask, side| mask | 1 << side)
    }

    /// Whether joining these sides would close a loop.
    #[inline]
    fn loops(&self, joins: u8) -> bool {
        sides(joins).any(|side| {
            let later = joins & !1 << side;
            let part = self.parts[side];
            part == self.own || sides(later).any(|other| self.parts[other] == part)
        })
    }

    /// Whether joining these sides and closing the others would cut a part of at most `most` tiles off from a board of
    /// `board_tiles` tiles. A loop counts as a way out.
    #[inline]
    fn strands(&self, joins: u8, most: u16, board_tiles: u16) -> bool {
        if self.last_way_sides(most) & !joins != 0 {
            return true;
        }
        let ways: u16 = sides(joins).map(|side| self.ways[side]).sum();
        let tiles: u16 = sides(joins).map(|side| self.tiles[side]).sum();
        self.own_ways + ways == 0
            && self.own_tiles + tiles < board_tiles.min(most.saturating_add(1))
    }
}

/// Replaces the contents of a buffer, keeping its allocation.
fn refill<T>(buffer: &mut Vec<T>, values: impl Iterator<Item = T>) {
    buffer.clear();
    buffer.extend(values);
}
