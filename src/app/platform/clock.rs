//! The clock that drives `Time`, and the scheduling of frames. Frames come on demand: without input, there is
//! one only when a system asks for it with [`Wake`]. There are no fixed steps.

#[cfg(not(target_family = "wasm"))]
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bevy::app::{First, Last, MainScheduleOrder, RunFixedMainLoop};
use bevy::ecs::message::{MessageRegistry, ShouldUpdateMessages};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
#[cfg(not(target_family = "wasm"))]
use bevy::winit::WinitUserEvent;
use bevy::winit::{UpdateMode, WinitSettings};

/// Reads the [`Clock`] at the start of every frame and schedules the next from the [`Wake`] messages. Add it
/// after Bevy's `TimePlugin`.
pub struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Clock>()
            .init_resource::<TimeUpdateStrategy>()
            .init_resource::<NextFrame>()
            .add_message::<Wake>()
            .add_systems(First, set_frame_time.before(TimeSystems))
            .add_systems(Last, schedule_next_frame);
        remove_fixed_steps(app);
    }
}

/// Nothing here uses fixed steps, yet after a pause Bevy would run up to sixteen of them before the first
/// frame. Without them, messages have to expire after two frames instead of two steps.
fn remove_fixed_steps(app: &mut App) {
    let world = app.world_mut();
    let fixed = RunFixedMainLoop.intern();
    world
        .resource_mut::<MainScheduleOrder>()
        .labels
        .retain(|label| *label != fixed);
    world.resource_mut::<MessageRegistry>().should_update = ShouldUpdateMessages::Always;
}

/// The source of the time of each frame.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The system's monotonic clock.
    #[default]
    System,
    /// A clock stopped at this instant, for tests and films.
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

/// The time between frames of an animation: at most sixty a second. Keys and clicks cause an extra frame at
/// once.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Asks for a frame this long after the current one. The request lapses if another frame comes first; an
/// animation repeats it in every frame.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wake(pub Duration);

/// When the next frame comes without input, if any.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct NextFrame(Option<Instant>);

/// Sets the instant of the frame. By default, `Time` uses the instant at which the previous frame was drawn,
/// which lies a whole pause back when frames come on demand.
fn set_frame_time(clock: Res<Clock>, mut strategy: ResMut<TimeUpdateStrategy>) {
    *strategy = TimeUpdateStrategy::ManualInstant(clock.now());
}

/// Sets the time of the next frame. After a late frame it counts from when that frame was due, so that
/// animations keep sixty frames a second.
fn schedule_next_frame(
    mut wakes: MessageReader<Wake>,
    strategy: Res<TimeUpdateStrategy>,
    mut next: ResMut<NextFrame>,
) {
    let TimeUpdateStrategy::ManualInstant(now) = *strategy else {
        return;
    };
    let is_late = |due: &Instant| *due <= now && now - *due < FRAME;
    let from = next.0.filter(is_late).unwrap_or(now);
    let soonest = wakes.read().map(|wake| from + wake.0).min();
    next.set_if_neq(NextFrame(soonest));
}

/// Wakes the event loop from a timer thread when a frame is due. The loop's own timeout is no use: setting
/// another length draws a frame at once.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn wake_window(app: &mut App) {
    let Some(send_event) = super::event_sender(app) else {
        return;
    };
    let timer = TimerHandle(Arc::default());
    let shared = timer.0.clone();
    std::thread::spawn(move || {
        shared.run(|| send_event(WinitUserEvent::WakeUp));
    });
    app.add_systems(
        Last,
        (move |next: Res<NextFrame>| timer.0.set(next.0))
            .run_if(resource_changed::<NextFrame>)
            .after(schedule_next_frame),
    );
}

/// Calls a function at given times, in a thread of its own.
#[cfg(not(target_family = "wasm"))]
#[derive(Default)]
struct Timer {
    state: Mutex<TimerState>,
    changed: Condvar,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Default)]
struct TimerState {
    /// When to call next.
    due: Option<Instant>,
    /// When the thread looks next by itself, if ever. It is woken before only if it must be: to wake another
    /// thread takes longer than most systems run.
    looks: Option<Instant>,
    has_ended: bool,
}

/// Ends the thread of its timer when it is dropped.
#[cfg(not(target_family = "wasm"))]
struct TimerHandle(Arc<Timer>);

#[cfg(not(target_family = "wasm"))]
impl Drop for TimerHandle {
    fn drop(&mut self) {
        self.0.lock().has_ended = true;
        self.0.changed.notify_one();
    }
}

#[cfg(not(target_family = "wasm"))]
impl Timer {
    fn lock(&self) -> MutexGuard<'_, TimerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the time of the next call.
    fn set(&self, due: Option<Instant>) {
        let mut state = self.lock();
        state.due = due;
        let looks = state.looks;
        if due.is_some_and(|due| looks.is_none_or(|looks| due < looks)) {
            self.changed.notify_one();
        }
    }

    /// Calls `wake` at each time that is set. Returns when `wake` fails or the handle is dropped.
    fn run(&self, wake: impl Fn() -> bool) {
        // An animation soon sets another time.
        let mut linger = Instant::now();
        loop {
            let mut state = self.lock();
            let now = Instant::now();
            if state.has_ended {
                return;
            }
            if state.due.is_some_and(|due| due <= now) {
                state.due = None;
                drop(state);
                if !wake() {
                    return;
                }
                linger = now + FRAME;
                continue;
            }
            state.looks = state.due.or((linger > now).then_some(linger));
            match state.looks {
                Some(time) => drop(self.changed.wait_timeout(state, time - now)),
                None => drop(self.changed.wait(state)),
            };
        }
    }
}

/// As above, for a page, which has no threads: sets the timeout of the event loop. Passes on the lengths asked
/// for, not the time left, because setting another length draws a frame at once.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn wake_window(app: &mut App) {
    let set_timeout = |mut wakes: MessageReader<Wake>, mut settings: ResMut<WinitSettings>| {
        let wanted = on_demand(wakes.read().map(|wake| wake.0).min());
        if settings.focused_mode != wanted.focused_mode {
            *settings = wanted;
        }
    };
    app.add_systems(Last, set_timeout);
}

/// Settings for frames on demand: for input and requested redraws, and after `wait` at the latest.
pub(in crate::app) fn on_demand(wait: Option<Duration>) -> WinitSettings {
    let wait = wait.unwrap_or(MAX_WAIT);
    let mode = |react_to_device_events| UpdateMode::Reactive {
        wait,
        react_to_device_events,
        // Systems that need a frame request one.
        react_to_user_events: false,
        react_to_window_events: true,
    };
    WinitSettings {
        focused_mode: mode(true),
        unfocused_mode: mode(false),
    }
}

/// The time since the Unix epoch.
pub(in crate::app) fn since_1970() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    #[cfg(target_family = "wasm")]
    let since = Duration::from_millis(js_sys::Date::now() as u64);
    since
}

/// The longest wait without a frame; short enough not to overflow when added to an instant.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[derive(Message)]
    struct Probe;

    #[test]
    fn after_a_pause_no_fixed_steps_run_and_messages_still_expire() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, ClockPlugin))
            .add_message::<Probe>()
            .add_systems(FixedUpdate, || panic!("a fixed step"));
        let mut now = Instant::now();
        app.world_mut().write_message(Probe);
        for left in [1, 0] {
            now += Duration::from_secs(1);
            app.insert_resource(Clock::At(now));
            app.update();
            assert_eq!(app.world().resource::<Messages<Probe>>().len(), left);
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
            let due = app.world().resource::<NextFrame>().0;
            due.map(|due| due - began)
        };
        let moves = [Wake(2 * FRAME), Wake(FRAME)];
        let late = Duration::from_millis(3);
        assert_eq!(frame(Duration::ZERO, &moves), Some(FRAME));
        assert_eq!(frame(late, &moves), Some(late + FRAME), "after a key");
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
            "a long delay is not made up for"
        );
        assert_eq!(frame(slow + FRAME, &[]), None);
    }

    #[test]
    fn the_window_is_woken_at_the_time_that_was_set_last() {
        let timer = TimerHandle(Arc::default());
        let shared = timer.0.clone();
        let (sender, calls) = channel();
        let thread = std::thread::spawn(move || shared.run(|| sender.send(()).is_ok()));
        let (far, now) = (Instant::now() + MAX_WAIT, Instant::now());
        for time in [Some(far), None, Some(far), Some(now)] {
            timer.0.set(time);
        }
        calls.recv().unwrap();
        // While the thread lingers, and again while it sleeps.
        for pause in [Duration::ZERO, 3 * FRAME] {
            std::thread::sleep(pause);
            timer.0.set(Some(Instant::now() + FRAME));
            calls.recv().unwrap();
        }
        timer.0.set(Some(far));
        drop(timer);
        thread.join().unwrap();
        assert!(calls.try_recv().is_err(), "one call for each time");
    }

    #[test]
    fn the_timer_ends_with_the_event_loop() {
        let timer = Timer::default();
        timer.set(Some(Instant::now()));
        timer.run(|| false);
    }
}
