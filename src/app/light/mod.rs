//! How a map is lit: sources of light whose shadows fall as sight does, in linear colour, over the
//! dusk of its kind. On the [`Dungeon`] these are lamps in some of the rooms and a lantern that is
//! carried. Only looks: nothing here decides anything.

use bevy::prelude::*;

use super::dungeon::paint::is_solid;
use super::dungeon::{Dungeon, Palette, Scene, is_large};
use super::frame::Phase;
use super::glyph::shade::{Linear, luminance};
use super::glyph::{Cell, Glyph, LightMap, Lit, Terrain};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Tile, fov};
use crate::rng::{Stream, Streams, Tag};

/// Lights the [`Dungeon`] and hangs lamps on its walls.
pub struct LightPlugin;

/// What [`LightPlugin`] does, within [`Phase::Light`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lighting;

impl Plugin for LightPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Glow>()
            .init_resource::<Lantern>()
            .add_systems(
                Update,
                (
                    hang_lamps
                        .run_if(resource_changed::<Dungeon>.or_eager(resource_changed::<Scene>)),
                    carry_lantern.run_if(
                        resource_changed::<Dungeon>
                            .or_eager(resource_changed::<Scene>)
                            .or_eager(resource_changed::<Lantern>),
                    ),
                )
                    .chain()
                    .run_if(resource_equals(Scene::Dungeon))
                    .in_set(Lighting)
                    .in_set(Phase::Light),
            );
    }
}

/// The tile where the lantern is carried, if anybody carries it.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lantern(pub Option<Pos>);

/// Light by channel, linear; 1 shows a tile's own colours.
pub type Light = Linear;

/// The light of a map too large for lamps.
const DAWN: Light = [0.52, 0.55, 0.74];

/// What falls on a map that is seen whole.
const DAY: Light = [0.22, 0.23, 0.30];

/// The lantern's light, and how many tiles it reaches.
const LANTERN: (Light, i32) = ([1.7, 1.05, 0.42], 10);

/// The lamps that rooms are lit by: how often each of them hangs, its light and how many tiles it
/// reaches.
const LAMPS: [(u32, Light, i32); 5] = [
    (5, [2.1, 0.85, 0.18], 12),
    (3, [2.0, 0.36, 0.12], 11),
    (2, [0.08, 1.25, 1.2], 11),
    (1, [0.66, 0.24, 2.1], 11),
    (3, [1.4, 1.2, 0.6], 11),
];

/// Rooms of this width, in tiles, or more have two lamps.
const WIDE: i32 = 14;

/// A point that light comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// The tile it is on.
    pub at: Pos,
    /// Its light on that tile.
    pub light: Light,
    /// How many tiles it reaches.
    pub radius: i32,
    /// The direction of a cone of light; `None` shines all around.
    pub towards: Option<Dir>,
}

/// Cosines of the angles from the middle of a cone at which its light begins to fall off and ends.
const CONE: (f32, f32) = (0.8, 0.1);

impl Source {
    /// One that shines all around.
    pub const fn around(at: Pos, light: Light, radius: i32) -> Self {
        Self {
            at,
            light,
            radius,
            towards: None,
        }
    }

    /// The share of its light that goes that way, from 0 to 1.
    fn cone(self, offset: Pos) -> f32 {
        let Some(dir) = self.towards.filter(|_| offset != Pos::default()) else {
            return 1.0;
        };
        let way = dir.delta();
        let along = (offset.x * way.x + offset.y * way.y) as f32;
        let length = |pos: Pos| (pos.x as f32).hypot(pos.y as f32);
        let cosine = along / (length(offset) * length(way));
        ((cosine - CONE.1) / (CONE.0 - CONE.1)).clamp(0.0, 1.0)
    }

    /// What reaches a tile in sight of it.
    fn falls_on(self, pos: Pos) -> Light {
        let offset = pos - self.at;
        let square = (offset.x * offset.x + offset.y * offset.y) as f32;
        let reach = self.radius as f32 + 0.5;
        let share = (1.0 - square / (reach * reach)).max(0.0);
        let share = share * share * self.cone(offset);
        self.light.map(|channel| channel * share)
    }
}

/// Adds the light of a source to what it falls on.
pub fn shine(map: &Map, source: Source, lights: &mut Grid<Light>) {
    fov::visible(map, source.at, source.radius as u32, |pos| {
        let more = source.falls_on(pos);
        let light = &mut lights[pos];
        *light = std::array::from_fn(|channel| light[channel] + more[channel]);
    });
}

/// Lamps over the dusk, which they drive away: their colour is not muddied by it.
pub(in crate::app) fn over(dusk: Light, lamps: Light) -> Light {
    let left = (1.0 + 2.5 * luminance(lamps)).powi(-2);
    std::array::from_fn(|channel| lamps[channel] + dusk[channel] * left)
}

/// Light as the shader reads it. What is too bright for it keeps its hue.
pub(in crate::app) fn expose(light: Light) -> [u8; 3] {
    let most = light.into_iter().fold(BRIGHTEST, f32::max);
    light.map(|channel| ((channel.max(0.0) * BRIGHTEST / most).sqrt() * 128.0) as u8)
}

/// The brightest light that the shader's eight bits hold.
const BRIGHTEST: f32 = 3.96;

/// What stays from turn to turn: the light of the lamps, the dusk, and where the lantern was.
#[derive(Resource, Default)]
struct Glow {
    lamps: Grid<Light>,
    dusk: Light,
    lantern: Option<Pos>,
}

impl Glow {
    /// The light of a tile and of what else falls on it.
    fn at(&self, pos: Pos, more: Light) -> [u8; 3] {
        let lamps = self.lamps[pos];
        let all = std::array::from_fn(|channel| lamps[channel] + more[channel]);
        expose(over(self.dusk, all))
    }
}

/// In sight in this light.
fn seen(light: [u8; 3]) -> Lit {
    Lit {
        light,
        flags: Lit::VISIBLE,
    }
}

/// Lights a new map, all but the lantern.
fn hang_lamps(
    dungeon: Res<Dungeon>,
    mut glow: ResMut<Glow>,
    mut terrain: ResMut<Terrain>,
    mut lit: ResMut<LightMap>,
) {
    let map = dungeon.map();
    let size = map.size();
    glow.lantern = None;
    if is_large(size) {
        glow.lamps = Grid::default();
        *lit.tiles_mut() = Grid::default();
        lit.place(Pos::default(), seen(expose(DAWN)));
        return;
    }
    lit.place(Pos::default(), Lit::default());
    lit.tiles_mut()
        .reset(size.width, size.height, Lit::default());
    let palette = Palette::of_generator(dungeon.spec().generator().info().name);
    // A map that is seen whole is seen by more than its dusk.
    glow.dusk = std::array::from_fn(|channel| DAY[channel] + palette.dusk[channel] * 0.3);
    glow.lamps.reset(size.width, size.height, Light::default());
    let mut stream = Streams::new(dungeon.spec().seed).stream(Tag::COSMETIC, &[]);
    for room in &map.rooms {
        let Some((light, radius)) =
            draw_lamp(&mut stream).filter(|_| room.width() * room.height() >= 9)
        else {
            continue;
        };
        for hook in hooks(*room) {
            if map.tiles.get(hook) == Some(&Tile::Wall) {
                let at = hook + Pos::new(0, 1);
                shine(map, Source::around(at, light, radius), &mut glow.lamps);
                hang(hook, light, &mut terrain);
            }
        }
    }
    let tiles = lit.tiles_mut();
    for (pos, tile) in map.tiles.iter() {
        let solid = if is_solid(*tile) { Lit::SOLID } else { 0 };
        tiles[pos] = seen(glow.at(pos, Light::default()));
        tiles[pos].flags |= solid;
    }
}

/// A lamp or, for one room in four, none.
fn draw_lamp(stream: &mut Stream) -> Option<(Light, i32)> {
    let lit = stream.chance(3, 4);
    let kind = stream.weighted(&LAMPS.map(|(weight, ..)| weight));
    kind.filter(|_| lit)
        .map(|kind| (LAMPS[kind].1, LAMPS[kind].2))
}

/// Where in the upper wall of a room its lamps hang: one in the middle, or two in a wide room.
fn hooks(room: Rect) -> impl Iterator<Item = Pos> {
    let (left, width) = (room.left, room.width());
    let columns = if width < WIDE {
        [Some(room.center().x), None]
    } else {
        [Some(left + width / 4), Some(left + width - 1 - width / 4)]
    };
    columns
        .into_iter()
        .flatten()
        .map(move |x| Pos::new(x, room.top - 1))
}

/// Shows a lamp on the wall at `hook`: a flame of the lamp's hue, paler than its light.
fn hang(hook: Pos, light: Light, terrain: &mut Terrain) {
    if let Some(wall) = terrain.cells().get(hook).copied() {
        let flame = light.map(|channel| (110.0 + channel * 80.0).min(255.0) as u8);
        let glyph = Glyph::of('☼').unwrap_or_default();
        terrain.set(
            hook,
            Cell {
                glyph,
                fg: flame,
                ..wall
            },
        );
    }
}

/// Moves the lantern's light to where it is carried.
fn carry_lantern(
    (dungeon, lantern): (Res<Dungeon>, Res<Lantern>),
    mut glow: ResMut<Glow>,
    mut lit: ResMut<LightMap>,
) {
    let Some(at) = lantern.0 else { return };
    let (light, radius) = LANTERN;
    let source = Source::around(at, light, radius);
    if is_large(dungeon.map().size()) {
        carry_far(dungeon.map(), source, &mut lit);
        return;
    }
    let lit = lit.tiles_mut();
    if let Some(before) = glow.lantern.replace(at) {
        let around = Rect::between(before, before).grown(radius);
        for pos in around.positions() {
            if let Some(lit) = lit.get_mut(pos) {
                lit.light = glow.at(pos, Light::default());
                lit.flags &= !Lit::COVERED;
            }
        }
    }
    fov::visible(dungeon.map(), at, radius as u32, |pos| {
        lit[pos].light = glow.at(pos, source.falls_on(pos));
    });
    if let Some(here) = lit.get_mut(at) {
        here.flags |= Lit::COVERED;
    }
}

/// Puts the lantern's light on a map that keeps no other: values for the tiles around it alone.
fn carry_far(map: &Map, source: Source, lit: &mut LightMap) {
    let Source { at, radius, .. } = source;
    let side = 2 * radius + 1;
    let corner = at - Pos::new(radius, radius);
    let tiles = lit.tiles_mut();
    tiles.reset(side as u32, side as u32, seen(expose(DAWN)));
    fov::visible(map, at, radius as u32, |pos| {
        if let Some(lit) = tiles.get_mut(pos - corner) {
            lit.light = expose(over(DAWN, source.falls_on(pos)));
        }
    });
    if let Some(here) = tiles.get_mut(at - corner) {
        here.flags |= Lit::COVERED;
    }
    lit.place(corner, seen(expose(DAWN)));
}

/// Light that was mixed as the eye sees it, with 1 for a tile's own colours, as the shader reads it.
/// Where it adds up to more than that holds it keeps its hue.
pub(in crate::app) fn encode(light: Light) -> Lit {
    let brightest = light.into_iter().fold(1.0, f32::max);
    let over = brightest - 1.0;
    let scale = (1.0 + over / (1.0 + over)) / brightest;
    seen(light.map(|channel| (channel * scale * 128.0).min(255.0) as u8))
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
        let source = Source {
            at: Pos::new(1, 1),
            light: [2.0, 1.0, 0.0],
            radius: 9,
            towards: None,
        };
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
        assert_eq!(red(0, 2), all_around.falls_on(at + Pos::new(0, 2))[0]);
        assert!(red(0, 2) > red(1, 2) || red(1, 2) > red(2, 2));
        assert_eq!(red(2, 2), red(-2, 2));
        assert!(red(2, 2) > 0.0 && red(4, 2) < all_around.falls_on(at + Pos::new(4, 2))[0]);
        for (x, y) in [(0, -1), (1, -1), (-2, -2), (3, 0)] {
            assert_eq!(red(x, y), 0.0, "{x} {y}");
        }
    }

    #[test]
    fn a_lamp_drives_the_dusk_away() {
        let dusk = [0.1, 0.2, 1.0];
        assert_eq!(over(dusk, [0.0; 3]), dusk);
        let [r, _, b] = over(dusk, [2.0, 1.0, 0.2]);
        assert!(r > 2.0 && b < 0.6);
    }

    #[test]
    fn a_wide_room_has_two_lamps_and_a_small_one_has_one() {
        let room = |width| Rect::sized(Pos::new(5, 5), width, 4);
        assert_eq!(hooks(room(5)).collect::<Vec<_>>(), [Pos::new(7, 4)]);
        assert_eq!(
            hooks(room(16)).collect::<Vec<_>>(),
            [Pos::new(9, 4), Pos::new(16, 4)]
        );
    }
}
