//! Lighting: coloured light sources whose shadows follow the field of view, over an ambient light.
//! [`LightPlugin`] lights the [`Dungeon`] with lamps in some of the rooms and a lantern that the
//! walker carries. Purely visual: light never affects the game.

use bevy::prelude::*;

use super::dungeon::paint::is_solid;
use super::dungeon::{Dungeon, Look, Palette, Scene, dungeon_changed, is_large};
use super::frame::{Phase, any_changed};
use super::glyph::shade::{Linear, luminance};
use super::glyph::{Cell, Glyph, LightMap, Lit, Terrain};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Tile, fov};
use crate::rng::{Stream, Streams, Tag};

/// Lights the [`Dungeon`]: hangs lamps on the walls of its rooms and lights the surroundings of the
/// [`Lantern`]. Needs [`DungeonPlugin`](super::dungeon::DungeonPlugin); the light is written to the
/// [`LightMap`], the lamps to the [`Terrain`].
pub struct LightPlugin;

/// The systems of [`LightPlugin`], within [`Phase::Light`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lighting;

impl Plugin for LightPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<StaticLight>()
            .init_resource::<Lantern>()
            .add_systems(
                Update,
                (
                    (
                        light_dungeon.run_if(dungeon_changed),
                        move_lantern.run_if(any_changed::<(Dungeon, Scene, Look, Lantern)>),
                    )
                        .chain()
                        .run_if(resource_equals(Look::Lit)),
                    cover_lantern
                        .run_if(any_changed::<(Dungeon, Scene, Look, Lantern)>)
                        .run_if(resource_equals(Look::Plan)),
                )
                    .run_if(resource_equals(Scene::Dungeon))
                    .in_set(Lighting)
                    .in_set(Phase::Light),
            );
    }
}

/// The tile of the lantern, or `None` if there is none. Without a lantern, the last light stays until
/// the next map.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lantern(pub Option<Pos>);

/// Linear light: red, green and blue. 1 shows a tile's own colours.
pub type Light = Linear;

/// The ambient light of a map too large for lamps.
const LARGE_MAP_AMBIENT: Light = [0.52, 0.55, 0.74];

/// The ambient light of other maps; part of the palette's dusk is added to it.
const AMBIENT: Light = [0.22, 0.23, 0.30];

/// The lantern's light and its radius, in tiles.
const LANTERN: (Light, i32) = ([1.7, 1.05, 0.42], 10);

/// The kinds of lamps: weight, light, and radius in tiles.
const LAMPS: [(u32, Light, i32); 5] = [
    (5, [2.1, 0.85, 0.18], 12),
    (3, [2.0, 0.36, 0.12], 11),
    (2, [0.08, 1.25, 1.2], 11),
    (1, [0.66, 0.24, 2.1], 11),
    (3, [1.4, 1.2, 0.6], 11),
];

/// Minimum width of a room with two lamps, in tiles.
const WIDE_ROOM: i32 = 14;

/// A light source.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// The tile of the source.
    pub at: Pos,
    /// The light on that tile; it fades with distance.
    pub light: Light,
    /// How far the light reaches, in tiles.
    pub radius: i32,
    /// The direction of a cone of light; `None` shines in all directions.
    pub towards: Option<Dir>,
}

/// Cosines of the angles from the middle of a cone at which its light begins to fade and ends.
const CONE_COSINES: (f32, f32) = (0.8, 0.1);

impl Source {
    /// A source that shines in all directions.
    pub const fn around(at: Pos, light: Light, radius: i32) -> Self {
        Self {
            at,
            light,
            radius,
            towards: None,
        }
    }

    /// The share of the light that goes in the direction of `offset`, 0 to 1.
    fn cone_share(self, offset: Pos) -> f32 {
        let Some(dir) = self.towards.filter(|_| offset != Pos::default()) else {
            return 1.0;
        };
        let delta = dir.delta();
        let dot = (offset.x * delta.x + offset.y * delta.y) as f32;
        let length = |pos: Pos| (pos.x as f32).hypot(pos.y as f32);
        let cosine = dot / (length(offset) * length(delta));
        let (full, none) = CONE_COSINES;
        ((cosine - none) / (full - none)).clamp(0.0, 1.0)
    }

    /// The light that reaches a tile, if nothing is in the way.
    fn light_on(self, pos: Pos) -> Light {
        let offset = pos - self.at;
        let square = (offset.x * offset.x + offset.y * offset.y) as f32;
        let reach = self.radius as f32 + 0.5;
        let share = (1.0 - square / (reach * reach)).max(0.0);
        let share = share * share * self.cone_share(offset);
        self.light.map(|channel| channel * share)
    }
}

/// Adds the light of a source to every tile in its field of view.
pub fn shine(map: &Map, source: Source, lights: &mut Grid<Light>) {
    fov::visible(map, source.at, source.radius as u32, |pos| {
        let light = &mut lights[pos];
        *light = add(*light, source.light_on(pos));
    });
}

fn add(one: Light, other: Light) -> Light {
    std::array::from_fn(|channel| one[channel] + other[channel])
}

/// Adds the light of lamps to the ambient light. Lamps suppress the ambient light, which would
/// otherwise muddy their colour.
pub(in crate::app) fn add_to_ambient(ambient: Light, lamps: Light) -> Light {
    let left = (1.0 + 2.5 * luminance(lamps)).powi(-2);
    add(lamps, ambient.map(|channel| channel * left))
}

/// Encodes light for [`Lit::light`]. Light that is too bright for it is dimmed, keeping its hue.
pub(in crate::app) fn expose(light: Light) -> [u8; 3] {
    let brightest = light.into_iter().fold(MAX_LIGHT, f32::max);
    light.map(|channel| ((channel.max(0.0) * MAX_LIGHT / brightest).sqrt() * 128.0) as u8)
}

/// The brightest light that the eight bits of a [`Lit::light`] channel hold.
const MAX_LIGHT: f32 = 3.96;

/// The light that does not change from turn to turn, and the last place of the lantern.
#[derive(Resource, Default)]
struct StaticLight {
    lamps: Grid<Light>,
    ambient: Light,
    /// The tile where the light of the lantern was last drawn.
    lantern: Option<Pos>,
}

impl StaticLight {
    /// The encoded light of a tile together with `extra` light.
    fn with_extra(&self, pos: Pos, extra: Light) -> [u8; 3] {
        expose(add_to_ambient(self.ambient, add(self.lamps[pos], extra)))
    }
}

fn visible(light: [u8; 3]) -> Lit {
    Lit {
        light,
        flags: Lit::VISIBLE,
    }
}

/// Lights a new map, without the lantern.
fn light_dungeon(
    dungeon: Res<Dungeon>,
    mut static_light: ResMut<StaticLight>,
    mut terrain: ResMut<Terrain>,
    mut lights: ResMut<LightMap>,
) {
    let map = dungeon.map();
    let size = map.size();
    static_light.lantern = None;
    if is_large(size) {
        static_light.lamps = Grid::default();
        *lights.tiles_mut() = Grid::default();
        lights.set_origin(Pos::default(), visible(expose(LARGE_MAP_AMBIENT)));
        return;
    }
    lights.set_origin(Pos::default(), Lit::default());
    let palette = Palette::of_generator(dungeon.spec().generator().info().name);
    static_light.ambient = add(AMBIENT, palette.dusk.map(|channel| channel * 0.3));
    let lamps = &mut static_light.lamps;
    lamps.reset(size.width, size.height, Light::default());
    let mut stream = Streams::new(dungeon.spec().seed).stream(Tag::COSMETIC, &[]);
    for room in map.rooms.iter().map(|room| room.area) {
        let lamp = pick_lamp(&mut stream).filter(|_| room.width() * room.height() >= 9);
        let Some((light, radius)) = lamp else {
            continue;
        };
        for pos in lamp_positions(room) {
            if map.tiles.get(pos) == Some(&Tile::Wall) {
                let below = pos.step(Dir::South);
                shine(map, Source::around(below, light, radius), lamps);
                draw_lamp(pos, light, &mut terrain);
            }
        }
    }
    let tiles = lights.tiles_mut();
    tiles.reset(size.width, size.height, Lit::default());
    for (pos, tile) in map.tiles.iter() {
        tiles[pos] = visible(static_light.with_extra(pos, Light::default()));
        tiles[pos].flags |= if is_solid(*tile) { Lit::SOLID } else { 0 };
    }
}

/// Picks the light and the radius of a room's lamps; one room in four has none.
fn pick_lamp(stream: &mut Stream) -> Option<(Light, i32)> {
    let is_lit = stream.chance(3, 4);
    let kind = stream.weighted(&LAMPS.map(|(weight, ..)| weight));
    let (_, light, radius) = LAMPS[kind.filter(|_| is_lit)?];
    Some((light, radius))
}

/// The positions of the lamps in the upper wall of a room: one in the middle, or two in a wide room.
fn lamp_positions(room: Rect) -> impl Iterator<Item = Pos> {
    let (left, width) = (room.left, room.width());
    let columns = if width < WIDE_ROOM {
        [Some(room.center().x), None]
    } else {
        [Some(left + width / 4), Some(left + width - 1 - width / 4)]
    };
    let columns = columns.into_iter().flatten();
    columns.map(move |x| Pos::new(x, room.top - 1))
}

/// Draws a lamp on the wall at `pos`: a flame of the light's hue, but paler.
fn draw_lamp(pos: Pos, light: Light, terrain: &mut Terrain) {
    if let Some(wall) = terrain.cells().get(pos).copied() {
        let lamp = Cell {
            glyph: Glyph::of('☼').unwrap_or_default(),
            fg: light.map(|channel| (110.0 + channel * 80.0).min(255.0) as u8),
            ..wall
        };
        terrain.set(pos, lamp);
    }
}

/// Moves the lantern's light to the lantern's tile.
fn move_lantern(
    (dungeon, lantern): (Res<Dungeon>, Res<Lantern>),
    mut static_light: ResMut<StaticLight>,
    mut lights: ResMut<LightMap>,
) {
    let Some(at) = lantern.0 else { return };
    let (light, radius) = LANTERN;
    let source = Source::around(at, light, radius);
    if is_large(dungeon.map().size()) {
        light_large_map(dungeon.map(), source, &mut lights);
        return;
    }
    let tiles = lights.tiles_mut();
    if let Some(before) = static_light.lantern.replace(at) {
        for pos in Rect::between(before, before).grown(radius).positions() {
            if let Some(lit) = tiles.get_mut(pos) {
                lit.light = static_light.with_extra(pos, Light::default());
                lit.flags &= !Lit::COVERED;
            }
        }
    }
    fov::visible(dungeon.map(), at, radius as u32, |pos| {
        tiles[pos].light = static_light.with_extra(pos, source.light_on(pos));
    });
    if let Some(here) = tiles.get_mut(at) {
        here.flags |= Lit::COVERED;
    }
}

/// Hides the glyph of the lantern's tile on a plan, which has no light.
fn cover_lantern(
    (dungeon, lantern): (Res<Dungeon>, Res<Lantern>),
    mut before: Local<Option<Pos>>,
    mut lights: ResMut<LightMap>,
) {
    let Some(at) = lantern.0 else { return };
    let flat = Lit::FULL.seen_as(Lit::FLAT);
    let covered = Lit {
        flags: flat.flags | Lit::COVERED,
        ..flat
    };
    if is_large(dungeon.map().size()) {
        lights.set_origin(at, flat);
        lights.tiles_mut().reset(1, 1, covered);
        return;
    }
    for (pos, lit) in [(before.replace(at), flat), (Some(at), covered)] {
        if let Some(tile) = pos.and_then(|pos| lights.tiles_mut().get_mut(pos)) {
            *tile = lit;
        }
    }
}

/// Lights a large map with the lantern. It has no other lights, so only the tiles around the lantern
/// get values of their own.
fn light_large_map(map: &Map, lantern: Source, lights: &mut LightMap) {
    let Source { at, radius, .. } = lantern;
    let side = 2 * radius as u32 + 1;
    let corner = at - Pos::new(radius, radius);
    let ambient = visible(expose(LARGE_MAP_AMBIENT));
    lights.set_origin(corner, ambient);
    let tiles = lights.tiles_mut();
    tiles.reset(side, side, ambient);
    fov::visible(map, at, radius as u32, |pos| {
        if let Some(lit) = tiles.get_mut(pos - corner) {
            lit.light = expose(add_to_ambient(LARGE_MAP_AMBIENT, lantern.light_on(pos)));
        }
    });
    if let Some(here) = tiles.get_mut(at - corner) {
        here.flags |= Lit::COVERED;
    }
}

/// Encodes light that was mixed perceptually, not linearly, as a visible [`Lit`]. 1 shows a tile's own
/// colours; brighter light is compressed, keeping its hue.
pub(in crate::app) fn encode(light: Light) -> Lit {
    let brightest = light.into_iter().fold(1.0, f32::max);
    let over = brightest - 1.0;
    let scale = (1.0 + over / (1.0 + over)) / brightest;
    visible(light.map(|channel| (channel * scale * 128.0).min(255.0) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bright_light_keeps_its_hue_and_plain_light_its_strength() {
        assert_eq!(encode([1.0, 0.5, 0.25]).light, [128, 64, 32]);
        let [r, g, b] = encode([8.0, 4.0, 2.0]).light;
        assert!(r > 200 && g.abs_diff(r / 2) <= 1 && b.abs_diff(r / 4) <= 1);
        assert_eq!(expose([1.0, 0.25, 0.0]), [128, 64, 0]);
        let [r, g, b] = expose([16.0, 4.0, 1.0]);
        assert!(r > 250 && g.abs_diff(r / 2) <= 1 && b.abs_diff(r / 4) <= 1);
    }

    #[test]
    fn light_falls_off_smoothly_and_stops_at_walls() {
        let map = Map::from_text("############\n#@.....#...#\n############\n").unwrap();
        let mut lights = Grid::new(12, 3, Light::default());
        let source = Source::around(Pos::new(1, 1), [2.0, 1.0, 0.0], 9);
        shine(&map, source, &mut lights);
        let along: Vec<f32> = (1..7).map(|x| lights[Pos::new(x, 1)][0]).collect();
        assert_eq!(along[0], 2.0);
        assert!(
            along
                .windows(2)
                .all(|pair| pair[0] > pair[1] && pair[1] > 0.5 * pair[0])
        );
        assert_eq!(lights[Pos::new(8, 1)], [0.0; 3], "behind the wall");
        assert!(lights[Pos::new(3, 0)][0] > 0.0, "on the wall");
    }

    #[test]
    fn a_cone_lights_what_it_points_at_and_nothing_behind() {
        let text = [
            "###########",
            "#.........#",
            "#.........#",
            "#....@....#",
            "#.........#",
            "#.........#",
            "#.........#",
            "###########",
        ];
        let map = Map::from_text(&text.join("\n")).unwrap();
        let mut lights = Grid::new(11, 8, Light::default());
        let at = Pos::new(5, 3);
        let source = Source {
            at,
            light: [2.0, 1.0, 0.5],
            radius: 6,
            towards: Some(Dir::South),
        };
        shine(&map, source, &mut lights);
        let red = |x: i32, y: i32| lights[at + Pos::new(x, y)][0];
        assert_eq!(red(0, 0), 2.0);
        let all_around = Source {
            towards: None,
            ..source
        };
        assert_eq!(red(0, 2), all_around.light_on(at + Pos::new(0, 2))[0]);
        assert!(red(0, 2) > red(1, 2) || red(1, 2) > red(2, 2));
        assert_eq!(red(2, 2), red(-2, 2));
        assert!(red(2, 2) > 0.0 && red(4, 2) < all_around.light_on(at + Pos::new(4, 2))[0]);
        for (x, y) in [(0, -1), (1, -1), (-2, -2), (3, 0)] {
            assert_eq!(red(x, y), 0.0, "{x} {y}");
        }
    }

    #[test]
    fn a_lamp_drives_the_dusk_away() {
        let dusk = [0.1, 0.2, 1.0];
        assert_eq!(add_to_ambient(dusk, [0.0; 3]), dusk);
        let [r, _, b] = add_to_ambient(dusk, [2.0, 1.0, 0.2]);
        assert!(r > 2.0 && b < 0.6);
    }

    #[test]
    fn a_wide_room_has_two_lamps_and_a_small_one_has_one() {
        let room = |width| Rect::sized(Pos::new(5, 5), width, 4);
        let positions = |width| lamp_positions(room(width)).collect::<Vec<_>>();
        assert_eq!(positions(5), [Pos::new(7, 4)]);
        assert_eq!(positions(16), [Pos::new(9, 4), Pos::new(16, 4)]);
    }
}
