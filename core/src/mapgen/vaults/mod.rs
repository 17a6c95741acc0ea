//! `vaults`: hand-drawn pieces set into the map of the stages before it.

mod pieces;
mod tunnel;

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Oriented, Pos, Rect, Size};
use crate::map::{Room, RoomKind, Tile, TileSet};
use crate::rng::Stream;

/// `vaults`: hand-drawn pieces in the map of other stages.
pub struct Vaults;

/// The most attempts to place one piece.
const TRIES: usize = 60;

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct VaultsScratch {
    /// The areas of the pieces placed so far, including their walls.
    placed: Vec<Rect>,
    search: tunnel::TunnelSearch,
}

params! {
    COUNT = int("count", 0, 200, 5, "vaults placed, if there is room");
}

static INFO: Info = Info {
    name: "vaults",
    description: "Hand-drawn chapels, crypts, wells and more, placed on the map of the stages before",
    source: "hand-drawn vaults in generated levels, after Dungeon Crawl (L. Henzell, 1997)",
    params: PARAMS,
};

impl Generator for Vaults {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, _: &Params) -> Size {
        Size::new(7, 7)
    }

    fn carve(&self, _: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        Err(GenerateError::Closed)
    }

    fn add(
        &self,
        site: &mut Site<'_>,
        mask: &TileSet,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let count = site.params().value(COUNT);
        let mut scratch = std::mem::take(&mut site.buffers().vaults);
        scratch.placed.clear();
        for _ in 0..count {
            (0..TRIES).any(|_| scratch.try_place(site, mask, stream));
        }
        site.buffers().vaults = scratch;
        Ok(())
    }

    fn lacks(&self) -> Option<&'static str> {
        Some("there is no map yet to place pieces on")
    }
}

impl VaultsScratch {
    /// Tries to place a random piece at a random position, wholly on tiles of the mask; returns whether it fits.
    fn try_place(&mut self, site: &mut Site<'_>, mask: &TileSet, stream: &mut Stream) -> bool {
        let drawing = stream
            .pick(&pieces::ALL)
            .expect("the list of pieces is not empty");
        let turn = stream.below(8);
        let piece = drawing.oriented(turn);
        let (width, height) = (piece.size().width as i32, piece.size().height as i32);
        let interior = site.interior();
        if width > interior.width() || height > interior.height() {
            return false;
        }
        let x = stream.range(interior.left, interior.right + 1 - width);
        let y = stream.range(interior.top, interior.bottom + 1 - height);
        let area = Rect::sized(Pos::new(x, y), width, height);
        let is_within = area.positions().all(|pos| mask.contains(pos));
        if !is_within || !self.can_place(site, area) || !self.dig_entrances(site, area, piece) {
            site.refuse(area);
            return false;
        }
        paint_piece(site, area, piece);
        self.placed.push(area);
        true
    }

    /// Whether the map stays connected when `area` is walled up, without losing the start, a piece
    /// or part of a room's edge.
    ///
    /// The walkable tiles around the area must form one stretch: a path that led through the area
    /// then runs along its edge.
    fn can_place(&self, site: &Site<'_>, area: Rect) -> bool {
        let around = area.grown(1);
        let map = site.map();
        let apart = |other: &Rect| !other.intersects(around);
        count_stretches(around, |pos| map.is_walkable(pos)) <= 1
            && map.start.is_none_or(|start| !area.contains(start))
            && self.placed.iter().all(apart)
            && map
                .rooms
                .iter()
                .all(|room| apart(&room.area) || contains_rect(room.area, around))
    }

    /// Digs tunnels from the entrances of a piece to open tiles. Returns whether any entrance is
    /// connected.
    fn dig_entrances(
        &mut self,
        site: &mut Site<'_>,
        area: Rect,
        piece: Oriented<'_, Tile>,
    ) -> bool {
        let mut joined = false;
        for (way, outside) in entrances(area, piece) {
            debug_assert!(piece.at(way).is_walkable());
            joined |= site.map().is_walkable(outside)
                || self.search.dig(site, outside, area, &self.placed);
        }
        joined
    }
}

/// Paints the piece; entrances that lead nowhere become wall.
fn paint_piece(site: &mut Site<'_>, area: Rect, piece: Oriented<'_, Tile>) {
    let corner = Pos::new(area.left, area.top);
    site.paint(area, Tile::Wall);
    for pos in area.positions() {
        let tile = piece.at(pos - corner);
        if tile != Tile::Wall {
            site.paint(Rect::between(pos, pos), tile);
        }
    }
    for (way, outside) in entrances(area, piece) {
        if !site.map().is_walkable(outside) {
            let way = corner + way;
            site.paint(Rect::between(way, way), Tile::Wall);
        }
    }
    site.list_room(Room::of_kind(area.grown(-1), RoomKind::Prefab));
}

/// The entrances of a piece placed at `area`: the position within the piece, and the tile of the
/// map in front of it. In the order top, bottom, left, right.
fn entrances(area: Rect, piece: Oriented<'_, Tile>) -> impl Iterator<Item = (Pos, Pos)> {
    let (width, height) = (area.width(), area.height());
    let across = (0..width).map(|x| (Pos::new(x, 0), Pos::new(0, -1)));
    let below = (0..width).map(move |x| (Pos::new(x, height - 1), Pos::new(0, 1)));
    let left = (0..height).map(|y| (Pos::new(0, y), Pos::new(-1, 0)));
    let right = (0..height).map(move |y| (Pos::new(width - 1, y), Pos::new(1, 0)));
    across
        .chain(below)
        .chain(left)
        .chain(right)
        .filter(move |(way, _)| piece.at(*way).is_walkable())
        .map(move |(way, out)| (way, Pos::new(area.left, area.top) + way + out))
}

/// Whether `outer` contains all of `inner`.
const fn contains_rect(outer: Rect, inner: Rect) -> bool {
    outer.contains(Pos::new(inner.left, inner.top))
        && outer.contains(Pos::new(inner.right, inner.bottom))
}

/// The number of stretches formed by the open tiles along the edge of `frame`, which is a closed
/// loop.
fn count_stretches(frame: Rect, open: impl Fn(Pos) -> bool) -> usize {
    let top = (frame.left..frame.right).map(|x| Pos::new(x, frame.top));
    let right = (frame.top..frame.bottom).map(|y| Pos::new(frame.right, y));
    let bottom = (frame.left + 1..=frame.right).map(|x| Pos::new(x, frame.bottom));
    let left = (frame.top + 1..=frame.bottom).map(|y| Pos::new(frame.left, y));
    let round = top.chain(right).chain(bottom.rev()).chain(left.rev());
    let first = open(Pos::new(frame.left, frame.top));
    let (mut before, mut begun) = (first, 0);
    for pos in round {
        let now = open(pos);
        begun += usize::from(now && !before);
        before = now;
    }
    // The loop assumed that the first corner continues a stretch from the end of the edge.
    begun + usize::from(first && !before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::mapgen::generate;

    /// Whether the tiles of `room` with the walls around them are a piece, with some entrances
    /// walled up.
    fn is_piece(map: &Map, room: Rect) -> bool {
        let area = room.grown(1);
        pieces::ALL.iter().any(|drawing| {
            (0..8).map(|turn| drawing.oriented(turn)).any(|piece| {
                let size = piece.size();
                let corner = Pos::new(area.left, area.top);
                (size.width as i32, size.height as i32) == (area.width(), area.height())
                    && area.positions().all(|pos| {
                        let (tile, drawn) = (map.tiles[pos], piece.at(pos - corner));
                        let walled_up = tile == Tile::Wall && !room.contains(pos);
                        tile == drawn || (walled_up && drawn.is_walkable())
                    })
            })
        })
    }

    #[test]
    fn pieces_appear_as_they_were_drawn_in_every_base() {
        for base in ["rooms", "rogue", "caves", "bsp", "drunkard", "box"] {
            let (mut pieces, mut maps) = (0, 0);
            for seed in 0..60 {
                let map = generate(&format!("{base}/80x50|vaults#{seed}"));
                let others = generate(&format!("{base}/80x50#{seed}")).rooms;
                assert_eq!(map.rooms[..others.len()], others, "seed {seed}");
                for room in &map.rooms[others.len()..] {
                    assert_eq!(room.kind, RoomKind::Prefab);
                    assert!(
                        is_piece(&map, room.area),
                        "{base} seed {seed}: {room:?}\n{map}"
                    );
                    pieces += 1;
                }
                maps += usize::from(map.rooms.len() > others.len());
            }
            assert!(
                maps > 45 && pieces > 80,
                "{base}: {pieces} pieces in {maps} maps of 60"
            );
        }
    }

    #[test]
    fn doors_stand_between_walls_and_lead_through() {
        let mut doors = 0;
        for base in ["rooms", "rogue", "caves", "bsp", "drunkard", "box"] {
            for seed in 0..60 {
                let map = generate(&format!("{base}/90x60|vaults/count=12#{seed}"));
                for (pos, tile) in map.tiles.iter() {
                    if !matches!(tile, Tile::DoorClosed | Tile::DoorOpen) {
                        continue;
                    }
                    let [north, east, south, west] =
                        crate::geom::Dir::CARDINAL.map(|dir| map.is_walkable(pos.step(dir)));
                    assert!(
                        north == south && east == west && north != east,
                        "{base} seed {seed}: the door at {pos}\n{map}"
                    );
                    doors += 1;
                }
            }
        }
        assert!(doors > 1000);
    }

    #[test]
    fn stretches_are_counted_going_round() {
        let count = |text: &str| {
            let map = Map::from_text(text).unwrap();
            let frame = Rect::sized(
                Pos::new(0, 0),
                map.size().width as i32,
                map.size().height as i32,
            );
            count_stretches(frame, |pos| map.is_walkable(pos))
        };
        assert_eq!(count("###\n#.#\n###\n"), 0);
        assert_eq!(count("...\n.#.\n...\n"), 0);
        assert_eq!(count("..#\n.##\n###\n"), 1);
        assert_eq!(count("#.#\n###\n#.#\n"), 2);
        assert_eq!(count(".#.\n###\n.#.\n"), 4);
        assert_eq!(count("#..\n..#\n###\n"), 2);
    }
}
