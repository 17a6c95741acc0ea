//! The player's actions, and the reasons to refuse them.

use serde::{Deserialize, Serialize};

use crate::geom::{Dir, Pos};

/// A slot of the pack, named `a` to `z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Letter(u8);

impl Letter {
    /// Slots in the pack.
    pub const COUNT: usize = 26;

    /// The slot named `c`; `None` unless it is one of `a` to `z`.
    pub const fn new(c: char) -> Option<Self> {
        if c.is_ascii_lowercase() {
            Some(Self(c as u8 - b'a'))
        } else {
            None
        }
    }

    /// Every slot, from `a` to `z`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The slot's name.
    pub const fn to_char(self) -> char {
        (b'a' + self.0) as char
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl From<Letter> for char {
    fn from(letter: Letter) -> Self {
        letter.to_char()
    }
}

impl TryFrom<char> for Letter {
    type Error = String;

    fn try_from(c: char) -> Result<Self, String> {
        Self::new(c).ok_or_else(|| format!("`{c}` is not a letter of the pack, a to z"))
    }
}

/// An action of the player: one call of [`Game::apply`](super::Game::apply) takes at most one turn.
///
/// [`Explore`](Self::Explore), [`Travel`](Self::Travel), [`Run`](Self::Run) and
/// [`Rest`](Self::Rest) go on for many turns. Each `apply` does **one step** of them; as long as
/// [`Game::doing`](super::Game::doing) then returns the action, the client applies it again, at
/// any pace. Anything new ends it
/// ([`GameEvent::Interrupted`](super::GameEvent::Interrupted)), and so does any other action. A
/// replay records it as the action and the number of times it was applied.
///
/// `sure` confirms a warning: without it a dangerous action is refused with
/// [`Refusal::NeedsConfirmation`]. [`Action::confirmed`] sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A step; attacks a monster, opens a closed door or pulls a lever in the way.
    Move {
        /// The direction of the step.
        dir: Dir,
        /// Confirms any warning.
        sure: bool,
    },
    /// Passes a turn.
    Wait,
    /// Searches nearby tiles for a turn and reveals what is disguised there.
    Search,
    /// Waits turn by turn until healed.
    Rest,
    /// Picks up the item on the player's tile; in an open vault, takes one offer and removes the
    /// others.
    PickUp,
    /// Drops items of one slot; the whole stack if it holds fewer.
    Drop {
        /// The slot to drop from.
        letter: Letter,
        /// Items to drop, at least 1.
        count: u16,
    },
    /// Does the obvious with an item: eats, drinks, reads, wields, wears, takes off, throws or
    /// shoots it.
    Use {
        /// The slot of the item.
        letter: Letter,
        /// Target of a scroll or missile; `None` for the nearest enemy.
        at: Option<Pos>,
        /// Confirms any warning.
        sure: bool,
    },
    /// Eats one item of food.
    Eat {
        /// The slot of the food.
        letter: Letter,
        /// Confirms any warning.
        sure: bool,
    },
    /// Drinks one potion.
    Quaff {
        /// The slot of the potion.
        letter: Letter,
        /// Confirms any warning.
        sure: bool,
    },
    /// Reads one scroll.
    Read {
        /// The slot of the scroll.
        letter: Letter,
        /// Target of an aimed scroll; `None` for the nearest enemy.
        at: Option<Pos>,
        /// Confirms any warning.
        sure: bool,
    },
    /// Wields a weapon, puts on armour or a ring, or lights a lantern.
    Equip {
        /// The slot of the equipment.
        letter: Letter,
    },
    /// Stops wielding, wearing or lighting an item, which stays in the pack.
    Unequip {
        /// The slot of the equipment.
        letter: Letter,
    },
    /// Throws one item at a tile.
    Throw {
        /// The slot of the item.
        letter: Letter,
        /// The target tile, in sight.
        at: Pos,
        /// Confirms any warning.
        sure: bool,
    },
    /// Shoots an arrow at a tile with the wielded bow.
    Fire {
        /// The target tile, in sight.
        at: Pos,
        /// Confirms any warning.
        sure: bool,
    },
    /// Opens a closed door next to the player.
    Open {
        /// The direction of the door.
        dir: Dir,
    },
    /// Closes an open door beside the player.
    Close {
        /// Which of several; `None` if only one can be closed.
        dir: Option<Dir>,
    },
    /// Puts out a burning brazier beside the player, or lights one that is out.
    Tend {
        /// Which of several; `None` if there is only one.
        dir: Option<Dir>,
    },
    /// Pulls a lever next to the player. At a conduit, finds a wrong tile and corrects it, which
    /// takes longer.
    Pull {
        /// The direction of the lever or conduit.
        dir: Dir,
    },
    /// Turns one tile of the conduit next to the player by a quarter.
    Rotate {
        /// The conduit's tile, as an index row by row.
        tile: u16,
        /// Whether to turn it clockwise.
        clockwise: bool,
    },
    /// Takes one of the three offers of an open vault, from anywhere inside it.
    Choose {
        /// The offer's index: 0, 1 or 2.
        offer: u8,
    },
    /// Takes the stairs up.
    Ascend,
    /// Takes the stairs down.
    Descend {
        /// Confirms any warning.
        sure: bool,
    },
    /// Explores the level and picks up items on the way.
    Explore,
    /// Travels along known tiles.
    Travel {
        /// The destination, a known tile.
        to: Pos,
    },
    /// Runs in a direction until something of interest appears.
    Run {
        /// The direction to start in.
        dir: Dir,
    },
}

impl Action {
    /// A step that asks before it does anything dangerous.
    pub const fn step(dir: Dir) -> Self {
        Self::Move { dir, sure: false }
    }

    /// The same action with every warning confirmed.
    pub const fn confirmed(mut self) -> Self {
        match &mut self {
            Self::Move { sure, .. }
            | Self::Use { sure, .. }
            | Self::Eat { sure, .. }
            | Self::Quaff { sure, .. }
            | Self::Read { sure, .. }
            | Self::Throw { sure, .. }
            | Self::Fire { sure, .. }
            | Self::Descend { sure } => *sure = true,
            _ => {}
        }
        self
    }

    /// Whether the action can continue for many turns.
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            Self::Rest | Self::Explore | Self::Travel { .. } | Self::Run { .. }
        )
    }
}

/// Why an action asks for confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Danger {
    /// The attack or missile would hit a monster that bursts when it dies.
    #[error("it will burst")]
    Bursts,
    /// The potion is known to be harmful.
    #[error("you know what that potion does")]
    HarmfulPotion,
    /// The player would be inside the blast.
    #[error("you stand in the blast")]
    OwnBlast,
    /// Most of the food would be wasted.
    #[error("you are not hungry")]
    NotHungry,
    /// The player's health is too low to go deeper safely.
    #[error("you are badly hurt")]
    BadlyHurt,
}

/// Why an action was refused. A refused action changes nothing, not even the random state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// The run is over.
    #[error("the run is over")]
    Over,
    /// The action is dangerous; with `sure` it is done.
    #[error("{0}: really?")]
    NeedsConfirmation(Danger),
    /// A solid tile is in the way.
    #[error("something solid is in the way at {0}")]
    Solid(Pos),
    /// The step is diagonal between two solid tiles.
    #[error("the gap is too narrow")]
    Squeeze,
    /// The slot is empty.
    #[error("there is nothing at `{0}`")]
    NoItem(Letter),
    /// The item cannot be used this way.
    #[error("that cannot be done with `{0}`")]
    WrongItem(Letter),
    /// The item is already equipped, or already put away.
    #[error("`{0}` is already so")]
    AlreadySo(Letter),
    /// The player already wears two rings.
    #[error("you wear two rings already: take one off first")]
    RingsFull,
    /// A count of 0 was given.
    #[error("drop at least one")]
    NoCount,
    /// There is no item on the player's tile.
    #[error("nothing lies here")]
    NothingHere,
    /// All 26 slots are taken.
    #[error("your pack is full: it holds 26 things")]
    PackFull,
    /// Shooting takes a wielded bow.
    #[error("wield a bow first")]
    NoBow,
    /// The pack holds no arrows.
    #[error("you have no arrows")]
    NoArrows,
    /// The action needs a target, and no enemy is in sight.
    #[error("no enemy is in sight: choose a target")]
    NoTarget,
    /// The target is out of sight, or the player's own tile.
    #[error("there is nothing to aim at")]
    BadTarget,
    /// There is no door there, or it is already open or closed.
    #[error("there is no such door")]
    NoDoor,
    /// A creature or item is in the doorway.
    #[error("something is in the doorway")]
    Doorway,
    /// There is no brazier there.
    #[error("there is no brazier there")]
    NoBrazier,
    /// The action could be done in several directions, and none was given.
    #[error("which direction?")]
    WhichDirection,
    /// There is no lever there, or it was already pulled.
    #[error("there is no lever to pull")]
    NoLever,
    /// The step leads into a conduit, whose tiles are turned with [`Action::Rotate`].
    #[error("a conduit is in the way: turn its tiles")]
    AtConduit,
    /// The conduit has no such tile.
    #[error("the conduit has no such tile")]
    NoTile,
    /// There is no unsolved conduit next to the player.
    #[error("there is no conduit here")]
    NoConduit,
    /// There is no open vault here, or it has no such offer.
    #[error("there is nothing to choose here")]
    NoOffer,
    /// There are no stairs up here.
    #[error("there are no stairs up here")]
    NoStairsUp,
    /// There are no stairs down here.
    #[error("there are no stairs down here")]
    NoStairsDown,
    /// The exit is barred until the Everlamp burns.
    #[error("the door above is barred until the Everlamp burns")]
    Barred,
    /// Enemies are in sight.
    #[error("not with enemies in sight")]
    EnemyInSight,
    /// The player is at full health and has no condition to wait for.
    #[error("you are well rested")]
    Rested,
    /// The player is too hungry to rest.
    #[error("you are too hungry to rest")]
    TooHungry,
    /// Nothing is left to explore.
    #[error("there is nothing left to explore")]
    Explored,
    /// The only known path leads past a sleeping monster, which stands here.
    #[error("a sleeping monster is in the way at {0}")]
    InTheWay(Pos),
    /// The destination is unknown, or no known path leads there.
    #[error("you know of no way there")]
    NoWay,
    /// The player is already there.
    #[error("you are there")]
    There,
}
