//! The contrast of text, markers and switches in every palette.

use std::collections::BTreeMap;

use crate::desktop::Desktop;
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
