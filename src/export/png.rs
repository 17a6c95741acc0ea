//! A map as a picture: one square of one colour a tile. Rows go out as they are made, so that the
//! memory it takes is that of a row.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

use crate::geom::Pos;
use crate::map::{Map, Tile};

/// The largest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 32_768;

/// What a square can be, in the order of [`PALETTE`].
#[derive(Clone, Copy)]
enum Ink {
    Solid,
    Face,
    Floor,
    Start,
    DoorClosed,
    DoorOpen,
    StairsUp,
    StairsDown,
    Water,
    Grass,
    Light,
}

/// Red, green and blue of each [`Ink`].
const PALETTE: [[u8; 3]; 11] = [
    [0x16, 0x14, 0x1c],
    [0x5a, 0x53, 0x66],
    [0xcf, 0xc2, 0xa5],
    [0xe0, 0x4f, 0x3c],
    [0x8a, 0x52, 0x24],
    [0xc8, 0x8a, 0x4a],
    [0xb4, 0x7e, 0xe0],
    [0x72, 0x36, 0xb4],
    [0x4a, 0x8f, 0xc7],
    [0x7d, 0xa8, 0x4c],
    [0xff, 0xcf, 0x3f],
];

/// Writes `map` at `scale` pixels a tile, with `description` in a text chunk. The sides of the
/// picture are at most [`MAX_SIDE`].
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, description: &str, map: &Map, scale: u32) -> io::Result<()> {
    let mut out = Witness { out, failure: None };
    let result = encode(&mut out, description, map, scale);
    result.map_err(|error| out.failure.unwrap_or_else(|| io::Error::other(error)))
}

/// Keeps what went wrong with a writer: the encoder hands on only its text, and whether a pipe
/// was closed is in its kind.
struct Witness<'a> {
    out: &'a mut dyn Write,
    failure: Option<io::Error>,
}

impl Witness<'_> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failure = Some(error);
            kind.into()
        })
    }
}

impl Write for Witness<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.keep(result)
    }
}

fn encode(
    out: &mut Witness<'_>,
    description: &str,
    map: &Map,
    scale: u32,
) -> Result<(), EncodingError> {
    let size = map.size();
    let mut encoder = Encoder::new(out, size.width * scale, size.height * scale);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(PALETTE.concat());
    encoder.set_compression(Compression::Fast);
    // Most rows are like the one above.
    encoder.set_filter(Filter::Up);
    encoder.add_text_chunk("Description".to_owned(), description.to_owned())?;
    let mut writer = encoder.write_header()?;
    let mut picture = writer.stream_writer()?;
    let mut row = vec![0; (size.width * scale).div_ceil(2) as usize];
    for y in 0..size.height {
        pack(map, y, scale, &mut row);
        for _ in 0..scale {
            picture.write_all(&row)?;
        }
    }
    picture.finish()?;
    writer.finish()
}

/// Fills `row` with the pixels of the map's row `y`, two to a byte, the left one in the high half.
fn pack(map: &Map, y: u32, scale: u32, row: &mut [u8]) {
    row.fill(0);
    let mut pixel = 0;
    for x in 0..map.size().width {
        let ink = ink(map, Pos::new(x as i32, y as i32)) as u8;
        for _ in 0..scale {
            row[pixel / 2] |= if pixel % 2 == 0 { ink << 4 } else { ink };
            pixel += 1;
        }
    }
}

fn ink(map: &Map, pos: Pos) -> Ink {
    if map.start == Some(pos) {
        return Ink::Start;
    }
    match map.tiles[pos] {
        Tile::Wall if faces_space(map, pos) => Ink::Face,
        Tile::Void | Tile::Wall => Ink::Solid,
        Tile::Floor => Ink::Floor,
        Tile::DoorClosed => Ink::DoorClosed,
        Tile::DoorOpen => Ink::DoorOpen,
        Tile::StairsUp => Ink::StairsUp,
        Tile::StairsDown => Ink::StairsDown,
        Tile::Water => Ink::Water,
        Tile::Grass => Ink::Grass,
        Tile::Brazier => Ink::Light,
    }
}

/// Whether any of the eight tiles around `pos` is neither wall nor nothing.
fn faces_space(map: &Map, pos: Pos) -> bool {
    crate::geom::Dir::ALL.into_iter().any(|dir| {
        map.tiles
            .get(pos.step(dir))
            .is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_tile_has_its_colour() {
        let map = Map::from_text("###\n#@.\n## \n+'~\n<>\"\n^  \n").unwrap();
        let inks = |y: u32| {
            let mut row = vec![0; 2];
            pack(&map, y, 1, &mut row);
            [row[0] >> 4, row[0] & 15, row[1] >> 4]
        };
        assert_eq!(inks(1), [1, 3, 2]);
        assert_eq!(inks(2), [1, 1, 0]);
        assert_eq!(inks(3), [4, 5, 8]);
        assert_eq!(inks(4), [6, 7, 9]);
        assert_eq!(inks(5), [10, 0, 0]);
    }

    #[test]
    fn a_wall_is_lighter_only_where_it_faces_space() {
        let map = Map::from_text("####\n#..#\n####\n####\n").unwrap();
        let row = |y: i32| [0, 1, 2, 3].map(|x| ink(&map, Pos::new(x, y)) as u8);
        assert_eq!(row(2), [1; 4]);
        assert_eq!(row(3), [0; 4]);
    }
}
