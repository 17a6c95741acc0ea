//! The rows of the sheet. Each is one image, of pictures and what is written below them, so that scrolling moves images and
//! draws but the row that comes in sight.

use std::collections::BTreeMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::super::favourites::Favourites;
use super::layout::Layout;
use super::listing::Item;
use super::state::Sheet;
use super::thumbnail::Picture;
use crate::app::glyph::{Bitmap, Rasterizer};
use crate::app::ui::items::Items;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, QUIET, TINY, WELL};

/// Width of a letter below a picture, as a share of its height.
const LETTER: f32 = 0.6;
/// Space between a picture and what is written below it, in UI pixels.
const GAP: f32 = 3.0;
/// Space between what is written below two pictures, in UI pixels.
const SPACE: f32 = 8.0;

/// The node of the rows.
#[derive(Component)]
pub(super) struct Strips;

/// A row: its number from the first, and what it shows.
#[derive(Component, Clone, PartialEq)]
pub(super) struct Strip {
    row: usize,
    slots: Vec<Slot>,
    layout: Layout,
}

#[derive(Clone, PartialEq)]
struct Slot {
    picture: Option<Picture>,
    label: String,
    is_kept: bool,
}

pub(super) fn spawn(grid: &mut ChildSpawnerCommands) {
    let over = Node::DEFAULT.absolute();
    grid.spawn((Strips, over, Pickable::IGNORE));
}

/// An image without pictures.
pub(super) fn blank((width, height): (u32, u32)) -> Image {
    let [red, green, blue, alpha] = WELL.to_srgba().to_u8_array();
    let mut image = Image::new_fill(
        Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        &[red, green, blue, alpha],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// Draws the rows that are new, and moves all.
pub(super) fn show(
    (sheet, layout, kept): (Res<Sheet>, Res<Layout>, Res<Favourites>),
    strips: Single<(Entity, &mut Node), With<Strips>>,
    mut images: ResMut<Assets<Image>>,
    mut pen: Local<Option<Pen>>,
    mut shown: Items<Strip>,
) {
    let (list, mut node) = strips.into_inner();
    let logical = |side: u32| px(side as f32 / layout.pixels);
    let top = sheet.page().top;
    node.top = px(-((top as u32 * layout.slot.1) as f32) / layout.pixels);
    let pen = pen.get_or_insert_with(|| Pen::new(layout.pixels));
    if pen.pixels != layout.pixels {
        *pen = Pen::new(layout.pixels);
    }
    let slots: Vec<Slot> = sheet
        .in_sight(&layout)
        .map(|item| slot_of(item, &sheet, &kept))
        .collect();
    let strip = |index: usize| {
        // A row keeps its entity while it is in sight.
        let row = top + (index + layout.rows - top % layout.rows) % layout.rows;
        let slots = slots.chunks(layout.columns).nth(row - top);
        Strip {
            row,
            slots: slots.map_or_else(Vec::new, <[Slot]>::to_vec),
            layout: *layout,
        }
    };
    shown.show(list, (0..layout.rows).map(strip), |entity, strip| {
        let image = images.add(strip.draw(pen));
        let node = Node::DEFAULT
            .absolute()
            .top(logical(layout.top_of(strip.row)))
            .size(logical(layout.area.0), logical(layout.slot.1));
        entity.insert((ImageNode::new(image), node, Pickable::IGNORE));
    });
}

fn slot_of(item: &Item, sheet: &Sheet, kept: &Favourites) -> Slot {
    // The line above says which metrics they are; the name after them may be cut off.
    let figures = sheet.told().into_iter().filter_map(|metric| {
        let figure = item.thumbnail.figure(metric)?;
        Some(metric.in_words(figure))
    });
    let figures = figures.collect::<Vec<_>>().join(" ");
    Slot {
        picture: item.thumbnail.picture().cloned(),
        label: match figures.is_empty() {
            false => format!("{figures} ({})", item.label),
            true => item.label.clone(),
        },
        is_kept: kept.has(&item.spec),
    }
}

impl Strip {
    fn draw(&self, pen: &mut Pen) -> Image {
        let layout = &self.layout;
        let (width, height) = (layout.area.0, layout.slot.1);
        let mut image = blank((width, height));
        let stride = width as usize * 4;
        let Some(data) = &mut image.data else {
            return image;
        };
        for (column, slot) in self.slots.iter().enumerate() {
            let left = layout.left_of(column) as usize;
            if let Some(Picture { width, pixels }) = &slot.picture {
                let lines = pixels.chunks_exact((width * 4).max(1));
                for (row, line) in data.chunks_exact_mut(stride).zip(lines) {
                    if let Some(target) = row.get_mut(left * 4..left * 4 + line.len()) {
                        target.copy_from_slice(line);
                    }
                }
            }
            let text = match slot.is_kept {
                true => format!("★ {}", slot.label),
                false => slot.label.clone(),
            };
            let below = layout.picture.1 + (GAP * layout.pixels) as u32;
            let right = left as u32 + layout.slot.0 - (SPACE * layout.pixels) as u32;
            let room = (left, right.min(width) as usize);
            pen.write(&text, slot.is_kept, room, below as usize, stride, data);
        }
        image
    }
}

/// Writes below pictures.
pub(super) struct Pen {
    pixels: f32,
    rasterizer: Rasterizer,
    letters: BTreeMap<char, Bitmap>,
    /// The colour of a pixel by how much of it a letter covers, of maps that are not kept and of those that are.
    ramps: [Vec<[u8; 4]>; 2],
}

impl Pen {
    fn new(pixels: f32) -> Self {
        let height = TINY * pixels;
        let ramp = |colour: Color| {
            let share = |cover: u8| f32::from(cover) / f32::from(u8::MAX);
            let mixed = |cover: u8| {
                let [from, to] = [WELL, colour].map(|it| it.to_linear());
                Color::from(from.mix(&to, share(cover))).to_srgba()
            };
            (0..=u8::MAX)
                .map(|cover| mixed(cover).to_u8_array())
                .collect()
        };
        Self {
            pixels,
            rasterizer: Rasterizer::new(
                (height * LETTER).round() as u32,
                (height * 1.2).round() as u32,
                false,
            ),
            letters: BTreeMap::new(),
            ramps: [ramp(QUIET), ramp(KEY)],
        }
    }

    /// Writes a line between two columns of an image whose rows have `stride` bytes, cut off where they end.
    fn write(
        &mut self,
        text: &str,
        is_kept: bool,
        (mut left, right): (usize, usize),
        top: usize,
        stride: usize,
        data: &mut [u8],
    ) {
        let ramp = &self.ramps[usize::from(is_kept)];
        for c in text.chars() {
            let letter = self.letters.entry(c);
            let letter = letter.or_insert_with(|| self.rasterizer.letter(c));
            let width = letter.width() as usize;
            if left + width > right {
                break;
            }
            let rows = data.chunks_exact_mut(stride).skip(top);
            for (row, y) in rows.zip(0..letter.height()) {
                let pixels = row[left * 4..].chunks_exact_mut(4);
                for (pixel, cover) in pixels.zip(letter.row(y)) {
                    pixel.copy_from_slice(&ramp[usize::from(*cover)]);
                }
            }
            left += width;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::Source;
    use super::*;

    fn world() -> World {
        let mut world = World::new();
        let (mut sheet, kept) = (Sheet::default(), Favourites::default());
        let base = "caves/80x50#7".parse().unwrap();
        sheet.show(Source::Seeds, &base, &kept);
        world.insert_resource(sheet);
        world.insert_resource(kept);
        world.init_resource::<Layout>();
        world.init_resource::<Assets<Image>>();
        world.spawn((Strips, Node::default()));
        world
    }

    /// The images of the rows in sight, in their order.
    fn shown(world: &mut World) -> Vec<(usize, AssetId<Image>)> {
        world.run_system_once(show).unwrap();
        let mut strips = world.query::<(&Strip, &ImageNode)>();
        let strips = strips.iter(world);
        let mut strips: Vec<_> = strips.map(|(it, node)| (it.row, node.image.id())).collect();
        strips.sort_unstable();
        strips
    }

    #[test]
    fn scrolling_draws_only_the_row_that_comes_in_sight() {
        let mut world = world();
        let before = shown(&mut world);
        let rows = world.resource::<Layout>().rows;
        assert!(before.iter().map(|(row, _)| *row).eq(0..rows));
        for top in 1..=2 * rows {
            let before = shown(&mut world);
            world.resource_mut::<Sheet>().page_mut().top = top;
            let after = shown(&mut world);
            assert!(after.iter().map(|(row, _)| *row).eq(top..top + rows));
            assert_eq!(after[..rows - 1], before[1..]);
        }
    }

    #[test]
    fn a_row_shows_its_pictures_and_what_is_written_below_them() {
        let mut world = world();
        let image = |world: &mut World| {
            let id = shown(world)[0].1;
            let image = world.resource::<Assets<Image>>().get(id);
            image.unwrap().data.clone().unwrap()
        };
        let pixel = |colour: Color| colour.to_srgba().to_u8_array();
        let has = |data: &[u8], colour: Color| data.chunks(4).any(|it| it == pixel(colour));
        let before = image(&mut world);
        assert!(has(&before, WELL) && has(&before, QUIET) && !has(&before, KEY));
        let spec = world.resource::<Sheet>().items()[0].spec.clone();
        world.resource_mut::<Favourites>().toggle(&spec).unwrap();
        let kept = image(&mut world);
        assert!(
            has(&kept, KEY),
            "a star and the seed of the map that is kept"
        );
        let red = Picture {
            width: 2,
            pixels: [255, 0, 0, 255].repeat(4).into(),
        };
        let made = super::super::thumbnail::Thumbnail::with_picture(red);
        world.resource_mut::<Sheet>().set_thumbnail(0, made);
        let made = image(&mut world);
        let red = made.chunks(4).filter(|it| *it == [255, 0, 0, 255]);
        assert_eq!(red.count(), 4);
    }
}
