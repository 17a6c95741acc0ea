//! What happened: everything that a screen, a log or a sound could want. Events are facts about a
//! turn; nobody needs them to know the state.

use serde::{Deserialize, Serialize};

use super::action::Letter;
use super::content::{ItemKind, MonsterKind};
use super::state::{ActorId, Cause, Condition, Hunger};
use crate::geom::Pos;

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
    /// An item.
    Item(ItemKind),
    /// A bolt of magic.
    Bolt,
    /// What a monster shoots.
    Shot,
}

/// One thing that happened. `who`, `by` and `at` are actors; [`ActorId::PLAYER`] is the player.
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
        who: ActorId,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// A charger ran along a line; a [`Hit`](Self::Hit) or [`Missed`](Self::Missed) follows.
    Charged {
        /// The charger.
        who: ActorId,
        /// From here.
        from: Pos,
        /// To here.
        to: Pos,
    },
    /// A blow or shot that missed.
    Missed {
        /// Who struck.
        by: ActorId,
        /// At whom.
        at: ActorId,
    },
    /// A blow, shot or bolt that hit.
    Hit {
        /// Who struck.
        by: ActorId,
        /// Whom.
        at: ActorId,
        /// Health lost.
        damage: i32,
        /// Whether the one struck slept.
        asleep: bool,
    },
    /// An actor was hurt by what is nobody's blow: fire, hunger.
    Hurt {
        /// The actor.
        who: ActorId,
        /// Health lost.
        damage: i32,
        /// By what.
        cause: Cause,
    },
    /// A monster died.
    Died {
        /// The monster.
        who: ActorId,
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
        who: ActorId,
        /// How much.
        amount: i32,
    },
    /// A condition began or was made longer.
    ConditionBegan {
        /// Whose.
        who: ActorId,
        /// Which.
        condition: Condition,
    },
    /// A condition ended.
    ConditionEnded {
        /// Whose.
        who: ActorId,
        /// Which.
        condition: Condition,
    },
    /// A monster woke up.
    Woke {
        /// The monster.
        who: ActorId,
    },
    /// A monster fell asleep.
    FellAsleep {
        /// The monster.
        who: ActorId,
    },
    /// A monster noticed the player, by sight or hearing.
    Noticed {
        /// The monster.
        who: ActorId,
    },
    /// A monster lost track of the player.
    LostTrack {
        /// The monster.
        who: ActorId,
    },
    /// A monster began to flee.
    Fled {
        /// The monster.
        who: ActorId,
    },
    /// A monster came into the player's sight.
    CameIntoSight {
        /// The monster.
        who: ActorId,
    },
    /// A disguise fell: a mimic.
    Revealed {
        /// The monster.
        who: ActorId,
    },
    /// A thief took something.
    Stole {
        /// The thief.
        who: ActorId,
        /// What.
        kind: ItemKind,
    },
    /// A splitter divided.
    Split {
        /// The old part.
        who: ActorId,
        /// The new part.
        into: ActorId,
    },
    /// An exploder burst; a [`Blast`](Self::Blast) follows.
    Burst {
        /// The exploder.
        who: ActorId,
    },
    /// A summoner called; the called are actors from now on.
    Summoned {
        /// The summoner.
        who: ActorId,
        /// How many came.
        count: u8,
    },
    /// Magic unmade a creature.
    Unmade {
        /// The creature.
        who: ActorId,
    },
    /// A monster came along by the stairs.
    Followed {
        /// The monster.
        who: ActorId,
    },
    /// A door was opened.
    DoorOpened {
        /// Where.
        pos: Pos,
        /// By whom.
        by: ActorId,
    },
    /// A door was closed.
    DoorClosed {
        /// Where.
        pos: Pos,
    },
    /// A brazier was lit.
    BrazierLit {
        /// Where.
        pos: Pos,
    },
    /// A brazier was put out.
    BrazierOut {
        /// Where.
        pos: Pos,
        /// By whom.
        by: ActorId,
    },
    /// The player took something.
    PickedUp {
        /// Its letter now.
        letter: Letter,
        /// What.
        kind: ItemKind,
        /// How many were taken.
        count: u16,
    },
    /// The pack is full; what lies here stays.
    NoRoom {
        /// What lies here.
        kind: ItemKind,
    },
    /// The player laid something down.
    Dropped {
        /// What.
        kind: ItemKind,
        /// How many.
        count: u16,
    },
    /// The player steps onto something that lies there.
    LiesHere {
        /// What.
        kind: ItemKind,
        /// How many.
        count: u16,
    },
    /// Something that lies there came into sight for the first time.
    ItemSeen {
        /// What.
        kind: ItemKind,
        /// Where.
        pos: Pos,
    },
    /// Stairs, a lever or an open vault came into sight for the first time.
    FeatureSeen {
        /// Where.
        pos: Pos,
    },
    /// The player wields, wears or carries it now.
    Equipped {
        /// Its letter.
        letter: Letter,
        /// What.
        kind: ItemKind,
    },
    /// The player has put it away.
    Unequipped {
        /// Its letter.
        letter: Letter,
        /// What.
        kind: ItemKind,
    },
    /// The player ate.
    Ate {
        /// What.
        kind: ItemKind,
    },
    /// The player drank; what it does follows.
    Quaffed {
        /// What.
        kind: ItemKind,
    },
    /// The player read; what it does follows.
    Read {
        /// What.
        kind: ItemKind,
    },
    /// A kind is known from now on.
    Identified {
        /// Which.
        kind: ItemKind,
    },
    /// A weapon or armour is one better.
    Improved {
        /// Its letter.
        letter: Letter,
        /// What.
        kind: ItemKind,
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
        kind: ItemKind,
    },
    /// A noise was heard across the level.
    Noise {
        /// Where.
        pos: Pos,
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
