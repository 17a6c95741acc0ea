//! Reads pads through the kernel's input devices. Buttons and axes follow the kernel's "Linux Gamepad
//! Specification" (Documentation/input/gamepad.rst), so that no database of pads is needed.

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

/// The folder of the kernel's input devices.
const DEVICES: &str = "/dev/input";

/// Sends the changes of all pads, each from its own thread. Then waits for pads to be plugged in.
pub(super) fn send_changes(changes: &Sender<Change>) {
    let open_pads = OpenPads::default();
    // The watch starts before the folder is read, so that no pad is missed in between. It covers attributes
    // because a new device becomes accessible to the user only after udev has changed its permissions.
    let watch = Inotify::init().and_then(|watch| {
        let mask = WatchMask::CREATE | WatchMask::ATTRIB;
        watch.watches().add(DEVICES, mask)?;
        Ok(watch)
    });
    let Ok(entries) = fs::read_dir(DEVICES) else {
        return;
    };
    for entry in entries.flatten() {
        open_pads.open(entry.path(), changes);
    }
    let Ok(mut watch) = watch else {
        return;
    };
    let mut buffer = [0; 4096];
    while let Ok(events) = watch.read_events_blocking(&mut buffer) {
        for name in events.filter_map(|event| event.name) {
            open_pads.open(Path::new(DEVICES).join(name), changes);
        }
    }
}

/// The devices that are being read.
#[derive(Clone, Default)]
struct OpenPads(Arc<Mutex<BTreeSet<PathBuf>>>);

impl OpenPads {
    /// Reads a device on a new thread, if it is a pad that is not being read yet.
    fn open(&self, path: PathBuf, changes: &Sender<Change>) {
        let is_event = |name: &OsStr| name.as_encoded_bytes().starts_with(b"event");
        if !path.file_name().is_some_and(is_event) || self.paths().contains(&path) {
            return;
        }
        let Ok(mut device) = Device::open(&path) else {
            return;
        };
        let Some(mut pad) = Pad::from_device(&device, &path) else {
            return;
        };
        self.paths().insert(path.clone());
        let (open_pads, changes) = (self.clone(), changes.clone());
        thread::spawn(move || {
            while let Ok(events) = device.fetch_events() {
                for change in events.flat_map(|event| pad.changes(event)) {
                    if changes.send(change).is_err() {
                        return;
                    }
                }
            }
            open_pads.paths().remove(&path);
            let _ = changes.send(Change::Disconnected);
        });
    }

    fn paths(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The capabilities of a pad, and the state of its sticks and triggers.
#[derive(Debug)]
struct Pad {
    /// The minimum and maximum of each axis that the pad has.
    ranges: Vec<(Axis, i32, i32)>,
    /// The horizontal and vertical axis of the right stick.
    right_stick: (Axis, Axis),
    /// Whether the triggers are buttons as well; their axes are then ignored.
    has_trigger_buttons: bool,
    /// Whether the driver names X and Y by label rather than by position.
    has_labelled_xy: bool,
    sticks: [(f32, f32); 2],
    /// The directions and triggers held down through axes.
    held: Vec<Button>,
}

impl Pad {
    /// `None` unless the device has the bottom face button, which makes it a pad.
    fn from_device(device: &Device, path: &Path) -> Option<Self> {
        let keys = device
            .supported_keys()
            .filter(|keys| keys.contains(Key::BTN_SOUTH))?;
        let ranges: Vec<_> = device
            .get_absinfo()
            .ok()?
            .map(|(axis, info)| (axis, info.minimum(), info.maximum()))
            .collect();
        let is_microsoft = device.input_id().vendor() == 0x045e;
        Some(Self::new(
            ranges,
            keys.contains(Key::BTN_TL2),
            is_microsoft || driver_name(path).is_some_and(|driver| driver == "xpad"),
        ))
    }

    fn new(
        ranges: Vec<(Axis, i32, i32)>,
        has_trigger_buttons: bool,
        has_labelled_xy: bool,
    ) -> Self {
        let has = |wanted: Axis| ranges.iter().any(|(axis, ..)| *axis == wanted);
        // Pads with a generic driver have their right stick on the axes that others use for triggers.
        let right_stick = if has(Axis::ABS_RX) {
            (Axis::ABS_RX, Axis::ABS_RY)
        } else {
            (Axis::ABS_Z, Axis::ABS_RZ)
        };
        Self {
            ranges,
            right_stick,
            has_trigger_buttons,
            has_labelled_xy,
            sticks: [(0.0, 0.0); 2],
            held: Vec::new(),
        }
    }

    /// Converts an event of the device.
    fn changes(&mut self, event: InputEvent) -> Vec<Change> {
        match event.destructure() {
            EventSummary::Key(_, key, value) => {
                let change = if value == 0 { Change::Up } else { Change::Down };
                // 2 is the kernel's key repeat, which `PressRepeater` replaces.
                let button = self.button(key).filter(|_| value != 2);
                button.map(change).into_iter().collect()
            }
            EventSummary::AbsoluteAxis(_, axis, value) => self.axis_changes(axis, value),
            _ => Vec::new(),
        }
    }

    fn axis_changes(&mut self, axis: Axis, value: i32) -> Vec<Change> {
        let Some(&(_, min, max)) = self.ranges.iter().find(|(known, ..)| *known == axis) else {
            return Vec::new();
        };
        let range = (f64::from(max) - f64::from(min)).max(1.0);
        let share = (f64::from(value) - f64::from(min)) / range;
        // From -1 to 1, with 0 at rest.
        let position = (2.0 * share - 1.0) as f32;
        let stick = match axis {
            Axis::ABS_X | Axis::ABS_Y => Stick::Left,
            axis if axis == self.right_stick.0 || axis == self.right_stick.1 => Stick::Right,
            Axis::ABS_HAT0X => return self.d_pad_changes(position, Dir::West, Dir::East),
            Axis::ABS_HAT0Y => return self.d_pad_changes(position, Dir::North, Dir::South),
            Axis::ABS_Z if !self.has_trigger_buttons => {
                return self.set_held(Button::LeftTrigger, share > 0.5);
            }
            Axis::ABS_RZ if !self.has_trigger_buttons => {
                return self.set_held(Button::RightTrigger, share > 0.5);
            }
            _ => return Vec::new(),
        };
        let at = &mut self.sticks[stick as usize];
        if axis == Axis::ABS_X || axis == self.right_stick.0 {
            at.0 = position;
        } else {
            // The kernel's axis points down, ours up.
            at.1 = -position;
        }
        vec![Change::Stick { stick, at: *at }]
    }

    /// Changes of the two directions on an axis of the D-pad, at a position from -1 to 1.
    fn d_pad_changes(&mut self, position: f32, negative: Dir, positive: Dir) -> Vec<Change> {
        let mut changes = self.set_held(Button::Go(negative), position < -0.5);
        changes.extend(self.set_held(Button::Go(positive), position > 0.5));
        changes
    }

    fn set_held(&mut self, button: Button, is_held: bool) -> Vec<Change> {
        let was_held = self.held.contains(&button);
        self.held.retain(|held| *held != button);
        if is_held {
            self.held.push(button);
        }
        match (was_held, is_held) {
            (false, true) => vec![Change::Down(button)],
            (true, false) => vec![Change::Up(button)],
            _ => Vec::new(),
        }
    }

    fn button(&self, key: Key) -> Option<Button> {
        Some(match key {
            Key::BTN_SOUTH => Button::South,
            Key::BTN_EAST => Button::East,
            Key::BTN_NORTH if self.has_labelled_xy => Button::West,
            Key::BTN_WEST if self.has_labelled_xy => Button::North,
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

/// The name of a device's kernel driver. `xpad` and Microsoft's pads report X and Y by label: X, on the left, is
/// `BTN_NORTH`, which has the alias `BTN_X`.
fn driver_name(path: &Path) -> Option<String> {
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

    /// An Xbox pad: 16-bit sticks, 8-bit triggers, a D-pad made of axes.
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
            "the kernel's key repeat"
        );
        // PlayStation and Nintendo pads name them by position.
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
