//! A level: its tiles, monsters, items, light, and what the player knows of it. Changes that
//! affect the cache are methods here, so that occupancy, light and sight stay consistent with the
//! tiles.

use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::actor::{Actor, ActorId, BURNING_LIGHT, Mood};
use super::condition::Condition;
use super::feature::{Feature, Vault};
use super::field::{BREATH, Fields, THICK};
use super::hazard::{Hazard, HazardKind, Hazards};
use super::item::{FloorItem, Item, ItemId};
use super::known::Known;
use super::light::{Lamp, Light, Lighting};
use super::player::Player;
use super::set_piece::SetPiece;
use super::tiles;
use crate::game::content::{Content, Fixed, LEVEL_SIZE, LevelKind, MonsterKind, numbers};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::distance::DistanceMap;
use crate::map::fov::{self, Sight, UNLIMITED};
use crate::map::region::{Regions, Touch};
use crate::map::{Map, Room, RoomGraph, Steps, Tile, TileSet, graph, line};

/// A brazier on a [`Tile::Brazier`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Brazier {
    pub pos: Pos,
    pub lit: bool,
}

/// A closed tomb on a [`Tile::Tomb`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Tomb {
    pub pos: Pos,
    pub inside: Inside,
}

/// What a tomb contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Inside {
    Nothing,
    Item(Item),
    Monster(MonsterKind),
}

numbers! {
    "scroll":
    /// Tiles, the radius of hallowed ground.
    pub(in crate::game) const SANCTITY: i32 = 2;

    /// Tiles that hallowed ground lights.
    const HALLOWED_LIGHT: u32 = 4;
}

/// Ground around a tile on which monsters neither walk nor attack in melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct HallowedGround {
    pub center: Pos,
    /// Remaining turns, at least 1.
    pub left: u16,
}

/// A level in its current state, or as the player left it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Level {
    pub depth: u8,
    pub kind: LevelKind,
    #[serde(with = "tiles")]
    pub tiles: Grid<Tile>,
    pub known: Known,
    /// Serialized as their areas alone.
    #[serde(
        serialize_with = "serialize_rooms",
        deserialize_with = "deserialize_rooms"
    )]
    pub rooms: Vec<Room>,
    pub up: Pos,
    /// The stairs down; on the deepest level the Everlamp.
    pub down: Pos,
    /// In ascending order of id.
    actors: Vec<Actor>,
    pub items: Vec<FloorItem>,
    pub braziers: Vec<Brazier>,
    pub tombs: Vec<Tomb>,
    pub hallowed: Vec<HallowedGround>,
    pub features: Vec<Feature>,
    /// Where the light of conduits shines for good.
    pub lasting: Vec<Lamp>,
    pub fields: Fields,
    pub hazards: Hazards,
    /// The set pieces.
    pub set_pieces: Vec<SetPiece>,
    /// Number of ids given to monsters, and to items, so far.
    pub actors_created: u32,
    pub items_created: u32,
    /// When the player left, in ticks of the run.
    pub left_at: u64,
    /// Turns that the player has spent here, by which its candle burns down, and patrols that have come since.
    pub turns: u32,
    pub patrols: u8,
    #[serde(skip)]
    pub cache: Cache,
}

/// Digests of recorded runs cover the areas of rooms, but not their kinds.
fn serialize_rooms<S: Serializer>(rooms: &[Room], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rooms.iter().map(|room| room.area))
}

fn deserialize_rooms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Room>, D::Error> {
    let areas = Vec::<Rect>::deserialize(deserializer)?;
    Ok(areas.into_iter().map(Room::plain).collect())
}

/// Data derived from a level and the player's position. Only the current level has it. It is
/// neither saved nor hashed, and ignored when levels are compared.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Cache {
    pub sight: Sight,
    /// The tiles that the player sees.
    pub seen: TileSet,
    /// The tiles that the player would see if all were lit.
    wide: TileSet,
    /// Where the player was when `wide` was computed, while what blocks sight has not changed.
    wide_from: Option<Pos>,
    light: Light,
    /// Walkable tiles without traps, for monsters that open doors.
    pub open: TileSet,
    /// The same for monsters that do not open doors.
    pub doorless: TileSet,
    /// The marks of the set pieces.
    marked: TileSet,
    /// The tiles that monsters stand on.
    pub occupied: TileSet,
    /// The tiles with smoke that blocks sight, row by row.
    smoky: Vec<Pos>,
    /// How many monsters are on the player's side.
    pub friends: usize,
    /// Distances to the player, valid while the player is at `chase_target`.
    pub chase_map: DistanceMap,
    chase_target: Option<Pos>,
    /// Whether `seen` is out of date.
    pub sight_stale: bool,
    /// Whether the light of what stays in place is out of date.
    pub lighting_stale: bool,
    /// Whether the light of what moves is out of date, but for the player's lamp.
    pub lamps_stale: bool,
    /// Whether the player's knowledge lacks what is in sight.
    known_stale: bool,
    /// The tiles that have not changed since the player saw them last.
    known_well: TileSet,
    /// See [`Level::room_graph`].
    room_graph: OnceLock<RoomGraph>,
    /// See [`Level::is_cut_off`].
    regions: OnceLock<Regions>,
}

impl PartialEq for Cache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cache {}

/// Whether a tile is walked on without opening a door.
pub(in crate::game) const fn is_doorless(tile: Tile) -> bool {
    tile.is_walkable() && !matches!(tile, Tile::DoorClosed)
}

/// Whether a tile lies at or beyond the edge of a level, which is always solid.
pub(in crate::game) const fn is_edge(pos: Pos) -> bool {
    let (right, bottom) = (LEVEL_SIZE.width as i32 - 1, LEVEL_SIZE.height as i32 - 1);
    pos.x <= 0 || pos.y <= 0 || pos.x >= right || pos.y >= bottom
}

impl Index<ActorId> for Level {
    type Output = Actor;

    /// The monster with this id, which must be on the level.
    fn index(&self, id: ActorId) -> &Actor {
        self.actor(id)
            .expect("the caller found the monster on this level")
    }
}

impl IndexMut<ActorId> for Level {
    fn index_mut(&mut self, id: ActorId) -> &mut Actor {
        self.actor_mut(id)
            .expect("the caller found the monster on this level")
    }
}

impl Level {
    /// A level without monsters and items.
    pub fn new(depth: u8, kind: LevelKind, map: &Map, up: Pos, down: Pos) -> Self {
        let size = map.size();
        Self {
            depth,
            kind,
            tiles: map.tiles.clone(),
            known: Known::nothing(size),
            rooms: map.rooms.clone(),
            up,
            down,
            actors: Vec::new(),
            items: Vec::new(),
            braziers: Vec::new(),
            tombs: Vec::new(),
            hallowed: Vec::new(),
            features: Vec::new(),
            lasting: Vec::new(),
            fields: Fields::default(),
            hazards: Hazards::default(),
            set_pieces: Vec::new(),
            actors_created: 0,
            items_created: 0,
            left_at: 0,
            turns: 0,
            patrols: 0,
            cache: Cache::default(),
        }
    }
}

/// Monsters.
impl Level {
    /// Creates an id for another actor.
    pub fn new_actor_id(&mut self) -> ActorId {
        self.actors_created += 1;
        ActorId(u32::from(self.depth) * (ActorId::MAX_PER_DEPTH + 1) + self.actors_created)
    }

    /// The monsters, in ascending order of id.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    fn index_of(&self, id: ActorId) -> Option<usize> {
        self.actors.binary_search_by_key(&id, |actor| actor.id).ok()
    }

    pub fn actor(&self, id: ActorId) -> Option<&Actor> {
        self.index_of(id).map(|index| &self.actors[index])
    }

    pub fn actor_mut(&mut self, id: ActorId) -> Option<&mut Actor> {
        self.index_of(id).map(|index| &mut self.actors[index])
    }

    /// The monster on a tile, perceived or not.
    pub fn actor_at(&self, pos: Pos) -> Option<&Actor> {
        let occupied = self.cache.occupied.contains(pos);
        self.actors
            .iter()
            .find(|actor| occupied && actor.pos == pos)
    }

    /// The enemy of the player on a tile, perceived or not.
    pub fn enemy_at(&self, pos: Pos) -> Option<ActorId> {
        let actor = self.actor_at(pos).filter(|actor| !actor.is_friend());
        actor.map(|actor| actor.id)
    }

    /// The first monster with a higher id, whether or not `id` still exists; for loops during which
    /// monsters may die.
    pub fn next_actor(&self, id: ActorId) -> Option<ActorId> {
        let index = self.actors.partition_point(|actor| actor.id <= id);
        self.actors.get(index).map(|actor| actor.id)
    }

    /// The monster that acts next among those awake, with its time.
    pub fn first_due(&self) -> Option<(u64, ActorId)> {
        let awake = self
            .actors
            .iter()
            .filter(|actor| actor.mood != Mood::Asleep);
        awake.map(|actor| (actor.next, actor.id)).min()
    }

    /// Delays all monsters by the ticks for which the level stood still. None is in sight any longer.
    pub fn delay_actors(&mut self, ticks: u64) {
        for actor in &mut self.actors {
            actor.next += ticks;
            actor.cancel_announcement();
        }
        self.known.in_sight.clear();
    }

    /// Adds a monster on a free tile.
    pub fn insert_actor(&mut self, actor: Actor) {
        self.cache.occupied.insert(actor.pos);
        self.cache.friends += usize::from(actor.is_friend());
        self.cache.lamps_stale |= actor.shines();
        let index = self.actors.partition_point(|other| other.id < actor.id);
        self.actors.insert(index, actor);
    }

    /// Takes a monster off the level, which the player then knows no longer.
    pub fn remove_actor(&mut self, id: ActorId) -> Option<Actor> {
        let actor = self.actors.remove(self.index_of(id)?);
        self.known.forget_actor(id);
        self.cache.occupied.remove(actor.pos);
        self.cache.friends -= usize::from(actor.is_friend());
        self.cache.lamps_stale |= actor.shines();
        Some(actor)
    }

    /// Moves a monster to a free tile.
    pub fn move_actor(&mut self, id: ActorId, pos: Pos) {
        let actor = &mut self[id];
        let (from, shines) = (std::mem::replace(&mut actor.pos, pos), actor.shines());
        self.cache.lamps_stale |= shines;
        self.cache.occupied.remove(from);
        self.cache.occupied.insert(pos);
    }
}

/// Items.
impl Level {
    /// Creates an id for another item.
    pub fn new_item_id(&mut self) -> ItemId {
        self.items_created += 1;
        ItemId::new(self.depth, self.items_created)
    }

    pub fn item_at(&self, pos: Pos) -> Option<&FloorItem> {
        self.items.iter().find(|floor_item| floor_item.pos == pos)
    }

    /// Every item: on the floor, stolen, entombed or offered.
    pub fn all_items(&self) -> impl Iterator<Item = &Item> {
        let floor = self.items.iter().map(|floor_item| &floor_item.item);
        let stolen = self.actors.iter().filter_map(|actor| actor.loot.as_ref());
        let entombed = self.tombs.iter().filter_map(|tomb| match &tomb.inside {
            Inside::Item(item) => Some(item),
            Inside::Nothing | Inside::Monster(_) => None,
        });
        let offers = self.vault().into_iter().flat_map(|vault| &vault.offers);
        let kept = entombed.chain(offers.map(|(_, item)| item));
        floor.chain(stolen).chain(kept)
    }

    /// The nearest tile to `pos`, by steps from there, that is empty or holds a stack that `item` can join. If no step
    /// leads to one, the nearest across walls; `None` if no tile of the level is.
    pub fn floor_for(&self, pos: Pos, item: &Item, content: &Content) -> Option<Pos> {
        let stacks = content.item(item.kind).stacks();
        let can_stack = |other: &FloorItem| {
            stacks
                && other.item.stacks_with(item)
                && other.item.count.checked_add(item.count).is_some()
        };
        let fits = |near: &Pos| {
            is_doorless(self.tile(*near))
                && self.item_at(*near).is_none_or(can_stack)
                && !self.has_offer(*near)
                && !self.is_sealed(*near)
                && self.hazards.trap_at(*near).is_none()
        };
        let rings = 0..LEVEL_SIZE.width as i32;
        let across_walls = || rings.flat_map(|radius| pos.ring(radius)).find(fits);
        self.by_steps(pos).find(fits).or_else(across_walls)
    }

    /// The tiles to which steps lead from `pos`, which comes first, by the number of steps and then row by row. No step
    /// leads through a closed door.
    fn by_steps(&self, pos: Pos) -> impl Iterator<Item = Pos> + '_ {
        let mut found = TileSet::new(self.tiles.size());
        found.insert(pos);
        let (mut layer, mut index) = (vec![pos], 0);
        std::iter::from_fn(move || {
            if index == layer.len() {
                let mut next = Vec::new();
                for from in layer.drain(..) {
                    for dir in Dir::ALL {
                        let to = from.step(dir);
                        let tile = self.tile(to);
                        let is_open = tile.is_passable() && tile != Tile::DoorClosed;
                        let leads = is_open && self.tiles.can_reach(from, dir);
                        if leads && found.insert(to) {
                            next.push(to);
                        }
                    }
                }
                next.sort_unstable_by_key(|pos| (pos.y, pos.x));
                (layer, index) = (next, 0);
            }
            index += 1;
            layer.get(index - 1).copied()
        })
    }

    /// Puts an item on the [nearest tile](Self::floor_for) with room for it; gives it back if there
    /// is none. `declined` says whether exploring leaves it alone from now on, with whatever it joins.
    pub fn place_item(
        &mut self,
        pos: Pos,
        item: Item,
        declined: bool,
        content: &Content,
    ) -> Result<(), Item> {
        let pos = self.floor_for(pos, &item, content).ok_or(item)?;
        let mut items = self.items.iter_mut();
        let id = if let Some(other) = items.find(|other| other.pos == pos) {
            other.item.count += item.count;
            other.item.id
        } else {
            self.items.push(FloorItem { pos, item });
            if self.cache.seen.contains(pos) {
                self.known.items.insert(item.id);
            }
            item.id
        };
        if declined {
            self.known.declined.insert(id);
        } else {
            self.known.declined.remove(&id);
        }
        Ok(())
    }

    /// Takes the item on a tile off the floor.
    pub fn take_item(&mut self, pos: Pos) -> Option<Item> {
        let index = self.items.iter().position(|other| other.pos == pos)?;
        let item = self.items.remove(index).item;
        self.known.forget_item(item.id);
        Some(item)
    }
}

/// Tiles.
impl Level {
    /// The tile at a position; [`Tile::Void`] outside the level.
    pub fn tile(&self, pos: Pos) -> Tile {
        self.tiles.get(pos).copied().unwrap_or_default()
    }

    /// Changes a tile, and updates or invalidates the cache.
    pub fn set_tile(&mut self, pos: Pos, tile: Tile) {
        let Some(here) = self.tiles.get_mut(pos) else {
            return;
        };
        let was = std::mem::replace(here, tile);
        let cache = &mut self.cache;
        if was.is_opaque() != tile.is_opaque() {
            let smoky = self.fields.smoke.at(pos) >= THICK;
            cache.sight.set_opaque(pos, tile.is_opaque() || smoky);
            cache.smoky.extend(smoky.then_some(pos));
            cache.lighting_stale = true;
        }
        cache.sight_stale = true;
        cache.known_well.remove(pos);
        if !graph::is_alike(was, tile) {
            cache.room_graph.take();
        }
        self.update_open(pos);
    }

    /// Notes whether monsters may walk on a tile.
    fn update_open(&mut self, pos: Pos) {
        let tile = self.tile(pos);
        let trap = self.hazards.trap_at(pos).is_some();
        let cache = &mut self.cache;
        let opens = tile.is_walkable() && !trap;
        if cache.open.contains(pos) != opens {
            cache.regions.take();
        }
        cache.open.set(pos, opens);
        cache.doorless.set(pos, is_doorless(tile) && !trap);
        cache.chase_target = None;
    }

    /// Takes the hazard off a tile: it has acted, or was found to be a door.
    pub fn remove_hazard(&mut self, pos: Pos) {
        self.hazards.remove(pos);
        self.update_open(pos);
    }

    /// The tiles, the stairs up as the start, and the rooms.
    pub fn map(&self) -> Map {
        Map {
            tiles: self.tiles.clone(),
            start: Some(self.up),
            rooms: self.rooms.clone(),
        }
    }

    /// The rooms and how they join. Built when it is first asked for, and again after a change of
    /// the ground that may matter to it. A door that opens or closes does not.
    pub fn room_graph(&self) -> &RoomGraph {
        let graph = &self.cache.room_graph;
        graph.get_or_init(|| RoomGraph::of(&self.map()))
    }

    /// Whether no way over walkable tiles, doors among them, joins two tiles. Steps in eight directions lead no farther
    /// than those in four. Whoever swims may come ashore anywhere.
    pub fn is_cut_off(&self, from: Pos, to: Pos) -> bool {
        if self.tile(from).is_deep() || self.tile(to).is_deep() {
            return false;
        }
        let regions = self.cache.regions.get_or_init(|| {
            let mut regions = Regions::default();
            regions.label(&self.cache.open, Touch::Side);
            regions
        });
        regions.at(from) != regions.at(to)
    }

    /// The mechanism on a tile, with what it opens.
    pub fn feature_at(&self, pos: Pos) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.at == pos)
    }

    /// The vault of the level, if it has one.
    pub fn vault(&self) -> Option<&Vault> {
        self.features.iter().find_map(Feature::vault)
    }

    /// As [`vault`](Self::vault), to be changed.
    pub fn vault_mut(&mut self) -> Option<&mut Vault> {
        self.features.iter_mut().find_map(Feature::vault_mut)
    }

    /// Whether a tile lies in a vault that is still closed, or holds the Everlamp before it burns.
    pub fn is_sealed(&self, pos: Pos) -> bool {
        self.features.iter().any(|feature| feature.seals(pos))
    }

    /// The vault offer on a tile, if any.
    pub fn offer_at(&self, pos: Pos) -> Option<&Item> {
        let mut offers = self.vault().into_iter().flat_map(|vault| &vault.offers);
        offers
            .find(|(offer, _)| *offer == pos)
            .map(|(_, item)| item)
    }

    /// Whether a vault offer lies on a tile.
    pub fn has_offer(&self, pos: Pos) -> bool {
        self.offer_at(pos).is_some()
    }

    /// The set piece in whose walls a tile lies, by its place in their list.
    pub fn set_piece_at(&self, pos: Pos) -> Option<usize> {
        self.set_pieces
            .iter()
            .position(|piece| piece.area.contains(pos))
    }

    /// Takes away what burns, lies or hangs on a tile.
    pub fn clear_fields(&mut self, pos: Pos) {
        let fields = &mut self.fields;
        if fields.is_empty() {
            return;
        }
        self.cache.lighting_stale |= fields.flames.has(pos);
        for layer in [
            &mut fields.flames,
            &mut fields.oil,
            &mut fields.smoke,
            &mut fields.marsh,
            &mut fields.incense,
            &mut fields.webs,
        ] {
            layer.set(pos, 0);
        }
        self.update_smoke();
    }

    /// Breaks the floor of a tile, on which no item lies: whoever steps there falls to the next depth.
    pub fn break_floor(&mut self, pos: Pos) {
        let (kind, known) = (HazardKind::Pit, self.cache.seen.contains(pos));
        self.fields.oil.set(pos, 0);
        self.set_tile(pos, Tile::Floor);
        self.hazards.insert(Hazard { pos, kind, known });
        self.update_open(pos);
    }

    /// Whether magic can place something on a tile: floor or grass, not in a vault or a set piece, without a
    /// trap.
    pub fn is_plain(&self, pos: Pos) -> bool {
        self.tile(pos).is_plain()
            && self.set_piece_at(pos).is_none()
            && self.hazards.trap_at(pos).is_none()
            && self.vault().is_none_or(|vault| !vault.room.contains(pos))
    }

    /// Whether a tile lies on hallowed ground.
    pub fn is_hallowed(&self, pos: Pos) -> bool {
        let near = |ground: &HallowedGround| ground.center.steps_to(pos) <= SANCTITY;
        self.hallowed.iter().any(near)
    }

    /// Whether the line between two tiles, except the first tile, has no opaque tile.
    pub fn has_open_line(&self, from: Pos, to: Pos) -> bool {
        line::line(from, to).skip(1).all(|pos| !self.is_opaque(pos))
    }

    /// The tiles that a projectile shot from `from` at `at` crosses, including the last. It stops
    /// before the first tile that stops flight, and on the first tile that is `occupied`. At most
    /// as many tiles as the map is long.
    pub fn projectile_path(
        &self,
        from: Pos,
        at: Pos,
        occupied: impl Fn(Pos) -> bool,
    ) -> impl Iterator<Item = Pos> {
        let mut hit = false;
        let open = move |pos: &Pos| {
            let target = occupied(*pos);
            let flies = !hit && (target || !self.tile(*pos).stops_flight());
            hit = target;
            flies
        };
        let opaque = |pos: Pos| self.cache.sight.is_opaque(pos);
        line::bolt(from, at, opaque).skip(1).take_while(open)
    }

    /// The tile that stops a projectile shot from `from` at `at` on `lands`: `lands` itself if it
    /// `hits` an actor there, otherwise the solid tile beyond it. `None` if it reaches `at`.
    pub fn projectile_stopped_by(
        &self,
        from: Pos,
        at: Pos,
        (lands, hits): (Pos, bool),
    ) -> Option<Pos> {
        if lands == at {
            return None;
        }
        if hits {
            return Some(lands);
        }
        let opaque = |pos: Pos| self.cache.sight.is_opaque(pos);
        let mut line = line::bolt(from, at, opaque);
        line.find(|pos| *pos == lands);
        line.next()
    }

    /// The tile where a projectile shot from `from` at `at` lands.
    pub fn projectile_lands(&self, from: Pos, at: Pos) -> Pos {
        let occupied = |pos: Pos| self.cache.occupied.contains(pos);
        self.projectile_path(from, at, occupied)
            .last()
            .unwrap_or(from)
    }
}

/// Fire, smoke and gas.
impl Level {
    /// Whether a tile blocks sight: by what it is, or by thick smoke.
    pub fn is_opaque(&self, pos: Pos) -> bool {
        self.tile(pos).is_opaque() || self.fields.smoke.at(pos) >= THICK
    }

    /// The tiles in flames, row by row.
    pub fn flames(&self) -> impl Iterator<Item = Pos> + '_ {
        self.fields.flames.iter().map(|(pos, _)| pos)
    }

    /// Lets thick smoke block sight, and smoke that has thinned out no longer.
    pub fn update_smoke(&mut self) {
        let Cache { smoky, sight, .. } = &mut self.cache;
        let smoke = &self.fields.smoke;
        let thick = smoke.iter().filter(|one| one.1 >= THICK).map(|one| one.0);
        if thick.clone().eq(smoky.iter().copied()) {
            return;
        }
        for pos in smoky.drain(..) {
            let tile = self.tiles.get(pos).copied().unwrap_or_default();
            sight.set_opaque(pos, tile.is_opaque());
        }
        for pos in thick {
            sight.set_opaque(pos, true);
            smoky.push(pos);
        }
        self.cache.sight_stale = true;
        self.cache.lighting_stale = true;
    }

    /// Whether whoever burns on a tile puts the flames out: it is wet, or deep water is beside it, as at a font.
    pub fn quenches(&self, pos: Pos) -> bool {
        let mut beside = Dir::ALL.map(|dir| pos.step(dir)).into_iter();
        self.tile(pos).is_wet() || beside.any(|near| self.tile(near).is_deep())
    }

    /// Whether a tile is in flames.
    pub fn is_aflame(&self, pos: Pos) -> bool {
        self.fields.flames.has(pos)
    }

    /// Whether whoever stands on a tile breathes incense.
    pub fn has_incense(&self, pos: Pos) -> bool {
        self.fields.incense.at(pos) >= BREATH
    }

    /// Whether a tile would catch fire from another: it is not in flames yet, and is of something that
    /// burns, or has oil or marsh gas on it.
    pub fn can_catch(&self, pos: Pos) -> bool {
        let fields = &self.fields;
        !fields.flames.has(pos)
            && (self.tile(pos).fuel() > 0
                || fields.oil.has(pos)
                || fields.webs.has(pos)
                || fields.marsh.has(pos))
    }

    /// Whether oil can lie on a tile. It runs under doors.
    pub fn takes_oil(&self, pos: Pos) -> bool {
        let tile = self.tile(pos);
        tile.is_walkable() && !tile.is_wet()
    }

    /// Pours oil onto a tile, from where it runs on; it is lost where none can lie.
    pub fn spill_oil(&mut self, pos: Pos, amount: u8) {
        if self.takes_oil(pos) {
            self.fields.oil.add(pos, amount);
        }
    }

    /// Lets oil run for a turn: from each tile to the neighbours, in four directions, that have at least
    /// 2 less, one part to each. Returns whether any ran.
    pub fn run_oil(&mut self) -> bool {
        let mut ran = false;
        let full = self.fields.oil.iter().filter(|one| one.1 >= 2);
        let full: Vec<Pos> = full.map(|(pos, _)| pos).collect();
        for pos in full {
            for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                let (here, there) = (self.fields.oil.at(pos), self.fields.oil.at(near));
                if here >= there.saturating_add(2) && self.takes_oil(near) {
                    self.fields.oil.take(pos, 1);
                    self.fields.oil.add(near, 1);
                    ran = true;
                }
            }
        }
        ran
    }

    /// Collects the tiles that may be in flames at the end of the next turn of the world without
    /// anybody's doing, as far as this follows from the flames that are `seen`: the burning ones, what
    /// is beside them and would catch, and all marsh gas that joins it.
    pub fn fire_front(&self, seen: impl Fn(Pos) -> bool, front: &mut TileSet) {
        front.reset(self.tiles.size());
        for pos in self.flames().filter(|pos| seen(*pos)) {
            front.insert(pos);
            for near in Dir::ALL.map(|dir| pos.step(dir)) {
                if self.can_catch(near) {
                    front.insert(near);
                }
            }
        }
        if self.fields.marsh.is_empty() || front.is_empty() {
            return;
        }
        // Marsh gas bursts as far as it reaches, so this goes on until nothing is added.
        loop {
            let mut grew = false;
            for (pos, _) in self.fields.marsh.iter() {
                let mut beside = Dir::ALL.map(|dir| pos.step(dir)).into_iter();
                let lit = |near: Pos| {
                    front.contains(near) && (self.fields.marsh.has(near) || self.is_aflame(near))
                };
                if !front.contains(pos) && beside.any(lit) {
                    grew |= front.insert(pos);
                }
            }
            if !grew {
                return;
            }
        }
    }
}

/// Light, sight and memory.
impl Level {
    /// Positions of the braziers that are lit.
    pub fn lights(&self) -> impl Iterator<Item = Pos> {
        let lit = self.braziers.iter().filter(|brazier| brazier.lit);
        lit.map(|brazier| brazier.pos)
    }

    /// Lets the light of a conduit shine on a tile from now on.
    pub fn add_permanent_light(&mut self, at: Pos, reach: u32) {
        self.lasting.push(Lamp { at, reach });
        self.cache.lighting_stale = true;
    }

    /// How well a tile is lit.
    pub fn lighting(&self, pos: Pos) -> Lighting {
        self.cache.light.of(pos)
    }

    /// Whether a conduit lights a tile brightly, for good.
    pub fn is_bright_for_good(&self, pos: Pos) -> bool {
        self.cache.light.is_bright_for_good(pos)
    }

    /// Builds the cache from scratch, reusing the buffers of `cache`.
    pub fn rebuild_cache(&mut self, mut cache: Cache) {
        let size = self.tiles.size();
        cache.sight.reset(size, |pos| self.is_opaque(pos));
        cache.open.read(&self.tiles, Tile::is_walkable);
        cache.doorless.read(&self.tiles, is_doorless);
        for hazard in self.hazards.iter().filter(|one| one.kind.is_trap()) {
            cache.open.remove(hazard.pos);
            cache.doorless.remove(hazard.pos);
        }
        cache.marked.reset(size);
        for pos in self
            .set_pieces
            .iter()
            .flat_map(|one| one.marks.iter().flatten())
        {
            cache.marked.insert(*pos);
        }
        cache.occupied.reset(size);
        for actor in &self.actors {
            cache.occupied.insert(actor.pos);
        }
        cache.friends = self.actors.iter().filter(|one| one.is_friend()).count();
        let smoke = self.fields.smoke.iter().filter(|one| one.1 >= THICK);
        cache.smoky.clear();
        cache.smoky.extend(smoke.map(|one| one.0));
        cache.chase_target = None;
        cache.sight_stale = true;
        cache.lighting_stale = true;
        cache.room_graph.take();
        cache.regions.take();
        cache.seen.reset(size);
        cache.known_well.reset(size);
        cache.light.reset(size);
        self.cache = cache;
    }

    /// Updates the light and `seen` of the cache if they are out of date.
    pub fn update_sight(&mut self, player: &Player, content: &Content) {
        self.update_fixed_light(content);
        let carried = player.lamp_reach(content);
        let carried = carried.map(|reach| Lamp {
            at: player.pos,
            reach,
        });
        let Cache {
            sight,
            seen,
            wide,
            wide_from,
            light,
            lamps_stale,
            sight_stale,
            known_stale,
            ..
        } = &mut self.cache;
        let has_moved = *lamps_stale || light.is_carried_elsewhere(carried);
        if !(has_moved || *sight_stale) {
            return;
        }
        // Both the player's sight and the light of what they carry are parts of this.
        if *wide_from != Some(player.pos) {
            sight.look(player.pos, UNLIMITED, wide);
            *wide_from = Some(player.pos);
        }
        if has_moved {
            let shining = self.actors.iter().filter(|actor| actor.shines());
            let lamps = shining.map(|actor| Lamp {
                at: actor.pos,
                reach: actor.light_reach(),
            });
            light.set_moving(carried, wide, lamps, sight);
        }
        let radius = player.dark_sight(content);
        if player.has(Condition::Darkened) {
            seen.reset(wide.size());
            seen.insert_within(wide, player.pos, radius);
        } else {
            fov::keep_lit(wide, player.pos, radius, light.lit(), seen);
        }
        (*lamps_stale, *sight_stale, *known_stale) = (false, false, true);
    }

    /// Updates the light of what stays in place, if it is out of date: whenever what blocks sight has changed, too.
    fn update_fixed_light(&mut self, content: &Content) {
        if !self.cache.lighting_stale {
            return;
        }
        let reach = content.rules().sight.brazier;
        let braziers = self.braziers.iter().filter(|brazier| brazier.lit);
        let braziers = braziers.map(|brazier| brazier.pos);
        let hallowed = self.hallowed.iter().map(|ground| ground.center);
        let hallowed = hallowed.map(|at| (at, HALLOWED_LIGHT));
        let flames = &self.fields.flames;
        // Those in the midst of others light nothing besides.
        let is_edge = |at: &Pos| !Dir::CARDINAL.iter().all(|dir| flames.has(at.step(*dir)));
        let flames = flames.iter().map(|(at, _)| at).filter(is_edge);
        let flames = flames.map(|at| (at, BURNING_LIGHT));
        let lamps = braziers.map(|at| (at, reach)).chain(hallowed).chain(flames);
        let lamps = lamps.map(|(at, reach)| Lamp { at, reach });
        let Cache { sight, light, .. } = &mut self.cache;
        light.set_fixed(&self.lasting, lamps, sight);
        self.cache.lighting_stale = false;
        self.cache.lamps_stale = true;
        self.cache.wide_from = None;
    }

    /// Whether a tile is a mark of a set piece.
    pub fn is_marked(&self, pos: Pos) -> bool {
        self.cache.marked.contains(pos)
    }

    /// Notes the tiles and braziers in sight, if they changed.
    pub fn update_known(&mut self) {
        if !std::mem::take(&mut self.cache.known_stale) {
            return;
        }
        let Cache {
            seen, known_well, ..
        } = &mut self.cache;
        let known = &mut self.known;
        known_well.insert_new(seen, |pos| known.tiles[pos] = self.tiles[pos]);
        if !known.mapped.is_empty() {
            known.mapped.retain(|pos| !seen.contains(pos));
        }
        for brazier in self.braziers.iter().filter(|one| seen.contains(one.pos)) {
            known.see_brazier(brazier.pos, brazier.lit);
        }
    }

    /// Computes distances to the player, at most `bound`, unless they are up to date.
    pub fn update_chase_map(&mut self, player: Pos, bound: u32) {
        if self.cache.chase_target != Some(player) {
            let Cache {
                chase_map, open, ..
            } = &mut self.cache;
            chase_map.measure(open, Steps::Eight, &[player], bound);
            self.cache.chase_target = Some(player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::world::generation::spawn;
    use crate::game::world::generation::terrain::LevelBuffers;
    use crate::rng::{Seed, Stream};

    #[test]
    fn the_room_graph_is_that_of_the_ground_after_each_change() {
        let content = Content::embedded().unwrap();
        let buffers = &mut LevelBuffers::default();
        let mut level = spawn::generate_level(content, Seed(1), 0, 2, buffers);
        level.rebuild_cache(Cache::default());
        let mut stream = Stream::new(37, 4);
        for _ in 0..150 {
            let x = stream.range(0, LEVEL_SIZE.width as i32 - 1);
            let y = stream.range(0, LEVEL_SIZE.height as i32 - 1);
            if let Some(tile) = stream.pick(Tile::ALL) {
                level.set_tile(Pos::new(x, y), *tile);
            }
            assert_eq!(*level.room_graph(), RoomGraph::of(&level.map()));
        }
    }
}
