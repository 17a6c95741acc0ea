//! Descend in a real window, played by keys: stairs, saving and continuing, death, menus and the mouse.

use std::fs;
use std::process::Command;
use std::time::Duration;

use undercroft::disk;
use undercroft::game::content::Content;
use undercroft::game::{Action, Game, Outcome, Refusal, Setup};
use undercroft::geom::Dir;
use undercroft::rng::Seed;

use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::{Program, walker};
use crate::trial;

/// Limit on the keys of a path down.
const MAX_KEYS: usize = 60;

/// Applies an action as the screen does, a long one to its end. Returns whether it was allowed and the
/// run continues.
pub fn act(game: &mut Game, action: Action) -> bool {
    let mut events = Vec::new();
    if game.apply(action, &mut events).is_err() {
        return false;
    }
    while let Some(action) = game.doing() {
        if game.apply(action, &mut events).is_err() {
            break;
        }
    }
    game.outcome() == Outcome::Playing
}

/// The keys that lead from the start of a run to depth 2 by exploring and stairs alone, and the game
/// afterwards; `None` if there are no such keys.
fn keys_to_depth_2(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut keys = Vec::new();
    while game.depth() == 1 {
        let view = game.view();
        let (key, action) = match view.stairs_down() {
            Some(to) if to == view.player().pos => ("greater", Action::Descend),
            Some(to) => ("greater", Action::Travel { to }),
            None => ("x", Action::Explore),
        };
        if keys.len() == MAX_KEYS || !act(&mut game, action) {
            return None;
        }
        keys.push(key);
    }
    Some((keys, game))
}

/// The game in the program's save.
fn saved_game(program: &Program) -> Game {
    let path = program.data().join("run.save");
    let saved = disk::read_recording(&path).unwrap();
    saved.verify(Content::embedded().unwrap()).unwrap()
}

/// Closes the window and waits for the program to end without an error.
fn close(program: &mut Program, desktop: &Desktop) {
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
}

#[test]
fn a_run_is_played_from_the_title_to_depth_2_closed_and_continued() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..200)
        .find_map(|seed| Some((seed, keys_to_depth_2(seed)?)))
        .expect("a seed whose first level can be walked through");
    let (mut program, title) = Program::still(&desktop, "title", &seed.to_string());
    // Descend is selected.
    program
        .press(&["Return"])
        .assert_is_not(&title, "the level");
    for key in keys {
        program.press(&[key]);
    }
    let left = program.look();
    close(&mut program, &desktop);
    let saved = saved_game(&program);
    assert_eq!((saved.depth(), saved.turns()), (2, game.turns()));
    assert_eq!(
        saved.digest(),
        game.digest(),
        "what the core does with these keys"
    );

    // The title with another seed, where Continue is selected.
    let (mut program, _) = program.again(&["--screen", "title", "--seed", "999"]);
    let back = program.press(&["Return"]);
    back.assert_is(&left, "the screen as it was left");
    // The run can still be played.
    program.press(&["period"]);
    close(&mut program, &desktop);
    assert_eq!(saved_game(&program).turns(), game.turns() + 1);
}

/// Two hundred steps back and forth that open no question, and the game afterwards.
fn two_hundred_steps(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut events = Vec::new();
    let steps = [
        ("Left", Dir::West),
        ("Up", Dir::North),
        ("Right", Dir::East),
        ("Down", Dir::South),
    ];
    let mut keys = Vec::new();
    for number in 0..200_usize {
        let (key, dir) = steps[(number * number / 7 + number / 3) % steps.len()];
        match game.apply(Action::step(dir), &mut events) {
            Ok(()) | Err(Refusal::Solid(_)) => keys.push(key),
            Err(_) => return None,
        }
    }
    let has_moved = game.turns() > 50 && game.outcome() == Outcome::Playing;
    has_moved.then_some((keys, game))
}

#[test]
fn two_hundred_keys_at_once_are_obeyed_in_their_order() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..100)
        .find_map(|seed| Some((seed, two_hundred_steps(seed)?)))
        .expect("a seed with room to walk");
    let (mut program, _) = Program::on_screen(&desktop, "descend", &seed.to_string());
    program.press(&keys);
    close(&mut program, &desktop);
    assert_eq!(saved_game(&program).digest(), game.digest());
}

#[test]
fn a_run_loses_no_move_that_was_shown_however_often_the_program_is_killed() {
    let desktop = Desktop::open();
    let seed = "7";
    let (mut program, _) = Program::on_screen(&desktop, "descend", seed);
    let mut moves = 0;
    for number in 0..trial::amount(3, 20) {
        // Each of these is shown before the program is killed, which happens in the midst of more.
        let shown = 1 + number % 4;
        program.press(&vec!["period"; shown]);
        program.send(&["period"; 3]);
        std::thread::sleep(Duration::from_millis(7 * (number as u64 % 8)));
        program.kill();
        let path = program.data().join("run.save");
        let (saved, damage) = disk::read_save(&path).unwrap();
        assert!(damage.is_none_or(|damage| damage.is_cut), "kill {number}");
        let least = moves + shown as u64;
        assert!(
            (least..=least + 3).contains(&saved.count()),
            "kill {number}: {} moves, {least} were shown",
            saved.count()
        );
        (program, _) = program.again(&["--screen", "descend", "--seed", seed]);
        moves = saved.count();
        assert_eq!(saved_game(&program).turns(), moves, "kill {number}");
    }
}

#[test]
fn a_run_is_saved_when_the_system_ends_the_program() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::on_screen(&desktop, "descend", "7");
    program.press(&["period"; 3]);
    let id = program.id().to_string();
    let done = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(done.success());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
    assert_eq!(saved_game(&program).turns(), 3);
}

/// The keys that lead to death by exploring, descending, and waiting while an enemy is in sight, and the
/// game afterwards; `None` if there are too many.
fn keys_to_death(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut keys = Vec::new();
    while game.outcome() == Outcome::Playing {
        let view = game.view();
        let here = view.player().pos;
        let (key, action) = match view.stairs_down() {
            _ if view.enemy_in_sight() => ("period", Action::Wait),
            Some(to) if to == here => ("greater", Action::Descend),
            Some(to) => ("greater", Action::Travel { to }),
            None => ("x", Action::Explore),
        };
        let turns = game.turns();
        // The turn of a death is not counted.
        if act(&mut game, action) && game.turns() == turns || keys.len() == 4 * MAX_KEYS {
            return None;
        }
        keys.push(key);
    }
    Some((keys, game))
}

/// The first seed on which one dies soon, the keys that lead there, and the game afterwards.
pub fn first_death() -> (u64, Vec<&'static str>, Game) {
    (1..400)
        .find_map(|seed| keys_to_death(seed).map(|(keys, game)| (seed, keys, game)))
        .expect("a seed on which one dies soon")
}

/// Presses keys to a death.
pub fn die(program: &mut Program, keys: &[&'static str]) {
    // Any key would end a long action, so each of those is pressed alone.
    for some in keys.chunk_by(|a, b| a == b && *a == "period") {
        program.press(some);
    }
}

#[test]
fn a_save_that_is_none_is_told_of_over_the_title_and_kept() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "descend", "7");
    program.press(&["period"]);
    close(&mut program, &desktop);
    let path = program.data().join("run.save");
    let bytes = b"a shopping list";
    fs::write(&path, bytes).unwrap();
    let (mut program, told) = program.again(&["--screen", "title", "--seed", "7"]);
    // The next key clears the notice.
    let without = program.press(&["Down", "Up"]);
    told.assert_is_not_quite(&without, "the notice is shown");
    let aside = program.data().join("run-unreadable-1.save");
    assert!(fs::read(aside).unwrap() == bytes);
}

#[test]
fn a_run_that_cannot_be_saved_at_the_end_is_told_on_standard_error_with_status_1() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "descend", "7");
    // A folder in its place, which no file can replace.
    let path = program.data().join("run.save");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    program.press(&["period"]);
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(1), "{}", program.stderr());
    let told = program.only_sentence();
    assert!(
        told.starts_with("undercroft: the run was not saved: cannot write "),
        "{told}"
    );
}

/// The colour behind the selected line of a menu.
const SELECTED: [u8; 3] = [64, 46, 20];

/// The middle of the selected line.
fn selected_line(picture: &Picture) -> (u32, u32) {
    let is_selected = |pixel: [u8; 3]| (0..3).all(|c| pixel[c].abs_diff(SELECTED[c]) <= 2);
    let line = picture.area(is_selected).expect("a line is selected");
    (line.at.0 + line.size.0 / 2, line.at.1 + line.size.1 / 2)
}

#[test]
fn the_pause_menu_is_worked_by_the_mouse() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "descend", "7");
    let first = selected_line(&program.press(&["Escape"]));
    let second = selected_line(&program.press(&["Down"]));
    assert!(second.1 > first.1);
    // Moving the pointer over a line selects it.
    assert_eq!(selected_line(&program.point(first)), first);
    assert_eq!(selected_line(&program.point(second)), second);
    program.press(&["Escape"]);
    let help = program.press(&["question"]);
    program.press(&["Escape"]);
    let map = program.point(first);
    help.assert_is_not(&map, "the list of keys");
    // Clicking a line chooses it: the first continues the run, the second opens help.
    program.press(&["Escape"]).assert_is_not(&map, "the menu");
    program.click(1, first).assert_is(&map, "the map again");
    program.press(&["Escape"]);
    program.point(second);
    program.click(1, second).assert_is(&help, "help");
}

#[test]
fn a_click_closes_the_list_of_keys_but_not_on_its_scrollbar() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "descend", "7");
    program.resize((800, 500));
    let map = program.point((100, 100));
    let top = program.press(&["question"]);
    let bottom = program.press(&["Next", "Next", "Next"]);
    // Nothing else that changes by scrolling is as far to the right.
    let (_, height) = top.size();
    let changed = |x: u32| (0..height).any(|y| top.pixel(x, y) != bottom.pixel(x, y));
    let x = (0..800).rev().find(|x| changed(*x)).unwrap() - 2;
    let back = program.click(1, (x, 30));
    back.assert_is_not(&bottom, "it scrolls");
    back.assert_is_not(&map, "it is open");
    program.click(1, (100, 100)).assert_is(&map, "it is closed");
}

#[test]
fn no_box_covers_the_player_however_small_the_window_is() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "descend", "7");
    for size in [(800, 500), (1280, 800)] {
        let map = program.resize(size);
        let at = walker(&map);
        for open in [
            &["i"][..],
            &["Escape"],
            &["semicolon"],
            &["shift+m"],
            &["t", "b"],
            &["d", "Down"],
        ] {
            let picture = program.press(open);
            picture.assert_is_not_quite(&map, "it is shown");
            assert_eq!(walker(&picture), at, "{open:?} at {size:?}");
            program.press(&["Escape"]).assert_is(&map, "it is closed");
        }
    }
    // The whole level, and back.
    let map = program.look();
    program
        .press(&["m"])
        .assert_is_not_quite(&map, "the whole level");
    program.press(&["m"]).assert_is(&map, "as before");
}

#[test]
fn a_lesson_is_told_once_and_that_is_kept_over_a_restart() {
    let desktop = Desktop::open();
    let (mut program, told) = Program::on_screen(&desktop, "descend", "7");
    let taught = program.config().join("state.ron");
    wait_for("the lesson is saved", || {
        let kept = fs::read_to_string(&taught).ok()?;
        kept.contains("\"move\"").then_some(())
    });
    close(&mut program, &desktop);
    let (mut program, without) = program.again(&["--screen", "descend", "--seed", "7"]);
    without.assert_is_not_quite(&told, "it is not told again");
    close(&mut program, &desktop);
}
