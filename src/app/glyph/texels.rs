//! The terrain's glyphs and colours, and light and sight, as textures of one texel a map square. A texture is
//! as large as the view at the smallest zoom needs, not as the map: square (x, y) lies at (x mod
//! width, y mod height). Written whole when what it shows changes; touches no tile.

use super::Settling;
use super::camera::{self, View};
use super::chunk::{self, CHUNK};
use super::material::{GlyphMaterial, Material};
use super::terrain::{Cell, LightMap, Lit, Terrain, Tint};
use crate::geom::Pos;
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// The two textures and the size they share, in texels.
#[derive(Resource)]
pub(super) struct Texels {
    size: UVec2,
    pub cells: Handle<Image>,
    pub lights: Handle<Image>,
}

impl Texels {
    /// Empty textures, in which every square is unseen.
    pub fn new(images: &mut Assets<Image>) -> Self {
        let size = UVec2::splat(CHUNK);
        Self {
            size,
            cells: images.add(texture(size, TextureFormat::Rg32Uint)),
            lights: images.add(texture(size, TextureFormat::Rgba8Uint)),
        }
    }
}

/// An empty texture of `size` texels.
fn texture(size: UVec2, format: TextureFormat) -> Image {
    let extent = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: 1,
    };
    Image::new_fill(
        extent,
        TextureDimension::D2,
        &[0; 8][..format.block_copy_size(None).unwrap_or(0) as usize],
        format,
        RenderAssetUsages::default(),
    )
}

/// Texels that the view can need on a map of `map` squares, whatever the zoom; a power of two, so
/// that windows and maps of about the same size share one.
fn texture_size(window: UVec2, smallest_cell: UVec2, map: UVec2) -> UVec2 {
    let in_window = (window / smallest_cell).map(|squares| (squares + 2) / CHUNK + 2);
    let chunks = in_window.min(map.map(|squares| squares.div_ceil(CHUNK)));
    chunks.map(u32::next_power_of_two) * CHUNK
}

/// Gives the textures the size that view and map need.
pub(super) fn resize(
    (view, terrain): (Res<View>, Res<Terrain>),
    material: Res<Material>,
    mut texels: ResMut<Texels>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
    mut settling: ResMut<Settling>,
) {
    let size = texture_size(
        view.window,
        UVec2::splat(camera::LEAST_CELL),
        terrain.size(),
    );
    if size == texels.size {
        return;
    }
    texels.size = size;
    texels.cells = images.add(texture(size, TextureFormat::Rg32Uint));
    texels.lights = images.add(texture(size, TextureFormat::Rgba8Uint));
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.cells = texels.cells.clone();
        material.lights = texels.lights.clone();
    }
    settling.again();
}

/// Brings the textures up to date with what is in view.
pub(super) fn upload(
    (view, terrain, lights, tint): (Res<View>, Res<Terrain>, Res<LightMap>, Res<Tint>),
    texels: Res<Texels>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<(UVec2, UVec2)>,
) {
    let map = terrain.size();
    let area = Area {
        size: texels.size,
        map,
        chunks: chunk::around_view(&view, map),
    };
    let moved = std::mem::replace(&mut *shown, area.chunks) != area.chunks || texels.is_changed();
    let plain = tint.is_empty();
    let seen = area.chunks.0.cmplt(area.chunks.1).all();
    if seen && (moved || terrain.is_changed() || tint.is_changed()) {
        write(&mut images, &texels.cells, &area, |y, left, run| {
            let length = run.len() as u32;
            terrain.run(y, left, length, |i, cell| {
                let pos = Pos::new(left as i32 + i as i32, y as i32);
                let cell = if plain {
                    cell
                } else {
                    tint.over_cell(pos, cell)
                };
                run[i] = cell_texel(&cell);
            });
        });
    }
    if seen && (moved || lights.is_changed() || tint.is_changed()) {
        write(&mut images, &texels.lights, &area, |y, left, run| {
            let length = run.len() as u32;
            lights.run(y, left, length, |i, lit| {
                let pos = Pos::new(left as i32 + i as i32, y as i32);
                let tinted = !plain && tint.get(pos).is_some();
                let flags = lit.flags | if tinted { Lit::FLAT } else { 0 };
                run[i] = light_texel(&Lit { flags, ..lit });
            });
        });
    }
}

/// The mark's colour and the ground's, with the low and the high byte of the glyph.
fn cell_texel(cell: &Cell) -> [u8; 8] {
    let ([r, g, b], [u, v, w]) = (cell.fg, cell.bg);
    let [low, high] = cell.glyph.0.to_le_bytes();
    [r, g, b, low, u, v, w, high]
}

fn light_texel(lit: &Lit) -> [u8; 4] {
    let [r, g, b] = lit.light;
    [r, g, b, lit.flags]
}

/// What of a map of `map` squares a texture of `size` texels holds: the chunks from the first to
/// before the last.
struct Area {
    size: UVec2,
    map: UVec2,
    chunks: (UVec2, UVec2),
}

fn write<const N: usize>(
    images: &mut Assets<Image>,
    image: &Handle<Image>,
    area: &Area,
    run: impl FnMut(u32, u32, &mut [[u8; N]]),
) {
    if let Some(mut image) = images.get_mut(image)
        && let Some(data) = image.data.as_mut()
    {
        fill(data, area, run);
    }
}

/// Has `run` write each row of each chunk of the area, from a row and its first column on; what
/// lies outside the map becomes zero.
fn fill<const N: usize>(
    data: &mut [u8],
    area: &Area,
    mut run: impl FnMut(u32, u32, &mut [[u8; N]]),
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
            run(y, left, inside);
            outside.fill([0; N]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Grid;

    #[test]
    fn a_square_lies_at_its_position_modulo_the_size() {
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
        fill(&mut data, &area, |y, left, run: &mut [[u8; 4]]| {
            for (i, texel) in run.iter_mut().enumerate() {
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

    /// Bytes of the textures that a frame writes anew.
    fn written(world: &mut World) -> usize {
        let texels = world.resource::<Texels>();
        let handles = [texels.cells.clone(), texels.lights.clone()];
        let mut images = world.resource_mut::<Assets<Image>>();
        for handle in &handles {
            let mut image = images.get_mut(handle).unwrap();
            image.data.as_mut().unwrap().fill(0xAA);
        }
        world.run_system_cached(upload).unwrap();
        world.clear_trackers();
        let images = world.resource::<Assets<Image>>();
        let data = handles.map(|handle| images.get(&handle).unwrap().data.clone().unwrap());
        let anew = data
            .iter()
            .filter(|data| data.iter().any(|byte| *byte != 0xAA));
        anew.map(Vec::len).sum()
    }

    #[test]
    fn a_quiet_turn_uploads_the_light_alone_and_less_than_64_kib() {
        let mut world = World::new();
        let mut images = Assets::<Image>::default();
        let size = texture_size(
            UVec2::new(1280, 800),
            UVec2::splat(camera::LEAST_CELL),
            UVec2::new(80, 50),
        );
        world.insert_resource(Texels {
            size,
            cells: images.add(texture(size, TextureFormat::Rg32Uint)),
            lights: images.add(texture(size, TextureFormat::Rgba8Uint)),
        });
        world.insert_resource(images);
        let mut terrain = Terrain::default();
        terrain.replace(Grid::new(80, 50, Cell::default()));
        world.insert_resource(terrain);
        let mut lights = LightMap::default();
        lights.replace(Grid::new(80, 50, Lit::FULL));
        world.insert_resource(lights);
        world.init_resource::<Tint>();
        world.insert_resource(View {
            window: UVec2::new(1280, 800),
            cell: UVec2::splat(20),
            ..View::default()
        });
        let first = written(&mut world);
        assert!(first > 64 << 10, "all of it: {first}");
        assert_eq!(written(&mut world), 0, "nothing has changed");
        world.resource_mut::<LightMap>().tiles_mut()[Pos::new(3, 3)].light = [7; 3];
        let quiet = written(&mut world);
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
