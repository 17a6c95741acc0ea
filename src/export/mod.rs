//! Maps in formats that other programs read: text, JSON, a picture, and a map for the Tiled editor;
//! and [`Sheet`]s of puzzles and mazes to print.
//!
//! Writes into any [`Write`]; knows of no file, no command line and no window. A Tiled map refers to
//! an image of its tiles, which [`tileset_png`] writes.
//!
//! ```
//! use undercroft::export::{self, Format, Options};
//! use undercroft::mapgen::MapSpec;
//!
//! let spec: MapSpec = "rooms/40x20#7".parse()?;
//! let map = spec.generate()?;
//! let mut file = Vec::new();
//! export::write(Format::Tmj, &spec, &map, &Options::default(), &mut file)?;
//! let mut image = Vec::new();
//! export::tileset_png(&mut image)?;
//! # assert!(file.starts_with(b"{") && image.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// An object to be serialized with these fields, in this order.
macro_rules! record {
    ($($field:ident: $value:expr),* $(,)?) => {{
        #[allow(non_camel_case_types, reason = "each field has a type parameter of its own name")]
        mod object {
            #[derive(serde::Serialize)]
            pub struct Record<$($field),*> { $(pub $field: $field),* }
        }
        object::Record { $($field: $value),* }
    }};
}
#[cfg(feature = "cli")]
pub(crate) use record;

mod art;
mod json;
mod look;
mod png;
mod sheet;
mod sprite;
mod tmj;

use std::io::{self, Write};

pub use look::{Colour, Ink};
pub use png::read_tiles;
pub use sheet::{Crowded, Sheet};

use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::MapSpec;
use crate::maze::Maze;

/// The name under which a Tiled map looks for the image of its tiles, in its own folder, if not told
/// otherwise. The image is the same for every map.
pub const TILESET_NAME: &str = "undercroft-tiles.png";

/// Pixels a tile of a picture, if not told otherwise.
pub const DEFAULT_SCALE: u32 = 8;

/// The largest side of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 32_768;

/// The most pixels a tile of a picture.
pub const MAX_SCALE: u32 = 64;

/// How a map is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// One character per tile
    Text,
    /// The map with its rooms, parameters and metrics
    Json,
    /// A picture of the map
    Png,
    /// A map for the Tiled editor
    Tmj,
    /// One hex digit per cell of a maze
    Hex,
}

impl Format {
    /// Every format, in the order of the command line's help.
    pub const ALL: [Self; 5] = [Self::Text, Self::Json, Self::Png, Self::Tmj, Self::Hex];

    /// Its name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Png => "png",
            Self::Tmj => "tmj",
            Self::Hex => "hex",
        }
    }

    /// What the names of its files end in.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            other => other.name(),
        }
    }

    /// The format of files whose name ends in `extension`, in any case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

/// What some formats want to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options<'a> {
    /// Pixels a tile of a [`Format::Png`], `1..=`[`largest_scale`].
    pub scale: u32,
    /// Where a [`Format::Tmj`] looks for the image of its tiles: a path from the map's folder, with
    /// `/` between its parts.
    pub tileset: &'a str,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            scale: DEFAULT_SCALE,
            tileset: TILESET_NAME,
        }
    }
}

/// Why a map was not written.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("a picture of {size} has 1 to {largest} pixels a tile, and {scale} were asked for")]
    Scale {
        size: Size,
        scale: u32,
        largest: u32,
    },
    #[error("the map is not a maze of cells, which alone has a hex form")]
    NoMaze,
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl From<ExportError> for io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Write(error) => error,
            ExportError::Scale { .. } | ExportError::NoMaze => {
                Self::new(io::ErrorKind::InvalidInput, error)
            }
        }
    }
}

/// The most pixels a tile that a picture of `size` can have: at least [`DEFAULT_SCALE`] for every map
/// there is, at most [`MAX_SCALE`].
pub fn largest_scale(size: Size) -> u32 {
    (MAX_PICTURE_SIDE / size.width.max(size.height).max(1)).clamp(1, MAX_SCALE)
}

/// Writes `map`, which was made from `spec`, in `format`. Linear in the area (for a picture, in its
/// pixels); rows go out as they are made.
///
/// # Errors
/// [`ExportError::Scale`] before anything is written, or whatever the writer says.
pub fn write(
    format: Format,
    spec: &MapSpec,
    map: &Map,
    options: &Options<'_>,
    out: &mut (impl Write + ?Sized),
) -> Result<(), ExportError> {
    match format {
        Format::Text => write!(out, "{map}")?,
        Format::Json => json::write(out, spec, map)?,
        Format::Png => {
            let largest = largest_scale(map.size());
            if !(1..=largest).contains(&options.scale) {
                return Err(ExportError::Scale {
                    size: map.size(),
                    scale: options.scale,
                    largest,
                });
            }
            png::write_map(out, &spec.to_string(), map, options.scale)?;
        }
        Format::Tmj => tmj::write(out, spec, map, options.tileset)?,
        Format::Hex => {
            let cells = spec.generator().makes_cell_maze();
            let maze = cells.then(|| Maze::from_map(map)).flatten();
            write!(out, "{}", maze.ok_or(ExportError::NoMaze)?)?;
        }
    }
    Ok(())
}

/// Writes the image of the tiles that a [`Format::Tmj`] refers to: 16x16 pixels a tile, in the order
/// of [`Tile::ALL`](crate::map::Tile::ALL), five a row.
///
/// # Errors
/// If `out` cannot be written.
pub fn tileset_png(out: &mut (impl Write + ?Sized)) -> Result<(), ExportError> {
    Ok(png::write_tileset(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::MAX_SIDE;

    #[test]
    fn the_largest_map_fits_a_picture_at_the_default_scale() {
        assert_eq!(largest_scale(Size::new(MAX_SIDE, 9)), DEFAULT_SCALE);
        assert_eq!(largest_scale(Size::new(80, 50)), MAX_SCALE);
        assert_eq!(largest_scale(Size::new(600, 50)), 54);
    }

    #[test]
    fn a_scale_that_does_not_fit_is_refused_before_anything_is_written() {
        let spec: MapSpec = "box/600x5#1".parse().unwrap();
        let map = spec.generate().unwrap();
        for scale in [0, 55] {
            let options = Options {
                scale,
                ..Options::default()
            };
            let mut out = Vec::new();
            let error = write(Format::Png, &spec, &map, &options, &mut out).unwrap_err();
            assert!(error.to_string().contains("1 to 54 pixels"), "{error}");
            assert!(out.is_empty());
        }
    }
}
