//! The look of a level: the colours of ground and walls in full light, the glyphs on them, the ambient light, and what
//! glows by itself. The kind of level gives the masonry, its depth the mood.

use crate::app::glyph::Drawn;
use crate::app::glyph::shade::{Linear, linear, luminance, multiply};
use crate::game::content::LevelKind;
use crate::geom::Dir;

/// An sRGB colour.
pub(super) type Colour = [u8; 3];

/// The look of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Palette {
    /// Solid rock without open neighbours.
    pub(super) rock: Colour,
    /// Walls seen from above.
    pub(super) top: Colour,
    /// Walls whose face is visible.
    pub(super) face: Colour,
    /// Two colours of the floor, which blends between them from place to place.
    pub(super) floor: [Colour; 2],
    /// Whether the two floor colours alternate like a chessboard instead.
    pub(super) is_chequered: bool,
    /// The glyphs of wall faces.
    pub(super) faces: [Drawn; 3],
    /// The glyphs of walls seen from above.
    pub(super) tops: [Drawn; 2],
    /// Glyphs of the floor, each with the percentage of tiles that have it.
    pub(super) marks: &'static [(u32, Drawn)],
    pub(in crate::app) growth: Option<Growth>,
    /// The ambient light.
    pub(in crate::app) dusk: Linear,
    /// How much the ambient light varies from place to place, from 0 to 1.
    pub(in crate::app) mist: f32,
    /// The light of a brazier.
    pub(in crate::app) lamp: Linear,
    /// The light of remembered ground.
    pub(in crate::app) memory: Linear,
    /// The light of remembered walls.
    pub(in crate::app) wall_memory: Linear,
}

/// Something that glows by itself on some of the tiles, such as a fungus or a candle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// Its glyph and colour; `None` for light alone.
    pub(super) mark: Option<(Drawn, Colour)>,
    /// Whether it grows on wall faces instead of the floor.
    pub(super) is_on_walls: bool,
    /// One suitable tile in this many has it.
    pub(super) one_in: u32,
    pub(in crate::app) light: Linear,
    pub(in crate::app) radius: i32,
    /// The direction of its light; `None` shines in all directions.
    pub(in crate::app) towards: Option<Dir>,
}

impl Palette {
    /// The palette of a kind of level at a depth, from 1: the masonry of the kind in the mood of the depth.
    pub fn of(kind: LevelKind, depth: u8) -> Self {
        Self::of_kind(kind).in_mood_of(depth)
    }

    /// The palette of a kind of level, wherever it is.
    fn of_kind(kind: LevelKind) -> Self {
        match kind {
            LevelKind::Halls => halls(),
            LevelKind::Cloisters => cloisters(),
            LevelKind::Caverns => caverns(),
            LevelKind::Crypts => crypts(),
            LevelKind::Labyrinth => labyrinth(),
            LevelKind::Sanctum => sanctum(),
        }
    }

    /// The palette for maps of the generator of this name.
    pub fn of_generator(name: &str) -> Self {
        let kind = match name {
            "rooms" | "waves" => LevelKind::Cloisters,
            "caves" | "drunkard" | "blob" | "scatter" => LevelKind::Caverns,
            "bsp" => LevelKind::Crypts,
            "conduit" => LevelKind::Labyrinth,
            name if name.starts_with("maze") => LevelKind::Labyrinth,
            _ => LevelKind::Halls,
        };
        let palette = Self::of_kind(kind);
        match kind {
            // `LightPlugin` hangs lamps in their rooms.
            LevelKind::Halls => Self {
                growth: None,
                ..palette
            },
            // The whole maze is in view: dark walls of one colour make its passages plain.
            LevelKind::Labyrinth => Self {
                top: [44, 38, 44],
                face: [58, 46, 42],
                floor: [[152, 132, 116], [140, 122, 110]],
                dusk: [2.2, 1.3, 0.6],
                ..palette
            },
            _ => palette,
        }
    }

    /// Plain stone, for maps that are lit in other colours.
    pub const fn stone() -> Self {
        Self {
            rock: [8, 8, 12],
            top: [62, 60, 74],
            face: [134, 112, 96],
            floor: [[54, 52, 60]; 2],
            is_chequered: false,
            faces: [Drawn::Bricks, Drawn::BricksShifted, Drawn::Bricks],
            tops: [Drawn::FlecksFew, Drawn::Flecks],
            marks: &[],
            growth: None,
            dusk: [0.2, 0.25, 0.55],
            mist: 0.0,
            lamp: [1.8, 0.9, 0.3],
            memory: [0.1, 0.12, 0.24],
            wall_memory: [0.3, 0.34, 0.5],
        }
    }
}

/// The hue of a map on parchment, of luminance 1.
const INK: Linear = [2.0, 0.82, 0.2];

impl Palette {
    /// The light of ground and of walls that a scroll has shown: it makes them as bright as remembered
    /// ones, in the colour of ink on parchment.
    pub(in crate::app) fn mapped(&self) -> [Linear; 2] {
        let [one, other] = self.floor.map(linear);
        let floor = std::array::from_fn(|channel| 0.5 * (one[channel] + other[channel]));
        let ink = |colour: Linear, memory: Linear| {
            let brightness = luminance(multiply(colour, memory));
            std::array::from_fn(|channel| INK[channel] * brightness / colour[channel].max(0.001))
        };
        [
            ink(floor, self.memory),
            ink(linear(self.top), self.wall_memory),
        ]
    }
}

fn halls() -> Palette {
    Palette {
        top: [128, 104, 96],
        face: [190, 150, 112],
        floor: [[110, 99, 100], [126, 100, 86]],
        marks: &[
            (34, Drawn::Flagstone),
            (10, Drawn::FlagstoneSplit),
            (5, Drawn::Crack),
            (3, Drawn::Pebbles),
        ],
        faces: [Drawn::Ashlar, Drawn::Ashlar, Drawn::Bricks],
        // Wall lamps, which shine away from the wall.
        growth: Some(Growth {
            mark: Some((Drawn::Candle, [255, 206, 130])),
            is_on_walls: true,
            one_in: 26,
            light: [3.6, 1.5, 0.24],
            radius: 6,
            towards: Some(Dir::South),
        }),
        dusk: [0.16, 0.62, 3.6],
        lamp: [4.6, 2.1, 0.3],
        memory: [0.18, 0.37, 0.95],
        wall_memory: [0.62, 0.62, 0.86],
        ..Palette::stone()
    }
}

fn cloisters() -> Palette {
    Palette {
        top: [118, 96, 132],
        face: [184, 150, 186],
        floor: [[104, 94, 118], [120, 92, 106]],
        marks: &[
            (18, Drawn::Inlay),
            (6, Drawn::Moss),
            (5, Drawn::Roots),
            (5, Drawn::Crack),
            (6, Drawn::Flagstone),
        ],
        growth: Some(Growth {
            mark: None,
            is_on_walls: false,
            one_in: 40,
            light: [0.4, 1.3, 3.6],
            radius: 4,
            towards: None,
        }),
        dusk: [1.3, 0.28, 3.0],
        lamp: [4.2, 2.0, 0.4],
        memory: [0.66, 0.32, 1.18],
        wall_memory: [0.92, 0.8, 0.98],
        ..Palette::stone()
    }
}

fn caverns() -> Palette {
    Palette {
        top: [104, 108, 88],
        face: [182, 142, 88],
        floor: [[56, 108, 106], [88, 112, 76]],
        marks: &[
            (14, Drawn::Pebbles),
            (5, Drawn::Puddle),
            (5, Drawn::Roots),
            (6, Drawn::Moss),
        ],
        faces: [Drawn::Rubble, Drawn::RubbleSteep, Drawn::Rubble],
        tops: [Drawn::RubbleSteep, Drawn::Flecks],
        growth: Some(Growth {
            mark: Some((Drawn::Fungus, [120, 255, 214])),
            is_on_walls: true,
            one_in: 9,
            light: [0.05, 2.3, 2.3],
            radius: 5,
            towards: None,
        }),
        dusk: [0.0, 1.3, 1.75],
        lamp: [4.6, 1.8, 0.2],
        memory: [0.1, 0.56, 0.72],
        wall_memory: [0.62, 0.62, 0.7],
        ..Palette::stone()
    }
}

fn crypts() -> Palette {
    Palette {
        top: [112, 116, 98],
        face: [178, 176, 136],
        floor: [[86, 100, 80], [100, 98, 84]],
        marks: &[
            (24, Drawn::Flagstone),
            (8, Drawn::Crack),
            (5, Drawn::Bones),
            (6, Drawn::Moss),
        ],
        faces: [Drawn::Bricks, Drawn::BricksShifted, Drawn::Ashlar],
        growth: Some(Growth {
            mark: Some((Drawn::Candle, [255, 214, 140])),
            is_on_walls: true,
            one_in: 16,
            light: [2.9, 1.2, 0.2],
            radius: 4,
            towards: None,
        }),
        dusk: [0.3, 1.8, 0.36],
        lamp: [4.4, 2.1, 0.3],
        memory: [0.165, 0.8, 0.31],
        wall_memory: [0.54, 0.54, 0.6],
        ..Palette::stone()
    }
}

fn labyrinth() -> Palette {
    Palette {
        top: [116, 88, 96],
        face: [186, 132, 84],
        floor: [[112, 84, 62], [102, 92, 60]],
        marks: &[
            (10, Drawn::Pebbles),
            (6, Drawn::Crack),
            (5, Drawn::Roots),
            (3, Drawn::Cobweb),
        ],
        faces: [Drawn::Rubble, Drawn::Bricks, Drawn::BricksShifted],
        dusk: [3.4, 1.35, 0.12],
        mist: 0.5,
        memory: [0.36, 0.47, 1.58],
        wall_memory: [0.96, 0.83, 0.9],
        ..Palette::stone()
    }
}

fn sanctum() -> Palette {
    Palette {
        top: [120, 84, 100],
        face: [196, 146, 122],
        floor: [[112, 76, 98], [72, 58, 92]],
        is_chequered: true,
        marks: &[(12, Drawn::Inlay), (4, Drawn::Crack)],
        faces: [Drawn::Ashlar; 3],
        growth: Some(Growth {
            mark: Some((Drawn::Candle, [255, 200, 120])),
            is_on_walls: true,
            one_in: 12,
            light: [3.4, 0.9, 0.12],
            radius: 4,
            towards: None,
        }),
        dusk: [2.2, 0.16, 1.6],
        lamp: [4.6, 2.0, 0.35],
        memory: [1.0, 0.48, 1.35],
        wall_memory: [1.15, 1.0, 1.02],
        ..Palette::stone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::shade::{contrast, lit, remembered, remembered_wall};
    use bevy::color::{Laba, LinearRgba};

    /// The background colour of the window.
    const VOID: Colour = [6, 6, 10];

    fn palettes() -> impl Iterator<Item = (LevelKind, u8, Palette)> {
        LevelKind::ALL
            .into_iter()
            .flat_map(|kind| (1..=12).map(move |depth| (kind, depth, Palette::of(kind, depth))))
    }

    /// The perceived difference of two linear colours (CIE 1976 delta E).
    fn delta_e(one: Linear, other: Linear) -> f32 {
        let lab = |[r, g, b]: Linear| Laba::from(LinearRgba::rgb(r, g, b));
        let (one, other) = (lab(one), lab(other));
        let (l, a, b) = (
            one.lightness - other.lightness,
            one.a - other.a,
            one.b - other.b,
        );
        100.0 * (l * l + a * a + b * b).sqrt()
    }

    #[test]
    fn remembered_ground_is_told_from_the_void_on_every_level() {
        for (kind, depth, palette) in palettes() {
            for floor in palette.floor {
                // As dark as the shading of a tile and its glyph can make it.
                let floor = linear(floor).map(|channel| channel * 0.7);
                let ratio = contrast(remembered(floor, palette.memory), linear(VOID));
                assert!(ratio >= 1.6, "{kind:?} {depth}: {ratio}");
            }
        }
    }

    #[test]
    fn remembered_walls_are_told_from_remembered_ground() {
        for (kind, depth, palette) in palettes() {
            let wall = remembered_wall(linear(palette.top), palette.wall_memory);
            for floor in palette.floor {
                let far = delta_e(wall, remembered(linear(floor), palette.memory));
                assert!(far >= 15.0, "{kind:?} {depth}: {far}");
            }
        }
    }

    #[test]
    fn what_is_seen_is_told_from_what_is_remembered() {
        for (kind, depth, palette) in palettes() {
            for floor in palette.floor {
                let floor = linear(floor);
                let far = delta_e(lit(floor, palette.dusk), remembered(floor, palette.memory));
                assert!(far >= 12.0, "{kind:?} {depth}: {far}");
            }
        }
    }

    #[test]
    fn what_a_scroll_has_shown_is_told_from_what_was_seen() {
        for (kind, depth, palette) in palettes() {
            let [light, wall_light] = palette.mapped();
            for floor in palette.floor.map(linear) {
                let mapped = remembered(floor, light);
                for known in [remembered(floor, palette.memory), lit(floor, palette.dusk)] {
                    let far = delta_e(mapped, known);
                    assert!(far >= 15.0, "{kind:?} {depth}: {far}");
                }
            }
            let wall = |light| remembered_wall(linear(palette.top), light);
            let far = delta_e(wall(wall_light), wall(palette.wall_memory));
            assert!(far >= 15.0, "{kind:?} {depth}: {far}");
        }
    }

    #[test]
    fn what_is_remembered_is_dimmer_and_less_colourful_than_what_is_seen() {
        let chroma = |[r, g, b]: Linear| {
            let lab = Laba::from(LinearRgba::rgb(r, g, b));
            lab.a.hypot(lab.b)
        };
        for (kind, depth, palette) in palettes() {
            for ground in palette.floor {
                let ground = linear(ground);
                let seen = lit(ground, palette.dusk);
                let kept = remembered(ground, palette.memory);
                assert!(luminance(kept) < luminance(seen), "{kind:?} {depth}");
                assert!(chroma(kept) < 0.9 * chroma(seen), "{kind:?} {depth}");
            }
        }
    }

    #[test]
    fn the_passages_of_a_maze_stand_out_from_its_walls() {
        for name in ["maze-dfs", "conduit"] {
            let palette = Palette::of_generator(name);
            let shown = |colour| lit(linear(colour), palette.dusk);
            for floor in palette.floor {
                for wall in [palette.top, palette.face] {
                    let ratio = contrast(shown(floor), shown(wall));
                    assert!(ratio >= 3.0, "{name}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn every_depth_looks_unlike_all_but_its_neighbours_and_kinds_differ_in_masonry() {
        let ground = |depth| {
            let palette = Palette::of(LevelKind::Halls, depth);
            lit(linear(palette.floor[0]), palette.dusk)
        };
        for depth in 1..=12 {
            for other in 1..depth {
                let least = if depth - other == 1 { 8.0 } else { 17.0 };
                let far = delta_e(ground(depth), ground(other));
                assert!(far >= least, "{depth}, {other}: {far}");
            }
        }
        let masonry = |kind: LevelKind| {
            let palette = Palette::of(kind, 3);
            (
                palette.faces.map(Drawn::glyph),
                palette.tops.map(Drawn::glyph),
                palette.is_chequered,
            )
        };
        let mut kinds = LevelKind::ALL.map(masonry).to_vec();
        kinds.dedup();
        assert!(kinds.len() >= 5, "{kinds:?}");
    }
}
