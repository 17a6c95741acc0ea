//! Monsters on a level, their moods, and the conditions that they share with the player.

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use super::item::Item;
use crate::game::content::{Content, MonsterDef, MonsterKind};
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

/// A temporary condition, counted in turns. They are saved and tick in this order.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    Deserialize,
    EnumCount,
    VariantArray,
)]
pub enum Condition {
    /// Actions take less time.
    Hasted,
    /// Some steps go in a random direction.
    Confused,
    /// Health falls each turn until the condition runs out or the creature enters water.
    Burning,
    /// Every creature on the level is sensed.
    Telepathic,
    /// Sight in the dark reaches farther.
    Bright,
    /// Sight is short, and so is the distance at which monsters notice the player.
    Darkened,
    /// The lantern's reach is reduced.
    Dimmed,
    /// Recovering: it cannot charge, heal or call yet.
    Spent,
}

impl Condition {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Whether it changes how far the player sees.
    pub(in crate::game) const fn affects_sight(self) -> bool {
        matches!(self, Self::Bright | Self::Darkened | Self::Dimmed)
    }
}

/// Turns left of each condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Conditions {
    left: [u16; Condition::ALL.len()],
}

impl Conditions {
    pub const fn has(&self, condition: Condition) -> bool {
        self.left[condition as usize] > 0
    }

    /// Remaining turns; 0 without the condition.
    pub const fn left(&self, condition: Condition) -> u16 {
        self.left[condition as usize]
    }

    /// Makes the condition last at least `turns` more turns.
    pub fn extend(&mut self, condition: Condition, turns: u16) {
        let left = &mut self.left[condition as usize];
        *left = (*left).max(turns);
    }

    pub const fn end(&mut self, condition: Condition) {
        self.left[condition as usize] = 0;
    }

    pub fn is_any(&self) -> bool {
        self.left != [0; Condition::ALL.len()]
    }

    /// Counts one turn down; returns whether the condition ended.
    pub const fn tick(&mut self, condition: Condition) -> bool {
        let left = &mut self.left[condition as usize];
        let ends = *left == 1;
        *left = left.saturating_sub(1);
        ends
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
    /// Whether a monster in this mood may announce something, and do it.
    pub(in crate::game) const fn is_after_somebody(self) -> bool {
        matches!(self, Self::Hunting | Self::Fleeing)
    }
}

/// What a monster announces before it does it, so that whoever sees it can answer.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    Deserialize,
    EnumCount,
    VariantArray,
)]
pub enum Tell {
    /// A shot along a line, at whoever stands in it first.
    Shot,
    /// A charge along a lane, at whoever stands in it first.
    Charge,
    /// A call for others, which a wound stops.
    Call,
    /// A heavy blow at one tile.
    Heavy,
    /// A blow at the eight tiles around it.
    Sweep,
}

impl Tell {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

/// What a monster has announced. It does it with its next action, unless something stops it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Preparation {
    pub tell: Tell,
    /// Where it stands. Whoever is moved from there gives it up.
    pub from: Pos,
    /// The tile that it aims at: where its target stood.
    pub at: Pos,
}

/// Tiles that the lamp of a patrol lights.
pub(in crate::game) const LAMP: u8 = 5;

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
    /// Turns that it keeps hunting or searching.
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
    /// The blows that it has struck since its last heavy blow or sweep.
    pub blows: u8,
}

/// Tiles that a creature on fire lights.
pub(in crate::game) const BURNING_LIGHT: u32 = 3;

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
        matches!(self.mood, Mood::Asleep | Mood::Wandering | Mood::Searching)
    }

    /// Whether it is recovering, and cannot charge, heal or call.
    pub const fn is_spent(&self) -> bool {
        self.conditions.has(Condition::Spent)
    }

    /// Sets its mood and goal, and clears the route to the old goal.
    pub fn set_mood(&mut self, mood: Mood, goal: Option<Pos>) {
        self.mood = mood;
        self.goal = goal;
        self.route.clear();
        if !mood.is_after_somebody() {
            self.give_up();
        }
    }

    /// Drops what it has announced, and begins to count its blows anew.
    pub const fn give_up(&mut self) {
        self.preparing = None;
        self.blows = 0;
    }
}
