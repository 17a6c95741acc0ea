//! The relief of worked stone: how much of the light on a tile each of its pixels returns. It is drawn once for
//! each size of a tile, into the atlas behind the glyphs, and the shader multiplies a tile's ground by it.
//!
//! Light falls from the upper left, as on the boards of Conduit. Lengths are in tiles.

use super::bitmap::Bitmap;
use crate::geom::Dir;

/// The relief of a tile; by default it is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Relief(u8);

/// The combinations of four sides.
const SHAPES: u8 = 16;

impl Relief {
    /// The number of reliefs that are drawn; an even one is not.
    pub(super) const COUNT: u16 = 3 * SHAPES as u16;
    /// The value of a pixel that returns the light as it is, as in [`Lit`](super::Lit): square roots, so that
    /// the highest is four times as bright.
    const EVEN: f32 = 128.0;

    /// A block of a wall; `joined` has the [bits](Dir::bit) of the sides on which the wall goes on.
    pub const fn block(joined: u8) -> Self {
        Self(1 + joined % SHAPES)
    }

    /// A slab of the floor in the shadow of walls; `walled` has the [bits](Dir::bit) of the sides with a wall. A split
    /// one consists of two halves.
    pub const fn slab(walled: u8, is_split: bool) -> Self {
        let first = if is_split { 2 * SHAPES } else { SHAPES };
        Self(1 + first + walled % SHAPES)
    }

    /// Its number: 0 if it is even, otherwise its place behind the glyphs of the atlas, from 1.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// All that are drawn, in the order of their numbers.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT as u8).map(Self)
    }

    /// Draws it on a tile of `width` x `height` pixels.
    pub(super) fn draw(self, width: i32, height: i32) -> Bitmap {
        let mut bitmap = Bitmap::new(width, height);
        let pixel = 1.0 / width.min(height) as f32;
        for y in 0..height {
            for x in 0..width {
                let at = [
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                ];
                let value = self.shade(at, pixel).max(0.0).sqrt() * Self::EVEN;
                bitmap.cover(x, y, value.min(255.0) as u8);
            }
        }
        bitmap
    }

    /// The share of the light that a point returns; `pixel` is the size of a pixel.
    fn shade(self, at: [f32; 2], pixel: f32) -> f32 {
        let (kind, sides) = ((self.0 - 1) / SHAPES, (self.0 - 1) % SHAPES);
        let shape = match kind {
            0 => block(at, sides, pixel),
            _ => slab(at, sides, kind == 2, pixel),
        };
        shape * grain(at, self.0)
    }
}

/// How brightly a slope towards `(x, y)` is lit, from -1 to 1.
fn facing(x: f32, y: f32) -> f32 {
    (-0.6 * x - 0.8 * y) / x.hypot(y).max(1e-4)
}

/// 0 below `from`, 1 above `to`, and smooth between them.
fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let share = ((x - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Rough stone: patches with a brightness of their own.
fn grain([x, y]: [f32; 2], salt: u8) -> f32 {
    let patch = |side: f32| {
        let (x, y) = ((x * side) as u32, (y * side) as u32);
        let mut n = x
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add(y.wrapping_mul(0x85eb_ca77))
            .wrapping_add(u32::from(salt).wrapping_mul(0x27d4_eb2f));
        n = (n ^ (n >> 15)).wrapping_mul(0x2c1b_3c6d);
        n = (n ^ (n >> 13)).wrapping_mul(0x297a_2d39);
        ((n ^ (n >> 16)) % 256) as f32 / 255.0 - 0.5
    };
    1.0 + 0.16 * patch(24.0) + 0.12 * patch(9.0)
}

/// A block of a wall: a worn edge towards open ground, a joint to the next block.
fn block([x, y]: [f32; 2], joined: u8, pixel: f32) -> f32 {
    const WORN: f32 = 0.2;
    const ROUND: f32 = 0.26;
    let is_open = |dir: Dir| joined & dir.bit() == 0;
    // The side that is nearer, the distance from it, and the direction to it, along both axes.
    let (left, top) = (x < 0.5, y < 0.5);
    let (across, along) = (
        if left { Dir::West } else { Dir::East },
        if top { Dir::North } else { Dir::South },
    );
    let (dx, dy) = (x.min(1.0 - x), y.min(1.0 - y));
    let (to_x, to_y) = (if left { -1.0 } else { 1.0 }, if top { -1.0 } else { 1.0 });
    // The distance from the edge, and where the edge is.
    let (edge, lit) = match (is_open(across), is_open(along)) {
        (true, true) if dx < ROUND && dy < ROUND => {
            let (ox, oy) = (ROUND - dx, ROUND - dy);
            (ROUND - ox.hypot(oy), facing(to_x * ox, to_y * oy))
        }
        (true, true) if dx < dy => (dx, facing(to_x, 0.0)),
        (true, false) => (dx, facing(to_x, 0.0)),
        (_, true) => (dy, facing(0.0, to_y)),
        // Open ground begins at the corner.
        (false, false) => (
            dx.hypot(dy),
            facing(to_x * dy.max(0.01), to_y * dx.max(0.01)),
        ),
    };
    if edge < 0.0 {
        return 0.35;
    }
    let slope = smooth(WORN, 0.03, edge);
    let mut shade = 0.92 + slope * (0.25 + 1.15 * lit);
    // The edge itself, in the shadow of what it stands on.
    shade *= 0.4 + 0.6 * smooth(0.0, pixel.max(0.05), edge);
    // Joints, half of them on either tile.
    let joint = |is_joined: bool, distance: f32| {
        if is_joined {
            smooth(0.0, pixel.max(0.035), distance)
        } else {
            1.0
        }
    };
    let deep = joint(!is_open(across), dx).min(joint(!is_open(along), dy));
    shade * (0.38 + 0.62 * deep)
}

/// A slab of the floor: joints around it, and the shadows of the walls beside it.
fn slab([x, y]: [f32; 2], walled: u8, is_split: bool, pixel: f32) -> f32 {
    let is_walled = |dir: Dir| walled & dir.bit() != 0;
    let is_wide = !is_walled(Dir::North) || !is_walled(Dir::South);
    // A split slab has its joint across the way.
    let (sx, sy) = match (is_split, is_wide) {
        (true, true) => (x, (2.0 * y).fract() / 2.0),
        (true, false) => ((2.0 * x).fract() / 2.0, y),
        _ => (x, y),
    };
    let (width, height) = match (is_split, is_wide) {
        (true, true) => (1.0, 0.5),
        (true, false) => (0.5, 1.0),
        _ => (1.0, 1.0),
    };
    let (dx, dy) = (sx.min(width - sx), sy.min(height - sy));
    let edge = dx.min(dy);
    let lit = match dx < dy {
        true => facing(if sx < width / 2.0 { -1.0 } else { 1.0 }, 0.0),
        false => facing(0.0, if sy < height / 2.0 { -1.0 } else { 1.0 }),
    };
    let rim = smooth(0.13, 0.04, edge);
    let mut shade = 1.08 * (1.0 + 0.16 * rim * lit);
    shade *= 0.5 + 0.5 * smooth(0.0, pixel.max(0.03), edge);
    let shadow = |distance: f32, deep: f32, long: f32| 1.0 - deep * smooth(long, 0.0, distance);
    if is_walled(Dir::North) {
        shade *= shadow(y, 0.58, 0.30);
    }
    if is_walled(Dir::West) {
        shade *= shadow(x, 0.50, 0.24);
    }
    if !is_walled(Dir::North) && !is_walled(Dir::West) {
        shade *= shadow(x.hypot(y), 0.56, 0.28);
    }
    if is_walled(Dir::South) {
        shade *= shadow(1.0 - y, 0.3, 0.12);
    }
    if is_walled(Dir::East) {
        shade *= shadow(1.0 - x, 0.3, 0.12);
    }
    shade
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: i32 = 28;

    /// The mean share of the light that part of a relief returns.
    fn mean(relief: Relief, part: impl Fn(i32, i32) -> bool) -> f32 {
        let bitmap = relief.draw(SIDE, SIDE);
        let tiles = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let values: Vec<f32> = tiles
            .filter(|&(x, y)| part(x, y))
            .map(|(x, y)| (f32::from(bitmap.get(x, y)) / Relief::EVEN).powi(2))
            .collect();
        values.iter().sum::<f32>() / values.len() as f32
    }

    #[test]
    fn the_shader_finds_every_relief_behind_the_glyphs() {
        let numbers: Vec<u8> = Relief::all().map(Relief::number).collect();
        assert_eq!(numbers, (1..=48).collect::<Vec<u8>>());
        assert_eq!(Relief::default().number(), 0);
        for sides in 0..SHAPES {
            let all = [
                Relief::block(sides),
                Relief::slab(sides, false),
                Relief::slab(sides, true),
            ];
            assert_eq!(
                all.map(Relief::number),
                [1, 17, 33].map(|first| first + sides)
            );
        }
    }

    #[test]
    fn a_relief_changes_the_brightness_of_its_tile_little() {
        for relief in Relief::all() {
            let mean = mean(relief, |_, _| true);
            assert!((0.45..1.25).contains(&mean), "{relief:?}: {mean}");
        }
    }

    #[test]
    fn a_wall_is_lit_from_the_upper_left_and_its_shadow_falls_the_other_way() {
        let alone = Relief::block(0);
        let upper = mean(alone, |_, y| (2..5).contains(&y));
        let lower = mean(alone, |_, y| (SIDE - 5..SIDE - 2).contains(&y));
        assert!(upper > 1.5 * lower, "{upper} {lower}");
        let along = Relief::block(Dir::East.bit() | Dir::West.bit());
        let joint = mean(along, |x, _| x == 0);
        assert!(joint < 0.8 * mean(along, |x, _| x == SIDE / 2), "{joint}");
        let slab = Relief::slab(Dir::North.bit() | Dir::South.bit(), false);
        let shadow = mean(slab, |_, y| y < SIDE / 8);
        assert!(shadow < 0.7 * mean(slab, |_, y| y > SIDE / 2), "{shadow}");
    }
}
