//! `conduit`: the tree of the rotating-network puzzle as a map. Pipes become halls, lamps become
//! their ends, and the start is at the wellspring.

use super::growth::{GrowingTree, Lattice, Root};
use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
use crate::map::Tile;
use crate::rng::Stream;

/// `conduit`: halls along a tree that grows from the middle.
pub struct ConduitTree;

/// The fewest cells per side, as on the smallest board.
const MIN_CELLS: i32 = 3;

params! {
    PITCH = int("pitch", 2, 16, 2, "distance from one cell to the next, in tiles");
    BORE = int("bore", 1, 15, 1, "width of the halls, in tiles; less than the pitch");
    CROSSES = choice(
        "crosses", &["allowed", "none"],
        "whether halls may branch in all four directions",
    );
}

static INFO: Info = Info {
    name: "conduit",
    description: "Halls laid out like the pipes of a solved Conduit board, grown from the middle",
    source: "the growing tree of network puzzles: a tile drawn from all that can still grow",
    params: PARAMS,
};

impl Generator for ConduitTree {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, params: &Params) -> Size {
        let side = (MIN_CELLS - 1) * params.value(PITCH) + params.value(BORE) + 2;
        Size::new(side as u32, side as u32)
    }

    fn check_params(&self, params: &Params) -> Result<(), String> {
        let (pitch, bore) = (params.value(PITCH), params.value(BORE));
        if bore < pitch {
            Ok(())
        } else {
            Err(format!(
                "bore {bore} is not less than pitch {pitch}, which must be larger than the halls are wide"
            ))
        }
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let cells = Cells::new(site.size(), params.value(PITCH), params.value(BORE));
        let root = Root {
            cell: cells.root + cells.columns,
            upper: cells.root,
            crosses: params.value(CROSSES) == 0,
        };
        let mut growth = std::mem::take(&mut site.buffers().growth);
        let mut exits = std::mem::take(&mut site.buffers().exits);
        cells.list_exits(&mut exits);
        cells.dig(site, root.upper, root.cell);
        grow(&cells, root, &exits, &mut growth, stream, site);
        site.buffers().growth = growth;
        site.buffers().exits = exits;
        site.start(cells.corner(root.upper));
        Ok(())
    }
}

/// Grows the tree and digs each edge as it grows. Without crosses, a cell beside the wellspring may
/// find no tile that can still take it, and stays wall.
fn grow(
    cells: &Cells,
    root: Root,
    exits: &[u8],
    growth: &mut GrowingTree,
    stream: &mut Stream,
    site: &mut Site<'_>,
) {
    const UP: usize = 3;
    growth.grow(cells, root, exits, stream, |cell, side| {
        let from = if cell == root.cell && side == UP {
            root.upper
        } else {
            cell
        };
        cells.dig(site, from, cells.around(cell)[side]);
    });
}

/// The cells that fit on a map, as a lattice with a wellspring of two cells.
struct Cells {
    columns: u32,
    rows: u32,
    pitch: i32,
    bore: i32,
    /// The upper cell of the wellspring.
    root: u32,
}

impl Cells {
    fn new(size: Size, pitch: i32, bore: i32) -> Self {
        let fit = |side: u32| ((side as i32 - 2 - bore) / pitch + 1) as u32;
        let (columns, rows) = (fit(size.width), fit(size.height));
        Self {
            columns,
            rows,
            pitch,
            bore,
            root: (rows - 1) / 2 * columns + (columns - 1) / 2,
        }
    }

    const fn count(&self) -> u32 {
        self.columns * self.rows
    }

    /// Fills `exits` with the sides of each cell that have a neighbour, as bits.
    fn list_exits(&self, exits: &mut Vec<u8>) {
        let bit = |(side, cell): (usize, u32)| u8::from(cell < self.count()) << side;
        exits.clear();
        exits.extend((0..self.count()).map(|cell| {
            let around = self.around(cell).into_iter().enumerate();
            around.map(bit).sum::<u8>()
        }));
    }

    /// The top left tile of a cell.
    const fn corner(&self, cell: u32) -> Pos {
        let (x, y) = (cell % self.columns, cell / self.columns);
        Pos::new(1 + x as i32 * self.pitch, 1 + y as i32 * self.pitch)
    }

    /// Digs two neighbouring cells and the hall between them.
    fn dig(&self, site: &mut Site<'_>, from: u32, to: u32) {
        let mut hall = Rect::between(self.corner(from), self.corner(to));
        hall.right += self.bore - 1;
        hall.bottom += self.bore - 1;
        site.paint(hall, Tile::Floor);
    }
}

impl Lattice for Cells {
    fn around(&self, cell: u32) -> [u32; 4] {
        let (x, y) = (cell % self.columns, cell / self.columns);
        let (upper, lower) = (self.root, self.root + self.columns);
        if cell == upper {
            return [self.count(); 4];
        }
        let cell_if = |inside: bool, other: u32| if inside { other } else { self.count() };
        let mut around = [
            cell_if(x > 0, cell.wrapping_sub(1)),
            cell_if(y + 1 < self.rows, cell + self.columns),
            cell_if(x + 1 < self.columns, cell + 1),
            cell_if(y > 0, cell.wrapping_sub(self.columns)),
        ];
        if cell == lower {
            // There are at least three rows, so there is one above the upper half.
            around[3] = upper - self.columns;
        }
        for (side, other) in around.iter_mut().enumerate() {
            if *other == upper {
                *other = if side == 1 { lower } else { self.count() };
            }
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::metric::Metrics;
    use crate::mapgen::{count_open, generate};

    #[test]
    fn a_conduit_is_a_tree_over_all_cells() {
        for (code, cells) in [
            ("conduit/21x19#1", 90),
            ("conduit/7x7#1", 9),
            ("conduit/80x50#1", 39 * 24),
        ] {
            let map = generate(code);
            let metrics = Metrics::of(&map);
            assert_eq!(metrics.loops, 0, "{map}");
            assert_eq!(count_open(&map), 2 * cells - 1, "{map}");
            let start = map.start.unwrap();
            for y in 0..=2 {
                assert!(map.is_walkable(Pos::new(start.x, start.y + y)), "{map}");
            }
            for x in [-1, 1] {
                assert!(!map.is_walkable(Pos::new(start.x + x, start.y)), "{map}");
            }
        }
    }

    #[test]
    fn without_crosses_no_hall_branches_four_ways() {
        let crosses = |code: &str| {
            let map = generate(code);
            let open = |pos: Pos| map.is_walkable(pos);
            let ways = |pos: Pos| {
                let dirs = crate::geom::Dir::CARDINAL.into_iter();
                dirs.filter(|dir| open(pos.step(*dir))).count()
            };
            map.tiles
                .iter()
                .filter(|(pos, _)| open(*pos) && ways(*pos) == 4)
                .count()
        };
        assert!(crosses("conduit/121x121#3") > 50);
        assert_eq!(crosses("conduit/121x121/crosses=none#3"), 0);
    }

    #[test]
    fn wide_halls_keep_their_width() {
        let map = generate("conduit/41x41/pitch=6,bore=3#5");
        assert!(map.is_connected(), "{map}");
        // Seven cells a side, 3x3 tiles each, and 3x3 tiles of hall for each edge of the tree.
        assert_eq!(count_open(&map), 9 * (49 + 48), "{map}");
    }
}
