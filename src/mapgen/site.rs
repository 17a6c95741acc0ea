//! Where a generator digs: the map being made, working memory, and the observer who is told.

use super::{Buffers, Observer, Step};
use crate::geom::{Pos, Rect, Size};
use crate::map::reach::UNREACHED;
use crate::map::{Map, Tile};

/// A map under construction. Every change goes through it, so that the observer misses none.
pub struct Site<'a, O> {
    map: &'a mut Map,
    buffers: &'a mut Buffers,
    observer: O,
}

impl<'a, O: Observer> Site<'a, O> {
    pub(super) const fn new(map: &'a mut Map, buffers: &'a mut Buffers, observer: O) -> Self {
        Self {
            map,
            buffers,
            observer,
        }
    }

    /// The map as it is now.
    pub const fn map(&self) -> &Map {
        self.map
    }

    /// The working memory.
    pub(super) const fn buffers(&mut self) -> &mut Buffers {
        self.buffers
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.map.size()
    }

    /// All that lies inside the one-tile border.
    pub const fn interior(&self) -> Rect {
        let size = self.size();
        Rect {
            left: 1,
            top: 1,
            right: size.width as i32 - 2,
            bottom: size.height as i32 - 2,
        }
    }

    /// Makes every tile of `area`, which lies on the map, a `tile`.
    #[inline]
    pub fn paint(&mut self, area: Rect, tile: Tile) {
        let width = self.map.tiles.width() as usize;
        let columns = area.left as usize..=area.right as usize;
        let (top, bottom) = (area.top as usize, area.bottom as usize);
        let tiles = &mut self.map.tiles.as_mut_slice()[top * width..(bottom + 1) * width];
        // Runs are short as a rule, and a call to `memset` for each row costs more than the
        // writing; two stores of a fixed width that overlap cover all lengths between them.
        let rows = tiles
            .chunks_exact_mut(width)
            .map(|row| &mut row[columns.clone()]);
        match area.width() {
            1 => rows.for_each(|run| fill_ends::<1>(run, tile)),
            2..=4 => rows.for_each(|run| fill_ends::<2>(run, tile)),
            5..=8 => rows.for_each(|run| fill_ends::<4>(run, tile)),
            9..=16 => rows.for_each(|run| fill_ends::<8>(run, tile)),
            17..=32 => rows.for_each(|run| fill_ends::<16>(run, tile)),
            _ => rows.for_each(|run| run.fill(tile)),
        }
        self.observer.step(Step::Paint { area, tile });
    }

    /// Places a room: floor, and an entry in the map's list.
    #[inline]
    pub fn room(&mut self, room: Rect) {
        self.paint(room, Tile::Floor);
        self.map.rooms.push(room);
        self.observer.step(Step::Room(room));
    }

    /// Tells of a room that found no place.
    #[inline]
    pub fn refuse(&mut self, room: Rect) {
        self.observer.step(Step::Refused(room));
    }

    /// Digs a hall of floor along row `y` between columns `from` and `to`, both included, in
    /// either order.
    #[inline]
    pub fn hall_across(&mut self, y: i32, from: i32, to: i32) {
        self.paint(
            Rect::between(Pos::new(from, y), Pos::new(to, y)),
            Tile::Floor,
        );
    }

    /// Digs a hall of floor along column `x` between rows `from` and `to`, both included, in
    /// either order.
    #[inline]
    pub fn hall_down(&mut self, x: i32, from: i32, to: i32) {
        self.paint(
            Rect::between(Pos::new(x, from), Pos::new(x, to)),
            Tile::Floor,
        );
    }

    /// Sets the start.
    pub fn start(&mut self, pos: Pos) {
        self.map.start = Some(pos);
        self.observer.step(Step::Start(pos));
    }

    /// Turns every walkable tile that cannot be reached from `from` into wall. Linear in the
    /// area.
    pub fn fill_unreachable(&mut self, from: Pos) {
        self.buffers.reach.from(self.map, from);
        for (index, &distance) in self.buffers.reach.distances().as_slice().iter().enumerate() {
            let tile = &mut self.map.tiles.as_mut_slice()[index];
            if distance == UNREACHED && tile.is_walkable() {
                *tile = Tile::Wall;
                let pos = self.map.tiles.pos_of(index);
                self.observer.step(Step::Paint {
                    area: Rect::between(pos, pos),
                    tile: Tile::Wall,
                });
            }
        }
    }
}

/// Fills a run of `N` to `2 * N` tiles.
#[inline]
fn fill_ends<const N: usize>(run: &mut [Tile], tile: Tile) {
    if let Some(head) = run.first_chunk_mut::<N>() {
        *head = [tile; N];
    }
    if let Some(tail) = run.last_chunk_mut::<N>() {
        *tail = [tile; N];
    }
}
