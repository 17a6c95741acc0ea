//! Arranges blocks on pages: in rows of equal columns, as few pages as tiles of the usual size allow, and then with
//! tiles as large as these pages hold.

use super::page::Point;

/// Space between blocks.
const GAP: f32 = 7.0;
/// The number of sizes that are tried between the usual and the largest, and how much smaller each next one is for a
/// block that does not fit.
const STEPS: u32 = 40;
const SHRINKING: f32 = 0.98;

/// The part of each page that blocks are put on.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub corner: Point,
    pub size: Point,
}

/// The least, the usual and the largest width of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Range(pub f32, pub f32, pub f32);

/// The place of a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    /// The index of the page.
    pub page: usize,
    pub corner: Point,
    /// Width of a tile.
    pub side: f32,
}

/// Arranges `count` blocks. `size` is the size of the block of an index at a width of its tiles.
///
/// # Errors
/// The index of the first block that does not fit on a page even with the smallest tiles.
pub fn arrange(
    count: usize,
    area: Area,
    range: Range,
    size: impl Fn(usize, f32) -> Point,
) -> Result<Vec<Slot>, usize> {
    let Range(least, usual, most) = range;
    let pages = |slots: &[Slot]| slots.last().map(|slot| slot.page);
    let arranged = place(count, area, (least, usual), &size)?;
    let larger = (0..STEPS).map(|step| most - (most - usual) * step as f32 / STEPS as f32);
    for side in larger {
        let slots = place(count, area, (least, side), &size)?;
        if pages(&slots) == pages(&arranged) {
            return Ok(slots);
        }
    }
    Ok(arranged)
}

/// Arranges blocks with tiles of one width, but for blocks that would not fit on a page.
fn place(
    count: usize,
    area: Area,
    (least, side): (f32, f32),
    size: &impl Fn(usize, f32) -> Point,
) -> Result<Vec<Slot>, usize> {
    let blocks = (0..count).map(|index| {
        let mut side = side;
        loop {
            let [width, height] = size(index, side);
            if width <= area.size[0] && height <= area.size[1] {
                return Ok(([width, height], side));
            }
            if side <= least {
                return Err(index);
            }
            side = (side * SHRINKING).max(least);
        }
    });
    let blocks: Vec<(Point, f32)> = blocks.collect::<Result<_, _>>()?;
    let widest = blocks.iter().map(|([width, _], _)| *width);
    let widest = widest.fold(1.0, f32::max);
    let columns = ((area.size[0] + GAP) / (widest + GAP)) as usize;
    let columns = columns.clamp(1, count.max(1));
    let across = (area.size[0] + GAP) / columns as f32;
    let (mut page, mut y) = (0, 0.0);
    let mut slots = Vec::new();
    for row in blocks.chunks(columns) {
        let height = row.iter().map(|([_, height], _)| *height);
        let height = height.fold(0.0, f32::max);
        if y > 0.0 && y + height > area.size[1] {
            (page, y) = (page + 1, 0.0);
        }
        slots.extend(row.iter().enumerate().map(|(column, (_, side))| Slot {
            page,
            corner: [area.corner[0] + column as f32 * across, area.corner[1] + y],
            side: *side,
        }));
        y += height + GAP;
    }
    Ok(slots)
}
