//! The overview: where tiles are smaller than 4 pixels, or too many for a tilemap, one image replaces
//! them. Each of its pixels is the colour of a tile, or the mean of several, and the renderer scales
//! it up. The cost depends on the window; the image is redrawn only when what it shows changes.

use super::ExtraFrames;
use super::camera::Viewport;
use super::terrain::{LightMap, Lit, Terrain, Tint};
use crate::geom::Pos;
use bevy::asset::RenderAssetUsages;
use bevy::image::ToExtents;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureDimension, TextureFormat};
use bevy::sprite::Anchor;

/// Marks the sprite that shows the overview.
#[derive(Component)]
pub(super) struct Overview;

/// Brightness of the overview; 128 shows the colours unchanged. Dots need more light than glyphs.
const BRIGHTNESS: u32 = 170;

/// Spawns the sprite, hidden and without an image.
pub(super) fn spawn_overview(mut commands: Commands) {
    let sprite = Sprite::default();
    commands.spawn((Overview, sprite, Anchor::TOP_LEFT, Visibility::Hidden));
}

/// Redraws the image if anything in view has changed; hides the sprite if the view is no overview.
pub(super) fn update_overview(
    (view, terrain, lights, tint): (Res<Viewport>, Res<Terrain>, Res<LightMap>, Res<Tint>),
    overview: Single<(&mut Sprite, &mut Transform, &mut Visibility), With<Overview>>,
    mut images: ResMut<Assets<Image>>,
    mut extra_frames: ResMut<ExtraFrames>,
) {
    let (mut sprite, mut transform, mut visibility) = overview.into_inner();
    if !view.is_overview() {
        if *visibility != Visibility::Hidden {
            *visibility = Visibility::Hidden;
            sprite.image = Handle::default();
        }
        return;
    }
    let is_stale = view.is_changed()
        || terrain.is_changed()
        || tint.is_changed()
        || lights.is_changed() && !terrain.is_landscape();
    if !is_stale {
        return;
    }
    let (first, size) = cells_in_view(&view, terrain.size());
    if size.min_element() == 0 {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let fits = images
        .get(&sprite.image)
        .is_some_and(|image| image.size() == size);
    if !fits {
        let blank = vec![0; (size.x * size.y * 4) as usize];
        sprite.image = images.add(srgb_image(size, blank));
        extra_frames.request();
    }
    if let Some(mut image) = images.get_mut(&sprite.image)
        && let Some(data) = image.data.as_mut()
    {
        let painter = Painter {
            view: &view,
            terrain: &terrain,
            lights: &lights,
            tint: &tint,
        };
        painter.paint(data);
    }
    sprite.custom_size = Some((size * view.shrink).as_vec2());
    let corner = first.as_vec2();
    transform.translation = Vec3::new(corner.x, -corner.y, 0.0);
    visibility.set_if_neq(Visibility::Inherited);
}

/// The first tile of the image for a map of `map` tiles, and the number of cells in the image, which
/// does not change as the view moves.
fn cells_in_view(view: &Viewport, map: UVec2) -> (UVec2, UVec2) {
    let (first, _) = view.tiles(map);
    let in_window = view.window / view.cell + 2;
    (
        first,
        in_window.min(map.map(|side| side.div_ceil(view.shrink))),
    )
}

/// An sRGB image of `size` pixels. `data` has four bytes per pixel (red, green, blue, alpha), row by
/// row.
pub(in crate::app) fn srgb_image(size: UVec2, data: Vec<u8>) -> Image {
    Image::new(
        size.to_extents(),
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}

/// Paints the image from the resources it shows.
struct Painter<'a> {
    view: &'a Viewport,
    terrain: &'a Terrain,
    lights: &'a LightMap,
    tint: &'a Tint,
}

impl Painter<'_> {
    /// Paints all cells; those outside the map become transparent.
    fn paint(&self, pixels: &mut [u8]) {
        let (map, shrink) = (self.terrain.size(), self.view.shrink);
        let (first, size) = cells_in_view(self.view, map);
        let width = map.x.saturating_sub(first.x).min(size.x * shrink);
        let mut colours = vec![[0; 3]; width as usize];
        let mut sums = vec![[0_u32; 4]; width.div_ceil(shrink) as usize];
        let lines = pixels.chunks_exact_mut(size.x as usize * 4);
        for (top, line) in (first.y..).step_by(shrink as usize).zip(lines) {
            line.fill(0);
            if top >= map.y {
                continue;
            }
            sums.fill([0; 4]);
            for y in top..(top + shrink).min(map.y) {
                self.read_row(y, first.x, &mut colours);
                for (sum, run) in sums.iter_mut().zip(colours.chunks(shrink as usize)) {
                    for [r, g, b] in run {
                        sum[0] += u32::from(*r);
                        sum[1] += u32::from(*g);
                        sum[2] += u32::from(*b);
                    }
                    sum[3] += run.len() as u32;
                }
            }
            let (pixels, _) = line.as_chunks_mut::<4>();
            for (pixel, &[r, g, b, count]) in pixels.iter_mut().zip(&sums) {
                *pixel = [r / count, g / count, b / count, 255].map(|c| c as u8);
            }
        }
    }

    /// Writes the lit and tinted colours of row `y`, from column `first` on, to `out`.
    fn read_row(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        self.terrain.read_colours(y, first, out);
        let pos = |i: usize| Pos::new(first as i32 + i as i32, y as i32);
        if !self.terrain.is_landscape() {
            self.lights
                .for_each_in_row(y, first, out.len() as u32, |i, lit| {
                    let light = match lit.sight() {
                        Lit::UNSEEN => [0; 3],
                        _ => lit.light,
                    };
                    out[i] = std::array::from_fn(|c| {
                        (u32::from(out[i][c]) * u32::from(light[c]) / 128).min(255) as u8
                    });
                });
        }
        for colour in &mut *out {
            *colour = colour.map(|c| (u32::from(c) * BRIGHTNESS / 128).min(255) as u8);
        }
        if !self.tint.is_empty() {
            for (i, colour) in out.iter_mut().enumerate() {
                *colour = self.tint.apply_to_colour(pos(i), *colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::{Cell, Glyph};
    use crate::geom::Grid;

    /// The size of the image, in cells, and the colours of the cells.
    fn paint(view: &Viewport, map: Grid<Cell>) -> (UVec2, Vec<[u8; 4]>) {
        let mut lit = LightMap::default();
        lit.replace(Grid::new(map.width(), map.height(), Lit::FULL));
        let mut terrain = Terrain::default();
        terrain.replace(map);
        let painter = Painter {
            view,
            terrain: &terrain,
            lights: &lit,
            tint: &Tint::default(),
        };
        let (_, size) = cells_in_view(view, terrain.size());
        let mut data = vec![9; (size.x * size.y * 4) as usize];
        painter.paint(&mut data);
        (size, data.as_chunks::<4>().0.to_vec())
    }

    fn cell(bg: u8) -> Cell {
        Cell {
            glyph: Glyph::BLANK,
            fg: [0; 3],
            bg: [bg; 3],
        }
    }

    #[test]
    fn each_tile_is_a_pixel_and_none_lies_outside_the_map() {
        let mut map = Grid::new(9, 2, cell(64));
        map[Pos::new(8, 1)] = cell(96);
        let mut view = Viewport {
            window: UVec2::new(6, 40),
            cell: UVec2::splat(2),
            ..default()
        };
        let lit = |c: u32| (c * BRIGHTNESS / 128) as u8;
        let (size, pixels) = paint(&view, map.clone());
        assert_eq!(size, UVec2::new(5, 2));
        assert!(
            pixels
                .iter()
                .all(|p| *p == [lit(64), lit(64), lit(64), 255])
        );
        view.origin = IVec2::new(13, 2);
        let (size, pixels) = paint(&view, map);
        assert_eq!(size, UVec2::new(5, 2), "the same wherever the view is");
        let found: Vec<_> = pixels.iter().map(|p| (p[0], p[3])).collect();
        assert_eq!(found[..3], [(lit(64), 255), (lit(64), 255), (lit(96), 255)]);
        assert!(found[3..].iter().all(|p| p.1 == 0), "{found:?}");
    }

    #[test]
    fn the_picture_lies_over_its_tiles() {
        let mut world = World::new();
        world.insert_resource(Viewport {
            window: UVec2::new(3840, 2160),
            cell: UVec2::splat(4),
            origin: IVec2::new(402, -30),
            ..default()
        });
        let mut terrain = Terrain::default();
        terrain.replace(Grid::new(2000, 1000, cell(64)));
        world.insert_resource(terrain);
        world.init_resource::<LightMap>();
        world.init_resource::<Tint>();
        world.init_resource::<Assets<Image>>();
        world.init_resource::<ExtraFrames>();
        world.run_system_cached(spawn_overview).unwrap();
        world.run_system_cached(update_overview).unwrap();
        let mut sprites = world.query::<(&Sprite, &Transform, &Visibility)>();
        let (sprite, transform, visibility) = sprites.single(&world).unwrap();
        let image = world
            .resource::<Assets<Image>>()
            .get(&sprite.image)
            .unwrap();
        assert_eq!(*visibility, Visibility::Inherited);
        assert_eq!(image.size(), UVec2::new(962, 542), "a pixel a tile");
        assert_eq!(sprite.custom_size, Some(Vec2::new(962.0, 542.0)));
        assert_eq!(transform.translation, Vec3::new(100.0, 0.0, 0.0));
    }

    #[test]
    fn tiles_smaller_than_a_pixel_are_averaged() {
        let mut map = Grid::new(4, 4, cell(0));
        for (x, y) in [(0, 0), (1, 1)] {
            map[Pos::new(x, y)] = cell(128);
        }
        let view = Viewport {
            window: UVec2::new(2, 2),
            cell: UVec2::ONE,
            shrink: 2,
            ..default()
        };
        let (size, pixels) = paint(&view, map);
        assert_eq!(size, UVec2::splat(2));
        assert_eq!(pixels[0], [85, 85, 85, 255]);
        assert_eq!(pixels[3], [0, 0, 0, 255]);
    }
}
