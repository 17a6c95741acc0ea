//! Draws the board: one UI node behind all others with a shader material, the rich look or the flat
//! one, that reads the tiles from a texture. One draw call, whatever the size of the board.

use bevy::asset::{Asset, AssetEventSystems, RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, RenderPipelineDescriptor, ShaderType, TextureDimension, TextureFormat,
};
use bevy::render::renderer::RenderAdapterInfo;
use bevy::shader::ShaderRef;
use bevy::ui_render::prelude::{MaterialNode, UiMaterial, UiMaterialKey, UiMaterialPlugin};
use bevy::window::PrimaryWindow;

use super::picture::BoardAnimation;
use super::place::BoardLayout;
use super::session::Session;
use super::texels;
use crate::app::glyph::ViewInsets;
use crate::app::platform::idle::watch;
use crate::app::screen::{Screen, on};
use crate::app::settings::{BoardLook, Settings, is_drawn_by_processor};
use crate::conduit::MAX_SIDE;
use crate::geom::Pos;

const SHARED_SHADER: Handle<Shader> = uuid_handle!("5d2f7f60-2a0e-4a59-8a55-6a2f0c3f5b11");
const RICH_SHADER: Handle<Shader> = uuid_handle!("0c4f0b1e-8a41-4f6b-9d0e-6e1c3b8f7a25");
const FLAT_SHADER: Handle<Shader> = uuid_handle!("b2a2d3b4-7f5c-4c0e-9e0b-1d6c2f9a4e37");

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(UiMaterialPlugin::<BoardMaterial>::default());
    watch::<BoardMaterial>(app);
    load_internal_asset!(
        app,
        SHARED_SHADER,
        "../../../../shaders/conduit_board.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        RICH_SHADER,
        "../../../../shaders/conduit.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        FLAT_SHADER,
        "../../../../shaders/conduit_flat.wgsl",
        Shader::from_wgsl
    );
    app.add_systems(OnEnter(Screen::Conduit), spawn_board)
        .add_systems(
            PostUpdate,
            (update_material, resize_board)
                .run_if(on(Screen::Conduit))
                .before(AssetEventSystems),
        );
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

#[derive(Asset, AsBindGroup, TypePath, Clone)]
#[bind_group_data(Flat)]
struct BoardMaterial {
    #[uniform(0)]
    board: BoardUniform,
    /// One texel per tile, sized for the largest board.
    #[texture(1, sample_type = "u_int")]
    tiles: Handle<Image>,
    flat: Flat,
}

/// Whether the board has the flat look; selects the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Flat(bool);

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

/// The look chosen in the options; `Auto` is flat without a GPU.
fn chosen_look(settings: &Settings, adapter: Option<&RenderAdapterInfo>) -> Flat {
    Flat(match settings.board {
        BoardLook::Auto => is_drawn_by_processor(adapter),
        BoardLook::Rich => false,
        BoardLook::Flat => true,
    })
}

fn spawn_board(
    mut commands: Commands,
    mut materials: ResMut<Assets<BoardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
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
    commands.spawn((
        DespawnOnExit(Screen::Conduit),
        MaterialNode(materials.add(BoardMaterial {
            board: BoardUniform::default(),
            tiles: images.add(tiles),
            flat: Flat(false),
        })),
        GlobalZIndex(-1),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            right: px(0),
            bottom: px(0),
            ..default()
        },
    ));
}

/// Leaves out what panel and bar cover, which need not be drawn.
fn resize_board(
    insets: Res<ViewInsets>,
    mut nodes: Query<&mut Node, With<MaterialNode<BoardMaterial>>>,
) {
    for mut node in &mut nodes {
        let covered = (px(insets.right), px(insets.bottom));
        if (node.right, node.bottom) != covered {
            (node.right, node.bottom) = covered;
        }
    }
}

fn update_material(
    (session, animation, layout): (Res<Session>, Res<BoardAnimation>, Res<BoardLayout>),
    (settings, adapter): (Res<Settings>, Option<Res<RenderAdapterInfo>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    nodes: Query<&MaterialNode<BoardMaterial>>,
    mut materials: ResMut<Assets<BoardMaterial>>,
    mut images: ResMut<Assets<Image>>,
    mut scratch: Local<texels::Scratch>,
) {
    let Ok(node) = nodes.single() else { return };
    let Some(drawn) = materials.get(&node.0) else {
        return;
    };
    if (session.is_changed() || animation.is_changed())
        && let Some(mut image) = images.get_mut(&drawn.tiles)
        && let Some(data) = image.data.as_mut()
    {
        texels::write_texels(&session, &animation, &mut scratch, data);
    }
    let cursor = windows.single().ok().and_then(Window::cursor_position);
    let hovered = cursor.and_then(|cursor| layout.tile_at(cursor));
    let board = build_uniform(&session, &animation, &layout, hovered);
    let flat = chosen_look(&settings, adapter.as_deref());
    if (drawn.board != board || drawn.flat != flat)
        && let Some(mut material) = materials.get_mut(&node.0)
    {
        material.board = board;
        material.flat = flat;
    }
}

fn build_uniform(
    session: &Session,
    animation: &BoardAnimation,
    layout: &BoardLayout,
    hovered: Option<Pos>,
) -> BoardUniform {
    let conduit = session.conduit();
    let size = conduit.size();
    let (flow, time) = animation.flow();
    let [upper, lower] = conduit.board().wellspring();
    // A wellspring of two is highlighted as one tile, unless the edge of a shifted board lies
    // between its halves.
    let area = |pos: Pos| {
        let [above, below] = [upper, lower].map(|half| layout.shown_at(half));
        let at = layout.shown_at(pos);
        let (at, height) = if (pos == upper || pos == lower) && above.y <= below.y {
            (above, (below.y - above.y + 1) as f32)
        } else {
            (at, 1.0)
        };
        Vec4::new(at.x as f32, at.y as f32, 1.0, height)
    };
    let cursor = session.cursor();
    BoardUniform {
        corner: layout.corner.as_vec2(),
        side: layout.side.max(1) as f32,
        time,
        size: Vec2::new(size.width as f32, size.height as f32),
        wrap: f32::from(u8::from(conduit.board().rules().wrap)),
        flow,
        cursor: if cursor.shown {
            area(cursor.at)
        } else {
            Vec4::ZERO
        },
        hover: hovered.map_or(Vec4::ZERO, area),
        scroll: layout.scroll.as_vec2(),
    }
}
