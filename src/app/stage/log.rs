//! The log: the box above the map that shows the latest messages.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::layout::LOG_HEIGHT;
use super::runs::shown::{self, ShownRun};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::hud::{NOTICE_MARGIN, NoticeBox};
use crate::app::ui::side::Takes;
use crate::app::ui::theme::{LINE, PANEL, UiFont};

/// Text lines in the box.
const VISIBLE_LINES: usize = 4;

/// A line below the messages that is not part of the run, such as a lesson; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct LogFooter(pub String);

pub(super) const FOOTER: Color = Color::srgb(0.62, 0.86, 0.88);

/// Shows the latest messages on the screens with panels.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            update_log.run_if(is_stale),
            (place_notice, place_log).run_if(resource_changed::<ViewInsets>),
        )
            .run_if(shown::has_panels)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct LogBox;

pub(super) fn spawn_log(
    mut commands: Commands,
    screen: Res<State<Screen>>,
    insets: Res<ViewInsets>,
) {
    commands.spawn((
        DespawnOnExit(*screen.get()),
        LogBox,
        Takes(ViewInsets {
            top: LOG_HEIGHT,
            ..default()
        }),
        Hovered::default(),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(insets.right),
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

pub(super) fn on_exit(mut notices: Query<&mut Node, With<NoticeBox>>) {
    for mut notice in &mut notices {
        notice.top = px(NOTICE_MARGIN);
    }
}

/// Ends the messages where the sidebar begins.
fn place_log(insets: Res<ViewInsets>, mut boxes: Query<&mut Node, With<LogBox>>) {
    for mut node in &mut boxes {
        node.right = px(insets.right);
    }
}

/// Keeps the notice below the messages.
fn place_notice(insets: Res<ViewInsets>, mut notices: Query<&mut Node, With<NoticeBox>>) {
    for mut notice in &mut notices {
        notice.top = px(insets.top + NOTICE_MARGIN);
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
            let line = Node {
                width: percent(100),
                flex_shrink: 0.0,
                ..default()
            };
            commands
                .entity(frame)
                .with_child((line, font.wrapped(message, *colour)));
        }
        for node in nodes.iter().skip(messages.len()) {
            commands.entity(*node).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn the_notice_lies_below_the_log_and_returns_to_the_top() {
        let mut world = World::new();
        world.insert_resource(ViewInsets {
            top: LOG_HEIGHT,
            ..ViewInsets::default()
        });
        let notice = world.spawn((NoticeBox, Node::default())).id();
        let top = |world: &World| world.get::<Node>(notice).unwrap().top;
        world.run_system_once(place_notice).unwrap();
        assert_eq!(top(&world), px(LOG_HEIGHT + NOTICE_MARGIN));
        world.run_system_once(on_exit).unwrap();
        assert_eq!(top(&world), px(NOTICE_MARGIN));
    }
}
