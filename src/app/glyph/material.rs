//! The material of the terrain: its shader and the three textures that the shader reads. [`super::atlas`]
//! and [`super::texels`] fill the textures.

use super::atlas::Atlas;
use super::texels::TerrainTextures;
use crate::app::platform::idle::redraw_on_asset_change;
use crate::app::platform::shader::{self, embedded_shader};
use bevy::asset::{Asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;
use bevy_ecs_tilemap::prelude::*;

const SHADER: Handle<Shader> = uuid_handle!("5b1c9a52-6d7f-4f0e-9a55-0d1c3a7f2e64");

/// The inputs of `shaders/glyph.wgsl`. It loads whole texels without a sampler, so colours cannot bleed
/// between cells.
#[derive(Asset, AsBindGroup, TypePath, Clone, Default)]
pub(super) struct GlyphMaterial {
    /// Coverage of each glyph.
    #[texture(0, filterable = false)]
    pub atlas: Handle<Image>,
    /// Glyph and both colours of each tile.
    #[texture(1, sample_type = "u_int")]
    pub cells: Handle<Image>,
    /// Light and visibility of each tile.
    #[texture(2, sample_type = "u_int")]
    pub lights: Handle<Image>,
    /// Time and strength of the [`Wind`].
    #[uniform(3)]
    pub wind: Vec4,
}

/// The wind, which moves grass and water.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct Wind {
    /// Seconds since the wind started; it drives the animation.
    pub time: f32,
    /// From 0, where nothing moves, to 1.
    pub strength: f32,
}

/// Copies the [`Wind`] to the shader.
pub(super) fn update_wind(
    wind: Res<Wind>,
    material: Res<TerrainMaterial>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
) {
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.wind = Vec4::new(wind.time, wind.strength, 0.0, 0.0);
    }
}

impl MaterialTilemap for GlyphMaterial {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

/// The one material that all chunks share.
#[derive(Resource)]
pub(super) struct TerrainMaterial(pub Handle<GlyphMaterial>);

/// Adds the tilemap renderer, the material and its textures.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        TilemapPlugin,
        MaterialTilemapPlugin::<GlyphMaterial>::default(),
    ));
    redraw_on_asset_change::<GlyphMaterial>(app);
    shader::load(app, [embedded_shader!(SHADER, "glyph.wgsl")]);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let textures = TerrainTextures::new(&mut images);
    let material = GlyphMaterial {
        cells: textures.cells.clone(),
        lights: textures.lights.clone(),
        ..default()
    };
    let mut materials = app.world_mut().resource_mut::<Assets<GlyphMaterial>>();
    let material = TerrainMaterial(materials.add(material));
    app.insert_resource(material)
        .insert_resource(textures)
        .init_resource::<Atlas>();
}
