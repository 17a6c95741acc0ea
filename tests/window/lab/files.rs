//! What leaves the Lab and comes back: files in each format, and share codes.

use std::fs;
use std::io::Cursor;

use undercroft::export::{self, Format, Options, TILESET_NAME};
use undercroft::map::Map;
use undercroft::maze::Maze;

use super::{
    CHOSEN, SEED, WRONG, code, enter, like, map_part, middle, notice_part, panel_part, spec,
};
use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::picture::Picture;
use crate::program::Program;

/// Opens the choice of formats, goes to number `index`, and has the map written; returns the
/// picture before and after, and the file.
fn export_as(program: &mut Program, index: usize, name: &str) -> Vec<u8> {
    let before = program.press(&["Tab", "Tab"]);
    let open = program.press(&["e"]);
    assert!(map_part(&open) != map_part(&before), "the choice is open");
    program.press(&vec!["Down"; index]);
    let told = program.press(&["Return"]);
    map_part(&told).assert_is(&map_part(&before), "the choice is closed");
    assert!(
        notice_part(&told) != notice_part(&before),
        "the path is told"
    );
    let path = program.data().join("exports").join(name);
    fs::read(&path).unwrap_or_else(|error| {
        let there: Vec<_> = fs::read_dir(program.data().join("exports"))
            .map(|folder| folder.map(|entry| entry.unwrap().file_name()).collect())
            .unwrap_or_default();
        panic!("{}: {error}; there are {there:?}", path.display())
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
    let tiled: tiled_json_rs::Map = serde_json::from_str(text(Format::Tmj)).unwrap();
    assert_eq!((tiled.width, tiled.height), (41, 31));
    let tileset = program.data().join("exports").join(TILESET_NAME);
    image::open(&tileset).unwrap();
    let maze = Maze::from_hex(text(Format::Hex)).unwrap();
    assert_eq!(Some(maze), Maze::from_map(&map));

    // By mouse: the line below the one that is chosen.
    let open = program.press(&["e"]);
    let line = map_part(&open).area(like(CHOSEN)).unwrap();
    let (x, y) = middle(line);
    program.click(1, (x, y + 60 + line.size.1 + 6));
    let second = program.data().join("exports/maze-dfs-41x31-7-002.json");
    assert!(fs::read(second).unwrap() == *file(Format::Json));

    // Esc closes the choice and not the program.
    let before = program.press(&["Tab", "Tab"]);
    let open = program.press(&["e"]);
    assert!(map_part(&open) != map_part(&before));
    let closed = program.press(&["Escape"]);
    map_part(&closed).assert_is(&map_part(&before), "Esc closes the choice");
}

#[test]
fn a_share_code_copied_in_one_run_is_pasted_in_the_next() {
    let desktop = Desktop::open();
    let spoken = "rooms/60x36/tries=60,margin=1#7";
    let (first, copied) = {
        let (mut program, first) = Program::start(&desktop, spoken);
        (first, code(&desktop, &mut program))
    };
    assert_eq!(copied, spoken);
    let (mut program, other) = Program::start(&desktop, "caves/80x50#3");
    map_part(&other).assert_is_not(&map_part(&first), "another map");
    let _kept = clipboard::put(&desktop, &copied);
    program.send(&["v"]);
    wait_for("the code is pasted", || {
        (program.title() == "Undercroft - 7").then_some(())
    });
    let pasted = program.settle();
    map_part(&pasted).assert_is(&map_part(&first), "the map of the first run");
    // A seed alone works as well, by the same generator; white space around it does not matter.
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
    let spoken = "rogue/60x36/sectors=4#7";
    let (mut program, first) = Program::start(&desktop, spoken);
    let mut complaints: Vec<(&str, Picture)> = Vec::new();
    let mut notices: Vec<(&str, Picture)> = Vec::new();
    // Generator, size, parameter's name, its value, seed; what each is told is tested where codes
    // are read.
    for wrong in [
        "rouge/60x36#7",
        "rogue/60#7",
        "rogue/3x3#7",
        "rogue/60x36/sector=4#7",
        "rogue/60x36/sectors=9#7",
        "rogue/60x36/sectors=4#",
    ] {
        let kept = clipboard::put(&desktop, wrong);
        // Into the field.
        enter(&mut program, SEED);
        // Held for a frame at least, as fingers do.
        program.xdotool(&["keydown", "ctrl"]);
        program.press(&["v"]);
        program.xdotool(&["keyup", "ctrl"]);
        program.settle();
        let told = program.press(&["Return"]);
        map_part(&told).assert_is(&map_part(&first), wrong);
        let panel = panel_part(&told);
        let words = panel.area(like(WRONG));
        let words = words.unwrap_or_else(|| panic!("{wrong}: see {}", told.keep("no-words")));
        // The field is still there to be mended, and its words are below it.
        complaints.push((wrong, panel.cut((0, words.at.1), (285, words.size.1))));
        program.press(&["Escape"]);
        // By the key.
        let told = program.press(&["v"]);
        map_part(&told).assert_is(&map_part(&first), wrong);
        assert!(notice_part(&told) != notice_part(&first), "{wrong}");
        notices.push((wrong, notice_part(&told)));
        assert_eq!(program.title(), "Undercroft - 7", "{wrong}");
        drop(kept);
        assert_eq!(code(&desktop, &mut program), spoken, "{wrong}");
    }
    for told in [complaints, notices] {
        for (index, (wrong, words)) in told.iter().enumerate() {
            for (other, same) in &told[..index] {
                assert!(words != same, "{wrong} and {other} are told the same");
            }
        }
    }
    // The right code answers the complaint.
    enter(&mut program, SEED);
    program.type_text("rogue/60x36#8");
    let mended = program.press(&["Return"]);
    map_part(&mended).assert_is_not(&map_part(&first), "the map of the right code");
    assert_eq!(panel_part(&mended).area(like(WRONG)), None);
    assert_eq!(code(&desktop, &mut program), "rogue/60x36#8");
}
