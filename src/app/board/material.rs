//! The board on the GPU: its material, its two shaders, and the texture that they read. One draw,
//! whatever the size of the board. Where the processor draws, the flat shader is used unless the
//! player wants the other.

use bevy::asset::{Asset, RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, RenderPipelineDescriptor, ShaderType, TextureDimension, TextureFormat,
};
use bevy::render::renderer::RenderAdapterInfo;
use bevy::shader::ShaderRef;
use bevy::ui_render::prelude::{UiMaterial, UiMaterialKey, UiMaterialPlugin};

use super::picture::Picture;
use super::texels::{self, Mark, TilePackets};
use crate::app::platform::idle::watch;
use crate::app::settings::{BoardLook, Settings, is_drawn_by_processor};
use crate::conduit::{Conduit, MAX_SIDE};
use crate::geom::Pos;

const SHARED: Handle<Shader> = uuid_handle!("5d2f7f60-2a0e-4a59-8a55-6a2f0c3f5b11");
const RICH: Handle<Shader> = uuid_handle!("0c4f0b1e-8a41-4f6b-9d0e-6e1c3b8f7a25");
const FLAT: Handle<Shader> = uuid_handle!("b2a2d3b4-7f5c-4c0e-9e0b-1d6c2f9a4e37");

/// Adds the material and its shaders.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins(UiMaterialPlugin::<BoardMaterial>::default());
    watch::<BoardMaterial>(app);
    load_internal_asset!(
        app,
        SHARED,
        "../../../shaders/conduit_board.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        RICH,
        "../../../shaders/conduit.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        FLAT,
        "../../../shaders/conduit_flat.wgsl",
        Shader::from_wgsl
    );
}

/// Where the board lies and what is pointed at, as the shader has it.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
struct Board {
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

/// What the shaders read. The node that has it may be of any size: it shows the part of the window
/// that it covers.
#[derive(Asset, AsBindGroup, TypePath, Clone)]
#[bind_group_data(Flat)]
pub struct BoardMaterial {
    #[uniform(0)]
    board: Board,
    /// A texel a tile, with room for the largest board.
    #[texture(1, sample_type = "u_int")]
    tiles: Handle<Image>,
    flat: Flat,
}

/// Whether the flat shader draws the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flat(bool);

impl From<&BoardMaterial> for Flat {
    fn from(material: &BoardMaterial) -> Self {
        material.flat
    }
}

impl UiMaterial for BoardMaterial {
    fn fragment_shader() -> ShaderRef {
        RICH.into()
    }

    fn specialize(descriptor: &mut RenderPipelineDescriptor, key: UiMaterialKey<Self>) {
        if let (true, Some(fragment)) = (key.bind_group_data.0, &mut descriptor.fragment) {
            fragment.shader = FLAT;
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
            board: Board::default(),
            tiles: self.images.add(tiles),
            flat: Flat(false),
        })
    }

    /// Rewrites the texture of the tiles.
    pub fn write_tiles(
        &mut self,
        material: &Handle<BoardMaterial>,
        shown: (&Conduit, &Picture),
        overlay: (&[Mark], &[TilePackets]),
        scratch: &mut texels::Scratch,
    ) {
        if let Some(material) = self.materials.get(material)
            && let Some(mut image) = self.images.get_mut(&material.tiles)
            && let Some(data) = image.data.as_mut()
        {
            texels::write(shown, overlay, scratch, data);
        }
    }

    /// Updates where the board lies, the tile with the cursor and the tile under the pointer.
    pub fn update(
        &mut self,
        material: &Handle<BoardMaterial>,
        shown: (&Conduit, &Picture),
        place: BoardPlace,
        (cursor, pointed): (Option<Pos>, Option<Pos>),
    ) {
        let board = Board::new(shown, place, cursor, pointed);
        let flat = Flat(match self.settings.board {
            BoardLook::Auto => is_drawn_by_processor(self.adapter.as_deref()),
            BoardLook::Rich => false,
            BoardLook::Flat => true,
        });
        let known = self.materials.get(material);
        if known.is_some_and(|known| known.board != board || known.flat != flat)
            && let Some(mut material) = self.materials.get_mut(material)
        {
            material.board = board;
            material.flat = flat;
        }
    }
}

impl Board {
    fn new(
        (conduit, picture): (&Conduit, &Picture),
        place: BoardPlace,
        cursor: Option<Pos>,
        pointed: Option<Pos>,
    ) -> Self {
        let size = conduit.size();
        let (flow, time) = picture.flow();
        let [upper, lower] = conduit.board().wellspring();
        let shown = |tile: Pos| {
            let tiles = IVec2::new(size.width as i32, size.height as i32);
            (IVec2::new(tile.x, tile.y) - place.scroll.as_ivec2()).rem_euclid(tiles)
        };
        // The halves of a wellspring are pointed at as one, unless the board's edge lies between them.
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
            hover: pointed.map_or(Vec4::ZERO, area),
            scroll: place.scroll.as_vec2(),
        }
    }
}
