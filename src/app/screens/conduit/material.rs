//! The board on the GPU: a node of the user interface behind all others, its shader, and the
//! texture that the shader reads. One draw, whatever the size of the board.

use bevy::asset::{Asset, AssetEventSystems, RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, ShaderType, TextureDimension, TextureFormat,
};
use bevy::shader::ShaderRef;
use bevy::ui_render::prelude::{MaterialNode, UiMaterial, UiMaterialPlugin};
use bevy::window::PrimaryWindow;

use super::picture::Picture;
use super::place::Place;
use super::session::Session;
use super::texels;
use crate::app::screen::{Screen, on};
use crate::conduit::MAX_SIDE;
use crate::geom::Pos;

const SHADER: Handle<Shader> = uuid_handle!("0c4f0b1e-8a41-4f6b-9d0e-6e1c3b8f7a25");

/// Shows the board.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(UiMaterialPlugin::<BoardMaterial>::default());
    load_internal_asset!(
        app,
        SHADER,
        "../../../../shaders/conduit.wgsl",
        Shader::from_wgsl
    );
    app.add_systems(OnEnter(Screen::Conduit), spawn)
        .add_systems(
            PostUpdate,
            draw.run_if(on(Screen::Conduit)).before(AssetEventSystems),
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
}

/// What `shaders/conduit.wgsl` reads.
#[derive(Asset, AsBindGroup, TypePath, Clone)]
struct BoardMaterial {
    #[uniform(0)]
    board: Board,
    /// A texel a tile, with room for the largest board.
    #[texture(1, sample_type = "u_int")]
    tiles: Handle<Image>,
}

impl UiMaterial for BoardMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
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
        })),
        GlobalZIndex(-1),
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            ..default()
        },
    ));
}

/// Brings texture and uniform up to date.
fn draw(
    (session, picture, place): (Res<Session>, Res<Picture>, Res<Place>),
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
    if known.board != board
        && let Some(mut material) = materials.get_mut(&node.0)
    {
        material.board = board;
    }
}

fn board(session: &Session, picture: &Picture, place: &Place, pointed: Option<Pos>) -> Board {
    let conduit = session.conduit();
    let size = conduit.size();
    let (flow, time) = picture.flow();
    let [upper, lower] = conduit.board().wellspring();
    // The halves of a wellspring are pointed at as one.
    let area = |pos: Pos| {
        if pos == upper || pos == lower {
            let height = (lower.y - upper.y + 1) as f32;
            Vec4::new(upper.x as f32, upper.y as f32, 1.0, height)
        } else {
            Vec4::new(pos.x as f32, pos.y as f32, 1.0, 1.0)
        }
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
    }
}
