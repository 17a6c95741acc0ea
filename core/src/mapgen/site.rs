//! The site that a generator digs: the map under construction, working memory, and the observer of
//! the steps.

use super::{Buffers, Edits, Observer, Params, Step};
use crate::geom::{Grid, Pos, Rect, Size};
use crate::map::distance::UNBOUNDED;
use crate::map::region::Touch;
use crate::map::{Map, Room, Steps, Tile, TileSet};
use crate::rng::{Seed, Stream};

/// A map under construction. Every change goes through it, so that the observer misses none.
pub struct Site<'a> {
    pub(super) map: &'a mut Map,
    pub(super) buffers: &'a mut Buffers,
    /// The values of the generator's parameters.
    pub(super) params: &'a Params,
    pub(super) seed: Seed,
    /// The tiles that are kept, in the first stage.
    pub(super) kept: Option<&'a Edits>,
    pub(super) observer: Option<&'a mut dyn Observer>,
}

impl<'a> Site<'a> {
    /// The values of the generator's parameters.
    pub const fn params(&self) -> &'a Params {
        self.params
    }

    /// The seed of the map, for generators that make streams of their own from it.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Tiles that will be on the finished map whatever is made here, because they are kept while the rest is
    /// made anew; none for most maps. A generator may make the rest to fit them. What it cuts off from them is
    /// joined afterwards.
    pub fn kept(&self) -> impl Iterator<Item = (Pos, Tile)> + use<'a> {
        self.kept.into_iter().flat_map(Edits::iter)
    }

    /// The map in its current state.
    pub const fn map(&self) -> &Map {
        self.map
    }

    /// The working memory that is kept between maps.
    pub(super) const fn buffers(&mut self) -> &mut Buffers {
        self.buffers
    }

    /// Takes out the working memory that a generator of one's own kept after the map before, or a new value.
    /// Memory that is kept is not allocated again for each map; what is in it must not decide anything.
    pub fn take_scratch<T: Default + Send + Sync + 'static>(&mut self) -> T {
        self.buffers.own.take()
    }

    /// Keeps working memory for the next map.
    pub fn keep_scratch<T: Send + Sync + 'static>(&mut self, scratch: T) {
        self.buffers.own.keep(scratch);
    }

    /// Size of the map in tiles.
    pub const fn size(&self) -> Size {
        self.map.size()
    }

    /// The area inside the one-tile border.
    pub const fn interior(&self) -> Rect {
        let size = self.size();
        Rect {
            left: 1,
            top: 1,
            right: size.width as i32 - 2,
            bottom: size.height as i32 - 2,
        }
    }

    /// Sets every tile of `area`, which must lie on the map, to `tile`.
    #[inline]
    pub fn paint(&mut self, area: Rect, tile: Tile) {
        let width = self.map.tiles.width() as usize;
        let tiles = self.map.tiles.as_mut_slice();
        let (columns, rows) = (area.width() as usize, area.height() as usize);
        let mut at = area.top as usize * width + area.left as usize;
        for _ in 0..rows {
            // A call of `fill` costs several times as much as setting a single tile.
            match columns {
                1 => tiles[at] = tile,
                _ => tiles[at..at + columns].fill(tile),
            }
            at += width;
        }
        self.report(|| Step::Paint { area, tile });
    }

    /// Digs a plain room: paints its floor and adds it to the map's list.
    #[inline]
    pub fn room(&mut self, area: Rect) {
        self.paint(area, Tile::Floor);
        self.list_room(Room::plain(area));
    }

    /// Adds a room whose tiles are painted separately to the map's list.
    #[inline]
    pub fn list_room(&mut self, room: Room) {
        self.map.rooms.push(room);
        self.report(|| Step::Room(room));
    }

    /// Takes the rooms off the map's list for which `goes` is true.
    pub(super) fn unlist_rooms(&mut self, goes: impl Fn(&Map, &Rect) -> bool) {
        let mut rooms = std::mem::take(&mut self.map.rooms);
        rooms.retain(|room| {
            let stays = !goes(self.map, &room.area);
            if !stays {
                self.report(|| Step::Unlisted(*room));
            }
            stays
        });
        self.map.rooms = rooms;
    }

    /// Reports a room that did not fit.
    #[inline]
    pub fn refuse(&mut self, room: Rect) {
        self.report(|| Step::Refused(room));
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

    /// Joins room `a` to room `b`, which lies to the right if `beside` and otherwise below: by a
    /// straight hall where they overlap, else by one with two turns along column or row `line`,
    /// which lies between them.
    #[inline]
    pub fn join(&mut self, a: Rect, b: Rect, line: i32, beside: bool, stream: &mut Stream) {
        // Computes as if `b` lay to the right.
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
        self.report(|| Step::Start(pos));
    }

    /// Changes many tiles at once, without reporting a step. Only for a site without an observer.
    pub(super) fn draw_unwatched(&mut self, draw: impl FnOnce(&mut Grid<Tile>)) {
        debug_assert!(!self.is_watched(), "the observer would miss a change");
        draw(&mut self.map.tiles);
    }

    /// Whether there is an observer.
    pub const fn is_watched(&self) -> bool {
        self.observer.is_some()
    }

    /// Reports a step, which is created only if there is an observer.
    #[inline]
    fn report(&mut self, step: impl FnOnce() -> Step) {
        if let Some(observer) = &mut self.observer {
            observer.step(step());
        }
    }

    /// Sets every tile to floor if it is in `floor`, which has the size of the map, and to wall
    /// otherwise. Reports the changes, one run of a row at a time, and then the end of a round.
    pub fn picture(&mut self, floor: &TileSet) {
        if !self.is_watched() {
            return floor.write(&mut self.map.tiles);
        }
        for y in 0..self.size().height as i32 {
            let mut x = 0;
            while x < self.size().width as i32 {
                x = self.paint_run(floor, Pos::new(x, y));
            }
        }
        self.end_round();
    }

    /// Reports that a round that works on the whole map is over.
    pub(super) fn end_round(&mut self) {
        self.report(|| Step::Round);
    }

    /// Paints the run of tiles from `first` on that change in the same way; returns the column
    /// after it.
    fn paint_run(&mut self, floor: &TileSet, first: Pos) -> i32 {
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

    /// Sets the start to the walkable tile farthest from `from`: one end of a longest shortest path
    /// if there are no loops, and near one otherwise. Linear in the area.
    pub fn start_far_from(&mut self, from: Pos) {
        let Buffers {
            open, distances, ..
        } = &mut *self.buffers;
        open.read(&self.map.tiles, Tile::is_walkable);
        distances.measure(open, Steps::Four, &[from], UNBOUNDED);
        let far = distances.farthest();
        self.start(far.map_or(from, |(pos, _)| pos));
    }

    /// Turns every walkable tile that is unreachable from `from` into wall. Linear in the area.
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
