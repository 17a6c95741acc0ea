// Shared by both looks of the Conduit board: its uniforms, the texture of its tiles, which
// src/app/board/texels.rs writes, and signed distances of shapes. Lengths are in tiles.

#define_import_path undercroft::conduit_board

struct Board {
    // Top-left corner of the board and side of a tile, in pixels of the window.
    corner: vec2<f32>,
    side: f32,
    // Time for the flow, in seconds; it wraps around.
    time: f32,
    // Columns and rows.
    size: vec2<f32>,
    // 1 if the edges wrap.
    wrap: f32,
    // How visibly the light flows, 0 to 1.
    flow: f32,
    // Left, top, width and height in tiles; the width is 0 if there is no cursor or hovered tile.
    cursor: vec4<f32>,
    hover: vec4<f32>,
    // Columns and rows by which a wrapping board is scrolled.
    scroll: vec2<f32>,
}

@group(1) @binding(0) var<uniform> board: Board;
@group(1) @binding(1) var tiles: texture_2d<u32>;

// Flags of a tile, as in texels.rs.
const LOCKED = 0x1u;
const WALL_RIGHT = 0x2u;
const WALL_BELOW = 0x4u;
const UPPER_HALF = 0x8u;
const LOWER_HALF = 0x10u;
const SPRING = 0x20u;
const WRONG = 0x40u;
const HINTED = 0x80u;
const REASON = 0x100u;
const WALL_LEFT = 0x200u;
const WALL_ABOVE = 0x400u;

// Sides are left 0, down 1, right 2, up 3.
const NO_SIDE: i32 = 4;

const TAU: f32 = 6.2831853;

struct Tile {
    mask: u32,
    // Arms that are part of a loop.
    looped: u32,
    // The side from which the light enters.
    parent: i32,
    flags: u32,
    // The wellspring's arms before the current turn.
    before: u32,
    // Sides that a hint marks as connected or closed.
    joined: u32,
    closed: u32,
    // Radians left of the current turn.
    angle: f32,
    // How far the light has entered, 0 to 1, and how bright it is, 0 to 1.
    fill: f32,
    heat: f32,
    // Steps from the wellspring.
    steps: f32,
    // Light from the surroundings, 0 to 1.
    ambient: f32,
    // Packets as bits: 8 positions per arm, from the middle outwards; and whether one is in the middle.
    packets: u32,
    packet_within: bool,
}

fn bit(mask: u32, side: i32) -> bool {
    return (mask >> u32(side) & 1u) == 1u;
}

fn toward(side: i32) -> vec2<f32> {
    return vec2<f32>(f32(i32(side == 2) - i32(side == 0)), f32(i32(side == 1) - i32(side == 3)));
}

fn fetch(cell: vec2<i32>) -> vec4<u32> {
    let size = vec2<i32>(board.size);
    if board.wrap > 0.5 {
        return textureLoad(tiles, (cell + vec2<i32>(board.scroll) + size) % size, 0);
    }
    if any(cell < vec2<i32>(0)) || any(cell >= size) {
        return vec4<u32>(0u);
    }
    return textureLoad(tiles, cell, 0);
}

fn unpack(t: vec4<u32>) -> Tile {
    var tile: Tile;
    tile.mask = t.x & 15u;
    tile.looped = t.x >> 4u & 15u;
    tile.parent = i32(t.x >> 8u & 7u);
    tile.packet_within = (t.x >> 11u & 1u) == 1u;
    tile.flags = t.x >> 12u & 0xfffu;
    tile.before = t.x >> 24u & 15u;
    tile.joined = t.x >> 28u;
    // 16-bit signed, at most two full turns.
    tile.angle = f32(i32(t.y << 16u) >> 16u) / 32768.0 * 2.0 * TAU;
    tile.fill = f32(t.y >> 16u & 255u) / 255.0;
    tile.heat = f32(t.y >> 24u) / 255.0;
    tile.steps = f32(t.z & 0xffffu);
    tile.ambient = f32(t.z >> 16u & 255u) / 255.0;
    tile.closed = t.z >> 24u & 15u;
    tile.packets = t.w;
    return tile;
}

fn rotate(q: vec2<f32>, angle: f32) -> vec2<f32> {
    let c = cos(angle);
    let s = sin(angle);
    return vec2<f32>(c * q.x - s * q.y, s * q.x + c * q.y);
}

// The share of a pixel inside a shape, from its signed distance.
fn inside(d: f32) -> f32 {
    return clamp(0.5 - d * board.side, 0.0, 1.0);
}

fn box(p: vec2<f32>, half: vec2<f32>, radius: f32) -> f32 {
    let q = abs(p) - half + radius;
    return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - radius;
}

fn is_lamp(tile: Tile) -> bool {
    let one = tile.mask == 1u || tile.mask == 2u || tile.mask == 4u || tile.mask == 8u;
    return one && (tile.flags & SPRING) == 0u;
}

// Signed distances to the outline and to the rectangle of the tiles `area` (position and size).
fn outline(p: vec2<f32>, area: vec4<f32>, thick: f32) -> vec2<f32> {
    let half = area.zw * 0.5;
    let d = box(p - area.xy - half, half - 0.01, 0.10);
    let line = max(thick, 1.1 / board.side);
    return vec2<f32>(abs(d + line) - line, d);
}
