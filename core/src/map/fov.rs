//! Field of view: which tiles are visible from a tile.
//!
//! Symmetric shadowcasting as described by Albert Ford ("Symmetric Shadowcasting", 2017). The plane
//! around the origin is divided into four quarters, each scanned line by line away from the origin.
//! A tile that blocks sight is treated as the segment through its middle, one tile wide along its
//! line, and hides what lies behind that segment; it is visible if any part of the segment is. Any
//! other tile is visible if its centre is. So if one floor tile sees another, the other sees it
//! too.
//!
//! The area between two slopes is a sector. Lines are rows for the quarters above and below, and
//! columns for the other two; both are kept as bits. One word holds the part of a line that a
//! sector usually meets, walls are found in it by counting zeros, and the visible part is always
//! one run of tiles. Tile by tile, with slopes as fractions, it is seen at 0.17 to 0.61 of the speed, below the aim of
//! docs/performance.md.

use std::ops::Range;

use super::{Map, TileSet};
use crate::geom::{Pos, Rect, Size};

/// As a radius: no limit other than [`FARTHEST`].
pub const UNLIMITED: u32 = u32::MAX;

/// The farthest visible distance in tiles, along the longer axis.
pub const FARTHEST: u32 = 4096;

/// Slopes and columns are fixed-point numbers with this many fractional bits.
const FRACTION: u32 = 48;
const ONE: i64 = 1 << FRACTION;
const HALF: i64 = ONE / 2;

/// A tolerance for rounding. It is smaller than the distance between two different columns, or
/// between a column and half a tile, where slopes meet lines (at least 2^-13 up to [`FARTHEST`]),
/// and larger than the error of such a column (at most 2^-36). Adding it before rounding makes
/// rounding exact.
const SLACK: i64 = ONE >> 16;

/// The slope through the edge of column `column` at `depth` that faces lower columns.
#[inline]
fn edge(depth: i32, column: i32) -> i64 {
    (i64::from(2 * column - 1) << FRACTION) / i64::from(2 * depth)
}

/// The area between two slopes, starting at one line.
#[derive(Clone, Copy, Debug)]
struct Sector {
    depth: i32,
    start: i64,
    end: i64,
}

/// The columns in which a sector meets a line.
struct Strip {
    first: i32,
    last: i32,
    /// Whether the centre of the first or last column lies outside the slopes.
    off_first: bool,
    off_last: bool,
}

impl Sector {
    /// Where the sector meets its line, limited to columns `from` to `to`.
    #[inline]
    fn strip(self, from: i32, to: i32) -> Strip {
        let depth = i64::from(self.depth);
        let (start, end) = (self.start * depth, self.end * depth);
        // Rounds halves inwards.
        let first = (((start + HALF + SLACK) >> FRACTION) as i32).max(from);
        let last = (((end + HALF - SLACK) >> FRACTION) as i32).min(to);
        Strip {
            first,
            last,
            off_first: i64::from(first) << FRACTION < start - SLACK,
            off_last: i64::from(last) << FRACTION > end + SLACK,
        }
    }

    /// The part of the sector that continues behind its line if, of the columns `met`, only the run
    /// `open` is open.
    #[inline]
    fn behind(self, open: Range<i32>, met: Range<i32>) -> Self {
        // Computes both: a branch would often be mispredicted.
        let (near, far) = (edge(self.depth, open.start), edge(self.depth, open.end));
        Self {
            depth: self.depth + 1,
            start: if open.start == met.start {
                self.start
            } else {
                near
            },
            end: if open.end == met.end { self.end } else { far },
        }
    }

    /// The parts of the sector that continue behind a strip of at most 64 columns, of which the
    /// bits of `floor`, at least one of them set, are open. Returns the last part and pushes the
    /// others to `sectors`.
    #[inline]
    fn split(self, strip: &Strip, mut floor: u64, sectors: &mut Vec<Self>) -> Self {
        loop {
            let left = floor.trailing_zeros() as i32;
            let rest = floor & floor.wrapping_add(1 << left);
            let right = 64 - (floor ^ rest).leading_zeros() as i32;
            let open = strip.first + left..strip.first + right;
            let part = self.behind(open, strip.first..strip.last + 1);
            if rest == 0 {
                return part;
            }
            sectors.push(part);
            floor = rest;
        }
    }
}

/// The tiles that block sight on one map, and the buffers for computing fields of view.
///
/// ```
/// use undercroft_core::{geom::Pos, map::{Map, TileSet, fov::Sight}};
/// let map = Map::from_text("@.+.\n")?;
/// let mut sight = Sight::of(&map);
/// let mut seen = TileSet::default();
/// sight.look(Pos::new(0, 0), 8, &mut seen);
/// assert_eq!(seen.iter().map(|pos| pos.x).collect::<Vec<_>>(), [0, 1, 2]);
/// sight.set_opaque(Pos::new(2, 0), false);
/// sight.look(Pos::new(0, 0), 8, &mut seen);
/// assert!(seen.contains(Pos::new(3, 0)));
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The tiles that block sight, and the same set with rows and columns exchanged.
    by_row: TileSet,
    by_column: TileSet,
    /// Sectors still to scan.
    sectors: Vec<Sector>,
    /// How many tiles the disc of radius `radius` reaches to either side, by depth.
    disc: Vec<i32>,
    radius: u32,
}

impl Sight {
    /// The field of view on `map`, where opaque tiles block sight. Linear in the area.
    pub fn of(map: &Map) -> Self {
        let mut sight = Self::default();
        sight.reset(map.size(), |pos| map.tiles[pos].is_opaque());
        sight
    }

    /// Switches to a map of `size` on which `opaque` says which tiles block sight. Linear in the
    /// area; allocates only for a map larger than before.
    pub fn reset(&mut self, size: Size, opaque: impl Fn(Pos) -> bool) {
        self.by_row.reset(size);
        self.by_column.reset(Size::new(size.height, size.width));
        self.disc.clear();
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                if opaque(Pos::new(x, y)) {
                    self.set_opaque(Pos::new(x, y), true);
                }
            }
        }
    }

    /// Sets whether a tile blocks sight, for example when a door is opened or closed. Does nothing
    /// outside the map. Constant time.
    pub fn set_opaque(&mut self, pos: Pos, opaque: bool) {
        let turned = Pos::new(pos.y, pos.x);
        if opaque {
            self.by_row.insert(pos);
            self.by_column.insert(turned);
        } else {
            self.by_row.remove(pos);
            self.by_column.remove(turned);
        }
    }

    /// Whether a tile blocks sight; true outside the map.
    pub fn is_opaque(&self, pos: Pos) -> bool {
        !self.size().contains(pos) || self.by_row.contains(pos)
    }

    /// Size of the map in tiles.
    pub const fn size(&self) -> Size {
        self.by_row.size()
    }

    /// Sets `seen` to the tiles visible from `origin`, including the origin and walls; empty if the
    /// origin is outside the map. `radius` is that of a disc, rounded to whole tiles (`dx² + dy² <=
    /// radius² + radius`), from 0 to [`UNLIMITED`].
    ///
    /// Cost: about linear in the visible walls and in the lines of sight, 64 tiles at a time;
    /// repeated calls allocate nothing.
    pub fn look(&mut self, origin: Pos, radius: u32, seen: &mut TileSet) {
        let size = self.size();
        seen.reset(size);
        if !seen.insert(origin) {
            return;
        }
        self.set_radius(radius);
        for ahead in [-1, 1] {
            let quarter = Quarter {
                opaque: &self.by_row,
                line: origin.y,
                column: origin.x,
                ahead,
                disc: &self.disc,
            };
            quarter.scan(&mut self.sectors, Rows(seen));
            let quarter = Quarter {
                opaque: &self.by_column,
                line: origin.x,
                column: origin.y,
                ahead,
                disc: &self.disc,
            };
            quarter.scan(&mut self.sectors, Columns(seen));
        }
    }

    /// Fills the disc table, unless it already holds this radius.
    fn set_radius(&mut self, radius: u32) {
        if self.radius == radius && !self.disc.is_empty() {
            return;
        }
        let Size { width, height } = self.size();
        let lines = width.max(height).min(FARTHEST + 1);
        self.radius = radius;
        self.disc.clear();
        if radius >= width.saturating_add(height) {
            self.disc.resize(lines as usize, i32::MAX);
        } else {
            let widths = (0..lines).map_while(|depth| half_width(radius, depth));
            self.disc.extend(widths);
        }
    }
}

/// How many tiles a disc of a radius below 2^30 reaches to either side of its centre, `depth` rows
/// away from it; `None` if it does not reach that row.
fn half_width(radius: u32, depth: u32) -> Option<i32> {
    let (radius, depth) = (u64::from(radius), u64::from(depth));
    let rest = (radius * (radius + 1)).checked_sub(depth * depth)?;
    i32::try_from(rest.isqrt()).ok()
}

/// Sets `seen` to those of the tiles `wide`, visible from `origin` without a radius, that lie within `radius` or
/// are `lit`. Sight is symmetric within the radius, and between lit tiles.
///
/// Cost: linear in the words; repeated calls allocate nothing.
pub fn keep_lit(wide: &TileSet, origin: Pos, radius: u32, lit: &TileSet, seen: &mut TileSet) {
    seen.reset(wide.size());
    seen.insert_common(wide, lit);
    seen.insert_within(wide, origin, radius);
}

/// One of the four quarters around an origin.
struct Quarter<'a> {
    /// The tiles that block sight, by lines.
    opaque: &'a TileSet,
    /// The origin's line, and its column on that line.
    line: i32,
    column: i32,
    /// The step from one line to the next: -1 or 1.
    ahead: i32,
    /// How far the disc reaches to either side on a line, by depth.
    disc: &'a [i32],
}

/// Receives the visible tiles of a scan.
trait Canvas {
    /// Adds the columns of a line whose bit is set, the lowest bit being column `from`. The set
    /// bits form at most one run.
    fn add(&mut self, line: usize, from: usize, bits: u64);
    /// Adds columns `from..=to` of a line.
    fn add_long(&mut self, line: usize, from: usize, to: usize);
}

/// A canvas whose lines are rows.
struct Rows<'a>(&'a mut TileSet);

impl Canvas for Rows<'_> {
    #[inline]
    fn add(&mut self, line: usize, from: usize, bits: u64) {
        self.0.insert_bits(line, from, bits);
    }

    fn add_long(&mut self, line: usize, from: usize, to: usize) {
        let first = Pos::new(from as i32, line as i32);
        let last = Pos::new(to as i32, line as i32);
        self.0.insert_rect(Rect::between(first, last));
    }
}

/// A canvas whose lines are columns.
struct Columns<'a>(&'a mut TileSet);

impl Canvas for Columns<'_> {
    #[inline]
    fn add(&mut self, line: usize, from: usize, bits: u64) {
        if bits != 0 {
            let (first, last) = (bits.trailing_zeros(), 63 - bits.leading_zeros());
            self.add_long(line, from + first as usize, from + last as usize);
        }
    }

    #[inline]
    fn add_long(&mut self, line: usize, from: usize, to: usize) {
        self.0.insert_in_column(line, from, to);
    }
}

impl Quarter<'_> {
    /// Scans the quarter and adds its visible tiles to `seen`. `sectors` is empty before and after.
    #[inline]
    fn scan(&self, sectors: &mut Vec<Sector>, mut seen: impl Canvas) {
        let Size { width, height } = self.opaque.size();
        let (before, after) = (-self.column, width as i32 - 1 - self.column);
        let lines = match self.ahead {
            ..0 => self.line,
            0.. => height as i32 - 1 - self.line,
        };
        // The disc table has at least an entry for depth 0.
        let disc = &self.disc[..(lines as usize + 1).min(self.disc.len())];
        let mut sector = Sector {
            depth: 1,
            start: -ONE,
            end: ONE,
        };
        loop {
            while let Some(&half) = disc.get(sector.depth as usize) {
                // Columns outside the map or the disc are skipped: both are convex, so that nothing
                // outside hides anything inside.
                let strip = sector.strip(before.max(-half), after.min(half));
                if strip.first > strip.last {
                    break;
                }
                let line = (self.line + self.ahead * sector.depth) as usize;
                let from = (self.column + strip.first) as usize;
                let beyond = (strip.last - strip.first) as u32;
                if beyond >= 64 {
                    self.scan_long(sector, strip, sectors, &mut seen);
                    break;
                }
                let all = !0 >> (63 - beyond);
                let floor = !self.opaque.window(line, from) & all;
                let off = u64::from(strip.off_first) | u64::from(strip.off_last) << beyond;
                seen.add(line, from, all & !(off & floor));
                if floor == all {
                    sector.depth += 1;
                    continue;
                }
                if floor == 0 {
                    break;
                }
                sector = sector.split(&strip, floor, sectors);
            }
            match sectors.pop() {
                Some(next) => sector = next,
                None => return,
            }
        }
    }

    /// Scans a line that the sector meets in more columns than a word has bits, and pushes the
    /// parts behind it to `sectors`.
    #[cold]
    #[inline(never)]
    fn scan_long(
        &self,
        sector: Sector,
        strip: Strip,
        sectors: &mut Vec<Sector>,
        seen: &mut impl Canvas,
    ) {
        let line = (self.line + self.ahead * sector.depth) as usize;
        let (from, to) = (
            (self.column + strip.first) as usize,
            (self.column + strip.last) as usize,
        );
        let is_wall = |column: usize| self.opaque.window(line, column) & 1 != 0;
        seen.add_long(
            line,
            from + usize::from(strip.off_first && !is_wall(from)),
            to - usize::from(strip.off_last && !is_wall(to)),
        );
        let mut column = self.opaque.find_in_row(line, from, to, false);
        while column <= to {
            let wall = self.opaque.find_in_row(line, column, to, true);
            sectors.push(sector.behind(
                column as i32 - self.column..wall as i32 - self.column,
                strip.first..strip.last + 1,
            ));
            column = self.opaque.find_in_row(line, wall, to, false);
        }
    }
}

/// Calls `reveal` once for each tile visible from `origin` within `radius` tiles, including walls,
/// row by row: [`Sight::look`] for a single use. Cost: linear in the tiles within the radius. For
/// repeated use, keep a [`Sight`].
///
/// ```
/// use undercroft_core::{geom::Pos, map::{Map, fov}};
/// let map = Map::from_text("@.#.\n")?;
/// let mut seen = Vec::new();
/// fov::visible(&map, Pos::new(0, 0), 8, |pos| seen.push(pos.x));
/// assert_eq!(seen, [0, 1, 2]);
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
pub fn visible(map: &Map, origin: Pos, radius: u32, mut reveal: impl FnMut(Pos)) {
    if !map.tiles.contains(origin) {
        return;
    }
    let Size { width, height } = map.size();
    let around = Rect::between(origin, origin).grown(radius.min(FARTHEST) as i32);
    let corner = Pos::new(around.left.max(0), around.top.max(0));
    let size = Size::new(
        ((around.right + 1).min(width as i32) - corner.x) as u32,
        ((around.bottom + 1).min(height as i32) - corner.y) as u32,
    );
    let mut sight = Sight::default();
    sight.reset(size, |pos| map.tiles[corner + pos].is_opaque());
    let mut seen = TileSet::default();
    sight.look(origin - corner, radius, &mut seen);
    for pos in seen.iter() {
        reveal(corner + pos);
    }
}
