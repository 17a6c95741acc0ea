//! The collapse itself: each cell of the map holds the patterns still possible there, and loses
//! them until one is left. Does not ensure that maps are connected.
//!
//! Neighbours are told of the patterns that a cell has left or of those that it has lost, whichever are fewer: by those
//! left alone, a map is made at 0.45 of the speed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use super::model::Model;
use super::sample::Sample;
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::Tile;
use crate::map::tileset::bits;
use crate::mapgen::Site;
use crate::rng::Stream;

/// How many times in a row one place is reopened, wider each time, before the cell is given up.
const MAX_WIDENINGS: i32 = 6;

/// The map is reopened at most once per this many cells, and a few more times.
const CELLS_PER_REOPENING: usize = 24;

/// Bits of a queue entry that hold the cell, and those that break ties.
const CELL_BITS: u32 = 20;
const TIE_BITS: u32 = 24;

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct Collapse {
    /// Columns and rows of cells. The top-left tile of a cell's pattern is at the cell's position.
    size: Size,
    /// Whether the outermost tiles must stay wall.
    closed: bool,
    /// For the cells of tiles that are kept, the patterns that have these tiles.
    kept: BTreeMap<usize, Vec<u64>>,
    /// For each cell, the set of patterns left; empty if the cell was given up.
    domains: Vec<u64>,
    /// For each cell, the domain that its neighbours know of: they have lost every pattern that
    /// fits no pattern of this set.
    known: Vec<u64>,
    cells: Vec<Cell>,
    /// Cells with lost patterns that their neighbours do not know of yet.
    changed: VecDeque<u32>,
    /// Cells whose entropy is to be computed.
    stale: Vec<u32>,
    /// Open cells by entropy, lowest first; outdated entries are skipped.
    queue: BinaryHeap<Reverse<u64>>,
    /// The domain of the current cell, and the patterns that determine what its neighbours lose.
    domain: Vec<u64>,
    patterns: Vec<u16>,
    /// The patterns that the current cell allows a neighbour.
    allowed: Vec<u64>,
    /// The square reopened last, in cells, and how many times in a row it was widened.
    last: Option<(Rect, i32)>,
    /// Number of reopenings left.
    budget: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The sum of the weights of the patterns that its neighbours know to be left, and the sum of
    /// each weight times its logarithm.
    weight: u32,
    weight_log: u32,
    /// The entropy of the choice among the patterns left; [`DECIDED`] once there is no choice.
    entropy: u32,
    /// A random number that breaks ties between cells of equal entropy.
    tie: u32,
    /// The neighbours that removed patterns from it since it last informed its own, as bits by
    /// direction number, or [`OWN_CHANGE`]. The cell is in `changed` if any bit is set.
    causes: u8,
    /// Whether it is in `stale`.
    is_stale: bool,
}

/// The entropy of a cell that must not be chosen any more: more than that of any queue entry.
const DECIDED: u32 = 1 << 18;

/// The bit for a change that no neighbour caused.
const OWN_CHANGE: u8 = 1 << 4;

/// This cell has no pattern left.
struct Contradiction(usize);

impl Collapse {
    /// Fills `site` with the patterns of `model`, with walls along its edges if `closed` is set and
    /// the patterns allow it.
    ///
    /// Chooses the cell of lowest entropy, draws one of its patterns by weight, and removes all
    /// patterns that no longer fit from the cells around it, until each cell has one pattern. If a
    /// cell loses its last pattern, the cells around it are reopened, in a square that grows each
    /// time; a cell that fails repeatedly is given up and no longer constrains its neighbours. So
    /// the number of steps is bounded by the number of cells.
    ///
    /// Source of the removal: A. Mackworth, "Consistency in Networks of Relations" (AC-3, 1977).
    pub fn run(&mut self, model: &Model, site: &mut Site<'_>, stream: &mut Stream, closed: bool) {
        let tiles = site.size();
        let margin = model.side as u32 - 1;
        self.size = Size::new(tiles.width - margin, tiles.height - margin);
        self.budget = self.size.area() / CELLS_PER_REOPENING + 16;
        self.last = None;
        self.cells.clear();
        for _ in 0..self.size.area() {
            let tie = stream.below(1 << TIE_BITS);
            self.cells.push(Cell {
                tie,
                ..Cell::default()
            });
        }
        self.closed = closed;
        self.read_kept(model, site);
        self.open_all(model);
        // Without suitable walls in the sample, the map cannot be closed.
        let is_stuck = (0..self.cells.len()).any(|cell| self.is_empty(model, cell));
        if closed && (is_stuck || self.propagate(model, site).is_err()) {
            self.closed = false;
            self.open_all(model);
        }
        loop {
            while let Err(Contradiction(cell)) = self.propagate(model, site) {
                self.reopen_around(model, site, cell);
            }
            self.enqueue_stale(model);
            let Some(cell) = self.next_cell() else {
                return;
            };
            self.collapse_cell(model, cell, stream);
        }
    }

    /// Finds the patterns that the kept tiles inside the border allow. Those that occur in no sample allow all.
    fn read_kept(&mut self, model: &Model, site: &Site<'_>) {
        self.kept.clear();
        let last = Pos::new(self.size.width as i32 - 1, self.size.height as i32 - 1);
        for (pos, tile) in site
            .kept()
            .filter(|(pos, _)| site.interior().contains(*pos))
        {
            let corner = Pos::new(pos.x.min(last.x), pos.y.min(last.y));
            let (x, y) = ((pos.x - corner.x) as usize, (pos.y - corner.y) as usize);
            let tile = Sample::imitated(tile);
            let mut set = vec![0; model.words];
            for pattern in members(&model.all).filter(|p| model.tile(*p, x, y) == tile) {
                set[pattern / 64] |= 1 << (pattern % 64);
            }
            let cell = self.index(corner).expect("the corner lies among the cells");
            let before = self.kept.get(&cell).unwrap_or(&model.all);
            for (set, before) in set.iter_mut().zip(before) {
                *set &= before;
            }
            if set.iter().any(|set| *set != 0) {
                self.kept.insert(cell, set);
            }
        }
    }

    /// Opens every cell.
    fn open_all(&mut self, model: &Model) {
        self.domains.clear();
        self.domains.resize(self.cells.len() * model.words, 0);
        self.known.clone_from(&self.domains);
        self.changed.clear();
        self.stale.clear();
        self.queue.clear();
        for cell in 0..self.cells.len() {
            (self.cells[cell].causes, self.cells[cell].is_stale) = (0, false);
            self.open(model, cell);
        }
    }

    /// Allows a cell every pattern except those that would break a closed edge or change a tile that is kept.
    fn open(&mut self, model: &Model, cell: usize) {
        let pos = self.pos(cell);
        let edges = [
            pos.y == 0,
            pos.x + 1 == self.size.width as i32,
            pos.y + 1 == self.size.height as i32,
            pos.x == 0,
        ];
        let domain = &mut self.domains[cell * model.words..][..model.words];
        domain.copy_from_slice(&model.all);
        for (dir, _) in edges.iter().enumerate().filter(|(_, at_edge)| **at_edge) {
            let walled = model.walled(dir).iter().filter(|_| self.closed);
            for (set, walled) in domain.iter_mut().zip(walled) {
                *set &= walled;
            }
        }
        let kept = self.kept.get(&cell);
        for (set, kept) in domain.iter_mut().zip(kept.into_iter().flatten()) {
            *set &= kept;
        }
        let is_limited = kept.is_some() || self.closed && edges.contains(&true);
        self.reset_known(model, cell);
        if is_limited {
            self.queue_change(cell, OWN_CHANGE);
        } else {
            self.queue_stale(cell);
        }
    }

    /// Makes the cell inform its neighbours again of everything that it has lost.
    fn reset_known(&mut self, model: &Model, cell: usize) {
        self.known[cell * model.words..][..model.words].copy_from_slice(&model.all);
        self.cells[cell].weight = model.weight;
        self.cells[cell].weight_log = model.weight_log;
    }

    /// Informs the neighbours of each changed cell of the patterns it has left, then their
    /// neighbours, and so on.
    fn propagate(&mut self, model: &Model, site: &mut Site<'_>) -> Result<(), Contradiction> {
        while let Some(cell) = self.changed.pop_front() {
            let cell = cell as usize;
            let causes = std::mem::take(&mut self.cells[cell].causes);
            let domain = &self.domains[cell * model.words..][..model.words];
            let left: u32 = domain.iter().map(|set| set.count_ones()).sum();
            match left {
                // A cell without a pattern constrains nothing.
                0 => continue,
                1 => {
                    let pattern = members(domain).next().expect("exactly one pattern is left");
                    self.paint(model, site, cell, pattern);
                }
                _ => self.queue_stale(cell),
            }
            let lists_left = self.list_changes(model, cell, left);
            let pos = self.pos(cell);
            for (dir, step) in Dir::CARDINAL.into_iter().enumerate() {
                if causes == 1 << dir {
                    // This neighbour has no pattern left that fits what the cell has lost.
                    continue;
                }
                let neighbour = self.index(pos.step(step));
                let open = neighbour.filter(|neighbour| !self.is_empty(model, *neighbour));
                let Some(neighbour) = open else { continue };
                if self.restrict(model, dir, neighbour, lists_left)
                    && self.is_empty(model, neighbour)
                {
                    // The other neighbours have not been informed yet.
                    self.reset_known(model, cell);
                    self.queue_change(cell, OWN_CHANGE);
                    return Err(Contradiction(neighbour));
                }
            }
        }
        Ok(())
    }

    /// Lists in `patterns` either the patterns that `cell` has left or those that it has lost since
    /// it informed its neighbours, whichever are fewer; returns whether they are those left.
    fn list_changes(&mut self, model: &Model, cell: usize, left: u32) -> bool {
        let words = cell * model.words..(cell + 1) * model.words;
        self.domain.clear();
        self.domain.extend(&self.domains[words.clone()]);
        let known = &mut self.known[words];
        for (known, left) in known.iter_mut().zip(&self.domain) {
            *known &= !left;
        }
        let lost: u32 = known.iter().map(|set| set.count_ones()).sum();
        let lists_left = left < lost;
        let changes = if lists_left {
            &self.domain[..]
        } else {
            &*known
        };
        self.patterns.clear();
        self.patterns
            .extend(members(changes).map(|pattern| pattern as u16));
        known.copy_from_slice(&self.domain);
        let sum = |table: &[u32]| self.patterns.iter().map(|p| table[usize::from(*p)]).sum();
        let (weight, weight_log): (u32, u32) = (sum(&model.weights), sum(&model.weight_logs));
        let state = &mut self.cells[cell];
        if lists_left {
            (state.weight, state.weight_log) = (weight, weight_log);
        } else {
            state.weight -= weight;
            state.weight_log -= weight_log;
        }
        lists_left
    }

    /// Removes the patterns that fit none of the current cell's patterns from `neighbour`, which
    /// lies in direction number `dir`. Returns whether it lost any.
    fn restrict(&mut self, model: &Model, dir: usize, neighbour: usize, lists_left: bool) -> bool {
        self.allowed.clear();
        self.allowed
            .resize(model.words, if lists_left { 0 } else { u64::MAX });
        for pattern in &self.patterns {
            let overlap = model.overlap_of(dir, (*pattern).into());
            let fitting = model.holders((dir + 2) % 4, overlap);
            if lists_left {
                for (allowed, more) in self.allowed.iter_mut().zip(fitting) {
                    *allowed |= more;
                }
            } else if is_disjoint(model.holders(dir, overlap), &self.domain) {
                for (allowed, fewer) in self.allowed.iter_mut().zip(fitting) {
                    *allowed &= !fewer;
                }
            }
        }
        let domain = &mut self.domains[neighbour * model.words..][..model.words];
        let mut lost = 0;
        for (set, allowed) in domain.iter_mut().zip(&self.allowed) {
            lost |= *set & !allowed;
            *set &= allowed;
        }
        if lost != 0 {
            self.queue_change(neighbour, 1 << ((dir + 2) % 4));
        }
        lost != 0
    }

    /// Reopens the cells around one that has no pattern left, or gives it up.
    fn reopen_around(&mut self, model: &Model, site: &mut Site<'_>, cell: usize) {
        let pos = self.pos(cell);
        let times = match self.last {
            Some((square, times)) if square.grown(1).contains(pos) => times + 1,
            _ => 0,
        };
        if times > MAX_WIDENINGS || self.budget == 0 {
            self.last = None;
            self.cells[cell].entropy = DECIDED;
            return;
        }
        self.budget -= 1;
        let square = self.clipped(Rect::between(pos, pos).grown(model.side as i32 + 2 * times));
        self.last = Some((square, times));
        for pos in square.positions() {
            let cell = self.index(pos).expect("the square lies on the map");
            self.open(model, cell);
        }
        let tiles = Rect::between(
            Pos::new(square.left, square.top),
            self.last_tile(model, Pos::new(square.right, square.bottom)),
        );
        site.refuse(tiles);
        site.paint(tiles, Tile::Wall);
        let around = self.clipped(square.grown(1));
        for pos in around.positions().filter(|pos| !square.contains(*pos)) {
            let cell = self.index(pos).expect("the square lies on the map");
            self.reset_known(model, cell);
            self.queue_change(cell, OWN_CHANGE);
        }
    }

    /// Takes the open cell of lowest entropy from the queue.
    fn next_cell(&mut self) -> Option<usize> {
        while let Some(Reverse(entry)) = self.queue.pop() {
            let cell = (entry & ((1 << CELL_BITS) - 1)) as usize;
            if self.entry(cell) == entry {
                return Some(cell);
            }
        }
        None
    }

    /// Draws one of the patterns left for `cell` and removes the others.
    fn collapse_cell(&mut self, model: &Model, cell: usize, stream: &mut Stream) {
        let domain = &mut self.domains[cell * model.words..][..model.words];
        let weight = members(domain).map(|pattern| model.weights[pattern]).sum();
        let mut draw = stream.below(weight);
        let chosen = members(domain).find(|pattern| {
            let weight = model.weights[*pattern];
            let is_drawn = draw < weight;
            draw = draw.saturating_sub(weight);
            is_drawn
        });
        let chosen = chosen.expect("the draw is below the sum of the weights");
        domain.fill(0);
        domain[chosen / 64] = 1 << (chosen % 64);
        self.cells[cell].entropy = DECIDED;
        self.queue_change(cell, OWN_CHANGE);
    }

    /// Paints the tiles determined by a cell's only pattern.
    fn paint(&mut self, model: &Model, site: &mut Site<'_>, cell: usize, pattern: usize) {
        self.cells[cell].entropy = DECIDED;
        let corner = self.pos(cell);
        for pos in Rect::between(corner, self.last_tile(model, corner)).positions() {
            let (x, y) = ((pos.x - corner.x) as usize, (pos.y - corner.y) as usize);
            let tile = model.tile(pattern, x, y);
            if site.map().tiles[pos] != tile {
                site.paint(Rect::between(pos, pos), tile);
            }
        }
    }

    /// The last of the tiles that a cell determines: only its own tile, except in the last column
    /// and row, where it also determines the rest of its pattern.
    fn last_tile(&self, model: &Model, cell: Pos) -> Pos {
        let margin = model.side as i32 - 1;
        let end = |at: i32, side: u32| {
            if at + 1 == side as i32 {
                at + margin
            } else {
                at
            }
        };
        Pos::new(end(cell.x, self.size.width), end(cell.y, self.size.height))
    }

    /// Updates the entropy of stale cells and queues them.
    fn enqueue_stale(&mut self, model: &Model) {
        while let Some(cell) = self.stale.pop() {
            let cell = cell as usize;
            let state = &mut self.cells[cell];
            state.is_stale = false;
            if state.entropy != DECIDED {
                state.entropy = model.entropy(state.weight, state.weight_log);
                let entry = self.entry(cell);
                self.queue.push(Reverse(entry));
            }
        }
    }

    /// The queue entry of a cell: entropy, tie breaker and cell number.
    fn entry(&self, cell: usize) -> u64 {
        let state = &self.cells[cell];
        (u64::from(state.entropy) << TIE_BITS | u64::from(state.tie)) << CELL_BITS | cell as u64
    }

    fn queue_change(&mut self, cell: usize, cause: u8) {
        let causes = &mut self.cells[cell].causes;
        if *causes == 0 {
            self.changed.push_back(cell as u32);
        }
        *causes |= cause;
    }

    fn queue_stale(&mut self, cell: usize) {
        self.cells[cell].entropy = 0;
        if !std::mem::replace(&mut self.cells[cell].is_stale, true) {
            self.stale.push(cell as u32);
        }
    }

    fn is_empty(&self, model: &Model, cell: usize) -> bool {
        let domain = &self.domains[cell * model.words..][..model.words];
        domain.iter().all(|set| *set == 0)
    }

    fn clipped(&self, square: Rect) -> Rect {
        Rect {
            left: square.left.max(0),
            top: square.top.max(0),
            right: square.right.min(self.size.width as i32 - 1),
            bottom: square.bottom.min(self.size.height as i32 - 1),
        }
    }

    fn pos(&self, cell: usize) -> Pos {
        let width = self.size.width as usize;
        Pos::new((cell % width) as i32, (cell / width) as i32)
    }

    fn index(&self, pos: Pos) -> Option<usize> {
        let on_map = self.size.contains(pos);
        on_map.then(|| pos.y as usize * self.size.width as usize + pos.x as usize)
    }
}

fn is_disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |both, (a, b)| both | a & b) == 0
}

/// The numbers in a set, ascending.
fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(word, set)| bits(*set).map(move |bit| word * 64 + bit as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::mapgen::waves::Waves;
    use crate::mapgen::waves::sample::BUILT_IN;
    use crate::mapgen::{Buffers, Generator, Site};

    #[test]
    fn every_neighbourhood_is_one_of_the_samples_unless_its_cell_was_given_up() {
        let size = Size::new(50, 35);
        let (mut cells, mut given_up) = (0, 0);
        for (number, sample) in BUILT_IN.iter().enumerate() {
            let model = Model::new(sample, 3, &[0, 1, 2, 3, 4, 5, 6, 7]);
            let mut collapse = Collapse::default();
            for seed in 0..4 {
                let (mut map, mut buffers) = (Map::new(size, Tile::Wall), Buffers::default());
                let mut site = Site {
                    map: &mut map,
                    buffers: &mut buffers,
                    params: &Waves.params(),
                    seed: crate::rng::Seed(seed),
                    kept: None,
                    observer: None,
                };
                let mut stream = Stream::new(seed, number as u64);
                collapse.run(&model, &mut site, &mut stream, true);
                // Rocks in the fen are too short for a wall along an edge.
                assert_eq!(collapse.closed, number != 4, "sample {number}");
                let count = |cell: usize| {
                    members(&collapse.domains[cell * model.words..][..model.words]).count()
                };
                for cell in 0..collapse.cells.len() {
                    assert!(count(cell) <= 1);
                    cells += 1;
                    let around = collapse
                        .clipped(Rect::between(collapse.pos(cell), collapse.pos(cell)).grown(2));
                    let is_whole = |pos| count(collapse.index(pos).unwrap()) == 1;
                    if !around.positions().all(is_whole) {
                        given_up += 1;
                        continue;
                    }
                    let pattern =
                        members(&collapse.domains[cell * model.words..][..model.words]).next();
                    for at in 0..9 {
                        let (x, y) = (at % 3, at / 3);
                        let pos = collapse.pos(cell) + Pos::new(x as i32, y as i32);
                        assert_eq!(map.tiles[pos], model.tile(pattern.unwrap(), x, y), "{map}");
                    }
                }
            }
        }
        assert!(given_up * 50 < cells, "{given_up} of {cells}");
    }
}
