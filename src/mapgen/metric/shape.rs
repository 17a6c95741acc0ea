//! What the eight neighbours of a tile say of it: dead ends, corridors, loops and choke points.

use crate::geom::{Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::{Regions, TileSet};

/// The bits of [`TileSet::around`] that are the four sides, clockwise from the north.
const SIDES: [usize; 4] = [1 << 1, 1 << 5, 1 << 7, 1 << 3];

/// Each side, the next one clockwise, and the corner between them: with the tile in the middle, an
/// open square of 2 x 2 if all are open.
const SQUARES: [usize; 4] = [
    1 << 1 | 1 << 5 | 1 << 2,
    1 << 5 | 1 << 7 | 1 << 8,
    1 << 7 | 1 << 3 | 1 << 6,
    1 << 3 | 1 << 1 | 1 << 0,
];

/// Where the sides and, after each, the corners lie from a tile in a frame one tile wide.
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

/// Marks the tiles with one neighbour, and those with two that lie in no open square of 2 x 2.
pub fn mark(open: &TileSet, corridors: &mut TileSet, dead_ends: &mut TileSet) {
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

/// Holes in a region, by its Euler characteristic: tiles less adjacent pairs plus full squares
/// of four is one less the holes. 0 if there are no tiles.
pub fn loops(region: &TileSet) -> usize {
    let (mut tiles, mut pairs, mut squares) = (0, 0, 0);
    for pos in region.iter() {
        let around = region.around(pos);
        tiles += 1;
        // Each pair and each square once: from its right and lower tile.
        pairs += usize::from(around & SIDES[0] != 0) + usize::from(around & SIDES[3] != 0);
        squares += usize::from(around & SQUARES[3] == SQUARES[3]);
    }
    // A connected region has `tiles + squares <= pairs + 1`.
    (pairs + 1_usize).saturating_sub(tiles + squares) * usize::from(tiles > 0)
}

/// Marks the choke points of `open`: the tiles that hold the map together. About linear in the area.
///
/// Instead of walking through the graph of tiles, as the method of Hopcroft and Tarjan (1973)
/// does, this looks at the rock, which is its dual in the plane. The closed tiles around an open
/// one fall into arcs between the neighbours that can be walked to. To close the tile is to join
/// its arcs; if two of them were one piece of rock already, the join closes a ring around some of
/// the neighbours and cuts them off from the others; if not, it cuts nothing off. So one labelling
/// of the rock, corners included, and a look at the arcs of each tile that has two are enough.
pub fn mark_chokes(
    open: &TileSet,
    rock: &mut TileSet,
    regions: &mut Regions,
    chokes: &mut TileSet,
) {
    frame(open, rock);
    regions.label(rock, Touch::Corner);
    chokes.reset(open.size());
    for pos in open.iter() {
        let around = open.around(pos);
        // An arc begins clockwise of an open side if one does not get from there around the corner
        // to the next side. It holds the next side if that is closed, and else the corner.
        let arc = |side: usize| {
            let begins = around & SIDES[side] != 0 && around & SQUARES[side] != SQUARES[side];
            let next = (side + 1) % 4;
            let place = if around & SIDES[next] == 0 {
                SIDES_IN_FRAME[next]
            } else {
                CORNERS_IN_FRAME[side]
            };
            begins.then_some(pos + place)
        };
        let arcs = [0, 1, 2, 3].map(arc);
        if arcs.iter().flatten().count() < 2 {
            continue;
        }
        let pieces = arcs.map(|place| regions.at(place?));
        let again = |(index, piece): (usize, &Option<u32>)| {
            piece.is_some() && pieces[..index].contains(piece)
        };
        if pieces.iter().enumerate().any(again) {
            chokes.insert(pos);
        }
    }
}

/// Fills `rock` with what is not open, moved one tile down and right into a frame of rock: what
/// lies outside the map is closed and in one piece.
fn frame(open: &TileSet, rock: &mut TileSet) {
    let size = open.size();
    let (width, height) = (size.width + 2, size.height + 2);
    rock.reset(Size::new(width, height));
    rock.insert_rect(Rect::sized(Pos::new(0, 0), width as i32, height as i32));
    for pos in open.iter() {
        rock.remove(pos + Pos::new(1, 1));
    }
}
