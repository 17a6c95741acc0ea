//! Low health beats at the edge of the picture: the view narrows in red, the more the less is
//! left. It beats by itself only where the player wants that; else with each blow.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ColorStop, Gradient, RadialGradient, RadialGradientShape};
use bevy::window::PrimaryWindow;

use super::ambient::PACE;
use super::shown::ShownRun;
use super::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::settings::Settings;
use crate::game::View;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Beat>()
        .add_systems(Startup, spawn)
        .add_systems(Update, show.in_set(Phase::Show));
}

/// Health at which it begins, as a share of the whole.
const LOW: f32 = 0.25;

/// From one beat to the next, and how long one lasts.
const PULSE: Duration = Duration::from_millis(1100);
const LASTS: Duration = Duration::from_millis(600);

/// When the last beat began, since start-up.
#[derive(Resource, Default)]
struct Beat(Duration);

#[derive(Component)]
struct Fringe;

fn spawn(mut commands: Commands) {
    commands.spawn((
        Name::new("fringe"),
        Fringe,
        Node {
            position_type: PositionType::Absolute,
            ..default()
        },
        BackgroundGradient::default(),
        Visibility::Hidden,
        GlobalZIndex(-1),
        Pickable::IGNORE,
    ));
}

/// How near the player is to death, from 0 for not near to 1.
fn danger(view: View<'_>) -> f32 {
    let player = view.player();
    let share = player.health as f32 / player.max_health.max(1) as f32;
    if player.health > 0 {
        ((LOW - share) / LOW).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// How strong a beat is so long after it began, from 0 to 1: two strokes.
fn stroke(passed: Duration) -> f32 {
    let t = passed.as_secs_f32() / LASTS.as_secs_f32();
    let hump = |from: f32, width: f32| {
        let way = (t - from) / width;
        if (0.0..1.0).contains(&way) {
            (way * std::f32::consts::PI).sin()
        } else {
            0.0
        }
    };
    hump(0.0, 0.4).max(0.6 * hump(0.42, 0.5))
}

fn show(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut turns: MessageReader<TurnTaken>,
    (mut beat, insets): (ResMut<Beat>, Res<ViewInsets>),
    mut fringes: Query<(&mut Node, &mut BackgroundGradient, &mut Visibility), With<Fringe>>,
    mut wake: MessageWriter<Wake>,
) {
    let taken = turns.read().count() > 0;
    let Ok((mut node, mut ground, mut visibility)) = fringes.single_mut() else {
        return;
    };
    let view = shown.view().filter(|_| shown.is_told());
    let danger = view.map_or(0.0, danger);
    if danger <= 0.0 {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let now = time.elapsed();
    let calm = settings.as_ref().is_some_and(|settings| settings.is_calm());
    let still = settings.is_some_and(|settings| settings.is_still());
    let in_front = windows.iter().any(|window| window.focused);
    if taken || !calm && now >= beat.0 + PULSE {
        beat.0 = now;
    }
    let passed = now.saturating_sub(beat.0);
    if !still && passed < LASTS {
        wake.write(Wake(FRAME));
    } else if !calm && in_front {
        wake.write(Wake(PACE));
    }
    let stroke = if still { 0.5 } else { stroke(passed) };
    visibility.set_if_neq(Visibility::Inherited);
    node.set_if_neq(Node {
        position_type: PositionType::Absolute,
        left: px(insets.left),
        right: px(insets.right),
        top: px(insets.top),
        bottom: px(insets.bottom),
        ..default()
    });
    *ground = BackgroundGradient(vec![gradient(danger, stroke)]);
}

/// Clear in the middle, and redder all the way into the corners; a beat brings the edge nearer.
fn gradient(danger: f32, stroke: f32) -> Gradient {
    // Bevy measures to the middle of an edge, which lies at 100 per cent.
    let corner = 100.0 * std::f32::consts::SQRT_2;
    let near = 72.0 - 14.0 * danger - 6.0 * stroke;
    let strength = 0.6 + 0.25 * danger + 0.15 * stroke;
    let red = Color::srgb(0.36, 0.01, 0.02);
    let stop =
        |alpha: f32, percent: f32| ColorStop::new(red.with_alpha(alpha), Val::Percent(percent));
    Gradient::Radial(RadialGradient::new(
        UiPosition::CENTER,
        RadialGradientShape::FarthestCorner,
        vec![
            stop(0.0, near),
            stop(0.3 * strength, near + 0.5 * (corner - near)),
            stop(0.85 * strength, corner),
        ],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beat_has_two_strokes_and_ends() {
        let at = |part: f32| stroke(LASTS.mul_f32(part));
        assert!(at(0.2) > 0.9 && at(0.41) < 0.1 && at(0.66) > 0.5);
        assert!(at(0.66) < at(0.2));
        assert_eq!(at(1.0), 0.0);
    }
}
