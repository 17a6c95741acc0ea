//! Encodes the board as a texture, one texel of four numbers per tile, for
//! `shaders/conduit_board.wgsl`. Always written whole: the largest board takes 40 KB.

use std::f32::consts::TAU;

use super::lessons;
use super::picture::{BoardAnimation, SIDES, TileLook};
use super::session::Session;
use super::words;
use crate::conduit::{Conduit, MAX_SIDE, Mask, TICKS_PER_TILE};
use crate::geom::{Dir, Grid, Pos};

/// Flags of a tile; the shader has the same constants.
const LOCKED: u32 = 0x1;
const WALL_RIGHT: u32 = 0x2;
const WALL_BELOW: u32 = 0x4;
const UPPER_HALF: u32 = 0x8;
const LOWER_HALF: u32 = 0x10;
const SPRING: u32 = 0x20;
const WRONG: u32 = 0x40;
const HINTED: u32 = 0x80;
const REASON: u32 = 0x100;
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

/// What hint, check and lesson mark on a tile.
#[derive(Clone, Copy, Default)]
struct Mark {
    flags: u32,
    /// Sides that the hint says must be joined, and those that cannot be.
    joined: u8,
    closed: u8,
}

/// Packets on a tile: a bit for each of eight places outwards on each arm, and whether one is in
/// the middle.
type PacketSlots = (u32, bool);

/// Buffers reused between frames.
#[derive(Default)]
pub(super) struct Scratch {
    light: Vec<f32>,
    blurred: Vec<f32>,
    marks: Grid<Mark>,
    packets: Grid<PacketSlots>,
}

/// Writes all texels into `out`, whose rows have room for the largest board.
pub(super) fn write_texels(
    session: &Session,
    animation: &BoardAnimation,
    scratch: &mut Scratch,
    out: &mut [u8],
) {
    let conduit = session.conduit();
    compute_light(conduit, &animation.tiles, scratch);
    collect_marks(session, &mut scratch.marks);
    collect_packets(session, &mut scratch.packets);
    for ((pos, look), light) in animation.tiles.iter().zip(&scratch.light) {
        let index = pos.y as usize * MAX_SIDE as usize + pos.x as usize;
        let Some(texel) = out.chunks_exact_mut(TEXEL).nth(index) else {
            break;
        };
        let (slots, in_middle) = scratch.packets[pos];
        let mark = scratch.marks[pos];
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

fn collect_marks(session: &Session, marks: &mut Grid<Mark>) {
    let conduit = session.conduit();
    let size = conduit.size();
    let [upper, lower] = conduit.board().wellspring();
    marks.reset(size.width, size.height, Mark::default());
    let mut set = |pos: Pos, flag: u32| {
        marks[pos].flags |= flag;
        if pos == lower {
            marks[upper].flags |= flag;
        }
    };
    for pos in session.wrong_tiles() {
        set(*pos, WRONG);
    }
    if let Some(at) = lessons::target_tile(session) {
        set(at, HINTED);
    }
    let Some(hint) = session.hint() else { return };
    for tile in hint.because.iter().flat_map(|because| &because.tiles) {
        set(*tile, REASON);
    }
    set(hint.at, HINTED);
    let (joined, closed) = words::known_edges(hint).unwrap_or_default();
    // In a wellspring of two, the upward edge belongs to the upper half.
    let halves = if hint.at == lower && upper != lower {
        [(upper, 8), (lower, 7)]
    } else {
        [(hint.at, 15), (hint.at, 15)]
    };
    for (at, own_sides) in halves {
        marks[at].joined |= joined.bits() & own_sides;
        marks[at].closed |= closed.bits() & own_sides;
    }
}

fn collect_packets(session: &Session, slots: &mut Grid<PacketSlots>) {
    let conduit = session.conduit();
    let size = conduit.size();
    slots.reset(size.width, size.height, (0, false));
    if !session.are_packets_running() {
        return;
    }
    for packet in session.packets().iter(conduit) {
        let side = SIDES.iter().position(|dir| *dir == packet.dir).unwrap_or(0);
        let half = TICKS_PER_TILE / 2;
        if packet.ticks == 0 {
            slots[packet.from].1 = true;
        } else if packet.ticks < half {
            slots[packet.from].0 |= 1 << (side * 8 + usize::from(packet.ticks) - 1);
        } else if let Some(to) = conduit.beyond(packet.from, packet.dir) {
            let place = usize::from(TICKS_PER_TILE - 1 - packet.ticks);
            slots[to].0 |= 1 << ((side + 2) % 4 * 8 + place);
        }
    }
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
    let Scratch { light, blurred, .. } = scratch;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::conduit::BoardConfig;
    use crate::conduit::{Input, Move};
    use crate::rng::Seed;
    use std::time::Duration;

    #[test]
    fn packets_lie_on_joined_arms_all_the_way() {
        let mut session = Session::new(BoardConfig::first(Seed(7)));
        session.apply_input(Input::Board(Move::Solve)).unwrap();
        let mut packets = Grid::default();
        let mut count = 0;
        for _ in 0..200 {
            session.run_packets(Duration::from_millis(20));
            collect_packets(&session, &mut packets);
            for (pos, (slots, _)) in packets.iter() {
                let joined = session.conduit().joined(pos);
                for side in (0..4).filter(|side| slots >> (8 * side) & 255 != 0) {
                    assert!(joined.bits() >> side & 1 == 1, "{pos} {side}");
                    count += 1;
                }
            }
        }
        assert!(count > 1000, "{count}");
    }

    #[test]
    fn a_hint_is_marked_with_the_tiles_it_follows_from() {
        let mut session = Session::new(BoardConfig::first(Seed(7)));
        let mut marks = Grid::default();
        let mut reasons = 0;
        while !session.conduit().is_won() {
            session.apply_input(Input::Board(Move::Hint)).unwrap();
            collect_marks(&session, &mut marks);
            let marks = marks.as_slice();
            let hinted = marks.iter().any(|mark| mark.flags & HINTED != 0);
            assert_eq!(
                hinted,
                !session.conduit().is_won(),
                "a solved board has no marks"
            );
            reasons += marks.iter().filter(|mark| mark.flags & REASON != 0).count();
        }
        assert!(reasons > 50, "{reasons}");
    }
}
