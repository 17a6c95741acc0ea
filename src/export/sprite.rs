//! The appearance of a tile among its neighbours, at any scale: walls have edges where they border on
//! open tiles and a face above an open tile, and floor lies in the shadow of a wall above it.

use super::art::{self, SIDE};
use super::ink::{Colour, Ink, SHADES, shade_at};
use crate::geom::{Dir, Pos};
use crate::map::{Map, Tile};

/// The least number of pixels per tile at which a tile is drawn in more than one colour.
const MIN_DRAWN_SCALE: u32 = 4;

/// Number of sprites: a wall for each set of open neighbours, then the open tiles and the start, each
/// lit and in the shadow of a wall.
const SPRITES: usize = WALL_SPRITES + 2 * (Tile::ALL.len() + 1);
/// Number of sprites of walls: one for each set of the eight neighbours.
const WALL_SPRITES: usize = 1 << 8;

/// All sprites, drawn at one scale.
pub struct Sprites {
    scale: usize,
    /// Palette index of each pixel in its darkest shade, sprite by sprite and row by row.
    pixels: Vec<u8>,
}

/// The sprite of a tile and its shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileSprite {
    sprite: u16,
    shade: u8,
}

/// The index of `ink` in a palette of all inks in all shades.
pub const fn palette_index(ink: Ink, shade: u8) -> u8 {
    ink as u8 * SHADES + shade
}

/// The palette of all inks in all shades.
pub fn palette() -> Vec<Colour> {
    let shades = |ink: &Ink| {
        let ink = *ink;
        (0..SHADES).map(move |shade| ink.colour(shade))
    };
    Ink::ALL.iter().flat_map(shades).collect()
}

impl Sprites {
    /// Draws all sprites at `scale` pixels per tile.
    pub fn new(scale: u32) -> Self {
        let side = scale as usize;
        let mut pixels = Vec::with_capacity(SPRITES * side * side);
        for sprite in 0..SPRITES {
            for y in 0..side {
                for x in 0..side {
                    // The column or row of the picture at the middle of the pixel.
                    let at = |pixel: usize| (2 * pixel + 1) * SIDE / (2 * side);
                    let ink = if scale < MIN_DRAWN_SCALE {
                        plain_ink(sprite)
                    } else {
                        ink_at(sprite, at(x), at(y))
                    };
                    pixels.push(palette_index(ink, 0));
                }
            }
        }
        Self {
            scale: side,
            pixels,
        }
    }

    /// Copies row `y` of a tile's pixels, as palette indices, to `out`, whose length is the scale.
    #[inline]
    pub fn copy_row(&self, tile: TileSprite, y: usize, out: &mut [u8]) {
        let start = (usize::from(tile.sprite) * self.scale + y) * self.scale;
        let pixels = &self.pixels[start..start + self.scale];
        for (pixel, base) in out.iter_mut().zip(pixels) {
            *pixel = base + tile.shade;
        }
    }
}

/// The rows of pixels of a map's picture.
pub struct PixelRows<'a> {
    sprites: &'a Sprites,
    map: &'a Map,
    /// The sprites of the row of tiles whose pixels were asked for last.
    row: Vec<TileSprite>,
}

impl<'a> PixelRows<'a> {
    /// The rows of the picture of `map` that is drawn with `sprites`.
    pub fn new(sprites: &'a Sprites, map: &'a Map) -> Self {
        let row = vec![TileSprite::default(); map.size().width as usize];
        Self { sprites, map, row }
    }

    /// Fills `out` with row `y`, as palette indices. Rows are asked for from the top, none left out.
    pub fn fill(&mut self, y: u32, out: &mut [u8]) {
        let scale = self.sprites.scale;
        let (tile_y, pixel_y) = (y as usize / scale, y as usize % scale);
        if pixel_y == 0 {
            for (x, sprite) in (0..).zip(&mut self.row) {
                *sprite = TileSprite::at(self.map, Pos::new(x, tile_y as i32));
            }
        }
        for (sprite, pixels) in self.row.iter().zip(out.chunks_exact_mut(scale)) {
            self.sprites.copy_row(*sprite, pixel_y, pixels);
        }
    }
}

impl TileSprite {
    /// The sprite of the tile at `pos`.
    pub fn at(map: &Map, pos: Pos) -> Self {
        let tile = map.tiles[pos];
        let sprite = if is_solid(tile) {
            usize::from(open_around(map, pos))
        } else {
            let kind = if map.start == Some(pos) {
                Tile::ALL.len()
            } else {
                tile as usize
            };
            WALL_SPRITES + 2 * kind + usize::from(is_shadowed(map, pos))
        };
        Self {
            sprite: sprite as u16,
            shade: shade_at(pos),
        }
    }
}

/// Whether a tile is drawn as rock or wall.
pub const fn is_solid(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void)
}

/// Whether `pos` is off the map, or solid.
fn is_solid_at(map: &Map, pos: Pos) -> bool {
    map.tiles.get(pos).is_none_or(|tile| is_solid(*tile))
}

/// Which neighbours of `pos` are not solid: a bit for each direction, in the order of [`Dir::ALL`].
pub fn open_around(map: &Map, pos: Pos) -> u8 {
    let is_open = |dir: Dir| u8::from(!is_solid_at(map, pos.step(dir))) << dir as u8;
    Dir::ALL.into_iter().map(is_open).sum()
}

/// Whether the tile at `pos` lies in the shadow of a wall.
pub fn is_shadowed(map: &Map, pos: Pos) -> bool {
    is_solid_at(map, pos.step(Dir::North))
}

/// The tile of a sprite that is no wall; `None` for the start.
fn tile_of(sprite: usize) -> Option<Tile> {
    Tile::ALL.get((sprite - WALL_SPRITES) / 2).copied()
}

/// Whether the neighbour in direction `dir` is open, for the sprite of a wall.
fn borders_open(sprite: usize, dir: Dir) -> bool {
    // `Dir::ALL` lists the directions as they are declared.
    sprite >> dir as usize & 1 == 1
}

/// The tile whose colour in a picture of one pixel per tile is nearest to `colour`.
pub fn nearest_tile(colour: Colour) -> Tile {
    let distance = |ink: Ink, shade: u8| -> u32 {
        let channels = ink.colour(shade).into_iter().zip(colour);
        channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    // All shades count: light floor is more similar to rubble than to floor of a middle shade.
    let least_distance = |sprite: &usize| {
        let ink = plain_ink(*sprite);
        (0..SHADES).map(|shade| distance(ink, shade)).min()
    };
    match (0..SPRITES).min_by_key(least_distance) {
        Some(sprite) if sprite >= WALL_SPRITES => {
            // The start lies on floor.
            tile_of(sprite).unwrap_or(Tile::Floor)
        }
        _ => Tile::Wall,
    }
}

/// The only ink of a sprite that is too small for a picture.
fn plain_ink(sprite: usize) -> Ink {
    if sprite == 0 {
        return Ink::Rock;
    }
    if sprite < WALL_SPRITES {
        return if borders_open(sprite, Dir::South) {
            Ink::WallFace
        } else {
            Ink::WallTop
        };
    }
    tile_of(sprite).map_or(Ink::Spark, art::plain_ink)
}

/// The ink of a sprite at column `x`, row `y` of its picture.
fn ink_at(sprite: usize, x: usize, y: usize) -> Ink {
    if sprite < WALL_SPRITES {
        return wall_ink_at(sprite, x, y);
    }
    let is_shadowed = (sprite - WALL_SPRITES) % 2 == 1;
    tile_ink_at(tile_of(sprite), is_shadowed, x, y)
}

/// The ink of a tile that is no wall, or of the start for `None`, at column `x`, row `y` of its picture.
pub fn tile_ink_at(tile: Option<Tile>, is_shadowed: bool, x: usize, y: usize) -> Ink {
    let picture = tile.map_or(art::START, art::picture);
    match art::ink_at(picture, x, y) {
        Ink::Floor if is_shadowed && y < SHADOW_HEIGHT => Ink::FloorShadow,
        ink => ink,
    }
}

/// Width of a wall's edge, in pixels of its picture.
const EDGE_WIDTH: usize = 2;
/// Height of the shadow of a wall, in pixels of the picture below it.
const SHADOW_HEIGHT: usize = 4;

/// The ink of a wall with the open neighbours `sprite`, at column `x`, row `y` of its picture.
pub fn wall_ink_at(sprite: usize, x: usize, y: usize) -> Ink {
    if sprite == 0 {
        return Ink::Rock;
    }
    let front = art::ink_at(art::WALL_FRONT, x, y);
    if borders_open(sprite, Dir::South) && front != Ink::WallTop {
        return front;
    }
    let (west, east) = (x < EDGE_WIDTH, x >= SIDE - EDGE_WIDTH);
    let (north, south) = (y < EDGE_WIDTH, y >= SIDE - EDGE_WIDTH);
    let edges = [
        (Dir::North, north),
        (Dir::East, east),
        (Dir::West, west),
        (Dir::NorthEast, north && east),
        (Dir::SouthEast, south && east),
        (Dir::SouthWest, south && west),
        (Dir::NorthWest, north && west),
    ];
    if edges
        .into_iter()
        .any(|(dir, is_there)| is_there && borders_open(sprite, dir))
    {
        Ink::WallEdge
    } else {
        Ink::WallTop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The palette index of each pixel of `map`, without its shade, as inks.
    fn inks(text: &str, scale: u32) -> Vec<Vec<u8>> {
        let map = Map::from_text(text).unwrap();
        let sprites = Sprites::new(scale);
        let mut rows = Vec::new();
        for y in 0..map.size().height as i32 {
            for v in 0..scale as usize {
                let mut row = Vec::new();
                for x in 0..map.size().width as i32 {
                    let mut pixels = vec![0; scale as usize];
                    sprites.copy_row(TileSprite::at(&map, Pos::new(x, y)), v, &mut pixels);
                    row.extend(pixels.iter().map(|pixel| pixel / SHADES));
                }
                rows.push(row);
            }
        }
        rows
    }

    #[test]
    fn a_small_tile_is_one_colour_and_each_kind_has_its_own() {
        let [rock, top, face] = [Ink::Rock, Ink::WallTop, Ink::WallFace].map(|ink| ink as u8);
        let [floor, start] = [Ink::Floor, Ink::Spark].map(|ink| ink as u8);
        assert_eq!(
            inks("#####\n#####\n##@.#\n#####\n", 1),
            [
                vec![rock; 5],
                vec![rock, top, face, face, top],
                vec![rock, top, start, floor, top],
                vec![rock, top, top, top, top],
            ]
        );
        let mut kinds: Vec<u8> = inks(" .+'<>~\"^", 1)[0].clone();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 9);
    }

    #[test]
    fn a_wall_shows_its_face_only_above_open_ground() {
        let rows = inks("###\n#.#\n###\n", 16);
        let has = |ys: std::ops::Range<usize>, ink: Ink| {
            ys.into_iter()
                .any(|y| rows[y][16..32].contains(&(ink as u8)))
        };
        assert!(has(8..16, Ink::WallFace) && !has(32..48, Ink::WallFace));
        assert!(has(32..34, Ink::WallEdge) && !has(34..48, Ink::WallEdge));
        assert!(has(16..20, Ink::FloorShadow) && !has(20..32, Ink::FloorShadow));
    }

    #[test]
    fn a_corner_has_an_edge_only_at_the_corner() {
        let rows = inks("...\n.##\n.##\n", 16);
        let edge = Ink::WallEdge as u8;
        assert_eq!(rows[32][32], Ink::Rock as u8);
        let rows = inks(".##\n###\n###\n", 16);
        assert_eq!(rows[16][16], edge);
        assert_eq!([rows[16][18], rows[18][16]], [Ink::WallTop as u8; 2]);
    }

    #[test]
    fn every_tile_is_drawn_at_every_scale() {
        for scale in [1, 3, 4, 7, 8, 16, 64] {
            let rows = inks(" .+'<>~\"^", scale);
            assert_eq!(rows.len(), scale as usize);
            assert!(rows.iter().all(|row| row.len() == 9 * scale as usize));
        }
    }
}
