//! Properties that follow from the eight neighbours of a tile: dead ends, corridors, loops and
//! choke points.

use crate::geom::{Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::{Regions, TileSet};

/// The bits of [`TileSet::around`] that are the four sides, clockwise from the north.
const SIDES: [usize; 4] = [1 << 1, 1 << 5, 1 << 7, 1 << 3];

/// Each side, the next side clockwise, and the corner between them: if all are open, they form an
/// open square of 2 x 2 with the tile in the middle.
const SQUARES: [usize; 4] = [
    1 << 1 | 1 << 5 | 1 << 2,
    1 << 5 | 1 << 7 | 1 << 8,
    1 << 7 | 1 << 3 | 1 << 6,
    1 << 3 | 1 << 1 | 1 << 0,
];

/// Positions of the sides, and of the corner clockwise of each, relative to a tile, in a set
/// shifted by a frame one tile wide.
const SIDES_IN_FRAME: [Pos; 4] = [
    Pos::new(1, 0),
    Pos::new(2, 1),
    Pos::new(1, 2),
    Pos::new(0, 1),
];
const CORNERS_IN_FRAME: [Pos; 4] = [
    Pos::new(2, 0),
    Pos::new(2, 2),
    Pos::new(0, 2),
    Pos::new(0, 0),
];

fn open_sides(around: usize) -> u32 {
    (around & SIDES.into_iter().sum::<usize>()).count_ones()
}

/// Finds the dead ends, which have one neighbour, and the corridor tiles, which have two and lie in
/// no open square of 2 x 2.
pub fn find_corridors_and_dead_ends(
    open: &TileSet,
    corridors: &mut TileSet,
    dead_ends: &mut TileSet,
) {
    corridors.reset(open.size());
    dead_ends.reset(open.size());
    for pos in open.iter() {
        let around = open.around(pos);
        let in_square = || SQUARES.into_iter().any(|square| around & square == square);
        match open_sides(around) {
            1 => _ = dead_ends.insert(pos),
            2 if !in_square() => _ = corridors.insert(pos),
            _ => {}
        }
    }
}

/// Number of holes in a region, by its Euler characteristic: tiles minus adjacent pairs plus open
/// squares of 2 x 2 is one minus the holes. 0 if there are no tiles.
pub fn count_loops(region: &TileSet) -> usize {
    let (mut tiles, mut pairs, mut squares) = (0, 0, 0);
    for pos in region.iter() {
        let around = region.around(pos);
        tiles += 1;
        // Counts each pair and each square once, from its right and lower tile.
        pairs += usize::from(around & SIDES[0] != 0) + usize::from(around & SIDES[3] != 0);
        squares += usize::from(around & SQUARES[3] == SQUARES[3]);
    }
    // A connected region has `tiles + squares <= pairs + 1`.
    (pairs + 1_usize).saturating_sub(tiles + squares) * usize::from(tiles > 0)
}

/// Finds the choke points of `open`: the tiles that hold the map together. About linear in the
/// area.
///
/// Instead of traversing the graph of tiles, as the algorithm of Hopcroft and Tarjan (1973) does,
/// this looks at the rock, which is its dual in the plane. The closed tiles around an open one form
/// arcs between the neighbours that can be walked to. Closing the tile joins its arcs; if two of
/// them already belonged to one piece of rock, this closes a ring around some of the neighbours and
/// cuts them off from the others; if not, it cuts nothing off. So it is enough to label the rock
/// once, corners included, and to look at the arcs of each tile that has at least two.
pub fn find_choke_points(
    open: &TileSet,
    rock: &mut TileSet,
    regions: &mut Regions,
    chokes: &mut TileSet,
) {
    fill_rock(open, rock);
    regions.label(rock, Touch::Corner);
    chokes.reset(open.size());
    for pos in open.iter() {
        let around = open.around(pos);
        // An arc begins clockwise of an open side unless the corner leads around to the next side.
        // It contains the next side if that is closed, and otherwise the corner.
        let arc = |side: usize| {
            let begins_arc = around & SIDES[side] != 0 && around & SQUARES[side] != SQUARES[side];
            let next = (side + 1) % 4;
            let place = if around & SIDES[next] == 0 {
                SIDES_IN_FRAME[next]
            } else {
                CORNERS_IN_FRAME[side]
            };
            begins_arc.then_some(pos + place)
        };
        let arcs = [0, 1, 2, 3].map(arc);
        if arcs.iter().flatten().count() < 2 {
            continue;
        }
        let pieces = arcs.map(|place| regions.at(place?));
        let is_repeated = |(index, piece): (usize, &Option<u32>)| {
            piece.is_some() && pieces[..index].contains(piece)
        };
        if pieces.iter().enumerate().any(is_repeated) {
            chokes.insert(pos);
        }
    }
}

/// Fills `rock` with the closed tiles, shifted one tile down and right into a frame of rock, since
/// everything outside the map is closed and connected.
fn fill_rock(open: &TileSet, rock: &mut TileSet) {
    let size = open.size();
    let (width, height) = (size.width + 2, size.height + 2);
    rock.reset(Size::new(width, height));
    rock.insert_rect(Rect::sized(Pos::new(0, 0), width as i32, height as i32));
    for pos in open.iter() {
        rock.remove(pos + Pos::new(1, 1));
    }
}
