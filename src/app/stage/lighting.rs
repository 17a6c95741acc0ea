//! The light on a level: adds up every source that the player knows of, over the dusk of the kind of
//! level. The game decides what is in sight, not this module.

use crate::app::dungeon::Palette;
use crate::app::dungeon::paint::{glows, hash, is_solid, noise};
use crate::app::glyph::shade::luminance;
use crate::app::glyph::{LightMap, Lit};
use crate::app::light::{Light, Source, add_to_ambient, expose, shine};
use crate::game::content::{Class, ItemKind};
use crate::game::{ActorId, Condition, FeatureView, View};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Tile, TileSet};

/// The light of a conduit or a lever, and of an open vault.
const MECHANISM: Light = [1.5, 0.95, 0.2];
const VAULT: Light = [1.7, 1.2, 0.4];
/// The light of the burning Everlamp, and its radius in tiles.
const EVERLAMP: (Light, i32) = ([3.6, 2.5, 0.9], 40);
/// The gleam of the unlit Everlamp.
const GLEAM: Light = [0.2, 0.34, 0.62];
/// The light of a burning actor.
const BURNING: Light = [2.6, 0.9, 0.12];
const STAIRS: Light = [0.34, 0.42, 0.5];

/// Share of a brazier's light in a lit room whose brazier the player has not seen.
const UNSEEN_BRAZIER: f32 = 0.7;

/// Largest change of a flame's light by flickering, as a share of it.
const FLICKER: f32 = 0.12;

/// The light of a tile, linear: the inverse of [`expose`].
pub(super) fn linear_light(lit: Lit) -> Light {
    lit.light.map(|root| (f32::from(root) / 128.0).powi(2))
}

/// The burning actors in sight, with their positions.
pub(super) fn burning_actors(view: View<'_>) -> impl Iterator<Item = (ActorId, Pos)> {
    let burns = view.condition(Condition::Burning) > 0;
    let player = burns.then_some((ActorId::PLAYER, view.player().pos));
    let others = view.actors().filter(|actor| actor.burns && actor.in_sight);
    player
        .into_iter()
        .chain(others.map(|actor| (actor.id, actor.pos)))
}

/// The light of a level while it is computed.
pub(super) struct Glow<'a> {
    view: View<'a>,
    map: &'a Map,
    palette: &'a Palette,
    /// The time by which flames flicker, in beats or turns; `None` if nothing may move.
    flicker: Option<f64>,
    light: Grid<Light>,
    /// Light that is visible even where the ground is only remembered.
    wave: Vec<(Pos, Light)>,
    /// Tiles that are shown in their light even if they are out of sight.
    flooded: TileSet,
}

impl<'a> Glow<'a> {
    /// Computes the light of everything that is part of the level. `map` has its known tiles.
    pub fn new(view: View<'a>, map: &'a Map, palette: &'a Palette, flicker: Option<f64>) -> Self {
        let size = view.size();
        let mut glow = Self {
            view,
            map,
            palette,
            flicker,
            light: Grid::new(size.width, size.height, Light::default()),
            wave: Vec::new(),
            flooded: TileSet::new(size),
        };
        glow.add_braziers();
        for source in glow.light_sources() {
            shine(map, source, &mut glow.light);
        }
        glow
    }

    pub fn add_source(&mut self, source: Source) {
        shine(self.map, source, &mut self.light);
    }

    /// Adds light that is visible even out of sight.
    pub fn add_wave(&mut self, light: impl Iterator<Item = (Pos, Light)>) {
        self.wave.extend(light);
    }

    /// Adds light to the whole known level, or only to the `passed` tiles and their neighbours.
    pub fn flood(&mut self, light: Light, passed: Option<&TileSet>) {
        for (pos, _) in self.map.tiles.iter() {
            let is_near = |passed: &TileSet| {
                let mut around = Rect::between(pos, pos).grown(1).positions();
                around.any(|pos| passed.contains(pos))
            };
            if passed.is_none_or(is_near) {
                self.flooded.insert(pos);
                let here = &mut self.light[pos];
                *here = std::array::from_fn(|channel| here[channel] + light[channel]);
            }
        }
    }

    /// Whether a tile is shown in its light rather than as remembered.
    fn is_visible(&self, pos: Pos) -> bool {
        self.view.in_sight(pos) || self.flooded.contains(pos)
    }

    /// The light of a flame at the current beat of its flicker.
    fn flame(&self, at: Pos, light: Light, radius: i32) -> Source {
        let wave = self.flicker.map_or(0.0, |time| {
            let at_beat = |beat: f64| {
                let key = Pos::new(at.x + 131 * (beat % 9973.0) as i32, at.y);
                (hash(key) % 256) as f32 / 127.5 - 1.0
            };
            let share = time.fract() as f32;
            at_beat(time.floor()) * (1.0 - share) + at_beat(time.floor() + 1.0) * share
        });
        let light = light.map(|channel| channel * (1.0 + wave * FLICKER));
        Source::around(at, light, radius)
    }

    /// Adds the light of braziers. A lit room is shown lit even if its brazier is not known.
    fn add_braziers(&mut self) {
        let lamp = self.palette.lamp;
        for brazier in self.view.lamps().filter(|lamp| lamp.lit) {
            self.add_source(self.flame(brazier.pos, lamp, brazier.reach as i32 + 2));
        }
        for pos in self.view.lit_tiles() {
            if self.light[pos] == Light::default() {
                let share = UNSEEN_BRAZIER * f32::from(self.view.light(pos)) / 255.0;
                self.light[pos] = lamp.map(|channel| channel * share);
            }
        }
    }

    /// All light but that of braziers.
    fn light_sources(&self) -> Vec<Source> {
        let mut sources = vec![self.lantern()];
        if let Some(growth) = self.palette.growth {
            let tiles = self.map.tiles.iter();
            let growths = tiles.filter(|(pos, _)| glows(self.map, self.palette, *pos));
            sources.extend(growths.map(|(pos, tile)| {
                // On a wall it shines from the ground in front.
                let at = match tile {
                    Tile::Wall => pos.step(Dir::South),
                    _ => pos,
                };
                Source {
                    towards: growth.towards,
                    ..Source::around(at, growth.light, growth.radius)
                }
            }));
        }
        let stairs = [self.view.stairs_up(), self.view.stairs_down()];
        sources.extend(
            stairs
                .into_iter()
                .flatten()
                .map(|at| Source::around(at, STAIRS, 4)),
        );
        for item in self.view.items() {
            if let Some(light) = self.glint(item.kind) {
                sources.push(Source::around(item.pos, light, 2));
            }
        }
        for actor in self.view.actors().filter(|actor| actor.in_sight) {
            let def = self.view.content().monster(actor.kind);
            if let Some(glow) = def.glow {
                let (r, g, b) = glow.light;
                let light = [r, g, b].map(|channel| f32::from(channel) / 100.0);
                sources.push(self.flame(actor.pos, light, glow.reach.into()));
            }
        }
        sources.extend(burning_actors(self.view).map(|(_, at)| self.flame(at, BURNING, 6)));
        sources.extend(self.feature_sources());
        sources
    }

    /// The player's lantern, or the dim light around a player without one.
    fn lantern(&self) -> Source {
        let player = self.view.player();
        let mut pack = self.view.pack();
        let reach =
            pack.find_map(
                |(letter, item)| match self.view.content().item(item.kind).class {
                    Class::Lantern(reach) => self.view.is_equipped(letter).then_some(reach),
                    _ => None,
                },
            );
        let light = match reach {
            None => [2.5, 1.55, 0.46],
            Some(..10) => [2.6, 1.3, 0.24],
            Some(10..13) => [3.0, 1.95, 0.5],
            Some(13..) => [2.8, 2.3, 1.1],
        };
        self.flame(player.pos, light, player.sight.max(3) as i32 + 2)
    }

    /// The faint light of a valuable item.
    fn glint(&self, kind: ItemKind) -> Option<Light> {
        match self.view.content().item(kind).class {
            Class::Lantern(_) | Class::FirePot => Some([0.9, 0.5, 0.12]),
            Class::Ring(_) => Some([0.8, 0.66, 0.2]),
            Class::Relic { .. } => Some([0.9, 0.76, 0.4]),
            Class::Potion(_) => Some([0.2, 0.45, 0.7]),
            Class::Scroll(_) => Some([0.5, 0.5, 0.36]),
            _ => None,
        }
    }

    /// The light of vaults and their mechanisms, and of the Everlamp.
    fn feature_sources(&self) -> Vec<Source> {
        // What stands in a wall shines from an open tile beside it.
        let beside = |at: Pos| {
            let open = |pos: &Pos| self.map.is_walkable(*pos);
            Dir::ALL.map(|dir| at.step(dir)).into_iter().find(open)
        };
        let at = |at: Pos, light, radius| {
            let at = if is_solid(self.map.tiles[at]) {
                beside(at)?
            } else {
                at
            };
            Some(self.flame(at, light, radius))
        };
        let sources = self.view.features().flat_map(|feature| {
            let mechanism = feature.at;
            match (feature.vault, feature.open) {
                (None, true) => [at(mechanism, EVERLAMP.0, EVERLAMP.1), None],
                (None, false) => [at(mechanism, GLEAM, 3), None],
                (Some(vault), true) => [at(mechanism, VAULT, 5), at(vault.door, VAULT, 8)],
                (Some(vault), false) => [at(mechanism, MECHANISM, 4), at(vault.door, MECHANISM, 3)],
            }
        });
        sources.flatten().collect()
    }

    /// The light of an open tile in sight.
    fn light_at(&self, pos: Pos) -> Light {
        let mist = 1.0 + self.palette.mist * (noise(pos) as f32 / 127.5 - 1.0);
        add_to_ambient(
            self.palette.dusk.map(|channel| channel * mist),
            self.light[pos],
        )
    }

    /// The light of a wall in sight: that of the brightest ground in sight beside it.
    fn wall_light(&self, pos: Pos) -> Light {
        let around = Rect::between(pos, pos).grown(1).positions();
        let open = |pos: &Pos| {
            let tile = self.map.tiles.get(*pos);
            tile.is_some_and(|tile| !is_solid(*tile)) && self.is_visible(*pos)
        };
        let brightest = around.filter(open).map(|pos| self.light_at(pos));
        let brighter = |a: &Light, b: &Light| luminance(*a).total_cmp(&luminance(*b));
        brightest
            .max_by(brighter)
            .unwrap_or_else(|| self.light_at(pos))
    }

    /// Writes light, sight and object flags of every known tile. `share` scales each tile's light.
    pub fn write(&self, light: &mut LightMap, share: impl Fn(Pos) -> f32) {
        let size = self.view.size();
        light.set_origin(Pos::default(), Lit::default());
        let tiles = light.tiles_mut();
        tiles.reset(size.width, size.height, Lit::default());
        let remembered = [self.palette.memory, self.palette.wall_memory];
        let mapped = self.palette.mapped();
        for (pos, tile) in self.map.tiles.iter() {
            if *tile == Tile::Void && !self.view.in_sight(pos) {
                continue;
            }
            let solid = is_solid(*tile);
            let (shown, sight) = match self.is_visible(pos) {
                true if solid => (self.wall_light(pos), Lit::VISIBLE),
                true => (self.light_at(pos), Lit::VISIBLE),
                false if self.view.is_mapped(pos) => (mapped[usize::from(solid)], Lit::REMEMBERED),
                false => (remembered[usize::from(solid)], Lit::REMEMBERED),
            };
            let flags = match tile {
                Tile::StairsUp | Tile::StairsDown | Tile::Brazier => Lit::OBJECT,
                // In view their own light shows them, and must not outshine creatures.
                Tile::DoorClosed | Tile::DoorOpen | Tile::Pew | Tile::Tomb
                    if sight == Lit::REMEMBERED =>
                {
                    Lit::OBJECT
                }
                Tile::Wall | Tile::Void => Lit::SOLID,
                Tile::Grass => Lit::SWAYS,
                Tile::Water => Lit::FLOWS,
                _ => 0,
            };
            let share = share(pos);
            tiles[pos] = Lit {
                light: expose(shown.map(|channel| channel * share)),
                flags: sight | flags,
            };
        }
        for (pos, more) in &self.wave {
            let Some(lit) = tiles.get_mut(*pos) else {
                continue;
            };
            let own = match lit.sight() {
                Lit::UNSEEN => continue,
                Lit::REMEMBERED => self.palette.memory,
                _ => self.light_at(*pos),
            };
            lit.light = expose(std::array::from_fn(|channel| own[channel] + more[channel]));
            lit.flags = lit.flags & !Lit::REMEMBERED | Lit::VISIBLE;
        }
        let items = self.view.items().map(|item| item.pos);
        let parts = self.view.features().flat_map(FeatureView::parts);
        for pos in items.chain(parts) {
            if let Some(lit) = tiles.get_mut(pos).filter(|lit| lit.sight() != Lit::UNSEEN) {
                lit.flags |= Lit::OBJECT;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::rng::Seed;

    fn run() -> Run {
        Run::new(Seed(7), None).unwrap()
    }

    fn lit(view: View<'_>, flicker: Option<f64>) -> LightMap {
        let palette = Palette::of(view.level_kind(), view.depth());
        let map = crate::app::stage::level::known_map(view);
        let mut light = LightMap::default();
        Glow::new(view, &map, &palette, flicker).write(&mut light, |_| 1.0);
        light
    }

    #[test]
    fn flames_flicker_by_the_turn_and_not_at_all_where_nothing_moves() {
        let run = run();
        let view = run.game().view();
        let at = |flicker| lit(view, flicker).tiles().clone();
        assert!(at(Some(3.0)) == at(Some(3.0)));
        assert!(at(Some(3.0)) != at(Some(4.0)));
        assert!(at(Some(3.0)) != at(Some(3.5)) && at(Some(3.5)) != at(Some(4.0)));
        assert!(at(None) == at(None));
    }

    #[test]
    fn what_lies_about_is_marked_as_a_thing_and_what_is_remembered_has_the_light_of_memory() {
        let run = run();
        let view = run.game().view().whole();
        let light = lit(view, None);
        let mut things = 0;
        for item in view.items() {
            things += 1;
            assert!(light.get(item.pos).flags & Lit::OBJECT != 0, "{}", item.pos);
        }
        assert!(things > 0);
        let memory = expose(Palette::of(view.level_kind(), 1).memory);
        let remembered = |(_, lit): &(Pos, &Lit)| lit.flags == Lit::REMEMBERED;
        let mut remembered = light.tiles().iter().filter(remembered).peekable();
        assert!(remembered.peek().is_some());
        assert!(remembered.all(|(_, lit)| lit.light == memory));
    }

    #[test]
    fn a_room_is_lit_whether_or_not_its_brazier_is_known() {
        let (mut lit_by_unseen, mut checked) = (0, 0);
        for seed in 0..40 {
            let run = Run::new(Seed(seed), None).unwrap();
            let view = run.game().view();
            let palette = Palette::of(view.level_kind(), view.depth());
            let map = crate::app::stage::level::known_map(view);
            let glow = Glow::new(view, &map, &palette, None);
            let known: Vec<Pos> = view.lamps().map(|lamp| lamp.pos).collect();
            for (pos, _) in map.tiles.iter() {
                let lit = view.tile(pos).is_some_and(|tile| tile.lit);
                if lit && !is_solid(map.tiles[pos]) {
                    checked += 1;
                    lit_by_unseen += usize::from(known.is_empty());
                    assert!(glow.light[pos][0] > 0.0, "{seed} {pos}");
                }
            }
        }
        assert!(
            checked > 100 && lit_by_unseen > 0,
            "{checked}, {lit_by_unseen}"
        );
    }
}
