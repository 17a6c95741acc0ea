//! Where the pictures of a sheet stand: as many in a row as there is room for.

use bevy::prelude::*;

use crate::geom::Size;

/// Space between pictures, in UI pixels.
const GAP: f32 = 8.0;
/// Height of the line below a picture, in UI pixels.
const LABEL: f32 = 19.0;

/// Pixels per tile that a player can choose, as fractions, from the smallest.
const SCALES: [(u32, u32); 8] = [
    (1, 8),
    (1, 4),
    (1, 2),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (6, 1),
];
/// Without a choice there are at least so many pictures in sight.
const IN_SIGHT: usize = 24;

/// The places of the pictures, in physical pixels.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub(super) struct Layout {
    /// Width and height of a picture at most.
    pub picture: (u32, u32),
    /// Width and height of a picture with its label and the space around it.
    pub slot: (u32, u32),
    /// Pictures in a row.
    pub columns: usize,
    /// Rows in sight.
    pub rows: usize,
    /// Width and height of all of them.
    pub area: (u32, u32),
    /// Physical pixels per UI pixel.
    pub pixels: f32,
    /// Space before the first picture, to the left and above.
    margin: (u32, u32),
}

/// That of a window of the usual size, before it is laid out.
impl Default for Layout {
    fn default() -> Self {
        Self::new(Size::new(80, 50), (1248, 640), 1.0, 0)
    }
}

impl Layout {
    /// The layout for pictures of maps of `size` in an area of `width` by `height` physical pixels, `pixels` for each
    /// pixel of the UI. `zoom` counts steps from the size at which 24 pictures are in sight.
    pub fn new(size: Size, (width, height): (u32, u32), pixels: f32, zoom: i32) -> Self {
        let layout = |(pixels_per, tiles): (u32, u32)| {
            let picture = [(size.width, width), (size.height, height)].map(|(side, most)| {
                let side = (side * pixels_per).div_ceil(tiles);
                let side = side as f32 * pixels.max(1.0).floor();
                (side as u32).clamp(1, most.max(1))
            });
            let [gap, label] = [GAP, LABEL].map(|it| (it * pixels).round() as u32);
            let slot = (picture[0] + gap, picture[1] + gap + label);
            // Room for the frame around a picture, and as much to the right as to the left.
            let edge = (3.0 * pixels).ceil() as u32;
            let columns = ((width.saturating_sub(2 * edge) + gap) / slot.0).max(1);
            let left = (width + gap).saturating_sub(columns * slot.0) / 2;
            let height_of_rows = height.saturating_sub(edge);
            let rows = (height_of_rows / slot.1).max(1);
            // The rows share what is left, so that no gap below them looks like their end.
            let slot = (slot.0, slot.1.max(height_of_rows / rows));
            Self {
                margin: (left, edge),
                picture: (picture[0], picture[1]),
                slot,
                columns: columns as usize,
                rows: rows as usize,
                area: (width, height),
                pixels,
            }
        };
        let is_enough = |scale: &usize| {
            let layout = layout(SCALES[*scale]);
            layout.columns * layout.rows >= IN_SIGHT
        };
        let usual = (0..SCALES.len()).rev().find(is_enough).unwrap_or(0);
        let last = SCALES.len() as i32 - 1;
        layout(SCALES[(usual as i32 + zoom).clamp(0, last) as usize])
    }

    /// How far `zoom` can go: from the smallest pictures to the largest.
    pub const ZOOMS: i32 = SCALES.len() as i32;

    /// The upper left corner of the slot number `index` in sight.
    pub fn corner(&self, index: usize) -> (u32, u32) {
        let (column, row) = (index % self.columns, index / self.columns);
        (self.left_of(column), self.top_of(row))
    }

    /// Where the pictures of a column begin.
    pub const fn left_of(&self, column: usize) -> u32 {
        self.margin.0 + column as u32 * self.slot.0
    }

    /// Where the pictures of a row begin, from the first row.
    pub const fn top_of(&self, row: usize) -> u32 {
        self.margin.1 + row as u32 * self.slot.1
    }

    /// The number of the slot in sight at a point of the area.
    pub fn slot_at(&self, x: f32, y: f32) -> Option<usize> {
        let (x, y) = (x - self.margin.0 as f32, y - self.margin.1 as f32);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let column = (x / self.slot.0 as f32) as usize;
        let row = (y / self.slot.1 as f32) as usize;
        (column < self.columns && row < self.rows).then_some(row * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: (u32, u32) = (1240, 640);

    #[test]
    fn as_many_pictures_fit_as_are_wanted_and_all_lie_within_the_area() {
        for (width, height) in [(80, 50), (21, 21), (200, 30), (512, 512)] {
            for pixels in [1.0, 1.5, 2.0] {
                for zoom in -Layout::ZOOMS..=Layout::ZOOMS {
                    let layout = Layout::new(Size::new(width, height), AREA, pixels, zoom);
                    let last = layout.corner(layout.columns - 1).0 + layout.picture.0;
                    assert!(last <= AREA.0, "{layout:?}");
                    assert!(layout.picture.1 <= AREA.1, "{layout:?}");
                    let used = layout.rows as u32 * layout.slot.1;
                    assert!(
                        (AREA.1 - 20..=AREA.1).contains(&used)
                            || layout.rows == 1
                            || layout.rows > 20,
                        "{layout:?}"
                    );
                }
                let layout = Layout::new(Size::new(width, height), AREA, pixels, 0);
                let is_smallest = layout == Layout::new(Size::new(width, height), AREA, pixels, -9);
                assert!(layout.columns * layout.rows >= IN_SIGHT || is_smallest);
            }
        }
    }

    #[test]
    fn a_point_on_a_picture_belongs_to_its_slot() {
        let layout = Layout::new(Size::new(80, 50), AREA, 1.0, 0);
        for slot in 0..layout.columns * layout.rows {
            let (x, y) = layout.corner(slot);
            assert_eq!(layout.slot_at(x as f32 + 1.0, y as f32 + 1.0), Some(slot));
        }
        assert_eq!(layout.slot_at(-1.0, 5.0), None);
        assert_eq!(layout.slot_at(5.0, 9000.0), None);
    }
}
