//! Turns changes of a device into presses: directions of sticks, and repetitions of held buttons.

use std::time::Duration;

use super::{Button, Press};
use crate::geom::Dir;

/// A change that a device reports.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    Down(Button),
    Up(Button),
    Stick {
        stick: Stick,
        /// Each coordinate from -1 to 1, to the right and up.
        at: (f32, f32),
    },
    Disconnected,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stick {
    Left,
    Right,
}

impl Stick {
    const fn button(self, dir: Dir) -> Button {
        match self {
            Self::Left => Button::Go(dir),
            Self::Right => Button::Run(dir),
        }
    }
}

/// Distance from the centre at which a stick is pressed, and below which it is released again.
const PRESS_DISTANCE: f32 = 0.6;
const RELEASE_DISTANCE: f32 = 0.4;

/// Delay before a stick counts: on its way to a diagonal it passes through a straight direction.
const STICK_DELAY: Duration = Duration::from_millis(35);
/// Delay before the first repetition of a held button, and between later ones.
const REPEAT_DELAY: Duration = Duration::from_millis(280);
const REPEAT_INTERVAL: Duration = Duration::from_millis(110);

/// The direction of a stick, unless it is closer to the centre than `min_distance`.
fn direction((x, y): (f32, f32), min_distance: f32) -> Option<Dir> {
    if x.hypot(y) < min_distance {
        return None;
    }
    // The tangent of 22.5 degrees: all eight directions are 45 degrees wide.
    const SLOPE: f32 = 0.414;
    let across = x.abs() > y.abs() * SLOPE;
    let along = y.abs() > x.abs() * SLOPE;
    Some(match (across, along, x > 0.0, y > 0.0) {
        (true, true, true, true) => Dir::NorthEast,
        (true, true, true, false) => Dir::SouthEast,
        (true, true, false, true) => Dir::NorthWest,
        (true, true, false, false) => Dir::SouthWest,
        (true, false, true, _) => Dir::East,
        (true, false, false, _) => Dir::West,
        (false, _, _, true) => Dir::North,
        (false, _, _, false) => Dir::South,
    })
}

/// Turns changes into presses, and repeats the button held last. Times count from any fixed instant.
#[derive(Default, Debug)]
pub struct PressRepeater(Option<Held>);

#[derive(Clone, Copy, Debug)]
struct Held {
    button: Button,
    /// The stick that holds it, if one does.
    stick: Option<Stick>,
    /// Whether its first press is still to come.
    is_pending: bool,
    due: Duration,
}

impl PressRepeater {
    /// Handles a change at time `now`; returns the press that it causes at once, if any.
    pub fn handle(&mut self, change: Change, now: Duration) -> Option<Press> {
        match change {
            Change::Down(button) => {
                if button.repeats() {
                    self.0 = Some(Held {
                        button,
                        stick: None,
                        is_pending: false,
                        due: now + REPEAT_DELAY,
                    });
                }
                Some(Press::new(button))
            }
            Change::Up(button) => {
                self.0.take_if(|held| held.button == button);
                None
            }
            Change::Stick { stick, at } => self.move_stick(stick, at, now),
            Change::Disconnected => {
                self.0 = None;
                None
            }
        }
    }

    fn move_stick(&mut self, stick: Stick, at: (f32, f32), now: Duration) -> Option<Press> {
        let held = self.0.filter(|held| held.stick == Some(stick));
        let min_distance = match held {
            Some(_) => RELEASE_DISTANCE,
            None => PRESS_DISTANCE,
        };
        match (held, direction(at, min_distance)) {
            (None, Some(dir)) => {
                self.0 = Some(Held {
                    button: stick.button(dir),
                    stick: Some(stick),
                    is_pending: true,
                    due: now + STICK_DELAY,
                });
                None
            }
            (Some(held), Some(dir)) => {
                let button = stick.button(dir);
                self.0 = Some(Held { button, ..held });
                None
            }
            (Some(held), None) => {
                self.0 = None;
                // A flick counts even if it is shorter than the delay.
                held.is_pending.then_some(Press::new(held.button))
            }
            (None, None) => None,
        }
    }

    /// The time of the next press of the held button.
    #[cfg(not(target_family = "wasm"))]
    pub fn due(&self) -> Option<Duration> {
        self.0.map(|held| held.due)
    }

    /// The press of the held button, if it is due at time `now`.
    pub fn press_due(&mut self, now: Duration) -> Option<Press> {
        let held = self.0.as_mut().filter(|held| held.due <= now)?;
        let press = Press {
            button: held.button,
            repeat: !held.is_pending,
        };
        let delay = match held.is_pending {
            true => REPEAT_DELAY,
            false => REPEAT_INTERVAL,
        };
        held.due = now + delay;
        held.is_pending = false;
        Some(press)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_button_counts_at_once_and_again_while_it_is_held() {
        let mut repeater = PressRepeater::default();
        let east = Button::Go(Dir::East);
        assert_eq!(
            repeater.handle(Change::Down(east), ms(0)),
            Some(Press::new(east))
        );
        assert_eq!(repeater.press_due(ms(279)), None);
        let again = Some(Press {
            button: east,
            repeat: true,
        });
        assert_eq!(repeater.press_due(ms(280)), again);
        assert_eq!(repeater.press_due(ms(281)), None);
        assert_eq!(repeater.due(), Some(ms(390)));
        assert_eq!(repeater.press_due(ms(390)), again);
        // Releasing another button changes nothing.
        let north = Button::Go(Dir::North);
        assert_eq!(repeater.handle(Change::Up(north), ms(391)), None);
        assert!(repeater.due().is_some());
        assert_eq!(repeater.handle(Change::Up(east), ms(392)), None);
        assert_eq!(repeater.due(), None);
        // Face buttons do not repeat.
        let pressed = repeater.handle(Change::Down(Button::South), ms(400));
        assert_eq!(
            (pressed, repeater.due()),
            (Some(Press::new(Button::South)), None)
        );
    }

    #[test]
    fn a_stick_finds_its_corner_before_it_counts_and_rests_near_its_middle() {
        let mut repeater = PressRepeater::default();
        let mut stick = |x, y, now| {
            let change = Change::Stick {
                stick: Stick::Left,
                at: (x, y),
            };
            (
                repeater.handle(change, ms(now)),
                repeater.press_due(ms(now)),
            )
        };
        assert_eq!(stick(0.5, 0.0, 0), (None, None), "not far enough");
        assert_eq!(stick(0.7, 0.1, 10), (None, None));
        assert_eq!(stick(0.7, 0.6, 20), (None, None));
        let corner = Press::new(Button::Go(Dir::NorthEast));
        assert_eq!(stick(0.7, 0.7, 45), (None, Some(corner)));
        // Below the press distance but still held: now pointing up.
        assert_eq!(stick(0.0, 0.5, 100), (None, None));
        let up = Press {
            button: Button::Go(Dir::North),
            repeat: true,
        };
        assert_eq!(stick(0.0, 0.9, 325), (None, Some(up)));
        assert_eq!(stick(0.0, 0.3, 330), (None, None));
        assert_eq!(stick(0.0, 0.0, 900), (None, None));
        // A flick counts, however short.
        assert_eq!(stick(0.0, -1.0, 1000), (None, None));
        let flick = Press::new(Button::Go(Dir::South));
        assert_eq!(stick(0.0, 0.0, 1010), (Some(flick), None));
    }

    #[test]
    fn a_stick_has_eight_directions_of_one_width() {
        let mut found = Vec::new();
        for degrees in 0..360_u16 {
            let (y, x) = f32::from(degrees).to_radians().sin_cos();
            found.extend(direction((x, y), PRESS_DISTANCE));
        }
        for dir in Dir::ALL {
            let count = found.iter().filter(|found| **found == dir).count();
            assert!((44..=46).contains(&count), "{dir:?}: {count} degrees");
        }
        assert_eq!(
            direction((0.0, 1.0), PRESS_DISTANCE),
            Some(Dir::North),
            "up is north"
        );
    }
}
