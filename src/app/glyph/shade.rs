//! What `shaders/glyph.wgsl` makes of a colour, on the processor: for sprites, which the shader does
//! not light, and for whoever asks how well one thing is told from another. Knows light and
//! luminance, nothing of the map.

use bevy::color::{ColorToComponents, ColorToPacked, LinearRgba, Srgba};

/// A colour or light by channel, linear; 1 is the screen's white, or plain daylight.
pub type Linear = [f32; 3];

/// Least luminance of what stands or lies on the map.
pub const LEAST_OBJECT: f32 = 0.30;

/// Most luminance of the ground beneath it: 3:1 and more.
pub const MOST_GROUND: f32 = 0.06;

/// Least luminance of what is remembered.
pub const LEAST_MEMORY: f32 = 0.036;

/// From here on brightness is slowed.
const KNEE: f32 = 0.8;

/// Share of a light's hue that an object takes on.
const TAKEN: f32 = 0.5;

/// An sRGB colour as light.
pub fn linear([r, g, b]: [u8; 3]) -> Linear {
    LinearRgba::from(Srgba::rgb_u8(r, g, b)).to_f32_array_no_alpha()
}

/// Light as an sRGB colour, cut to what the screen shows.
pub fn encoded([r, g, b]: Linear) -> [u8; 3] {
    Srgba::from(LinearRgba::rgb(r, g, b)).to_u8_array_no_alpha()
}

/// Relative luminance, 1 for white.
pub fn luminance([r, g, b]: Linear) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast ratio of the Web Content Accessibility Guidelines, 1 to 21.
pub fn contrast(one: Linear, other: Linear) -> f32 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Slows what is brighter than the screen.
pub fn tone(colour: Linear) -> Linear {
    colour.map(|channel| {
        let over = (channel - KNEE).max(0.0);
        channel.min(KNEE) + over * (1.0 - KNEE) / (over + 1.0 - KNEE)
    })
}

/// Brightens a colour to a luminance, in its hue as long as that lasts.
pub fn lift(colour: Linear, least: f32) -> Linear {
    let is = luminance(colour);
    if is >= least {
        return colour;
    }
    let raised = if is > 0.0001 {
        colour.map(|channel| channel * least / is)
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

fn times(one: Linear, other: Linear) -> Linear {
    std::array::from_fn(|channel| one[channel] * other[channel])
}

/// Terrain in this light.
pub fn lit(colour: Linear, light: Linear) -> Linear {
    tone(times(colour, light))
}

/// Terrain as it is remembered, by the light that memory has.
pub fn remembered(colour: Linear, light: Linear) -> Linear {
    lift(times(colour, light), LEAST_MEMORY)
}

/// The ground beneath something.
pub fn beneath(ground: Linear) -> Linear {
    let dark = (MOST_GROUND / luminance(ground).max(0.001)).min(1.0);
    ground.map(|channel| channel * dark)
}

/// What stands or lies in this light: it takes on half of its hue, and is always told from its
/// ground.
pub fn object(colour: Linear, light: Linear) -> Linear {
    let strength = luminance(light);
    let hue = light.map(|channel| 1.0 + (channel / strength.max(0.01) - 1.0) * TAKEN);
    let bright = strength.sqrt().clamp(0.8, 1.25);
    let shown = times(colour, hue).map(|channel| channel * bright);
    lift(tone(shown), LEAST_OBJECT)
}

/// What lies where the ground is only remembered: in its own colour, bright enough for any ground.
pub fn remembered_object(colour: Linear) -> Linear {
    lift(colour, LEAST_OBJECT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shader_has_the_same_numbers() {
        let shader = include_str!("../../../shaders/glyph.wgsl");
        for (name, value) in [
            ("LEAST_OBJECT", LEAST_OBJECT),
            ("MOST_GROUND", MOST_GROUND),
            ("LEAST_MEMORY", LEAST_MEMORY),
            ("KNEE", KNEE),
            ("TAKEN", TAKEN),
        ] {
            let line = format!("const {name} = ");
            let rest = shader.split(&line).nth(1).expect(name);
            let is: f32 = rest.split(';').next().unwrap().parse().unwrap();
            assert_eq!(is, value, "{name}");
        }
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
                    let ratio = contrast(object(linear(*colour), light), ground);
                    assert!(ratio >= 3.0, "{colour:?} in {light:?}: {ratio}");
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
            let lifted = lift(colour, LEAST_OBJECT);
            assert!((luminance(lifted) - LEAST_OBJECT).abs() < 1e-3);
            assert!(lifted.into_iter().all(|channel| channel <= 1.0001));
        }
        assert_eq!(lift([0.9; 3], 0.3), [0.9; 3]);
    }
}
