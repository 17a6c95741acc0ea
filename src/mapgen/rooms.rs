//! `rooms`: rooms placed at random, each joined to an earlier one by an L-shaped corridor.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
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
        for _ in 0..tries {
            let Some(room) = draw_room(site.size(), params, stream) else {
                continue;
            };
            let with_margin = room.grown(params.value(MARGIN));
            // Without a branch per room: whether two rooms overlap cannot be predicted.
            let overlaps = site.map().rooms.iter().fold(false, |overlaps, other| {
                overlaps | other.intersects(with_margin)
            });
            if overlaps {
                site.refuse(room);
                continue;
            }
            let partner = find_partner(&site.map().rooms, room.center(), params.value(JOIN) == 1);
            site.room(room);
            if let Some(partner) = partner {
                dig_corridor(site, partner, room.center(), stream);
            }
        }
        let Some(last) = site.map().rooms.last().copied() else {
            return Err(GenerateError::NoRooms {
                generator: INFO.name,
                size: site.size(),
                tries,
            });
        };
        dig_extra(site, params.value(EXTRA), stream);
        site.start(last.center());
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

/// The centre of the earlier room to which a room around `center` is joined; `None` for the first
/// room.
fn find_partner(rooms: &[Rect], center: Pos, nearest: bool) -> Option<Pos> {
    if !nearest {
        return rooms.last().map(|room| room.center());
    }
    let distance = |pos: Pos| (pos.x - center.x).abs() + (pos.y - center.y).abs();
    rooms
        .iter()
        .map(|room| room.center())
        .min_by_key(|pos| distance(*pos))
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
                site.map().rooms[from as usize],
                site.map().rooms[to as usize],
            );
            dig_corridor(site, from.center(), to.center(), stream);
        }
    }
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
            for (index, room) in map.rooms.iter().enumerate() {
                assert!((4..=12).contains(&room.width()) && (4..=12).contains(&room.height()));
                assert!(room.left >= 1 && room.top >= 1 && room.right <= 77 && room.bottom <= 47);
                assert!(
                    map.rooms[..index]
                        .iter()
                        .all(|other| !other.intersects(room.grown(1)))
                );
            }
            assert_eq!(map.start, map.rooms.last().map(|room| room.center()));
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
    fn extra_corridors_are_dug_and_change_no_room() {
        let plain = generate("rooms/80x50#3");
        let extra = generate("rooms/80x50/extra=20#3");
        assert_eq!(plain.rooms, extra.rooms);
        assert_ne!(plain.tiles, extra.tiles);
    }
}
