//! Where a generator digs: the map being made, working memory, and the observer who is told.

use super::{Buffers, Observer, Params, Step};
use crate::geom::{Grid, Pos, Rect, Size};
use crate::map::distance::UNBOUNDED;
use crate::map::region::Touch;
use crate::map::{Map, Steps, Tile, TileSet};
use crate::rng::Stream;

/// A map under construction. Every change goes through it, so that the observer misses none.
pub struct Site<'a> {
    pub(super) map: &'a mut Map,
    pub(super) buffers: &'a mut Buffers,
    /// Those of the generator.
    pub(super) params: &'a Params,
    pub(super) observer: Option<&'a mut dyn Observer>,
}

impl<'a> Site<'a> {
    /// The values of the generator's parameters.
    pub const fn params(&self) -> &'a Params {
        self.params
    }

    /// The map as it is now.
    pub const fn map(&self) -> &Map {
        self.map
    }

    /// The memory that is kept between maps.
    pub(super) const fn buffers(&mut self) -> &mut Buffers {
        self.buffers
    }

    /// Size of the map in tiles.
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
        let tiles = self.map.tiles.as_mut_slice();
        let (columns, rows) = (area.width() as usize, area.height() as usize);
        let mut at = area.top as usize * width + area.left as usize;
        for _ in 0..rows {
            // A call that fills costs several times a single tile.
            match columns {
                1 => tiles[at] = tile,
                _ => tiles[at..at + columns].fill(tile),
            }
            at += width;
        }
        self.tell(|| Step::Paint { area, tile });
    }

    /// Places a room: floor, and an entry in the map's list.
    #[inline]
    pub fn room(&mut self, room: Rect) {
        self.paint(room, Tile::Floor);
        self.map.rooms.push(room);
        self.tell(|| Step::Room(room));
    }

    /// Adds a room whose tiles are painted by themselves to the map's list.
    pub fn list_room(&mut self, room: Rect) {
        self.map.rooms.push(room);
        self.tell(|| Step::Room(room));
    }

    /// Tells the observer of a room that did not fit.
    #[inline]
    pub fn refuse(&mut self, room: Rect) {
        self.tell(|| Step::Refused(room));
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

    /// Joins room `a` to room `b`, to the right of it if `beside` and else below it: straight where
    /// they overlap, else with two turns along column or row `line`, which lies between them.
    #[inline]
    pub fn join(&mut self, a: Rect, b: Rect, line: i32, beside: bool, stream: &mut Stream) {
        // As if `b` lay to the right.
        let turn = |room: Rect| match beside {
            true => room,
            false => Rect {
                left: room.top,
                top: room.left,
                right: room.bottom,
                bottom: room.right,
            },
        };
        let (a, b) = (turn(a), turn(b));
        let mut hall = |across: bool, at, from, to| match across == beside {
            true => self.hall_across(at, from, to),
            false => self.hall_down(at, from, to),
        };
        let (top, bottom) = (a.top.max(b.top), a.bottom.min(b.bottom));
        if top <= bottom {
            let y = stream.range(top, bottom);
            return hall(true, y, a.right + 1, b.left - 1);
        }
        let from = stream.range(a.top, a.bottom);
        let to = stream.range(b.top, b.bottom);
        hall(true, from, a.right + 1, line);
        hall(false, line, from, to);
        hall(true, to, line, b.left - 1);
    }

    /// Sets the start, which must be walkable.
    pub fn start(&mut self, pos: Pos) {
        self.map.start = Some(pos);
        self.tell(|| Step::Start(pos));
    }

    /// Draws many tiles in one go, which is for a site that nobody watches: it is not a step.
    pub(super) fn draw_unwatched(&mut self, draw: impl FnOnce(&mut Grid<Tile>)) {
        debug_assert!(!self.is_watched(), "the observer would miss a change");
        draw(&mut self.map.tiles);
    }

    /// Whether anyone is told of the steps.
    pub const fn is_watched(&self) -> bool {
        self.observer.is_some()
    }

    /// The step is made only if there is somebody to tell.
    #[inline]
    fn tell(&mut self, step: impl FnOnce() -> Step) {
        if let Some(observer) = &mut self.observer {
            observer.step(step());
        }
    }

    /// Makes every tile floor or wall, as `floor` says, which has the size of the map. An
    /// observer is told of the changes, a run of a row at a time, and then of the end of a round.
    pub fn picture(&mut self, floor: &TileSet) {
        if !self.is_watched() {
            return floor.write(&mut self.map.tiles);
        }
        for y in 0..self.size().height as i32 {
            let mut x = 0;
            while x < self.size().width as i32 {
                x = self.picture_run(floor, Pos::new(x, y));
            }
        }
        self.tell(|| Step::Round);
    }

    /// Makes the tiles from `first` on what `floor` says, as far as they change from one kind to
    /// one other; returns the column after them.
    fn picture_run(&mut self, floor: &TileSet, first: Pos) -> i32 {
        let change = |x| {
            let pos = Pos::new(x, first.y);
            let wanted = if floor.contains(pos) {
                Tile::Floor
            } else {
                Tile::Wall
            };
            (self.map.tiles[pos], wanted)
        };
        let (now, wanted) = change(first.x);
        let width = self.size().width as i32;
        let end = (first.x..width).find(|&x| change(x) != (now, wanted));
        let end = end.unwrap_or(width);
        if now != wanted {
            let last = Pos::new(end - 1, first.y);
            self.paint(Rect::between(first, last), wanted);
        }
        end
    }

    /// Sets the start to the walkable tile that is farthest from `from`, one end of a longest
    /// shortest path where there are no loops, and near one where there are. Linear in the area.
    pub fn start_far_from(&mut self, from: Pos) {
        let Buffers {
            open, distances, ..
        } = &mut *self.buffers;
        open.read(&self.map.tiles, Tile::is_walkable);
        distances.measure(open, Steps::Four, &[from], UNBOUNDED);
        let far = distances.farthest();
        self.start(far.map_or(from, |(pos, _)| pos));
    }

    /// Turns every walkable tile that cannot be reached from `from` into wall. Linear in the
    /// area.
    pub fn fill_unreachable(&mut self, from: Pos) {
        let mut regions = std::mem::take(&mut self.buffers.regions);
        self.buffers.open.read(&self.map.tiles, Tile::is_walkable);
        regions.label(&self.buffers.open, Touch::Side);
        let home = regions.at(from);
        for run in regions.runs().filter(|run| Some(run.region) != home) {
            let y = run.y as i32;
            let area = Rect {
                left: run.left as i32,
                top: y,
                right: run.right as i32,
                bottom: y,
            };
            self.paint(area, Tile::Wall);
        }
        self.buffers.regions = regions;
    }
}
