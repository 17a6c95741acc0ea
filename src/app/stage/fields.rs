//! Draws what burns, lies or hangs on the tiles in sight: flames, oil, smoke and gases, each with a
//! drawing of its own; and hatches the tiles that may catch fire in the next turn.

use super::look::{Colour, blend};
use crate::app::glyph::{Cell, Drawn};
use crate::app::light::Source;
use crate::game::View;
use crate::geom::Grid;
use crate::map::TileSet;

const FLAME: Colour = [255, 190, 80];
const EMBERS: Colour = [196, 66, 14];
const WEB: Colour = [196, 196, 204];
const OIL: Colour = [124, 104, 150];
const SMOKE: Colour = [150, 148, 150];
const MARSH: Colour = [150, 206, 90];
const INCENSE: Colour = [206, 150, 226];
const HATCH: Colour = [255, 140, 60];

/// The light of a flame, and how far it reaches in tiles.
const LIGHT: [f32; 3] = [2.6, 1.1, 0.2];
const REACH: i32 = 3;

/// The most flames that shine in the picture, spread evenly over those in sight.
const MOST_LIGHTS: usize = 24;

/// Draws the fields. What lies is drawn first, what burns last, so that flames hide what they burn.
pub(super) fn draw(view: View<'_>, cells: &mut Grid<Cell>) {
    let mut front = TileSet::default();
    view.fire_front(&mut front);
    if !front.is_empty() {
        for pos in front.iter().filter(|pos| view.in_sight(*pos)) {
            if let Some(cell) = cells.get_mut(pos) {
                (cell.glyph, cell.fg) = (Drawn::Hatch.glyph(), HATCH);
            }
        }
    }
    for pos in view.field_tiles() {
        let Some(cell) = cells.get_mut(pos) else {
            continue;
        };
        let field = view.field(pos);
        let catches = !front.is_empty() && front.contains(pos);
        let (drawn, fg, bg, share) = if field.flame > 0 {
            (Drawn::Fire, FLAME, EMBERS, 0.75)
        } else if field.thick {
            (Drawn::Smoke, SMOKE, SMOKE, 0.55)
        } else if field.marsh > 0 {
            (Drawn::Vapour, MARSH, MARSH, 0.25)
        } else if field.incense > 0 {
            (Drawn::Vapour, INCENSE, INCENSE, 0.25)
        } else if field.oil > 0 {
            (Drawn::Oil, OIL, OIL, 0.3)
        } else if field.web > 0 {
            (Drawn::Web, WEB, WEB, 0.12)
        } else {
            // Thin smoke greys what is there.
            cell.bg = blend(cell.bg, SMOKE, 0.05 * f32::from(field.smoke));
            continue;
        };
        cell.bg = blend(cell.bg, bg, share);
        if field.flame > 0 || !catches {
            (cell.glyph, cell.fg) = (drawn.glyph(), fg);
        }
    }
}

/// The light of the flames in sight.
pub(super) fn light_sources(view: View<'_>) -> Vec<Source> {
    let flames = || view.field_tiles().filter(|pos| view.field(*pos).flame > 0);
    let mut lit: Vec<_> = flames().collect();
    lit.sort_unstable_by_key(|pos| (pos.y, pos.x));
    lit.dedup();
    let every = lit.len().div_ceil(MOST_LIGHTS).max(1);
    let lit = lit.into_iter().step_by(every);
    lit.map(|at| Source::around(at, LIGHT, REACH)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::content::Content;
    use crate::game::{Game, Setup};
    use crate::geom::{Dir, Pos};
    use crate::rng::Seed;

    /// A game with amounts on the tiles around the player.
    fn beside(layers: &[(&str, Dir, u8)]) -> Game {
        let game = Game::new(Setup::new(Seed(8)).unwrap()).unwrap();
        let me = game.view().player().pos;
        let mut state = serde_json::to_value(game.state()).unwrap();
        for (layer, dir, amount) in layers {
            let pos = me.step(*dir);
            state["here"]["fields"][*layer] = json!([(pos.y * 80 + pos.x, amount)]);
        }
        let state = serde_json::from_value(state).unwrap();
        Game::with_state(state, Content::embedded().unwrap())
    }

    #[test]
    fn each_field_has_a_drawing_of_its_own_and_a_flame_shines() {
        let game = Game::new(Setup::new(Seed(8)).unwrap()).unwrap();
        let me = game.view().player().pos;
        let mut free = Dir::ALL
            .into_iter()
            .filter(|dir| game.view().can_step(*dir));
        let dir = free.next().unwrap();
        let at: Pos = me.step(dir);
        let mut seen = Vec::new();
        for (layer, amount, drawn) in [
            ("flames", 3, Drawn::Fire),
            ("oil", 1, Drawn::Oil),
            ("smoke", 20, Drawn::Smoke),
            ("marsh", 6, Drawn::Vapour),
            ("incense", 6, Drawn::Vapour),
            ("webs", 2, Drawn::Web),
        ] {
            let game = beside(&[(layer, dir, amount)]);
            let mut cells = Grid::new(80, 50, Cell::default());
            draw(game.view(), &mut cells);
            assert_eq!(cells[at].glyph, drawn.glyph(), "{layer}");
            assert!(!seen.contains(&cells[at]), "{layer}");
            seen.push(cells[at]);
            let shines = !light_sources(game.view()).is_empty();
            assert_eq!(shines, layer == "flames", "{layer}");
        }
    }
}
