//! Painting with keys: steps move a cross over the map, and a key begins and ends a stroke there. The cross becomes the
//! corners of the rectangle while one is drawn, by the pointer, too.

use bevy::prelude::*;

use super::action::LabAction;
use super::paint::{Canvas, Paint};
use super::tool::LabTool;
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, React, any_changed};
use crate::app::glyph::{CameraTarget, Glyph, GlyphSprite, Viewport};
use crate::app::input::Step;
use crate::app::player::Walker;
use crate::app::screen::Screen;
use crate::geom::{Pos, Rect};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pen>()
        .add_systems(OnEnter(Screen::Lab), spawn_corners)
        .add_systems(React, draw.in_set(Screen::Lab).in_set(Phase::Act))
        .add_systems(
            Update,
            place_corners
                .run_if(any_changed::<(Paint, Pen, LabTool)>)
                .in_set(Screen::Lab)
                .in_set(Phase::Show),
        );
}

/// The tile that keys paint at; none until a step or a stroke by keys.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pen(pub Option<Pos>);

/// Its colour, as sRGB: on floor and on wall alike it stands out.
const COLOUR: [u8; 3] = [226, 62, 44];
/// Above the walker.
const Z: f32 = 1.3;

/// Moves the cross by steps, one tile each, and begins and ends strokes.
fn draw(
    (mut steps, mut actions): (MessageReader<Step>, MessageReader<LabAction>),
    (walker, view, tool): (Res<Walker>, Res<Viewport>, Res<LabTool>),
    mut canvas: Canvas,
    (mut paint, mut pen): (ResMut<Paint>, ResMut<Pen>),
    mut target: ResMut<CameraTarget>,
) {
    if *tool != LabTool::Paint {
        steps.clear();
        actions.clear();
        pen.set_if_neq(Pen(None));
        return;
    }
    let size = canvas.dungeon.map().size();
    let middle = Pos::new(size.width as i32 / 2, size.height as i32 / 2);
    let first = pen.0.filter(|pos| size.contains(*pos)).or(walker.at());
    let mut at = first.unwrap_or(middle);
    for Step(dir) in steps.read() {
        let next = at.step(*dir);
        if size.contains(next) {
            at = next;
            if paint.has_stroke() {
                canvas.reach(&mut paint, at);
            }
        }
        pen.set_if_neq(Pen(Some(at)));
    }
    for _ in actions
        .read()
        .filter(|action| **action == LabAction::Stroke)
    {
        pen.set_if_neq(Pen(Some(at)));
        match paint.has_stroke() {
            true => canvas.end(&mut paint),
            false => canvas.begin(&mut paint, at),
        }
    }
    // The view goes along where the cross would leave it.
    if pen.is_changed() && pen.0.is_some() {
        let place = Vec2::new(at.x as f32, at.y as f32) + 0.5;
        let reach = (view.room.as_vec2() / view.tile_px() / 2.0 - 1.0).max(Vec2::ZERO);
        let seen = target.0.clamp(place - reach, place + reach);
        target.set_if_neq(CameraTarget(seen));
    }
}

/// A corner of the rectangle: whether it is at the right, and at the bottom.
#[derive(Component, Clone, Copy)]
struct Corner(bool, bool);

fn spawn_corners(mut commands: Commands) {
    for (c, right, bottom) in [
        ('╔', false, false),
        ('╗', true, false),
        ('╚', false, true),
        ('╝', true, true),
    ] {
        commands.spawn((
            DespawnOnExit(Screen::Lab),
            Corner(right, bottom),
            GlyphSprite {
                glyph: Glyph::of(c).unwrap_or_default(),
                fg: COLOUR,
                at: Vec2::ZERO,
            },
            Transform::from_xyz(0.0, 0.0, Z),
            Visibility::Hidden,
        ));
    }
}

fn place_corners(
    (paint, pen, dungeon, tool): (Res<Paint>, Res<Pen>, Res<Dungeon>, Res<LabTool>),
    mut corners: Query<(&Corner, &mut GlyphSprite, &mut Visibility)>,
) {
    let on_map = |pos: &Pos| dungeon.map().tiles.contains(*pos);
    let cross = pen.0.filter(on_map).map(|pos| Rect::between(pos, pos));
    let area = paint
        .rectangle()
        .or(cross)
        .filter(|_| *tool == LabTool::Paint);
    for (Corner(right, bottom), mut sprite, mut visibility) in &mut corners {
        visibility.set_if_neq(match area {
            Some(_) => Visibility::Inherited,
            None => Visibility::Hidden,
        });
        if let Some(area) = area {
            let x = if *right { area.right } else { area.left };
            let y = if *bottom { area.bottom } else { area.top };
            sprite.at = Vec2::new(x as f32, y as f32);
        }
    }
}
