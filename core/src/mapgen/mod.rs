//! Map generators: make a [`Map`](crate::map::Map) from a seed, a size and parameters.
//!
//! Each file holds one [`Generator`], or several simple ones; [`ALL`] lists them, and [`Generators`] finds them by name, to
//! which a game adds its own. A [`MapSpec`] determines a map completely and is written
//! as a share code. Several [`Stage`]s may make a map together.
//!
//! ```
//! use undercroft_core::mapgen::MapSpec;
//! let spec: MapSpec = "rogue/80x24#7".parse()?;
//! let map = spec.generate()?;
//! assert!(map.is_connected());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bsp;
mod caves;
mod conduit;
pub(crate) mod doors;
mod drunkard;
mod edits;
mod fill;
mod generator;
pub(crate) mod growth;
mod mask;
mod maze;
pub mod metric;
mod observer;
mod param;
mod registry;
mod rogue;
mod rooms;
mod site;
mod spec;
mod stage;
mod vaults;
pub mod waves;

pub use edits::{Edits, MAX_EDITS};
pub use generator::{Buffers, GenerateError, Generator, Info, sizes};
pub use mask::Mask;
pub use observer::{Observer, Recorder, Step};
pub(crate) use param::wrong_value;
pub use param::{Kind, ParamSpec, Params};
pub use registry::{BUILT_IN, Generators};
pub(crate) use registry::{CONTENT_SEPARATOR, hint, stem};
pub use site::Site;
pub use spec::{MAX_STAGES, MapSpec, SpecError};
pub(crate) use spec::{StageError, split_edits};
pub use stage::Stage;

/// The largest side that any generator accepts, in tiles.
pub const MAX_SIDE: u32 = 4096;

/// Every built-in generator that makes maps, in the order in which they are listed and cycled through.
pub static ALL: [&dyn Generator; 15] = [
    &rogue::Rogue,
    &rooms::Rooms,
    &caves::Caves,
    &bsp::Bsp,
    &drunkard::Drunkard,
    &maze::Mazes::DepthFirst,
    &maze::Mazes::Wilson,
    &maze::Mazes::Kruskal,
    &maze::Mazes::GrowingTree,
    &conduit::ConduitTree,
    &waves::Waves,
    &fill::Scatter,
    &fill::Blob,
    &fill::TwoRooms,
    &fill::OpenBox,
];

/// The generators that only change a map of others, and so are no first stage.
static FINISHERS: [&dyn Generator; 2] = [&vaults::Vaults, &doors::Doors];

/// The generators that codes may name and that no list has: without edits they make nothing of interest.
static UNLISTED: [&dyn Generator; 1] = [&fill::Drawn];

/// The word of `known` most similar to `word`, for "did you mean"; `None` if none is similar. Upper
/// and lower case count as the same.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        if word == candidate {
            2.0
        } else if !word.is_empty() && (candidate.starts_with(&word) || word.starts_with(&candidate))
        {
            1.0
        } else {
            strsim::jaro_winkler(&word, &candidate)
        }
    };
    known
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|(score, _)| *score > 0.7)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

/// The map of a share code, for tests.
#[cfg(test)]
fn generate(code: &str) -> crate::map::Map {
    let spec: MapSpec = code.parse().expect("the code is well-formed");
    spec.generate().expect("the map has room")
}

/// Number of walkable tiles of a map, for tests.
#[cfg(test)]
fn count_open(map: &crate::map::Map) -> usize {
    let tiles = map.tiles.as_slice().iter();
    tiles.filter(|tile| tile.is_walkable()).count()
}
