//! All glyphs of the table in one texture, rasterised at the cell's physical size and again when
//! that changes. Knows sizes and textures, nothing of what is drawn with them.

use super::Settling;
use super::camera::{LEAST_CELL, Zoom};
use super::material::{GlyphMaterial, Material};
use super::raster::Rasterizer;
use super::table::Glyph;
use crate::app::settings::Settings;
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Cells in a row of the atlas; the shader counts on it.
const COLUMNS: u32 = 20;
const ROWS: u32 = (Glyph::COUNT as u32).div_ceil(COLUMNS);

/// Side of an actor's mark in an overview, in physical pixels.
const OVERVIEW_MARK: u32 = 14;

/// How many sizes are kept, so that zooming back and forth rasterises nothing.
const KEPT: usize = 4;

/// The glyphs at the size they have in the window now: white, with the coverage as alpha, to be
/// sampled by whole texels. For drawing glyphs elsewhere than on the map.
#[derive(Resource, Default)]
pub struct Atlas {
    /// Cell sizes in physical pixels, whether they have no drawings, and their images, the one in use
    /// last.
    sizes: Vec<(UVec2, bool, Handle<Image>)>,
}

impl Atlas {
    /// The image in use; the default handle before the first frame.
    pub fn image(&self) -> Handle<Image> {
        self.sizes
            .last()
            .map(|(.., image)| image.clone())
            .unwrap_or_default()
    }

    /// Size of a cell of the image, in pixels.
    pub fn cell(&self) -> UVec2 {
        self.sizes.last().map_or(UVec2::ZERO, |&(cell, ..)| cell)
    }

    /// Where a glyph lies on the image, in pixels.
    pub fn rect(&self, glyph: Glyph) -> Rect {
        let cell = self.cell().as_vec2();
        let at = UVec2::new(u32::from(glyph.0) % COLUMNS, u32::from(glyph.0) / COLUMNS);
        let min = at.as_vec2() * cell;
        Rect::from_corners(min, min + cell)
    }
}

/// Makes the atlas of the zoom's cell size the one in use.
pub(super) fn update_atlas(
    (zoom, settings): (Res<Zoom>, Option<Res<Settings>>),
    material: Res<Material>,
    mut atlas: ResMut<Atlas>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<GlyphMaterial>>,
    mut settling: ResMut<Settling>,
) {
    // In an overview no mark is drawn but those of actors, which do not shrink any further.
    let cell = match zoom.cell_px() {
        cell if cell.y < LEAST_CELL => UVec2::splat(OVERVIEW_MARK),
        cell => cell,
    };
    let plain = settings.is_some_and(|settings| settings.plain);
    let is_it = |(size, bare, _): &(UVec2, bool, Handle<Image>)| (*size, *bare) == (cell, plain);
    if atlas.sizes.last().is_some_and(is_it) {
        return;
    }
    let (image, had) = match atlas.sizes.iter().position(is_it) {
        Some(at) => (atlas.sizes.remove(at).2, true),
        None => (images.add(rasterize(cell, plain)), false),
    };
    if !had && atlas.sizes.len() == KEPT {
        atlas.sizes.remove(0);
    }
    atlas.sizes.push((cell, plain, image.clone()));
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.atlas = image;
    }
    settling.again();
}

/// The atlas of one cell size.
fn rasterize(cell: UVec2, plain: bool) -> Image {
    let stride = (COLUMNS * cell.x) as usize;
    let mut pixels = vec![255; stride * (ROWS * cell.y) as usize * 4];
    pixels
        .iter_mut()
        .skip(3)
        .step_by(4)
        .for_each(|alpha| *alpha = 0);
    let mut rasterizer = Rasterizer::new(cell.x, cell.y, plain);
    for glyph in Glyph::all() {
        let bitmap = rasterizer.glyph(glyph);
        let index = u32::from(glyph.0);
        let (left, top) = (index % COLUMNS * cell.x, index / COLUMNS * cell.y);
        for y in 0..cell.y {
            let start = (top + y) as usize * stride + left as usize;
            let row = pixels[start * 4..].chunks_exact_mut(4);
            for (pixel, &coverage) in row.zip(bitmap.row(y as i32)) {
                pixel[3] = coverage;
            }
        }
    }
    let size = Extent3d {
        width: COLUMNS * cell.x,
        height: ROWS * cell.y,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::nearest();
    image
}
