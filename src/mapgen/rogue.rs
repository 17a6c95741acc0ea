//! `rogue`: a grid of sectors with one room each, and halls that turn.

use super::{GenerateError, Info, Observer, ParamSpec, Params, Recipe, Site};
use crate::geom::{Pos, Rect, Size};
use crate::map::union_find::UnionFind;
use crate::rng::Stream;

/// Rooms in a grid of sectors, all neighbours joined by halls.
pub struct Rogue;

const SECTORS: usize = 0;
const MIN_SIDE: usize = 1;
const JOINS: usize = 2;

const MAX_SECTORS: usize = 6;
const MAX_BORDERS: usize = 2 * MAX_SECTORS * (MAX_SECTORS - 1);

/// Two sectors that touch, by index, row-major.
#[derive(Clone, Copy, Default)]
struct Border {
    first: usize,
    second: usize,
}

impl Recipe for Rogue {
    const INFO: Info = Info {
        name: "rogue",
        description: "One room in each of 3x3 sectors, neighbours joined by halls that turn",
        source: "Toy, Wichman and Arnold, Rogue (1980): rooms in a 3x3 grid of sectors",
        params: &[
            ParamSpec::int(
                "sectors",
                2,
                MAX_SECTORS as i32,
                3,
                "sectors along each side",
            ),
            ParamSpec::int("min-side", 1, 64, 1, "smallest side of a room, in tiles"),
            ParamSpec::choice(
                "joins",
                &["all", "until-connected"],
                "join every pair of neighbours, or in random order until all are connected",
            ),
        ],
    };

    fn min_size(&self, params: &Params) -> Size {
        // The last sector gives up one column more than the others, to the border.
        let side = (params.value(SECTORS) * (params.value(MIN_SIDE) + 1) + 1) as u32;
        Size::new(side, side)
    }

    fn carve<O: Observer>(
        &self,
        site: &mut Site<'_, O>,
        params: &Params,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let sectors = params.value(SECTORS) as usize;
        let mut rooms = [Rect::between(Pos::new(0, 0), Pos::new(0, 0)); MAX_SECTORS * MAX_SECTORS];
        let rooms = &mut rooms[..sectors * sectors];
        for (index, room) in rooms.iter_mut().enumerate() {
            let sector = sector(site.size(), sectors, index % sectors, index / sectors);
            *room = draw_room(sector, params.value(MIN_SIDE), stream);
            site.room(*room);
        }
        let mut borders = [Border::default(); MAX_BORDERS];
        let count = list_borders(sectors, &mut borders);
        let borders = &mut borders[..count];
        if params.value(JOINS) == 0 {
            for border in borders {
                join(site, rooms, *border, stream);
            }
        } else {
            stream.shuffle(borders);
            join_until_connected(site, rooms, borders, stream);
        }
        let home = stream.below(rooms.len() as u32);
        site.start(rooms[home as usize].center());
        Ok(())
    }
}

/// The tiles of sector (`column`, `row`) in which a room may lie.
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

/// A room between two columns and two rows drawn in `sector`.
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

/// Lists the borders of the sectors, row by row, east before south; returns their number.
fn list_borders(sectors: usize, borders: &mut [Border; MAX_BORDERS]) -> usize {
    let mut count = 0;
    for first in 0..sectors * sectors {
        let east = (first % sectors + 1 < sectors).then_some(first + 1);
        let south = (first / sectors + 1 < sectors).then_some(first + sectors);
        for second in [east, south].into_iter().flatten() {
            borders[count] = Border { first, second };
            count += 1;
        }
    }
    count
}

fn join_until_connected<O: Observer>(
    site: &mut Site<'_, O>,
    rooms: &[Rect],
    borders: &[Border],
    stream: &mut Stream,
) {
    let mut sets = UnionFind::default();
    sets.reset(rooms.len() as u32);
    let mut apart = rooms.len();
    for border in borders {
        join(site, rooms, *border, stream);
        apart -= usize::from(sets.unite(border.first as u32, border.second as u32));
        if apart == 1 {
            break;
        }
    }
}

/// Joins the rooms of two sectors that touch, with any turns in the middle of the gap.
fn join<O: Observer>(site: &mut Site<'_, O>, rooms: &[Rect], border: Border, stream: &mut Stream) {
    let (a, b) = (rooms[border.first], rooms[border.second]);
    let beside = border.second == border.first + 1;
    let middle = match beside {
        true => (a.right + b.left) / 2,
        false => (a.bottom + b.top) / 2,
    };
    site.join(a, b, middle, beside, stream);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::{MapSpec, Recorder, Step};

    fn spec(code: &str) -> MapSpec {
        code.parse().unwrap()
    }

    #[test]
    fn sectors_are_those_of_the_design() {
        // w = 80: sw = 26; h = 50: sh = 16.
        let size = Size::new(80, 50);
        assert_eq!(
            sector(size, 3, 0, 0),
            Rect {
                left: 1,
                top: 1,
                right: 25,
                bottom: 15
            }
        );
        assert_eq!(
            sector(size, 3, 1, 1),
            Rect {
                left: 27,
                top: 17,
                right: 51,
                bottom: 31
            }
        );
        assert_eq!(
            sector(size, 3, 2, 2),
            Rect {
                left: 53,
                top: 33,
                right: 78,
                bottom: 48
            }
        );
    }

    #[test]
    fn three_by_three_sectors_have_twelve_borders() {
        assert_eq!(list_borders(3, &mut [Border::default(); MAX_BORDERS]), 12);
        assert_eq!(
            list_borders(6, &mut [Border::default(); MAX_BORDERS]),
            MAX_BORDERS
        );
    }

    #[test]
    fn every_room_lies_in_its_sector_and_has_the_least_side() {
        for seed in 0..200 {
            let map = spec(&format!("rogue/60x40/min-side=5#{seed}"))
                .generate()
                .unwrap();
            assert_eq!(map.rooms.len(), 9);
            for (index, room) in map.rooms.iter().enumerate() {
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
            let mut borders = [Border::default(); MAX_BORDERS];
            let count = list_borders(3, &mut borders);
            for border in &borders[..count] {
                let (a, b) = (map.rooms[border.first], map.rooms[border.second]);
                let aside = a.top <= b.bottom && b.top <= a.bottom;
                let above = a.left <= b.right && b.left <= a.right;
                overlaps += usize::from(if border.second == border.first + 1 {
                    aside
                } else {
                    above
                });
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
