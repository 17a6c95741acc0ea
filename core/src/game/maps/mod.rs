//! The levels of Descend and its set pieces as maps with share codes: `level/80x50/depth=3#7` is the third
//! level of the run with seed 7, and `set-piece/23x23/name=belfry#7` one set piece alone.

mod level;
mod of;
mod set_piece;
pub(super) mod things;

use super::content::Content;
use crate::mapgen::{BUILT_IN, Generators};

pub use level::level_of;

/// The built-in generators, and those of levels and set pieces.
pub fn generators() -> Generators {
    let levels = BUILT_IN.clone().with_reserved(&level::EMBEDDED);
    levels.with_reserved(&set_piece::EMBEDDED)
}

/// `known` with the levels and set pieces of `content`. In codes their names are followed by an `@` and a number that
/// stands for the content, unless it is the embedded one. Call it once per content: it is kept until the process ends.
pub fn generators_of(known: Generators, content: &'static Content) -> Generators {
    if Content::embedded().is_ok_and(|own| own.digest() == content.digest()) {
        return known;
    }
    let levels = known.with_reserved(level::Levels::of(content));
    levels.with_reserved(set_piece::SetPieces::of(content))
}
