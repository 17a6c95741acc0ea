//! The program around the map: mouse, help, screenshots, idling and exit.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use crate::cells::Scene;
use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::{Program, walker};
use crate::view::above_bar;

const ROOM: &str = "box/20x15#1";

fn assert_clean_exit(program: &mut Program) {
    let status = program.wait();
    assert_eq!(status.code(), Some(0), "{status}");
    let stderr = program.stderr();
    assert!(!stderr.contains("undercroft: "), "{stderr}");
}

#[test]
fn closing_the_window_ends_the_program() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    desktop.ask_to_close(program.window());
    assert_clean_exit(&mut program);
}

#[test]
fn fullscreen_and_back_leaves_a_program_that_walks() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    let first = program.walk();
    program.press(&["F11"]);
    let back = program.press(&["F11"]);
    back.assert_is(&first, "no longer fullscreen");
    let moved = program.press(&["Right"]);
    assert!(walker(&moved).at.0 > walker(&first).at.0);
}

#[test]
fn a_click_walks_all_the_way_to_the_place() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    program.press(&["o"]);
    let first = program.walk();
    let cell = Scene::new(ROOM).find(&first, 1.0).cell;
    let at = walker(&first);
    let middle = (at.at.0 + at.size.0 / 2, at.at.1 + at.size.1 / 2);
    let east = walker(&program.click(1, (middle.0 + 4 * cell.x, middle.1)));
    assert_eq!(east.at, (at.at.0 + 4 * cell.x, at.at.1));
    let south = walker(&program.click(1, (middle.0 + cell.x, middle.1 + 2 * cell.y)));
    assert_eq!(south.at, (at.at.0 + cell.x, at.at.1 + 2 * cell.y));
    // A click on the walker does nothing.
    let on_itself = (middle.0 + cell.x, middle.1 + 2 * cell.y);
    assert_eq!(walker(&program.click(1, on_itself)), south);
}

/// Where words begin in each line of the bar at the bottom of the window, the last line first.
fn words_of_bar(picture: &Picture) -> Vec<Vec<(u32, u32)>> {
    let (width, height) = picture.size();
    let background = picture.pixel(0, height - 1);
    let has_text = |x: u32, y: u32| picture.pixel(x, y) != background;
    // Up to the edge of the bar, which begins at the left of the window.
    let rows = (0..height).rev().take_while(|y| !has_text(0, *y));
    let rows: Vec<u32> = rows
        .filter(|y| (0..width).any(|x| has_text(x, *y)))
        .collect();
    let lines = rows.chunk_by(|lower, upper| lower - upper == 1);
    let words = lines.map(|rows| {
        let columns: Vec<u32> = (0..width)
            .filter(|x| rows.iter().any(|y| has_text(*x, *y)))
            .collect();
        let starts = columns
            .iter()
            .zip([0].iter().chain(&columns))
            .filter(|(now, before)| **now - **before > 3);
        let middle = rows[rows.len() / 2];
        starts.map(|(x, _)| (x + 2, middle)).collect()
    });
    words.collect()
}

#[test]
fn a_click_on_the_first_hint_does_what_its_key_does_and_a_click_on_a_fact_does_nothing() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rogue/60x36#7");
    program.press(&["p"]);
    // Beside the map, because over it the bar describes the tile under the pointer.
    let elsewhere = (3, 3);
    let first = program.point(elsewhere);
    let [hints, facts] = &words_of_bar(&first)[..] else {
        panic!("the bar has two lines");
    };
    assert!(facts.len() > 3 && hints.len() > 8, "{facts:?} {hints:?}");
    // A hint lights up under the mouse, a fact does not.
    let hint = hints[0];
    program.point(hint).assert_is_not_quite(&first, "a hint");
    for fact in facts {
        program.point(*fact).assert_is(&first, "a fact");
    }
    program.click(1, hint);
    let clicked = program.point(elsewhere);
    program.press(&["shift+r"]).assert_is(&first, "back");
    program
        .press(&["r"])
        .assert_is(&clicked, "key and hint agree");
    for fact in facts {
        program.click(1, *fact);
        program
            .point(elsewhere)
            .assert_is(&clicked, "a click on the bar");
    }
}

fn screenshots(program: &Program) -> Vec<PathBuf> {
    let folder = fs::read_dir(program.data().join("screenshots"));
    folder.map_or_else(
        |_| Vec::new(),
        |entries| entries.map(|entry| entry.unwrap().path()).collect(),
    )
}

#[test]
fn f12_saves_a_screenshot_and_says_where_and_the_program_goes_on() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    let first = program.walk();
    let notice = program.press(&["F12"]);
    let saved = wait_for("the screenshot is saved", || {
        Picture::open(screenshots(&program).first()?)
    });
    saved.assert_is(&first, "the file shows the window");
    assert_eq!(screenshots(&program).len(), 1);
    // Only the notice, near the upper edge, is new.
    assert!(notice != first);
    let below = |picture: &Picture| picture.cut((0, 100), (1280, 700));
    below(&notice).assert_is(&below(&first), "all but the notice");
    let moved = program.press(&["Right"]);
    assert!(walker(&moved).at.0 > walker(&first).at.0);
    let back = program.press(&["Left"]);
    above_bar(&back).assert_is(
        &above_bar(&first),
        "the notice disappears with the next key",
    );
}

#[test]
fn a_run_that_waits_for_a_key_uses_no_processor_time() {
    let desktop = Desktop::open();
    for is_still in [true, false] {
        let (mut program, _) = match is_still {
            true => Program::still(&desktop, "descend", "7"),
            // It begins in sight of flames.
            false => Program::on_screen(&desktop, "descend", "2"),
        };
        program.press(&["period", "Right", "Left"]);
        let before = program.ticks();
        sleep(Duration::from_secs(5));
        let used = program.ticks() - before;
        assert!(used <= 15, "{used} ticks in 5 s");
    }
}

#[test]
fn at_rest_no_processor_time_is_used_and_a_key_wakes_the_program() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    let first = program.walk();
    program.press(&["Right", "Left"]);
    let before = program.ticks();
    // This test has to sleep: a program that draws all the time would use 500 ticks.
    sleep(Duration::from_secs(5));
    let used = program.ticks() - before;
    assert!(used <= 30, "{used} ticks in 5 s");
    let moved = program.press(&["Right"]);
    assert!(walker(&moved).at.0 > walker(&first).at.0);
}
