//! Light, sight and memory, and the caches behind them. Sight is mutual: what the player sees, sees
//! the player, so one set of tiles serves everybody.

use super::content::{Ring, Role};
use super::event::{EventActor, Feature, GameEvent, Interruption, Perception};
use super::make::Workshop;
use super::state::{Actor, ActorId, Condition, Item, Mood};
use super::travel::Walker;
use super::vault::Mechanism;
use super::{Game, Outcome};
use crate::geom::Pos;
use crate::map::distance::DistanceMap;
use crate::map::fov::Sight;
use crate::map::path::PathFinder;
use crate::map::{Steps, Tile, TileSet};

/// Steps between two tiles where nothing is in the way.
pub(super) fn distance(a: Pos, b: Pos) -> i32 {
    let x = a.x.saturating_sub(b.x).saturating_abs();
    let y = a.y.saturating_sub(b.y).saturating_abs();
    x.max(y)
}

/// Everything that can be worked out again from the state, and buffers. Never saved nor hashed.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub sight: Sight,
    /// The tiles that the player sees.
    pub seen: TileSet,
    /// The tiles that braziers light, and the light of one.
    pub lit: TileSet,
    glow: TileSet,
    /// Whether `seen` or `lit` no longer holds.
    pub stale: bool,
    pub stale_light: bool,
    /// Whether what is seen has to be remembered.
    unremembered: bool,
    /// The tiles that those who open doors can walk on, and those who do not.
    pub open: TileSet,
    pub doorless: TileSet,
    /// The tiles on which monsters are.
    pub occupied: TileSet,
    /// Ways to the player, if `chased` is where the player is.
    pub chase: DistanceMap,
    pub chased: Option<Pos>,
    pub finder: PathFinder,
    pub path: Vec<Pos>,
    pub walker: Walker,
    /// The way of the long action under way, the next tile last.
    pub way: Vec<Pos>,
    pub shop: Workshop,
    pub interrupted: Option<Interruption>,
    /// Bursts that are still to come.
    pub tiles: Vec<Pos>,
    pub blast: TileSet,
    #[cfg(any(test, debug_assertions))]
    pub drawn: super::outcome::Drawn,
}

impl Game {
    /// Works out everything that hangs on the level anew.
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
        scratch.chased = None;
        scratch.stale = true;
        scratch.stale_light = true;
        scratch.seen.reset(size);
        scratch.lit.reset(size);
    }

    /// Changes a tile of the level, and all that hangs on it.
    pub(super) fn set_tile(&mut self, pos: Pos, tile: Tile) {
        let Some(here) = self.state.here.tiles.get_mut(pos) else {
            return;
        };
        let was = std::mem::replace(here, tile);
        if was.is_opaque() != tile.is_opaque() {
            self.scratch.sight.set_opaque(pos, tile.is_opaque());
            self.scratch.stale_light = true;
        }
        let walkable = tile.is_walkable();
        self.scratch.open.set(pos, walkable);
        let doorless = walkable && tile != Tile::DoorClosed;
        self.scratch.doorless.set(pos, doorless);
        self.scratch.chased = None;
        self.scratch.stale = true;
    }

    /// How far the player sees in the dark.
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
    pub(super) fn look(&mut self) {
        if self.scratch.stale_light {
            self.light();
        }
        if !self.scratch.stale {
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
        self.scratch.stale = false;
        self.scratch.unremembered = true;
    }

    /// Works out what the braziers light.
    fn light(&mut self) {
        let radius = self.content.rules().sight.brazier;
        let Scratch {
            sight, lit, glow, ..
        } = &mut self.scratch;
        lit.clear();
        for brazier in self
            .state
            .here
            .braziers
            .iter()
            .filter(|brazier| brazier.lit)
        {
            sight.look(brazier.pos, radius, glow);
            lit.insert_all(glow);
        }
        self.scratch.stale_light = false;
        self.scratch.stale = true;
    }

    /// Whether the player and a monster see each other: sight reaches from one to the other, and
    /// grass hides neither of them at this distance. Anyone disguised is not counted.
    pub(super) fn sees(&self, index: usize) -> bool {
        let pos = self.state.here.actors[index].pos;
        if !self.scratch.seen.contains(pos) {
            return false;
        }
        let tiles = &self.state.here.tiles;
        let me = self.state.player.pos;
        let grass = tiles[pos] == Tile::Grass || tiles[me] == Tile::Grass;
        !grass || distance(pos, me) <= self.content.rules().sight.grass
    }

    /// Whether the player sees a monster for what it is.
    pub(super) fn knows_of(&self, index: usize) -> bool {
        !self.state.here.actors[index].disguised && self.sees(index)
    }

    /// Whether the player feels a monster through walls.
    pub(super) fn feels(&self, actor: &Actor) -> bool {
        let player = &self.state.player;
        player.conditions.has(Condition::Telepathic)
            || (!actor.disguised
                && distance(actor.pos, player.pos) <= self.content.rules().ring.listening
                && self.ring_bonus(Ring::Listening, 1) > 0)
    }

    /// A monster as the player perceives it now, for an event.
    pub(super) fn event_actor(&self, index: usize) -> EventActor {
        let actor = &self.state.here.actors[index];
        let perception = if self.knows_of(index) {
            Perception::Seen
        } else if self.feels(actor) {
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

    /// How the player perceives what happens on a tile and makes no noise.
    pub(super) fn perceives(&self, pos: Pos) -> Perception {
        if self.scratch.seen.contains(pos) {
            Perception::Seen
        } else {
            Perception::Unnoticed
        }
    }

    /// Whether an enemy that is awake is in sight.
    pub(super) fn enemy_in_sight(&self) -> bool {
        let actors = self.state.here.actors.iter().enumerate();
        let mut awake = actors.filter(|(_, actor)| actor.mood != Mood::Asleep);
        awake.any(|(index, _)| self.knows_of(index))
    }

    /// The nearest enemy in sight; of several the first by id.
    pub(super) fn nearest_enemy(&self) -> Option<Pos> {
        let me = self.state.player.pos;
        let actors = self.state.here.actors.iter().enumerate();
        actors
            .filter(|(index, _)| self.knows_of(*index))
            .map(|(_, actor)| actor.pos)
            .min_by_key(|&pos| distance(pos, me))
    }

    /// What the player perceives at the end of a turn, whose events are those from `begin` on:
    /// memory, and what is new.
    pub(super) fn surroundings(&mut self, begin: usize, events: &mut Vec<GameEvent>) {
        if self.state.outcome != Outcome::Playing {
            return;
        }
        self.look();
        if std::mem::take(&mut self.scratch.unremembered) {
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
                // One arrives on the stairs.
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
            let lying = &mut self.state.here.items[index];
            if !lying.noticed && self.scratch.seen.contains(lying.pos) {
                lying.noticed = true;
                let (
                    Item {
                        kind, count, plus, ..
                    },
                    pos,
                ) = (lying.item, lying.pos);
                let item = self.event_item(kind, count, plus);
                events.push(GameEvent::ItemSeen { item, pos });
                let why = Interruption::Item(pos);
                self.scratch.interrupted.get_or_insert(why);
            }
        }
    }

    fn notice_actors(&mut self, begin: usize, events: &mut Vec<GameEvent>) {
        for index in 0..self.state.here.actors.len() {
            let known = self.knows_of(index);
            let actor = &mut self.state.here.actors[index];
            let before = std::mem::replace(&mut actor.in_sight, known);
            if !known || before {
                continue;
            }
            let id = actor.id;
            let met = std::mem::replace(&mut actor.met, true);
            let asleep = actor.mood == Mood::Asleep;
            let who = self.event_actor(index);
            // It is seen first and acts then, so it comes before what it did in this turn.
            let first = events[begin..].iter().position(|event| event.shows(id));
            let place = first.map_or(events.len(), |first| begin + first);
            events.insert(place, GameEvent::CameIntoSight { who });
            // Who was seen asleep and still is, is nothing new.
            if !(met && asleep) {
                self.interrupt(Interruption::Creature(id));
            }
        }
    }

    /// The monster on a tile.
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

    /// Whether nobody is on a tile.
    pub(super) fn is_free(&self, pos: Pos) -> bool {
        pos != self.state.player.pos && !self.scratch.occupied.contains(pos)
    }

    /// Moves a monster to a tile that is free.
    pub(super) fn put_actor(&mut self, index: usize, pos: Pos) {
        let actor = &mut self.state.here.actors[index];
        self.scratch.occupied.remove(actor.pos);
        self.scratch.occupied.insert(pos);
        actor.pos = pos;
    }

    /// Moves the player to a tile that is free.
    pub(super) fn put_player(&mut self, pos: Pos) {
        self.state.player.pos = pos;
        self.scratch.stale = true;
    }

    /// Measures the ways to the player, unless they are known.
    pub(super) fn measure_chase(&mut self) {
        let pos = self.state.player.pos;
        if self.scratch.chased != Some(pos) {
            let Scratch { chase, open, .. } = &mut self.scratch;
            chase.measure(open, Steps::Eight, &[pos], self.content.rules().hunt.chase);
            self.scratch.chased = Some(pos);
        }
    }

    /// The nearest free plain tile to `pos`, `pos` itself first: of several equally near the first,
    /// row by row. Only tiles that can be walked to from `pos` without leaving the plain count.
    pub(super) fn free_near(&self, pos: Pos, reach: i32) -> Option<Pos> {
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
                .find(|&near| fits(near) && self.is_joined(pos, near, radius))
            {
                return Some(found);
            }
        }
        None
    }

    /// Whether something can get from one tile to another nearby: the straight line is open.
    fn is_joined(&self, from: Pos, to: Pos, radius: i32) -> bool {
        radius <= 1
            || crate::map::line::line(from, to).skip(1).all(|pos| {
                let tile = self.state.here.tiles.get(pos);
                tile.is_some_and(|tile| !tile.is_opaque())
            })
    }

    /// Whether a tile lies in a vault that is still sealed.
    pub(super) fn in_sealed_vault(&self, pos: Pos) -> bool {
        let vault = self.state.here.vault.as_ref();
        vault.is_some_and(|vault| !vault.mechanism.is_solved() && vault.room.contains(pos))
    }

    /// How far off the player is heard or seen by those who do not know of them yet.
    pub(super) fn noise_radius(&self) -> i32 {
        use super::state::Noise;
        let rules = self.content.rules();
        let noise = &rules.noise;
        let weight = self.armour_weight() as i32;
        let mut radius = match self.state.player.noise {
            Noise::Quiet => noise.quiet + noise.armour_quiet * weight,
            Noise::Normal => noise.walking + noise.armour * weight,
            Noise::Loud => noise.fighting + noise.armour * weight,
        };
        if self.ring_bonus(super::content::Ring::Hush, 1) > 0 {
            radius = radius * rules.ring.hush / 100;
        }
        if self.state.player.conditions.has(Condition::Darkened) {
            radius = radius * noise.darkened / 100;
        }
        radius
    }

    /// Tiles within which the player is heard by monsters that do not see them.
    pub(super) fn hearing_radius(&self) -> i32 {
        self.noise_radius() * self.content.rules().noise.heard / 100
    }

    /// The role of a monster.
    pub(super) fn role(&self, index: usize) -> Role {
        self.content
            .monster(self.state.here.actors[index].kind)
            .role
    }

    /// The light that falls on a tile from lit braziers and the player's lantern, from 0 to 255:
    /// for the screen alone.
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
