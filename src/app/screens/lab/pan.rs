//! Panning by steps and drags, and zooming at the pointer.

use bevy::prelude::*;

use super::pointer::HoveredTile;
use super::tool::LabTool;
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, React};
use crate::app::glyph::{CameraTarget, Viewport, Zoom};
use crate::app::input::{Cursor, MapPointer, PanBy, Step};
use crate::app::player::Followed;
use crate::app::screen::Screen;
use crate::app::screens::AutoFit;
use crate::geom::Size;

/// Moves the [`CameraTarget`].
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        React,
        (
            pan_by_steps.in_set(Phase::Act),
            (
                look_at_start.run_if(resource_changed::<Dungeon>),
                update_followed,
            )
                .in_set(Phase::Derive),
        )
            .in_set(Screen::Lab),
    )
    .add_systems(
        Update,
        (
            pan_by_drag.in_set(Phase::Tick),
            zoom_at_pointer.in_set(Phase::Show),
        )
            .in_set(Screen::Lab),
    );
}

/// Distance of one step, as a share of the free part's shorter side.
const STEP_SHARE: f32 = 0.12;

/// Distance after which a press becomes a drag, in logical pixels.
const DRAG_THRESHOLD: f32 = 4.0;

/// The pointer, pressed on the map.
#[derive(Default)]
struct Drag {
    /// Its position in the last frame, in logical pixels; none while no button is held.
    last: Option<Vec2>,
    /// Whether it has passed the [`DRAG_THRESHOLD`].
    is_moving: bool,
}

fn map_size(dungeon: &Dungeon) -> Vec2 {
    let size = dungeon.map().size();
    Vec2::new(size.width as f32, size.height as f32)
}

/// Centres the view on the start when the map's size changes, and shows the whole map if it showed the
/// whole one before. Among maps of one size the view stays put, so that they can be compared.
fn look_at_start(
    (tool, dungeon, view): (Res<LabTool>, Res<Dungeon>, Res<Viewport>),
    mut target: ResMut<CameraTarget>,
    mut fit: ResMut<AutoFit>,
    mut last_size: Local<Option<Size>>,
) {
    let size = dungeon.map().size();
    let before = last_size.replace(size);
    let has_new_size = before != Some(size);
    if let Some(before) = before.filter(|before| has_new_size && before.area() > 0) {
        let shown = Vec2::new(before.width as f32, before.height as f32) * view.tile_px();
        if shown.cmple(view.room.as_vec2()).all() {
            *fit = AutoFit::Whole;
        }
    }
    if let Some(start) = dungeon
        .map()
        .start
        .filter(|_| has_new_size && !tool.walks())
    {
        target.set_if_neq(CameraTarget(
            Vec2::new(start.x as f32, start.y as f32) + 0.5,
        ));
    }
}

/// Makes the view follow the walker in walk mode.
fn update_followed(tool: Res<LabTool>, mut followed: ResMut<Followed>) {
    followed.set_if_neq(Followed(tool.walks()));
}

fn pan_by_steps(
    mut steps: MessageReader<Step>,
    tool: Res<LabTool>,
    (view, dungeon): (Res<Viewport>, Res<Dungeon>),
    mut target: ResMut<CameraTarget>,
) {
    let map = map_size(&dungeon);
    let distance = (view.room.min_element() as f32 * STEP_SHARE / view.tile_px().x).max(1.0);
    for Step(dir) in steps.read().filter(|_| *tool == LabTool::Pan) {
        let delta = dir.delta();
        let delta = Vec2::new(delta.x as f32, delta.y as f32) * distance;
        let moved = view.clamp_target(target.0, map) + delta;
        target.set_if_neq(CameraTarget(view.clamp_target(moved, map)));
    }
}

/// The middle and the right button drag in either mode, though in walk mode the view returns to the
/// walker with the next step; the left button drags only where it neither walks nor
/// paints.
fn pan_by_drag(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    (cursor, pointer): (Cursor, MapPointer),
    mut panned: MessageReader<PanBy>,
    (tool, view, dungeon): (Res<LabTool>, Res<Viewport>, Res<Dungeon>),
    mut drag: Local<Drag>,
    mut target: ResMut<CameraTarget>,
) {
    let map = map_size(&dungeon);
    let mut pan = |by: Vec2| {
        let moved = view.clamp_target(target.0, map) - by * view.scale_factor / view.tile_px();
        target.set_if_neq(CameraTarget(view.clamp_target(moved, map)));
    };
    for PanBy(by) in panned.read() {
        pan(*by);
    }
    let Some(buttons) = buttons else { return };
    let mut allowed = vec![MouseButton::Middle, MouseButton::Right];
    if *tool == LabTool::Pan {
        allowed.push(MouseButton::Left);
    }
    let Some(cursor) = cursor.position() else {
        return;
    };
    if buttons.any_just_pressed(allowed.iter().copied()) && !pointer.is_on_panel() {
        *drag = Drag {
            last: Some(cursor),
            is_moving: false,
        };
    }
    let Some(last) = drag.last else { return };
    if !buttons.any_pressed(allowed) {
        *drag = Drag::default();
        return;
    }
    if drag.is_moving || cursor.distance(last) > DRAG_THRESHOLD {
        pan(cursor - last);
        *drag = Drag {
            last: Some(cursor),
            is_moving: true,
        };
    }
}

/// After a zoom, moves the view so that the same place is under the pointer as before. Without a
/// pointer on the map, the middle of the view stays put.
fn zoom_at_pointer(
    cursor: Cursor,
    (zoom, view, tool, dungeon): (Res<Zoom>, Res<Viewport>, Res<LabTool>, Res<Dungeon>),
    hovered: Res<HoveredTile>,
    mut target: ResMut<CameraTarget>,
) {
    let tile_px = zoom.cell_px().as_vec2() / zoom.shrink() as f32;
    let is_same = !zoom.is_changed() || tile_px == view.tile_px();
    // A new map may change the zoom to fit, but had no place under the pointer before.
    if is_same || dungeon.is_changed() || tool.walks() || hovered.0.is_none() {
        return;
    }
    let Some(cursor) = cursor.position() else {
        return;
    };
    let place = view.place_at(cursor);
    let map = map_size(&dungeon);
    // The middle of the free part stays at the same distance from the pointer, in pixels.
    let middle = view.clamp_target(target.0, map);
    let offset = (middle - place) * view.tile_px();
    let next = Viewport {
        cell: zoom.cell_px(),
        shrink: zoom.shrink(),
        ..*view
    };
    target.set_if_neq(CameraTarget(
        next.clamp_target(place + offset / tile_px, map),
    ));
}
