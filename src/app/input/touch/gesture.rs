//! Which gesture the fingers on a screen make. Knows nothing of what a gesture means.

use std::time::Duration;

use bevy::input::touch::TouchPhase;
use bevy::math::Vec2;

/// How far a finger may stray from where it came down and still tap, in logical pixels.
const SLOP: f32 = 10.0;
/// How long a finger rests before it holds.
const HOLD: Duration = Duration::from_millis(500);
/// The longest that two fingers are down to tap. Longer than a tap takes, for a frame may take long, too.
const BRIEF: Duration = Duration::from_millis(1000);
/// How much farther apart two fingers move, or nearer, for one step of zoom.
const ZOOM_STEP: f32 = 1.2;

/// What fingers do, at a point of the window in logical pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Gesture {
    /// The first finger comes down.
    Touched,
    /// A finger came down and went up again.
    Tap(Vec2),
    /// A finger rests, and then moves on or goes up.
    Held(Vec2),
    HeldTo(Vec2),
    LetGo,
    /// A finger is dragged from a point, on to others, and goes up.
    DragFrom(Vec2),
    DragTo(Vec2),
    Dropped,
    /// Two fingers came down and went up again, around this point.
    TapOfTwo(Vec2),
    /// Two fingers have moved by a step apart (1) or together (-1), around this point.
    Zoom(Vec2, i32),
    /// One of two fingers that have zoomed goes up.
    Zoomed,
}

#[derive(Default, Clone, Copy, PartialEq, Debug)]
enum State {
    #[default]
    None,
    /// One finger is down, where it came down and since then.
    Down(Vec2, Duration),
    Held,
    Dragging,
    /// Two are down since a time; how far they were apart at the last step, and whether they have moved.
    Two(Duration, f32, bool),
    /// The gesture is over, though fingers are down.
    Spent,
}

/// Tells gestures from touches. The state is that of the fingers that are down, oldest first.
#[derive(Default)]
pub(super) struct Recogniser {
    fingers: Vec<(u64, Vec2)>,
    state: State,
}

impl Recogniser {
    /// Whether no finger is down.
    pub fn is_idle(&self) -> bool {
        self.fingers.is_empty()
    }

    /// How long until a finger that is down holds, if it stays.
    pub fn wait(&self, now: Duration) -> Option<Duration> {
        match self.state {
            State::Down(_, since) => Some((since + HOLD).saturating_sub(now)),
            _ => None,
        }
    }

    /// Time has passed: a finger that has rested holds.
    pub fn pass(&mut self, now: Duration, gestures: &mut Vec<Gesture>) {
        if let State::Down(at, since) = self.state
            && now >= since + HOLD
        {
            self.state = State::Held;
            gestures.push(Gesture::Held(at));
        }
    }

    /// A finger comes down, moves or goes up.
    pub fn touch(
        &mut self,
        (finger, phase): (u64, TouchPhase),
        at: Vec2,
        now: Duration,
        gestures: &mut Vec<Gesture>,
    ) {
        let place = self.fingers.iter().position(|(id, _)| *id == finger);
        match (phase, place) {
            (TouchPhase::Started, None) => {
                self.fingers.push((finger, at));
                self.come_down(at, now, gestures);
            }
            (TouchPhase::Moved, Some(place)) => {
                self.fingers[place].1 = at;
                self.move_to(place, gestures);
            }
            (TouchPhase::Ended | TouchPhase::Canceled, Some(place)) => {
                self.go_up(phase == TouchPhase::Ended, now, gestures);
                self.fingers.remove(place);
                self.state = match self.fingers[..] {
                    [] => State::None,
                    _ => State::Spent,
                };
            }
            _ => {}
        }
    }

    /// The point between two fingers, and how far they are apart.
    fn between(&self) -> (Vec2, f32) {
        match self.fingers[..] {
            [(_, one), (_, other), ..] => (one.midpoint(other), one.distance(other).max(1.0)),
            _ => (Vec2::ZERO, 1.0),
        }
    }

    fn come_down(&mut self, at: Vec2, now: Duration, gestures: &mut Vec<Gesture>) {
        let before = self.state;
        self.state = match (self.fingers.len(), before) {
            (1, _) => {
                gestures.push(Gesture::Touched);
                State::Down(at, now)
            }
            (2, State::Down(_, since)) => State::Two(since, self.between().1, false),
            // A finger that is dragged becomes one of two that zoom.
            (2, State::Dragging) => {
                gestures.push(Gesture::Dropped);
                State::Two(now, self.between().1, true)
            }
            (_, State::Held) => {
                gestures.push(Gesture::LetGo);
                State::Spent
            }
            (_, State::Two(.., true)) => {
                gestures.push(Gesture::Zoomed);
                State::Spent
            }
            _ => State::Spent,
        };
    }

    fn move_to(&mut self, place: usize, gestures: &mut Vec<Gesture>) {
        let at = self.fingers[place].1;
        match self.state {
            State::Down(from, _) if from.distance(at) > SLOP => {
                self.state = State::Dragging;
                gestures.extend([Gesture::DragFrom(from), Gesture::DragTo(at)]);
            }
            State::Held => gestures.push(Gesture::HeldTo(at)),
            State::Dragging => gestures.push(Gesture::DragTo(at)),
            State::Two(since, mut apart, mut has_moved) => {
                let (middle, now) = self.between();
                while now > apart * ZOOM_STEP || now < apart / ZOOM_STEP {
                    let steps = if now > apart { 1 } else { -1 };
                    apart *= ZOOM_STEP.powi(steps);
                    has_moved = true;
                    gestures.push(Gesture::Zoom(middle, steps));
                }
                self.state = State::Two(since, apart, has_moved);
            }
            State::Down(..) | State::None | State::Spent => {}
        }
    }

    fn go_up(&self, is_meant: bool, now: Duration, gestures: &mut Vec<Gesture>) {
        gestures.extend(match self.state {
            State::Down(at, _) if is_meant => Some(Gesture::Tap(at)),
            State::Held => Some(Gesture::LetGo),
            State::Dragging => Some(Gesture::Dropped),
            State::Two(.., true) => Some(Gesture::Zoomed),
            State::Two(since, ..) if is_meant && now < since + BRIEF => {
                Some(Gesture::TapOfTwo(self.between().0))
            }
            _ => None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TouchPhase::{Canceled, Ended, Moved, Started};

    /// The gestures of touches: milliseconds, a finger, what it does, and where.
    fn gestures(touches: &[(u64, u64, TouchPhase, [f32; 2])]) -> Vec<Gesture> {
        let mut recogniser = Recogniser::default();
        let mut gestures = Vec::new();
        for (at, finger, phase, place) in touches {
            let now = Duration::from_millis(*at);
            recogniser.pass(now, &mut gestures);
            recogniser.touch((*finger, *phase), (*place).into(), now, &mut gestures);
        }
        let count =
            |is: fn(&TouchPhase) -> bool| touches.iter().filter(|touch| is(&touch.2)).count();
        let down =
            count(|phase| *phase == Started) - count(|phase| matches!(phase, Ended | Canceled));
        assert_eq!(recogniser.is_idle(), down == 0);
        assert_eq!(gestures.remove(0), Gesture::Touched);
        gestures
    }

    const A: [f32; 2] = [100.0, 100.0];
    const B: [f32; 2] = [104.0, 97.0];
    const C: [f32; 2] = [100.0, 140.0];
    const D: [f32; 2] = [200.0, 100.0];

    #[test]
    fn a_finger_that_trembles_taps_and_one_that_moves_drags() {
        let tap = gestures(&[(0, 1, Started, A), (90, 1, Moved, B), (200, 1, Ended, B)]);
        assert_eq!(tap, [Gesture::Tap(A.into())]);
        let drag = gestures(&[
            (0, 1, Started, A),
            (90, 1, Moved, C),
            (900, 1, Moved, D),
            (950, 1, Ended, D),
        ]);
        let wanted = [
            Gesture::DragFrom(A.into()),
            Gesture::DragTo(C.into()),
            Gesture::DragTo(D.into()),
            Gesture::Dropped,
        ];
        assert_eq!(drag, wanted);
    }

    #[test]
    fn a_finger_that_rests_holds_and_may_move_on() {
        let hold = gestures(&[
            (0, 1, Started, A),
            (499, 1, Moved, B),
            (500, 1, Moved, C),
            (900, 1, Ended, C),
        ]);
        let wanted = [
            Gesture::Held(A.into()),
            Gesture::HeldTo(C.into()),
            Gesture::LetGo,
        ];
        assert_eq!(hold, wanted);
    }

    #[test]
    fn two_fingers_tap_or_zoom_by_steps_around_the_middle_between_them() {
        let down = [(0, 1, Started, A), (60, 2, Started, D)];
        let tap = gestures(&[down[0], down[1], (120, 2, Ended, D), (150, 1, Ended, A)]);
        assert_eq!(tap, [Gesture::TapOfTwo(Vec2::new(150.0, 100.0))]);
        let late = gestures(&[down[0], down[1], (1020, 2, Ended, D), (1050, 1, Ended, A)]);
        assert_eq!(late, []);
        let spread = gestures(&[
            down[0],
            down[1],
            (90, 2, Moved, [246.0, 100.0]),
            (99, 2, Moved, [202.0, 100.0]),
            (100, 1, Ended, A),
        ]);
        let zoom = |x, steps| Gesture::Zoom(Vec2::new(x, 100.0), steps);
        assert_eq!(
            spread,
            [
                zoom(173.0, 1),
                zoom(173.0, 1),
                zoom(151.0, -1),
                Gesture::Zoomed
            ]
        );
    }

    #[test]
    fn a_second_finger_ends_what_the_first_does_and_the_rest_counts_no_more() {
        let drag = gestures(&[
            (0, 1, Started, A),
            (9, 1, Moved, C),
            (20, 2, Started, D),
            (30, 2, Ended, D),
            (40, 1, Moved, D),
            (50, 1, Ended, D),
        ]);
        let wanted = [
            Gesture::DragFrom(A.into()),
            Gesture::DragTo(C.into()),
            Gesture::Dropped,
            Gesture::Zoomed,
        ];
        assert_eq!(drag, wanted);
        let hold = gestures(&[
            (0, 1, Started, A),
            (500, 2, Started, D),
            (510, 2, Ended, D),
            (520, 1, Ended, A),
        ]);
        assert_eq!(hold, [Gesture::Held(A.into()), Gesture::LetGo]);
    }

    #[test]
    fn what_the_system_takes_away_is_no_tap() {
        assert_eq!(gestures(&[(0, 1, Started, A), (9, 1, Canceled, A)]), []);
        let dragged = gestures(&[(0, 1, Started, A), (9, 1, Moved, C), (10, 1, Canceled, C)]);
        assert_eq!(dragged.last(), Some(&Gesture::Dropped));
    }
}
