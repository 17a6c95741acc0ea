//! Whether a picture is crisp, by what the map and the rasteriser say, and whatever the colours.
//!
//! A cell has one colour for its mark, one for its ground, and mixes of the two where the
//! rasteriser covers a pixel in part. Light runs on smoothly over a cell, from corner to corner of
//! the two triangles it is drawn as: within each, the linear colours of mark and ground are planes.
//! So all pixels of a triangle follow from its coverage and two planes. A camera off the pixel grid,
//! a texture sampled between texels, a gap between tiles, a neighbour's pixels or a cell a pixel too
//! wide: each puts a colour where another belongs.
//!
//! In an overview, where cells are too small for marks, a cell has the one colour of its tile.

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

use crate::picture::Picture;
use crate::program::is_walker;

/// What the program shows of a map: a mark for each tile, and where `@` stands.
pub struct Scene {
    marks: Grid<Glyph>,
    /// The one colour that stands for each tile in its light.
    dots: Grid<[u32; 3]>,
    pub at: Pos,
}

/// Where the cells lie in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Size of a cell, in pixels.
    pub cell: UVec2,
    /// The map's upper left corner; may lie outside the picture.
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
            SeedPlugin {
                seed: spec.seed,
                drawn: false,
            },
            DungeonPlugin { spec },
            PlayerPlugin,
            GlyphPlugin,
            LightPlugin,
        ));
        app.update();
        let cells = app.world().resource::<Terrain>().cells();
        let mut marks = Grid::new(cells.width(), cells.height(), Glyph::default());
        let mut dots = Grid::new(cells.width(), cells.height(), [0; 3]);
        let lights = app.world().resource::<LightMap>();
        for (pos, cell) in cells.iter() {
            marks[pos] = cell.glyph;
            let (colour, light) = (cell.colour(), lights.get(pos).light);
            dots[pos] = std::array::from_fn(|c| {
                let lit = (u32::from(colour[c]) * u32::from(light[c]) / 128).min(255);
                (lit * OVERVIEW_LIGHT / 128).min(255)
            });
        }
        Self { marks, dots, at }
    }

    /// Where the cells may lie in a picture that shows `@`, if their size is that of a zoom step.
    fn layouts(&self, picture: &Picture, step: usize, scale: f32) -> Vec<Layout> {
        let (cell, _) = cell(step, scale);
        let mark = Rasterizer::new(cell.x, cell.y, false).glyph(Glyph::of('@').unwrap());
        let mut layouts: Vec<Layout> = Vec::new();
        let Some(seen) = picture.area(is_walker) else {
            return layouts;
        };
        // Coverage that is all but full may round to the full colour.
        for least in (232..=255).rev() {
            let Some((left, top, width, height)) = covered(&mark, least) else {
                continue;
            };
            if (width, height) != seen.size {
                continue;
            }
            let corner = (seen.at.0 as i32 - left, seen.at.1 as i32 - top);
            let origin = (
                corner.0 - self.at.x * cell.x as i32,
                corner.1 - self.at.y * cell.y as i32,
            );
            if !layouts.iter().any(|layout| layout.origin == origin) {
                layouts.push(Layout { cell, origin });
            }
        }
        layouts
    }

    /// Asserts that a zoom step is drawn crisply in the part of the picture above its last `bar`
    /// rows.
    #[track_caller]
    pub fn assert_crisp_at(&self, picture: &Picture, bar: u32, step: usize, scale: f32) {
        let (width, height) = picture.size();
        let shown = picture.cut((0, 0), (width, height - bar));
        let (side, shrink) = cell(step, scale);
        let is_overview = side.min_element() < LEAST_CELL;
        let mut layouts = Vec::new();
        if !is_overview {
            layouts = self.layouts(picture, step, scale);
        }
        if layouts.is_empty() {
            layouts = self.centred(picture, bar, step, scale);
        }
        let check = |layout| match is_overview {
            true => self.check_overview(&shown, layout, shrink),
            false => self.check(&shown, layout),
        };
        let faults: Vec<String> = layouts
            .iter()
            .map_while(|layout| {
                let fault = check(*layout).err()?;
                Some(format!("{layout:?}: {fault}"))
            })
            .collect();
        assert!(
            faults.len() < layouts.len(),
            "step {step} is not crisp, see {}: {faults:#?}",
            picture.keep("not-crisp")
        );
    }

    /// Where the cells may lie if the map fits above a bar of at most `bar` pixels. For cells so
    /// small that no pixel of `@` has its full colour, and for those without marks.
    fn centred(&self, picture: &Picture, bar: u32, step: usize, scale: f32) -> Vec<Layout> {
        let (cell, shrink) = cell(step, scale);
        let (columns, rows) = (self.marks.width(), self.marks.height());
        let width = (picture.size().0 - columns.div_ceil(shrink) * cell.x) / 2;
        let origins = (0..bar).step_by(2).map(|bar| {
            let room = picture.size().1 - bar;
            (room - rows.div_ceil(shrink) * cell.y) / 2
        });
        origins
            .map(|top| Layout {
                cell,
                origin: (width as i32, top as i32),
            })
            .collect()
    }

    /// The one layout, of all zoom steps, at which the map fills the picture crisply.
    #[track_caller]
    pub fn find(&self, picture: &Picture, scale: f32) -> Layout {
        let mut faults = Vec::new();
        for step in (0..Zoom::STEPS).rev() {
            for layout in self.layouts(picture, step, scale) {
                match self.check(picture, layout) {
                    Ok(()) => return layout,
                    Err(fault) => faults.push(format!("{layout:?}: {fault}")),
                }
            }
        }
        panic!("not crisp, see {}: {faults:?}", picture.keep("not-crisp"));
    }

    /// Whether each cell of an overview has, in all of its pixels, the colour of its tile or the
    /// mean of its tiles.
    fn check_overview(&self, picture: &Picture, layout: Layout, shrink: u32) -> Result<(), String> {
        let (side, origin) = (layout.cell.x as i32, layout.origin);
        let cell_of = |pos: Pos| (pos.x / shrink as i32, pos.y / shrink as i32);
        let mut tiles: BTreeMap<(i32, i32), Vec<[u32; 3]>> = BTreeMap::new();
        for (pos, dot) in self.dots.iter() {
            tiles.entry(cell_of(pos)).or_default().push(*dot);
        }
        let walker = cell_of(self.at);
        let (mut checked, mut seen_colours) = (0, BTreeSet::new());
        for (&(x, y), dots) in &tiles {
            let off = ((x - walker.0) * side, (y - walker.1) * side);
            if off.0.abs() < COVERED && off.1.abs() < COVERED {
                continue;
            }
            checked += 1;
            let mean: [u32; 3] = std::array::from_fn(|c| {
                let sum: u32 = dots.iter().map(|dot| dot[c]).sum();
                sum / dots.len() as u32
            });
            for (dx, dy) in (0..side).flat_map(|dy| (0..side).map(move |dx| (dx, dy))) {
                let (left, top) = (origin.0 + x * side + dx, origin.1 + y * side + dy);
                let seen = picture.pixel(left as u32, top as u32);
                // The driver may round a colour once more.
                if (0..3).any(|c| u32::from(seen[c]).abs_diff(mean[c]) > 1) {
                    return Err(format!("cell {x},{y}: {seen:?} where {mean:?} belongs"));
                }
                seen_colours.insert(seen);
            }
        }
        let marked = picture.area(is_walker).is_some();
        // A map of a few pixels is all under the mark.
        if marked && (checked == 0 || seen_colours.len() > 2) {
            return Ok(());
        }
        Err(format!(
            "{checked} cells in {} colours, and `@` is {}there",
            seen_colours.len(),
            if marked { "" } else { "not " }
        ))
    }

    /// Whether the part of the map that lies in the picture is drawn crisply.
    fn check(&self, picture: &Picture, layout: Layout) -> Result<(), String> {
        let mut rasterizer = Rasterizer::new(layout.cell.x, layout.cell.y, false);
        let mut bitmaps: BTreeMap<Glyph, Bitmap> = BTreeMap::new();
        let (mut marked, mut told_apart) = (0, 0);
        // The ground under the walker is darker in its middle.
        for (pos, mark) in self.marks.iter().filter(|(pos, _)| *pos != self.at) {
            let bitmap = bitmaps
                .entry(*mark)
                .or_insert_with(|| rasterizer.glyph(*mark));
            let Some(told) = check_cell(picture, layout, pos, bitmap)? else {
                continue;
            };
            marked += 1;
            told_apart += u32::from(told);
        }
        if marked == 0 || told_apart * 2 < marked {
            return Err(format!(
                "only {told_apart} of {marked} marks differ from their ground"
            ));
        }
        Ok(())
    }
}

/// Size of a cell at a zoom step, in physical pixels, and the tiles along its sides, by the
/// program's own table.
fn cell(step: usize, scale: f32) -> (UVec2, u32) {
    use bevy::prelude::{PostUpdate, Window, default};
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
    app.world_mut().run_schedule(PostUpdate);
    let zoom = app.world().resource::<Zoom>();
    (zoom.cell_px(), zoom.shrink())
}

/// Cells smaller than this, in pixels, are dots of one colour.
const LEAST_CELL: u32 = 4;

/// Light of an overview; 128 shows a tile's own colours.
const OVERVIEW_LIGHT: u32 = 170;

/// Pixels from the middle of `@` within which it may cover dots.
const COVERED: i32 = 16;

/// Left, top, width and height of the pixels that are covered at least so much.
fn covered(bitmap: &Bitmap, least: u8) -> Option<(i32, i32, u32, u32)> {
    let pixels: Vec<(i32, i32)> = (0..bitmap.height())
        .flat_map(|y| (0..bitmap.width()).map(move |x| (x, y)))
        .filter(|&(x, y)| bitmap.get(x, y) >= least)
        .collect();
    let left = pixels.iter().map(|p| p.0).min()?;
    let right = pixels.iter().map(|p| p.0).max()?;
    let top = pixels.iter().map(|p| p.1).min()?;
    let bottom = pixels.iter().map(|p| p.1).max()?;
    Some((
        left,
        top,
        (right - left + 1) as u32,
        (bottom - top + 1) as u32,
    ))
}

/// Levels by which a pixel may differ from what its triangle says: the driver rounds.
const ROUNDING: f64 = 6.0;

/// Whether mark and ground of a cell differ, or what is wrong with it; `None` if it does not lie
/// wholly in the picture, or has no mark.
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
    if left < 0 || top < 0 || left + width > right || top + height > bottom {
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
            seen: picture.pixel((left + x) as u32, (top + y) as u32),
        })
        .collect();
    if bitmap.is_empty() {
        return Ok(None);
    }
    // The driver may cut the square either way.
    let rising = |pixel: &Pixel| pixel.at[0] + pixel.at[1] < 1.0;
    let falling = |pixel: &Pixel| pixel.at[0] < pixel.at[1];
    let cuts: [&dyn Fn(&Pixel) -> bool; 2] = [&rising, &falling];
    let fits = cuts.map(|cut| {
        let (one, other): (Vec<Pixel>, Vec<Pixel>) = pixels.iter().partition(|pixel| cut(pixel));
        fit(&one)?;
        fit(&other)
    });
    match fits {
        [Ok(told), _] | [_, Ok(told)] => Ok(Some(told)),
        [Err(fault), _] => Err(format!("tile {pos} of {}: {fault}", layout.cell)),
    }
}

#[derive(Clone, Copy)]
struct Pixel {
    /// Place in the cell, from 0 to 1.
    at: [f64; 2],
    coverage: f64,
    seen: [u8; 3],
}

impl Pixel {
    /// What the pixel takes of each number that says the two planes.
    fn shares(self) -> [f64; PLANES] {
        let ([x, y], c) = (self.at, self.coverage);
        [1.0 - c, (1.0 - c) * x, (1.0 - c) * y, c, c * x, c * y]
    }
}

/// Three numbers for the plane of the ground and three for that of the mark.
const PLANES: usize = 6;

/// Fits the planes of one triangle to its pixels by least squares; says whether mark and ground
/// differ, or which pixel does not fit.
fn fit(pixels: &[Pixel]) -> Result<bool, String> {
    let mut told = false;
    for channel in 0..3 {
        let mut rows = [[0.0; PLANES + 1]; PLANES];
        for pixel in pixels {
            // By levels as they are seen, of which bright light has more to a step than dark.
            let seen = f64::from(pixel.seen[channel]);
            let weight = 1.0 / (decoded(seen + 0.5) - decoded(seen - 0.5));
            let shares = pixel.shares().map(|share| share * weight);
            for (row, share) in rows.iter_mut().zip(shares) {
                for (sum, other) in row.iter_mut().zip(shares) {
                    *sum += share * other;
                }
                row[PLANES] += share * decoded(seen) * weight;
            }
        }
        let planes = solved(rows);
        for pixel in pixels {
            let is = f64::from(pixel.seen[channel]);
            let sum = pixel.shares().iter().zip(planes).map(|(a, b)| a * b).sum();
            let should = encoded(sum);
            if (is - should).abs() > ROUNDING {
                let at = pixel.at;
                return Err(format!(
                    "{is} where {should:.0} belongs, at {at:?}, {channel}"
                ));
            }
        }
        let [ground, mark] = [0, 3].map(|of| planes[of] + (planes[of + 1] + planes[of + 2]) / 2.0);
        told |= (encoded(ground) - encoded(mark)).abs() > ROUNDING;
    }
    Ok(told)
}

fn decoded(encoded: f64) -> f64 {
    let c = encoded / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

fn encoded(linear: f64) -> f64 {
    let c = linear.clamp(0.0, 1.0);
    let encoded = if c <= 0.003_130_8 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    };
    encoded * 255.0
}

/// Solves linear equations, each row with its right side last, by elimination. What nothing
/// determines becomes about zero.
fn solved(mut rows: [[f64; PLANES + 1]; PLANES]) -> [f64; PLANES] {
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] += 1e-6;
    }
    for column in 0..PLANES {
        let best = (column..PLANES).max_by(|a, b| {
            let size = |row: usize| rows[row][column].abs();
            size(*a).total_cmp(&size(*b))
        });
        rows.swap(column, best.unwrap_or(column));
        let pivot = rows[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                for (value, of) in row.iter_mut().zip(pivot) {
                    *value -= factor * of;
                }
            }
        }
    }
    std::array::from_fn(|index| rows[index][PLANES] / rows[index][index])
}
