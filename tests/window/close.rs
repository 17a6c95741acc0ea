//! The program around the map: its window, screenshots, idling and exit.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

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
fn the_window_has_a_title_and_an_icon_and_closing_it_ends_the_program() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, ROOM);
    assert_eq!(program.title(), "Undercroft - 1");
    assert_eq!(desktop.icon(program.window()), Some((64, 64)));
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
