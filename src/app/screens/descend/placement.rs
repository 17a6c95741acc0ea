//! Placement of the menu box: beside the player, never over them. The cards of aiming and the questions
//! go into the sidebar, where they cover nothing of the map.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::mode::Mode;
use crate::app::glyph::{ViewInsets, Viewport};
use crate::app::stage::Run;
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

/// With fewer lines than this, cards omit a monster's description, and the end of a run its less
/// important facts.
pub(super) const CRAMPED: usize = 24;

/// The part of the window that the box may take.
#[derive(Component)]
pub(super) struct MenuArea;

/// The menu area's distances from the edges of the window, in the panels' pixels, and the sides to which
/// its content is aligned.
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

    /// The area for `mode` in a window of `size`, clear of the x range `taken` and if possible of the columns `seen`, all
    /// in the panels' pixels.
    fn for_mode(
        mode: Mode,
        size: Vec2,
        (taken, seen): ((f32, f32), &[f32]),
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
        // Where both sides of the map are too narrow, the area extends over the sidebar.
        let over_sidebar = Self {
            right: 0.0,
            ..to_right
        };
        let width = |placement: &Self| size.x - placement.left - placement.right;
        let covered = |placement: &Self| match placement.to_right {
            true => seen.iter().filter(|x| **x > taken.1).count(),
            false => seen.iter().filter(|x| **x < taken.0).count(),
        };
        let wide = [to_right, to_left]
            .into_iter()
            .filter(|placement| width(placement) >= PREFERRED_WIDTH)
            .max_by(|a, b| {
                let fewer = covered(b).cmp(&covered(a));
                fewer.then(width(a).total_cmp(&width(b)))
            });
        wide.unwrap_or(if width(&over_sidebar) >= width(&to_left) {
            over_sidebar
        } else {
            to_left
        })
    }
}

/// Moves the menu area beside the player, wherever they are in the window, away from the monsters in sight.
pub(super) fn position_menu_area(
    (run, mode): (Res<Run>, Res<Mode>),
    (view, insets, scale, drawer): (Res<Viewport>, Res<ViewInsets>, Res<UiScale>, Res<Drawer>),
    window: Single<&Window, With<PrimaryWindow>>,
    mut node: Single<&mut Node, With<MenuArea>>,
) {
    let Pos { x, .. } = run.game().view().player().pos;
    // One tile on each side stays visible, too, because an enemy may stand there.
    let column = |x: i32| view.point_of(Vec2::new(x as f32, 0.0)).x / scale.0;
    let taken = (column(x - 1), column(x + 2));
    let actors = run.game().view().actors();
    let seen = actors.filter(|actor| actor.in_sight && !actor.friend);
    let seen: Vec<f32> = seen.map(|actor| column(actor.pos.x)).collect();
    let size = window.size() / scale.0;
    let placement = match drawer.is_narrow() {
        true => Placement::in_narrow(*mode, &insets),
        false => Placement::for_mode(*mode, size, (taken, &seen), &insets),
    };
    let mut moved = node.clone();
    (moved.left, moved.right) = (px(placement.left), px(placement.right));
    (moved.top, moved.bottom) = (px(placement.top), px(placement.bottom));
    moved.align_items = match (placement.to_bottom, placement.to_right) {
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

    const INSETS: ViewInsets = ViewInsets {
        left: 0.0,
        right: 250.0,
        top: 88.0,
        bottom: 24.0,
    };

    #[test]
    fn no_box_lies_over_the_player_and_each_has_room_for_its_lines() {
        let windows = [(800.0, 500.0), (1280.0, 800.0), (1920.0, 1080.0)];
        for (width, height) in windows {
            let size = Vec2::new(width, height);
            let map = width - INSETS.right;
            for tile in 1..=9 {
                let x = map * tile as f32 / 10.0;
                let taken = (x - 30.0, x + 30.0);
                for mode in [Mode::Pack(Purpose::Use, 0), Mode::Log(0), Mode::Over(0)] {
                    let placement = Placement::for_mode(mode, size, (taken, &[]), &INSETS);
                    let (left, right) = (placement.left, width - placement.right);
                    assert!(
                        right <= taken.0 || left >= taken.1,
                        "{size} {x} {placement:?}"
                    );
                    assert!(right - left >= 350.0, "{size} {x} {placement:?}");
                }
            }
        }
    }

    #[test]
    fn a_box_keeps_off_the_side_where_monsters_are_unless_it_has_no_room_elsewhere() {
        let size = Vec2::new(1280.0, 800.0);
        let side = |taken: (f32, f32), seen: &[f32]| {
            Placement::for_mode(Mode::Log(0), size, (taken, seen), &INSETS).to_right
        };
        let middle = (480.0, 540.0);
        assert_eq!(
            [&[][..], &[700.0], &[300.0], &[300.0, 700.0, 800.0]].map(|seen| side(middle, seen)),
            [true, false, true, false]
        );
        assert!(side((100.0, 160.0), &[700.0]));
    }

    #[test]
    fn the_card_of_what_is_aimed_lies_in_the_sidebar() {
        let size = Vec2::new(1280.0, 800.0);
        let mode = Mode::Aim(AimKind::Look, Pos::new(1, 1));
        let placement = Placement::for_mode(mode, size, ((500.0, 560.0), &[]), &INSETS);
        assert!(placement.left >= 1280.0 - INSETS.right);
    }
}
