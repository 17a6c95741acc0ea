//! Lays and draws the pipes that run from a conduit through the wall to its vault door. The more of the
//! conduit is lit, the brighter they glow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::look::{Colour, blend, to_glyph};
use crate::app::dungeon::paint::is_solid;
use crate::app::glyph::{Cell, Glyph};
use crate::app::light::{Light, Source};
use crate::game::View;
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Map, Tile};

const COLD: Colour = [150, 104, 58];
const HOT: Colour = [255, 232, 150];

/// The light of a fully charged pipe.
const LIGHT: Light = [1.5, 0.95, 0.22];

/// How far pipes may leave the rectangle between conduit and door, in tiles.
const MARGIN: i32 = 4;

/// Cost of an open tile; a tile of wall costs 1.
const OPEN_COST: u32 = 12;

/// The pipes of a level; empty if it has no known conduit.
#[derive(Default)]
pub(super) struct Pipes {
    /// From the conduit to the door, both included.
    route: Vec<Pos>,
    /// Brightness from 0 to 1.
    charge: f32,
}

impl Pipes {
    /// Lays the pipes on the known part of a level.
    pub fn new(view: View<'_>, map: &Map) -> Self {
        let mut conduits = view.features().filter(|feature| feature.has_conduit);
        let Some((feature, vault)) = conduits.find_map(|one| Some((one, one.vault?))) else {
            return Self::default();
        };
        let charge = match view.conduit() {
            _ if feature.done => 1.0,
            Some(board) => {
                let size = board.size();
                let lit = board.lit();
                let whole = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
                let tiles = whole.positions();
                let count = tiles.filter(|pos| lit(*pos)).count();
                0.8 * count as f32 / size.area() as f32
            }
            None => 0.0,
        };
        Self {
            route: find_route(map, feature.at, vault.door),
            charge,
        }
    }

    /// The known tiles of wall that the pipes are drawn on.
    pub fn visible_tiles<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = Pos> + 'a {
        let inner = self.route.iter().skip(1);
        let inner = inner.take(self.route.len().saturating_sub(2)).copied();
        inner.filter(|pos| map.tiles.get(*pos) == Some(&Tile::Wall))
    }

    pub fn draw(&self, map: &Map, cells: &mut Grid<Cell>) {
        let fg = blend(COLD, HOT, self.charge);
        for three in self.route.windows(3) {
            let [before, pos, after] = [three[0], three[1], three[2]];
            let is_wall = map.tiles.get(pos) == Some(&Tile::Wall);
            if let Some(cell) = cells.get_mut(pos).filter(|_| is_wall) {
                cell.glyph = joint_glyph(before - pos, after - pos);
                cell.fg = fg;
            }
        }
    }

    /// The light of the pipes on the ground beside them.
    pub fn light_sources(&self, map: &Map) -> Vec<Source> {
        if self.charge <= 0.0 {
            return Vec::new();
        }
        let beside = |pos: Pos| {
            let open = |pos: &Pos| map.tiles.get(*pos).is_some_and(|tile| !is_solid(*tile));
            Dir::CARDINAL
                .map(|dir| pos.step(dir))
                .into_iter()
                .find(open)
        };
        let light = LIGHT.map(|channel| channel * self.charge);
        let lit = self.visible_tiles(map).step_by(2).filter_map(beside);
        lit.map(|at| Source::around(at, light, 3)).collect()
    }
}

/// The glyph of a pipe that joins two neighbours, given by their offsets.
fn joint_glyph(one: Pos, other: Pos) -> Glyph {
    let leads = |x, y| [one, other].contains(&Pos::new(x, y));
    let mark = match (leads(0, -1), leads(1, 0), leads(0, 1), leads(-1, 0)) {
        (true, _, true, _) => '║',
        (true, true, ..) => '╚',
        (true, _, _, true) => '╝',
        (_, true, true, _) => '╔',
        (_, _, true, true) => '╗',
        _ => '═',
    };
    to_glyph(mark)
}

/// Finds a short route that crosses as little open ground as possible, by Dijkstra's algorithm.
fn find_route(map: &Map, from: Pos, to: Pos) -> Vec<Pos> {
    let area = Rect::between(from, to).grown(MARGIN);
    let size = map.size();
    let mut best: Grid<u32> = Grid::new(size.width, size.height, u32::MAX);
    let mut came_from: Grid<Option<Pos>> = Grid::new(size.width, size.height, None);
    let mut heap = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((cost, pos))) = heap.pop() {
        if pos == to {
            break;
        }
        for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
            let Some(tile) = map.tiles.get(next).filter(|_| area.contains(next)) else {
                continue;
            };
            let cost = cost
                + if is_solid(*tile) || next == to {
                    1
                } else {
                    OPEN_COST
                };
            if cost < best[next] {
                best[next] = cost;
                came_from[next] = Some(pos);
                heap.push(Reverse((cost, next)));
            }
        }
    }
    let mut route = vec![to];
    let mut at = to;
    while let Some(before) = came_from.get(at).copied().flatten().filter(|_| at != from) {
        route.push(before);
        at = before;
    }
    route.reverse();
    route
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipes_keep_to_the_wall_and_join() {
        let map = Map::from_text("########\n#......#\n#......#\n########\n").unwrap();
        let pipes = Pipes {
            route: find_route(&map, Pos::new(1, 0), Pos::new(7, 2)),
            charge: 1.0,
        };
        let inner = &pipes.route[1..pipes.route.len() - 1];
        assert!(inner.iter().all(|pos| is_solid(map.tiles[*pos])));
        let mut cells = Grid::new(8, 4, Cell::default());
        pipes.draw(&map, &mut cells);
        let mark = |x, y| cells[Pos::new(x, y)].glyph.to_char();
        assert_eq!((mark(3, 0), mark(7, 0), mark(7, 1)), ('═', '╗', '║'));
        assert!(!pipes.light_sources(&map).is_empty());
        let dark = Pipes {
            charge: 0.0,
            ..pipes
        };
        assert!(dark.light_sources(&map).is_empty());
    }
}
