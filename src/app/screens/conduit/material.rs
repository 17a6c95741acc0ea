//! The board on the GPU: a node of the user interface behind all others, its two shaders, and the
//! texture that they read. One draw, whatever the size of the board. Where the processor draws, the
//! plain shader is taken unless the player wants the other.

use bevy::asset::{Asset, AssetEventSystems, RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, RenderPipelineDescriptor, ShaderType, TextureDimension, TextureFormat,
};
use bevy::render::renderer::RenderAdapterInfo;
use bevy::shader::ShaderRef;
use bevy::ui_render::prelude::{MaterialNode, UiMaterial, UiMaterialKey, UiMaterialPlugin};
use bevy::window::PrimaryWindow;

use super::picture::Picture;
use super::place::Place;
use super::session::Session;
use super::texels;
use crate::app::glyph::ViewInsets;
use crate::app::platform::idle::redraw_on_asset_change;
use crate::app::screen::{Screen, on};
use crate::app::settings::{BoardLook, Settings, is_software_rendered};
use crate::conduit::MAX_SIDE;
use crate::geom::Pos;

const SHARED: Handle<Shader> = uuid_handle!("5d2f7f60-2a0e-4a59-8a55-6a2f0c3f5b11");
const RICH: Handle<Shader> = uuid_handle!("0c4f0b1e-8a41-4f6b-9d0e-6e1c3b8f7a25");
const FLAT: Handle<Shader> = uuid_handle!("b2a2d3b4-7f5c-4c0e-9e0b-1d6c2f9a4e37");

/// Shows the board.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(UiMaterialPlugin::<BoardMaterial>::default());
    redraw_on_asset_change::<BoardMaterial>(app);
    load_internal_asset!(
        app,
        SHARED,
        "../../../../shaders/conduit_board.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        RICH,
        "../../../../shaders/conduit.wgsl",
        Shader::from_wgsl
    );
    load_internal_asset!(
        app,
        FLAT,
        "../../../../shaders/conduit_flat.wgsl",
        Shader::from_wgsl
    );
    app.add_systems(OnEnter(Screen::Conduit), spawn)
        .add_systems(
            PostUpdate,
            (draw, make_room)
                .run_if(on(Screen::Conduit))
                .before(AssetEventSystems),
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

/// What the shaders read.
#[derive(Asset, AsBindGroup, TypePath, Clone)]
#[bind_group_data(Flat)]
struct BoardMaterial {
    #[uniform(0)]
    board: Board,
    /// A texel a tile, with room for the largest board.
    #[texture(1, sample_type = "u_int")]
    tiles: Handle<Image>,
    flat: Flat,
}

/// Whether it is drawn plain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Flat(bool);

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

/// Whether the board is drawn plain.
fn is_flat(settings: &Settings, adapter: Option<&RenderAdapterInfo>) -> Flat {
    Flat(match settings.board {
        BoardLook::Auto => is_software_rendered(adapter),
        BoardLook::Rich => false,
        BoardLook::Flat => true,
    })
}

fn spawn(
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
            board: Board::default(),
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

/// Draws nothing where panel and bar cover it.
fn make_room(
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

/// Brings texture and uniform up to date.
fn draw(
    (session, picture, place): (Res<Session>, Res<Picture>, Res<Place>),
    (settings, adapter): (Res<Settings>, Option<Res<RenderAdapterInfo>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    nodes: Query<&MaterialNode<BoardMaterial>>,
    mut materials: ResMut<Assets<BoardMaterial>>,
    mut images: ResMut<Assets<Image>>,
    mut scratch: Local<texels::Scratch>,
) {
    let Ok(node) = nodes.single() else { return };
    let Some(known) = materials.get(&node.0) else {
        return;
    };
    if (session.is_changed() || picture.is_changed())
        && let Some(mut image) = images.get_mut(&known.tiles)
        && let Some(data) = image.data.as_mut()
    {
        texels::write(&session, &picture, &mut scratch, data);
    }
    let cursor = windows.single().ok().and_then(Window::cursor_position);
    let pointed = cursor.and_then(|cursor| place.tile_at(cursor));
    let board = board(&session, &picture, &place, pointed);
    let flat = is_flat(&settings, adapter.as_deref());
    if (known.board != board || known.flat != flat)
        && let Some(mut material) = materials.get_mut(&node.0)
    {
        material.board = board;
        material.flat = flat;
    }
}

fn board(session: &Session, picture: &Picture, place: &Place, pointed: Option<Pos>) -> Board {
    let conduit = session.conduit();
    let size = conduit.size();
    let (flow, time) = picture.flow();
    let [upper, lower] = conduit.board().wellspring();
    // The halves of a wellspring are pointed at as one, unless the board's edge lies between them.
    let area = |pos: Pos| {
        let [above, below] = [upper, lower].map(|half| place.shown(half));
        let at = place.shown(pos);
        let (at, height) = if (pos == upper || pos == lower) && above.y <= below.y {
            (above, (below.y - above.y + 1) as f32)
        } else {
            (at, 1.0)
        };
        Vec4::new(at.x as f32, at.y as f32, 1.0, height)
    };
    let cursor = session.cursor();
    Board {
        corner: place.corner.as_vec2(),
        side: place.side.max(1) as f32,
        time,
        size: Vec2::new(size.width as f32, size.height as f32),
        wrap: f32::from(u8::from(conduit.board().rules().wrap)),
        flow,
        cursor: if cursor.shown {
            area(cursor.at)
        } else {
            Vec4::ZERO
        },
        hover: pointed.map_or(Vec4::ZERO, area),
        scroll: place.scroll.as_vec2(),
    }
}
