//! The levels of Descend and its set pieces as maps with share codes: `level/80x50/depth=3#7` is the third
//! level of the run with seed 7, and `set-piece/23x23/name=belfry#7` one set piece alone.

mod level;
mod set_piece;
pub(super) mod things;

use crate::mapgen::{BUILT_IN, Generators};

pub use level::level_of;

/// The built-in generators, and those of levels and set pieces.
pub fn generators() -> Generators {
    let levels = BUILT_IN.clone().with_reserved(&level::Levels);
    levels.with_reserved(&set_piece::SetPieces)
}
