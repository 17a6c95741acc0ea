//! What must be: the positions that each tile of a board can still take in a solution, narrowed
//! by what is known of its edges, by loops and by parts that would be cut off. It only ever
//! takes away what no solution has, so what it leaves single is certain. It never guesses.
//!
//! The logic, from the cheapest:
//!
//! 1. **Edges.** A tile keeps the positions that agree with the edges known to be joined or
//!    closed; an edge on which all its positions agree is known, to its neighbour too. Sides
//!    with nothing beyond are closed from the start.
//! 2. **Loops.** Parts already joined (union-find over joined edges) are not joined again: a tree
//!    has no loop.
//! 3. **Stranding.** A part that is not the whole board keeps a way out: an edge that is not
//!    known yet. Its last one is joined; and a position is dropped if it would leave the parts
//!    that it joins without one, with each neighbour turned so that it can be joined.

use super::layout::Layout;
use super::mask::{opposite, sides};

/// The shapes of tiles by their number: nothing, lamp, straight, corner, tee, cross.
const SHAPES: [&[u8]; 6] = [
    &[0],
    &[8, 4, 2, 1],
    &[10, 5],
    &[12, 6, 3, 9],
    &[14, 7, 11, 13],
    &[15],
];

/// A tile's shape in the high nibble; in the low one the positions left, as bits that number
/// the entries of `SHAPES`.
pub(super) type State = u8;

/// The state of a tile of which nothing is known, by mask.
const FRESH: [State; 16] = {
    let mut table = [0; 16];
    let mut shape = 0;
    while shape < SHAPES.len() {
        let mut position = 0;
        while position < SHAPES[shape].len() {
            let all = (1 << SHAPES[shape].len()) - 1;
            table[SHAPES[shape][position] as usize] = (shape as u8) << 4 | all;
            position += 1;
        }
        shape += 1;
    }
    table
};

/// The positions, as bits of a state, that agree with edges known: by shape, closed sides,
/// joined sides.
const AGREEING: [u8; 6 * 256] = {
    let mut table = [0; 6 * 256];
    let mut entry = 0;
    while entry < table.len() {
        let (joined, closed) = (entry as u8 & 15, (entry as u8) >> 4);
        let shape = SHAPES[entry >> 8];
        let mut position = 0;
        while position < shape.len() {
            let mask = shape[position];
            if mask & closed == 0 && mask & joined == joined {
                table[entry] |= 1 << position;
            }
            position += 1;
        }
        entry += 1;
    }
    table
};

/// The sides on which all positions of a state agree: closed ones in the high nibble, joined
/// ones in the low one; all eight bits for a state without positions.
const AGREED: [u8; 6 * 16] = {
    let mut table = [0xff; 6 * 16];
    let mut entry = 0;
    while entry < table.len() {
        let shape = SHAPES[entry >> 4];
        let mut position = 0;
        while position < shape.len() {
            if entry >> position & 1 == 1 {
                let mask = shape[position];
                table[entry] &= (!mask & 15) << 4 | mask;
            }
            position += 1;
        }
        entry += 1;
    }
    table
};

#[inline]
fn agreeing(state: State, known: u8) -> u8 {
    AGREEING[usize::from(state >> 4) << 8 | usize::from(known)]
}

/// The sides of which a byte of known ones says nothing.
#[inline]
const fn unknown(known: u8) -> u8 {
    !(known | known >> 4) & 15
}

/// Why positions of a tile were taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The edges that are known do not allow them.
    Edges,
    /// They would close a loop.
    Loop,
    /// They would cut a part of the board off.
    Stranded,
}

/// Is told what is deduced, as it is deduced.
pub(super) trait Witness {
    /// Positions of a tile were taken away. `known` are the tile's edges known before.
    fn narrowed(&mut self, tile: u16, before: State, after: State, known: u8, cause: Cause);
}

/// Hears nothing and costs nothing.
pub(super) struct Deaf;

impl Witness for Deaf {
    #[inline(always)]
    fn narrowed(&mut self, _: u16, _: State, _: State, _: u8, _: Cause) {}
}

/// The masks of the positions in a state.
pub(super) fn positions(state: State) -> impl Iterator<Item = u8> {
    let shape = SHAPES[usize::from(state >> 4)];
    (0..shape.len())
        .filter(move |position| state >> position & 1 == 1)
        .map(move |position| shape[position])
}

/// Which rules to use besides that of edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Logic {
    /// None.
    Edges,
    /// Loops.
    Loops,
    /// Loops and stranding.
    All,
}

/// How a deduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Every tile has one position left, and they make a tree of all tiles.
    Solved,
    /// There is no solution.
    Contradiction,
    /// Some tiles have several positions left, and the rules say no more.
    Stalled,
}

/// A tile in the union-find of the parts.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Its parent; itself for the root of a part, of which the rest is said.
    parent: u16,
    /// Tiles.
    size: u16,
    /// Edges not known yet, counted at each end.
    ways: u16,
}

impl Part {
    fn alone(tile: usize, ways: u32) -> Self {
        Self {
            parent: tile as u16,
            size: 1,
            ways: ways as u16,
        }
    }
}

/// What is known of a board. The fields say so by tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Deduction {
    /// Sides known to be closed in the high nibble, joined in the low one.
    pub known: Vec<u8>,
    /// The positions left.
    pub state: Vec<State>,
    /// The parts that are joined.
    parts: Vec<Part>,
    /// Tiles with edges not known yet, by increasing number but for those that are done.
    pub open: Vec<u16>,
    /// Tiles of which something has changed.
    changed: Vec<u16>,
    /// Joined edges.
    joined: usize,
    failed: bool,
}

impl Deduction {
    /// Forgets all and begins with the given tiles. Linear in the tiles; allocates nothing once
    /// the buffers have grown.
    pub fn start(&mut self, layout: &Layout, tiles: &[u8]) {
        let tiles = &tiles[..layout.count];
        let closed = |exits: &u8| !exits << 4;
        refill(&mut self.known, layout.exits.iter().map(closed));
        refill(
            &mut self.state,
            tiles.iter().map(|mask| FRESH[usize::from(mask & 15)]),
        );
        let alone = |(tile, exits): (usize, &u8)| Part::alone(tile, exits.count_ones());
        refill(&mut self.parts, layout.exits.iter().enumerate().map(alone));
        refill(&mut self.open, 0..layout.count as u16);
        self.changed.clear();
        self.joined = 0;
        self.failed = false;
        if layout.has_halves() {
            self.open.remove(usize::from(layout.upper));
        }
    }

    /// Draws every conclusion that the rules allow.
    pub fn run(&mut self, layout: &Layout, logic: Logic, witness: &mut impl Witness) -> Outcome {
        let mut first = true;
        loop {
            let progress = self.sweep(layout, logic, first, witness);
            if self.failed {
                return Outcome::Contradiction;
            }
            if self.open.is_empty() {
                let whole = self.joined + 1 == layout.turning;
                return if whole {
                    Outcome::Solved
                } else {
                    Outcome::Contradiction
                };
            }
            if !progress {
                return Outcome::Stalled;
            }
            first = false;
        }
    }

    /// Forgets the edges of all tiles that are not determined, and of their neighbours' edges
    /// those to them, as often as `layers` says; then what was joined is counted anew. What
    /// stays known is still so in the solution it was deduced for, but need not follow from the
    /// shapes any more.
    pub fn forget(&mut self, layout: &Layout, layers: u32) {
        for _ in 0..layers {
            for index in 0..self.open.len() {
                self.reopen(layout, self.open[index]);
            }
            self.list_open(layout);
        }
        self.recount(layout);
    }

    fn reopen(&mut self, layout: &Layout, tile: u16) {
        for side in sides(layout.exits[tile as usize]) {
            let other = layout.beyond[tile as usize][side];
            self.known[other as usize] &= !(0x11 << opposite(side));
        }
        self.known[tile as usize] = !layout.exits[tile as usize] << 4;
    }

    fn list_open(&mut self, layout: &Layout) {
        let known = &self.known;
        let open = |tile: &u16| unknown(known[*tile as usize]) != 0;
        refill(&mut self.open, (0..layout.count as u16).filter(open));
    }

    /// Makes the parts, their sizes and their ways out those of the edges that are known.
    fn recount(&mut self, layout: &Layout) {
        let alone = |(tile, known): (usize, &u8)| Part::alone(tile, unknown(*known).count_ones());
        refill(&mut self.parts, self.known.iter().enumerate().map(alone));
        self.joined = 0;
        const RIGHT_AND_DOWN: u8 = 6;
        for tile in 0..layout.count {
            for side in sides(self.known[tile] & RIGHT_AND_DOWN) {
                self.join(tile as u16, layout.beyond[tile][side], 0);
            }
        }
    }

    /// Gives a tile a shape, with all positions that agree with its edges.
    pub fn reshape(&mut self, tile: u16, mask: u8) {
        self.state[tile as usize] = FRESH[usize::from(mask)];
        self.changed.push(tile);
    }

    /// Leaves a tile the one position `mask`.
    pub fn assume(&mut self, tile: u16, mask: u8) {
        let state = &mut self.state[tile as usize];
        let shape = SHAPES[usize::from(*state >> 4)];
        let position = shape.iter().position(|other| *other == mask);
        *state = *state & 0xf0 | position.map_or(0, |position| 1 << position);
        self.changed.push(tile);
    }

    /// Takes the position `mask` from a tile.
    pub fn exclude(&mut self, tile: u16, mask: u8) {
        let state = &mut self.state[tile as usize];
        let shape = SHAPES[usize::from(*state >> 4)];
        if let Some(position) = shape.iter().position(|other| *other == mask) {
            *state &= !(1 << position);
        }
        self.changed.push(tile);
    }

    /// The sides of a tile that are not known.
    #[inline]
    pub fn unknown(&self, tile: u16) -> u8 {
        unknown(self.known[tile as usize])
    }

    /// The root of the part that a tile is joined to.
    #[inline]
    pub fn part(&mut self, tile: u16) -> u16 {
        let mut tile = tile;
        loop {
            let up = self.parts[tile as usize].parent;
            if up == tile {
                return tile;
            }
            // Halving the way for the next who comes along.
            let above = self.parts[up as usize].parent;
            self.parts[tile as usize].parent = above;
            tile = above;
        }
    }

    /// The parents of all tiles in their parts, as a union-find to go on from.
    pub fn parents(&self) -> impl Iterator<Item = u16> {
        self.parts.iter().map(|part| part.parent)
    }

    /// Joined edges.
    pub const fn joined(&self) -> usize {
        self.joined
    }

    /// Looks at every open tile once; returns whether anything was concluded.
    fn sweep(
        &mut self,
        layout: &Layout,
        logic: Logic,
        first: bool,
        witness: &mut impl Witness,
    ) -> bool {
        let mut progress = !self.changed.is_empty();
        self.settle(layout, witness);
        let mut kept = 0;
        for index in 0..self.open.len() {
            let tile = self.open[index];
            if first {
                self.changed.push(tile);
                self.settle(layout, witness);
            }
            if unknown(self.known[tile as usize]) == 0 {
                continue;
            }
            if logic > Logic::Edges && self.look(layout, tile, logic, witness) {
                progress = true;
                self.settle(layout, witness);
            }
            if self.failed {
                return false;
            }
            if unknown(self.known[tile as usize]) != 0 {
                self.open[kept] = tile;
                kept += 1;
            }
        }
        progress |= kept < self.open.len();
        self.open.truncate(kept);
        progress
    }

    /// Rule 1, until nothing changes any more.
    fn settle(&mut self, layout: &Layout, witness: &mut impl Witness) {
        while let Some(tile) = self.changed.pop() {
            let t = tile as usize;
            let (known, before) = (self.known[t], self.state[t]);
            let state = before & (0xf0 | agreeing(before, known));
            if state != before {
                witness.narrowed(tile, before, state, known, Cause::Edges);
                self.state[t] = state;
            }
            if state & 15 == 0 {
                self.failed = true;
                self.changed.clear();
                return;
            }
            let fresh = AGREED[usize::from(state)] & !known;
            if fresh != 0 {
                self.known[t] |= fresh;
                self.publish(layout, tile, fresh);
            }
        }
    }

    /// Tells the neighbours of a tile what became known of its sides.
    #[inline]
    fn publish(&mut self, layout: &Layout, tile: u16, fresh: u8) {
        let beyond = &layout.beyond[tile as usize];
        for side in sides(fresh & 15) {
            let other = beyond[side];
            self.known[other as usize] |= 1 << opposite(side);
            self.changed.push(other);
            self.join(tile, other, 2);
        }
        for side in sides(fresh >> 4) {
            let other = beyond[side];
            self.known[other as usize] |= 16 << opposite(side);
            self.changed.push(other);
            let (a, b) = (self.part(tile), self.part(other));
            self.parts[a as usize].ways -= 1;
            self.parts[b as usize].ways -= 1;
        }
    }

    /// Joins the parts of two tiles, with `gone` ways out fewer than they had.
    #[inline]
    fn join(&mut self, tile: u16, other: u16, gone: u16) {
        let (a, b) = (self.part(tile), self.part(other));
        if a == b {
            self.failed = true;
            return;
        }
        let (one, two) = (self.parts[a as usize], self.parts[b as usize]);
        let (root, child) = if one.size < two.size { (b, a) } else { (a, b) };
        self.parts[child as usize].parent = root;
        self.parts[root as usize] = Part {
            parent: root,
            size: one.size + two.size,
            ways: one.ways + two.ways - gone,
        };
        self.joined += 1;
    }

    /// Rules 2 and 3 on one tile; returns whether a position was taken away.
    fn look(
        &mut self,
        layout: &Layout,
        tile: u16,
        logic: Logic,
        witness: &mut impl Witness,
    ) -> bool {
        let around = self.around(layout, tile);
        let before = self.state[tile as usize];
        let shape = SHAPES[usize::from(before >> 4)];
        let mut state = before;
        let mut looped = before;
        for position in sides(before & 15) {
            let joins = shape[position] & around.unknown;
            if around.loops(joins) {
                state &= !(1 << position);
                looped &= !(1 << position);
            } else if logic == Logic::All && around.strands(joins, layout.turning as u16) {
                state &= !(1 << position);
            }
        }
        if state == before {
            return false;
        }
        let known = self.known[tile as usize];
        if looped != before {
            witness.narrowed(tile, before, looped, known, Cause::Loop);
        }
        if state != looped {
            witness.narrowed(tile, looped, state, known, Cause::Stranded);
        }
        self.state[tile as usize] = state;
        self.changed.push(tile);
        true
    }

    /// Looks around a tile, once for all its positions.
    #[inline]
    fn around(&mut self, layout: &Layout, tile: u16) -> Around {
        let unknown = self.unknown(tile);
        let own = self.part(tile);
        let mut around = Around {
            unknown,
            own,
            own_ways: self.parts[own as usize].ways - unknown.count_ones() as u16,
            own_size: self.parts[own as usize].size,
            ..Around::default()
        };
        for side in sides(unknown) {
            let other = layout.beyond[tile as usize][side];
            let part = self.part(other);
            let beyond = self.parts[part as usize];
            around.parts[side] = part;
            around.sizes[side] = beyond.size;
            around.last[side] = beyond.ways == 1;
            around.ways[side] = beyond.ways - self.blocked(other, opposite(side));
        }
        around
    }

    /// How many of a tile's unknown edges are no way out once the one on `side` is joined, that
    /// one included.
    #[inline]
    fn blocked(&self, tile: u16, side: usize) -> u16 {
        let known = self.known[tile as usize];
        let state = self.state[tile as usize];
        let left = state & (0xf0 | agreeing(state, known | 1 << side));
        let closed = AGREED[usize::from(left)] >> 4;
        (unknown(known) & (closed | 1 << side)).count_ones() as u16
    }
}

/// What lies around a tile, by side.
#[derive(Default)]
struct Around {
    /// The sides that are not known; the arrays say something of these only.
    unknown: u8,
    own: u16,
    /// Ways out of the tile's own part that are not its own edges.
    own_ways: u16,
    own_size: u16,
    parts: [u16; 4],
    sizes: [u16; 4],
    /// Ways out of the part beyond, once it is joined on this side.
    ways: [u16; 4],
    /// Whether the part beyond has no other way out.
    last: [bool; 4],
}

impl Around {
    /// Whether joining these sides would close a loop.
    #[inline]
    fn loops(&self, joins: u8) -> bool {
        let mut rest = joins;
        while rest != 0 {
            let side = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let part = self.parts[side];
            if part == self.own || sides(rest).any(|other| self.parts[other] == part) {
                return true;
            }
        }
        false
    }

    /// Whether joining these sides, and closing the others, would cut something off from a
    /// board of `whole` tiles; they close no loop.
    #[inline]
    fn strands(&self, joins: u8, whole: u16) -> bool {
        if sides(self.unknown & !joins).any(|side| self.last[side] && self.parts[side] != self.own)
        {
            return true;
        }
        let mut ways = self.own_ways;
        let mut size = self.own_size;
        for side in sides(joins) {
            ways += self.ways[side];
            size += self.sizes[side];
        }
        ways == 0 && size < whole
    }
}

/// Fills a buffer anew without giving its memory back.
fn refill<T>(buffer: &mut Vec<T>, values: impl Iterator<Item = T>) {
    buffer.clear();
    buffer.extend(values);
}
