//! Hides hazards on a new level. Whatever they close or make impassable, everything that a run needs can
//! still be reached without them.

use super::terrain::LevelBuffers;
use crate::game::content::{Content, DEEPEST, Fixed, LEVEL_SIZE, numbers};
use crate::game::world::feature::Feature;
use crate::game::world::hazard::{Hazard, HazardKind};
use crate::game::world::level::{Level, is_edge};
use crate::geom::{Dir, Pos, Rect};
use crate::map::distance::UNBOUNDED;
use crate::map::{Steps, Tile};
use crate::rng::{Stream, Streams, Tag};

numbers! {
    "hazards":
    /// The first depth with hazards.
    pub(in crate::game) const FIRST: u8 = 2;

    /// Hazards on a level, at least.
    const LEAST: i32 = 3;

    /// Hazards on a level, at most, without a secret door.
    const MOST: i32 = 6;

    /// One level in this many has a secret door, if any of its doors may be one.
    const SECRET_DOORS: u32 = 2;

    /// One level in this many has a cracked wall, if there is room for a closet.
    const CRACKED_WALLS: u32 = 3;

    /// The most tiles that a secret door cuts off.
    const CUT_OFF: usize = 150;

    /// Tiles from the stairs up within which there is no hazard.
    const GAP: i32 = 5;

    /// Tiles between two traps, at least.
    const APART: i32 = 3;

    /// The largest side of a closet.
    const CLOSET: i32 = 3;
}

/// Attempts to place a trap, a closet and a secret door.
const TRIES: (usize, usize, usize) = (120, 300, 6);

/// Hides the hazards of a level with its monsters and items. Returns the tile of a closet's find.
pub(in crate::game) fn hide(
    content: &Content,
    streams: Streams,
    level: &mut Level,
    buffers: &mut LevelBuffers,
) -> Option<Pos> {
    let depth = level.depth;
    if depth < FIRST {
        return None;
    }
    let mut stream = streams.stream(Tag::HAZARD, &[depth.into()]);
    let count = stream.range(LEAST, MOST) as usize;
    let mut hider = Hider { level, buffers };
    let open = &mut hider.buffers.open;
    open.read(&hider.level.tiles, Tile::is_walkable);
    if stream.one_in(SECRET_DOORS) {
        hider.hide_door(content, &mut stream);
    }
    let mut kinds = vec![
        HazardKind::BellWire,
        HazardKind::BellWire,
        HazardKind::Censer,
        HazardKind::ColdFont,
    ];
    if depth < DEEPEST && content.training().is_none() {
        kinds.push(HazardKind::RottenFloor);
    }
    let closet = if stream.one_in(CRACKED_WALLS) {
        hider.carve_closet(&mut stream)
    } else {
        None
    };
    for _ in hider.level.hazards.len()..count {
        if let Some(pos) = hider.find_trap_tile(&mut stream) {
            let kind = stream.pick(&kinds).copied();
            hider.insert(pos, kind.unwrap_or(HazardKind::BellWire));
        }
    }
    closet
}

/// The most tiles of which it is measured whether everything can be reached around them, for a trap.
const MEASURED: u32 = 12;

struct Hider<'a> {
    level: &'a mut Level,
    buffers: &'a mut LevelBuffers,
}

impl Hider<'_> {
    fn insert(&mut self, pos: Pos, kind: HazardKind) {
        let known = false;
        self.level.hazards.insert(Hazard { pos, kind, known });
    }

    /// Measures the distances from the stairs up over what is open; returns how many tiles are reached.
    fn measure(&mut self) -> usize {
        let LevelBuffers {
            open, distances, ..
        } = &mut *self.buffers;
        distances.measure(open, Steps::Eight, &[self.level.up], UNBOUNDED)
    }

    fn is_reached(&self, pos: Pos) -> bool {
        self.buffers.distances.get(pos).is_some()
    }

    /// Whether a tile, or one beside it, is reached.
    fn is_come_to(&self, pos: Pos) -> bool {
        self.is_reached(pos) || Dir::ALL.iter().any(|dir| self.is_reached(pos.step(*dir)))
    }

    /// Makes one of the doors a secret one, behind which nothing lies that a run needs, and nobody.
    fn hide_door(&mut self, content: &Content, stream: &mut Stream) {
        let up = self.level.up;
        // Oil runs under doors, but not into walls.
        let oil = &self.level.fields.oil;
        let doors = self.level.tiles.iter().filter(|(pos, tile)| {
            **tile == Tile::DoorClosed && pos.steps_to(up) > GAP && !oil.has(*pos)
        });
        let mut doors: Vec<Pos> = doors.map(|(pos, _)| pos).collect();
        stream.shuffle(&mut doors);
        let all = self.measure();
        for &pos in doors.iter().take(TRIES.2) {
            self.buffers.open.remove(pos);
            let reached = self.measure();
            if all - reached <= CUT_OFF && self.has_all_that_is_needed(content) {
                self.level.tiles[pos] = Tile::Wall;
                self.insert(pos, HazardKind::SecretDoor);
                return;
            }
            self.buffers.open.insert(pos);
        }
    }

    /// Whether the stairs, mechanisms, vault, rations and monsters are among what is reached.
    fn has_all_that_is_needed(&self, content: &Content) -> bool {
        let level = &*self.level;
        let mechanisms = level.features.iter().map(|feature| feature.at);
        let gates = level.features.iter().filter_map(Feature::vault);
        let gates = gates.map(|vault| vault.door);
        let rations = level.items.iter();
        let mut rations = rations.filter(|one| one.item.kind == content.ration());
        let mut monsters = level.actors().iter();
        self.is_come_to(level.down)
            && mechanisms.chain(gates).all(|pos| self.is_come_to(pos))
            && rations.all(|one| self.is_reached(one.pos))
            && monsters.all(|actor| self.is_reached(actor.pos))
    }

    /// Carves a closet into the rock behind a wall, which is cracked; returns the tile of its find.
    fn carve_closet(&mut self, stream: &mut Stream) -> Option<Pos> {
        self.measure();
        for _ in 0..TRIES.1 {
            let [width, height] = [(); 2].map(|()| stream.range(1, CLOSET));
            let x = stream.range(1, LEVEL_SIZE.width as i32 - CLOSET - 3);
            let y = stream.range(1, LEVEL_SIZE.height as i32 - CLOSET - 3);
            let first = stream.below(4) as usize;
            let room = Rect::sized(Pos::new(x + 1, y + 1), width, height);
            let outer = room.grown(1);
            let is_rock = |pos: Pos| {
                self.level.tile(pos) == Tile::Wall
                    && self.level.hazards.at(pos).is_none()
                    && self.level.features.iter().all(|one| {
                        one.at != pos && one.vault().is_none_or(|vault| vault.door != pos)
                    })
            };
            if !outer.positions().all(is_rock) {
                continue;
            }
            let middle = room.center();
            let dirs = (0..4).map(|turn| Dir::CARDINAL[(first + turn) % 4]);
            let wall = |dir: Dir| {
                let mut pos = middle;
                while room.contains(pos) {
                    pos = pos.step(dir);
                }
                pos
            };
            let is_beside_floor = |dir: &Dir| {
                let pos = wall(*dir);
                let outside = pos.step(*dir);
                !is_edge(pos)
                    && self.level.tile(outside) == Tile::Floor
                    && self.is_reached(outside)
                    && outside.steps_to(self.level.up) > GAP
            };
            let Some(dir) = dirs.into_iter().find(is_beside_floor) else {
                continue;
            };
            for pos in room.positions() {
                self.level.tiles[pos] = Tile::Floor;
            }
            self.insert(wall(dir), HazardKind::CrackedWall);
            return Some(middle);
        }
        None
    }

    /// Draws a tile for a trap: plain ground away from stairs, doors, mechanisms, vaults and other traps, on
    /// which nothing is, and around which everything else can be reached. Closes it to further ways.
    fn find_trap_tile(&mut self, stream: &mut Stream) -> Option<Pos> {
        let all = self.measure();
        let mut measured = 0;
        for _ in 0..TRIES.0 {
            let pos = *stream.pick(&self.buffers.floor)?;
            if !self.fits_trap(pos) {
                continue;
            }
            let open = &mut self.buffers.open;
            open.remove(pos);
            let around = Dir::ALL.iter().all(|dir| open.contains(pos.step(*dir)));
            if around || (measured < MEASURED && self.measure() + 1 == all) {
                return Some(pos);
            }
            measured += u32::from(!around);
            self.buffers.open.insert(pos);
        }
        None
    }

    fn fits_trap(&self, pos: Pos) -> bool {
        let level = &*self.level;
        let near = |other: Pos, reach: i32| other.steps_to(pos) <= reach;
        let exits = Dir::ALL
            .iter()
            .filter(|dir| self.buffers.open.contains(pos.step(**dir)));
        let is_door = |at: Pos| matches!(level.tile(at), Tile::DoorClosed | Tile::DoorOpen);
        let mut gates = level.features.iter().filter_map(Feature::vault);
        level.is_plain(pos)
            && !self.buffers.taken.contains(&pos)
            && level.fields.oil.at(pos) == 0
            && !near(level.up, GAP)
            && !near(level.down, 2)
            && exits.count() >= 2
            && !Dir::ALL.iter().any(|dir| is_door(pos.step(*dir)))
            && !level.features.iter().any(|one| near(one.at, 2))
            && !gates.any(|vault| near(vault.door, 2))
            && !level.tombs.iter().any(|tomb| near(tomb.pos, 1))
            && !level
                .hazards
                .iter()
                .any(|hazard| near(hazard.pos, APART - 1))
            && level.item_at(pos).is_none()
            && !level.actors().iter().any(|actor| actor.pos == pos)
    }
}
