//! What all panels share, in a real window: contrast of text, markers and switches in every palette, lists under the
//! pointer and the wheel, and clicks beside menus.

use std::collections::BTreeMap;
use std::fs;
use std::rc::Rc;

use undercroft::disk;
use undercroft::game::{Run, Setup};
use undercroft::rng::Seed;

use crate::desktop::{Desktop, Folder, wait_for};
use crate::picture::{Picture, contrast, luminance};
use crate::program::Program;

/// The contrast that the web accessibility guidelines ask for, of text and of what marks a state.
const TEXT: f64 = 4.5;
const MARK: f64 = 3.0;

/// The most frequent colour.
fn ground(picture: &Picture) -> [u8; 3] {
    let (width, height) = picture.size();
    let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        *counts.entry(picture.pixel(x, y)).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.unwrap().0
}

fn between(one: [u8; 3], other: [u8; 3]) -> f64 {
    contrast(luminance(one), luminance(other))
}

/// The highest contrast of any pixel to the ground of the picture.
fn ink(picture: &Picture) -> f64 {
    let ground = ground(picture);
    let (width, height) = picture.size();
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let ratios = pixels.map(|(x, y)| between(picture.pixel(x, y), ground));
    ratios.fold(1.0, f64::max)
}

/// The contrast of each line of text: of the runs of rows that are not all ground.
fn lines(picture: &Picture) -> Vec<f64> {
    let ground = ground(picture);
    let (width, height) = picture.size();
    let is_blank = |y: u32| (0..width).all(|x| between(picture.pixel(x, y), ground) < 1.1);
    let mut lines = Vec::new();
    let mut top = None;
    for y in 0..=height {
        match (top, y == height || is_blank(y)) {
            (None, false) => top = Some(y),
            (Some(from), true) => {
                // Less is a border.
                if y - from > 4 {
                    lines.push(ink(&picture.cut((0, from), (width, y - from))));
                }
                top = None;
            }
            _ => {}
        }
    }
    lines
}

#[test]
fn text_markers_and_switches_stand_out_in_every_palette() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "options", "7");
    // The palette is the second setting.
    program.press(&["Down"]);
    for palette in ["standard", "high contrast", "protan", "deutan", "tritan"] {
        let on_palette = program.look();
        let below = program.press(&["Down"]);
        program.press(&["Up"]);
        // The settings, without their border and scrollbar.
        let settings = on_palette.cut((2, 2), (280, on_palette.size().1 - 40));
        let texts = lines(&settings);
        assert!(texts.len() > 12, "{palette}: {texts:?}");
        for text in texts {
            assert!(
                text >= TEXT,
                "{palette}: {text}, see {}",
                settings.keep("text")
            );
        }
        // The rows of the palette and of the next setting, from their markers to their right edges.
        let both = on_palette.cut((0, 0), (290, on_palette.size().1));
        let rows = both.changed(&below.cut((0, 0), both.size())).unwrap();
        let (left, top) = rows.at;
        let right = left + rows.size.0 - 1;
        for (x, y, name) in [
            (left + 1, top + 10, "the marker"),
            (left + 20, top, "the frame above"),
            (right, top + 10, "the frame at the right"),
        ] {
            let ratio = between(on_palette.pixel(x, y), below.pixel(x, y));
            assert!(
                ratio >= MARK,
                "{palette}: {name}: {ratio}, see {}",
                on_palette.keep("marker")
            );
        }
        // The Lab's buttons for overlays are switches.
        program.press(&["Escape", "l"]);
        program.turn_wheel(12, (1100, 300));
        let off = program.point((3, 3));
        let on = program.press(&["6"]);
        let panel = |picture: &Picture| picture.cut((980, 0), (290, 700));
        let changed = panel(&on).changed(&panel(&off)).unwrap();
        let row = |picture: &Picture| panel(picture).cut((0, changed.at.1), (290, 17));
        let button = row(&on).changed(&row(&off)).unwrap();
        let (x, y) = button.at;
        let frame = between(row(&on).pixel(x, y + 8), row(&on).pixel(x - 2, y + 8));
        let tick = ink(&row(&on).cut((x + 2, y + 2), (7, 13)));
        let label = ink(&row(&on).cut((x + 10, y + 2), (button.size.0 - 14, 13)));
        let file = || on.keep("switch");
        assert!(
            frame >= MARK,
            "{palette}: the frame: {frame}, see {}",
            file()
        );
        assert!(tick >= MARK, "{palette}: the tick: {tick}, see {}", file());
        assert!(
            label >= TEXT,
            "{palette}: the label: {label}, see {}",
            file()
        );
        let blank = ink(&row(&off).cut((x + 2, y + 2), (7, 13)));
        assert!(blank < 1.5, "{palette}: no tick while off: {blank}");
        program.press(&["6", "Escape", "o", "Down", "Right"]);
    }
}

/// The middle of the selected line of a menu.
fn selected_line(picture: &Picture) -> (u32, u32) {
    let is_selected = |pixel: [u8; 3]| (0..3).all(|c| pixel[c].abs_diff([64, 46, 20][c]) <= 2);
    let line = picture.area(is_selected).expect("a line is selected");
    (line.at.0 + line.size.0 / 2, line.at.1 + line.size.1 / 2)
}

/// A folder with 40 replays.
fn folder_of_replays() -> Rc<Folder> {
    let folder = Rc::new(Folder::new());
    let replays = folder.path().join("data/replays");
    fs::create_dir_all(&replays).unwrap();
    for seed in 0..40 {
        let run = Run::new(Setup::new(Seed(seed)).unwrap()).unwrap();
        let file = replays.join(format!("{seed}.replay"));
        disk::write_recording(&file, &run.recording()).unwrap();
    }
    folder
}

#[test]
fn the_list_of_replays_scrolls_by_the_wheel_and_keys_and_not_under_the_pointer() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::in_folder(&desktop, folder_of_replays(), "replays");
    let top = selected_line(&first);
    let height = selected_line(&program.press(&["Down"])).1 - top.1;
    program.press(&["Up"]);
    // The pointer goes down beyond the middle of the list, line by line.
    program.point(top);
    let mut last = top;
    for line in 1..=20 {
        let at = (top.0, top.1 + line * height);
        last = selected_line(&program.point(at));
        assert!(last.1.abs_diff(at.1) < 3, "{last:?} is selected at {at:?}");
    }
    let below = program.look();
    // The lines above and below the selected one are where they were. Selected itself, the first looks different.
    let second = |picture: &Picture| picture.cut((top.0 - 200, top.1 + 14), (400, 200));
    second(&below).assert_is(&second(&first), "nothing scrolls");
    for button in [2, 3] {
        let same = program.click(button, last);
        same.assert_is(&below, "only the left button works a line");
    }
    let scrolled = program.click(5, last);
    second(&scrolled).assert_is_not_quite(&second(&below), "the wheel scrolls");
    let cursor = selected_line(&scrolled);
    assert!(
        cursor.1 < last.1,
        "the cursor stays on its line, which moves up"
    );
    // A key moves the cursor from the line where it is, and the list follows it.
    let keys = program.press(&["Right", "Right", "Right", "Right"]);
    let end = selected_line(&keys);
    assert!(end.1 > top.1, "the last line is in view");
    let start = program.press(&["Left", "Left", "Left", "Left"]);
    second(&start).assert_is(&second(&first), "and the first");
}

#[test]
fn a_click_beside_a_menu_closes_it_and_one_on_it_does_not() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::still(&desktop, "lab", "rogue/60x36#7");
    let map = program.point((3, 3));
    let open = program.press(&["e"]);
    open.assert_is_not(&map, "the formats");
    // The title of the dialog.
    let line = selected_line(&open.cut((0, 0), (900, 700)));
    let above = program.click(1, (line.0, line.1 - 25));
    above.assert_is_not(&map, "it is open");
    // The second click of a double click does not close what the first has opened.
    wait_for("a click beside it closes it", || {
        (program.click(1, (3, 3)) == map).then_some(())
    });
    // To the title, and there from the question back to the first row.
    program.press(&["Escape", "Escape", "Escape"]);
    let title = program.point((3, 3));
    let question = program.press(&["Escape"]);
    question.assert_is_not(&title, "the question whether to quit");
    wait_for("a click beside it closes it", || {
        (program.click(1, (3, 3)) == title).then_some(())
    });
}

#[test]
fn everything_in_a_panel_is_reached_by_the_wheel_at_twice_the_text_size() {
    let desktop = Desktop::open();
    for screen in ["title", "options", "lab", "conduit"] {
        let (mut program, _) = Program::still_with_options(&desktop, screen, "7", "text: 28, ");
        let first = program.resize((1280, 728));
        let at = match screen {
            "title" | "options" => (300, 300),
            _ => (1000, 500),
        };
        let top = program.point(at);
        assert!(top.size() == first.size());
        let bottom = program.turn_wheel(60, at);
        assert!(bottom != top, "{screen} scrolls, see {}", top.keep(screen));
        let same = program.turn_wheel(3, at);
        same.assert_is(&bottom, "it scrolls to an end");
    }
}
