//! What a level hides until light or a search shows it: traps underfoot, cracked walls and secret doors.
//! `rules/hazard.rs` says what finds them and what they do, and `generation/hazards.rs` where they are.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::geom::Pos;

/// Kinds of hazard.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, VariantArray,
)]
pub enum HazardKind {
    /// A wire that rings a bell: everybody near wakes and comes.
    BellWire,
    /// A floor that breaks, so that whoever steps on it falls to the next depth.
    RottenFloor,
    /// A censer that breaks and fills the air with incense.
    Censer,
    /// A basin of cold water that puts out the lantern.
    ColdFont,
    /// A hole in the floor, which nobody overlooks: whoever steps there falls to the next depth.
    Pit,
    /// A wall that can be broken, with a closet behind it.
    CrackedWall,
    /// A door that looks like a wall.
    SecretDoor,
}

impl HazardKind {
    /// Every kind.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name in files that other programs read.
    pub const fn id(self) -> &'static str {
        match self {
            Self::BellWire => "bell-wire",
            Self::RottenFloor => "rotten-floor",
            Self::Censer => "censer",
            Self::ColdFont => "cold-font",
            Self::Pit => "pit",
            Self::CrackedWall => "cracked-wall",
            Self::SecretDoor => "secret-door",
        }
    }

    /// Its name in sentences, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BellWire => "a bell wire",
            Self::RottenFloor => "rotten floor",
            Self::Censer => "a censer",
            Self::ColdFont => "a cold font",
            Self::Pit => "a hole in the floor",
            Self::CrackedWall => "a cracked wall",
            Self::SecretDoor => "a secret door",
        }
    }

    /// What it does, for who looks at it.
    pub const fn description(self) -> &'static str {
        match self {
            Self::BellWire => {
                "A bell wire: whoever steps here rings it, and everybody within 12 tiles wakes and comes."
            }
            Self::RottenFloor => {
                "Rotten floor: whoever steps here falls to the next depth. The fall takes 3 health, and never the last."
            }
            Self::Censer => {
                "A censer: it breaks when somebody steps here or a missile hits it, and fills the air with incense."
            }
            Self::ColdFont => {
                "A cold font: stepping here puts out your lantern, and whatever burns on you."
            }
            Self::Pit => {
                "A hole in the floor: whoever steps here falls to the next depth. The fall takes 3 health, and never the last."
            }
            Self::CrackedWall => {
                "A cracked wall, hollow behind: walk into it to break it. A mace is quicker, and a burst of fire does it, too."
            }
            Self::SecretDoor => "A secret door.",
        }
    }

    /// Whether the ground gives way there, so that whoever comes onto it falls.
    pub(in crate::game) const fn gives_way(self) -> bool {
        matches!(self, Self::RottenFloor | Self::Pit)
    }

    /// Whether it lies underfoot, and acts when somebody steps on it.
    pub const fn is_trap(self) -> bool {
        !matches!(self, Self::CrackedWall | Self::SecretDoor)
    }
}

/// A hazard on a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Hazard {
    pub pos: Pos,
    pub kind: HazardKind,
    /// Whether the player knows of it. Monsters of the level always do.
    pub known: bool,
}

/// The hazards of a level, row by row. What has acted, and is used up, is no longer among them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Hazards(Vec<Hazard>);

impl Hazards {
    fn index(&self, pos: Pos) -> Result<usize, usize> {
        let key = |pos: Pos| (pos.y, pos.x);
        (self.0).binary_search_by_key(&key(pos), |hazard| key(hazard.pos))
    }

    /// The hazard on a tile, known or not.
    pub fn at(&self, pos: Pos) -> Option<Hazard> {
        if self.0.is_empty() {
            return None;
        }
        self.index(pos).ok().map(|index| self.0[index])
    }

    /// The trap on a tile, known or not.
    pub fn trap_at(&self, pos: Pos) -> Option<Hazard> {
        self.at(pos).filter(|hazard| hazard.kind.is_trap())
    }

    /// The trap on a tile, if the player knows of it.
    pub fn known_trap_at(&self, pos: Pos) -> Option<Hazard> {
        self.trap_at(pos).filter(|hazard| hazard.known)
    }

    /// Adds a hazard on a tile without one.
    pub(super) fn insert(&mut self, hazard: Hazard) {
        if let Err(index) = self.index(hazard.pos) {
            self.0.insert(index, hazard);
        }
    }

    pub(super) fn remove(&mut self, pos: Pos) {
        if let Ok(index) = self.index(pos) {
            self.0.remove(index);
        }
    }

    /// Lets the player know of the hazard on a tile.
    pub fn reveal(&mut self, pos: Pos) {
        if let Ok(index) = self.index(pos) {
            self.0[index].known = true;
        }
    }

    /// All of them, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Hazard> + '_ {
        self.0.iter().copied()
    }

    /// The one at a place in the order of [`iter`](Self::iter), for loops that change the list.
    pub fn nth(&self, index: usize) -> Option<Hazard> {
        self.0.get(index).copied()
    }

    pub const fn len(&self) -> usize {
        self.0.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Panics if they are out of order.
    #[cfg(any(test, debug_assertions))]
    pub fn assert_valid(&self) {
        let keys = self.0.iter().map(|hazard| (hazard.pos.y, hazard.pos.x));
        assert!(keys.is_sorted_by(|one, next| one < next), "{:?}", self.0);
    }
}
