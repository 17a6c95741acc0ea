// Recolours the whole window for the chosen palette: a matrix over linear light, then contrast. Runs
// after everything else, on one triangle that covers the window. src/app/ui/palette.rs computes the
// numbers.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Recolour {
    // The rows of the matrix; w is unused.
    red: vec4<f32>,
    green: vec4<f32>,
    blue: vec4<f32>,
    // For sRGB brightness: gain (0 to skip), black level, knee, and slope above the knee.
    contrast: vec4<f32>,
}

@group(0) @binding(0) var window: texture_2d<f32>;
@group(0) @binding(1) var window_sampler: sampler;
@group(0) @binding(2) var<uniform> recolour: Recolour;

fn encode(linear: vec3<f32>) -> vec3<f32> {
    let low = linear * 12.92;
    let high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
    return select(high, low, linear <= vec3(0.0031308));
}

fn decode(encoded: vec3<f32>) -> vec3<f32> {
    let low = encoded / 12.92;
    let high = pow((max(encoded, vec3(0.0)) + 0.055) / 1.055, vec3(2.4));
    return select(high, low, encoded <= vec3(0.04045));
}

// Raises the contrast of a colour, keeping its hue.
fn contrasted(linear: vec3<f32>) -> vec3<f32> {
    let encoded = encode(linear);
    let brightest = max(encoded.r, max(encoded.g, encoded.b));
    if brightest <= 0.0 {
        return linear;
    }
    let shape = recolour.contrast;
    let raised = max((brightest - shape.y) * shape.x, 0.0);
    let slowed = min(raised, shape.z) + max(raised - shape.z, 0.0) * shape.w;
    return decode(encoded * min(slowed, 1.0) / brightest);
}

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let seen = textureSample(window, window_sampler, in.uv);
    let mixed = vec3(
        dot(recolour.red.rgb, seen.rgb),
        dot(recolour.green.rgb, seen.rgb),
        dot(recolour.blue.rgb, seen.rgb),
    );
    var shown = clamp(mixed, vec3(0.0), vec3(1.0));
    if recolour.contrast.x > 0.0 {
        shown = contrasted(shown);
    }
    return vec4(shown, seen.a);
}
