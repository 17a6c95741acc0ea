//! The map in the window, to the pixel: zoom, window sizes, scrolling.

use undercroft::app::glyph::Zoom;
use undercroft::geom::Dir;

use crate::cells::Scene;
use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::{Program, walker};

/// Upper bound of the height of the bar at the bottom, in logical pixels.
const MAX_BAR: u32 = 80;

/// The part of a picture above the bar, which counts steps.
pub fn above_bar(picture: &Picture) -> Picture {
    let (width, height) = picture.size();
    picture.cut((0, 0), (width, height - MAX_BAR))
}

/// Asserts that the map is drawn crisply at every zoom step.
fn assert_every_step_is_crisp(code: &str, scale: f32) {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start_scaled(&desktop, code, &scale.to_string());
    // This size fits the screen at any scale.
    program.resize((1500, 940));
    // With stone and ground in place of a plan.
    program.press(&["o"]);
    program.walk();
    let scene = Scene::new(code);
    let mut picture = program.press(&["minus"; Zoom::STEPS]);
    for step in 0..Zoom::STEPS {
        scene.assert_crisp_at(&picture, (MAX_BAR as f32 * scale) as u32, step, scale);
        let before = picture;
        picture = program.press(&["plus"]);
        let last = step + 1 == Zoom::STEPS;
        assert_eq!(picture == before, last, "step {step}");
    }
}

#[test]
fn every_zoom_step_is_crisp() {
    assert_every_step_is_crisp("rooms/44x26#5", 1.0);
}

#[test]
fn every_zoom_step_is_crisp_on_a_display_of_one_and_a_half_pixels_a_pixel() {
    assert_every_step_is_crisp("rogue/40x24#3", 1.5);
}

#[test]
fn a_map_from_afar_shows_the_colour_of_each_tile_or_the_mean_of_many() {
    let code = "rooms/400x260#5";
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, code);
    program.resize((1500, 940));
    program.press(&["o"]);
    program.walk();
    let scene = Scene::new(code);
    let mut picture = program.press(&["minus"; Zoom::STEPS]);
    // Up to 3 pixels per tile, at which the map still fits the window.
    for step in 0..6 {
        scene.assert_crisp_at(&picture, MAX_BAR, step, 1.0);
        picture = program.press(&["plus"]);
    }
}

#[test]
fn any_size_of_window_is_crisp_and_the_first_size_gives_the_first_picture() {
    let code = "rogue/40x24#3";
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, code);
    let first = program.press(&["o"]);
    let scene = Scene::new(code);
    scene.find(&above_bar(&first), 1.0);
    for size in [(800, 500), (1000, 700), (1001, 701), (1599, 999)] {
        let picture = program.resize(size);
        assert_eq!(picture.size(), size);
        scene.find(&above_bar(&picture), 1.0);
        // The whole window is drawn: no corner shows the display's black.
        for corner in [
            (0, 0),
            (size.0 - 1, 0),
            (0, size.1 - 1),
            (size.0 - 1, size.1 - 1),
        ] {
            assert_ne!(picture.pixel(corner.0, corner.1), [0; 3], "{size:?}");
        }
    }
    let back = program.resize(first.size());
    back.assert_is(&first, "the first size again");
}

#[test]
fn a_map_larger_than_the_window_scrolls_and_stays_crisp() {
    let code = "box/300x300#1";
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, code);
    program.press(&["o"]);
    let mut scene = Scene::new(code);
    program.walk();
    let mut picture = program.press(&["plus"; 4]);
    let mut before = scene.find(&above_bar(&picture), 1.0);
    let centre = walker(&picture);
    for (key, dir) in [
        ("Right", Dir::East),
        ("Up", Dir::North),
        ("b", Dir::SouthWest),
    ] {
        picture = program.press(&[key; 45]);
        for _ in 0..45 {
            scene.at = scene.at.step(dir);
        }
        // Away from the edges of a large map the walker stays in place and the map moves.
        assert_eq!(walker(&picture), centre, "{key}");
        let layout = scene.find(&above_bar(&picture), 1.0);
        let delta = dir.delta();
        let (width, height) = (layout.cell.x as i32, layout.cell.y as i32);
        let expected = (
            before.origin.0 - 45 * delta.x * width,
            before.origin.1 - 45 * delta.y * height,
        );
        assert_eq!(
            (layout.cell, layout.origin),
            (before.cell, expected),
            "{key}"
        );
        before = layout;
    }
    // At its edge the map stops, and the walker moves within the window.
    picture = program.press(&["Right"; 200]);
    scene.at.x = 298;
    let layout = scene.find(&above_bar(&picture), 1.0);
    assert!(walker(&picture).at.0 > centre.at.0);
    let right = layout.origin.0 + 300 * layout.cell.x as i32;
    assert_eq!(
        right,
        picture.size().0 as i32,
        "the map ends at the window's edge"
    );
}

#[test]
fn a_window_fits_a_small_monitor_with_its_bar_and_remembers_its_size() {
    let desktop = Desktop::of_size("1366x768");
    let (mut program, _) = Program::still(&desktop, "conduit", "7");
    let fitted = wait_for("the window fits", || {
        let (width, height) = program.size();
        (width <= 1366 && height <= 700).then_some((width, height))
    });
    let picture = program.resize(fitted);
    let mut line = (0..fitted.1).filter(|y| picture.pixel(4, *y) == [41, 41, 56]);
    let bar = line.next_back().expect("the line above the bar");
    assert!(bar > fitted.1 - MAX_BAR, "the bar is in the window");

    program.resize((900, 600));
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
    let (program, _) = program.again(&["--screen", "conduit", "--seed", "7"]);
    assert_eq!(program.size(), (900, 600));
}
