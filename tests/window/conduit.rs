//! Tests of the Conduit screen in a window: solving by the mouse, restored boards, contrast.

use std::fs;

use bevy::math::UVec2;
use undercroft::app::glyph::ViewInsets;
use undercroft::app::screens::conduit::BoardLayout;
use undercroft::conduit::{Board, Conduit, Mask, Puzzle, Spec};
use undercroft::geom::{Pos, Rect};

use crate::desktop::{Desktop, wait_for};
use crate::picture::{Picture, contrast, luminance};
use crate::program::Program;
use crate::trial;

/// Width of the panel, and height left free above the board, in pixels.
const PANEL: f32 = 300.0;
const NOTICES: f32 = 34.0;

/// Opens the screen on the 3x3 board of seed 7, and waits until nothing moves.
fn open(desktop: &Desktop) -> (Program<'_>, Picture, Puzzle) {
    let (mut program, _) = Program::on_screen(desktop, "conduit", "7");
    // The panel's first button is the smallest size.
    program.press(&["Tab"]);
    program.press(&["Return"]);
    let picture = program.press(&["Escape"]);
    let spec: Spec = "board/3x3#7".parse().unwrap();
    (program, picture, spec.make())
}

/// Finds the bar by its top line, which crosses the window, and computes the layout from it.
fn find_layout(picture: &Picture, board: &Board) -> BoardLayout {
    let (width, height) = picture.size();
    let line = (0..height)
        .rev()
        .find(|y| picture.pixel(4, *y) == [41, 41, 56])
        .unwrap_or_else(|| panic!("there is no bar, see {}", picture.keep("no-bar")));
    let insets = ViewInsets {
        right: PANEL,
        top: NOTICES,
        bottom: (height - line) as f32,
        ..ViewInsets::default()
    };
    let tiles = UVec2::new(board.size().width, board.size().height);
    BoardLayout::fit(UVec2::new(width, height), 1.0, &insets, tiles)
}

/// The positions of all tiles, row by row.
fn positions(board: &Board) -> impl Iterator<Item = Pos> {
    let size = board.size();
    Rect::sized(Pos::default(), size.width as i32, size.height as i32).positions()
}

/// The middle of a tile, in pixels of the window.
fn middle(layout: &BoardLayout, tile: Pos) -> (u32, u32) {
    let middle =
        |corner: i32, tile: i32| corner as u32 + tile as u32 * layout.side + layout.side / 2;
    (
        middle(layout.corner.x, tile.x),
        middle(layout.corner.y, tile.y),
    )
}

/// Every tile with the clockwise quarter turns that solve it; of the wellspring, the lower half.
fn turns(puzzle: &Puzzle) -> Vec<(Pos, u8)> {
    let (start, solved) = (puzzle.start(), puzzle.solved());
    let [upper, lower] = start.wellspring();
    let edges = |board: &Board, pos: Pos| {
        let own = board.tile(pos).unwrap();
        let up = board.tile(upper).unwrap().bits() & 8;
        if pos == lower {
            Mask::new(own.bits() & 7 | up)
        } else {
            own
        }
    };
    positions(start)
        .filter(|pos| *pos != upper)
        .map(|pos| {
            let (from, to) = (edges(start, pos), edges(&solved, pos));
            let turns = (0..4).find(|turns| from.turned(*turns) == to).unwrap();
            (pos, turns)
        })
        .collect()
}

fn lamps(board: &Board) -> Vec<Pos> {
    let spring = board.wellspring();
    positions(board)
        .filter(|pos| !spring.contains(pos) && board.tile(*pos).unwrap().is_lamp())
        .collect()
}

/// How many lamps are lit.
fn count_lit(picture: &Picture, layout: &BoardLayout, lamps: &[Pos]) -> usize {
    let shines = |lamp: &&Pos| {
        let (x, y) = middle(layout, **lamp);
        let [red, _, _] = picture.pixel(x, y);
        red > 200
    };
    lamps.iter().filter(shines).count()
}

fn wait_until_lit(program: &Program, layout: &BoardLayout, lamps: &[Pos]) -> Picture {
    wait_for("every lamp is lit", || {
        let picture = program.look();
        (count_lit(&picture, layout, lamps) == lamps.len()).then_some(picture)
    })
}

/// Waits until all lamps are lit and packets run: then the picture changes without a key. The box with the result may
/// cover the lowest row.
fn assert_won(program: &Program, layout: &BoardLayout, lamps: &[Pos]) {
    let lowest = lamps.iter().map(|lamp| lamp.y).max();
    let above = lamps.iter().copied().filter(|lamp| Some(lamp.y) < lowest);
    let won = wait_until_lit(program, layout, &above.collect::<Vec<_>>());
    wait_for("packets run through the board", || {
        (program.look() != won).then_some(())
    });
}

/// Turns each tile by clicks as the solution has it.
fn solve_by_mouse(program: &Program, layout: &BoardLayout, puzzle: &Puzzle) {
    for (tile, turns) in turns(puzzle) {
        let (x, y) = middle(layout, tile);
        let (x, y) = (x.to_string(), y.to_string());
        // Three turns one way are one the other way.
        let (button, clicks) = if turns == 3 { ("3", 1) } else { ("1", turns) };
        for _ in 0..clicks {
            program.xdotool(&["mousemove", &x, &y, "click", button]);
        }
    }
}

/// The keys that move from tile to tile and turn each as the solution has it.
pub fn solving_keys(puzzle: &Puzzle) -> Vec<&'static str> {
    let mut at = Conduit::new(puzzle.clone()).board().wellspring()[0];
    let mut keys = Vec::new();
    for (to, turns) in turns(puzzle) {
        let across = if to.x < at.x { "Left" } else { "Right" };
        let along = if to.y < at.y { "Up" } else { "Down" };
        keys.extend(vec![across; to.x.abs_diff(at.x) as usize]);
        keys.extend(vec![along; to.y.abs_diff(at.y) as usize]);
        match turns {
            3 => keys.push("shift+Return"),
            _ => keys.extend(vec!["Return"; usize::from(turns)]),
        }
        at = to;
    }
    keys
}

#[test]
fn a_board_is_solved_by_the_mouse_and_the_light_runs() {
    let desktop = Desktop::open();
    let (program, picture, puzzle) = open(&desktop);
    let layout = find_layout(&picture, puzzle.start());
    let lamps = lamps(puzzle.start());
    solve_by_mouse(&program, &layout, &puzzle);
    assert_won(&program, &layout, &lamps);
}

#[test]
fn a_board_is_found_again_as_it_was_however_often_the_program_is_killed() {
    let desktop = Desktop::open();
    let args = ["--screen", "conduit", "--seed", "7"];
    let (mut program, mut picture) = Program::on_screen(&desktop, "conduit", "7");
    let spec: Spec = "board/10x9#7".parse().unwrap();
    let layout = find_layout(&picture, spec.make().start());
    // Only the first two rows: the wellspring's ripples depend on the time.
    let board = |picture: &Picture| {
        let (width, height) = (layout.tiles.x * layout.side, 2 * layout.side);
        picture.cut(
            (layout.corner.x as u32, layout.corner.y as u32),
            (width, height),
        )
    };
    let start = board(&program.point((3, 3)));
    let kills = trial::amount(2, 200);
    for number in 0..kills {
        let tile = Pos::new((number % 10) as i32, 0);
        let turned = program.click(1, middle(&layout, tile));
        assert!(turned != picture, "a tile is turned");
        let before = board(&program.point((3, 3)));
        program.kill();
        (program, picture) = program.again(&args);
        board(&picture).assert_is(&before, "the board as it was");
    }
    let undone = program.press(&vec!["u"; kills]);
    board(&undone).assert_is(&start, "undo leads back past every start of the program");
}

/// The contrast of unlit straight pipes, measured at their edges, with their tiles.
fn pipe_contrast(picture: &Picture, layout: &BoardLayout, board: &Board) -> f64 {
    let lit = board.lit();
    let (mut pipes, mut tiles) = (Vec::new(), Vec::new());
    let straight = |pos: &Pos| matches!(board.tile(*pos).unwrap().bits(), 5 | 10) && !lit(*pos);
    for pos in positions(board).filter(straight) {
        let across = board.tile(pos).unwrap().bits() == 5;
        let (x, y) = middle(layout, pos);
        let at = |along: f64, off: f64| {
            let [along, off] = [along, off].map(|share| (share * f64::from(layout.side)) as i32);
            let (dx, dy) = if across { (along, off) } else { (off, along) };
            luminance(picture.pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32))
        };
        for along in [-0.3, -0.2, 0.2, 0.3] {
            for off in [-0.085, 0.085] {
                pipes.push(at(along, off));
            }
            for off in [-0.3, 0.3] {
                tiles.push(at(along, off));
            }
        }
    }
    assert!(pipes.len() > 40, "{} straight pipes", pipes.len() / 8);
    let mean = |all: Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
    contrast(mean(pipes), mean(tiles))
}

#[test]
fn pipes_are_told_from_tiles_by_three_to_one_in_both_looks() {
    let desktop = Desktop::open();
    let spec: Spec = "board/10x9#7".parse().unwrap();
    let puzzle = spec.make();
    for (look, least) in [("Rich", 3.0), ("Flat", 4.5)] {
        let options = format!("board: {look}, ");
        let (_, picture) = Program::still_with_options(&desktop, "conduit", "7", &options);
        let layout = find_layout(&picture, puzzle.start());
        let found = pipe_contrast(&picture, &layout, puzzle.start());
        let kept = picture.keep(&format!("pipes-{look}"));
        assert!(found >= least, "{look}: {found:.2} to 1, see {kept}");
    }
}

/// The contrast of the brightest pixel in the area with this background, with the background.
fn text_contrast(picture: &Picture, background: [u8; 3]) -> f64 {
    let area = picture
        .area(|pixel| pixel == background)
        .expect("the background is in the picture");
    let part = picture.cut(area.at, area.size);
    let (width, height) = part.size();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let brightest = all.map(|(x, y)| luminance(part.pixel(x, y)));
    contrast(brightest.fold(0.0, f64::max), luminance(background))
}

#[test]
fn text_and_chosen_lines_are_read_at_four_and_a_half_to_one() {
    let desktop = Desktop::open();
    let (mut program, board) = Program::still(&desktop, "conduit", "7");
    let (width, height) = board.size();
    let bar = board.cut((0, height - 24), (width, 24));
    let found = text_contrast(&bar, bar.pixel(4, 20));
    assert!(found >= 4.5, "{found:.2}, see {}", bar.keep("bar"));
    // Only the chosen line of the title has this background.
    let title = program.press(&["Escape"]);
    let found = text_contrast(&title, [64, 46, 20]);
    assert!(found >= 4.5, "{found:.2}, see {}", title.keep("title"));
}

#[test]
fn a_board_that_cannot_be_saved_at_the_end_is_told_on_standard_error_with_status_1() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "conduit", "7");
    let path = program.data().join("conduit.save");
    wait_for("the board is saved", || path.exists().then_some(()));
    // A folder in its place, which no file can replace.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    program.press(&["Return"]);
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(1), "{}", program.stderr());
    let told = program.only_sentence();
    assert!(
        told.starts_with("undercroft: not everything was saved: cannot write "),
        "{told}"
    );
}
