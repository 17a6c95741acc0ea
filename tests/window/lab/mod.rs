//! The Lab in its window, by keys and mouse: generators, sliders, fields, playback, overlays, share
//! codes, files, large maps.

mod files;
mod look;
mod paint;
mod sheet;

use undercroft::mapgen::MapSpec;
use undercroft::rng::Seed;

use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture};
use crate::program::{Program, walker};

/// Left edge of the panel, in a window of the default size.
const PANEL_LEFT: u32 = 980;

const CHOSEN: [u8; 3] = [64, 46, 20];
const SLIDER: [u8; 3] = [158, 120, 56];
const SLIDER_HOVERED: [u8; 3] = [189, 145, 71];
const SLIDER_PRESSED: [u8; 3] = [219, 171, 87];
const ROW_HOVERED: [u8; 3] = [28, 28, 41];
const KEY: [u8; 3] = [255, 204, 115];
const WRONG: [u8; 3] = [255, 128, 107];

/// Matches pixels of this colour, give or take rounding.
fn is_like(colour: [u8; 3]) -> impl Fn([u8; 3]) -> bool {
    move |pixel| (0..3).all(|c| pixel[c].abs_diff(colour[c]) <= 2)
}

/// The part of the window that shows only the map, below any notice.
fn map_part(picture: &Picture) -> Picture {
    picture.cut((0, 60), (PANEL_LEFT - 10, 690))
}

fn notice_part(picture: &Picture) -> Picture {
    picture.cut((0, 0), (PANEL_LEFT - 10, 50))
}

fn panel_part(picture: &Picture) -> Picture {
    picture.cut((PANEL_LEFT, 0), (picture.size().0 - PANEL_LEFT, 760))
}

/// The highlighted row of the list of generators, which takes the top 158 pixels.
fn chosen_row(picture: &Picture) -> Option<Area> {
    panel_part(picture)
        .cut((0, 0), (280, 158))
        .area(is_like(CHOSEN))
}

/// Converts an area of the panel to one of the window.
fn in_window(area: Area) -> Area {
    Area {
        at: (area.at.0 + PANEL_LEFT, area.at.1),
        size: area.size,
    }
}

fn middle(area: Area) -> (u32, u32) {
    (area.at.0 + area.size.0 / 2, area.at.1 + area.size.1 / 2)
}

/// The share code of the map, as copied by the program.
fn code(desktop: &Desktop, program: &mut Program) -> String {
    program.press(&["c"]);
    clipboard::read(desktop)
}

fn spec(code: &str) -> MapSpec {
    code.parse().unwrap()
}

/// The value of the first parameter in a share code.
fn first_param(code: &str) -> i32 {
    spec(code).params().value(0)
}

/// Moves the focus to a control of the panel, by `tabs` presses of Tab from the list of generators.
/// After it come width, height, seed and seven buttons; then, if the generator has parameters, the button that
/// resets them, and the field and the slider of each.
fn focus(program: &mut Program, tabs: usize) -> Picture {
    // The first key goes on from the control used last, which Esc forgets.
    program.press(&["Return", "Escape"]);
    program.press(&["Return"]);
    program.press(&vec!["Tab"; tabs])
}

const WIDTH: usize = 1;
const HEIGHT: usize = 2;
const SEED: usize = 3;
const FIRST_NUMBER: usize = 13;
const FIRST_SLIDER: usize = 14;

#[test]
fn generators_change_by_key_by_mouse_and_in_the_list() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rogue/60x36#7");
    let by_key = program.press(&["bracketright"]);
    map_part(&by_key).assert_is_not(&map_part(&first), "the next generator");
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#7");
    let back = program.press(&["bracketleft"]);
    map_part(&back).assert_is(&map_part(&first), "the generator before");

    let row = chosen_row(&back).unwrap();
    let (x, y) = middle(in_window(row));
    let by_mouse = program.click(1, (x, y + row.size.1));
    map_part(&by_mouse).assert_is(&map_part(&by_key), "the row below");
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#7");

    program.press(&["Return"]);
    let in_list = program.press(&["Up"]);
    map_part(&in_list).assert_is(&map_part(&first), "up in the list");
    let further = program.press(&["Down", "Down"]);
    assert_eq!(code(&desktop, &mut program), "scatter/60x36#7");
    // Outside the list the same keys pan, which does nothing while the whole map is visible.
    program.press(&["Escape"]);
    let out = program.press(&["Up"]);
    map_part(&out).assert_is(&map_part(&further), "out of the list");
}

#[test]
fn the_chosen_generator_is_in_sight_from_the_start() {
    let desktop = Desktop::open();
    for code in ["maze-dfs/61x37#7", "conduit/61x37#7"] {
        let (_, first) = Program::start(&desktop, code);
        let row = chosen_row(&first);
        let row = row.unwrap_or_else(|| panic!("{code}: see {}", first.keep("no-chosen-row")));
        assert!(row.size.1 >= 12, "{code}: {row:?} is cut off");
    }
}

#[test]
fn a_slider_moves_by_mouse_and_by_keys_and_the_map_and_its_code_follow() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rooms/60x36#7");
    // The topmost slider is that of the first parameter, `tries`.
    let panel = panel_part(&first);
    let bars = in_window(panel.area(is_like(SLIDER)).unwrap());
    let (left, top) = (bars.at.0, bars.at.1 + 4);
    let clicked = program.click(1, (left + 135, top));
    map_part(&clicked).assert_is_not(&map_part(&first), "a click on the slider");
    let value = first_param(&code(&desktop, &mut program));
    assert!(
        (200..500).contains(&value),
        "{value}, at half of its length"
    );

    // The click has moved the focus to it.
    program.press(&["Right"]);
    let next = code(&desktop, &mut program);
    assert_eq!(next, format!("rooms/60x36/tries={}#7", value + 1));
    program.press(&["Left", "Left", "Left"]);
    assert_eq!(first_param(&code(&desktop, &mut program)), value - 2);

    // The map follows while the slider is dragged.
    let before = program.press(&["Escape"]);
    let x = |offset: u32| (left + offset).to_string();
    let y = top.to_string();
    program.xdotool(&["mousemove", &x(135), &y, "mousedown", "1"]);
    program.settle();
    program.xdotool(&["mousemove", &x(20), &y]);
    let dragged = program.settle();
    map_part(&dragged).assert_is_not(&map_part(&before), "the slider is dragged");
    let bar = panel_part(&dragged).area(is_like(SLIDER_HOVERED));
    assert!(bar.is_none_or(|bar| bar.size.0 < 135), "{bar:?}");
    program.xdotool(&["mouseup", "1"]);
    program.settle();
    let few = first_param(&code(&desktop, &mut program));
    assert!((1..10).contains(&few), "{few}");

    // With the keyboard alone, from the list through the fields.
    program.press(&["Escape"]);
    focus(&mut program, FIRST_SLIDER);
    program.press(&["Right", "Right"]);
    assert_eq!(first_param(&code(&desktop, &mut program)), few + 2);
    program.press(&["Escape"]);
    focus(&mut program, FIRST_NUMBER);
    program.type_text("30");
    let typed = program.press(&["Return"]);
    map_part(&typed).assert_is(&map_part(&first), "the number is back to its default");
    assert_eq!(code(&desktop, &mut program), "rooms/60x36#7");
}

#[test]
fn what_is_pointed_at_pressed_or_focused_shows_it_and_comes_to_rest_again() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rooms/60x36#7");
    let first = panel_part(&first);
    let row = first.cut((0, 0), (280, 158)).area(is_like(CHOSEN)).unwrap();
    let (x, y) = middle(in_window(row));
    let pointed = panel_part(&program.point((x, y + row.size.1)));
    let ground = pointed.area(is_like(ROW_HOVERED)).expect("the row below");
    // Between them are the frames of both rows.
    assert_eq!(ground.at.1, row.at.1 + row.size.1 + 2);

    let bars = in_window(first.area(is_like(SLIDER)).unwrap());
    let pointed = panel_part(&program.point((bars.at.0 + 60, bars.at.1 + 4)));
    assert!(
        pointed.area(is_like(ROW_HOVERED)) != Some(ground),
        "the row is left"
    );
    assert!(pointed.area(is_like(SLIDER_HOVERED)).is_some());
    program.xdotool(&["mousedown", "1"]);
    let pressed = panel_part(&program.settle());
    assert!(pressed.area(is_like(SLIDER_PRESSED)).is_some());
    program.xdotool(&["mouseup", "1"]);
    let released = panel_part(&program.settle());
    assert!(released.area(is_like(SLIDER_PRESSED)).is_none());

    program.press(&["Escape"]);
    let before = panel_part(&program.point((3, 3)));
    let ringed = panel_part(&focus(&mut program, FIRST_SLIDER));
    ringed.assert_is_not_quite(&before, "a ring around the slider");
    let after = panel_part(&program.press(&["Escape"]));
    after.assert_is(&before, "no ring");
}

#[test]
fn size_and_seed_are_typed_and_no_letter_of_them_is_taken_for_a_key() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rogue/60x36#7");
    focus(&mut program, WIDTH);
    program.type_text("70");
    let wider = program.press(&["Return"]);
    map_part(&wider).assert_is_not(&map_part(&first), "a wider map");
    assert_eq!(code(&desktop, &mut program), "rogue/70x36#7");
    // Tab applies a number too, and moves on to the next field.
    focus(&mut program, HEIGHT);
    program.type_text("40");
    program.press(&["Tab"]);
    // Each of these letters is also a key of the Lab.
    program.type_text("were caves? vex[e]f");
    let typed = program.press(&["Return"]);
    let seed: Seed = "were caves? vex[e]f".parse().unwrap();
    assert_eq!(program.title(), format!("Undercroft - {seed}"));
    let expected = format!("rogue/70x40#{seed}");
    assert_eq!(code(&desktop, &mut program), expected);
    map_part(&typed).assert_is_not(&map_part(&wider), "another seed");
    // The same with Shift held down throughout.
    focus(&mut program, SEED);
    program.xdotool(&["keydown", "shift"]);
    program.send(&["a", "space", "x", "BackSpace", "space", "b"]);
    program.xdotool(&["keyup", "shift"]);
    program.press(&["Return"]);
    let seed: Seed = "A  B".parse().unwrap();
    let expected = format!("rogue/70x40#{seed}");
    assert_eq!(code(&desktop, &mut program), expected);
    // Esc discards what was typed.
    focus(&mut program, SEED);
    program.type_text("12");
    program.press(&["Escape"]);
    assert_eq!(code(&desktop, &mut program), expected);
}

#[test]
fn each_overlay_colours_the_map_in_its_own_way_and_goes_away_again() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "maze-dfs/61x37/braid=20#7");
    // Overlay 4 shows what is visible from the pointer.
    let plain = program.point(middle(walker(&first)));
    let mut seen: Vec<Picture> = Vec::new();
    for key in ["1", "2", "3", "4", "5", "6"] {
        let shown = program.press(&[key]);
        let count = map_part(&shown).count_different(&map_part(&plain));
        assert!(count > 500, "overlay {key}: {count} pixels");
        for other in &seen {
            assert!(map_part(&shown) != map_part(other), "overlay {key}");
        }
        let gone = program.press(&[key]);
        gone.assert_is(&plain, "the overlay is gone");
        seen.push(shown);
    }
    // An overlay that colours all ground replaces another, and those that mark few tiles lie over it. A new map is
    // coloured too.
    program.press(&["1"]);
    let other = program.press(&["2"]);
    map_part(&other).assert_is(&map_part(&seen[1]), "one at a time");
    let both = program.press(&["5"]);
    for one in [&seen[1], &seen[4]] {
        assert!(map_part(&both) != map_part(one), "two at a time");
    }
    program.press(&["5"]);
    let next = program.press(&["r"]);
    let bare = program.press(&["2"]);
    assert!(map_part(&next) != map_part(&bare));
    // Overlay 4 follows the pointer.
    program.press(&["shift+r"]);
    let sight = program.press(&["4"]);
    map_part(&sight).assert_is(&map_part(&seen[3]), "the same sight");
    let elsewhere = program.point((3, 70));
    // The legend is in the lower left corner.
    let without_legend = |picture: &Picture| map_part(picture).cut((0, 0), (PANEL_LEFT - 10, 560));
    without_legend(&elsewhere).assert_is(
        &without_legend(&plain),
        "nothing is visible from outside the map",
    );
}

#[test]
fn a_large_map_that_is_cancelled_never_comes() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rogue/60x36#7");
    focus(&mut program, SEED);
    // Long to make, so that it is cancelled on the way.
    program.type_text("drunkard/4096x4096/share=90,life=100000,from=middle#8");
    program.send(&["Return"]);
    let bar = |picture: &Picture| {
        picture
            .cut((10, 50), (300, 80))
            .area(is_like(KEY))
            .is_some()
    };
    assert!(!bar(&first));
    wait_for("the progress bar appears", || {
        bar(&program.look()).then_some(())
    });
    program.send(&["Escape"]);
    wait_for("the progress bar disappears", || {
        (!bar(&program.look())).then_some(())
    });
    // The program comes to rest, so nothing is being generated any more.
    let after = program.settle();
    map_part(&after).assert_is(&map_part(&first), "the map from before");
    assert!(
        notice_part(&after) != notice_part(&first),
        "a notice says so"
    );
    assert_eq!(program.title(), "Undercroft - 7");
    assert_eq!(code(&desktop, &mut program), "rogue/60x36#7");
}

#[test]
fn the_largest_map_opens_pans_and_zooms_in_less_than_400_mb() {
    let desktop = Desktop::open();
    let baseline = Program::start(&desktop, "caves/80x50#7").0.resident();
    let (mut program, _) = Program::start(&desktop, "caves/4096x4096#7");
    // The map appears once it is generated; the metrics follow.
    let whole = wait_for("the map appears", || {
        let picture = program.settle();
        let shown = map_part(&picture).area(|[r, g, b]| r.max(g).max(b) > 60)?;
        (shown.size.0 >= 500).then_some(picture)
    });
    // Zoom in until the glyphs are large enough to find the `@`. The pointer is beside the map, so
    // the view stays on the start.
    program.point((PANEL_LEFT + 100, 4));
    let close = program.press(&["plus"; 17]);
    map_part(&close).assert_is_not(&map_part(&whole), "zoomed in");
    let at = walker(&close);
    // The start lies in the lower right corner, where the view stops.
    let panned = program.press(&["Left"; 3]);
    map_part(&panned).assert_is_not(&map_part(&close), "panned");
    let back = program.press(&["Right"; 4]);
    map_part(&back).assert_is(&map_part(&close), "panned back");
    assert_eq!(walker(&back), at);
    // With the mouse, a drag moves the map along with the pointer.
    let (x, y) = middle(at);
    let place = |x: u32, y: u32| [x.to_string(), y.to_string()];
    let ([x0, y0], [x1, y1]) = (place(x, y), place(x + 60, y + 40));
    program.xdotool(&["mousemove", &x0, &y0, "mousedown", "1"]);
    program.settle();
    program.xdotool(&["mousemove", &x1, &y1]);
    let dragged = walker(&program.settle());
    program.xdotool(&["mouseup", "1"]);
    assert_eq!(dragged.at, (at.at.0 + 60, at.at.1 + 40));
    // Pan around at several zoom steps.
    for _ in 0..4 {
        program.press(&["minus", "Down", "Down", "Down", "Left"]);
    }
    let fitted = program.press(&["f"]);
    map_part(&fitted).assert_is(&map_part(&whole), "the whole map again");
    let grown = program.most_resident().saturating_sub(baseline) / 1024;
    assert!(grown < 400, "{grown} MB more than with a map of 80x50");
}
