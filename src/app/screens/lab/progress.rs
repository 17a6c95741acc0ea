//! Progress of a map that is generated in the background: its name, the elapsed time and a Cancel
//! button. Keeps frames coming while any of the Lab's background work runs.

use std::time::Duration;

use bevy::prelude::*;

use super::export::ExportTasks;
use super::measure::MetricsTask;
use crate::app::dungeon::Background;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::platform::clock::Wake;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, UiFont, WELL};
use crate::app::ui::widget::{self, key_button};

/// Shows the progress of [`Background`].
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_progress_box).add_systems(
        Update,
        (request_frames, update_progress).in_set(Phase::Show),
    );
}

/// Time between frames during background work: often enough for the moving bar, without much load.
const FRAME_INTERVAL: Duration = Duration::from_millis(80);

/// Width of the bar, in logical pixels.
const BAR_WIDTH: f32 = 260.0;

/// Width of the segment that moves along the bar, in logical pixels.
const SEGMENT_WIDTH: f32 = 60.0;

/// Time that the segment takes from end to end, in seconds.
const SWEEP_DURATION: f32 = 1.2;

#[derive(Component)]
struct ProgressBox;

#[derive(Component)]
struct ProgressText;

#[derive(Component)]
struct BarSegment;

fn spawn_progress_box(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            ProgressBox,
            GlobalZIndex(1),
            Node::column(6.0)
                .left(px(10))
                .top(px(50))
                .padding(14.0, 10.0)
                .framed()
                .hidden()
                .absolute(),
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ))
        .with_children(|frame| {
            frame.spawn((ProgressText, font.text("", PLAIN)));
            frame
                .spawn((
                    Node::DEFAULT.size(px(BAR_WIDTH), px(6)),
                    BackgroundColor(WELL),
                ))
                .with_child((
                    BarSegment,
                    Node::DEFAULT.absolute().size(px(SEGMENT_WIDTH), px(6)),
                    BackgroundColor(KEY),
                ));
            frame.spawn(Node::default()).with_children(|line| {
                key_button(line, &font, "Cancel", &CommonAction::Back);
            });
        });
}

fn request_frames(
    (background, metrics, exports): (Res<Background>, Res<MetricsTask>, Res<ExportTasks>),
    mut wake: MessageWriter<Wake>,
) {
    if background.is_busy() || metrics.0.is_some() || !exports.0.is_empty() {
        wake.write(Wake(FRAME_INTERVAL));
    }
}

fn update_progress(
    background: Res<Background>,
    mut progress_box: Single<&mut Node, (With<ProgressBox>, Without<BarSegment>)>,
    mut segment: Single<&mut Node, With<BarSegment>>,
    mut text: Single<&mut Text, With<ProgressText>>,
) {
    widget::set_displayed(&mut progress_box, background.is_busy());
    let Some((spec, elapsed)) = background.work() else {
        return;
    };
    let seconds = elapsed.as_secs_f32();
    let name = spec.name();
    text.0 = format!("Generating {name} {}: {seconds:.1} s", spec.size());
    segment.left = px((seconds / SWEEP_DURATION).fract() * (BAR_WIDTH - SEGMENT_WIDTH));
}
