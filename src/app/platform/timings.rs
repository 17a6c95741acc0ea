//! How long a key takes to become a picture, measured inside: the program's own share of a frame,
//! apart from what the graphics driver takes.

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
    /// Where the measurements go.
    pub timings: Timings,
}

/// Measurements of the frames in which a key was pressed.
#[derive(Clone, Default, Debug)]
pub struct Timings(Arc<Mutex<State>>);

/// What a frame took.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    /// Rules, screens and layout: the whole of the update.
    update: Duration,
    /// Handing the changes over to the renderer.
    extract: Duration,
    /// Making the renderer's data ready.
    prepare: Duration,
    /// Waiting for the window's surface, drawing, and handing the picture over.
    driver: Duration,
}

impl Frame {
    fn own(&self) -> Duration {
        self.update + self.extract + self.prepare
    }
}

#[derive(Default, Debug)]
struct State {
    began: Option<Instant>,
    /// The update that waits to be handed over, if a key was pressed in it.
    updated: Option<Frame>,
    /// The frame that is being drawn, if a key was pressed in it.
    drawn: Option<Frame>,
    mark: Option<Instant>,
    frames: Vec<Frame>,
    /// How many updates there were without a key, and what they took together.
    quiet: (u32, Duration),
}

impl State {
    /// The time since the last mark.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let mark = self.mark.replace(now);
        mark.map_or(Duration::ZERO, |mark| now - mark)
    }
}

impl Timings {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The summary, in one line.
impl fmt::Display for Timings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (frames, (count, quiet)) = self.with(|state| (state.frames.clone(), state.quiet));
        let quiet = quiet.as_secs_f64() * 1000.0 / f64::from(count.max(1));
        let mean = |part: fn(&Frame) -> Duration| {
            let sum: Duration = frames.iter().map(part).sum();
            sum.as_secs_f64() * 1000.0 / frames.len().max(1) as f64
        };
        let worst = frames.iter().map(Frame::own).max().unwrap_or_default();
        write!(
            f,
            "{} frames with keys: own share {:.2} ms on average, {:.2} ms at worst (update {:.2}, without a key {quiet:.2}; extract {:.2}; prepare {:.2}); driver and drawing {:.2} ms",
            frames.len(),
            mean(Frame::own),
            worst.as_secs_f64() * 1000.0,
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
            timings.with(|state| state.began = Some(Instant::now()));
        });
        let timings = self.timings.clone();
        app.add_systems(Last, move |mut keys: MessageReader<KeyboardInput>| {
            let pressed = |key: &KeyboardInput| key.state == ButtonState::Pressed;
            let keyed = keys.read().filter(|key| pressed(key)).count() > 0;
            timings.with(|state| {
                let update = state.began.map_or(Duration::ZERO, |began| began.elapsed());
                state.updated = keyed.then(|| Frame {
                    update,
                    ..default()
                });
                if !keyed {
                    state.quiet.0 += 1;
                    state.quiet.1 += update;
                }
            });
        });
    }

    // The renderer is set up by then.
    fn finish(&self, app: &mut App) {
        let Some(renderer) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        let timings = self.timings.clone();
        if let Some(mut extract) = renderer.take_extract() {
            renderer.set_extract(move |main, render| {
                let began = Instant::now();
                extract(main, render);
                timings.with(|state| {
                    state.drawn = state.updated.take().map(|frame| Frame {
                        extract: began.elapsed(),
                        ..frame
                    });
                });
            });
        }
        let lap = |of: fn(&mut Frame) -> &mut Duration| {
            let timings = self.timings.clone();
            move || {
                timings.with(|state| {
                    let lap = state.lap();
                    if let Some(frame) = &mut state.drawn {
                        *of(frame) += lap;
                    }
                });
            }
        };
        let (begin, end) = (self.timings.clone(), self.timings.clone());
        renderer.add_systems(
            Render,
            (
                (move || {
                    begin.with(State::lap);
                })
                .before(RenderSystems::ExtractCommands),
                lap(|frame| &mut frame.prepare)
                    .after(RenderSystems::Specialize)
                    .before(RenderSystems::PrepareViews),
                lap(|frame| &mut frame.driver)
                    .after(RenderSystems::PrepareViews)
                    .before(RenderSystems::Queue),
                lap(|frame| &mut frame.prepare)
                    .after(RenderSystems::Prepare)
                    .before(RenderSystems::Render),
                (lap(|frame| &mut frame.driver), move || {
                    end.with(|state| {
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
        timings.with(|state| state.frames = vec![frame(1, 40), frame(3, 60)]);
        let told = timings.to_string();
        assert!(
            told.starts_with("2 frames with keys: own share 2.00 ms on average, 3.00 ms at worst")
        );
        assert!(told.ends_with("driver and drawing 50.00 ms"), "{told}");
    }
}
