// Terrain: a glyph in two colours a square, lit and seen square by square. The tile brings its
// place; glyph, colours and light are textures of one texel a square, laid out modulo their size.
// Colours and light are worked out once a corner, so that a pixel costs one texel.

#import bevy_sprite::mesh2d_view_bindings::view
#import bevy_ecs_tilemap::common::{VertexInput, mesh}

// White, the coverage as alpha.
@group(3) @binding(0) var atlas: texture_2d<f32>;
// The mark's colour and the ground's, 0x__BBGGRR; above them the low and high byte of the glyph.
@group(3) @binding(1) var cells: texture_2d<u32>;
// Light, 128 as 1.0; then the flags of `Lit`.
@group(3) @binding(2) var lights: texture_2d<u32>;

// Columns and rows of the atlas, as in atlas.rs.
const GRID = vec2<u32>(20u, 19u);

// As in terrain.rs.
const SIGHT = 3u;
const UNSEEN = 0u;
const REMEMBERED = 1u;
const COVERED = 4u;

struct Pixel {
    @builtin(position) position: vec4<f32>,
    // Place on the atlas, in texels.
    @location(0) texel: vec2<f32>,
    // Linear colours.
    @location(1) @interpolate(flat) fg: vec3<f32>,
    @location(2) @interpolate(flat) bg: vec3<f32>,
}

fn unpack(color: u32) -> vec3<f32> {
    return vec3<f32>(vec3<u32>(color, color >> 8u, color >> 16u) & vec3<u32>(255u)) / 255.0;
}

fn linear(color: vec3<f32>) -> vec3<f32> {
    let c = clamp(color, vec3<f32>(0.0), vec3<f32>(1.0));
    let high = pow((c + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, c / 12.92, c <= vec3<f32>(0.04045));
}

// What is left of a colour in memory: little, and blue.
fn remember(color: vec3<f32>) -> vec3<f32> {
    let grey = dot(color, vec3<f32>(0.3, 0.59, 0.11));
    return mix(vec3<f32>(grey), color, 0.25) * vec3<f32>(0.36, 0.41, 0.55);
}

// Light multiplies the encoded colour: even steps of light are then even to the eye, and the
// dark, where eight bits of linear light are few, has no bands.
fn lit(color: vec3<f32>, light: vec4<u32>) -> vec3<f32> {
    if (light.a & SIGHT) == REMEMBERED {
        return linear(remember(color));
    }
    return linear(color * vec3<f32>(light.rgb) / 128.0);
}

@vertex
fn vertex(in: VertexInput) -> Pixel {
    // Corners run from the lower left clockwise.
    let corner = in.v_index % 4u;
    let offset = vec2<f32>(f32(corner / 2u), f32(corner == 1u || corner == 2u));
    // The chunk's place is that of its lower left square; rows of the world go up.
    let world = vec2<i32>(round(mesh.model[3].xy)) + vec2<i32>(in.position.xy);
    let square = vec2<u32>(vec2<i32>(world.x, -1 - world.y)) % textureDimensions(lights);
    let light = textureLoad(lights, square, 0);
    let cell = textureLoad(cells, square, 0);

    var out: Pixel;
    if (light.a & SIGHT) == UNSEEN {
        // All corners in one point: nothing is drawn.
        return out;
    }
    out.position = view.clip_from_world * mesh.model * vec4<f32>(in.position.xy + offset, 0.0, 1.0);
    let glyph = (cell.x >> 24u) | (cell.y >> 24u << 8u);
    let size = vec2<f32>(textureDimensions(atlas) / GRID);
    let place = vec2<f32>(f32(glyph % GRID.x), f32(glyph / GRID.x));
    out.texel = (place + vec2<f32>(offset.x, 1.0 - offset.y)) * size;
    out.bg = lit(unpack(cell.y), light);
    out.fg = select(lit(unpack(cell.x), light), out.bg, (light.a & COVERED) != 0u);
    return out;
}

@fragment
fn fragment(in: Pixel) -> @location(0) vec4<f32> {
    let coverage = textureLoad(atlas, vec2<i32>(in.texel), 0).a;
    return vec4<f32>(mix(in.bg, in.fg, coverage), 1.0);
}
