//! What a real window does with files of options: wrong values, and a file that does not read.

use std::fs;

use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

#[test]
fn a_wrong_value_costs_only_itself_and_a_file_that_does_not_read_is_set_aside() {
    let desktop = Desktop::open();
    let keys = "{\n \"help\": [\"Sapce\"],\n \"next-map\": [\"F7\"],\n}";
    let options = format!("(\n    text: 99,\n    txet: 14,\n    keys: {keys},\n)");
    let state = "walk = up";
    let files = [("options.ron", &*options), ("state.ron", state)];
    let args = ["--screen", "lab", "--seed", "rogue/60x36#7"];
    let (mut program, told) = Program::with_config(&desktop, &files, &args);
    let aside = program.config().join("state-unreadable-1.ron");
    let kept = wait_for("the file is set aside", || fs::read_to_string(&aside).ok());
    assert_eq!(kept, state);
    let rest = program.press(&["Down"]);
    rest.assert_is_not_quite(&told, "a key closes the notice");
    program
        .press(&["r"])
        .assert_is(&rest, "the old key does nothing");
    program.press(&["F7"]);
    assert_ne!(program.title(), "Undercroft - 7", "the right key counts");
    program
        .press(&["question"])
        .assert_is_not(&rest, "a wrong key leaves the usual one");
    let kept = fs::read_to_string(program.config().join("options.ron")).unwrap();
    assert_eq!(kept, options);
}
