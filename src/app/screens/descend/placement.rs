//! Placement of the menu box: at the right of the map, and a question beside the player, never over them. The cards of
//! aiming go into the sidebar, where they cover nothing of the map.

use bevy::prelude::*;

use super::mode::Mode;
use crate::app::glyph::{ViewInsets, Viewport};
use crate::app::stage::Run;
use crate::app::ui::edges::UiWindow;
use crate::app::ui::side::Drawer;
use crate::app::ui::theme::LINE_HEIGHT;
use crate::geom::Pos;

/// Space around boxes, in logical pixels.
pub(super) const MARGIN: f32 = 14.0;

/// The space between the lines of a box, and the height of one with it, in logical pixels.
pub(super) const GAP: f32 = 1.0;
pub(super) const LINE: f32 = LINE_HEIGHT + GAP;

/// Width at which a box shows its lines without wrapping, in logical pixels.
const PREFERRED_WIDTH: f32 = 440.0;

/// Width that menus need.
const MENU_WIDTH: f32 = 300.0;

/// Room for a question, in logical pixels.
const QUESTION_HEIGHT: f32 = 130.0;

/// With fewer lines than this, cards omit a monster's description, and the end of a run its less
/// important facts.
pub(super) const CRAMPED: usize = 24;

/// The part of the window that the box may take.
#[derive(Component)]
pub(super) struct MenuArea;

/// The menu area's distances from the edges of the window, in the panels' pixels, and the sides of the window at which it is.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Placement {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    to_right: bool,
    to_bottom: bool,
}

impl Placement {
    /// The area in a narrow window: all of it below the messages.
    fn in_narrow(mode: Mode, insets: &ViewInsets) -> Self {
        Self {
            left: 0.0,
            right: 0.0,
            top: insets.top,
            bottom: insets.bottom,
            to_right: false,
            to_bottom: mode.is_in_sidebar(),
        }
    }

    /// The area for `mode` in a window of `size`, clear of the player in the x range `taken` and at `y`, and that of a
    /// question if possible of the columns `seen`, all in the panels' pixels.
    fn for_mode(
        mode: Mode,
        size: Vec2,
        (taken, y, seen): ((f32, f32), f32, &[f32]),
        insets: &ViewInsets,
    ) -> Self {
        let in_sidebar = Self {
            left: size.x - insets.right + 1.0,
            right: 0.0,
            top: MARGIN,
            bottom: insets.bottom,
            to_right: true,
            to_bottom: true,
        };
        if mode.is_in_sidebar() {
            return in_sidebar;
        }
        let beside = Self {
            top: insets.top + MARGIN,
            bottom: insets.bottom + MARGIN,
            to_bottom: false,
            ..in_sidebar
        };
        let to_left = Self {
            left: MARGIN,
            right: size.x - taken.0 + MARGIN,
            to_right: false,
            ..beside
        };
        let to_right = Self {
            left: taken.1 + MARGIN,
            right: insets.right + MARGIN,
            ..beside
        };
        let width = |placement: &Self| size.x - placement.left - placement.right;
        // Where the side of the map is too narrow, the area is that of the sidebar, too, so that no word of it is cut in two.
        let beside_player = match width(&to_right) < MENU_WIDTH {
            true => Self {
                right: MARGIN,
                ..to_right
            },
            false => to_right,
        };
        let is_wide = |placement: &Self| width(placement) >= PREFERRED_WIDTH;
        if !mode.is_near() && width(&beside_player) >= MENU_WIDTH {
            return beside_player;
        }
        let covered = |placement: &Self| match placement.to_right {
            true => seen.iter().filter(|x| **x > taken.1).count(),
            false => seen.iter().filter(|x| **x < taken.0).count(),
        };
        let wide = [to_right, to_left]
            .into_iter()
            .filter(is_wide)
            .max_by(|a, b| {
                let fewer = covered(b).cmp(&covered(a));
                fewer.then(width(a).total_cmp(&width(b)))
            });
        let placed = wide.unwrap_or(if width(&beside_player) >= width(&to_left) {
            beside_player
        } else {
            to_left
        });
        let lowest = size.y - placed.bottom - QUESTION_HEIGHT;
        match mode.is_near() {
            true => Self {
                top: (y - 0.5 * QUESTION_HEIGHT).min(lowest).max(placed.top),
                ..placed
            },
            false => placed,
        }
    }
}

/// Moves the menu area where its mode belongs, wherever the player is in the window.
pub(super) fn position_menu_area(
    (run, mode): (Res<Run>, Res<Mode>),
    (view, insets, scale, drawer): (Res<Viewport>, Res<ViewInsets>, Res<UiScale>, Res<Drawer>),
    window: UiWindow,
    mut node: Single<&mut Node, With<MenuArea>>,
) {
    let Pos { x, y } = run.game().view().player().pos;
    let y = view.point_of(Vec2::new(0.0, y as f32 + 0.5)).y / scale.0;
    // One tile on each side stays visible, too, because an enemy may stand there.
    let column = |x: i32| view.point_of(Vec2::new(x as f32, 0.0)).x / scale.0;
    let taken = (column(x - 1), column(x + 2));
    let actors = run.game().view().actors();
    let seen = actors.filter(|actor| actor.in_sight && !actor.friend);
    let seen: Vec<f32> = seen.map(|actor| column(actor.pos.x)).collect();
    let placement = match drawer.is_narrow() {
        true => Placement::in_narrow(*mode, &insets),
        false => Placement::for_mode(*mode, window.size(), (taken, y, &seen), &insets),
    };
    let mut moved = node.clone();
    (moved.left, moved.right) = (px(placement.left), px(placement.right));
    (moved.top, moved.bottom) = (px(placement.top), px(placement.bottom));
    // A question stands at that end of its area where the player is.
    let is_at_right = placement.to_right != mode.is_near();
    moved.align_items = match (placement.to_bottom, is_at_right) {
        (true, _) => AlignItems::Stretch,
        (false, true) => AlignItems::FlexEnd,
        (false, false) => AlignItems::FlexStart,
    };
    moved.justify_content = match placement.to_bottom {
        true => JustifyContent::FlexEnd,
        false => JustifyContent::FlexStart,
    };
    node.set_if_neq(moved);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::descend::{AimKind, Purpose};
    use crate::game::{Action, Danger};

    const INSETS: ViewInsets = ViewInsets {
        left: 0.0,
        right: 250.0,
        top: 88.0,
        bottom: 24.0,
    };

    #[test]
    fn menus_are_in_one_place_and_no_box_lies_over_the_player() {
        let windows = [(800.0, 500.0), (1280.0, 800.0), (1920.0, 1080.0)];
        let question = Mode::ask(Action::Fight, Danger::Bursts);
        for (width, height) in windows {
            let size = Vec2::new(width, height);
            let map = width - INSETS.right;
            for tile in 1..=9 {
                let x = map * tile as f32 / 10.0;
                let taken = (x - 30.0, x + 30.0);
                let place = |mode| Placement::for_mode(mode, size, (taken, 300.0, &[]), &INSETS);
                let pack = place(Mode::Pack(Purpose::Use, 0));
                assert_eq!(pack, place(Mode::Log(0)));
                assert_eq!(pack, place(Mode::Over(0)));
                // Only somebody near the right edge, where the camera never lets them be for long, leaves no room there.
                assert!(
                    pack.to_right || tile > 7 || width < 1000.0 && tile > 5,
                    "{size} {x}"
                );
                for placement in [pack, place(question)] {
                    let (left, right) = (placement.left, width - placement.right);
                    assert!(
                        right <= taken.0 || left >= taken.1,
                        "{size} {x} {placement:?}"
                    );
                    assert!(right - left >= MENU_WIDTH, "{size} {x} {placement:?}");
                    let sidebar = width - INSETS.right;
                    assert!(
                        right <= sidebar || right == width - MARGIN,
                        "{size} {x} {placement:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_question_stands_level_with_the_player_and_away_from_the_monsters() {
        let size = Vec2::new(1280.0, 800.0);
        let question = Mode::ask(Action::Fight, Danger::Bursts);
        let place = |y, seen: &[f32]| {
            Placement::for_mode(question, size, ((480.0, 540.0), y, seen), &INSETS)
        };
        assert_eq!(
            [&[][..], &[700.0], &[300.0], &[300.0, 700.0, 800.0]]
                .map(|seen| place(9.0, seen).to_right),
            [true, false, true, false]
        );
        for y in [100.0, 300.0, 500.0, 790.0] {
            let top = place(y, &[]).top;
            assert!(top >= INSETS.top && top + QUESTION_HEIGHT <= 800.0 - INSETS.bottom);
            assert!((y - top - 0.5 * QUESTION_HEIGHT).abs() < 120.0, "{y} {top}");
        }
    }

    #[test]
    fn the_card_of_what_is_aimed_lies_in_the_sidebar() {
        let size = Vec2::new(1280.0, 800.0);
        let mode = Mode::Aim(AimKind::Look, Pos::new(1, 1));
        let placement = Placement::for_mode(mode, size, ((500.0, 560.0), 300.0, &[]), &INSETS);
        assert!(placement.left >= 1280.0 - INSETS.right);
    }
}
