//! Reads maps from files: as text, as our JSON, and as Tiled maps of ours and of others.

pub(super) mod json;
mod tiled;
pub(super) mod tmj;
pub(super) mod tmx;

use super::Format;
use crate::map::Map;
use crate::mapgen::MapSpec;
use crate::text::{self, Invalid};

/// A map from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The map.
    pub map: Map,
    /// What it was generated from: the share code of the file, if it makes exactly this map.
    pub spec: Option<MapSpec>,
}

/// Why a file is not a map.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Text(#[from] Invalid),
    #[error("not text, and so no map")]
    NotText,
    #[error("not a map as JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a map as XML: {0}")]
    Xml(#[from] roxmltree::Error),
    #[error(
        "not a map: the JSON has neither \"tiles\", as undercroft writes, nor \"layers\", as Tiled does"
    )]
    OtherJson,
    #[error("{0} is written and not read: give the map as text, JSON, TMJ or TMX")]
    WrittenOnly(&'static str),
    #[error("{0}")]
    Content(String),
}

/// How a format is read.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Whether a text, without blanks before it, is in this format. Formats are asked from the last to the first.
    pub claims: fn(&str) -> bool,
    /// Reads a map, and the share code that the file gives it.
    pub read: fn(&str, &mut LoadTileset<'_>) -> Result<(Map, Option<String>), ReadError>,
    /// The paragraph about it in the help of `convert`, at most 80 letters a line; empty if it has none.
    pub help: &'static str,
}

/// Loads the file of a tileset that a map refers to, by its path relative to the map.
pub type LoadTileset<'a> = dyn FnMut(&str) -> Option<Vec<u8>> + 'a;

impl ReadError {
    fn content(message: impl Into<String>) -> Self {
        Self::Content(message.into())
    }
}

/// Reads a map, in whichever form it is. `load` loads the file of a tileset that a Tiled map refers to, by its
/// path relative to the map; where it returns `None`, a tileset that has the name of ours is taken for ours.
///
/// # Errors
/// If it is no map; the error says where and why.
///
/// ```
/// use undercroft::export::read::read;
/// let loaded = read(b"#####\n#@..#\n#####\n", &mut |_| None)?;
/// assert_eq!(loaded.map.to_string(), "#####\n#@..#\n#####\n");
/// # Ok::<(), undercroft::export::read::ReadError>(())
/// ```
pub fn read(bytes: &[u8], load: &mut LoadTileset<'_>) -> Result<Loaded, ReadError> {
    let decoded = text::decode(bytes).map_err(|_| ReadError::NotText)?;
    let start = decoded.trim_start();
    let readers = Format::ALL
        .iter()
        .rev()
        .filter_map(|format| format.row().reader);
    let mut claiming = readers.filter(|reader| (reader.claims)(start));
    let reader = claiming.next().ok_or(ReadError::NotText)?;
    let (map, code) = (reader.read)(&decoded, load)?;
    let spec = code.and_then(|code| crate::known().read(&code).ok());
    let spec = spec.filter(|spec| makes(spec, &map));
    Ok(Loaded { map, spec })
}

/// Whether `spec` makes exactly `map`.
fn makes(spec: &MapSpec, map: &Map) -> bool {
    spec.size() == map.size() && spec.generate().is_ok_and(|made| made == *map)
}
