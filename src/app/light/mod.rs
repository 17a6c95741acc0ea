//! How the map is lit: a cool dusk everywhere, lamps in some of the rooms, and a lantern
//! that is carried. Only looks: nothing here decides anything.

use bevy::prelude::*;

use super::dungeon::{Dungeon, Scene, is_large};
use super::frame::Phase;
use super::glyph::{Cell, Glyph, LightMap, Lit, Terrain};
use crate::geom::{Grid, Pos, Rect};
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

/// Light by channel; 1 shows a tile's own colours.
pub(in crate::app) type Light = [f32; 3];

const DUSK: Light = [0.46, 0.53, 0.76];
/// The light of a map too large for lamps.
const DAWN: Light = [0.72, 0.74, 0.86];
const LANTERN: Lamp = Lamp {
    light: [1.30, 0.98, 0.58],
    radius: 10,
};

/// The lamps that rooms are lit by, and how often each of them hangs.
const LAMPS: [(u32, Lamp); 5] = [
    (
        5,
        Lamp {
            light: [1.34, 0.84, 0.38],
            radius: 12,
        },
    ),
    (
        3,
        Lamp {
            light: [1.34, 0.54, 0.28],
            radius: 11,
        },
    ),
    (
        2,
        Lamp {
            light: [0.26, 1.06, 1.04],
            radius: 11,
        },
    ),
    (
        1,
        Lamp {
            light: [0.76, 0.46, 1.36],
            radius: 11,
        },
    ),
    (
        3,
        Lamp {
            light: [1.12, 1.04, 0.74],
            radius: 11,
        },
    ),
];

/// Rooms of this width, in tiles, or more have two lamps.
const WIDE: i32 = 14;

/// A source of light: its colour beside it, and how many tiles it reaches.
#[derive(Clone, Copy)]
pub(in crate::app) struct Lamp {
    pub light: Light,
    pub radius: i32,
}

impl Lamp {
    /// What reaches a tile that lies `offset` away and in sight.
    fn at(self, offset: Pos) -> Light {
        let far =
            (offset.x * offset.x + offset.y * offset.y) as f32 / (self.radius * self.radius) as f32;
        let share = (1.0 - far).max(0.0);
        self.light.map(|channel| channel * share * share)
    }
}

/// What stays from turn to turn: the light without the lantern, and where the lantern was.
#[derive(Resource, Default)]
struct Glow {
    lamps: Grid<Light>,
    lantern: Option<Pos>,
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
        lit.place(Pos::default(), encode(DAWN));
        return;
    }
    lit.place(Pos::default(), Lit::default());
    lit.tiles_mut()
        .reset(size.width, size.height, Lit::default());
    glow.lamps.reset(size.width, size.height, DUSK);
    let mut stream = Streams::new(dungeon.spec().seed).stream(Tag::COSMETIC, &[]);
    for room in &map.rooms {
        let Some(lamp) = draw_lamp(&mut stream).filter(|_| room.width() * room.height() >= 9)
        else {
            continue;
        };
        for hook in hooks(*room) {
            if map.tiles.get(hook) == Some(&Tile::Wall) {
                shine(map, hook + Pos::new(0, 1), lamp, &mut glow.lamps);
                hang(hook, lamp, &mut terrain);
            }
        }
    }
    for (lit, light) in lit
        .tiles_mut()
        .as_mut_slice()
        .iter_mut()
        .zip(glow.lamps.as_slice())
    {
        *lit = encode(*light);
    }
}

/// A lamp or, for one room in four, none.
fn draw_lamp(stream: &mut Stream) -> Option<Lamp> {
    let lit = stream.chance(3, 4);
    let kind = stream.weighted(&LAMPS.map(|(weight, _)| weight));
    kind.filter(|_| lit).map(|kind| LAMPS[kind].1)
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
fn hang(hook: Pos, lamp: Lamp, terrain: &mut Terrain) {
    if let Some(wall) = terrain.cells().get(hook).copied() {
        let flame = lamp
            .light
            .map(|channel| (90.0 + channel * 130.0).min(255.0) as u8);
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

/// Adds the light of a lamp at `from` to what it falls on.
pub(in crate::app) fn shine(map: &Map, from: Pos, lamp: Lamp, lights: &mut Grid<Light>) {
    fov::visible(map, from, lamp.radius as u32, |pos| {
        let more = lamp.at(pos - from);
        let light = &mut lights[pos];
        *light = std::array::from_fn(|channel| light[channel] + more[channel]);
    });
}

/// Moves the lantern's light to where it is carried.
fn carry_lantern(
    (dungeon, lantern): (Res<Dungeon>, Res<Lantern>),
    mut glow: ResMut<Glow>,
    mut lit: ResMut<LightMap>,
) {
    let Some(at) = lantern.0 else { return };
    if is_large(dungeon.map().size()) {
        carry_far(dungeon.map(), at, &mut lit);
        return;
    }
    let lit = lit.tiles_mut();
    if let Some(before) = glow.lantern.replace(at) {
        let around = Rect::between(before, before).grown(LANTERN.radius);
        for pos in around.positions() {
            if let (Some(lit), Some(light)) = (lit.get_mut(pos), glow.lamps.get(pos)) {
                *lit = encode(*light);
            }
        }
    }
    fov::visible(dungeon.map(), at, LANTERN.radius as u32, |pos| {
        let (more, base) = (LANTERN.at(pos - at), glow.lamps[pos]);
        lit[pos] = encode(std::array::from_fn(|channel| base[channel] + more[channel]));
    });
    if let Some(here) = lit.get_mut(at) {
        here.flags |= Lit::COVERED;
    }
}

/// Puts the lantern's light on a map that keeps no other: values for the tiles around it alone.
fn carry_far(map: &Map, at: Pos, lit: &mut LightMap) {
    let side = 2 * LANTERN.radius + 1;
    let corner = at - Pos::new(LANTERN.radius, LANTERN.radius);
    let tiles = lit.tiles_mut();
    tiles.reset(side as u32, side as u32, encode(DAWN));
    fov::visible(map, at, LANTERN.radius as u32, |pos| {
        if let Some(lit) = tiles.get_mut(pos - corner) {
            let more = LANTERN.at(pos - at);
            *lit = encode(std::array::from_fn(|channel| DAWN[channel] + more[channel]));
        }
    });
    if let Some(here) = tiles.get_mut(at - corner) {
        here.flags |= Lit::COVERED;
    }
    lit.place(corner, encode(DAWN));
}

/// Light as the shader reads it. Where lights add up to more than it can hold they keep their
/// hue: the brightest channel is bent towards the limit, and the others follow.
pub(in crate::app) fn encode(light: Light) -> Lit {
    let brightest = light.into_iter().fold(1.0, f32::max);
    let over = brightest - 1.0;
    let scale = (1.0 + over / (1.0 + over)) / brightest;
    Lit {
        light: light.map(|channel| (channel * scale * 128.0).min(255.0) as u8),
        flags: Lit::VISIBLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bright_light_keeps_its_hue_and_plain_light_its_strength() {
        assert_eq!(encode([1.0, 0.5, 0.25]).light, [128, 64, 32]);
        let [r, g, b] = encode([8.0, 4.0, 2.0]).light;
        assert!(r > 200 && g.abs_diff(r / 2) <= 1 && b.abs_diff(r / 4) <= 1);
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
