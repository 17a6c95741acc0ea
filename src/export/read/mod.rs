//! Reads maps from files: as text, as our JSON, and as Tiled maps and LDtk projects of ours and of others.

pub(super) mod json;
pub(super) mod ldtk;
mod objects;
mod tiled;
pub(super) mod tmj;
pub(super) mod tmx;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Format;
use crate::game;
use crate::map::{Map, Thing};
use crate::mapgen::{MapSpec, SpecError};
use crate::text::{self, Invalid};

/// A map from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The map.
    pub map: Map,
    /// What lies on it.
    pub things: Vec<Thing>,
    /// What it was generated from: the share code of the file, if it makes exactly this map with these things.
    pub spec: Option<MapSpec>,
    /// What of the file is not here, in sentences without their full stop.
    pub notes: Vec<String>,
}

impl Loaded {
    /// What it was generated from or, of any other map, one whose share code holds all of it.
    ///
    /// # Errors
    /// If it is larger than what a code may carry.
    pub fn into_spec(self) -> Result<MapSpec, SpecError> {
        match self.spec {
            Some(spec) => Ok(spec),
            None => MapSpec::drawn(&self.map, self.things),
        }
    }
}

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The map.
    pub map: Map,
    /// What lies on it.
    pub things: Vec<Thing>,
    /// What it says that the map was generated from.
    pub share_code: Option<String>,
    /// What of it is not here.
    pub notes: Vec<String>,
}

impl Contents {
    /// A map alone.
    pub(super) const fn of(map: Map) -> Self {
        Self {
            map,
            things: Vec::new(),
            share_code: None,
            notes: Vec::new(),
        }
    }
}

/// What of a JSON object tells whose it is.
#[derive(Deserialize)]
struct Keys {
    tiles: Option<IgnoredAny>,
    layers: Option<IgnoredAny>,
    levels: Option<IgnoredAny>,
    defs: Option<IgnoredAny>,
}

impl Keys {
    /// Those of a text; `None` if it is no JSON object.
    fn of(text: &str) -> Option<Self> {
        let is_object = text.starts_with('{');
        is_object.then(|| serde_json::from_str(text).ok()).flatten()
    }
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
    #[error("{0} is written and not read: give the map as text, JSON, TMJ, TMX or LDtk project")]
    WrittenOnly(&'static str),
    #[error("{0}")]
    Content(String),
}

/// How a format is read.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Whether a text, without blanks before it, is in this format. Formats are asked from the last to the first.
    pub claims: fn(&str) -> bool,
    /// Reads a map and what else the file says.
    pub read: fn(&str, &mut LoadTileset<'_>) -> Result<Contents, ReadError>,
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
    let contents = (reader.read)(&decoded, load)?;
    let code = contents.share_code.as_ref();
    let spec = code.and_then(|code| crate::known().read(code).ok());
    let spec = spec.filter(|spec| makes(spec, &contents));
    Ok(Loaded {
        map: contents.map,
        things: contents.things,
        spec,
        notes: contents.notes,
    })
}

/// Whether `spec` makes exactly the map and the things of a file.
fn makes(spec: &MapSpec, file: &Contents) -> bool {
    let is_it = |made: Map| made == file.map && game::things(spec, &made) == file.things;
    spec.size() == file.map.size() && spec.generate().is_ok_and(is_it)
}
