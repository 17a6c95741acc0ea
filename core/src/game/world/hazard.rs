//! What a level hides until light or a search shows it: traps underfoot, cracked walls and secret doors.
//! `rules/hazard.rs` says what finds them and what they do, and `generation/hazards.rs` where they are.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::game::content::{Fixed, numbers};
use crate::geom::Pos;

numbers! {
    "hazard":
    /// Tiles within which everybody hears the bell of a wire.
    pub(in crate::game) const WIRE: i32 = 12;

    /// Health that a fall takes, and leaves at least 1.
    pub(in crate::game) const FALL: i32 = 3;
}

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

    const fn row(self) -> &'static Row {
        match self {
            Self::BellWire => &Row {
                id: "bell-wire",
                name: "a bell wire",
                description: "A bell wire: whoever steps here rings it, and everybody within {bell} tiles wakes and comes.",
                lies: Lies::Underfoot,
                by_you: Some("your foot catches on a wire, and a bell calls everybody near"),
                by_other: Some("{name} stumbles over a wire, and a bell rings"),
                by_itself: Some("a bell rings"),
            },
            Self::RottenFloor => &Row {
                id: "rotten-floor",
                name: "rotten floor",
                description: "Rotten floor: whoever steps here falls to the next depth. The fall takes {fall} health, and never the last.",
                lies: Lies::OverNothing,
                by_you: None,
                by_other: Some("the floor breaks under {name}, which falls out of sight"),
                by_itself: None,
            },
            Self::Censer => &Row {
                id: "censer",
                name: "a censer",
                description: "A censer: it breaks when somebody steps here or a missile hits it, and fills the air with incense.",
                lies: Lies::Underfoot,
                by_you: Some(
                    "a censer breaks under your foot: incense makes all who breathe it sleepy",
                ),
                by_other: None,
                by_itself: Some("a censer breaks, and incense rises from it"),
            },
            Self::ColdFont => &Row {
                id: "cold-font",
                name: "a cold font",
                description: "A cold font: stepping here puts out your lantern, and whatever burns on you.",
                lies: Lies::Underfoot,
                by_you: Some("you step into a cold font"),
                by_other: Some("{name} steps into a cold font"),
                by_itself: None,
            },
            Self::Pit => &Row {
                id: "pit",
                name: "a hole in the floor",
                description: "A hole in the floor: whoever steps here falls to the next depth. The fall takes {fall} health, and never the last.",
                lies: Lies::OverNothing,
                by_you: None,
                by_other: Some("{name} falls out of sight"),
                by_itself: None,
            },
            Self::CrackedWall => &Row {
                id: "cracked-wall",
                name: "a cracked wall",
                description: "A cracked wall, hollow behind: walk into it to break it. A mace is quicker, and a burst of fire does it, too.",
                lies: Lies::InTheWay,
                by_you: None,
                by_other: None,
                by_itself: None,
            },
            Self::SecretDoor => &Row {
                id: "secret-door",
                name: "a secret door",
                description: "A secret door.",
                lies: Lies::InTheWay,
                by_you: None,
                by_other: None,
                by_itself: None,
            },
        }
    }

    /// Its name in files that other programs read.
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// Its name in sentences, with its article.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What it does, for who looks at it.
    pub fn description(self) -> String {
        let text = self.row().description;
        text.replace("{bell}", &WIRE.to_string())
            .replace("{fall}", &FALL.to_string())
    }

    /// That it has acted: by the player's doing, by that of the monster `name`, which they see, or else, if it is
    /// noticed, of nobody's that they know of.
    pub(in crate::game) fn sprung(
        self,
        by_you: bool,
        name: Option<&str>,
        is_noticed: bool,
    ) -> Option<String> {
        let row = self.row();
        match (name, row.by_other) {
            _ if by_you => row.by_you.map(str::to_owned),
            (Some(name), Some(text)) => Some(text.replace("{name}", name)),
            _ => row.by_itself.filter(|_| is_noticed).map(str::to_owned),
        }
    }

    /// Whether it lies underfoot, and acts when somebody steps on it.
    pub const fn is_trap(self) -> bool {
        !matches!(self.row().lies, Lies::InTheWay)
    }

    /// Whether the ground gives way there, so that whoever comes onto it falls.
    pub(in crate::game) const fn gives_way(self) -> bool {
        matches!(self.row().lies, Lies::OverNothing)
    }
}

/// Where a hazard lies.
enum Lies {
    /// It acts once on whoever steps on it, or lets it be.
    Underfoot,
    /// Whoever steps on it falls, each time.
    OverNothing,
    /// It is a wall until it is found.
    InTheWay,
}

/// What a kind of hazard is, and what is said of it. What it does is in `rules/hazard.rs`.
struct Row {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    lies: Lies,
    /// The message when the player sets it off, when the monster `{name}` does, and when it acts otherwise.
    by_you: Option<&'static str>,
    by_other: Option<&'static str>,
    by_itself: Option<&'static str>,
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
}
