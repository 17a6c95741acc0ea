//! The [`BoardLayout`]: where the board lies in the window. The board is as large as panel and bar
//! allow, on whole pixels, unless the player zooms in.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::action::ConduitAction;
use super::boards::BoardSession;
use crate::app::frame::{Phase, React};
use crate::app::glyph::ViewInsets;
use crate::app::input::{CommonAction, Cursor};
use crate::app::screen::Screen;
use crate::geom::Pos;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardLayout>()
        .init_resource::<PanZoom>()
        .add_systems(
            React,
            (
                pan_and_zoom.in_set(Phase::Act),
                update_layout.in_set(Phase::Derive),
            )
                .in_set(Screen::Conduit),
        );
}

/// How much larger each zoom step makes a tile.
const ZOOM_FACTOR: f32 = 1.25;

/// Distance, in tiles, from the middle of the cursor's tile to the edge of a zoomed view.
const CURSOR_MARGIN: f32 = 1.5;

/// Largest side of a tile, in logical pixels: a 3x3 board need not fill a large screen.
const MAX_TILE_SIDE: f32 = 132.0;

/// Free space around the board, in tiles: for its frame or for the edges that wrap.
const MARGIN: f32 = 0.6;

/// Where the board lies, in physical pixels of the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardLayout {
    /// Top left corner of the first tile.
    pub corner: IVec2,
    /// Side of a tile; 0 before there is a window.
    pub side: u32,
    /// Columns and rows.
    pub tiles: UVec2,
    /// Physical pixels per logical pixel.
    pub scale: f32,
    /// Columns and rows by which a board that wraps is shifted to the left and up.
    pub scroll: UVec2,
    /// The part of the window available to the board: its top left corner, inclusive, and its
    /// bottom right one, exclusive.
    room: [IVec2; 2],
}

/// How the player has zoomed, panned and shifted the board.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct PanZoom {
    /// Zoom steps; at 0 the whole board is in view.
    steps: u8,
    /// The point in the middle of a zoomed view, in tiles from the corner.
    middle: Vec2,
    scroll: UVec2,
    /// The board that this applies to; another one starts from the default.
    board_number: u64,
    /// The cursor when the layout was last updated, if it was shown.
    cursor: Option<Pos>,
}

impl PanZoom {
    /// Returns to the whole board.
    pub fn reset_zoom(&mut self) {
        self.steps = 0;
    }

    /// Zooms by one step about `point`, in logical pixels, or about the middle of the view.
    pub fn zoom(&mut self, layout: &BoardLayout, closer: bool, point: Option<Vec2>) {
        let max_steps =
            (MAX_TILE_SIDE * layout.scale / layout.fitted_side()).ln() / ZOOM_FACTOR.ln();
        let before = layout.side as f32;
        if self.steps == 0 {
            self.middle = layout.tiles.as_vec2() / 2.0;
        }
        self.steps = match closer {
            true => (self.steps + 1).min(max_steps.max(0.0).floor() as u8),
            false => self.steps.saturating_sub(1),
        };
        let after = layout.side_at(self.steps);
        if let Some(point) = point {
            let offset = point * layout.scale - layout.room_centre();
            self.middle += offset / before - offset / after;
        }
    }

    /// Pans by whole tiles: shifts a board that wraps, scrolls any other while it is zoomed.
    pub fn pan(&mut self, layout: &BoardLayout, by: IVec2, wraps: bool) {
        if wraps {
            let size = layout.tiles.as_ivec2();
            self.scroll = (self.scroll.as_ivec2() + by).rem_euclid(size).as_uvec2();
        } else {
            self.middle = layout.clamp_middle(self.middle + by.as_vec2(), self.steps);
        }
    }

    /// Scrolls as little as possible to keep `tile` in view, with [`CURSOR_MARGIN`] around it.
    fn reveal(&mut self, layout: &BoardLayout, tile: Pos) {
        let at = layout.shown_at(tile);
        let at = Vec2::new(at.x as f32, at.y as f32) + 0.5;
        let half = layout.room_size() / layout.side_at(self.steps) / 2.0;
        let slack = (half - CURSOR_MARGIN).max(Vec2::ZERO);
        self.middle = self.middle.clamp(at - slack, at + slack);
    }
}

impl BoardLayout {
    /// The whole board, as large as fits. `window` is in physical pixels, `insets` in logical
    /// ones.
    pub fn fit(window: UVec2, scale: f32, insets: &ViewInsets, tiles: UVec2) -> Self {
        let from = Vec2::new(insets.left, insets.top) * scale;
        let to = window.as_vec2() - Vec2::new(insets.right, insets.bottom) * scale;
        let mut layout = Self {
            tiles,
            scale,
            room: [from.as_ivec2(), to.as_ivec2()],
            ..default()
        };
        let side = layout.fitted_side();
        let corner = layout.room_centre() - tiles.as_vec2() * side / 2.0;
        layout.corner = corner.floor().as_ivec2();
        layout.side = side as u32;
        layout
    }

    /// Applies zoom and panning to a layout made by [`fit`](Self::fit).
    fn with(self, pan_zoom: &PanZoom) -> Self {
        let mut layout = Self {
            scroll: pan_zoom.scroll,
            ..self
        };
        if pan_zoom.steps > 0 {
            let side = layout.side_at(pan_zoom.steps);
            let middle = layout.clamp_middle(pan_zoom.middle, pan_zoom.steps);
            layout.corner = (layout.room_centre() - middle * side).floor().as_ivec2();
            layout.side = side as u32;
        }
        layout
    }

    fn room_size(&self) -> Vec2 {
        (self.room[1] - self.room[0]).max(IVec2::ONE).as_vec2()
    }

    fn room_centre(&self) -> Vec2 {
        self.room[0].as_vec2() + self.room_size() / 2.0
    }

    /// The largest side of a tile, in whole pixels, with the whole board in view.
    fn fitted_side(&self) -> f32 {
        let side = (self.room_size() / (self.tiles.as_vec2() + 2.0 * MARGIN)).min_element();
        side.min(MAX_TILE_SIDE * self.scale).floor().max(1.0)
    }

    /// Side of a tile after `steps` of zoom.
    fn side_at(&self, steps: u8) -> f32 {
        let side = self.fitted_side() * ZOOM_FACTOR.powi(i32::from(steps));
        side.floor()
            .min((MAX_TILE_SIDE * self.scale).max(self.fitted_side()))
    }

    /// The middle nearest to `wanted` that shows no more than necessary of what lies beyond the
    /// board.
    fn clamp_middle(&self, wanted: Vec2, steps: u8) -> Vec2 {
        let tiles = self.tiles.as_vec2();
        let half = self.room_size() / self.side_at(steps) / 2.0;
        let least = (half - MARGIN).min(tiles / 2.0);
        wanted.clamp(least, tiles - least)
    }

    /// Whether tiles are larger than with the whole board in view.
    pub(super) fn is_zoomed(&self) -> bool {
        self.side as f32 > self.fitted_side()
    }

    /// Column and row at which a tile of the board is shown; differs from `tile` on a shifted
    /// board.
    pub fn shown_at(&self, tile: Pos) -> Pos {
        let size = self.tiles.max(UVec2::ONE).as_ivec2();
        let at = (IVec2::new(tile.x, tile.y) - self.scroll.as_ivec2()).rem_euclid(size);
        Pos::new(at.x, at.y)
    }

    /// The tile under a point of the window, in logical pixels; `None` beside the board or under
    /// the panel.
    pub fn tile_at(&self, point: Vec2) -> Option<Pos> {
        if self.side == 0 {
            return None;
        }
        let pixel = point * self.scale;
        let [from, to] = self.room.map(|corner| corner.as_vec2());
        let size = self.tiles.as_ivec2();
        let tile = ((pixel - self.corner.as_vec2()) / self.side as f32).floor();
        let tile = tile.as_ivec2();
        let is_on_board = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(size).all();
        let is_visible = pixel.cmpge(from).all() && pixel.cmplt(to).all();
        let tile = (tile + self.scroll.as_ivec2()) % size.max(IVec2::ONE);
        (is_on_board && is_visible).then(|| Pos::new(tile.x, tile.y))
    }
}

fn pan_and_zoom(
    mut common: MessageReader<CommonAction>,
    mut actions: MessageReader<ConduitAction>,
    cursor: Cursor,
    (session, layout): (Res<BoardSession>, Res<BoardLayout>),
    mut pan_zoom: ResMut<PanZoom>,
) {
    let wraps = session.conduit().board().rules().wrap;
    for action in actions.read() {
        if let ConduitAction::Pan(dir) = action {
            let Pos { x, y } = dir.delta();
            pan_zoom.pan(&layout, IVec2::new(x, y), wraps);
        }
    }
    let pointer = cursor.position();
    let pointer = pointer.filter(|point| layout.tile_at(*point).is_some());
    let mut zoomed = *layout;
    for action in common.read() {
        match action {
            CommonAction::ZoomIn => pan_zoom.zoom(&zoomed, true, pointer),
            CommonAction::ZoomOut => pan_zoom.zoom(&zoomed, false, pointer),
            CommonAction::ZoomFit => pan_zoom.reset_zoom(),
            _ => continue,
        }
        zoomed = zoomed.with(&pan_zoom);
    }
}

/// Fits the board to window and insets, and applies zoom and panning.
pub(super) fn update_layout(
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, ui_scale): (Res<ViewInsets>, Option<Res<UiScale>>),
    session: Res<BoardSession>,
    (mut pan_zoom, mut layout): (ResMut<PanZoom>, ResMut<BoardLayout>),
) {
    let Ok(window) = windows.single() else { return };
    if pan_zoom.board_number != session.view() {
        *pan_zoom = PanZoom {
            board_number: session.view(),
            ..default()
        };
    }
    let size = session.conduit().size();
    let fitted = BoardLayout::fit(
        window.physical_size(),
        window.scale_factor(),
        &insets.logical(ui_scale.as_deref()),
        UVec2::new(size.width, size.height),
    );
    let cursor = session.cursor();
    let cursor = cursor.shown.then_some(cursor.at);
    let has_moved = pan_zoom.cursor != cursor;
    pan_zoom.cursor = cursor;
    if let Some(tile) = cursor.filter(|_| has_moved && pan_zoom.steps > 0) {
        let zoomed = fitted.with(&pan_zoom);
        pan_zoom.reveal(&zoomed, tile);
    }
    layout.set_if_neq(fitted.with(&pan_zoom));
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
                    let layout = BoardLayout::fit(window, scale, &INSETS, tiles);
                    let end = layout.corner.as_vec2() + tiles.as_vec2() * layout.side as f32;
                    assert!(layout.corner.cmpge(IVec2::ZERO).all(), "{layout:?}");
                    assert!(end.x <= window.x as f32 - 300.0 * scale, "{layout:?}");
                    assert!(end.y <= window.y as f32 - 30.0 * scale, "{layout:?}");
                    assert!(layout.side as f32 >= 8.0 * scale, "{layout:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_board_is_not_zoomed_even_where_panels_end_between_pixels() {
        for tenths in 0..400 {
            let insets = ViewInsets {
                right: 280.0 + tenths as f32 / 10.0,
                ..INSETS
            };
            let layout = BoardLayout::fit(UVec2::new(800, 500), 1.0, &insets, UVec2::splat(9));
            assert!(!layout.is_zoomed(), "{insets:?} {layout:?}");
        }
    }

    #[test]
    fn a_tile_is_found_under_each_of_its_corners_and_none_beside_the_board() {
        for scale in [1.0, 1.5, 2.0] {
            let layout = BoardLayout::fit(UVec2::new(1283, 801), scale, &INSETS, UVec2::new(10, 9));
            for (x, y) in [(0, 0), (9, 8), (4, 7)] {
                let corner =
                    layout.corner.as_vec2() + Vec2::new(x as f32, y as f32) * layout.side as f32;
                let at = |offset: f32| layout.tile_at((corner + offset) / scale);
                assert_eq!(at(0.25), Some(Pos::new(x, y)));
                assert_eq!(at(layout.side as f32 - 0.25), Some(Pos::new(x, y)));
            }
            let outside = (layout.corner.as_vec2() - 1.0) / scale;
            assert_eq!(layout.tile_at(outside), None);
        }
        assert_eq!(BoardLayout::default().tile_at(Vec2::ZERO), None);
    }

    #[test]
    fn the_wheel_zooms_at_the_pointer_and_back_to_the_whole_board() {
        let fitted = BoardLayout::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::splat(50));
        let mut pan_zoom = PanZoom::default();
        let mut layout = fitted;
        let point = Vec2::new(401.0, 333.0);
        let tile = layout.tile_at(point).unwrap();
        for _ in 0..8 {
            pan_zoom.zoom(&layout, true, Some(point));
            layout = fitted.with(&pan_zoom);
            // At the board's edges it may move by a tile.
            let off = layout.tile_at(point).unwrap() - tile;
            assert!(off.x.abs() <= 1 && off.y == 0, "{layout:?}");
        }
        assert!(layout.side > 4 * fitted.side, "{layout:?}");
        for _ in 0..8 {
            pan_zoom.zoom(&layout, false, Some(point));
            layout = fitted.with(&pan_zoom);
        }
        assert_eq!(layout, fitted);
        pan_zoom.zoom(&layout, true, None);
        pan_zoom.reset_zoom();
        assert_eq!(fitted.with(&pan_zoom), fitted);
    }

    #[test]
    fn a_zoomed_board_is_panned_to_its_edges_and_no_farther_and_follows_the_cursor() {
        let fitted = BoardLayout::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::splat(50));
        let mut pan_zoom = PanZoom::default();
        for _ in 0..6 {
            pan_zoom.zoom(&fitted.with(&pan_zoom), true, None);
        }
        for _ in 0..100 {
            pan_zoom.pan(&fitted.with(&pan_zoom), IVec2::new(-1, 0), false);
        }
        let layout = fitted.with(&pan_zoom);
        let gap = layout.corner.x as f32 / layout.side as f32;
        assert!((0.0..1.0).contains(&gap), "{layout:?}");
        pan_zoom.reveal(&layout, Pos::new(49, 49));
        let layout = fitted.with(&pan_zoom);
        let corner = layout.corner.as_vec2() + 49.5 * layout.side as f32;
        assert_eq!(layout.tile_at(corner), Some(Pos::new(49, 49)));
        // Tiles under the panel cannot be pointed at.
        assert_eq!(layout.tile_at(Vec2::new(1100.0, 300.0)), None);
    }

    #[test]
    fn a_board_that_wraps_is_shifted_around() {
        let fitted = BoardLayout::fit(UVec2::new(1280, 800), 1.0, &INSETS, UVec2::new(10, 9));
        let mut pan_zoom = PanZoom::default();
        for _ in 0..3 {
            pan_zoom.pan(&fitted.with(&pan_zoom), IVec2::new(-1, 1), true);
        }
        let layout = fitted.with(&pan_zoom);
        assert_eq!(layout.scroll, UVec2::new(7, 3));
        assert_eq!(layout.shown_at(Pos::new(0, 0)), Pos::new(3, 6));
        let middle = layout.corner.as_vec2() + Vec2::new(3.5, 6.5) * layout.side as f32;
        assert_eq!(layout.tile_at(middle), Some(Pos::new(0, 0)));
        for _ in 0..10 {
            pan_zoom.pan(&layout, IVec2::new(1, 0), true);
        }
        assert_eq!(fitted.with(&pan_zoom).scroll, UVec2::new(7, 3));
    }
}
