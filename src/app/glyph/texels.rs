//! The textures that the shader reads, with one texel per tile: glyphs and colours in one, light and
//! visibility in the other. They are as large as the view needs at the smallest zoom, not as the map:
//! tile (x, y) is at texel (x mod width, y mod height). Each is rewritten whole when its content changes.

use super::ExtraFrames;
use super::camera::{MIN_CELL, Viewport};
use super::chunk::{self, CHUNK};
use super::material::{GlyphMaterial, TerrainMaterial};
use super::relief::Relief;
use super::terrain::{Cell, LightMap, Terrain, Tint};
use crate::geom::Pos;
use bevy::asset::RenderAssetUsages;
use bevy::image::ToExtents;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureDimension, TextureFormat};

/// The two textures and the size they share, in texels.
#[derive(Resource)]
pub(super) struct TerrainTextures {
    size: UVec2,
    pub cells: Handle<Image>,
    pub lights: Handle<Image>,
}

impl TerrainTextures {
    /// Empty textures of one chunk, in which every tile is unseen.
    pub fn new(images: &mut Assets<Image>) -> Self {
        Self::with_size(UVec2::splat(CHUNK), images)
    }

    fn with_size(size: UVec2, images: &mut Assets<Image>) -> Self {
        Self {
            size,
            cells: images.add(empty_texture(size, TextureFormat::Rg32Uint)),
            lights: images.add(empty_texture(size, TextureFormat::Rgba8Uint)),
        }
    }
}

fn empty_texture(size: UVec2, format: TextureFormat) -> Image {
    Image::new_fill(
        size.to_extents(),
        TextureDimension::D2,
        &[0; 8][..format.block_copy_size(None).unwrap_or(0) as usize],
        format,
        RenderAssetUsages::default(),
    )
}

/// The texture size that a map of `map` tiles can need at any zoom. Each side is a power of two, so
/// that small changes of the window or the map keep the texture.
fn texture_size(window: UVec2, smallest_cell: UVec2, map: UVec2) -> UVec2 {
    let in_window = (window / smallest_cell).map(|tiles| (tiles + 2) / CHUNK + 2);
    let chunks = in_window.min(map.map(|tiles| tiles.div_ceil(CHUNK)));
    chunks.map(u32::next_power_of_two) * CHUNK
}

/// Replaces the textures if the view and the map need another size.
pub(super) fn resize_textures(
    (view, terrain): (Res<Viewport>, Res<Terrain>),
    material: Res<TerrainMaterial>,
    mut textures: ResMut<TerrainTextures>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
    mut extra_frames: ResMut<ExtraFrames>,
) {
    let size = texture_size(view.window, UVec2::splat(MIN_CELL), terrain.size());
    if size == textures.size {
        return;
    }
    *textures = TerrainTextures::with_size(size, &mut images);
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.cells = textures.cells.clone();
        material.lights = textures.lights.clone();
    }
    extra_frames.request();
}

/// Writes what is in view to the textures if it has changed.
pub(super) fn upload_textures(
    (view, terrain, lights, tint): (Res<Viewport>, Res<Terrain>, Res<LightMap>, Res<Tint>),
    textures: Res<TerrainTextures>,
    mut images: ResMut<Assets<Image>>,
    mut last_chunks: Local<(UVec2, UVec2)>,
) {
    let map = terrain.size();
    let chunks = chunk::around_view(&view, map);
    let has_moved = std::mem::replace(&mut *last_chunks, chunks) != chunks || textures.is_changed();
    if chunks.0.cmpge(chunks.1).any() {
        return;
    }
    let area = Area {
        size: textures.size,
        map,
        chunks,
    };
    let is_tinted = !tint.is_empty();
    if has_moved || terrain.is_changed() || tint.is_changed() {
        write_texture(&mut images, &textures.cells, &area, |y, left, texels| {
            let length = texels.len() as u32;
            terrain.for_each_in_row(y, left, length, |i, cell, relief| {
                let pos = Pos::new(left as i32 + i as i32, y as i32);
                let cell = if is_tinted {
                    tint.apply_to_cell(pos, cell)
                } else {
                    cell
                };
                texels[i] = cell_texel(&cell, relief);
            });
        });
    }
    if has_moved || lights.is_changed() || tint.is_changed() {
        write_texture(&mut images, &textures.lights, &area, |y, left, texels| {
            let length = texels.len() as u32;
            lights.for_each_in_row(y, left, length, |i, lit| {
                let pos = Pos::new(left as i32 + i as i32, y as i32);
                let is_flat = is_tinted && tint.get(pos).is_some();
                let lit = if is_flat { lit.flat() } else { lit };
                let [r, g, b] = lit.light;
                texels[i] = [r, g, b, lit.flags];
            });
        });
    }
}

/// Foreground and background, with the low and the high byte of the glyph; the upper six bits of the high byte are the
/// relief.
fn cell_texel(cell: &Cell, relief: Relief) -> [u8; 8] {
    let ([r, g, b], [u, v, w]) = (cell.fg, cell.bg);
    let [low, high] = cell.glyph.0.to_le_bytes();
    [r, g, b, low, u, v, w, high | relief.number() << 2]
}

/// The part of a map that a texture holds.
struct Area {
    /// Size of the texture, in texels.
    size: UVec2,
    /// Size of the map, in tiles.
    map: UVec2,
    /// The first chunk and the end of the range after the last one.
    chunks: (UVec2, UVec2),
}

fn write_texture<const N: usize>(
    images: &mut Assets<Image>,
    image: &Handle<Image>,
    area: &Area,
    write_row: impl FnMut(u32, u32, &mut [[u8; N]]),
) {
    if let Some(mut image) = images.get_mut(image)
        && let Some(data) = image.data.as_mut()
    {
        write_rows(data, area, write_row);
    }
}

/// Calls `write_row` with the row, the first column and the texels of each row of each chunk in the
/// area. Texels outside the map become zero.
fn write_rows<const N: usize>(
    data: &mut [u8],
    area: &Area,
    mut write_row: impl FnMut(u32, u32, &mut [[u8; N]]),
) {
    let (size, map, (first, end)) = (area.size, area.map, area.chunks);
    let length = CHUNK as usize * N;
    for y in first.y * CHUNK..end.y * CHUNK {
        for chunk in first.x..end.x {
            let left = chunk * CHUNK;
            let start = (y % size.y * size.x + left % size.x) as usize * N;
            let (texels, _) = data[start..start + length].as_chunks_mut::<N>();
            let known = if y < map.y {
                map.x.saturating_sub(left).min(CHUNK) as usize
            } else {
                0
            };
            let (inside, outside) = texels.split_at_mut(known);
            write_row(y, left, inside);
            outside.fill([0; N]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::Lit;
    use crate::geom::Grid;

    #[test]
    fn a_tile_lies_at_its_position_modulo_the_size() {
        let mut grid = Grid::new(300, 200, 0);
        for (i, cell) in grid.as_mut_slice().iter_mut().enumerate() {
            *cell = i as u32 + 1;
        }
        let size = UVec2::new(128, 64);
        let mut data = vec![0xff; (size.x * size.y * 4) as usize];
        let (first, end) = (UVec2::new(6, 5), UVec2::new(10, 7));
        let area = Area {
            size,
            map: UVec2::new(grid.width(), grid.height()),
            chunks: (first, end),
        };
        write_rows(&mut data, &area, |y, left, texels: &mut [[u8; 4]]| {
            for (i, texel) in texels.iter_mut().enumerate() {
                *texel = grid.row(y)[left as usize + i].to_le_bytes();
            }
        });
        for y in first.y * CHUNK..end.y * CHUNK {
            for x in first.x * CHUNK..end.x * CHUNK {
                let at = (y % size.y * size.x + x % size.x) as usize * 4;
                let texel = u32::from_le_bytes(data[at..at + 4].try_into().unwrap());
                let pos = Pos::new(x as i32, y as i32);
                assert_eq!(texel, grid.get(pos).copied().unwrap_or(0), "{pos}");
            }
        }
    }

    /// Runs a frame and returns the size, in bytes, of the textures it rewrites.
    fn uploaded_bytes(world: &mut World) -> usize {
        let textures = world.resource::<TerrainTextures>();
        let handles = [textures.cells.clone(), textures.lights.clone()];
        let mut images = world.resource_mut::<Assets<Image>>();
        for handle in &handles {
            let mut image = images.get_mut(handle).unwrap();
            image.data.as_mut().unwrap().fill(0xAA);
        }
        world.run_system_cached(upload_textures).unwrap();
        world.clear_trackers();
        let images = world.resource::<Assets<Image>>();
        let data = handles.map(|handle| images.get(&handle).unwrap().data.clone().unwrap());
        let rewritten = data
            .iter()
            .filter(|data| data.iter().any(|byte| *byte != 0xAA));
        rewritten.map(Vec::len).sum()
    }

    #[test]
    fn a_quiet_turn_uploads_the_light_alone_and_less_than_64_kib() {
        let mut world = World::new();
        let mut images = Assets::<Image>::default();
        let window = UVec2::new(1280, 800);
        let size = texture_size(window, UVec2::splat(MIN_CELL), UVec2::new(80, 50));
        world.insert_resource(TerrainTextures::with_size(size, &mut images));
        world.insert_resource(images);
        let mut terrain = Terrain::default();
        terrain.replace(Grid::new(80, 50, Cell::default()));
        world.insert_resource(terrain);
        let mut lights = LightMap::default();
        lights.replace(Grid::new(80, 50, Lit::FULL));
        world.insert_resource(lights);
        world.init_resource::<Tint>();
        world.insert_resource(Viewport {
            window,
            cell: UVec2::splat(20),
            ..Viewport::default()
        });
        let first = uploaded_bytes(&mut world);
        assert!(first > 64 << 10, "all of it: {first}");
        assert_eq!(uploaded_bytes(&mut world), 0, "nothing has changed");
        world.resource_mut::<LightMap>().tiles_mut()[Pos::new(3, 3)].light = [7; 3];
        let quiet = uploaded_bytes(&mut world);
        assert!((1..64 << 10).contains(&quiet), "{quiet}");
    }

    #[test]
    fn a_texture_holds_the_map_or_the_window_whichever_is_less() {
        let (window, cell) = (UVec2::new(1280, 800), UVec2::new(2, 4));
        let size = |x, y| texture_size(window, cell, UVec2::new(x, y));
        assert_eq!(size(0, 0), UVec2::new(32, 32));
        assert_eq!(size(80, 50), UVec2::new(128, 64));
        assert_eq!(size(4096, 4096), UVec2::new(1024, 256));
    }
}
