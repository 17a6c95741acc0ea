//! Descend, played by keys: down a flight of stairs, closed in the middle, and gone on with.

use std::fs;
use std::process::Command;

use undercroft::disk;
use undercroft::game::content::Content;
use undercroft::game::{Action, Game, Outcome, Refusal, Setup};
use undercroft::geom::Dir;
use undercroft::rng::Seed;

use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::{Program, walker};

/// Keys that may be pressed on the way.
const PATIENCE: usize = 60;

/// Does an action as the screen does: a long one to its end. Returns whether it was done.
fn act(game: &mut Game, action: Action) -> bool {
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

/// The keys that lead from the start of a run to depth 2 by exploring and by stairs alone, if there
/// are any; with the run as it then stands.
fn way_down(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut keys = Vec::new();
    while game.depth() == 1 {
        let view = game.view();
        let (key, action) = match view.stairs_down() {
            Some(to) if to == view.player().pos => ("greater", Action::Descend { sure: false }),
            Some(to) => ("greater", Action::Travel { to }),
            None => ("x", Action::Explore),
        };
        if keys.len() == PATIENCE || !act(&mut game, action) {
            return None;
        }
        keys.push(key);
    }
    Some((keys, game))
}

fn saved(program: &Program) -> Game {
    let path = program.data().join("run.save");
    let content = Content::embedded().unwrap();
    disk::read_run(&path, content).unwrap().game().clone()
}

fn ask_to_end(program: &mut Program, desktop: &Desktop) {
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
}

#[test]
fn a_run_is_played_from_the_title_to_depth_2_closed_and_gone_on_with() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..200)
        .find_map(|seed| Some((seed, way_down(seed)?)))
        .expect("a seed whose first level can be walked through");
    let (mut program, title) = Program::still(&desktop, "title", &seed.to_string());
    // Descend is chosen.
    program
        .press(&["Return"])
        .assert_is_not(&title, "the level");
    for key in keys {
        program.press(&[key]);
    }
    let left = program.look();
    ask_to_end(&mut program, &desktop);
    let (one, two) = (saved(&program), game);
    assert_eq!((one.depth(), one.turns()), (2, two.turns()));
    assert_eq!(
        one.digest(),
        two.digest(),
        "what the core does with these keys"
    );

    // Another seed's title, and Continue, which is chosen.
    let (mut program, _) = program.again(&["--screen", "title", "--seed", "999"]);
    let back = program.press(&["Return"]);
    back.assert_is(&left, "the screen as it was left");
    // It still plays.
    program.press(&["period"]);
    ask_to_end(&mut program, &desktop);
    assert_eq!(saved(&program).turns(), two.turns() + 1);
}

/// Two hundred steps to and fro that lead into no question, with the run as it then stands.
fn two_hundred_steps(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut events = Vec::new();
    let ways = [
        ("Left", Dir::West),
        ("Up", Dir::North),
        ("Right", Dir::East),
        ("Down", Dir::South),
    ];
    let mut keys = Vec::new();
    for number in 0..200_usize {
        let (key, dir) = ways[(number * number / 7 + number / 3) % ways.len()];
        match game.apply(Action::step(dir), &mut events) {
            Ok(()) | Err(Refusal::Solid(_)) => keys.push(key),
            Err(_) => return None,
        }
    }
    let moved = game.turns() > 50 && game.outcome() == Outcome::Playing;
    moved.then_some((keys, game))
}

#[test]
fn two_hundred_keys_at_once_are_obeyed_in_their_order() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..100)
        .find_map(|seed| Some((seed, two_hundred_steps(seed)?)))
        .expect("a seed with room to walk");
    let (mut program, _) = Program::on_screen(&desktop, "play", &seed.to_string());
    program.press(&keys);
    ask_to_end(&mut program, &desktop);
    assert_eq!(saved(&program).digest(), game.digest());
}

#[test]
fn a_run_is_saved_when_the_system_ends_the_program() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::on_screen(&desktop, "play", "7");
    program.press(&["period"; 3]);
    let id = program.id().to_string();
    let done = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(done.success());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
    assert_eq!(saved(&program).turns(), 3);
}

/// The keys that lead to death by exploring, going down and waiting for whoever comes, if there are
/// few enough; with the run as it then stands.
fn way_to_death(seed: u64) -> Option<(Vec<&'static str>, Game)> {
    let mut game = Game::new(Setup::new(Seed(seed)).ok()?).ok()?;
    let mut keys = Vec::new();
    while game.outcome() == Outcome::Playing {
        let view = game.view();
        let here = view.player().pos;
        let (key, action) = match view.stairs_down() {
            _ if view.enemy_in_sight() => ("period", Action::Wait),
            Some(to) if to == here => ("greater", Action::Descend { sure: false }),
            Some(to) => ("greater", Action::Travel { to }),
            None => ("x", Action::Explore),
        };
        let turns = game.turns();
        // A turn that ends in death is not counted.
        if act(&mut game, action) && game.turns() == turns || keys.len() == 4 * PATIENCE {
            return None;
        }
        keys.push(key);
    }
    Some((keys, game))
}

#[test]
fn who_dies_is_told_why_and_watches_it_again() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..400)
        .find_map(|seed| Some((seed, way_to_death(seed)?)))
        .expect("a seed on which one dies soon");
    let (mut program, _) = Program::on_screen(&desktop, "play", &seed.to_string());
    // A key ends a long action, so those are waited for.
    for some in keys.chunk_by(|a, b| a == b && *a == "period") {
        program.press(some);
    }
    let end = program.look();
    let replay = program.data().join(format!("replays/{seed}-1.replay"));
    let replay = disk::read_replay(&replay).expect("the end is written down");
    assert_eq!(
        replay.digest(),
        game.digest(),
        "what the core does with these keys"
    );
    // Letters choose nothing for the first moments after a death. Then the recording plays, until it
    // is paused.
    wait_for("the end takes a letter", || {
        program.send(&["w"]);
        let is_played = |_| program.look().count_different(&end) > 1000;
        (0..20).any(is_played).then_some(())
    });
    let paused = program.press(&["space"]);
    paused.assert_is_not(&end, "the replay");
    let last = program.press(&["End"]);
    last.assert_is_not(&paused, "the end of the replay");
    let first = program.press(&["Home"]);
    first.assert_is_not(&last, "its start");
    let second = program.press(&["Right"]);
    second.assert_is_not_quite(&first, "a step on");
    program.press(&["Left"]).assert_is(&first, "a step back");
    // The same seed again, from the list and the title.
    program.press(&["Escape"]).assert_is_not(&first, "the list");
    ask_to_end(&mut program, &desktop);
}

#[test]
fn a_save_that_does_not_read_is_told_of_over_the_title_and_kept() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "play", "7");
    program.press(&["period"]);
    ask_to_end(&mut program, &desktop);
    let title = ["--screen", "title", "--seed", "7"];
    let (mut program, clean) = program.again(&title);
    program
        .press(&["Down", "Up"])
        .assert_is(&clean, "nothing to tell");
    ask_to_end(&mut program, &desktop);

    let path = program.data().join("run.save");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (mut program, told) = program.again(&title);
    // The next key takes the notice away.
    let without = program.press(&["Down", "Up"]);
    told.assert_is_not_quite(&without, "the notice is shown");
    let aside = program.data().join("run-unreadable-1.save");
    assert!(fs::read(aside).unwrap() == bytes);
}

#[test]
fn a_run_that_cannot_be_saved_at_the_end_is_told_on_standard_error_with_status_1() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "play", "7");
    // A folder cannot be renamed over.
    fs::create_dir(program.data().join("run.save.bak")).unwrap();
    program.press(&["period"]);
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(1), "{}", program.stderr());
    let said = program.stderr();
    let own: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("undercroft: "))
        .collect();
    assert_eq!(own.len(), 1, "{said}");
    assert!(
        own[0].starts_with("undercroft: the run was not saved: cannot write "),
        "{said}"
    );
}

#[test]
fn keys_typed_ahead_of_long_actions_are_obeyed_when_those_are_over() {
    let desktop = Desktop::open();
    let (seed, (keys, game)) = (1..200)
        .find_map(|seed| Some((seed, way_down(seed)?)))
        .expect("a seed whose first level can be walked through");
    let (mut program, _) = Program::on_screen(&desktop, "play", &seed.to_string());
    // All at once: each long action ends before the next key counts.
    program.press(&keys);
    ask_to_end(&mut program, &desktop);
    assert_eq!(saved(&program).digest(), game.digest());
}

#[test]
fn escape_pauses_and_the_menu_leads_to_help_options_and_the_end() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::still(&desktop, "play", "7");
    let paused = program.press(&["Escape"]);
    paused.assert_is_not(&first, "the menu");
    program
        .press(&["Escape"])
        .assert_is(&first, "the map as it was");
    // The options lead back to the run.
    program
        .press(&["Escape", "o"])
        .assert_is_not(&first, "options");
    program
        .press(&["Escape"])
        .assert_is(&first, "back on the map");
    // Help, by arrows and Enter.
    let help = program.press(&["Escape", "Down", "Return"]);
    help.assert_is_not(&paused, "the list of keys");
    program.press(&["Escape"]).assert_is(&first, "help closed");
    // Give up is the last line, above the line that explains: its answers are worked by letters.
    program.press(&["Escape", "Up", "Return", "y"]);
    for kept in ["replays/7-1.replay", "morgue/7-1.txt"] {
        assert!(program.data().join(kept).exists(), "{kept}");
    }
    assert!(!program.data().join("run.save").exists());
}

/// The colour behind the line of a menu that is chosen.
const CHOSEN: [u8; 3] = [64, 46, 20];

/// The middle of the line that is chosen.
fn chosen(picture: &Picture) -> (u32, u32) {
    let is_chosen = |pixel: [u8; 3]| (0..3).all(|c| pixel[c].abs_diff(CHOSEN[c]) <= 2);
    let line = picture.area(is_chosen).expect("a line is chosen");
    (line.at.0 + line.size.0 / 2, line.at.1 + line.size.1 / 2)
}

#[test]
fn the_pause_menu_is_worked_by_the_mouse() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "play", "7");
    let first = chosen(&program.press(&["Escape"]));
    let second = chosen(&program.press(&["Down"]));
    assert!(second.1 > first.1);
    // The pointer chooses the line that it is moved over.
    assert_eq!(chosen(&program.point(first)), first);
    assert_eq!(chosen(&program.point(second)), second);
    program.press(&["Escape"]);
    let help = program.press(&["question"]);
    program.press(&["Escape"]);
    let map = program.point(first);
    help.assert_is_not(&map, "the list of keys");
    // A press does what the line says: the first goes on with the run, the second is help.
    program.press(&["Escape"]).assert_is_not(&map, "the menu");
    program.click(1, first).assert_is(&map, "the map again");
    program.press(&["Escape"]);
    program.point(second);
    program.click(1, second).assert_is(&help, "help");
}

#[test]
fn no_box_covers_the_player_however_small_the_window_is() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "play", "7");
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
    let (mut program, told) = Program::on_screen(&desktop, "play", "7");
    let taught = program.config().join("taught.ron");
    let kept = wait_for("the lesson is noted", || fs::read_to_string(&taught).ok());
    assert!(kept.contains("\"move\""), "{kept}");
    ask_to_end(&mut program, &desktop);
    let (mut program, without) = program.again(&["--screen", "play", "--seed", "7"]);
    without.assert_is_not_quite(&told, "it is not told again");
    ask_to_end(&mut program, &desktop);
}
