//! `rogue`: a grid of sectors with one room each, joined by halls that turn.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
use crate::map::union_find::UnionFind;
use crate::rng::Stream;

/// `rogue`: rooms in a grid of sectors, neighbours joined by halls.
pub struct Rogue;

params! {
    SECTORS = int("sectors", 2, 6, 3, "sectors along each side");
    MIN_SIDE = int("min-side", 1, 64, 1, "smallest side of a room, in tiles");
    JOINS = choice(
        "joins", &["all", "until-connected"],
        "join every pair of neighbours, or pairs in random order until all rooms are connected",
    );
}

static INFO: Info = Info {
    name: "rogue",
    description: "One room in each sector of a grid, joined to its neighbours by bent halls",
    source: "Toy, Wichman and Arnold, Rogue (1980): rooms in a 3x3 grid of sectors",
    params: PARAMS,
};

impl Generator for Rogue {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, params: &Params) -> Size {
        // The last sector loses one more column than the others, to the border.
        let side = (params.value(SECTORS) * (params.value(MIN_SIDE) + 1) + 1) as u32;
        Size::new(side, side)
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let sectors = params.value(SECTORS) as usize;
        for index in 0..sectors * sectors {
            let sector = sector(site.size(), sectors, index % sectors, index / sectors);
            site.room(draw_room(sector, params.value(MIN_SIDE), stream));
        }
        let mut borders = borders(sectors);
        let until_connected = params.value(JOINS) == 1;
        if until_connected {
            stream.shuffle(&mut borders);
        }
        let mut groups = sectors * sectors;
        let mut sets = UnionFind::default();
        sets.reset(groups as u32);
        for (first, second) in borders {
            join_sectors(site, first, second, stream);
            groups -= usize::from(sets.unite(first as u32, second as u32));
            if until_connected && groups == 1 {
                break;
            }
        }
        let start_room = stream.below((sectors * sectors) as u32);
        site.start(site.map().rooms[start_room as usize].area.center());
        Ok(())
    }
}

/// The tiles of sector (`column`, `row`) that a room may cover.
fn sector(size: Size, sectors: usize, column: usize, row: usize) -> Rect {
    let span = |side: u32, index: usize| {
        let step = side as i32 / sectors as i32;
        let first = index as i32 * step + 1;
        let last = if index + 1 == sectors {
            side as i32 - 2
        } else {
            (index as i32 + 1) * step - 1
        };
        (first, last)
    };
    let (left, right) = span(size.width, column);
    let (top, bottom) = span(size.height, row);
    Rect {
        left,
        top,
        right,
        bottom,
    }
}

/// Draws a room between two columns and two rows of `sector`.
fn draw_room(sector: Rect, min_side: i32, stream: &mut Stream) -> Rect {
    let extra = min_side - 1;
    let a = stream.range(sector.left, sector.right - extra);
    let b = stream.range(sector.left, sector.right - extra);
    let c = stream.range(sector.top, sector.bottom - extra);
    let d = stream.range(sector.top, sector.bottom - extra);
    let mut room = Rect::between(Pos::new(a, c), Pos::new(b, d));
    room.right += extra;
    room.bottom += extra;
    room
}

/// The pairs of adjacent sectors, by index: row by row, east before south.
fn borders(sectors: usize) -> Vec<(usize, usize)> {
    let mut borders = Vec::new();
    for first in 0..sectors * sectors {
        if first % sectors + 1 < sectors {
            borders.push((first, first + 1));
        }
        if first / sectors + 1 < sectors {
            borders.push((first, first + sectors));
        }
    }
    borders
}

/// Joins the rooms of two adjacent sectors, with any turns in the middle of the gap.
fn join_sectors(site: &mut Site<'_>, first: usize, second: usize, stream: &mut Stream) {
    let (a, b) = (site.map().rooms[first].area, site.map().rooms[second].area);
    let is_beside = second == first + 1;
    let middle = match is_beside {
        true => (a.right + b.left) / 2,
        false => (a.bottom + b.top) / 2,
    };
    site.join(a, b, middle, is_beside, stream);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::{MapSpec, Recorder, Step};

    fn spec(code: &str) -> MapSpec {
        code.parse().unwrap()
    }

    #[test]
    fn every_room_lies_in_its_sector_and_has_the_least_side() {
        for seed in 0..200 {
            let map = spec(&format!("rogue/60x40/min-side=5#{seed}"))
                .generate()
                .unwrap();
            assert_eq!(map.rooms.len(), 9);
            let rooms = map.rooms.iter().map(|room| room.area);
            for (index, room) in rooms.enumerate() {
                let sector = sector(map.size(), 3, index % 3, index / 3);
                assert!(room.width() >= 5 && room.height() >= 5, "{room:?}");
                assert!(sector.contains(Pos::new(room.left, room.top)));
                assert!(sector.contains(Pos::new(room.right, room.bottom)));
            }
        }
    }

    #[test]
    fn halls_turn_where_rooms_do_not_overlap_and_run_straight_where_they_do() {
        let (mut straight, mut turned) = (0, 0);
        for seed in 0..100 {
            let mut recorder = Recorder::default();
            let mut map = Map::default();
            spec(&format!("rogue/80x50#{seed}"))
                .observe(&mut map, &mut Buffers::default(), &mut recorder)
                .unwrap();
            let paints = recorder
                .steps
                .iter()
                .filter(|step| matches!(step, Step::Paint { .. }))
                .count();
            let mut overlaps = 0;
            for (first, second) in borders(3) {
                let (a, b) = (map.rooms[first].area, map.rooms[second].area);
                let aside = a.top <= b.bottom && b.top <= a.bottom;
                let above = a.left <= b.right && b.left <= a.right;
                overlaps += usize::from(if second == first + 1 { aside } else { above });
            }
            assert_eq!(paints, 9 + overlaps + 3 * (12 - overlaps), "seed {seed}");
            straight += overlaps;
            turned += 12 - overlaps;
        }
        assert!(straight > 0 && turned > 0);
    }

    #[test]
    fn joining_until_connected_digs_less_and_still_connects() {
        let floor = |code: &str| {
            let map = spec(code).generate().unwrap();
            assert!(map.is_connected(), "{map}");
            map.tiles
                .as_slice()
                .iter()
                .filter(|tile| tile.is_walkable())
                .count()
        };
        let (mut all, mut some) = (0, 0);
        for seed in 0..200 {
            all += floor(&format!("rogue/80x50#{seed}"));
            some += floor(&format!("rogue/80x50/joins=until-connected#{seed}"));
        }
        assert!(some < all);
    }

    use crate::map::Map;
    use crate::mapgen::Buffers;
}
