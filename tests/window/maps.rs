//! Which map the window shows: seeds, the run's sequence of maps, generators, and the window's title.

use undercroft::rng::Seed;

use crate::desktop::Desktop;
use crate::program::Program;

#[test]
fn the_same_seed_gives_the_same_picture_and_another_seed_another() {
    let desktop = Desktop::open();
    let picture = |code: &str| Program::start(&desktop, code).1;
    let first = picture("rogue/60x36#7");
    picture("rogue/60x36#7").assert_is(&first, "the same seed");
    let other = picture("rogue/60x36#8");
    other.assert_is_not(&first, "another seed");
}

#[test]
fn r_shows_another_map_and_shift_r_the_one_before_and_the_title_shows_the_seed() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rogue/60x36#7");
    assert_eq!(program.title(), "Undercroft - 7");
    assert_eq!(desktop.icon(program.window()), Some((64, 64)));
    let second = program.press(&["r"]);
    second.assert_is_not(&first, "the next map");
    assert_eq!(
        program.title(),
        format!("Undercroft - {}", Seed(7).short_nth(1))
    );
    let back = program.press(&["shift+r"]);
    back.assert_is(&first, "the map before");
    assert_eq!(program.title(), "Undercroft - 7");
    let again = program.press(&["r"]);
    again.assert_is(&second, "the same next map");
}

#[test]
fn maps_requested_faster_than_they_are_drawn_are_all_counted() {
    let desktop = Desktop::open();
    let (mut program, _) = Program::start(&desktop, "rogue/60x36#7");
    program.press(&["r"; 20]);
    assert_eq!(
        program.title(),
        format!("Undercroft - {}", Seed(7).short_nth(20))
    );
    program.press(&["shift+r"; 15]);
    assert_eq!(
        program.title(),
        format!("Undercroft - {}", Seed(7).short_nth(5))
    );
}

#[test]
fn brackets_show_the_seed_by_other_generators_and_lead_back() {
    let desktop = Desktop::open();
    let (mut program, first) = Program::start(&desktop, "rogue/60x36#7");
    let next = program.press(&["bracketright"]);
    next.assert_is_not(&first, "the next generator");
    assert_eq!(program.title(), "Undercroft - 7");
    let back = program.press(&["bracketleft"]);
    back.assert_is(&first, "the generator before");
    let before = program.press(&["bracketleft"]);
    before.assert_is_not(&first, "another generator");
    before.assert_is_not(&next, "and yet another");
}
