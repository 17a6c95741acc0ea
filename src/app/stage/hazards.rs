//! Draws the hazards that the player knows of, and the parts of set pieces, each with a drawing of its own.

use super::look::Colour;
use crate::app::glyph::{Cell, Drawn};
use crate::game::{HazardKind, SetPiecePart, View};
use crate::geom::{Dir, Grid};

/// What is seen in a hole: nothing.
const DEPTH: Colour = [6, 5, 9];

/// Of the sides of a hole that goes on at the far side of the tile.
const WITHIN: Colour = [52, 47, 58];

/// The drawing of a hazard and its colour; `None` for a door, which is a tile.
const fn appearance(kind: HazardKind) -> Option<(Drawn, Colour)> {
    Some(match kind {
        HazardKind::BellWire => (Drawn::Wire, [226, 196, 110]),
        HazardKind::RottenFloor => (Drawn::RottenFloor, [176, 132, 92]),
        HazardKind::Censer => (Drawn::Censer, [206, 150, 226]),
        HazardKind::ColdFont => (Drawn::Font, [130, 190, 226]),
        HazardKind::Pit => (Drawn::Pit, [150, 140, 156]),
        HazardKind::CrackedWall => (Drawn::CrackedWall, [216, 206, 190]),
        HazardKind::SecretDoor => return None,
    })
}

/// The drawing of a part of a room, and its colour: what does nothing any more is dull.
const fn part_appearance(part: SetPiecePart) -> (Drawn, Colour) {
    match part {
        SetPiecePart::Lever { live: true } => (Drawn::Lever, [226, 196, 110]),
        SetPiecePart::Lever { live: false } => (Drawn::Lever, [130, 124, 112]),
        SetPiecePart::Plate { live: true } => (Drawn::Plate, [226, 196, 110]),
        SetPiecePart::Plate { live: false } => (Drawn::Plate, [130, 124, 112]),
        SetPiecePart::Gate => (Drawn::Gate, [190, 180, 170]),
        SetPiecePart::Bars => (Drawn::Gate, [176, 132, 92]),
    }
}

/// Draws the parts of set pieces.
pub(super) fn draw_set_pieces(view: View<'_>, cells: &mut Grid<Cell>) {
    for (pos, part) in view.set_piece_parts() {
        if let Some(cell) = cells.get_mut(pos) {
            let (drawn, colour) = part_appearance(part);
            (cell.glyph, cell.fg) = (drawn.glyph(), colour);
        }
    }
}

/// Draws the hazards.
pub(super) fn draw(view: View<'_>, cells: &mut Grid<Cell>) {
    for (kind, pos) in view.hazards() {
        let (Some(cell), Some((drawn, colour))) = (cells.get_mut(pos), appearance(kind)) else {
            continue;
        };
        (cell.glyph, cell.fg) = (drawn.glyph(), colour);
        if kind == HazardKind::Pit {
            cell.bg = DEPTH;
            if view.hazard_at(pos.step(Dir::North)) == Some(HazardKind::Pit) {
                cell.fg = WITHIN;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_hazards_look_alike() {
        let kinds = HazardKind::ALL.iter();
        let drawn = kinds.filter_map(|kind| appearance(*kind));
        let mut glyphs: Vec<_> = drawn.map(|(drawn, _)| drawn.glyph()).collect();
        assert_eq!(glyphs.len(), 6);
        glyphs.dedup();
        assert_eq!(glyphs.len(), 6);
    }
}
