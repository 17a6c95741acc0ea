//! A red ring around the player at low health, stronger the less is left. It pulses like a heartbeat, as the bar of their
//! health does: by itself with the motion setting at full, otherwise once a turn.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ColorStop, Gradient, RadialGradient, RadialGradientShape, UiSystems};
use bevy::window::PrimaryWindow;

use super::clock::AMBIENT_FRAME;
use crate::app::glyph::{GlyphSystems, Viewport};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::settings::Settings;
use crate::app::stage::look::to_vec2;
use crate::app::stage::runs::shown::ShownRun;
use crate::app::stage::runs::turn::TurnTaken;
use crate::app::ui::node::NodeExt;
use crate::game::View;

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.init_resource::<Beat>()
        .init_resource::<HeartBeat>()
        .add_systems(Startup, spawn_fringe)
        .add_systems(
            PostUpdate,
            update_fringe
                .in_set(HeartSystems)
                .after(GlyphSystems::Look)
                .before(UiSystems::Layout),
        );
}

/// When the heart beats.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::app::stage) struct HeartSystems;

/// How strongly the heart beats now, from 0 to 1; 0 while the player is well.
#[derive(Resource, Default, PartialEq)]
pub(in crate::app::stage) struct HeartBeat(pub f32);

/// Share of the player's full health below which the ring appears.
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
    (mut beat, mut heart): (ResMut<Beat>, ResMut<HeartBeat>),
    (viewport, scale): (Res<Viewport>, Res<UiScale>),
    mut fringes: Query<(&mut Node, &mut BackgroundGradient, &mut Visibility), With<Fringe>>,
    mut wake: MessageWriter<Wake>,
) {
    let turn_taken = turns.read().count() > 0;
    let Ok((mut node, mut ground, mut visibility)) = fringes.single_mut() else {
        return;
    };
    let view = shown.view().filter(|_| shown.has_panels());
    let Some((view, danger)) = view
        .map(|view| (view, danger(view)))
        .filter(|(_, danger)| *danger > 0.0)
    else {
        visibility.set_if_neq(Visibility::Hidden);
        heart.set_if_neq(HeartBeat(0.0));
        return;
    };
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
    heart.set_if_neq(HeartBeat(strength));
    visibility.set_if_neq(Visibility::Inherited);
    *ground = BackgroundGradient(vec![ring(danger, strength)]);
    let me = to_vec2(view.player().pos) + 0.5;
    let [from, to] = [me - REACH, me + REACH].map(|place| viewport.point_of(place) / scale.0);
    let placed = Node::DEFAULT
        .absolute()
        .left(px(from.x))
        .top(px(from.y))
        .size(px(to.x - from.x), px(to.y - from.y));
    node.set_if_neq(placed);
}

/// How far from the player the ring ends, in tiles.
const REACH: f32 = 4.5;

/// Clear at the player and at its edge, and red between; a beat brings the red closer.
fn ring(danger: f32, beat: f32) -> Gradient {
    let near = 34.0 - 8.0 * danger - 6.0 * beat;
    let strength = 0.35 + 0.25 * danger + 0.25 * beat;
    let red = Color::srgb(0.62, 0.03, 0.03);
    let stop =
        |alpha: f32, percent: f32| ColorStop::new(red.with_alpha(alpha), Val::Percent(percent));
    Gradient::Radial(RadialGradient::new(
        UiPosition::CENTER,
        RadialGradientShape::ClosestSide,
        vec![
            stop(0.0, near),
            stop(strength, near + 22.0),
            stop(0.0, 100.0),
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
