//! The collapse itself: each cell of the map holds the patterns that may still lie there, and loses
//! them until one is left. Knows nothing of connected maps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::model::Model;
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::Tile;
use crate::map::tileset::bits;
use crate::mapgen::{Observer, Site};
use crate::rng::Stream;

/// How often one place is reopened in a row, each time wider, before a cell is given up.
const WIDENINGS: i32 = 6;

/// The map is reopened at most once for so many cells, and a few times more.
const CELLS_A_REOPENING: usize = 24;

/// Bits of a queue entry that name the cell, and those that break ties.
const CELL_BITS: u32 = 20;
const TIE_BITS: u32 = 24;

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct Collapse {
    /// Columns and rows of cells. The pattern of a cell has its top left tile there.
    size: Size,
    /// Whether the outermost tiles are kept wall.
    closed: bool,
    /// For each cell the set of the patterns left. Empty if the cell was given up.
    domains: Vec<u64>,
    cells: Vec<Cell>,
    /// Cells that lost patterns, which their neighbours do not know yet.
    changed: VecDeque<u32>,
    /// Open cells by entropy, the least first; entries that are out of date are passed over.
    queue: BinaryHeap<Reverse<u64>>,
    /// The patterns of the cell at hand.
    left: Vec<u16>,
    /// Its different overlaps in one direction, and for each overlap whether it is among them.
    overlaps: Vec<u16>,
    is_listed: Vec<bool>,
    /// The patterns that it leaves its neighbour.
    allowed: Vec<u64>,
    /// The square that was reopened last, in cells, and how often in a row it was widened.
    last: Option<(Rect, i32)>,
    /// Reopenings left.
    budget: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The entropy of the choice among the patterns left when they were last looked at.
    entropy: u32,
    /// Random, to choose among cells of the same entropy.
    tie: u32,
    /// For each direction the number of overlaps that its neighbour knows it to have left, or
    /// [`UNKNOWN`]. A number that stays the same means that the overlaps do.
    told: [u16; 4],
    /// Whether it is in `changed`.
    is_changed: bool,
}

/// The neighbour is to be told in any case.
const UNKNOWN: u16 = u16::MAX;

/// The entropy of a cell that is not to be chosen any more: beyond that of any queue entry.
const DECIDED: u32 = 1 << 18;

/// No pattern is left for this cell.
struct Contradiction(usize);

impl Collapse {
    /// Fills `site` with the patterns of `model`, with walls along its edges if `closed` is set and
    /// the patterns allow it.
    ///
    /// Chooses the cell of least entropy, draws one of its patterns by weight, and removes from
    /// the cells around whatever no longer fits, until each cell has one pattern. Where a cell
    /// loses its last, the cells around it are opened again, in a square that grows each time;
    /// a cell that fails again and again is given up and constrains its neighbours no longer.
    /// So the map is finished after a number of steps that the number of cells bounds.
    ///
    /// Source of the removal: A. Mackworth, "Consistency in Networks of Relations" (AC-3, 1977).
    pub fn run<O: Observer>(
        &mut self,
        model: &Model,
        site: &mut Site<'_, O>,
        stream: &mut Stream,
        closed: bool,
    ) {
        let tiles = site.size();
        let margin = model.side as u32 - 1;
        self.size = Size::new(tiles.width - margin, tiles.height - margin);
        self.budget = self.size.area() / CELLS_A_REOPENING + 16;
        self.last = None;
        self.is_listed.clear();
        self.is_listed.resize(model.overlaps, false);
        self.cells.clear();
        for _ in 0..self.size.area() {
            let tie = stream.below(1 << TIE_BITS);
            self.cells.push(Cell {
                tie,
                ..Cell::default()
            });
        }
        self.closed = closed;
        self.open_all(model);
        // A sample without walls in the right places cannot end at a wall.
        let is_stuck = (0..self.cells.len()).any(|cell| self.is_empty(model, cell));
        if closed && (is_stuck || self.propagate(model, site).is_err()) {
            self.closed = false;
            self.open_all(model);
        }
        loop {
            while let Err(Contradiction(cell)) = self.propagate(model, site) {
                self.mend(model, site, cell);
            }
            let Some(cell) = self.next_cell() else {
                return;
            };
            self.choose(model, cell, stream);
        }
    }

    /// Opens every cell.
    fn open_all(&mut self, model: &Model) {
        self.domains.clear();
        self.domains.resize(self.cells.len() * model.words, 0);
        self.changed.clear();
        self.queue.clear();
        for cell in 0..self.cells.len() {
            self.cells[cell].is_changed = false;
            self.open(model, cell);
        }
    }

    /// Allows a cell every pattern, but for those that would break a closed edge.
    fn open(&mut self, model: &Model, cell: usize) {
        let pos = self.pos(cell);
        let edges = [
            pos.y == 0,
            pos.x + 1 == self.size.width as i32,
            pos.y + 1 == self.size.height as i32,
            pos.x == 0,
        ];
        let domain = &mut self.domains[cell * model.words..][..model.words];
        for (word, set) in domain.iter_mut().enumerate() {
            let left = model.len() - word * 64;
            *set = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        }
        for (dir, _) in edges.iter().enumerate().filter(|(_, at_edge)| **at_edge) {
            let walled = model.walled(dir).iter().filter(|_| self.closed);
            for (set, walled) in domain.iter_mut().zip(walled) {
                *set &= walled;
            }
        }
        self.cells[cell].told = model.overlap_counts;
        self.cells[cell].entropy = model.most_entropy();
        if self.closed && edges.contains(&true) {
            self.note_change(cell);
        } else {
            self.enqueue(cell);
        }
    }

    /// Tells the neighbours of each changed cell what it has left, and theirs, and so on.
    fn propagate<O: Observer>(
        &mut self,
        model: &Model,
        site: &mut Site<'_, O>,
    ) -> Result<(), Contradiction> {
        while let Some(cell) = self.changed.pop_front() {
            let cell = cell as usize;
            self.cells[cell].is_changed = false;
            self.left.clear();
            let domain = &self.domains[cell * model.words..][..model.words];
            self.left
                .extend(members(domain).map(|pattern| pattern as u16));
            match self.left[..] {
                // A cell without a pattern constrains nothing.
                [] => continue,
                [pattern] => self.paint(model, site, cell, pattern.into()),
                _ => {
                    let weight = |table: &[u32]| self.left.iter().map(|p| table[*p as usize]).sum();
                    self.cells[cell].entropy =
                        model.entropy(weight(&model.weights), weight(&model.weight_logs));
                    self.enqueue(cell);
                }
            }
            let pos = self.pos(cell);
            for (dir, step) in Dir::CARDINAL.into_iter().enumerate() {
                let neighbour = self.index(pos.step(step));
                let open = neighbour.filter(|neighbour| !self.is_empty(model, *neighbour));
                let Some(neighbour) = open else { continue };
                if self.tell(model, cell, dir, neighbour) && self.is_empty(model, neighbour) {
                    // The other neighbours are still to be told.
                    self.note_change(cell);
                    return Err(Contradiction(neighbour));
                }
            }
        }
        Ok(())
    }

    /// Removes from `neighbour`, which lies in direction number `dir` of `cell`, what fits none of
    /// the patterns `left`. Whether that was anything.
    fn tell(&mut self, model: &Model, cell: usize, dir: usize, neighbour: usize) -> bool {
        self.overlaps.clear();
        let told = self.cells[cell].told[dir];
        for pattern in &self.left {
            if self.overlaps.len() == usize::from(told) {
                break;
            }
            let overlap = model.overlap_of(dir, (*pattern).into());
            if !std::mem::replace(&mut self.is_listed[overlap], true) {
                self.overlaps.push(overlap as u16);
            }
        }
        self.allowed.clear();
        self.allowed.resize(model.words, 0);
        let is_news = told != self.overlaps.len() as u16;
        self.cells[cell].told[dir] = self.overlaps.len() as u16;
        for overlap in &self.overlaps {
            self.is_listed[*overlap as usize] = false;
            if is_news {
                let fitting = model.holders((dir + 2) % 4, (*overlap).into());
                for (set, more) in self.allowed.iter_mut().zip(fitting) {
                    *set |= more;
                }
            }
        }
        if !is_news {
            return false;
        }
        let domain = &mut self.domains[neighbour * model.words..][..model.words];
        let mut lost = 0;
        for (set, allowed) in domain.iter_mut().zip(&self.allowed) {
            lost |= *set & !allowed;
            *set &= allowed;
        }
        if lost != 0 {
            self.note_change(neighbour);
        }
        lost != 0
    }

    /// Opens the cells around one that has no pattern left, or gives it up.
    fn mend<O: Observer>(&mut self, model: &Model, site: &mut Site<'_, O>, cell: usize) {
        let pos = self.pos(cell);
        let times = match self.last {
            Some((square, times)) if square.grown(1).contains(pos) => times + 1,
            _ => 0,
        };
        if times > WIDENINGS || self.budget == 0 {
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
            self.cells[cell].told = [UNKNOWN; 4];
            self.note_change(cell);
        }
    }

    /// The open cell of least entropy.
    fn next_cell(&mut self) -> Option<usize> {
        loop {
            let Reverse(entry) = self.queue.pop()?;
            let cell = (entry & ((1 << CELL_BITS) - 1)) as usize;
            if self.entry(cell) == entry {
                return Some(cell);
            }
        }
    }

    /// Draws one of the patterns that are left for `cell` and removes the others.
    fn choose(&mut self, model: &Model, cell: usize, stream: &mut Stream) {
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
        self.note_change(cell);
    }

    /// Paints the tiles that a cell decides by its one pattern.
    fn paint<O: Observer>(
        &mut self,
        model: &Model,
        site: &mut Site<'_, O>,
        cell: usize,
        pattern: usize,
    ) {
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

    /// The last of the tiles that a cell decides: its own, and in the last column and row the rest
    /// of its pattern.
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

    fn enqueue(&mut self, cell: usize) {
        let entry = self.entry(cell);
        self.queue.push(Reverse(entry));
    }

    /// The queue entry of a cell: entropy, tie breaker and number.
    fn entry(&self, cell: usize) -> u64 {
        let state = &self.cells[cell];
        (u64::from(state.entropy) << TIE_BITS | u64::from(state.tie)) << CELL_BITS | cell as u64
    }

    fn note_change(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.cells[cell].is_changed, true) {
            self.changed.push_back(cell as u32);
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
        let on_map = (pos.x as u32) < self.size.width && (pos.y as u32) < self.size.height;
        on_map.then(|| pos.y as usize * self.size.width as usize + pos.x as usize)
    }
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
    use crate::mapgen::observer::Silent;
    use crate::mapgen::waves::sample::OURS;
    use crate::mapgen::{Buffers, Site};

    #[test]
    fn every_neighbourhood_is_one_of_the_samples_unless_its_cell_was_given_up() {
        let size = Size::new(50, 35);
        let (mut cells, mut given_up) = (0, 0);
        for (number, sample) in OURS.iter().enumerate() {
            let model = Model::new(sample, 3, &[0, 1, 2, 3, 4, 5, 6, 7]);
            let mut collapse = Collapse::default();
            for seed in 0..4 {
                let (mut map, mut buffers) = (Map::new(size, Tile::Wall), Buffers::default());
                let mut site = Site::new(&mut map, &mut buffers, Silent);
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
