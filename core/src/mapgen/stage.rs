//! One stage of a map's making: a generator with its parameters, and the part of the map that it works on.

use std::fmt;

use strum::VariantArray;

use super::caves::{Keep, Pockets};
use super::param::given_twice;
use super::{GenerateError, Generator, Mask, Params, Site};
use crate::geom::{Dir, Pos, Rect};
use crate::map::{Map, Tile, TileSet};
use crate::rng::Stream;
use crate::text::{self, Invalid};

/// One stage of a map's making.
///
/// Written as `generator`, and `/` with the values that differ from the defaults: `rooms`,
/// `rooms/in=left,tries=20`.
#[derive(Clone)]
pub struct Stage {
    pub(super) generator: &'static dyn Generator,
    /// The part of the map that it works on.
    pub mask: Mask,
    /// The values of the generator's parameters.
    pub params: Params,
}

/// Smaller pockets that stages leave between them are filled in, larger ones joined.
const MIN_POCKET: u32 = 6;

/// Working memory of stages, kept between maps.
#[derive(Clone, Debug, Default)]
pub(super) struct StageScratch {
    mask: TileSet,
    /// The map of the stages before, while a stage makes a map of its own.
    under: Map,
    open: TileSet,
    pockets: Pockets,
}

impl Stage {
    /// A stage that works on the whole map, with default parameters.
    pub fn new(generator: &'static dyn Generator) -> Self {
        Self::with_params(generator, generator.params())
    }

    /// As [`new`](Self::new), with `params`, which must belong to the generator.
    pub fn with_params(generator: &'static dyn Generator, params: Params) -> Self {
        Self {
            generator,
            mask: Mask::All,
            params,
        }
    }

    /// The generator that works in it.
    pub const fn generator(&self) -> &'static dyn Generator {
        self.generator
    }

    /// Sets values from `name=value`, each at most once; `in` is the name of the mask.
    ///
    /// # Errors
    /// Says which name or value is wrong and what is accepted.
    pub fn set_all<'a>(
        &mut self,
        assignments: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Invalid> {
        let mut others = Vec::new();
        let mut mask = None;
        for assignment in assignments {
            match mask_name(assignment) {
                None => others.push(assignment),
                Some(_) if mask.is_some() => return Err(given_twice(Mask::KEY)),
                Some(name) => {
                    mask = Some(Mask::named(name).ok_or_else(|| {
                        let names: Vec<&str> =
                            Mask::VARIANTS.iter().map(|mask| mask.name()).collect();
                        let (names, found) = (names.join(", "), text::excerpt(name));
                        Invalid::new(format_args!("in must be one of {names}, not \"{found}\""))
                    })?);
                }
            }
        }
        self.mask = mask.unwrap_or(self.mask);
        self.params.set_all(others)
    }

    /// The first and each further stage of `map`: carves it into solid rock, or changes what is there.
    pub(super) fn run(
        &self,
        site: &mut Site<'_>,
        is_first: bool,
        stream: &mut Stream,
        patches: impl FnOnce() -> Stream,
    ) -> Result<(), GenerateError> {
        if is_first && self.mask == Mask::All {
            return self.generator.carve(site, stream);
        }
        let mut mask = std::mem::take(&mut site.buffers.stage.mask);
        self.mask.mark(site.map, &mut mask, &mut patches());
        // Nothing is there yet for a first stage to add to.
        let done = match is_first {
            true => site.lay(&mask, |site| self.generator.carve(site, stream)),
            false => self.generator.add(site, &mask, stream),
        };
        site.buffers.stage.mask = mask;
        done?;
        site.connect()
    }
}

/// The value of an assignment to the mask; `None` for any other assignment.
fn mask_name(assignment: &str) -> Option<&str> {
    let (name, value) = assignment.split_once('=')?;
    (text::trim(name) == Mask::KEY).then(|| text::trim(value))
}

impl PartialEq for Stage {
    fn eq(&self, other: &Self) -> bool {
        self.generator.info() == other.generator.info()
            && self.mask == other.mask
            && self.params == other.params
    }
}

impl Eq for Stage {}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stage({self})")
    }
}

impl Stage {
    /// The values that differ from the defaults, as they are written: the mask first.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, String)> {
        let mask = (self.mask != Mask::All).then(|| (Mask::KEY, self.mask.name().to_owned()));
        let params = self.params.changed();
        mask.into_iter()
            .chain(params.map(|(spec, value)| (spec.name, value)))
    }

    /// Writes the values that differ from the defaults, each with the sign before it.
    pub(super) fn write_changed(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.changed().enumerate() {
            let sign = if index == 0 { '/' } else { ',' };
            write!(f, "{sign}{name}={value}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.generator.info().name)?;
        self.write_changed(f)
    }
}

impl Site<'_> {
    /// Lets `carve` make a map of its own on solid rock, and lays the tiles of `mask` over the map. A
    /// room stays on the list if none of its tiles changes; a new one is listed if it lies within the
    /// mask. The observer sees the result alone.
    ///
    /// # Errors
    /// As `carve`.
    pub fn lay(
        &mut self,
        mask: &TileSet,
        carve: impl FnOnce(&mut Self) -> Result<(), GenerateError>,
    ) -> Result<(), GenerateError> {
        let mut other = std::mem::take(&mut self.buffers.stage.under);
        let observer = self.observer.take();
        std::mem::swap(self.map, &mut other);
        self.map.reset(other.size(), Tile::Wall);
        let carved = carve(self);
        std::mem::swap(self.map, &mut other);
        self.observer = observer;
        if carved.is_ok() {
            self.lay_over(&other, mask);
        }
        self.buffers.stage.under = other;
        carved
    }

    fn lay_over(&mut self, other: &Map, mask: &TileSet) {
        let changes =
            |map: &Map, pos: Pos| mask.contains(pos) && map.tiles[pos] != other.tiles[pos];
        self.unlist_rooms(|map, room| room.positions().any(|pos| changes(map, pos)));
        let size = self.size();
        for y in 0..size.height as i32 {
            let mut x = 0;
            while x < size.width as i32 {
                let first = Pos::new(x, y);
                x += 1;
                if !changes(self.map, first) {
                    continue;
                }
                let tile = other.tiles[first];
                let same = |at: i32| {
                    let pos = Pos::new(at, y);
                    at < size.width as i32 && changes(self.map, pos) && other.tiles[pos] == tile
                };
                while same(x) {
                    x += 1;
                }
                self.paint(Rect::between(first, Pos::new(x - 1, y)), tile);
            }
        }
        let listed = self.map.rooms.len();
        for room in &other.rooms {
            let is_new = !self.map.rooms[..listed].contains(room);
            if is_new && room.area.positions().all(|pos| mask.contains(pos)) {
                self.list_room(*room);
            }
        }
        if self.map.start.is_none()
            && let Some(start) = other.start
        {
            self.start(start);
        }
        self.end_round();
    }

    /// Fills in small pockets and joins the others by tunnels, makes floor of doors that separate
    /// nothing, and sees to it that the start can be walked on.
    ///
    /// # Errors
    /// If there is no tile to walk on.
    pub fn connect(&mut self) -> Result<(), GenerateError> {
        let mut scratch = std::mem::take(&mut self.buffers.stage);
        let StageScratch { open, pockets, .. } = &mut scratch;
        open.read(&self.map.tiles, Tile::is_walkable);
        let is_empty = open.is_empty();
        if !is_empty {
            pockets.fill(open, Keep::AtLeast(MIN_POCKET));
            pockets.join(open);
            self.open_only(open);
        }
        let first = open.iter().next();
        self.buffers.stage = scratch;
        let Some(first) = first else {
            return Err(GenerateError::Closed);
        };
        self.unlist_rooms(|map, room| !room.positions().any(|pos| map.is_walkable(pos)));
        if !self
            .map
            .start
            .is_some_and(|start| self.map.is_walkable(start))
        {
            self.start_far_from(first);
        }
        Ok(())
    }

    /// Walls up what is not in `open`, which has the size of the map, and makes floor of what is in it
    /// and cannot be walked on, and of doors that do not stand between two walls and join two sides.
    pub(super) fn open_only(&mut self, open: &TileSet) {
        let size = self.size();
        let all = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        for pos in all.positions() {
            let tile = self.map.tiles[pos];
            let wanted = match open.contains(pos) {
                false if tile.is_walkable() => Tile::Wall,
                true if !tile.is_walkable() => Tile::Floor,
                true if matches!(tile, Tile::DoorClosed | Tile::DoorOpen)
                    && !separates(open, pos) =>
                {
                    Tile::Floor
                }
                _ => continue,
            };
            self.paint(Rect::between(pos, pos), wanted);
        }
    }
}

/// Whether a door at `pos` stands between two walls and joins two sides.
fn separates(open: &TileSet, pos: Pos) -> bool {
    let [north, east, south, west] = Dir::CARDINAL.map(|dir| open.contains(pos.step(dir)));
    north == south && east == west && north != east
}
