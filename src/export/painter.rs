//! Small pictures of maps as pixels in memory, many at one scale.

use super::ink::Colour;
use super::sprite::{PixelRows, Sprites, TileSprite, palette};
use crate::geom::{Pos, Size};
use crate::map::Map;

/// Paints maps at one scale: some pixels per tile or, for maps that are larger than their picture may
/// be, some tiles per pixel.
///
/// ```
/// use undercroft::export::Painter;
/// use undercroft::mapgen::MapSpec;
///
/// let spec: MapSpec = "rooms/80x50#7".parse()?;
/// let painter = Painter::fitting(spec.size(), 500, 200);
/// assert_eq!(painter.picture_size(spec.size()), (320, 200));
/// let mut rows = 0;
/// painter.paint(&spec.generate()?, |row| rows += row.len() / 320);
/// assert_eq!(rows, 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Painter {
    sprites: Sprites,
    /// Pixels per tile, or 1.
    scale: u32,
    /// Tiles per pixel, or 1.
    tiles: u32,
    palette: Vec<Colour>,
}

impl Painter {
    /// A painter at the largest scale at which pictures of maps of `size` are at most `width` by `height`
    /// pixels and have at most [`DEFAULT_SCALE`](super::DEFAULT_SCALE) pixels per tile.
    pub fn fitting(size: Size, width: u32, height: u32) -> Self {
        let [(across, width), (down, height)] = [(size.width, width), (size.height, height)]
            .map(|(tiles, most)| (tiles.max(1), most.max(1)));
        let scale = (width / across).min(height / down);
        let scale = scale.clamp(1, super::DEFAULT_SCALE);
        let tiles = across.div_ceil(width).max(down.div_ceil(height));
        Self {
            sprites: Sprites::new(scale),
            scale,
            tiles,
            palette: palette(),
        }
    }

    /// Width and height, in pixels, of the picture of a map of `size`.
    pub const fn picture_size(&self, size: Size) -> (u32, u32) {
        let [width, height] = [
            size.width.div_ceil(self.tiles),
            size.height.div_ceil(self.tiles),
        ];
        (width * self.scale, height * self.scale)
    }

    /// Calls `row` with each row of pixels of the picture of `map`, from the top. Linear in the tiles and the
    /// pixels.
    pub fn paint(&self, map: &Map, mut row: impl FnMut(&[Colour])) {
        if self.tiles > 1 {
            let colour = |pos: Pos| {
                let mut pixel = [0];
                self.sprites
                    .copy_row(TileSprite::at(map, pos), 0, &mut pixel);
                self.palette[usize::from(pixel[0])]
            };
            return self.paint_flat(map.size(), colour, row);
        }
        let (width, height) = self.picture_size(map.size());
        let mut colours = vec![Colour::default(); width as usize];
        let mut rows = PixelRows::new(&self.sprites, map);
        let mut pixels = vec![0; width as usize];
        for y in 0..height {
            rows.fill(y, &mut pixels);
            for (colour, pixel) in colours.iter_mut().zip(&pixels) {
                *colour = self.palette[usize::from(*pixel)];
            }
            row(&colours);
        }
    }

    /// The same, with each tile in one colour.
    pub fn paint_flat(
        &self,
        size: Size,
        colour: impl Fn(Pos) -> Colour,
        mut row: impl FnMut(&[Colour]),
    ) {
        let (width, height) = self.picture_size(size);
        let mut colours = Vec::with_capacity(width as usize);
        for y in 0..height / self.scale {
            colours.clear();
            for x in 0..width / self.scale {
                let colour = self.mean(size, (x, y), &colour);
                colours.extend((0..self.scale).map(|_| colour));
            }
            for _ in 0..self.scale {
                row(&colours);
            }
        }
    }

    /// The mean colour of the tiles of a pixel.
    fn mean(&self, size: Size, (x, y): (u32, u32), colour: impl Fn(Pos) -> Colour) -> Colour {
        let (mut sum, mut count) = ([0_u32; 3], 0);
        for y in y * self.tiles..size.height.min((y + 1) * self.tiles) {
            for x in x * self.tiles..size.width.min((x + 1) * self.tiles) {
                for (sum, channel) in sum.iter_mut().zip(colour(Pos::new(x as i32, y as i32))) {
                    *sum += u32::from(channel);
                }
                count += 1;
            }
        }
        sum.map(|sum| (sum / count.max(1)) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{Format, Options, write};
    use crate::mapgen::MapSpec;

    fn paint(painter: &Painter, map: &Map) -> Vec<Colour> {
        let mut pixels = Vec::new();
        painter.paint(map, |row| pixels.extend_from_slice(row));
        let (width, height) = painter.picture_size(map.size());
        assert_eq!(pixels.len(), (width * height) as usize);
        pixels
    }

    #[test]
    fn a_painting_has_the_pixels_of_the_png() {
        let spec: MapSpec = "rooms/40x30#3".parse().unwrap();
        let map = spec.generate().unwrap();
        for scale in [1, 3, 4, 8] {
            let mut bytes = Vec::new();
            let options = Options {
                scale: Some(scale),
                ..Options::default()
            };
            write(Format::Png, &spec, &map, &options, &mut bytes).unwrap();
            let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
            decoder.set_transformations(png::Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut expected = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut expected).unwrap();
            let painter = Painter::fitting(spec.size(), 40 * scale + 39, 30 * scale + 29);
            assert_eq!(paint(&painter, &map).as_flattened(), expected);
        }
    }

    #[test]
    fn a_map_larger_than_its_picture_is_painted_in_mean_colours() {
        let map = Map::from_text("....\n####\n....\n####\n").unwrap();
        let fine = paint(&Painter::fitting(map.size(), 4, 4), &map);
        let coarse = Painter::fitting(map.size(), 3, 9);
        assert_eq!(coarse.picture_size(map.size()), (2, 2));
        let mean = |channel: usize| {
            let tiles = [fine[0], fine[1], fine[4], fine[5]].map(|tile| u32::from(tile[channel]));
            (tiles.iter().sum::<u32>() / 4) as u8
        };
        let coarse = paint(&coarse, &map);
        assert_eq!(coarse[0], [mean(0), mean(1), mean(2)]);
    }

    #[test]
    fn a_flat_painting_has_one_colour_a_tile() {
        let size = Size::new(3, 2);
        let colour = |pos: Pos| [pos.x as u8, pos.y as u8, 7];
        let mut rows: Vec<Vec<Colour>> = Vec::new();
        Painter::fitting(size, 7, 4).paint_flat(size, colour, |row| rows.push(row.to_vec()));
        let row = |y: u8| [0, 0, 1, 1, 2, 2].map(|x| [x, y, 7]).to_vec();
        assert_eq!(rows, [row(0), row(0), row(1), row(1)]);
    }
}
