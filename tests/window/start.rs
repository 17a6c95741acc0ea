//! Failures to open the window: each ends with one sentence, exit status 1 and no panic. What is no failure: a
//! folder that cannot be written.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::rc::Rc;

use crate::desktop::{Desktop, Folder, wait_for};
use crate::program::{NO_VULKAN, Program, command};

/// Runs the program until it exits by itself.
fn output(command: &mut Command) -> Output {
    let mut child = command
        .env("RUST_BACKTRACE", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the program refuses to start", || child.try_wait().unwrap());
    child.wait_with_output().unwrap()
}

/// Asserts that the program exits with status 1 and exactly one line of its own, with `needle` in it.
/// Libraries may print other lines.
#[track_caller]
fn assert_fails(command: &mut Command, needle: &str) {
    let output = output(command);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(output.stdout.is_empty(), "{stderr}");
    let lines: Vec<&str> = stderr
        .lines()
        .filter(|line| line.starts_with("undercroft: "))
        .collect();
    assert!(lines.len() == 1 && lines[0].contains(needle), "{stderr}");
    for noise in [
        "panicked",
        "backtrace",
        "Encountered a panic",
        "internal error",
    ] {
        assert!(!stderr.contains(noise), "{stderr}");
    }
}

#[test]
fn without_a_display() {
    let folder = Folder::new();
    assert_fails(
        &mut command(folder.path()),
        "no window can be opened: neither DISPLAY nor WAYLAND_DISPLAY is set; start it from a desktop",
    );
}

#[test]
fn with_a_display_that_does_not_answer() {
    let folder = Folder::new();
    let mut command = command(folder.path());
    assert_fails(
        command.env("DISPLAY", ":4242"),
        "no window can be opened: DISPLAY=:4242 does not answer (",
    );
}

#[test]
fn with_a_wayland_display_that_does_not_answer() {
    let folder = Folder::new();
    let mut command = command(folder.path());
    assert_fails(
        command.env("WAYLAND_DISPLAY", "nowhere"),
        "no window can be opened: WAYLAND_DISPLAY=nowhere does not answer (",
    );
}

#[test]
fn without_a_usable_gpu() {
    let desktop = Desktop::open();
    let folder = Folder::new();
    let mut command = command(folder.path());
    command
        .env("DISPLAY", desktop.display())
        .envs(NO_VULKAN)
        // Hides OpenGL.
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null");
    assert_fails(&mut command, "there is no usable GPU (");
}

#[test]
fn with_a_data_folder_that_cannot_be_written_the_window_opens_all_the_same() {
    let desktop = Desktop::open();
    let folder = Rc::new(Folder::new());
    fs::write(folder.path().join("data"), "").unwrap();
    let (mut program, told) = Program::in_folder(&desktop, folder, "title");
    program
        .press(&["Down"])
        .assert_is_not(&told, "a key closes the notice");
    program.press(&["Escape"]);
    program.send(&["y"]);
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
    assert_eq!(program.stderr(), "");
}
