//! Exports and share codes of the Lab: files in each format, codes copied and pasted.

use std::fs;
use std::io::Cursor;

use undercroft::export::{self, Companion, Format, Options};
use undercroft::map::Map;
use undercroft::maze::Maze;

use super::{
    CHOSEN, SEED, WRONG, code, focus, is_like, map_part, middle, notice_part, panel_part, spec,
};
use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::Program;

/// Exports the map in the format at `index` of the dialog, and returns the content of the file.
fn export_as(program: &mut Program, index: usize, name: &str) -> Vec<u8> {
    let before = program.press(&["p", "p"]);
    let open = program.press(&["e"]);
    assert!(map_part(&open) != map_part(&before), "the dialog is open");
    program.press(&vec!["Down"; index]);
    let after = program.press(&["Return"]);
    map_part(&after).assert_is(&map_part(&before), "the dialog is closed");
    assert!(
        notice_part(&after) != notice_part(&before),
        "the notice gives the path"
    );
    let path = program.data().join("exports").join(name);
    fs::read(&path).unwrap_or_else(|error| {
        let files: Vec<_> = fs::read_dir(program.data().join("exports"))
            .map(|folder| folder.map(|entry| entry.unwrap().file_name()).collect())
            .unwrap_or_default();
        panic!("{}: {error}; the folder has {files:?}", path.display())
    })
}

#[test]
fn every_format_is_exported_by_the_dialog_and_reads_back_as_the_map() {
    let desktop = Desktop::open();
    let code = "maze-dfs/41x31#7";
    let (mut program, _) = Program::start(&desktop, code);
    let (spec, map) = (spec(code), spec(code).generate().unwrap());
    let mut files = Vec::new();
    for (index, format) in Format::ALL.into_iter().enumerate() {
        let name = format!("maze-dfs-41x31-7-001.{}", format.extension());
        let file = export_as(&mut program, index, &name);
        let mut expected = Vec::new();
        let options = Options::default();
        export::write(format, &spec, &map, &options, &mut expected).unwrap();
        assert!(file == expected, "{format:?} as the library writes it");
        files.push((format, file));
    }
    let file = |wanted: Format| {
        &files
            .iter()
            .find(|(format, _)| *format == wanted)
            .unwrap()
            .1
    };
    let text = |format| std::str::from_utf8(file(format)).unwrap();
    assert_eq!(Map::from_text(text(Format::Text)).unwrap().tiles, map.tiles);
    let json: serde_json::Value = serde_json::from_str(text(Format::Json)).unwrap();
    assert_eq!(json["seed"].as_str(), Some("7"), "{json}");
    let picture = image::ImageReader::new(Cursor::new(file(Format::Png)))
        .with_guessed_format()
        .unwrap()
        .decode()
        .unwrap();
    assert_eq!(picture.width() % 41, 0);
    assert_eq!(picture.width() / 41, picture.height() / 31);
    let exports = program.data().join("exports");
    let tiled = tiled::Loader::new()
        .load_tmx_map(exports.join("maze-dfs-41x31-7-001.tmx"))
        .unwrap();
    assert_eq!((tiled.width, tiled.height), (41, 31));
    image::open(exports.join(Companion::TilesetImage.name())).unwrap();
    let maze = Maze::from_hex(text(Format::Hex)).unwrap();
    assert_eq!(Some(maze), Maze::from_map(&map));

    // With the mouse: the row below the selected one.
    let open = program.press(&["e"]);
    let line = map_part(&open).area(is_like(CHOSEN)).unwrap();
    let (x, y) = middle(line);
    program.click(1, (x, y + 60 + line.size.1 + 6));
    let second = program.data().join("exports/maze-dfs-41x31-7-002.json");
    assert!(fs::read(second).unwrap() == *file(Format::Json));

    // Esc closes the dialog and not the program.
    let before = program.press(&["p", "p"]);
    let open = program.press(&["e"]);
    assert!(map_part(&open) != map_part(&before));
    let closed = program.press(&["Escape"]);
    map_part(&closed).assert_is(&map_part(&before), "Esc closes the dialog");
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
fn a_code_wrong_in_any_part_is_refused_with_words_of_its_own_and_the_map_stays() {
    let desktop = Desktop::open();
    let original = "rogue/60x36/sectors=4#7";
    let (mut program, first) = Program::start(&desktop, original);
    let mut messages: Vec<(&str, Picture)> = Vec::new();
    let mut notices: Vec<(&str, Picture)> = Vec::new();
    // Wrong in turn: generator, size, parameter name, parameter value, seed. The messages themselves
    // are tested where codes are parsed.
    for wrong in [
        "rouge/60x36#7",
        "rogue/60#7",
        "rogue/3x3#7",
        "rogue/60x36/sector=4#7",
        "rogue/60x36/sectors=9#7",
        "rogue/60x36/sectors=4#",
    ] {
        let kept = clipboard::put(&desktop, wrong);
        // Into the seed field.
        focus(&mut program, SEED);
        // Held for at least a frame, as a person would.
        program.xdotool(&["keydown", "ctrl"]);
        program.press(&["v"]);
        program.xdotool(&["keyup", "ctrl"]);
        program.settle();
        let refused = program.press(&["Return"]);
        map_part(&refused).assert_is(&map_part(&first), wrong);
        let panel = panel_part(&refused);
        let text = panel.area(is_like(WRONG));
        let text = text.unwrap_or_else(|| panic!("{wrong}: see {}", refused.keep("no-words")));
        // The field can still be corrected, and the message is below it.
        messages.push((wrong, panel.cut((0, text.at.1), (285, text.size.1))));
        program.press(&["Escape"]);
        // With the paste key.
        let refused = program.press(&["v"]);
        map_part(&refused).assert_is(&map_part(&first), wrong);
        assert!(notice_part(&refused) != notice_part(&first), "{wrong}");
        notices.push((wrong, notice_part(&refused)));
        assert_eq!(program.title(), "Undercroft - 7", "{wrong}");
        drop(kept);
        assert_eq!(code(&desktop, &mut program), original, "{wrong}");
    }
    for pictures in [messages, notices] {
        for (index, (wrong, picture)) in pictures.iter().enumerate() {
            for (other, same) in &pictures[..index] {
                assert!(picture != same, "{wrong} and {other} get the same message");
            }
        }
    }
    // A valid code clears the message.
    focus(&mut program, SEED);
    program.type_text("rogue/60x36#8");
    let fixed = program.press(&["Return"]);
    map_part(&fixed).assert_is_not(&map_part(&first), "the map of the right code");
    assert_eq!(panel_part(&fixed).area(is_like(WRONG)), None);
    assert_eq!(code(&desktop, &mut program), "rogue/60x36#8");
}
