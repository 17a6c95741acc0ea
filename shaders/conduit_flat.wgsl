// The Conduit board in plain bright colours, for more contrast and for software renderers: straight
// shapes, one texel per pixel, no light that shines on other tiles. Everything can be told by its shape
// as well as by its colour. Colours are linear.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import undercroft::conduit_board::{
    HINTED, LOCKED, LOWER_HALF, REASON, SPRING, TAU, Tile, UPPER_HALF, WALL_ABOVE, WALL_BELOW,
    WALL_LEFT, WALL_RIGHT, WRONG, bit, board, fetch, inside, is_lamp, outline, rotate, unpack,
}

const VOID = vec3<f32>(0.0027, 0.0030, 0.0048);
const GAP = vec3<f32>(0.0044, 0.0052, 0.0091);
const SLAB = vec3<f32>(0.0194, 0.0232, 0.0423);
const WARM_SLAB = vec3<f32>(0.0685, 0.0369, 0.0130);
const HELD = vec3<f32>(0.0080, 0.0116, 0.0395);
const BOLT = vec3<f32>(0.3050, 0.4020, 0.8308);
const COLD = vec3<f32>(0.3419, 0.4125, 0.5776);
const COLD_CORE = vec3<f32>(0.1070, 0.1384, 0.2307);
const WARM = vec3<f32>(1.0000, 0.4342, 0.0395);
const CORE = vec3<f32>(1.0000, 0.8388, 0.4342);
const RED = vec3<f32>(1.0000, 0.1070, 0.0648);
const DARK_RED = vec3<f32>(0.1170, 0.0052, 0.0037);
const WALL = vec3<f32>(0.7605, 0.7157, 0.6724);
const TEAL = vec3<f32>(0.0513, 0.5776, 0.7913);
const GOLD = vec3<f32>(1.0000, 0.6445, 0.0513);
const GREEN = vec3<f32>(0.0612, 0.8714, 0.1878);
const CURSOR = vec3<f32>(1.0000, 0.9047, 0.7157);

// Half the width of a pipe, and of the light in it.
fn casing() -> f32 {
    return max(0.125, 1.6 / board.side);
}

fn core() -> f32 {
    return max(0.055, 0.8 / board.side);
}

// The arm of a point, by the axis it is nearer to.
fn side_of(p: vec2<f32>) -> i32 {
    return select(select(3, 1, p.y >= 0.0), select(0, 2, p.x >= 0.0), abs(p.x) > abs(p.y));
}

// Draws a tile's pipes and the light that has reached this point.
fn pipes(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let is_spring = (tile.flags & SPRING) != 0u;
    let p = select(rotate(q, -tile.angle), q, is_spring);
    let left = abs(tile.angle) / (0.25 * TAU);
    let bits = vec4<u32>(0u, 1u, 2u, 3u);
    let now = vec4<f32>(vec4<u32>(tile.mask) >> bits & vec4<u32>(1u));
    let then = vec4<f32>(vec4<u32>(tile.before) >> bits & vec4<u32>(1u));
    let arms = 0.5 * select(now, mix(now, then, clamp(left, 0.0, 1.0)), is_spring);
    // A horizontal and a vertical bar, each from one end to the other.
    let across = vec2<f32>(arms.z - arms.x, arms.z + arms.x) * 0.5;
    let along = vec2<f32>(arms.y - arms.w, arms.y + arms.w) * 0.5;
    let d = min(
        max(abs(p.x - across.x) - across.y, abs(p.y)),
        max(abs(p.y - along.x) - along.y, abs(p.x)),
    );
    let side = side_of(p);
    let r = max(abs(p.x), abs(p.y));
    let steps = select(r, -r, side == tile.parent);
    let reached = tile.heat * select(0.0, 1.0, steps < tile.fill * 1.1 - 0.55);
    let wave = cos(TAU * ((tile.steps + steps) / 4.0 - board.time * 1.1));
    // The wave dims to amber, because a darker cream is grey and would look unlit.
    let dim = board.flow * (0.5 - 0.5 * wave);
    var shell = mix(COLD, WARM * (1.0 - 0.35 * dim), reached);
    var within = mix(COLD_CORE, mix(CORE, WARM, 0.75 * dim), reached);
    if bit(tile.looped, side) {
        // Rungs show a loop without relying on its colour.
        let rung = fract(r * 6.0) < 0.4;
        shell = select(RED, DARK_RED, rung);
        within = shell;
    }
    let color = mix(below, shell, inside(d - casing()));
    return mix(color, within, inside(d - core()));
}

// Draws a lamp: a ring, filled with light once it is lit.
fn lamp(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let d = length(q);
    let bright = tile.heat * select(0.0, 1.0, tile.fill > 0.5);
    let color = mix(below, mix(COLD, WARM, bright), inside(d - 0.29));
    return mix(color, mix(GAP, CORE, bright), inside(d - 0.20));
}

// Draws the wellspring: a square of light in a square.
fn well(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let reach = vec2<f32>(
        select(0.0, -1.0, (tile.flags & LOWER_HALF) != 0u),
        select(0.0, 1.0, (tile.flags & UPPER_HALF) != 0u),
    );
    let d = max(abs(q.x), abs(q.y - clamp(q.y, reach.x, reach.y)));
    let color = mix(below, CORE, inside(d - 0.34));
    return mix(mix(color, GAP, inside(d - 0.27)), CORE, inside(d - 0.20));
}

// Draws a packet: one of eight positions on the arm nearest to the pixel.
fn packets(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let side = side_of(q);
    let r = max(abs(q.x), abs(q.y));
    let slot = i32(round(r * 16.0));
    let is_here = select(
        bit(tile.packets >> u32(8 * side), max(slot - 1, 0)),
        tile.packet_within,
        slot == 0,
    );
    let d = length(vec2<f32>(r - f32(slot) / 16.0, min(abs(q.x), abs(q.y))));
    return mix(below, vec3<f32>(1.0), select(0.0, inside(d - 0.10), is_here && slot <= 8));
}

// Draws the marks of hints and checks on a tile.
fn marks(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let d = max(abs(q.x), abs(q.y));
    let frame = inside(abs(d - 0.44) - max(0.03, 0.8 / board.side));
    var color = below;
    if (tile.flags & REASON) != 0u {
        color = mix(color, TEAL, frame);
    }
    if (tile.flags & WRONG) != 0u {
        // Broken at the corners and in the middle of each side, to differ from other frames.
        let broken = fract(min(abs(q.x), abs(q.y)) * 8.0) < 0.5;
        color = mix(color, RED, frame * select(0.0, 1.0, broken));
    }
    if (tile.flags & HINTED) != 0u {
        color = mix(color, GOLD, frame);
        let side = side_of(q);
        let out = d - 0.40;
        let wide = min(abs(q.x), abs(q.y));
        let stop = max(abs(out) - 0.04, wide - 0.20);
        color = mix(color, RED, select(0.0, inside(stop), bit(tile.closed, side)));
        let arrow = max(wide * 0.9 + out - 0.08, -out - 0.08);
        color = mix(color, GREEN, select(0.0, inside(arrow), bit(tile.joined, side)));
    }
    return color;
}

@fragment
fn fragment(in: UiVertexOutput) -> @location(0) vec4<f32> {
    let p = (floor(in.position.xy) + 0.5 - board.corner) / board.side;
    return vec4<f32>(paint(p), 1.0);
}

fn paint(p: vec2<f32>) -> vec3<f32> {
    let off = abs(p - board.size * 0.5) - board.size * 0.5;
    let out = max(off.x, off.y);
    if out > select(0.09, 0.5, board.wrap > 0.5) {
        return VOID;
    }
    if out > 0.0 && board.wrap < 0.5 {
        return COLD_CORE;
    }
    let cell = floor(p);
    let q = p - cell - 0.5;
    let tile = unpack(fetch(vec2<i32>(cell)));
    let d = max(abs(q.x), abs(q.y));
    let locked = (tile.flags & LOCKED) != 0u;
    let slab = mix(select(SLAB, HELD, locked), WARM_SLAB, tile.heat);
    var color = mix(GAP, slab, inside(d - 0.48));
    if locked {
        // A frame with a square in each corner shows that the tile is locked.
        let corner = max(abs(abs(q.x) - 0.40), abs(abs(q.y) - 0.40));
        color = mix(color, BOLT, max(inside(abs(d - 0.465) - 0.014), inside(corner - 0.065)));
    }
    color = pipes(color, q, tile);
    if is_lamp(tile) {
        color = lamp(color, q, tile);
    }
    if (tile.flags & SPRING) != 0u {
        color = well(color, q, tile);
    }
    if board.flow > 0.0 {
        color = packets(color, q, tile);
    }
    color = marks(color, q, tile);
    let walls = (vec4<u32>(tile.flags) & vec4<u32>(WALL_LEFT, WALL_BELOW, WALL_RIGHT, WALL_ABOVE))
        != vec4<u32>(0u);
    let sides = select(vec4<f32>(9.0), vec4<f32>(q.x + 0.5, 0.5 - q.y, 0.5 - q.x, q.y + 0.5), walls);
    let bar = min(min(sides.x, sides.y), min(sides.z, sides.w));
    color = mix(color, WALL, inside(bar - max(0.06, 1.2 / board.side)));
    if out > 0.0 {
        // Beyond a wrapping edge, the opposite side of the board shows dimly.
        return mix(color * 0.18, GOLD * 0.55, inside(out - 0.03));
    }
    let pointed = inside(outline(p, board.hover, 0.016).x) * step(0.5, board.hover.z);
    let chosen = inside(outline(p, board.cursor, 0.030).x) * step(0.5, board.cursor.z);
    return mix(mix(color, CURSOR * 0.35, pointed), CURSOR, chosen);
}
