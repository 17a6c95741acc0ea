//! The webs that hang on some levels of crypts and labyrinths.

use crate::game::content::{Fixed, LevelKind, numbers};
use crate::game::world::level::Level;
use crate::geom::{Dir, Pos};
use crate::rng::{Streams, Tag};

numbers! {
    "webs":
    /// Turns for which a web holds whoever walks in, at least.
    const WEAKEST: i32 = 1;

    /// Turns for which a web holds whoever walks in, at most.
    const STRONGEST: i32 = 2;

    /// The first depth with webs.
    const FIRST: u8 = 2;

    /// Tiles around the stairs that webs leave free.
    const GAP: i32 = 4;
}

/// The least and the most places with webs on a level.
const PLACES: (i32, i32) = (2, 4);

/// Hangs webs in the corners and passages of a level of crypts or a labyrinth.
pub(super) fn hang(streams: Streams, level: &mut Level) {
    let hangs = matches!(level.kind, LevelKind::Crypts | LevelKind::Labyrinth);
    if !hangs || level.depth < FIRST {
        return;
    }
    let mut stream = streams.stream(Tag::WEB, &[level.depth.into()]);
    let narrow = |pos: Pos| {
        let walls = Dir::ALL
            .iter()
            .filter(|dir| level.tile(pos.step(**dir)).is_opaque());
        walls.count() >= 5
    };
    let nooks: Vec<Pos> = (level.tiles.iter().map(|(pos, _)| pos))
        .filter(|pos| fits(level, *pos) && narrow(*pos))
        .collect();
    for _ in 0..stream.range(PLACES.0, PLACES.1) {
        let Some(&middle) = stream.pick(&nooks) else {
            return;
        };
        for pos in std::iter::once(middle).chain(Dir::CARDINAL.map(|dir| middle.step(dir))) {
            let strength = stream.range(WEAKEST, STRONGEST) as u8;
            if fits(level, pos) {
                level.fields.webs.set(pos, strength);
            }
        }
    }
}

/// Whether a web can hang on a tile.
fn fits(level: &Level, pos: Pos) -> bool {
    level.is_plain(pos)
        && !level.is_sealed(pos)
        && !level.set_pieces.iter().any(|room| room.area.contains(pos))
        && level.item_at(pos).is_none()
        && !level.fields.oil.has(pos)
        && !level.actors().iter().any(|actor| actor.pos == pos)
        && pos.steps_to(level.up) > GAP
        && pos.steps_to(level.down) > GAP
}
