//! The conduit of a vault, worked in Descend by keys and by mouse.

use undercroft::conduit::Board;
use undercroft::disk;
use undercroft::game::content::Content;
use undercroft::geom::Dir;

use crate::beside_conduit::{key_towards, run_beside_a_conduit};
use crate::desktop::Desktop;
use crate::picture::{Area, Picture};
use crate::program::Program;

/// The frame around the chosen tile, as the shader of the puzzle draws it without a GPU.
const CURSOR: [u8; 3] = [255, 244, 220];

fn cursor(picture: &Picture) -> Area {
    let is_cursor = |pixel: [u8; 3]| (0..3).all(|c| pixel[c].abs_diff(CURSOR[c]) <= 2);
    picture.area(is_cursor).expect("a tile is chosen")
}

fn saved_board(program: &mut Program, desktop: &Desktop) -> Board {
    desktop.ask_to_close(program.window());
    assert_eq!(program.wait().code(), Some(0), "{}", program.stderr());
    let content = Content::embedded().unwrap();
    let saved = disk::read_recording(&program.data().join("run.save")).unwrap();
    let game = saved.verify(content).unwrap();
    game.view().conduit().expect("it is not solved")
}

#[test]
fn the_conduit_of_a_vault_is_drawn_and_worked_like_the_puzzle() {
    let desktop = Desktop::open();
    let (run, dir) = run_beside_a_conduit(false);
    let before = run.game().view().conduit().unwrap();
    let (mut program, map) = Program::on_run(&desktop, &run);
    let key = key_towards(dir);
    let opened = program.press(&[key]);
    opened.assert_is_not_quite(&map, "the board opens");
    // The cursor starts on a tile like all others; one step to the left is the wellspring.
    let spring = cursor(&program.press(&["Left"]));
    let moved = program.press(&["Right"]);
    let tile = cursor(&moved);
    assert_eq!(cursor(&opened), tile);
    assert!(tile.size.0.abs_diff(tile.size.1) <= 1, "{tile:?}");
    assert!(
        tile.size.0 >= 40,
        "a tile of a small board is large: {tile:?}"
    );
    assert!(
        tile.at.0.abs_diff(spring.at.0 + spring.size.0) <= 4,
        "{tile:?} {spring:?}"
    );
    // A click on it turns it, within its frame.
    let within = |picture: &Picture| picture.cut(tile.at, tile.size);
    let middle = (tile.at.0 + tile.size.0 / 2, tile.at.1 + tile.size.1 / 2);
    let turned = program.click(1, middle);
    turned.keep("vault-board");
    assert_eq!(cursor(&turned), tile);
    within(&turned).assert_is_not(&within(&moved), "the tile turns");
    let after = saved_board(&mut program, &desktop);
    let pos = before.wellspring()[0].step(Dir::East);
    let quarters = before
        .tile(pos)
        .unwrap()
        .quarters_to(after.tile(pos).unwrap());
    assert_eq!(quarters, Some(1));
}
