//! Descend in a real window, played by keys: stairs, saving and continuing, and what ends the program.

use std::fs;
use std::process::Command;
use std::time::Duration;

use undercroft::disk;
use undercroft::game::content::Content;
use undercroft::game::{Action, Game, Outcome, Setup};
use undercroft::rng::Seed;

use crate::desktop::Desktop;
use crate::program::Program;
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
