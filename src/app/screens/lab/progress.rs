//! What is seen of a map that is made in the background: what it is, for how long, and how to
//! give it up. Sees to it that frames come while one is made.

use std::time::Duration;

use bevy::prelude::*;

use super::export::Writing;
use super::measure::Underway;
use crate::app::dungeon::Background;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::platform::clock::Wake;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, Type, WELL};
use crate::app::ui::widget::{self, key_button};

/// Shows the progress of [`Background`].
pub(super) fn plugin(app: &mut App) {
    app.add_message::<Wake>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (pace, show).in_set(Phase::Show));
}

/// Time between two frames while a map is made: enough for a bar, and little work.
const PACE: Duration = Duration::from_millis(80);

/// Width of the bar and of the part that moves in it, in logical pixels.
const BAR: (f32, f32) = (260.0, 60.0);

/// Seconds that the part takes from end to end.
const SWEEP: f32 = 1.2;

#[derive(Component)]
struct ProgressBox;

#[derive(Component)]
struct ProgressText;

#[derive(Component)]
struct Runner;

fn spawn(mut commands: Commands, font: Res<Type>) {
    commands
        .spawn((
            ProgressBox,
            GlobalZIndex(1),
            Node {
                position_type: PositionType::Absolute,
                left: px(10),
                top: px(50),
                flex_direction: FlexDirection::Column,
                row_gap: px(6),
                padding: UiRect::axes(px(14), px(10)),
                border: UiRect::all(px(1)),
                display: Display::None,
                ..default()
            },
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ))
        .with_children(|frame| {
            frame.spawn((ProgressText, font.text("", PLAIN)));
            frame
                .spawn((
                    Node {
                        width: px(BAR.0),
                        height: px(6),
                        ..default()
                    },
                    BackgroundColor(WELL),
                ))
                .with_child((
                    Runner,
                    Node {
                        position_type: PositionType::Absolute,
                        width: px(BAR.1),
                        height: px(6),
                        ..default()
                    },
                    BackgroundColor(KEY),
                ));
            frame.spawn(Node::default()).with_children(|line| {
                key_button(line, &font, "Cancel", &CommonAction::Back);
            });
        });
}

/// Lets frames come by themselves while something is under way.
fn pace(
    (background, underway, writing): (Res<Background>, Res<Underway>, Res<Writing>),
    mut wake: MessageWriter<Wake>,
) {
    if background.is_busy() || underway.is_busy() || writing.is_busy() {
        wake.write(Wake(PACE));
    }
}

fn show(
    background: Res<Background>,
    mut boxes: Query<&mut Node, (With<ProgressBox>, Without<Runner>)>,
    mut runners: Query<&mut Node, With<Runner>>,
    mut texts: Query<&mut Text, With<ProgressText>>,
) {
    for mut node in &mut boxes {
        widget::set_displayed(&mut node, background.is_busy());
    }
    let Some((spec, spent)) = background.work() else {
        return;
    };
    let seconds = spent.as_secs_f32();
    for mut text in &mut texts {
        let name = spec.generator().info().name;
        text.0 = format!("Generating {name} {}: {seconds:.1} s", spec.size());
    }
    for mut node in &mut runners {
        let place = (seconds / SWEEP).fract() * (BAR.0 - BAR.1);
        node.left = px(place);
    }
}
