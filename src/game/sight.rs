//! Light, sight and memory, and the caches behind them. Sight is symmetric: a monster that the player
//! sees also sees the player, so one set of tiles serves everybody.

use super::content::{Ring, Role};
use super::event::{EventActor, Feature, GameEvent, Interruption, Perception};
use super::state::{Actor, ActorId, Condition, Item, Mood};
use super::terrain::LevelBuffers;
use super::travel::KnownMapSearch;
use super::vault::Mechanism;
use super::{Game, Outcome};
use crate::geom::Pos;
use crate::map::distance::DistanceMap;
use crate::map::fov::Sight;
use crate::map::path::PathFinder;
use crate::map::{Steps, Tile, TileSet};

/// Steps between two tiles without obstacles.
pub(super) fn distance(a: Pos, b: Pos) -> i32 {
    let x = a.x.saturating_sub(b.x).saturating_abs();
    let y = a.y.saturating_sub(b.y).saturating_abs();
    x.max(y)
}

/// Caches that follow from the state, and buffers. Neither saved nor hashed.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub sight: Sight,
    /// The tiles that the player sees.
    pub seen: TileSet,
    /// The tiles that any brazier lights.
    pub lit: TileSet,
    /// Buffer for the light of one brazier.
    brazier_light: TileSet,
    /// Whether `seen` is out of date.
    pub sight_stale: bool,
    /// Whether `lit` is out of date.
    pub lighting_stale: bool,
    /// Whether the tiles in sight have to be remembered.
    memory_stale: bool,
    /// Walkable tiles, for monsters that open doors.
    pub open: TileSet,
    /// Walkable tiles, for monsters that do not open doors.
    pub doorless: TileSet,
    /// The tiles that monsters stand on.
    pub occupied: TileSet,
    /// Distances to the player, valid while the player is at `chase_target`.
    pub chase_map: DistanceMap,
    pub chase_target: Option<Pos>,
    pub finder: PathFinder,
    pub path: Vec<Pos>,
    pub search: KnownMapSearch,
    /// The path of the long action in progress, the next tile last.
    pub travel_path: Vec<Pos>,
    pub level_buffers: LevelBuffers,
    /// What interrupts the long action in progress, if anything.
    pub interrupted: Option<Interruption>,
    /// Buffer for the tiles of a blast while it is applied.
    pub blast_tiles: Vec<Pos>,
    /// The tiles of the last blast.
    pub blast: TileSet,
    #[cfg(any(test, debug_assertions))]
    pub stream_log: super::streams::StreamLog,
}

impl Game {
    /// Rebuilds everything that depends on the current level.
    pub(super) fn enter_level(&mut self) {
        let Self { state, scratch, .. } = self;
        let level = &state.here;
        let size = level.tiles.size();
        scratch
            .sight
            .reset(size, |pos| level.tiles[pos].is_opaque());
        scratch.open.read(&level.tiles, Tile::is_walkable);
        let doorless = |tile: Tile| tile.is_walkable() && tile != Tile::DoorClosed;
        scratch.doorless.read(&level.tiles, doorless);
        scratch.occupied.reset(size);
        for actor in &level.actors {
            scratch.occupied.insert(actor.pos);
        }
        scratch.chase_target = None;
        scratch.sight_stale = true;
        scratch.lighting_stale = true;
        scratch.seen.reset(size);
        scratch.lit.reset(size);
    }

    /// Changes a tile of the level and everything that depends on it.
    pub(super) fn set_tile(&mut self, pos: Pos, tile: Tile) {
        let Some(here) = self.state.here.tiles.get_mut(pos) else {
            return;
        };
        let was = std::mem::replace(here, tile);
        if was.is_opaque() != tile.is_opaque() {
            self.scratch.sight.set_opaque(pos, tile.is_opaque());
            self.scratch.lighting_stale = true;
        }
        let walkable = tile.is_walkable();
        self.scratch.open.set(pos, walkable);
        let doorless = walkable && tile != Tile::DoorClosed;
        self.scratch.doorless.set(pos, doorless);
        self.scratch.chase_target = None;
        self.scratch.sight_stale = true;
    }

    /// The player's sight range in the dark, in tiles.
    pub(super) fn sight_radius(&self) -> u32 {
        let rules = &self.content.rules().sight;
        let conditions = &self.state.player.conditions;
        if conditions.has(Condition::Darkened) {
            return rules.darkened;
        }
        let mut radius = self.lantern_reach().unwrap_or(rules.dark);
        if conditions.has(Condition::Dimmed) {
            radius = (radius * rules.dimmed / 100).max(rules.darkened);
        }
        if conditions.has(Condition::Bright) {
            radius = radius * rules.bright / 100;
        }
        radius
    }

    /// Brings `seen` and `lit` up to date.
    pub(super) fn update_sight(&mut self) {
        if self.scratch.lighting_stale {
            self.update_lighting();
        }
        if !self.scratch.sight_stale {
            return;
        }
        let radius = self.sight_radius();
        let darkened = self.state.player.conditions.has(Condition::Darkened);
        let pos = self.state.player.pos;
        let Scratch {
            sight, seen, lit, ..
        } = &mut self.scratch;
        if darkened || !self.state.here.braziers.iter().any(|brazier| brazier.lit) {
            sight.look(pos, radius, seen);
        } else {
            sight.look_by_light(pos, radius, |pos| lit.contains(pos), seen);
        }
        self.scratch.sight_stale = false;
        self.scratch.memory_stale = true;
    }

    /// Computes the tiles that braziers light.
    fn update_lighting(&mut self) {
        let radius = self.content.rules().sight.brazier;
        let Scratch {
            sight,
            lit,
            brazier_light,
            ..
        } = &mut self.scratch;
        lit.clear();
        for brazier in self
            .state
            .here
            .braziers
            .iter()
            .filter(|brazier| brazier.lit)
        {
            sight.look(brazier.pos, radius, brazier_light);
            lit.insert_all(brazier_light);
        }
        self.scratch.lighting_stale = false;
        self.scratch.sight_stale = true;
    }

    /// Whether the player and a monster see each other: there is a line of sight, and grass hides
    /// neither at this distance. Ignores disguises.
    pub(super) fn in_mutual_sight(&self, index: usize) -> bool {
        let pos = self.state.here.actors[index].pos;
        if !self.scratch.seen.contains(pos) {
            return false;
        }
        let tiles = &self.state.here.tiles;
        let me = self.state.player.pos;
        let grass = tiles[pos] == Tile::Grass || tiles[me] == Tile::Grass;
        !grass || distance(pos, me) <= self.content.rules().sight.grass
    }

    /// Whether the player sees a monster, not in disguise.
    pub(super) fn player_sees(&self, index: usize) -> bool {
        !self.state.here.actors[index].disguised && self.in_mutual_sight(index)
    }

    /// Whether the player feels a monster through walls.
    pub(super) fn player_senses(&self, actor: &Actor) -> bool {
        let player = &self.state.player;
        player.conditions.has(Condition::Telepathic)
            || (!actor.disguised
                && distance(actor.pos, player.pos) <= self.content.rules().ring.listening
                && self.ring_bonus(Ring::Listening, 1) > 0)
    }

    /// A monster for an event, as the player perceives it now.
    pub(super) fn event_actor(&self, index: usize) -> EventActor {
        let actor = &self.state.here.actors[index];
        let perception = if self.player_sees(index) {
            Perception::Seen
        } else if self.player_senses(actor) {
            Perception::Felt
        } else {
            Perception::Unnoticed
        };
        EventActor {
            id: actor.id,
            kind: Some(actor.kind),
            perception,
        }
    }

    /// How the player perceives a silent event on a tile.
    pub(super) fn tile_perception(&self, pos: Pos) -> Perception {
        if self.scratch.seen.contains(pos) {
            Perception::Seen
        } else {
            Perception::Unnoticed
        }
    }

    /// Whether an awake enemy is in sight.
    pub(super) fn enemy_in_sight(&self) -> bool {
        let actors = self.state.here.actors.iter().enumerate();
        let mut awake = actors.filter(|(_, actor)| actor.mood != Mood::Asleep);
        awake.any(|(index, _)| self.player_sees(index))
    }

    /// Position of the nearest enemy in sight; of several the one with the lowest id.
    pub(super) fn nearest_enemy(&self) -> Option<Pos> {
        let me = self.state.player.pos;
        let actors = self.state.here.actors.iter().enumerate();
        actors
            .filter(|(index, _)| self.player_sees(*index))
            .map(|(_, actor)| actor.pos)
            .min_by_key(|&pos| distance(pos, me))
    }

    /// Updates memory at the end of a turn, whose events begin at `begin`, and reports what came
    /// into sight.
    pub(super) fn update_perception(&mut self, begin: usize, events: &mut Vec<GameEvent>) {
        if self.state.outcome != Outcome::Playing {
            return;
        }
        self.update_sight();
        if std::mem::take(&mut self.scratch.memory_stale) {
            let level = &mut self.state.here;
            for pos in self.scratch.seen.iter() {
                level.memory[pos] = level.tiles[pos];
            }
            for brazier in &mut level.braziers {
                if self.scratch.seen.contains(brazier.pos) {
                    brazier.seen_lit = brazier.lit;
                }
            }
        }
        self.notice_features(events);
        self.notice_items(events);
        self.notice_actors(begin, events);
    }

    fn notice_features(&mut self, events: &mut Vec<GameEvent>) {
        let level = &mut self.state.here;
        if level.seen == [true; 3] {
            return;
        }
        let vault = level.vault.as_ref().map(|vault| {
            let feature = match vault.mechanism {
                _ if vault.everlamp => Feature::Everlamp,
                Mechanism::Conduit(_) => Feature::Conduit,
                Mechanism::Lever { .. } => Feature::Lever,
            };
            (vault.lever, feature)
        });
        let features = [
            Some((level.up, Feature::StairsUp)),
            Some((level.down, Feature::StairsDown)),
            vault,
        ];
        for (number, feature) in features.into_iter().enumerate() {
            let Some((pos, feature)) = feature else {
                level.seen[number] = true;
                continue;
            };
            if !level.seen[number] && self.scratch.seen.contains(pos) {
                level.seen[number] = true;
                // In the sanctum the Everlamp is where other levels have their stairs down.
                let stairs =
                    feature != Feature::StairsDown || vault.is_none_or(|(lamp, _)| lamp != pos);
                // The player arrives on the stairs.
                if stairs && pos != self.state.player.pos {
                    events.push(GameEvent::FeatureSeen { feature, pos });
                    let why = Interruption::Feature(pos);
                    self.scratch.interrupted.get_or_insert(why);
                }
            }
        }
    }

    fn notice_items(&mut self, events: &mut Vec<GameEvent>) {
        for index in 0..self.state.here.items.len() {
            let floor_item = &mut self.state.here.items[index];
            if !floor_item.noticed && self.scratch.seen.contains(floor_item.pos) {
                floor_item.noticed = true;
                let (
                    Item {
                        kind, count, plus, ..
                    },
                    pos,
                ) = (floor_item.item, floor_item.pos);
                let item = self.event_item(kind, count, plus);
                events.push(GameEvent::ItemSeen { item, pos });
                let why = Interruption::Item(pos);
                self.scratch.interrupted.get_or_insert(why);
            }
        }
    }

    fn notice_actors(&mut self, begin: usize, events: &mut Vec<GameEvent>) {
        for index in 0..self.state.here.actors.len() {
            let known = self.player_sees(index);
            let actor = &mut self.state.here.actors[index];
            let before = std::mem::replace(&mut actor.in_sight, known);
            if !known || before {
                continue;
            }
            let id = actor.id;
            let met = std::mem::replace(&mut actor.met, true);
            let asleep = actor.mood == Mood::Asleep;
            let who = self.event_actor(index);
            // The sighting comes before what the monster did in this turn.
            let first = events[begin..].iter().position(|event| event.shows(id));
            let place = first.map_or(events.len(), |first| begin + first);
            events.insert(place, GameEvent::CameIntoSight { who });
            // A monster that was seen asleep before is nothing new.
            if !(met && asleep) {
                self.interrupt(Interruption::Creature(id));
            }
        }
    }

    /// The monster on a tile, perceived or not.
    pub(super) fn actor_at(&self, pos: Pos) -> Option<ActorId> {
        if !self.scratch.occupied.contains(pos) {
            return None;
        }
        let actors = &self.state.here.actors;
        actors
            .iter()
            .find(|actor| actor.pos == pos)
            .map(|actor| actor.id)
    }

    /// Whether neither the player nor a monster is on a tile.
    pub(super) fn is_free(&self, pos: Pos) -> bool {
        pos != self.state.player.pos && !self.scratch.occupied.contains(pos)
    }

    /// Moves a monster to a free tile.
    pub(super) fn move_actor(&mut self, index: usize, pos: Pos) {
        let actor = &mut self.state.here.actors[index];
        self.scratch.occupied.remove(actor.pos);
        self.scratch.occupied.insert(pos);
        actor.pos = pos;
    }

    /// Moves the player to a free tile.
    pub(super) fn move_player(&mut self, pos: Pos) {
        self.state.player.pos = pos;
        self.scratch.sight_stale = true;
    }

    /// Computes distances to the player, unless they are up to date.
    pub(super) fn update_chase_map(&mut self) {
        let pos = self.state.player.pos;
        if self.scratch.chase_target != Some(pos) {
            let Scratch {
                chase_map, open, ..
            } = &mut self.scratch;
            chase_map.measure(open, Steps::Eight, &[pos], self.content.rules().hunt.chase);
            self.scratch.chase_target = Some(pos);
        }
    }

    /// The nearest free plain tile within `reach` of `pos`, including `pos`; of several the first,
    /// row by row. Only tiles with a clear line to `pos` count.
    pub(super) fn free_tile_near(&self, pos: Pos, reach: i32) -> Option<Pos> {
        let fits = |near: Pos| {
            self.is_free(near)
                && matches!(
                    self.state.here.tiles.get(near),
                    Some(Tile::Floor | Tile::Grass | Tile::Water | Tile::DoorOpen)
                )
                && !self.in_sealed_vault(near)
                && self
                    .state
                    .here
                    .vault
                    .as_ref()
                    .is_none_or(|vault| !vault.offers.iter().any(|(offer, _)| *offer == near))
        };
        for radius in 0..=reach {
            let square = crate::geom::Rect::between(pos, pos).grown(radius);
            let ring = square
                .positions()
                .filter(|near| distance(*near, pos) == radius);
            if let Some(found) = ring
                .into_iter()
                .find(|&near| fits(near) && self.has_open_line(pos, near, radius))
            {
                return Some(found);
            }
        }
        None
    }

    /// Whether no opaque tile lies on the line between two nearby tiles.
    fn has_open_line(&self, from: Pos, to: Pos, radius: i32) -> bool {
        radius <= 1
            || crate::map::line::line(from, to).skip(1).all(|pos| {
                let tile = self.state.here.tiles.get(pos);
                tile.is_some_and(|tile| !tile.is_opaque())
            })
    }

    /// Whether a tile lies in a vault that is still closed.
    pub(super) fn in_sealed_vault(&self, pos: Pos) -> bool {
        let vault = self.state.here.vault.as_ref();
        vault.is_some_and(|vault| !vault.mechanism.is_solved() && vault.room.contains(pos))
    }

    /// Distance at which unaware monsters may see the player, in tiles.
    pub(super) fn noise_radius(&self) -> i32 {
        use super::state::Loudness;
        let rules = self.content.rules();
        let noise = &rules.noise;
        let weight = self.armour_weight() as i32;
        let mut radius = match self.state.player.loudness {
            Loudness::Quiet => noise.quiet + noise.armour_quiet * weight,
            Loudness::Normal => noise.walking + noise.armour * weight,
            Loudness::Loud => noise.fighting + noise.armour * weight,
        };
        if self.ring_bonus(super::content::Ring::Hush, 1) > 0 {
            radius = radius * rules.ring.hush / 100;
        }
        if self.state.player.conditions.has(Condition::Darkened) {
            radius = radius * noise.darkened / 100;
        }
        radius
    }

    /// Distance at which unaware monsters may hear the player, in tiles.
    pub(super) fn hearing_radius(&self) -> i32 {
        self.noise_radius() * self.content.rules().noise.heard / 100
    }

    /// The role of a monster.
    pub(super) fn role(&self, index: usize) -> Role {
        self.content
            .monster(self.state.here.actors[index].kind)
            .role
    }

    /// Brightness of a tile from 0 to 255, by braziers and the player's lantern: for display only.
    pub(super) fn light_at(&self, pos: Pos) -> u8 {
        let falls = |from: Pos, reach: u32| {
            let far = pos - from;
            let square = (far.x * far.x + far.y * far.y) as u32;
            let whole = reach * (reach + 1);
            let left = whole.saturating_sub(square);
            (255 * left / whole.max(1)) as u8
        };
        let mut light = 0;
        if self.scratch.lit.contains(pos) {
            let reach = self.content.rules().sight.brazier;
            let lit = self
                .state
                .here
                .braziers
                .iter()
                .filter(|brazier| brazier.lit);
            light = lit
                .map(|brazier| falls(brazier.pos, reach))
                .max()
                .unwrap_or(0);
        }
        if self.scratch.seen.contains(pos) {
            light = light.max(falls(self.state.player.pos, self.sight_radius()));
        }
        light
    }
}
