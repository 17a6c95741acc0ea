//! The terrain's tilemaps: a pool of 32x32-tile chunks that cover the view. A tilemap's tiles hold
//! positions only; their look comes from textures. So tiles are never written again after they are
//! spawned, and moving a tilemap's transform reuses it elsewhere. The cost depends on the window,
//! not on the size of the map.

use super::camera::Viewport;
use super::material::{GlyphMaterial, TerrainMaterial};
use super::terrain::Terrain;
use bevy::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy_ecs_tilemap::FrustumCulling;
use bevy_ecs_tilemap::prelude::*;

/// Side of a chunk, in tiles.
pub(super) const CHUNK: u32 = 32;

/// Chunks out of view to keep for reuse; each takes about 1.3 MB.
const MAX_SPARE: usize = 16;

/// The most chunks to despawn in one frame, to spread out the work after zooming in.
const MAX_DESPAWNS: usize = 4;

/// All spawned chunks, visible or spare.
#[derive(Resource)]
pub(super) struct Chunks {
    pool: Vec<Chunk>,
    /// A texture that each tilemap requires, although the material does not read it.
    texture: Handle<Image>,
}

impl FromWorld for Chunks {
    fn from_world(world: &mut World) -> Self {
        let mut image = Image::default();
        // The tilemap copies the texture, and would otherwise modify the image to add this usage.
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        Self {
            pool: Vec::new(),
            texture: world.resource_mut::<Assets<Image>>().add(image),
        }
    }
}

/// One tilemap and the part of the map it covers.
struct Chunk {
    tilemap: Entity,
    /// Column and row, in chunks from the map's top-left corner.
    at: UVec2,
    is_visible: bool,
}

/// The first chunk in view and the end of the range after the last one, on a map of `map` tiles; an
/// overview needs no chunks.
pub(super) fn in_view(view: &Viewport, map: UVec2) -> (UVec2, UVec2) {
    if view.is_overview() {
        return (UVec2::ZERO, UVec2::ZERO);
    }
    let (first, end) = view.tiles(map);
    (first / CHUNK, end.map(|tiles| tiles.div_ceil(CHUNK)))
}

/// As [`in_view`], including the tiles bordering the view, because the shader blends their light into
/// it.
pub(super) fn around_view(view: &Viewport, map: UVec2) -> (UVec2, UVec2) {
    let (cell, window) = (view.cell, view.window);
    let around = Viewport {
        origin: view.origin - cell.as_ivec2(),
        window: window + 2 * cell,
        ..*view
    };
    in_view(&around, map)
}

/// The transform of a chunk's tilemap in the world, where one unit is a tile and y points up.
fn transform_at(at: UVec2) -> Transform {
    let corner = Vec2::new(at.x as f32, -(at.y as f32) - 1.0) * CHUNK as f32;
    Transform::from_translation(corner.extend(0.0))
}

/// Covers everything in view with chunks, reusing spare ones.
pub(super) fn stream_chunks(
    (view, terrain): (Res<Viewport>, Res<Terrain>),
    mut chunks: ResMut<Chunks>,
    mut tilemaps: Query<(&mut Transform, &mut Visibility, &TileStorage)>,
    mut commands: Commands,
) {
    let (first, end) = in_view(&view, terrain.size());
    let pool = &mut chunks.pool;
    for chunk in &mut *pool {
        chunk.is_visible = chunk.at.cmpge(first).all() && chunk.at.cmplt(end).all();
    }
    for at in (first.y..end.y).flat_map(|y| (first.x..end.x).map(move |x| UVec2::new(x, y))) {
        if pool.iter().any(|chunk| chunk.is_visible && chunk.at == at) {
            continue;
        }
        match pool.iter_mut().find(|chunk| !chunk.is_visible) {
            Some(chunk) => (chunk.at, chunk.is_visible) = (at, true),
            None => commands.queue(move |world: &mut World| spawn_chunk(world, at)),
        }
    }
    for chunk in &*pool {
        if let Ok((mut transform, mut visibility, _)) = tilemaps.get_mut(chunk.tilemap) {
            transform.set_if_neq(transform_at(chunk.at));
            visibility.set_if_neq(match chunk.is_visible {
                true => Visibility::Inherited,
                false => Visibility::Hidden,
            });
        }
    }
    despawn_spare(pool, &tilemaps.as_readonly(), &mut commands);
}

/// Despawns some of the spare chunks beyond [`MAX_SPARE`].
fn despawn_spare(
    pool: &mut Vec<Chunk>,
    tilemaps: &Query<(&Transform, &Visibility, &TileStorage)>,
    commands: &mut Commands,
) {
    let spare = pool.iter().filter(|chunk| !chunk.is_visible).count();
    for _ in 0..spare.saturating_sub(MAX_SPARE).min(MAX_DESPAWNS) {
        let Some(at) = pool.iter().position(|chunk| !chunk.is_visible) else {
            return;
        };
        let chunk = pool.swap_remove(at);
        if let Ok((_, _, tiles)) = tilemaps.get(chunk.tilemap) {
            // In the same frame, because a tile that outlives its tilemap makes the renderer panic.
            for &tile in tiles.iter().flatten() {
                commands.entity(tile).despawn();
            }
        }
        commands.entity(chunk.tilemap).despawn();
    }
}

/// Spawns a visible chunk at `at` and adds it to the pool.
fn spawn_chunk(world: &mut World, at: UVec2) {
    let tilemap = world.spawn_empty().id();
    let size = TilemapSize::new(CHUNK, CHUNK);
    let positions = || (0..CHUNK).flat_map(|y| (0..CHUNK).map(move |x| TilePos::new(x, y)));
    let bundles = positions().map(|position| TileBundle {
        position,
        tilemap_id: TilemapId(tilemap),
        old_position: TilePosOld(position),
        ..default()
    });
    let tiles: Vec<Entity> = world.spawn_batch(bundles).collect();
    let mut storage = TileStorage::empty(size);
    for (position, tile) in positions().zip(tiles) {
        storage.set(&position, tile);
    }
    let texture = TilemapTexture::Single(world.resource::<Chunks>().texture.clone());
    let material = MaterialTilemapHandle(world.resource::<TerrainMaterial>().0.clone());
    // Inserted at once, because the renderer panics on tiles whose tilemap is incomplete.
    world
        .entity_mut(tilemap)
        .insert(MaterialTilemapBundle::<GlyphMaterial> {
            grid_size: TilemapGridSize::new(1.0, 1.0),
            tile_size: TilemapTileSize::new(1.0, 1.0),
            size,
            storage,
            texture,
            material,
            transform: transform_at(at),
            render_settings: TilemapRenderSettings {
                render_chunk_size: UVec2::splat(CHUNK),
                ..default()
            },
            // Chunks out of view are already hidden.
            frustum_culling: FrustumCulling(false),
            ..default()
        });
    world.resource_mut::<Chunks>().pool.push(Chunk {
        tilemap,
        at,
        is_visible: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chunks_in_view_cover_every_tile_in_view() {
        let view = Viewport {
            window: UVec2::new(640, 400),
            cell: UVec2::new(10, 16),
            origin: IVec2::new(315, -7),
            ..default()
        };
        let (first, end) = in_view(&view, UVec2::new(512, 512));
        assert_eq!((first, end), (UVec2::new(0, 0), UVec2::new(3, 1)));
        let (first, end) = in_view(&view, UVec2::new(40, 20));
        assert_eq!((first, end), (UVec2::new(0, 0), UVec2::new(2, 1)));
        assert_eq!(in_view(&view, UVec2::ZERO), (UVec2::ZERO, UVec2::ZERO));
        let far = Viewport {
            origin: IVec2::new(3200, 1024),
            ..view
        };
        let (first, end) = in_view(&far, UVec2::new(512, 512));
        assert_eq!((first, end), (UVec2::new(10, 2), UVec2::new(12, 3)));
    }

    #[test]
    fn chunks_lie_side_by_side_with_rows_going_down() {
        let corner = |x, y| transform_at(UVec2::new(x, y)).translation;
        assert_eq!(corner(0, 0), Vec3::new(0.0, -32.0, 0.0));
        assert_eq!(corner(2, 3), Vec3::new(64.0, -128.0, 0.0));
    }
}
