// Terrain: a glyph in two colours a square, lit and seen. The tile brings its place; glyph, colours
// and light are textures of one texel a square, laid out modulo their size. Colours are worked out
// at each corner, from the light of the squares that meet there, and run on smoothly between the
// corners, so that no square of light has an edge and a pixel costs one texel.
// src/app/glyph/shade.rs has the same colours on the processor.

#import bevy_sprite::mesh2d_view_bindings::view
#import bevy_ecs_tilemap::common::{VertexInput, mesh}

// White, the coverage as alpha.
@group(3) @binding(0) var atlas: texture_2d<f32>;
// The mark's colour and the ground's, 0x__BBGGRR; above them the low and high byte of the glyph.
@group(3) @binding(1) var cells: texture_2d<u32>;
// The square root of linear light, 128 as 1.0; then the flags of `Lit`.
@group(3) @binding(2) var lights: texture_2d<u32>;
// Seconds that the wind has blown, and its strength from 0 to 1.
@group(3) @binding(3) var<uniform> wind: vec4<f32>;

// Columns and rows of the atlas, as in atlas.rs.
const GRID = vec2<u32>(20u, 21u);

// As in terrain.rs.
const SIGHT = 3u;
const UNSEEN = 0u;
const VISIBLE = 2u;
const COVERED = 4u;
const SOLID = 8u;
const OBJECT = 16u;
const FLAT = 32u;
const SWAYS = 64u;
const FLOWS = 128u;

// As in shade.rs.
const LEAST_OBJECT = 0.30;
const MOST_GROUND = 0.06;
const LEAST_MEMORY = 0.036;
const KNEE = 0.8;
const TAKEN = 0.5;

// Luminance of the window where there is no map.
const VOID = 0.002;
// Light that is left in a corner of open ground for each wall that meets it there.
const CORNER = 0.84;
// Light that is left at a wall's far side.
const FAR_SIDE = 0.34;
// How far tips of grass bend in the wind, and away from whoever stands beside it, in tiles.
const SWAY = 0.13;
const LEAN = 0.34;
// How much ripples change the brightness of water, and how much light they throw back.
const RIPPLE = 0.26;
const GLINT = 0.16;

struct Pixel {
    @builtin(position) position: vec4<f32>,
    // Place on the atlas, in texels.
    @location(0) texel: vec2<f32>,
    // Linear colours.
    @location(1) fg: vec3<f32>,
    @location(2) bg: vec3<f32>,
    // Place on the square, from -1 to 1.
    @location(3) place: vec2<f32>,
    // The flags of the square that count for a pixel.
    @location(4) @interpolate(flat) flags: u32,
    // Where the glyph begins on the atlas, in texels, and how far its tip bends, in tiles.
    @location(5) @interpolate(flat) glyph: vec3<f32>,
    // Place on the map, in tiles.
    @location(6) square: vec2<f32>,
    // The light, as far as it is seen.
    @location(7) light: vec3<f32>,
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

// Slows what is brighter than the screen, so that lamps glow rather than clip.
fn tone(color: vec3<f32>) -> vec3<f32> {
    let over = max(color - KNEE, vec3<f32>(0.0));
    return min(color, vec3<f32>(KNEE)) + over * (1.0 - KNEE) / (over + (1.0 - KNEE));
}

// Brightens a colour to a luminance, in its hue as long as that lasts.
fn lift(color: vec3<f32>, least: f32) -> vec3<f32> {
    let is = luminance(color);
    if is >= least {
        return color;
    }
    let raised = select(vec3<f32>(least), color * (least / is), is > 0.0001);
    let most = max(raised.r, max(raised.g, raised.b));
    if most <= 1.0 {
        return raised;
    }
    let full = raised / most;
    let share = (least - luminance(full)) / (1.0 - luminance(full));
    return mix(full, vec3<f32>(1.0), share);
}

// What lies in this light: it takes on half of its hue, and is always told from its ground.
fn object(color: vec3<f32>, light: vec3<f32>) -> vec3<f32> {
    let strength = luminance(light);
    let hue = mix(vec3<f32>(1.0), light / max(strength, 0.01), TAKEN);
    return lift(tone(color * hue * clamp(sqrt(strength), 0.8, 1.25)), LEAST_OBJECT);
}

fn decode(light: vec3<f32>) -> vec3<f32> {
    let root = light / 128.0;
    return root * root;
}

// What meets in a corner, as square roots of light.
struct Corner {
    light: vec3<f32>,
    memory: vec3<f32>,
    // From 0, where all is memory, to 1.
    seen: f32,
}

// Light and count of what meets in a corner: in sight, open or solid; and in memory.
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
    if sight == VISIBLE {
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

// The mean of one sum of light, or of the other if the one is empty.
fn mean(one: vec4<f32>, other: vec4<f32>) -> vec3<f32> {
    let sum = select(other, one, one.w > 0.0);
    return sum.rgb / max(sum.w, 1.0);
}

// The corner of a square towards `step`. Open ground shares light with open ground alone, and not
// across the corner of two walls; a wall takes that of the open ground in sight beside it, so that
// it is lit on the side it is seen from.
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

// How far the tips of what grows on a square bend to the right.
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
    // Corners run from the lower left clockwise.
    let corner = in.v_index % 4u;
    let offset = vec2<f32>(f32(corner / 2u), f32(corner == 1u || corner == 2u));
    // The chunk's place is that of its lower left square; rows of the world go up.
    let world = vec2<i32>(round(mesh.model[3].xy)) + vec2<i32>(in.position.xy);
    let square = vec2<i32>(world.x, -1 - world.y) % vec2<i32>(textureDimensions(lights));
    let own = textureLoad(lights, square, 0);
    let cell = textureLoad(cells, square, 0);

    var out: Pixel;
    if (own.a & SIGHT) == UNSEEN {
        // All corners in one point: nothing is drawn.
        return out;
    }
    out.position = view.clip_from_world * mesh.model * vec4<f32>(in.position.xy + offset, 0.0, 1.0);
    let glyph = (cell.x >> 24u) | (cell.y >> 24u << 8u);
    let size = vec2<f32>(textureDimensions(atlas) / GRID);
    let at = vec2<f32>(f32(glyph % GRID.x), f32(glyph / GRID.x));
    out.texel = (at + vec2<f32>(offset.x, 1.0 - offset.y)) * size;
    out.place = offset * 2.0 - 1.0;
    out.flags = own.a & (COVERED | OBJECT | SWAYS | FLOWS);
    out.square = vec2<f32>(vec2<i32>(world.x, -1 - world.y)) + vec2<f32>(offset.x, 1.0 - offset.y);
    out.glyph = vec3<f32>(at * size, bend(square, own, world));

    let fg = linear(unpack(cell.x));
    let bg = linear(unpack(cell.y));
    var around: Corner;
    if (own.a & FLAT) != 0u {
        around.light = vec3<f32>(128.0);
        around.seen = 1.0;
    } else {
        let step = vec2<i32>(i32(offset.x) * 2 - 1, 1 - i32(offset.y) * 2);
        around = corner_of(square, own, step);
    }
    let light = decode(around.light);
    let memory = decode(around.memory);
    let least = select(LEAST_MEMORY, VOID, (own.a & SOLID) != 0u);
    out.light = light * around.seen;
    out.bg = mix(lift(bg * memory, least), tone(bg * light), around.seen);
    if (own.a & COVERED) != 0u {
        out.fg = out.bg;
    } else if (own.a & OBJECT) != 0u {
        out.fg = mix(lift(fg, LEAST_OBJECT), object(fg, decode(vec3<f32>(own.rgb))), around.seen);
    } else {
        out.fg = mix(lift(fg * memory, least), tone(fg * light), around.seen);
    }
    return out;
}

@fragment
fn fragment(in: Pixel) -> @location(0) vec4<f32> {
    var texel = in.texel;
    var is_inside = true;
    if (in.flags & SWAYS) != 0u {
        let size = vec2<f32>(textureDimensions(atlas) / GRID);
        let height = 1.0 - (texel.y - in.glyph.y) / size.y;
        texel.x -= in.glyph.z * height * size.x;
        is_inside = texel.x >= in.glyph.x && texel.x < in.glyph.x + size.x;
    }
    let coverage = select(0.0, textureLoad(atlas, vec2<i32>(texel), 0).a, is_inside);
    var bg = in.bg;
    if (in.flags & FLOWS) != 0u {
        let height = ripple(in.square);
        bg *= 1.0 + RIPPLE * height;
        // Where small waves ride on the crest of a large one, light is thrown back.
        let crest = 0.45 * height + 0.65 * ripple(in.square * 2.6 + 17.0);
        bg += in.light * GLINT * smoothstep(0.5, 0.95, crest);
    }
    if (in.flags & (COVERED | OBJECT)) != 0u {
        // The ground under what stands here is dark enough to tell it from.
        let dark = min(MOST_GROUND / max(luminance(bg), 0.001), 1.0);
        let edge = clamp(2.6 - 2.4 * dot(in.place, in.place), 0.0, 1.0);
        bg *= mix(1.0, dark, edge);
    }
    return vec4<f32>(mix(bg, max(in.fg, vec3<f32>(0.0)), coverage), 1.0);
}
