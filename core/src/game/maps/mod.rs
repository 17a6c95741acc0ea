//! The levels of Descend and its rooms with an idea as maps with share codes: `level/80x50/depth=3#7` is the third
//! level of the run with seed 7, and `lone-room/23x23/idea=belfry#7` one room alone.

mod level;
mod room;
pub(super) mod things;

use std::sync::Once;

use crate::mapgen::register_reserved;

pub use level::level_of;

/// Makes codes of levels and rooms known to [`MapSpec`](crate::mapgen::MapSpec). What reads texts for people calls it,
/// and so do the command line and the window; it may be called any number of times.
pub fn register_generators() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        register_reserved(&level::Levels);
        register_reserved(&room::Rooms);
    });
}
