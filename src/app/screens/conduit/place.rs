//! Where the board lies in the window: as large as the part that panel and bar leave free
//! allows, on whole pixels, or larger and then a part of it. And how a board that wraps is shifted.
//! Knows the board's size, nothing of what is on it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::action::ConduitAction;
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::CommonAction;
use crate::app::screen::{Screen, on};
use crate::geom::Pos;

/// Keeps the [`Place`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Place>()
        .init_resource::<Sight>()
        .add_systems(
            Update,
            (look.in_set(Phase::Act), follow.in_set(Phase::Settle)).run_if(on(Screen::Conduit)),
        );
}

/// How much larger a tile is after each step of the zoom, and its largest side when it is zoomed.
const STEP: f32 = 1.25;

/// Tiles that stay in view beyond the one with the cursor.
const AHEAD: f32 = 1.5;

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
    /// Columns and rows by which a board that wraps is shifted to the left and up.
    pub scroll: UVec2,
    /// The part of the window that is left for the board: its first corner, and beyond its last.
    room: [IVec2; 2],
}

/// Which part of the board the player looks at.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sight {
    /// Steps of the zoom beyond the whole board.
    steps: u8,
    /// What lies in the middle when it is zoomed, in tiles from the corner.
    middle: Vec2,
    scroll: UVec2,
    /// The board that it belongs to, and where its cursor was.
    board: u64,
    cursor: Option<Pos>,
}

impl Sight {
    /// Looks at the whole board.
    pub fn fit(&mut self) {
        self.steps = 0;
    }

    /// Zooms, and keeps what lies under a point of the window where it is.
    pub fn zoom(&mut self, place: &Place, closer: bool, point: Option<Vec2>) {
        let most = (LARGEST * place.scale / place.fitted_side()).ln() / STEP.ln();
        let before = place.side as f32;
        if self.steps == 0 {
            self.middle = place.tiles.as_vec2() / 2.0;
        }
        self.steps = match closer {
            true => (self.steps + 1).min(most.max(0.0).floor() as u8),
            false => self.steps.saturating_sub(1),
        };
        let after = place.side_at(self.steps);
        if let Some(point) = point {
            let off = point * place.scale - place.centre();
            self.middle += off / before - off / after;
        }
    }

    /// Moves the board: one that wraps is shifted, of another that is zoomed another part is seen.
    pub fn pan(&mut self, place: &Place, by: IVec2, wraps: bool) {
        if wraps {
            let size = place.tiles.as_ivec2();
            self.scroll = (self.scroll.as_ivec2() + by).rem_euclid(size).as_uvec2();
        } else {
            self.middle = place.middle(self.middle + by.as_vec2(), self.steps);
        }
    }

    /// Keeps a tile in view, with some around it.
    fn show(&mut self, place: &Place, tile: Pos) {
        let at = place.shown(tile);
        let at = Vec2::new(at.x as f32, at.y as f32) + 0.5;
        let half = place.room_size() / place.side_at(self.steps) / 2.0;
        let slack = (half - AHEAD).max(Vec2::ZERO);
        self.middle = self.middle.clamp(at - slack, at + slack);
    }
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
            scroll: UVec2::ZERO,
            room: [from.as_ivec2(), to.as_ivec2()],
        }
    }

    /// The same as it is looked at.
    fn seen(self, sight: &Sight) -> Self {
        let mut place = Self {
            scroll: sight.scroll,
            ..self
        };
        if sight.steps > 0 {
            let side = place.side_at(sight.steps);
            let middle = place.middle(sight.middle, sight.steps);
            place.corner = (place.centre() - middle * side).floor().as_ivec2();
            place.side = side as u32;
        }
        place
    }

    fn room_size(&self) -> Vec2 {
        (self.room[1] - self.room[0]).max(IVec2::ONE).as_vec2()
    }

    fn centre(&self) -> Vec2 {
        self.room[0].as_vec2() + self.room_size() / 2.0
    }

    /// The side of a tile with the whole board in view.
    fn fitted_side(&self) -> f32 {
        let side = (self.room_size() / (self.tiles.as_vec2() + 2.0 * MARGIN)).min_element();
        side.min(LARGEST * self.scale).floor().max(1.0)
    }

    fn side_at(&self, steps: u8) -> f32 {
        let side = self.fitted_side() * STEP.powi(i32::from(steps));
        side.floor()
            .min((LARGEST * self.scale).max(self.fitted_side()))
    }

    /// The nearest middle that shows no more than needed of what lies beyond the board.
    fn middle(&self, wanted: Vec2, steps: u8) -> Vec2 {
        let tiles = self.tiles.as_vec2();
        let half = self.room_size() / self.side_at(steps) / 2.0;
        let least = (half - MARGIN).min(tiles / 2.0);
        wanted.clamp(least, tiles - least)
    }

    /// Whether tiles are larger than those of the whole board in view.
    pub(super) fn is_zoomed(&self) -> bool {
        self.side as f32 > self.fitted_side()
    }

    /// Where a tile of the board is shown, in tiles from the corner.
    pub fn shown(&self, tile: Pos) -> Pos {
        let size = self.tiles.max(UVec2::ONE).as_ivec2();
        let at = (IVec2::new(tile.x, tile.y) - self.scroll.as_ivec2()).rem_euclid(size);
        Pos::new(at.x, at.y)
    }

    /// The tile under a point of the window, in logical pixels, if there is one.
    pub fn tile_at(&self, point: Vec2) -> Option<Pos> {
        if self.side == 0 {
            return None;
        }
        let pixel = point * self.scale;
        let [from, to] = self.room.map(|corner| corner.as_vec2());
        let size = self.tiles.as_ivec2();
        let tile = ((pixel - self.corner.as_vec2()) / self.side as f32).floor();
        let tile = tile.as_ivec2();
        let inside = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(size).all();
        let seen = pixel.cmpge(from).all() && pixel.cmplt(to).all();
        let tile = (tile + self.scroll.as_ivec2()) % size.max(IVec2::ONE);
        (inside && seen).then(|| Pos::new(tile.x, tile.y))
    }
}

/// Zooms and moves the board.
fn look(
    mut common: MessageReader<CommonAction>,
    mut actions: MessageReader<ConduitAction>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (session, place): (Res<Session>, Res<Place>),
    mut sight: ResMut<Sight>,
) {
    let wraps = session.conduit().board().rules().wrap;
    for action in actions.read() {
        if let ConduitAction::Pan(dir) = action {
            let Pos { x, y } = dir.delta();
            sight.pan(&place, IVec2::new(x, y), wraps);
        }
    }
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let pointer = pointer.filter(|point| place.tile_at(*point).is_some());
    let mut seen = *place;
    for action in common.read() {
        match action {
            CommonAction::ZoomIn => sight.zoom(&seen, true, pointer),
            CommonAction::ZoomOut => sight.zoom(&seen, false, pointer),
            CommonAction::ZoomFit => sight.fit(),
            _ => continue,
        }
        seen = seen.seen(&sight);
    }
}

/// Looks at the part of the board that the player wants to see.
pub(super) fn follow(
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, panels): (Res<ViewInsets>, Option<Res<UiScale>>),
    session: Res<Session>,
    (mut sight, mut place): (ResMut<Sight>, ResMut<Place>),
) {
    let Ok(window) = windows.single() else { return };
    let sight = sight.bypass_change_detection();
    if sight.board != session.boards() {
        *sight = Sight {
            board: session.boards(),
            ..default()
        };
    }
    let size = session.conduit().size();
    let tiles = UVec2::new(size.width, size.height);
    let fitted = Place::fit(
        window.physical_size(),
        window.scale_factor(),
        &insets.logical(panels.as_deref()),
        tiles,
    );
    let cursor = session.cursor();
    let chosen = cursor.shown.then_some(cursor.at);
    let moved = sight.cursor != chosen;
    sight.cursor = chosen;
    if let Some(tile) = chosen.filter(|_| moved && sight.steps > 0) {
        sight.show(&fitted.seen(sight), tile);
    }
    place.set_if_neq(fitted.seen(sight));
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

    #[test]
    fn the_wheel_zooms_at_the_pointer_and_back_to_the_whole_board() {
        let fitted = Place::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::splat(50));
        let mut sight = Sight::default();
        let mut place = fitted;
        let point = Vec2::new(401.0, 333.0);
        let tile = place.tile_at(point).unwrap();
        for _ in 0..8 {
            sight.zoom(&place, true, Some(point));
            place = fitted.seen(&sight);
            // At the edges of the board it gives way by a tile.
            let off = place.tile_at(point).unwrap() - tile;
            assert!(off.x.abs() <= 1 && off.y == 0, "{place:?}");
        }
        assert!(place.side > 4 * fitted.side, "{place:?}");
        for _ in 0..8 {
            sight.zoom(&place, false, Some(point));
            place = fitted.seen(&sight);
        }
        assert_eq!(place, fitted);
        sight.zoom(&place, true, None);
        sight.fit();
        assert_eq!(fitted.seen(&sight), fitted);
    }

    #[test]
    fn a_zoomed_board_is_panned_to_its_edges_and_no_farther_and_follows_the_cursor() {
        let fitted = Place::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::splat(50));
        let mut sight = Sight::default();
        for _ in 0..6 {
            sight.zoom(&fitted.seen(&sight), true, None);
        }
        for _ in 0..100 {
            sight.pan(&fitted.seen(&sight), IVec2::new(-1, 0), false);
        }
        let place = fitted.seen(&sight);
        let gap = place.corner.x as f32 / place.side as f32;
        assert!((0.0..1.0).contains(&gap), "{place:?}");
        sight.show(&place, Pos::new(49, 49));
        let place = fitted.seen(&sight);
        let corner = place.corner.as_vec2() + 49.5 * place.side as f32;
        assert_eq!(place.tile_at(corner), Some(Pos::new(49, 49)));
        // What lies under the panel is not pointed at.
        assert_eq!(place.tile_at(Vec2::new(1100.0, 300.0)), None);
    }

    #[test]
    fn a_board_that_wraps_is_shifted_around() {
        let fitted = Place::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::new(10, 9));
        let mut sight = Sight::default();
        for _ in 0..3 {
            sight.pan(&fitted.seen(&sight), IVec2::new(-1, 1), true);
        }
        let place = fitted.seen(&sight);
        assert_eq!(place.scroll, UVec2::new(7, 3));
        assert_eq!(place.shown(Pos::new(0, 0)), Pos::new(3, 6));
        let middle = place.corner.as_vec2() + Vec2::new(3.5, 6.5) * place.side as f32;
        assert_eq!(place.tile_at(middle), Some(Pos::new(0, 0)));
        for _ in 0..10 {
            sight.pan(&place, IVec2::new(1, 0), true);
        }
        assert_eq!(fitted.seen(&sight).scroll, UVec2::new(7, 3));
    }
}
