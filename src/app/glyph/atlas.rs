//! The texture that holds every glyph of the table, and every relief, rasterised at the cell's physical size and again
//! when that size changes.

use super::ExtraFrames;
use super::camera::{MIN_CELL, Zoom};
use super::material::{GlyphMaterial, TerrainMaterial};
use super::raster::Rasterizer;
use super::relief::Relief;
use super::table::Glyph;
use crate::app::settings::Settings;
use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageSampler, ToExtents};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureDimension, TextureFormat};

/// Columns and rows of the atlas; `GRID` in `shaders/glyph.wgsl` has the same numbers.
const COLUMNS: u32 = 20;
const ROWS: u32 = ((Glyph::COUNT + Relief::COUNT) as u32).div_ceil(COLUMNS);

/// Side of a sprite's glyph in an overview, in physical pixels.
const OVERVIEW_GLYPH: u32 = 14;

/// Number of atlases to keep, so that zooming back and forth rasterises nothing.
const MAX_CACHED: usize = 4;

/// All glyphs at their current size in the window: white, with coverage as alpha, sampled by whole
/// texels. Use it to draw glyphs elsewhere than on the map.
#[derive(Resource, Default)]
pub struct Atlas {
    /// The cell size in physical pixels, whether the glyphs are plain (see
    /// [`Rasterizer::new`](super::Rasterizer::new)), and the image. The current one is last.
    cached: Vec<(UVec2, bool, Handle<Image>)>,
}

impl Atlas {
    /// The current image; the default handle before the first frame.
    pub fn image(&self) -> Handle<Image> {
        self.cached
            .last()
            .map(|(.., image)| image.clone())
            .unwrap_or_default()
    }

    /// Size of one cell of the image, in pixels; zero before the first frame.
    pub fn cell(&self) -> UVec2 {
        self.cached.last().map_or(UVec2::ZERO, |&(cell, ..)| cell)
    }

    /// The rectangle of a glyph on the image, in pixels.
    pub fn rect(&self, glyph: Glyph) -> Rect {
        let cell = self.cell().as_vec2();
        let at = UVec2::new(u32::from(glyph.0) % COLUMNS, u32::from(glyph.0) / COLUMNS);
        let min = at.as_vec2() * cell;
        Rect::from_corners(min, min + cell)
    }
}

/// Makes the atlas for the zoom's cell size the current one, rasterising it if it is not cached.
pub(super) fn update_atlas(
    (zoom, settings): (Res<Zoom>, Option<Res<Settings>>),
    material: Res<TerrainMaterial>,
    mut atlas: ResMut<Atlas>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
    mut extra_frames: ResMut<ExtraFrames>,
) {
    // An overview draws no glyphs but those of sprites, which do not shrink any further.
    let cell = match zoom.cell_px() {
        cell if cell.y < MIN_CELL => UVec2::splat(OVERVIEW_GLYPH),
        cell => cell,
    };
    let is_plain = settings.is_some_and(|settings| settings.plain);
    let is_wanted =
        |(size, plain, _): &(UVec2, bool, Handle<Image>)| (*size, *plain) == (cell, is_plain);
    if atlas.cached.last().is_some_and(is_wanted) {
        return;
    }
    let image = match atlas.cached.iter().position(is_wanted) {
        Some(index) => atlas.cached.remove(index).2,
        None => {
            if atlas.cached.len() == MAX_CACHED {
                atlas.cached.remove(0);
            }
            images.add(rasterize_atlas(cell, is_plain))
        }
    };
    atlas.cached.push((cell, is_plain, image.clone()));
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.atlas = image;
    }
    extra_frames.request();
}

fn rasterize_atlas(cell: UVec2, is_plain: bool) -> Image {
    let size = UVec2::new(COLUMNS, ROWS) * cell;
    let stride = size.x as usize;
    let mut pixels = [255, 255, 255, 0].repeat(size.element_product() as usize);
    let mut rasterizer = Rasterizer::new(cell.x, cell.y, is_plain);
    let (width, height) = (cell.x as i32, cell.y as i32);
    let glyphs = Glyph::all().map(|glyph| rasterizer.glyph(glyph));
    let reliefs = Relief::all().map(|relief| relief.draw(width, height));
    for (index, bitmap) in (0..).zip(glyphs.chain(reliefs)) {
        let (left, top) = (index % COLUMNS * cell.x, index / COLUMNS * cell.y);
        for y in 0..cell.y {
            let start = (top + y) as usize * stride + left as usize;
            let row = pixels[start * 4..].chunks_exact_mut(4);
            for (pixel, &coverage) in row.zip(bitmap.row(y as i32)) {
                pixel[3] = coverage;
            }
        }
    }
    let mut image = Image::new(
        size.to_extents(),
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::nearest();
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::camera::MAX_CELL;

    #[test]
    fn the_largest_atlas_fits_into_a_texture_of_any_device_and_the_shader_knows_its_grid() {
        let size = UVec2::new(COLUMNS, ROWS).as_vec2() * MAX_CELL;
        assert!(size.max_element() <= 2048.0, "{size}");
        let shader = include_str!("../../../shaders/glyph.wgsl");
        let line = format!("const GRID = vec2<u32>({COLUMNS}u, {ROWS}u);");
        assert!(shader.contains(&line), "{line}");
        let line = format!("const RELIEFS = {}u;", Glyph::COUNT);
        assert!(shader.contains(&line), "{line}");
        // A texel of a cell has six bits for a relief and ten for a glyph.
        const { assert!(Relief::COUNT < 64 && Glyph::COUNT <= 1024) }
    }
}
