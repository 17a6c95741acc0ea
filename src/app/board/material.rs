//! Draws boards: a material of UI nodes with two shaders, the rich look and the flat one, that read the
//! tiles from a texture. One draw call, whatever the size of the board.

use bevy::asset::{Asset, RenderAssetUsages, uuid_handle};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, RenderPipelineDescriptor, ShaderType, TextureDimension, TextureFormat,
};
use bevy::render::renderer::RenderAdapterInfo;
use bevy::shader::ShaderRef;
use bevy::ui_render::prelude::{UiMaterial, UiMaterialKey, UiMaterialPlugin};

use super::animation::BoardAnimation;
use super::texels::{self, Mark, PacketSlots};
use crate::app::platform::idle::redraw_on_asset_change;
use crate::app::platform::shader::{self, embedded_shader};
use crate::app::settings::{BoardLook, Settings, is_software_rendered};
use crate::conduit::{Conduit, MAX_SIDE};
use crate::geom::{Grid, Pos};

const SHARED_SHADER: Handle<Shader> = uuid_handle!("5d2f7f60-2a0e-4a59-8a55-6a2f0c3f5b11");
const RICH_SHADER: Handle<Shader> = uuid_handle!("0c4f0b1e-8a41-4f6b-9d0e-6e1c3b8f7a25");
const FLAT_SHADER: Handle<Shader> = uuid_handle!("b2a2d3b4-7f5c-4c0e-9e0b-1d6c2f9a4e37");

/// Adds the material and its shaders.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins(UiMaterialPlugin::<BoardMaterial>::default());
    redraw_on_asset_change::<BoardMaterial>(app);
    let shaders = [
        embedded_shader!(SHARED_SHADER, "conduit_board.wgsl"),
        embedded_shader!(RICH_SHADER, "conduit.wgsl"),
        embedded_shader!(FLAT_SHADER, "conduit_flat.wgsl"),
    ];
    shader::load(app, shaders);
}

/// The uniform of `shaders/conduit_board.wgsl`, which documents the fields.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
struct BoardUniform {
    corner: Vec2,
    side: f32,
    time: f32,
    size: Vec2,
    wrap: f32,
    flow: f32,
    cursor: Vec4,
    hover: Vec4,
    scroll: Vec2,
}

/// What the shaders read. A node with this material shows the part of the board that lies under it.
#[derive(Asset, AsBindGroup, TypePath, Clone)]
#[bind_group_data(Flat)]
pub struct BoardMaterial {
    #[uniform(0)]
    board: BoardUniform,
    /// One texel per tile, sized for the largest board.
    #[texture(1, sample_type = "u_int")]
    tiles: Handle<Image>,
    flat: Flat,
}

/// Whether the board has the flat look; selects the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flat(bool);

impl From<&BoardMaterial> for Flat {
    fn from(material: &BoardMaterial) -> Self {
        material.flat
    }
}

impl UiMaterial for BoardMaterial {
    fn fragment_shader() -> ShaderRef {
        RICH_SHADER.into()
    }

    fn specialize(descriptor: &mut RenderPipelineDescriptor, key: UiMaterialKey<Self>) {
        if let (true, Some(fragment)) = (key.bind_group_data.0, &mut descriptor.fragment) {
            fragment.shader = FLAT_SHADER;
        }
    }
}

/// Where a board lies in the window, in physical pixels.
#[derive(Clone, Copy, Debug)]
pub struct BoardPlace {
    /// Top left corner of the first tile.
    pub corner: Vec2,
    /// Side of a tile.
    pub side: f32,
    /// Columns and rows by which a board that wraps is shifted to the left and up.
    pub scroll: UVec2,
}

/// Makes and updates the materials of boards.
#[derive(SystemParam)]
pub struct BoardMaterials<'w> {
    materials: ResMut<'w, Assets<BoardMaterial>>,
    images: ResMut<'w, Assets<Image>>,
    settings: Res<'w, Settings>,
    adapter: Option<Res<'w, RenderAdapterInfo>>,
}

impl BoardMaterials<'_> {
    /// Makes a material for one board after another.
    pub fn add(&mut self) -> Handle<BoardMaterial> {
        let tiles = Image::new_fill(
            Extent3d {
                width: MAX_SIDE,
                height: MAX_SIDE,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            &[0; texels::TEXEL],
            TextureFormat::Rgba32Uint,
            RenderAssetUsages::default(),
        );
        self.materials.add(BoardMaterial {
            board: BoardUniform::default(),
            tiles: self.images.add(tiles),
            flat: Flat(false),
        })
    }

    /// Rewrites the texture of the tiles.
    pub fn write_tiles(
        &mut self,
        material: &Handle<BoardMaterial>,
        shown: (&Conduit, &BoardAnimation),
        overlay: (&Grid<Mark>, &Grid<PacketSlots>),
        scratch: &mut texels::Scratch,
    ) {
        if let Some(material) = self.materials.get(material)
            && let Some(mut image) = self.images.get_mut(&material.tiles)
            && let Some(data) = image.data.as_mut()
        {
            texels::write_texels(shown, overlay, scratch, data);
        }
    }

    /// Updates the uniform and the look: the board's place, the tile with the cursor and the one under
    /// the pointer.
    pub fn update(
        &mut self,
        material: &Handle<BoardMaterial>,
        shown: (&Conduit, &BoardAnimation),
        place: BoardPlace,
        (cursor, hovered): (Option<Pos>, Option<Pos>),
    ) {
        let board = BoardUniform::new(shown, place, cursor, hovered);
        let flat = Flat(match self.settings.board {
            BoardLook::Auto => is_software_rendered(self.adapter.as_deref()),
            BoardLook::Rich => false,
            BoardLook::Flat => true,
        });
        let drawn = self.materials.get(material);
        if drawn.is_some_and(|drawn| drawn.board != board || drawn.flat != flat)
            && let Some(mut material) = self.materials.get_mut(material)
        {
            material.board = board;
            material.flat = flat;
        }
    }
}

impl BoardUniform {
    fn new(
        (conduit, animation): (&Conduit, &BoardAnimation),
        place: BoardPlace,
        cursor: Option<Pos>,
        hovered: Option<Pos>,
    ) -> Self {
        let size = conduit.size();
        let (flow, time) = animation.flow();
        let [upper, lower] = conduit.board().wellspring();
        let shown = |tile: Pos| {
            let tiles = IVec2::new(size.width as i32, size.height as i32);
            (IVec2::new(tile.x, tile.y) - place.scroll.as_ivec2()).rem_euclid(tiles)
        };
        // A wellspring of two is highlighted as one tile, unless the edge of a shifted board lies
        // between its halves.
        let area = |pos: Pos| {
            let (above, below) = (shown(upper), shown(lower));
            let (at, height) = if (pos == upper || pos == lower) && above.y <= below.y {
                (above, below.y - above.y + 1)
            } else {
                (shown(pos), 1)
            };
            Vec4::new(at.x as f32, at.y as f32, 1.0, height as f32)
        };
        Self {
            corner: place.corner,
            side: place.side,
            time,
            size: Vec2::new(size.width as f32, size.height as f32),
            wrap: f32::from(u8::from(conduit.board().rules().wrap)),
            flow,
            cursor: cursor.map_or(Vec4::ZERO, area),
            hover: hovered.map_or(Vec4::ZERO, area),
            scroll: place.scroll.as_vec2(),
        }
    }
}
