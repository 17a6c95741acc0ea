//! Events for screens, logs and sounds. An event records what was true when it happened: who was
//! involved, what the player knew of them and how the player perceived it. It can therefore be
//! described later, when the actor is dead or the door out of sight. Events are not part of the
//! state.

use serde::{Deserialize, Serialize};

use super::action::Letter;
use super::actor::ActorId;
use super::condition::Condition;
use super::detail::{
    BlastKind, Cause, EventActor, EventItem, Healing, Interruption, Lamplit, Landmark, Leftovers,
    Perception, Projectile, Surprise,
};
use super::hazard::HazardKind;
use super::item::{Gains, SkipReason};
use super::player::Hunger;
use crate::game::content::ability::Announcement;
use crate::game::content::{Effect, MonsterKind, Scroll};
use crate::geom::Pos;
use crate::map::Tile;

/// One thing that happened, by what it tells of. Whoever tells of events matches each group in full, so a
/// new event that is forgotten somewhere does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameEvent {
    /// Blows, missiles and blasts, and what they do.
    Fight(FightEvent),
    /// What happens to a body: where it is, its health, conditions, hunger and growth.
    Body(BodyEvent),
    /// What a monster does, and what the player learns of it.
    Monster(MonsterEvent),
    /// What becomes of items.
    Item(ItemEvent),
    /// What happens to the level, and what the player learns of it.
    Place(PlaceEvent),
    /// The course of a run, and its end.
    Run(RunEvent),
}

/// Blows, missiles and blasts, and what they do.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FightEvent {
    /// A charger ran along a line; a [`Hit`](Self::Hit) or [`Missed`](Self::Missed) follows.
    Charged {
        /// The charger, as perceived where the charge ended.
        who: EventActor,
        from: Pos,
        to: Pos,
    },
    /// What a monster had announced met nobody.
    Wasted {
        who: EventActor,
        announcement: Announcement,
        /// What a shot or a charge ended at, as far as the player knows; `None` if it was nothing solid.
        by: Option<Tile>,
    },
    /// What the player threw, shot or cast from too far away glanced off a named monster.
    Glanced {
        at: EventActor,
    },
    Missed {
        by: EventActor,
        at: EventActor,
    },
    /// An attack, shot or bolt hit.
    Hit {
        by: EventActor,
        at: EventActor,
        /// Health lost; may be 0.
        damage: i32,
        /// Why the target was off guard, if it was.
        surprise: Option<Surprise>,
        /// What struck the target from afar; `None` for a blow.
        projectile: Option<Projectile>,
    },
    /// An actor lost health to something other than an attack: fire, a blast, hunger.
    Hurt {
        who: EventActor,
        damage: i32,
        cause: Cause,
    },
    /// A monster died and left the level.
    Died {
        /// The monster; its id is no longer on the level.
        who: EventActor,
        /// Its kind, known even if the player perceived nothing.
        kind: MonsterKind,
        pos: Pos,
        /// Whether the player caused it, and gains experience.
        by_player: bool,
    },
    /// An item, bolt or shot crossed the level.
    Flew {
        what: Projectile,
        from: Pos,
        to: Pos,
    },
    /// An obstacle stopped the player's projectile short of its target.
    Blocked {
        /// The obstacle, as far as the player knows.
        by: Tile,
    },
    /// The player's missile broke on the monster that it hit.
    Broke {
        item: EventItem,
    },
    /// A blast of flame, or a cloud.
    Blast {
        kind: BlastKind,
        center: Pos,
        /// Its radius, in tiles.
        radius: u32,
    },
    /// A thrown potion had no effect on the player or on any monster that they see.
    NobodyAffected,
    /// An exploder burst; a [`Blast`](Self::Blast) follows.
    Burst {
        who: EventActor,
    },
    /// The player died, and the run is over.
    PlayerDied {
        cause: Cause,
    },
}

/// What happens to a body: where it is, its health, conditions, hunger and growth.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BodyEvent {
    Moved {
        who: ActorId,
        from: Pos,
        to: Pos,
    },
    /// Tore at the web that holds them.
    Held {
        who: EventActor,
    },
    Teleported {
        who: EventActor,
        from: Pos,
        to: Pos,
    },
    /// Magic or a healer restored health.
    Healed {
        who: EventActor,
        /// Health restored; may be 0.
        amount: i32,
    },
    /// An actor gained a condition, or one was extended.
    ConditionBegan {
        who: EventActor,
        condition: Condition,
    },
    /// An actor lost a condition.
    ConditionEnded {
        who: EventActor,
        condition: Condition,
    },
    Woke {
        who: EventActor,
    },
    FellAsleep {
        who: EventActor,
    },
    /// A potion raised the player's attack permanently.
    Strengthened,
    /// A potion raised the player's maximum health permanently.
    Invigorated,
    Experience {
        amount: u32,
    },
    /// The player reached a new experience level.
    LevelGained {
        /// The new level, from 2.
        level: u8,
        /// Increase of maximum health; the next two are those of attack and defence.
        health: i32,
        attack: i32,
        defence: i32,
    },
    /// The player began to rest.
    RestBegan {
        healing: Healing,
    },
    /// The player's hunger reached another stage.
    HungerChanged {
        hunger: Hunger,
    },
}

/// What a monster does, and what the player learns of it.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MonsterEvent {
    /// A monster that was awake noticed the player and now hunts them.
    Noticed {
        who: EventActor,
    },
    /// Something struck or passed a monster out of the dark: it wakes, and searches around itself.
    Startled {
        who: EventActor,
    },
    /// A hunting monster lost track of the player and now searches.
    LostTrack {
        who: ActorId,
    },
    Fled {
        who: EventActor,
    },
    /// A monster came into sight that is new to the player or may attack.
    CameIntoSight {
        who: EventActor,
        asleep: bool,
        /// Whether the player had seen it before.
        again: bool,
    },
    /// The player meets a kind of monster for the first time in the run.
    Met {
        kind: MonsterKind,
    },
    /// A mimic lost its disguise and woke up.
    Revealed {
        /// The mimic, as the player perceives it without its disguise.
        who: EventActor,
        /// What the player took it for; `None` if they had not seen it.
        disguise: Option<EventItem>,
    },
    /// A thief took an item from the pack and flees.
    Stole {
        who: EventActor,
        item: EventItem,
    },
    /// A wounded splitter became two monsters.
    Split {
        /// The original monster, with half its health left.
        who: EventActor,
        into: ActorId,
    },
    /// A summoner summoned monsters, which are already on the level.
    Summoned {
        who: EventActor,
        /// Monsters that appeared; 0 if there was no room.
        count: u8,
    },
    /// A monster announced what it does next.
    Prepared {
        who: EventActor,
        announcement: Announcement,
    },
    /// A wound kept a monster from what it had announced.
    Stopped {
        who: EventActor,
        announcement: Announcement,
    },
    /// Burning braziers near a monster gave it health.
    Fed {
        who: EventActor,
        /// How many they were.
        lamps: u8,
        /// Health that it gained, at least 1.
        amount: i32,
    },
    /// Negation destroyed a summoned or magical monster.
    Unmade {
        who: EventActor,
    },
    /// A monster followed the player by the stairs.
    Followed {
        who: EventActor,
    },
    /// The level that the player has just reached has a named monster.
    NamedHere {
        kind: MonsterKind,
    },
}

/// What becomes of items.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ItemEvent {
    PickedUp {
        letter: Letter,
        /// What was taken.
        item: EventItem,
        /// Items in the slot now.
        total: u16,
        /// How much better it is than what is in use, if it is gear and better.
        gains: Option<Gains>,
    },
    /// The floor has no room for an item that came to lie on it.
    Lost {
        item: EventItem,
    },
    /// The pack is full, and the item stays on the floor.
    NoRoom {
        item: EventItem,
    },
    Dropped {
        item: EventItem,
    },
    /// The player stepped onto an item.
    LiesHere {
        item: EventItem,
    },
    /// The player stepped onto one of an open vault's offers.
    Offered {
        item: EventItem,
    },
    /// An item on the floor came into sight for the first time.
    ItemSeen {
        item: EventItem,
        pos: Pos,
        /// Why exploring will leave it there, if it will.
        skipped: Option<SkipReason>,
    },
    /// The player wielded, put on or lit an item.
    Equipped {
        letter: Letter,
        item: EventItem,
    },
    /// The player put away, took off or put out an item.
    Unequipped {
        letter: Letter,
        item: EventItem,
    },
    Ate {
        item: EventItem,
    },
    /// The player drank a potion; its effects follow.
    Quaffed {
        /// The potion, as known before drinking.
        item: EventItem,
    },
    /// The player read a scroll; its effects follow.
    Read {
        /// The scroll, as known before reading.
        item: EventItem,
    },
    /// The player used a relic; its effects follow.
    UsedRelic {
        item: EventItem,
    },
    /// The player learnt what a kind of item is.
    Identified {
        /// One item of the kind, identified.
        item: EventItem,
    },
    /// A weapon's or armour's bonus rose.
    Improved {
        letter: Letter,
        item: EventItem,
    },
    /// A scroll found no weapon in hand, or no armour worn.
    NothingToImprove {
        weapon: bool,
    },
    /// A scroll, or a relic with that scroll's effect, did nothing.
    Fizzled {
        scroll: Scroll,
    },
    /// The player hooded the lantern in use, or took its hood off.
    Hooded {
        hooded: bool,
    },
    /// Water put out the player's lantern, as its hood would.
    Doused,
    /// Deep water carried off a thing of the player's pack.
    SweptOff {
        item: EventItem,
    },
    /// The oil of the lantern that the player threw spilt and caught fire.
    OilSpilt,
    /// The player filled the lantern in use beside a burning brazier.
    OilFilled,
    /// The oil of the lantern in use runs low.
    OilLow {
        turns: u32,
    },
    /// The oil of the lantern in use is used up.
    OilOut,
    /// The player took one of a vault's offers; the others vanish.
    VaultTaken {
        item: EventItem,
    },
}

/// What happens to the level, and what the player learns of it.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlaceEvent {
    DoorOpened {
        pos: Pos,
        by: EventActor,
        /// Whether the player saw the door.
        perception: Perception,
    },
    DoorClosed {
        pos: Pos,
    },
    BrazierLit {
        pos: Pos,
    },
    /// The player or a monster put out a brazier.
    BrazierOut {
        pos: Pos,
        by: EventActor,
        /// Whether the player saw the brazier.
        perception: Perception,
    },
    /// A brazier was knocked over, and is gone.
    BrazierToppled {
        pos: Pos,
        by: EventActor,
        /// Whether it burned, so that its coals fell out.
        lit: bool,
        /// Whether the player saw the brazier.
        perception: Perception,
    },
    /// The player saw or found a hazard.
    HazardFound {
        pos: Pos,
        kind: HazardKind,
    },
    /// A trap acted.
    HazardSprung {
        pos: Pos,
        kind: HazardKind,
        /// Who stepped on it; `None` for a missile.
        by: Option<EventActor>,
        /// Whether the player saw its tile.
        perception: Perception,
    },
    /// A cracked wall fell.
    WallBroke {
        pos: Pos,
        /// Whether the player saw it.
        perception: Perception,
    },
    /// The player fell to this level, which follows the arrival.
    Fell {
        /// Health lost; may be 0.
        damage: i32,
    },
    /// The player has searched so long that nothing near is hidden any more.
    SearchedAll {
        /// How far, in tiles.
        reach: u8,
    },
    /// Flames came into sight, where none were before.
    FireSeen {
        /// The nearest flame.
        pos: Pos,
    },
    /// Marsh gas met a flame and burst.
    GasBurst {
        /// One tile of it, in sight if any is.
        pos: Pos,
        perception: Perception,
    },
    /// The player saw something burn down.
    BurntDown {
        pos: Pos,
        /// What it was.
        tile: Tile,
    },
    /// A landmark came into sight for the first time.
    LandmarkSeen {
        landmark: Landmark,
        pos: Pos,
    },
    /// The player learnt the map of the level.
    Mapped,
    /// A scroll of sanctity made hallowed ground, where monsters cannot attack.
    Hallowed {
        center: Pos,
    },
    Arrived {
        /// The level's depth, from 1.
        depth: u8,
        /// Whether this is the player's first visit.
        first: bool,
    },
    /// The player broke a tomb open.
    TombOpened {
        pos: Pos,
    },
    LeverPulled {
        pos: Pos,
    },
    /// The lever did nothing any more.
    LeverIdle {
        pos: Pos,
    },
    /// The player stepped on a plate of a room, which acts.
    PlateStepped {
        pos: Pos,
    },
    /// A set piece came into sight for the first time.
    SetPieceSeen {
        /// Its place among the rooms of the content.
        kind: u16,
        pos: Pos,
    },
    /// A lever or plate of a room came into sight for the first time.
    DeviceSeen {
        /// The room's place among those of the content.
        kind: u16,
        /// Its place among the marks of the room.
        mark: u8,
        pos: Pos,
    },
    /// A set piece did something.
    SetPieceChanged {
        /// Its place among the rooms of the content.
        kind: u16,
        /// The first of the marks that changed.
        mark: Option<u8>,
        effect: Effect,
        /// One tile of it, in sight if any is.
        pos: Pos,
        perception: Perception,
    },
    /// The player turned a tile of a conduit.
    ConduitTurned {
        pos: Pos,
        /// The conduit's tile, as an index row by row.
        tile: u16,
        /// Quarter turns clockwise, 1 to 3.
        quarters: u8,
    },
    /// A vault's mechanism was solved, and its door opened.
    VaultOpened {
        door: Pos,
        /// What it offers.
        offers: [Option<EventItem>; 3],
    },
    /// The light of a conduit reached a room for good.
    RoomLit {
        to: Lamplit,
        /// The middle of the room, or the font.
        at: Pos,
    },
    /// The player put the missing pipe into a conduit.
    ConduitMended {
        pos: Pos,
    },
    /// The player drank from a font.
    FontDrunk {
        pos: Pos,
    },
    /// A quarter of the candle of the level is left.
    CandleLow {
        /// Turns that it still burns.
        left: u32,
    },
    /// The candle of the level has burnt down.
    CandleOut,
    /// A bell tolled, and a patrol with lamps came to the level.
    PatrolCame {
        /// The stairs by which it came.
        stairs: Pos,
    },
    /// A loud noise woke sleepers and attracted monsters.
    Noise {
        pos: Pos,
        /// Seen if the tile is in sight, heard if the player is within its range.
        perception: Perception,
    },
    FoundNothing,
}

/// The course of a run, and its end.
#[expect(missing_docs, reason = "a name is enough for most fields")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RunEvent {
    /// A long action ended early.
    Interrupted { why: Interruption },
    /// Nothing within reach is left to explore.
    Explored { left: Leftovers },
    /// The Everlamp burns, and the run is won.
    Won,
    /// The player abandoned the run.
    GaveUp,
    /// The player completed the training.
    Finished,
}

impl From<FightEvent> for GameEvent {
    fn from(event: FightEvent) -> Self {
        Self::Fight(event)
    }
}

impl From<BodyEvent> for GameEvent {
    fn from(event: BodyEvent) -> Self {
        Self::Body(event)
    }
}

impl From<MonsterEvent> for GameEvent {
    fn from(event: MonsterEvent) -> Self {
        Self::Monster(event)
    }
}

impl From<ItemEvent> for GameEvent {
    fn from(event: ItemEvent) -> Self {
        Self::Item(event)
    }
}

impl From<PlaceEvent> for GameEvent {
    fn from(event: PlaceEvent) -> Self {
        Self::Place(event)
    }
}

impl From<RunEvent> for GameEvent {
    fn from(event: RunEvent) -> Self {
        Self::Run(event)
    }
}

impl GameEvent {
    /// The actor that the event is about; `None` for attacks and for events about the player alone.
    pub(in crate::game) const fn who(&self) -> Option<EventActor> {
        match *self {
            Self::Fight(event) => match event {
                FightEvent::Charged { who, .. }
                | FightEvent::Glanced { at: who }
                | FightEvent::Wasted { who, .. }
                | FightEvent::Hurt { who, .. } => Some(who),
                FightEvent::Missed { .. }
                | FightEvent::Hit { .. }
                | FightEvent::Died { .. }
                | FightEvent::Flew { .. }
                | FightEvent::Blocked { .. }
                | FightEvent::Broke { .. }
                | FightEvent::Blast { .. }
                | FightEvent::NobodyAffected
                | FightEvent::Burst { .. }
                | FightEvent::PlayerDied { .. } => None,
            },
            Self::Body(event) => match event {
                BodyEvent::Healed { who, .. }
                | BodyEvent::ConditionBegan { who, .. }
                | BodyEvent::ConditionEnded { who, .. }
                | BodyEvent::Woke { who }
                | BodyEvent::FellAsleep { who }
                | BodyEvent::Held { who } => Some(who),
                BodyEvent::Moved { .. }
                | BodyEvent::Teleported { .. }
                | BodyEvent::Strengthened
                | BodyEvent::Invigorated
                | BodyEvent::Experience { .. }
                | BodyEvent::LevelGained { .. }
                | BodyEvent::HungerChanged { .. }
                | BodyEvent::RestBegan { .. } => None,
            },
            Self::Monster(event) => match event {
                MonsterEvent::Noticed { who }
                | MonsterEvent::Startled { who }
                | MonsterEvent::Fled { who }
                | MonsterEvent::CameIntoSight { who, .. }
                | MonsterEvent::Revealed { who, .. }
                | MonsterEvent::Stole { who, .. }
                | MonsterEvent::Split { who, .. }
                | MonsterEvent::Summoned { who, .. }
                | MonsterEvent::Prepared { who, .. }
                | MonsterEvent::Stopped { who, .. }
                | MonsterEvent::Fed { who, .. }
                | MonsterEvent::Unmade { who }
                | MonsterEvent::Followed { who } => Some(who),
                MonsterEvent::LostTrack { .. }
                | MonsterEvent::Met { .. }
                | MonsterEvent::NamedHere { .. } => None,
            },
            Self::Item(_) | Self::Place(_) | Self::Run(_) => None,
        }
    }

    /// The monsters that the player saw in this event, so that they are introduced before it.
    pub(in crate::game) fn shown(&self) -> impl Iterator<Item = ActorId> {
        let shown = match *self {
            Self::Fight(FightEvent::Missed { by, at } | FightEvent::Hit { by, at, .. }) => {
                [Some(by), Some(at)]
            }
            Self::Fight(FightEvent::Died { who, .. } | FightEvent::Burst { who }) => {
                [Some(who), None]
            }
            Self::Place(PlaceEvent::DoorOpened { by, .. } | PlaceEvent::BrazierOut { by, .. }) => {
                [Some(by), None]
            }
            Self::Body(BodyEvent::ConditionEnded { .. })
            | Self::Monster(
                MonsterEvent::CameIntoSight { .. }
                | MonsterEvent::Revealed { .. }
                | MonsterEvent::Unmade { .. },
            ) => [None; 2],
            _ => [self.who(), None],
        };
        let is_seen =
            |who: &EventActor| who.id != ActorId::PLAYER && who.perception == Perception::Seen;
        shown
            .into_iter()
            .flatten()
            .filter(is_seen)
            .map(|who| who.id)
    }
}
