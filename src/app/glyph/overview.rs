//! The map from far above: where tiles are smaller than 4 pixels, or too many for a tilemap, a
//! picture of the window's size in one colour a tile, or the mean of many, in its place. Costs what
//! the window shows; made again only when that changes.

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
    if !stale || view.window.min_element() == 0 {
        return;
    }
    let paint = Paint {
        view: &view,
        terrain: &terrain,
        lights: &lights,
        tint: &tint,
    };
    let size = view.window;
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
    let tile = view.tile_px();
    sprite.custom_size = Some(size.as_vec2() / tile);
    let corner = view.origin.as_vec2() / tile;
    transform.translation = Vec3::new(corner.x, -corner.y, 0.0);
    visibility.set_if_neq(Visibility::Inherited);
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
    /// Draws the window's pixels, transparent where there is no map.
    fn onto(&self, pixels: &mut [u8]) {
        let (cell, shrink) = (self.view.cell.as_ivec2(), self.view.shrink);
        let map = self.terrain.size();
        let stride = self.view.window.x as usize * 4;
        let (first, end) = self.view.tiles(map);
        let cells = (end.x - first.x).div_ceil(shrink) as usize;
        let mut colours = vec![[0; 3]; (end.x - first.x) as usize];
        let mut sums = vec![[0_u32; 4]; cells];
        let mut drawn: Option<i32> = None;
        for y in 0..self.view.window.y as i32 {
            let row = (self.view.origin.y + y).div_euclid(cell.y);
            let at = y as usize * stride;
            if drawn == Some(row) && y > 0 {
                pixels.copy_within(at - stride..at, at);
                continue;
            }
            drawn = Some(row);
            let line = &mut pixels[at..at + stride];
            line.fill(0);
            let top = row.max(-1) as i64 * i64::from(shrink);
            if top < 0 || top >= i64::from(map.y) {
                continue;
            }
            sums.fill([0; 4]);
            for y in top as u32..(top as u32 + shrink).min(map.y) {
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
            self.line(first.x / shrink, &sums, line);
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

    /// Writes the means of one row of cells, of which the first is cell `first` of the map.
    fn line(&self, first: u32, sums: &[[u32; 4]], line: &mut [u8]) {
        let width = self.view.cell.x as i32;
        let left = first as i32 * width - self.view.origin.x;
        for (i, &[r, g, b, count]) in sums.iter().enumerate() {
            let count = count.max(1);
            let pixel = [r / count, g / count, b / count, 255].map(|c| c as u8);
            for x in 0..width {
                let x = left + i as i32 * width + x;
                if let Ok(x) = usize::try_from(x)
                    && let Some(place) = line.get_mut(x * 4..x * 4 + 4)
                {
                    place.copy_from_slice(&pixel);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::{Cell, Glyph};
    use crate::geom::Grid;

    fn show(view: &View, cells: Grid<Cell>) -> Vec<[u8; 4]> {
        let mut lit = LightMap::default();
        lit.replace(Grid::new(cells.width(), cells.height(), Lit::FULL));
        let mut terrain = Terrain::default();
        terrain.replace(cells);
        let paint = Paint {
            view,
            terrain: &terrain,
            lights: &lit,
            tint: &Tint::default(),
        };
        let mut data = vec![9; (view.window.x * view.window.y * 4) as usize];
        paint.onto(&mut data);
        data.as_chunks::<4>().0.to_vec()
    }

    fn cell(bg: u8) -> Cell {
        Cell {
            glyph: Glyph::BLANK,
            fg: [0; 3],
            bg: [bg; 3],
        }
    }

    #[test]
    fn each_tile_is_a_block_of_pixels_where_the_view_puts_it() {
        let mut cells = Grid::new(2, 1, cell(64));
        cells[Pos::new(1, 0)] = cell(96);
        let view = View {
            window: UVec2::new(6, 3),
            cell: UVec2::splat(2),
            origin: IVec2::new(-1, 0),
            ..default()
        };
        let pixels = show(&view, cells);
        let lit = |c: u32| (c * BRIGHTNESS / 128) as u8;
        let alpha: Vec<u8> = pixels[..6].iter().map(|p| p[3]).collect();
        assert_eq!(alpha, [0, 255, 255, 255, 255, 0]);
        assert_eq!((pixels[1][0], pixels[2][0]), (lit(64), lit(64)));
        assert_eq!((pixels[3][0], pixels[4][0]), (lit(96), lit(96)));
        assert_eq!(pixels[..6], pixels[6..12]);
        assert!(pixels[12..].iter().all(|p| p[3] == 0));
    }

    #[test]
    fn tiles_smaller_than_a_pixel_are_averaged() {
        let mut cells = Grid::new(4, 4, cell(0));
        for (x, y) in [(0, 0), (1, 1)] {
            cells[Pos::new(x, y)] = cell(128);
        }
        let view = View {
            window: UVec2::new(2, 2),
            cell: UVec2::ONE,
            shrink: 2,
            ..default()
        };
        let pixels = show(&view, cells);
        assert_eq!(pixels[0], [85, 85, 85, 255]);
        assert_eq!(pixels[3], [0, 0, 0, 255]);
    }
}
