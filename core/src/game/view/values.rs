//! The plain values that a view returns: tiles, monsters, items and the player.

use crate::conduit::Board;
use crate::game::content::ability::Announcement;
use crate::game::content::{Apparent, MarkKind, MonsterKind, SetPieceDef, SetPieceRule};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::detail::{Lamplit, Landmark, Surprise};
use crate::game::world::item::Item;
use crate::game::world::light::Lighting;
use crate::game::world::player::Hunger;
use crate::geom::{Pos, Rect};
use crate::map::Tile;

/// A tile as the player knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileView {
    /// The current tile, or as it was last seen.
    pub tile: Tile,
    /// Whether the player sees it now.
    pub in_sight: bool,
    /// How well it is lit, if the player sees it now; otherwise dark.
    pub lighting: Lighting,
    /// Whether the player knows it only from a scroll of mapping.
    pub mapped: bool,
}

/// What burns, lies or hangs on a tile in sight. Amounts are 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldView {
    /// Turns for which it burns on.
    pub flame: u8,
    /// The amount of oil.
    pub oil: u8,
    /// The amount of smoke or steam.
    pub smoke: u8,
    /// Whether the smoke blocks sight.
    pub thick: bool,
    /// The amount of marsh gas, which bursts.
    pub marsh: u8,
    /// The amount of incense, which makes sleepy.
    pub incense: u8,
    /// Turns for which a web holds whoever walks in.
    pub web: u8,
}

/// A monster that the player sees or senses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActorView {
    /// Its id, the same for the whole run.
    pub id: ActorId,
    /// Index of its kind in [`Content::monsters`](crate::game::content::Content::monsters).
    pub kind: MonsterKind,
    /// The tile it stands on.
    pub pos: Pos,
    /// Health left, from 1 to `max_health`.
    pub health: i32,
    /// Health when unhurt.
    pub max_health: i32,
    /// What it currently does.
    pub mood: Mood,
    /// Whether it is on the player's side.
    pub friend: bool,
    /// Whether the player sees it; false if it is only sensed.
    pub in_sight: bool,
    /// Whether it is recovering and cannot use its ability yet.
    pub spent: bool,
    /// What it has announced to do next.
    pub prepares: Option<Announcement>,
    /// Whether it carries an item it stole.
    pub has_loot: bool,
    /// Whether it is on fire.
    pub burns: bool,
}

/// An item as far as the player knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemView {
    /// What it is.
    pub kind: Apparent,
    /// Items in the stack, at least 1.
    pub count: u16,
    /// Bonus of a weapon or armour; negative if it is worse than plain.
    pub plus: i8,
    /// The tile it lies on; the player's own for an item of the pack.
    pub pos: Pos,
    /// Whether the player dropped it, so that exploring leaves it alone.
    pub declined: bool,
    /// Its index among a vault's offers, if it is one.
    pub offer: Option<u8>,
}

/// A brazier that the player has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LampView {
    /// The brazier's tile.
    pub pos: Pos,
    /// Whether it was lit when the player last saw it.
    pub lit: bool,
    /// The radius of its light, in tiles.
    pub reach: u32,
}

/// A mechanism that the player has seen, and what it opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureView {
    /// The tile of its lever or conduit; the Everlamp's own.
    pub at: Pos,
    /// What it is.
    pub landmark: Landmark,
    /// Whether a conduit opens it ([`View::conduit`](super::View::conduit)) rather than a lever.
    pub has_conduit: bool,
    /// Whether it is open, the Everlamp burns, or the font has been filled.
    pub open: bool,
    /// Whether nothing is left to do with it: a conduit with several lamps may open the vault and go on.
    pub done: bool,
    /// The vault that it opens; `None` for the Everlamp and for a font.
    pub vault: Option<VaultView>,
}

/// A vault whose mechanism the player has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VaultView {
    /// The tile of its door.
    pub door: Pos,
    /// Offers left: 3, or 0 once one was taken.
    pub offers: usize,
}

impl FeatureView {
    /// Whether it is the Everlamp.
    pub const fn is_everlamp(&self) -> bool {
        matches!(self.landmark, Landmark::Everlamp)
    }

    /// The tiles that it is made of: its own, and the door of its vault.
    pub fn parts(self) -> impl Iterator<Item = Pos> {
        let door = self.vault.map(|vault| vault.door);
        std::iter::once(self.at).chain(door)
    }

    /// The door of its vault, if that is still sealed.
    pub fn sealed_door(&self) -> Option<Pos> {
        self.vault.filter(|_| !self.open).map(|vault| vault.door)
    }
}

/// A lamp of a conduit that lights a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutletView {
    /// The conduit's tile.
    pub tile: Pos,
    /// What it lights.
    pub to: Lamplit,
    /// Whether light has reached it, which is for good.
    pub lit: bool,
}

/// A conduit with several lamps, and a tile that has lost one of its three pipes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenView {
    /// Its lamps.
    pub outlets: Vec<OutletView>,
    /// The tile that lacks a pipe, and whether light has fused it so that it turns no more; `None` once it is mended.
    pub broken: Option<(Pos, bool)>,
    /// The board as it would be with the missing pipe.
    pub mended: Board,
}

/// A set piece that the player has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetPieceView {
    /// What it is.
    pub def: &'static SetPieceDef,
    /// The room with its walls.
    pub area: Rect,
    /// How often it has done something.
    pub acts: u16,
}

/// A part of a set piece, to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetPiecePart {
    /// A lever in a wall.
    Lever {
        /// Whether it still does something.
        live: bool,
    },
    /// A plate in the floor.
    Plate {
        /// Whether it still does something.
        live: bool,
    },
    /// A closed gate.
    Gate,
    /// Closed bars.
    Bars,
}

/// A mark of a set piece, where something would happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceView {
    /// Where it is.
    pub pos: Pos,
    /// What is there.
    pub is: &'static MarkKind,
    /// The room that it belongs to.
    pub def: &'static SetPieceDef,
    /// What would happen, and when.
    pub rule: &'static SetPieceRule,
}

/// The player's statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// The tile the player stands on.
    pub pos: Pos,
    /// Health left; 0 when dead.
    pub health: i32,
    /// Health when unhurt.
    pub max_health: i32,
    /// Attack with the wielded weapon.
    pub attack: i32,
    /// Defence with the armour and rings worn.
    pub defence: i32,
    /// Experience level, from 1.
    pub level: u8,
    /// Experience points in total.
    pub experience: u32,
    /// Experience points still needed for the next level.
    pub missing: u32,
    /// Experience points between the level reached and the next.
    pub step: u32,
    /// Turns of food left.
    pub food: u32,
    /// The stage of hunger, derived from `food`.
    pub hunger: Hunger,
    /// Sight range in the dark, in tiles.
    pub sight: u32,
    /// Distance at which monsters hear the player's last action, in tiles.
    pub noise: i32,
    /// How well the player's tile is lit for whoever looks at it.
    pub lighting: Lighting,
    /// Distance at which monsters that see the player notice them, in tiles.
    pub noticed: i32,
    /// The lantern in use.
    pub lantern: Option<LanternView>,
    /// Monsters that the player killed.
    pub kills: u32,
}

/// The player's lantern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanternView {
    /// Tiles that it lights while it burns.
    pub reach: u32,
    /// Turns for which its oil lasts.
    pub oil: u32,
    /// Whether it is hooded, and gives no light.
    pub hooded: bool,
}

impl LanternView {
    /// Whether it gives light.
    pub const fn burns(&self) -> bool {
        !self.hooded && self.oil > 0
    }
}

/// The odds of a fight between the player and a monster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// Why it would be off guard against a blow, if it is.
    pub surprise: Option<Surprise>,
    /// Whether the player stands in a doorway, where blows do less.
    pub is_cramped: bool,
    /// Whether the monster does.
    pub is_cramped_back: bool,
    /// The player's chance to hit, in per cent.
    pub hit: u8,
    /// Minimum and maximum damage of the player's hit.
    pub damage: (i32, i32),
    /// Average number of the player's attacks to kill it; `None` if they do no damage.
    pub blows: Option<u32>,
    /// Whether it is asleep and the next hit of the player's weapon kills it.
    pub slays: bool,
    /// The monster's chance to hit, in per cent.
    pub hit_back: u8,
    /// Minimum and maximum damage of the monster's hit.
    pub damage_back: (i32, i32),
    /// Average number of its attacks to kill the player; `None` if they do no damage.
    pub blows_back: Option<u32>,
    /// Its average damage as a share of the player's current health, in per cent.
    pub share_back: u32,
}

impl ItemView {
    pub(in crate::game) const fn new(kind: Apparent, item: &Item, pos: Pos) -> Self {
        Self {
            kind,
            count: item.count,
            plus: item.plus,
            pos,
            declined: false,
            offer: None,
        }
    }
}
