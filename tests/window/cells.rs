//! Whether a picture is crisp, by what the map and the rasteriser say, and whatever the colours.
//!
//! A cell has one colour for its mark, one for its ground, and mixes of the two where the
//! rasteriser covers a pixel in part. So within a cell all pixels of equal coverage have the very
//! same colour, and colour goes up or down steadily with coverage. A camera off the pixel grid, a
//! texture sampled between texels, a gap between tiles, a neighbour's pixels or a cell a pixel too
//! wide: each puts a colour where another belongs.

use std::collections::BTreeMap;

use bevy::math::UVec2;
use bevy::prelude::{App, MinimalPlugins};
use undercroft::app::dungeon::DungeonPlugin;
use undercroft::app::glyph::{Bitmap, Glyph, GlyphPlugin, Rasterizer, Terrain, Zoom};
use undercroft::app::light::LightPlugin;
use undercroft::app::player::PlayerPlugin;
use undercroft::app::seed::SeedPlugin;
use undercroft::geom::{Grid, Pos};
use undercroft::mapgen::MapSpec;

use crate::picture::Picture;
use crate::program::WALKER;

/// What the program shows of a map: a mark for each tile, and where `@` stands.
pub struct Scene {
    marks: Grid<Glyph>,
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
            SeedPlugin { seed: spec.seed },
            DungeonPlugin { spec },
            PlayerPlugin,
            GlyphPlugin,
            LightPlugin,
        ));
        app.update();
        let cells = app.world().resource::<Terrain>().cells();
        let mut marks = Grid::new(cells.width(), cells.height(), Glyph::default());
        for (mark, cell) in marks.as_mut_slice().iter_mut().zip(cells.as_slice()) {
            *mark = cell.glyph;
        }
        Self { marks, at }
    }

    /// Where the cells may lie in a picture that shows `@`, if their size is that of a zoom step.
    fn layouts(&self, picture: &Picture, step: usize, scale: f32) -> Vec<Layout> {
        let cell = cell(step, scale);
        let mark = Rasterizer::new(cell.x, cell.y).glyph(Glyph::of('@').unwrap());
        let mut layouts: Vec<Layout> = Vec::new();
        let Some(seen) = picture.area(|pixel| pixel == WALKER) else {
            return layouts;
        };
        // Coverage that is all but full may round to the full colour.
        for least in (248..=255).rev() {
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
        let mut layouts = self.layouts(picture, step, scale);
        if layouts.is_empty() {
            layouts = self.centred(picture, bar, step, scale);
        }
        let (width, height) = picture.size();
        let shown = picture.cut((0, 0), (width, height - bar));
        let faults: Vec<String> = layouts
            .iter()
            .map_while(|layout| {
                Some(format!(
                    "{layout:?}: {}",
                    self.check(&shown, *layout).err()?
                ))
            })
            .collect();
        assert!(
            faults.len() < layouts.len(),
            "step {step} is not crisp, see {}: {faults:#?}",
            picture.keep("not-crisp")
        );
    }

    /// Where the cells may lie if the map fits above a bar of at most `bar` pixels. For cells so
    /// small that no pixel of `@` has its full colour.
    fn centred(&self, picture: &Picture, bar: u32, step: usize, scale: f32) -> Vec<Layout> {
        let cell = cell(step, scale);
        let width = (picture.size().0 - self.marks.width() * cell.x) / 2;
        let origins = (0..bar).step_by(2).map(|bar| {
            let room = picture.size().1 - bar;
            (room - self.marks.height() * cell.y) / 2
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

    /// Whether the part of the map that lies in the picture is drawn crisply.
    fn check(&self, picture: &Picture, layout: Layout) -> Result<(), String> {
        let mut rasterizer = Rasterizer::new(layout.cell.x, layout.cell.y);
        let mut bitmaps: BTreeMap<Glyph, Bitmap> = BTreeMap::new();
        let (mut marked, mut told_apart) = (0, 0);
        for (pos, mark) in self.marks.iter() {
            let mark = if pos == self.at {
                Glyph::of('@').unwrap()
            } else {
                *mark
            };
            let bitmap = bitmaps
                .entry(mark)
                .or_insert_with(|| rasterizer.glyph(mark));
            let Some(colours) = colours(picture, layout, pos, bitmap)? else {
                continue;
            };
            let ends = (colours.first_key_value(), colours.last_key_value());
            if let (Some((0..=32, ground)), Some((192.., mark))) = ends {
                marked += 1;
                told_apart += u32::from(ground != mark);
            }
        }
        if marked == 0 || told_apart * 2 < marked {
            return Err(format!(
                "only {told_apart} of {marked} marks differ from their ground"
            ));
        }
        Ok(())
    }
}

/// Size of a cell at a zoom step, in physical pixels, by the program's own table.
fn cell(step: usize, scale: f32) -> UVec2 {
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
    app.world().resource::<Zoom>().cell_px()
}

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

/// The colour of each coverage in a cell, or what is wrong with it; `None` if it does not lie
/// wholly in the picture.
fn colours(
    picture: &Picture,
    layout: Layout,
    pos: Pos,
    bitmap: &Bitmap,
) -> Result<Option<BTreeMap<u8, [u8; 3]>>, String> {
    let (width, height) = (layout.cell.x as i32, layout.cell.y as i32);
    let (left, top) = (
        layout.origin.0 + pos.x * width,
        layout.origin.1 + pos.y * height,
    );
    let (right, bottom) = (picture.size().0 as i32, picture.size().1 as i32);
    if left < 0 || top < 0 || left + width > right || top + height > bottom {
        return Ok(None);
    }
    let mut colours = BTreeMap::new();
    for y in 0..height {
        for x in 0..width {
            let seen = picture.pixel((left + x) as u32, (top + y) as u32);
            let expected = *colours.entry(bitmap.get(x, y)).or_insert(seen);
            if seen != expected {
                return Err(format!(
                    "tile {pos}, pixel {x},{y} of {}: {seen:?} where {expected:?} belongs",
                    layout.cell
                ));
            }
        }
    }
    let steady = (0..3).all(|channel| {
        let values: Vec<u8> = colours.values().map(|colour| colour[channel]).collect();
        values.is_sorted() || values.iter().rev().is_sorted()
    });
    if !steady {
        return Err(format!(
            "tile {pos}: colours do not go with coverage, {colours:?}"
        ));
    }
    Ok(Some(colours))
}
