//! PNGs of a map and of the tileset. Writes row by row, so that it needs memory for one row of tiles
//! only. Also reads a PNG as tiles.

use std::io::{self, Write};

use png::{
    BitDepth, ColorType, Compression, Decoder, Encoder, EncodingError, Filter, Transformations,
};

use super::art::SIDE;
use super::ink::{Colour, Ink, SHADES};
use super::row::{Part, Picture, Row};
use super::sprite::{PixelRows, Sprites, nearest_tile, palette, palette_index};
use super::tileset;
use super::{DEFAULT_SCALE, halved_to_fit};
use crate::geom::{Grid, Size};
use crate::map::{Map, Tile};
use crate::mapgen::MapSpec;
use crate::mapgen::waves::{SIDES, Sample};
use crate::text::{self, Invalid};

/// Pixels up to which a picture is compressed well rather than fast.
const MAX_WELL_COMPRESSED: u32 = 1 << 22;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "png",
    label: "PNG picture",
    key: 'p',
    help: "A PNG has --scale pixels per tile, and the share code as its description. Below\n\
         4 pixels each tile is a single colour.",
    picture: Some(Picture {
        default_scale: |size| halved_to_fit(DEFAULT_SCALE, size),
        default: "8, or less on large maps",
    }),
    is_binary: true,
    keeps: &[Part::Code],
    write: |out, export| {
        let (spec, map, scale) = (export.spec, export.map, export.scale);
        Ok(write_map(out, spec, map, scale)?)
    },
    ..Row::PLAIN
};

/// Writes `map` at `scale` pixels per tile, with its share code in a text chunk. The width and height of
/// the picture must not exceed [`MAX_PICTURE_SIDE`](super::MAX_PICTURE_SIDE).
pub fn write_map(
    out: &mut (impl Write + ?Sized),
    spec: Option<&MapSpec>,
    map: &Map,
    scale: u32,
) -> io::Result<()> {
    let size = map.size();
    let code = spec.map(MapSpec::to_string);
    let sprites = Sprites::new(scale);
    let mut rows = PixelRows::new(&sprites, map);
    encode(
        out,
        (size.width * scale, size.height * scale),
        code.as_deref(),
        palette().as_flattened(),
        |y, row| rows.fill(y, row),
    )
}

/// Writes the image of the tileset.
pub fn write_tileset(out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let side = SIDE as u32;
    encode(
        out,
        (tileset::COLUMNS * side, tileset::ROWS * side),
        Some("Undercroft: the tiles of maps"),
        [palette(), vec![Colour::default()]].concat().as_flattened(),
        |y, row| {
            for (x, pixel) in row.iter_mut().enumerate() {
                let ink = tileset::ink_at(x, y as usize);
                *pixel = ink.map_or(TRANSPARENT, |ink| palette_index(ink, SHADES / 2));
            }
        },
    )
}

/// The first bytes of a PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Whether a file is a PNG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Reads a sample for `waves`: a map as text, or a PNG with a pixel for each tile.
///
/// # Errors
/// If the bytes are neither, or if the map cannot serve as a sample.
pub fn read_sample(bytes: &[u8]) -> Result<Sample, Invalid> {
    if is_png(bytes) {
        let tiles = read_tiles(bytes, *SIDES.end());
        let unread = |error| Invalid::new(format_args!("cannot read the picture: {error}"));
        return Sample::from_tiles(tiles.map_err(unread)?);
    }
    Sample::from_text(&text::decode_lossy(bytes))
}

/// Reads a PNG as tiles, one for each pixel: the tile whose colour in a small picture of a map is
/// nearest.
///
/// # Errors
/// If the bytes are no PNG, or if it is more than `max_side` pixels wide or high.
fn read_tiles(bytes: &[u8], max_side: u32) -> io::Result<Grid<Tile>> {
    let mut decoder = Decoder::new(io::Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = Size::new(reader.info().width, reader.info().height);
    if size.width.max(size.height) > max_side {
        return Err(io::Error::other(format!(
            "the picture has {size} pixels; each is a tile, and {max_side}x{max_side} is the most"
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
            [red, green, blue, ..] => nearest_tile([red, green, blue]),
            [grey, ..] => nearest_tile([grey; 3]),
            [] => Tile::Wall,
        };
    }
    Ok(tiles)
}

/// The entry of the palette that shows nothing, after those of the inks.
const TRANSPARENT: u8 = Ink::ALL.len() as u8 * SHADES;

/// Writes a picture of `width` by `height` pixels in a palette of all inks in all shades and, perhaps, of
/// [`TRANSPARENT`]; `fill` fills the row with the given number.
fn encode(
    out: &mut (impl Write + ?Sized),
    (width, height): (u32, u32),
    description: Option<&str>,
    palette: &[u8],
    mut fill: impl FnMut(u32, &mut [u8]),
) -> io::Result<()> {
    let mut writer = ErrorKeeper { out, error: None };
    let result = (|| {
        let mut encoder = Encoder::new(&mut writer, width, height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette);
        if palette.len() > 3 * usize::from(TRANSPARENT) {
            let mut alpha = [u8::MAX; TRANSPARENT as usize + 1];
            alpha[usize::from(TRANSPARENT)] = 0;
            encoder.set_trns(alpha.to_vec());
        }
        encoder.set_compression(if width * height <= MAX_WELL_COMPRESSED {
            Compression::Balanced
        } else {
            Compression::Fast
        });
        // Most rows are the same as the one above.
        encoder.set_filter(Filter::Up);
        if let Some(description) = description {
            encoder.add_text_chunk("Description".to_owned(), description.to_owned())?;
        }
        let mut png = encoder.write_header()?;
        let mut pixels = png.stream_writer()?;
        let mut row = vec![0; width as usize];
        for y in 0..height {
            fill(y, &mut row);
            pixels.write_all(&row)?;
        }
        pixels.finish()?;
        png.finish()
    })();
    result.map_err(|error: EncodingError| writer.error.unwrap_or_else(|| io::Error::other(error)))
}

/// A writer that keeps its last error. The encoder passes on only the text of an error, but callers need
/// its kind, which tells whether a pipe was closed.
struct ErrorKeeper<'a, W: ?Sized> {
    out: &'a mut W,
    error: Option<io::Error>,
}

impl<W: ?Sized> ErrorKeeper<'_, W> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.error = Some(error);
            kind.into()
        })
    }
}

impl<W: Write + ?Sized> Write for ErrorKeeper<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.keep(result)
    }
}
