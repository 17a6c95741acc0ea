//! Which map the window shows: seeds, the run's sequence of maps, and the window's title.

use undercroft::rng::Seed;

use crate::desktop::Desktop;
use crate::program::Program;

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
    drop(program);
    let (_, started_again) = Program::start(&desktop, "rogue/60x36#7");
    started_again.assert_is(&first, "the same seed, the same picture");
}
