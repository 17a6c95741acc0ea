//! Pictures of a map and of the tileset. Rows go out as they are made, so that the memory it takes is
//! that of a row of tiles.

use std::io::{self, Write};

use png::{
    BitDepth, ColorType, Compression, Decoder, Encoder, EncodingError, Filter, Transformations,
};

use super::art::{self, SIDE};
use super::look::{Ink, SHADES};
use super::sprite::{Look, Sprites, palette_index, tile_like};
use super::tmj::{TILESET_COLUMNS, TILESET_ROWS};
use crate::geom::{Grid, Pos, Size};
use crate::map::{Map, Tile};

/// Pixels up to which a picture is worth the time of a better compression.
const SMALL: u32 = 1 << 22;

/// Writes `map` at `scale` pixels a tile, with `description` in a text chunk. The sides of the
/// picture are at most [`MAX_PICTURE_SIDE`](super::MAX_PICTURE_SIDE).
pub fn write_map(
    out: &mut (impl Write + ?Sized),
    description: &str,
    map: &Map,
    scale: u32,
) -> io::Result<()> {
    let size = map.size();
    let sprites = Sprites::new(scale);
    let mut looks = vec![Look::default(); size.width as usize];
    encode(
        out,
        (size.width * scale, size.height * scale),
        description,
        |y, row| {
            let (tile_y, pixel_y) = (y / scale, (y % scale) as usize);
            if pixel_y == 0 {
                for (x, look) in looks.iter_mut().enumerate() {
                    *look = Look::of(map, Pos::new(x as i32, tile_y as i32));
                }
            }
            for (look, pixels) in looks.iter().zip(row.chunks_exact_mut(scale as usize)) {
                sprites.row(*look, pixel_y, pixels);
            }
        },
    )
}

/// Writes the image of the tileset.
pub fn write_tileset(out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let side = SIDE as u32;
    encode(
        out,
        (TILESET_COLUMNS * side, TILESET_ROWS * side),
        "Undercroft: one tile each of the kinds that a map is made of",
        |y, row| {
            let first = y as usize / SIDE * TILESET_COLUMNS as usize;
            for (tile, pixels) in (first..Tile::ALL.len()).zip(row.chunks_exact_mut(SIDE)) {
                for (x, pixel) in pixels.iter_mut().enumerate() {
                    *pixel = palette_index(art::ink(tile, x, y as usize % SIDE), SHADES / 2);
                }
            }
        },
    )
}

/// Reads a picture as tiles, one for each pixel: the tile whose colour in a small picture of a map
/// is nearest.
pub fn read_tiles(bytes: &[u8], longest: u32) -> io::Result<Grid<Tile>> {
    let mut decoder = Decoder::new(io::Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = Size::new(reader.info().width, reader.info().height);
    if size.width.max(size.height) > longest {
        return Err(io::Error::other(format!(
            "a picture of {size} pixels is too large: a pixel is a tile, and {longest} a side are the most"
        )));
    }
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let frame = reader.next_frame(&mut pixels)?;
    let channels = frame.color_type.samples();
    let mut tiles = Grid::new(size.width, size.height, Tile::Wall);
    for (tile, pixel) in tiles
        .as_mut_slice()
        .iter_mut()
        .zip(pixels.chunks_exact(channels))
    {
        *tile = match *pixel {
            [red, green, blue, ..] => tile_like([red, green, blue]),
            [grey, ..] => tile_like([grey; 3]),
            [] => Tile::Wall,
        };
    }
    Ok(tiles)
}

/// Writes a picture of `width` by `height` pixels in the palette of all inks in all shades; `fill`
/// fills the row of a given number.
fn encode(
    out: &mut (impl Write + ?Sized),
    (width, height): (u32, u32),
    description: &str,
    mut fill: impl FnMut(u32, &mut [u8]),
) -> io::Result<()> {
    let mut witness = Witness { out, failure: None };
    let result = (|| {
        let mut encoder = Encoder::new(&mut witness, width, height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette());
        encoder.set_compression(if width * height <= SMALL {
            Compression::Balanced
        } else {
            Compression::Fast
        });
        // Most rows are like the one above.
        encoder.set_filter(Filter::Up);
        encoder.add_text_chunk("Description".to_owned(), description.to_owned())?;
        let mut writer = encoder.write_header()?;
        let mut picture = writer.stream_writer()?;
        let mut row = vec![0; width as usize];
        for y in 0..height {
            fill(y, &mut row);
            picture.write_all(&row)?;
        }
        picture.finish()?;
        writer.finish()
    })();
    result.map_err(|error: EncodingError| {
        let failure = witness.failure;
        failure.unwrap_or_else(|| io::Error::other(error))
    })
}

fn palette() -> Vec<u8> {
    Ink::ALL
        .iter()
        .flat_map(|ink| (0..SHADES).flat_map(move |shade| ink.colour(shade)))
        .collect()
}

/// Keeps what went wrong with a writer: the encoder hands on only its text, and whether a pipe
/// was closed is in its kind.
struct Witness<'a, W: ?Sized> {
    out: &'a mut W,
    failure: Option<io::Error>,
}

impl<W: ?Sized> Witness<'_, W> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failure = Some(error);
            kind.into()
        })
    }
}

impl<W: Write + ?Sized> Write for Witness<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.keep(result)
    }
}
