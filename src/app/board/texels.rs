//! The board as a texture of one texel a tile, of four numbers, as `shaders/conduit.wgsl` reads
//! them. Written whole: that of the largest board is 40 KB.

use std::f32::consts::TAU;

use super::picture::{Look, Picture};
use crate::conduit::{Conduit, MAX_SIDE, Mask};
use crate::geom::{Dir, Pos};

/// Flags of a tile, as in the shader.
const LOCKED: u32 = 0x1;
const WALL_RIGHT: u32 = 0x2;
const WALL_BELOW: u32 = 0x4;
const UPPER_HALF: u32 = 0x8;
const LOWER_HALF: u32 = 0x10;
const SPRING: u32 = 0x20;
/// Found wrong by a check.
pub const WRONG: u32 = 0x40;
/// The tile that a hint or lesson is about.
pub const HINTED: u32 = 0x80;
/// A tile that a hint follows from.
pub const REASON: u32 = 0x100;
const WALL_LEFT: u32 = 0x200;
const WALL_ABOVE: u32 = 0x400;

/// Bytes of a texel.
pub(super) const TEXEL: usize = 16;

/// Light that a tile throws: the wellspring, a lamp, a pipe.
const SPRING_LIGHT: f32 = 0.9;
const LAMP_LIGHT: f32 = 0.62;
const PIPE_LIGHT: f32 = 0.15;
/// How it falls off with the tiles between, along each axis.
const FALL_OFF: [f32; 3] = [1.0, 0.50, 0.13];

/// What a screen marks on one tile.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    /// [`WRONG`], [`HINTED`] and [`REASON`].
    pub flags: u32,
    /// Sides that a hint says must be joined, as bits of a mask.
    pub joined: u8,
    /// Sides that a hint says cannot be joined.
    pub closed: u8,
}

/// The packets on one tile: eight places outwards on each arm, and whether one is in the middle.
pub type TilePackets = (u32, bool);

/// Buffers that are used again.
#[derive(Default)]
pub struct Scratch {
    light: Vec<f32>,
    across: Vec<f32>,
}

/// Writes all texels into `out`, whose rows have room for the largest board. Marks and packets go
/// row by row; missing ones count as none.
pub(super) fn write(
    (conduit, picture): (&Conduit, &Picture),
    (marks, packets): (&[Mark], &[TilePackets]),
    scratch: &mut Scratch,
    out: &mut [u8],
) {
    light(conduit, picture.tiles.as_slice(), scratch);
    for (index, look) in picture.tiles.as_slice().iter().enumerate() {
        let pos = position(conduit, index);
        let place = pos.y as usize * MAX_SIDE as usize + pos.x as usize;
        let Some(texel) = out.chunks_exact_mut(TEXEL).nth(place) else {
            break;
        };
        let (slots, within) = packets.get(index).copied().unwrap_or_default();
        let mark = marks.get(index).copied().unwrap_or_default();
        let numbers = [
            u32::from(look.mask)
                | u32::from(look.looped) << 4
                | u32::from(look.parent) << 8
                | u32::from(within) << 11
                | (standing(conduit, pos) | mark.flags) << 12
                | u32::from(look.before) << 24
                | u32::from(mark.joined) << 28,
            u32::from(angle(look)) | byte(look.fill) << 16 | byte(look.heat) << 24,
            u32::from(look.steps) | byte(scratch.light[index]) << 16 | u32::from(mark.closed) << 24,
            slots,
        ];
        for (bytes, number) in texel.chunks_exact_mut(4).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
    }
}

fn position(conduit: &Conduit, index: usize) -> Pos {
    let width = conduit.size().width;
    Pos::new((index as u32 % width) as i32, (index as u32 / width) as i32)
}

/// The number of the tile at `pos`, row by row.
pub fn index(conduit: &Conduit, pos: Pos) -> usize {
    pos.y as usize * conduit.size().width as usize + pos.x as usize
}

fn byte(share: f32) -> u32 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u32
}

/// Sixteen bits with a sign for two whole turns each way.
fn angle(look: &Look) -> u16 {
    let share = (look.angle() / (2.0 * TAU)).clamp(-1.0, 1.0);
    ((share * 32767.0).round() as i16).cast_unsigned()
}

/// The flags of how a tile stands.
fn standing(conduit: &Conduit, pos: Pos) -> u32 {
    let board = conduit.board();
    let walls = board.walls(pos);
    // A wall is kept by the tile on its left or above it.
    let size = conduit.size();
    let beside = |x: i32, y: i32| {
        let wide = (pos.x + x).rem_euclid(size.width as i32);
        let high = (pos.y + y).rem_euclid(size.height as i32);
        board.walls(Pos::new(wide, high))
    };
    let [upper, lower] = board.wellspring();
    let two = upper != lower;
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    flag(conduit.is_locked(pos), LOCKED)
        | flag(walls.has(Dir::East), WALL_RIGHT)
        | flag(walls.has(Dir::South), WALL_BELOW)
        | flag(beside(-1, 0).has(Dir::East), WALL_LEFT)
        | flag(beside(0, -1).has(Dir::South), WALL_ABOVE)
        | flag(pos == upper || pos == lower, SPRING)
        | flag(two && pos == upper, UPPER_HALF)
        | flag(two && pos == lower, LOWER_HALF)
}

/// How much light falls on each tile from those around, more or less. Linear in the tiles.
fn light(conduit: &Conduit, tiles: &[Look], scratch: &mut Scratch) {
    let size = conduit.size();
    let (width, height) = (size.width as usize, size.height as usize);
    let wrap = conduit.board().rules().wrap;
    let [upper, lower] = conduit.board().wellspring();
    let thrown = |index: usize| {
        let pos = position(conduit, index);
        let look = &tiles[index];
        let light = if pos == upper || pos == lower {
            SPRING_LIGHT
        } else if Mask::new(look.mask).is_lamp() {
            LAMP_LIGHT
        } else {
            PIPE_LIGHT
        };
        light * look.heat * look.fill
    };
    let Scratch { light, across, .. } = scratch;
    light.clear();
    light.extend((0..tiles.len()).map(thrown));
    across.clear();
    across.resize(tiles.len(), 0.0);
    let reach = FALL_OFF.len() as i32 - 1;
    let beyond = |at: usize, by: i32, length: usize| {
        let to = at as i32 + by;
        match wrap {
            true => Some(to.rem_euclid(length as i32) as usize),
            false => usize::try_from(to).ok().filter(|to| *to < length),
        }
    };
    for (index, sum) in across.iter_mut().enumerate() {
        for by in -reach..=reach {
            if let Some(x) = beyond(index % width, by, width) {
                *sum += light[index / width * width + x] * FALL_OFF[by.unsigned_abs() as usize];
            }
        }
    }
    for (index, sum) in light.iter_mut().enumerate() {
        *sum = 0.0;
        for by in -reach..=reach {
            if let Some(y) = beyond(index / width, by, height) {
                *sum += across[y * width + index % width] * FALL_OFF[by.unsigned_abs() as usize];
            }
        }
        // Many lights are brighter than one, but never all white.
        *sum /= 1.0 + *sum;
    }
}
