//! Mazes of cells and walls, used by the maze generators, by Maze Run and for hex text; and how a
//! maze is drawn on a map.
//!
//! A maze is perfect if there is exactly one path between any two cells: it then has one passage
//! fewer than cells. Four algorithms dig perfect mazes, and [`braid`] opens dead ends. Each is a
//! function of a maze, working memory and a [`Stream`](crate::rng::Stream), and reports every
//! passage to a [`Watcher`] in the order in which it is dug:
//!
//! ```
//! use undercroft_core::maze::{self, Buffers, Maze, Distances};
//! use undercroft_core::rng::Stream;
//!
//! let (mut maze, mut buffers) = (Maze::new(20, 10), Buffers::default());
//! let mut dug = 0;
//! maze::depth_first(&mut maze, &mut buffers, &mut Stream::new(42, 54), |_, _| dug += 1);
//! assert_eq!(dug, 199);
//! assert!(maze.is_perfect());
//!
//! let ends = maze.ends(&mut Distances::default());
//! let path = maze.path(ends.start, ends.goal).expect("a perfect maze is connected");
//! assert_eq!(path.len(), ends.steps as usize + 1);
//! ```

mod braid;
mod depth_first;
mod growing_tree;
mod hex;
mod kruskal;
mod passage;
mod search;
mod watch;
mod wilson;

pub use braid::braid;
pub use depth_first::depth_first;
pub use growing_tree::{Growth, growing_tree};
pub use kruskal::kruskal;
pub use search::{Distances, Ends};
pub use watch::Watcher;
pub use wilson::wilson;

use crate::geom::{Dir, Grid, Pos, Size};
use crate::map::{Map, Tile};

/// Bit for an opening or wall at the top of a cell.
pub const UP: u8 = Dir::North.bit();
/// Bit for an opening or wall on the right of a cell.
pub const RIGHT: u8 = Dir::East.bit();
/// Bit for an opening or wall at the bottom of a cell.
pub const DOWN: u8 = Dir::South.bit();
/// Bit for an opening or wall on the left of a cell.
pub const LEFT: u8 = Dir::West.bit();
/// The bits of all four sides.
const ALL: u8 = UP | RIGHT | DOWN | LEFT;
/// The high half of a cell's byte while a maze is being dug: the cell is taken.
const SEEN: u8 = 0xf0;

/// The largest side of a maze, in cells.
pub const MAX_SIDE: u32 = 16_384;

/// A grid of cells, each open or walled towards each of its four neighbours. Both sides of a
/// passage agree, and no cell is open to the outside. Takes one byte per cell.
///
/// Displayed in the hex form that [`from_hex`](Self::from_hex) reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maze {
    width: u32,
    height: u32,
    /// Offset in `cells` from a cell to the one below it; longer than a row.
    stride: usize,
    /// The openings of each cell in the low half of its byte, row by row. A frame (a row above, a
    /// row below, and a byte between the end of a row and the next) ensures that every cell has four
    /// neighbours. The frame and the high halves are 0 except while the maze is being dug.
    cells: Vec<u8>,
}

/// Working memory for digging, kept between mazes so that nothing is allocated once it has grown to
/// their size.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// Cells still to be processed.
    list: Vec<u32>,
    /// The walls and sets of Kruskal's algorithm.
    walls: kruskal::Walls,
}

/// A maze of one closed cell.
impl Default for Maze {
    fn default() -> Self {
        Self::new(1, 1)
    }
}

impl Maze {
    /// A maze of `width` x `height` closed cells, with each side clamped to `1..=`[`MAX_SIDE`].
    pub fn new(width: u32, height: u32) -> Self {
        let mut maze = Self {
            width: 0,
            height: 0,
            stride: 0,
            cells: Vec::new(),
        };
        maze.reset(width, height);
        maze
    }

    /// Resizes the maze as [`new`](Self::new) does and closes every cell. Allocates only if it has
    /// never been as large before.
    pub fn reset(&mut self, width: u32, height: u32) {
        self.width = width.clamp(1, MAX_SIDE);
        self.height = height.clamp(1, MAX_SIDE);
        self.stride = self.width as usize + 1;
        self.cells.clear();
        self.cells
            .resize(self.stride * (self.height as usize + 2), 0);
    }

    /// Columns and rows, in cells.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Whether `cell` lies in the maze.
    #[inline]
    pub const fn contains(&self, cell: Pos) -> bool {
        self.size().contains(cell)
    }

    /// Every cell, row by row, with its openings as in [`openings`](Self::openings).
    pub fn cells(&self) -> impl Iterator<Item = (Pos, u8)> {
        self.rows().enumerate().flat_map(|(y, row)| {
            row.iter()
                .enumerate()
                .map(move |(x, open)| (Pos::new(x as i32, y as i32), *open))
        })
    }

    /// The directions in which `cell` is open: a sum of [`UP`], [`RIGHT`], [`DOWN`] and [`LEFT`]; 0
    /// outside the maze.
    #[inline]
    pub fn openings(&self, cell: Pos) -> u8 {
        if self.contains(cell) {
            self.cells[self.index_of(cell)]
        } else {
            0
        }
    }

    /// The directions in which `cell` has a wall: those in which it is not open; all four outside
    /// the maze.
    #[inline]
    pub fn walls(&self, cell: Pos) -> u8 {
        self.openings(cell) ^ ALL
    }

    /// The cell one step from `cell` in `dir`; `None` if there is a wall.
    #[inline]
    pub fn step(&self, cell: Pos, dir: Dir) -> Option<Pos> {
        (self.openings(cell) & dir.bit() != 0).then(|| cell.step(dir))
    }

    /// Opens the wall between `cell` and its neighbour in `dir`; returns whether there was a wall
    /// to open. There is none at the border, where it is already open, and diagonally.
    pub fn open(&mut self, cell: Pos, dir: Dir) -> bool {
        let wall = self.contains(cell) && self.contains(cell.step(dir)) && !dir.is_diagonal();
        let opens = wall && self.openings(cell) & dir.bit() == 0;
        if opens {
            let (here, there) = (self.index_of(cell), self.index_of(cell.step(dir)));
            self.cells[here] |= dir.bit();
            self.cells[there] |= dir.opposite().bit();
        }
        opens
    }

    /// Number of passages. Linear in the area.
    pub fn passages(&self) -> usize {
        self.cells
            .iter()
            .map(|open| (open & (RIGHT | DOWN)).count_ones() as usize)
            .sum()
    }

    /// Number of cells that are open in only one direction. Linear in the area.
    pub fn dead_ends(&self) -> usize {
        self.cells
            .iter()
            .filter(|open| open.is_power_of_two())
            .count()
    }

    /// A shortest path from one cell to another, both included; `None` if there is none. Linear in
    /// the area; allocates, unlike a reused [`Distances`].
    pub fn path(&self, from: Pos, to: Pos) -> Option<Vec<Pos>> {
        let (mut distances, mut path) = (Distances::default(), Vec::new());
        distances.from(self, from);
        distances.path(self, to, &mut path).then_some(path)
    }

    /// Two cells far apart and their distance: the cell farthest from the top left one, and the
    /// cell farthest from that. In a perfect maze, the path between them is the longest; in a maze
    /// with loops another may be a little longer. Linear in the area.
    pub fn ends(&self, distances: &mut Distances) -> Ends {
        self.ends_near(Pos::new(0, 0), distances)
    }

    /// As [`ends`](Self::ends), for the part of the maze reachable from `cell`.
    pub fn ends_near(&self, cell: Pos, distances: &mut Distances) -> Ends {
        let mut ends = Ends::default();
        distances.from(self, cell);
        (ends.start, _) = distances.farthest().unwrap_or_default();
        distances.from(self, ends.start);
        (ends.goal, ends.steps) = distances.farthest().unwrap_or_default();
        ends
    }

    /// Whether there is exactly one path between any two cells. Linear in the area; allocates.
    pub fn is_perfect(&self) -> bool {
        let area = self.size().area();
        self.passages() == area - 1 && Distances::default().from(self, Pos::new(0, 0)) == area
    }

    /// Draws the maze on `map`, with walls as thick as cells: cell (x, y) is at tile (2x + 1, 2y +
    /// 1), and the map has 2 width + 1 by 2 height + 1 tiles and no start.
    pub fn to_map(&self, map: &mut Map) {
        map.reset(
            Size::new(2 * self.width + 1, 2 * self.height + 1),
            Tile::Wall,
        );
        self.draw(&mut map.tiles);
    }

    /// The maze that [`to_map`](Self::to_map) or a maze generator drew on `map`; `None` if the map
    /// is not such a drawing. Ignores the start.
    pub fn from_map(map: &Map) -> Option<Self> {
        let size = map.size();
        let (width, height) = ((size.width.max(1) - 1) / 2, (size.height.max(1) - 1) / 2);
        if width == 0 || height == 0 || width.max(height) > MAX_SIDE {
            return None;
        }
        let mut maze = Self::new(width, height);
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                let cell = Pos::new(x, y);
                for dir in [Dir::East, Dir::South] {
                    if map.is_walkable(Self::tile(cell) + dir.delta()) {
                        maze.open(cell, dir);
                    }
                }
            }
        }
        let mut drawn = Grid::new(size.width, size.height, Tile::Wall);
        maze.draw(&mut drawn);
        (drawn == map.tiles).then_some(maze)
    }

    /// The tile at which `cell` is drawn.
    pub const fn tile(cell: Pos) -> Pos {
        Pos::new(2 * cell.x + 1, 2 * cell.y + 1)
    }

    /// Draws the passages on `tiles`, which must all be wall and have at least the size that
    /// [`to_map`](Self::to_map) needs.
    pub(crate) fn draw(&self, tiles: &mut Grid<Tile>) {
        let pick = |open: u8| if open == 0 { Tile::Wall } else { Tile::Floor };
        let width = 2 * self.width as usize;
        for (y, row) in self.rows().enumerate() {
            let level = &mut tiles.row_mut(2 * y as u32 + 1)[1..=width];
            for (pair, open) in level.as_chunks_mut().0.iter_mut().zip(row) {
                *pair = [Tile::Floor, pick(open & RIGHT)];
            }
            let below = &mut tiles.row_mut(2 * y as u32 + 2)[1..=width];
            for (pair, open) in below.as_chunks_mut().0.iter_mut().zip(row) {
                *pair = [pick(open & DOWN), Tile::Wall];
            }
        }
    }

    /// The openings of the cells of each row, top row first.
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells
            .chunks_exact(self.stride)
            .skip(1)
            .take(self.height as usize)
            .map(|row| &row[..self.width as usize])
    }

    /// Index in `cells` of a cell, which must lie in the maze.
    #[inline]
    const fn index_of(&self, cell: Pos) -> usize {
        (cell.y as usize + 1) * self.stride + cell.x as usize
    }

    /// Index in `cells` of cell `number`, counted row by row.
    const fn index_of_number(&self, number: u32) -> usize {
        let (x, y) = (number % self.width, number / self.width);
        (y as usize + 1) * self.stride + x as usize
    }

    /// Closes every cell and marks the frame with `mark`.
    fn close(&mut self, mark: u8) {
        let (stride, width) = (self.stride, self.width as usize);
        self.cells.fill(0);
        self.cells[..stride].fill(mark);
        for row in self.cells.chunks_exact_mut(stride).skip(1) {
            row[width..].fill(mark);
        }
        let below = self.cells.len() - stride;
        self.cells[below..].fill(mark);
    }

    /// Clears all marks, leaving only the openings.
    fn clear_marks(&mut self) {
        for cell in &mut self.cells {
            *cell &= ALL;
        }
    }

    /// Opens every passage to the right or down from its other side as well.
    fn open_both_sides(&mut self) {
        let mut rows = self.cells.chunks_exact_mut(self.stride);
        let mut above = rows.next();
        for row in rows {
            for (over, under) in above.into_iter().flatten().zip(row.iter_mut()) {
                *under |= (*over & DOWN) << 2;
            }
            for x in (1..row.len()).rev() {
                row[x] |= (row[x - 1] & RIGHT) >> 2;
            }
            above = Some(row);
        }
    }
}

/// The cell at `index` of `cells` with rows `stride` apart. Cannot panic, so that it costs nothing
/// if the result is unused.
#[inline]
fn cell_at(index: usize, stride: usize) -> Pos {
    let row = index.checked_div(stride).unwrap_or_default();
    let column = index.checked_rem(stride).unwrap_or_default();
    Pos::new(column as i32, row as i32 - 1)
}
