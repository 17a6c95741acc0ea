//! Where the board lies in the window: as large as the part that panel and bar leave free
//! allows, on whole pixels. Knows the board's size, nothing of what is on it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::session::Session;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::{Screen, on};
use crate::geom::Pos;

/// Keeps the [`Place`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Place>().add_systems(
        Update,
        follow.run_if(on(Screen::Conduit)).in_set(Phase::Settle),
    );
}

/// Largest side of a tile, in logical pixels: a 3x3 board need not fill a large screen.
const LARGEST: f32 = 132.0;

/// Tiles that are left free around the board, for its frame or for the edges that wrap.
const MARGIN: f32 = 0.6;

/// Where the board lies, in physical pixels of the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct Place {
    /// The first tile's corner.
    pub corner: IVec2,
    /// Side of a tile; 0 before there is a window.
    pub side: u32,
    /// Columns and rows.
    pub tiles: UVec2,
    /// Physical pixels a logical one.
    pub scale: f32,
}

impl Place {
    /// The largest place for `tiles` in a window of `window` physical pixels, beside insets in logical
    /// ones.
    pub fn fit(window: UVec2, scale: f32, insets: &ViewInsets, tiles: UVec2) -> Self {
        let px = |inset: f32| inset * scale;
        let from = Vec2::new(px(insets.left), px(insets.top));
        let to = window.as_vec2() - Vec2::new(px(insets.right), px(insets.bottom));
        let room = (to - from).max(Vec2::ONE);
        let side = (room / (tiles.as_vec2() + 2.0 * MARGIN)).min_element();
        let side = side.min(LARGEST * scale).floor().max(1.0);
        let corner = from + (room - tiles.as_vec2() * side) / 2.0;
        Self {
            corner: corner.floor().as_ivec2(),
            side: side as u32,
            tiles,
            scale,
        }
    }

    /// The tile under a point of the window, in logical pixels, if there is one.
    pub fn tile_at(&self, point: Vec2) -> Option<Pos> {
        if self.side == 0 {
            return None;
        }
        let place = (point * self.scale - self.corner.as_vec2()) / self.side as f32;
        let tile = place.floor().as_ivec2();
        let inside = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(self.tiles.as_ivec2()).all();
        inside.then(|| Pos::new(tile.x, tile.y))
    }
}

fn follow(
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, panels): (Res<ViewInsets>, Option<Res<UiScale>>),
    session: Res<Session>,
    mut place: ResMut<Place>,
) {
    let Ok(window) = windows.single() else { return };
    let size = session.conduit().size();
    let tiles = UVec2::new(size.width, size.height);
    let fitted = Place::fit(
        window.physical_size(),
        window.scale_factor(),
        &insets.logical(panels.as_deref()),
        tiles,
    );
    place.set_if_neq(fitted);
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSETS: ViewInsets = ViewInsets {
        left: 0.0,
        right: 300.0,
        top: 0.0,
        bottom: 30.0,
    };

    #[test]
    fn every_board_fits_every_window_beside_the_panel() {
        for window in [
            UVec2::new(800, 500),
            UVec2::new(1280, 800),
            UVec2::new(2560, 1440),
        ] {
            for scale in [1.0, 1.5, 2.0] {
                let window = (window.as_vec2() * scale).as_uvec2();
                for tiles in [UVec2::splat(3), UVec2::new(10, 9), UVec2::splat(50)] {
                    let place = Place::fit(window, scale, &INSETS, tiles);
                    let end = place.corner.as_vec2() + tiles.as_vec2() * place.side as f32;
                    assert!(place.corner.cmpge(IVec2::ZERO).all(), "{place:?}");
                    assert!(end.x <= window.x as f32 - 300.0 * scale, "{place:?}");
                    assert!(end.y <= window.y as f32 - 30.0 * scale, "{place:?}");
                    assert!(place.side as f32 >= 8.0 * scale, "{place:?}");
                }
            }
        }
    }

    #[test]
    fn a_tile_is_found_under_each_of_its_corners_and_none_beside_the_board() {
        for scale in [1.0, 1.5, 2.0] {
            let place = Place::fit(UVec2::new(1283, 801), scale, &INSETS, UVec2::new(10, 9));
            for (x, y) in [(0, 0), (9, 8), (4, 7)] {
                let corner =
                    place.corner.as_vec2() + Vec2::new(x as f32, y as f32) * place.side as f32;
                let at = |offset: f32| place.tile_at((corner + offset) / scale);
                assert_eq!(at(0.25), Some(Pos::new(x, y)));
                assert_eq!(at(place.side as f32 - 0.25), Some(Pos::new(x, y)));
            }
            let outside = (place.corner.as_vec2() - 1.0) / scale;
            assert_eq!(place.tile_at(outside), None);
        }
        assert_eq!(Place::default().tile_at(Vec2::ZERO), None);
    }
}
