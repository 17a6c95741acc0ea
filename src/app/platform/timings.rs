//! Measures the time from a key press to the picture, from inside the program: the program's share of each
//! frame, apart from the graphics driver's.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::app::{First, Last};
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};

/// Measures every frame in which a key was pressed.
pub struct TimingsPlugin {
    /// Shared with the caller, who prints it after the app has ended.
    pub timings: Timings,
}

/// Measurements of the frames in which a key was pressed; clones share them.
#[derive(Clone, Default, Debug)]
pub struct Timings(Arc<Mutex<State>>);

/// The time spent in each part of a frame.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    /// The whole main schedule: rules, screens and layout.
    update: Duration,
    /// Extracting changes into the render world.
    extract: Duration,
    /// Preparing the renderer's data.
    prepare: Duration,
    /// Waiting for the window's surface, drawing and presenting.
    driver: Duration,
}

impl Frame {
    fn program_share(&self) -> Duration {
        self.update + self.extract + self.prepare
    }
}

#[derive(Default, Debug)]
struct State {
    update_start: Option<Instant>,
    /// The frame that waits for extraction, if a key was pressed in it.
    updated: Option<Frame>,
    /// The frame that is being drawn, if a key was pressed in it.
    drawn: Option<Frame>,
    last_lap: Option<Instant>,
    frames: Vec<Frame>,
    /// The number of updates without a key, and their total time.
    keyless: (u32, Duration),
}

impl State {
    /// The time since the last call.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let last = self.last_lap.replace(now);
        last.map_or(Duration::ZERO, |last| now - last)
    }
}

impl Timings {
    fn with_state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The summary, in one line.
impl fmt::Display for Timings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (frames, (count, keyless)) =
            self.with_state(|state| (state.frames.clone(), state.keyless));
        let keyless = keyless.as_secs_f64() * 1000.0 / f64::from(count.max(1));
        let mean = |part: fn(&Frame) -> Duration| {
            let sum: Duration = frames.iter().map(part).sum();
            sum.as_secs_f64() * 1000.0 / frames.len().max(1) as f64
        };
        let mut shares: Vec<Duration> = frames.iter().map(Frame::program_share).collect();
        shares.sort_unstable();
        let share = |index: usize| shares.get(index).map_or(0.0, Duration::as_secs_f64) * 1000.0;
        write!(
            f,
            "{} frames with keys: own share {:.2} ms on average, {:.2} ms at the median, {:.2} ms at worst (update {:.2}, without a key {keyless:.2}; extract {:.2}; prepare {:.2}); driver and drawing {:.2} ms",
            frames.len(),
            mean(Frame::program_share),
            share(shares.len() / 2),
            share(shares.len().saturating_sub(1)),
            mean(|frame| frame.update),
            mean(|frame| frame.extract),
            mean(|frame| frame.prepare),
            mean(|frame| frame.driver),
        )
    }
}

impl Plugin for TimingsPlugin {
    fn build(&self, app: &mut App) {
        let timings = self.timings.clone();
        app.add_systems(First, move || {
            timings.with_state(|state| state.update_start = Some(Instant::now()));
        });
        let timings = self.timings.clone();
        app.add_systems(Last, move |mut keys: MessageReader<KeyboardInput>| {
            let pressed = |key: &KeyboardInput| key.state == ButtonState::Pressed;
            let keyed = keys.read().filter(|key| pressed(key)).count() > 0;
            timings.with_state(|state| {
                let start = state.update_start;
                let update = start.map_or(Duration::ZERO, |start| start.elapsed());
                state.updated = keyed.then(|| Frame {
                    update,
                    ..default()
                });
                if !keyed {
                    state.keyless.0 += 1;
                    state.keyless.1 += update;
                }
            });
        });
    }

    // The render world exists only after every plugin has been built.
    fn finish(&self, app: &mut App) {
        let Some(renderer) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        let timings = self.timings.clone();
        if let Some(mut extract) = renderer.take_extract() {
            renderer.set_extract(move |main, render| {
                let began = Instant::now();
                extract(main, render);
                timings.with_state(|state| {
                    state.drawn = state.updated.take().map(|frame| Frame {
                        extract: began.elapsed(),
                        ..frame
                    });
                });
            });
        }
        let add_lap = |part: fn(&mut Frame) -> &mut Duration| {
            let timings = self.timings.clone();
            move || {
                timings.with_state(|state| {
                    let lap = state.lap();
                    if let Some(frame) = &mut state.drawn {
                        *part(frame) += lap;
                    }
                });
            }
        };
        let (start, end) = (self.timings.clone(), self.timings.clone());
        renderer.add_systems(
            Render,
            (
                (move || {
                    start.with_state(State::lap);
                })
                .before(RenderSystems::ExtractCommands),
                add_lap(|frame| &mut frame.prepare)
                    .after(RenderSystems::Specialize)
                    .before(RenderSystems::PrepareViews),
                add_lap(|frame| &mut frame.driver)
                    .after(RenderSystems::PrepareViews)
                    .before(RenderSystems::Queue),
                add_lap(|frame| &mut frame.prepare)
                    .after(RenderSystems::Prepare)
                    .before(RenderSystems::Render),
                (add_lap(|frame| &mut frame.driver), move || {
                    end.with_state(|state| {
                        let drawn = state.drawn.take();
                        state.frames.extend(drawn);
                    });
                })
                    .chain()
                    .after(RenderSystems::Render)
                    .before(RenderSystems::Cleanup),
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_keeps_the_drivers_time_apart() {
        let timings = Timings::default();
        let frame = |update, driver| Frame {
            update: Duration::from_millis(update),
            driver: Duration::from_millis(driver),
            ..default()
        };
        timings.with_state(|state| state.frames = vec![frame(4, 60), frame(1, 40), frame(1, 50)]);
        let summary = timings.to_string();
        assert!(
            summary
                .starts_with("3 frames with keys: own share 2.00 ms on average, 1.00 ms at the median, 4.00 ms at worst")
        );
        assert!(
            summary.ends_with("driver and drawing 50.00 ms"),
            "{summary}"
        );
    }
}
