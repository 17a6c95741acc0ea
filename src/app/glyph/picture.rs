//! Draws the terrain on the CPU, as a picture for a file: the glyphs, colours and tint of the window, and its light, which
//! here changes from tile to tile and not within one.

use std::collections::BTreeMap;

use super::bitmap::Bitmap;
use super::raster::Rasterizer;
use super::shade::{Linear, beneath, encoded, linear, lit, remembered, remembered_wall};
use super::table::Glyph;
use super::terrain::{Cell, LightMap, Lit, Terrain, Tint};
use crate::geom::Pos;

/// Side in pixels below which a tile is a square of one colour.
const MIN_GLYPH: u32 = 4;

/// The colour of tiles that have not been seen: that of the window around the map.
const VOID: [u8; 3] = [6, 6, 10];

/// Levels of the table that encodes linear light.
const LEVELS: usize = 4096;

/// Draws pictures with tiles of one size.
pub struct Artist {
    side: u32,
    rasterizer: Rasterizer,
    bitmaps: BTreeMap<u16, Bitmap>,
    /// sRGB for each level of linear light.
    encoding: Vec<u8>,
}

/// A glyph over the terrain, in a colour of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sticker {
    /// Its tile.
    pub at: Pos,
    /// The glyph.
    pub glyph: Glyph,
    /// Its colour, sRGB.
    pub colour: [u8; 3],
}

impl Artist {
    /// An artist for tiles of `side` pixels. With `is_plain`, characters of the font replace drawings.
    pub fn new(side: u32, is_plain: bool) -> Self {
        let level = |level: usize| encoded([level as f32 / (LEVELS - 1) as f32; 3])[0];
        Self {
            side,
            rasterizer: Rasterizer::new(side, side, is_plain),
            bitmaps: BTreeMap::new(),
            encoding: (0..LEVELS).map(level).collect(),
        }
    }

    /// Width and height of the picture of a terrain, in pixels.
    pub fn size(&self, terrain: &Terrain) -> (u32, u32) {
        let size = terrain.size() * self.side;
        (size.x, size.y)
    }

    /// The picture, row by row, with red, green and blue for each pixel.
    pub fn draw(
        &mut self,
        terrain: &Terrain,
        (lights, tint): (&LightMap, &Tint),
        stickers: &[Sticker],
    ) -> Vec<u8> {
        let (width, height) = self.size(terrain);
        let mut picture = vec![0; width as usize * height as usize * 3];
        let tiles = terrain.size();
        let band = width as usize * self.side as usize * 3;
        for (y, band) in (0..tiles.y).zip(picture.chunks_exact_mut(band.max(1))) {
            terrain.for_each_in_row(y, 0, tiles.x, |x, cell, _| {
                let pos = Pos::new(x as i32, y as i32);
                let light = lights.get(pos);
                let sticker = stickers.iter().find(|sticker| sticker.at == pos);
                let cell = match self.side < MIN_GLYPH {
                    true => Cell {
                        glyph: Glyph::BLANK,
                        bg: tint.apply_to_colour(pos, cell.colour()),
                        ..cell
                    },
                    false => tint.apply_to_cell(pos, cell),
                };
                let ground = shown(cell.bg, light);
                let (glyph, ink, ground) = match sticker {
                    Some(sticker) => (sticker.glyph, linear(sticker.colour), beneath(ground)),
                    None => (cell.glyph, shown(cell.fg, light), ground),
                };
                self.draw_tile(band, x, glyph, (ink, ground));
            });
        }
        picture
    }

    /// Draws the tile of a column into a band of the picture that is one tile high.
    fn draw_tile(
        &mut self,
        band: &mut [u8],
        column: usize,
        glyph: Glyph,
        (ink, ground): (Linear, Linear),
    ) {
        let side = self.side as usize;
        let encoding = &self.encoding;
        let encode = |colour: Linear| {
            colour.map(|channel| {
                let level = channel.clamp(0.0, 1.0) * (LEVELS - 1) as f32;
                encoding[level.round() as usize]
            })
        };
        let rasterizer = &mut self.rasterizer;
        let bitmap = (!glyph.is_blank() && self.side >= MIN_GLYPH).then(|| {
            let bitmaps = self.bitmaps.entry(glyph.0);
            &*bitmaps.or_insert_with(|| rasterizer.glyph(glyph))
        });
        let plain = encode(ground);
        let stride = band.len() / side;
        for (y, row) in band.chunks_exact_mut(stride).enumerate() {
            let row = &mut row[column * side * 3..(column + 1) * side * 3];
            let (pixels, _) = row.as_chunks_mut::<3>();
            let Some(bitmap) = bitmap else {
                pixels.fill(plain);
                continue;
            };
            for (pixel, coverage) in pixels.iter_mut().zip(bitmap.row(y as i32)) {
                let share = f32::from(*coverage) / 255.0;
                *pixel = match coverage {
                    0 => plain,
                    _ => encode(std::array::from_fn(|channel| {
                        ground[channel] + (ink[channel] - ground[channel]) * share
                    })),
                };
            }
        }
    }
}

/// A colour of a tile in its light.
fn shown(colour: [u8; 3], light: Lit) -> Linear {
    let colour = linear(colour);
    let strength = light.light.map(|root| (f32::from(root) / 128.0).powi(2));
    match light.sight() {
        Lit::UNSEEN => linear(VOID),
        Lit::FLAT | Lit::FLAT_MEMORY => lit(colour, [1.0; 3]),
        Lit::REMEMBERED if light.flags & Lit::SOLID != 0 => remembered_wall(colour, strength),
        Lit::REMEMBERED => remembered(colour, strength),
        _ => lit(colour, strength),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Grid;

    const RED: [u8; 3] = [200, 40, 30];
    const BLUE: [u8; 3] = [30, 60, 180];

    /// A terrain of two tiles: a blank one and an `@`.
    fn terrain() -> Terrain {
        let mut cells = Grid::new(
            2,
            1,
            Cell {
                glyph: Glyph::BLANK,
                fg: BLUE,
                bg: RED,
            },
        );
        cells[Pos::new(1, 0)].glyph = Glyph::of('@').unwrap();
        let mut terrain = Terrain::default();
        terrain.replace(cells);
        terrain
    }

    fn lights(first: Lit) -> LightMap {
        let mut lights = LightMap::default();
        let mut tiles = Grid::new(2, 1, Lit::FULL.seen_as(Lit::FLAT));
        tiles[Pos::new(0, 0)] = first;
        lights.replace(tiles);
        lights
    }

    fn pixels(side: u32, lights: &LightMap, tint: &Tint, stickers: &[Sticker]) -> Vec<[u8; 3]> {
        let mut artist = Artist::new(side, true);
        assert_eq!(artist.size(&terrain()), (2 * side, side));
        let picture = artist.draw(&terrain(), (lights, tint), stickers);
        let (pixels, rest) = picture.as_chunks::<3>();
        assert!(rest.is_empty() && pixels.len() == 2 * (side * side) as usize);
        pixels.to_vec()
    }

    fn is_near(one: [u8; 3], other: [u8; 3]) -> bool {
        (0..3).all(|channel| one[channel].abs_diff(other[channel]) <= 2)
    }

    #[test]
    fn blank_tiles_are_of_their_colour_and_glyphs_are_drawn_in_theirs() {
        let flat = lights(Lit::FULL.seen_as(Lit::FLAT));
        let pixels = pixels(16, &flat, &Tint::default(), &[]);
        for (index, pixel) in pixels.iter().enumerate().filter(|(i, _)| i % 32 < 16) {
            assert!(is_near(*pixel, RED), "{index}: {pixel:?}");
        }
        let glyph = pixels.iter().filter(|[r, _, b]| r < b);
        assert!(glyph.count() > 5);
    }

    #[test]
    fn light_and_tint_show_and_what_is_unseen_does_not() {
        let first = |light: Lit, tint: &Tint| pixels(4, &lights(light), tint, &[])[0];
        let none = Tint::default();
        let dark = first(
            Lit {
                light: [64; 3],
                ..Lit::FULL
            },
            &none,
        );
        assert!(dark[0] > 80 && dark[0] < 120, "{dark:?}");
        assert!(is_near(first(Lit::default(), &none), VOID));
        let tint = Tint {
            levels: Grid::new(1, 1, 1),
            palette: vec![[0, 250, 0, 255]],
            ..Tint::default()
        };
        let tinted = first(Lit::FULL.seen_as(Lit::FLAT), &tint);
        assert!(tinted[1] > 200 && tinted[0] < 20, "{tinted:?}");
    }

    #[test]
    fn a_sticker_stands_out_from_its_tile_and_small_tiles_are_squares() {
        let flat = lights(Lit::FULL.seen_as(Lit::FLAT));
        let sticker = Sticker {
            at: Pos::default(),
            glyph: Glyph::of('@').unwrap(),
            colour: [255, 246, 214],
        };
        let with = pixels(16, &flat, &Tint::default(), &[sticker]);
        assert!(with.iter().any(|pixel| is_near(*pixel, sticker.colour)));
        assert!(with[0][0] < 100, "{:?}", with[0]);
        let small = pixels(2, &flat, &Tint::default(), &[]);
        assert_eq!(small[2..4], [small[2]; 2]);
        assert_ne!(
            small[0], small[2],
            "the colour of a tile has some of its glyph"
        );
    }
}
