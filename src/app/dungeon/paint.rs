//! The look of a map in full light: the glyph and the two colours of each tile.
//!
//! Walls are solid masses of stone: a wall with open ground to its south shows its face, any other
//! its top. Each tile has a shade of its own, which depends only on its position.

use std::sync::Arc;

use bevy::math::UVec2;

use super::palette::{Colour, Palette};
use crate::app::glyph::{Cell, Drawn, Glyph, Landscape, blend};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Tile};

const FLOOR_DOT: Colour = [98, 92, 92];
const WALL_DOT: Colour = [24, 24, 34];
const WOOD: Colour = [226, 164, 88];
const WOOD_DARK: Colour = [84, 44, 22];
const BENCH: Colour = [158, 108, 64];
const STAIRS: Colour = [255, 238, 190];
const WATER: [Colour; 2] = [[46, 112, 168], [30, 84, 160]];
const DEEP: [Colour; 2] = [[22, 52, 132], [30, 40, 120]];
const WATER_MARK: Colour = [116, 180, 236];
const GRASS: [Colour; 2] = [[52, 92, 40], [72, 96, 36]];
const GRASS_MARK: [Colour; 2] = [[120, 214, 84], [172, 214, 76]];
const FLAME: Colour = [255, 190, 84];
const STONE_MARK: Colour = [156, 154, 166];
const TOMB: Colour = [56, 54, 68];
const RUBBLE: Colour = [148, 136, 126];
const REEDS: [Colour; 2] = [[36, 84, 96], [30, 70, 104]];
const REEDS_MARK: [Colour; 2] = [[186, 190, 92], [150, 186, 84]];

/// How much the brightness of the ground varies from tile to tile, in 256ths.
const SPREAD: u32 = 32;

/// A painted map. When the map changes, only the tiles that may look different are painted again.
#[derive(Default)]
pub struct Painting {
    tiles: Grid<Tile>,
    palette: Option<Palette>,
    cells: Grid<Cell>,
}

impl Painting {
    /// The cells of `map`. Linear in the area, but fast where tiles are as they were the last time.
    pub fn update(&mut self, map: &Map, palette: &Palette) -> &Grid<Cell> {
        if self.tiles.size() != map.size() || self.palette.as_ref() != Some(palette) {
            paint(map, palette, &mut self.cells);
            self.palette = Some(palette.clone());
        } else {
            let pairs = self.tiles.as_slice().iter().zip(map.tiles.as_slice());
            let differ = pairs.enumerate().filter(|(_, (old, new))| old != new);
            for pos in differ.map(|(index, _)| map.tiles.pos_of(index)) {
                for near in Rect::between(pos, pos).grown(1).positions() {
                    if let Some(cell) = self.cells.get_mut(near) {
                        *cell = paint_tile(map, palette, near, map.tiles[near]);
                    }
                }
            }
        }
        self.tiles.clone_from(&map.tiles);
        &self.cells
    }
}

/// Paints every tile of `map` into `cells`, which is resized to fit. Linear in the area.
pub fn paint(map: &Map, palette: &Palette, cells: &mut Grid<Cell>) {
    let size = map.size();
    cells.reset(size.width, size.height, Cell::default());
    for (index, tile) in map.tiles.as_slice().iter().enumerate() {
        cells.as_mut_slice()[index] = paint_tile(map, palette, map.tiles.pos_of(index), *tile);
    }
}

/// Paints `tile`, which lies at `pos`; its look may depend on its eight neighbours.
fn paint_tile(map: &Map, palette: &Palette, pos: Pos, tile: Tile) -> Cell {
    match tile {
        Tile::Wall | Tile::Void => paint_wall(map, palette, pos),
        Tile::Water => paint_water(map, pos),
        Tile::Deep => paint_deep_water(pos),
        _ => paint_ground(palette, tile, pos),
    }
}

/// A map of plain stone whose tiles are painted as they come into view.
pub struct Painted(pub Arc<Map>);

/// The palette of [`Painted`].
const STONE: Palette = Palette::stone();

impl Landscape for Painted {
    fn size(&self) -> UVec2 {
        let size = self.0.size();
        UVec2::new(size.width, size.height)
    }

    fn cell(&self, pos: Pos) -> Cell {
        let tile = self.0.tiles.get(pos).copied().unwrap_or_default();
        paint_tile(&self.0, &STONE, pos, tile)
    }

    fn colours(&self, y: u32, first: u32, out: &mut [Colour]) {
        let row = &self.0.tiles.row(y)[first as usize..];
        for (colour, tile) in out.iter_mut().zip(row) {
            *colour = dot_colour(*tile);
        }
    }
}

/// The colour of a tile that is drawn as a dot, in an overview or on the minimap.
pub const fn dot_colour(tile: Tile) -> Colour {
    match tile {
        Tile::Void => STONE.rock,
        Tile::Wall => WALL_DOT,
        Tile::Floor => FLOOR_DOT,
        Tile::DoorClosed | Tile::DoorOpen => WOOD,
        Tile::StairsUp | Tile::StairsDown => STAIRS,
        Tile::Water => WATER_MARK,
        Tile::Grass => GRASS_MARK[0],
        Tile::Brazier => FLAME,
        Tile::Pew => BENCH,
        Tile::Tomb => STONE_MARK,
        Tile::Deep => DEEP[0],
        Tile::Rubble => RUBBLE,
        Tile::Reeds => REEDS_MARK[0],
    }
}

/// The colour of the ground of a tile on a plan.
pub const fn plan_colour(tile: Tile) -> Colour {
    match tile {
        Tile::Wall | Tile::Void => [18, 18, 26],
        Tile::DoorClosed | Tile::DoorOpen => [214, 150, 76],
        Tile::StairsUp | Tile::StairsDown => [240, 214, 120],
        Tile::Water => [128, 176, 228],
        Tile::Deep => [88, 138, 218],
        Tile::Grass => [156, 198, 128],
        Tile::Reeds => [150, 188, 164],
        Tile::Floor | Tile::Brazier | Tile::Pew | Tile::Tomb | Tile::Rubble => [214, 208, 194],
    }
}

/// The glyph of a tile; blank where it has none, or marks of several kinds.
pub fn glyph_of(tile: Tile) -> Glyph {
    match tile {
        Tile::Wall | Tile::Void | Tile::Floor => Glyph::BLANK,
        Tile::DoorClosed => glyph('+'),
        Tile::DoorOpen => Drawn::DoorAjar.glyph(),
        Tile::StairsUp => glyph('<'),
        Tile::StairsDown => glyph('>'),
        Tile::Water => glyph('~'),
        Tile::Deep => glyph('≈'),
        Tile::Grass => glyph('"'),
        Tile::Reeds => glyph(';'),
        Tile::Brazier => Drawn::Brazier.glyph(),
        Tile::Pew => Drawn::Pew.glyph(),
        Tile::Tomb => Drawn::Tomb.glyph(),
        Tile::Rubble => Drawn::Stones.glyph(),
    }
}

/// Whether a tile always blocks light and sight; a door does not.
pub const fn is_solid(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void)
}

fn is_open(map: &Map, pos: Pos) -> bool {
    map.tiles.get(pos).is_some_and(|tile| !is_solid(*tile))
}

/// Whether the palette's growth is at `pos`.
pub fn glows(map: &Map, palette: &Palette, pos: Pos) -> bool {
    palette.growth.is_some_and(|growth| {
        let is_suitable = match map.tiles.get(pos) {
            Some(Tile::Floor) => !growth.is_on_walls,
            Some(Tile::Wall) => growth.is_on_walls && is_open(map, pos.step(Dir::South)),
            _ => false,
        };
        is_suitable && hash(Pos::new(pos.y + 7, pos.x)).is_multiple_of(growth.one_in)
    })
}

/// Paints a tile that is neither wall nor water.
fn paint_ground(palette: &Palette, tile: Tile, pos: Pos) -> Cell {
    let [one, other] = palette.floor;
    let floor = if palette.is_chequered {
        [one, other][(pos.x + pos.y) as usize % 2]
    } else {
        let share = (3 * noise(pos) + hash(pos + Pos::new(0, 57)) % 256) / 4;
        blend(one, other, share)
    };
    let ground = shade(floor, pos, SPREAD);
    let wooden = || blend(floor, WOOD_DARK, 150);
    let grass =
        |[one, other]: [Colour; 2], spread| shade(blend(one, other, noise(pos)), pos, spread);
    let (fg, bg) = match tile {
        Tile::DoorClosed => (WOOD, shade(WOOD_DARK, pos, SPREAD)),
        Tile::DoorOpen => (WOOD, wooden()),
        Tile::StairsUp | Tile::StairsDown => (STAIRS, ground),
        Tile::Grass => (grass(GRASS_MARK, 40), grass(GRASS, SPREAD)),
        Tile::Reeds => (grass(REEDS_MARK, 40), grass(REEDS, SPREAD)),
        Tile::Pew => (BENCH, wooden()),
        Tile::Tomb => (STONE_MARK, shade(TOMB, pos, SPREAD)),
        Tile::Rubble => (shade(RUBBLE, pos, 40), ground),
        Tile::Brazier => (FLAME, ground),
        Tile::Floor | Tile::Water | Tile::Deep | Tile::Wall | Tile::Void => {
            return paint_floor(palette, ground, pos);
        }
    };
    cell(glyph_of(tile), fg, bg)
}

const fn cell(glyph: Glyph, fg: Colour, bg: Colour) -> Cell {
    Cell { glyph, fg, bg }
}

/// Paints bare floor, with a glyph a little darker or paler than the floor itself.
fn paint_floor(palette: &Palette, bg: Colour, pos: Pos) -> Cell {
    let mut left = hash(Pos::new(pos.y, pos.x - 3)) % 100;
    for (percent, mark) in palette.marks {
        if left < *percent {
            let parts = match mark {
                Drawn::Pebbles | Drawn::Bones | Drawn::Inlay | Drawn::Puddle => 330,
                Drawn::Cobweb => 400,
                _ => 176,
            };
            return cell(mark.glyph(), scaled(bg, parts), bg);
        }
        left -= percent;
    }
    cell(glyph('·'), scaled(bg, 380), bg)
}

/// Paints water that can be waded through; it looks deep if there is water all around.
fn paint_water(map: &Map, pos: Pos) -> Cell {
    let is_water = |dir: Dir| {
        let tile = map.tiles.get(pos.step(dir));
        tile.is_none_or(|tile| matches!(tile, Tile::Water | Tile::Void))
    };
    let (mark, [one, other]) = match Dir::ALL.into_iter().all(is_water) {
        true => ('≈', DEEP),
        false => ('~', WATER),
    };
    let bg = shade(blend(one, other, noise(pos)), pos, 34);
    cell(glyph(mark), shade(blend(bg, WATER_MARK, 150), pos, 40), bg)
}

/// Paints water that cannot be waded through.
fn paint_deep_water(pos: Pos) -> Cell {
    let bg = shade(blend(DEEP[0], DEEP[1], noise(pos)), pos, 34);
    let bg = scaled(bg, 190);
    cell(glyph('≈'), shade(blend(bg, WATER_MARK, 110), pos, 40), bg)
}

/// Paints a wall as solid rock, a face or a top, depending on its neighbours.
fn paint_wall(map: &Map, palette: &Palette, pos: Pos) -> Cell {
    if !Dir::ALL.into_iter().any(|dir| is_open(map, pos.step(dir))) {
        return cell(Glyph::BLANK, palette.rock, palette.rock);
    }
    let choice = hash(pos) as usize / 7;
    let growth = palette.growth.filter(|_| glows(map, palette, pos));
    if is_open(map, pos.step(Dir::South)) {
        let bg = shade(blend(palette.face, palette.top, noise(pos) / 3), pos, 22);
        if let Some((mark, fg)) = growth.and_then(|growth| growth.mark) {
            return cell(mark.glyph(), fg, bg);
        }
        let mark = palette.faces[choice % palette.faces.len()];
        return cell(mark.glyph(), scaled(bg, 150), bg);
    }
    let bg = shade(blend(palette.top, palette.face, noise(pos) / 3), pos, 22);
    let mark = palette.tops[choice % palette.tops.len()];
    cell(mark.glyph(), scaled(bg, 186), bg)
}

fn glyph(c: char) -> Glyph {
    Glyph::of(c).unwrap_or_default()
}

/// Multiplies the brightness of `colour` by `parts` 256ths.
pub fn scaled(colour: Colour, parts: u32) -> Colour {
    colour.map(|channel| (u32::from(channel) * parts / 256).min(255) as u8)
}

/// Distance between the lattice points of [`noise`], in tiles.
const LATTICE: i32 = 5;

/// Smooth value noise, 0..=255: random at the points of a lattice and interpolated between them.
pub fn noise(pos: Pos) -> u32 {
    let corner = Pos::new(pos.x.div_euclid(LATTICE), pos.y.div_euclid(LATTICE));
    let ease = |offset: i32| (offset * offset * (3 * LATTICE - 2 * offset)) as u32;
    let whole = (LATTICE * LATTICE * LATTICE) as u32;
    let (x, y) = (
        ease(pos.x.rem_euclid(LATTICE)),
        ease(pos.y.rem_euclid(LATTICE)),
    );
    let at = |dx: i32, dy: i32| hash(Pos::new(corner.x + dx, corner.y + dy)) % 256;
    let row = |dy: i32| (at(0, dy) * (whole - x) + at(1, dy) * x) / whole;
    (row(0) * (whole - y) + row(1) * y) / whole
}

/// Makes `colour` lighter or darker by up to `spread` 256ths, depending on the position.
fn shade(colour: Colour, pos: Pos, spread: u32) -> Colour {
    scaled(colour, 256 - spread + hash(pos) % (2 * spread + 1))
}

/// A hash of the position: the 32-bit finaliser of MurmurHash3 (A. Appleby 2011) over the packed
/// coordinates.
pub const fn hash(pos: Pos) -> u32 {
    let mut n = (pos.x as u32).wrapping_mul(0x9e37_79b1) ^ (pos.y as u32).wrapping_mul(0x85eb_ca77);
    n = (n ^ (n >> 16)).wrapping_mul(0x85eb_ca6b);
    n = (n ^ (n >> 13)).wrapping_mul(0xc2b2_ae35);
    n ^ (n >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::LevelKind;
    use crate::geom::Size;
    use crate::rng::Stream;

    #[test]
    fn walls_stand_around_a_room_and_solid_rock_is_dark() {
        let text = "#######\n#######\n##...##\n##...##\n#######\n#######\n";
        let map = Map::from_text(text).unwrap();
        let mut cells = Grid::default();
        for kind in LevelKind::ALL {
            let palette = Palette::of(kind, 1);
            paint(&map, &palette, &mut cells);
            let light = |x, y| cells[Pos::new(x, y)].bg.map(u32::from).iter().sum::<u32>();
            for x in 2..5 {
                assert!(light(x, 1) > light(x, 4), "{kind:?}: faces over tops");
                assert!(light(x, 4) > 3 * light(x, 0), "{kind:?}: tops over rock");
            }
            let lines = '\u{2500}'..='\u{259f}';
            let mut marks = cells.iter().map(|(_, cell)| cell.glyph.to_char());
            assert!(!marks.any(|mark| lines.contains(&mark)), "{kind:?}");
        }
    }

    #[test]
    fn a_painting_follows_its_map_as_if_it_were_painted_anew() {
        let tile = |n: usize| Tile::ALL[n % Tile::ALL.len()];
        let mut map = Map::new(Size::new(9, 7), Tile::Void);
        let (mut painting, mut whole) = (Painting::default(), Grid::default());
        let mut rng = Stream::new(5, 1);
        for turn in 0..400 {
            let palette = Palette::of(LevelKind::ALL[turn / 100], 1);
            let at = rng.below(63) as usize;
            map.tiles.as_mut_slice()[at] = tile(rng.below(100) as usize);
            paint(&map, &palette, &mut whole);
            assert!(painting.update(&map, &palette) == &whole, "turn {turn}");
        }
        map = Map::new(Size::new(7, 9), Tile::Floor);
        paint(&map, &STONE, &mut whole);
        assert!(painting.update(&map, &STONE) == &whole);
    }

    #[test]
    fn every_tile_has_a_mark() {
        for tile in Tile::ALL.iter().filter(|tile| !is_solid(**tile)) {
            let painted = paint_ground(&STONE, *tile, Pos::default());
            assert_ne!(painted.glyph, Glyph::BLANK, "{tile:?}");
        }
    }

    #[test]
    fn water_is_deep_where_water_is_all_around() {
        let map = Map::from_text("~~~\n~~~\n~~.\n").unwrap();
        assert_eq!(paint_water(&map, Pos::new(0, 0)).glyph, glyph('≈'));
        assert_eq!(paint_water(&map, Pos::new(1, 1)).glyph, glyph('~'));
    }

    #[test]
    fn a_map_painted_on_demand_looks_like_one_painted_whole() {
        let map = Map::from_text("#####\n#.@+#\n##~##\n#####\n").unwrap();
        let mut cells = Grid::default();
        paint(&map, &STONE, &mut cells);
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
        let cell = |x, y| paint_ground(&STONE, Tile::Floor, Pos::new(x, y)).bg;
        let shades: std::collections::BTreeSet<Colour> =
            (0..100).map(|i| cell(i % 10, i / 10)).collect();
        assert!(shades.len() > 5, "{shades:?}");
        assert_eq!(cell(3, 4), cell(3, 4));
    }
}
