//! What the buttons and axes of pads are whose driver does not name them, by the SDL game controller database. Its format is
//! that of `SDL_GameControllerAddMapping`; a device is known by its GUID, and its buttons, axes and hats are numbered in the
//! order of their codes.

use super::Button;
use super::hold::Stick;
use crate::geom::Dir;

/// The part of the database for Linux.
const DATABASE: &str = include_str!("../../../../assets/pads/linux.txt");

/// What a device says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id {
    pub bus: u16,
    pub vendor: u16,
    pub product: u16,
    pub version: u16,
}

impl Id {
    /// The GUID, without the version, which other batches of a device may have.
    fn guid(self) -> [String; 2] {
        let hex = |number: u16| number.swap_bytes();
        let device = format!(
            "{:04x}0000{:04x}0000{:04x}0000",
            hex(self.bus),
            hex(self.vendor),
            hex(self.product)
        );
        [format!("{device}{:04x}0000", hex(self.version)), device]
    }
}

/// A control of a device, by its number among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Button(usize),
    /// An axis, and which end of it, if not the whole; an inverted one is turned round.
    Axis {
        number: usize,
        end: Option<bool>,
        inverted: bool,
    },
    /// A direction of a hat.
    Hat(usize, Dir),
}

/// What a control is on a pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Button(Button),
    /// The horizontal or the vertical axis of a stick.
    Stick {
        stick: Stick,
        is_vertical: bool,
    },
}

/// The controls of a device, with their meanings; `None` if it is not in the database.
pub(super) fn find(id: Id) -> Option<Vec<(Control, Meaning)>> {
    let of = |prefix: &str| {
        let lines = DATABASE.lines().filter(|line| line.starts_with(prefix));
        // Where a database has a pad by its labels and by the places of its buttons, ours are places.
        lines.min_by_key(|line| line.contains("hint:SDL_GAMECONTROLLER_USE_BUTTON_LABELS"))
    };
    let [guid, device] = id.guid();
    of(&guid).or_else(|| of(&device)).map(read)
}

fn read(line: &str) -> Vec<(Control, Meaning)> {
    let pairs = line.split(',').filter_map(|field| field.split_once(':'));
    pairs
        .filter_map(|(name, control)| Some((read_control(control)?, meaning(name)?)))
        .collect()
}

fn read_control(text: &str) -> Option<Control> {
    let (end, text) = match text.split_at_checked(1)? {
        ("+", rest) => (Some(true), rest),
        ("-", rest) => (Some(false), rest),
        _ => (None, text),
    };
    let (kind, rest) = text.split_at_checked(1)?;
    Some(match kind {
        "b" => Control::Button(rest.parse().ok()?),
        "a" => {
            let number = rest.strip_suffix('~');
            Control::Axis {
                number: number.unwrap_or(rest).parse().ok()?,
                end,
                inverted: number.is_some(),
            }
        }
        "h" => {
            let (hat, direction) = rest.split_once('.')?;
            let direction = match direction {
                "1" => Dir::North,
                "2" => Dir::East,
                "4" => Dir::South,
                "8" => Dir::West,
                _ => return None,
            };
            Control::Hat(hat.parse().ok()?, direction)
        }
        _ => return None,
    })
}

/// What a name of the database means; `None` for what no game here uses.
fn meaning(name: &str) -> Option<Meaning> {
    let axis = |stick, is_vertical| Some(Meaning::Stick { stick, is_vertical });
    let button = match name {
        "leftx" => return axis(Stick::Left, false),
        "lefty" => return axis(Stick::Left, true),
        "rightx" => return axis(Stick::Right, false),
        "righty" => return axis(Stick::Right, true),
        "a" => Button::South,
        "b" => Button::East,
        "x" => Button::West,
        "y" => Button::North,
        "back" => Button::Select,
        "start" => Button::Start,
        "leftstick" => Button::LeftStick,
        "rightstick" => Button::RightStick,
        "leftshoulder" => Button::LeftBumper,
        "rightshoulder" => Button::RightBumper,
        "lefttrigger" => Button::LeftTrigger,
        "righttrigger" => Button::RightTrigger,
        "dpup" => Button::Go(Dir::North),
        "dpdown" => Button::Go(Dir::South),
        "dpleft" => Button::Go(Dir::West),
        "dpright" => Button::Go(Dir::East),
        _ => return None,
    };
    Some(Meaning::Button(button))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_is_found_by_its_ids_whatever_its_version() {
        // DragonRise, a generic pad of many names, whose driver numbers its buttons.
        let id = |version| Id {
            bus: 3,
            vendor: 0x0079,
            product: 0x0006,
            version,
        };
        let known = find(id(0x0110)).unwrap();
        assert_eq!(find(id(0x9999)), Some(known.clone()));
        let is = |control: Control, meaning| known.contains(&(control, meaning));
        assert!(
            is(Control::Button(2), Meaning::Button(Button::South)),
            "{known:?}"
        );
        assert!(is(
            Control::Hat(0, Dir::North),
            Meaning::Button(Button::Go(Dir::North))
        ));
        let unknown = Id { vendor: 1, ..id(1) };
        assert_eq!(find(unknown), None);
    }

    #[test]
    fn every_line_of_the_database_is_read() {
        for line in DATABASE.lines().filter(|line| !line.starts_with('#')) {
            let fields = line.split(',').filter_map(|field| field.split_once(':'));
            let used = fields.filter(|(name, _)| meaning(name).is_some());
            let unread: Vec<_> = used.filter(|(_, it)| read_control(it).is_none()).collect();
            assert!(unread.is_empty(), "{line}: {unread:?}");
            assert!(line.len() > 33 && !read(line).is_empty(), "{line}");
        }
    }
}
