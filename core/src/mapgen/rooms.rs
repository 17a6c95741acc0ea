//! `rooms`: rooms placed at random, each joined to an earlier one by an L-shaped corridor.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Grid, Pos, Rect, Size};
use crate::map::Room;
use crate::rng::Stream;

/// `rooms`: rooms at random places, each joined to an earlier one.
pub struct Rooms;

params! {
    TRIES = int("tries", 1, 100_000, 30, "attempts to place a room");
    MIN_SIDE = int("min-side", 1, 64, 4, "smallest side of a room, in tiles");
    MAX_SIDE = int("max-side", 1, 64, 12, "largest side of a room, in tiles");
    MARGIN = int("margin", 0, 16, 0, "tiles of wall kept between rooms");
    JOIN = choice("join", &["previous", "nearest"], "the earlier room that each room is joined to");
    EXTRA = int("extra", 0, 1000, 0, "corridors dug between random rooms at the end");
}

static INFO: Info = Info {
    name: "rooms",
    description: "Rooms placed where they fit, each joined to an earlier one by an L-shaped corridor",
    source: "the rooms-and-corridors method of roguelike tutorials, as in J. F. Henriques' for libtcod (2009)",
    params: PARAMS,
};

impl Generator for Rooms {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, params: &Params) -> Size {
        let side = (params.value(MIN_SIDE) + 3) as u32;
        Size::new(side, side)
    }

    fn check_params(&self, params: &Params) -> Result<(), String> {
        let (min, max) = (params.value(MIN_SIDE), params.value(MAX_SIDE));
        if min <= max {
            return Ok(());
        }
        Err(format!("min-side={min} is larger than max-side={max}"))
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let tries = params.value(TRIES);
        let margin = params.value(MARGIN);
        let mut buckets = std::mem::take(&mut site.buffers().rooms);
        buckets.reset(site.size(), params.value(MAX_SIDE) + 2 * margin);
        for _ in 0..tries {
            let Some(room) = draw_room(site.size(), params, stream) else {
                continue;
            };
            let rooms = &site.map().rooms;
            if buckets.overlap(rooms, room.grown(margin)) {
                site.refuse(room);
                continue;
            }
            let partner = match params.value(JOIN) {
                1 => buckets.nearest(rooms, room.center()),
                _ => rooms.last().map(|room| room.area.center()),
            };
            buckets.add(rooms.len(), room);
            site.room(room);
            if let Some(partner) = partner {
                dig_corridor(site, partner, room.center(), stream);
            }
        }
        site.buffers().rooms = buckets;
        let Some(last) = site.map().rooms.last().copied() else {
            return Err(GenerateError::NoRooms {
                generator: INFO.name,
                size: site.size(),
                tries,
            });
        };
        dig_extra(site, params.value(EXTRA), stream);
        site.start(last.area.center());
        Ok(())
    }
}

/// Draws a room anywhere on the map; `None` if the sides drawn are too long for it.
fn draw_room(size: Size, params: &Params, stream: &mut Stream) -> Option<Rect> {
    let width = stream.range(params.value(MIN_SIDE), params.value(MAX_SIDE));
    let height = stream.range(params.value(MIN_SIDE), params.value(MAX_SIDE));
    let last = Pos::new(
        size.width as i32 - width - 2,
        size.height as i32 - height - 2,
    );
    if last.x < 1 || last.y < 1 {
        return None;
    }
    let x = stream.range(1, last.x);
    let y = stream.range(1, last.y);
    Some(Rect::sized(Pos::new(x, y), width, height))
}

/// Digs an L from `from` to `to`; a coin decides whether it first follows the row of `from` or its
/// column.
fn dig_corridor(site: &mut Site<'_>, from: Pos, to: Pos, stream: &mut Stream) {
    if stream.coin() {
        site.hall_across(from.y, from.x, to.x);
        site.hall_down(to.x, from.y, to.y);
    } else {
        site.hall_down(from.x, from.y, to.y);
        site.hall_across(to.y, from.x, to.x);
    }
}

fn dig_extra(site: &mut Site<'_>, extra: i32, stream: &mut Stream) {
    let rooms = site.map().rooms.len() as u32;
    for _ in 0..extra {
        let from = stream.below(rooms);
        let to = stream.below(rooms);
        if from != to {
            let (from, to) = (
                site.map().rooms[from as usize].area,
                site.map().rooms[to as usize].area,
            );
            dig_corridor(site, from.center(), to.center(), stream);
        }
    }
}

/// The shortest side of a bucket, in tiles.
const MIN_BUCKET: i32 = 16;

/// No entry.
const NONE: u32 = u32::MAX;

/// The rooms placed so far, by the buckets that they touch: squares of tiles that cover the map. What lies near a
/// tile is found without looking at all rooms: with 400 tries at 80x50, these take three times as long, and with many
/// more, seconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomBuckets {
    /// Side of a bucket in tiles, as a power of two.
    side_log: u32,
    /// The newest entry of each bucket, or [`NONE`].
    newest: Grid<u32>,
    /// The number of a room, and the next older entry of the same bucket.
    entries: Vec<(u32, u32)>,
}

impl RoomBuckets {
    /// Empties the buckets. `side` is the longest side of the areas that will be asked for.
    fn reset(&mut self, size: Size, side: i32) {
        let side = (side.max(MIN_BUCKET) as u32).next_power_of_two();
        self.side_log = side.ilog2();
        let [width, height] = [size.width, size.height].map(|long| long.div_ceil(side));
        self.newest.reset(width, height, NONE);
        self.entries.clear();
    }

    /// The bucket that covers a tile.
    fn bucket_of(&self, pos: Pos) -> Pos {
        Pos::new(pos.x >> self.side_log, pos.y >> self.side_log)
    }

    /// The buckets that an area touches, some of which may lie off the map.
    fn touched_by(&self, area: Rect) -> impl Iterator<Item = Pos> + use<> {
        let first = self.bucket_of(Pos::new(area.left, area.top));
        let last = self.bucket_of(Pos::new(area.right, area.bottom));
        Rect::between(first, last).positions()
    }

    /// The numbers of the rooms in a bucket; none off the map.
    fn rooms_in(&self, bucket: Pos) -> impl Iterator<Item = u32> {
        let entry = |index: u32| self.entries.get(index as usize).copied();
        let newest = self.newest.get(bucket).and_then(|index| entry(*index));
        let entries = std::iter::successors(newest, move |(_, older)| entry(*older));
        entries.map(|(room, _)| room)
    }

    fn add(&mut self, number: usize, room: Rect) {
        for bucket in self.touched_by(room) {
            let index = self.entries.len() as u32;
            let older = std::mem::replace(&mut self.newest[bucket], index);
            self.entries.push((number as u32, older));
        }
    }

    /// Whether any room overlaps `area`.
    fn overlap(&self, rooms: &[Room], area: Rect) -> bool {
        self.touched_by(area).any(|bucket| {
            let mut near = self.rooms_in(bucket);
            near.any(|room| rooms[room as usize].area.intersects(area))
        })
    }

    /// The centre of the room whose centre is the fewest steps from `from`, of several the oldest; `None` if there
    /// are no rooms.
    fn nearest(&self, rooms: &[Room], from: Pos) -> Option<Pos> {
        let home = self.bucket_of(from);
        let center = |room: u32| rooms[room as usize].area.center();
        let mut best: Option<(i32, u32)> = None;
        for ring in 0..self.newest.width().max(self.newest.height()) as i32 {
            // The bucket that covers a room's centre is one of those that list it. Centres first met in this ring
            // are at least so far away.
            let least = ((ring - 1) << self.side_log) + 1;
            if best.is_some_and(|(distance, _)| distance < least) {
                break;
            }
            for room in ring_around(home, ring).flat_map(|bucket| self.rooms_in(bucket)) {
                let apart = center(room) - from;
                let found = (apart.x.abs() + apart.y.abs(), room);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
        best.map(|(_, room)| center(room))
    }
}

/// The positions that are `ring` king's moves from `home`.
fn ring_around(home: Pos, ring: i32) -> impl Iterator<Item = Pos> {
    (-ring..=ring).flat_map(move |y| {
        let step = if y.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring)
            .step_by(step.max(1) as usize)
            .map(move |x| home + Pos::new(x, y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::{MapSpec, count_open, generate};

    #[test]
    fn rooms_have_their_sides_lie_where_they_may_and_keep_apart() {
        for seed in 0..200 {
            let map = generate(&format!("rooms/80x50/margin=1#{seed}"));
            assert!(map.rooms.len() > 3, "{map}");
            let rooms: Vec<Rect> = map.rooms.iter().map(|room| room.area).collect();
            for (index, room) in rooms.iter().enumerate() {
                assert!((4..=12).contains(&room.width()) && (4..=12).contains(&room.height()));
                assert!(room.left >= 1 && room.top >= 1 && room.right <= 77 && room.bottom <= 47);
                assert!(
                    rooms[..index]
                        .iter()
                        .all(|other| !other.intersects(room.grown(1)))
                );
            }
            assert_eq!(map.start, rooms.last().map(|room| room.center()));
        }
    }

    #[test]
    fn the_smallest_map_holds_a_room_or_says_that_it_does_not() {
        let (mut made, mut refused) = (0, 0);
        for seed in 0..100 {
            let spec: MapSpec = format!("rooms/7x7#{seed}").parse().unwrap();
            match spec.generate() {
                Ok(map) => {
                    assert_eq!(map.rooms.len(), 1);
                    made += 1;
                }
                Err(error) => {
                    assert!(matches!(error, GenerateError::NoRooms { tries: 30, .. }));
                    assert!(error.to_string().contains("7x7"), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(made > 0 && refused > 0, "{made} {refused}");
    }

    #[test]
    fn sides_that_contradict_each_other_are_refused() {
        let spec: Result<MapSpec, _> = "rooms/80x50/min-side=9,max-side=5#1".parse();
        let error = spec.unwrap_err().to_string();
        assert!(
            error.contains("min-side=9") && error.contains("max-side=5"),
            "{error}"
        );
    }

    #[test]
    fn joining_the_nearest_digs_shorter_corridors() {
        let open = |join: &str| -> usize {
            (0..100)
                .map(|seed| generate(&format!("rooms/120x80/join={join}#{seed}")))
                .map(|map| count_open(&map))
                .sum()
        };
        assert!(open("nearest") < open("previous"));
    }

    #[test]
    fn buckets_find_what_a_look_at_every_room_finds() {
        let mut stream = Stream::new(7, 7);
        let (mut overlapping, mut apart) = (0, 0);
        for (side, most, count) in [(40, 12, 30), (300, 1, 400), (300, 64, 5), (1000, 3, 40)] {
            let (size, margin) = (Size::new(side, side / 2), stream.range(0, 16));
            let mut buckets = RoomBuckets::default();
            buckets.reset(size, most + 2 * margin);
            let mut rooms: Vec<Room> = Vec::new();
            let draw = |stream: &mut Stream| {
                let x = stream.range(1, side as i32 - most - 1);
                let y = stream.range(1, side as i32 / 2 - most - 1);
                let width = stream.range(1, most);
                let height = stream.range(1, most);
                Rect::sized(Pos::new(x, y), width, height)
            };
            assert_eq!(buckets.nearest(&rooms, Pos::new(1, 1)), None);
            for _ in 0..count {
                for _ in 0..20 {
                    let area = draw(&mut stream).grown(margin);
                    let overlaps = rooms.iter().any(|room| room.area.intersects(area));
                    assert_eq!(buckets.overlap(&rooms, area), overlaps, "{area:?}");
                    overlapping += usize::from(overlaps);
                    apart += usize::from(!overlaps);
                    let from = area.center();
                    let steps = |pos: &Pos| (pos.x - from.x).abs() + (pos.y - from.y).abs();
                    let nearest = rooms
                        .iter()
                        .map(|room| room.area.center())
                        .min_by_key(steps);
                    assert_eq!(buckets.nearest(&rooms, from), nearest, "{from}");
                }
                let room = draw(&mut stream);
                buckets.add(rooms.len(), room);
                rooms.push(Room::plain(room));
            }
        }
        assert!(overlapping > 500 && apart > 500, "{overlapping} {apart}");
    }

    #[test]
    fn extra_corridors_are_dug_and_change_no_room() {
        let plain = generate("rooms/80x50#3");
        let extra = generate("rooms/80x50/extra=20#3");
        assert_eq!(plain.rooms, extra.rooms);
        assert_ne!(plain.tiles, extra.tiles);
    }
}
