//! Encodes the board as a texture, one texel of four numbers per tile, for
//! `shaders/conduit_board.wgsl`. Always written whole: the largest board takes 40 KB.

use std::f32::consts::TAU;

use super::animation::{BoardAnimation, TileLook};
use crate::conduit::{Conduit, MAX_SIDE, Mask};
use crate::geom::{Dir, Grid, Pos};

/// Flags of a tile; the shader has the same constants.
const LOCKED: u32 = 0x1;
const WALL_RIGHT: u32 = 0x2;
const WALL_BELOW: u32 = 0x4;
const UPPER_HALF: u32 = 0x8;
const LOWER_HALF: u32 = 0x10;
const SPRING: u32 = 0x20;
/// A check found the tile wrong.
pub const WRONG: u32 = 0x40;
/// The tile that a hint or a lesson is about.
pub const HINTED: u32 = 0x80;
/// A tile that a hint follows from.
pub const REASON: u32 = 0x100;
const WALL_LEFT: u32 = 0x200;
const WALL_ABOVE: u32 = 0x400;

/// Bytes per texel.
pub(super) const TEXEL: usize = 16;

/// Light that a tile gives off: the wellspring, a lamp, a pipe.
const SPRING_LIGHT: f32 = 0.9;
const LAMP_LIGHT: f32 = 0.62;
const PIPE_LIGHT: f32 = 0.15;
/// Share of the light that reaches tiles at distance 0, 1 and 2, along each axis.
const FALL_OFF: [f32; 3] = [1.0, 0.50, 0.13];

/// What a screen marks on a tile.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    /// [`WRONG`], [`HINTED`] and [`REASON`].
    pub flags: u32,
    /// Sides that a hint says must be joined, as the bits of a mask.
    pub joined: u8,
    /// Sides that a hint says cannot be joined.
    pub closed: u8,
}

/// Packets on a tile: a bit for each of eight places outwards on each arm, and whether one is in
/// the middle.
pub type PacketSlots = (u32, bool);

/// Buffers reused between frames.
#[derive(Default)]
pub struct Scratch {
    light: Vec<f32>,
    blurred: Vec<f32>,
}

/// Writes all texels into `out`, whose rows have room for the largest board. Tiles beyond the grids
/// of marks and packets have none.
pub(super) fn write_texels(
    (conduit, animation): (&Conduit, &BoardAnimation),
    (marks, packets): (&Grid<Mark>, &Grid<PacketSlots>),
    scratch: &mut Scratch,
    out: &mut [u8],
) {
    compute_light(conduit, &animation.tiles, scratch);
    for ((pos, look), light) in animation.tiles.iter().zip(&scratch.light) {
        let index = pos.y as usize * MAX_SIDE as usize + pos.x as usize;
        let Some(texel) = out.chunks_exact_mut(TEXEL).nth(index) else {
            break;
        };
        let (slots, in_middle) = packets.get(pos).copied().unwrap_or_default();
        let mark = marks.get(pos).copied().unwrap_or_default();
        let numbers = [
            u32::from(look.mask)
                | u32::from(look.looped) << 4
                | u32::from(look.parent) << 8
                | u32::from(in_middle) << 11
                | (tile_flags(conduit, pos) | mark.flags) << 12
                | u32::from(look.before) << 24
                | u32::from(mark.joined) << 28,
            u32::from(encode_angle(look)) | to_byte(look.fill) << 16 | to_byte(look.heat) << 24,
            u32::from(look.steps) | to_byte(*light) << 16 | u32::from(mark.closed) << 24,
            slots,
        ];
        for (bytes, number) in texel.chunks_exact_mut(4).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
    }
}

/// Maps 0..=1 to 0..=255.
fn to_byte(share: f32) -> u32 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u32
}

/// Maps two whole turns either way to signed 16 bits.
fn encode_angle(look: &TileLook) -> u16 {
    let share = (look.angle() / (2.0 * TAU)).clamp(-1.0, 1.0);
    ((share * 32767.0).round() as i16).cast_unsigned()
}

/// The flags of a tile apart from marks: lock, walls and wellspring.
fn tile_flags(conduit: &Conduit, pos: Pos) -> u32 {
    let board = conduit.board();
    let walls = board.walls(pos);
    // A wall belongs to the tile on its left or above it.
    let size = conduit.size();
    let walls_at = |x: i32, y: i32| {
        let x = (pos.x + x).rem_euclid(size.width as i32);
        let y = (pos.y + y).rem_euclid(size.height as i32);
        board.walls(Pos::new(x, y))
    };
    let [upper, lower] = board.wellspring();
    let is_double = upper != lower;
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    flag(conduit.is_locked(pos), LOCKED)
        | flag(walls.has(Dir::East), WALL_RIGHT)
        | flag(walls.has(Dir::South), WALL_BELOW)
        | flag(walls_at(-1, 0).has(Dir::East), WALL_LEFT)
        | flag(walls_at(0, -1).has(Dir::South), WALL_ABOVE)
        | flag(pos == upper || pos == lower, SPRING)
        | flag(is_double && pos == upper, UPPER_HALF)
        | flag(is_double && pos == lower, LOWER_HALF)
}

/// Approximates the light that each tile receives from those around it. Linear in the tiles.
fn compute_light(conduit: &Conduit, tiles: &Grid<TileLook>, scratch: &mut Scratch) {
    let (width, height) = (tiles.width() as usize, tiles.height() as usize);
    let wrap = conduit.board().rules().wrap;
    let spring = conduit.board().wellspring();
    let emitted = |(pos, look): (Pos, &TileLook)| {
        let light = if spring.contains(&pos) {
            SPRING_LIGHT
        } else if Mask::new(look.mask).is_lamp() {
            LAMP_LIGHT
        } else {
            PIPE_LIGHT
        };
        light * look.heat * look.fill
    };
    let Scratch { light, blurred } = scratch;
    light.clear();
    light.extend(tiles.iter().map(emitted));
    blurred.resize(light.len(), 0.0);
    blur(light, blurred, [1, width], wrap);
    blur(blurred, light, [width, height], wrap);
    for sum in light {
        // Many lights are brighter than one, but never pure white.
        *sum /= 1.0 + *sum;
    }
}

/// Sums `from` into `to` along one axis, weighted by [`FALL_OFF`]. Neighbours on the axis are
/// `stride` apart in the slices; the board is `length` tiles long along it.
fn blur(from: &[f32], to: &mut [f32], [stride, length]: [usize; 2], wrap: bool) {
    let reach = FALL_OFF.len() as i32 - 1;
    for (index, sum) in to.iter_mut().enumerate() {
        let at = index / stride % length;
        let line = index - at * stride;
        *sum = 0.0;
        for by in -reach..=reach {
            let mut near = at as i32 + by;
            if wrap {
                near = near.rem_euclid(length as i32);
            }
            if (0..length as i32).contains(&near) {
                *sum += from[line + near as usize * stride] * FALL_OFF[by.unsigned_abs() as usize];
            }
        }
    }
}
