//! The player's actions, and the reasons to refuse them.

use serde::{Deserialize, Serialize};

use crate::game::content::Scroll;
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

    pub(in crate::game) const fn index(self) -> usize {
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
        Self::new(c).ok_or_else(|| format!("\"{c}\" is not a letter of the pack, a to z"))
    }
}

/// An action of the player. One call of [`Game::apply`](crate::game::Game::apply) takes at most one turn.
///
/// [`Explore`](Self::Explore), [`Travel`](Self::Travel), [`Run`](Self::Run), [`Rest`](Self::Rest)
/// and [`Feel`](Self::Feel) take many turns. Each `apply` does **one step** of them; as long as
/// [`Game::doing`](crate::game::Game::doing) then returns the action, the client applies it again, at any
/// pace. Anything new interrupts it ([`RunEvent::Interrupted`](crate::game::RunEvent::Interrupted)),
/// and any other action ends it. A replay records it as the action and the number of times it was
/// applied.
///
/// `sure` confirms a warning: without it a dangerous action is refused with
/// [`Refusal::NeedsConfirmation`]. [`Action::confirmed`] sets it. `letter` is a slot of the pack.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A step; attacks a monster, opens a closed door or pulls a lever in the way.
    Move {
        dir: Dir,
        sure: bool,
    },
    Wait,
    /// Searches nearby tiles for a turn and reveals disguised monsters.
    Search,
    /// Waits turn by turn until healed.
    Rest,
    /// Picks up the item on the player's tile; in an open vault, takes one offer, and the others
    /// vanish.
    PickUp,
    /// Drops items of one slot; the whole stack if it holds fewer.
    Drop {
        letter: Letter,
        /// Items to drop, at least 1.
        count: u16,
    },
    /// Uses an item according to its class: eats, drinks, reads, equips, unequips, throws or shoots
    /// it.
    Use {
        letter: Letter,
        /// Target of a scroll or missile; `None` for the nearest enemy.
        at: Option<Pos>,
        sure: bool,
    },
    Eat {
        letter: Letter,
        sure: bool,
    },
    Quaff {
        letter: Letter,
        sure: bool,
    },
    Read {
        letter: Letter,
        /// Target of an aimed scroll; `None` for the nearest enemy.
        at: Option<Pos>,
        sure: bool,
    },
    /// Wields a weapon, puts on armour or a ring, or lights a lantern.
    Equip {
        letter: Letter,
    },
    /// Stops wielding, wearing or lighting an item, which stays in the pack.
    Unequip {
        letter: Letter,
    },
    /// Throws one item at a tile.
    Throw {
        letter: Letter,
        /// The target tile, in sight.
        at: Pos,
        sure: bool,
    },
    /// Shoots an arrow at a tile with the wielded bow.
    Fire {
        /// The target tile, in sight.
        at: Pos,
        sure: bool,
    },
    /// Opens a closed door next to the player.
    Open {
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
    /// Pulls a lever next to the player. At a conduit, does all of [`Feel`](Self::Feel) at once,
    /// and nothing interrupts it.
    Pull {
        dir: Dir,
    },
    /// Turns one tile of the conduit next to the player by a quarter.
    Rotate {
        /// The conduit's tile, as an index row by row.
        tile: u16,
        clockwise: bool,
    },
    /// Takes one of the three offers of an open vault, from anywhere inside the vault.
    Choose {
        /// The offer's index: 0, 1 or 2.
        offer: u8,
    },
    Ascend,
    Descend {
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
    /// Abandons the run, which ends it.
    GiveUp,
    /// Feels for a wrong tile of the conduit next to the player, and corrects it in the last turn.
    Feel {
        dir: Dir,
    },
}

impl Action {
    /// A step that needs confirmation before doing anything dangerous.
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

    /// Whether the action can take many turns.
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            Self::Rest | Self::Explore | Self::Travel { .. } | Self::Run { .. } | Self::Feel { .. }
        )
    }
}

/// Why an action asks for confirmation.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Danger {
    #[error("it will burst")]
    Bursts,
    #[error("you know what that potion does")]
    HarmfulPotion,
    #[error("you are in the blast")]
    OwnBlast,
    #[error("you are using that")]
    InUse,
    #[error("you are not hungry")]
    NotHungry,
    #[error("you are badly hurt")]
    BadlyHurt,
}

/// Why an action was refused. A refused action changes nothing, not even the random state.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    #[error("the run is over")]
    Over,
    /// The action is dangerous; with `sure` it is applied.
    #[error("{0}: really?")]
    NeedsConfirmation(Danger),
    #[error("something solid is in the way at {0}")]
    Solid(Pos),
    #[error("the gap between the corners is too narrow: go around")]
    Squeeze,
    #[error("your pack has nothing at \"{0}\"")]
    NoItem(Letter),
    #[error("\"{0}\" cannot be used for that")]
    WrongItem(Letter),
    #[error("\"{0}\" is in use already")]
    InUse(Letter),
    #[error("\"{0}\" is not in use")]
    NotInUse(Letter),
    #[error("you wear two rings already: take one off first")]
    RingsFull,
    #[error("drop at least one")]
    NoCount,
    #[error("nothing lies here to pick up")]
    NothingHere,
    #[error("your pack is full: drop something, or use it up")]
    PackFull,
    #[error("the floor has no room for it")]
    FloorFull,
    #[error("your pack is empty")]
    EmptyPack,
    #[error("you have nothing to eat")]
    NoFood,
    #[error("you have no potion to drink")]
    NoPotion,
    #[error("you have no scroll to read")]
    NoScroll,
    #[error("you have nothing else to wield or wear")]
    NoGear,
    #[error("you are not wielding or wearing anything")]
    NothingInUse,
    #[error("wield a bow first")]
    NoBow,
    #[error("you have no arrows")]
    NoArrows,
    #[error("no enemy is in sight: choose a target")]
    NoTarget,
    #[error("choose a tile in sight other than your own")]
    BadTarget,
    #[error("choose a free tile in sight")]
    NotFree,
    #[error("there is nothing to open there")]
    NothingToOpen,
    #[error("there is no open door beside you")]
    NoDoor,
    #[error("something is in the doorway")]
    Doorway,
    #[error("there is no brazier beside you")]
    NoBrazier,
    #[error("which direction?")]
    WhichDirection,
    #[error("there is no lever beside you")]
    NoLever,
    /// The step leads into a conduit, whose tiles are turned with [`Action::Rotate`].
    #[error("a conduit is in the way: turn its tiles")]
    AtConduit,
    #[error("the conduit has no such tile")]
    NoTile,
    #[error("there is no conduit beside you")]
    NoConduit,
    #[error("there is nothing here to choose from")]
    NoOffer,
    #[error("there are no stairs up here")]
    NoStairsUp,
    #[error("there are no stairs down here")]
    NoStairsDown,
    #[error("the door above is barred until the Everlamp burns")]
    Barred,
    #[error("there is no way further down: the Everlamp is on this depth")]
    Deepest,
    #[error("not while an enemy is in sight: go step by step, fight it, or get away from it")]
    EnemyInSight,
    #[error("you are well rested")]
    Rested,
    #[error("you are too hungry to heal: eat first")]
    TooHungry,
    /// Using a relic takes food.
    #[error("you are too hungry to use \"{0}\": eat first")]
    TooHungryFor(Letter),
    /// The scroll or relic would be wasted. Only [`View::can_use`](crate::game::View::can_use) refuses it.
    #[error("nothing would happen")]
    NoEffect(Scroll),
    #[error("everything within reach is explored")]
    Explored,
    /// The only known path leads past a monster that stands here and does not hunt the player.
    #[error("a monster blocks the only way")]
    InTheWay(Pos),
    #[error("you know of no way there")]
    NoWay,
    #[error("you are there already")]
    There,
}
