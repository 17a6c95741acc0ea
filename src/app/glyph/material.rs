//! The material of the terrain: its shader and the three textures that the shader reads. Knows
//! no map; [`super::atlas`] and [`super::texels`] fill the textures.

use super::atlas::Atlas;
use super::texels::Texels;
use crate::app::platform::idle::redraw_on_asset_change;
use bevy::asset::{Asset, load_internal_asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;
use bevy_ecs_tilemap::prelude::*;

const SHADER: Handle<Shader> = uuid_handle!("5b1c9a52-6d7f-4f0e-9a55-0d1c3a7f2e64");

/// What `shaders/glyph.wgsl` reads, by whole texels: no sampler, hence no bleeding.
#[derive(Asset, AsBindGroup, TypePath, Clone, Default)]
pub(super) struct GlyphMaterial {
    /// Coverage of each glyph.
    #[texture(0, filterable = false)]
    pub atlas: Handle<Image>,
    /// Glyph and both colours of each map square.
    #[texture(1, sample_type = "u_int")]
    pub cells: Handle<Image>,
    /// Light and sight of each map square.
    #[texture(2, sample_type = "u_int")]
    pub lights: Handle<Image>,
    /// As in [`Wind`]: its time and its strength.
    #[uniform(3)]
    pub wind: Vec4,
}

/// What moves grass and water.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct Wind {
    /// Seconds that it has blown.
    pub time: f32,
    /// From 0 for none to 1.
    pub strength: f32,
}

/// Lets the wind blow over the terrain.
pub(super) fn blow(
    wind: Res<Wind>,
    material: Res<Material>,
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
pub(super) struct Material(pub Handle<GlyphMaterial>);

/// Adds the tilemap's renderer, the material and its textures.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        TilemapPlugin,
        MaterialTilemapPlugin::<GlyphMaterial>::default(),
    ));
    redraw_on_asset_change::<GlyphMaterial>(app);
    load_internal_asset!(
        app,
        SHADER,
        "../../../shaders/glyph.wgsl",
        Shader::from_wgsl
    );
    let texels = {
        let mut images = app.world_mut().resource_mut::<Assets<Image>>();
        Texels::new(&mut images)
    };
    let material = GlyphMaterial {
        atlas: Handle::default(),
        cells: texels.cells.clone(),
        lights: texels.lights.clone(),
        wind: Vec4::ZERO,
    };
    let mut materials = app.world_mut().resource_mut::<Assets<GlyphMaterial>>();
    let material = Material(materials.add(material));
    app.insert_resource(material)
        .insert_resource(texels)
        .init_resource::<Atlas>();
}
