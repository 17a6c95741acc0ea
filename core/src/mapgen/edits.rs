//! What somebody changed by hand on a generated map, or keeps while the rest is made anew: tiles, the start, rooms with
//! names and things.

use std::collections::BTreeMap;

use strum::VariantArray;

use super::Site;
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::union_find::UnionFind;
use crate::map::{Map, Regions, Room, RoomKind, RoomName, Thing, ThingClass, Tile, TileSet};
use crate::packed::{self, PackedError};
use crate::text::{self, Invalid};

/// What replaces the tiles of a generated map or is added to it, written after the seed of a share code.
///
/// The word in a code is packed bytes: the flags `1`, where what is cut off is joined again, `2`, `4` and `8`, where a
/// start, rooms and things follow; the index of the start; the number of rooms, and each; the number of things, and each;
/// and runs of tiles, row by row, each with the number of unchanged tiles before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    /// By row and column.
    tiles: BTreeMap<(i32, i32), Tile>,
    /// Where the start is put, if it can be walked on.
    pub start: Option<Pos>,
    /// Whether regions of the map that are cut off from each other are joined by tunnels, which spare the
    /// edited tiles, as around a part that is kept while the rest is made anew.
    pub joins: bool,
    /// Rooms that are added to those of the map, or take the place of one with the same tiles.
    pub rooms: Vec<Room>,
    /// Things that are added to those of the map.
    pub things: Vec<Thing>,
}

fn outside(size: Size) -> Invalid {
    Invalid::new(format!(
        "the edits do not fit a map of {size}; they belong to a larger one"
    ))
}

fn too_many(count: usize, what: &str, most: usize) -> Invalid {
    Invalid::new(format!(
        "{count} {what} are too many: at most {most} are kept"
    ))
}

/// The most tiles that can be edited: as many as a map of 512x512 has.
pub const MAX_EDITS: usize = 512 * 512;

/// The most rooms, and the most things, that can be added.
const MAX_ADDED: usize = 4096;

/// The most bytes that edits are packed from.
const LIMIT: usize = 1 << 20;

/// The flag of [`Edits::joins`].
const JOINS: u32 = 1;
/// The flags of a start, of rooms and of things.
const HAS_START: u32 = 2;
const HAS_ROOMS: u32 = 4;
const HAS_THINGS: u32 = 8;

impl Edits {
    /// What turns the map `made` into `wanted`, which has the same size.
    pub fn between(made: &Map, wanted: &Map) -> Self {
        let mut edits = Self::default();
        for (pos, tile) in wanted.tiles.iter() {
            if made.tiles.get(pos) != Some(tile) {
                edits.set(pos, *tile);
            }
        }
        edits.start = wanted.start.filter(|_| wanted.start != made.start);
        edits
    }

    /// What turns the map `made` into `wanted` with its rooms and these things.
    pub fn whole(made: &Map, wanted: &Map, things: Vec<Thing>) -> Self {
        Self {
            rooms: wanted.rooms.clone(),
            things,
            ..Self::between(made, wanted)
        }
    }

    /// Edits a tile.
    pub fn set(&mut self, pos: Pos, tile: Tile) {
        self.tiles.insert((pos.y, pos.x), tile);
    }

    /// Leaves a tile as it is made.
    pub fn remove(&mut self, pos: Pos) {
        self.tiles.remove(&(pos.y, pos.x));
    }

    /// The edited tile at `pos`, if it is edited.
    pub fn get(&self, pos: Pos) -> Option<Tile> {
        self.tiles.get(&(pos.y, pos.x)).copied()
    }

    /// The edited tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, Tile)> {
        let tiles = self.tiles.iter();
        tiles.map(|(&(y, x), &tile)| (Pos::new(x, y), tile))
    }

    /// Number of edited tiles.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether nothing is edited.
    pub fn is_empty(&self) -> bool {
        let adds = !self.rooms.is_empty() || !self.things.is_empty();
        self.tiles.is_empty() && self.start.is_none() && !adds
    }

    /// The rectangles of all that is added.
    fn areas(&self) -> impl Iterator<Item = Rect> {
        let rooms = self.rooms.iter().map(|room| room.area);
        rooms.chain(self.things.iter().map(|thing| thing.area))
    }

    /// The edits that lie on a map of `size`.
    #[must_use]
    pub fn cropped(&self, size: Size) -> Self {
        Self {
            tiles: self
                .tiles
                .iter()
                .filter(|((y, x), _)| size.contains(Pos::new(*x, *y)))
                .map(|(&at, &tile)| (at, tile))
                .collect(),
            start: self.start.filter(|start| size.contains(*start)),
            joins: self.joins,
            rooms: lying_on(size, &self.rooms, |room| room.area),
            things: lying_on(size, &self.things, |thing| thing.area),
        }
    }

    /// Checks that a map of `size` can have them.
    pub(super) fn check(&self, size: Size) -> Result<(), Invalid> {
        for (count, what, most) in [
            (self.len(), "edited tiles", MAX_EDITS),
            (self.rooms.len(), "rooms", MAX_ADDED),
            (self.things.len(), "things", MAX_ADDED),
        ] {
            if count > most {
                return Err(too_many(count, what, most));
            }
        }
        let mut places = self.iter().map(|(pos, _)| pos).chain(self.start);
        let lies = |area| is_on(size, area);
        match places.all(|pos| size.contains(pos)) && self.areas().all(lies) {
            true => Ok(()),
            false => Err(outside(size)),
        }
    }

    /// The word for a map of `size`, on which they lie.
    pub(super) fn word(&self, size: Size) -> String {
        let index = |pos: Pos| pos.y as u32 * size.width + pos.x as u32;
        let mut bytes = Vec::new();
        let flags = [
            (self.joins, JOINS),
            (self.start.is_some(), HAS_START),
            (!self.rooms.is_empty(), HAS_ROOMS),
            (!self.things.is_empty(), HAS_THINGS),
        ];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
        packed::put_number(&mut bytes, flags.map(|(_, flag)| flag).sum());
        if let Some(start) = self.start {
            packed::put_number(&mut bytes, index(start));
        }
        if !self.rooms.is_empty() {
            packed::put_number(&mut bytes, self.rooms.len() as u32);
        }
        for room in &self.rooms {
            put_area(&mut bytes, room.area);
            packed::put_number(&mut bytes, (room.kind == RoomKind::Prefab).into());
            packed::put_text(&mut bytes, room.name.as_ref().map_or("", RoomName::as_str));
        }
        if !self.things.is_empty() {
            packed::put_number(&mut bytes, self.things.len() as u32);
        }
        for thing in &self.things {
            put_area(&mut bytes, thing.area);
            packed::put_number(&mut bytes, thing.class as u32);
            packed::put_text(&mut bytes, &thing.id);
            packed::put_text(&mut bytes, &thing.name);
            packed::put_number(&mut bytes, thing.properties.len() as u32);
            for text in thing
                .properties
                .iter()
                .flat_map(|(name, value)| [name, value])
            {
                packed::put_text(&mut bytes, text);
            }
        }
        // First and one past the last of a run, and its tile.
        let mut runs: Vec<(u32, u32, Tile)> = Vec::new();
        for (pos, tile) in self.iter() {
            let at = index(pos);
            match runs.last_mut() {
                Some((_, end, last)) if *end == at && *last == tile => *end += 1,
                _ => runs.push((at, at + 1, tile)),
            }
        }
        let mut before = 0;
        for (first, end, tile) in runs {
            packed::put_number(&mut bytes, first - before);
            packed::put_run(&mut bytes, end - first, tile);
            before = end;
        }
        packed::pack(&bytes)
    }

    /// Reads the word for a map of `size`.
    pub(crate) fn read(word: &str, size: Size) -> Result<Self, Invalid> {
        let failed = |reason: PackedError| {
            let word = text::excerpt(word);
            Invalid::new(format!("the edits \"{word}\" cannot be read: {reason}"))
        };
        let bytes = packed::unpack(word, LIMIT).map_err(failed)?;
        let mut bytes = bytes.as_slice();
        let area = size.width.saturating_mul(size.height);
        let pos = |index: u32| match index < area {
            true => Ok(Pos::new(
                (index % size.width) as i32,
                (index / size.width) as i32,
            )),
            false => Err(outside(size)),
        };
        let number = |bytes: &mut &[u8]| packed::take_number(bytes).map_err(failed);
        let flags = number(&mut bytes)?;
        if flags > JOINS + HAS_START + HAS_ROOMS + HAS_THINGS {
            return Err(failed(PackedError::Damaged));
        }
        let has = |flag| flags & flag != 0;
        let count = |bytes: &mut &[u8], what| {
            let count = packed::take_number(bytes).map_err(failed)? as usize;
            match count <= MAX_ADDED {
                true => Ok(count),
                false => Err(too_many(count, what, MAX_ADDED)),
            }
        };
        let mut edits = Self {
            joins: has(JOINS),
            ..Self::default()
        };
        if has(HAS_START) {
            edits.start = Some(pos(number(&mut bytes)?)?);
        }
        if has(HAS_ROOMS) {
            for _ in 0..count(&mut bytes, "rooms")? {
                edits.rooms.push(take_room(&mut bytes).map_err(failed)?);
            }
        }
        if has(HAS_THINGS) {
            for _ in 0..count(&mut bytes, "things")? {
                edits.things.push(take_thing(&mut bytes).map_err(failed)?);
            }
        }
        if !edits.areas().all(|area| is_on(size, area)) {
            return Err(outside(size));
        }
        let mut at = 0_u32;
        while !bytes.is_empty() {
            at = at.saturating_add(number(&mut bytes)?);
            let (count, tile) = packed::take_run(&mut bytes).map_err(failed)?;
            if count == 0 {
                return Err(failed(PackedError::Damaged));
            }
            let end = at.saturating_add(count);
            pos(end - 1)?;
            let total = edits.len() + count as usize;
            if total > MAX_EDITS {
                return Err(too_many(total, "edited tiles", MAX_EDITS));
            }
            for index in at..end {
                edits.set(pos(index)?, tile);
            }
            at = end;
        }
        Ok(edits)
    }

    /// Makes the changes on a finished map. If the start cannot be walked on then, chooses another.
    pub(super) fn apply(&self, site: &mut Site<'_>) -> Result<(), super::GenerateError> {
        site.unlist_rooms(|map, room| {
            let becomes = |pos| self.get(pos).unwrap_or(map.tiles[pos]);
            let is_walled_up = !room.positions().any(|pos| becomes(pos).is_walkable());
            is_walled_up || self.rooms.iter().any(|own| own.area == *room)
        });
        for (pos, tile) in self.iter() {
            if site.map.tiles[pos] != tile {
                site.paint(Rect::between(pos, pos), tile);
            }
        }
        if self.joins {
            self.join(site);
        }
        for room in &self.rooms {
            site.list_room(*room);
        }
        let is_open = |site: &Site<'_>, pos: &Pos| site.map.is_walkable(*pos);
        if let Some(start) = self.start.filter(|start| is_open(site, start)) {
            site.start(start);
        } else if !site.map.start.is_some_and(|start| is_open(site, &start)) {
            let first = site.map.tiles.iter().find(|(_, tile)| tile.is_walkable());
            let first = first.map(|(pos, _)| pos);
            site.start_far_from(first.ok_or(super::GenerateError::Closed)?);
        }
        site.end_round();
        Ok(())
    }

    /// Joins regions by the shortest tunnels through rock that is not edited, where there are any, inside
    /// the border.
    ///
    /// All regions grow into the rock at once, until all are joined; where two meet, the way between them is a candidate, and
    /// the shortest candidates that join anything are dug, as in Kruskal's algorithm (1956). Linear in the area, apart from
    /// sorting the candidates.
    fn join(&self, site: &mut Site<'_>) {
        let open = TileSet::of(&site.map.tiles, Tile::is_walkable);
        let mut regions = Regions::default();
        regions.label(&open, Touch::Side);
        if regions.count() < 2 {
            return;
        }
        let (size, interior) = (site.size(), site.interior());
        let index = |pos: Pos| pos.y as usize * size.width as usize + pos.x as usize;
        let mut reached = vec![Reached::NOBODY; size.area()];
        for (pos, _) in self.iter() {
            reached[index(pos)].region = Reached::EDITED;
        }
        for run in regions.runs() {
            let first = Pos::new(run.left as i32, run.y as i32);
            let all = index(first)..=index(first) + (run.right - run.left) as usize;
            reached[all].fill(Reached {
                region: run.region,
                steps: 0,
                from: first,
            });
        }
        let is_reached = |reached: &[Reached], pos: Pos| {
            size.contains(pos) && reached[index(pos)].region < Reached::EDITED
        };
        let mut queue = Vec::new();
        for run in regions.runs() {
            // Tiles in the midst of others reach no rock.
            let tiles = (run.left..=run.right).map(|x| Pos::new(x as i32, run.y as i32));
            queue.extend(tiles.filter(|pos| {
                let mut around = Dir::CARDINAL.into_iter();
                around.any(|dir| !is_reached(&reached, pos.step(dir)))
            }));
        }
        let mut joined = UnionFind::default();
        joined.reset(regions.len() as u32);
        let mut apart = regions.count() - 1;
        let mut meetings = Vec::new();
        let (mut head, mut far) = (0, 0);
        while apart > 0 && head < queue.len() {
            // All tiles that are as far from their regions.
            while let Some(&pos) = queue.get(head)
                && reached[index(pos)].steps == far
            {
                head += 1;
                let region = reached[index(pos)].region;
                for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                    if !size.contains(next) {
                        continue;
                    }
                    let there = &mut reached[index(next)];
                    if there.region == Reached::NOBODY.region {
                        if interior.contains(next) {
                            *there = Reached {
                                region,
                                steps: far + 1,
                                from: pos,
                            };
                            queue.push(next);
                        }
                    } else if there.region != Reached::EDITED && there.region != region {
                        meetings.push((far + there.steps, pos, next));
                    }
                }
            }
            // Tiles beside each other are as far, or one step farther. So what meets later is longer than this.
            let is_last = head == queue.len();
            let known = meetings.extract_if(.., |(length, ..)| is_last || *length <= 2 * far);
            let mut known: Vec<_> = known.collect();
            // Of several that are as long, the first that met.
            known.sort_by_key(|(length, ..)| *length);
            for (_, one, other) in known {
                if !joined.unite(reached[index(one)].region, reached[index(other)].region) {
                    continue;
                }
                apart -= 1;
                for end in [one, other] {
                    let mut pos = end;
                    while let Reached {
                        steps: 1.., from, ..
                    } = reached[index(pos)]
                    {
                        site.paint(Rect::between(pos, pos), Tile::Floor);
                        pos = from;
                    }
                }
            }
            far += 1;
        }
    }
}

/// How a tile was reached while regions are joined.
#[derive(Clone, Copy)]
struct Reached {
    /// By which region.
    region: u32,
    /// The steps from it.
    steps: u32,
    /// The tile before it, if it is a step or more away.
    from: Pos,
}

impl Reached {
    /// Not yet.
    const NOBODY: Self = Self {
        region: u32::MAX,
        steps: 0,
        from: Pos::new(0, 0),
    };
    /// In place of the region of rock that is edited, which is never dug.
    const EDITED: u32 = u32::MAX - 1;
}

/// Whether a rectangle lies on a map of `size`.
fn is_on(size: Size, area: Rect) -> bool {
    let corners = [
        Pos::new(area.left, area.top),
        Pos::new(area.right, area.bottom),
    ];
    let is_one = area.left <= area.right && area.top <= area.bottom;
    is_one && corners.into_iter().all(|corner| size.contains(corner))
}

/// Those of `all` whose rectangles lie on a map of `size`.
fn lying_on<T: Clone>(size: Size, all: &[T], area: impl Fn(&T) -> Rect) -> Vec<T> {
    let on = all.iter().filter(|it| is_on(size, area(it)));
    on.cloned().collect()
}

fn put_area(bytes: &mut Vec<u8>, area: Rect) {
    for number in [area.left, area.top, area.width() - 1, area.height() - 1] {
        packed::put_number(bytes, number as u32);
    }
}

fn take_area(bytes: &mut &[u8]) -> Result<Rect, PackedError> {
    let mut number = || {
        let number = packed::take_number(bytes)?;
        // More than any map has, and far from what overflows.
        i32::try_from(number)
            .ok()
            .filter(|it| *it < 1 << 20)
            .ok_or(PackedError::Damaged)
    };
    let at = Pos::new(number()?, number()?);
    Ok(Rect::sized(at, number()? + 1, number()? + 1))
}

fn take_room(bytes: &mut &[u8]) -> Result<Room, PackedError> {
    let area = take_area(bytes)?;
    let kind = match packed::take_number(bytes)? {
        0 => RoomKind::Plain,
        1 => RoomKind::Prefab,
        _ => return Err(PackedError::Damaged),
    };
    let name = match &*packed::take_text(bytes)? {
        "" => None,
        name => Some(name.parse().map_err(|_| PackedError::Damaged)?),
    };
    Ok(Room { area, kind, name })
}

fn take_thing(bytes: &mut &[u8]) -> Result<Thing, PackedError> {
    let area = take_area(bytes)?;
    let class = ThingClass::VARIANTS.get(packed::take_number(bytes)? as usize);
    let class = *class.ok_or(PackedError::Damaged)?;
    let (id, name) = (packed::take_text(bytes)?, packed::take_text(bytes)?);
    let mut properties = BTreeMap::new();
    for _ in 0..packed::take_number(bytes)? {
        properties.insert(packed::take_text(bytes)?, packed::take_text(bytes)?);
    }
    Ok(Thing {
        class,
        id,
        name,
        area,
        properties,
    })
}
