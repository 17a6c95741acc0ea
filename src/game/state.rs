//! The state of a run as plain data, without rules: exactly what a save holds and a digest covers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::action::{Action, Letter};
use super::content::{ItemKind, LevelKind, MonsterKind};
use super::vault::Vault;
use crate::geom::{Grid, Pos, Rect};
use crate::map::Tile;
use crate::rng::Seed;

/// Identifies an actor for the whole run: 0 is the player; a monster's id is the depth it was
/// created at times 10,000, plus its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player's id, lower than every monster's.
    pub const PLAYER: Self = Self(0);

    /// The most monsters ever created at one depth.
    pub(super) const MAX_PER_DEPTH: u32 = 9_999;

    /// The depth it was created at.
    pub(super) const fn depth(self) -> u32 {
        self.0 / (Self::MAX_PER_DEPTH + 1)
    }

    /// Its number at that depth, from 1.
    pub(super) const fn number(self) -> u32 {
        self.0 % (Self::MAX_PER_DEPTH + 1)
    }
}

/// Identifies an item for the whole run: the depth it was created at times 100,000, plus its number
/// there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ItemId(pub u32);

impl ItemId {
    /// The most ids given out at one depth before old ones are reused.
    pub(super) const MAX_PER_DEPTH: u32 = 99_999;

    const fn new(depth: u8, number: u32) -> Self {
        Self(depth as u32 * (Self::MAX_PER_DEPTH + 1) + number)
    }

    /// The depth it was made at.
    pub(super) const fn depth(self) -> u32 {
        self.0 / (Self::MAX_PER_DEPTH + 1)
    }

    /// Its number there, from 1.
    pub(super) const fn number(self) -> u32 {
        self.0 % (Self::MAX_PER_DEPTH + 1)
    }
}

/// Whether a run goes on, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The run goes on.
    Playing,
    /// The player died, and the run is over.
    Died {
        /// What killed the player.
        cause: Cause,
    },
    /// The player lit the Everlamp, and the run is over.
    Won,
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
    /// An empty stomach, each turn.
    Hunger,
}

/// Stages of hunger, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Hunger {
    /// Health regenerates.
    Fed,
    /// A warning, without any effect.
    Hungry,
    /// Health no longer regenerates.
    Weak,
    /// The last stage: once food runs out, health falls.
    Starving,
}

/// A temporary condition, counted in turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// Actions take a share of the usual time.
    Hasted,
    /// Every other step goes in a random direction.
    Confused,
    /// Health falls each turn, until the end or the next water.
    Burning,
    /// Every creature of the level is felt.
    Telepathic,
    /// Sight in the dark reaches farther.
    Bright,
    /// Sight is short, and so is the distance to be seen from.
    Darkened,
    /// The lantern's reach is reduced.
    Dimmed,
    /// Recovering: a charger, summoner or healer cannot use its ability yet.
    Spent,
}

impl Condition {
    /// Every condition, in the order in which they are saved and tick.
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

    /// Remaining turns; 0 without the condition.
    pub const fn left(&self, condition: Condition) -> u16 {
        self.left[condition as usize]
    }

    /// Lasts at least `turns` turns from now on.
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

    /// Counts a turn; returns whether the condition ended with it.
    pub const fn tick(&mut self, condition: Condition) -> bool {
        let left = &mut self.left[condition as usize];
        let ends = *left == 1;
        *left = left.saturating_sub(1);
        ends
    }
}

/// An item, or a stack of equal items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Item {
    pub id: ItemId,
    pub kind: ItemKind,
    pub count: u16,
    /// Bonus of a weapon or armour; negative if it is worse than plain.
    pub plus: i8,
    /// The slot it last had in the pack.
    pub letter: Option<Letter>,
}

/// An item on the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct FloorItem {
    pub pos: Pos,
    pub item: Item,
    /// Whether the player has seen it there.
    pub noticed: bool,
    /// Whether the player dropped it, so that exploring leaves it alone.
    pub declined: bool,
}

/// What a monster currently intends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mood {
    /// Asleep, or a disguised mimic.
    Asleep,
    /// Walking from place to place, or at its post.
    Wandering,
    /// Pursuing the player, whom it sees or remembers.
    Hunting,
    /// Looking around for the player, whom it lost or heard.
    Searching,
    /// Running away from the player.
    Fleeing,
}

/// A monster on a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Actor {
    pub id: ActorId,
    pub kind: MonsterKind,
    pub pos: Pos,
    pub health: i32,
    pub max_health: i32,
    /// Time of its next action, in ticks of the run.
    pub next: u64,
    pub mood: Mood,
    /// Where it wants to go: where it last saw or heard the player, or the destination of a walk.
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
    /// Whether the player saw it at the end of the last turn.
    pub in_sight: bool,
    /// Whether the player has ever seen it.
    pub met: bool,
}

/// A brazier on a [`Tile::Brazier`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Brazier {
    pub pos: Pos,
    pub lit: bool,
    /// Whether it burned when the player last saw it.
    pub seen_lit: bool,
}

/// Ground around a tile on which monsters neither step nor attack in melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct HallowedGround {
    pub center: Pos,
    /// Remaining turns, at least 1.
    pub left: u16,
}

/// A level as it is now, or as the player left it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Level {
    pub depth: u8,
    pub kind: LevelKind,
    #[serde(with = "super::tiles")]
    pub tiles: Grid<Tile>,
    /// What the player remembers; [`Tile::Void`] for unknown tiles.
    #[serde(with = "super::tiles")]
    pub memory: Grid<Tile>,
    pub rooms: Vec<Rect>,
    pub up: Pos,
    /// The stairs down; on the deepest level the Everlamp.
    pub down: Pos,
    /// Whether the player has seen the stairs up, the stairs down and the vault's mechanism.
    pub seen: [bool; 3],
    /// In ascending order of id.
    pub actors: Vec<Actor>,
    pub items: Vec<FloorItem>,
    pub braziers: Vec<Brazier>,
    pub hallowed: Vec<HallowedGround>,
    pub vault: Option<Vault>,
    /// Ids given to monsters and to items so far.
    pub actors_created: u32,
    pub items_created: u32,
    /// When the player left, in ticks of the run.
    pub left_at: u64,
}

/// How loud the player's last action was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) enum Loudness {
    Quiet,
    Normal,
    Loud,
}

/// The items that the player carries, and which of them are in use.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Pack {
    /// By letter, 26 in all.
    pub slots: Vec<Option<Item>>,
    pub weapon: Option<Letter>,
    pub armour: Option<Letter>,
    pub lantern: Option<Letter>,
    pub rings: [Option<Letter>; 2],
}

/// The player's character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Player {
    pub pos: Pos,
    pub health: i32,
    /// Maximum health added by potions.
    pub vigour: i32,
    /// Attack added by potions.
    pub strength: i32,
    /// Experience points in total.
    pub experience: u32,
    pub level: u8,
    /// Turns of food left.
    pub food: u32,
    /// Partial health point regenerated, in units of 1 / (turns for full health).
    pub mending: u32,
    pub conditions: Conditions,
    pub loudness: Loudness,
    pub pack: Pack,
    /// Time of the next action, in ticks of the run.
    pub next: u64,
    pub kills: u32,
}

/// The long action in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub action: Action,
    /// The path it follows, the next tile last.
    pub path: Vec<Pos>,
}

/// The complete state of a run: what a save holds and a digest covers.
///
/// Serializable with serde in any format; [`Game::resume`](super::Game::resume) turns it back into
/// a game and refuses an invalid one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Digest of the content that the run is played with.
    pub(super) content: u64,
    pub(super) seed: Seed,
    pub(super) plus: u8,
    /// Ticks since the start.
    pub(super) time: u64,
    /// Actions of the player that took time.
    pub(super) actions: u64,
    /// When the next turn of the world ends, in ticks.
    pub(super) upkeep: u64,
    pub(super) outcome: Outcome,
    pub(super) player: Player,
    /// Identified kinds of item, one bit each.
    pub(super) known: [u64; 2],
    pub(super) plan: Option<Plan>,
    pub(super) here: Level,
    /// The other visited levels, by depth.
    pub(super) other_levels: BTreeMap<u8, Level>,
}

impl State {
    /// Digest of the content that the run is played with.
    pub const fn content_digest(&self) -> u64 {
        self.content
    }

    /// The seed that levels and outcomes are made from.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Every visited level, the current one first.
    pub(super) fn levels(&self) -> impl Iterator<Item = &Level> {
        std::iter::once(&self.here).chain(self.other_levels.values())
    }

    /// Every item: in the pack, on floors, stolen or offered.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        let elsewhere = self.levels().flat_map(|level| {
            let floor_item = level.items.iter().map(|floor_item| &floor_item.item);
            let stolen = level.actors.iter().filter_map(|actor| actor.loot.as_ref());
            let offers = level.vault.iter().flat_map(|vault| &vault.offers);
            floor_item.chain(stolen).chain(offers.map(|(_, item)| item))
        });
        self.player.pack.slots.iter().flatten().chain(elsewhere)
    }

    /// Creates an id for another item. Once the level has given out all its ids, one that is no
    /// longer in use.
    pub(super) fn new_item_id(&mut self) -> ItemId {
        if self.here.items_created < ItemId::MAX_PER_DEPTH {
            return self.here.new_item_id();
        }
        let used: BTreeSet<ItemId> = self.items().map(|item| item.id).collect();
        let mut ids = (1..ItemId::MAX_PER_DEPTH).map(|number| ItemId::new(self.here.depth, number));
        // At most one item a tile and one a monster: there are fewer items than ids.
        ids.find(|id| !used.contains(id))
            .unwrap_or(ItemId::new(self.here.depth, ItemId::MAX_PER_DEPTH))
    }

    pub(super) fn knows(&self, kind: ItemKind) -> bool {
        self.known[usize::from(kind.0) / 64 % 2] >> (kind.0 % 64) & 1 == 1
    }

    pub(super) fn learn(&mut self, kind: ItemKind) {
        self.known[usize::from(kind.0) / 64 % 2] |= 1 << (kind.0 % 64);
    }
}

impl Level {
    /// Creates an id for another actor.
    pub fn new_actor_id(&mut self) -> ActorId {
        self.actors_created += 1;
        ActorId(u32::from(self.depth) * (ActorId::MAX_PER_DEPTH + 1) + self.actors_created)
    }

    /// Creates an id for another item.
    pub fn new_item_id(&mut self) -> ItemId {
        self.items_created += 1;
        ItemId::new(self.depth, self.items_created)
    }

    /// Index of an actor in `actors`, which is sorted by id.
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
