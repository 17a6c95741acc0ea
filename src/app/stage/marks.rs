//! The tiles that the player points out, and their tints.

use bevy::prelude::*;

use super::runs::shown::ShownRun;
use crate::app::glyph::Tint;
use crate::geom::{Grid, Pos};

/// The tiles that the player is pointing out.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(in crate::app) struct Marks {
    /// The path to the tile, or the tiles that a shot or throw would hit.
    pub path: Vec<Pos>,
    pub cursor: Option<MapCursor>,
    /// The edge of where a monster that is looked at would notice the player.
    pub ring: Vec<Pos>,
}

/// The tile that the player has selected, by what it was selected for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum MapCursor {
    /// To shoot or throw at.
    Target(Pos),
    /// To examine or travel to.
    Look(Pos),
}

impl MapCursor {
    pub const fn pos(self) -> Pos {
        match self {
            Self::Target(pos) | Self::Look(pos) => pos,
        }
    }
}

/// Colours and strengths of the path, a target, a tile to look at and the ring around a monster; tint levels 1 to 4.
const TINTS: [[u8; 4]; 4] = [
    [240, 200, 110, 120],
    [250, 120, 70, 200],
    [150, 200, 255, 200],
    [255, 150, 110, 110],
];

/// Tints the marked tiles.
pub(super) fn update_tint(marks: Res<Marks>, shown: ShownRun, mut tint: ResMut<Tint>) {
    let Some(view) = shown.view() else { return };
    if *marks == Marks::default() {
        tint.set_if_neq(Tint::default());
        return;
    }
    let size = view.size();
    let mut levels: Grid<u8> = Grid::new(size.width, size.height, 0);
    let cursor = marks.cursor.map(|cursor| match cursor {
        MapCursor::Target(pos) => (pos, 2),
        MapCursor::Look(pos) => (pos, 3),
    });
    let ring = marks.ring.iter().map(|pos| (*pos, 4));
    let path = marks.path.iter().map(|pos| (*pos, 1));
    for (pos, level) in ring.chain(path).chain(cursor) {
        if let Some(old) = levels.get_mut(pos) {
            *old = level;
        }
    }
    tint.set_if_neq(Tint {
        at: Pos::default(),
        levels,
        palette: TINTS.to_vec(),
        ..Tint::default()
    });
}
