//! Where cards and boxes lie: beside the player, never over them. What is aimed and what is asked about
//! has its card in the sidebar, which covers nothing of the map.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::mode::Mode;
use crate::app::glyph::{View, ViewInsets};
use crate::app::stage::{LOG_HEIGHT, PANEL_WIDTH, Run};
use crate::geom::Pos;

/// Around boxes, in logical pixels.
pub(super) const MARGIN: f32 = 14.0;

/// Width that a box needs to show its lines unbroken, in logical pixels.
const WANTED: f32 = 440.0;

/// The part of the window that boxes may take.
#[derive(Component)]
pub(super) struct Room;

/// Distances of the room from the edges of the window, in the panels' pixels, and whether what lies in
/// it keeps to the right or to the bottom.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    to_right: bool,
    to_bottom: bool,
}

impl Place {
    /// The room in a window of `size` for what is open, with the columns from `taken.0` to `taken.1`
    /// left free, all in the panels' pixels.
    fn of(mode: Mode, size: Vec2, taken: (f32, f32), bottom: f32) -> Self {
        let map = size.x - PANEL_WIDTH;
        let place = Self {
            left: map + 1.0,
            right: 0.0,
            top: MARGIN,
            bottom,
            to_right: true,
            to_bottom: true,
        };
        if matches!(mode, Mode::Aim(..) | Mode::Confirm(..)) {
            return place;
        }
        let beside = Self {
            top: LOG_HEIGHT + MARGIN,
            bottom: bottom + MARGIN,
            to_bottom: false,
            ..place
        };
        let to_left = Self {
            left: MARGIN,
            right: size.x - taken.0 + MARGIN,
            to_right: false,
            ..beside
        };
        let to_right = Self {
            left: taken.1 + MARGIN,
            right: PANEL_WIDTH + MARGIN,
            ..beside
        };
        // Where the map has too little room on either side, the sidebar gives some.
        let over_sidebar = Self {
            right: MARGIN,
            ..to_right
        };
        let width = |place: &Self| size.x - place.left - place.right;
        let wide = [to_right, to_left]
            .into_iter()
            .filter(|place| width(place) >= WANTED)
            .max_by(|a, b| width(a).total_cmp(&width(b)));
        wide.unwrap_or(if width(&over_sidebar) >= width(&to_left) {
            over_sidebar
        } else {
            to_left
        })
    }
}

/// Lays the room beside the player, wherever they are in the window.
pub(super) fn lay(
    (run, mode): (Option<Res<Run>>, Res<Mode>),
    (view, insets, scale): (Res<View>, Res<ViewInsets>, Res<UiScale>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut rooms: Query<&mut Node, With<Room>>,
) {
    let (Some(run), Ok(window)) = (run, windows.single()) else {
        return;
    };
    let Pos { x, .. } = run.game().view().player().pos;
    // A tile on each side stays free, too: whoever stands there is of interest.
    let column = |x: i32| view.point_of(Vec2::new(x as f32, 0.0)).x / scale.0;
    let taken = (column(x - 1), column(x + 2));
    let place = Place::of(*mode, window.size() / scale.0, taken, insets.bottom);
    for mut node in &mut rooms {
        let mut laid = node.clone();
        (laid.left, laid.right) = (px(place.left), px(place.right));
        (laid.top, laid.bottom) = (px(place.top), px(place.bottom));
        laid.align_items = match (place.to_bottom, place.to_right) {
            (true, _) => AlignItems::Stretch,
            (false, true) => AlignItems::FlexEnd,
            (false, false) => AlignItems::FlexStart,
        };
        laid.justify_content = match place.to_bottom {
            true => JustifyContent::FlexEnd,
            false => JustifyContent::FlexStart,
        };
        node.set_if_neq(laid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::descend::{Aimed, Purpose};

    #[test]
    fn no_box_lies_over_the_player_and_each_has_room_for_its_lines() {
        let windows = [(800.0, 500.0), (1280.0, 800.0), (1920.0, 1080.0)];
        for (width, height) in windows {
            let size = Vec2::new(width, height);
            let map = width - PANEL_WIDTH;
            for tile in 1..=9 {
                let x = map * tile as f32 / 10.0;
                let taken = (x - 30.0, x + 30.0);
                for mode in [Mode::Pack(Purpose::Use, 0), Mode::Log, Mode::Over(0)] {
                    let place = Place::of(mode, size, taken, 24.0);
                    let (left, right) = (place.left, width - place.right);
                    assert!(right <= taken.0 || left >= taken.1, "{size} {x} {place:?}");
                    assert!(right - left >= 350.0, "{size} {x} {place:?}");
                }
            }
        }
    }

    #[test]
    fn the_card_of_what_is_aimed_lies_in_the_sidebar() {
        let size = Vec2::new(1280.0, 800.0);
        let mode = Mode::Aim(Aimed::Look, Pos::new(1, 1));
        let place = Place::of(mode, size, (500.0, 560.0), 24.0);
        assert!(place.left >= 1280.0 - PANEL_WIDTH);
    }
}
