//! The Lab in its window: share codes on the clipboard, overlays and their legend to the pixel, large maps.

use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::{Area, Picture};
use crate::program::{Program, walker};

/// Left edge of the panel, in a window of the default size.
const PANEL_LEFT: u32 = 980;

/// The colour of headings.
const QUIET: [u8; 3] = [153, 153, 171];

/// Matches pixels of this colour, give or take rounding.
fn is_like(colour: [u8; 3]) -> impl Fn([u8; 3]) -> bool {
    move |pixel| (0..3).all(|c| pixel[c].abs_diff(colour[c]) <= 2)
}

/// The part of the window that shows only the map, below any notice.
fn map_part(picture: &Picture) -> Picture {
    picture.cut((0, 60), (PANEL_LEFT - 10, 690))
}

fn middle(area: Area) -> (u32, u32) {
    (area.at.0 + area.size.0 / 2, area.at.1 + area.size.1 / 2)
}

/// The share code of the map, as copied by the program.
fn code(desktop: &Desktop, program: &mut Program) -> String {
    program.press(&["c"]);
    clipboard::read(desktop)
}

#[test]
fn a_share_code_copied_in_one_run_is_pasted_in_the_next() {
    let desktop = Desktop::open();
    let original = "rooms/60x36/tries=60,margin=1#7";
    let (first, copied) = {
        let (mut program, first) = Program::start(&desktop, original);
        (first, code(&desktop, &mut program))
    };
    assert_eq!(copied, original);
    let (mut program, other) = Program::start(&desktop, "caves/80x50#3");
    map_part(&other).assert_is_not(&map_part(&first), "another map");
    let _kept = clipboard::put(&desktop, &copied);
    program.send(&["v"]);
    wait_for("the code is pasted", || {
        (program.title() == "Undercroft - 7").then_some(())
    });
    let pasted = program.settle();
    map_part(&pasted).assert_is(&map_part(&first), "the map of the first run");
    // A seed alone works too, with the same generator; surrounding white space is ignored.
    let _kept = clipboard::put(&desktop, " 12\n");
    program.send(&["v"]);
    wait_for("the seed is pasted", || {
        (program.title() == "Undercroft - 12").then_some(())
    });
    program.settle();
    let expected = "rooms/60x36/tries=60,margin=1#12";
    assert_eq!(code(&desktop, &mut program), expected);
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
