//! The clock that `Time` follows, and frames that come by themselves. There are no frames without
//! input unless somebody asks for one, and no fixed steps.

use std::time::Duration;

use bevy::app::{First, Last, MainScheduleOrder, RunFixedMainLoop};
use bevy::ecs::message::{MessageRegistry, ShouldUpdateMessages};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
use bevy::winit::{UpdateMode, WinitSettings};

/// Reads the [`Clock`] at the start of every frame, and wakes the window for each [`Wake`]. Needs
/// Bevy's `TimePlugin` before it.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Clock>()
            .init_resource::<TimeUpdateStrategy>()
            .add_message::<Wake>()
            .add_systems(First, read.before(TimeSystems))
            .add_systems(Last, wake);
        remove_fixed_steps(app);
    }
}

/// Nothing here moves in fixed steps, and after a rest sixteen of them would come before the first
/// frame. Messages last two frames instead of two steps.
fn remove_fixed_steps(app: &mut App) {
    let world = app.world_mut();
    let fixed = RunFixedMainLoop.intern();
    world
        .resource_mut::<MainScheduleOrder>()
        .labels
        .retain(|label| *label != fixed);
    world.resource_mut::<MessageRegistry>().should_update = ShouldUpdateMessages::Always;
}

/// The clock of the program.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The system's.
    #[default]
    System,
    /// One that stands at this instant until somebody moves it.
    At(Instant),
}

impl Clock {
    fn now(self) -> Instant {
        match self {
            Self::System => Instant::now(),
            Self::At(instant) => instant,
        }
    }
}

/// Asks for a frame after this time, if none comes before.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wake(pub Duration);

/// Sets the instant of the frame. Left to itself, `Time` takes the instant at which the frame before
/// was drawn, which lies a whole rest back when frames come on demand.
fn read(clock: Res<Clock>, mut strategy: ResMut<TimeUpdateStrategy>) {
    *strategy = TimeUpdateStrategy::ManualInstant(clock.now());
}

fn wake(mut asked: MessageReader<Wake>, settings: Option<ResMut<WinitSettings>>) {
    let soonest = asked.read().map(|wake| wake.0).min();
    let Some(mut settings) = settings else { return };
    let wanted = on_demand(soonest);
    if settings.focused_mode != wanted.focused_mode {
        *settings = wanted;
    }
}

/// Frames for input and for whoever asks for one, the next after `wait` at the latest.
pub(in crate::app) fn on_demand(wait: Option<Duration>) -> WinitSettings {
    let wait = wait.unwrap_or(A_LONG_WHILE);
    let mode = |react_to_device_events| UpdateMode::Reactive {
        wait,
        react_to_device_events,
        // Those that want a frame ask for it.
        react_to_user_events: false,
        react_to_window_events: true,
    };
    WinitSettings {
        focused_mode: mode(true),
        unfocused_mode: mode(false),
    }
}

/// The time since the beginning of 1970, in UTC.
pub(super) fn since_1970() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    #[cfg(target_family = "wasm")]
    let since = Duration::from_millis(js_sys::Date::now() as u64);
    since
}

/// As good as for ever, and short enough to be added to any time.
const A_LONG_WHILE: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message)]
    struct Told;

    #[test]
    fn after_a_rest_come_no_fixed_steps_and_messages_are_forgotten_all_the_same() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, ClockPlugin))
            .add_message::<Told>()
            .add_systems(FixedUpdate, || panic!("a fixed step"));
        let mut now = Instant::now();
        app.world_mut().write_message(Told);
        for left in [1, 0] {
            now += Duration::from_secs(1);
            app.insert_resource(Clock::At(now));
            app.update();
            assert_eq!(app.world().resource::<Messages<Told>>().len(), left);
        }
    }
}
