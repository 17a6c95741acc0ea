//! The colour maths of `shaders/glyph.wgsl` on the CPU, for sprites, which the shader does not light,
//! and for measuring contrast.

use bevy::color::{ColorToComponents, ColorToPacked, LinearRgba, Srgba};

/// A linear colour or light: red, green and blue. 1 is the screen's white, or a light that shows
/// colours unchanged.
pub type Linear = [f32; 3];

/// Minimum luminance of objects in view, and of sleeping creatures.
pub const MIN_OBJECT: f32 = 0.30;

/// Minimum luminance of creatures that are awake, so that nothing near them is brighter.
pub const MIN_CREATURE: f32 = 0.42;

/// Minimum luminance of remembered objects.
pub const MIN_OBJECT_MEMORY: f32 = 0.24;

/// Maximum luminance of the ground beneath an object, for a contrast of at least 4.5:1.
pub const MAX_GROUND: f32 = 0.012;

/// Minimum luminance of remembered terrain.
pub const MIN_MEMORY: f32 = 0.036;

/// Luminance of the window outside the map, the minimum of terrain in view.
const VOID: f32 = 0.002;

/// Channel value above which brightness is compressed.
const KNEE: f32 = 0.8;

/// Share of a light's hue that an object takes on.
const HUE_SHARE: f32 = 0.2;

/// Share of its colour that remembered ground keeps, and the tint of the grey that replaces the rest: cold light.
const MEMORY_SATURATION: f32 = 0.92;
const MEMORY_TINT: Linear = [0.8, 0.98, 1.5];

/// Share of its brightness that a remembered object keeps.
const MEMORY_BRIGHTNESS: f32 = 0.6;

/// Decodes an sRGB colour.
pub fn linear([r, g, b]: [u8; 3]) -> Linear {
    LinearRgba::from(Srgba::rgb_u8(r, g, b)).to_f32_array_no_alpha()
}

/// Encodes a linear colour as sRGB, clamped to what the screen can show.
pub fn encoded([r, g, b]: Linear) -> [u8; 3] {
    Srgba::from(LinearRgba::rgb(r, g, b)).to_u8_array_no_alpha()
}

/// Relative luminance; 1 for white.
pub fn luminance([r, g, b]: Linear) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast ratio as defined by the Web Content Accessibility Guidelines, 1 to 21.
pub fn contrast(one: Linear, other: Linear) -> f32 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Tone mapping: compresses each channel above 0.8 so that it stays below 1.
pub fn tone(colour: Linear) -> Linear {
    colour.map(|channel| {
        let over = (channel - KNEE).max(0.0);
        channel.min(KNEE) + over * (1.0 - KNEE) / (over + 1.0 - KNEE)
    })
}

/// Brightens a colour to a minimum luminance. It keeps its hue until a channel is full, then fades
/// towards white.
pub fn lift(colour: Linear, least: f32) -> Linear {
    let current = luminance(colour);
    if current >= least {
        return colour;
    }
    let raised = if current > 0.0001 {
        colour.map(|channel| channel * least / current)
    } else {
        [least; 3]
    };
    let most = raised.into_iter().fold(0.0, f32::max);
    if most <= 1.0 {
        return raised;
    }
    let full = raised.map(|channel| channel / most);
    let share = (least - luminance(full)) / (1.0 - luminance(full));
    full.map(|channel| channel + (1.0 - channel) * share)
}

/// The product of two colours, channel by channel: a colour in a light.
pub fn multiply(one: Linear, other: Linear) -> Linear {
    std::array::from_fn(|channel| one[channel] * other[channel])
}

/// The colour of visible terrain in a light, never darker than the window around the map.
pub fn lit(colour: Linear, light: Linear) -> Linear {
    lift(tone(multiply(colour, light)), VOID)
}

/// The colour of remembered ground in the light used for memory, colder than in that light.
pub fn remembered(colour: Linear, light: Linear) -> Linear {
    lift(faded(multiply(colour, light)), MIN_MEMORY)
}

/// The colour of remembered walls in the light used for them.
pub fn remembered_wall(colour: Linear, light: Linear) -> Linear {
    lift(faded(multiply(colour, light)), VOID)
}

/// Replaces part of a colour by a cold grey of the same brightness.
fn faded(colour: Linear) -> Linear {
    let grey = luminance(colour) * (1.0 - MEMORY_SATURATION);
    std::array::from_fn(|channel| colour[channel] * MEMORY_SATURATION + MEMORY_TINT[channel] * grey)
}

/// The colour of the ground beneath an object, darkened so that the object stands out.
pub fn beneath(ground: Linear) -> Linear {
    let dark = (MAX_GROUND / luminance(ground).max(0.001)).min(1.0);
    ground.map(|channel| channel * dark)
}

/// The colour of a visible object or sleeping creature in a light. It takes on some of the light's hue and
/// always stands out from the ground [`beneath`] it.
pub fn object(colour: Linear, light: Linear) -> Linear {
    lift(in_light(colour, light), MIN_OBJECT)
}

/// As [`object`], for a creature that is awake.
pub fn creature(colour: Linear, light: Linear) -> Linear {
    lift(in_light(colour, light), MIN_CREATURE)
}

fn in_light(colour: Linear, light: Linear) -> Linear {
    let strength = luminance(light);
    let hue = light.map(|channel| 1.0 + (channel / strength.max(0.01) - 1.0) * HUE_SHARE);
    let bright = strength.sqrt().clamp(0.8, 1.25);
    let shown = multiply(colour, hue).map(|channel| channel * bright);
    tone(shown)
}

/// The colour of an object on remembered ground: its own and dimmed, but bright enough to stand out from any
/// ground.
pub fn remembered_object(colour: Linear) -> Linear {
    lift(
        colour.map(|channel| channel * MEMORY_BRIGHTNESS),
        MIN_OBJECT_MEMORY,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shader_has_the_same_numbers() {
        let shader = include_str!("../../../shaders/glyph.wgsl");
        for (name, value) in [
            ("MIN_OBJECT", MIN_OBJECT),
            ("MIN_OBJECT_MEMORY", MIN_OBJECT_MEMORY),
            ("MAX_GROUND", MAX_GROUND),
            ("MIN_MEMORY", MIN_MEMORY),
            ("VOID", VOID),
            ("KNEE", KNEE),
            ("HUE_SHARE", HUE_SHARE),
            ("MEMORY_SATURATION", MEMORY_SATURATION),
            ("MEMORY_BRIGHTNESS", MEMORY_BRIGHTNESS),
        ] {
            let line = format!("const {name} = ");
            let rest = shader.split(&line).nth(1).expect(name);
            let found: f32 = rest.split(';').next().unwrap().parse().unwrap();
            assert_eq!(found, value, "{name}");
        }
        let [r, g, b] = MEMORY_TINT;
        let line = format!("const MEMORY_TINT = vec3<f32>({r:?}, {g:?}, {b:?});");
        assert!(shader.contains(&line), "{line}");
    }

    #[test]
    fn whatever_lies_anywhere_is_told_from_its_ground() {
        let levels = [0, 40, 90, 160, 255];
        let colours: Vec<[u8; 3]> = levels
            .iter()
            .flat_map(|r| levels.map(|g| [*r, g]))
            .flat_map(|[r, g]| levels.map(|b| [r, g, b]))
            .collect();
        let lights = [
            [0.02, 0.04, 0.2],
            [0.5, 0.5, 0.5],
            [3.9, 1.2, 0.1],
            [0.1, 3.0, 2.0],
        ];
        for light in lights {
            for ground in &colours {
                let ground = beneath(lit(linear(*ground), light));
                for colour in &colours {
                    let colour = linear(*colour);
                    for shown in [object(colour, light), remembered_object(colour)] {
                        let ratio = contrast(shown, ground);
                        assert!(ratio >= 4.5, "{colour:?} in {light:?}: {ratio}");
                    }
                    let awake = luminance(creature(colour, light));
                    assert!(awake > MIN_OBJECT + 0.1, "{colour:?}: {awake}");
                }
            }
        }
    }

    #[test]
    fn lifting_reaches_the_luminance_and_keeps_the_hue_while_it_can() {
        let red = lift([0.2, 0.02, 0.02], 0.1);
        assert!((luminance(red) - 0.1).abs() < 1e-4);
        assert!((red[0] / red[1] - 10.0).abs() < 1e-3);
        for colour in [[0.0, 0.0, 0.4], [0.0; 3], [0.3, 0.0, 0.0]] {
            let lifted = lift(colour, MIN_OBJECT);
            assert!((luminance(lifted) - MIN_OBJECT).abs() < 1e-3);
            assert!(lifted.into_iter().all(|channel| channel <= 1.0001));
        }
        assert_eq!(lift([0.9; 3], 0.3), [0.9; 3]);
    }
}
