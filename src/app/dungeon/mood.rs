//! The mood of each depth: the colours of its ground, walls and light, what glows there and what lies about, so that a
//! picture says how deep one is. The masonry is that of the kind of level.

use super::palette::{Colour, Growth, Palette};
use crate::app::glyph::Drawn;
use crate::app::glyph::shade::{Linear, linear, luminance};
use crate::geom::Dir;

/// The look of a depth.
struct Mood {
    /// Two colours of the floor, the tops of walls and their faces.
    floor: [Colour; 2],
    top: Colour,
    face: Colour,
    /// The ambient light, and that of braziers.
    dusk: Linear,
    lamp: Linear,
    /// The share of the hue of the ambient light that memory keeps; below 0 it is the colder for it.
    kept: f32,
    /// The brightness of remembered walls, as a share of their own.
    walls: f32,
    /// What lies about: glyphs of the floor, each with the percentage of tiles that have it.
    marks: &'static [(u32, Drawn)],
    growth: Option<Growth>,
}

/// The luminance of remembered ground.
const MEMORY: f32 = 0.047;
/// The hue of memory where it keeps none of the light, and that of remembered walls.
const COLD: Linear = [0.75, 0.95, 1.5];
const STONE: Linear = [0.98, 1.0, 1.1];

const ORANGE: Linear = [4.6, 2.1, 0.3];
const GOLD: Linear = [4.4, 2.4, 0.5];
const RED: Linear = [4.8, 1.5, 0.2];

const fn candles(one_in: u32) -> Option<Growth> {
    Some(Growth {
        mark: Some((Drawn::Candle, [255, 206, 130])),
        is_on_walls: true,
        one_in,
        light: [3.2, 1.3, 0.2],
        radius: 5,
        towards: Some(Dir::South),
    })
}

const fn fungus(colour: Colour, light: Linear, one_in: u32) -> Option<Growth> {
    Some(Growth {
        mark: Some((Drawn::Fungus, colour)),
        is_on_walls: true,
        one_in,
        light,
        radius: 5,
        towards: None,
    })
}

/// Light without anything to see in its place.
const fn gleam(light: Linear, radius: i32, one_in: u32) -> Option<Growth> {
    Some(Growth {
        mark: None,
        is_on_walls: false,
        one_in,
        light,
        radius,
        towards: None,
    })
}

/// The moods from depth 1 to 12.
const MOODS: [Mood; 12] = [
    // The cellars: sandstone by candlelight.
    Mood {
        floor: [[150, 116, 74], [132, 104, 78]],
        top: [132, 108, 84],
        face: [204, 158, 104],
        dusk: [3.0, 1.7, 0.5],
        lamp: ORANGE,
        kept: 0.0,
        walls: 0.75,
        marks: &[
            (34, Drawn::Flagstone),
            (10, Drawn::FlagstoneSplit),
            (4, Drawn::Pebbles),
        ],
        growth: candles(26),
    },
    // The wine vaults: brick.
    Mood {
        floor: [[136, 78, 64], [118, 74, 70]],
        top: [128, 84, 80],
        face: [206, 120, 92],
        dusk: [3.0, 0.8, 0.8],
        lamp: ORANGE,
        kept: 0.4,
        walls: 1.25,
        marks: &[
            (18, Drawn::FlagstoneSplit),
            (8, Drawn::Crack),
            (6, Drawn::Pebbles),
        ],
        growth: candles(34),
    },
    // Under the rose window.
    Mood {
        floor: [[128, 80, 108], [112, 76, 112]],
        top: [126, 90, 118],
        face: [202, 132, 164],
        dusk: [2.7, 0.6, 2.0],
        lamp: GOLD,
        kept: 0.5,
        walls: 0.75,
        marks: &[(18, Drawn::Inlay), (8, Drawn::Flagstone), (4, Drawn::Crack)],
        growth: gleam([3.0, 0.5, 1.6], 4, 46),
    },
    // The lenten halls: violet, and cobwebs.
    Mood {
        floor: [[98, 86, 140], [88, 78, 128]],
        top: [108, 98, 140],
        face: [160, 142, 204],
        dusk: [1.3, 0.7, 3.6],
        lamp: ORANGE,
        kept: 0.5,
        walls: 0.75,
        marks: &[
            (10, Drawn::Flagstone),
            (7, Drawn::Cobweb),
            (7, Drawn::Crack),
        ],
        growth: gleam([0.7, 0.5, 3.4], 4, 40),
    },
    // The cisterns.
    Mood {
        floor: [[60, 98, 146], [58, 88, 126]],
        top: [90, 104, 128],
        face: [124, 154, 196],
        dusk: [0.5, 1.2, 3.4],
        lamp: ORANGE,
        kept: 0.5,
        walls: 0.75,
        marks: &[
            (14, Drawn::Puddle),
            (10, Drawn::Flagstone),
            (4, Drawn::Moss),
        ],
        growth: fungus([120, 190, 255], [0.1, 0.9, 2.8], 14),
    },
    // Where the sea comes in.
    Mood {
        floor: [[48, 120, 124], [60, 110, 104]],
        top: [92, 116, 114],
        face: [122, 172, 160],
        dusk: [0.3, 1.9, 1.9],
        lamp: GOLD,
        kept: 0.5,
        walls: 0.75,
        marks: &[(14, Drawn::Pebbles), (8, Drawn::Puddle), (6, Drawn::Moss)],
        growth: fungus([120, 255, 214], [0.05, 2.3, 2.3], 10),
    },
    // The roots.
    Mood {
        floor: [[76, 122, 66], [92, 112, 70]],
        top: [104, 116, 88],
        face: [150, 172, 110],
        dusk: [0.8, 2.2, 0.4],
        lamp: ORANGE,
        kept: 0.5,
        walls: 0.75,
        marks: &[(14, Drawn::Roots), (12, Drawn::Moss), (4, Drawn::Pebbles)],
        growth: fungus([170, 255, 110], [0.5, 2.6, 0.2], 9),
    },
    // The ossuary.
    Mood {
        floor: [[142, 138, 112], [126, 126, 110]],
        top: [126, 124, 110],
        face: [206, 200, 164],
        dusk: [1.5, 1.6, 1.1],
        lamp: GOLD,
        kept: 0.5,
        walls: 0.75,
        marks: &[
            (12, Drawn::Bones),
            (10, Drawn::Flagstone),
            (6, Drawn::Crack),
        ],
        growth: candles(18),
    },
    // The salt galleries.
    Mood {
        floor: [[112, 132, 150], [120, 128, 142]],
        top: [122, 128, 138],
        face: [188, 206, 220],
        dusk: [1.2, 1.75, 2.3],
        lamp: [4.2, 2.6, 1.0],
        kept: 0.5,
        walls: 0.75,
        marks: &[
            (10, Drawn::FlagstoneSplit),
            (8, Drawn::Inlay),
            (8, Drawn::Crack),
        ],
        growth: gleam([1.0, 1.8, 2.6], 4, 34),
    },
    // The ash.
    Mood {
        floor: [[92, 88, 92], [78, 76, 84]],
        top: [96, 92, 98],
        face: [150, 144, 152],
        dusk: [1.5, 1.4, 1.9],
        lamp: RED,
        kept: 0.5,
        walls: 1.5,
        marks: &[(10, Drawn::Pebbles), (8, Drawn::Cobweb), (6, Drawn::Bones)],
        growth: None,
    },
    // The ember galleries: basalt over fire.
    Mood {
        floor: [[98, 50, 28], [72, 42, 36]],
        top: [72, 70, 92],
        face: [150, 88, 56],
        dusk: [4.4, 1.3, 0.05],
        lamp: RED,
        kept: -0.3,
        walls: 1.5,
        marks: &[(24, Drawn::Crack), (8, Drawn::Pebbles)],
        growth: gleam([4.0, 0.9, 0.05], 3, 26),
    },
    // The sanctum.
    Mood {
        floor: [[124, 92, 136], [70, 52, 108]],
        top: [118, 84, 126],
        face: [212, 166, 120],
        dusk: [2.2, 0.6, 3.4],
        lamp: GOLD,
        kept: 0.5,
        walls: 0.75,
        marks: &[(12, Drawn::Inlay), (4, Drawn::Crack)],
        growth: candles(12),
    },
];

impl Palette {
    /// The same masonry in the mood of a depth, from 1.
    pub(super) fn in_mood_of(self, depth: u8) -> Self {
        let mood = &MOODS[usize::from(depth.clamp(1, MOODS.len() as u8)) - 1];
        let brightness = mood.floor.map(|floor| luminance(linear(floor)));
        let brightness = f32::midpoint(brightness[0], brightness[1]);
        let hue = |channel: usize| {
            mood.dusk[channel] / luminance(mood.dusk) * mood.kept
                + COLD[channel] * (1.0 - mood.kept)
        };
        let hue: Linear = std::array::from_fn(hue);
        let scale = (MEMORY / brightness).min(0.9) / luminance(hue);
        Self {
            floor: mood.floor,
            top: mood.top,
            face: mood.face,
            dusk: mood.dusk,
            lamp: mood.lamp,
            memory: hue.map(|channel| channel * scale),
            wall_memory: STONE.map(|channel| channel * mood.walls),
            marks: mood.marks,
            growth: mood.growth,
            ..self
        }
    }
}
