//! Maps in formats that other programs read: text, JSON, a picture, and maps for editors; and sheets of
//! puzzles and mazes to print.
//!
//! Writes to any [`Write`]. A map for an editor refers to files that it shares with all others, the
//! [companions](Format::companions) of its format.
//!
//! ```
//! use undercroft::export::{self, Format, Options};
//! use undercroft::map::Map;
//! use undercroft::mapgen::MapSpec;
//!
//! let spec: MapSpec = "rooms/40x20#7".parse()?;
//! let map = spec.generate()?;
//! let mut file = Vec::new();
//! export::write(Format::Tmx, &spec, &map, &Options::default(), &mut file)?;
//! # assert!(file.starts_with(b"<?xml"));
//! for companion in Format::Tmx.companions() {
//!     let mut file = Vec::new();
//!     companion.write(&mut file)?;
//!     // ... and save it beside the map, as `companion.name()`.
//! }
//!
//! // A map that no generator made has no share code.
//! let drawn = Map::from_text("#####\n#@.+.\n#####\n")?;
//! export::write(Format::Tmx, None, &drawn, &Options::default(), &mut Vec::new())?;
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
mod csv;
mod godot;
pub mod heat;
mod hex_maze;
mod ink;
mod json;
mod ldtk;
mod painter;
mod places;
mod png;
pub mod read;
mod row;
#[cfg(feature = "cli")]
pub mod sheet;
mod sprite;
mod text;
mod tiled;
mod tileset;
mod vtt;

use std::io::{self, Write};

pub use ink::{Colour, Ink};
pub use json::SCHEMA;
pub use painter::Painter;
pub use png::{is_png, read_sample};
pub use row::{Export, Part, Picture, Row, Writer};
use strum::{EnumCount, EnumMessage, IntoStaticStr, VariantArray};
pub use vtt::Walls;

use crate::game;
use crate::geom::Size;
use crate::map::{Map, Thing};
use crate::mapgen::MapSpec;

/// Default width of a tile in a picture, in pixels.
pub const DEFAULT_SCALE: u32 = 8;

/// The largest width and height of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 32_768;

/// The largest width of a tile in a picture, in pixels, as large as virtual tabletops draw a square.
pub const MAX_SCALE: u32 = 140;

/// The format of an exported map. Each has its [`Row`] in the file that writes it.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, EnumCount, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// One character per tile
    Text,
    /// The map with its rooms, parameters and metrics
    Json,
    /// One number per tile
    Csv,
    /// A picture of the map
    Png,
    /// A map for the Tiled editor, as JSON
    Tmj,
    /// A map for the Tiled editor, as XML
    Tmx,
    /// A project for the LDtk editor
    Ldtk,
    /// A scene for the Godot engine
    Tscn,
    /// A map for virtual tabletops: Universal VTT
    Dd2vtt,
    /// One hex digit per cell of a maze
    Hex,
}

impl Format {
    /// Every format, in the order of the command line's help.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// What is known of it.
    pub const fn row(self) -> &'static Row {
        match self {
            Self::Text => &text::ROW,
            Self::Json => &json::ROW,
            Self::Csv => &csv::ROW,
            Self::Png => &png::ROW,
            Self::Tmj => &tiled::json::ROW,
            Self::Tmx => &tiled::xml::ROW,
            Self::Ldtk => &ldtk::ROW,
            Self::Tscn => &godot::ROW,
            Self::Dd2vtt => &vtt::ROW,
            Self::Hex => &hex_maze::ROW,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What a file in it is, in a few words.
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// The extension of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        self.row().ending
    }

    /// The files that a map in this format refers to.
    pub const fn companions(self) -> &'static [Companion] {
        self.row().companions
    }

    /// Whether the maps of `spec` can be written in it.
    pub fn suits(self, spec: &MapSpec) -> bool {
        !self.row().is_for_mazes || spec.makes_cell_maze()
    }

    /// The format of files with this extension, in upper or lower case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }
}

/// A file that maps refer to. It is the same for every map, so maps in one folder share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Companion {
    /// The image of the tiles: 16x16 pixels each, eight in a row.
    TilesetImage,
    /// Tiled's tileset as JSON.
    Tsj,
    /// Tiled's tileset as XML.
    Tsx,
    /// Godot's tile set.
    Tres,
}

impl Companion {
    /// Its file name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TilesetImage => "undercroft-tileset.png",
            Self::Tsj => "undercroft-tileset.tsj",
            Self::Tsx => "undercroft-tileset.tsx",
            Self::Tres => "undercroft-tileset.tres",
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let image = Self::TilesetImage.name();
        match self {
            Self::TilesetImage => png::write_tileset(out),
            Self::Tsj => tiled::json::write_tileset(out, image),
            Self::Tsx => tiled::xml::write_tileset(out, image),
            Self::Tres => godot::write_tileset(out, image),
        }
    }
}

/// How a map is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// What lies on a map that is written without what it was generated from. Otherwise that says it.
    pub things: &'a [Thing],
    /// Width of a tile in a picture in pixels, `1..=`[`max_scale`]; `None` for [`Picture::default_scale`].
    pub scale: Option<u32>,
    /// Where the walls of a map for tabletops lie.
    pub walls: Walls,
    /// Folder of the map's [companions](Format::companions), relative to that of the map and separated by `/`;
    /// empty if it is the same.
    pub folder: &'a str,
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

/// The pixels of a picture's longer side that tabletops and image viewers show.
const COMFORTABLE_SIDE: u32 = 8192;

/// `scale`, or half of it until the picture of a map of `size` has no longer side than programs show.
fn halved_to_fit(scale: u32, size: Size) -> u32 {
    let longest = size.width.max(size.height);
    let halves = (0..scale.ilog2()).map(|times| scale >> times);
    let mut fitting = halves.filter(|scale| scale * longest <= COMFORTABLE_SIDE);
    fitting.next().unwrap_or(1)
}

/// Writes `map` in `format`. `spec` is what it was generated from, or `None` if it was drawn, changed or read
/// from a file: then it is written without a share code. At most about linear in the area (for a picture, in its
/// pixels). Writes row by row, without a copy of the whole.
///
/// # Errors
/// [`ExportError::Scale`] and [`ExportError::NotAMaze`] before anything is written, or
/// [`ExportError::Write`].
pub fn write<'a>(
    format: Format,
    spec: impl Into<Option<&'a MapSpec>>,
    map: &Map,
    options: &Options<'_>,
    out: &mut (impl Write + ?Sized),
) -> Result<(), ExportError> {
    let row = format.row();
    let picture = row.picture.as_ref();
    let scale = picture.map(|picture| check_scale(picture, map.size(), options));
    let spec = spec.into();
    // To know them, a level is made again.
    let keeps_things = row.keeps.contains(&Part::Things);
    let own = spec.filter(|_| keeps_things);
    let own = own.map(|spec| game::things(spec, map));
    let export = Export {
        map,
        spec,
        things: own.as_deref().unwrap_or(options.things),
        options,
        scale: scale.transpose()?.unwrap_or_default(),
    };
    let mut out = out;
    (row.write)(&mut out, &export)
}

/// A colour in hex, as in `#0d0d13`.
fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The pixels per tile of a picture of a map of `size`.
fn check_scale(picture: &Picture, size: Size, options: &Options<'_>) -> Result<u32, ExportError> {
    let scale = options.scale.unwrap_or((picture.default_scale)(size));
    let max = max_scale(size);
    match (1..=max).contains(&scale) {
        true => Ok(scale),
        false => Err(ExportError::Scale { size, scale, max }),
    }
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
    fn no_picture_is_larger_by_itself_than_programs_show() {
        for (scale, longest, expected) in [
            (8, 1024, 8),
            (8, 1025, 4),
            (8, MAX_SIDE, 2),
            (64, 128, 64),
            (64, 2048, 4),
            (64, MAX_SIDE, 2),
        ] {
            assert_eq!(halved_to_fit(scale, Size::new(9, longest)), expected);
        }
    }

    #[test]
    fn a_scale_that_does_not_fit_is_refused_before_anything_is_written() {
        let spec: MapSpec = "box/600x5#1".parse().unwrap();
        let map = spec.generate().unwrap();
        for scale in [0, 55] {
            let options = Options {
                scale: Some(scale),
                ..Options::default()
            };
            let mut out = Vec::new();
            let error = write(Format::Png, &spec, &map, &options, &mut out).unwrap_err();
            assert!(error.to_string().contains("1 to 54 pixels"), "{error}");
            assert!(out.is_empty());
        }
    }
}
