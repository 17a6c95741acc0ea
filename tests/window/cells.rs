//! Checks whether a picture of a map is crisp, from the map and the rasterizer, for any colours.
//!
//! A cell has one colour for its glyph, one for its background, and mixes of the two where the glyph
//! covers a pixel in part. Light is interpolated between the corners of the two triangles that a
//! cell is drawn as, so within each triangle the linear colours of glyph and background are planes. So
//! all pixels of a triangle follow from their coverage and two planes. A camera off the pixel grid, a
//! texture sampled between texels, a gap between tiles, a neighbour's pixels or a cell that is a pixel
//! too wide would each produce a colour that does not fit.
//!
//! In an overview, where cells are too small for glyphs, a cell has the one colour of its tile.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::UVec2;
use bevy::prelude::{App, MinimalPlugins};
use undercroft::app::dungeon::DungeonPlugin;
use undercroft::app::glyph::{Bitmap, Glyph, GlyphPlugin, LightMap, Rasterizer, Terrain, Zoom};
use undercroft::app::light::LightPlugin;
use undercroft::app::player::PlayerPlugin;
use undercroft::app::seed::SeedPlugin;
use undercroft::geom::{Grid, Pos};
use undercroft::mapgen::MapSpec;

use crate::picture::{Area, Picture, area_of};
use crate::program::is_walker;

/// The expected contents of the window.
pub struct Scene {
    /// The glyph of each tile.
    glyphs: Grid<Glyph>,
    /// The colour of each tile in an overview.
    dots: Grid<[u32; 3]>,
    /// The tile of the `@`.
    pub at: Pos,
}

/// The position of the cells in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Size of a cell, in pixels.
    pub cell: UVec2,
    /// The pixel of the map's top-left corner; it may lie outside the picture.
    pub origin: (i32, i32),
}

impl Scene {
    /// The scene at the start of a map.
    pub fn new(code: &str) -> Self {
        let spec: MapSpec = code.parse().unwrap();
        let at = spec.generate().unwrap().start.unwrap();
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            SeedPlugin { seed: spec.seed },
            DungeonPlugin { spec },
            PlayerPlugin,
            GlyphPlugin,
            LightPlugin,
        ));
        app.update();
        let cells = app.world().resource::<Terrain>().cells();
        let mut glyphs = Grid::new(cells.width(), cells.height(), Glyph::default());
        let mut dots = Grid::new(cells.width(), cells.height(), [0; 3]);
        let lights = app.world().resource::<LightMap>();
        for (pos, cell) in cells.iter() {
            glyphs[pos] = cell.glyph;
            let (colour, light) = (cell.colour(), lights.get(pos).light);
            dots[pos] = std::array::from_fn(|c| {
                let lit = (u32::from(colour[c]) * u32::from(light[c]) / 128).min(255);
                (lit * OVERVIEW_LIGHT / 128).min(255)
            });
        }
        Self { glyphs, dots, at }
    }

    /// The possible layouts of a picture that shows the `@`, for the cell size of a zoom step.
    fn layouts(&self, picture: &Picture, step: usize, scale: f32) -> Vec<Layout> {
        let (cell, _) = cell_size(step, scale);
        let bitmap = Rasterizer::new(cell.x, cell.y, false).glyph(Glyph::of('@').unwrap());
        let mut layouts: Vec<Layout> = Vec::new();
        let Some(walker) = picture.area(is_walker) else {
            return layouts;
        };
        // Nearly full coverage may round to the full colour.
        for least in (232..=255).rev() {
            let covered = covered_area(&bitmap, least);
            let Some(covered) = covered.filter(|covered| covered.size == walker.size) else {
                continue;
            };
            let origin = (
                walker.at.0 as i32 - covered.at.0 as i32 - self.at.x * cell.x as i32,
                walker.at.1 as i32 - covered.at.1 as i32 - self.at.y * cell.y as i32,
            );
            if !layouts.iter().any(|layout| layout.origin == origin) {
                layouts.push(Layout { cell, origin });
            }
        }
        layouts
    }

    /// Asserts that the picture, without its last `bar` rows, crisply shows the map at a zoom step.
    #[track_caller]
    pub fn assert_crisp_at(&self, picture: &Picture, bar: u32, step: usize, scale: f32) {
        let (width, height) = picture.size();
        let shown = picture.cut((0, 0), (width, height - bar));
        let (cell, shrink) = cell_size(step, scale);
        let is_overview = cell.min_element() < MIN_CELL;
        let mut layouts = Vec::new();
        if !is_overview {
            layouts = self.layouts(picture, step, scale);
        }
        if layouts.is_empty() {
            layouts = self.centred_layouts(picture, bar, step, scale);
        }
        let check = |layout| match is_overview {
            true => self.check_overview(&shown, layout, shrink),
            false => self.check(&shown, layout),
        };
        let errors: Vec<String> = layouts
            .iter()
            .map_while(|layout| {
                let error = check(*layout).err()?;
                Some(format!("{layout:?}: {error}"))
            })
            .collect();
        assert!(
            errors.len() < layouts.len(),
            "step {step} is not crisp, see {}: {errors:#?}",
            picture.keep("not-crisp")
        );
    }

    /// The possible layouts if the whole map fits above a bar of at most `bar` pixels. Use them for
    /// cells so small that no pixel of the `@` has its full colour, and for overviews.
    fn centred_layouts(&self, picture: &Picture, bar: u32, step: usize, scale: f32) -> Vec<Layout> {
        let (cell, shrink) = cell_size(step, scale);
        let (columns, rows) = (self.glyphs.width(), self.glyphs.height());
        let left = (picture.size().0 - columns.div_ceil(shrink) * cell.x) / 2;
        let layout = |bar| {
            let room = picture.size().1 - bar;
            let top = (room - rows.div_ceil(shrink) * cell.y) / 2;
            Layout {
                cell,
                origin: (left as i32, top as i32),
            }
        };
        (0..bar).step_by(2).map(layout).collect()
    }

    /// The layout, at the largest possible zoom step, in which the picture crisply shows the map.
    #[track_caller]
    pub fn find(&self, picture: &Picture, scale: f32) -> Layout {
        let mut errors = Vec::new();
        for step in (0..Zoom::STEPS).rev() {
            for layout in self.layouts(picture, step, scale) {
                match self.check(picture, layout) {
                    Ok(()) => return layout,
                    Err(error) => errors.push(format!("{layout:?}: {error}")),
                }
            }
        }
        panic!("not crisp, see {}: {errors:?}", picture.keep("not-crisp"));
    }

    /// Checks that all pixels of each cell of an overview have the colour of its tile, or the mean
    /// colour of its tiles.
    fn check_overview(&self, picture: &Picture, layout: Layout, shrink: u32) -> Result<(), String> {
        let (side, origin) = (layout.cell.x as i32, layout.origin);
        let cell_of = |pos: Pos| (pos.x / shrink as i32, pos.y / shrink as i32);
        let mut tiles: BTreeMap<(i32, i32), Vec<[u32; 3]>> = BTreeMap::new();
        for (pos, dot) in self.dots.iter() {
            tiles.entry(cell_of(pos)).or_default().push(*dot);
        }
        let walker = cell_of(self.at);
        let (mut checked, mut colours) = (0, BTreeSet::new());
        for (&(x, y), dots) in &tiles {
            let off = ((x - walker.0) * side, (y - walker.1) * side);
            if off.0.abs() < WALKER_RADIUS && off.1.abs() < WALKER_RADIUS {
                continue;
            }
            checked += 1;
            let mean: [u32; 3] = std::array::from_fn(|c| {
                let sum: u32 = dots.iter().map(|dot| dot[c]).sum();
                sum / dots.len() as u32
            });
            for (dx, dy) in (0..side).flat_map(|dy| (0..side).map(move |dx| (dx, dy))) {
                let (left, top) = (origin.0 + x * side + dx, origin.1 + y * side + dy);
                let pixel = picture.pixel(left as u32, top as u32);
                // The driver may round a colour once more.
                if (0..3).any(|c| u32::from(pixel[c]).abs_diff(mean[c]) > 1) {
                    return Err(format!("cell {x},{y}: {pixel:?} instead of {mean:?}"));
                }
                colours.insert(pixel);
            }
        }
        let has_walker = picture.area(is_walker).is_some();
        // The `@` may cover all of a map of a few pixels.
        if has_walker && (checked == 0 || colours.len() > 2) {
            return Ok(());
        }
        Err(format!(
            "{checked} cells in {} colours, and `@` is {}there",
            colours.len(),
            if has_walker { "" } else { "not " }
        ))
    }

    /// Checks that every cell in the picture is crisp, and that at least half of the glyphs differ from
    /// their background.
    fn check(&self, picture: &Picture, layout: Layout) -> Result<(), String> {
        let mut rasterizer = Rasterizer::new(layout.cell.x, layout.cell.y, false);
        let mut bitmaps: BTreeMap<Glyph, Bitmap> = BTreeMap::new();
        let (mut total, mut distinct) = (0, 0);
        // The walker's tile is skipped, because its background is darker in the middle.
        for (pos, glyph) in self.glyphs.iter().filter(|(pos, _)| *pos != self.at) {
            let bitmap = bitmaps
                .entry(*glyph)
                .or_insert_with(|| rasterizer.glyph(*glyph));
            if let Some(is_distinct) = check_cell(picture, layout, pos, bitmap)? {
                total += 1;
                distinct += u32::from(is_distinct);
            }
        }
        if total == 0 || distinct * 2 < total {
            return Err(format!(
                "only {distinct} of {total} glyphs differ from their background"
            ));
        }
        Ok(())
    }
}

/// The size of a cell at a zoom step, in physical pixels, and the number of tiles along its sides, as
/// computed by the program.
fn cell_size(step: usize, scale: f32) -> (UVec2, u32) {
    use bevy::prelude::{PreUpdate, Window, default};
    use bevy::window::{PrimaryWindow, WindowResolution};
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, GlyphPlugin));
    let resolution = WindowResolution::new(1280, 800).with_scale_factor_override(scale);
    app.world_mut().spawn((
        Window {
            resolution,
            ..default()
        },
        PrimaryWindow,
    ));
    app.world_mut().resource_mut::<Zoom>().set(step);
    app.world_mut().run_schedule(PreUpdate);
    let zoom = app.world().resource::<Zoom>();
    (zoom.cell_px(), zoom.shrink())
}

/// Smallest cell side that shows glyphs, in pixels.
const MIN_CELL: u32 = 4;

/// Brightness of an overview; 128 shows a tile's own colours.
const OVERVIEW_LIGHT: u32 = 170;

/// Distance from the middle of the `@`, in pixels, within which it may cover dots.
const WALKER_RADIUS: i32 = 16;

/// The area of the pixels with at least the coverage `least`.
fn covered_area(bitmap: &Bitmap, least: u8) -> Option<Area> {
    let pixels = (0..bitmap.height()).flat_map(|y| (0..bitmap.width()).map(move |x| (x, y)));
    let covered = pixels.filter(|&(x, y)| bitmap.get(x, y) >= least);
    area_of(covered.map(|(x, y)| (x as u32, y as u32)))
}

/// Levels by which a pixel may differ from the planes of its triangle, because the driver rounds.
const ROUNDING: f64 = 6.0;

/// Returns whether glyph and background of a cell differ, or `None` if the cell is blank or not wholly
/// in the picture.
///
/// # Errors
/// If a pixel does not fit; says which.
fn check_cell(
    picture: &Picture,
    layout: Layout,
    pos: Pos,
    bitmap: &Bitmap,
) -> Result<Option<bool>, String> {
    let (width, height) = (layout.cell.x as i32, layout.cell.y as i32);
    let (left, top) = (
        layout.origin.0 + pos.x * width,
        layout.origin.1 + pos.y * height,
    );
    let (right, bottom) = (picture.size().0 as i32, picture.size().1 as i32);
    let is_inside = left >= 0 && top >= 0 && left + width <= right && top + height <= bottom;
    if bitmap.is_empty() || !is_inside {
        return Ok(None);
    }
    let pixels: Vec<Pixel> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| Pixel {
            at: [
                (f64::from(x) + 0.5) / f64::from(width),
                (f64::from(y) + 0.5) / f64::from(height),
            ],
            coverage: f64::from(bitmap.get(x, y)) / 255.0,
            colour: picture.pixel((left + x) as u32, (top + y) as u32),
        })
        .collect();
    // The driver may split the square along either diagonal.
    let rising = |pixel: &Pixel| pixel.at[0] + pixel.at[1] < 1.0;
    let falling = |pixel: &Pixel| pixel.at[0] < pixel.at[1];
    let cuts: [&dyn Fn(&Pixel) -> bool; 2] = [&rising, &falling];
    let fits = cuts.map(|cut| {
        let (one, other): (Vec<Pixel>, Vec<Pixel>) = pixels.iter().partition(|pixel| cut(pixel));
        fit_planes(&one)?;
        fit_planes(&other)
    });
    match fits {
        [Ok(is_distinct), _] | [_, Ok(is_distinct)] => Ok(Some(is_distinct)),
        [Err(error), _] => Err(format!("tile {pos} of {}: {error}", layout.cell)),
    }
}

#[derive(Clone, Copy)]
struct Pixel {
    /// Position in the cell, from 0 to 1.
    at: [f64; 2],
    coverage: f64,
    colour: [u8; 3],
}

impl Pixel {
    /// The weight of each coefficient of the two planes in the pixel's colour.
    fn weights(self) -> [f64; COEFFICIENTS] {
        let ([x, y], c) = (self.at, self.coverage);
        [1.0 - c, (1.0 - c) * x, (1.0 - c) * y, c, c * x, c * y]
    }
}

/// Three coefficients for the plane of the background and three for that of the glyph.
const COEFFICIENTS: usize = 6;

/// Fits the planes of one triangle to its pixels by least squares. Returns whether glyph and background
/// differ.
///
/// # Errors
/// If a pixel does not fit; says which.
fn fit_planes(pixels: &[Pixel]) -> Result<bool, String> {
    let mut is_distinct = false;
    for channel in 0..3 {
        let mut rows = [[0.0; COEFFICIENTS + 1]; COEFFICIENTS];
        for pixel in pixels {
            // Errors count in sRGB levels, which are further apart in linear light if they are bright.
            let level = f64::from(pixel.colour[channel]);
            let scale = 1.0 / (decode_srgb(level + 0.5) - decode_srgb(level - 0.5));
            let weights = pixel.weights().map(|weight| weight * scale);
            for (row, weight) in rows.iter_mut().zip(weights) {
                for (sum, other) in row.iter_mut().zip(weights) {
                    *sum += weight * other;
                }
                row[COEFFICIENTS] += weight * decode_srgb(level) * scale;
            }
        }
        let planes = solve(rows);
        for pixel in pixels {
            let level = f64::from(pixel.colour[channel]);
            let sum = pixel.weights().iter().zip(planes).map(|(a, b)| a * b).sum();
            let expected = encode_srgb(sum);
            if (level - expected).abs() > ROUNDING {
                let at = pixel.at;
                return Err(format!(
                    "{level} instead of {expected:.0}, at {at:?}, channel {channel}"
                ));
            }
        }
        let middle = |plane: &[f64]| plane[0] + (plane[1] + plane[2]) / 2.0;
        let [background, glyph] = [&planes[..3], &planes[3..]].map(middle);
        is_distinct |= (encode_srgb(background) - encode_srgb(glyph)).abs() > ROUNDING;
    }
    Ok(is_distinct)
}

/// Converts an sRGB level, 0 to 255, to linear light, 0 to 1.
fn decode_srgb(encoded: f64) -> f64 {
    let c = encoded / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// Converts linear light, 0 to 1, to an sRGB level, 0 to 255.
fn encode_srgb(linear: f64) -> f64 {
    let c = linear.clamp(0.0, 1.0);
    let encoded = if c <= 0.003_130_8 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    };
    encoded * 255.0
}

/// Solves linear equations by elimination; each row ends with its right-hand side. Unknowns that the
/// equations leave open become about zero.
fn solve(mut rows: [[f64; COEFFICIENTS + 1]; COEFFICIENTS]) -> [f64; COEFFICIENTS] {
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] += 1e-6;
    }
    for column in 0..COEFFICIENTS {
        let best = (column..COEFFICIENTS).max_by(|a, b| {
            let size = |row: usize| rows[row][column].abs();
            size(*a).total_cmp(&size(*b))
        });
        rows.swap(column, best.unwrap_or(column));
        let pivot = rows[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                for (value, pivot) in row.iter_mut().zip(pivot) {
                    *value -= factor * pivot;
                }
            }
        }
    }
    std::array::from_fn(|index| rows[index][COEFFICIENTS] / rows[index][index])
}
