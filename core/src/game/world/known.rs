//! What the player knows of a level. The level itself, and everything on it, says nothing of that.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};

use super::actor::ActorId;
use super::item::ItemId;
use super::tiles;
use crate::game::content::LEVEL_SIZE;
use crate::geom::{Grid, Pos, Size};
use crate::map::{Tile, TileSet};

/// What the player knows of a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Known {
    /// The tiles as they were last seen; [`Tile::Void`] where nothing is known.
    #[serde(with = "tiles")]
    pub tiles: Grid<Tile>,
    /// The tiles that are known only from a scroll of mapping.
    #[serde(
        serialize_with = "tiles::serialize_set",
        deserialize_with = "deserialize_mapped"
    )]
    pub mapped: TileSet,
    /// The stairs and mechanisms that were seen.
    pub landmarks: BTreeSet<Pos>,
    /// The braziers that were out when they were last seen.
    pub unlit: BTreeSet<Pos>,
    /// The items on the floor that were seen.
    pub items: BTreeSet<ItemId>,
    /// The items that the player left behind, so that exploring leaves them alone.
    pub declined: BTreeSet<ItemId>,
    /// The tombs, mechanisms and vault doors that the player came to and left as they were, so that going on
    /// leads elsewhere.
    pub passed: BTreeSet<Pos>,
    /// The monsters that were ever seen, disguised ones as items.
    pub met: BTreeSet<ActorId>,
    /// The monsters that were in sight when the last turn ended, or came into sight since.
    pub in_sight: BTreeSet<ActorId>,
    /// Whether flames were in sight when the last turn ended.
    pub fire: bool,
}

fn deserialize_mapped<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TileSet, D::Error> {
    tiles::deserialize_set(deserializer, LEVEL_SIZE)
}

impl Known {
    /// Knows nothing of a level of this size.
    pub fn nothing(size: Size) -> Self {
        Self {
            tiles: Grid::new(size.width, size.height, Tile::Void),
            mapped: TileSet::new(size),
            landmarks: BTreeSet::new(),
            unlit: BTreeSet::new(),
            items: BTreeSet::new(),
            declined: BTreeSet::new(),
            passed: BTreeSet::new(),
            met: BTreeSet::new(),
            in_sight: BTreeSet::new(),
            fire: false,
        }
    }

    /// Notes that a brazier was seen, lit or not.
    pub fn see_brazier(&mut self, pos: Pos, lit: bool) {
        if lit {
            self.unlit.remove(&pos);
        } else {
            self.unlit.insert(pos);
        }
    }

    /// Notes that a monster is in sight.
    pub fn see_actor(&mut self, id: ActorId) {
        self.in_sight.insert(id);
        self.met.insert(id);
    }

    /// Forgets an item that no longer lies on the floor.
    pub fn forget_item(&mut self, id: ItemId) {
        self.items.remove(&id);
        self.declined.remove(&id);
    }

    /// What the player knows of a monster.
    pub fn acquaintance(&self, id: ActorId) -> Acquaintance {
        Acquaintance {
            met: self.met.contains(&id),
            in_sight: self.in_sight.contains(&id),
        }
    }

    /// Notes what the player knows of a monster that came to the level.
    pub fn acquaint(&mut self, id: ActorId, acquaintance: Acquaintance) {
        if acquaintance.met {
            self.met.insert(id);
        }
        if acquaintance.in_sight {
            self.in_sight.insert(id);
        }
    }

    /// Forgets a monster that left the level.
    pub fn forget_actor(&mut self, id: ActorId) {
        self.met.remove(&id);
        self.in_sight.remove(&id);
    }
}

/// What the player knows of a monster.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Acquaintance {
    met: bool,
    in_sight: bool,
}
