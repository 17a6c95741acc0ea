//! Painting on the map and making it in stages, by keys and mouse.

use undercroft::geom::{Dir, Pos, Rect};
use undercroft::map::{Map, Tile};
use undercroft::mapgen::Mask;

use super::{code, focus, map_part, spec};
use crate::desktop::Desktop;
use crate::picture::Picture;
use crate::program::{Program, walker};

const CODE: &str = "rooms/60x36#7";

/// The side of a tile where the whole map is shown, in pixels.
const TILE: i32 = 16;

/// Tools at the top of the panel.
const KEEP: (u32, u32) = (1236, 42);
const IMITATE: (u32, u32) = (1030, 65);

/// A row and a button of the list of two stages.
const SECOND_STAGE: (u32, u32) = (1127, 393);
const REMOVE: (u32, u32) = (1124, 415);

/// How many controls lie before the button that adds a stage.
const ADD_STAGE: usize = 11;

/// The map of a share code.
fn map(code: &str) -> Map {
    spec(code).generate().unwrap()
}

/// The pixel in the middle of a tile of the map of `CODE`, where the walker stands at the start.
fn middle_of(picture: &Picture, pos: Pos) -> (u32, u32) {
    let (at, start) = (walker(picture), map(CODE).start.unwrap());
    let along =
        |from: u32, size: u32, tiles: i32| (from + size / 2).strict_add_signed(TILE * tiles);
    (
        along(at.at.0, at.size.0, pos.x - start.x),
        along(at.at.1, at.size.1, pos.y - start.y),
    )
}

/// Drags the mouse with the left button held.
fn drag(program: &mut Program, from: (u32, u32), to: (u32, u32)) -> Picture {
    program.point(from);
    program.xdotool(&["mousedown", "1"]);
    program.settle();
    program.point(to);
    program.xdotool(&["mouseup", "1"]);
    program.settle()
}

#[test]
fn what_a_drag_paints_is_in_the_code_and_is_taken_back_by_a_key() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, CODE);
    let start = map(CODE).start.unwrap();
    let (from, to) = (start + Pos::new(-1, 2), start + Pos::new(2, 2));
    let painting = program.press(&["d"]);
    let (from_px, to_px) = (middle_of(&painting, from), middle_of(&painting, to));
    let painted = drag(&mut program, from_px, to_px);
    map_part(&painted).assert_is_not(&map_part(&first), "walls");
    let edited = spec(&code(&desktop, &mut program));
    let tiles: Vec<(Pos, Tile)> = edited.edits().iter().collect();
    let wall = |x| (from + Pos::new(x, 0), Tile::Wall);
    assert_eq!(tiles, [0, 1, 2, 3].map(wall));
    program.press(&["z"]);
    assert_eq!(code(&desktop, &mut program), CODE);
}

#[test]
fn keys_paint_at_a_cross_that_steps_move_and_escape_ends_it() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let start = map(CODE).start.unwrap();
    program.press(&["d", "Right", "t", "Right", "Down", "t", "Down", "Down"]);
    let edited = spec(&code(&desktop, &mut program));
    let tiles: Vec<Pos> = edited.edits().iter().map(|(pos, _)| pos).collect();
    assert_eq!(
        tiles,
        [(1, 0), (2, 0), (2, 1)].map(|(x, y)| start + Pos::new(x, y))
    );
    // The panel of tools stays as long as something is painted; the keys pan again.
    program.press(&["Escape", "t", "Right", "t"]);
    assert_eq!(spec(&code(&desktop, &mut program)), edited);
    assert_eq!(program.title(), "Undercroft - 7", "still in the Lab");
}

#[test]
fn what_is_kept_stays_when_the_next_map_comes() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let made = map(CODE);
    let start = made.start.unwrap();
    let area = Rect::between(start + Pos::new(-3, -3), start + Pos::new(2, 2));
    program.press(&["d"]);
    let painting = program.click(1, KEEP);
    let corners = [
        Pos::new(area.left, area.top),
        Pos::new(area.right, area.bottom),
    ];
    let [from, to] = corners.map(|pos| middle_of(&painting, pos));
    let kept = drag(&mut program, from, to);
    map_part(&kept).assert_is_not_quite(&map_part(&painting), "what is kept is marked");
    program.press(&["r"]);
    let next = code(&desktop, &mut program);
    assert_ne!(spec(&next).seed, spec(CODE).seed);
    let next = map(&next);
    assert!(
        area.positions()
            .all(|pos| next.tiles[pos] == made.tiles[pos]),
        "{next}"
    );
    assert!(next.is_connected() && next.tiles != made.tiles);
    // Back, and back before the stroke.
    program.press(&["z", "z"]);
    assert_eq!(code(&desktop, &mut program), CODE);
}

#[test]
fn waves_imitates_a_rectangle() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, CODE);
    let made = map(CODE);
    let start = made.start.unwrap();
    let area = Rect::between(start + Pos::new(-6, -4), start + Pos::new(5, 3));
    program.press(&["d"]);
    program.click(1, IMITATE);
    // With keys: from the top left to the bottom right.
    let step = |dir: Dir, count: i32| {
        let key = match dir {
            Dir::West => "Left",
            Dir::North => "Up",
            Dir::East => "Right",
            _ => "Down",
        };
        vec![key; count as usize]
    };
    let there = [step(Dir::West, 6), step(Dir::North, 4)].concat();
    let back = [step(Dir::East, 11), step(Dir::South, 7)].concat();
    program.press(&[there, vec!["t"], back, vec!["t"]].concat());
    let made_like_it = spec(&code(&desktop, &mut program));
    let sample = made_like_it
        .params()
        .sample()
        .expect("a sample of one's own");
    for (pos, tile) in sample.tiles().iter() {
        assert_eq!(
            *tile,
            made.tiles[pos + Pos::new(area.left, area.top)],
            "{pos}"
        );
    }
    assert_eq!(sample.tiles().size().to_string(), "12x8");
    let shown = program.look();
    map_part(&shown).assert_is_not(&map_part(&first), "another map");
    // Back takes it back.
    program.press(&["z"]);
    assert_eq!(code(&desktop, &mut program), CODE);
}

#[test]
fn stages_are_added_limited_moved_and_taken_away() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, CODE);
    focus(&mut program, ADD_STAGE);
    let added = program.press(&["Return"]);
    let added_code = code(&desktop, &mut program);
    assert_eq!(added_code, "rooms/60x36|vaults#7");
    map_part(&added).assert_is_not_quite(&map_part(&first), "a vault");
    // The list has a row for each stage; then come the buttons for the chosen one, and the parts of the map.
    let button = |program: &mut Program, at: usize| {
        focus(program, ADD_STAGE + at);
        program.press(&["Return"]);
    };
    let (remove, up, all) = (3, 4, 5);
    button(&mut program, all + 1);
    let limited = spec(&code(&desktop, &mut program));
    assert_ne!(limited.stages()[1].mask, Mask::All);
    assert_eq!(limited.stages()[1].generator().info().name, "vaults");
    button(&mut program, up);
    let moved = spec(&code(&desktop, &mut program));
    assert_eq!(moved.stages()[0].generator().info().name, "vaults");
    program.press(&["z"]);
    assert_eq!(spec(&code(&desktop, &mut program)), limited);
    // The choice is still the first place, to which the vaults had moved.
    button(&mut program, remove);
    let rest = spec(&code(&desktop, &mut program));
    assert_eq!(rest.stages(), &limited.stages()[1..]);
    // By mouse: the second stage is chosen in the list, and then taken away.
    program.press(&["z"]);
    program.click(1, SECOND_STAGE);
    program.click(1, REMOVE);
    assert_eq!(code(&desktop, &mut program), CODE);
}
