//! Tests Maze Run in a real window: plays mazes by keys and clicks along the path that the core knows,
//! and checks the picture.

use std::time::Duration;

use undercroft::conduit::Spec;
use undercroft::geom::{Dir, Pos, Size};
use undercroft::maze::Maze;
use undercroft::mazerun::{Leg, MazeRun};

use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture, contrast, luminance};
use crate::program::{Program, walker};
use crate::trial;

/// The colour of the window outside the maze.
const BACKGROUND: [u8; 3] = [6, 6, 10];

/// A small maze, which has large cells and a short path.
const FIRST: &str = "maze-dfs/21x15#5";

/// Pixel rows at the lower edge that may belong to the bar.
const BAR_HEIGHT: u32 = 60;

/// Pixel columns at the right edge that the panel covers.
const PANEL: u32 = 300;

/// Pixel rows at the upper edge that a notice may cover.
const NOTICE: u32 = 62;

/// Steps after which the walker is looked for.
const STEPS: usize = 4;

fn leg(number: u32) -> Leg {
    Leg::of(&FIRST.parse().unwrap()).unwrap().at(number, 0)
}

/// The steps of the shortest path.
fn path_to_goal(mut run: MazeRun) -> Vec<Dir> {
    let mut path = Vec::new();
    while let Some(dir) = run.next_step() {
        run.step(dir).unwrap();
        path.push(dir);
    }
    assert!(path.len() > 2 * STEPS);
    path
}

fn key(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "k",
        Dir::East => "l",
        Dir::South => "j",
        _ => "h",
    }
}

pub fn keys_to_goal(run: MazeRun) -> Vec<&'static str> {
    path_to_goal(run).into_iter().map(key).collect()
}

/// The area of maze `number` in the picture, and the side length of its tiles in pixels.
#[track_caller]
fn find_maze(picture: &Picture, number: u32) -> (Area, u32) {
    let tiles = size_in_tiles(number);
    let (width, height) = picture.size();
    let shown = picture.cut((0, NOTICE), (width - PANEL, height - BAR_HEIGHT - NOTICE));
    let area = shown
        .area(|pixel| pixel != BACKGROUND)
        .expect("the picture shows a maze");
    let side = area.size.0 / tiles.width;
    let whole = (side * tiles.width, side * tiles.height);
    assert_eq!(
        area.size.0,
        whole.0,
        "{tiles}, see {}",
        picture.keep("maze")
    );
    // A box may reach below the maze, but lies in its middle; a notice may hide the upper edge.
    let left_part = shown.cut((0, 0), (area.at.0 + 3 * side, height - BAR_HEIGHT - NOTICE));
    let left_area = left_part.area(|pixel| pixel != BACKGROUND).unwrap();
    let bottom = NOTICE + left_area.at.1 + left_area.size.1;
    let area = Area {
        at: (area.at.0, bottom - whole.1),
        size: whole,
    };
    assert!(area.at.1 <= NOTICE + left_area.at.1, "{area:?}");
    (area, side)
}

/// The tile on which the picture shows the walker.
#[track_caller]
fn walker_tile(picture: &Picture, number: u32) -> Pos {
    let (area, side) = find_maze(picture, number);
    let seen = walker(picture);
    let middle = (seen.at.0 + seen.size.0 / 2, seen.at.1 + seen.size.1 / 2);
    Pos::new(
        ((middle.0 - area.at.0) / side) as i32,
        ((middle.1 - area.at.1) / side) as i32,
    )
}

fn size_in_tiles(number: u32) -> Size {
    leg(number).spec().size()
}

#[test]
fn a_click_is_a_step_towards_it_held_it_goes_on_and_at_rest_only_the_clock_runs() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::on_screen(&desktop, "maze", FIRST);
    let run = leg(0).make().unwrap();
    let (area, side) = find_maze(&first, 0);
    let point = |cell: Pos| {
        let tile = Maze::tile(cell);
        let at = |from: u32, tile: i32| from + tile as u32 * side + side / 2;
        (at(area.at.0, tile.x), at(area.at.1, tile.y))
    };
    let ahead: Vec<Pos> = run.path().collect();
    let clicked = program.click(1, point(ahead[0]));
    assert_eq!(walker_tile(&clicked, 0), Maze::tile(ahead[0]));

    // Holds the button on the end of the straight part of the path.
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
    wait_for("the walker reaches the pointer", || {
        let seen = walker_tile(&program.look(), 0);
        (seen == Maze::tile(end)).then_some(())
    });
    program.xdotool(&["mouseup", "1"]);
    let rested = program.settle();
    assert_eq!(walker_tile(&rested, 0), Maze::tile(end));

    // Nothing moves but the clock, which is drawn once a second: drawing all the time takes 200 ticks.
    let ticks = program.ticks();
    std::thread::sleep(Duration::from_secs(2));
    let used = program.ticks() - ticks;
    assert!(used <= 60, "{used} ticks in 2 s");
}

#[test]
fn a_maze_is_found_again_at_the_step_however_often_the_program_is_killed() {
    let desktop = Desktop::open();
    let (mut program, mut shown) = Program::on_screen(&desktop, "maze", FIRST);
    let path = path_to_goal(leg(0).make().unwrap());
    // Walks back and forth on the first steps, so that the goal is never reached.
    let forth = path[..6].iter().copied();
    let back = forth.clone().rev().map(Dir::opposite);
    let kills = trial::amount(2, 200);
    for (number, dir) in forth.chain(back).cycle().take(kills).enumerate() {
        // From one cell to the next are two tiles.
        let stepped = walker_tile(&shown, 0).step(dir).step(dir);
        program.send(&[key(dir)]);
        wait_for("the picture shows the step", || {
            (walker_tile(&program.settle(), 0) == stepped).then_some(())
        });
        program.kill();
        (program, shown) = program.again(&["--screen", "maze", "--seed", FIRST]);
        assert_eq!(walker_tile(&shown, 0), stepped, "kill {number}");
    }
}

#[test]
fn codes_of_boards_and_mazes_given_as_seed_open_what_they_name() {
    let desktop = Desktop::open();
    let spec: Spec = "board/5x5#9".parse().unwrap();
    let id = spec.make().start().id();
    let progress = format!("{FIRST}@:0:0");
    // The clock runs, on a slow machine for more than a second.
    let without_seconds = |code: &str| {
        let parts = code.split(':').enumerate();
        let kept = parts.filter(|(index, _)| !code.contains('@') || *index != 1);
        kept.map(|(_, part)| part.to_owned()).collect::<Vec<_>>()
    };
    for (code, copy, copied) in [("board/5x5#9", "y", &id), (&progress, "shift+y", &progress)] {
        let files = [("options.ron", "(motion: None, teach: false)")];
        let (mut program, _) = Program::with_config(&desktop, &files, &["--seed", code]);
        program.press(&[copy]);
        let found = clipboard::read(&desktop);
        assert_eq!(without_seconds(&found), without_seconds(copied), "{code}");
    }
}

/// The luminance below which a floor in the dark was never seen, by whether it is a dark one.
const UNSEEN: [f64; 2] = [0.02, 0.004];

/// The luminance of each pixel of a tile, ascending.
fn luminances(picture: &Picture, (area, side): (Area, u32), pos: Pos) -> Vec<f64> {
    let left = area.at.0 + pos.x as u32 * side;
    let top = area.at.1 + pos.y as u32 * side;
    let pixels = (0..side * side)
        .map(|index| luminance(picture.pixel(left + index % side, top + index / side)));
    let mut pixels: Vec<f64> = pixels.collect();
    pixels.sort_by(f64::total_cmp);
    pixels
}

#[test]
fn walls_stand_out_from_the_floor_in_every_palette_and_glyph_set() {
    let desktop = Desktop::open();
    let run = leg(0).make().unwrap();
    let map = leg(0).spec().generate().unwrap();
    // What stands on these tiles hides their floor.
    let ends = [run.ends().start, run.ends().goal].map(Maze::tile);
    // It is the same in every palette.
    let mut place = None;
    for (palette, least) in [
        ("Standard", 3.0),
        ("HighContrast", 4.5),
        ("Protan", 3.0),
        ("Deutan", 3.0),
        ("Tritan", 3.0),
    ] {
        for (plain, light) in [(false, false), (false, true), (true, false), (true, true)] {
            let options = format!("palette: {palette}, plain: {plain}, light_walls: {light}, ");
            let (mut program, lit) = Program::still_with_options(&desktop, "maze", FIRST, &options);
            let dark = program.press(&["d"]);
            let shown = *place.get_or_insert_with(|| find_maze(&lit, 0));
            let [in_dusk, in_the_dark] = [lit, dark].map(|picture| {
                let pixels = |pos| luminances(&picture, shown, pos);
                let what = |found: f64, pos: Pos| {
                    let file = picture.keep("maze-contrast");
                    format!("{options}{found} at {pos}, see {file}")
                };
                // The ground beneath a character, or the mean of a wall's pattern.
                let brightness = |pixels: &[f64]| match plain {
                    true => pixels[pixels.len() / 2],
                    false => pixels.iter().sum::<f64>() / pixels.len() as f64,
                };
                let mut pairs = 0;
                for (pos, _) in map.tiles.iter().filter(|(pos, _)| map.is_walkable(*pos)) {
                    let floor = brightness(&pixels(pos));
                    // In the dark, a floor that was never seen is as black as a wall.
                    if ends.contains(&pos) || floor < UNSEEN[usize::from(light)] {
                        continue;
                    }
                    for wall in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                        if map.is_walkable(wall) {
                            continue;
                        }
                        let wall = pixels(wall);
                        let found = contrast(floor, brightness(&wall));
                        assert!(found >= least, "{}", what(found, pos));
                        let ends = [wall[0], wall[wall.len() - 1]];
                        let character = ends.map(|end| contrast(end, brightness(&wall)));
                        let character = character.into_iter().fold(0.0, f64::max);
                        assert!(!plain || character >= least, "{}", what(character, pos));
                        pairs += 1;
                    }
                }
                pairs
            });
            assert!(in_dusk > 100, "{in_dusk}");
            assert!((10..in_dusk).contains(&in_the_dark), "{in_the_dark}");
        }
    }
}
