//! Maps in formats that other programs read: text, JSON, a picture, and a map for the Tiled editor;
//! and [`Sheet`]s of puzzles and mazes to print.
//!
//! Writes to any [`Write`]. A Tiled map
//! refers to an image of its tiles, which [`write_tileset`] writes.
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
//! export::write_tileset(&mut image)?;
//! # assert!(file.starts_with(b"{") && image.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Makes an object that is serialized with these fields, in this order.
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
mod ink;
mod json;
mod png;
mod sheet;
mod sprite;
mod tmj;

use std::io::{self, Write};

pub use ink::{Colour, Ink};
pub use png::read_tiles;
pub use sheet::{Sheet, TooManyPictures};

use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::MapSpec;
use crate::maze::Maze;

/// Default file name of the image of a Tiled map's tiles, in the map's folder. The image is the same for
/// every map.
pub const TILESET_NAME: &str = "undercroft-tiles.png";

/// Default width of a tile in a picture, in pixels.
pub const DEFAULT_SCALE: u32 = 8;

/// The largest width and height of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 32_768;

/// The largest width of a tile in a picture, in pixels.
pub const MAX_SCALE: u32 = 64;

/// The format of an exported map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
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
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            other => other.name(),
        }
    }

    /// The format of files with this extension, in upper or lower case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

/// Options of single formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options<'a> {
    /// Width of a tile of a [`Format::Png`] in pixels, `1..=`[`max_scale`].
    pub scale: u32,
    /// Path of the image of a [`Format::Tmj`]'s tiles, relative to the map's folder and separated by
    /// `/`.
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
    #[error("a picture of a {size} map can have 1 to {max} pixels per tile, not {scale}")]
    Scale { size: Size, scale: u32, max: u32 },
    #[error("the map is not a maze of cells; only mazes of cells have a hex form")]
    NotAMaze,
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl From<ExportError> for io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Write(error) => error,
            ExportError::Scale { .. } | ExportError::NotAMaze => {
                Self::new(io::ErrorKind::InvalidInput, error)
            }
        }
    }
}

/// The largest width of a tile, in pixels, in a picture of a map of `size` tiles:
/// [`DEFAULT_SCALE`]`..=`[`MAX_SCALE`] for every size that a generator accepts.
pub fn max_scale(size: Size) -> u32 {
    (MAX_PICTURE_SIDE / size.width.max(size.height).max(1)).clamp(1, MAX_SCALE)
}

/// Writes `map`, which was generated from `spec`, in `format`. Linear in the area (for a picture, in its
/// pixels). Writes row by row, without a copy of the whole.
///
/// # Errors
/// [`ExportError::Scale`] and [`ExportError::NotAMaze`] before anything is written, or
/// [`ExportError::Write`].
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
            let (size, scale, max) = (map.size(), options.scale, max_scale(map.size()));
            if !(1..=max).contains(&scale) {
                return Err(ExportError::Scale { size, scale, max });
            }
            png::write_map(out, &spec.to_string(), map, scale)?;
        }
        Format::Tmj => tmj::write(out, spec, map, options.tileset)?,
        Format::Hex => {
            let is_maze = spec.generator().makes_cell_maze();
            let maze = is_maze.then(|| Maze::from_map(map)).flatten();
            write!(out, "{}", maze.ok_or(ExportError::NotAMaze)?)?;
        }
    }
    Ok(())
}

/// Writes the PNG of the tiles that a [`Format::Tmj`] refers to: 16x16 pixels per tile, in the order
/// of [`Tile::ALL`](crate::map::Tile::ALL), five per row.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_tileset(out: &mut (impl Write + ?Sized)) -> Result<(), ExportError> {
    Ok(png::write_tileset(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::MAX_SIDE;

    #[test]
    fn the_largest_map_fits_a_picture_at_the_default_scale() {
        assert_eq!(max_scale(Size::new(MAX_SIDE, 9)), DEFAULT_SCALE);
        assert_eq!(max_scale(Size::new(80, 50)), MAX_SCALE);
        assert_eq!(max_scale(Size::new(600, 50)), 54);
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
