//! What happened: everything that a screen, a log or a sound could want. An event holds what was so
//! when it happened: who was there, what the player knew of it and how they perceived it. So it can be
//! told later, when the actor is dead and the door out of sight. Events are no part of the state.

use serde::{Deserialize, Serialize};

use super::action::Letter;
use super::content::{ItemKind, MonsterKind};
use super::state::{ActorId, Cause, Condition, Hunger};
use crate::geom::Pos;

/// How the player perceived something when it happened, the surest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Perception {
    /// Not at all: the log does not mention it.
    Unnoticed,
    /// By hearing: the player knows neither who it was nor where.
    Heard,
    /// By telepathy or a ring of listening, out of sight.
    Felt,
    /// By sight.
    Seen,
}

/// An actor of an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventActor {
    /// Which actor; it may be gone by now.
    pub id: ActorId,
    /// `None` for the player.
    pub kind: Option<MonsterKind>,
    /// A disguised monster is not seen: the player sees an item.
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

/// An item of an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventItem {
    /// What it is.
    pub kind: ItemKind,
    /// How many.
    pub count: u16,
    /// How much better than plain.
    pub plus: i8,
    /// While the kind is unidentified, its look: an index into the looks of its class.
    pub look: Option<u8>,
}

/// A landmark of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Feature {
    /// The stairs up.
    StairsUp,
    /// The stairs down.
    StairsDown,
    /// The lever of a vault.
    Lever,
    /// The conduit of a vault.
    Conduit,
    /// The Everlamp.
    Everlamp,
}

/// Why a long action ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interruption {
    /// A creature came into sight.
    Creature(ActorId),
    /// Something was noticed that lies there.
    Item(Pos),
    /// Stairs, a lever or an open vault came into sight.
    Feature(Pos),
    /// One was hurt.
    Hurt,
    /// Hunger grew.
    Hunger,
    /// Something else happened: a condition, a noise, a thing picked up.
    Other,
}

/// What fills a blast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BlastKind {
    /// Flame.
    Fire,
    /// A cloud that confuses.
    Confusion,
    /// A cloud that darkens.
    Darkness,
    /// Another potion's vapours.
    Vapour,
}

/// What flies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Projectile {
    /// An item that the player threw or shot.
    Item(EventItem),
    /// A bolt of magic.
    Bolt,
    /// What a monster shoots.
    Shot,
}

/// One thing that happened. `who`, `by` and `at` are actors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameEvent {
    /// An actor went a step.
    Moved {
        /// The actor.
        who: ActorId,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// An actor was put down elsewhere by magic.
    Teleported {
        /// The actor.
        who: EventActor,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// A charger ran along a line; a [`Hit`](Self::Hit) or [`Missed`](Self::Missed) follows.
    Charged {
        /// The charger.
        who: EventActor,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// A blow or shot that missed.
    Missed {
        /// Who struck.
        by: EventActor,
        /// At whom.
        at: EventActor,
    },
    /// A blow, shot or bolt that hit.
    Hit {
        /// Who struck.
        by: EventActor,
        /// Whom.
        at: EventActor,
        /// Health lost.
        damage: i32,
        /// Whether the one struck slept.
        asleep: bool,
    },
    /// An actor was hurt by what is nobody's blow: fire, hunger.
    Hurt {
        /// The actor.
        who: EventActor,
        /// Health lost.
        damage: i32,
        /// By what.
        cause: Cause,
    },
    /// A monster died.
    Died {
        /// The monster.
        who: EventActor,
        /// What it was.
        kind: MonsterKind,
        /// Where.
        pos: Pos,
        /// Whether the player gets experience for it.
        by_player: bool,
    },
    /// Something flew.
    Flew {
        /// What.
        what: Projectile,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// A blast or a cloud.
    Blast {
        /// What fills it.
        kind: BlastKind,
        /// Its middle.
        center: Pos,
        /// Its radius, in tiles.
        radius: u32,
    },
    /// Health came back by magic, or by a healer.
    Healed {
        /// Whose.
        who: EventActor,
        /// How much.
        amount: i32,
    },
    /// A condition began or was made longer.
    ConditionBegan {
        /// Whose.
        who: EventActor,
        /// Which.
        condition: Condition,
    },
    /// A condition ended.
    ConditionEnded {
        /// Whose.
        who: EventActor,
        /// Which.
        condition: Condition,
    },
    /// A monster woke up.
    Woke {
        /// The monster.
        who: EventActor,
    },
    /// A monster fell asleep.
    FellAsleep {
        /// The monster.
        who: EventActor,
    },
    /// A monster noticed the player, by sight or hearing.
    Noticed {
        /// The monster.
        who: EventActor,
    },
    /// A monster lost track of the player.
    LostTrack {
        /// The monster.
        who: ActorId,
    },
    /// A monster began to flee.
    Fled {
        /// The monster.
        who: EventActor,
    },
    /// A monster came into the player's sight.
    CameIntoSight {
        /// The monster.
        who: EventActor,
    },
    /// A mimic's disguise fell, which also wakes it.
    Revealed {
        /// The monster.
        who: EventActor,
    },
    /// A thief took something.
    Stole {
        /// The thief.
        who: EventActor,
        /// What.
        item: EventItem,
    },
    /// A splitter divided.
    Split {
        /// The old part.
        who: EventActor,
        /// The new part.
        into: ActorId,
    },
    /// An exploder burst; a [`Blast`](Self::Blast) follows.
    Burst {
        /// The exploder.
        who: EventActor,
    },
    /// A summoner called; the called are actors from now on.
    Summoned {
        /// The summoner.
        who: EventActor,
        /// How many came.
        count: u8,
    },
    /// Magic unmade a creature.
    Unmade {
        /// The creature.
        who: EventActor,
    },
    /// A monster came along by the stairs.
    Followed {
        /// The monster.
        who: EventActor,
    },
    /// A door was opened.
    DoorOpened {
        /// Where.
        pos: Pos,
        /// By whom.
        by: EventActor,
        /// Whether the player saw the tile.
        perception: Perception,
    },
    /// The player closed a door.
    DoorClosed {
        /// Where.
        pos: Pos,
    },
    /// The player lit a brazier.
    BrazierLit {
        /// Where.
        pos: Pos,
    },
    /// A brazier was put out.
    BrazierOut {
        /// Where.
        pos: Pos,
        /// By whom.
        by: EventActor,
        /// Whether the player saw the tile.
        perception: Perception,
    },
    /// The player took something.
    PickedUp {
        /// Its letter now.
        letter: Letter,
        /// What, and how many were taken.
        item: EventItem,
    },
    /// The pack is full; what lies here stays.
    NoRoom {
        /// What lies here.
        item: EventItem,
    },
    /// The player laid something down.
    Dropped {
        /// What.
        item: EventItem,
    },
    /// The player steps onto something that lies there.
    LiesHere {
        /// What.
        item: EventItem,
    },
    /// Something that lies there came into sight for the first time.
    ItemSeen {
        /// What.
        item: EventItem,
        /// Where.
        pos: Pos,
    },
    /// A landmark came into sight for the first time.
    FeatureSeen {
        /// Which.
        feature: Feature,
        /// Where.
        pos: Pos,
    },
    /// The player wields, wears or carries it now.
    Equipped {
        /// Its letter.
        letter: Letter,
        /// What.
        item: EventItem,
    },
    /// The player has put it away.
    Unequipped {
        /// Its letter.
        letter: Letter,
        /// What.
        item: EventItem,
    },
    /// The player ate.
    Ate {
        /// What.
        item: EventItem,
    },
    /// The player drank; what it does follows.
    Quaffed {
        /// What.
        item: EventItem,
    },
    /// The player read; what it does follows.
    Read {
        /// What.
        item: EventItem,
    },
    /// A kind is known from now on.
    Identified {
        /// Which.
        item: EventItem,
    },
    /// A weapon or armour is one better.
    Improved {
        /// Its letter.
        letter: Letter,
        /// What.
        item: EventItem,
    },
    /// Attack or health is higher for good.
    Strengthened,
    /// Magic found nothing to work on.
    Fizzled,
    /// The map of the level is known.
    Mapped,
    /// Ground was hallowed.
    Hallowed {
        /// Its middle.
        center: Pos,
    },
    /// Experience was gained.
    Experience {
        /// How much.
        amount: u32,
    },
    /// The player gained a level of experience.
    LevelGained {
        /// The level now.
        level: u8,
    },
    /// Hunger changed.
    HungerChanged {
        /// What it is now.
        hunger: Hunger,
    },
    /// The player arrived on a level.
    Arrived {
        /// Its depth.
        depth: u8,
        /// Whether for the first time.
        first: bool,
    },
    /// A lever was pulled.
    LeverPulled {
        /// Where.
        pos: Pos,
    },
    /// A tile of a conduit was turned.
    ConduitTurned {
        /// Where the conduit is.
        pos: Pos,
        /// The tile, row by row.
        tile: u16,
        /// Quarter turns clockwise, 1 to 3.
        quarters: u8,
    },
    /// A vault opened.
    VaultOpened {
        /// Its door.
        door: Pos,
    },
    /// One of the three things was taken; the others are gone.
    VaultTaken {
        /// What.
        item: EventItem,
    },
    /// A loud noise: sleepers wake and others come to look.
    Noise {
        /// Where.
        pos: Pos,
        /// Seen where its place is in sight, heard within its reach.
        perception: Perception,
    },
    /// A close look found nothing.
    FoundNothing,
    /// A long action ended early.
    Interrupted {
        /// Why.
        why: Interruption,
    },
    /// Nothing is left to explore that can be reached.
    Explored,
    /// The player died.
    PlayerDied {
        /// Of what.
        cause: Cause,
    },
    /// The Everlamp burns: the run is won.
    Won,
}

impl GameEvent {
    /// Whether the event tells of a monster that the player saw then.
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
