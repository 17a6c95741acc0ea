//! What a run consists of, as plain data with its queries: levels, actors, items, the player, actions and events.
//! `generation` makes new levels.
//!
//! A module may use those above it in the table, never those below.
//!
//! | module | contents |
//! | --- | --- |
//! | `tiles` | serialization of grids and sets of tiles |
//! | `word` | the parameters of actions as parts of words |
//! | `hazard` | what a level hides: traps, cracked walls, secret doors |
//! | `action` | the player's actions and their words, and the reasons for refusal |
//! | `formulas` | damage and experience |
//! | `item` | items and stacks of them |
//! | `condition` | conditions, and what is said of them |
//! | `announcement` | what monsters announce, and what is said of that |
//! | `actor` | monsters and moods |
//! | `player` | the player's character and pack |
//! | `detail` | the types that events are made of |
//! | `event` | what happened, as the player perceived it |
//! | `conduit` | the conduits of vaults and of the Everlamp, and attempts at mechanisms |
//! | `feature` | vaults, fonts, the Everlamp, and the mechanisms that open them |
//! | `known` | what the player knows of a level |
//! | `field` | flames, oil, smoke and gases on the tiles of a level |
//! | `light` | how well each tile is lit |
//! | `set_piece` | what a set piece has become |
//! | `level` | a level: tiles, monsters, items, light |
//! | `state` | the run: everything that the digest covers |
//! | `scene` | a read-only view of the player on a level, for the rules |
//! | `footing` | what touches whoever comes onto a tile |
//! | `generation` | new levels |

pub(super) mod action;
pub(super) mod actor;
pub(super) mod announcement;
pub(super) mod condition;
pub(super) mod conduit;
pub(super) mod detail;
pub(super) mod event;
pub(super) mod feature;
pub(super) mod field;
pub(super) mod footing;
pub(super) mod formulas;
pub(super) mod generation;
pub(super) mod hazard;
pub(super) mod item;
pub(super) mod known;
pub(super) mod level;
pub(super) mod light;
pub(super) mod player;
pub(super) mod scene;
pub(super) mod set_piece;
pub(super) mod state;
pub(super) mod tiles;
mod word;
