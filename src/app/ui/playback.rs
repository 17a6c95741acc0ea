//! How something recorded is played: a run, how a board or a maze was solved, or the making of a map. [`Playback`] says when it
//! goes on and where the player wants it; its owner shows it there. The keys of [`ReplayAction`] are those of [`Screen::Replay`],
//! and of any screen on which [`Layer::Playback`] is open; the Map Lab has some of its own for the same.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::input::{Action, Layer, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One input while something recorded is watched.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum ReplayAction {
    TogglePlay,
    StepBack,
    StepForward,
    JumpBack,
    JumpForward,
    GoToStart,
    GoToEnd,
    Slower,
    Faster,
    GoToTurn,
    ToggleWhole,
}

const REPLAY: &[Screen] = &[Screen::Replay];

#[rustfmt::skip]
impl Action for ReplayAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::TogglePlay, Row::new(REPLAY, "film-play", "Play, or pause", "Space Enter NumpadEnter").pad(&[Button::South])),
        (Self::StepBack, Row::new(REPLAY, "film-back", "Step back", "Left , h Numpad4").pad(&[Button::Go(Dir::West)]).repeats()),
        (Self::StepForward, Row::new(REPLAY, "film-on", "Step forward", "Right . l Numpad6").pad(&[Button::Go(Dir::East)]).repeats()),
        (Self::JumpBack, Row::new(REPLAY, "film-far-back", "100 steps back", "PageUp Shift+Left Numpad9").pad(&[Button::Run(Dir::West)]).repeats()),
        (Self::JumpForward, Row::new(REPLAY, "film-far-on", "100 steps forward", "PageDown Shift+Right Numpad3").pad(&[Button::Run(Dir::East)]).repeats()),
        (Self::GoToStart, Row::new(REPLAY, "film-start", "Go to the start", "Home Numpad7").pad(&[Button::LeftBumper])),
        (Self::GoToEnd, Row::new(REPLAY, "film-end", "Go to the end", "End Numpad1").pad(&[Button::RightBumper])),
        (Self::Slower, Row::new(REPLAY, "film-slower", "Play slower", "Down < j Numpad2").pad(&[Button::Go(Dir::South)]).repeats()),
        (Self::Faster, Row::new(REPLAY, "film-faster", "Play faster", "Up > k Numpad8").pad(&[Button::Go(Dir::North)]).repeats()),
        // A solve has no turns, and nothing in it is hidden.
        (Self::GoToTurn, Row::new(REPLAY, "film-turn", "Go to a turn", "g").unless(Layer::Playback)),
        (Self::ToggleWhole, Row::new(REPLAY, "film-whole", "Show everything, or what was known", "o").pad(&[Button::West]).unless(Layer::Playback)),
    ];
}

/// The steps of a jump.
const JUMP: u64 = 100;

/// The most doublings of the usual speed, and of its half.
const MOST: i32 = 7;
const LEAST: i32 = -6;

/// How something recorded is played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Playback {
    is_playing: bool,
    /// Doublings of the usual speed; negative for halvings.
    doublings: i32,
    /// When it last went on.
    at: Option<Duration>,
    /// The elapsed part of the next step, `0.0..1.0`.
    part: f64,
}

impl Playback {
    /// One that plays at the usual speed.
    pub fn playing() -> Self {
        Self {
            is_playing: true,
            ..Self::default()
        }
    }

    /// Whether it plays rather than pauses.
    pub const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Plays, or pauses.
    pub const fn set_playing(&mut self, is_playing: bool) {
        self.is_playing = is_playing;
        if !is_playing {
            self.rest();
        }
    }

    /// The speed, in parts of the usual one.
    pub fn factor(&self) -> f32 {
        2.0_f32.powi(self.doublings)
    }

    /// What it does, in words: its speed, such as `2x` or `1/4x`, or why it stands still.
    pub fn describe(&self, is_at_end: bool) -> String {
        match (self.is_playing, is_at_end) {
            (true, _) => self.speed(),
            (false, true) => "at the end".to_owned(),
            (false, false) => "paused".to_owned(),
        }
    }

    /// The speed as text: `2x`, `1/4x`.
    pub fn speed(&self) -> String {
        match self.doublings {
            faster @ 0.. => format!("{}x", 1 << faster),
            slower => format!("1/{}x", 1 << -slower),
        }
    }

    /// Does what the player asks for, where `at` of `length` steps are shown. Returns the number of steps to show, if they
    /// are to be others.
    pub fn control(&mut self, action: ReplayAction, at: u64, length: u64) -> Option<u64> {
        let to = match action {
            ReplayAction::TogglePlay => {
                self.set_playing(!self.is_playing);
                // At the end, playing starts over.
                return (self.is_playing && at == length).then_some(0);
            }
            ReplayAction::Slower => {
                self.doublings = (self.doublings - 1).max(LEAST);
                return None;
            }
            ReplayAction::Faster => {
                self.doublings = (self.doublings + 1).min(MOST);
                return None;
            }
            ReplayAction::GoToTurn | ReplayAction::ToggleWhole => return None,
            ReplayAction::StepBack => at.saturating_sub(1),
            ReplayAction::StepForward => at + 1,
            ReplayAction::JumpBack => at.saturating_sub(JUMP),
            ReplayAction::JumpForward => at + JUMP,
            ReplayAction::GoToStart => 0,
            ReplayAction::GoToEnd => length,
        };
        self.set_playing(false);
        Some(to.min(length))
    }

    /// Pauses at a place of the timeline, from 0 at its start to 1 at its end: the number of steps to show, of `length`.
    pub fn seek(&mut self, share: f32, length: u64) -> u64 {
        self.set_playing(false);
        (f64::from(share.clamp(0.0, 1.0)) * length as f64).round() as u64
    }

    /// The steps that are due by `now`, if there are `pace` in a second at the usual speed.
    pub fn due(&mut self, now: Duration, pace: f32) -> usize {
        let since = now.saturating_sub(self.at.replace(now).unwrap_or(now));
        self.part += since.as_secs_f64() * f64::from(pace * self.factor());
        let steps = self.part.floor();
        self.part -= steps;
        steps as usize
    }

    /// When the next step is due, if there are `pace` in a second at the usual speed.
    pub fn next_in(&self, pace: f32) -> Duration {
        Duration::from_secs_f64((1.0 - self.part) / f64::from(pace * self.factor()))
    }

    /// Lets the time until it goes on not count.
    pub const fn rest(&mut self) {
        self.at = None;
        self.part = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_jumps_pause_within_the_recording_and_playing_starts_over_at_its_end() {
        use ReplayAction::{
            GoToEnd, GoToStart, JumpBack, JumpForward, StepBack, StepForward, TogglePlay,
        };
        for (action, at, to) in [
            (StepBack, 0, Some(0)),
            (StepBack, 7, Some(6)),
            (StepForward, 7, Some(8)),
            (StepForward, 250, Some(250)),
            (JumpBack, 30, Some(0)),
            (JumpForward, 30, Some(130)),
            (JumpForward, 200, Some(250)),
            (GoToStart, 30, Some(0)),
            (GoToEnd, 30, Some(250)),
            (TogglePlay, 30, None),
        ] {
            let mut playback = Playback::playing();
            assert_eq!(playback.control(action, at, 250), to, "{action:?} {at}");
            assert!(!playback.is_playing(), "{action:?}");
        }
        let mut playback = Playback::default();
        assert_eq!(playback.control(TogglePlay, 250, 250), Some(0));
        assert!(playback.is_playing());
        assert_eq!(playback.seek(0.5, 250), 125);
        assert!(!playback.is_playing());
    }

    #[test]
    fn steps_are_due_at_the_pace_and_the_speed_and_a_rest_does_not_count() {
        let mut playback = Playback::playing();
        let second = Duration::from_secs(1);
        assert_eq!(playback.due(10 * second, 4.0), 0);
        assert_eq!(playback.due(11 * second, 4.0), 4);
        playback.control(ReplayAction::Faster, 0, 9);
        assert_eq!(playback.due(12 * second, 4.0), 8);
        assert_eq!(playback.next_in(4.0), second / 8);
        playback.rest();
        assert_eq!(playback.due(90 * second, 4.0), 0);
        for (action, speed) in [
            (ReplayAction::Slower, "1/64x"),
            (ReplayAction::Faster, "128x"),
        ] {
            for _ in 0..20 {
                playback.control(action, 0, 9);
            }
            assert_eq!(playback.speed(), speed);
        }
    }
}
