//! The light on a level: adds up every source that the player knows of, over the dusk of the kind of
//! level. The game decides what is in sight, not this module.

use crate::app::dungeon::Palette;
use crate::app::dungeon::paint::{glows, hash, is_solid, noise};
use crate::app::glyph::shade::luminance;
use crate::app::glyph::{LightMap, Lit};
use crate::app::light::{Light, Source, add_to_ambient, expose, shine};
use crate::game::content::{Apparent, Sort};
use crate::game::{ActorId, Condition, FeatureView, Landmark, LanternView, Lighting, View};
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

/// The least luminance of ground in bright light, and that of ground in dim light and in the dark, before its own
/// colours. Light that is drawn is light that rules: each has its own place on this scale.
const BRIGHT: f32 = 0.9;
const DIM: f32 = 0.65;
const DARK: f32 = 0.4;

/// The hues of warm, grey and cold light, of luminance 1.
const WARM: Light = [1.65, 0.88, 0.3];
const GREY: Light = [1.0, 1.0, 1.0];
const COLD: Light = [0.2, 0.92, 4.1];

/// The share of the colour of the level and its lamps that is left in dim light, and in the dark.
const LEFT_IN_DIM: f32 = 0.35;
const LEFT_IN_DARK: f32 = 0.12;

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

    fn add_braziers(&mut self) {
        let lamp = self.palette.lamp;
        for brazier in self.view.lamps().filter(|lamp| lamp.lit) {
            self.add_source(self.flame(brazier.pos, lamp, brazier.reach as i32 + 2));
        }
    }

    /// All light but that of braziers.
    fn light_sources(&self) -> Vec<Source> {
        let mut sources = Vec::from_iter(self.lantern());
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

    /// The light of the player's lantern, if it burns.
    fn lantern(&self) -> Option<Source> {
        let player = self.view.player();
        let lantern = player.lantern.filter(LanternView::burns)?;
        let light = match lantern.reach {
            ..9 => [2.5, 1.4, 0.36],
            9..10 => [2.6, 1.3, 0.24],
            10..13 => [3.0, 1.95, 0.5],
            13.. => [2.8, 2.3, 1.1],
        };
        Some(self.flame(player.pos, light, player.sight.max(3) as i32 + 2))
    }

    /// The faint light of a valuable item.
    fn glint(&self, item: Apparent) -> Option<Light> {
        match self.view.sort(item) {
            Sort::Lantern | Sort::FirePot => Some([0.9, 0.5, 0.12]),
            Sort::Ring => Some([0.8, 0.66, 0.2]),
            Sort::Relic => Some([0.9, 0.76, 0.4]),
            Sort::Pipe => Some([0.8, 0.5, 0.2]),
            Sort::Potion => Some([0.2, 0.45, 0.7]),
            Sort::Scroll => Some([0.5, 0.5, 0.36]),
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
                (None, full) if feature.landmark == Landmark::Font => {
                    let light = if full { VAULT } else { MECHANISM };
                    [at(mechanism, light, 4), None]
                }
                (None, true) => [at(mechanism, EVERLAMP.0, EVERLAMP.1), None],
                (None, false) => [at(mechanism, GLEAM, 3), None],
                (Some(vault), true) => [at(mechanism, VAULT, 5), at(vault.door, VAULT, 8)],
                (Some(vault), false) => [at(mechanism, MECHANISM, 4), at(vault.door, MECHANISM, 3)],
            }
        });
        let lasting = self.view.lasting_lights();
        let lasting = lasting.filter_map(|lamp| at(lamp.pos, VAULT, lamp.reach as i32 + 1));
        sources.flatten().chain(lasting).collect()
    }

    /// The light of an open tile in sight: what is bright is warm, what is dim is grey, what is dark is cold.
    fn light_at(&self, pos: Pos) -> Light {
        let mist = 1.0 + self.palette.mist * (noise(pos) as f32 / 127.5 - 1.0);
        let dusk = self.palette.dusk.map(|channel| channel * mist);
        let light = add_to_ambient(dusk, self.light[pos]);
        let towards = |hue: Light, share: f32, brightness: f32| -> Light {
            let own = luminance(light).max(0.001);
            std::array::from_fn(|channel| {
                let kept = light[channel] / own * share + hue[channel] * (1.0 - share);
                kept * brightness
            })
        };
        match self.lighting(pos) {
            Lighting::Bright if luminance(light) < BRIGHT => towards(WARM, 0.6, BRIGHT),
            Lighting::Bright => light,
            Lighting::Dim => towards(GREY, LEFT_IN_DIM, DIM * mist),
            Lighting::Dark => towards(COLD, LEFT_IN_DARK, DARK * mist),
        }
    }

    /// How well a tile is lit: what the light of the Everlamp floods is bright.
    fn lighting(&self, pos: Pos) -> Lighting {
        if self.flooded.contains(pos) {
            Lighting::Bright
        } else {
            self.view.lighting(pos)
        }
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
                true => (
                    self.light_at(pos),
                    match self.lighting(pos) {
                        Lighting::Bright => Lit::VISIBLE,
                        Lighting::Dim => Lit::IN_DIM,
                        Lighting::Dark => Lit::IN_DARK,
                    },
                ),
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
            *lit = lit.seen_as(Lit::VISIBLE);
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
    use crate::game::Action;
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
    fn what_is_bright_is_warm_what_is_dim_is_grey_and_what_is_dark_is_cold() {
        let (mut checked, mut last) = ([0; 3], [0.0; 3]);
        for seed in 0..40 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            if seed % 2 == 0 {
                run.apply(Action::Hood).unwrap();
            }
            let view = run.game().view();
            let palette = Palette::of(view.level_kind(), view.depth());
            let map = crate::app::stage::level::known_map(view);
            let glow = Glow::new(view, &map, &palette, None);
            let open = map.tiles.iter().filter(|(_, tile)| !is_solid(**tile));
            for (pos, _) in open.filter(|(pos, _)| view.in_sight(*pos)) {
                let light = glow.light_at(pos);
                let [red, _, blue] = light;
                let (index, is_right) = match view.lighting(pos) {
                    Lighting::Bright => (2, luminance(light) >= BRIGHT - 0.01),
                    Lighting::Dim => (1, luminance(light) < BRIGHT),
                    Lighting::Dark => (0, blue > red && luminance(light) < DIM),
                };
                assert!(is_right, "{seed} {pos} {light:?} {:?}", view.lighting(pos));
                checked[index] += 1;
                last[index] += luminance(light);
            }
        }
        assert!(checked.iter().all(|count| *count > 100), "{checked:?}");
        let mean: Vec<f32> = (0..3).map(|one| last[one] / checked[one] as f32).collect();
        assert!(
            mean[0] * 1.5 < mean[1] && mean[1] * 1.5 < mean[2],
            "{mean:?}"
        );
    }
}
