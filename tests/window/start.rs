//! What keeps the window from opening: one sentence each, status 1, and no panic.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::desktop::{Desktop, Folder, wait_for};
use crate::program::command;

/// Runs to the end, which must not take long.
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

/// Asserts that the program ends with status 1 and one line of its own that says `needle`.
/// Libraries below may have their say on other lines.
#[track_caller]
fn fails(command: &mut Command, needle: &str) {
    let output = output(command);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty(), "{said}");
    let own: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("undercroft: "))
        .collect();
    assert!(own.len() == 1 && own[0].contains(needle), "{said}");
    for noise in [
        "panicked",
        "backtrace",
        "Encountered a panic",
        "internal error",
    ] {
        assert!(!said.contains(noise), "{said}");
    }
}

#[test]
fn without_a_display() {
    let folder = Folder::new();
    fails(
        &mut command(folder.path()),
        "there is no display to open a window on",
    );
}

#[test]
fn with_a_display_that_does_not_answer() {
    let folder = Folder::new();
    let mut command = command(folder.path());
    fails(
        command.env("DISPLAY", ":4242"),
        "there is no display to open a window on (DISPLAY=:4242 does not answer)",
    );
}

#[test]
fn with_a_wayland_display_that_does_not_answer() {
    let folder = Folder::new();
    let mut command = command(folder.path());
    fails(
        command.env("WAYLAND_DISPLAY", "nowhere"),
        "there is no display to open a window on (WAYLAND_DISPLAY=nowhere does not answer)",
    );
}

#[test]
fn without_a_usable_gpu() {
    let desktop = Desktop::open();
    let folder = Folder::new();
    let mut command = command(folder.path());
    command
        .env("DISPLAY", desktop.display())
        .env("VK_DRIVER_FILES", "/dev/null")
        .env("VK_ICD_FILENAMES", "/dev/null");
    fails(
        &mut command,
        "there is no usable GPU; install a Vulkan driver",
    );
}

#[test]
fn with_a_data_folder_that_cannot_be_written() {
    let folder = Folder::new();
    fs::write(folder.path().join("data"), "").unwrap();
    fails(&mut command(folder.path()), "cannot write to ");
}
