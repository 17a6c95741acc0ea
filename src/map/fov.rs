//! Field of view: which tiles are seen from a tile.
//!
//! Symmetric shadowcasting as described by Albert Ford ("Symmetric Shadowcasting", 2017), with
//! slopes as integer fractions: if floor A sees floor B, then B sees A.

use super::Map;
use crate::geom::Pos;

/// One of the four quarters that are scanned, as the axes of its depth and its column.
const QUADRANTS: [(Pos, Pos); 4] = [
    (Pos::new(0, -1), Pos::new(1, 0)),
    (Pos::new(1, 0), Pos::new(0, 1)),
    (Pos::new(0, 1), Pos::new(1, 0)),
    (Pos::new(-1, 0), Pos::new(0, 1)),
];

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Slope {
    num: i32,
    den: i32,
}

impl Slope {
    /// The slope that touches the near edge of column `col` at `depth`.
    const fn edge(depth: i32, col: i32) -> Self {
        Self {
            num: 2 * col - 1,
            den: 2 * depth,
        }
    }
}

/// A strip of columns at one depth, between two slopes.
#[derive(Clone, Copy)]
struct Row {
    depth: i32,
    start: Slope,
    end: Slope,
}

impl Row {
    /// The first column: `depth * start`, rounded, ties up.
    const fn first(self) -> i32 {
        (2 * self.depth * self.start.num + self.start.den).div_euclid(2 * self.start.den)
    }

    /// The last column: `depth * end`, rounded, ties down.
    const fn last(self) -> i32 {
        -(-2 * self.depth * self.end.num + self.end.den).div_euclid(2 * self.end.den)
    }

    /// Whether the centre of column `col` lies between the slopes: what makes sight symmetric.
    const fn holds_center(self, col: i32) -> bool {
        col * self.start.den >= self.depth * self.start.num
            && col * self.end.den <= self.depth * self.end.num
    }

    const fn next(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }
}

/// Calls `reveal` for each tile seen from `origin` within `radius` tiles (0 to 4096; a disc,
/// rounded to whole tiles), the origin first, walls included. A tile on the border of two
/// quarters is revealed twice. Cost: linear in the tiles seen.
///
/// ```
/// use undercroft::{geom::Pos, map::{Map, fov}};
/// let map = Map::from_text("@.#.\n")?;
/// let mut seen = Vec::new();
/// fov::visible(&map, Pos::new(0, 0), 8, |pos| seen.push(pos.x));
/// seen.sort();
/// seen.dedup();
/// assert_eq!(seen, [0, 1, 2]);
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
pub fn visible(map: &Map, origin: Pos, radius: u32, mut reveal: impl FnMut(Pos)) {
    if !map.tiles.contains(origin) {
        return;
    }
    reveal(origin);
    let radius = radius.min(4096) as i32;
    let mut rows = Vec::new();
    for (ahead, across) in QUADRANTS {
        rows.push(Row {
            depth: 1,
            start: Slope { num: -1, den: 1 },
            end: Slope { num: 1, den: 1 },
        });
        while let Some(mut row) = rows.pop() {
            if row.depth > radius {
                continue;
            }
            let mut before = None;
            for col in row.first()..=row.last() {
                let pos = Pos::new(
                    origin.x + row.depth * ahead.x + col * across.x,
                    origin.y + row.depth * ahead.y + col * across.y,
                );
                let wall = map.tiles.get(pos).is_none_or(|tile| tile.is_opaque());
                let near = row.depth * row.depth + col * col <= radius * (radius + 1);
                if near && (wall || row.holds_center(col)) && map.tiles.contains(pos) {
                    reveal(pos);
                }
                match before {
                    Some(true) if !wall => row.start = Slope::edge(row.depth, col),
                    Some(false) if wall => rows.push(Row {
                        end: Slope::edge(row.depth, col),
                        ..row.next()
                    }),
                    _ => {}
                }
                before = Some(wall);
            }
            if before == Some(false) {
                rows.push(row.next());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Grid, Size};
    use crate::map::Tile;

    fn seen(map: &Map, origin: Pos, radius: u32) -> Grid<bool> {
        let mut grid = Grid::new(map.tiles.width(), map.tiles.height(), false);
        visible(map, origin, radius, |pos| grid[pos] = true);
        grid
    }

    #[test]
    fn an_open_hall_is_seen_as_a_disc() {
        let map = Map::new(Size::new(21, 21), Tile::Floor);
        let origin = Pos::new(10, 10);
        for (pos, seen) in seen(&map, origin, 6).iter() {
            let d = pos - origin;
            assert_eq!(*seen, d.x * d.x + d.y * d.y <= 42, "{pos}");
        }
    }

    #[test]
    fn a_pillar_hides_what_is_behind_it() {
        let map = Map::from_text("..........\n..@.#.....\n..........\n").unwrap();
        let grid = seen(&map, Pos::new(2, 1), 8);
        assert!(grid[Pos::new(4, 1)]);
        assert!(!grid[Pos::new(5, 1)]);
        assert!(!grid[Pos::new(9, 1)]);
        assert!(grid[Pos::new(5, 0)]);
        assert!(!grid[Pos::new(9, 0)]);
    }

    #[test]
    fn sight_is_symmetric_over_floor() {
        let mut stream = crate::rng::Stream::new(7, 1);
        let mut pairs = 0;
        for _ in 0..20 {
            let mut map = Map::new(Size::new(16, 12), Tile::Floor);
            for tile in map.tiles.as_mut_slice() {
                if stream.chance(1, 4) {
                    *tile = Tile::Wall;
                }
            }
            let floor: Vec<Pos> = map
                .tiles
                .iter()
                .filter(|(_, t)| !t.is_opaque())
                .map(|(p, _)| p)
                .collect();
            let views: Vec<_> = floor.iter().map(|&p| seen(&map, p, 9)).collect();
            for (i, &a) in floor.iter().enumerate() {
                for (j, &b) in floor.iter().enumerate() {
                    assert_eq!(views[i][b], views[j][a], "{a} and {b} on\n{map}");
                    pairs += 1;
                }
            }
        }
        assert!(pairs > 100_000);
    }
}
