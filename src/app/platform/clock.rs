//! The clock that `Time` follows, and frames that come by themselves. There are no frames without
//! input unless somebody asks for one, and no fixed steps.

#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use bevy::app::{First, Last, MainScheduleOrder, RunFixedMainLoop};
use bevy::ecs::message::{MessageRegistry, ShouldUpdateMessages};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
#[cfg(not(target_family = "wasm"))]
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy::winit::{UpdateMode, WinitSettings};

/// Reads the [`Clock`] at the start of every frame, and knows when the next is due, by each [`Wake`]. Needs
/// Bevy's `TimePlugin` before it.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Clock>()
            .init_resource::<TimeUpdateStrategy>()
            .init_resource::<Due>()
            .add_message::<Wake>()
            .add_systems(First, read.before(TimeSystems))
            .add_systems(Last, set_due);
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

/// From one frame to the next while something moves: sixty a second at most. What is pressed or clicked
/// brings a frame of its own at once.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Asks for a frame so long after this one, if none comes before. Whoever still wants it then asks again.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wake(pub Duration);

/// When the next frame comes by itself, if one does.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct Due(Option<Instant>);

/// Sets the instant of the frame. Left to itself, `Time` takes the instant at which the frame before
/// was drawn, which lies a whole rest back when frames come on demand.
fn read(clock: Res<Clock>, mut strategy: ResMut<TimeUpdateStrategy>) {
    *strategy = TimeUpdateStrategy::ManualInstant(clock.now());
}

/// Sets the time of the next frame. One that comes late counts from when it was due, so that sixty a second
/// are not fewer.
fn set_due(
    mut asked: MessageReader<Wake>,
    strategy: Res<TimeUpdateStrategy>,
    mut due: ResMut<Due>,
) {
    let TimeUpdateStrategy::ManualInstant(began) = *strategy else {
        return;
    };
    let was_due = |due: &Instant| *due <= began && began - *due < FRAME;
    let from = due.0.filter(was_due).unwrap_or(began);
    let soonest = asked.read().map(|wake| from + wake.0).min();
    due.set_if_neq(Due(soonest));
}

/// Has the window woken when a frame is due. The event loop has waits of its own, but draws a frame whenever
/// one of another length is set.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn wake_the_window(app: &mut App) {
    let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() else {
        return;
    };
    let proxy = (**proxy).clone();
    let (orders, times) = channel();
    std::thread::spawn(move || {
        ring(&times, || proxy.send_event(WinitUserEvent::WakeUp).is_ok());
    });
    app.add_systems(
        Last,
        (move |due: Res<Due>| {
            // The thread is gone when the window is.
            let _ = orders.send(due.0);
        })
        .run_if(resource_changed::<Due>)
        .after(set_due),
    );
}

/// Wakes at each time that comes before another is set, until that fails or nobody can set one.
#[cfg(not(target_family = "wasm"))]
fn ring(times: &Receiver<Option<Instant>>, wake: impl Fn() -> bool) {
    let mut due = None;
    loop {
        let set = match due {
            None => times.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => times.recv_timeout(due - Instant::now()),
        };
        due = match set {
            Ok(time) => time,
            Err(RecvTimeoutError::Timeout) if wake() => None,
            Err(_) => return,
        };
    }
}

/// As above: a page has no threads, and its event loop waits. The lengths are those that were asked for, for one
/// of another length brings a frame at once.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn wake_the_window(app: &mut App) {
    let wait = |mut asked: MessageReader<Wake>, mut settings: ResMut<WinitSettings>| {
        let wanted = on_demand(asked.read().map(|wake| wake.0).min());
        if settings.focused_mode != wanted.focused_mode {
            *settings = wanted;
        }
    };
    app.add_systems(Last, wait);
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

    #[test]
    fn sixty_frames_a_second_are_due_while_something_moves_and_none_at_rest() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, ClockPlugin));
        let began = Instant::now();
        let mut frame = |after: Duration, wakes: &[Wake]| {
            app.insert_resource(Clock::At(began + after));
            app.world_mut().write_message_batch(wakes.iter().copied());
            app.update();
            let due = app.world().resource::<Due>().0;
            due.map(|due| due - began)
        };
        let moves = [Wake(2 * FRAME), Wake(FRAME)];
        let late = Duration::from_millis(3);
        assert_eq!(frame(Duration::ZERO, &moves), Some(FRAME));
        assert_eq!(frame(late, &moves), Some(late + FRAME), "brought by a key");
        // Sixty frames that are each a little late take a second.
        for count in 1..=60 {
            assert_eq!(
                frame(late + count * FRAME + late, &moves),
                Some(late + (count + 1) * FRAME)
            );
        }
        let slow = 70 * FRAME;
        assert_eq!(
            frame(slow, &moves),
            Some(slow + FRAME),
            "it is not caught up with"
        );
        assert_eq!(frame(slow + FRAME, &[]), None);
    }

    #[test]
    fn the_window_is_woken_at_the_time_that_was_set_last() {
        let (orders, times) = channel();
        let (far, now) = (Instant::now() + A_LONG_WHILE, Instant::now());
        for time in [Some(far), Some(now), None, Some(far), Some(now)] {
            orders.send(time).unwrap();
        }
        let woken = std::cell::Cell::new(0);
        ring(&times, || {
            woken.set(woken.get() + 1);
            false
        });
        assert_eq!(woken.get(), 1, "the others were set anew before their time");
        drop(orders);
        ring(&times, || unreachable!("nobody sets a time any more"));
    }
}
