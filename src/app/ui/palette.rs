//! Palettes: a full-screen pass that recolours map and panels after everything is drawn.
//! [`Palette::Standard`] needs no pass.
//!
//! For each kind of colour blindness, the lost part of a colour is computed with the simulation of
//! Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
//! Deficiency" (IEEE TVCG 15(6), 2009; the matrices for severity 1.0), and moved into channels that
//! can be seen, as in Fidaner, Lin and Ozguven, "Analysis of Color Blindness" (Stanford University,
//! 2005). Both steps are linear, so they combine into one matrix.

use bevy::asset::uuid_handle;
use bevy::core_pipeline::fullscreen_material::{FullscreenMaterial, FullscreenMaterialPlugin};
use bevy::core_pipeline::{Core2d, upscaling::upscaling};
use bevy::ecs::schedule::{ScheduleConfigs, ScheduleLabel};
use bevy::ecs::system::BoxedSystem;
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::render_resource::ShaderType;
use bevy::shader::ShaderRef;
use bevy::ui_render::ui_pass;

use crate::app::frame::Phase;
use crate::app::glyph::GlyphCamera;
use crate::app::platform::shader::{self, embedded_shader};
use crate::app::settings::{Palette, Settings};

const SHADER: Handle<Shader> = uuid_handle!("b1c2de0a-41f7-4c5c-8f5e-7a3f0d6c9e13");

/// Recolours the window with the palette from the settings.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(FullscreenMaterialPlugin::<Recolour>::default());
    shader::load(app, [embedded_shader!(SHADER, "palette.wgsl")]);
    app.add_systems(
        Update,
        update_recolour
            .run_if(resource_changed::<Settings>)
            .in_set(Phase::Show),
    );
}

/// Parameters of high contrast, in sRGB: gain, black level, the brightness above which the gain is
/// reduced, and the factor of that reduction. Text becomes brighter while backgrounds stay dark.
const CONTRAST: [f32; 4] = [1.6, 0.05, 0.9, 0.16];

type Matrix = [[f32; 3]; 3];

const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Maps linear light to how it appears to someone who lacks one kind of cones.
const fn simulation(palette: Palette) -> Matrix {
    match palette {
        Palette::Standard | Palette::HighContrast => IDENTITY,
        Palette::Protan => [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        Palette::Deutan => [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        Palette::Tritan => [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    }
}

/// Where the lost light goes: into green and blue, or for [`Palette::Tritan`] into red and green.
const fn redistribution(palette: Palette) -> Matrix {
    match palette {
        Palette::Tritan => [[1.0, 0.0, 0.7], [0.0, 1.0, 0.7], [0.0, 0.0, 0.0]],
        _ => [[0.0, 0.0, 0.0], [0.7, 1.0, 0.0], [0.7, 0.0, 1.0]],
    }
}

/// The matrix applied to linear light: the identity plus the redistributed loss.
fn correction(palette: Palette) -> Matrix {
    let (seen, shift) = (simulation(palette), redistribution(palette));
    let lost = |row: usize, column: usize| IDENTITY[row][column] - seen[row][column];
    let shifted = |row: usize, column: usize| -> f32 {
        (0..3).map(|k| shift[row][k] * lost(k, column)).sum()
    };
    std::array::from_fn(|row| {
        std::array::from_fn(|column| IDENTITY[row][column] + shifted(row, column))
    })
}

/// The uniform of `shaders/palette.wgsl`, on the camera of the recoloured window: the rows of the matrix,
/// and the contrast parameters, zero for none.
#[derive(Component, ExtractComponent, ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub struct Recolour {
    red: Vec4,
    green: Vec4,
    blue: Vec4,
    contrast: Vec4,
}

impl Recolour {
    /// The uniform for a palette; `None` for the standard one.
    pub fn for_palette(palette: Palette) -> Option<Self> {
        if palette == Palette::Standard {
            return None;
        }
        let [red, green, blue] = correction(palette).map(|[r, g, b]| Vec4::new(r, g, b, 0.0));
        let contrast = if palette == Palette::HighContrast {
            CONTRAST.into()
        } else {
            Vec4::ZERO
        };
        Some(Self {
            red,
            green,
            blue,
            contrast,
        })
    }
}

impl FullscreenMaterial for Recolour {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn schedule() -> impl ScheduleLabel + Clone {
        Core2d
    }

    fn schedule_configs(system: ScheduleConfigs<BoxedSystem>) -> ScheduleConfigs<BoxedSystem> {
        system.after(ui_pass).before(upscaling)
    }
}

fn update_recolour(
    settings: Res<Settings>,
    cameras: Query<Entity, With<GlyphCamera>>,
    mut commands: Commands,
) {
    for camera in &cameras {
        let mut camera = commands.entity(camera);
        match Recolour::for_palette(settings.palette) {
            Some(recolour) => camera.insert(recolour),
            None => camera.remove::<Recolour>(),
        };
    }
}

/// Perception of colours, for tests that they can be told apart.
#[cfg(test)]
pub(in crate::app) mod vision {
    use super::*;
    use crate::app::glyph::shade::Linear;

    pub fn linear(colour: Color) -> Linear {
        colour.to_linear().to_f32_array_no_alpha()
    }

    pub fn apply_matrix(matrix: &Matrix, light: Linear) -> Linear {
        let mixed = matrix.map(|row| row.iter().zip(light).map(|(share, of)| share * of).sum());
        mixed.map(|channel: f32| channel.clamp(0.0, 1.0))
    }

    /// A colour as seen by the players that a palette is for.
    pub fn simulate(palette: Palette, light: Linear) -> Linear {
        apply_matrix(&simulation(palette), light)
    }

    /// The CIE 1976 colour difference.
    pub fn difference(one: Linear, other: Linear) -> f32 {
        let lab = |[r, g, b]: Linear| Laba::from(LinearRgba::rgb(r, g, b));
        let (one, other) = (lab(one), lab(other));
        let offset = Vec3::new(
            one.lightness - other.lightness,
            one.a - other.a,
            one.b - other.b,
        );
        offset.length() * 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::vision::{apply_matrix, difference, linear, simulate};
    use super::*;
    use crate::app::dungeon::paint::is_solid;
    use crate::app::dungeon::{paint, plan};
    use crate::app::glyph::shade::{Linear, contrast, luminance};
    use crate::app::ui::theme::{CHOSEN, HOVER, KEY, LINE, PANEL, PLAIN, QUIET, WELL, WRONG};
    use crate::map::Tile;

    fn bytes(colour: [u8; 3]) -> Linear {
        let [r, g, b] = colour;
        linear(Color::srgb_u8(r, g, b))
    }

    /// The correction, as in the shader.
    fn shown(palette: Palette, light: Linear) -> Linear {
        apply_matrix(&correction(palette), light)
    }

    fn contrasted(light: Linear) -> Linear {
        let [gain, black, slow, left] = CONTRAST;
        let encoded = Color::linear_rgb(light[0], light[1], light[2])
            .to_srgba()
            .to_f32_array_no_alpha();
        let brightest = encoded.into_iter().fold(0.0, f32::max);
        let raised = ((brightest - black) * gain).max(0.0);
        let slowed = raised.min(slow) + (raised - slow).max(0.0) * left;
        let [r, g, b] = encoded.map(|channel| channel * slowed.min(1.0) / brightest);
        linear(Color::srgb(r, g, b))
    }

    const GRASS: [u8; 3] = [96, 160, 78];
    const WATER: [u8; 3] = [84, 136, 206];
    const ARCHER: [u8; 3] = [150, 200, 120];
    const SPLITTER: [u8; 3] = [120, 206, 120];
    const PHASER: [u8; 3] = [160, 190, 240];
    const MIMIC: [u8; 3] = [236, 170, 120];
    const RED: [u8; 3] = [226, 96, 96];
    const GREEN: [u8; 3] = [110, 190, 120];
    const BLUE: [u8; 3] = [110, 150, 236];
    const ORANGE: [u8; 3] = [226, 140, 80];
    const COMPLAINT: [u8; 3] = [255, 128, 107];

    /// Colours of tiles, monsters, potions and panels that players who lack a kind of cones confuse.
    const fn confused(palette: Palette) -> [([u8; 3], [u8; 3]); 3] {
        match palette {
            Palette::Protan => [(GRASS, ORANGE), (MIMIC, GREEN), (COMPLAINT, GREEN)],
            Palette::Deutan => [(GRASS, RED), (COMPLAINT, SPLITTER), (RED, GREEN)],
            _ => [(GRASS, WATER), (ARCHER, PHASER), (GREEN, BLUE)],
        }
    }

    #[test]
    fn confused_colours_are_farther_apart_after_recolouring() {
        for palette in [Palette::Protan, Palette::Deutan, Palette::Tritan] {
            let sees = |light| simulate(palette, light);
            for (one, other) in confused(palette) {
                let names = (one, other);
                let (one, other) = (bytes(one), bytes(other));
                let as_it_is = difference(sees(one), sees(other));
                let usual = difference(one, other);
                let recoloured = difference(sees(shown(palette, one)), sees(shown(palette, other)));
                assert!(
                    as_it_is < usual * 0.25,
                    "{palette:?}, {names:?}: {as_it_is} of {usual}"
                );
                assert!(
                    recoloured > as_it_is * 2.0,
                    "{palette:?}, {names:?}: {as_it_is}, then {recoloured}"
                );
            }
        }
    }

    #[test]
    fn grey_stays_grey_and_black_and_white_stay() {
        for palette in Palette::ALL {
            for level in [0.0, 0.2, 0.5, 1.0] {
                for channel in shown(palette, [level; 3]) {
                    assert!((channel - level).abs() < 0.01, "{palette:?} {level}");
                }
            }
        }
    }

    #[test]
    fn high_contrast_text_is_read_on_every_ground() {
        let ratio = |text: Color, ground: Color, by: &dyn Fn(Linear) -> Linear| {
            let light = |colour| luminance(by(linear(colour)));
            (light(text) + 0.05) / (light(ground) + 0.05)
        };
        for text in [QUIET, PLAIN, KEY, WRONG] {
            // Errors appear only on the two plainest backgrounds.
            let count = if text == WRONG { 2 } else { 5 };
            for ground in [PANEL, WELL, HOVER, LINE, CHOSEN].into_iter().take(count) {
                let before = ratio(text, ground, &|light| light);
                let after = ratio(text, ground, &contrasted);
                assert!(
                    after > before || after >= 5.0,
                    "{text:?} on {ground:?}: {before}, then {after}"
                );
                // The web accessibility guidelines ask for 4.5, or 7 for enhanced contrast.
                let is_highlight = ground == CHOSEN || ground == LINE;
                let least = if is_highlight { 4.5 } else { 7.0 };
                assert!(after >= least, "{text:?} on {ground:?}: {after}");
            }
        }
    }

    #[test]
    fn open_ground_is_told_from_walls_on_a_plan_in_every_palette() {
        let open = Tile::ALL.iter().filter(|tile| !is_solid(**tile));
        let grounds: Vec<[u8; 3]> = open.map(|tile| paint::plan_colour(*tile)).collect();
        assert!(grounds.len() > 10);
        for palette in Palette::ALL {
            let on_screen = |colour| match palette {
                Palette::HighContrast => contrasted(bytes(colour)),
                _ => shown(palette, bytes(colour)),
            };
            for wall in [plan::WALL, paint::plan_colour(Tile::Wall)] {
                for ground in &grounds {
                    let [wall, ground] = [wall, *ground].map(on_screen);
                    let to_its_players = simulate(palette, ground);
                    for (wall, ground) in
                        [(wall, ground), (simulate(palette, wall), to_its_players)]
                    {
                        let ratio = contrast(ground, wall);
                        assert!(ratio >= 3.0, "{palette:?}: {ground:?} on {wall:?}: {ratio}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_standard_palette_has_no_pass() {
        assert_eq!(Recolour::for_palette(Palette::Standard), None);
        for palette in &Palette::ALL[1..] {
            assert!(Recolour::for_palette(*palette).is_some());
        }
    }
}
