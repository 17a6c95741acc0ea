//! OpenGL, which draws where there is no Vulkan driver.

use crate::desktop::Desktop;
use crate::program::Program;

/// Plays the same keys with Vulkan and with OpenGL; every picture must look the same.
#[track_caller]
fn assert_draws_alike(screen: &str, code: &str, keys: &[&[&str]]) {
    let desktop = Desktop::open();
    let (mut vulkan, expected) = Program::still(&desktop, screen, code);
    let mut pictures = vec![expected];
    pictures.extend(keys.iter().map(|keys| vulkan.press(keys)));
    drop(vulkan);
    let (mut opengl, first) = Program::still_without_vulkan(&desktop, screen, code);
    first.assert_looks_like(&pictures[0], screen);
    for (keys, expected) in keys.iter().zip(&pictures[1..]) {
        let picture = opengl.press(keys);
        picture.assert_looks_like(expected, &format!("{screen} after {keys:?}"));
    }
    desktop.ask_to_close(opengl.window());
    assert!(opengl.wait().success(), "{}", opengl.stderr());
}

#[test]
fn descend_looks_the_same_without_vulkan() {
    assert_draws_alike("descend", "7", &[&["x"], &["i"], &["Escape", "m"]]);
}

#[test]
fn conduit_looks_the_same_without_vulkan() {
    assert_draws_alike("conduit", "7", &[&["space", "Right", "space"], &["h", "h"]]);
}

#[test]
fn the_lab_looks_the_same_without_vulkan() {
    assert_draws_alike(
        "lab",
        "rooms/80x50#7",
        &[&["o"], &["minus", "minus", "minus"]],
    );
}
