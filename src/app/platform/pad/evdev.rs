//! Reads pads through the kernel's input devices. Buttons and axes follow the kernel's "Linux Gamepad
//! Specification" (Documentation/input/gamepad.rst); those of pads whose driver only numbers them are in a database.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use evdev::{AbsoluteAxisCode as Axis, Device, EventSummary, InputEvent, KeyCode as Key};
use inotify::{Inotify, WatchMask};

use super::mapping::{self, Control, Id, Meaning};
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

/// What an axis of a pad does.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Role {
    /// It is one axis of a stick; an inverted one is turned round.
    Stick {
        stick: Stick,
        is_vertical: bool,
        inverted: bool,
    },
    /// Its ends are buttons.
    Ends([Option<Button>; 2]),
    /// It is a trigger, which is pressed beyond half of its way.
    Trigger { button: Button, inverted: bool },
}

/// An axis with its minimum and maximum.
type Range = (Axis, i32, i32);

/// What the controls of a pad are, and the state of its sticks and triggers.
#[derive(Debug, Default)]
struct Pad {
    buttons: BTreeMap<u16, Button>,
    axes: Vec<(Range, Role)>,
    sticks: [(f32, f32); 2],
    /// The buttons held down through axes.
    held: Vec<Button>,
}

impl Pad {
    /// `None` unless the device has the bottom face button, which makes it a pad, or is one that is known by its number.
    fn from_device(device: &Device, path: &Path) -> Option<Self> {
        let keys = device.supported_keys()?;
        let ranges: Vec<Range> = device
            .get_absinfo()
            .ok()?
            .map(|(axis, info)| (axis, info.minimum(), info.maximum()))
            .collect();
        let id = device.input_id();
        if keys.contains(Key::BTN_SOUTH) {
            let is_labelled =
                id.vendor() == 0x045e || driver_name(path).is_some_and(|driver| driver == "xpad");
            let has_trigger_buttons = keys.contains(Key::BTN_TL2);
            return Some(Self::named(&ranges, has_trigger_buttons, is_labelled));
        }
        let known = mapping::find(Id {
            bus: id.bus_type().0,
            vendor: id.vendor(),
            product: id.product(),
            version: id.version(),
        })?;
        let keys: Vec<u16> = keys.iter().map(|key| key.0).collect();
        Some(Self::mapped(&keys, &ranges, &known))
    }

    /// A pad whose driver names its controls. One that names X and Y by label rather than by position `is_labelled`; if the
    /// triggers are buttons as well, their axes are ignored.
    fn named(ranges: &[Range], has_trigger_buttons: bool, is_labelled: bool) -> Self {
        let mut pad = Self::default();
        let (north, west) = match is_labelled {
            true => (Button::West, Button::North),
            false => (Button::North, Button::West),
        };
        for (key, button) in [
            (Key::BTN_SOUTH, Button::South),
            (Key::BTN_EAST, Button::East),
            (Key::BTN_NORTH, north),
            (Key::BTN_WEST, west),
            (Key::BTN_TL, Button::LeftBumper),
            (Key::BTN_TR, Button::RightBumper),
            (Key::BTN_TL2, Button::LeftTrigger),
            (Key::BTN_TR2, Button::RightTrigger),
            (Key::BTN_THUMBL, Button::LeftStick),
            (Key::BTN_THUMBR, Button::RightStick),
            (Key::BTN_START, Button::Start),
            (Key::BTN_SELECT, Button::Select),
            (Key::BTN_DPAD_UP, Button::Go(Dir::North)),
            (Key::BTN_DPAD_DOWN, Button::Go(Dir::South)),
            (Key::BTN_DPAD_LEFT, Button::Go(Dir::West)),
            (Key::BTN_DPAD_RIGHT, Button::Go(Dir::East)),
        ] {
            pad.buttons.insert(key.0, button);
        }
        // Pads with a generic driver have their right stick on the axes that others use for triggers.
        let has_rx = ranges.iter().any(|(axis, ..)| *axis == Axis::ABS_RX);
        let stick = |stick, is_vertical| Role::Stick {
            stick,
            is_vertical,
            inverted: false,
        };
        for &range in ranges {
            let trigger = |button| {
                let inverted = false;
                (!has_trigger_buttons).then_some(Role::Trigger { button, inverted })
            };
            let ends = |ends: [Dir; 2]| Role::Ends(ends.map(|dir| Some(Button::Go(dir))));
            let role = match range.0 {
                Axis::ABS_X => Some(stick(Stick::Left, false)),
                Axis::ABS_Y => Some(stick(Stick::Left, true)),
                Axis::ABS_RX => Some(stick(Stick::Right, false)),
                Axis::ABS_RY => Some(stick(Stick::Right, true)),
                Axis::ABS_Z if !has_rx => Some(stick(Stick::Right, false)),
                Axis::ABS_RZ if !has_rx => Some(stick(Stick::Right, true)),
                Axis::ABS_Z => trigger(Button::LeftTrigger),
                Axis::ABS_RZ => trigger(Button::RightTrigger),
                Axis::ABS_HAT0X => Some(ends([Dir::West, Dir::East])),
                Axis::ABS_HAT0Y => Some(ends([Dir::North, Dir::South])),
                _ => None,
            };
            pad.axes.extend(role.map(|role| (range, role)));
        }
        pad
    }

    /// A pad with these keys and axes whose controls are known by their numbers.
    fn mapped(keys: &[u16], ranges: &[Range], known: &[(Control, Meaning)]) -> Self {
        // As SDL numbers them: joystick buttons and what follows them come first.
        let is_early = |key: &&u16| **key >= Key::BTN_TRIGGER.0;
        let keys: Vec<u16> = keys
            .iter()
            .filter(is_early)
            .chain(keys.iter().filter(|key| !is_early(key)))
            .copied()
            .collect();
        let hats = Axis::ABS_HAT0X.0..=Axis::ABS_HAT3Y.0;
        let (hats, axes): (Vec<Range>, Vec<Range>) =
            ranges.iter().partition(|range| hats.contains(&range.0.0));
        let mut pad = Self::default();
        for (control, meaning) in known {
            let (range, end, inverted) = match *control {
                Control::Button(number) => {
                    if let (Some(key), Meaning::Button(button)) = (keys.get(number), meaning) {
                        pad.buttons.insert(*key, *button);
                    }
                    continue;
                }
                Control::Axis {
                    number,
                    end,
                    inverted,
                } => (axes.get(number), end, inverted),
                Control::Hat(number, dir) => {
                    let is_vertical = matches!(dir, Dir::North | Dir::South);
                    let code = Axis::ABS_HAT0X.0 + 2 * number as u16 + u16::from(is_vertical);
                    let range = hats.iter().find(|range| range.0.0 == code);
                    (range, Some(matches!(dir, Dir::East | Dir::South)), false)
                }
            };
            let Some(range) = range.copied() else {
                continue;
            };
            let role = match (*meaning, end) {
                (Meaning::Stick { stick, is_vertical }, _) => Role::Stick {
                    stick,
                    is_vertical,
                    inverted,
                },
                (Meaning::Button(button), None) => Role::Trigger { button, inverted },
                (Meaning::Button(button), Some(true)) => Role::Ends([None, Some(button)]),
                (Meaning::Button(button), Some(false)) => Role::Ends([Some(button), None]),
            };
            pad.axes.push((range, role));
        }
        pad
    }

    /// Converts an event of the device.
    fn changes(&mut self, event: InputEvent) -> Vec<Change> {
        match event.destructure() {
            EventSummary::Key(_, key, value) => {
                let change = if value == 0 { Change::Up } else { Change::Down };
                // 2 is the kernel's key repeat, which `PressRepeater` replaces.
                let button = self.buttons.get(&key.0).filter(|_| value != 2);
                button.copied().map(change).into_iter().collect()
            }
            EventSummary::AbsoluteAxis(_, axis, value) => {
                let roles = self.axes.iter().filter(|((known, ..), _)| *known == axis);
                let roles: Vec<(Range, Role)> = roles.copied().collect();
                let changes = roles.into_iter();
                changes
                    .flat_map(|(range, role)| self.axis_changes(range, role, value))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn axis_changes(&mut self, (_, min, max): Range, role: Role, value: i32) -> Vec<Change> {
        let range = (f64::from(max) - f64::from(min)).max(1.0);
        let share = (f64::from(value) - f64::from(min)) / range;
        // From -1 to 1, with 0 at rest.
        let position = (2.0 * share - 1.0) as f32;
        let turned = |inverted: bool| if inverted { -position } else { position };
        match role {
            Role::Stick {
                stick,
                is_vertical,
                inverted,
            } => {
                let at = &mut self.sticks[stick as usize];
                // The kernel's axis points down, ours up.
                match is_vertical {
                    true => at.1 = -turned(inverted),
                    false => at.0 = turned(inverted),
                }
                vec![Change::Stick { stick, at: *at }]
            }
            Role::Trigger { button, inverted } => {
                self.set_held(Some(button), turned(inverted) > 0.0)
            }
            Role::Ends([negative, positive]) => {
                let mut changes = self.set_held(negative, position < -0.5);
                changes.extend(self.set_held(positive, position > 0.5));
                changes
            }
        }
    }

    fn set_held(&mut self, button: Option<Button>, is_held: bool) -> Vec<Change> {
        let Some(button) = button else {
            return Vec::new();
        };
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
        Pad::named(
            &[
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
        let mut pad = Pad::named(&[], true, false);
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
        let mut pad = Pad::named(&axes.map(|axis| (axis, 0, 255)), true, false);
        let changes = pad.changes(axis(Axis::ABS_RZ, 0));
        let [Change::Stick { stick, at }] = changes[..] else {
            panic!("{changes:?}");
        };
        assert_eq!((stick, at), (Stick::Right, (0.0, 1.0)));
    }

    #[test]
    fn controls_that_are_only_numbered_are_those_of_the_database() {
        let id = Id {
            bus: 3,
            vendor: 0x0079,
            product: 0x0006,
            version: 0x0110,
        };
        let known = mapping::find(id).expect("a generic pad");
        // A volume key of the same device comes after its buttons.
        let buttons = Key::BTN_TRIGGER.0..Key::BTN_TRIGGER.0 + 12;
        let keys: Vec<u16> = std::iter::once(Key::KEY_MUTE.0).chain(buttons).collect();
        let range = |axis| (axis, 0, 255);
        let hat = |axis| (axis, -1, 1);
        let ranges = [
            range(Axis::ABS_X),
            range(Axis::ABS_Y),
            range(Axis::ABS_Z),
            range(Axis::ABS_RX),
            range(Axis::ABS_RZ),
            hat(Axis::ABS_HAT0X),
            hat(Axis::ABS_HAT0Y),
        ];
        let mut pad = Pad::mapped(&keys, &ranges, &known);
        let third = Key::BTN_THUMB2;
        assert_eq!(pad.changes(key(third, 1)), [Change::Down(Button::South)]);
        let north = Button::Go(Dir::North);
        assert_eq!(
            pad.changes(axis(Axis::ABS_HAT0Y, -1)),
            [Change::Down(north)]
        );
        let changes = pad.changes(axis(Axis::ABS_Y, 0));
        let [Change::Stick { stick, at }] = changes[..] else {
            panic!("{changes:?}");
        };
        assert_eq!((stick, at), (Stick::Left, (0.0, 1.0)));
        assert_eq!(pad.changes(key(Key::KEY_MUTE, 1)), []);
    }
}
