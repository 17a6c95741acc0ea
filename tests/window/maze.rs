//! Maze Run: mazes played by keys along the way that the core knows, and what the window shows.

use std::time::Duration;

use undercroft::conduit::Spec;
use undercroft::geom::{Dir, Pos, Size};
use undercroft::maze::Maze;
use undercroft::mazerun::{Leg, MazeRun};

use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture};
use crate::program::{Program, walker};

/// What the window shows where there is no maze.
const GROUND: [u8; 3] = [6, 6, 10];

/// A small maze, so that its cells are large and its way is short.
const FIRST: &str = "maze-dfs/21x15#5";

/// Rows at the lower edge that may belong to the bar.
const BAR: u32 = 60;

/// Steps on a new maze until the result of the one before is gone.
const GLANCE: usize = 4;

fn leg(number: u32) -> Leg {
    Leg::of(&FIRST.parse().unwrap()).unwrap().at(number, 0)
}

/// The keys of the shortest way.
fn way(mut run: MazeRun) -> Vec<&'static str> {
    let mut keys = Vec::new();
    while let Some(dir) = run.way_on() {
        run.step(dir).unwrap();
        keys.push(match dir {
            Dir::North => "k",
            Dir::East => "l",
            Dir::South => "j",
            _ => "h",
        });
    }
    assert!(keys.len() > 2 * GLANCE);
    keys
}

/// Where the maze lies in the picture, and the side of its tiles.
#[track_caller]
fn layout(picture: &Picture, tiles: Size) -> (Area, u32) {
    let (width, height) = picture.size();
    let shown = picture.cut((0, 0), (width, height - BAR));
    let area = shown.area(|pixel| pixel != GROUND).expect("a maze");
    let side = area.size.0 / tiles.width;
    let whole = (side * tiles.width, side * tiles.height);
    assert_eq!(area.size, whole, "{tiles}, see {}", picture.keep("maze"));
    (area, side)
}

/// The tile that `@` stands on.
#[track_caller]
fn tile(picture: &Picture, tiles: Size) -> Pos {
    let (area, side) = layout(picture, tiles);
    let seen = walker(picture);
    let middle = (seen.at.0 + seen.size.0 / 2, seen.at.1 + seen.size.1 / 2);
    Pos::new(
        ((middle.0 - area.at.0) / side) as i32,
        ((middle.1 - area.at.1) / side) as i32,
    )
}

fn tiles(leg: &Leg) -> Size {
    leg.spec().size()
}

#[test]
fn two_mazes_in_a_row_are_played_by_keys_and_the_next_one_is_larger() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::on_screen(&desktop, "maze", FIRST);
    let runs = [0, 1, 2].map(|number| leg(number).make().unwrap());
    assert_eq!(tile(&first, tiles(&leg(0))), Maze::tile(runs[0].at()));

    // The first as fast as keys can come; then the next comes by itself.
    let keys = way(runs[0].clone());
    let done = program.press(&keys);
    assert!(walker(&done).size.0 > 0);
    let second = way(runs[1].clone());
    let picture = program.press(&second[..GLANCE]);
    let ahead: Vec<Pos> = runs[1].way().collect();
    let size = tiles(&leg(1));
    assert_eq!(size, Size::new(25, 17));
    assert_eq!(tile(&picture, size), Maze::tile(ahead[GLANCE - 1]));

    // The rest of the second and on into the third in one go.
    let third = way(runs[2].clone());
    let picture = program.press(&[&second[GLANCE..], &third[..GLANCE]].concat());
    let ahead: Vec<Pos> = runs[2].way().collect();
    let size = tiles(&leg(2));
    assert_eq!(size, Size::new(29, 21));
    assert_eq!(tile(&picture, size), Maze::tile(ahead[GLANCE - 1]));

    // Nothing moves any more, and nothing is computed.
    let ticks = program.ticks();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(program.ticks(), ticks, "at rest");
    assert_eq!(program.stderr(), "");
}

#[test]
fn a_click_is_a_step_towards_it_and_held_it_goes_on() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::on_screen(&desktop, "maze", FIRST);
    let run = leg(0).make().unwrap();
    let (area, side) = layout(&first, tiles(&leg(0)));
    let point = |cell: Pos| {
        let tile = Maze::tile(cell);
        let at = |from: u32, tile: i32| from + tile as u32 * side + side / 2;
        (at(area.at.0, tile.x), at(area.at.1, tile.y))
    };
    let ahead: Vec<Pos> = run.way().collect();
    let clicked = program.click(1, point(ahead[0]));
    assert_eq!(tile(&clicked, tiles(&leg(0))), Maze::tile(ahead[0]));

    // As far as the way is straight.
    let delta = ahead[1] - ahead[0];
    let straight = ahead
        .windows(2)
        .take_while(|pair| pair[1] - pair[0] == delta);
    let end = ahead[straight.count()];
    let (x, y) = point(end);
    program.xdotool(&[
        "mousemove",
        &x.to_string(),
        &y.to_string(),
        "mousedown",
        "1",
    ]);
    crate::desktop::wait_for("the walker has come", || {
        let seen = tile(&program.look(), tiles(&leg(0)));
        (seen == Maze::tile(end)).then_some(())
    });
    program.xdotool(&["mouseup", "1"]);
    let rested = program.settle();
    assert_eq!(tile(&rested, tiles(&leg(0))), Maze::tile(end));
}

#[test]
fn the_result_of_a_maze_does_not_cover_the_goal_in_a_low_window() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "maze", FIRST);
    program.resize((800, 500));
    // Its goal is near the upper edge.
    let done = program.press(&way(leg(0).make().unwrap()));
    let seen = walker(&done);
    assert!(seen.at.1 < 250, "{seen:?}, see {}", done.keep("result"));
}

/// How often a program is killed in mid-maze.
const KILLS: usize = 5;

#[test]
fn a_maze_is_found_again_at_the_step_however_often_the_program_is_killed() {
    let desktop = Desktop::open();
    let (mut program, mut shown) = Program::on_screen(&desktop, "maze", FIRST);
    let keys = way(leg(0).make().unwrap());
    let back = |key: &str| match key {
        "k" => "j",
        "j" => "k",
        "h" => "l",
        _ => "h",
    };
    // To and fro on the first steps, so that the goal is never reached.
    let there = &keys[..6];
    let and_back = there.iter().rev().map(|key| back(key));
    let walk: Vec<&str> = there.iter().copied().chain(and_back).collect();
    for (number, key) in walk.into_iter().cycle().take(KILLS).enumerate() {
        let before = tile(&shown, tiles(&leg(0)));
        let (x, y) = match key {
            "k" => (0, -2),
            "l" => (2, 0),
            "j" => (0, 2),
            _ => (-2, 0),
        };
        let stepped = before + Pos::new(x, y);
        program.send(&[key]);
        wait_for("the step is seen", || {
            (tile(&program.settle(), tiles(&leg(0))) == stepped).then_some(())
        });
        program.kill();
        (program, shown) = program.again(&["--screen", "maze", "--seed", FIRST]);
        assert_eq!(tile(&shown, tiles(&leg(0))), stepped, "kill {number}");
    }
}

#[test]
fn codes_of_boards_and_mazes_given_as_seed_open_what_they_name() {
    let desktop = Desktop::open();
    let spec: Spec = "board/5x5#9".parse().unwrap();
    let id = spec.make().start().id();
    let begun = format!("{FIRST}@:0:0");
    let (mut program, _) = Program::still(&desktop, "title", "7");
    for (code, copy, copied) in [("board/5x5#9", "y", &id), (&begun, "shift+c", &begun)] {
        program.kill();
        (program, _) = program.again(&["--seed", code]);
        program.press(&[copy]);
        assert_eq!(&clipboard::read(&desktop), copied, "{code}");
    }
}

#[test]
fn codes_of_boards_and_mazes_typed_on_the_title_open_what_they_name() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "title", "7");
    let spec: Spec = "board/5x5#9".parse().unwrap();
    let id = spec.make().start().id();
    let begun = format!("{FIRST}@:0:0");
    for (code, copy, copied) in [
        ("board/5x5#9", "y", id.as_str()),
        (&id, "y", &id),
        (&begun, "shift+c", &begun),
        (FIRST, "shift+c", &begun),
    ] {
        program.press(&["s"]);
        program.type_text(code);
        program.press(&["Return"]);
        program.press(&[copy]);
        assert_eq!(clipboard::read(&desktop), copied, "{code}");
        program.press(&["Escape"]);
    }
    // What is no code is a seed, with which a run begins.
    program.press(&["s"]);
    program.type_text("42");
    program.press(&["Return"]);
    assert_eq!(program.title(), "Undercroft - 42");
}
