//! The picture: terrain, light and actors as glyphs on the GPU, the camera and the zoom.
//!
//! Other plugins write plain resources ([`Terrain`], [`LightMap`], [`Tint`], [`Wind`],
//! [`CameraTarget`], [`Zoom`], [`ViewInsets`]) and spawn [`GlyphSprite`]s; this one draws them. It knows nothing of the game
//! and may be added alone.
//!
//! The terrain lies in `bevy_ecs_tilemap` as chunks around the view, a tile a map square. What a
//! square shows (glyph, colours, light and sight) are textures of one texel a square that the
//! shader reads: neither a turn nor a new map touches a tile or re-meshes anything. With the glyph
//! in the tile's own texture index a new map of 80x50 cost 1.8 ms instead of 0.2. Where tiles are
//! smaller than 4 pixels, or too many, one picture of the window's size takes the tilemap's place.

mod atlas;
mod bitmap;
mod boxes;
mod camera;
mod chunk;
mod drawn;
mod material;
mod motion;
mod overview;
mod raster;
pub mod shade;
mod sprite;
mod table;
mod terrain;
mod texels;

pub use atlas::Atlas;
pub use bitmap::Bitmap;
pub use camera::{CameraHold, CameraTarget, GlyphCamera, View, ViewInsets, Zoom};
pub use drawn::Drawn;
pub use material::Wind;
pub use motion::Motion;
pub(in crate::app) use overview::picture;
pub use raster::{FONT, Rasterizer};
pub use sprite::{Fade, GlyphSprite};
pub use table::Glyph;
pub use terrain::{Cell, Landscape, LightMap, Lit, Terrain, Tint};

use bevy::asset::AssetEventSystems;
use bevy::camera::CameraUpdateSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::window::RequestRedraw;

use super::platform::clock::Wake;

/// What this plugin does in [`PostUpdate`], in this order. Write the resources before it.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlyphSystems {
    /// Moves the sprites that have a [`Motion`].
    Move,
    /// Works out the [`View`] from window, zoom, panels and target. Runs without a window too,
    /// and leaves the view as it is.
    Look,
    /// Brings the GPU's picture up to date with the view and the resources.
    Draw,
}

/// Draws [`Terrain`], [`LightMap`] and [`GlyphSprite`]s, and spawns the camera. To be added after
/// Bevy's own plugins: in an app without a renderer only the resources are there, and the
/// [`View`] where there is a window.
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
            .add_systems(PostUpdate, motion::animate.in_set(GlyphSystems::Move));
        camera::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            draw_plugin(app);
        }
    }
}

/// Everything that needs a renderer.
fn draw_plugin(app: &mut App) {
    app.init_resource::<Settling>();
    material::plugin(app);
    app.init_resource::<chunk::Chunks>();
    app.add_systems(Startup, (camera::spawn_camera, overview::spawn));
    app.add_systems(
        PostUpdate,
        (
            atlas::update_atlas,
            chunk::stream.run_if(resource_changed::<View>.or_else(resource_changed::<Terrain>)),
            texels::resize,
            texels::upload,
            material::blow.run_if(resource_changed::<Wind>),
            overview::draw,
            camera::aim_camera.run_if(resource_changed::<View>),
            sprite::place,
            settle,
        )
            .chain()
            .in_set(GlyphSystems::Draw),
    );
}

/// Frames still to be drawn after a texture was replaced: the renderer may bind it a frame late,
/// and without a further frame the old one would stay until the next input.
#[derive(Resource)]
struct Settling(u8);

impl Default for Settling {
    /// As a replaced texture needs, and some more while the pipelines are compiled.
    fn default() -> Self {
        Self(8)
    }
}

impl Settling {
    /// Asks for the frames that a replaced texture needs.
    fn again(&mut self) {
        self.0 = self.0.max(2);
    }
}

fn settle(mut settling: ResMut<Settling>, mut redraw: MessageWriter<RequestRedraw>) {
    if settling.0 > 0 {
        settling.0 -= 1;
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
        assert_eq!(*app.world().resource::<View>(), View::default());

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
        let view = app.world().resource::<View>();
        assert_eq!(view.tile_at(Vec2::new(640.0, 400.0)), Pos::new(40, 25));
    }
}
