// Draws the terrain: a lit glyph in two colours per tile. The tilemap provides positions only; glyphs,
// colours and light come from textures with one texel per tile, stored modulo their size. Colours are
// computed at each corner, from the light of the tiles that meet there, and interpolated between the
// corners. So light has no visible tile edges, and a pixel needs only one texel.
// src/app/glyph/shade.rs computes the same colours on the CPU.

#import bevy_sprite::mesh2d_view_bindings::view
#import bevy_ecs_tilemap::common::{VertexInput, mesh}

// White, with coverage as alpha.
@group(3) @binding(0) var atlas: texture_2d<f32>;
// Colour of the glyph, then of the background, 0x__BBGGRR; their top bytes are the low and the high
// byte of the glyph index. The upper six bits of the high byte are the relief.
@group(3) @binding(1) var cells: texture_2d<u32>;
// The square root of linear light, with 128 as 1.0, and the flags of `Lit`.
@group(3) @binding(2) var lights: texture_2d<u32>;
// Time of the wind in seconds, and its strength from 0 to 1.
@group(3) @binding(3) var<uniform> wind: vec4<f32>;

// Columns and rows of the atlas, as in atlas.rs.
const GRID = vec2<u32>(20u, 18u);
// The first relief, numbered 1, as in relief.rs: square roots with 128 as 1.0.
const RELIEFS = 309u;

// As in terrain.rs.
const SIGHT = 7u;
const UNSEEN = 0u;
const FLAT_MEMORY = 2u;
const VISIBLE = 3u;
const IN_DIM = 4u;
const IN_DARK = 5u;
const FLAT = 6u;
const COVERED = 8u;
const SOLID = 16u;
const OBJECT = 32u;
const SWAYS = 64u;
const FLOWS = 128u;

// As in shade.rs.
const MIN_OBJECT = 0.30;
const MIN_OBJECT_MEMORY = 0.24;
const MAX_GROUND = 0.012;
const MIN_MEMORY = 0.036;
const VOID = 0.002;
const KNEE = 0.8;
// Lines of the hatching of the dark per tile, and the brightness of the lines and of the ground between them.
const HATCHES = 3.0;
const HATCH_DARK = 0.6;
const HATCH_LIGHT = 1.25;
// Dots in a row of a tile in dim light, their radius in parts of their distance, and the brightness of the
// dots and of the ground between them.
const DOTS = 4.0;
const DOT = 0.26;
const DOT_DARK = 0.7;
const DOT_LIGHT = 1.08;
const HUE_SHARE = 0.2;
const MEMORY_SATURATION = 0.92;
const MEMORY_TINT = vec3<f32>(0.8, 0.98, 1.5);
const MEMORY_BRIGHTNESS = 0.6;

// Share of the light that remains at a corner of open ground, for each wall that meets there.
const CORNER = 0.84;
// Share of the light that remains on a wall's far side.
const FAR_SIDE = 0.34;
// How far tips of grass bend in the wind, and away from an actor on the next tile, in tiles.
const SWAY = 0.13;
const LEAN = 0.34;
// How much ripples change the brightness of water, and how much light glints on them.
const RIPPLE = 0.26;
const GLINT = 0.16;

struct Pixel {
    @builtin(position) position: vec4<f32>,
    // Position on the atlas, in texels.
    @location(0) texel: vec2<f32>,
    // Linear colours.
    @location(1) fg: vec3<f32>,
    @location(2) bg: vec3<f32>,
    // Position on the tile, from -1 to 1.
    @location(3) place: vec2<f32>,
    // The flags of the tile that the fragment shader uses.
    @location(4) @interpolate(flat) flags: u32,
    // Top-left corner of the glyph on the atlas, in texels, and how far its tip bends, in tiles.
    @location(5) @interpolate(flat) glyph: vec3<f32>,
    // Position on the map, in tiles.
    @location(6) square: vec2<f32>,
    // The light, scaled by how far the corner is in view.
    @location(7) light: vec3<f32>,
    // Position of the relief on the atlas, in texels; negative if the tile is even.
    @location(8) relief: vec2<f32>,
}

fn unpack(color: u32) -> vec3<f32> {
    return vec3<f32>(vec3<u32>(color, color >> 8u, color >> 16u) & vec3<u32>(255u)) / 255.0;
}

fn linear(color: vec3<f32>) -> vec3<f32> {
    let high = pow((color + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, color / 12.92, color <= vec3<f32>(0.04045));
}

fn luminance(color: vec3<f32>) -> f32 {
    return dot(color, vec3<f32>(0.2126, 0.7152, 0.0722));
}

// Tone mapping: compresses bright channels, so that lamps glow instead of clipping.
fn tone(color: vec3<f32>) -> vec3<f32> {
    let over = max(color - KNEE, vec3<f32>(0.0));
    return min(color, vec3<f32>(KNEE)) + over * (1.0 - KNEE) / (over + (1.0 - KNEE));
}

// Brightens a colour to a minimum luminance. It keeps its hue until a channel is full, then fades
// towards white.
fn lift(color: vec3<f32>, minimum: f32) -> vec3<f32> {
    let current = luminance(color);
    if current >= minimum {
        return color;
    }
    let raised = select(vec3<f32>(minimum), color * (minimum / current), current > 0.0001);
    let largest = max(raised.r, max(raised.g, raised.b));
    if largest <= 1.0 {
        return raised;
    }
    let full = raised / largest;
    let share = (minimum - luminance(full)) / (1.0 - luminance(full));
    return mix(full, vec3<f32>(1.0), share);
}

// The colour of terrain in a light, never darker than the window around the map.
fn lit(color: vec3<f32>, light: vec3<f32>) -> vec3<f32> {
    return lift(tone(color * light), VOID);
}

// The colour of terrain in the light used for memory, partly replaced by a cold grey.
fn remembered(color: vec3<f32>, light: vec3<f32>, minimum: f32) -> vec3<f32> {
    let shown = color * light;
    return lift(mix(MEMORY_TINT * luminance(shown), shown, MEMORY_SATURATION), minimum);
}

// The colour of an object in a light: it takes on some of the light's hue and always stands out from
// its background.
fn object(color: vec3<f32>, light: vec3<f32>) -> vec3<f32> {
    let strength = luminance(light);
    let hue = mix(vec3<f32>(1.0), light / max(strength, 0.01), HUE_SHARE);
    return lift(tone(color * hue * clamp(sqrt(strength), 0.8, 1.25)), MIN_OBJECT);
}

fn decode(light: vec3<f32>) -> vec3<f32> {
    let root = light / 128.0;
    return root * root;
}

// The light at a corner of a tile, as square roots.
struct Corner {
    light: vec3<f32>,
    memory: vec3<f32>,
    // From 0, if all tiles that meet here are remembered, to 1, if all are in view.
    seen: f32,
}

// Sums of light, with the number of tiles in w, for the tiles that meet at a corner: open or solid, in
// view or remembered.
struct Sum {
    open: vec4<f32>,
    solid: vec4<f32>,
    open_memory: vec4<f32>,
    solid_memory: vec4<f32>,
}

fn add(sum: ptr<function, Sum>, texel: vec4<u32>) {
    let sight = texel.a & SIGHT;
    let light = vec4<f32>(vec3<f32>(texel.rgb), 1.0);
    let is_solid = (texel.a & SOLID) != 0u;
    if sight == UNSEEN {
        return;
    }
    if sight >= VISIBLE {
        if is_solid {
            (*sum).solid += light;
        } else {
            (*sum).open += light;
        }
    } else if is_solid {
        (*sum).solid_memory += light;
    } else {
        (*sum).open_memory += light;
    }
}

fn texel_at(square: vec2<i32>) -> vec4<u32> {
    let size = vec2<i32>(textureDimensions(lights));
    return textureLoad(lights, (square + size) % size, 0);
}

// The mean of the first sum of light, or of the other if the first is empty.
fn mean(one: vec4<f32>, other: vec4<f32>) -> vec3<f32> {
    let sum = select(other, one, one.w > 0.0);
    return sum.rgb / max(sum.w, 1.0);
}

// The light at the corner of a tile in the direction `step`. Open ground shares light only with open
// ground, and not across the corner of two walls. A wall takes the light of the visible open ground
// beside it, so that it is lit on the side it is seen from.
fn corner_of(square: vec2<i32>, own: vec4<u32>, step: vec2<i32>) -> Corner {
    let is_open = (own.a & SOLID) == 0u;
    var sum: Sum;
    add(&sum, own);
    add(&sum, texel_at(square + vec2<i32>(step.x, 0)));
    add(&sum, texel_at(square + vec2<i32>(0, step.y)));
    if !is_open || sum.solid.w + sum.solid_memory.w < 2.0 {
        add(&sum, texel_at(square + step));
    }
    var corner: Corner;
    if is_open {
        let shade = pow(CORNER, (sum.solid.w + sum.solid_memory.w) * 0.5);
        corner.light = mean(sum.open, sum.open) * shade;
        corner.memory = mean(sum.open_memory, sum.open_memory) * shade;
        corner.seen = sum.open.w / (sum.open.w + sum.open_memory.w);
    } else {
        let far_side = sqrt(FAR_SIDE);
        let side = select(far_side, 1.0, sum.open.w > 0.0);
        let side_in_memory = select(far_side, 1.0, sum.open.w + sum.open_memory.w > 0.0);
        corner.light = mean(sum.open, sum.solid) * side;
        corner.memory = mean(sum.solid_memory, sum.open_memory) * side_in_memory;
        let seen = sum.open.w + sum.solid.w;
        corner.seen = seen / (seen + sum.open_memory.w + sum.solid_memory.w);
    }
    return corner;
}

// How far the tips of the plants on a tile bend to the right, in tiles.
fn bend(square: vec2<i32>, own: vec4<u32>, place: vec2<i32>) -> f32 {
    if (own.a & SWAYS) == 0u {
        return 0.0;
    }
    let left = f32((texel_at(square - vec2<i32>(1, 0)).a & COVERED) / COVERED);
    let right = f32((texel_at(square + vec2<i32>(1, 0)).a & COVERED) / COVERED);
    let at = vec2<f32>(place);
    let gust = sin(wind.x * 1.9 - at.x * 0.55 + at.y * 0.3) + 0.5 * sin(wind.x * 3.1 + at.x * 1.7 + at.y * 2.3);
    return (left - right) * LEAN + gust * SWAY * wind.y;
}

// The height of water, from -1 to 1.
fn ripple(at: vec2<f32>) -> f32 {
    let t = wind.x;
    let one = sin(at.x * 2.3 + at.y * 1.2 + t * 1.3);
    let other = sin(at.y * 3.4 - at.x * 1.5 - t * 1.7);
    let third = sin((at.x + at.y) * 4.6 + one * 1.4 + t * 0.9);
    return (one + other + 0.7 * third) / 2.7;
}

@vertex
fn vertex(in: VertexInput) -> Pixel {
    // Corners are numbered clockwise from the lower left.
    let corner = in.v_index % 4u;
    let offset = vec2<f32>(f32(corner / 2u), f32(corner == 1u || corner == 2u));
    // The chunk's position is that of its lower left tile; y points up in the world.
    let world = vec2<i32>(round(mesh.model[3].xy)) + vec2<i32>(in.position.xy);
    let square = vec2<i32>(world.x, -1 - world.y) % vec2<i32>(textureDimensions(lights));
    let own = textureLoad(lights, square, 0);
    let cell = textureLoad(cells, square, 0);

    var out: Pixel;
    if (own.a & SIGHT) == UNSEEN {
        // All corners are the same point, so nothing is drawn.
        return out;
    }
    out.position = view.clip_from_world * mesh.model * vec4<f32>(in.position.xy + offset, 0.0, 1.0);
    let glyph = (cell.x >> 24u) | (cell.y >> 24u & 3u) << 8u;
    let relief = cell.y >> 26u;
    let size = vec2<f32>(textureDimensions(atlas) / GRID);
    let inside = vec2<f32>(offset.x, 1.0 - offset.y);
    out.relief = vec2<f32>(-1.0);
    if relief != 0u {
        let place = RELIEFS + relief - 1u;
        out.relief = (vec2<f32>(f32(place % GRID.x), f32(place / GRID.x)) + inside) * size;
    }
    let at = vec2<f32>(f32(glyph % GRID.x), f32(glyph / GRID.x));
    out.texel = (at + inside) * size;
    out.place = offset * 2.0 - 1.0;
    out.flags = own.a & (COVERED | OBJECT | SWAYS | FLOWS);
    out.flags |= own.a & SIGHT;
    out.square = vec2<f32>(vec2<i32>(world.x, -1 - world.y)) + vec2<f32>(offset.x, 1.0 - offset.y);
    out.glyph = vec3<f32>(at * size, bend(square, own, world));

    let fg = linear(unpack(cell.x));
    let bg = linear(unpack(cell.y));
    var around: Corner;
    if (own.a & SIGHT) == FLAT || (own.a & SIGHT) == FLAT_MEMORY {
        around.light = vec3<f32>(128.0);
        around.seen = 1.0;
    } else {
        let step = vec2<i32>(i32(offset.x) * 2 - 1, 1 - i32(offset.y) * 2);
        around = corner_of(square, own, step);
    }
    let light = decode(around.light);
    let memory = decode(around.memory);
    let minimum = select(MIN_MEMORY, VOID, (own.a & SOLID) != 0u);
    out.light = light * around.seen;
    out.bg = mix(remembered(bg, memory, minimum), lit(bg, light), around.seen);
    if (own.a & OBJECT) != 0u {
        let kept = lift(fg * MEMORY_BRIGHTNESS, MIN_OBJECT_MEMORY);
        out.fg = mix(kept, object(fg, decode(vec3<f32>(own.rgb))), around.seen);
    } else {
        out.fg = mix(remembered(fg, memory, minimum), lit(fg, light), around.seen);
    }
    return out;
}

@fragment
fn fragment(in: Pixel) -> @location(0) vec4<f32> {
    var texel = in.texel;
    // A sprite hides the glyph of its tile.
    var is_inside = (in.flags & COVERED) == 0u;
    if (in.flags & SWAYS) != 0u {
        let size = vec2<f32>(textureDimensions(atlas) / GRID);
        let height = 1.0 - (texel.y - in.glyph.y) / size.y;
        texel.x -= in.glyph.z * height * size.x;
        is_inside = is_inside && texel.x >= in.glyph.x && texel.x < in.glyph.x + size.x;
    }
    let coverage = select(0.0, textureLoad(atlas, vec2<i32>(texel), 0).a, is_inside);
    var bg = in.bg;
    if in.relief.x >= 0.0 {
        let stone = textureLoad(atlas, vec2<i32>(in.relief), 0).a * (255.0 / 128.0);
        bg *= stone * stone;
    }
    if (in.flags & FLOWS) != 0u {
        let height = ripple(in.square);
        bg *= 1.0 + RIPPLE * height;
        // Light glints where small waves meet the crest of a large one.
        let crest = 0.45 * height + 0.65 * ripple(in.square * 2.6 + 17.0);
        bg += in.light * GLINT * smoothstep(0.5, 0.95, crest);
    }
    // Ground in the dark is hatched, and dotted in dim light, so that they are told apart without hue.
    let sight = in.flags & SIGHT;
    if sight == IN_DARK {
        let line = fract((in.square.x + in.square.y) * HATCHES);
        bg *= select(HATCH_LIGHT, HATCH_DARK, line < 0.5);
    } else if sight == IN_DIM {
        // Each row is half a dot beside the one above.
        let row = floor(in.square.y * DOTS);
        let at = fract(in.square * DOTS + vec2<f32>(0.5 * (row % 2.0), 0.0)) - 0.5;
        bg *= select(DOT_LIGHT, DOT_DARK, length(at) < DOT);
    }
    if (in.flags & (COVERED | OBJECT)) != 0u {
        // The background is darkened, less towards the edges, so that the actor or object stands out.
        let dark = min(MAX_GROUND / max(luminance(bg), 0.001), 1.0);
        let squares = in.place * in.place;
        let edge = clamp(1.7 - 1.5 * dot(squares, squares), 0.0, 1.0);
        bg *= mix(1.0, dark, edge);
    }
    return vec4<f32>(mix(bg, max(in.fg, vec3<f32>(0.0)), coverage), 1.0);
}
