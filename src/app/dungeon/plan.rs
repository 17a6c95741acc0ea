//! A map as a plan: one flat colour for each kind of tile, for judging its layout.

use std::sync::Arc;

use bevy::math::UVec2;

use super::paint::{glyph_of, is_solid, plan_colour};
use super::palette::Colour;
use crate::app::glyph::{Cell, Landscape};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Map, Tile};

/// Walls beside open ground.
pub(in crate::app) const WALL: Colour = [52, 52, 66];

const INK: Colour = [48, 44, 50];
const FLAME: Colour = [186, 66, 12];
const START: Colour = [206, 62, 40];

/// Draws every tile of `map` into `cells`, which is resized to fit. Linear in the area.
pub fn draw(map: &Map, cells: &mut Grid<Cell>) {
    let size = map.size();
    cells.reset(size.width, size.height, Cell::default());
    for (index, cell) in cells.as_mut_slice().iter_mut().enumerate() {
        *cell = draw_tile(map, map.tiles.pos_of(index));
    }
}

fn draw_tile(map: &Map, pos: Pos) -> Cell {
    let tile = map.tiles.get(pos).copied().unwrap_or_default();
    Cell {
        glyph: glyph_of(tile),
        fg: if tile == Tile::Brazier { FLAME } else { INK },
        bg: colour_at(map, pos),
    }
}

/// The colour of the ground at `pos`, and of walls beside open ground.
fn colour_at(map: &Map, pos: Pos) -> Colour {
    let tile = map.tiles.get(pos).copied().unwrap_or_default();
    let is_open = |dir: Dir| {
        let tile = map.tiles.get(pos.step(dir));
        tile.is_some_and(|tile| !is_solid(*tile))
    };
    match is_solid(tile) && Dir::ALL.into_iter().any(is_open) {
        true => WALL,
        false => plan_colour(tile),
    }
}

/// The colour of a tile without its glyph; the start is marked.
pub fn small_colour_at(map: &Map, pos: Pos) -> Colour {
    match map.start == Some(pos) {
        true => START,
        false => colour_at(map, pos),
    }
}

/// A plan whose tiles are drawn as they come into view.
pub struct Plan(pub Arc<Map>);

impl Landscape for Plan {
    fn size(&self) -> UVec2 {
        let size = self.0.size();
        UVec2::new(size.width, size.height)
    }

    fn cell(&self, pos: Pos) -> Cell {
        draw_tile(&self.0, pos)
    }

    fn colours(&self, y: u32, first: u32, out: &mut [Colour]) {
        let row = &self.0.tiles.row(y)[first as usize..];
        for (colour, tile) in out.iter_mut().zip(row) {
            *colour = plan_colour(*tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::Glyph;

    const ROCK: Colour = [18, 18, 26];
    const FLOOR: Colour = [214, 208, 194];
    const DOOR: Colour = [214, 150, 76];

    #[test]
    fn walls_stand_around_open_ground_and_all_floor_is_of_one_colour() {
        let text = "#######\n#######\n##.@.##\n##..+##\n#######\n#######\n";
        let map = Map::from_text(text).unwrap();
        let mut cells = Grid::default();
        draw(&map, &mut cells);
        for (pos, cell) in cells.iter() {
            let is_wall = (1..=5).contains(&pos.x) && (1..=4).contains(&pos.y);
            let expected = match map.tiles[pos] {
                Tile::Wall if is_wall => WALL,
                Tile::Wall => ROCK,
                Tile::DoorClosed => DOOR,
                _ => FLOOR,
            };
            assert_eq!(cell.bg, expected, "{pos}");
        }
        assert_eq!(cells[Pos::new(4, 3)].glyph, Glyph::of('+').unwrap());
    }

    #[test]
    fn a_plan_drawn_on_demand_looks_like_one_drawn_whole() {
        let map = Map::from_text("#####\n#.@+#\n##~##\n#####\n").unwrap();
        let mut cells = Grid::default();
        draw(&map, &mut cells);
        let plan = Plan(Arc::new(map));
        for (pos, cell) in cells.iter() {
            assert_eq!(plan.cell(pos), *cell, "{pos}");
        }
        let mut row = [[0; 3]; 3];
        plan.colours(1, 2, &mut row);
        assert_eq!(row, [FLOOR, DOOR, ROCK]);
    }
}
