//! Draws the hazards that the player knows of, each with a drawing of its own.

use super::look::Colour;
use crate::app::glyph::{Cell, Drawn};
use crate::game::{HazardKind, View};
use crate::geom::Grid;

/// The drawing of a hazard and its colour; `None` for a door, which is a tile.
const fn appearance(kind: HazardKind) -> Option<(Drawn, Colour)> {
    Some(match kind {
        HazardKind::BellWire => (Drawn::Wire, [226, 196, 110]),
        HazardKind::RottenFloor => (Drawn::RottenFloor, [176, 132, 92]),
        HazardKind::Censer => (Drawn::Censer, [206, 150, 226]),
        HazardKind::ColdFont => (Drawn::Font, [130, 190, 226]),
        HazardKind::CrackedWall => (Drawn::CrackedWall, [216, 206, 190]),
        HazardKind::SecretDoor => return None,
    })
}

/// Draws the hazards.
pub(super) fn draw(view: View<'_>, cells: &mut Grid<Cell>) {
    for (kind, pos) in view.hazards() {
        if let (Some(cell), Some((drawn, colour))) = (cells.get_mut(pos), appearance(kind)) {
            (cell.glyph, cell.fg) = (drawn.glyph(), colour);
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
        assert_eq!(glyphs.len(), 5);
        glyphs.dedup();
        assert_eq!(glyphs.len(), 5);
    }
}
