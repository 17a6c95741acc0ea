//! Looking around: steps and drags move the view while nobody walks, and zooming keeps what is
//! under the pointer where it is. Knows the view, not what is drawn.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::action::LabAction;
use super::pointer::Pointer;
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::glyph::{CameraTarget, View, Zoom};
use crate::app::input::{MapPointer, Step};
use crate::app::notice::Notice;
use crate::app::player::Followed;
use crate::app::screen::{Screen, on};
use crate::geom::{Dir, Size};

/// Moves the [`CameraTarget`] while nobody walks.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drag>()
        .init_resource::<Walking>()
        .add_systems(
            Update,
            (
                (steps, drag).chain().in_set(Phase::Act),
                // After all steps of the frame, which were meant for the mode before.
                switch.in_set(Phase::Generate),
                (look_at_start.run_if(resource_changed::<Dungeon>), follow).in_set(Phase::Settle),
                keep_under_pointer.in_set(Phase::Show),
            )
                .run_if(on(Screen::Lab)),
        );
}

/// Share of the window's free part that one step moves the view by.
const STRIDE: f32 = 0.12;

/// Logical pixels that a pressed pointer moves before it drags.
const SLACK: f32 = 4.0;

/// Whether steps and clicks walk; otherwise they move the view.
#[derive(Resource, Default, Clone, Copy)]
pub(super) struct Walking(pub bool);

/// A drag of the map.
#[derive(Resource, Default)]
struct Drag {
    /// Where the pointer was last, while the button is held.
    last: Option<Vec2>,
    /// Whether it has moved far enough to be one.
    moving: bool,
}

/// Keeps a target within what the view can show: beyond, a step back would seem to do nothing.
fn clamp(target: Vec2, view: &View, map: Vec2) -> Vec2 {
    let half = view.room.as_vec2() / view.tile_px() / 2.0;
    let middle = map / 2.0;
    target.clamp(half.min(middle), (map - half).max(middle))
}

fn map_size(dungeon: &Dungeon) -> Vec2 {
    let size = dungeon.map().size();
    Vec2::new(size.width as f32, size.height as f32)
}

fn switch(
    mut actions: MessageReader<LabAction>,
    (mut walking, mut notice): (ResMut<Walking>, ResMut<Notice>),
) {
    for action in actions.read() {
        if *action == LabAction::WalkMode {
            walking.0 = !walking.0;
            notice.0 = if walking.0 {
                "The step keys walk, and the view follows the @".to_owned()
            } else {
                "The step keys and drags move the view".to_owned()
            };
        }
    }
}

/// Looks at the start of a map of another size than the one before. Among maps of one size the
/// view stays: who has turned to a part of it wants to see what becomes of that.
fn look_at_start(
    (walking, dungeon): (Res<Walking>, Res<Dungeon>),
    mut target: ResMut<CameraTarget>,
    mut before: Local<Option<Size>>,
) {
    let size = dungeon.map().size();
    let other = before.replace(size) != Some(size);
    if let Some(start) = dungeon.map().start.filter(|_| other && !walking.0) {
        target.set_if_neq(CameraTarget(
            Vec2::new(start.x as f32, start.y as f32) + 0.5,
        ));
    }
}

/// The view follows whoever walks.
fn follow(walking: Res<Walking>, mut followed: ResMut<Followed>) {
    followed.set_if_neq(Followed(walking.0));
}

fn steps(
    mut steps: MessageReader<Step>,
    (walking, view, dungeon): (Res<Walking>, Res<View>, Res<Dungeon>),
    mut target: ResMut<CameraTarget>,
) {
    for Step(dir) in steps.read() {
        if !walking.0 {
            let map = map_size(&dungeon);
            let seen = clamp(target.0, &view, map);
            let moved = clamp(seen + delta(*dir) * stride(&view), &view, map);
            target.set_if_neq(CameraTarget(moved));
        }
    }
}

fn delta(dir: Dir) -> Vec2 {
    let delta = dir.delta();
    Vec2::new(delta.x as f32, delta.y as f32)
}

fn stride(view: &View) -> f32 {
    (view.room.min_element() as f32 * STRIDE / view.tile_px().x).max(1.0)
}

/// The left button drags while nobody walks; the middle and the right one always, until the next
/// step.
fn drag(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    pointer: MapPointer,
    (walking, view, dungeon): (Res<Walking>, Res<View>, Res<Dungeon>),
    mut drag: ResMut<Drag>,
    mut target: ResMut<CameraTarget>,
) {
    let (Some(buttons), Ok(window)) = (buttons, windows.single()) else {
        return;
    };
    let mut allowed = vec![MouseButton::Middle, MouseButton::Right];
    if !walking.0 {
        allowed.push(MouseButton::Left);
    }
    let Some(cursor) = window.cursor_position() else {
        return;
    };
    if buttons.any_just_pressed(allowed.iter().copied()) && !pointer.is_on_panel() {
        *drag = Drag {
            last: Some(cursor),
            moving: false,
        };
    }
    let Some(last) = drag.last else { return };
    if !buttons.any_pressed(allowed) {
        *drag = Drag::default();
        return;
    }
    if drag.moving || cursor.distance(last) > SLACK {
        let map = map_size(&dungeon);
        let moved =
            clamp(target.0, &view, map) - (cursor - last) * view.scale_factor / view.tile_px();
        target.set_if_neq(CameraTarget(clamp(moved, &view, map)));
        *drag = Drag {
            last: Some(cursor),
            moving: true,
        };
    }
}

/// After a zoom, moves the view so that the place under the pointer stays there; without a
/// pointer on the map, the middle stays.
fn keep_under_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    (zoom, view, walking, dungeon): (Res<Zoom>, Res<View>, Res<Walking>, Res<Dungeon>),
    pointer: Res<Pointer>,
    mut target: ResMut<CameraTarget>,
) {
    let tile_px = zoom.cell_px().as_vec2() / zoom.shrink() as f32;
    let still = !zoom.is_changed() || tile_px == view.tile_px();
    // Another map may bring a zoom that suits it; nothing of it was under the pointer.
    if still || dungeon.is_changed() || walking.0 || pointer.tile.is_none() {
        return;
    }
    let Some(cursor) = windows.single().ok().and_then(Window::cursor_position) else {
        return;
    };
    let place = view.place_at(cursor);
    let map = map_size(&dungeon);
    // The middle of the free part lies as far from the pointer as before, in pixels.
    let middle = clamp(target.0, &view, map);
    let offset = (middle - place) * view.tile_px();
    let next = View {
        cell: zoom.cell_px(),
        shrink: zoom.shrink(),
        ..*view
    };
    target.set_if_neq(CameraTarget(clamp(place + offset / tile_px, &next, map)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_stays_on_the_map_and_a_small_map_in_the_middle() {
        let view = View {
            room: UVec2::new(100, 100),
            cell: UVec2::splat(10),
            ..default()
        };
        let map = Vec2::new(80.0, 6.0);
        let at = |x, y| clamp(Vec2::new(x, y), &view, map);
        assert_eq!(at(-9.0, 0.0), Vec2::new(5.0, 3.0));
        assert_eq!(at(99.0, 9.0), Vec2::new(75.0, 3.0));
        assert_eq!(at(40.0, 3.0), Vec2::new(40.0, 3.0));
    }
}
