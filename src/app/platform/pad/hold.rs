//! From what a device says to presses: sticks that point somewhere, and what is held and counts again.

use std::time::Duration;

use super::{Button, Press};
use crate::geom::Dir;

/// What a device says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// A button goes down.
    Down(Button),
    /// A button comes up.
    Up(Button),
    /// A stick is moved; each of the two from -1 to 1, to the right and up.
    Stick {
        /// Which.
        stick: Stick,
        /// Its place.
        at: (f32, f32),
    },
    /// The device is gone.
    Gone,
}

/// The sticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stick {
    /// The left one, which goes.
    Left,
    /// The right one, which runs.
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

/// A stick points somewhere from here on, until it comes back below the other.
const FAR: f32 = 0.6;
const NEAR: f32 = 0.4;

/// A stick is given so long to find its direction: it goes to a corner past a side.
const SETTLE: Duration = Duration::from_millis(35);
/// How long a button is held before it counts again, and how long from then on.
const FIRST: Duration = Duration::from_millis(280);
const NEXT: Duration = Duration::from_millis(110);

/// Where a stick points, unless it is as good as at rest.
fn direction((x, y): (f32, f32), least: f32) -> Option<Dir> {
    if x.hypot(y) < least {
        return None;
    }
    // A corner has 45 degrees, as a side does.
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

/// What is held, which makes presses of what a device says as time goes by. Times are since any
/// beginning.
#[derive(Default, Debug)]
pub struct Hold(Option<Held>);

#[derive(Clone, Copy, Debug)]
struct Held {
    button: Button,
    by: Option<Stick>,
    /// Whether it was not pressed yet.
    fresh: bool,
    due: Duration,
}

impl Hold {
    /// Follows what the device says at time `now`.
    pub fn follow(&mut self, change: Change, now: Duration) -> Option<Press> {
        match change {
            Change::Down(button) => {
                if button.repeats() {
                    self.0 = Some(Held {
                        button,
                        by: None,
                        fresh: false,
                        due: now + FIRST,
                    });
                }
                Some(Press::new(button))
            }
            Change::Up(button) => {
                self.0.take_if(|held| held.button == button);
                None
            }
            Change::Stick { stick, at } => self.point(stick, at, now),
            Change::Gone => {
                self.0 = None;
                None
            }
        }
    }

    fn point(&mut self, stick: Stick, at: (f32, f32), now: Duration) -> Option<Press> {
        let held = self.0.filter(|held| held.by == Some(stick));
        match (held, direction(at, if held.is_some() { NEAR } else { FAR })) {
            (None, Some(dir)) => {
                self.0 = Some(Held {
                    button: stick.button(dir),
                    by: Some(stick),
                    fresh: true,
                    due: now + SETTLE,
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
                // However quick it was, it was meant.
                held.fresh.then_some(Press::new(held.button))
            }
            (None, None) => None,
        }
    }

    /// When what is held counts next.
    pub fn due(&self) -> Option<Duration> {
        self.0.map(|held| held.due)
    }

    /// The press that is due at time `now`.
    pub fn press(&mut self, now: Duration) -> Option<Press> {
        let held = self.0.as_mut().filter(|held| held.due <= now)?;
        let press = Press {
            button: held.button,
            repeat: !held.fresh,
        };
        held.due = now + if held.fresh { FIRST } else { NEXT };
        held.fresh = false;
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
        let mut hold = Hold::default();
        let east = Button::Go(Dir::East);
        assert_eq!(
            hold.follow(Change::Down(east), ms(0)),
            Some(Press::new(east))
        );
        assert_eq!(hold.press(ms(279)), None);
        let again = Some(Press {
            button: east,
            repeat: true,
        });
        assert_eq!(hold.press(ms(280)), again);
        assert_eq!(hold.press(ms(281)), None);
        assert_eq!(hold.due(), Some(ms(390)));
        assert_eq!(hold.press(ms(390)), again);
        // Another comes up, which changes nothing.
        let north = Button::Go(Dir::North);
        assert_eq!(hold.follow(Change::Up(north), ms(391)), None);
        assert!(hold.due().is_some());
        assert_eq!(hold.follow(Change::Up(east), ms(392)), None);
        assert_eq!(hold.due(), None);
        // What is pressed once is pressed once.
        let pressed = hold.follow(Change::Down(Button::South), ms(400));
        assert_eq!(
            (pressed, hold.due()),
            (Some(Press::new(Button::South)), None)
        );
    }

    #[test]
    fn a_stick_finds_its_corner_before_it_counts_and_rests_near_its_middle() {
        let mut hold = Hold::default();
        let mut stick = |x, y, now| {
            let change = Change::Stick {
                stick: Stick::Left,
                at: (x, y),
            };
            (hold.follow(change, ms(now)), hold.press(ms(now)))
        };
        assert_eq!(stick(0.5, 0.0, 0), (None, None), "not far enough");
        assert_eq!(stick(0.7, 0.1, 10), (None, None));
        assert_eq!(stick(0.7, 0.6, 20), (None, None));
        let corner = Press::new(Button::Go(Dir::NorthEast));
        assert_eq!(stick(0.7, 0.7, 45), (None, Some(corner)));
        // Nearer than where it began, and still held: now upwards.
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
            found.extend(direction((x, y), FAR));
        }
        for dir in Dir::ALL {
            let count = found.iter().filter(|found| **found == dir).count();
            assert!((44..=46).contains(&count), "{dir:?}: {count} degrees");
        }
        assert_eq!(direction((0.0, 1.0), FAR), Some(Dir::North), "up is north");
    }
}
