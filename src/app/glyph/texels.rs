//! The terrain's glyphs and colours, and light and sight, as textures of one texel a map square. A texture is
//! as large as the view at the smallest zoom needs, not as the map: square (x, y) lies at (x mod
//! width, y mod height). Written whole when what it shows changes; touches no tile.

use super::Settling;
use super::camera::{View, Zoom};
use super::chunk::{self, CHUNK};
use super::material::{GlyphMaterial, Material};
use super::terrain::{Cell, LightMap, Lit, Terrain};
use crate::geom::Grid;
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
    let in_window = (window / smallest_cell).map(|squares| squares / CHUNK + 2);
    let chunks = in_window.min(map.map(|squares| squares.div_ceil(CHUNK)));
    chunks.map(u32::next_power_of_two) * CHUNK
}

/// Gives the textures the size that view and map need.
pub(super) fn resize(
    (view, zoom, terrain): (Res<View>, Res<Zoom>, Res<Terrain>),
    material: Res<Material>,
    mut texels: ResMut<Texels>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
    mut settling: ResMut<Settling>,
) {
    let size = texture_size(view.window, zoom.smallest_cell_px(), terrain.size());
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
    (view, terrain, lights): (Res<View>, Res<Terrain>, Res<LightMap>),
    texels: Res<Texels>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<(UVec2, UVec2)>,
) {
    let (size, chunks) = (texels.size, chunk::in_view(&view, terrain.size()));
    let moved = std::mem::replace(&mut *shown, chunks) != chunks || texels.is_changed();
    if moved || terrain.is_changed() {
        let cells = terrain.cells();
        write(&mut images, &texels.cells, size, chunks, cells, cell_texel);
    }
    if moved || lights.is_changed() {
        let tiles = lights.tiles();
        write(
            &mut images,
            &texels.lights,
            size,
            chunks,
            tiles,
            light_texel,
        );
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

fn write<T, const N: usize>(
    images: &mut Assets<Image>,
    image: &Handle<Image>,
    size: UVec2,
    chunks: (UVec2, UVec2),
    grid: &Grid<T>,
    texel: impl Fn(&T) -> [u8; N],
) {
    if let Some(mut image) = images.get_mut(image)
        && let Some(data) = image.data.as_mut()
    {
        fill(data, size, chunks, grid, texel);
    }
}

/// Writes the chunks from `first` to before `end` into a texture of `size` texels; what lies
/// outside the grid becomes zero.
fn fill<T, const N: usize>(
    data: &mut [u8],
    size: UVec2,
    (first, end): (UVec2, UVec2),
    grid: &Grid<T>,
    texel: impl Fn(&T) -> [u8; N],
) {
    let length = CHUNK as usize * N;
    for y in first.y * CHUNK..end.y * CHUNK {
        for chunk in first.x..end.x {
            let left = chunk * CHUNK;
            let start = (y % size.y * size.x + left % size.x) as usize * N;
            let (texels, _) = data[start..start + length].as_chunks_mut::<N>();
            let inside = y < grid.height() && left < grid.width();
            let row = if inside {
                &grid.row(y)[left as usize..]
            } else {
                &[]
            };
            let known = row.len().min(texels.len());
            for (to, from) in texels.iter_mut().zip(row) {
                *to = texel(from);
            }
            texels[known..].fill([0; N]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pos;

    #[test]
    fn a_square_lies_at_its_position_modulo_the_size() {
        let mut grid = Grid::new(300, 200, 0);
        for (i, cell) in grid.as_mut_slice().iter_mut().enumerate() {
            *cell = i as u32 + 1;
        }
        let size = UVec2::new(128, 64);
        let mut data = vec![0xff; (size.x * size.y * 4) as usize];
        let (first, end) = (UVec2::new(6, 5), UVec2::new(10, 7));
        fill(&mut data, size, (first, end), &grid, |i| i.to_le_bytes());
        for y in first.y * CHUNK..end.y * CHUNK {
            for x in first.x * CHUNK..end.x * CHUNK {
                let at = (y % size.y * size.x + x % size.x) as usize * 4;
                let texel = u32::from_le_bytes(data[at..at + 4].try_into().unwrap());
                let pos = Pos::new(x as i32, y as i32);
                assert_eq!(texel, grid.get(pos).copied().unwrap_or(0), "{pos}");
            }
        }
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
