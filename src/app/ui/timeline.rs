//! The timeline of what is watched, a run or a solve: how far it has come, and where the pointer presses or drags it.
//! [`Timeline`] says what it shows; [`Sought`] says where it was pressed.

use bevy::picking::events::{Drag, Pointer, Press};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::edges::{Clear, Edge, Takes};
use super::hud::NoticeRoom;
use super::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WELL};
use super::widget::set_displayed;
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::ViewInsets;
use crate::app::input::Draggable;
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;

/// Height of the timeline, in logical pixels.
const TIMELINE_HEIGHT: f32 = 22.0;

/// What the timeline shows. Without a length there is none.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Timeline {
    /// How much was shown and how much there is, in steps or in seconds.
    pub shown: (f32, f32),
    /// Position and length in words.
    pub label: String,
    /// Whether it goes on by itself.
    pub is_playing: bool,
}

/// The player wants to see this place of the timeline, from 0 at its start to 1 at its end.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct Sought(pub f32);

/// Adds what a screen needs that shows something recorded; the timeline is drawn where there is a renderer.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Timeline>().add_message::<Sought>();
    for screen in Screen::ALL {
        app.add_systems(OnExit(screen), |mut timeline: ResMut<Timeline>| {
            *timeline = Timeline::default();
        });
    }
}

pub(super) fn view_plugin(app: &mut App) {
    app.add_observer(seek_by_press)
        .add_observer(seek_by_drag)
        .add_systems(Startup, spawn_timeline)
        .add_systems(
            Update,
            update_timeline
                .run_if(any_changed::<(Timeline, ViewInsets)>)
                .after(Phase::Show),
        );
}

/// The whole strip.
#[derive(Component)]
struct Strip;

/// The line, which the pointer can press and drag.
#[derive(Component)]
struct Line;

/// The filled part of the line, up to the current position.
#[derive(Component)]
struct Filled;

#[derive(Component)]
struct Label;

fn spawn_timeline(mut commands: Commands, font: Res<UiFont>) {
    let strip = Node::row(10.0)
        .align_centre()
        .left(px(0))
        .height(px(TIMELINE_HEIGHT))
        .padding(10.0, 0.0)
        .hidden()
        .absolute()
        .border(UiRect::bottom(px(1)));
    let line = Node::DEFAULT.height(px(12)).grow();
    let filled = Node::DEFAULT.size(percent(0), percent(100));
    let label = Node::DEFAULT
        .width(px(200))
        .justify(JustifyContent::FlexEnd);
    let line = (
        Line,
        Draggable,
        line,
        BackgroundColor(WELL),
        children![(Filled, filled, BackgroundColor(KEY.with_alpha(0.6)))],
    );
    commands.spawn((
        Strip,
        Takes(Edge::Top),
        Clear(&[(Edge::Right, 0.0)]),
        strip,
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
        Hovered::default(),
        children![line, (label, children![(Label, font.text("", QUIET))])],
    ));
}

fn update_timeline(
    (timeline, others): (
        Res<Timeline>,
        Query<(&Takes, &Node), (Without<Strip>, Without<Filled>, Without<NoticeRoom>)>,
    ),
    mut strip: Single<&mut Node, (With<Strip>, Without<Filled>)>,
    mut filled: Single<&mut Node, With<Filled>>,
    label: Single<(&mut Text, &mut TextColor), With<Label>>,
) {
    let (position, length) = timeline.shown;
    set_displayed(&mut strip, length > 0.0);
    let above = others.iter().filter(|(takes, _)| takes.0 == Edge::Top);
    let heights = above.map(|(_, node)| match (node.display, node.height) {
        (Display::None, _) => 0.0,
        (_, Val::Px(height)) => height,
        _ => 0.0,
    });
    strip.top = px(heights.sum::<f32>());
    filled.width = percent(100.0 * (position / length.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0));
    let (mut text, mut colour) = label.into_inner();
    text.0.clone_from(&timeline.label);
    colour.0 = if timeline.is_playing { PLAIN } else { QUIET };
}

/// Seeks to where the timeline is pressed.
fn seek_by_press(
    press: On<Pointer<Press>>,
    line: Query<(&ComputedNode, &UiGlobalTransform), With<Line>>,
    windows: Query<&Window>,
    mut sought: MessageWriter<Sought>,
) {
    let place = press.pointer_location.position;
    sought.write_batch(place_on(&line, press.entity, place, &windows));
}

/// Seeks to where the timeline is dragged, also from beside it.
fn seek_by_drag(
    drag: On<Pointer<Drag>>,
    line: Query<(&ComputedNode, &UiGlobalTransform), With<Line>>,
    windows: Query<&Window>,
    mut sought: MessageWriter<Sought>,
) {
    let place = drag.pointer_location.position;
    sought.write_batch(place_on(&line, drag.entity, place, &windows));
}

/// The point of the line at `place`, in logical pixels of the window, if `entity` is the line.
fn place_on(
    line: &Query<(&ComputedNode, &UiGlobalTransform), With<Line>>,
    entity: Entity,
    place: Vec2,
    windows: &Query<&Window>,
) -> Option<Sought> {
    let scale = windows.iter().next().map_or(1.0, Window::scale_factor);
    let (node, transform) = line.get(entity).ok()?;
    let at = node.normalize_point(*transform, place * scale)?;
    Some(Sought((at.x + 0.5).clamp(0.0, 1.0)))
}
