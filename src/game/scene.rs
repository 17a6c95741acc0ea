//! The player on a level, as rules read it: who sees whom, what is in the way, how things are known.
//! Sight is symmetric: a monster that the player sees also sees the player, so one set of tiles
//! serves everybody. Changes nothing.

use super::actor::{Actor, Condition, Mood};
use super::content::{Class, Content, ItemKind, Ring, Role, Rules, Scroll, Style};
use super::event::{EventActor, EventItem, Perception};
use super::item::Item;
use super::level::{Level, distance, ring};
use super::player::Player;
use super::state::State;
use crate::geom::{Dir, Pos};
use crate::map::{Tile, TileSet};

/// The current level, the player on it, and the content they are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub content: &'static Content,
    /// By kind of item, the index of its look in this run.
    pub looks: &'a [u8],
    pub level: &'a Level,
    pub player: &'a Player,
}

impl<'a> Scene<'a> {
    pub const fn new(content: &'static Content, looks: &'a [u8], state: &'a State) -> Self {
        Self {
            content,
            looks,
            level: &state.here,
            player: &state.player,
        }
    }

    pub const fn rules(&self) -> &'static Rules {
        self.content.rules()
    }

    pub fn is_in_sight(&self, pos: Pos) -> bool {
        self.level.cache.seen.contains(pos)
    }

    /// Whether the player and a monster see each other: there is a line of sight, and grass hides
    /// neither at this distance. Ignores disguises.
    pub fn in_mutual_sight(&self, actor: &Actor) -> bool {
        let (pos, me) = (actor.pos, self.player.pos);
        let grass = || {
            let tiles = [pos, me].map(|pos| self.level.tile(pos));
            tiles.into_iter().any(Tile::hides)
        };
        self.is_in_sight(pos) && (distance(pos, me) <= self.rules().sight.grass || !grass())
    }

    /// Whether the player sees a monster, not in disguise.
    pub fn sees(&self, actor: &Actor) -> bool {
        !actor.disguised && self.in_mutual_sight(actor)
    }

    /// Whether the player feels a monster through walls.
    pub fn senses(&self, actor: &Actor) -> bool {
        let near = || distance(actor.pos, self.player.pos) <= self.rules().ring.listening;
        self.player.has(Condition::Telepathic)
            || (!actor.disguised && near() && self.player.rings(Ring::Listening, self.content) > 0)
    }

    /// A monster for an event, as the player perceives it now.
    pub fn event_actor(&self, actor: &Actor) -> EventActor {
        let perception = if self.sees(actor) {
            Perception::Seen
        } else if self.senses(actor) {
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

    /// A stack for an event, as the player knows it now.
    pub fn event_item(&self, item: Item) -> EventItem {
        self.known_item(item.kind, item.count, item.plus)
    }

    /// The same of a stack that need not exist.
    pub fn known_item(&self, kind: ItemKind, count: u16, plus: i8) -> EventItem {
        let unknown = self.content.item(kind).look().is_some() && !self.player.knows(kind);
        let look = self.looks.get(usize::from(kind.0)).copied();
        EventItem {
            kind,
            count,
            plus,
            look: unknown.then(|| look.unwrap_or_default()),
        }
    }

    /// How the player perceives a silent event on a tile.
    pub fn tile_perception(&self, pos: Pos) -> Perception {
        if self.is_in_sight(pos) {
            Perception::Seen
        } else {
            Perception::Unnoticed
        }
    }

    /// Whether an awake enemy is in sight.
    pub fn enemy_in_sight(&self) -> bool {
        let mut actors = self.level.actors().iter();
        actors.any(|actor| actor.mood != Mood::Asleep && self.sees(actor))
    }

    /// Position of the nearest enemy in sight; of several the one with the lowest id.
    pub fn nearest_enemy(&self) -> Option<Pos> {
        let seen = self.level.actors().iter().filter(|actor| self.sees(actor));
        seen.map(|actor| actor.pos)
            .min_by_key(|&pos| distance(pos, self.player.pos))
    }

    /// Whether neither the player nor a monster is on a tile.
    pub fn is_free(&self, pos: Pos) -> bool {
        pos != self.player.pos && !self.level.cache.occupied.contains(pos)
    }

    /// Whether magic can put somebody on a tile.
    pub fn is_free_and_plain(&self, pos: Pos) -> bool {
        self.level.is_plain(pos) && self.is_free(pos)
    }

    /// The nearest free tile within `reach` of `pos` with a clear line to it, including `pos`; of
    /// several the first, row by row.
    pub fn free_tile_near(&self, pos: Pos, reach: i32) -> Option<Pos> {
        let level = self.level;
        let fits = |near: &Pos| {
            let tile = level.tile(*near);
            matches!(
                tile,
                Tile::Floor
                    | Tile::Grass
                    | Tile::Water
                    | Tile::DoorOpen
                    | Tile::Rubble
                    | Tile::Reeds
            ) && self.is_free(*near)
                && !level.is_sealed(*near)
                && !level.has_offer(*near)
                && level.has_open_line(pos, *near)
        };
        (0..=reach).flat_map(|radius| ring(pos, radius)).find(fits)
    }

    /// The tiles that the player's attack towards `dir` hits, in order: all around with an axe, two
    /// in line with a spear.
    pub fn attacked_tiles(&self, dir: Dir) -> impl Iterator<Item = Pos> + use<> {
        let from = self.player.pos;
        let next = from.step(dir);
        let reached = |from: Pos, dir: Dir| {
            let reaches = self.level.tiles.can_reach(from, dir);
            reaches.then(|| from.step(dir))
        };
        let mut tiles = [None; 8];
        tiles[0] = Some(next);
        match self.player.style(self.content) {
            Some(Style::Axe) => tiles = Dir::ALL.map(|dir| reached(from, dir)),
            Some(Style::Spear) => tiles[1] = reached(next, dir),
            _ => {}
        }
        tiles.into_iter().flatten()
    }

    /// Whether the player sees a monster on a tile that bursts when it dies.
    pub fn may_burst(&self, pos: Pos) -> bool {
        let actor = self.level.actor_at(pos);
        actor.is_some_and(|actor| actor.role(self.content) == Role::Exploder && self.sees(actor))
    }

    /// Whether a missile landing on `to` would hit a monster beside the player that bursts when it
    /// dies.
    pub fn may_burst_nearby(&self, to: Pos) -> bool {
        distance(to, self.player.pos) <= 1 && self.may_burst(to)
    }

    /// Whether a tile can be a target: in sight, and not the player's own.
    pub fn can_aim_at(&self, at: Pos) -> bool {
        at != self.player.pos && self.is_in_sight(at)
    }

    /// Lists the tiles that an item thrown or read at `at` would affect: those it flies over, then
    /// its blast.
    pub fn preview(&self, class: Class, at: Pos, covered: &mut Vec<Pos>) {
        let from = self.player.pos;
        covered.extend(self.level.projectile_path(from, at));
        let to = covered.last().copied().unwrap_or(from);
        let rules = self.rules();
        let radius = match class {
            Class::FirePot => rules.fire.pot,
            Class::Potion(_) => rules.potion.cloud,
            Class::Scroll(Scroll::Fireball)
            | Class::Relic {
                does: Scroll::Fireball,
                ..
            } => rules.fire.ball,
            _ => return,
        };
        let mut sight = self.level.cache.sight.clone();
        let mut blast = TileSet::default();
        sight.look(to, radius, &mut blast);
        covered.extend(blast.iter());
    }

    /// Brightness of a tile from 0 to 255, by braziers and the player's lantern: for display only.
    pub fn light_at(&self, pos: Pos) -> u8 {
        let falls = |from: Pos, reach: u32| {
            let far = pos - from;
            let square = (far.x * far.x + far.y * far.y) as u32;
            let whole = reach * (reach + 1);
            let left = whole.saturating_sub(square);
            (255 * left / whole.max(1)) as u8
        };
        let mut light = 0;
        if self.level.cache.lit.contains(pos) {
            let reach = self.rules().sight.brazier;
            let lights = self.level.lights().map(|from| falls(from, reach));
            light = lights.max().unwrap_or(0);
        }
        if self.is_in_sight(pos) {
            light = light.max(falls(
                self.player.pos,
                self.player.sight_radius(self.content),
            ));
        }
        light
    }
}
