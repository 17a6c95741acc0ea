//! The sheet, the search, kept maps, history and comparison, by keys and mouse.

use undercroft::mapgen::metric::Metrics;

use super::{KEY, code, in_window, is_like, map_part, middle, panel_part, spec};
use crate::desktop::Desktop;
use crate::picture::{Area, Picture};
use crate::program::Program;

/// Top of the pictures, below the buttons and the line that says what they are.
const TOP: u32 = 60;

/// The part of the sheet with the pictures.
fn pictures(picture: &Picture) -> Picture {
    picture.cut((0, TOP), (picture.size().0, 620))
}

/// The frame around the picture under the cursor.
fn frame(picture: &Picture) -> Area {
    let area = pictures(picture).area(is_like(KEY));
    let area = area.unwrap_or_else(|| panic!("see {}", picture.keep("no-frame")));
    Area {
        at: (area.at.0, area.at.1 + TOP),
        size: area.size,
    }
}

#[test]
fn a_click_on_a_picture_of_the_sheet_makes_it_the_map_and_so_do_arrows_and_enter() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rooms/60x36#7");
    let sheet = program.press(&["s"]);
    let from = frame(&sheet);
    let closed = program.press(&["Escape"]);
    map_part(&closed).assert_is(&map_part(&first), "the map after Esc");

    program.press(&["s"]);
    let moved = program.press(&["Right", "Right"]);
    let to = frame(&moved);
    assert_eq!((to.at.1, to.size), (from.at.1, from.size));
    let stride = (to.at.0 - from.at.0) / 2;
    assert!(stride >= from.size.0, "{stride}");
    program.press(&["Return"]);
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#9");

    // The second picture of the second row is as far down as one is high, and further.
    program.press(&["s"]);
    let (x, y) = middle(from);
    let pointed = program.point((x + stride, y));
    assert_eq!(
        frame(&pointed).at.0,
        from.at.0 + stride,
        "the pointer takes the cursor along"
    );
    program.click(1, (x + stride, y));
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#10");
    program.press(&["shift+r"]);
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#9");
    let back = program.press(&["z"]);
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#7");
    map_part(&back).assert_is(&map_part(&first), "the first map");
    program.press(&["shift+z"]);
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#9");
}

#[test]
fn a_typed_condition_fills_the_sheet_and_a_wrong_one_says_what_is_wrong() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rooms/30x20#7");
    let empty = program.press(&["slash"]);
    program.type_text("loop >= 1");
    let wrong = program.press(&["Return"]);
    let red = wrong.area(is_like(super::WRONG));
    assert!(red.is_some(), "see {}", wrong.keep("no-reason"));
    program.press(&["ctrl+a"]);
    program.type_text("loops >= 1 && rooms == 4");
    let found = program.press(&["Return"]);
    assert_eq!(found.area(is_like(super::WRONG)), None);
    pictures(&found).assert_is_not(&pictures(&empty), "what was found");
    program.press(&["Down", "Return"]);
    let chosen = code(&desktop, &mut program);
    let metrics = Metrics::of(&spec(&chosen).generate().unwrap());
    assert!(
        metrics.loops >= 1 && metrics.rooms == 4,
        "{chosen}: {metrics:?}"
    );
    // What was found is still there.
    program.press(&["slash"]);
    program.press(&["Escape"]);
    let again = program.press(&["Return"]);
    assert_eq!(
        code(&desktop, &mut program),
        chosen,
        "see {}",
        again.keep("again")
    );
}

#[test]
fn a_key_and_a_button_flip_between_two_maps() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rooms/60x36#7");
    let second = program.press(&["r"]);
    let flipped = program.press(&["x"]);
    map_part(&flipped).assert_is(&map_part(&first), "the map before");
    let back = program.press(&["x"]);
    map_part(&back).assert_is(&map_part(&second), "the map after");
    let tinted = program.press(&["7"]);
    map_part(&tinted).assert_is_not(&map_part(&second), "the difference");
    program.press(&["7"]);
    // The last of the seven buttons below the seed; its key is in the colour of keys.
    let buttons = panel_part(&second).cut((138, 305), (20, 24));
    let key = buttons.area(is_like(KEY)).expect("the button's key");
    let at = in_window(Area {
        at: (key.at.0 + 138, key.at.1 + 305),
        size: key.size,
    });
    let clicked = program.click(1, middle(at));
    map_part(&clicked).assert_is(&map_part(&first), "the map before");
}
