//! The levels of Descend and its rooms with an idea as maps with share codes: `level/80x50/depth=3#7` is the third
//! level of the run with seed 7, and `lone-room/23x23/idea=belfry#7` one room alone.

mod level;
mod room;
pub(super) mod things;

use crate::mapgen::{BUILT_IN, Generators};

pub use level::level_of;

/// The built-in generators, and those of levels and rooms.
pub fn generators() -> Generators {
    let levels = BUILT_IN.clone().with_reserved(&level::Levels);
    levels.with_reserved(&room::Rooms)
}
