//! The terrain's tilemaps: chunks of 32x32 squares around the view, taken from a pool. A tile is a
//! square's place and nothing else: what it shows are textures, so that a tile is never written
//! again once it is there, and a chunk is put elsewhere by moving its tilemap. Costs what the
//! window shows, not what the map holds.

use super::camera::View;
use super::material::{GlyphMaterial, Material};
use super::terrain::Terrain;
use bevy::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy_ecs_tilemap::FrustumCulling;
use bevy_ecs_tilemap::prelude::*;

/// Side of a chunk in squares.
pub(super) const CHUNK: u32 = 32;

/// Chunks out of view that are kept for reuse; a chunk takes about 1.3 MB.
const SPARE: usize = 16;

/// Most chunks to despawn in one frame, after a zoom from a large overview.
const DESPAWNED_AT_ONCE: usize = 4;

/// All chunks there are, in view or not.
#[derive(Resource)]
pub(super) struct Chunks {
    pool: Vec<Chunk>,
    /// The texture that the tilemap wants to have; the material does not look at it.
    texture: Handle<Image>,
}

impl FromWorld for Chunks {
    fn from_world(world: &mut World) -> Self {
        let mut image = Image::default();
        // The tilemap copies it, and would otherwise change the image to say so.
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        Self {
            pool: Vec::new(),
            texture: world.resource_mut::<Assets<Image>>().add(image),
        }
    }
}

/// One tilemap and what it covers.
struct Chunk {
    tilemap: Entity,
    /// In chunks from the map's top-left corner.
    at: UVec2,
    visible: bool,
}

/// The first chunk in view and the one after the last, on a map of `map` squares; an overview
/// needs none.
pub(super) fn in_view(view: &View, map: UVec2) -> (UVec2, UVec2) {
    if view.is_overview() {
        return (UVec2::ZERO, UVec2::ZERO);
    }
    let (first, end) = view.tiles(map);
    (first / CHUNK, end.map(|squares| squares.div_ceil(CHUNK)))
}

/// As [`in_view`], of the view and the tiles around it, whose light reaches into it.
pub(super) fn around_view(view: &View, map: UVec2) -> (UVec2, UVec2) {
    let (cell, window) = (view.cell, view.window);
    let around = View {
        origin: view.origin - cell.as_ivec2(),
        window: window + 2 * cell,
        ..*view
    };
    in_view(&around, map)
}

/// Where a chunk's tilemap lies in the world, whose unit is a square and whose y goes up.
fn place(at: UVec2) -> Transform {
    let corner = Vec2::new(at.x as f32, -(at.y as f32) - 1.0) * CHUNK as f32;
    Transform::from_translation(corner.extend(0.0))
}

/// Lays chunks over everything in view.
pub(super) fn stream(
    (view, terrain): (Res<View>, Res<Terrain>),
    mut chunks: ResMut<Chunks>,
    mut tilemaps: Query<(&mut Transform, &mut Visibility, &TileStorage)>,
    mut commands: Commands,
) {
    let (first, end) = in_view(&view, terrain.size());
    let pool = &mut chunks.pool;
    for chunk in &mut *pool {
        chunk.visible = chunk.at.cmpge(first).all() && chunk.at.cmplt(end).all();
    }
    for at in (first.y..end.y).flat_map(|y| (first.x..end.x).map(move |x| UVec2::new(x, y))) {
        if pool.iter().any(|chunk| chunk.visible && chunk.at == at) {
            continue;
        }
        match pool.iter_mut().find(|chunk| !chunk.visible) {
            Some(chunk) => (chunk.at, chunk.visible) = (at, true),
            None => commands.queue(move |world: &mut World| spawn(world, at)),
        }
    }
    for chunk in &*pool {
        if let Ok((mut transform, mut visibility, _)) = tilemaps.get_mut(chunk.tilemap) {
            transform.set_if_neq(place(chunk.at));
            visibility.set_if_neq(match chunk.visible {
                true => Visibility::Inherited,
                false => Visibility::Hidden,
            });
        }
    }
    shrink(pool, &tilemaps.as_readonly(), &mut commands);
}

/// Despawns some of what is spare beyond need.
fn shrink(
    pool: &mut Vec<Chunk>,
    tilemaps: &Query<(&Transform, &Visibility, &TileStorage)>,
    commands: &mut Commands,
) {
    let spare = pool.iter().filter(|chunk| !chunk.visible).count();
    for _ in 0..spare.saturating_sub(SPARE).min(DESPAWNED_AT_ONCE) {
        let Some(at) = pool.iter().position(|chunk| !chunk.visible) else {
            return;
        };
        let chunk = pool.swap_remove(at);
        if let Ok((_, _, tiles)) = tilemaps.get(chunk.tilemap) {
            // In the same frame: a tile that outlives its tilemap stops the renderer.
            for &tile in tiles.iter().flatten() {
                commands.entity(tile).despawn();
            }
        }
        commands.entity(chunk.tilemap).despawn();
    }
}

/// Adds a chunk to the pool, in view at `at`.
fn spawn(world: &mut World, at: UVec2) {
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
    let material = MaterialTilemapHandle(world.resource::<Material>().0.clone());
    // All at once: the renderer stops at tiles whose tilemap is incomplete.
    world
        .entity_mut(tilemap)
        .insert(MaterialTilemapBundle::<GlyphMaterial> {
            grid_size: TilemapGridSize::new(1.0, 1.0),
            tile_size: TilemapTileSize::new(1.0, 1.0),
            size,
            storage,
            texture,
            material,
            transform: place(at),
            render_settings: TilemapRenderSettings {
                render_chunk_size: UVec2::splat(CHUNK),
                ..default()
            },
            // What is out of view is hidden already.
            frustum_culling: FrustumCulling(false),
            ..default()
        });
    world.resource_mut::<Chunks>().pool.push(Chunk {
        tilemap,
        at,
        visible: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chunks_in_view_cover_every_tile_in_view() {
        let view = View {
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
        let far = View {
            origin: IVec2::new(3200, 1024),
            ..view
        };
        let (first, end) = in_view(&far, UVec2::new(512, 512));
        assert_eq!((first, end), (UVec2::new(10, 2), UVec2::new(12, 3)));
    }

    #[test]
    fn chunks_lie_side_by_side_with_rows_going_down() {
        assert_eq!(
            place(UVec2::new(0, 0)).translation,
            Vec3::new(0.0, -32.0, 0.0)
        );
        assert_eq!(
            place(UVec2::new(2, 3)).translation,
            Vec3::new(64.0, -128.0, 0.0)
        );
    }
}
