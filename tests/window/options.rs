//! The options by real keys: bound anew, kept over a restart, and files that do not read.

use std::fs;

use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

/// From the title to the row of the Map Lab's key: the third part of the list, two rows down.
const TO_THE_LABS_KEY: [&str; 6] = ["o", "Tab", "Tab", "Tab", "Down", "Down"];

/// Ends the program, and opens it again on the title.
fn restart<'a>(program: &mut Program<'a>) -> Program<'a> {
    program.send(&["Escape"]);
    assert_eq!(program.wait().code(), Some(0));
    program.again(&["--screen", "title", "--seed", "7"]).0
}

#[test]
fn a_key_is_bound_anew_and_stays_so_and_settings_too() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::on_screen(&desktop, "title", "7");
    program.press(&TO_THE_LABS_KEY);
    let asked = program.press(&["Return"]);
    let bound = program.press(&["b"]);
    bound.assert_is_not_quite(&asked, "the key is shown");
    let map = program.config().join("keymap.ron");
    let text = fs::read_to_string(&map).unwrap();
    assert!(text.contains("\"open-lab\": [\"b\"],"), "{text}");

    // The palette is the second of the settings, and recolours all of the window.
    let options = program.press(&["shift+Tab", "shift+Tab", "shift+Tab", "Down"]);
    let contrast = program.press(&["Right"]);
    contrast.assert_is_not(&options, "another palette");
    let text = fs::read_to_string(program.config().join("options.ron")).unwrap();
    assert!(text.contains("palette: HighContrast,"), "{text}");

    let mut program = {
        program.press(&["Escape"]);
        restart(&mut program)
    };
    let title = program.look();
    let old = program.press(&["l"]);
    old.assert_is(&title, "the old key does nothing");
    let lab = program.press(&["b"]);
    lab.assert_is_not(&title, "the new key opens the Lab");
    // In high contrast the ground of the panel, beside its scrollbar, is black or nearly.
    let (width, height) = lab.size();
    let ground = lab.pixel(width - 9, height / 2);
    assert!(ground.iter().all(|channel| *channel < 8), "{ground:?}");
    assert!(!program.config().join("options-unreadable-1.ron").exists());
}

#[test]
fn files_that_do_not_read_are_named_and_set_aside_and_the_defaults_hold() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::on_screen(&desktop, "title", "7");
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
        program.send(&["Escape"]);
        assert_eq!(program.wait().code(), Some(0));
        fs::write(config.join("keymap.ron"), keymap).unwrap();
        fs::write(config.join("options.ron"), options).unwrap();
        let told;
        (program, told) = program.again(&["--screen", "title", "--seed", "7"]);
        for (name, text) in [("keymap", keymap), ("options", options)] {
            let aside = config.join(format!("{name}-unreadable-{}.ron", number + 1));
            let kept = wait_for("the file is set aside", || fs::read_to_string(&aside).ok());
            assert_eq!(kept, text);
            assert!(!config.join(format!("{name}.ron")).exists());
        }
        // It is told over the title until the next key, and the shipped keys work.
        let title = program.press(&["Down", "Up"]);
        title.assert_is_not_quite(&told, "the notice is gone");
        let help = program.press(&["question"]);
        help.assert_is_not(&title, "the shipped keys hold");
        program.press(&["Escape"]).assert_is(&title, "help closed");
    }
}
