//! Working a vault's conduit on the map, turn by turn.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph::LightMap;
use undercroft::app::input::ActionQueue;
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::settings::{Motion, Settings};
use undercroft::conduit::{Answer, SEARCH_BUDGET};
use undercroft::geom::Pos;

use super::{app_on_disk, folder, press};
use crate::beside_conduit::{key_towards, run_beside_a_conduit};
use crate::builder::{mode, next_turn, run};

#[test]
fn a_conduit_is_worked_on_the_map_turn_by_turn_until_its_vault_opens() {
    let data = folder("conduit");
    let (found, dir) = run_beside_a_conduit(false);
    undercroft::disk::write_recording(&data.join("run.save"), &found.recording()).unwrap();
    let mut app = app_on_disk(Screen::Descend, 1, &data);
    app.insert_resource(Settings {
        motion: Motion::Reduced,
        ..default()
    });
    let key = key_towards(dir);
    let turns = |app: &App| run(app).game().turns();
    let board = |app: &App| run(app).game().view().conduit();
    let before = turns(&app);
    press(&mut app, &[key]);
    assert!(matches!(mode(&app), Mode::Conduit(_)), "{:?}", mode(&app));
    assert_eq!(turns(&app), before, "looking takes no time");
    let first = board(&app).unwrap();
    press(&mut app, &["Enter"]);
    let turned = board(&app).unwrap();
    assert_ne!(turned, first);
    assert_eq!(
        turns(&app),
        before + 1,
        "a turn of the tile, a turn of the world"
    );
    press(&mut app, &["Backspace"]);
    assert_eq!(board(&app).unwrap(), first, "and back");
    // Step keys move the cursor, and Esc leaves the board as it is.
    press(&mut app, &["Left", "Enter"]);
    let left_board = board(&app).unwrap();
    let before = turns(&app);
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
    press(&mut app, &[key]);
    // So does a click beside it.
    let me = run(&app).game().view().player().pos;
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&DescendAction::GoTo(me));
    press(&mut app, &[]);
    assert_eq!((mode(&app), turns(&app)), (Mode::Map, before));
    press(&mut app, &[key]);
    assert_eq!(board(&app).unwrap(), left_board);
    // Searching fixes one wrong tile, after the turns that it takes; it works twice a board.
    let before = turns(&app);
    press(&mut app, &["s"]);
    assert_eq!(turns(&app), before + 5);
    assert_ne!(board(&app), Some(left_board));
    for _ in 0..400 {
        if board(&app).is_none() {
            break;
        }
        if mode(&app) == Mode::Map {
            press(&mut app, &[key]);
        }
        let turn = next_turn(&app);
        app.world_mut().resource_mut::<ActionQueue>().push(&turn);
        press(&mut app, &[]);
    }
    let began = Instant::now();
    while mode(&app) != Mode::Map {
        assert!(began.elapsed() < Duration::from_secs(60), "it closes");
        app.update();
    }
    let light = |app: &App| app.world().resource::<LightMap>().tiles().clone();
    let painted = |app: &App| app.world().resource_ref::<LightMap>().last_changed();
    let first_light = light(&app);
    loop {
        let before = painted(&app);
        app.update();
        if painted(&app) == before {
            break;
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "the light keeps changing"
        );
    }
    assert!(first_light != light(&app), "the light had already stopped");
    assert!(run(&app).game().view().features().any(|one| one.open));
}

#[test]
fn the_broken_tile_of_a_conduit_leads_light_to_one_side_and_turns_no_more() {
    let data = folder("broken-conduit");
    let (found, dir) = run_beside_a_conduit(true);
    undercroft::disk::write_recording(&data.join("run.save"), &found.recording()).unwrap();
    let mut app = app_on_disk(Screen::Descend, 1, &data);
    let broken = |app: &App| run(app).game().view().broken_conduit().unwrap().broken;
    for _ in 0..400 {
        if broken(&app).is_none_or(|(_, fused)| fused) {
            break;
        }
        if mode(&app) == Mode::Map {
            press(&mut app, &[key_towards(dir)]);
        }
        // All other tiles first.
        let turn = next_turn_of_broken(&app);
        app.world_mut().resource_mut::<ActionQueue>().push(&turn);
        press(&mut app, &[]);
    }
    let (at, fused) = broken(&app).unwrap();
    assert!(fused);
    let turns = |app: &App| run(app).game().turns();
    let before = turns(&app);
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&DescendAction::TurnAt(at));
    press(&mut app, &[]);
    assert_eq!(turns(&app), before, "it turns no more");
}

/// The tile to turn next: one that is not as on the mended board's solution, and last the broken one.
fn next_turn_of_broken(app: &App) -> DescendAction {
    let view = run(app).game().view();
    let (board, several) = (view.conduit().unwrap(), view.broken_conduit().unwrap());
    let Answer::One(solved) = several.mended.answer(SEARCH_BUDGET) else {
        panic!("a board has one solution");
    };
    let (broken, _) = several.broken.unwrap();
    let size = board.size();
    let all =
        (0..size.height as i32).flat_map(|y| (0..size.width as i32).map(move |x| Pos::new(x, y)));
    let is_wrong = |pos: &Pos| *pos != broken && board.tile(*pos) != solved.tile(*pos);
    let mut wrong = all.filter(is_wrong);
    DescendAction::TurnAt(wrong.next().unwrap_or(broken))
}
