//! What a real window does with files of options: wrong values and unreadable files.

use std::fs;

use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

/// Opens the Lab with a map.
const LAB: [&str; 4] = ["--screen", "lab", "--seed", "rogue/60x36#7"];

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
        ("state.ron", "walk = up"),
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
