//! The log: the box above the map that shows the latest messages.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::layout::LOG_HEIGHT;
use super::runs::shown::{self, ShownRun};
use crate::app::frame::Phase;
use crate::app::screen::Screen;
use crate::app::ui::edges::{Clear, Edge, Takes, UiWindow};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{LINE, PANEL, UiFont};

/// The height of the window, in UI pixels, below which the log is half as high.
const LOW: f32 = 340.0;

/// Its height then: that of two lines.
const LOW_HEIGHT: f32 = 50.0;

/// Text lines in the box.
const VISIBLE_LINES: usize = 4;

/// A line below the messages that is not part of the run, such as a lesson; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct LogFooter(pub String);

pub(super) const FOOTER: Color = Color::srgb(0.62, 0.86, 0.88);

/// Shows the latest messages on the screens with panels.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fold.run_if(shown::has_panels).in_set(Phase::Show))
        .add_systems(
            Update,
            update_log
                .run_if(is_stale)
                .run_if(shown::has_panels)
                .in_set(Phase::Show),
        );
}

#[derive(Component)]
struct LogBox;

pub(super) fn spawn_log(mut commands: Commands, screen: Res<State<Screen>>) {
    commands.spawn((
        DespawnOnExit(*screen.get()),
        LogBox,
        Takes(Edge::Top),
        Clear(&[(Edge::Right, 0.0)]),
        Hovered::default(),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            height: px(LOG_HEIGHT),
            // The newest message is the first, at the foot. Messages without room above it go into a second column,
            // beyond the box.
            flex_direction: FlexDirection::ColumnReverse,
            flex_wrap: FlexWrap::Wrap,
            align_content: AlignContent::FlexStart,
            padding: UiRect::axes(px(10), px(5)),
            border: UiRect::bottom(px(1)),
            overflow: Overflow::clip(),
            overflow_clip_margin: OverflowClipMargin::content_box(),
            ..default()
        },
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
    ));
}

/// Leaves the log two lines in a window that has little room below it.
fn fold(window: UiWindow, mut boxes: Query<&mut Node, With<LogBox>>) {
    let wanted = px(match window.size().y < LOW {
        true => LOW_HEIGHT,
        false => LOG_HEIGHT,
    });
    for mut node in boxes.iter_mut().filter(|node| node.height != wanted) {
        node.height = wanted;
    }
}

fn is_stale(shown: ShownRun, footer: Res<LogFooter>) -> bool {
    footer.is_changed() || shown::has_changed(shown)
}

fn update_log(
    (shown, footer, font): (ShownRun, Res<LogFooter>, Res<UiFont>),
    boxes: Query<(Entity, Option<&Children>), With<LogBox>>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let Some(run) = shown.run() else { return };
    let newest = run.log().lines().iter().rev().take(VISIBLE_LINES);
    let mut messages: Vec<(String, Color)> = newest
        .enumerate()
        .map(|(age, line)| (line.to_string(), line.tone.colour(age)))
        .collect();
    if !footer.0.is_empty() {
        messages.insert(0, (footer.0.clone(), FOOTER));
    }
    for (frame, children) in &boxes {
        let nodes = children.map_or(&[][..], |children| children);
        for (node, (message, colour)) in nodes.iter().zip(&messages) {
            if let Ok((mut text, mut shown)) = texts.get_mut(*node) {
                text.set_if_neq(Text::new(message));
                shown.set_if_neq(TextColor(*colour));
            }
        }
        for (message, colour) in messages.iter().skip(nodes.len()) {
            let line = Node::DEFAULT.width(percent(100)).rigid();
            commands
                .entity(frame)
                .with_child((line, font.wrapped(message, *colour)));
        }
        for node in nodes.iter().skip(messages.len()) {
            commands.entity(*node).despawn();
        }
    }
}
