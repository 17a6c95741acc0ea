//! The content of the game: kinds of monster, item and level, the numbers of the rules, and
//! drawings, read from files and fully checked. Independent of any run.
//!
//! The embedded files are [`FILES`]; players can supply their own instead.
//!
//! A file is one RON list, or a text of prefabs. It is split into entries first, so that every invalid
//! entry is reported with its line, not only the first.

pub mod ability;
pub(super) mod catalog;
mod cue;
mod diagnostics;
mod entries;
pub(super) mod fixture;
mod item;
pub(super) mod kind;
mod level;
mod monster;
mod number;
mod proof;
mod rules;
pub(super) mod set_piece;
mod training;

pub use ability::Abilities;
pub use catalog::{Content, EMBEDDED_DIGEST, FILES};
pub use cue::Cue;
pub use diagnostics::{ContentError, ContentErrors};
pub use fixture::{ArenaDef, Find, FixtureDef};
pub(in crate::game) use item::FLAMES;
pub use item::{
    ActsOn, Aims, Apparent, Class, ItemDef, LookKind, Looks, Potion, PotionRow, Purpose, Ring,
    RingRow, Scroll, ScrollRow, Shown, Sort, Style, TitleDef,
};
pub(crate) use kind::LEVEL_SIZE;
pub use kind::{DEEPEST, ItemKind, LevelKind, MAX_ITEM_KINDS, MonsterKind};
pub use level::{DepthRow, LevelKindDef};
pub use monster::{Behaviour, Glow, MonsterDef};
pub(in crate::game) use number::fill_placeholders;
pub(crate) use number::numbers;
pub use number::{Fixed, Number};
pub use rules::{Rules, Vaults};
pub use set_piece::{Effect, Mark, MarkKind, Presence, SetPieceDef, SetPieceRule, Trigger, Who};
pub(crate) use set_piece::{FIRST as SET_PIECES_FROM, LARGEST_SET_PIECE};
pub use training::{Doing, DrawnLevel, Start, Thing, Training};
