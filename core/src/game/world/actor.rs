//! Monsters on a level, and their moods.

use serde::{Deserialize, Serialize};
use strum::EnumCount;

use super::announcement::Preparation;
use super::condition::{Condition, Conditions};
use super::item::Item;
use crate::game::content::ability::Announcement;
use crate::game::content::{Content, Fixed, MonsterDef, MonsterKind, numbers};
use crate::geom::Pos;

/// Identifies an actor for the whole run: 0 is the player; a monster's id is the depth it was
/// created at times 10,000, plus its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player's id, lower than every monster's.
    pub const PLAYER: Self = Self(0);

    /// The most monsters ever created at one depth.
    pub(in crate::game) const MAX_PER_DEPTH: u32 = 9_999;

    /// The depth it was created at.
    pub(in crate::game) const fn depth(self) -> u32 {
        self.0 / (Self::MAX_PER_DEPTH + 1)
    }

    /// Its number at that depth, from 1.
    pub(in crate::game) const fn number(self) -> u32 {
        self.0 % (Self::MAX_PER_DEPTH + 1)
    }
}

/// Whom an actor fights for. Those of different sides are enemies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The player's.
    Player,
    /// That of whatever lives below.
    Dungeon,
}

/// What a monster currently intends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mood {
    /// Asleep, or a disguised mimic.
    Asleep,
    /// Walking from place to place, or at its post.
    Wandering,
    /// Pursuing an enemy, such as the player, whom it sees or remembers.
    Hunting,
    /// Looking around for an enemy, whom it lost or heard.
    Searching,
    /// Running away from an enemy.
    Fleeing,
}

impl Mood {
    /// What is so of a monster in this mood, and said.
    pub const fn row(self) -> &'static MoodRow {
        match self {
            Self::Asleep => &MoodRow {
                sign: 'z',
                towards_you: "asleep",
                otherwise: "asleep",
                is_aware: false,
                mends: true,
            },
            Self::Wandering => &MoodRow {
                sign: '○',
                towards_you: "unaware of you",
                otherwise: "wandering",
                is_aware: false,
                mends: true,
            },
            Self::Hunting => &MoodRow {
                sign: '♦',
                towards_you: "hunting you",
                otherwise: "hunting another",
                is_aware: true,
                mends: false,
            },
            Self::Searching => &MoodRow {
                sign: '¿',
                towards_you: "looking for you",
                otherwise: "looking for another",
                is_aware: false,
                mends: false,
            },
            Self::Fleeing => &MoodRow {
                sign: '◄',
                towards_you: "fleeing from you",
                otherwise: "fleeing",
                is_aware: true,
                mends: true,
            },
        }
    }
}

/// What is so of a mood, and said.
#[derive(Debug)]
pub struct MoodRow {
    /// A sign for it.
    pub sign: char,
    /// What follows "it is", where its enemy is the player.
    pub towards_you: &'static str,
    /// What follows "it is" otherwise.
    pub otherwise: &'static str,
    /// Whether it knows of its enemy; then it may announce something, and do it.
    pub is_aware: bool,
    /// Whether its wounds heal.
    pub mends: bool,
}

numbers! {
    "light":
    /// Tiles that the lamp of a patrol lights.
    pub(in crate::game) const LAMP: u8 = 5;

    /// Tiles that a creature on fire or a flame lights.
    pub(in crate::game) const BURNING_LIGHT: u32 = 3;
}

/// A monster on a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Actor {
    pub id: ActorId,
    pub kind: MonsterKind,
    pub pos: Pos,
    pub health: i32,
    pub max_health: i32,
    /// Time of its next action, in ticks of the run.
    pub next: u64,
    pub mood: Mood,
    pub side: Side,
    /// The enemy whom it hunts, looks for or flees from, or would; `None` if it knows of none.
    pub target: Option<ActorId>,
    /// Where it wants to go: where it last saw or heard its target, or the destination of a walk.
    pub goal: Option<Pos>,
    /// The path to the goal, the next tile last.
    pub route: Vec<Pos>,
    /// Turns that it keeps hunting or searching, or pauses as a wanderer.
    pub patience: u16,
    /// Where it was placed: a guard's post.
    pub home: Pos,
    /// Whether it is a mimic that still looks like an item.
    pub disguised: bool,
    /// Whether it was summoned or split off, and gives no experience.
    pub summoned: bool,
    /// The stack it stole.
    pub loot: Option<Item>,
    pub conditions: Conditions,
    /// Tiles that it lights, because it glows or carries a lamp; 0 if it does neither.
    pub lamp: u8,
    /// Whether it came with a patrol: it carries a lamp, and gives no experience.
    pub patrols: bool,
    /// What it has announced, while it hunts or flees.
    pub preparing: Option<Preparation>,
    /// The blows that it has struck, for the abilities that come by their number.
    pub blows: Blows,
}

/// For each announcement the blows since it was last carried out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Blows([u8; Announcement::COUNT]);

impl Blows {
    /// Counts a blow.
    pub fn count(&mut self) {
        for blows in &mut self.0 {
            *blows = blows.saturating_add(1);
        }
    }

    /// How many it has struck since it carried out this one.
    pub const fn since(&self, announcement: Announcement) -> u8 {
        self.0[announcement as usize]
    }

    /// Counts anew for this one, which it carries out.
    pub const fn begin_anew(&mut self, announcement: Announcement) {
        self.0[announcement as usize] = 0;
    }
}

impl Actor {
    pub fn def<'c>(&self, content: &'c Content) -> &'c MonsterDef {
        content.monster(self.kind)
    }

    /// Its attack at New Game Plus `plus`.
    pub fn attack(&self, content: &Content, plus: u8) -> i32 {
        content.scale_by_plus(plus, self.def(content).attack)
    }

    /// Whether it is on the player's side.
    pub fn is_friend(&self) -> bool {
        self.side == Side::Player
    }

    /// Whether it sleeps; false for a mimic disguised as an item.
    pub fn is_asleep(&self) -> bool {
        self.mood == Mood::Asleep && !self.disguised
    }

    /// Whether it gives light.
    pub const fn shines(&self) -> bool {
        self.lamp > 0 || self.conditions.has(Condition::Burning)
    }

    /// Tiles that it lights.
    pub fn light_reach(&self) -> u32 {
        let burns = self.conditions.has(Condition::Burning);
        u32::from(self.lamp).max(if burns { BURNING_LIGHT } else { 0 })
    }

    /// Whether it pays attention to no enemy: it sleeps, walks about or looks around.
    pub const fn is_unaware(&self) -> bool {
        !self.mood.row().is_aware
    }

    /// Whether it is recovering, and cannot charge, heal or call.
    pub const fn is_spent(&self) -> bool {
        self.conditions.has(Condition::Spent)
    }

    /// Sets its mood and goal, and clears the route to the old goal. One that begins to wander does not pause first.
    pub fn set_mood(&mut self, mood: Mood, goal: Option<Pos>) {
        self.mood = mood;
        if mood == Mood::Wandering {
            self.patience = 0;
        }
        self.goal = goal;
        self.route.clear();
        if !mood.row().is_aware {
            self.cancel_announcement();
        }
    }

    /// Drops what it has announced, and begins to count its blows anew.
    pub fn cancel_announcement(&mut self) {
        self.preparing = None;
        self.blows = Blows::default();
    }
}
