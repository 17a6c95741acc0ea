//! What moves over the level and what fights leave on it: the effects of a turn, and the motion of the air while
//! nothing happens.
//!
//! A file may use those above it in the table, never those below.
//!
//! | file | owns |
//! | --- | --- |
//! | `motes` | glyphs that float over the map |
//! | `clock` | the clock of ambient motion |
//! | `effect_queue` | the effects of a turn, each with its start time |
//! | `reveal` | the fade-in of newly discovered tiles |
//! | `effects` | the effects that are playing now |
//! | `stains` | blood, scorch marks and ash |
//! | `atmosphere` | fog, drips, moonlight and the bloom of flames |
//! | `ambient` | motion while nothing happens: wind, embers and dust |
//! | `vignette` | the red ring around the player at low health |

pub(super) mod ambient;
pub(super) mod atmosphere;
pub(super) mod clock;
mod effect_queue;
pub(super) mod effects;
pub(super) mod motes;
pub(super) mod reveal;
pub(super) mod stains;
pub(super) mod vignette;
