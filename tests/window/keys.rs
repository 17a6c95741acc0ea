//! Keys of a real keyboard: each press is a step on the screen, and none is lost, whatever the layout.

use undercroft::geom::Dir;
use undercroft::mapgen::MapSpec;
use undercroft::rng::{Seed, Streams, Tag};

use crate::cells::Scene;
use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture};
use crate::program::{Program, walker};
use crate::view::above_bar;

/// Share code of a room that fits the window with cells large enough to find the walker.
const ROOM: &str = "box/20x15#1";

/// A key for each direction, from different key sets.
const KEYS: [(&str, Dir); 8] = [
    ("Right", Dir::East),
    ("k", Dir::North),
    ("h", Dir::West),
    ("Down", Dir::South),
    ("u", Dir::NorthEast),
    ("End", Dir::SouthWest),
    ("y", Dir::NorthWest),
    ("Next", Dir::SouthEast),
];

fn key(dir: Dir) -> &'static str {
    KEYS.iter().find(|(_, bound)| *bound == dir).unwrap().0
}

/// Size of a cell in pixels, by the program's own zoom table and rasteriser.
fn cell(picture: &Picture) -> (i32, i32) {
    let cell = Scene::new(ROOM).find(picture, 1.0).cell;
    (cell.x as i32, cell.y as i32)
}

/// `area` moved by whole cells.
fn moved(area: Area, (width, height): (i32, i32), (x, y): (i32, i32)) -> Area {
    Area {
        at: (
            area.at.0.strict_add_signed(x * width),
            area.at.1.strict_add_signed(y * height),
        ),
        size: area.size,
    }
}

#[test]
fn two_hundred_keys_at_once_are_obeyed_to_the_last() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    program.press(&["o"]);
    let first = program.walk();
    let map = ROOM.parse::<MapSpec>().unwrap().generate().unwrap();
    let start = map.start.unwrap();
    let mut stream = Streams::new(Seed(200)).stream(Tag::COSMETIC, &[]);
    let (mut at, mut keys, mut bumps) = (start, Vec::new(), 0);
    for _ in 0..200 {
        let dir = *stream.pick(&Dir::ALL).unwrap();
        match map.step(at, dir) {
            Some(to) => at = to,
            None => bumps += 1,
        }
        keys.push(key(dir));
    }
    assert!(at != start && bumps > 5, "{bumps} times into a wall");
    let picture = program.press(&keys);
    let expected = moved(
        walker(&first),
        cell(&first),
        (at.x - start.x, at.y - start.y),
    );
    assert_eq!(walker(&picture), expected);

    // Walking back restores the first picture: nothing was left on the map.
    let home = start - at;
    let horizontal = if home.x < 0 { "Left" } else { "Right" };
    let vertical = if home.y < 0 { "Up" } else { "Down" };
    let mut keys = vec![horizontal; home.x.unsigned_abs() as usize];
    keys.extend(vec![vertical; home.y.unsigned_abs() as usize]);
    let again = program.press(&keys);
    above_bar(&again).assert_is(&above_bar(&first), "home again");
    let at_wall = program.press(&vec!["Left"; start.x as usize - 1]);
    let expected = moved(walker(&first), cell(&first), (1 - start.x, 0));
    assert_eq!(walker(&at_wall), expected);
    let nudged = program.press(&["Left"]);
    nudged.assert_is(&at_wall, "the nudge leaves no trace");
}

#[test]
fn a_held_key_goes_on_and_stops_when_it_is_let_go() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    program.press(&["o"]);
    let first = program.walk();
    let (cell, start) = (cell(&first), walker(&first));
    program.xdotool(&["keydown", "Left"]);
    let reached = |program: &Program, cells: u32| {
        let picture = program.look();
        let at = picture.area(crate::program::is_walker)?;
        (at.at.0 + cells * cell.0 as u32 <= start.at.0).then_some(())
    };
    wait_for("the walker has gone three cells", || reached(&program, 3));
    program.xdotool(&["keyup", "Left"]);
    let stopped = walker(&program.settle());
    let cells = (start.at.0 - stopped.at.0) / cell.0 as u32;
    assert!(cells >= 3);
    assert_eq!(stopped, moved(start, cell, (-(cells as i32), 0)));
}

/// Where these letters are on any keyboard, as X numbers its keys.
const W: &str = "25";
const P: &str = "33";
const L: &str = "46";
const H: &str = "43";
const C: &str = "54";
const O: &str = "32";
const Y: &str = "29";
const V: &str = "55";

#[test]
fn on_layouts_without_latin_letters_a_key_counts_by_its_place() {
    let desktop = Desktop::open();
    for layout in ["ru", "il"] {
        desktop.set_layout(layout);
        let (mut program, _) = Program::start(&desktop, ROOM);
        // W is an apostrophe on the Hebrew layout, whose letters have told the script by then.
        // O shows stone and ground, and the steps take the notice away.
        let first = program.press(&[P, W, O, L, H]);
        let at = walker(&first);
        let step = program.press(&[L]);
        assert_eq!(walker(&step), moved(at, cell(&first), (1, 0)), "{layout}");
        // A code is copied, and another map opened from the clipboard.
        program.press(&[C]);
        assert_eq!(clipboard::read(&desktop), ROOM, "{layout}");
        let _kept = clipboard::put(&desktop, "box/30x20#4");
        program.press(&[V]);
        assert_eq!(program.title(), "Undercroft - 4", "{layout}");
        // The way out asks, and Y answers.
        program.press(&["Escape", "Escape"]);
        program.send(&[Y]);
        assert_eq!(
            program.wait().code(),
            Some(0),
            "{layout}: {}",
            program.stderr()
        );
    }
}

#[test]
fn on_layouts_with_latin_letters_a_key_counts_by_its_letter() {
    let desktop = Desktop::open();
    // The key that is L elsewhere is N on Dvorak's layout; N walks down and right.
    desktop.set_layout("us dvorak");
    let (mut program, _) = Program::start(&desktop, ROOM);
    program.press(&["o"]);
    let first = program.walk();
    let step = program.press(&[L]);
    assert_eq!(walker(&step), moved(walker(&first), cell(&first), (1, 1)));
}
