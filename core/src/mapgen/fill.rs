//! The simple generators: open floor with a border and a few obstacles, and a fixed map.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
use crate::map::Tile;
use crate::rng::Stream;

/// `box`: open floor with a wall border.
pub struct OpenBox;

/// `drawn`: the same, of any size, for edits to turn into a map of one's own.
pub struct Drawn;

/// `blob`: open floor with one wall box in it.
pub struct Blob;

/// `scatter`: open floor with random wall tiles; whatever they cut off from the start is filled.
pub struct Scatter;

/// `two-rooms`: two rooms and a tunnel, always the same.
pub struct TwoRooms;

/// Makes everything except the border floor.
fn open_interior(site: &mut Site<'_>) {
    let interior = site.interior();
    site.paint(interior, Tile::Floor);
}

static BOX: Info = Info {
    name: "box",
    description: "Test pattern: open floor inside a border of wall",
    source: "the empty room that every map starts from",
    params: &[],
};

impl Generator for OpenBox {
    fn info(&self) -> &'static Info {
        &BOX
    }

    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        open_interior(site);
        site.start(site.interior().center());
        Ok(())
    }
}

static DRAWN: Info = Info {
    name: super::spec::DRAWN,
    description: "A map that somebody drew, or that was read from a file",
    source: "an empty hall, and what was changed in it",
    params: &[],
};

impl Generator for Drawn {
    fn info(&self) -> &'static Info {
        &DRAWN
    }

    fn min_size(&self, _: &Params) -> Size {
        Size::new(1, 1)
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let size = site.size();
        match size.width.min(size.height) {
            0..3 => Ok(()),
            _ => OpenBox.carve(site, stream),
        }
    }
}

/// The coordinates of a blob's corners are drawn from `1..=BLOB_REACH`.
const BLOB_REACH: i32 = 20;

static BLOB: Info = Info {
    name: "blob",
    description: "Test pattern: open floor with one solid block of wall between two random corners",
    source: "the simplest obstacle: two corners, each coordinate drawn in 1..=20",
    params: &[],
};

impl Generator for Blob {
    fn info(&self) -> &'static Info {
        &BLOB
    }

    fn min_size(&self, _: &Params) -> Size {
        // One column and one row of floor remain beyond the farthest corner, so that no blob cuts
        // the map in two.
        let side = BLOB_REACH as u32 + 3;
        Size::new(side, side)
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        open_interior(site);
        let a = draw_corner(stream);
        let b = draw_corner(stream);
        let blob = Rect::between(a, b);
        site.paint(blob, Tile::Wall);
        let interior = site.interior();
        let center = interior.center();
        // No blob reaches the far corner.
        let far = Pos::new(interior.right, interior.bottom);
        site.start(if blob.contains(center) { far } else { center });
        Ok(())
    }
}

fn draw_corner(stream: &mut Stream) -> Pos {
    let x = stream.range(1, BLOB_REACH);
    let y = stream.range(1, BLOB_REACH);
    Pos::new(x, y)
}

params! {
    WALLS = int(
        "walls", 0, 1_000_000, 100,
        "wall tiles placed at random; some may fall on the same tile",
    );
}

static SCATTER: Info = Info {
    name: "scatter",
    description: "Test pattern: open floor with scattered wall tiles; any area they cut off is filled in",
    source: "independent random obstacles, with the start's region kept",
    params: PARAMS,
};

impl Generator for Scatter {
    fn info(&self) -> &'static Info {
        &SCATTER
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        open_interior(site);
        let interior = site.interior();
        let start = interior.center();
        for _ in 0..params.value(WALLS) {
            let x = stream.range(interior.left, interior.right);
            let y = stream.range(interior.top, interior.bottom);
            let pos = Pos::new(x, y);
            if pos != start {
                site.paint(Rect::between(pos, pos), Tile::Wall);
            }
        }
        site.fill_unreachable(start);
        site.start(start);
        Ok(())
    }
}

static TWO_ROOMS: Info = Info {
    name: "two-rooms",
    description: "Test pattern: two rooms and a tunnel, the same for every seed",
    source: "the fixed map of roguelike tutorials",
    params: &[],
};

impl Generator for TwoRooms {
    fn info(&self) -> &'static Info {
        &TWO_ROOMS
    }

    fn min_size(&self, _: &Params) -> Size {
        Size::new(46, 31)
    }

    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        let first = Rect::sized(Pos::new(20, 15), 10, 15);
        site.room(first);
        site.room(Rect::sized(Pos::new(35, 15), 10, 15));
        site.hall_across(23, 25, 40);
        site.start(first.center());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::geom::{Pos, Rect};
    use crate::map::Tile;
    use crate::mapgen::{count_open, generate};

    #[test]
    fn a_box_is_floor_inside_a_border() {
        assert_eq!(
            generate("box/5x4#1").to_string(),
            "#####\n#.@.#\n#...#\n#####\n"
        );
        assert_eq!(generate("box/3x3#1").to_string(), "###\n#@#\n###\n");
    }

    #[test]
    fn two_rooms_are_where_the_design_puts_them() {
        let map = generate("two-rooms/80x50#1");
        assert_eq!(map, generate("two-rooms/80x50#2"));
        let rooms = [(20, 15), (35, 15)].map(|(x, y)| Rect::sized(Pos::new(x, y), 10, 15));
        let tunnel = Rect::sized(Pos::new(25, 23), 16, 1);
        for (pos, tile) in map.tiles.iter() {
            let open = rooms.iter().any(|room| room.contains(pos)) || tunnel.contains(pos);
            assert_eq!(*tile, if open { Tile::Floor } else { Tile::Wall }, "{pos}");
        }
    }

    #[test]
    fn a_blob_is_one_box_of_wall_near_the_origin() {
        for seed in 0..300 {
            let map = generate(&format!("blob/30x26#{seed}"));
            let walls: Vec<Pos> = map
                .tiles
                .iter()
                .filter(|(pos, tile)| {
                    **tile == Tile::Wall
                        && Rect {
                            left: 1,
                            top: 1,
                            right: 28,
                            bottom: 24,
                        }
                        .contains(*pos)
                })
                .map(|(pos, _)| pos)
                .collect();
            let blob = walls
                .iter()
                .fold(Rect::between(walls[0], walls[0]), |r, p| Rect {
                    left: r.left.min(p.x),
                    top: r.top.min(p.y),
                    right: r.right.max(p.x),
                    bottom: r.bottom.max(p.y),
                });
            assert_eq!(blob.positions().count(), walls.len(), "{map}");
            assert!(blob.right <= 20 && blob.bottom <= 20);
        }
    }

    #[test]
    fn a_scattered_map_has_at_most_the_walls_asked_for_and_what_they_cut_off() {
        let map = generate("scatter/80x50/walls=0#1");
        assert_eq!(map.tiles, generate("box/80x50#1").tiles);
        let crowded = generate("scatter/40x30/walls=100000#5");
        assert_eq!(count_open(&crowded), 1);
        let mut filled = 0;
        for seed in 0..200 {
            let map = generate(&format!("scatter/30x30/walls=300#{seed}"));
            assert!(map.is_connected(), "{map}");
            let walls = map
                .tiles
                .as_slice()
                .iter()
                .filter(|tile| **tile == Tile::Wall)
                .count();
            filled += usize::from(walls > 300 + 4 * 29);
        }
        assert!(filled > 0);
    }
}
