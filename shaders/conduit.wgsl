// Draws the Conduit board in one pass: stone slabs, pipes as signed distances, and their light. The
// state of each tile is one texel, see conduit_board.wgsl. Lengths are in tiles, colours linear.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import undercroft::conduit_board::{
    HINTED, LOCKED, LOWER_HALF, NO_SIDE, REASON, SPRING, TAU, Tile, UPPER_HALF, WALL_BELOW,
    WALL_RIGHT, WRONG, bit, board, box, fetch, inside, is_lamp, outline, rotate, toward, unpack,
}

const SLAB = vec3<f32>(0.0120, 0.0140, 0.0225);
const GAP = vec3<f32>(0.0032, 0.0036, 0.0062);
const VOID = vec3<f32>(0.0018, 0.0018, 0.0031);
const FRAME = vec3<f32>(0.030, 0.033, 0.047);
const WALL = vec3<f32>(0.210, 0.200, 0.205);
const COLD_CASE = vec3<f32>(0.190, 0.245, 0.360);
const COLD_GLASS = vec3<f32>(0.0125, 0.0165, 0.0300);
const WARM_CASE = vec3<f32>(0.230, 0.105, 0.030);
const AMBER = vec3<f32>(1.00, 0.37, 0.060);
const GOLD = vec3<f32>(1.60, 0.86, 0.270);
const WHITE_HOT = vec3<f32>(3.0, 2.3, 1.15);
const RED = vec3<f32>(0.95, 0.050, 0.035);
const TEAL = vec3<f32>(0.06, 0.40, 0.52);
const CURSOR = vec3<f32>(1.3, 1.15, 0.85);

// A point relative to the pipes of its tile.
struct Pipe {
    // Distance from the axis, and offset from the nearest point of the axis.
    d: f32,
    off: vec2<f32>,
    // Distance of that nearest point from the middle of the tile, along the arm on `side`.
    r: f32,
    side: i32,
}

// Half the width of a pipe, and of the glass in it; never much thinner than a pixel.
fn casing() -> f32 {
    return max(0.118, 1.7 / board.side);
}

fn glass() -> f32 {
    return max(0.062, 1.0 / board.side);
}

// A bend: a quarter circle around the corner between two sides.
fn bend(q: vec2<f32>, one: i32, two: i32) -> Pipe {
    let a = toward(one);
    let b = toward(two);
    let e = q - 0.5 * (a + b);
    let l = max(length(e), 1e-4);
    var pipe: Pipe;
    pipe.d = abs(l - 0.5);
    pipe.off = e - e / l * 0.5;
    let along = atan2(max(-dot(e, a), 0.0), max(-dot(e, b), 1e-4)) / (0.25 * TAU);
    pipe.r = abs(along - 0.5);
    pipe.side = select(two, one, along < 0.5);
    return pipe;
}

// Straight arms from the middle, with the given lengths.
fn arms(q: vec2<f32>, mask: u32, lengths: vec4<f32>) -> Pipe {
    var pipe: Pipe;
    pipe.d = 9.0;
    pipe.side = NO_SIDE;
    // Distances from the nearest horizontal and the nearest vertical arm, and positions along them.
    var axes = vec2<f32>(9.0);
    var outs = vec2<f32>(0.0);
    for (var side = 0; side < 4; side++) {
        if !bit(mask, side) {
            continue;
        }
        let dir = toward(side);
        let r = clamp(dot(q, dir), 0.0, lengths[side]);
        let off = q - r * dir;
        let d = length(off);
        if d < axes[side & 1] {
            axes[side & 1] = d;
            outs[side & 1] = r;
        }
        if d < pipe.d {
            pipe.d = d;
            pipe.off = off;
            pipe.r = r;
            pipe.side = side;
        }
    }
    // Fillets where arms meet at right angles, only on the inner side.
    let k = 0.16;
    let h = max(k - abs(axes.x - axes.y), 0.0) / k;
    let meet = smoothstep(0.0, 0.10, min(outs.x, outs.y));
    pipe.d = max(pipe.d - h * h * k * 0.25 * meet, 0.0);
    return pipe;
}

fn pipe_at(q: vec2<f32>, tile: Tile) -> Pipe {
    if (tile.flags & SPRING) != 0u {
        // The wellspring's arms retract and extend instead of turning.
        let done = 1.0 - clamp(abs(tile.angle) / (0.25 * TAU), 0.0, 1.0);
        var lengths: vec4<f32>;
        for (var side = 0; side < 4; side++) {
            let now = f32(bit(tile.mask, side));
            let then = f32(bit(tile.before, side));
            lengths[side] = 0.5 * mix(then, now, done);
        }
        return arms(q, tile.mask | tile.before, lengths);
    }
    let p = rotate(q, -tile.angle);
    var pipe: Pipe;
    switch tile.mask {
        case 3u: { pipe = bend(p, 0, 1); }
        case 6u: { pipe = bend(p, 1, 2); }
        case 12u: { pipe = bend(p, 2, 3); }
        case 9u: { pipe = bend(p, 3, 0); }
        default: { pipe = arms(p, tile.mask, vec4<f32>(0.5)); }
    }
    pipe.off = rotate(pipe.off, tile.angle);
    return pipe;
}

// Steps from the wellspring to a point in a pipe. Off the axis, the arms blend into each other.
fn steps_at(pipe: Pipe, tile: Tile) -> f32 {
    let r = max(pipe.r - max(pipe.d - glass(), 0.0), 0.0);
    return tile.steps + select(r, -r, pipe.side == tile.parent);
}

// Brightness of the light in a pipe at a point.
fn light_at(pipe: Pipe, tile: Tile) -> f32 {
    let steps = steps_at(pipe, tile);
    let front = tile.steps - 0.55 + tile.fill * 1.1;
    let reached = select(smoothstep(-0.02, 0.14, front - steps), 1.0, tile.fill >= 1.0);
    let wave = pow(0.5 + 0.5 * cos(TAU * (steps / 4.0 - board.time * 1.1)), 3.0);
    return tile.heat * reached * (1.0 + board.flow * (1.1 * wave - 0.30));
}

// The point on the axis of an arm at the distance `r` from the middle.
fn on_axis(tile: Tile, side: i32, r: f32) -> vec2<f32> {
    let turn = (side + 1) % 4;
    let back = (side + 3) % 4;
    let one = bit(tile.mask, turn);
    let other = bit(tile.mask, back);
    let straight = bit(tile.mask, (side + 2) % 4);
    if one == other || straight || (tile.flags & SPRING) != 0u {
        return r * toward(side);
    }
    let a = toward(side);
    let b = toward(select(back, turn, one));
    let angle = 0.125 * TAU * (1.0 - 2.0 * r);
    return 0.5 * (a + b) - 0.5 * (cos(angle) * b + sin(angle) * a);
}

// Light of the packets on the tile packed in `t`, at `q` from its middle.
fn packets_at(q: vec2<f32>, t: vec4<u32>) -> f32 {
    if t.w == 0u && (t.x >> 11u & 1u) == 0u {
        return 0.0;
    }
    let tile = unpack(t);
    var light = 0.0;
    if tile.packet_within {
        light += orb(q - on_axis(tile, first_side(tile.mask), 0.0));
    }
    if tile.packets == 0u {
        return light;
    }
    for (var side = 0; side < 4; side++) {
        let slots = tile.packets >> u32(8 * side) & 255u;
        if slots == 0u {
            continue;
        }
        for (var slot = 0; slot < 8; slot++) {
            if bit(slots, slot) {
                light += orb(q - on_axis(tile, side, f32(slot + 1) / 16.0));
            }
        }
    }
    return light;
}

fn first_side(mask: u32) -> i32 {
    return select(select(select(3, 2, bit(mask, 2)), 1, bit(mask, 1)), 0, bit(mask, 0));
}

fn orb(off: vec2<f32>) -> f32 {
    let d = length(off);
    let core = smoothstep(0.115, 0.045, d);
    let halo = exp(-d * 9.0) * smoothstep(0.5, 0.25, d);
    return 1.6 * core + 0.9 * halo;
}

// Light that the tile packed in `t` and its packets cast around them, at `q` from its middle.
fn halo(q: vec2<f32>, t: vec4<u32>, packets: f32) -> vec3<f32> {
    if t.y >> 24u == 0u && packets == 0.0 {
        return vec3<f32>(0.0);
    }
    let tile = unpack(t);
    let away = max(abs(q.x), abs(q.y));
    let edge = smoothstep(1.0, 0.6, away);
    let pipe = pipe_at(q, tile);
    let bright = mix(light_at(pipe, tile), min(tile.heat, tile.fill), 0.6);
    let near = max(pipe.d - casing(), 0.0);
    var light = AMBER * bright * (0.20 * exp(-near * 9.0) + 0.035 * exp(-near * 3.0));
    if is_lamp(tile) {
        let d = length(q);
        light += (GOLD * 0.22 * exp(-d * 5.0) + AMBER * 0.10 * exp(-d * 2.4)) * lamp_light(tile);
    }
    if (tile.flags & SPRING) != 0u {
        let d = well(q, tile);
        light += GOLD * 0.30 * exp(-max(d, 0.0) * 4.5);
    }
    light += GOLD * 0.55 * packets;
    return light * edge;
}

fn lamp_light(tile: Tile) -> f32 {
    return tile.heat * smoothstep(0.35, 0.75, tile.fill);
}

// Signed distance to the wellspring's basin.
fn well(q: vec2<f32>, tile: Tile) -> f32 {
    var p = q;
    if (tile.flags & UPPER_HALF) != 0u {
        p.y -= clamp(p.y, 0.0, 1.0);
    } else if (tile.flags & LOWER_HALF) != 0u {
        p.y -= clamp(p.y, -1.0, 0.0);
    }
    return length(p) - 0.335;
}

fn hash(p: vec2<f32>) -> f32 {
    let h = fract(p * vec2<f32>(0.1031, 0.1130));
    let s = h + dot(h, h.yx + 33.33);
    return fract((s.x + s.y) * s.y * 7.13);
}

// The stone slab under a pipe.
fn slab(q: vec2<f32>, cell: vec2<f32>, tile: Tile, ambient: f32) -> vec3<f32> {
    let d = box(q, vec2<f32>(0.482), 0.07);
    let shade = 0.86 + 0.28 * hash(cell + 7.0);
    let grain = 0.93 + 0.14 * hash(floor((cell + q + 0.5) * 24.0));
    var stone = SLAB * shade * grain;
    if (tile.flags & LOCKED) != 0u {
        stone = stone * vec3<f32>(0.42, 0.46, 0.62);
    }
    // Light from the top left on the slab's rounded edge.
    let rim = smoothstep(-0.07, -0.01, d);
    let slope = dot(normalize(q + 1e-4), vec2<f32>(-0.6, -0.8));
    stone *= 1.0 + rim * slope * 0.75;
    // A ring shows that the tile can turn.
    let ring = abs(length(q) - 0.43);
    let loose = select(1.0, 0.0, (tile.flags & (LOCKED | SPRING)) != 0u);
    stone *= 1.0 - 0.32 * loose * smoothstep(0.022, 0.004, ring);
    stone += stone * AMBER * ambient * 7.0;
    return mix(GAP, stone, inside(d));
}

// Draws a pipe over the colour `below`.
fn draw_pipe(below: vec3<f32>, pipe: Pipe, tile: Tile) -> vec3<f32> {
    let outer = casing();
    let flange = smoothstep(0.405, 0.42, pipe.r) * 0.020 * smoothstep(12.0, 24.0, board.side);
    let bright = light_at(pipe, tile);
    let warm = clamp(bright, 0.0, 1.0);
    let looped = pipe.side < NO_SIDE && bit(tile.looped, pipe.side);
    var color = below;
    // Its shadow on the slab.
    color *= 1.0 - 0.55 * smoothstep(outer + 0.11, outer, pipe.d);
    var shell = mix(COLD_CASE, WARM_CASE, warm);
    if looped {
        // Rungs show a loop without relying on its colour.
        shell = RED * select(0.60, 0.12, fract(pipe.r * 6.0) < 0.4);
    }
    let round = clamp(pipe.d / (outer + flange), 0.0, 1.0);
    let facing = dot(pipe.off / (outer + flange), vec2<f32>(-0.6, -0.8));
    shell *= (1.0 - 0.42 * round * round) * (1.0 + 0.55 * facing);
    color = mix(color, shell, inside(pipe.d - outer - flange));
    // The glass along its middle.
    let inner = glass();
    let core = 1.0 - clamp(pipe.d / inner, 0.0, 1.0);
    var tube = COLD_GLASS + vec3<f32>(0.02, 0.03, 0.05) * max(facing, 0.0);
    var glow = mix(AMBER, GOLD, core) * bright + (WHITE_HOT - GOLD) * core * core * bright * 0.55;
    if looped {
        glow = mix(RED * 1.2, vec3<f32>(1.6, 0.5, 0.35), core) * max(bright, 0.22);
    }
    tube = mix(tube, glow, max(warm, select(0.0, 1.0, looped)));
    color = mix(color, tube, inside(pipe.d - inner));
    return color;
}

// Draws a lamp: a bulb in a ring.
fn draw_lamp(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let d = length(q);
    let bright = lamp_light(tile);
    var color = below * (1.0 - 0.5 * smoothstep(0.36, 0.25, d));
    let facing = dot(q / 0.25, vec2<f32>(-0.6, -0.8));
    let ring = mix(COLD_CASE, WARM_CASE * 1.3, bright) * (1.0 + 0.6 * facing) * 0.9;
    color = mix(color, ring, inside(d - 0.25));
    let depth = 1.0 - clamp(d / 0.19, 0.0, 1.0);
    let spark = smoothstep(0.10, 0.02, length(q - vec2<f32>(-0.065, -0.08)));
    let cold = COLD_GLASS * (1.4 + 1.3 * facing) + vec3<f32>(0.10, 0.13, 0.18) * spark;
    let hot = mix(GOLD, WHITE_HOT * 1.15, smoothstep(0.05, 0.75, depth));
    color = mix(color, mix(cold, hot, bright), inside(d - 0.19));
    return color;
}

// Draws the wellspring: a basin of light.
fn draw_well(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    let d = well(q, tile);
    var color = below * (1.0 - 0.5 * smoothstep(0.12, 0.0, d));
    var p = q;
    if (tile.flags & UPPER_HALF) != 0u {
        p.y -= clamp(p.y, 0.0, 1.0);
    } else if (tile.flags & LOWER_HALF) != 0u {
        p.y -= clamp(p.y, -1.0, 0.0);
    }
    let facing = dot(p / 0.335, vec2<f32>(-0.6, -0.8));
    color = mix(color, vec3<f32>(0.30, 0.20, 0.10) * (1.0 + 0.7 * facing), inside(d));
    color = mix(color, vec3<f32>(0.05, 0.022, 0.008), inside(d + 0.055));
    let depth = clamp(-(d + 0.085) / 0.25, 0.0, 1.0);
    let ripple = 1.0 + 0.22 * sin(TAU * (depth * 2.4 + board.time * 1.1));
    let light = mix(AMBER * 0.9, mix(GOLD, WHITE_HOT, depth * depth), smoothstep(0.0, 0.8, depth)) * ripple;
    return mix(color, light, inside(d + 0.085));
}

// Signed distance to a wall along the right or the lower side of a tile.
fn bar(q: vec2<f32>, below: bool) -> f32 {
    let p = select(q - vec2<f32>(0.5, 0.0), (q - vec2<f32>(0.0, 0.5)).yx, below);
    let half = max(0.058, 1.1 / board.side);
    return box(p, vec2<f32>(half, 0.5 + half), half);
}

fn over_bar(below: vec3<f32>, d: f32, warm: f32) -> vec3<f32> {
    let shadow = below * (1.0 - 0.6 * smoothstep(0.09, 0.0, d));
    let face = WALL * (0.75 + 0.5 * smoothstep(0.0, -0.05, d)) * (1.0 + AMBER * warm * 3.0);
    return mix(shadow, face, inside(d));
}

fn marks(below: vec3<f32>, q: vec2<f32>, tile: Tile) -> vec3<f32> {
    var color = below;
    let d = box(q, vec2<f32>(0.47), 0.09);
    if (tile.flags & REASON) != 0u {
        color = mix(color, TEAL * 0.42, 0.20 * inside(d));
        color = mix(color, TEAL, 0.85 * inside(abs(d + 0.025) - max(0.016, 0.7 / board.side)));
    }
    if (tile.flags & WRONG) != 0u {
        color = mix(color, RED * 0.5, 0.22 * inside(d));
        color = mix(color, RED, inside(abs(d + 0.03) - max(0.026, 0.9 / board.side)));
    }
    if (tile.flags & HINTED) != 0u {
        color = mix(color, GOLD, inside(abs(d + 0.03) - max(0.026, 0.9 / board.side)));
        for (var side = 0; side < 4; side++) {
            let dir = toward(side);
            let p = vec2<f32>(dot(q, dir) - 0.43, dot(q, dir.yx));
            if bit(tile.closed, side) {
                let stop = box(p, vec2<f32>(0.035, 0.20), 0.03);
                color = mix(color, RED * 1.1, inside(stop));
            }
            if bit(tile.joined, side) {
                // An arrow points to where the pipe must go.
                let wing = abs(p.y) * 0.9 + p.x - 0.05;
                let arrow = max(wing, -p.x - 0.07);
                color = mix(color, vec3<f32>(0.10, 1.0, 0.32), inside(arrow));
            }
        }
    }
    if (tile.flags & LOCKED) != 0u && board.side > 20.0 {
        // Bolts in the corners show that the tile is locked.
        let bolt = length(abs(q) - 0.395);
        let metal = vec3<f32>(0.16, 0.17, 0.21) * (1.0 - 6.0 * (q.x + q.y - sign(q.x) * 0.395
            - sign(q.y) * 0.395));
        color = mix(color, metal, inside(bolt - 0.038));
    }
    return color;
}

// The floor beyond the board, and the frame around it.
fn beyond(p: vec2<f32>, d: f32) -> vec3<f32> {
    let cell = clamp(vec2<i32>(floor(p)), vec2<i32>(0), vec2<i32>(board.size) - 1);
    let ambient = f32(fetch(cell).z >> 16u & 255u) / 255.0;
    var color = VOID * (1.0 + 1.5 * exp(-d * 0.7)) + AMBER * ambient * 0.010 * exp(-d * 1.6);
    if board.wrap < 0.5 {
        let mould = abs(d - 0.11) - 0.085;
        let face = FRAME * (1.0 + 0.8 * smoothstep(0.0, -0.05, mould)) * (1.0 + AMBER * ambient * 5.0);
        color *= 1.0 - 0.5 * smoothstep(0.12, 0.0, mould);
        color = mix(color, face, inside(mould));
        // An inlaid line along the frame.
        color = mix(color, face * 0.35, 0.8 * inside(abs(d - 0.11) - max(0.008, 0.5 / board.side)));
    }
    return color;
}

@fragment
fn fragment(in: UiVertexOutput) -> @location(0) vec4<f32> {
    let pixel = floor(in.position.xy) + 0.5;
    let p = (pixel - board.corner) / board.side;
    let color = paint(p);
    // Bright light turns white, and noise hides the banding of dark colours.
    let shown = 1.0 - exp(-color * 1.15);
    let grain = (hash(pixel) - 0.5) / 255.0;
    return vec4<f32>(max(shown + grain * sqrt(shown + 0.002) * 1.6, vec3<f32>(0.0)), 1.0);
}

fn paint(p: vec2<f32>) -> vec3<f32> {
    let d = box(p - board.size * 0.5, board.size * 0.5, 0.0);
    let ghost = d > 0.0;
    if d > select(0.0, 0.5, board.wrap > 0.5) {
        return beyond(p, d);
    }
    let cell = floor(p);
    let q = p - cell - 0.5;
    let at = vec2<i32>(cell);
    let to = vec2<i32>(select(-1, 1, q.x >= 0.0), select(-1, 1, q.y >= 0.0));
    let near = vec2<f32>(to);
    let own = fetch(at);
    let across = fetch(at + vec2<i32>(to.x, 0));
    let along = fetch(at + vec2<i32>(0, to.y));
    let corner = fetch(at + to);
    let tile = unpack(own);

    // Light from the surroundings, interpolated between the middles of four tiles.
    let part = abs(q);
    let light = vec4<f32>(vec4<u32>(own.z, across.z, along.z, corner.z) >> vec4<u32>(16u)
        & vec4<u32>(255u)) / 255.0;
    let ambient = mix(mix(light.x, light.y, part.x), mix(light.z, light.w, part.x), part.y);

    let from_across = q - near * vec2<f32>(1.0, 0.0);
    let from_along = q - near * vec2<f32>(0.0, 1.0);
    let from_corner = q - near;
    // A packet shines across the edge of its tile.
    var packets = vec4<f32>(0.0);
    if board.flow > 0.0 {
        packets = vec4<f32>(packets_at(q, own), packets_at(from_across, across),
            packets_at(from_along, along), packets_at(from_corner, corner));
    }

    var color = slab(q, cell, tile, ambient);
    color += halo(q, own, packets.x);
    color += halo(from_across, across, packets.y);
    color += halo(from_along, along, packets.z);
    color += halo(from_corner, corner, packets.w);

    color = draw_pipe(color, pipe_at(q, tile), tile);
    if is_lamp(tile) {
        color = draw_lamp(color, q, tile);
    }
    if (tile.flags & SPRING) != 0u {
        color = draw_well(color, q, tile);
    }
    color += WHITE_HOT * dot(packets, vec4<f32>(1.0));
    color = marks(color, q, tile);

    let right = select(across.x, own.x, q.x >= 0.0) >> 12u;
    let below = select(along.x, own.x, q.y >= 0.0) >> 12u;
    if (right & WALL_RIGHT) != 0u {
        color = over_bar(color, bar(q - vec2<f32>(min(near.x, 0.0), 0.0), false), ambient);
    }
    if (below & WALL_BELOW) != 0u {
        color = over_bar(color, bar(q - vec2<f32>(0.0, min(near.y, 0.0)), true), ambient);
    }
    if board.wrap > 0.5 {
        // Beyond a wrapping edge, the opposite side of the board shows dimly.
        if ghost {
            color = mix(VOID, color * 0.30, smoothstep(0.5, 0.05, d));
        }
        let out = abs(p - board.size * 0.5) - board.size * 0.5;
        let run = select(p.y, p.x, out.y > out.x);
        let dash = smoothstep(0.20, 0.16, abs(fract(run * 2.0) - 0.5));
        color = mix(color, GOLD * 0.55, dash * inside(abs(d) - max(0.014, 0.7 / board.side)));
    }
    if ghost {
        return color;
    }
    if board.hover.z > 0.0 {
        let line = outline(p, board.hover, 0.010);
        color += color * 0.45 * inside(line.y) + vec3<f32>(0.004, 0.004, 0.005) * inside(line.y);
        color = mix(color, CURSOR * 0.25, inside(line.x));
    }
    if board.cursor.z > 0.0 {
        let line = outline(p, board.cursor, 0.022);
        color = mix(color, CURSOR, inside(line.x));
        color += CURSOR * 0.07 * exp(-abs(line.y) * 14.0);
    }
    return color;
}
