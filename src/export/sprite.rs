//! How a tile looks among its neighbours, at any number of pixels: walls have edges where they
//! border on open ground and a face where it lies below, and floor lies in the shadow of a wall
//! above.

use super::art::{self, SIDE};
use super::look::{Colour, Ink, SHADES, shade};
use crate::geom::{Dir, Pos};
use crate::map::{Map, Tile};

/// Pixels a tile below which it is one colour.
const SMALLEST_DRAWN: u32 = 4;

/// Looks: a wall for each set of open neighbours, then open tiles and the start, each lit or in the
/// shadow of a wall.
const LOOKS: usize = WALLS + 2 * (Tile::ALL.len() + 1);
/// Looks of walls: one for each set of the eight neighbours.
const WALLS: usize = 1 << 8;

/// Every look that a tile can have, drawn at one scale.
pub struct Sprites {
    scale: usize,
    /// Palette index of each pixel in its darkest shade, look by look and row by row.
    pixels: Vec<u8>,
}

/// One tile's sprite and its shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    sprite: u16,
    shade: u8,
}

/// The index of `ink` in a palette of all inks in all shades.
pub const fn palette_index(ink: Ink, shade: u8) -> u8 {
    ink as u8 * SHADES + shade
}

impl Sprites {
    /// Draws all looks at `scale` pixels a tile.
    pub fn new(scale: u32) -> Self {
        let side = scale as usize;
        let mut pixels = Vec::with_capacity(LOOKS * side * side);
        for sprite in 0..LOOKS {
            for y in 0..side {
                for x in 0..side {
                    // The middle of the pixel, on the art.
                    let at = |pixel: usize| (2 * pixel + 1) * SIDE / (2 * side);
                    let ink = if scale < SMALLEST_DRAWN {
                        plain(sprite)
                    } else {
                        drawn(sprite, at(x), at(y))
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

    /// Row `y` of the pixels of `look`, as palette indices, into `out`, which is as long as the scale.
    #[inline]
    pub fn row(&self, look: Look, y: usize, out: &mut [u8]) {
        let start = (usize::from(look.sprite) * self.scale + y) * self.scale;
        let pixels = &self.pixels[start..start + self.scale];
        for (pixel, base) in out.iter_mut().zip(pixels) {
            *pixel = base + look.shade;
        }
    }
}

impl Look {
    /// How the tile at `pos` of `map` looks.
    pub fn of(map: &Map, pos: Pos) -> Self {
        let solid = |pos: Pos| map.tiles.get(pos).is_none_or(|tile| is_solid(*tile));
        let tile = map.tiles[pos];
        let sprite = if is_solid(tile) {
            let open = |(index, dir): (usize, Dir)| usize::from(!solid(pos.step(dir))) << index;
            Dir::ALL.into_iter().enumerate().map(open).sum()
        } else {
            let kind = if map.start == Some(pos) {
                art::START
            } else {
                tile as usize
            };
            WALLS + 2 * kind + usize::from(solid(pos.step(Dir::North)))
        };
        Self {
            sprite: sprite as u16,
            shade: shade(pos),
        }
    }
}

const fn is_solid(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void)
}

/// Whether the wall's neighbour towards `dir` is open.
fn faces(sprite: usize, dir: Dir) -> bool {
    // `Dir::ALL` lists the directions as they are declared.
    sprite >> dir as usize & 1 == 1
}

/// The tile that is most like `colour` in a picture of one pixel a tile.
pub fn tile_like(colour: Colour) -> Tile {
    let apart = |ink: Ink, shade: u8| -> u32 {
        let own = ink.colour(shade).into_iter().zip(colour);
        own.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    // Of the shades the nearest: light floor is more like rubble than like floor of middle shade.
    let distance = |sprite: &usize| {
        let ink = plain(*sprite);
        (0..SHADES).map(|shade| apart(ink, shade)).min()
    };
    match (0..LOOKS).min_by_key(distance) {
        Some(sprite) if sprite >= WALLS => {
            let tile = Tile::ALL.get((sprite - WALLS) / 2);
            // The start lies on floor.
            tile.copied().unwrap_or(Tile::Floor)
        }
        _ => Tile::Wall,
    }
}

/// The one colour of a look that is too small for a picture.
fn plain(sprite: usize) -> Ink {
    if sprite == 0 {
        return Ink::Rock;
    }
    if sprite < WALLS {
        return if faces(sprite, Dir::South) {
            Ink::WallFace
        } else {
            Ink::WallTop
        };
    }
    match Tile::ALL.get((sprite - WALLS) / 2) {
        None => Ink::Spark,
        Some(Tile::Void) => Ink::Rock,
        Some(Tile::Wall) => Ink::WallTop,
        Some(Tile::Floor) => Ink::Floor,
        Some(Tile::DoorClosed) => Ink::Wood,
        Some(Tile::DoorOpen) => Ink::WoodDark,
        Some(Tile::StairsUp) => Ink::Stair,
        Some(Tile::StairsDown) => Ink::StairDark,
        Some(Tile::Water) => Ink::Water,
        Some(Tile::Grass) => Ink::Blade,
        Some(Tile::Brazier) => Ink::Flame,
        Some(Tile::Pew) => Ink::WallJoint,
        Some(Tile::Tomb) => Ink::WallEdge,
        Some(Tile::Deep) => Ink::Depth,
        Some(Tile::Rubble) => Ink::FloorMark,
        Some(Tile::Reeds) => Ink::Grass,
    }
}

/// The ink of a look at column `x`, row `y` of the art.
fn drawn(sprite: usize, x: usize, y: usize) -> Ink {
    if sprite < WALLS {
        return wall(sprite, x, y);
    }
    let kind = (sprite - WALLS) / 2;
    let ink = art::ink(kind, x, y);
    let shadowed = (sprite - WALLS) % 2 == 1;
    if shadowed && ink == Ink::Floor && y < SHADOW {
        Ink::FloorShadow
    } else {
        ink
    }
}

/// Width of a wall's edge, in pixels of the art.
const EDGE: usize = 2;
/// Depth of the shadow of a wall, in pixels of the art.
const SHADOW: usize = 4;

fn wall(sprite: usize, x: usize, y: usize) -> Ink {
    if sprite == 0 {
        return Ink::Rock;
    }
    let front = art::ink(art::WALL_FRONT, x, y);
    let faces_south = faces(sprite, Dir::South);
    if faces_south && front != Ink::WallTop {
        return front;
    }
    let (west, east) = (x < EDGE, x >= SIDE - EDGE);
    let (north, south) = (y < EDGE, y >= SIDE - EDGE);
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
        .any(|(dir, here)| here && faces(sprite, dir))
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
                    sprites.row(Look::of(&map, Pos::new(x, y)), v, &mut pixels);
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
