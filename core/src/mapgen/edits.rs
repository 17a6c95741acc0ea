//! Tiles that somebody changed by hand on a generated map, or keeps while the rest is made anew.

use std::collections::BTreeMap;

use super::Site;
use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::union_find::UnionFind;
use crate::map::{Map, Regions, Tile, TileSet};
use crate::packed::{self, PackedError};
use crate::text::{self, Invalid};

/// Tiles that replace those of a generated map, written after the seed of a share code.
///
/// The word in a code is packed bytes: the flags `1`, where what is cut off is joined again, and `2`,
/// where a start follows; the index of the start; and runs of tiles, row by row, each with the number of
/// unchanged tiles before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    /// By row and column.
    tiles: BTreeMap<(i32, i32), Tile>,
    /// Where the start is put, if it can be walked on.
    pub start: Option<Pos>,
    /// Whether regions of the map that are cut off from each other are joined by tunnels, which spare the
    /// edited tiles, as around a part that is kept while the rest is made anew.
    pub joins: bool,
}

fn outside(size: Size) -> Invalid {
    Invalid::new(format!(
        "the edits do not fit a map of {size}; they belong to a larger one"
    ))
}

fn too_many(count: usize) -> Invalid {
    Invalid::new(format!(
        "{count} edited tiles are too many: at most {MAX_EDITS} are kept"
    ))
}

/// The most tiles that can be edited: as many as a map of 512x512 has.
pub const MAX_EDITS: usize = 512 * 512;

/// The most bytes that edits are packed from.
const LIMIT: usize = 1 << 20;

/// The flag of [`Edits::joins`].
const JOINS: u32 = 1;
/// The flag of a start.
const HAS_START: u32 = 2;

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
        self.tiles.is_empty() && self.start.is_none()
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
        }
    }

    /// Checks that a map of `size` can have them.
    pub(super) fn check(&self, size: Size) -> Result<(), Invalid> {
        if self.len() > MAX_EDITS {
            return Err(too_many(self.len()));
        }
        let mut places = self.iter().map(|(pos, _)| pos).chain(self.start);
        match places.all(|pos| size.contains(pos)) {
            true => Ok(()),
            false => Err(outside(size)),
        }
    }

    /// The word for a map of `size`, on which they lie.
    pub(super) fn word(&self, size: Size) -> String {
        let index = |pos: Pos| pos.y as u32 * size.width + pos.x as u32;
        let mut bytes = Vec::new();
        let flags = u32::from(self.joins) * JOINS + u32::from(self.start.is_some()) * HAS_START;
        packed::put_number(&mut bytes, flags);
        if let Some(start) = self.start {
            packed::put_number(&mut bytes, index(start));
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
    pub(super) fn read(word: &str, size: Size) -> Result<Self, Invalid> {
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
        if flags > JOINS + HAS_START {
            return Err(failed(PackedError::Damaged));
        }
        let mut edits = Self {
            joins: flags & JOINS != 0,
            ..Self::default()
        };
        if flags & HAS_START != 0 {
            edits.start = Some(pos(number(&mut bytes)?)?);
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
                return Err(too_many(total));
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
            !room.positions().any(|pos| becomes(pos).is_walkable())
        });
        for (pos, tile) in self.iter() {
            if site.map.tiles[pos] != tile {
                site.paint(Rect::between(pos, pos), tile);
            }
        }
        if self.joins {
            self.join(site);
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
    /// All regions grow into the rock at once; where two meet, the way between them is a candidate, and the
    /// shortest candidates that join anything are dug, as in Kruskal's algorithm (1956). Linear in the area,
    /// apart from sorting the candidates.
    fn join(&self, site: &mut Site<'_>) {
        let open = TileSet::of(&site.map.tiles, Tile::is_walkable);
        let mut regions = Regions::default();
        regions.label(&open, Touch::Side);
        if regions.count() < 2 {
            return;
        }
        let size = site.size();
        let interior = site.interior();
        // For each tile reached: its region, its distance from it, and where it was reached from.
        let mut reached = Grid::new(size.width, size.height, None::<(u32, u32, Pos)>);
        let mut queue = Vec::new();
        for run in regions.runs() {
            for x in run.left..=run.right {
                let pos = Pos::new(x as i32, run.y as i32);
                reached[pos] = Some((run.region, 0, pos));
                queue.push(pos);
            }
        }
        let mut meetings = Vec::new();
        let mut head = 0;
        while let Some(&pos) = queue.get(head) {
            head += 1;
            let Some((region, steps, _)) = reached[pos] else {
                continue;
            };
            for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                match reached.get(next) {
                    Some(Some((other, other_steps, _))) if *other != region => {
                        meetings.push((steps + other_steps, head, pos, next));
                    }
                    Some(None) if interior.contains(next) && self.get(next).is_none() => {
                        reached[next] = Some((region, steps + 1, pos));
                        queue.push(next);
                    }
                    _ => {}
                }
            }
        }
        meetings.sort_unstable_by_key(|(length, order, ..)| (*length, *order));
        let mut joined = UnionFind::default();
        joined.reset(regions.len() as u32);
        for (_, _, one, other) in meetings {
            let region = |pos: Pos| reached[pos].map_or(0, |(region, ..)| region);
            if !joined.unite(region(one), region(other)) {
                continue;
            }
            for end in [one, other] {
                let mut pos = end;
                while let Some((_, 1.., before)) = reached[pos] {
                    site.paint(Rect::between(pos, pos), Tile::Floor);
                    pos = before;
                }
            }
        }
    }
}
