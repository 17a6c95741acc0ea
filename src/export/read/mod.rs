//! Reads maps from files: as text, as our JSON, and as Tiled maps of ours and of others.

mod json;
mod tiled;
mod tmj;
mod tmx;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::map::{Map, TextError};
use crate::mapgen::MapSpec;
use crate::text;

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
    Text(#[from] TextError),
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
    #[error("{0}")]
    Content(String),
}

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
pub fn read(
    bytes: &[u8],
    load: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Loaded, ReadError> {
    let decoded = text::decode(bytes).map_err(|_| ReadError::NotText)?;
    let start = decoded.trim_start();
    // A map as text may begin with stairs, `<`, but with neither of these.
    let (map, code) = if start.starts_with('{') {
        let keys: Keys = serde_json::from_str(start)?;
        match (keys.tiles, keys.layers) {
            (Some(_), _) => json::read(start)?,
            (None, Some(_)) => tmj::read(start, load)?.into_map()?,
            (None, None) => return Err(ReadError::OtherJson),
        }
    } else if ["<?", "<!", "<map"]
        .iter()
        .any(|head| start.starts_with(head))
    {
        tmx::read(start, load)?.into_map()?
    } else {
        (Map::read(&decoded)?, None)
    };
    let spec = code.and_then(|code| crate::known().read(&code).ok());
    let spec = spec.filter(|spec| makes(spec, &map));
    Ok(Loaded { map, spec })
}

/// What tells our JSON from Tiled's.
#[derive(Deserialize)]
struct Keys {
    tiles: Option<IgnoredAny>,
    layers: Option<IgnoredAny>,
}

/// Whether `spec` makes exactly `map`.
fn makes(spec: &MapSpec, map: &Map) -> bool {
    spec.size() == map.size() && spec.generate().is_ok_and(|made| made == *map)
}
