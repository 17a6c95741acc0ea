//! The pads through the kernel's input devices. Their buttons and axes are named as in the kernel's
//! "Linux Gamepad Specification" (Documentation/input/gamepad.rst), so that no table of pads is needed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use evdev::{AbsoluteAxisCode as Axis, Device, EventSummary, InputEvent, KeyCode as Key};
use inotify::{Inotify, WatchMask};

use super::{Button, Change, Stick};
use crate::geom::Dir;

/// Where the kernel lists its input devices.
const FOLDER: &str = "/dev/input";

/// Sends what the pads report until nobody listens, each pad from a thread of its own. Waits for
/// pads that are plugged in later.
pub(super) fn watch(changes: &Sender<Change>) {
    let followed = Followed::default();
    // Watched before it is read, so that no pad comes between. The user may open a device only
    // after its attributes have changed.
    let news = Inotify::init().and_then(|news| {
        let mask = WatchMask::CREATE | WatchMask::ATTRIB;
        news.watches().add(FOLDER, mask)?;
        Ok(news)
    });
    let Ok(listed) = fs::read_dir(FOLDER) else {
        return;
    };
    for entry in listed.flatten() {
        followed.follow(entry.path(), changes);
    }
    let Ok(mut news) = news else {
        return;
    };
    let mut buffer = [0; 4096];
    while let Ok(events) = news.read_events_blocking(&mut buffer) {
        for name in events.filter_map(|event| event.name) {
            followed.follow(Path::new(FOLDER).join(name), changes);
        }
    }
}

/// The devices that a thread reads.
#[derive(Clone, Default)]
struct Followed(Arc<Mutex<BTreeSet<PathBuf>>>);

impl Followed {
    /// Reads a device in a thread of its own, if it is a pad and none reads it yet.
    fn follow(&self, path: PathBuf, changes: &Sender<Change>) {
        let is_event = |name: &OsStr| name.as_encoded_bytes().starts_with(b"event");
        if !path.file_name().is_some_and(is_event) || self.paths().contains(&path) {
            return;
        }
        let Ok(mut device) = Device::open(&path) else {
            return;
        };
        let Some(mut pad) = Pad::of(&device, &path) else {
            return;
        };
        self.paths().insert(path.clone());
        let (followed, changes) = (self.clone(), changes.clone());
        thread::spawn(move || {
            while let Ok(events) = device.fetch_events() {
                for change in events.flat_map(|event| pad.changes(event)) {
                    if changes.send(change).is_err() {
                        return;
                    }
                }
            }
            followed.paths().remove(&path);
            let _ = changes.send(Change::Gone);
        });
    }

    fn paths(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a pad has, and where its sticks are.
#[derive(Debug)]
struct Pad {
    /// Smallest and largest value of each axis it has.
    ranges: Vec<(Axis, i32, i32)>,
    /// The axes of the right stick: to the right, and down.
    right: (Axis, Axis),
    /// Whether the triggers are buttons as well, which are then followed instead of their axes.
    trigger_buttons: bool,
    /// Whether X and Y are named by their letters, not by their places.
    lettered: bool,
    sticks: [(f32, f32); 2],
    /// The directions and triggers that axes hold down.
    held: Vec<Button>,
}

impl Pad {
    /// A device that has the lowest of the four buttons on the right is a pad.
    fn of(device: &Device, path: &Path) -> Option<Self> {
        let keys = device
            .supported_keys()
            .filter(|keys| keys.contains(Key::BTN_SOUTH))?;
        let ranges: Vec<_> = device
            .get_absinfo()
            .ok()?
            .map(|(axis, info)| (axis, info.minimum(), info.maximum()))
            .collect();
        let microsoft = device.input_id().vendor() == 0x045e;
        Some(Self::new(
            ranges,
            keys.contains(Key::BTN_TL2),
            microsoft || driver(path).is_some_and(|driver| driver == "xpad"),
        ))
    }

    fn new(ranges: Vec<(Axis, i32, i32)>, trigger_buttons: bool, lettered: bool) -> Self {
        let has = |wanted: Axis| ranges.iter().any(|(axis, ..)| *axis == wanted);
        // Pads without a driver of their own have the right stick where others have the triggers.
        let right = if has(Axis::ABS_RX) {
            (Axis::ABS_RX, Axis::ABS_RY)
        } else {
            (Axis::ABS_Z, Axis::ABS_RZ)
        };
        Self {
            ranges,
            right,
            trigger_buttons,
            lettered,
            sticks: [(0.0, 0.0); 2],
            held: Vec::new(),
        }
    }

    /// What an event of the device changes.
    fn changes(&mut self, event: InputEvent) -> Vec<Change> {
        match event.destructure() {
            EventSummary::Key(_, key, value) => {
                let change = if value == 0 { Change::Up } else { Change::Down };
                // 2 is the keyboard's repetition; a pad has its own.
                let button = self.button(key).filter(|_| value != 2);
                button.map(change).into_iter().collect()
            }
            EventSummary::AbsoluteAxis(_, axis, value) => self.moved(axis, value),
            _ => Vec::new(),
        }
    }

    fn moved(&mut self, axis: Axis, value: i32) -> Vec<Change> {
        let Some(&(_, least, most)) = self.ranges.iter().find(|(known, ..)| *known == axis) else {
            return Vec::new();
        };
        let range = (f64::from(most) - f64::from(least)).max(1.0);
        let share = (f64::from(value) - f64::from(least)) / range;
        // From -1 to 1, with the middle at rest.
        let place = (2.0 * share - 1.0) as f32;
        let stick = match axis {
            Axis::ABS_X | Axis::ABS_Y => Stick::Left,
            axis if axis == self.right.0 || axis == self.right.1 => Stick::Right,
            Axis::ABS_HAT0X => return self.pair(place, Dir::West, Dir::East),
            Axis::ABS_HAT0Y => return self.pair(place, Dir::North, Dir::South),
            Axis::ABS_Z if !self.trigger_buttons => {
                return self.hold(Button::LeftTrigger, share > 0.5);
            }
            Axis::ABS_RZ if !self.trigger_buttons => {
                return self.hold(Button::RightTrigger, share > 0.5);
            }
            _ => return Vec::new(),
        };
        let at = &mut self.sticks[stick as usize];
        if axis == Axis::ABS_X || axis == self.right.0 {
            at.0 = place;
        } else {
            // The kernel counts down, a stick up.
            at.1 = -place;
        }
        vec![Change::Stick { stick, at: *at }]
    }

    /// An axis of the D-pad, from -1 to 1.
    fn pair(&mut self, place: f32, less: Dir, more: Dir) -> Vec<Change> {
        let mut changes = self.hold(Button::Go(less), place < -0.5);
        changes.extend(self.hold(Button::Go(more), place > 0.5));
        changes
    }

    fn hold(&mut self, button: Button, down: bool) -> Vec<Change> {
        let was = self.held.contains(&button);
        self.held.retain(|held| *held != button);
        if down {
            self.held.push(button);
        }
        match (was, down) {
            (false, true) => vec![Change::Down(button)],
            (true, false) => vec![Change::Up(button)],
            _ => Vec::new(),
        }
    }

    fn button(&self, key: Key) -> Option<Button> {
        Some(match key {
            Key::BTN_SOUTH => Button::South,
            Key::BTN_EAST => Button::East,
            Key::BTN_NORTH if self.lettered => Button::West,
            Key::BTN_WEST if self.lettered => Button::North,
            Key::BTN_NORTH => Button::North,
            Key::BTN_WEST => Button::West,
            Key::BTN_TL => Button::LeftBumper,
            Key::BTN_TR => Button::RightBumper,
            Key::BTN_TL2 => Button::LeftTrigger,
            Key::BTN_TR2 => Button::RightTrigger,
            Key::BTN_THUMBL => Button::LeftStick,
            Key::BTN_THUMBR => Button::RightStick,
            Key::BTN_START => Button::Start,
            Key::BTN_SELECT => Button::Select,
            Key::BTN_DPAD_UP => Button::Go(Dir::North),
            Key::BTN_DPAD_DOWN => Button::Go(Dir::South),
            Key::BTN_DPAD_LEFT => Button::Go(Dir::West),
            Key::BTN_DPAD_RIGHT => Button::Go(Dir::East),
            _ => return None,
        })
    }
}

/// The name of the kernel's driver of a device. `xpad` and Microsoft's own pads name X and Y by
/// their letters: X, on the left, is reported as `BTN_NORTH`.
fn driver(path: &Path) -> Option<String> {
    let link = Path::new("/sys/class/input")
        .join(path.file_name()?)
        .join("device/device/driver");
    let target = fs::read_link(link).ok()?;
    Some(target.file_name()?.to_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use evdev::EventType;

    use super::*;

    /// An Xbox pad: sticks of 16 bits, triggers of 8, a D-pad that is an axis.
    fn xbox() -> Pad {
        let stick = |axis| (axis, -32768, 32767);
        Pad::new(
            vec![
                stick(Axis::ABS_X),
                stick(Axis::ABS_Y),
                stick(Axis::ABS_RX),
                stick(Axis::ABS_RY),
                (Axis::ABS_Z, 0, 255),
                (Axis::ABS_RZ, 0, 255),
                (Axis::ABS_HAT0X, -1, 1),
                (Axis::ABS_HAT0Y, -1, 1),
            ],
            false,
            true,
        )
    }

    fn key(key: Key, value: i32) -> InputEvent {
        InputEvent::new(EventType::KEY.0, key.0, value)
    }

    fn axis(axis: Axis, value: i32) -> InputEvent {
        InputEvent::new(EventType::ABSOLUTE.0, axis.0, value)
    }

    #[test]
    fn buttons_go_by_their_places_whatever_the_driver_calls_them() {
        let mut pad = xbox();
        let x = Key::BTN_NORTH;
        assert_eq!(pad.changes(key(x, 1)), [Change::Down(Button::West)]);
        assert_eq!(pad.changes(key(x, 0)), [Change::Up(Button::West)]);
        assert_eq!(
            pad.changes(key(Key::BTN_SOUTH, 1)),
            [Change::Down(Button::South)]
        );
        assert_eq!(
            pad.changes(key(Key::BTN_SOUTH, 2)),
            [],
            "the kernel repeats it"
        );
        // PlayStation and Nintendo pads name them by place.
        let mut pad = Pad::new(Vec::new(), true, false);
        assert_eq!(pad.changes(key(x, 1)), [Change::Down(Button::North)]);
        assert_eq!(
            pad.changes(key(Key::BTN_DPAD_UP, 1)),
            [Change::Down(Button::Go(Dir::North))]
        );
        assert_eq!(pad.changes(key(Key::KEY_A, 1)), []);
    }

    #[test]
    fn sticks_point_to_the_right_and_up() {
        let mut pad = xbox();
        let point = |pad: &mut Pad, event| match pad.changes(event)[..] {
            [Change::Stick { stick, at }] => (stick, at),
            ref other => panic!("{other:?}"),
        };
        let (stick, at) = point(&mut pad, axis(Axis::ABS_X, 32767));
        assert_eq!(stick, Stick::Left);
        assert!((at.0 - 1.0).abs() < 0.001 && at.1 == 0.0, "{at:?}");
        let (_, at) = point(&mut pad, axis(Axis::ABS_Y, -32768));
        assert!(
            (at.0 - 1.0).abs() < 0.001 && (at.1 - 1.0).abs() < 0.001,
            "{at:?}"
        );
        let (stick, at) = point(&mut pad, axis(Axis::ABS_RY, 32767));
        assert_eq!(stick, Stick::Right);
        assert!((at.1 + 1.0).abs() < 0.001, "{at:?}");
        let (_, at) = point(&mut pad, axis(Axis::ABS_X, 0));
        assert!(at.0.abs() < 0.001, "{at:?}");
    }

    #[test]
    fn the_d_pad_and_the_triggers_are_pressed_once_however_far_they_go() {
        let mut pad = xbox();
        let west = Button::Go(Dir::West);
        let east = Button::Go(Dir::East);
        assert_eq!(pad.changes(axis(Axis::ABS_HAT0X, -1)), [Change::Down(west)]);
        assert_eq!(
            pad.changes(axis(Axis::ABS_HAT0X, 1)),
            [Change::Up(west), Change::Down(east)]
        );
        assert_eq!(pad.changes(axis(Axis::ABS_HAT0X, 0)), [Change::Up(east)]);
        let left = Button::LeftTrigger;
        assert_eq!(pad.changes(axis(Axis::ABS_Z, 100)), []);
        assert_eq!(pad.changes(axis(Axis::ABS_Z, 200)), [Change::Down(left)]);
        assert_eq!(pad.changes(axis(Axis::ABS_Z, 255)), []);
        assert_eq!(pad.changes(axis(Axis::ABS_Z, 0)), [Change::Up(left)]);
    }

    #[test]
    fn a_pad_without_a_driver_of_its_own_has_its_right_stick_on_other_axes() {
        let axes = [Axis::ABS_X, Axis::ABS_Y, Axis::ABS_Z, Axis::ABS_RZ];
        let mut pad = Pad::new(axes.map(|axis| (axis, 0, 255)).to_vec(), true, false);
        let changes = pad.changes(axis(Axis::ABS_RZ, 0));
        let [Change::Stick { stick, at }] = changes[..] else {
            panic!("{changes:?}");
        };
        assert_eq!((stick, at), (Stick::Right, (0.0, 1.0)));
    }
}
