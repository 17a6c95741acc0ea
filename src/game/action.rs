//! What can be asked of a game, and why it may say no. Knows nothing of how it is done.

use serde::{Deserialize, Serialize};

use crate::geom::{Dir, Pos};

/// A place in the pack, `a` to `z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Letter(u8);

impl Letter {
    /// How many there are.
    pub const COUNT: usize = 26;

    /// The letter `c`, if it is one of `a` to `z`.
    pub const fn new(c: char) -> Option<Self> {
        if c.is_ascii_lowercase() {
            Some(Self(c as u8 - b'a'))
        } else {
            None
        }
    }

    /// Every letter from `a` on.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The letter as a character.
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
        Self::new(c).ok_or_else(|| format!("`{c}` is no letter of the pack: a to z are"))
    }
}

/// What the player does: one call of [`Game::apply`](super::Game::apply) takes one turn at most.
///
/// [`Explore`](Self::Explore), [`Travel`](Self::Travel), [`Run`](Self::Run) and
/// [`Rest`](Self::Rest) go on for many turns. Each `apply` does **one step** of them; as long as
/// [`Game::doing`](super::Game::doing) then returns the action, the client applies it again, at
/// whatever pace it likes to show. Anything new ends it
/// ([`GameEvent::Interrupted`](super::GameEvent::Interrupted)), and so does any other action. A
/// replay writes such a run as the action and how often it was applied.
///
/// `sure` is the answer to a warning: without it a dangerous action is refused with
/// [`Refusal::NeedsConfirmation`], with it it is done. [`Action::confirmed`] sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A step; into a monster a blow, into a closed door its opening, into a lever its pull.
    Move {
        /// Where to.
        dir: Dir,
        /// Yes to any warning.
        sure: bool,
    },
    /// Nothing for a turn.
    Wait,
    /// A close look around for a turn: what is disguised within 3 tiles is found.
    Search,
    /// Waits until healed, turn by turn.
    Rest,
    /// Takes what lies here; in an open vault one of the three things, and the others are gone.
    PickUp,
    /// Lays down so many of a letter; all if there are no more.
    Drop {
        /// What.
        letter: Letter,
        /// How many, at least 1.
        count: u16,
    },
    /// Does the obvious with a letter: eats, drinks, reads, wields, wears or takes off.
    Use {
        /// What.
        letter: Letter,
        /// Where a scroll is aimed; the nearest enemy if there is no word.
        at: Option<Pos>,
        /// Yes to any warning.
        sure: bool,
    },
    /// Eats.
    Eat {
        /// What.
        letter: Letter,
        /// Yes to any warning.
        sure: bool,
    },
    /// Drinks a potion.
    Quaff {
        /// What.
        letter: Letter,
        /// Yes to any warning.
        sure: bool,
    },
    /// Reads a scroll.
    Read {
        /// What.
        letter: Letter,
        /// Where it is aimed; the nearest enemy if there is no word.
        at: Option<Pos>,
        /// Yes to any warning.
        sure: bool,
    },
    /// Wields a weapon, wears armour or a ring, carries a lantern alight.
    Equip {
        /// What.
        letter: Letter,
    },
    /// Puts away what is wielded, worn or alight.
    Unequip {
        /// What.
        letter: Letter,
    },
    /// Throws one of a letter at a tile.
    Throw {
        /// What.
        letter: Letter,
        /// Where.
        at: Pos,
        /// Yes to any warning.
        sure: bool,
    },
    /// Shoots an arrow with the bow in hand at a tile.
    Fire {
        /// Where.
        at: Pos,
        /// Yes to any warning.
        sure: bool,
    },
    /// Opens a closed door beside one.
    Open {
        /// Where.
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
    /// Pulls a lever beside one. At a conduit: feels for a tile that is wrong and sets it right,
    /// which takes three turns.
    Pull {
        /// Where.
        dir: Dir,
    },
    /// Turns a tile of a conduit beside one by a quarter.
    Rotate {
        /// The tile, row by row.
        tile: u16,
        /// Which way.
        clockwise: bool,
    },
    /// Takes one of the three things of an open vault, from anywhere inside it.
    Choose {
        /// Which: 0, 1 or 2.
        offer: u8,
    },
    /// Takes the stairs up.
    Ascend,
    /// Takes the stairs down.
    Descend {
        /// Yes to any warning.
        sure: bool,
    },
    /// Goes on exploring, picking up what lies about.
    Explore,
    /// Goes to a tile that is known.
    Travel {
        /// Where.
        to: Pos,
    },
    /// Runs in a direction until something is of interest.
    Run {
        /// Where.
        dir: Dir,
    },
}

impl Action {
    /// A step, unsure.
    pub const fn step(dir: Dir) -> Self {
        Self::Move { dir, sure: false }
    }

    /// The same action with yes to any warning.
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

    /// Whether it can go on for many turns.
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            Self::Rest | Self::Explore | Self::Travel { .. } | Self::Run { .. }
        )
    }
}

/// What an action would risk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Danger {
    /// The blow or the missile would hit a monster that bursts when it dies.
    #[error("it will burst")]
    Bursts,
    /// The potion is known to harm.
    #[error("you know what that potion does")]
    HarmfulPotion,
    /// The blast covers who causes it.
    #[error("you stand in the blast")]
    OwnBlast,
    /// The food would be wasted for the most part.
    #[error("you are not hungry")]
    NotHungry,
    /// Health is under a quarter.
    #[error("you are badly hurt")]
    BadlyHurt,
}

/// Why an action was not done. Nothing has changed then, not even the random state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// The run is over.
    #[error("the run is over")]
    Over,
    /// Dangerous: the same action with `sure` is done.
    #[error("{0}: really?")]
    NeedsConfirmation(Danger),
    /// Something solid is in the way.
    #[error("something solid is in the way at {0}")]
    Solid(Pos),
    /// The step is diagonal and both tiles beside it are solid.
    #[error("the gap is too narrow")]
    Squeeze,
    /// There is no such letter in the pack.
    #[error("there is nothing at `{0}`")]
    NoItem(Letter),
    /// A letter is of the wrong kind for this.
    #[error("that cannot be done with `{0}`")]
    WrongItem(Letter),
    /// It is equipped already, or not equipped at all.
    #[error("`{0}` is as you want it")]
    AlreadySo(Letter),
    /// Both hands have a ring.
    #[error("you wear two rings already: take one off first")]
    RingsFull,
    /// None of it can be dropped.
    #[error("drop at least one")]
    NoCount,
    /// Nothing lies here.
    #[error("nothing lies here")]
    NothingHere,
    /// All 26 letters are taken.
    #[error("your pack is full: it holds 26 things")]
    PackFull,
    /// A bow has to be in hand.
    #[error("wield a bow first")]
    NoBow,
    /// There are no arrows.
    #[error("you have no arrows")]
    NoArrows,
    /// A target is needed: none is in sight.
    #[error("no enemy is in sight: name a target")]
    NoTarget,
    /// The target is not in sight, or one's own tile.
    #[error("there is nothing to aim at")]
    BadTarget,
    /// There is no door there, or it is open or closed already.
    #[error("there is no door to do that with")]
    NoDoor,
    /// Something is in the doorway.
    #[error("something is in the doorway")]
    Doorway,
    /// There is no brazier there.
    #[error("there is no brazier there")]
    NoBrazier,
    /// The action could be done in several directions, and none was given.
    #[error("which direction?")]
    WhichDirection,
    /// There is no lever there, or it was pulled.
    #[error("there is no lever to pull")]
    NoLever,
    /// A conduit is in the way: its tiles are turned with [`Action::Rotate`].
    #[error("a conduit: turn its tiles")]
    AtConduit,
    /// The conduit has no such tile.
    #[error("the conduit has no such tile")]
    NoTile,
    /// There is no conduit beside one that is not solved.
    #[error("there is no conduit here")]
    NoConduit,
    /// There is no open vault here, or no such offer.
    #[error("there is nothing to choose here")]
    NoOffer,
    /// There are no stairs up here.
    #[error("there are no stairs up here")]
    NoStairsUp,
    /// There are no stairs down here.
    #[error("there are no stairs down here")]
    NoStairsDown,
    /// The way out is barred until the Everlamp burns.
    #[error("the door above is barred until the Everlamp burns")]
    Barred,
    /// Enemies are in sight.
    #[error("not with enemies in sight")]
    EnemyInSight,
    /// Health is whole and nothing is to be waited for.
    #[error("you are well rested")]
    Rested,
    /// Too hungry to rest.
    #[error("you are too hungry to rest")]
    TooHungry,
    /// Nothing is left to explore.
    #[error("there is nothing left to explore")]
    Explored,
    /// The only known way leads past somebody who sleeps there.
    #[error("somebody sleeps in the way at {0}")]
    InTheWay(Pos),
    /// The tile is not known, or there is no known way.
    #[error("you know no way there")]
    NoWay,
    /// One is there already.
    #[error("you are there")]
    There,
}
