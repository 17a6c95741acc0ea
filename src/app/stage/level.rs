//! The level that is shown, as far as the player knows it.

use bevy::prelude::*;

use super::pipes::Pipes;
use crate::app::dungeon::Palette;
use crate::game::View;
use crate::geom::{Pos, Rect, Size};
use crate::map::{Map, Tile};

/// The shown level as the player knows it; `None` before the first run.
#[derive(Resource, Default)]
pub(super) struct ShownLevel(pub Option<KnownLevel>);

/// The known part of a level and what it is drawn with.
pub(super) struct KnownLevel {
    pub palette: Palette,
    pub map: Map,
    /// The tiles that are known, and all between them.
    pub bounds: Option<Rect>,
    /// The same of those in sight.
    pub sight: Option<Rect>,
    pub pipes: Pipes,
}

impl KnownLevel {
    pub fn new(view: View<'_>) -> Self {
        let map = known_map(view);
        let known = || {
            let known = map.tiles.iter().filter(|(_, tile)| **tile != Tile::Void);
            known.map(|(pos, _)| pos)
        };
        let in_sight = known().filter(|pos| view.in_sight(*pos));
        Self {
            palette: Palette::of(view.level_kind(), view.depth()),
            pipes: Pipes::new(view, &map),
            bounds: hull(known()),
            sight: hull(in_sight),
            map,
        }
    }
}

fn hull(tiles: impl Iterator<Item = Pos>) -> Option<Rect> {
    let tiles = tiles.map(|pos| Rect::between(pos, pos));
    tiles.reduce(Rect::hull)
}

/// Copies the part of the level that the player knows; the rest is [`Tile::Void`].
pub(super) fn known_map(view: View<'_>) -> Map {
    let mut map = Map::new(Size::default(), Tile::Void);
    map.tiles.clone_from(view.known());
    map
}
