//! How the map is lit: a cool dusk everywhere, lamps in some of the rooms, and the walker's
//! lantern. Only looks: nothing here decides anything.

use bevy::prelude::*;

use super::Phase;
use super::dungeon::Dungeon;
use super::glyph::{Cell, Glyph, LightMap, Lit, Terrain};
use super::player::Walker;
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile, fov};
use crate::rng::{Stream, Streams, Tag};

/// Lights the [`Dungeon`] and hangs lamps on its walls.
pub struct LightPlugin;

impl Plugin for LightPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Glow>().add_systems(
            Update,
            (
                hang_lamps.run_if(resource_changed::<Dungeon>),
                carry_lantern
                    .run_if(resource_changed::<Dungeon>.or_eager(resource_changed::<Walker>)),
            )
                .chain()
                .in_set(Phase::Light),
        );
    }
}

/// Light by channel; 1 shows a tile's own colours.
type Light = [f32; 3];

const DUSK: Light = [0.46, 0.53, 0.76];
const LANTERN: Lamp = Lamp {
    light: [1.30, 0.98, 0.58],
    radius: 10,
};

/// The lamps that rooms are lit by, and how often each of them hangs.
const LAMPS: [(u32, Lamp); 5] = [
    (
        5,
        Lamp {
            light: [1.22, 0.80, 0.40],
            radius: 12,
        },
    ),
    (
        3,
        Lamp {
            light: [1.18, 0.56, 0.30],
            radius: 11,
        },
    ),
    (
        2,
        Lamp {
            light: [0.30, 0.98, 0.96],
            radius: 11,
        },
    ),
    (
        1,
        Lamp {
            light: [0.74, 0.50, 1.26],
            radius: 11,
        },
    ),
    (
        3,
        Lamp {
            light: [1.02, 0.96, 0.74],
            radius: 11,
        },
    ),
];

/// A source of light: its colour beside it, and how many tiles it reaches.
#[derive(Clone, Copy)]
struct Lamp {
    light: Light,
    radius: i32,
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
    glow.lamps.reset(size.width, size.height, DUSK);
    let mut stream = Streams::new(dungeon.spec().seed).stream(Tag::COSMETIC, &[]);
    for room in &map.rooms {
        let hook = Pos::new(room.center().x, room.top - 1);
        let lamp = draw_lamp(&mut stream);
        let hung = room.width() * room.height() >= 9 && map.tiles.get(hook) == Some(&Tile::Wall);
        if let Some(lamp) = lamp.filter(|_| hung) {
            let below = hook + Pos::new(0, 1);
            shine(map, below, lamp, &mut glow.lamps);
            let flame = lamp.light.map(|channel| (channel * 200.0).min(255.0) as u8);
            if let Some(wall) = terrain.cells().get(hook).copied() {
                terrain.set(
                    hook,
                    Cell {
                        glyph: Glyph::of('☼').unwrap_or_default(),
                        fg: flame,
                        // On the face of the wall, which its lower half shows.
                        bg: wall.fg,
                    },
                );
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

/// A lamp or, for two rooms in five, none.
fn draw_lamp(stream: &mut Stream) -> Option<Lamp> {
    let lit = stream.chance(3, 5);
    let kind = stream.weighted(&LAMPS.map(|(weight, _)| weight));
    kind.filter(|_| lit).map(|kind| LAMPS[kind].1)
}

/// Adds the light of a lamp at `from` to what it falls on.
fn shine(map: &Map, from: Pos, lamp: Lamp, lights: &mut Grid<Light>) {
    fov::visible(map, from, lamp.radius as u32, |pos| {
        let more = lamp.at(pos - from);
        let light = &mut lights[pos];
        *light = std::array::from_fn(|channel| light[channel] + more[channel]);
    });
}

/// Moves the lantern's light to where the walker is.
fn carry_lantern(
    dungeon: Res<Dungeon>,
    walker: Res<Walker>,
    mut glow: ResMut<Glow>,
    mut lit: ResMut<LightMap>,
) {
    let Some(at) = walker.at() else { return };
    let lit = lit.tiles_mut();
    if let Some(before) = glow.lantern.replace(at) {
        let around = crate::geom::Rect::between(before, before).grown(LANTERN.radius);
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

/// Light as the shader reads it.
fn encode(light: Light) -> Lit {
    Lit {
        light: light.map(|channel| (channel * 128.0).min(255.0) as u8),
        flags: Lit::VISIBLE,
    }
}
