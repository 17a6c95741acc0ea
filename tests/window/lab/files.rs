//! Share codes of the Lab, copied and pasted.

use super::{SEED, WRONG, code, focus, is_like, map_part, notice_part, panel_part};
use crate::clipboard;
use crate::desktop::{Desktop, wait_for};
use crate::program::Program;

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
fn a_wrong_code_is_refused_in_words_below_the_field_and_the_map_stays() {
    let desktop = Desktop::open();
    let original = "rogue/60x36/sectors=4#7";
    let (mut program, first) = Program::start(&desktop, original);
    let wrong = "rogue/60x36/sectors=9#7";
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
    let text = panel_part(&refused).area(is_like(WRONG));
    assert!(text.is_some(), "see {}", refused.keep("no-words"));
    program.press(&["Escape"]);
    // With the paste key.
    let refused = program.press(&["v"]);
    map_part(&refused).assert_is(&map_part(&first), wrong);
    assert!(notice_part(&refused) != notice_part(&first), "{wrong}");
    drop(kept);
    assert_eq!(code(&desktop, &mut program), original);
    // A valid code clears the message.
    focus(&mut program, SEED);
    program.type_text("rogue/60x36#8");
    let fixed = program.press(&["Return"]);
    assert_eq!(panel_part(&fixed).area(is_like(WRONG)), None);
    assert_eq!(code(&desktop, &mut program), "rogue/60x36#8");
}
