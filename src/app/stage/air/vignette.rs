//! A red vignette at low health, stronger the less is left. It pulses like a heartbeat: by itself with
//! the motion setting at full, otherwise once a turn.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ColorStop, Gradient, RadialGradient, RadialGradientShape};
use bevy::window::PrimaryWindow;

use super::clock::AMBIENT_FRAME;
use crate::app::frame::Phase;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::settings::Settings;
use crate::app::stage::runs::shown::ShownRun;
use crate::app::stage::runs::turn::TurnTaken;
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::node::NodeExt;
use crate::game::View;

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.init_resource::<Beat>()
        .add_systems(Startup, spawn_fringe)
        .add_systems(Update, update_fringe.in_set(Phase::Show));
}

/// Share of the player's full health below which the vignette appears.
const LOW_HEALTH: f32 = 0.25;

/// Between the starts of two beats, and how long one lasts.
const BEAT_INTERVAL: Duration = Duration::from_millis(1100);
const BEAT_DURATION: Duration = Duration::from_millis(600);

/// When the last beat started, since start-up.
#[derive(Resource, Default)]
struct Beat(Duration);

#[derive(Component)]
struct Fringe;

fn spawn_fringe(mut commands: Commands) {
    commands.spawn((
        Name::new("fringe"),
        Fringe,
        Clear(&[
            (Edge::Left, 0.0),
            (Edge::Right, 0.0),
            (Edge::Top, 0.0),
            (Edge::Bottom, 0.0),
        ]),
        Node::DEFAULT.absolute(),
        BackgroundGradient::default(),
        Visibility::Hidden,
        GlobalZIndex(-1),
        Pickable::IGNORE,
    ));
}

/// 0 at [`LOW_HEALTH`] and more, rising to 1 as health falls to 0; 0 for the dead.
fn danger(view: View<'_>) -> f32 {
    let player = view.player();
    let share = player.health as f32 / player.max_health.max(1) as f32;
    if player.health > 0 {
        ((LOW_HEALTH - share) / LOW_HEALTH).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Strength of a beat from 0 to 1, `elapsed` after its start: a strong and a weak stroke.
fn beat_strength(elapsed: Duration) -> f32 {
    let t = elapsed.as_secs_f32() / BEAT_DURATION.as_secs_f32();
    let stroke = |start: f32, duration: f32| {
        let t = (t - start) / duration;
        if (0.0..1.0).contains(&t) {
            (t * std::f32::consts::PI).sin()
        } else {
            0.0
        }
    };
    stroke(0.0, 0.4).max(0.6 * stroke(0.42, 0.5))
}

fn update_fringe(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut turns: MessageReader<TurnTaken>,
    mut beat: ResMut<Beat>,
    mut fringes: Query<(&mut BackgroundGradient, &mut Visibility), With<Fringe>>,
    mut wake: MessageWriter<Wake>,
) {
    let turn_taken = turns.read().count() > 0;
    let Ok((mut ground, mut visibility)) = fringes.single_mut() else {
        return;
    };
    let view = shown.view().filter(|_| shown.has_panels());
    let danger = view.map_or(0.0, danger);
    if danger <= 0.0 {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let now = time.elapsed();
    let (calm, still) = (settings.is_calm(), settings.is_still());
    let in_front = windows.iter().any(|window| window.focused);
    if turn_taken || !calm && now >= beat.0 + BEAT_INTERVAL {
        beat.0 = now;
    }
    let elapsed = now.saturating_sub(beat.0);
    if !still && elapsed < BEAT_DURATION {
        wake.write(Wake(FRAME));
    } else if !calm && in_front {
        wake.write(Wake(AMBIENT_FRAME));
    }
    let strength = if still { 0.5 } else { beat_strength(elapsed) };
    visibility.set_if_neq(Visibility::Inherited);
    *ground = BackgroundGradient(vec![vignette(danger, strength)]);
}

/// Clear in the middle and red in the corners; a beat brings the red closer.
fn vignette(danger: f32, beat: f32) -> Gradient {
    // 100 percent is the middle of an edge.
    let corner = 100.0 * std::f32::consts::SQRT_2;
    let near = 72.0 - 14.0 * danger - 6.0 * beat;
    let strength = 0.6 + 0.25 * danger + 0.15 * beat;
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
        let at = |part: f32| beat_strength(BEAT_DURATION.mul_f32(part));
        assert!(at(0.2) > 0.9 && at(0.41) < 0.1 && at(0.66) > 0.5);
        assert!(at(0.66) < at(0.2));
        assert_eq!(at(1.0), 0.0);
    }
}
