//! Renders the map: terrain, light and sprites as glyphs on the GPU, with the camera and the zoom.
//!
//! Other plugins write plain resources ([`Terrain`], [`LightMap`], [`Tint`], [`Wind`],
//! [`CameraTarget`], [`Zoom`], [`ViewInsets`]) and spawn [`GlyphSprite`]s; [`GlyphPlugin`] draws
//! them, in any Bevy app.
//!
//! The terrain is drawn by `bevy_ecs_tilemap`, in chunks around the view. Glyph, colours, light and
//! visibility come from textures with one texel per tile, which the shader reads. So neither a turn
//! nor a new map changes a tilemap or rebuilds a mesh; with the glyph in the tilemap itself, a new
//! 80x50 map took 1.8 ms instead of 0.2 ms. When tiles are smaller than 4 pixels, or too many are in
//! view, one image of the window's size replaces the tilemap.

mod atlas;
mod bitmap;
mod boxes;
mod camera;
mod chunk;
mod drawings;
mod material;
mod motion;
mod overview;
mod picture;
mod raster;
mod relief;
pub mod shade;
mod sprite;
mod table;
mod terrain;
mod texels;

pub use atlas::Atlas;
pub use bitmap::Bitmap;
pub use camera::{CameraHold, CameraLimits, CameraTarget, GlyphCamera, ViewInsets, Viewport, Zoom};
pub use drawings::Drawn;
pub use material::Wind;
pub use motion::Motion;
pub(in crate::app) use overview::srgb_image;
pub use picture::{Artist, Sticker};
pub use raster::Rasterizer;
pub use relief::Relief;
pub use sprite::{Fade, GlyphSprite};
pub use table::Glyph;
pub(in crate::app) use terrain::blend;
pub use terrain::{Cell, Landscape, LightMap, Lit, Terrain, Tint, Veil};

use bevy::asset::AssetEventSystems;
use bevy::camera::CameraUpdateSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::window::RequestRedraw;

use super::platform::clock::Wake;

/// The steps of [`GlyphPlugin`] in [`PostUpdate`], in this order. Systems that write the plugin's
/// resources should run before the step that reads them.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlyphSystems {
    /// Moves the sprites that have a [`Motion`].
    Move,
    /// Computes the [`Viewport`] from the window, [`Zoom`], [`ViewInsets`] and [`CameraTarget`].
    /// Without a window the view stays as it is.
    Look,
    /// Updates textures, sprites and the camera to match the view and the resources.
    Draw,
}

/// Draws [`Terrain`], [`LightMap`] and [`GlyphSprite`]s, and spawns the [`GlyphCamera`].
///
/// Add it after `DefaultPlugins`. In an app without a renderer it only maintains the resources, and
/// the [`Viewport`] if there is a window.
pub struct GlyphPlugin;

impl Plugin for GlyphPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Terrain>()
            .init_resource::<LightMap>()
            .init_resource::<Tint>()
            .init_resource::<Wind>()
            .configure_sets(
                PostUpdate,
                (GlyphSystems::Move, GlyphSystems::Look, GlyphSystems::Draw)
                    .chain()
                    .before(CameraUpdateSystems)
                    .before(TransformSystems::Propagate)
                    .before(VisibilitySystems::CalculateBounds)
                    .before(VisibilitySystems::VisibilityPropagate)
                    .before(AssetEventSystems),
            )
            .add_message::<RequestRedraw>()
            .add_message::<Wake>()
            .add_systems(
                PostUpdate,
                motion::animate_sprites.in_set(GlyphSystems::Move),
            );
        camera::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            draw_plugin(app);
        }
    }
}

/// Adds everything that needs a renderer.
fn draw_plugin(app: &mut App) {
    material::plugin(app);
    app.init_resource::<ExtraFrames>()
        .init_resource::<chunk::Chunks>()
        .add_systems(Startup, (camera::spawn_camera, overview::spawn_overview));
    app.add_systems(
        PostUpdate,
        (
            atlas::update_atlas,
            chunk::stream_chunks
                .run_if(resource_changed::<Viewport>.or_else(resource_changed::<Terrain>)),
            texels::resize_textures,
            texels::upload_textures,
            material::update_wind.run_if(resource_changed::<Wind>),
            overview::update_overview,
            camera::aim_camera.run_if(resource_changed::<Viewport>),
            sprite::update_sprites,
            request_extra_frames,
        )
            .chain()
            .in_set(GlyphSystems::Draw),
    );
}

/// Number of frames still to draw after a texture was replaced. The renderer may bind a new texture
/// one frame late, and without another frame the old one would stay visible until the next input.
#[derive(Resource)]
struct ExtraFrames(u8);

impl Default for ExtraFrames {
    /// Enough for the first textures and for the pipelines to compile.
    fn default() -> Self {
        Self(8)
    }
}

impl ExtraFrames {
    /// Requests the frames that a replaced texture needs.
    fn request(&mut self) {
        self.0 = self.0.max(2);
    }
}

fn request_extra_frames(
    mut extra_frames: ResMut<ExtraFrames>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if extra_frames.0 > 0 {
        extra_frames.0 -= 1;
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Grid, Pos};
    use bevy::window::{PrimaryWindow, WindowResolution};

    #[test]
    fn without_a_renderer_the_resources_and_the_view_work() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, GlyphPlugin));
        app.update();
        assert_eq!(*app.world().resource::<Viewport>(), Viewport::default());

        let window = Window {
            resolution: WindowResolution::new(1280, 800).with_scale_factor_override(1.0),
            ..default()
        };
        app.world_mut().spawn((window, PrimaryWindow));
        let cells = Grid::new(80, 50, Cell::default());
        app.world_mut().resource_mut::<Terrain>().replace(cells);
        app.world_mut().resource_mut::<CameraTarget>().0 = Vec2::new(40.5, 25.5);
        app.world_mut().spawn(GlyphSprite::default());
        app.update();
        let view = app.world().resource::<Viewport>();
        assert_eq!(view.tile_at(Vec2::new(640.0, 400.0)), Pos::new(40, 25));
    }
}
