//! How the Lab shows a map, by keys and mouse: plan and light, the legend on the map, metrics in sight, fog, pictures and
//! films, and the search while it is typed.

use std::fs;

use undercroft::mapgen::metric::Metrics;

use super::{KEY, PANEL_LEFT, code, in_window, is_like, map_part, middle, panel_part, spec};
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture, contrast, luminance};
use crate::program::Program;

/// The colour of open floor on a plan.
const FLOOR: [u8; 3] = [214, 208, 194];
/// The colour of headings.
const QUIET: [u8; 3] = [153, 153, 171];
/// The marked bar of a spark line, which has the colour of keys.
const MARK: [u8; 3] = KEY;

/// The metrics at the foot of the panel, in a window of 1280x800.
const METRICS: (u32, u32) = (606, 150);

fn metrics(picture: &Picture) -> Picture {
    let panel = panel_part(picture);
    panel.cut((0, METRICS.0), (panel.size().0, METRICS.1))
}

#[test]
fn a_map_is_a_plan_and_a_key_and_a_button_light_it_for_good() {
    let desktop = Desktop::open();
    let (mut program, plan) = Program::still(&desktop, "lab", "rogue/60x36#7");
    let floor = map_part(&plan).area(is_like(FLOOR)).expect("open floor");
    assert!(floor.size.0 > 500, "{floor:?}");
    let wall = plan.pixel(floor.at.0 + 2, 62);
    let ratio = contrast(luminance(FLOOR), luminance(wall));
    assert!(ratio >= 3.0, "{wall:?}: {ratio}");
    // The button is further down in the panel.
    program.turn_wheel(12, (PANEL_LEFT + 120, 300));
    let plan = program.point((3, 3));
    let lit = program.press(&["o"]);
    assert_eq!(map_part(&lit).area(is_like(FLOOR)), None);
    map_part(&lit).assert_is_not(&map_part(&plan), "lit");
    // What changes in the panel is the button.
    let changed = panel_part(&lit).changed(&panel_part(&plan)).unwrap();
    program.click(1, middle(in_window(changed)));
    let unlit = program.point((3, 3));
    map_part(&unlit).assert_is(&map_part(&plan), "the plan again");
    program.press(&["o"]);
    let options = fs::read_to_string(program.config().join("options.ron")).unwrap();
    assert!(options.contains("lit: true"), "{options}");
    desktop.ask_to_close(program.window());
    program.wait();
    let (_again, first) = program.again(&["--screen", "lab"]);
    assert_eq!(map_part(&first).area(is_like(FLOOR)), None, "still lit");
}

#[test]
fn the_legend_lies_on_the_map_without_the_panel_and_overlays_combine() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "maze-dfs/61x37#7");
    let bare = program.press(&["p"]);
    // The names of the overlays in the legend.
    let names = |picture: &Picture| picture.cut((0, 500), (330, 250)).area(is_like(QUIET));
    assert_eq!(names(&bare), None);
    let one = program.press(&["1"]);
    let first = names(&one).expect("the legend");
    assert!(first.size.0 > 40 && first.size.1 < 20, "{first:?}");
    let two = program.press(&["5"]);
    let both = names(&two).expect("the legend");
    assert!(both.size.1 > first.size.1 + 40, "{both:?}");
    let three = program.press(&["6"]);
    // Thin lines, and a line of the legend.
    assert!(map_part(&three).changed(&map_part(&two)).is_some());
    let gone = program.press(&["1", "5", "6"]);
    gone.assert_is(&bare, "all overlays are gone");
}

#[test]
fn metrics_are_in_sight_with_their_place_among_others_and_say_what_they_are() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rooms/40x30#7");
    let marked = wait_for("the maps are measured", || {
        let picture = program.settle();
        metrics(&picture)
            .area(is_like(MARK))
            .is_some()
            .then_some(picture)
    });
    // A mark for each metric, one below the other.
    let panel = metrics(&marked);
    let marks = panel.area(is_like(MARK)).unwrap();
    assert!(marks.size.1 > 110, "{marks:?}");
    // What is pointed at is explained beside the panel.
    let row = in_window(Area {
        at: (40, METRICS.0 + marks.at.1 + marks.size.1 / 2 + 6),
        size: (1, 1),
    });
    let map = program.point((300, 3));
    let pointed = program.point(row.at);
    let text = map_part(&pointed).changed(&map_part(&map)).unwrap();
    assert!(text.size.0 > 250 && text.size.1 > 40, "{text:?}");
    assert!(text.at.0 + text.size.0 < PANEL_LEFT, "{text:?}");
    let away = program.point((300, 3));
    map_part(&away).assert_is(&map_part(&map), "the definition is gone");
    // By keys alone: the last controls of the panel.
    program.press(&["Return"]);
    let focused = program.press(&["shift+Tab"]);
    let text = map_part(&focused).changed(&map_part(&map));
    assert!(text.is_some(), "see {}", focused.keep("no-definition"));
}

#[test]
fn the_map_as_it_is_shown_and_its_making_are_saved_by_the_list() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rooms/40x30/tries=20#7");
    program.press(&["1", "e", "s"]);
    let exports = program.data().join("exports");
    let name = exports.join("rooms-40x30-7-shown-001.png");
    let picture = wait_for("the picture is saved", || image::open(&name).ok()).to_rgb8();
    assert_eq!((picture.width(), picture.height()), (640, 480));
    // The coldest colour of the overlay, over the floor at the start.
    let is_cold = |[r, _, b]: [u8; 3]| b > 150 && r < 140;
    assert!(picture.pixels().filter(|pixel| is_cold(pixel.0)).count() > 100);
    program.press(&["e", "a"]);
    let name = exports.join("rooms-40x30-7-making-001.png");
    let frames = wait_for("the film is saved", || {
        let file = fs::File::open(&name).ok()?;
        let reader = png::Decoder::new(std::io::BufReader::new(file));
        let reader = reader.read_info().ok()?;
        Some(reader.info().animation_control?.num_frames)
    });
    assert!(frames > 5, "{frames}");
}

#[test]
fn matches_fill_the_sheet_while_the_sentence_is_typed_and_rows_change_it() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rooms/30x20#7");
    let empty = program.press(&["slash"]);
    program.type_text("loops >= 1 && rooms == 4");
    let pictures = |picture: &Picture| picture.cut((0, 160), (1280, 560));
    let found = wait_for("matches appear without Enter", || {
        let picture = program.settle();
        let changed = pictures(&picture).changed(&pictures(&empty))?;
        (changed.size.0 > 600).then_some(picture)
    });
    // The second row's sign becomes `!=`: the focus goes from the sentence to the buttons of the first row (metric, sign,
    // number, remove), and on to the second row.
    let tabs = ["Tab"; 6];
    program.press(&tabs);
    let changed = program.press(&["Return"]);
    pictures(&changed).assert_is_not(&pictures(&found), "other maps");
    program.press(&["Escape"]);
    program.press(&["Return"]);
    let chosen = code(&desktop, &mut program);
    let metrics = Metrics::of(&spec(&chosen).generate().unwrap());
    assert!(
        metrics.loops >= 1 && metrics.rooms != 4,
        "{chosen}: {metrics:?}"
    );
}
