//! Tests the Options in a real window: rebinding, saving across a restart, and unreadable files.

use std::fs;

use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

/// Files that the version before wrote, and the Lab's map that they name.
const BEFORE: [(&str, &str); 5] = [
    (
        "options.ron",
        include_str!("../shell/config-before/options.ron"),
    ),
    (
        "keymap.ron",
        include_str!("../shell/config-before/keymap.ron"),
    ),
    (
        "taught.ron",
        include_str!("../shell/config-before/taught.ron"),
    ),
    (
        "window.ron",
        include_str!("../shell/config-before/window.ron"),
    ),
    ("lab.txt", include_str!("../shell/config-before/lab.txt")),
];

/// The map that the Lab shows, and the arguments that open the Lab with it.
const CODE: &str = "rogue/60x36#7";
const LAB: [&str; 4] = ["--screen", "lab", "--seed", CODE];

/// Keys from the settings to the section of the Lab, the twelfth, and back.
const TO_THE_LAB: [&str; 12] = ["Tab"; 12];
const BACK_TO_THE_SETTINGS: [&str; 12] = ["shift+Tab"; 12];

/// Leaves the screen and the title, and checks that the program ends without an error.
fn quit(program: &mut Program) {
    program.send(&["Escape", "Escape", "o"]);
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
}

#[test]
fn a_key_is_bound_anew_and_stays_so_and_settings_too() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    // Goes by way of the title, where something moves.
    let settings = program.press(&["Escape", "o"]);
    program.press(&TO_THE_LAB);
    // Its first row is "next map".
    let prompt = program.press(&["Return"]);
    let bound = program.press(&["F7"]);
    bound.assert_is_not_quite(&prompt, "the key is shown");
    let options = program.config().join("options.ron");
    let text = fs::read_to_string(&options).unwrap();
    assert!(text.contains("\"next-map\": [\"F7\"],"), "{text}");

    // The palette is the second setting and recolours the whole window.
    program.press(&BACK_TO_THE_SETTINGS);
    let contrast = program.press(&["Down", "Right"]);
    contrast.assert_is_not(&settings, "another palette");
    let text = fs::read_to_string(&options).unwrap();
    assert!(text.contains("palette: HighContrast,"), "{text}");
    assert!(text.contains("\"next-map\": [\"F7\"],"), "{text}");

    quit(&mut program);
    let (mut program, lab) = program.again(&LAB);
    // In high contrast the background of the panel, beside its scrollbar, is almost black.
    let (width, height) = lab.size();
    let background = lab.pixel(width - 9, height / 2);
    assert!(
        background.iter().all(|channel| *channel < 8),
        "{background:?}"
    );
    program
        .press(&["r"])
        .assert_is(&lab, "the old key does nothing");
    assert_eq!(program.title(), "Undercroft - 7");
    program.press(&["F7"]);
    assert_ne!(program.title(), "Undercroft - 7");
    assert!(!program.config().join("options-unreadable-1.ron").exists());
}

#[test]
fn a_wrong_value_costs_only_itself() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let config = program.config();
    quit(&mut program);
    fs::create_dir_all(&config).unwrap();
    let keys = "{\n \"help\": [\"Sapce\"],\n \"next-map\": [\"F7\"],\n}";
    let options = format!("(\n    text: 99,\n    txet: 14,\n    keys: {keys},\n)");
    fs::write(config.join("options.ron"), &options).unwrap();
    let (mut program, told) = program.again(&LAB);
    let rest = program.press(&["Down"]);
    rest.assert_is_not_quite(&told, "a key closes the notice");
    program.press(&["F7"]);
    assert_ne!(program.title(), "Undercroft - 7", "the right key counts");
    let kept = fs::read_to_string(config.join("options.ron")).unwrap();
    assert_eq!(kept, options);
    assert!(!config.join("options-unreadable-1.ron").exists());
}

#[test]
fn files_that_do_not_read_are_named_and_set_aside_and_the_defaults_hold() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let config = program.config();
    fs::create_dir_all(&config).unwrap();
    for (number, (keymap, options)) in [
        ("{\n    \"help\": [\"x\"\n", "(\n    text: 14\n"),
        ("walk = up", "text = 14"),
    ]
    .into_iter()
    .enumerate()
    {
        quit(&mut program);
        fs::write(config.join("keymap.ron"), keymap).unwrap();
        fs::write(config.join("options.ron"), options).unwrap();
        let notice;
        (program, notice) = program.again(&LAB);
        for (name, text) in [("keymap", keymap), ("options", options)] {
            let aside = config.join(format!("{name}-unreadable-{}.ron", number + 1));
            let kept = wait_for("the file is set aside", || fs::read_to_string(&aside).ok());
            assert_eq!(kept, text);
            assert!(!config.join(format!("{name}.ron")).exists());
        }
        // The notice stays until the next key, and the default keys are in effect.
        let help = program.press(&["question"]);
        let lab = program.press(&["Escape"]);
        help.assert_is_not(&lab, "the list of keys");
        lab.assert_is_not_quite(&notice, "the notice is gone");
    }
}

#[test]
fn the_files_of_the_version_before_are_taken_over_at_the_first_start() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, CODE);
    let config = program.config();
    quit(&mut program);
    fs::remove_dir_all(&config).unwrap();
    fs::create_dir_all(&config).unwrap();
    for (name, text) in BEFORE {
        fs::write(config.join(name), text).unwrap();
    }
    for _ in 0..2 {
        let title;
        (program, title) = program.again(&["--seed", "7"]);
        assert_eq!(title.size(), (900, 640), "the window's size");
        // Continue has the key `z`, the Lab its own, and no lesson is told twice.
        program.press(&["l"]);
        assert_eq!(program.title(), "Undercroft - 7");
        program.press(&["Escape", "o"]);
        quit(&mut program);
        assert!(!config.join("keymap.ron").exists());
        let own = fs::read_to_string(config.join("options.ron")).unwrap();
        for kept in ["text: 16,", "board: Rich,", "\"continue\": [\"z\"],"] {
            assert!(own.contains(kept), "{own}");
        }
        let state = fs::read_to_string(config.join("state.ron")).unwrap();
        for kept in [
            "[\"move\"]",
            "size: (900, 640), maximized: false",
            "\"rooms/60x36#7\"",
        ] {
            assert!(state.contains(kept), "{state}");
        }
    }
}
