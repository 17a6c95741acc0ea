//! The Conduit screen: a board solved by keys, one by the mouse, and damaged ids.

use undercroft::app::glyph::ViewInsets;
use undercroft::app::screens::conduit::BoardLayout;
use undercroft::conduit::{Board, Conduit, Mask, Puzzle, Spec};
use undercroft::geom::Pos;

use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::Program;

/// The panel, and what is left above the board.
const PANEL: f32 = 300.0;
const NOTICES: f32 = 34.0;

/// The colour of what is wrong.
const COMPLAINT: [u8; 3] = [255, 128, 107];

/// Selects all of the field that is typed into. A field looks at Ctrl once a frame: it must be held
/// for longer.
fn select_all(program: &mut Program) {
    program.xdotool(&["keydown", "ctrl"]);
    program.settle();
    program.press(&["a"]);
    program.xdotool(&["keyup", "ctrl"]);
    program.settle();
}

/// Opens the screen, on a board of 3x3 tiles of seed 7 and at rest; returns it with its puzzle.
fn open(desktop: &Desktop) -> (Program<'_>, Picture, Puzzle) {
    let (mut program, _) = Program::on_screen(desktop, "conduit", "7");
    // The panel's first button is the smallest size.
    program.press(&["Tab"]);
    program.press(&["Return"]);
    let picture = program.press(&["Escape"]);
    let spec: Spec = "board/3x3#7".parse().unwrap();
    (program, picture, spec.make())
}

/// Where the board lies in a picture. The bar begins with a line that goes through the window.
fn place(picture: &Picture, board: &Board) -> BoardLayout {
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
    let tiles = bevy::math::UVec2::new(board.size().width, board.size().height);
    BoardLayout::fit(bevy::math::UVec2::new(width, height), 1.0, &insets, tiles)
}

/// The middle of a tile in the window.
fn middle(place: &BoardLayout, tile: Pos) -> (u32, u32) {
    let middle = |corner: i32, tile: i32| corner as u32 + tile as u32 * place.side + place.side / 2;
    (
        middle(place.corner.x, tile.x),
        middle(place.corner.y, tile.y),
    )
}

/// The clockwise turns that solve a puzzle, by tile; of a wellspring, the lower half.
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
    let size = start.size();
    (0..size.area() as i32)
        .map(|index| Pos::new(index % size.width as i32, index / size.width as i32))
        .filter(|pos| *pos != upper)
        .map(|pos| {
            let (from, to) = (edges(start, pos), edges(&solved, pos));
            let turns = (0..4).find(|turns| from.turned(*turns) == to).unwrap();
            (pos, turns)
        })
        .collect()
}

/// The lamps of a board.
fn lamps(board: &Board) -> Vec<Pos> {
    let spring = board.wellspring();
    let size = board.size();
    (0..size.area() as i32)
        .map(|index| Pos::new(index % size.width as i32, index / size.width as i32))
        .filter(|pos| !spring.contains(pos) && board.tile(*pos).unwrap().is_lamp())
        .collect()
}

/// How many lamps shine.
fn shining(picture: &Picture, place: &BoardLayout, lamps: &[Pos]) -> usize {
    let shines = |lamp: &&Pos| {
        let (x, y) = middle(place, **lamp);
        let [red, _, _] = picture.pixel(x, y);
        red > 200
    };
    lamps.iter().filter(shines).count()
}

/// Waits until all lamps shine and the light runs: then the picture changes without a key.
fn assert_won(program: &Program, place: &BoardLayout, lamps: &[Pos]) {
    let won = wait_for("every lamp shines", || {
        let picture = program.look();
        (shining(&picture, place, lamps) == lamps.len()).then_some(picture)
    });
    wait_for("light runs through the board", || {
        (program.look() != won).then_some(())
    });
}

/// The keys that go from tile to tile and turn each as the solution has it.
fn solving_keys(puzzle: &Puzzle) -> Vec<&'static str> {
    let mut at = Conduit::new(puzzle.clone()).board().wellspring()[0];
    let mut keys = Vec::new();
    for (to, turns) in turns(puzzle) {
        let across = if to.x < at.x { "Left" } else { "Right" };
        let along = if to.y < at.y { "Up" } else { "Down" };
        keys.extend(vec![across; to.x.abs_diff(at.x) as usize]);
        keys.extend(vec![along; to.y.abs_diff(at.y) as usize]);
        keys.extend(vec!["Return"; usize::from(turns)]);
        at = to;
    }
    keys
}

#[test]
fn a_board_is_solved_by_keys_and_the_light_runs() {
    let desktop = Desktop::open();
    let (program, picture, puzzle) = open(&desktop);
    let place = place(&picture, puzzle.start());
    let lamps = lamps(puzzle.start());
    assert!(shining(&picture, &place, &lamps) < lamps.len());
    program.send(&solving_keys(&puzzle));
    assert_won(&program, &place, &lamps);
}

#[test]
fn a_board_is_solved_by_the_mouse_and_the_light_runs() {
    let desktop = Desktop::open();
    let (program, picture, puzzle) = open(&desktop);
    let place = place(&picture, puzzle.start());
    let lamps = lamps(puzzle.start());
    for (tile, turns) in turns(&puzzle) {
        let (x, y) = middle(&place, tile);
        let (x, y) = (x.to_string(), y.to_string());
        // Three turns one way are one the other.
        let (button, clicks) = if turns == 3 { ("3", 1) } else { ("1", turns) };
        for _ in 0..clicks {
            program.xdotool(&["mousemove", &x, &y, "click", button]);
        }
    }
    assert_won(&program, &place, &lamps);
}

#[test]
fn a_damaged_id_is_refused_and_the_board_stays() {
    let desktop = Desktop::open();
    let (mut program, picture, puzzle) = open(&desktop);
    let place = place(&picture, puzzle.start());
    let board = |picture: &Picture| {
        let side = place.side * 3;
        picture.cut((place.corner.x as u32, place.corner.y as u32), (side, side))
    };
    let before = board(&program.settle());
    let complains = |pixel: [u8; 3]| (0..3).all(|c| pixel[c].abs_diff(COMPLAINT[c]) <= 2);
    // From the first size on, the field of the id comes after nineteen others.
    program.press(&["Tab"]);
    for _ in 0..19 {
        program.press(&["Tab"]);
    }
    let id = puzzle.start().id();
    for damaged in [
        id.replacen("3x3", "3y3", 1),
        id[..id.len() - 1].to_owned(),
        id.replace("::", ":q:"),
    ] {
        select_all(&mut program);
        program.type_text(&damaged);
        let picture = program.press(&["Return"]);
        assert!(
            picture.area(complains).is_some(),
            "{damaged}: no complaint, see {}",
            picture.keep("no-complaint")
        );
        board(&picture).assert_is(&before, "the board stays");
    }
    select_all(&mut program);
    program.type_text(&id);
    let picture = program.press(&["Return"]);
    assert!(
        picture.area(complains).is_none(),
        "see {}",
        picture.keep("complains")
    );
}

/// How often a program is killed in mid-puzzle.
const KILLS: usize = 5;

#[test]
fn a_board_is_found_again_as_it_was_however_often_the_program_is_killed() {
    let desktop = Desktop::open();
    let args = ["--screen", "conduit", "--seed", "7"];
    let (mut program, mut picture) = Program::on_screen(&desktop, "conduit", "7");
    let spec: Spec = "board/10x9#7".parse().unwrap();
    let place = place(&picture, spec.make().start());
    // The first two rows: the ripples of the wellspring are another time's.
    let board = |picture: &Picture| {
        let (width, height) = (place.tiles.x * place.side, 2 * place.side);
        picture.cut(
            (place.corner.x as u32, place.corner.y as u32),
            (width, height),
        )
    };
    // The first turns are undone at the end, one for each time that it was killed.
    let start = board(&program.point((3, 3)));
    for number in 0..KILLS {
        let tile = Pos::new((number % 10) as i32, 0);
        let turned = program.click(1, middle(&place, tile));
        assert!(turned != picture, "a tile is turned");
        let before = board(&program.point((3, 3)));
        program.kill();
        (program, picture) = program.again(&args);
        board(&picture).assert_is(&before, "the board as it was");
    }
    let undone = program.press(&["u"; KILLS]);
    board(&undone).assert_is(&start, "undo leads back past every start of the program");
}

/// The luminance of a pixel, as the contrast of text is measured with.
fn luminance(pixel: [u8; 3]) -> f64 {
    let [red, green, blue] = pixel.map(|channel| {
        let share = f64::from(channel) / 255.0;
        match share <= 0.04045 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The contrast of dark pipes, along their edges, against the tiles that they lie in.
fn contrast_of_pipes(picture: &Picture, place: &BoardLayout, board: &Board) -> f64 {
    let lit = board.lit();
    let (mut pipes, mut tiles) = (Vec::new(), Vec::new());
    let straight = |pos: &Pos| matches!(board.tile(*pos).unwrap().bits(), 5 | 10) && !lit(*pos);
    let size = board.size();
    let all = (0..size.area() as i32)
        .map(|index| Pos::new(index % size.width as i32, index / size.width as i32));
    for pos in all.filter(straight) {
        let across = board.tile(pos).unwrap().bits() == 5;
        let (x, y) = middle(place, pos);
        let at = |along: f64, off: f64| {
            let [along, off] = [along, off].map(|share| (share * f64::from(place.side)) as i32);
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
    let (mut program, _) = Program::still(&desktop, "conduit", "7");
    for (look, least) in [("Rich", 3.0), ("Flat", 4.5)] {
        let options = format!("(motion: None, teach: false, board: {look})");
        std::fs::write(program.config().join("options.ron"), options).unwrap();
        program.kill();
        let picture;
        (program, picture) = program.again(&["--screen", "conduit", "--seed", "7"]);
        let place = place(&picture, puzzle.start());
        let found = contrast_of_pipes(&picture, &place, puzzle.start());
        let kept = picture.keep(&format!("pipes-{look}"));
        assert!(found >= least, "{look}: {found:.2} to 1, see {kept}");
    }
}

/// The contrast of the brightest pixel of text on this ground, in a picture.
fn contrast_of_text(picture: &Picture, ground: [u8; 3]) -> f64 {
    let area = picture.area(|pixel| pixel == ground).expect("the ground");
    let part = picture.cut(area.at, area.size);
    let (width, height) = part.size();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let brightest = all.map(|(x, y)| luminance(part.pixel(x, y)));
    contrast(brightest.fold(0.0, f64::max), luminance(ground))
}

#[test]
fn text_and_chosen_lines_are_read_at_four_and_a_half_to_one() {
    let desktop = Desktop::open();
    let (mut program, board) = Program::still(&desktop, "conduit", "7");
    let (width, height) = board.size();
    let bar = board.cut((0, height - 24), (width, 24));
    let found = contrast_of_text(&bar, bar.pixel(4, 20));
    assert!(found >= 4.5, "{found:.2}, see {}", bar.keep("bar"));
    // The ground of the chosen line of the title, which nothing else there has.
    let title = program.press(&["Escape"]);
    let found = contrast_of_text(&title, [64, 46, 20]);
    assert!(found >= 4.5, "{found:.2}, see {}", title.keep("title"));
}

#[test]
fn the_boards_that_teach_are_solved_by_keys_and_by_the_mouse() {
    let desktop = Desktop::open();
    let (mut program, picture) = Program::first_visit(&desktop, "conduit");
    let boards = [
        "3x3:s:231ed6c28",
        "4x3:s:2651ed7241d8",
        "4x4:s:c3265e5bae1846a1",
        "3x4::261aa4ebb143",
    ];
    let mut shown = picture;
    for (number, id) in boards.into_iter().enumerate() {
        let puzzle = Puzzle::of(id.parse().unwrap()).unwrap();
        let place = place(&shown, puzzle.start());
        let lamps = lamps(puzzle.start());
        assert!(shining(&shown, &place, &lamps) < lamps.len(), "{id}");
        if number % 2 == 0 {
            program.send(&solving_keys(&puzzle));
        } else {
            for (tile, turns) in turns(&puzzle) {
                let (x, y) = middle(&place, tile);
                let (x, y) = (x.to_string(), y.to_string());
                for _ in 0..turns {
                    program.xdotool(&["mousemove", &x, &y, "click", "1"]);
                }
            }
        }
        wait_for("every lamp shines", || {
            let lit = shining(&program.look(), &place, &lamps) == lamps.len();
            lit.then_some(())
        });
        program.send(&["Return"]);
        if number + 1 < boards.len() {
            shown = wait_for("the next board comes to rest", || {
                let picture = program.settle();
                (shining(&picture, &place, &lamps) < lamps.len()).then_some(picture)
            });
        }
    }
    // They come once.
    program.settle();
    let taught = std::fs::read_to_string(program.config().join("taught.ron")).unwrap();
    assert!(taught.contains("\"boards\""), "{taught}");
}

#[test]
fn a_board_of_50x50_is_zoomed_by_the_wheel_and_panned_and_fitted() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "conduit", "7");
    program.point((400, 300));
    let whole = program.press(&["6"]);
    let mut zoomed = whole.clone();
    for _ in 0..6 {
        zoomed = program.click(4, (400, 300));
    }
    zoomed.assert_is_not(&whole, "zoomed");
    let panned = program.press(&["shift+Right", "shift+Right", "shift+Down"]);
    panned.assert_is_not(&zoomed, "panned");
    let back = program.press(&["shift+Left", "shift+Left", "shift+Up"]);
    back.assert_is(&zoomed, "and back");
    program.press(&["0"]).assert_is(&whole, "fitted");
}

#[test]
fn the_board_of_the_day_is_solved_from_the_title_and_shared_with_a_picture() {
    let desktop = Desktop::open();
    let (mut program, title) = Program::still(&desktop, "title", "7");
    program.press(&["t"]).assert_is_not(&title, "the dailies");
    program.press(&["c"]);
    let today = undercroft::app::platform::today();
    let puzzle = undercroft::app::reward::daily::board(today).make();
    // Each hint turns a tile into its place.
    let wrong = turns(&puzzle)
        .iter()
        .filter(|(_, turns)| *turns > 0)
        .count();
    program.press(&vec!["h"; wrong]);
    program.send(&["shift+s"]);
    let pictures = program.data().join("screenshots");
    wait_for("the picture is saved", || {
        std::fs::read_dir(&pictures).ok()?.next()?.ok()
    });
    let line = clipboard::read(&desktop);
    let head = format!("Undercroft daily Conduit {today}: ");
    assert!(
        line.starts_with(&head) && line.ends_with(" moves, with hints"),
        "{line}"
    );
}
