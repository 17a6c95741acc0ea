//! Positions, directions, rectangles and row-major grids: the geometry shared by all layers.
//!
//! The origin is the top-left tile; `x` grows to the right and `y` downwards.

use std::fmt;
use std::ops::{Add, AddAssign, Index, IndexMut, Sub};

use serde::{Deserialize, Serialize};

use crate::decimal::parse_digits;
use crate::text::{self, Invalid};

/// A tile's position, or the difference of two: column `x`, row `y`, in tiles.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Pos {
    /// Column in tiles, growing to the right.
    pub x: i32,
    /// Row in tiles, growing downwards.
    pub y: i32,
}

impl Pos {
    /// The position at column `x`, row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The number of steps from here to `to` over open ground, diagonal steps included (Chebyshev
    /// distance); at most `i32::MAX`.
    pub const fn steps_to(self, to: Self) -> i32 {
        let across = to.x.saturating_sub(self.x).saturating_abs();
        let along = to.y.saturating_sub(self.y).saturating_abs();
        if across > along { across } else { along }
    }

    /// The tiles exactly `radius` steps away, row by row.
    pub(crate) fn ring(self, radius: i32) -> impl Iterator<Item = Self> {
        let square = Rect::between(self, self).grown(radius).positions();
        square.filter(move |pos| pos.steps_to(self) == radius)
    }

    /// The direction of the step from here to `to`; `None` if the two are not adjacent.
    pub fn dir_to(self, to: Self) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| self.step(*dir) == to)
    }

    /// The neighbour one step away in `dir`.
    pub const fn step(self, dir: Dir) -> Self {
        let d = dir.delta();
        Self::new(self.x + d.x, self.y + d.y)
    }
}

impl Add for Pos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Pos {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pos {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// One of the eight directions of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Dir {
    /// Up, towards smaller `y`.
    North,
    /// Right, towards larger `x`.
    East,
    /// Down, towards larger `y`.
    South,
    /// Left, towards smaller `x`.
    West,
    /// Up and right: `x + 1`, `y - 1`.
    NorthEast,
    /// Down and right: `x + 1`, `y + 1`.
    SouthEast,
    /// Down and left: `x - 1`, `y + 1`.
    SouthWest,
    /// Up and left: `x - 1`, `y - 1`.
    NorthWest,
}

impl Dir {
    /// Up, right, down, left: the order in which generators visit neighbours.
    pub const CARDINAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// All eight, the four cardinal ones first.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The direction as a difference of positions.
    pub const fn delta(self) -> Pos {
        match self {
            Self::North => Pos::new(0, -1),
            Self::East => Pos::new(1, 0),
            Self::South => Pos::new(0, 1),
            Self::West => Pos::new(-1, 0),
            Self::NorthEast => Pos::new(1, -1),
            Self::SouthEast => Pos::new(1, 1),
            Self::SouthWest => Pos::new(-1, 1),
            Self::NorthWest => Pos::new(-1, -1),
        }
    }

    /// The two cardinal components of a diagonal direction; a cardinal one twice.
    pub const fn sides(self) -> [Self; 2] {
        match self {
            Self::NorthEast => [Self::North, Self::East],
            Self::SouthEast => [Self::South, Self::East],
            Self::SouthWest => [Self::South, Self::West],
            Self::NorthWest => [Self::North, Self::West],
            cardinal => [cardinal, cardinal],
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        let number = self as usize;
        Self::ALL[number & 4 | (number + 2) & 3]
    }

    /// The direction's bit in a set of sides: up 8, right 4, down 2, left 1; 0 for a diagonal.
    #[inline]
    pub const fn bit(self) -> u8 {
        match self {
            Self::North => 8,
            Self::East => 4,
            Self::South => 2,
            Self::West => 1,
            _ => 0,
        }
    }

    /// Whether the direction changes both coordinates.
    pub const fn is_diagonal(self) -> bool {
        let d = self.delta();
        d.x != 0 && d.y != 0
    }
}

/// A size in tiles, written `WxH`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Size {
    /// Width in tiles; 0 for an empty map.
    pub width: u32,
    /// Height in tiles; 0 for an empty map.
    pub height: u32,
}

impl Size {
    /// `width` columns by `height` rows.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Number of tiles: width times height.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `pos` lies within this size, the top-left tile being (0,0).
    #[inline]
    pub const fn contains(self, pos: Pos) -> bool {
        // A negative coordinate wraps to more than any width.
        (pos.x as u32) < self.width && (pos.y as u32) < self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// One of the eight orientations of a drawing, 0 to 7: bit 0 swaps left and right, bit 1 top and
/// bottom, and then bit 2 rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Orientation(pub u32);

impl Orientation {
    /// The size, once oriented, of a drawing of size `drawn`.
    pub const fn size(self, drawn: Size) -> Size {
        if self.0 & 4 == 0 {
            drawn
        } else {
            Size::new(drawn.height, drawn.width)
        }
    }

    /// The position in a drawing of size `drawn` of what comes to lie at `pos`, which must be
    /// within [`size`](Self::size).
    pub const fn source(self, pos: Pos, drawn: Size) -> Pos {
        let Pos { mut x, mut y } = pos;
        if self.0 & 4 != 0 {
            (x, y) = (y, x);
        }
        if self.0 & 1 != 0 {
            x = drawn.width as i32 - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = drawn.height as i32 - 1 - y;
        }
        Pos::new(x, y)
    }
}

/// A grid as it is laid down: rotated or mirrored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oriented<'a, T> {
    grid: &'a Grid<T>,
    orientation: Orientation,
}

impl<T: Copy> Oriented<'_, T> {
    /// Its size as it lies.
    pub fn size(self) -> Size {
        self.orientation.size(self.grid.size())
    }

    /// What lies at `pos`, counted from the top left corner; `pos` must be within the size.
    pub fn at(self, pos: Pos) -> T {
        self.grid[self.orientation.source(pos, self.grid.size())]
    }
}

impl std::str::FromStr for Size {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        text::value(text)
            .split_once(['x', 'X'])
            .and_then(|(w, h)| Some(Self::new(parse_digits(w)?, parse_digits(h)?)))
            .ok_or_else(|| {
                let found = text::excerpt(text);
                Invalid::new(format_args!(
                    "\"{found}\" is not a size; write columns x rows, as in 80x50"
                ))
            })
    }
}

/// A rectangle of tiles, both corners included, so never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rect {
    /// Leftmost column, included.
    pub left: i32,
    /// Topmost row, included.
    pub top: i32,
    /// Rightmost column, included; `>= left`.
    pub right: i32,
    /// Lowest row, included; `>= top`.
    pub bottom: i32,
}

impl Rect {
    /// The rectangle between two opposite corners, in any order, both included.
    pub fn between(a: Pos, b: Pos) -> Self {
        Self {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            right: a.x.max(b.x),
            bottom: a.y.max(b.y),
        }
    }

    /// `width` x `height` tiles (each at least 1) with `at` as the top-left one.
    pub fn sized(at: Pos, width: i32, height: i32) -> Self {
        Self {
            left: at.x,
            top: at.y,
            right: at.x + width.max(1) - 1,
            bottom: at.y + height.max(1) - 1,
        }
    }

    /// Columns, at least 1.
    pub const fn width(self) -> i32 {
        self.right - self.left + 1
    }

    /// Rows, at least 1.
    pub const fn height(self) -> i32 {
        self.bottom - self.top + 1
    }

    /// The middle tile; on an even side, the upper or left one of the middle two.
    pub const fn center(self) -> Pos {
        Pos::new(
            self.left + (self.right - self.left) / 2,
            self.top + (self.bottom - self.top) / 2,
        )
    }

    /// Whether `pos` lies in the rectangle.
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= self.left && pos.x <= self.right && pos.y >= self.top && pos.y <= self.bottom
    }

    /// Whether the two rectangles share a tile.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        // `&` rather than `&&`: four comparisons are cheaper than four branches.
        (self.left <= other.right)
            & (other.left <= self.right)
            & (self.top <= other.bottom)
            & (other.top <= self.bottom)
    }

    /// The rectangle extended by `by` tiles on every side; a negative number shrinks it.
    pub const fn grown(self, by: i32) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// The smallest rectangle that contains both.
    pub fn hull(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Every position in the rectangle, row by row.
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.top..=self.bottom)
            .flat_map(move |y| (self.left..=self.right).map(move |x| Pos::new(x, y)))
    }
}

/// A row-major grid of `width` x `height` values.
///
/// ```
/// use undercroft_core::geom::{Grid, Pos};
/// let mut grid = Grid::new(4, 3, '.');
/// grid[Pos::new(1, 2)] = '@';
/// assert_eq!(grid.row(2), ['.', '@', '.', '.']);
/// assert_eq!(grid.get(Pos::new(4, 0)), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Fields<T>")]
pub struct Grid<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

/// The serialized form of a [`Grid`], before its size is checked.
#[derive(Deserialize)]
struct Fields<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

impl<T> TryFrom<Fields<T>> for Grid<T> {
    type Error = String;

    fn try_from(fields: Fields<T>) -> Result<Self, String> {
        let Fields {
            width,
            height,
            cells,
        } = fields;
        if u64::from(width) * u64::from(height) != cells.len() as u64 {
            let count = cells.len();
            return Err(format!(
                "a grid of {width}x{height} cannot have {count} cells"
            ));
        }
        Ok(Self {
            width,
            height,
            cells,
        })
    }
}

impl<T: Clone> Grid<T> {
    /// A grid filled with `fill`.
    pub fn new(width: u32, height: u32, fill: T) -> Self {
        Self {
            width,
            height,
            cells: vec![fill; Size::new(width, height).area()],
        }
    }

    /// The grid in one of its eight orientations, `turn` being 0 to 7.
    pub(crate) const fn oriented(&self, turn: u32) -> Oriented<'_, T> {
        Oriented {
            grid: self,
            orientation: Orientation(turn),
        }
    }

    /// Replaces the contents by a grid of a new size filled with `fill`; allocates only if the area
    /// exceeds any before.
    pub fn reset(&mut self, width: u32, height: u32, fill: T) {
        let area = Size::new(width, height).area();
        self.width = width;
        self.height = height;
        if self.cells.len() == area {
            self.cells.fill(fill);
        } else {
            self.cells.clear();
            self.cells.resize(area, fill);
        }
    }
}

impl<T> Grid<T> {
    /// Number of columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Number of columns and rows.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Whether `pos` is on the grid.
    #[inline]
    pub const fn contains(&self, pos: Pos) -> bool {
        self.size().contains(pos)
    }

    /// Index into [`as_slice`](Self::as_slice) of a position; `None` outside the grid.
    #[inline]
    pub const fn index_of(&self, pos: Pos) -> Option<usize> {
        if self.contains(pos) {
            Some(pos.y as usize * self.width as usize + pos.x as usize)
        } else {
            None
        }
    }

    /// Position of index `index` of [`as_slice`](Self::as_slice). The grid must not be empty.
    #[inline]
    pub const fn pos_of(&self, index: usize) -> Pos {
        let width = self.width as usize;
        Pos::new((index % width) as i32, (index / width) as i32)
    }

    /// The value at `pos`, or `None` outside the grid.
    #[inline]
    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.index_of(pos).map(|i| &self.cells[i])
    }

    /// Mutable access to the value at `pos`, or `None` outside the grid.
    #[inline]
    pub fn get_mut(&mut self, pos: Pos) -> Option<&mut T> {
        self.index_of(pos).map(|i| &mut self.cells[i])
    }

    /// All values, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All values, mutable, row by row.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Row `y`, which must be on the grid.
    #[inline]
    pub fn row(&self, y: u32) -> &[T] {
        let start = y as usize * self.width as usize;
        &self.cells[start..start + self.width as usize]
    }

    /// Row `y`, mutable, which must be on the grid.
    #[inline]
    pub fn row_mut(&mut self, y: u32) -> &mut [T] {
        let start = y as usize * self.width as usize;
        &mut self.cells[start..start + self.width as usize]
    }

    /// The rows, top row first; none if the grid has no columns.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks_exact((self.width as usize).max(1))
    }

    /// Every position with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.cells
            .iter()
            .enumerate()
            .map(|(i, cell)| (self.pos_of(i), cell))
    }
}

impl<T> Index<Pos> for Grid<T> {
    type Output = T;

    /// The value at `pos`, which must be on the grid.
    #[inline]
    fn index(&self, pos: Pos) -> &T {
        match self.get(pos) {
            Some(cell) => cell,
            None => panic!("{pos} is outside a grid of {}", self.size()),
        }
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, pos: Pos) -> &mut T {
        let size = self.size();
        match self.get_mut(pos) {
            Some(cell) => cell,
            None => panic!("{pos} is outside a grid of {size}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_position_is_outside() {
        let grid = Grid::new(3, 2, 0);
        assert_eq!(grid.get(Pos::new(-1, 0)), None);
        assert_eq!(grid.get(Pos::new(0, -1)), None);
        assert_eq!(grid.get(Pos::new(3, 0)), None);
        assert_eq!(grid.get(Pos::new(0, 2)), None);
        assert_eq!(grid.get(Pos::new(2, 1)), Some(&0));
    }

    #[test]
    fn index_and_position_are_inverse() {
        let grid = Grid::new(7, 5, ());
        for i in 0..35 {
            assert_eq!(grid.index_of(grid.pos_of(i)), Some(i));
        }
    }

    #[test]
    fn a_grid_is_read_only_if_its_size_fits_its_cells() {
        let grid = Grid::new(3, 2, 7);
        let text = serde_json::to_string(&grid).unwrap();
        assert_eq!(serde_json::from_str::<Grid<i32>>(&text).unwrap(), grid);
        for (width, height) in [
            (2_u32, 2_u32),
            (3, 3),
            (0, 0),
            (6, 0),
            (65536, 65536),
            (3, 1 << 31),
        ] {
            let size = format!(r#""width":{width},"height":{height}"#);
            let wrong = text.replace(r#""width":3,"height":2"#, &size);
            let error = serde_json::from_str::<Grid<i32>>(&wrong).unwrap_err();
            let expected = format!("a grid of {width}x{height} cannot have 6 cells");
            assert!(error.to_string().contains(&expected), "{error}");
        }
    }

    #[test]
    fn a_reset_grid_holds_nothing_of_the_old_one() {
        let mut grid = Grid::new(4, 4, 1);
        grid.reset(3, 2, 0);
        assert_eq!(grid, Grid::new(3, 2, 0));
        grid.reset(5, 5, 2);
        assert_eq!(grid, Grid::new(5, 5, 2));
    }

    #[test]
    fn eight_orientations_of_a_drawing_are_told_apart_and_keep_every_tile() {
        let drawn = Size::new(3, 2);
        let mut seen = std::collections::BTreeSet::new();
        for orientation in (0..8).map(Orientation) {
            let size = orientation.size(drawn);
            let rect = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
            let sources: Vec<Pos> = rect
                .positions()
                .map(|pos| orientation.source(pos, drawn))
                .collect();
            assert!(sources.iter().all(|pos| drawn.contains(*pos)));
            let distinct: std::collections::BTreeSet<Pos> = sources.iter().copied().collect();
            assert_eq!(distinct.len(), drawn.area());
            seen.insert((size.width, sources));
        }
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn steps_between_positions_are_counted_along_the_longer_axis() {
        let from = Pos::new(2, -1);
        assert_eq!(from.steps_to(from), 0);
        assert_eq!(from.steps_to(Pos::new(3, 0)), 1);
        assert_eq!(from.steps_to(Pos::new(-2, 1)), 4);
        assert_eq!(from.steps_to(Pos::new(i32::MIN, i32::MIN)), i32::MAX);
    }

    #[test]
    fn a_step_and_its_opposite_lead_back() {
        for dir in Dir::ALL {
            let start = Pos::default();
            assert_eq!(start.step(dir).step(dir.opposite()), start);
            assert_eq!(start.dir_to(start.step(dir)), Some(dir));
        }
        for apart in [Pos::default(), Pos::new(2, 0), Pos::new(1, -2)] {
            assert_eq!(Pos::default().dir_to(apart), None);
        }
    }

    #[test]
    fn rectangles_touch_only_where_they_share_a_tile() {
        let a = Rect::sized(Pos::new(2, 2), 3, 3);
        assert!(a.intersects(Rect::sized(Pos::new(4, 4), 2, 2)));
        assert!(!a.intersects(Rect::sized(Pos::new(5, 2), 2, 2)));
        assert!(a.grown(1).intersects(Rect::sized(Pos::new(5, 2), 2, 2)));
        assert_eq!(a.positions().count(), 9);
        assert_eq!(a.center(), Pos::new(3, 3));
        assert_eq!(Rect::between(Pos::new(4, 4), Pos::new(2, 2)), a);
        let apart = Rect::sized(Pos::new(1, 6), 2, 1);
        assert_eq!(a.hull(apart), Rect::sized(Pos::new(1, 2), 4, 5));
    }

    #[test]
    fn a_size_reads_back_as_it_is_written() {
        assert_eq!("80x50".parse(), Ok(Size::new(80, 50)));
        assert_eq!(Size::new(80, 50).to_string(), "80x50");
        for bad in [
            "",
            "80",
            "80x",
            "x50",
            "-1x5",
            "80x50x2",
            "8 0x5",
            "+8x5",
            "99999999999x1",
        ] {
            let error = bad.parse::<Size>().unwrap_err().to_string();
            assert!(error.contains(&format!("\"{bad}\"")), "{error}");
            assert!(error.contains("80x50"), "{error}");
        }
    }
}
