//! Types that events are made of: actors, items, causes and kinds, as the player knew them at that
//! moment.

use serde::{Deserialize, Serialize};

use super::actor::ActorId;
use crate::game::content::{Apparent, MonsterKind};
use crate::geom::Pos;

/// How the player perceived something when it happened, in ascending order of certainty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Perception {
    /// Not at all: the log leaves it out.
    Unnoticed,
    /// By hearing: the player knows neither the source nor its position.
    Heard,
    /// By telepathy or a ring of listening, without seeing it.
    Felt,
    /// By sight: the player knows what it is and where.
    Seen,
}

/// An actor in an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventActor {
    /// The actor, which may be dead by now.
    pub id: ActorId,
    /// `None` for the player.
    pub kind: Option<MonsterKind>,
    /// Never `Seen` for a disguised monster, which the player sees as an item.
    pub perception: Perception,
}

impl EventActor {
    /// The player, always perceived.
    pub const PLAYER: Self = Self {
        id: ActorId::PLAYER,
        kind: None,
        perception: Perception::Seen,
    };

    /// Whether the player could identify the actor.
    pub fn is_known(&self) -> bool {
        self.perception >= Perception::Felt
    }
}

impl PartialEq<ActorId> for EventActor {
    fn eq(&self, id: &ActorId) -> bool {
        self.id == *id
    }
}

/// Why an attack finds its target off guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Surprise {
    /// The target sleeps.
    Asleep,
    /// The target is unaware of a player who stands in the dark.
    Unaware,
    /// The target stands in a doorway, where it cannot step aside.
    Doorway,
}

/// An item in an event, as the player knew it at that moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventItem {
    /// What it is.
    pub kind: Apparent,
    /// Items in the stack, at least 1.
    pub count: u16,
    /// Bonus of a weapon or armour; negative if it is worse than plain.
    pub plus: i8,
}

/// What caused damage or a death.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// An attack by a monster of this kind.
    Monster(MonsterKind),
    /// The burst of an exploder of this kind.
    Burst(MonsterKind),
    /// Burning, each turn.
    Fire,
    /// A blast that the player caused.
    Own,
    /// Starvation, each turn.
    Hunger,
}

/// A landmark of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Landmark {
    /// The stairs to the level above.
    StairsUp,
    /// The stairs to the level below.
    StairsDown,
    /// The lever that opens a vault.
    Lever,
    /// The conduit that opens a vault.
    Conduit,
    /// A conduit with a broken tile, whose lamps light rooms.
    BrokenConduit,
    /// A font, which the light of such a conduit fills.
    Font,
    /// The Everlamp, in place of the stairs on the deepest level.
    Everlamp,
}

/// What a lamp of a conduit lights, or opens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Lamplit {
    /// The vault, which opens.
    Vault,
    /// A font, which fills.
    Font,
    /// The hall of the stairs down.
    Stairs,
}

/// What an explored level still holds, as far as the player knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Leftovers {
    /// A vault is still sealed.
    pub sealed: bool,
    /// The Everlamp is still dark.
    pub everlamp: bool,
    /// An open vault still has its offers.
    pub offers: bool,
    /// Items that cannot be reached.
    pub items: usize,
    /// Items that do not fit into the pack.
    pub unpacked: usize,
    /// Tombs that are still closed.
    pub tombs: usize,
    /// The stairs down are known.
    pub stairs: bool,
    /// What going on leads to next.
    pub next: Option<Errand>,
}

/// Something to do on an explored level, in the order in which going on leads there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Errand {
    /// The prizes of an open vault, of which none is taken.
    Prize,
    /// A closed tomb.
    Tomb,
    /// The lever of a sealed vault.
    Lever,
    /// The conduit of a sealed vault.
    Conduit,
    /// The Everlamp, before it burns.
    Everlamp,
    /// The stairs down.
    Stairs,
}

/// What resting for as long as health comes back costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Healing {
    /// Turns of rest.
    pub turns: u32,
    /// Food used, in turns' worth; healing uses more than waiting.
    pub food: u32,
    /// Whether it is done before hunger makes the player weak.
    pub fed: bool,
    /// The health that the player then has.
    pub health: i32,
    /// Whether that is all of it.
    pub whole: bool,
}

/// Why a long action ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interruption {
    /// A monster came into sight.
    Creature(ActorId),
    /// An item at this position came into sight.
    Item(Pos),
    /// Stairs, a lever or a conduit at this position came into sight.
    Landmark(Pos),
    /// The player was attacked or lost health.
    Hurt,
    /// The player's hunger changed.
    Hunger,
    /// Anything else: a condition, a new experience level, magic.
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
    /// An item that the player threw.
    Item(EventItem),
    /// An arrow that the player shot with a bow.
    Arrow(EventItem),
    /// A bolt from a scroll.
    Bolt,
    /// A monster's missile.
    Shot,
}
