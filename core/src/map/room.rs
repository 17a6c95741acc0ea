//! A room as its generator reports it.

use serde::{Deserialize, Serialize};

use crate::geom::Rect;

/// A room that a generator placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Room {
    /// Its tiles, without the walls around them. Some may be solid, such as the pillars of a
    /// prefab.
    pub area: Rect,
    /// How it came about.
    pub kind: RoomKind,
}

/// How a room came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomKind {
    /// Dug as a rectangle of floor.
    Plain,
    /// Drawn by hand and set into the map.
    Prefab,
}

impl RoomKind {
    /// Its name in files that other programs read.
    #[doc(hidden)]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Prefab => "prefab",
        }
    }
}

impl Room {
    /// A plain room.
    pub const fn plain(area: Rect) -> Self {
        Self {
            area,
            kind: RoomKind::Plain,
        }
    }
}
