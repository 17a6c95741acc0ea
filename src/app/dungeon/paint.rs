//! How a map looks in full light: the glyph and the two colours of each tile.
//!
//! Walls are solid and drawn from above and a little from the front: a wall with open ground
//! below it shows its face in its lower half, and the edge of its top is drawn by box-drawing
//! lines that join from tile to tile. Every tile has a shade of its own, fixed by its position.

use std::sync::Arc;

use bevy::math::UVec2;

use crate::app::glyph::{Cell, Glyph, Landscape};
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile};

type Colour = [u8; 3];

const ROCK: Colour = [13, 13, 19];
const WALL_TOP: Colour = [62, 60, 74];
const WALL_EDGE: Colour = [112, 106, 120];
const WALL_FACE: Colour = [134, 112, 96];
const WALL_DOT: Colour = [24, 24, 34];
const FLOOR: Colour = [54, 52, 60];
const FLOOR_DOT: Colour = [98, 92, 92];
const FLOOR_MARK: Colour = [100, 96, 106];
const WOOD: Colour = [160, 104, 52];
const WOOD_DARK: Colour = [58, 36, 20];
const STAIRS: Colour = [236, 226, 196];
const WATER: Colour = [24, 52, 98];
const WATER_MARK: Colour = [84, 136, 206];
const GRASS: Colour = [30, 50, 34];
const GRASS_MARK: Colour = [96, 160, 78];
const FLAME: Colour = [255, 190, 84];

/// Paints every tile of `map` into `cells`, which takes on its size. Linear in the area.
pub fn paint(map: &Map, cells: &mut Grid<Cell>) {
    let size = map.size();
    cells.reset(size.width, size.height, Cell::default());
    for (index, tile) in map.tiles.as_slice().iter().enumerate() {
        cells.as_mut_slice()[index] = look(map, map.tiles.pos_of(index), *tile);
    }
}

/// How `tile`, which lies at `pos`, looks among its neighbours.
fn look(map: &Map, pos: Pos, tile: Tile) -> Cell {
    if is_solid(tile) {
        wall(pos, |pos| {
            map.tiles.get(pos).is_some_and(|tile| !is_solid(*tile))
        })
    } else {
        ground(tile, pos)
    }
}

/// A map whose tiles are painted when they come into view.
pub struct Painted(pub Arc<Map>);

impl Landscape for Painted {
    fn size(&self) -> UVec2 {
        let size = self.0.size();
        UVec2::new(size.width, size.height)
    }

    fn cell(&self, pos: Pos) -> Cell {
        let tile = self.0.tiles.get(pos).copied().unwrap_or_default();
        look(&self.0, pos, tile)
    }

    fn colours(&self, y: u32, first: u32, out: &mut [Colour]) {
        let row = &self.0.tiles.row(y)[first as usize..];
        for (colour, tile) in out.iter_mut().zip(row) {
            *colour = DOTS[*tile as usize];
        }
    }
}

/// The colour of each kind of tile where it is a dot, in the order of [`Tile::ALL`].
const DOTS: [Colour; Tile::ALL.len()] = [
    ROCK, WALL_DOT, FLOOR_DOT, WOOD, WOOD, STAIRS, STAIRS, WATER_MARK, GRASS_MARK, FLAME,
];

const fn is_solid(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void)
}

/// The look of a tile that is not wall.
fn ground(tile: Tile, pos: Pos) -> Cell {
    let (mark, fg, bg) = match tile {
        Tile::DoorClosed => ('+', WOOD, WOOD_DARK),
        Tile::DoorOpen => ('\'', WOOD, FLOOR),
        Tile::StairsUp => ('<', STAIRS, FLOOR),
        Tile::StairsDown => ('>', STAIRS, FLOOR),
        Tile::Water => ('~', WATER_MARK, WATER),
        Tile::Grass => ('"', GRASS_MARK, GRASS),
        Tile::Brazier => ('☼', FLAME, FLOOR),
        Tile::Floor | Tile::Wall | Tile::Void => ('·', FLOOR_MARK, FLOOR),
    };
    Cell {
        glyph: glyph(mark),
        fg,
        bg: shade(bg, pos, 30),
    }
}

/// The look of a wall tile among its neighbours.
fn wall(pos: Pos, open: impl Fn(Pos) -> bool) -> Cell {
    let at = |x: i32, y: i32| open(Pos::new(pos.x + x, pos.y + y));
    let near = (-1..=1).any(|y| (-1..=1).any(|x| at(x, y)));
    if !near {
        return Cell {
            glyph: glyph(' '),
            fg: ROCK,
            bg: ROCK,
        };
    }
    if at(0, 1) {
        return Cell {
            glyph: glyph('▄'),
            fg: shade(WALL_FACE, pos, 26),
            bg: shade(WALL_TOP, pos, 10),
        };
    }
    Cell {
        glyph: glyph(edge(at)),
        fg: shade(WALL_EDGE, pos, 14),
        bg: shade(WALL_TOP, pos, 10),
    }
}

/// The line along the top of a wall: it runs on to each neighbouring wall that borders open
/// ground as this one does.
fn edge(at: impl Fn(i32, i32) -> bool) -> char {
    // An arm goes to a neighbouring wall if open ground lies beside the step to it.
    let arm = |dx: i32, dy: i32| {
        !at(dx, dy) && (at(dx + dy, dy + dx) || at(dx - dy, dy - dx) || at(dy, dx) || at(-dy, -dx))
    };
    let arms = [arm(0, -1), arm(1, 0), arm(0, 1), arm(-1, 0)];
    match arms {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '├',
        [true, true, false, true] => '┴',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [_, false, _, false] => '│',
        [false, _, false, _] => '─',
    }
}

fn glyph(c: char) -> Glyph {
    Glyph::of(c).unwrap_or_default()
}

/// `colour` a little lighter or darker, by up to `spread` of 256 parts, as the position says.
fn shade(colour: Colour, pos: Pos, spread: u32) -> Colour {
    let factor = 256 - spread + mix(pos) % (2 * spread + 1);
    colour.map(|channel| (u32::from(channel) * factor / 256).min(255) as u8)
}

/// A number that looks random and depends on the position alone (the 32-bit finaliser of
/// MurmurHash3, A. Appleby 2011, over the packed coordinates).
const fn mix(pos: Pos) -> u32 {
    let mut n = (pos.x as u32).wrapping_mul(0x9e37_79b1) ^ (pos.y as u32).wrapping_mul(0x85eb_ca77);
    n = (n ^ (n >> 16)).wrapping_mul(0x85eb_ca6b);
    n = (n ^ (n >> 13)).wrapping_mul(0xc2b2_ae35);
    n ^ (n >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> String {
        let map = Map::from_text(text).unwrap();
        let mut cells = Grid::default();
        paint(&map, &mut cells);
        let mut shown = String::new();
        for row in cells.rows() {
            shown.extend(row.iter().map(|cell| cell.glyph.to_char()));
            shown.push('\n');
        }
        shown
    }

    #[test]
    fn walls_join_around_a_room_and_solid_rock_is_dark() {
        assert_eq!(
            marks("#######\n#######\n##...##\n##...##\n#######\n#######\n"),
            "       \n ┌▄▄▄┐ \n │···│ \n │···│ \n └───┘ \n       \n"
        );
    }

    #[test]
    fn every_tile_has_a_mark() {
        for tile in Tile::ALL {
            assert!(
                tile == Tile::Void || ground(tile, Pos::default()).glyph != glyph(' '),
                "{tile:?}"
            );
        }
    }

    #[test]
    fn tiles_are_listed_in_the_order_of_their_numbers() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile as usize, index);
        }
    }

    #[test]
    fn a_map_painted_on_demand_looks_like_one_painted_whole() {
        let map = Map::from_text("#####\n#.@+#\n##~##\n#####\n").unwrap();
        let mut cells = Grid::default();
        paint(&map, &mut cells);
        let painted = Painted(Arc::new(map));
        for (pos, cell) in cells.iter() {
            assert_eq!(painted.cell(pos), *cell, "{pos}");
        }
        let mut row = [[0; 3]; 2];
        painted.colours(1, 2, &mut row);
        assert_eq!(row, [FLOOR_DOT, WOOD]);
    }

    #[test]
    fn neighbouring_floor_differs_in_shade_and_a_tile_keeps_its_own() {
        let cell = |x, y| ground(Tile::Floor, Pos::new(x, y)).bg;
        let shades: std::collections::BTreeSet<Colour> =
            (0..100).map(|i| cell(i % 10, i / 10)).collect();
        assert!(shades.len() > 5, "{shades:?}");
        assert_eq!(cell(3, 4), cell(3, 4));
    }
}
