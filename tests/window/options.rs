//! What a real window does with files of options: wrong values, unreadable files, and files of the version before.

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

/// Opens the Lab with a map.
const LAB: [&str; 4] = ["--screen", "lab", "--seed", "rogue/60x36#7"];

/// Leaves the screen and the title, and checks that the program ends without an error.
fn quit(program: &mut Program) {
    program.send(&["Escape", "Escape", "o"]);
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
}

#[test]
fn a_wrong_value_costs_only_itself() {
    let desktop = Desktop::open();
    let keys = "{\n \"help\": [\"Sapce\"],\n \"next-map\": [\"F7\"],\n}";
    let options = format!("(\n    text: 99,\n    txet: 14,\n    keys: {keys},\n)");
    let (mut program, told) = Program::with_config(&desktop, &[("options.ron", &options)], &LAB);
    let config = program.config();
    let rest = program.press(&["Down"]);
    rest.assert_is_not_quite(&told, "a key closes the notice");
    program
        .press(&["r"])
        .assert_is(&rest, "the old key does nothing");
    program.press(&["F7"]);
    assert_ne!(program.title(), "Undercroft - 7", "the right key counts");
    let kept = fs::read_to_string(config.join("options.ron")).unwrap();
    assert_eq!(kept, options);
    assert!(!config.join("options-unreadable-1.ron").exists());
}

#[test]
fn files_that_do_not_read_are_named_and_set_aside_and_the_defaults_hold() {
    let desktop = Desktop::open();
    let files = [
        ("keymap.ron", "walk = up"),
        ("options.ron", "(\n    text: 14\n"),
    ];
    let (mut program, notice) = Program::with_config(&desktop, &files, &LAB);
    let config = program.config();
    for (name, text) in files {
        let aside = config.join(name.replace(".ron", "-unreadable-1.ron"));
        let kept = wait_for("the file is set aside", || fs::read_to_string(&aside).ok());
        assert_eq!(kept, text);
        assert!(!config.join(name).exists());
    }
    // The notice stays until the next key, and the default keys are in effect.
    let help = program.press(&["question"]);
    let lab = program.press(&["Escape"]);
    help.assert_is_not(&lab, "the list of keys");
    lab.assert_is_not_quite(&notice, "the notice is gone");
}

#[test]
fn the_files_of_the_version_before_are_taken_over_at_the_first_start() {
    let desktop = Desktop::open();
    let (mut program, title) = Program::with_config(&desktop, &BEFORE, &["--seed", "7"]);
    let config = program.config();
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
