//! Cuts set pieces into the rock beside the floor of a finished level, or puts them on floor that nothing
//! needs. Nothing that was there before moves, and all that could be reached still can without them.

use super::terrain::LevelBuffers;
use crate::game::content::{Content, Fixed, MarkKind, SET_PIECES_FROM, SetPieceDef, numbers};
use crate::game::world::field::{FEN, SPILL};
use crate::game::world::hazard::{Hazard, HazardKind};
use crate::game::world::level::{Brazier, Inside, Level, Tomb, is_edge};
use crate::game::world::set_piece::{RuleState, SetPiece};
use crate::geom::{Pos, Rect};
use crate::map::distance::UNBOUNDED;
use crate::map::{Drawn, Steps, Tile};
use crate::rng::{Stream, Streams, Tag};

/// Part of the key of the stream that chooses and places them.
const PLACES: u64 = 0;

/// Places tried in rock, and on floor.
const TRIES: (u32, u32) = (300, 60);

numbers! {
    "set_pieces":
    /// Set pieces on a level, at least, if there is a place for them.
    pub(in crate::game) const LEAST: i32 = 1;

    /// Set pieces on a level, at most.
    pub(in crate::game) const MOST: i32 = 3;

    /// Tiles from the stairs within which no room opens.
    const GAP: i32 = 5;
}

/// Builds the rooms of a level, still without monsters and items.
pub(in crate::game) fn build(
    content: &Content,
    streams: Streams,
    level: &mut Level,
    buffers: &mut LevelBuffers,
) {
    let depth = level.depth;
    if depth < SET_PIECES_FROM {
        return;
    }
    let mut stream = streams.stream(Tag::ROOM, &[depth.into(), PLACES]);
    let count = stream.range(LEAST, MOST);
    for _ in 0..count {
        let weight = |(index, def): (usize, &SetPieceDef)| {
            let is_new = level
                .set_pieces
                .iter()
                .all(|one| usize::from(one.kind) != index);
            if is_new && def.fits(level.kind, depth) {
                def.weight
            } else {
                0
            }
        };
        let weights: Vec<u32> = content
            .set_pieces()
            .iter()
            .enumerate()
            .map(weight)
            .collect();
        let Some(index) = stream.weighted(&weights) else {
            return;
        };
        let def = &content.set_pieces()[index];
        let mut builder = Builder {
            def,
            level,
            buffers,
        };
        if let Some((area, turn)) = builder.find_place(&mut stream) {
            builder.build(index as u16, area, turn);
        }
    }
}

struct Builder<'a> {
    def: &'a SetPieceDef,
    level: &'a mut Level,
    buffers: &'a mut LevelBuffers,
}

impl Builder<'_> {
    /// Measures what can be reached from the stairs up past traps and secret doors, `without` an area; returns how
    /// many tiles.
    fn measure(&mut self, without: Option<Rect>) -> usize {
        let LevelBuffers {
            open, distances, ..
        } = &mut *self.buffers;
        open.read(&self.level.tiles, Tile::is_walkable);
        for hazard in self.level.hazards.iter() {
            open.remove(hazard.pos);
        }
        for pos in without.into_iter().flat_map(Rect::positions) {
            open.remove(pos);
        }
        distances.measure(open, Steps::Eight, &[self.level.up], UNBOUNDED)
    }

    fn is_reached(&self, pos: Pos) -> bool {
        self.buffers.distances.get(pos).is_some()
    }

    /// Finds where the room can be: in rock with its entrance beside floor, or else on floor that nothing needs.
    fn find_place(&mut self, stream: &mut Stream) -> Option<(Rect, u32)> {
        let all = self.measure(None);
        for number in 0..TRIES.0 + TRIES.1 {
            let turn = stream.below(8);
            let outside = *stream.pick(&self.buffers.floor)?;
            let in_rock = number < TRIES.0;
            let Some(area) = self.area_before(outside, turn) else {
                continue;
            };
            let fits = |pos: Pos| !is_edge(pos) && self.fits(pos, in_rock);
            if !area.positions().all(fits) || !self.is_apart(area) {
                continue;
            }
            if in_rock {
                return Some((area, turn));
            }
            let lost = area.positions().filter(|pos| self.is_reached(*pos)).count();
            let left = self.measure(Some(area));
            if left + lost == all && self.is_reached(outside) {
                return Some((area, turn));
            }
            self.measure(None);
        }
        None
    }

    /// The area of the room, if its entrance opens onto a tile of the floor.
    fn area_before(&self, outside: Pos, turn: u32) -> Option<Rect> {
        let size = self.def.drawing.oriented(turn).size();
        let (entrance, out) = self.def.entrance(turn)?;
        let corner = outside - entrance.step(out);
        let level = &*self.level;
        let opens = level.is_plain(outside)
            && self.is_reached(outside)
            && ![level.up, level.down]
                .iter()
                .any(|stairs| stairs.steps_to(outside) <= GAP);
        opens.then(|| Rect::sized(corner, size.width as i32, size.height as i32))
    }

    /// Whether a room can take the place of a tile.
    fn fits(&self, pos: Pos, in_rock: bool) -> bool {
        let level = &*self.level;
        let tile = level.tile(pos);
        let bare = matches!(tile, Tile::Floor | Tile::Grass | Tile::Rubble | Tile::Water)
            && self.is_reached(pos);
        (tile == Tile::Wall || !in_rock && bare)
            && level.hazards.at(pos).is_none()
            && !self.buffers.fixtures.covers(pos)
            && level.item_at(pos).is_none()
            && !level.actors().iter().any(|actor| actor.pos == pos)
            && !level.fields.oil.has(pos)
            && !level.fields.marsh.has(pos)
    }

    /// Whether a room is apart from doors, stairs, lamps, tombs, hazards, mechanisms, vaults and other rooms.
    fn is_apart(&self, area: Rect) -> bool {
        let level = &*self.level;
        let around = area.grown(1);
        let is_door = |pos: Pos| matches!(level.tile(pos), Tile::DoorClosed | Tile::DoorOpen);
        let touches = |pos: Pos| around.contains(pos);
        !around.positions().any(is_door)
            && !touches(level.up)
            && !touches(level.down)
            && !level.hazards.iter().any(|hazard| touches(hazard.pos))
            && !level.braziers.iter().any(|brazier| touches(brazier.pos))
            && !level.tombs.iter().any(|tomb| touches(tomb.pos))
            && !level.features.iter().any(|feature| {
                let vault = feature.vault();
                touches(feature.at) || vault.is_some_and(|one| around.intersects(one.room.grown(1)))
            })
            && !level
                .set_pieces
                .iter()
                .any(|other| around.intersects(other.area))
    }

    fn build(&mut self, kind: u16, area: Rect, turn: u32) {
        let corner = Pos::new(area.left, area.top);
        let drawn = self.def.drawing.oriented(turn);
        let level = &mut *self.level;
        let mut marks = vec![Vec::new(); self.def.marks.len()];
        for pos in area.positions() {
            let here = drawn.at(pos - corner);
            level.tiles[pos] = self.def.tile_at(here);
            let Drawn::Mark(sign) = here else { continue };
            let Some(mark) = self.def.mark_of(sign) else {
                continue;
            };
            marks[usize::from(mark)].push(pos);
            match self.def.mark(mark).is {
                MarkKind::Brazier { lit } => level.braziers.push(Brazier { pos, lit }),
                MarkKind::Tomb => level.tombs.push(Tomb {
                    pos,
                    inside: Inside::Nothing,
                }),
                MarkKind::Pit => {
                    let (kind, known) = (HazardKind::Pit, false);
                    level.hazards.insert(Hazard { pos, kind, known });
                }
                MarkKind::Oil => level.fields.oil.set(pos, SPILL),
                MarkKind::Gas => level.fields.marsh.set(pos, FEN),
                _ => {}
            }
        }
        level.set_pieces.push(SetPiece {
            kind,
            area,
            marks,
            rules: vec![RuleState::default(); self.def.rules.len()],
            prizes: Vec::new(),
            guests: Vec::new(),
            seen: false,
            acts: 0,
        });
    }
}
