//! The state of a run as plain data: all that a save holds and a digest covers, and nothing else.
//! Knows no rules.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::action::{Action, Letter};
use super::content::{ItemKind, LevelKind, MonsterKind};
use super::vault::Vault;
use crate::geom::{Grid, Pos, Rect};
use crate::map::Tile;
use crate::rng::Seed;

/// Names an actor for the whole run: 0 is the player; a monster's is its level's depth times
/// 10,000 and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player.
    pub const PLAYER: Self = Self(0);

    /// The most monsters that are made at a depth.
    pub(super) const MOST: u32 = 9_999;

    /// The depth it was made at.
    pub(super) const fn depth(self) -> u32 {
        self.0 / (Self::MOST + 1)
    }

    /// Its number there, from 1.
    pub(super) const fn number(self) -> u32 {
        self.0 % (Self::MOST + 1)
    }
}

/// Names an item for the whole run: the depth it was made at times 100,000 and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ItemId(pub u32);

impl ItemId {
    /// The most items that are made at a depth.
    pub(super) const MOST: u32 = 99_999;

    const fn new(depth: u8, number: u32) -> Self {
        Self(depth as u32 * (Self::MOST + 1) + number)
    }

    /// The depth it was made at.
    pub(super) const fn depth(self) -> u32 {
        self.0 / (Self::MOST + 1)
    }

    /// Its number there, from 1.
    pub(super) const fn number(self) -> u32 {
        self.0 % (Self::MOST + 1)
    }
}

/// How a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It goes on.
    Playing,
    /// The player died.
    Died {
        /// Of what.
        cause: Cause,
    },
    /// The Everlamp burns.
    Won,
}

/// What hurts or kills.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// A monster of this kind.
    Monster(MonsterKind),
    /// A monster of this kind, bursting.
    Burst(MonsterKind),
    /// Fire.
    Fire,
    /// The player's own doing.
    Own,
    /// Hunger.
    Hunger,
}

/// How hungry one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Hunger {
    /// Not at all.
    Fed,
    /// Time to eat.
    Hungry,
    /// Health comes back no more.
    Weak,
    /// When food is out, health falls.
    Starving,
}

/// Something that lasts for some turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// Everything takes half the time.
    Hasted,
    /// Steps go astray.
    Confused,
    /// Health falls each turn, until water or the end.
    Burning,
    /// Every creature is felt.
    Telepathic,
    /// Sees twice as far in the dark.
    Bright,
    /// Sees three tiles far, and is seen no farther.
    Darkened,
    /// The lantern reaches half as far.
    Dimmed,
    /// Out of breath: a charger that has charged, a caller that has called.
    Spent,
}

impl Condition {
    /// Every condition.
    pub const ALL: [Self; 8] = [
        Self::Hasted,
        Self::Confused,
        Self::Burning,
        Self::Telepathic,
        Self::Bright,
        Self::Darkened,
        Self::Dimmed,
        Self::Spent,
    ];
}

/// Turns left of each condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Conditions {
    left: [u16; Condition::ALL.len()],
}

impl Conditions {
    pub const fn has(&self, condition: Condition) -> bool {
        self.left[condition as usize] > 0
    }

    pub const fn left(&self, condition: Condition) -> u16 {
        self.left[condition as usize]
    }

    /// Lasts at least so long from now on.
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

    /// A turn passes; whether the condition ended with it.
    pub const fn tick(&mut self, condition: Condition) -> bool {
        let left = &mut self.left[condition as usize];
        let ends = *left == 1;
        *left = left.saturating_sub(1);
        ends
    }
}

/// An item, or several that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Item {
    pub id: ItemId,
    pub kind: ItemKind,
    pub count: u16,
    /// How much better or worse than plain.
    pub plus: i8,
    /// The letter it last had.
    pub letter: Option<Letter>,
}

/// An item that lies somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Lying {
    pub pos: Pos,
    pub item: Item,
    /// Whether the player has seen it lie there.
    pub noticed: bool,
    /// Whether the player has laid it down, and exploring leaves it.
    pub declined: bool,
}

/// What a monster is up to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mood {
    /// Asleep, or a mimic in wait.
    Asleep,
    /// On its way from somewhere to somewhere, or at its post.
    Wandering,
    /// After the player: sees or knows where to look.
    Hunting,
    /// Has lost the player and looks around.
    Searching,
    /// Runs from the player.
    Fleeing,
}

/// A monster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Actor {
    pub id: ActorId,
    pub kind: MonsterKind,
    pub pos: Pos,
    pub health: i32,
    pub max_health: i32,
    /// When it acts next, in ticks of the run.
    pub next: u64,
    pub mood: Mood,
    /// Where it wants to go: where it last saw or heard the player, or where it wanders to.
    pub goal: Option<Pos>,
    /// The way there, the next tile last.
    pub route: Vec<Pos>,
    /// Turns for which it goes on looking.
    pub patience: u16,
    /// Where it came to the level: a guard's post.
    pub home: Pos,
    /// A mimic that nobody has seen through.
    pub disguised: bool,
    /// Called by a summoner: worth no experience.
    pub called: bool,
    /// What it stole.
    pub loot: Option<Item>,
    pub conditions: Conditions,
    /// Whether it was in the player's sight at the end of the last turn, and whether ever.
    pub in_sight: bool,
    pub met: bool,
}

/// A brazier: the tile is [`Tile::Brazier`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Brazier {
    pub pos: Pos,
    pub lit: bool,
    /// Whether it burned when the player last saw it.
    pub seen_lit: bool,
}

/// Hallowed ground: all within two tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Holy {
    pub center: Pos,
    /// Turns left.
    pub left: u16,
}

/// A level as it is now, or as it was left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Level {
    pub depth: u8,
    pub kind: LevelKind,
    #[serde(with = "super::tiles")]
    pub tiles: Grid<Tile>,
    /// What the player remembers; [`Tile::Void`] where nothing.
    #[serde(with = "super::tiles")]
    pub memory: Grid<Tile>,
    pub rooms: Vec<Rect>,
    pub up: Pos,
    /// The stairs down; in the sanctum the Everlamp.
    pub down: Pos,
    /// Whether the player has seen the stairs up, the stairs down and the vault.
    pub seen: [bool; 3],
    /// By id.
    pub actors: Vec<Actor>,
    pub items: Vec<Lying>,
    pub braziers: Vec<Brazier>,
    pub holy: Vec<Holy>,
    pub vault: Option<Vault>,
    /// How many actors and items were made here.
    pub made_actors: u32,
    pub made_items: u32,
    /// When the player left, in ticks.
    pub left_at: u64,
}

/// How loud the player's last action was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) enum Noise {
    Quiet,
    Normal,
    Loud,
}

/// What the player carries.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Pack {
    /// By letter: 26 places.
    pub slots: Vec<Option<Item>>,
    pub weapon: Option<Letter>,
    pub armour: Option<Letter>,
    pub lantern: Option<Letter>,
    pub rings: [Option<Letter>; 2],
}

/// The player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Player {
    pub pos: Pos,
    pub health: i32,
    /// Health that potions added.
    pub vigour: i32,
    /// Attack that potions added.
    pub strength: i32,
    /// Experience in all, and the level it gave.
    pub experience: u32,
    pub level: u8,
    pub food: u32,
    /// Health that has come back in parts: in units of 1 / (healing turns).
    pub mending: u32,
    pub conditions: Conditions,
    pub noise: Noise,
    pub pack: Pack,
    /// When the player acts next, in ticks.
    pub next: u64,
    pub kills: u32,
}

/// A long action under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub action: Action,
    /// The way, the next tile last.
    pub way: Vec<Pos>,
}

/// Everything there is to know of a run: what a save holds and a digest covers.
///
/// Written and read by serde in any format; [`Game::resume`](super::Game::resume) makes a game of
/// it again and refuses what cannot be one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Digest of the content the run is played with.
    pub(super) content: u64,
    pub(super) seed: Seed,
    pub(super) plus: u8,
    /// Ticks since the start.
    pub(super) time: u64,
    /// Turns of the player's own: actions that took time.
    pub(super) actions: u64,
    /// When the next turn of the world ends, in ticks.
    pub(super) upkeep: u64,
    pub(super) outcome: Outcome,
    pub(super) player: Player,
    /// Which kinds of item are known, one bit each.
    pub(super) known: [u64; 2],
    pub(super) plan: Option<Plan>,
    pub(super) here: Level,
    /// The other levels that were visited, by depth.
    pub(super) left: BTreeMap<u8, Level>,
}

impl State {
    /// The digest of the content that the run is played with.
    pub const fn content_digest(&self) -> u64 {
        self.content
    }

    /// The seed of the run.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Every level that was visited, the one the player is on first.
    pub(super) fn levels(&self) -> impl Iterator<Item = &Level> {
        std::iter::once(&self.here).chain(self.left.values())
    }

    /// Every item: carried, lying, stolen or offered.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        let elsewhere = self.levels().flat_map(|level| {
            let lying = level.items.iter().map(|lying| &lying.item);
            let stolen = level.actors.iter().filter_map(|actor| actor.loot.as_ref());
            let offers = level.vault.iter().flat_map(|vault| &vault.offers);
            lying.chain(stolen).chain(offers.map(|(_, item)| item))
        });
        self.player.pack.slots.iter().flatten().chain(elsewhere)
    }

    /// A name for one more item. Once the level has given all of its names, one that nothing bears
    /// any more.
    pub(super) fn new_item_id(&mut self) -> ItemId {
        if self.here.made_items < ItemId::MOST {
            return self.here.new_item_id();
        }
        let borne: BTreeSet<ItemId> = self.items().map(|item| item.id).collect();
        let mut names = (1..ItemId::MOST).map(|number| ItemId::new(self.here.depth, number));
        // An item a tile and one a monster: there are fewer items than names.
        names
            .find(|name| !borne.contains(name))
            .unwrap_or(ItemId::new(self.here.depth, ItemId::MOST))
    }

    pub(super) fn knows(&self, kind: ItemKind) -> bool {
        self.known[usize::from(kind.0) / 64 % 2] >> (kind.0 % 64) & 1 == 1
    }

    pub(super) fn learn(&mut self, kind: ItemKind) {
        self.known[usize::from(kind.0) / 64 % 2] |= 1 << (kind.0 % 64);
    }
}

impl Level {
    /// A name for one more actor.
    pub fn new_actor_id(&mut self) -> ActorId {
        self.made_actors += 1;
        ActorId(u32::from(self.depth) * (ActorId::MOST + 1) + self.made_actors)
    }

    /// A name for one more item.
    pub fn new_item_id(&mut self) -> ItemId {
        self.made_items += 1;
        ItemId::new(self.depth, self.made_items)
    }

    pub fn index_of(&self, id: ActorId) -> Option<usize> {
        self.actors.binary_search_by_key(&id, |actor| actor.id).ok()
    }

    /// The index of the first actor with a higher id, whether or not `id` is still there: for loops
    /// in which actors die.
    pub fn index_after(&self, id: ActorId) -> Option<usize> {
        let index = self.actors.partition_point(|actor| actor.id <= id);
        (index < self.actors.len()).then_some(index)
    }
}
