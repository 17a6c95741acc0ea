//! Events for screens, logs and sounds. An event records what was true when it happened: who was
//! involved, what the player knew of them and how they perceived it. So it can be described later,
//! when the actor is dead and the door out of sight. Events are not part of the state.

use serde::{Deserialize, Serialize};

use super::action::Letter;
use super::content::{ItemKind, MonsterKind};
use super::state::{ActorId, Cause, Condition, Hunger};
use crate::geom::Pos;

/// How the player perceived something when it happened, in ascending order of certainty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Perception {
    /// Not at all: the log leaves it out.
    Unnoticed,
    /// By hearing: the player knows neither who nor where.
    Heard,
    /// By telepathy or a ring of listening, out of sight.
    Felt,
    /// By sight: the player knows who and where.
    Seen,
}

/// An actor in an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventActor {
    /// The actor, which may be dead by now.
    pub id: ActorId,
    /// `None` for the player.
    pub kind: Option<MonsterKind>,
    /// A disguised monster is not seen: the player sees an item instead.
    pub perception: Perception,
}

impl EventActor {
    /// The player, who always perceives themselves.
    pub const PLAYER: Self = Self {
        id: ActorId::PLAYER,
        kind: None,
        perception: Perception::Seen,
    };

    /// Whether the player could tell who it was.
    pub fn is_known(&self) -> bool {
        self.perception >= Perception::Felt
    }
}

impl PartialEq<ActorId> for EventActor {
    fn eq(&self, id: &ActorId) -> bool {
        self.id == *id
    }
}

/// An item in an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventItem {
    /// The real kind, even while it is unidentified.
    pub kind: ItemKind,
    /// Items in the stack, at least 1.
    pub count: u16,
    /// Bonus of a weapon or armour; negative if it is worse than plain.
    pub plus: i8,
    /// The index of its look among those of its class while it is unidentified; `None` afterwards.
    pub look: Option<u8>,
}

/// A landmark of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Feature {
    /// The stairs to the level above.
    StairsUp,
    /// The stairs to the level below.
    StairsDown,
    /// The lever that opens a vault.
    Lever,
    /// The conduit that opens a vault.
    Conduit,
    /// The Everlamp, in place of the stairs on the deepest level.
    Everlamp,
}

/// Why a long action ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interruption {
    /// A monster came into sight.
    Creature(ActorId),
    /// An item at this position came into sight.
    Item(Pos),
    /// Stairs, a lever or a conduit at this position came into sight.
    Feature(Pos),
    /// The player was attacked or lost health.
    Hurt,
    /// The player's hunger changed.
    Hunger,
    /// Anything else: a condition, a new level of experience, magic.
    Other,
}

/// What fills a blast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BlastKind {
    /// Flame, which hurts and sets creatures on fire.
    Fire,
    /// A cloud that confuses.
    Confusion,
    /// A cloud that darkens.
    Darkness,
    /// The harmless cloud of any other potion.
    Vapour,
}

/// An object in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Projectile {
    /// An item that the player threw or shot.
    Item(EventItem),
    /// A bolt from a scroll.
    Bolt,
    /// A monster's missile.
    Shot,
}

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameEvent {
    /// An actor took a step.
    Moved {
        /// The actor that moved.
        who: ActorId,
        /// The tile it left.
        from: Pos,
        /// The tile it reached.
        to: Pos,
    },
    /// Magic moved an actor.
    Teleported {
        /// The actor that was moved.
        who: EventActor,
        /// The tile it left.
        from: Pos,
        /// The tile it reached.
        to: Pos,
    },
    /// A charger ran along a line; a [`Hit`](Self::Hit) or [`Missed`](Self::Missed) follows.
    Charged {
        /// The charger, seen from where the charge ended.
        who: EventActor,
        /// The tile it left.
        from: Pos,
        /// The tile it reached.
        to: Pos,
    },
    /// An attack or shot missed.
    Missed {
        /// The attacker.
        by: EventActor,
        /// The target.
        at: EventActor,
    },
    /// An attack, shot or bolt hit.
    Hit {
        /// The attacker.
        by: EventActor,
        /// The target.
        at: EventActor,
        /// Health lost; may be 0.
        damage: i32,
        /// Whether the target was asleep.
        asleep: bool,
    },
    /// An actor lost health to something other than an attack: fire, a blast, hunger.
    Hurt {
        /// The actor that lost health.
        who: EventActor,
        /// Health lost.
        damage: i32,
        /// What took the health.
        cause: Cause,
    },
    /// A monster died and left the level.
    Died {
        /// The monster, whose id no longer names anybody.
        who: EventActor,
        /// Its kind, known even if the player perceived nothing.
        kind: MonsterKind,
        /// The tile where it died.
        pos: Pos,
        /// Whether the player caused it, and gains experience.
        by_player: bool,
    },
    /// An item, bolt or shot crossed the level.
    Flew {
        /// The projectile.
        what: Projectile,
        /// The tile it left.
        from: Pos,
        /// The tile it reached.
        to: Pos,
    },
    /// A blast of flame, or a cloud.
    Blast {
        /// What the blast consists of.
        kind: BlastKind,
        /// The tile it spreads from.
        center: Pos,
        /// Its radius, in tiles.
        radius: u32,
    },
    /// Magic or a healer restored health.
    Healed {
        /// The actor that was healed.
        who: EventActor,
        /// Health restored; may be 0.
        amount: i32,
    },
    /// An actor gained a condition, or one was extended.
    ConditionBegan {
        /// The actor with the condition.
        who: EventActor,
        /// The new or extended condition.
        condition: Condition,
    },
    /// An actor lost a condition.
    ConditionEnded {
        /// The actor without it.
        who: EventActor,
        /// The condition that ended.
        condition: Condition,
    },
    /// A monster woke up.
    Woke {
        /// The monster, which hunts the player now.
        who: EventActor,
    },
    /// Magic put a monster to sleep.
    FellAsleep {
        /// The monster now asleep.
        who: EventActor,
    },
    /// A monster that was awake noticed the player, and hunts them now.
    Noticed {
        /// The monster that noticed the player.
        who: EventActor,
    },
    /// A hunting monster lost track of the player, and searches now.
    LostTrack {
        /// The monster that lost track.
        who: ActorId,
    },
    /// A monster turned to flee.
    Fled {
        /// The monster that flees.
        who: EventActor,
    },
    /// A monster came into the player's sight.
    CameIntoSight {
        /// The monster, seen from now on.
        who: EventActor,
    },
    /// A mimic lost its disguise and woke up.
    Revealed {
        /// The mimic, as the player perceives it without its disguise.
        who: EventActor,
    },
    /// A thief took an item from the pack, and flees.
    Stole {
        /// The thief, which carries the item now.
        who: EventActor,
        /// The stolen stack.
        item: EventItem,
    },
    /// A wounded splitter became two monsters.
    Split {
        /// The original monster, with half its health left.
        who: EventActor,
        /// The new monster.
        into: ActorId,
    },
    /// An exploder burst; a [`Blast`](Self::Blast) follows.
    Burst {
        /// The exploder, which is dead.
        who: EventActor,
    },
    /// A summoner summoned monsters, which are on the level now.
    Summoned {
        /// The monster that summoned.
        who: EventActor,
        /// Monsters that appeared; 0 if there was no room.
        count: u8,
    },
    /// Negation destroyed a summoned or magical monster.
    Unmade {
        /// The monster; its death follows.
        who: EventActor,
    },
    /// A monster followed the player over the stairs.
    Followed {
        /// The monster that followed.
        who: EventActor,
    },
    /// A door was opened.
    DoorOpened {
        /// The door's tile.
        pos: Pos,
        /// The actor that opened it.
        by: EventActor,
        /// Whether the player saw the door.
        perception: Perception,
    },
    /// The player closed a door.
    DoorClosed {
        /// The door's tile.
        pos: Pos,
    },
    /// The player lit a brazier.
    BrazierLit {
        /// The brazier's tile.
        pos: Pos,
    },
    /// The player or a monster put out a brazier.
    BrazierOut {
        /// The brazier's tile.
        pos: Pos,
        /// The actor that put it out.
        by: EventActor,
        /// Whether the player saw the brazier.
        perception: Perception,
    },
    /// The player picked up an item.
    PickedUp {
        /// The letter it has in the pack.
        letter: Letter,
        /// The stack that was picked up.
        item: EventItem,
    },
    /// The pack is full, and the item stays on the floor.
    NoRoom {
        /// The item that stays.
        item: EventItem,
    },
    /// The player dropped an item.
    Dropped {
        /// The stack that was dropped.
        item: EventItem,
    },
    /// The player stepped onto an item.
    LiesHere {
        /// The item on the tile.
        item: EventItem,
    },
    /// An item on the floor came into sight for the first time.
    ItemSeen {
        /// The item as it looks from here.
        item: EventItem,
        /// The tile it lies on.
        pos: Pos,
    },
    /// A landmark came into sight for the first time.
    FeatureSeen {
        /// The landmark.
        feature: Feature,
        /// The tile it stands on.
        pos: Pos,
    },
    /// The player wielded, put on or lit an item.
    Equipped {
        /// The item's letter in the pack.
        letter: Letter,
        /// The item now in use.
        item: EventItem,
    },
    /// The player put away, took off or put out an item.
    Unequipped {
        /// The item's letter in the pack.
        letter: Letter,
        /// The item no longer in use.
        item: EventItem,
    },
    /// The player ate an item of food.
    Ate {
        /// One item of the stack.
        item: EventItem,
    },
    /// The player drank a potion; its effects follow.
    Quaffed {
        /// The potion, as it was known before.
        item: EventItem,
    },
    /// The player read a scroll; its effects follow.
    Read {
        /// The scroll, as it was known before.
        item: EventItem,
    },
    /// The player learnt what a kind of item is.
    Identified {
        /// One item of the kind, under its real name.
        item: EventItem,
    },
    /// A weapon's or armour's bonus rose.
    Improved {
        /// The item's letter in the pack.
        letter: Letter,
        /// The item with its new bonus.
        item: EventItem,
    },
    /// The player's attack or maximum health rose permanently.
    Strengthened,
    /// Magic had no effect.
    Fizzled,
    /// The player learnt the map of the level.
    Mapped,
    /// A scroll of sanctity made hallowed ground, where monsters cannot attack.
    Hallowed {
        /// The tile at its centre.
        center: Pos,
    },
    /// The player gained experience.
    Experience {
        /// Points gained.
        amount: u32,
    },
    /// The player reached a new level of experience.
    LevelGained {
        /// The new level, from 2.
        level: u8,
    },
    /// The player's hunger moved to another stage.
    HungerChanged {
        /// The new stage.
        hunger: Hunger,
    },
    /// The player arrived on a level.
    Arrived {
        /// The level's depth, from 1.
        depth: u8,
        /// Whether this is the player's first visit.
        first: bool,
    },
    /// The player pulled a vault's lever.
    LeverPulled {
        /// The lever's tile.
        pos: Pos,
    },
    /// The player turned a tile of a conduit.
    ConduitTurned {
        /// The map tile where the conduit is.
        pos: Pos,
        /// The conduit's tile, as an index row by row.
        tile: u16,
        /// Quarter turns clockwise, 1 to 3.
        quarters: u8,
    },
    /// A vault's mechanism was solved, and its door opened.
    VaultOpened {
        /// The door's tile.
        door: Pos,
    },
    /// The player took one of a vault's offers; the others vanish.
    VaultTaken {
        /// The offer that was taken.
        item: EventItem,
    },
    /// A loud noise woke sleepers and attracted monsters.
    Noise {
        /// The tile it came from.
        pos: Pos,
        /// Seen if the tile is in sight, heard if the player is within its range.
        perception: Perception,
    },
    /// A search found nothing.
    FoundNothing,
    /// A long action ended early.
    Interrupted {
        /// What ended it.
        why: Interruption,
    },
    /// Nothing within reach is left to explore.
    Explored,
    /// The player died, and the run is over.
    PlayerDied {
        /// What killed the player.
        cause: Cause,
    },
    /// The Everlamp burns, and the run is won.
    Won,
}

impl GameEvent {
    /// Whether the event names a monster that the player saw at that moment.
    pub(super) fn shows(&self, id: ActorId) -> bool {
        let seen = |actor: EventActor| actor == id && actor.perception == Perception::Seen;
        match *self {
            Self::Missed { by, at } | Self::Hit { by, at, .. } => seen(by) || seen(at),
            Self::Charged { who, .. }
            | Self::Hurt { who, .. }
            | Self::Healed { who, .. }
            | Self::ConditionBegan { who, .. }
            | Self::Woke { who }
            | Self::FellAsleep { who }
            | Self::Noticed { who }
            | Self::Fled { who }
            | Self::Stole { who, .. }
            | Self::Split { who, .. }
            | Self::Summoned { who, .. }
            | Self::Followed { who } => seen(who),
            Self::DoorOpened { by, .. } | Self::BrazierOut { by, .. } => seen(by),
            _ => false,
        }
    }
}
