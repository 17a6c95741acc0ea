//! The program on a Wayland display: Weston without a screen, which draws into memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::desktop::{Folder, spawn_tool, wait_for};
use crate::picture::Picture;
use crate::program::{command, is_walker};

/// A process that is killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The name of the display, a socket in the folder of one test.
const DISPLAY: &str = "wayland-test";

/// Starts Weston with its socket in `folder`. Its shell for kiosks shows nothing where there is no keyboard, so that a
/// program waits for its second frame in vain; the one for desktops does.
fn open_display(folder: &Path) -> Process {
    let log = folder.join("weston");
    let mut weston = Command::new("weston");
    weston
        .args(["--backend=headless-backend.so", "--use-pixman"])
        .args(["--shell=desktop-shell.so", "--no-config", "--idle-time=0"])
        // Without it nobody may take a picture.
        .arg("--debug")
        .args(["--width=1600", "--height=1000"])
        .arg(format!("--socket={DISPLAY}"))
        .env("XDG_RUNTIME_DIR", folder)
        .env("HOME", folder)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&log).unwrap());
    let mut display = Process(spawn_tool(&mut weston, "weston", "weston"));
    wait_for("Weston opens its display", || {
        let status = display.0.try_wait().unwrap();
        let told = fs::read_to_string(&log).unwrap();
        assert!(status.is_none(), "Weston ended with {status:?}: {told}");
        folder.join(DISPLAY).exists().then_some(())
    });
    display
}

/// The whole screen of the display.
fn picture(folder: &Path) -> Option<Picture> {
    let place = folder.join("pictures");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir(&place).unwrap();
    let mut camera = Command::new("weston-screenshooter");
    camera
        .current_dir(&place)
        .env("XDG_RUNTIME_DIR", folder)
        .env("WAYLAND_DISPLAY", DISPLAY)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut camera = Process(spawn_tool(&mut camera, "weston-screenshooter", "weston"));
    wait_for("a picture is taken", || camera.0.try_wait().unwrap());
    let file: Option<PathBuf> = Some(fs::read_dir(&place).ok()?.next()?.ok()?.path());
    Picture::open(&file?)
}

#[test]
fn under_wayland_the_game_is_shown_and_ends_in_good_order() {
    let folder = Folder::new();
    let at = folder.path();
    let config = at.join("config");
    fs::create_dir(&config).unwrap();
    fs::write(config.join("options.ron"), "(motion: None, teach: false)").unwrap();
    let _display = open_display(at);
    let stderr = at.join("stderr");
    let mut command = command(at);
    command
        .args(["--screen", "descend", "--seed", "7"])
        .env("WAYLAND_DISPLAY", DISPLAY)
        .stdout(Stdio::null())
        .stderr(File::create(&stderr).unwrap());
    let mut program = Process(command.spawn().unwrap());
    let told = || fs::read_to_string(&stderr).unwrap();
    let player = wait_for("the player is shown", || {
        let status = program.0.try_wait().unwrap();
        assert!(status.is_none(), "it ended with {status:?}: {}", told());
        picture(at)?.area(is_walker)
    });
    // No more than one letter.
    assert!(player.size.0 < 40 && player.size.1 < 40, "{player:?}");
    let id = program.0.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    let status = wait_for("the program ends", || program.0.try_wait().unwrap());
    assert_eq!(status.code(), Some(0), "{}", told());
    assert!(!told().contains("undercroft: "), "{}", told());
}
