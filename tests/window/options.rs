//! The options by real keys: bound anew, kept over a restart, and files that do not read.

use std::fs;

use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

/// What the Lab shows, and how it is opened with it.
const CODE: &str = "rogue/60x36#7";
const LAB: [&str; 4] = ["--screen", "lab", "--seed", CODE];

/// From the settings to the Lab's own section of the list, the eleventh.
const TO_THE_LAB: [&str; 11] = ["Tab"; 11];
const BACK_TO_THE_SETTINGS: [&str; 11] = ["shift+Tab"; 11];
/// From the first row of that section to the key for the next map.
const TO_THE_NEXT_MAP: [&str; 1] = ["Down"; 1];

/// Leaves the screen, and the title.
fn end(program: &mut Program) {
    program.send(&["Escape", "Escape", "q"]);
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
}

#[test]
fn a_key_is_bound_anew_and_stays_so_and_settings_too() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    // To the title, where something moves, and on.
    let settings = program.press(&["Escape", "o"]);
    program.press(&TO_THE_LAB);
    program.press(&TO_THE_NEXT_MAP);
    let asked = program.press(&["Return"]);
    let bound = program.press(&["F7"]);
    bound.assert_is_not_quite(&asked, "the key is shown");
    let map = program.config().join("keymap.ron");
    let text = fs::read_to_string(&map).unwrap();
    assert!(text.contains("\"next-map\": [\"F7\"],"), "{text}");

    // The palette is the second of the settings, and recolours all of the window.
    program.press(&BACK_TO_THE_SETTINGS);
    let contrast = program.press(&["Down", "Right"]);
    contrast.assert_is_not(&settings, "another palette");
    let text = fs::read_to_string(program.config().join("options.ron")).unwrap();
    assert!(text.contains("palette: HighContrast,"), "{text}");

    end(&mut program);
    let (mut program, lab) = program.again(&LAB);
    // In high contrast the ground of the panel, beside its scrollbar, is black or nearly.
    let (width, height) = lab.size();
    let ground = lab.pixel(width - 9, height / 2);
    assert!(ground.iter().all(|channel| *channel < 8), "{ground:?}");
    program.press(&["r"]).assert_is(&lab, "the old key");
    assert_eq!(program.title(), "Undercroft - 7");
    program.press(&["F7"]);
    assert_ne!(program.title(), "Undercroft - 7");
    assert!(!program.config().join("options-unreadable-1.ron").exists());
}

#[test]
fn files_that_do_not_read_are_named_and_set_aside_and_the_defaults_hold() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let config = program.config();
    fs::create_dir_all(&config).unwrap();
    for (number, (keymap, options)) in [
        ("{\n    \"help\": [\"Sapce\"],\n}", "(\n    text: 99,\n)"),
        ("walk = up", ""),
        ("{ \"help\": [\"x\"], \"back\": [\"x\"] }", "(txet: 14)"),
    ]
    .into_iter()
    .enumerate()
    {
        end(&mut program);
        fs::write(config.join("keymap.ron"), keymap).unwrap();
        fs::write(config.join("options.ron"), options).unwrap();
        let told;
        (program, told) = program.again(&LAB);
        for (name, text) in [("keymap", keymap), ("options", options)] {
            let aside = config.join(format!("{name}-unreadable-{}.ron", number + 1));
            let kept = wait_for("the file is set aside", || fs::read_to_string(&aside).ok());
            assert_eq!(kept, text);
            assert!(!config.join(format!("{name}.ron")).exists());
        }
        // It is told until the next key, and the shipped keys hold.
        let help = program.press(&["question"]);
        let lab = program.press(&["Escape"]);
        help.assert_is_not(&lab, "the list of keys");
        lab.assert_is_not_quite(&told, "the notice is gone");
    }
}
