//! Where the cells of the heat map stand, and what they look like.

use super::chart::Chart;
use super::layout::Layout;
use crate::export::heat::HeatScale;
use crate::search::{Bins, Cells};

/// Space around the cells for what is written along the axes, in UI pixels: left, above, right and below.
const SPACE: [f32; 4] = [70.0, 8.0, 16.0, 26.0];
/// The most values that are written along an axis.
const MOST_VALUES: usize = 12;

/// The places of the cells, in physical pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plot {
    at: (u32, u32),
    /// Width and height of a cell.
    pub cell: (u32, u32),
    columns: usize,
    rows: usize,
}

impl Plot {
    /// The places for an area, if there is anything to show in it.
    pub fn new(chart: &Chart, layout: &Layout) -> Option<Self> {
        let (bins, _) = chart.cells()?;
        let [columns, rows] = bins.map(|bins| bins.count);
        let [left, top, right, bottom] = SPACE.map(|side| (side * layout.pixels) as u32);
        let side = |whole: u32, before: u32, after: u32, count: usize| {
            whole.saturating_sub(before + after) / count.max(1) as u32
        };
        let cell = (
            side(layout.area.0, left, right, columns),
            side(layout.area.1, top, bottom, rows),
        );
        (cell.0 > 0 && cell.1 > 0).then_some(Self {
            at: (left, top),
            cell,
            columns,
            rows,
        })
    }

    /// The upper left corner of a cell. Rows go up.
    pub fn corner(&self, [column, row]: [usize; 2]) -> (u32, u32) {
        let from_top = self.rows.saturating_sub(row + 1);
        (
            self.at.0 + column as u32 * self.cell.0,
            self.at.1 + from_top as u32 * self.cell.1,
        )
    }

    /// The cell at a point.
    pub fn cell_at(&self, x: f32, y: f32) -> Option<[usize; 2]> {
        let (x, y) = (x - self.at.0 as f32, y - self.at.1 as f32);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let column = (x / self.cell.0 as f32) as usize;
        let from_top = (y / self.cell.1 as f32) as usize;
        let row = self.rows.checked_sub(from_top + 1)?;
        (column < self.columns).then_some([column, row])
    }

    /// Paints the cells into the rows of an image of `width` pixels, four bytes each.
    pub fn paint(&self, chart: &Chart, width: u32, data: &mut [u8]) {
        let Some((_, kinds)) = chart.cells() else {
            return;
        };
        let fullest = kinds.iter().filter_map(Cells::fullest);
        let most = fullest.map(|(_, cell)| cell.maps).max().unwrap_or(1);
        let scale = HeatScale::new(most, kinds.len() > 1);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let [red, green, blue] = scale.colour(chart.maps([column, row]));
                let (left, top) = self.corner([column, row]);
                // A line between the cells, unless they are too small for it.
                let [across, down] =
                    [self.cell.0, self.cell.1].map(|side| side - u32::from(side > 6));
                for y in top..top + down {
                    let start = (y * width + left) as usize * 4;
                    if let Some(line) = data.get_mut(start..start + across as usize * 4) {
                        for pixel in line.chunks_exact_mut(4) {
                            pixel.copy_from_slice(&[red, green, blue, 255]);
                        }
                    }
                }
            }
        }
    }

    /// What is written along the axes: its place, which is the upper left corner, and the text.
    pub fn labels(&self, chart: &Chart, layout: &Layout) -> Vec<((u32, u32), String)> {
        let Some(([across, up], _)) = chart.cells() else {
            return Vec::new();
        };
        let every = |bins: &Bins| bins.count.div_ceil(MOST_VALUES).max(1);
        let gap = (6.0 * layout.pixels) as u32;
        let below = self.at.1 + self.rows as u32 * self.cell.1 + gap;
        let on_x = (0..across.count).step_by(every(across)).map(|column| {
            let left = self.corner([column, 0]).0;
            ((left, below), across.values(column).start().to_string())
        });
        let on_y = (0..up.count).step_by(every(up)).map(|row| {
            let top = self.corner([0, row]).1;
            ((gap, top), up.values(row).start().to_string())
        });
        on_x.chain(on_y).collect()
    }
}
