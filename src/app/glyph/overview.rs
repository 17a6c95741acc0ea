//! The map from far above: where tiles are smaller than 4 pixels, or too many for a tilemap, a
//! picture in their place, of one pixel a tile, or the mean of many, which the renderer enlarges. Costs
//! what the window shows; made again only when that changes.

use super::Settling;
use super::camera::View;
use super::terrain::{LightMap, Lit, Terrain, Tint};
use crate::geom::Pos;
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Anchor;

/// The picture.
#[derive(Component)]
pub(super) struct Overview;

/// How bright the overview is, 128 as the colours themselves: dots need more light than marks.
const BRIGHTNESS: u32 = 170;

/// Spawns the picture, hidden and empty.
pub(super) fn spawn(mut commands: Commands) {
    let sprite = Sprite::default();
    commands.spawn((Overview, sprite, Anchor::TOP_LEFT, Visibility::Hidden));
}

/// Brings the picture up to date with what is in view.
pub(super) fn draw(
    (view, terrain, lights, tint): (Res<View>, Res<Terrain>, Res<LightMap>, Res<Tint>),
    mut pictures: Query<(&mut Sprite, &mut Transform, &mut Visibility), With<Overview>>,
    mut images: ResMut<Assets<Image>>,
    mut settling: ResMut<Settling>,
) {
    let Ok((mut sprite, mut transform, mut visibility)) = pictures.single_mut() else {
        return;
    };
    if !view.is_overview() {
        if *visibility != Visibility::Hidden {
            *visibility = Visibility::Hidden;
            sprite.image = Handle::default();
        }
        return;
    }
    let stale = view.is_changed()
        || terrain.is_changed()
        || tint.is_changed()
        || lights.is_changed() && !terrain.is_landscape();
    if !stale {
        return;
    }
    let paint = Paint {
        view: &view,
        terrain: &terrain,
        lights: &lights,
        tint: &tint,
    };
    let (first, size) = cells(&view, terrain.size());
    if size.min_element() == 0 {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let fits = images
        .get(&sprite.image)
        .is_some_and(|image| image.size() == size);
    if !fits {
        let blank = vec![0; (size.x * size.y * 4) as usize];
        sprite.image = images.add(picture(size, blank));
        settling.again();
    }
    if let Some(mut image) = images.get_mut(&sprite.image)
        && let Some(data) = image.data.as_mut()
    {
        paint.onto(data);
    }
    sprite.custom_size = Some((size * view.shrink).as_vec2());
    let corner = first.as_vec2();
    transform.translation = Vec3::new(corner.x, -corner.y, 0.0);
    visibility.set_if_neq(Visibility::Inherited);
}

/// The first tile of the picture of a map of `map` tiles, and how many cells it has; as many wherever the
/// view is moved to.
fn cells(view: &View, map: UVec2) -> (UVec2, UVec2) {
    let (first, _) = view.tiles(map);
    let in_window = view.window / view.cell + 2;
    (
        first,
        in_window.min(map.map(|side| side.div_ceil(view.shrink))),
    )
}

/// An sRGB image of `size` pixels, from red, green, blue and opacity of each, row by row.
pub(in crate::app) fn picture(size: UVec2, data: Vec<u8>) -> Image {
    let extent = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: 1,
    };
    Image::new(
        extent,
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}

/// Everything that the picture shows.
struct Paint<'a> {
    view: &'a View,
    terrain: &'a Terrain,
    lights: &'a LightMap,
    tint: &'a Tint,
}

impl Paint<'_> {
    /// Draws the cells, transparent where there is no map.
    fn onto(&self, pixels: &mut [u8]) {
        let (map, shrink) = (self.terrain.size(), self.view.shrink);
        let (first, size) = cells(self.view, map);
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
                self.row(y, first.x, &mut colours);
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

    /// The colours of row `y` from column `first` on, in their light and under the tint.
    fn row(&self, y: u32, first: u32, out: &mut [[u8; 3]]) {
        self.terrain.colours(y, first, out);
        let pos = |i: usize| Pos::new(first as i32 + i as i32, y as i32);
        if !self.terrain.is_landscape() {
            self.lights.run(y, first, out.len() as u32, |i, lit| {
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
                *colour = self.tint.over(pos(i), *colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::{Cell, Glyph};
    use crate::geom::Grid;

    /// The colours of the picture's cells, and how many there are.
    fn show(view: &View, map: Grid<Cell>) -> (UVec2, Vec<[u8; 4]>) {
        let mut lit = LightMap::default();
        lit.replace(Grid::new(map.width(), map.height(), Lit::FULL));
        let mut terrain = Terrain::default();
        terrain.replace(map);
        let paint = Paint {
            view,
            terrain: &terrain,
            lights: &lit,
            tint: &Tint::default(),
        };
        let (_, size) = cells(view, terrain.size());
        let mut data = vec![9; (size.x * size.y * 4) as usize];
        paint.onto(&mut data);
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
        let mut view = View {
            window: UVec2::new(6, 40),
            cell: UVec2::splat(2),
            ..default()
        };
        let lit = |c: u32| (c * BRIGHTNESS / 128) as u8;
        let (size, pixels) = show(&view, map.clone());
        assert_eq!(size, UVec2::new(5, 2));
        assert!(
            pixels
                .iter()
                .all(|p| *p == [lit(64), lit(64), lit(64), 255])
        );
        view.origin = IVec2::new(13, 2);
        let (size, pixels) = show(&view, map);
        assert_eq!(size, UVec2::new(5, 2), "the same wherever the view is");
        let seen: Vec<_> = pixels.iter().map(|p| (p[0], p[3])).collect();
        assert_eq!(seen[..3], [(lit(64), 255), (lit(64), 255), (lit(96), 255)]);
        assert!(seen[3..].iter().all(|p| p.1 == 0), "{seen:?}");
    }

    #[test]
    fn the_picture_lies_over_its_tiles() {
        let mut world = World::new();
        world.insert_resource(View {
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
        world.init_resource::<Settling>();
        world.run_system_cached(spawn).unwrap();
        world.run_system_cached(draw).unwrap();
        let mut pictures = world.query::<(&Sprite, &Transform, &Visibility)>();
        let (sprite, transform, visibility) = pictures.single(&world).unwrap();
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
        let view = View {
            window: UVec2::new(2, 2),
            cell: UVec2::ONE,
            shrink: 2,
            ..default()
        };
        let (size, pixels) = show(&view, map);
        assert_eq!(size, UVec2::splat(2));
        assert_eq!(pixels[0], [85, 85, 85, 255]);
        assert_eq!(pixels[3], [0, 0, 0, 255]);
    }
}
